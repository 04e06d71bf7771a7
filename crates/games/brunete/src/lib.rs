//! Brunete 1937: the Republic goes on the offensive.
//!
//! The chapters of the rulebook are modules, and the only place with rules:
//!
//! | section | module |
//! | --- | --- |
//! | 1.1 stacking | `position` |
//! | 2 Game sequence | `sequence` |
//! | 3 Supply, 1.1 control | `supply` |
//! | 4 Zones of control | `zones` |
//! | 5.1 Command points | `command` |
//! | 5.2 Resources | `resources` |
//! | 6.1 Reinforcements | `reinforcements` |
//! | 6.2 Recoverable casualties | `recovery` |
//! | 6.3 Replacements | `replacements` |
//! | 7 Offensive from Madrid | `madrid` |
//! | 8 Aviation | `aviation` |
//! | 9 Movement | `movement` |
//! | 10 Combat | `combat` |
//! | 11 Optional rules | `book` (which are on), and where each takes effect |
//! | 12.1 Deployment | `setup` |
//! | 12 Victory | `victory` |
//!
//! Around them are the rooms that every game has: `game` is the door to the rules, `book` holds the data, `position`, `frame`, `ids`,
//! `action`, `event`, `notation` and `rules` what the rules speak of; `seen` keeps secrets, `present` shows the game, `testing` arranges
//! positions for cases, `judge` values them.

pub mod action;
mod aviation;
pub mod book;
mod combat;
mod command;
mod event;
pub mod frame;
mod game;
pub mod ids;
mod judge;
mod madrid;
mod movement;
mod notation;
pub mod position;
mod present;
mod recovery;
mod reinforcements;
mod replacements;
mod resources;
mod rules;
mod seen;
mod sequence;
mod setup;
mod supply;
mod testing;
mod victory;
mod zones;

use book::{Book, Scenario, Variants};
use frente_engine::Edition;
use std::sync::Arc;

/// The game, opened at a scenario.
#[derive(Debug)]
pub struct Brunete {
    /// Map, counters, tables.
    pub book: Arc<Book>,
    /// The scenario.
    pub scenario: Scenario,
    /// The optional rules in force.
    pub variants: Variants,
    edition: Edition,
}
