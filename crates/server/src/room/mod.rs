//! A match on the table: one room, with its referee, its seats and those who watch.
//!
//! The referee's table is behind a lock. Whoever changes the match takes the table out, plays, waits until the action is on
//! disk, tells everybody else what he may know, puts the table back, and answers. If anything goes wrong in between (the disk
//! refuses, the connection's task is dropped), the table is simply not put back, and the next one reads the match from disk:
//! memory never runs ahead of what is kept.
//!
//! Whoever only looks holds nobody up: he is handed the table as it is, and looks at it on a thread for questions. Who changes the match
//! meanwhile does so on a copy.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `guests` | who comes and goes |
//! | `look` | what a seat may know |
//! | `act` | how the match changes |
//! | `kept`, `differs` | the match as it is kept, and one whose rules differ |
//! | `dice`, `end`, `talk` | shares of the dice, resigning and draws, chat |
//! | `computer` | computer players at work |
//! | `shared` | the same match at other servers |
//! | `hub`, `outbox` | how people are reached |

mod act;
mod computer;
mod dice;
mod differs;
mod end;
mod guests;
mod hub;
mod kept;
mod look;
mod outbox;
mod shared;
mod talk;

pub use act::throw_for_program;
pub use hub::{ConnectionId, Hub};
pub use outbox::{Letter, Outbox, Shared};

use crate::config::Limits;
use crate::library::Library;
use crate::limits::Buckets;
use crate::seats::{Holds, Player};
use crate::store::{Change, MatchId, Store, StoredMatch};
use crate::wire::{Event, Problem};
use crate::workers::Workers;
use frente_engine::table::{Code, Table};
use frente_engine::{PerSide, Side};
use guests::Roll;
use kept::{Kept, restore};
use look::shown;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use talk::Voices;
use tokio::sync::{Mutex, MutexGuard, Semaphore};

/// What rooms need of the house.
pub struct House {
    /// Where matches are kept.
    pub store: Store,
    /// The games.
    pub library: Library,
    /// Who answers questions about matches; an address asks one at a time.
    pub study: Workers,
    /// Who opens matches for the start page.
    pub workshop: Workers,
    /// Who thinks for computer players.
    pub thinkers: Workers,
    /// How many of them play at once in matches that people only watch.
    pub watched: Arc<Semaphore>,
    /// What is said from each address.
    pub said: Buckets,
    /// How long dice wait for somebody's share before they may be made without it.
    pub dice_wait: Duration,
    /// What clients may do at most.
    pub limits: Limits,
}

/// A match on the table.
pub struct Room {
    id: MatchId,
    /// The same in words, as States carry it.
    name: String,
    players: PerSide<Player>,
    house: Arc<House>,
    /// When somebody last added to the dice, or since when it is in memory.
    added: std::sync::Mutex<Instant>,
    /// What is printed, as text.
    sheet: Arc<str>,
    /// The referee's; `None` when it must be read from disk first.
    table: Mutex<Option<Kept>>,
    /// The actions that those who are here were told of, when the match as it is kept may have others.
    doubtful: std::sync::Mutex<Option<Vec<String>>>,
    hub: Hub,
    /// Who is connected to other servers.
    elsewhere: shared::Elsewhere,
    pace: AtomicU64,
    /// Does it come from a file that somebody had?
    uploaded: bool,
    /// May those who watch speak?
    open_chat: AtomicBool,
    voices: std::sync::Mutex<Voices>,
    /// How many lines were ever said, as far as those who are here were told.
    said: AtomicI64,
    /// Held by who tells what was said: each line once, in their order.
    saying: Mutex<()>,
    /// See [`StoredMatch::agreed`].
    agreed: AtomicI64,
    roll: std::sync::Mutex<Roll>,
    /// Is a task at work for the computer players?
    driven: AtomicBool,
    minds: std::sync::Mutex<computer::Minds>,
    deleted: AtomicBool,
    /// Who has offered a draw that is not answered yet.
    offer: std::sync::Mutex<Option<Side>>,
}

/// Who asks: what his link holds, and where he is connected.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// What his link holds.
    pub holds: Holds,
    /// His connection.
    pub connection: ConnectionId,
}

impl Room {
    /// A room for a match as it is kept.
    ///
    /// # Errors
    /// When it does not fit this program's rules and data.
    pub async fn open(house: Arc<House>, stored: StoredMatch) -> Result<Arc<Self>, Problem> {
        let (id, players) = (stored.id, stored.players.clone());
        let (pace, uploaded, open_chat) = (stored.pace, stored.uploaded, stored.open_chat);
        let (said, agreed) = (stored.said, stored.agreed);
        let (kept, sheet) = restore(&house, stored).await?;
        let voices = Voices::new(house.limits.chat);
        Ok(Arc::new(Room {
            id,
            name: id.to_string(),
            players,
            house,
            added: std::sync::Mutex::new(Instant::now()),
            sheet,
            table: Mutex::new(Some(kept)),
            doubtful: std::sync::Mutex::default(),
            hub: Hub::default(),
            elsewhere: shared::Elsewhere::default(),
            pace: AtomicU64::new(pace),
            uploaded,
            open_chat: AtomicBool::new(open_chat),
            voices: std::sync::Mutex::new(voices),
            said: AtomicI64::new(said),
            saying: Mutex::default(),
            agreed: AtomicI64::new(agreed),
            roll: std::sync::Mutex::default(),
            driven: AtomicBool::new(false),
            minds: std::sync::Mutex::default(),
            deleted: AtomicBool::new(false),
            offer: std::sync::Mutex::default(),
        }))
    }

    /// The match.
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Who plays.
    pub fn players(&self) -> &PerSide<Player> {
        &self.players
    }

    /// Is nobody there?
    pub fn is_empty(&self) -> bool {
        self.hub.is_empty()
    }

    /// The referee's table, read from disk if it must be.
    async fn table(&self) -> Result<MutexGuard<'_, Option<Kept>>, Problem> {
        let mut guard = self.table.lock().await;
        if self.deleted.load(Ordering::Relaxed) {
            return Err(Problem::new(Code::UnknownMatch, "this match was deleted"));
        }
        if guard.is_none() {
            let stored = self.house.store.load(self.id).await?;
            let stored = stored.ok_or_else(|| Problem::new(Code::UnknownMatch, "this match was deleted"))?;
            let (kept, _) = restore(&self.house, stored).await?;
            self.settle(&kept);
            *guard = Some(kept);
        }
        Ok(guard)
    }

    /// Looks at the match, on a thread for questions.
    ///
    /// # Errors
    /// When it cannot be read, or `what` says so.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        what: impl FnOnce(&Room, &dyn Table) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let table = shown(&self.table().await?);
        self.study(table, what).await
    }

    /// Works something out from the table as it is.
    async fn study<T: Send + 'static>(
        self: &Arc<Self>,
        table: Arc<dyn Table>,
        what: impl FnOnce(&Room, &dyn Table) -> T + Send + 'static,
    ) -> T {
        let room = Arc::clone(self);
        self.house.study.work(move || what(&room, table.as_ref())).await
    }

    /// Deletes the match.
    ///
    /// # Errors
    /// When the disk refuses.
    pub async fn delete(&self) -> Result<(), Problem> {
        let mut guard = self.table.lock().await;
        self.house.store.write(Change::Forget { id: self.id }).await?;
        self.deleted.store(true, Ordering::Relaxed);
        self.stop_thinking();
        *guard = None;
        self.hub.tell(None, &Event::Deleted);
        Ok(())
    }
}
