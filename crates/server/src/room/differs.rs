//! Matches of earlier rules that went on otherwise than they would by those of this program.
//!
//! Such a match stays as it is, and nobody can act: it can be looked at up to the action that differs and read from there to its last
//! line, and its file holds all of it. When everybody who plays has agreed, it goes on from there by the rules of this program; what
//! came after is given up. The throws that come are others: those that were made are known.

use super::act::{TRIES, too_busy};
use super::look::may_know_all;
use super::{Asker, Event, Kept, Problem, Room};
use crate::seats::Player;
use crate::store::{Change, End};
use crate::wire::{Differing, Rest, text};
use frente_engine::protocol::PAGE;
use frente_engine::record::{Differs, assemble};
use frente_engine::table::{Code, State};
use frente_engine::{Holds, Side};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::MutexGuard;

/// Where a match waits for its players to agree.
pub(super) struct Frozen {
    /// Where its rules differ.
    pub differs: Differs,
    /// How far it has come as it is kept.
    pub end: End,
}

/// Nobody can act: a state offers nothing.
pub(super) fn quiet(state: &mut State) {
    state.choices.clear();
    state.undo = false;
    state.back = false;
    state.blocked = None;
    state.odds = None;
}

fn bit(side: Side) -> i64 {
    1 << side.index()
}

impl Room {
    /// Where the rules of the match differ, as everybody may know it.
    pub(super) fn differing(&self, guard: &MutexGuard<'_, Option<Kept>>) -> Option<Differing> {
        self.differing_of(guard.as_ref()?)
    }

    /// The same of a table that is not put back yet.
    pub(super) fn differing_of(&self, kept: &Kept) -> Option<Differing> {
        let Frozen { differs, end } = kept.frozen.as_ref()?;
        let agreed = self.agreed.load(Ordering::Relaxed);
        Some(Differing {
            point: differs.point,
            actions: usize::try_from(end.length).unwrap_or(differs.point),
            played: differs.played,
            program: differs.program,
            rule: differs.rule,
            agreed: Side::BOTH.into_iter().filter(|side| self.has_agreed(*side, agreed)).collect(),
        })
    }

    /// A computer has nothing against it.
    fn has_agreed(&self, side: Side, agreed: i64) -> bool {
        self.players[side] != Player::Person || agreed & bit(side) != 0
    }

    /// May anybody act?
    ///
    /// # Errors
    /// When the rules of the match differ.
    pub(super) fn may_go_on(&self, guard: &MutexGuard<'_, Option<Kept>>) -> Result<(), Problem> {
        let Some(Frozen { differs, .. }) = guard.as_ref().and_then(|kept| kept.frozen.as_ref()) else {
            return Ok(());
        };
        let why = format!(
            "this match was played with version {} of the rules; by version {} it differs from action {} on: it goes on from there when everybody who plays agrees",
            differs.played,
            differs.program,
            differs.point + 1
        );
        let mut problem = Problem::new(Code::Refused, why);
        problem.0.denied.rule = differs.rule;
        Err(problem)
    }

    /// Somebody agrees that a match goes on from where its rules differ; when everybody has, it does.
    ///
    /// # Errors
    /// When there is nothing to agree on, or it cannot be kept.
    pub async fn agree(self: &Arc<Self>, asker: Asker) -> Result<String, Problem> {
        if asker.holds == Holds::Nothing {
            return Err(Problem::new(Code::WrongSide, "the players say whether the match goes on"));
        }
        for _ in 0..TRIES {
            let mut guard = self.table().await?;
            let Some(frozen) = guard.as_ref().and_then(|kept| kept.frozen.as_ref()) else {
                return Err(Problem::new(
                    Code::BadRequest,
                    "there is nothing to agree on: the match goes on",
                ));
            };
            let (end, point) = (frozen.end, frozen.differs.point);
            let sides = Side::BOTH.into_iter().filter(|side| asker.holds.side(*side));
            let agreed = sides.fold(self.agreed.load(Ordering::Relaxed), |agreed, side| agreed | bit(side));
            if !Side::BOTH.into_iter().all(|side| self.has_agreed(side, agreed)) {
                self.house.store.write(Change::Agree { id: self.id, agreed }).await?;
                self.agreed.store(agreed, Ordering::Relaxed);
                let differs = self.differing(&guard);
                self.hub.tell(Some(asker.connection), &Event::Differs { differs: differs.as_ref() });
                return Ok(text(&serde_json::json!({ "differs": differs })));
            }
            let kept = guard.take().expect("it was just there");
            // No throw was made before everybody had added to the dice. Otherwise none of those that were made comes again.
            let waiting = kept.table.shares().iter().any(|share| share.is_missing());
            let spent = if waiting { 0 } else { kept.table.spent() + end.length.unsigned_abs() };
            let kept = Kept { table: kept.table.go_on(spent).into(), frozen: None, ..kept };
            if !self.rewrite(&mut guard, kept, end, None).await? {
                continue;
            }
            drop(guard);
            self.house.store.write(Change::Agree { id: self.id, agreed: 0 }).await?;
            self.agreed.store(0, Ordering::Relaxed);
            self.hub.tell(Some(asker.connection), &Event::Differs { differs: None });
            tracing::info!(id = %self.id, point, "a match of earlier rules goes on by agreement");
            self.drive();
            return Ok(text(&serde_json::json!({ "differs": null })));
        }
        Err(too_busy())
    }

    /// The lines of such a match after the point at which it differs, from one on, as they were written. What the earlier rules hid from
    /// whom nobody knows any more: whoever may not know everything reads lines in which nothing ever is hidden, and `?` for the others.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn rest(self: &Arc<Self>, holds: Holds, from: usize) -> Result<String, Problem> {
        let guard = self.table().await?;
        let Some(kept) = guard.as_ref() else { return Err(too_busy()) };
        let Some(point) = kept.frozen.as_ref().map(|frozen| frozen.differs.point) else {
            return Err(Problem::new(Code::BadRequest, "by these rules the whole match means what it meant"));
        };
        let (open, all) = (kept.table.notation(), may_know_all(kept.table.as_ref(), holds).is_ok());
        drop(guard);
        let Some(stored) = self.house.store.load(self.id).await? else {
            return Err(Problem::new(Code::UnknownMatch, "this match was deleted"));
        };
        let from = from.max(point);
        let rest = stored.lines.iter().skip(from).take(PAGE);
        let lines: Vec<String> =
            rest.map(|line| if all { line } else { open.open(line) }.to_owned()).collect();
        let end = from + lines.len();
        Ok(text(&Rest { from, lines, next: (end < stored.lines.len()).then_some(end) }))
    }

    /// The whole match as it is kept, when more is kept than can be shown.
    pub(super) async fn frozen_save(self: &Arc<Self>, holds: Holds) -> Result<Option<String>, Problem> {
        let guard = self.table().await?;
        let Some(kept) = guard.as_ref().filter(|kept| kept.frozen.is_some()) else { return Ok(None) };
        may_know_all(kept.table.as_ref(), holds)?;
        drop(guard);
        let stored = self.house.store.load(self.id).await?;
        Ok(stored.map(|stored| assemble(&stored.header, &stored.lines)))
    }
}
