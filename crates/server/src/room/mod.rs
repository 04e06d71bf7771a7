//! A match on the table: one room, with its referee, its seats and those who watch.
//!
//! The referee's table is behind a lock. Whoever changes the match takes the table out, plays, waits until the action is on
//! disk, tells everybody else what he may know, puts the table back, and answers. If anything goes wrong in between (the disk
//! refuses, the connection's task is dropped), the table is simply not put back, and the next one reads the match from disk:
//! memory never runs ahead of what is kept.

mod computer;
mod hub;

pub use hub::{ConnectionId, Hub, Outbox};

use crate::library::Library;
use crate::seats::{Holds, Player};
use crate::store::{Change, ChatLine, MatchId, Store, StoredMatch, now};
use crate::wire::{Event, Joined, News, Played, Problem, StateOf, text};
use frente_engine::protocol::{self, Request};
use frente_engine::table::{Denied, Table};
use frente_engine::{PerSide, Rng, Seat, Side, Wait};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tokio::sync::{Mutex, MutexGuard, Semaphore};

/// How many lines of chat somebody who joins is told.
const CHAT_SHOWN: u32 = 200;
/// How long a line of chat may be, in characters.
const CHAT_LENGTH: usize = 1000;
/// The longest pause between two decisions of a computer, in milliseconds.
const SLOWEST: u64 = 5000;

/// What rooms need of the house.
pub struct House {
    /// Where matches are kept.
    pub store: Store,
    /// The games.
    pub library: Library,
    /// How many computer players think at once.
    pub thinkers: Arc<Semaphore>,
}

/// A match on the table.
pub struct Room {
    id: MatchId,
    players: PerSide<Player>,
    house: Arc<House>,
    /// The referee's; `None` when it must be read from disk first.
    table: Mutex<Option<Box<dyn Table>>>,
    hub: Hub,
    pace: AtomicU64,
    /// Is a task at work for the computer players?
    driven: AtomicBool,
    deleted: AtomicBool,
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
        let table = restore(&house.library, stored)?;
        Ok(Arc::new(Room {
            id: stored.id,
            players: stored.players.clone(),
            house,
            table: Mutex::new(Some(table)),
            hub: Hub::default(),
            pace: AtomicU64::new(stored.pace),
            driven: AtomicBool::new(false),
            deleted: AtomicBool::new(false),
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
    async fn table(&self) -> Result<MutexGuard<'_, Option<Box<dyn Table>>>, Problem> {
        let mut guard = self.table.lock().await;
        if self.deleted.load(Ordering::Relaxed) {
            return Err(Problem::new("unknown-match", "this match was deleted"));
        }
        if guard.is_none() {
            let stored = self.house.store.load(self.id).await?;
            let stored = stored.ok_or_else(|| Problem::new("unknown-match", "this match was deleted"))?;
            *guard = Some(restore(&self.house.library, &stored)?);
        }
        Ok(guard)
    }

    /// Looks at the match.
    ///
    /// # Errors
    /// When it cannot be read, or `what` says so.
    pub async fn look<T>(&self, what: impl FnOnce(&dyn Table) -> Result<T, Problem>) -> Result<T, Problem> {
        let guard = self.table().await?;
        what(guard.as_deref().expect("it was just read"))
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
        let guard = self.table().await?;
        let table = guard.as_deref().expect("it was just read");
        let chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        // Still behind the lock: nothing happens between what he is told now and what he will be told next.
        let connection = self.hub.enter(holds, outbox);
        let seats = self.hub.presence(&self.players);
        let joined = Joined {
            played: self.played(table, holds, holds.seat(at_hand(table)), from.unwrap_or(usize::MAX)),
            you: holds.seats(),
            seats: seats.clone(),
            chat,
            pace: self.pace.load(Ordering::Relaxed),
        };
        drop(guard);
        self.hub.tell(Some(connection), &Event::Presence { seats: &seats });
        self.drive();
        Ok((connection, text(&joined)))
    }

    /// Somebody goes.
    pub fn leave(&self, connection: ConnectionId) {
        self.hub.leave(connection);
        let seats = self.hub.presence(&self.players);
        self.hub.tell(None, &Event::Presence { seats: &seats });
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
        if let Some(seat) = seat
            && !asker.holds.seats().contains(&seat)
        {
            return Err(Problem::new("wrong-side", format!("this link does not hold the {seat} seat")));
        }
        if request.changes() {
            let begun = Instant::now();
            let result = self.act(asker, seat, request).await;
            metrics::histogram!("frente_action_seconds").record(begun.elapsed());
            let kind = result.as_ref().map_or_else(Problem::code, |_| "ok");
            metrics::counter!("frente_actions_total", "result" => kind).increment(1);
            return result;
        }
        self.look(|table| {
            let seat = seat.unwrap_or_else(|| asker.holds.seat(at_hand(table)));
            match request {
                Request::State => Ok(text(&self.state(table, asker.holds, seat))),
                Request::Sheet => {
                    let (game, scenario) = table.names();
                    let sheet = self.house.library.sheet(game, scenario, table.options());
                    sheet.map(|sheet| sheet.to_string()).map_err(|e| Problem::new("bad-data", e.to_string()))
                }
                look => Ok(text(&protocol::look(table, seat, look)?)),
            }
        })
        .await
    }

    /// A decision, a throw typed in, or an undo.
    async fn act(
        self: &Arc<Self>,
        asker: Asker,
        seat: Option<Seat>,
        request: &Request,
    ) -> Result<String, Problem> {
        let mut guard = self.table().await?;
        let act = |table: &mut dyn Table| {
            let seat = seat.unwrap_or_else(|| asker.holds.seat(at_hand(table)));
            self.current(table, asker.holds, seat, request)?;
            let from = table.point();
            match request {
                Request::Undo { .. } => {
                    undo(table, asker.holds, seat)?;
                    return Ok((table.point(), Change::Truncate { id: self.id, point: table.point() }));
                }
                Request::Roll { line, .. } => {
                    may_throw(table, asker.holds)?;
                    match line {
                        Some(line) => table.type_throw(line)?,
                        None => table.throw()?,
                    }
                }
                Request::Play { line, .. } => table.play(seat, line)?,
                _ => return Err(Problem::new("bad-request", "this request changes nothing")),
            }
            Ok((from, self.append(table, from)?))
        };
        // Whoever holds both sides looks on with the eyes of the one that decides next.
        let seat = seat.filter(|_| asker.holds != Holds::Both);
        let answer = |table: &dyn Table, from| {
            let seat = seat.unwrap_or_else(|| asker.holds.seat(at_hand(table)));
            text(&self.played(table, asker.holds, seat, from))
        };
        let answer = self.change(&mut guard, Some(asker.connection), act, answer).await?;
        drop(guard);
        self.drive();
        Ok(answer)
    }

    /// Throws what the program throws after an action; the actions from a point on as something to keep.
    fn append(&self, table: &mut dyn Table, from: usize) -> Result<Change, Problem> {
        throw_for_program(table, &self.players)?;
        let lines = table.record_lines(from).into_iter().map(str::to_owned).collect();
        Ok(Change::Append { id: self.id, point: from, lines })
    }

    /// Changes the match: does it on the table, makes it durable, tells everybody but the one who did it, and gives the answer to
    /// him. What is told is written while the disk is at work, and sent when it is done. When the disk refuses, or this is never
    /// finished, the table is gone, and the match as it is kept is the match.
    async fn change<T>(
        &self,
        guard: &mut MutexGuard<'_, Option<Box<dyn Table>>>,
        by: Option<ConnectionId>,
        act: impl FnOnce(&mut dyn Table) -> Result<(usize, Change), Problem>,
        answer: impl FnOnce(&dyn Table, usize) -> T,
    ) -> Result<T, Problem> {
        let mut table = guard.take().expect("whoever has the lock has read it");
        let (from, change) = match act(table.as_mut()) {
            Ok(done) => done,
            Err(problem) => {
                **guard = Some(table);
                return Err(problem);
            }
        };
        let kept = self.house.store.begin(change).await?;
        let answer = answer(table.as_ref(), from);
        let letters = self.hub.letters(by, |holds| {
            let played = self.played(table.as_ref(), holds, holds.seat(at_hand(table.as_ref())), from);
            Event::Changed { state: &played.state, entries: &played.entries }.text()
        });
        kept.done().await?;
        letters.send();
        **guard = Some(table);
        Ok(answer)
    }

    /// An action must answer the point it was shown. A late one is told what happened instead.
    fn current(&self, table: &dyn Table, holds: Holds, seat: Seat, request: &Request) -> Result<(), Problem> {
        let (Request::Play { point, .. } | Request::Roll { point, .. } | Request::Undo { point }) = request
        else {
            return Ok(());
        };
        let asked = point.ok_or_else(|| {
            Problem::new("bad-request", "missing field `point`: the point the action answers")
        })?;
        protocol::current(table, seat, Some(asked)).map(drop).map_err(|denied| {
            let Played { state, entries } = self.played(table, holds, seat, asked);
            Problem { denied, news: Some(Box::new(News { point: table.point(), state, entries })) }
        })
    }

    fn state(&self, table: &dyn Table, holds: Holds, seat: Seat) -> StateOf {
        let mut state = table.state(seat);
        // Whoever holds both sides takes back whichever acted last.
        state.undo |= holds == Holds::Both && Side::BOTH.into_iter().any(|side| table.may_undo(side.into()));
        StateOf { id: self.id, state }
    }

    fn played(&self, table: &dyn Table, holds: Holds, seat: Seat, from: usize) -> Played {
        Played { state: self.state(table, holds, seat), entries: table.entries(seat, from, usize::MAX) }
    }

    /// Somebody says something to everybody at the table.
    ///
    /// # Errors
    /// When it says nothing, or too much, or cannot be kept.
    pub async fn chat(&self, asker: Asker, seat: Option<Seat>, said: &str) -> Result<String, Problem> {
        let said = said.trim();
        if said.is_empty() || said.chars().count() > CHAT_LENGTH {
            let problem = format!("expected a text of 1 to {CHAT_LENGTH} characters");
            return Err(Problem::new("bad-request", problem));
        }
        if said.chars().any(|c| c.is_control() && c != '\n') {
            return Err(Problem::new("bad-request", "control characters cannot be said"));
        }
        let seat = match seat {
            Some(seat) if asker.holds.seats().contains(&seat) => seat,
            _ => asker.holds.seat(None),
        };
        let line = ChatLine { who: seat.to_string(), text: said.to_owned(), at: now() / 1000 };
        self.house.store.write(Change::Chat { id: self.id, line: line.clone() }).await?;
        self.hub.tell(None, &Event::Chat(&line));
        Ok("{}".to_owned())
    }

    /// Computers shall play faster or slower. Players say so; those who watch, where only computers play.
    ///
    /// # Errors
    /// When it is not his to say, or cannot be kept.
    pub async fn set_pace(&self, holds: Holds, ms: u64) -> Result<String, Problem> {
        if holds == Holds::Nothing && self.players.0.contains(&Player::Person) {
            return Err(Problem::new("wrong-side", "the players say how fast the computer plays"));
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
    pub async fn save(&self, holds: Holds) -> Result<String, Problem> {
        self.look(|table| {
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
        &self,
        holds: Holds,
        point: usize,
        seed: frente_engine::Seed,
    ) -> Result<Box<dyn Table>, Problem> {
        self.look(|table| {
            may_know_all(table, holds)?;
            if point > table.point() {
                let problem = format!("the match has only {} actions", table.point());
                return Err(Problem::new("bad-request", problem));
            }
            Ok(table.branch(point, table.seeded().then_some(seed)))
        })
        .await
    }

    /// The match in a line, for the list of one's games.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn summary(&self, holds: Holds) -> Result<Value, Problem> {
        self.look(|table| {
            let seat = holds.seat(at_hand(table));
            let state = table.state(seat);
            let opponent = seat.side().map(|side| self.players[side.other()].to_string());
            Ok(json!({
                "match": self.id,
                "game": state.game,
                "scenario": state.scenario,
                "options": state.options,
                "seat": seat,
                "you": holds.seats(),
                "seats": self.hub.presence(&self.players),
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
        *guard = None;
        self.hub.tell(None, &Event::Deleted);
        Ok(())
    }
}

fn restore(library: &Library, stored: &StoredMatch) -> Result<Box<dyn Table>, Problem> {
    library.restore(&stored.header, &stored.lines).map_err(|error| {
        tracing::error!(%error, id = %stored.id, "a match does not load");
        Problem::new("bad-save", format!("the match as it is kept does not load: {error}"))
    })
}

/// The side whose decision or throw it is.
fn at_hand(table: &dyn Table) -> Option<Side> {
    match table.wait() {
        Wait::Decision(side) => Some(side),
        Wait::Chance(chance) => chance.by,
        Wait::Over(_) => None,
    }
}

/// Whoever holds both sides takes back whichever acted last.
fn undo(table: &mut dyn Table, holds: Holds, seat: Seat) -> Result<(), Denied> {
    let other = seat.side().map(|side| Seat::from(side.other()));
    match other {
        Some(other) if holds == Holds::Both && !table.may_undo(seat) && table.may_undo(other) => {
            table.undo(other)
        }
        _ => table.undo(seat),
    }
}

/// Throws what the program throws: everything in a match with seeded dice; where people type theirs in, a computer's own.
///
/// # Errors
/// When the system has no randomness to give.
pub fn throw_for_program(table: &mut dyn Table, players: &PerSide<Player>) -> Result<(), Problem> {
    protocol::throw_all(table);
    while let Wait::Chance(chance) = table.wait()
        && chance.by.is_some_and(|side| players[side] != Player::Person)
    {
        let outcomes = table.outcomes();
        let chosen = Rng::new(getrandom::u64()?).weighted(outcomes.iter().map(|(_, weight)| *weight));
        table.type_throw(&outcomes[chosen].0)?;
    }
    Ok(())
}

/// Throws are typed in by the side they are for; where they are nobody's, by any player.
fn may_throw(table: &dyn Table, holds: Holds) -> Result<(), Denied> {
    let by = match table.wait() {
        Wait::Chance(chance) => chance.by,
        _ => None,
    };
    let may = by.map_or(holds != Holds::Nothing, |side| holds.side(side));
    if may { Ok(()) } else { Err(Denied::new("wrong-side", "it is not this seat's throw")) }
}

fn may_know_all(table: &dyn Table, holds: Holds) -> Result<(), Problem> {
    if table.wait().is_over() || holds == Holds::Both {
        Ok(())
    } else {
        Err(Problem::new(
            "refused",
            "the whole match is shown when it is over, or to one who holds both sides",
        ))
    }
}
