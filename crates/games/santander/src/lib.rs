//! Corpo Truppe Volontarie: Santander 1937.
//!
//! The crate reads like its rulebook: a module for each chapter, in the rulebook's order, each function under its statement
//! of `data/rules.toml`.
//!
//! | chapter | rules |
//! | --- | --- |
//! | `pieces` | 2 counters |
//! | `sequence` | 3 sequence of play |
//! | `setup` | 4 set-up, 15.2 |
//! | `stacking` | 5 stacking |
//! | `supply` | 6 supply |
//! | `movement` | 7 zones of control, 8 movement |
//! | `bombardment` | 9 bombardment, 9.5 disorganisation, 15.1 air combat |
//! | `combat` | 10 combat: attack, odds, losses, advance, retreat, morale, control |
//! | `events` | 11 weather, 12 Republican Offensive, 13 Basque surrender, 14.2 factory |
//! | `victory` | 14 victory |
//!
//! Map and charts (1.3, T1 to T5) are the `book`'s; fog of war (5.3) is `seen`.

mod action;
mod book;
mod event;
mod frame;
mod game;
mod ids;
mod judge;
mod notation;
mod position;
mod present;
mod rules;
mod seen;
mod testing;

mod bombardment;
mod combat;
mod events;
mod movement;
mod pieces;
mod sequence;
mod setup;
mod stacking;
mod supply;
mod victory;

use event::Event;
use frente_engine::Side;
pub use game::Santander;

/// A set of hexes.
type Set = frente_board::Bits<5>;
