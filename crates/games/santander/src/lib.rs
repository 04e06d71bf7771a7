//! Corpo Truppe Volontarie: Santander 1937.
//!
//! The crate reads like its rulebook: a module for each chapter, in the rulebook's order, each function under its statement
//! of `data/rules.toml`.
//!
//! | module | rules |
//! | --- | --- |
//! | [`book`] | 1.3 map, charts, scenario: the data files |
//! | [`pieces`] | 2 counters |
//! | [`position`], [`frame`], [`action`], [`event`], [`notation`] | what changes, what comes next, what is done, what happened |
//! | [`sequence`] | 3 sequence of play |
//! | [`setup`] | 4 set-up, 15.2 |
//! | [`stacking`] | 5 stacking |
//! | [`fog`] | 5.3 fog of war |
//! | [`supply`] | 6 supply |
//! | [`movement`] | 7 zones of control, 8 movement |
//! | [`bombardment`] | 9 bombardment, 9.5 disorganisation, 15.1 air combat |
//! | [`combat`] | 10 combat: attack, odds, losses, advance, retreat, morale, control |
//! | [`events`] | 11 weather, 12 Republican Offensive, 13 Basque surrender, 14.2 factory |
//! | [`victory`] | 14 victory |
//! | [`judge`] | how good a position is, for computer players |
//! | [`show`] | text, views, odds, sheet |
//! | [`arrange`] | odd positions for cases |

pub mod action;
pub mod arrange;
pub mod bombardment;
pub mod book;
pub mod combat;
pub mod event;
pub mod events;
pub mod fog;
pub mod frame;
mod game;
pub mod judge;
pub mod movement;
pub mod notation;
pub mod pieces;
pub mod position;
pub mod rules;
mod secret;
pub mod sequence;
pub mod setup;
pub mod show;
pub mod stacking;
pub mod supply;
pub mod victory;

pub use action::Action;
pub use event::Event;
pub use frente_engine::Side;
pub use game::Santander;
pub use position::Position;

/// A set of hexes.
pub type Set = frente_board::Bits<5>;
