//! How a match changes: played on the table, kept, told, and only then answered.

use super::{Asker, ConnectionId, Kept, Room, hub};
use crate::seats::Player;
use crate::store::{Chain, Change, End, StoreError};
use crate::wire::{Event, Problem, text};
use frente_engine::protocol::{self, Done, Request};
use frente_engine::table::{Code, Table};
use frente_engine::{PerSide, Rng, Seat, Wait};
use std::sync::Arc;
use tokio::sync::MutexGuard;

/// How often something is tried anew that another server was faster at.
pub(super) const TRIES: usize = 5;

impl Room {
    /// A decision, a throw typed in, or an undo. When another server was faster, it is tried on the match as it is then, and told that it
    /// is late.
    pub(super) async fn act(
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
    pub(super) async fn change<T>(
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

    /// Throws what the program has to throw and nobody asks for: a match that `frente database repair` has cut short may end before a
    /// throw. If it cannot be kept now, it is tried when the next one comes.
    pub(super) async fn throw_due(&self) -> Result<(), Problem> {
        let mut guard = self.table().await?;
        let due = guard.as_ref().is_some_and(|kept| {
            let table = kept.table.as_ref();
            let ready = table.seeded() && !table.shares().iter().any(|share| share.is_missing());
            kept.frozen.is_none() && ready && matches!(table.wait(), Wait::Chance(_))
        });
        if due {
            let nothing_more = |table: &mut dyn Table| Ok(Done::Taken(table.point()));
            if let Err(problem) = self.change(&mut guard, None, nothing_more, |_, _| ()).await {
                tracing::warn!(id = %self.id, ?problem, "a throw that is due was not kept");
            }
        }
        Ok(())
    }

    /// What everybody here but one is told of the match from a point on.
    pub(super) fn letters(&self, kept: &Kept, but: Option<ConnectionId>, from: usize) -> hub::Letters {
        self.hub.letters(but, |holds| {
            let played = self.told(kept.table.as_ref(), holds, from, kept.frozen.is_some());
            Event::Changed { state: &played.state, entries: &played.log.entries }.text()
        })
    }

    /// Keeps a match whose first line is another one, on which the whole chain hangs, and tells everybody but one; `false` when another
    /// server was faster.
    pub(super) async fn rewrite(
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
}

/// What became of a change that was not kept: nothing, if another server was faster.
fn lost<T>(error: StoreError) -> Result<Option<T>, Problem> {
    match error {
        StoreError::Lost => Ok(None),
        error => Err(error.into()),
    }
}

pub(super) fn too_busy() -> Problem {
    Problem::new(Code::Failed, "others change this match all the time; nothing has changed")
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
