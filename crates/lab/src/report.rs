//! What many games say.

use frente_engine::{Outcome, PerSide, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The sum of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `aragon/belchite`.
    pub scenario: String,
    /// Who played the Republican side.
    pub republican: String,
    /// Who played the Nationalist side.
    pub nationalist: String,
    /// Games played to the end.
    pub games: u64,
    /// Decisions taken in them.
    pub decisions: u64,
    /// Rolls and draws in them.
    pub throws: u64,
    /// Seconds on the clock.
    pub seconds: f64,
    /// Decisions a second, all threads together.
    pub decisions_per_second: f64,
    /// Games a second, all threads together.
    pub games_per_second: f64,
    /// The longest list of legal actions.
    pub widest: usize,
    /// The longest game, in decisions and throws.
    pub longest: u64,
    /// What a computer player that thinks takes for a decision on average, in milliseconds.
    pub mean_decision_ms: f64,
    /// The slowest decision of a computer player that thinks, in milliseconds.
    pub slowest_decision_ms: f64,
    /// Games that went wrong, each with what is needed to see it again.
    pub faults: Vec<String>,
    /// How the games ended.
    pub outcomes: Vec<OutcomeCount>,
    /// How often each side won, with 95 % confidence.
    pub wins: PerSide<Interval>,
}

/// How often games ended in one way.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct OutcomeCount {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// How often.
    pub games: u64,
}

/// A share with its 95 % confidence interval (Wilson).
#[derive(Clone, Copy, Debug, Serialize, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Interval {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// `hits` of `all`.
    ///
    /// ```
    /// let half = frente_lab::Interval::of(50, 100);
    /// assert!(half.low > 0.40 && half.high < 0.60);
    /// ```
    pub fn of(hits: u64, all: u64) -> Self {
        Self::of_points(hits as f64, all)
    }

    /// So many points of `all`, where a draw is half a point.
    pub fn of_points(points: f64, all: u64) -> Self {
        if all == 0 {
            return Interval { share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p, z) = (all as f64, points / all as f64, 1.96_f64);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let (middle, scale) = (p + z * z / (2.0 * n), 1.0 + z * z / n);
        Interval {
            share: p,
            low: ((middle - spread) / scale).max(0.0),
            high: ((middle + spread) / scale).min(1.0),
        }
    }
}

/// What one thread gathers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub games: u64,
    pub decisions: u64,
    pub throws: u64,
    pub widest: usize,
    pub longest: u64,
    /// Decisions of computer players that think, the milliseconds they took, and the slowest.
    pub thoughts: u64,
    pub thinking: f64,
    pub slowest: f64,
    pub faults: Vec<String>,
    pub outcomes: BTreeMap<(Option<Side>, &'static str, &'static str), u64>,
}

impl Gathered {
    pub fn ended(&mut self, outcome: Outcome, decisions: u64, throws: u64) {
        self.games += 1;
        self.decisions += decisions;
        self.throws += throws;
        self.longest = self.longest.max(decisions + throws);
        *self.outcomes.entry((outcome.winner, outcome.reason, outcome.rule.id())).or_default() += 1;
    }

    pub fn thought(&mut self, time: Duration) {
        let ms = time.as_secs_f64() * 1e3;
        self.thoughts += 1;
        self.thinking += ms;
        self.slowest = self.slowest.max(ms);
    }

    pub fn mean_decision_ms(&self) -> f64 {
        self.thinking / self.thoughts.max(1) as f64
    }

    pub fn add(&mut self, other: Gathered) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.throws += other.throws;
        self.widest = self.widest.max(other.widest);
        self.longest = self.longest.max(other.longest);
        self.thoughts += other.thoughts;
        self.thinking += other.thinking;
        self.slowest = self.slowest.max(other.slowest);
        self.faults.extend(other.faults);
        for (key, count) in other.outcomes {
            *self.outcomes.entry(key).or_default() += count;
        }
    }

    pub fn wins(&self) -> PerSide<Interval> {
        let of = |side| {
            let won = self.outcomes.iter().filter(|((w, _, _), _)| *w == Some(side)).map(|(_, n)| n).sum();
            Interval::of(won, self.games)
        };
        PerSide::new(of(Side::Republican), of(Side::Nationalist))
    }
}
