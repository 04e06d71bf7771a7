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
mod end;
mod hub;
mod outbox;

pub use hub::{ConnectionId, Hub};
pub use outbox::{Letter, Outbox, Shared};

use crate::config::{Limits, Rate};
use crate::library::Library;
use crate::limits::{Bucket, Buckets};
use crate::seats::{Holds, Player};
use crate::store::{Chain, Change, ChatLine, MatchId, Store, StoredMatch, now};
use crate::wire::{Event, Joined, Problem, text};
use crate::workers::Workers;
use frente_engine::protocol::{self, Done, Played, Request, Rights, at_hand};
use frente_engine::table::{Code, Denied, Table};
use frente_engine::{PerSide, Rng, Seat, Side, Wait};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, MutexGuard, Semaphore};

/// How many lines of chat somebody who joins is told.
const CHAT_SHOWN: u32 = 200;
/// How long a line of chat may be, in characters.
const CHAT_LENGTH: usize = 1000;
/// The longest pause between two decisions of a computer, in milliseconds.
const SLOWEST: u64 = 5000;
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

/// The referee's table, with what is kept of it.
struct Kept {
    table: Arc<dyn Table>,
    /// The chain before the first action, and after the last.
    start: Chain,
    chain: Chain,
}

impl Kept {
    /// The table, to change it. Whoever is still looking goes on looking at what was.
    fn changing(&mut self) -> &mut dyn Table {
        if Arc::get_mut(&mut self.table).is_none() {
            self.table = self.table.fork().into();
        }
        Arc::get_mut(&mut self.table).expect("a copy is nobody else's")
    }
}

/// When people were last told who is there, and whether they will be again.
#[derive(Default)]
struct Roll {
    called: Option<Instant>,
    again: bool,
}

/// How often each seat has spoken of late: the two sides, and all who watch together.
struct Voices([Bucket; 3]);

impl Voices {
    fn new(rate: Rate) -> Self {
        Voices([Bucket::full(rate, Instant::now()); 3])
    }

    fn take(&mut self, seat: Seat, rate: Rate) -> bool {
        let which = seat.side().map_or(2, Side::index);
        self.0[which].take(rate, Instant::now())
    }
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
    /// The referee's; `None` when it must be read from disk first.
    table: Mutex<Option<Kept>>,
    hub: Hub,
    pace: AtomicU64,
    /// Does it come from a file that somebody had?
    uploaded: bool,
    /// May those who watch speak?
    open_chat: AtomicBool,
    voices: std::sync::Mutex<Voices>,
    /// How many lines were said since it is in memory.
    said: AtomicU64,
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
    pub fn open(house: Arc<House>, stored: &StoredMatch) -> Result<Arc<Self>, Problem> {
        let kept = restore(&house.library, stored)?;
        let voices = Voices::new(house.limits.chat);
        Ok(Arc::new(Room {
            id: stored.id,
            name: stored.id.to_string(),
            players: stored.players.clone(),
            house,
            added: std::sync::Mutex::new(Instant::now()),
            table: Mutex::new(Some(kept)),
            hub: Hub::default(),
            pace: AtomicU64::new(stored.pace),
            uploaded: stored.uploaded,
            open_chat: AtomicBool::new(stored.open_chat),
            voices: std::sync::Mutex::new(voices),
            said: AtomicU64::new(0),
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
            *guard = Some(restore(&self.house.library, &stored)?);
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
        let guard = self.table().await?;
        let table = shown(&guard);
        let entered = Entered { room: self, connection: self.hub.enter(holds, outbox) };
        drop(guard);
        if self.said.load(Ordering::Acquire) != said {
            chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        }
        let played = self.study(table, move |room, table| room.told(table, holds, from)).await;
        let connection = entered.stays();
        let seats = self.hub.presence(&self.players);
        let joined = Joined {
            played,
            you: holds.seats(),
            seats,
            chat,
            open_chat: self.open_chat.load(Ordering::Relaxed),
            uploaded: self.uploaded,
            pace: self.pace.load(Ordering::Relaxed),
            offer: *self.offer.lock().expect("no panic while held"),
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
        if self.hub.is_empty_but(but) {
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

    fn tell_presence(&self, but: Option<ConnectionId>) {
        let seats = self.hub.presence(&self.players);
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
        let request = request.clone();
        self.look(move |room, table| match &request {
            // Written once for all matches of the book.
            Request::Sheet => {
                let (game, scenario) = table.names();
                let sheet = room.house.library.sheet(game, scenario, table.options());
                sheet.map(|sheet| sheet.to_string()).map_err(|e| Problem::from(&e))
            }
            look => Ok(text(&protocol::look(table, &room.asker(&asker, seat), look)?)),
        })
        .await
    }

    /// Who asks, in the words of the protocol.
    fn asker(&self, asker: &Asker, seat: Option<Seat>) -> protocol::Asker<'_> {
        protocol::Asker { name: &self.name, rights: Rights::Holds(asker.holds), seat }
    }

    /// A decision, a throw typed in, or an undo.
    async fn act(
        self: &Arc<Self>,
        asker: Asker,
        seat: Option<Seat>,
        request: &Request,
    ) -> Result<String, Problem> {
        let mut guard = self.table().await?;
        let speaker = self.asker(&asker, seat);
        let act = |table: &mut dyn Table| Ok(protocol::act(table, &speaker, request)?);
        let answer = |table: &dyn Table, from| text(&protocol::told(table, &speaker, from));
        let answer = self.change(&mut guard, Some(asker.connection), act, answer).await?;
        drop(guard);
        self.drive();
        Ok(answer)
    }

    /// What was done, as something to keep; with what the program throws after an action.
    fn kept(&self, kept: &mut Kept, done: Done) -> Result<Change, Problem> {
        let id = self.id;
        match done {
            Done::TakenBack(point) => {
                let lines = kept.table.record_lines(0);
                let chain = lines.into_iter().fold(kept.start, Chain::then);
                kept.chain = chain;
                Ok(Change::Truncate { id, point, chain })
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
    /// finished, the table is gone, and the match as it is kept is the match.
    async fn change<T>(
        &self,
        guard: &mut MutexGuard<'_, Option<Kept>>,
        by: Option<ConnectionId>,
        act: impl FnOnce(&mut dyn Table) -> Result<Done, Problem>,
        answer: impl FnOnce(&dyn Table, usize) -> T,
    ) -> Result<T, Problem> {
        let mut kept = guard.take().expect("whoever has the lock has read it");
        let done = match act(kept.changing()) {
            Ok(done) => done,
            Err(problem) => {
                **guard = Some(kept);
                return Err(problem);
            }
        };
        self.stop_thinking();
        let change = self.kept(&mut kept, done)?;
        let pending = self.house.store.begin(change).await?;
        let answer = answer(kept.table.as_ref(), done.from());
        let letters = self.hub.letters(by, |holds| {
            let played = self.told(kept.table.as_ref(), holds, done.from());
            Event::Changed { state: &played.state, entries: &played.log.entries }.text()
        });
        pending.done().await?;
        letters.send();
        **guard = Some(kept);
        Ok(answer)
    }

    /// Somebody adds to the dice. What has waited for it is thrown.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub async fn add_share(
        self: &Arc<Self>,
        asker: Asker,
        mark: Option<&str>,
        share: Option<&str>,
    ) -> Result<String, Problem> {
        self.change_header(asker, |table| protocol::add_share(table, asker.holds, mark, share)).await
    }

    /// The dice are to be made without somebody: one's own share, which is lost, or that of another who was waited for long enough.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub async fn leave_out(self: &Arc<Self>, asker: Asker, whom: Holds) -> Result<String, Problem> {
        let waited = self.added.lock().expect("no panic while held").elapsed();
        let left = self.house.dice_wait.saturating_sub(waited);
        if whom != asker.holds && !left.is_zero() {
            let minutes = left.as_secs().div_ceil(60);
            let problem = format!("wait a little longer for the {whom} player: {minutes} min");
            return Err(Problem::new(Code::Refused, problem));
        }
        tracing::info!(id = %self.id, %whom, "the dice are made without somebody");
        self.change_header(asker, |table| protocol::leave_out(table, asker.holds, whom)).await
    }

    /// Changes what stands beside the log: what the dice are made of, how the players end it.
    async fn change_header(
        self: &Arc<Self>,
        asker: Asker,
        what: impl FnOnce(&mut dyn Table) -> Result<(), Denied>,
    ) -> Result<String, Problem> {
        let mut guard = self.table().await?;
        let mut kept = guard.take().expect("it was just read");
        let from = kept.table.point();
        if let Err(denied) = what(kept.changing()) {
            *guard = Some(kept);
            return Err(denied.into());
        }
        throw_for_program(kept.changing(), &self.players)?;
        // What stands beside the log is in the first line of the save, on which the whole chain hangs.
        let header = kept.table.header();
        let lines: Vec<String> = kept.table.record_lines(0).into_iter().map(str::to_owned).collect();
        kept.start = Chain::begin(self.id, &header, &self.players);
        kept.chain = lines.iter().fold(kept.start, |chain, line| chain.then(line));
        let change = Change::Header { id: self.id, header, lines, chain: kept.start };
        self.house.store.write(change).await?;
        let answer = text(&protocol::told(kept.table.as_ref(), &self.asker(&asker, None), from));
        let letters = self.hub.letters(Some(asker.connection), |holds| {
            let played = self.told(kept.table.as_ref(), holds, from);
            Event::Changed { state: &played.state, entries: &played.log.entries }.text()
        });
        letters.send();
        *guard = Some(kept);
        drop(guard);
        *self.added.lock().expect("no panic while held") = Instant::now();
        self.drive();
        Ok(answer)
    }

    /// What the holder of a link is told.
    fn told(&self, table: &dyn Table, holds: Holds, from: usize) -> Played {
        let asker = protocol::Asker { name: &self.name, rights: Rights::Holds(holds), seat: None };
        protocol::told(table, &asker, from)
    }

    /// Somebody says something to everybody at the table. Those who watch may if the players want it.
    ///
    /// # Errors
    /// When it says nothing, or too much, or too often, or cannot be kept.
    pub async fn chat(
        &self,
        asker: Asker,
        address: IpAddr,
        seat: Option<Seat>,
        said: &str,
    ) -> Result<String, Problem> {
        let said = said.trim();
        if said.is_empty() || said.chars().count() > CHAT_LENGTH {
            let problem = format!("expected a text of 1 to {CHAT_LENGTH} characters");
            return Err(Problem::new(Code::BadRequest, problem));
        }
        if said.chars().any(|c| c.is_control() && c != '\n') {
            return Err(Problem::new(Code::BadRequest, "control characters cannot be said"));
        }
        if asker.holds == Holds::Nothing && !self.open_chat.load(Ordering::Relaxed) {
            return Err(Problem::new(Code::WrongSide, "the players have not asked those who watch to speak"));
        }
        let seat = match seat {
            Some(seat) if asker.holds.seats().contains(&seat) => seat,
            _ => asker.holds.seat(None),
        };
        let heard = self.voices.lock().expect("no panic while held").take(seat, self.house.limits.chat);
        if !heard || !self.house.said.take(address) {
            return Err(Problem::new(Code::TooMany, "too much was said in a short time; wait a little"));
        }
        let line = ChatLine { who: seat.to_string(), text: said.to_owned(), at: now() / 1000 };
        self.house.store.write(Change::Chat { id: self.id, line: line.clone() }).await?;
        self.said.fetch_add(1, Ordering::AcqRel);
        self.hub.tell(None, &Event::Chat(&line));
        Ok("{}".to_owned())
    }

    /// The players let those who watch speak, or not.
    ///
    /// # Errors
    /// When it is not his to say, or cannot be kept.
    pub async fn set_open_chat(&self, holds: Holds, open: bool) -> Result<String, Problem> {
        if holds == Holds::Nothing {
            return Err(Problem::new(Code::WrongSide, "the players say whether those who watch may speak"));
        }
        self.house.store.write(Change::OpenChat { id: self.id, open }).await?;
        self.open_chat.store(open, Ordering::Relaxed);
        self.hub.tell(None, &Event::OpenChat { open });
        Ok(text(&json!({ "open": open })))
    }

    /// Computers shall play faster or slower. Players say so; those who watch, where only computers play.
    ///
    /// # Errors
    /// When it is not his to say, or cannot be kept.
    pub async fn set_pace(&self, holds: Holds, ms: u64) -> Result<String, Problem> {
        if holds == Holds::Nothing && self.players.0.contains(&Player::Person) {
            return Err(Problem::new(Code::WrongSide, "the players say how fast the computer plays"));
        }
        let ms = ms.min(SLOWEST);
        self.house.store.write(Change::Pace { id: self.id, pace: ms }).await?;
        self.pace.store(ms, Ordering::Relaxed);
        self.hub.tell(None, &Event::Pace { ms });
        Ok(text(&json!({ "ms": ms })))
    }

    /// The whole match with its secrets and its seed: once it is over, or for one person who holds both sides.
    ///
    /// # Errors
    /// When it would tell somebody what he may not know.
    pub async fn save(self: &Arc<Self>, holds: Holds) -> Result<String, Problem> {
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
                "seats": room.hub.presence(&room.players),
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

fn restore(library: &Library, stored: &StoredMatch) -> Result<Kept, Problem> {
    let table = library.restore(&stored.header, &stored.lines).map_err(|error| {
        tracing::error!(%error, id = %stored.id, "a match does not load");
        Problem::new(Code::BadSave, format!("the match as it is kept does not load: {error}"))
    })?;
    Ok(Kept { table: table.into(), start: stored.chain.0, chain: stored.chain.1 })
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
