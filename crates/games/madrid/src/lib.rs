//! Storm Over Madrid: the fighting for Madrid from October 1936 to January 1937, on areas, with alternating impulses, secret
//! event chits and Republican morale.
//!
//! The crate reads like the rulebook:
//!
//! | section | module |
//! | --- | --- |
//! | 1 Counters | [`counters`] |
//! | 2 Map | [`map`] |
//! | 3 Stacking, supply, morale, control | [`general`] |
//! | 4 Sequence of play, 12 set-ups, initiative, Pause | [`sequence`] |
//! | 5, 9 Support points, activations | [`activations`] |
//! | 6 Event chits | [`chits`] |
//! | 7 Reinforcements | [`reinforcements`] |
//! | 8 Replacements | [`replacements`] |
//! | 9 The course of an impulse | [`impulse`] |
//! | 9.2 Movement | [`movement`] |
//! | 9.3 Bombardment | [`bombardment`] |
//! | 9.4, 9.8 Combat | [`combat`] |
//! | 9.5 Defensive Fire | [`fire`] |
//! | 9.6 Losses | [`losses`] |
//! | 9.7 Retreat | [`retreat`] |
//! | 12 Scenario sheets | [`scenario`] |
//! | 10, 11 Automatic victory, Defence Council, weather; victory points | [`special`] |
//! | 15 Event chits | [`events`] |
//!
//! Around it: [`book`] and [`tables`] (the data files), [`position`] and [`frame`] (everything that changes), [`action`] and
//! [`notation`], [`legal`], [`play`], [`event`], [`game`] (the engine's contract), [`present`], [`sheet`] and [`words`] (views, print, text), [`odds`], [`judge`] (for computer
//! players), [`setup`] (cases).

pub mod action;
pub mod activations;
pub mod bombardment;
pub mod book;
pub mod chits;
pub mod combat;
pub mod counters;
pub mod event;
pub mod events;
pub mod fire;
pub mod frame;
pub mod game;
pub mod general;
pub mod impulse;
pub mod judge;
pub mod legal;
pub mod losses;
pub mod map;
pub mod movement;
pub mod notation;
pub mod odds;
pub mod play;
pub mod position;
pub mod present;
pub mod reinforcements;
pub mod replacements;
pub mod retreat;
pub mod rules;
pub mod scenario;
pub mod sequence;
pub mod setup;
pub mod sheet;
pub mod special;
pub mod tables;
pub mod words;

pub use frente_engine::Side;
pub use game::Madrid;
