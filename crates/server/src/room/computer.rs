//! Computer players at work.
//!
//! A room has at most one task that decides for its computers, one decision at a time, by the same door as people: kept, then shown.
//! They think on a copy and on threads of their own, so that the room and the server go on answering.

use super::{Event, Problem, Room, at_hand};
use crate::seats::Player;
use frente_engine::table::Table;
use frente_engine::{Rng, Side, Wait};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// What is to be decided.
struct Task {
    side: Side,
    player: String,
    point: usize,
    table: Box<dyn Table>,
}

impl Room {
    /// Puts the computer players to work, if it is their turn and nobody has yet.
    pub(super) fn drive(self: &Arc<Self>) {
        if !self.has_computer() || self.driven.swap(true, Ordering::AcqRel) {
            return;
        }
        let room = Arc::clone(self);
        tokio::spawn(async move {
            let mut told = None;
            loop {
                match room.step(&mut told).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(problem) => {
                        tracing::error!(id = %room.id, %problem.denied, "a computer player cannot go on");
                        room.driven.store(false, Ordering::Release);
                        break;
                    }
                }
            }
        });
    }

    fn has_computer(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.players[side] != Player::Person)
    }

    /// One decision; `false` when there is none to take for the time being.
    async fn step(self: &Arc<Self>, told: &mut Option<Side>) -> Result<bool, Problem> {
        let Some(task) = self.next().await? else { return Ok(false) };
        let pause = Instant::now() + Duration::from_millis(self.pace.load(Ordering::Relaxed));
        if *told != Some(task.side) {
            *told = Some(task.side);
            let text = format!("{} is thinking", task.player);
            self.hub.tell(None, &Event::Thinking { side: task.side, text });
        }
        let (side, point) = (task.side, task.point);
        let line = self.think(task).await?;
        tokio::time::sleep_until(pause).await;
        let mut guard = self.table().await?;
        // Somebody took something back meanwhile: think again.
        if guard.as_deref().is_none_or(|table| table.point() != point) {
            return Ok(true);
        }
        let act = |table: &mut dyn Table| {
            table.play(side.into(), &line)?;
            Ok((point, self.append(table, point)?))
        };
        self.change(&mut guard, None, act, |_, _| ()).await?;
        metrics::counter!("frente_computer_decisions_total").increment(1);
        Ok(true)
    }

    /// What there is to decide. Two computers play on only while somebody watches.
    async fn next(&self) -> Result<Option<Task>, Problem> {
        let guard = self.table().await?;
        let table = guard.as_deref().expect("it was just read");
        let watched = !self.hub.is_empty() || self.players.0.contains(&Player::Person);
        let task = match (table.wait(), at_hand(table)) {
            (Wait::Decision(side), _) if watched => match &self.players[side] {
                Player::Computer(player) => {
                    Some(Task { side, player: player.clone(), point: table.point(), table: table.fork() })
                }
                Player::Person => None,
            },
            _ => None,
        };
        if task.is_none() {
            // Still behind the lock: whoever changes the match next finds nobody at work and starts anew.
            self.driven.store(false, Ordering::Release);
        }
        Ok(task)
    }

    async fn think(&self, task: Task) -> Result<String, Problem> {
        let permit = Arc::clone(&self.house.thinkers).acquire_owned().await;
        let seed = getrandom::u64()?;
        let begun = Instant::now();
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            task.table.suggest(&task.player, &mut Rng::new(seed))
        });
        let line = thought.await.map_err(|error| {
            tracing::error!(%error, id = %self.id, "a computer player broke down");
            Problem::new("failed", "a computer player broke down")
        })??;
        metrics::histogram!("frente_computer_seconds").record(begun.elapsed());
        Ok(line)
    }
}
