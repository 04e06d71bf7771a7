//! Between Two Flags: Guadalajara 1937, rule by rule.
//!
//! | module | section of the rulebook |
//! | --- | --- |
//! | `setup` | 4, x1 |
//! | `turn` | 5 |
//! | `movement` | 6, 14, x9 |
//! | `stacking` | 7 |
//! | `zones` | 8 |
//! | [`combat`] | 9, 10, x2, x13 |
//! | `supply` | 11, x3 |
//! | `leaders` | 12 |
//! | `reinforcements` | 13, x4 |
//! | `command` | 15 |
//! | `weather` | 16, x6, x14 |
//! | `air` | 17, x7 |
//! | `victory` | 18, x8 |
//! | `withdrawal` | x1.1 |
//!
//! The rules are methods of the [`book::Book`], which holds everything printed; what changes is a
//! [`position::Position`]. `game` fulfils the engine's contract with them.

pub mod action;
mod air;
pub mod book;
pub mod combat;
mod command;
pub mod event;
pub mod fight;
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
pub mod rule;
mod setup;
mod stacking;
mod supply;
mod testing;
mod turn;
mod victory;
mod weather;
mod withdrawal;
mod zones;

/// The game, opened at its scenario.
#[derive(Clone, Debug)]
pub struct Guadalajara {
    /// Everything printed.
    pub book: book::Book,
    fingerprint: String,
}
