//! Between Two Flags: Guadalajara 1937, rule by rule.
//!
//! | module | section of the rulebook |
//! | --- | --- |
//! | `setup` | 4, x1 |
//! | `sequence` | 5 |
//! | `movement` | 6, 14, x9 |
//! | `stacking` | 7 |
//! | `zones` | 8 |
//! | `combat` | 9, 10, x2, x13 |
//! | `supply` | 11, x3 |
//! | `leaders` | 12 |
//! | `reinforcements` | 13, x4 |
//! | `command` | 15 |
//! | `weather` | 16, x6, x14 |
//! | `air` | 17, x7 |
//! | `victory` | 18, x8 |
//! | `withdrawal` | x1.1 |
//!
//! Standard and exclusive rules (x) are not kept apart: where both speak, the exclusive one is written (1-r1).
//!
//! The rules are methods of the [`book::Book`], which holds everything printed; what changes is a
//! [`position::Position`]. `game` fulfils the engine's contract with them.

pub mod action;
mod air;
pub mod book;
mod combat;
mod command;
pub mod event;
pub mod frame;
mod game;
pub mod ids;
mod judge;
mod leaders;
mod movement;
mod notation;
pub mod position;
mod present;
mod reinforcements;
mod rules;
mod sequence;
mod setup;
mod stacking;
mod supply;
mod testing;
mod victory;
mod weather;
mod withdrawal;
mod zones;

use frente_engine::Edition;

/// The game, opened at its scenario.
#[derive(Clone, Debug)]
pub struct Guadalajara {
    /// Everything printed.
    pub book: book::Book,
    edition: Edition,
}
