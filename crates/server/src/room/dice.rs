//! What stands beside the log: what the dice are made of, who is left out of them, and how the players end a match.

use super::act::{TRIES, throw_for_program, too_busy};
use super::look::shown;
use super::{Asker, Problem, Room};
use crate::seats::Holds;
use crate::wire::text;
use frente_engine::protocol;
use frente_engine::table::{Code, Denied, Table};
use std::sync::Arc;
use std::time::Instant;

impl Room {
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
    pub(super) async fn change_header(
        self: &Arc<Self>,
        asker: Asker,
        what: impl Fn(&mut dyn Table) -> Result<(), Denied>,
    ) -> Result<String, Problem> {
        for _ in 0..TRIES {
            let mut guard = self.table().await?;
            self.may_go_on(&guard)?;
            let mut kept = guard.take().expect("it was just read");
            let before = kept.end();
            if let Err(denied) = what(kept.changing()) {
                *guard = Some(kept);
                return Err(denied.into());
            }
            throw_for_program(kept.changing(), &self.players)?;
            if !self.rewrite(&mut guard, kept, before, Some(asker.connection)).await? {
                continue;
            }
            let table = shown(&guard);
            let answer = text(&protocol::told(
                table.as_ref(),
                &self.asker(&asker, None),
                usize::try_from(before.length).unwrap_or(0),
            ));
            drop(guard);
            *self.added.lock().expect("no panic while held") = Instant::now();
            self.drive();
            return Ok(answer);
        }
        Err(too_busy())
    }
}
