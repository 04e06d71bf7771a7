//! The laboratory: many games, and what they say.
//!
//! [`simulate`] plays games between named players on all cores and reports rates and outcomes. A game's dice and decisions depend only on
//! the seed and the game's number, never on threads or time, so that every game of a report can be played again. [`ladder`] asks who of
//! several players is the stronger, [`judgement`] whether a game's judgement sees who will win, [`balance`] how a scenario plays, and what
//! would be if.

pub mod balance;
pub mod judgement;
pub mod ladder;
mod lines;
mod playout;
mod report;
mod simulate;

pub use playout::{MOST_STEPS, Played, Playout, Stuck, Watch};
pub use report::{Interval, OutcomeCount, Report};
pub use simulate::{Plan, simulate};
