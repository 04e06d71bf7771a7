//! Cases: the rulebook as a test suite.
//!
//! A case is a text file that a player can read: a scenario, the differences from its set-up, actions and dice in notation, and
//! what must hold along the way. `docs/cases.md` teaches the format. [`Case::read`] reads a file, [`run()`] plays it.

mod books;
mod file;
pub mod mutate;
mod run;
pub mod set;

pub use books::Books;
pub use file::{Case, CaseFileError, Hides, Step};
pub use run::{Failure, refusals, run};

use crate::game::Game;

/// What cases and the harness need of a game beyond its rules.
pub trait Testable: Game {
    /// The position that a `[set]` table describes: the scenario's start with the differences the table names, legal or deliberately
    /// odd. An empty table is the start itself. Unknown keys are errors.
    ///
    /// # Errors
    /// What is wrong, and under which key.
    fn arrange(&self, set: &toml::Table) -> Result<Self::Position, SetupError>;

    /// What stands under a key of an expectation: `units`, `turn`, `phase`, `column`, …. `None`: there is no such key.
    fn inspect(&self, position: &Self::Position, key: &str) -> Option<toml::Value>;

    /// Checks everything that must hold in every position: stacking, counts of units, derived data equal to itself recomputed.
    ///
    /// # Errors
    /// What does not hold.
    fn audit(&self, position: &Self::Position) -> Result<(), String>;
}

/// What is wrong with a `[set]` table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("[set] {key}: {problem}")]
pub struct SetupError {
    /// The key, with dots: `units.3/52`.
    pub key: String,
    /// What was found and what was expected.
    pub problem: String,
}

impl SetupError {
    /// An error under a key.
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        SetupError { key: key.into(), problem: problem.into() }
    }
}
