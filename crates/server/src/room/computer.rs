//! Computer players at work.
//!
//! A room has at most one task that decides for its computers, one decision at a time, by the same door as people: kept, then shown.
//! They think on a copy and on threads of their own, so that the room and the server go on answering.

use super::look::{is_frozen, shown};
use super::{Event, Problem, Room};
use crate::seats::Player;
use crate::store::Signal;
use frente_engine::protocol::{Done, at_hand};
use frente_engine::table::{Mind, Table, Thinking};
use frente_engine::{PerSide, Rng, Side, Wait};
use futures_util::FutureExt as _;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// What computer players keep in mind from one decision to the next, and the thought at hand.
#[derive(Default)]
pub(super) struct Minds {
    kept: PerSide<Option<Mind>>,
    thought: Option<Thinking>,
}

/// What is to be decided.
struct Task {
    side: Side,
    player: String,
    point: usize,
    table: Arc<dyn Table>,
}

impl Room {
    /// Puts the computer players to work, if it is their turn and nobody has yet.
    pub fn drive(self: &Arc<Self>) {
        if !self.has_computer() || self.driven.swap(true, Ordering::AcqRel) {
            return;
        }
        let room = Arc::clone(self);
        tokio::spawn(async move {
            let mut told = None;
            loop {
                let why: &dyn fmt::Display = match AssertUnwindSafe(room.step(&mut told)).catch_unwind().await
                {
                    Ok(Ok(true)) => continue,
                    Ok(Ok(false)) => break,
                    Ok(Err(problem)) => &problem.to_string(),
                    Err(_) => &"the program broke down",
                };
                tracing::error!(id = %room.id, %why, "a computer player cannot go on");
                room.driven.store(false, Ordering::Release);
                break;
            }
        });
    }

    fn has_computer(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.players[side] != Player::Person)
    }

    /// One decision; `false` when there is none to take for the time being.
    async fn step(self: &Arc<Self>, told: &mut Option<Side>) -> Result<bool, Problem> {
        let Some(task) = self.next().await? else { return Ok(false) };
        // Of several servers one thinks. Should it go down, the others look again before long.
        if !self.house.store.lead(self.id).await? {
            self.driven.store(false, Ordering::Release);
            return Ok(false);
        }
        let pause = Instant::now() + Duration::from_millis(self.pace.load(Ordering::Relaxed));
        if *told != Some(task.side) {
            *told = Some(task.side);
            let text = format!("{} is thinking", task.player);
            let (id, side) = (self.id, task.side);
            self.tell_elsewhere(vec![Signal::Thinking { id, side, text: text.clone() }]);
            self.hub.tell(None, &Event::Thinking { side, text });
        }
        let (side, point) = (task.side, task.point);
        // Two computers that people only watch play one match at a time, disk and pushes included, and rest as long as they have
        // worked: they leave the processor to those who play.
        let mut turn = None;
        if !self.players.0.contains(&Player::Person) {
            tokio::time::sleep_until(pause).await;
            turn = Some(Arc::clone(&self.house.watched).acquire_owned().await);
        }
        let begun = Instant::now();
        let Some(line) = self.think(task).await? else { return Ok(true) };
        tokio::time::sleep_until(pause).await;
        let mut guard = self.table().await?;
        // Somebody took something back meanwhile: think again.
        if guard.as_ref().is_none_or(|kept| kept.table.point() != point) {
            return Ok(true);
        }
        let act = |table: &mut dyn Table| {
            table.play(side.into(), &line)?;
            Ok(Done::Taken(point))
        };
        let played = self.change(&mut guard, None, act, |_, _| ()).await?;
        drop(guard);
        if played.is_none() {
            return Ok(true);
        }
        metrics::counter!("frente_computer_decisions_total").increment(1);
        if turn.is_some() {
            tokio::time::sleep(begun.elapsed()).await;
        }
        Ok(true)
    }

    /// What there is to decide. Two computers play on only while somebody watches.
    async fn next(&self) -> Result<Option<Task>, Problem> {
        let guard = self.table().await?;
        let table = guard.as_ref().expect("it was just read").table.as_ref();
        let watched = !self.hub.is_empty() || self.players.0.contains(&Player::Person);
        let task = match (table.wait(), at_hand(table)) {
            (Wait::Decision(side), _) if watched && !is_frozen(&guard) => match &self.players[side] {
                Player::Computer(player) => {
                    Some(Task { side, player: player.clone(), point: table.point(), table: shown(&guard) })
                }
                Player::Person => None,
            },
            _ => None,
        };
        if task.is_none() {
            self.house.store.give_up_lead(self.id).await;
            // Still behind the lock: whoever changes the match next finds nobody at work and starts anew.
            self.driven.store(false, Ordering::Release);
        }
        Ok(task)
    }

    /// The line that a computer player chooses; `None` when it was told to stop: the match is no longer what it thought about.
    async fn think(&self, task: Task) -> Result<Option<String>, Problem> {
        let seed = getrandom::u64()?;
        let begun = Instant::now();
        let thought = Thinking::default();
        let kept = {
            let mut minds = self.minds.lock().expect("no panic while held");
            minds.thought = Some(thought.clone());
            minds.kept[task.side].take()
        };
        let side = task.side;
        let mut mind = kept.unwrap_or_else(|| Mind::new(&task.player));
        mind.thinking = thought.clone();
        let think = move || (task.table.suggest(&mut mind, &mut Rng::new(seed)), mind);
        let (line, mind) = self.house.thinkers.work(think).await;
        {
            let mut minds = self.minds.lock().expect("no panic while held");
            minds.thought = None;
            minds.kept[side] = Some(mind);
        }
        metrics::histogram!("frente_computer_seconds").record(begun.elapsed());
        let line = line?;
        Ok((!thought.is_stopped()).then_some(line))
    }

    /// Ends the thought at hand, if there is one: what it is about has changed, or nobody waits for it any more.
    pub(super) fn stop_thinking(&self) {
        if let Some(thought) = &self.minds.lock().expect("no panic while held").thought {
            thought.stop();
        }
    }
}
