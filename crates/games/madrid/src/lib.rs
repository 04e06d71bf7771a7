//! Storm Over Madrid: the fighting for Madrid from October 1936 to January 1937, on areas, with alternating impulses, secret
//! event chits and Republican morale.
//!
//! The crate reads like the rulebook:
//!
//! | section | module |
//! | --- | --- |
//! | 1 Counters | `counters` |
//! | 2 Map | `book` |
//! | 3 Stacking, supply, morale, control | `general` |
//! | 4 Sequence of play; 12 initiative, Pause | `sequence` |
//! | 5, 9 Support points, activations | `activations` |
//! | 6 Event chits | `chits` |
//! | 7 Reinforcements | `reinforcements` |
//! | 8 Replacements | `replacements` |
//! | 9 The course of an impulse | `impulse` |
//! | 9.2 Movement | `movement` |
//! | 9.3 Bombardment | `bombardment` |
//! | 9.4, 9.8 Combat | `combat` |
//! | 9.4.3 Where an assault can strike | `assault` |
//! | 9.5 Defensive Fire | `fire` |
//! | 9.6 Losses | `losses` |
//! | 9.7 Retreat | `retreat` |
//! | 10, 11 Automatic victory, Defence Council, weather; 12.1 victory points | `special` |
//! | 12 Set-ups | `setup` |
//! | 15 What the event chits do | `events` |
//!
//! Sections 13 and 14 hold no rule (14b).
//!
//! Around it: `book` (the data files), `position` and `frame` (everything that changes), `ids`, `action`, `event`, `notation`, `rules` (the
//! rules' ids), `game` (the engine's contract), `seen` (what a seat knows), `present` (views, print, text, odds), `testing` (cases), `judge`
//! (for computer players).

mod action;
mod activations;
mod assault;
mod bombardment;
mod book;
mod chits;
mod combat;
mod counters;
mod event;
mod events;
mod fire;
mod frame;
mod game;
mod general;
mod ids;
mod impulse;
mod judge;
mod losses;
mod movement;
mod notation;
mod position;
mod present;
mod reinforcements;
mod replacements;
mod retreat;
mod rules;
mod seen;
mod sequence;
mod setup;
mod special;
mod testing;

use frente_engine::Side;
pub use game::Madrid;
