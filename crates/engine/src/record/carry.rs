//! Matches of earlier rules: carried over to those of this program as far as their lines mean the same.
//!
//! A line means the same if it can be read, is legal where it stands, and, if it is a throw, is the one the seed gives there. Whatever else
//! a change of the rules does to a match shows in a later line that no longer is.

use super::save::LoadError;
use super::{By, Match, Throws};
use crate::game::{Game, Wait};
use crate::rule::Rule;
use std::fmt;

/// A match of earlier rules, as far as its lines mean the same by those of this program.
pub struct Carried<G: Game> {
    /// The match, up to the first line that means something else.
    pub record: Match<G>,
    /// What is wrong with that line; `None` if there is none and the match goes on.
    pub differs: Option<Differs>,
}

impl<G: Game> Carried<G> {
    /// The whole match.
    ///
    /// # Errors
    /// When a line means something else.
    pub fn whole(self) -> Result<Match<G>, LoadError> {
        match self.differs {
            None => Ok(self.record),
            Some(differs) => Err(LoadError::Differs(differs)),
        }
    }
}

/// Where a match of earlier rules stops meaning what it meant. The referee's: line and problem may hold secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// How many of its actions mean the same.
    pub point: usize,
    /// The version of the rules it was played with.
    pub played: u32,
    /// The version of this program.
    pub program: u32,
    /// The rule that forbids the next action, if one does.
    pub rule: Option<Rule>,
    /// That action.
    pub line: String,
    /// Why it means something else.
    pub problem: String,
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the match was played with version {} of the rules; by version {} action {} is another one: {:?}: {}",
            self.played,
            self.program,
            self.point + 1,
            self.line,
            self.problem
        )
    }
}

/// Why a saved line cannot be taken.
pub(super) struct Wrong {
    pub rule: Option<Rule>,
    pub problem: String,
}

impl Wrong {
    fn new(problem: impl Into<String>) -> Self {
        Wrong { rule: None, problem: problem.into() }
    }
}

impl<G: Game> Match<G> {
    /// Takes the next line of a save; `sworn` if its throws must be those of the seed. Nothing has changed if it cannot be taken.
    pub(super) fn replay_saved(&mut self, line: &str, sworn: bool) -> Result<(), Wrong> {
        let by = match self.wait() {
            Wait::Decision(side) => By::Side(side),
            Wait::Chance(_) => By::Chance,
            Wait::Over(_) => return Err(Wrong::new("the match was already over")),
        };
        let action = self.game.parse(&self.position, line).map_err(|e| Wrong::new(e.problem))?;
        self.game.check(&self.position, action).map_err(|refusal| Wrong {
            rule: Some(refusal.rule),
            problem: format!("refused by rule {}", refusal.rule),
        })?;
        if by == By::Chance && self.log.len() >= self.inherited {
            self.count_throw(action, sworn)?;
        }
        self.record(action, by);
        Ok(())
    }

    /// Counts a throw of this match's dice, and looks whether it is the one they give.
    fn count_throw(&mut self, thrown: G::Action, sworn: bool) -> Result<(), Wrong> {
        let Throws::Seeded(dice) = &mut self.throws else { return Ok(()) };
        if !sworn {
            dice.set_throws(dice.throws() + 1);
            return Ok(());
        }
        if !dice.ready() {
            return Err(Wrong::new("thrown before everybody had added to the dice"));
        }
        let mut outcomes = Vec::new();
        self.game.chance(&self.position, &mut outcomes);
        let before = dice.throws();
        let due = outcomes[dice.throw(outcomes.iter().map(|(_, weight)| *weight))].0;
        if due == thrown {
            return Ok(());
        }
        dice.set_throws(before);
        let mut line = String::new();
        self.game.print(&self.position, due, &mut line);
        Err(Wrong::new(format!("the seed gives {line:?} there")))
    }
}
