//! The commander: looks at what promises most and plays on through the enemy's reply.

use crate::meter::{Meter, Purse};
use crate::playout::Style;
use crate::search::{Manner, search};
use crate::worth::Eye;
use frente_engine::table::{Budget, Player, Question};
use frente_engine::{Judged, Rng};

/// How much a commander thinks. Levels differ in time and depth, never in what they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// A tenth of a second a turn.
    Recruit,
    /// A second a turn.
    Captain,
    /// Ten seconds a turn.
    General,
}

impl Level {
    /// The level with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "recruit" => Some(Level::Recruit),
            "captain" => Some(Level::Captain),
            "general" => Some(Level::General),
            _ => None,
        }
    }

    /// How much it thinks in a turn unless it is told otherwise.
    pub fn budget(self) -> Budget {
        Budget::Seconds(match self {
            Level::Recruit => 0.1,
            Level::Captain => 1.0,
            Level::General => 10.0,
        })
    }

    /// How it thinks: more time also goes into looking at more actions.
    fn manner(self) -> Manner {
        let width = match self {
            Level::Recruit => 4,
            Level::Captain => 6,
            Level::General => 10,
        };
        Manner { width, samples: 1, style: Style { eye: Eye::Judge, glance: GLANCE, turns: 0 }, proof: PROOF }
    }
}

/// At how many actions of a list the model of both sides looks in a playout. Measured in few games, for the same work in belchite: six
/// won 18 of 28 games against greedy, all of them 7 of 12.
const GLANCE: usize = 6;
/// How many standard errors better an action must be than the one that looked best. Measured in few games of madrid's drive: half of
/// one won 6 of 6 against greedy, none at all 4 of 6.
const PROOF: f64 = 0.5;

/// A player that thinks: it plays on from the actions that look best, as long as its turn's time lasts.
#[derive(Clone, Debug)]
pub struct Commander {
    level: Level,
    purse: Purse,
}

impl Commander {
    /// A commander of a level that thinks as much as its level does, or as it is told.
    pub fn new(level: Level, budget: Option<Budget>) -> Self {
        Commander { level, purse: Purse::new(budget.unwrap_or(level.budget())) }
    }
}

impl<G: Judged> Player<G> for Commander {
    fn choose(&mut self, question: &Question<'_, G>, rng: &mut Rng) -> G::Action {
        if let [only] = question.legal {
            return *only;
        }
        let turn = question.game.turn(&question.game.imagine(question.seen, rng));
        let mut meter = Meter::new(question.thinking, self.purse.allow(turn));
        let action = search(question, self.level.manner(), &mut meter, rng);
        self.purse.spend(meter.used());
        action
    }
}
