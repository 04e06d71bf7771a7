//! Looking at a match: what a seat may know of it, in a state, a line or a file.

use super::{Asker, Kept, Room, differs};
use crate::seats::Holds;
use crate::wire::{Problem, text};
use frente_engine::protocol::{self, Played, Request, Rights, at_hand};
use frente_engine::table::{Code, Table};
use frente_engine::{Seat, Seed};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::MutexGuard;

impl Room {
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
    pub(super) fn asker(&self, asker: &Asker, seat: Option<Seat>) -> protocol::Asker<'_> {
        protocol::Asker { name: &self.name, rights: Rights::Holds(asker.holds), seat }
    }

    /// What the holder of a link is told.
    pub(super) fn told(&self, table: &dyn Table, holds: Holds, from: usize, frozen: bool) -> Played {
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
        seed: Seed,
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
}

/// The table as it is now, to look at.
pub(super) fn shown(guard: &MutexGuard<'_, Option<Kept>>) -> Arc<dyn Table> {
    Arc::clone(&guard.as_ref().expect("whoever has the lock has read it").table)
}

pub(super) fn is_frozen(guard: &MutexGuard<'_, Option<Kept>>) -> bool {
    guard.as_ref().is_some_and(|kept| kept.frozen.is_some())
}

pub(super) fn may_know_all(table: &dyn Table, holds: Holds) -> Result<(), Problem> {
    if table.wait().is_over() || holds == Holds::Both {
        Ok(())
    } else {
        Err(Problem::new(
            Code::Refused,
            "the whole match is shown when it is over, or to one who holds both sides",
        ))
    }
}
