//! Positions: the start of a scenario (12), those that cases arrange, and what must hold in all of them.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `start` | the set-up of a scenario |
//! | `arrange` | the `[set]` table of a case |
//! | `inspect` | what a case can look at |
//! | `audit` | what must hold in every position |

mod arrange;
mod audit;
mod inspect;
mod start;

use crate::Brunete;
use crate::position::Position;
use frente_engine::{SetupError, Testable};

impl Testable for Brunete {
    fn arrange(&self, set: &toml::Table) -> Result<Position, SetupError> {
        self.arranged(set)
    }

    fn inspect(&self, position: &Position, key: &str) -> Option<toml::Value> {
        self.inspected(position, key)
    }

    fn audit(&self, position: &Position) -> Result<(), String> {
        self.audited(position)
    }
}
