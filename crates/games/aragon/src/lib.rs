//! Spanish Civil War Battles: Belchite, Teruel and Alfambra, by their rulebook.
//!
//! The crate reads like the rulebook: one module for each chapter, in its order and words, each opening with the sections it
//! implements. Data lie beside it in `data/`; [`book`] reads them.
//!
//! | chapter | sections |
//! | --- | --- |
//! | `setup` | 3 setting up |
//! | `sequence` | 4 sequence of play |
//! | `movement` | 5 movement, 6.1 zones of control |
//! | `combat` | 7 combat, results, retreat, displacement, advance; 17 fortifications |
//! | `support` | 8.3, 13 support fire |
//! | `supply` | 10 lines of supply |
//! | `rebuilding` | 11 rebuilding |
//! | `bombardment` | 12 bombardment, Commanding Heights |
//! | `activation` | 14 Republican activation |
//! | `fatigue` | 15 fatigue (optional) |
//! | `blizzard` | 16 the Great Blizzard (optional) |
//! | `reinforcements` | 18, 19: entry of reinforcements |
//! | `victory` | 18, 19, 20: victory |
//!
//! Around the rules: [`position`] and [`frame`] hold what changes, [`action`], [`event`] and `notation` what is said about it, `game` ties
//! questions to answers, `seen` keeps what a seat may not know, `present` shows a game to people, `testing` arranges odd positions for
//! cases, `judge` weighs positions for computer players.

pub mod action;
mod activation;
mod blizzard;
mod bombardment;
pub mod book;
mod combat;
pub mod event;
mod fatigue;
pub mod frame;
mod game;
pub mod ids;
mod judge;
mod movement;
mod notation;
pub mod position;
mod present;
mod rebuilding;
mod reinforcements;
mod rules;
mod seen;
mod sequence;
mod setup;
mod supply;
mod support;
mod testing;
mod victory;

use book::Book;
use frente_engine::{Edition, PerSide};
use ids::UnitSet;

/// One scenario, opened with its options.
#[derive(Debug, Clone)]
pub struct Aragon {
    /// Map, counters, tables, scenario.
    pub book: Book,
    edition: Edition,
    /// 15.0: is fatigue played?
    pub fatigue: bool,
    /// 16.0: is the blizzard played?
    pub blizzard: bool,
    /// Each side's units.
    units: PerSide<UnitSet>,
    /// Each side's mobile units.
    mobile: PerSide<UnitSet>,
}
