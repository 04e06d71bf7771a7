//! The data files: what a player can read and correct.
//!
//! `files` is what is written down, `book` what the rules look up. Nothing here is a rule.

pub mod book;
mod counters;
pub mod files;
pub mod load;
mod scenarios;
mod tables;

pub use book::{
    Book, Colour, Entry, Kind, Objective, Outcome, Scenario, Tables, Tank, UnitInfo, UnitText, Victory,
};
