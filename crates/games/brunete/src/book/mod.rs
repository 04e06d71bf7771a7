//! The data files: what a player can read and correct. Nothing here is a rule.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `files` | what is written down |
//! | `types` | what the rules look up |
//! | `load` | from the one to the other: the map, and all together |
//! | `tables`, `counters`, `scenarios` | the other files |
//! | `variants` | the optional rules in force |

mod counters;
pub(crate) mod files;
pub(crate) mod load;
mod scenarios;
mod tables;
pub(crate) mod types;
mod variants;

pub use types::{
    Book, Colour, Entry, Kind, Objective, Outcome, Scenario, Tables, Tank, UnitInfo, UnitText, Victory,
};
pub use variants::Variants;
