//! A match on the table: one room, with its referee, its seats and those who watch.
//!
//! The referee's table is behind a lock. Whoever changes the match takes the table out, plays, waits until the action is on
//! disk, tells everybody else what he may know, puts the table back, and answers. If anything goes wrong in between (the disk
//! refuses, the connection's task is dropped), the table is simply not put back, and the next one reads the match from disk:
//! memory never runs ahead of what is kept.
//!
//! Whoever only looks holds nobody up: he is handed the table as it is, and looks at it on a thread for questions. Who changes the match
//! meanwhile does so on a copy.

mod computer;
mod dice;
mod differs;
mod end;
mod hub;
mod kept;
mod outbox;
mod shared;
mod talk;

pub use hub::{ConnectionId, Hub};
pub use outbox::{Letter, Outbox, Shared};

use crate::config::Limits;
use crate::library::Library;
use crate::limits::Buckets;
use crate::seats::{Holds, Player};
use crate::store::{Chain, Change, End, MatchId, Store, StoreError, StoredMatch};
use crate::wire::{Event, Joined, Problem, text};
use crate::workers::Workers;
use frente_engine::protocol::{self, Done, Played, Request, Rights, at_hand};
use frente_engine::table::{Code, Table};
use frente_engine::{PerSide, Rng, Seat, Side, Wait};
use kept::{Kept, restore};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use talk::Voices;
use tokio::sync::{Mutex, MutexGuard, Semaphore};

/// How many lines of chat somebody who joins is told.
const CHAT_SHOWN: u32 = 200;
/// How often something is tried anew that another server was faster at.
const TRIES: usize = 5;
/// How often people are told who came and went, at most: many who come at once are told in one breath.
const PRESENCE: Duration = Duration::from_millis(200);

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

/// When people were last told who is there, and whether they will be again.
#[derive(Default)]
struct Roll {
    called: Option<Instant>,
    again: bool,
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

/// Somebody who has come in and is not told yet; whatever goes wrong meanwhile, he does not stay as one who is there and hears nothing.
struct Entered<'a> {
    room: &'a Arc<Room>,
    connection: ConnectionId,
}

impl Entered<'_> {
    /// He is told, and stays.
    fn stays(self) -> ConnectionId {
        std::mem::ManuallyDrop::new(self).connection
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.room.leave(self.connection);
    }
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

    /// Somebody sits down, or comes to watch. He is told everything he may know, and from then on everything that happens.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn join(
        self: &Arc<Self>,
        holds: Holds,
        outbox: Outbox,
        from: Option<usize>,
    ) -> Result<(ConnectionId, String), Problem> {
        let from = from.unwrap_or(usize::MAX);
        let said = self.said.load(Ordering::Acquire);
        let mut chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        // Behind the lock: what happens after the moment he is told of waits until he is told.
        outbox.hold();
        if self.house.store.is_shared() {
            // He may have been told more by another server than this one has heard yet.
            self.look_again().await?;
        }
        let shared = self.house.store.is_shared();
        let guard = self.table().await?;
        let table = shown(&guard);
        let differs = self.differing(&guard);
        // Nothing is told meanwhile of what was said: he knows all of it from his answer, or is told it later.
        let _saying = if shared { Some(self.saying.lock().await) } else { None };
        let entered = Entered { room: self, connection: self.hub.enter(holds, outbox) };
        drop(guard);
        if shared {
            chat = self.chat_told().await?;
        } else if self.said.load(Ordering::Acquire) != said {
            chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        }
        let frozen = differs.is_some();
        let told = move |room: &Room, table: &dyn Table| room.told(table, holds, from, frozen);
        let played = self.study(table, told).await;
        let connection = entered.stays();
        let seats = self.presence();
        let joined = Joined {
            played,
            you: holds.seats(),
            seats,
            chat,
            open_chat: self.open_chat.load(Ordering::Relaxed),
            uploaded: self.uploaded,
            pace: self.pace.load(Ordering::Relaxed),
            offer: *self.offer.lock().expect("no panic while held"),
            differs,
        };
        self.call_roll(Some(connection));
        self.drive();
        Ok((connection, text(&joined)))
    }

    /// Somebody goes.
    pub fn leave(self: &Arc<Self>, connection: ConnectionId) {
        self.hub.leave(connection);
        if self.hub.is_empty() && !self.players.0.contains(&Player::Person) {
            self.stop_thinking();
        }
        self.call_roll(None);
    }

    /// Tells everybody who is there: at once, or, if they were told a moment ago, in a moment.
    fn call_roll(self: &Arc<Self>, but: Option<ConnectionId>) {
        if self.hub.is_empty_but(but) && !self.house.store.is_shared() {
            return;
        }
        let now = Instant::now();
        let due = {
            let mut roll = self.roll.lock().expect("no panic while held");
            let due = roll.called.map_or(now, |called| called + PRESENCE);
            if roll.again {
                return;
            }
            roll.again = due > now;
            if !roll.again {
                roll.called = Some(now);
            }
            due
        };
        if due <= now {
            self.tell_presence(but);
            return;
        }
        // Nobody waits for this: if the room is gone by then, so are those who would be told.
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            let Some(room) = room.upgrade() else { return };
            *room.roll.lock().expect("no panic while held") = Roll { called: Some(due), again: false };
            room.tell_presence(None);
        });
    }

    fn tell_presence(self: &Arc<Self>, but: Option<ConnectionId>) {
        self.tell_presence_here(but);
        self.tell_presence_elsewhere();
    }

    fn tell_presence_here(&self, but: Option<ConnectionId>) {
        let seats = self.presence();
        self.hub.tell(but, &Event::Presence { seats: &seats });
    }

    /// Answers a request about the match.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub async fn answer(
        self: &Arc<Self>,
        asker: Asker,
        seat: Option<Seat>,
        request: &Request,
    ) -> Result<String, Problem> {
        if request.changes() {
            let begun = Instant::now();
            let result = self.act(asker, seat, request).await;
            metrics::histogram!("frente_action_seconds").record(begun.elapsed());
            let kind = result.as_ref().map_or_else(|p| p.code().key(), |_| "ok");
            metrics::counter!("frente_actions_total", "result" => kind).increment(1);
            return result;
        }
        // Written once for all matches of the book.
        if let Request::Sheet = request {
            return Ok(self.sheet.to_string());
        }
        let request = request.clone();
        let guard = self.table().await?;
        let (table, frozen) = (shown(&guard), is_frozen(&guard));
        drop(guard);
        let look = move |room: &Room, table: &dyn Table| -> Result<String, Problem> {
            let mut reply = protocol::look(table, &room.asker(&asker, seat), &request)?;
            if frozen && let protocol::Reply::State(state) = &mut reply {
                differs::quiet(&mut state.state);
            }
            Ok(text(&reply))
        };
        self.study(table, look).await
    }

    /// Who asks, in the words of the protocol.
    fn asker(&self, asker: &Asker, seat: Option<Seat>) -> protocol::Asker<'_> {
        protocol::Asker { name: &self.name, rights: Rights::Holds(asker.holds), seat }
    }

    /// A decision, a throw typed in, or an undo. When another server was faster, it is tried on the match as it is then, and told that it
    /// is late.
    async fn act(
        self: &Arc<Self>,
        asker: Asker,
        seat: Option<Seat>,
        request: &Request,
    ) -> Result<String, Problem> {
        for _ in 0..TRIES {
            let mut guard = self.table().await?;
            self.may_go_on(&guard)?;
            let speaker = self.asker(&asker, seat);
            let act = |table: &mut dyn Table| Ok(protocol::act(table, &speaker, request)?);
            let answer = |table: &dyn Table, from| text(&protocol::told(table, &speaker, from));
            if let Some(answer) = self.change(&mut guard, Some(asker.connection), act, answer).await? {
                drop(guard);
                self.drive();
                return Ok(answer);
            }
        }
        Err(too_busy())
    }

    /// What was done, as something to keep; with what the program throws after an action.
    fn kept(&self, kept: &mut Kept, done: Done, before: End) -> Result<Change, Problem> {
        let id = self.id;
        match done {
            Done::TakenBack(point) => {
                let lines = kept.table.record_lines(0);
                let chain = lines.into_iter().fold(kept.start, Chain::then);
                kept.chain = chain;
                Ok(Change::Truncate { id, point, chain, before })
            }
            Done::Taken(point) => {
                throw_for_program(kept.changing(), &self.players)?;
                let lines: Vec<String> =
                    kept.table.record_lines(point).into_iter().map(str::to_owned).collect();
                let chain = kept.chain;
                kept.chain = lines.iter().fold(chain, |chain, line| chain.then(line));
                Ok(Change::Append { id, point, lines, chain })
            }
        }
    }

    /// Changes the match: does it on the table, makes it durable, tells everybody but the one who did it, and gives the answer to
    /// him. What is told is written while the disk is at work, and sent when it is done. When the disk refuses, or this is never
    /// finished, the table is gone, and the match as it is kept is the match. `None` when another server was faster.
    async fn change<T>(
        &self,
        guard: &mut MutexGuard<'_, Option<Kept>>,
        by: Option<ConnectionId>,
        act: impl FnOnce(&mut dyn Table) -> Result<Done, Problem>,
        answer: impl FnOnce(&dyn Table, usize) -> T,
    ) -> Result<Option<T>, Problem> {
        let mut kept = guard.take().expect("whoever has the lock has read it");
        let before = kept.end();
        let done = match act(kept.changing()) {
            Ok(done) => done,
            Err(problem) => {
                **guard = Some(kept);
                return Err(problem);
            }
        };
        self.stop_thinking();
        let change = self.kept(&mut kept, done, before)?;
        let pending = self.house.store.begin(change).await?;
        let answer = answer(kept.table.as_ref(), done.from());
        let letters = self.letters(&kept, by, done.from());
        if let Err(error) = pending.done().await {
            self.doubt(&kept, done.from());
            return lost(error);
        }
        letters.send();
        **guard = Some(kept);
        Ok(Some(answer))
    }

    /// What everybody here but one is told of the match from a point on.
    fn letters(&self, kept: &Kept, but: Option<ConnectionId>, from: usize) -> hub::Letters {
        self.hub.letters(but, |holds| {
            let played = self.told(kept.table.as_ref(), holds, from, kept.frozen.is_some());
            Event::Changed { state: &played.state, entries: &played.log.entries }.text()
        })
    }

    /// Keeps a match whose first line is another one, on which the whole chain hangs, and tells everybody but one; `false` when another
    /// server was faster.
    async fn rewrite(
        &self,
        guard: &mut MutexGuard<'_, Option<Kept>>,
        mut kept: Kept,
        before: End,
        by: Option<ConnectionId>,
    ) -> Result<bool, Problem> {
        let (header, lines) = (kept.table.header(), kept.lines());
        kept.start = Chain::begin(self.id, &header, &self.players);
        kept.chain = lines.iter().fold(kept.start, |chain, line| chain.then(line));
        let change = Change::Header { id: self.id, header, lines, chain: kept.start, before };
        let from = usize::try_from(before.length).unwrap_or(0).min(kept.table.point());
        if let Err(error) = self.house.store.write(change).await {
            self.doubt(&kept, from);
            return lost::<()>(error).map(|_| false);
        }
        self.letters(&kept, by, from).send();
        **guard = Some(kept);
        Ok(true)
    }

    /// What the holder of a link is told.
    fn told(&self, table: &dyn Table, holds: Holds, from: usize, frozen: bool) -> Played {
        let asker = protocol::Asker { name: &self.name, rights: Rights::Holds(holds), seat: None };
        let mut played = protocol::told(table, &asker, from);
        if frozen {
            differs::quiet(&mut played.state.state);
        }
        played
    }

    /// The whole match with its secrets and its seed: once it is over, or for one person who holds both sides.
    ///
    /// # Errors
    /// When it would tell somebody what he may not know.
    pub async fn save(self: &Arc<Self>, holds: Holds) -> Result<String, Problem> {
        if let Some(save) = self.frozen_save(holds).await? {
            return Ok(text(&json!({ "save": save })));
        }
        self.look(move |_, table| {
            may_know_all(table, holds)?;
            Ok(text(&json!({ "save": table.save() })))
        })
        .await
    }

    /// A match of its own from an earlier point of this one, for whoever may know all of it.
    ///
    /// # Errors
    /// When it would tell somebody what he may not know.
    pub async fn branch(
        self: &Arc<Self>,
        holds: Holds,
        point: usize,
        seed: frente_engine::Seed,
    ) -> Result<Box<dyn Table>, Problem> {
        self.look(move |_, table| {
            may_know_all(table, holds)?;
            if point > table.point() {
                let problem = format!("the match has only {} actions", table.point());
                return Err(Problem::new(Code::BadRequest, problem));
            }
            Ok(table.branch(point, table.seeded().then_some(seed)))
        })
        .await
    }

    /// The match in a line, for the list of one's games.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn summary(self: &Arc<Self>, holds: Holds) -> Result<Value, Problem> {
        self.look(move |room, table| {
            let seat = holds.seat(at_hand(table));
            let state = table.state(seat);
            let opponent = seat.side().map(|side| room.players[side.other()].to_string());
            Ok(json!({
                "match": room.id,
                "game": state.game,
                "scenario": state.scenario,
                "options": state.options,
                "seat": seat,
                "you": holds.seats(),
                "seats": room.presence(),
                "opponent": opponent,
                "turn": state.view.turn,
                "turns": state.view.turns,
                "date": state.view.date,
                "point": state.point,
                "waits": state.waits,
                "over": table.wait().is_over(),
            }))
        })
        .await
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

/// The table as it is now, to look at.
fn shown(guard: &MutexGuard<'_, Option<Kept>>) -> Arc<dyn Table> {
    Arc::clone(&guard.as_ref().expect("whoever has the lock has read it").table)
}

/// What became of a change that was not kept: nothing, if another server was faster.
fn lost<T>(error: StoreError) -> Result<Option<T>, Problem> {
    match error {
        StoreError::Lost => Ok(None),
        error => Err(error.into()),
    }
}

fn too_busy() -> Problem {
    Problem::new(Code::Failed, "others change this match all the time; nothing has changed")
}

fn is_frozen(guard: &MutexGuard<'_, Option<Kept>>) -> bool {
    guard.as_ref().is_some_and(|kept| kept.frozen.is_some())
}

/// Throws what the program throws: everything in a match with seeded dice; where people type theirs in, a computer's own.
///
/// # Errors
/// When the system has no randomness to give.
pub fn throw_for_program(table: &mut dyn Table, players: &PerSide<Player>) -> Result<(), Problem> {
    if table.seeded() {
        protocol::throw_all(table);
        return Ok(());
    }
    while let Wait::Chance(chance) = table.wait()
        && chance.by.is_some_and(|side| players[side] != Player::Person)
    {
        let outcomes = table.outcomes();
        let chosen = Rng::new(getrandom::u64()?).weighted(outcomes.iter().map(|(_, weight)| *weight));
        table.type_throw(&outcomes[chosen].0)?;
    }
    Ok(())
}

fn may_know_all(table: &dyn Table, holds: Holds) -> Result<(), Problem> {
    if table.wait().is_over() || holds == Holds::Both {
        Ok(())
    } else {
        Err(Problem::new(
            Code::Refused,
            "the whole match is shown when it is over, or to one who holds both sides",
        ))
    }
}
