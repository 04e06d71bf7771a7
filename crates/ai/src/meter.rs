//! How much thinking is left: for one decision, and for a turn.

use frente_engine::table::{Budget, Thinking};
use std::time::{Duration, Instant};

/// Measures the thinking of one decision against what it may cost.
pub(crate) struct Meter<'a> {
    thinking: Option<&'a Thinking>,
    begun: Instant,
    positions: u64,
    allowed: Option<Budget>,
}

impl<'a> Meter<'a> {
    /// For thinking that nothing ends before it is done.
    pub(crate) fn unbounded() -> Meter<'static> {
        Meter { thinking: None, begun: Instant::now(), positions: 0, allowed: None }
    }

    /// For thinking that ends when so much is used, or somebody says so.
    pub(crate) fn new(thinking: &'a Thinking, allowed: Budget) -> Self {
        Meter { thinking: Some(thinking), begun: Instant::now(), positions: 0, allowed: Some(allowed) }
    }

    /// So many positions were judged.
    #[inline]
    pub(crate) fn count(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// What was used, in the unit of what is allowed: seconds or positions.
    pub(crate) fn used(&self) -> f64 {
        match self.allowed {
            Some(Budget::Seconds(_)) => self.begun.elapsed().as_secs_f64(),
            _ => self.positions as f64,
        }
    }

    /// What may still be used, in the same unit.
    pub(crate) fn left(&self) -> f64 {
        self.allowed.map_or(f64::INFINITY, |allowed| (size(allowed) - self.used()).max(0.0))
    }

    /// Is there no more to be used?
    pub(crate) fn is_out(&self) -> bool {
        if self.thinking.is_some_and(Thinking::is_stopped) {
            return true;
        }
        match self.allowed {
            None => false,
            Some(Budget::Seconds(s)) => self.begun.elapsed() >= Duration::from_secs_f64(s),
            Some(Budget::Positions(n)) => self.positions >= n,
        }
    }

    /// Tells those who wait how far it is.
    pub(crate) fn report(&self) {
        if let (Some(thinking), Some(allowed)) = (self.thinking, self.allowed) {
            thinking.report(self.used() / size(allowed));
        }
    }
}

fn size(budget: Budget) -> f64 {
    match budget {
        Budget::Seconds(s) => s,
        Budget::Positions(n) => n as f64,
    }
}

/// So many decisions are expected in a turn before there is any experience.
const AT_FIRST: f64 = 30.0;
/// However many were expected, so many more may come: the last part of a turn's time is never spent at once.
const AT_LEAST: f64 = 6.0;

/// What is left of the time for a turn, and how it is dealt out among the turn's decisions, whose number nobody knows beforehand.
///
/// Each decision may use an equal share of what is left for those still expected, going by the turns before. So a turn never takes
/// longer than it may, but for the last position looked at.
#[derive(Clone, Debug)]
pub(crate) struct Purse {
    budget: Budget,
    turn: Option<u8>,
    used: f64,
    decisions: f64,
    usual: f64,
}

impl Purse {
    pub(crate) fn new(budget: Budget) -> Self {
        Purse { budget, turn: None, used: 0.0, decisions: 0.0, usual: AT_FIRST }
    }

    /// What the next decision may use, in this turn of the game.
    pub(crate) fn allow(&mut self, turn: u8) -> Budget {
        if self.turn != Some(turn) {
            if self.turn.is_some() {
                self.usual = f64::midpoint(self.usual, self.decisions);
            }
            (self.turn, self.used, self.decisions) = (Some(turn), 0.0, 0.0);
        }
        let left = (size(self.budget) - self.used).max(0.0);
        let share = left / (self.usual - self.decisions).max(AT_LEAST);
        match self.budget {
            Budget::Seconds(_) => Budget::Seconds(share),
            Budget::Positions(_) => Budget::Positions(share as u64),
        }
    }

    /// A decision used so much.
    pub(crate) fn spend(&mut self, used: f64) {
        self.used += used;
        self.decisions += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_many_decisions_stays_within_its_budget() {
        let mut purse = Purse::new(Budget::Positions(1000));
        for turn in 1..4 {
            let mut used = 0;
            for _ in 0..200 {
                let Budget::Positions(share) = purse.allow(turn) else { panic!("the unit changed") };
                used += share;
                purse.spend(share as f64);
            }
            assert!((900..=1000).contains(&used), "turn {turn}: {used}");
        }
    }

    #[test]
    fn who_is_told_to_stop_stops() {
        let thinking = Thinking::default();
        let meter = Meter::new(&thinking, Budget::Seconds(60.0));
        assert!(!meter.is_out());
        thinking.stop();
        assert!(meter.is_out());
    }
}
