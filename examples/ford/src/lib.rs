//! The Ford: two handfuls of men, a river and a village. A whole game, as small as one can be; `docs/new-game.md` goes through it.
//!
//! | section | module |
//! | --- | --- |
//! | 1 Map and units | `book` |
//! | 2 Sequence and victory | `sequence` |
//! | 3 Movement | `movement` |
//! | 4 Combat, 5 The machine gun | `combat` |

mod action;
mod book;
mod combat;
mod event;
mod frame;
mod game;
mod ids;
mod judge;
mod movement;
mod notation;
mod position;
mod present;
mod rules;
mod seen;
mod sequence;
mod testing;

pub use game::Ford;
