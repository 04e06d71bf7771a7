//! Maps and geometry for board wargames. No rules.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`bits`] | fixed-size bit sets over places or pieces |
//! | [`grid`] | hex coordinates: both orientations, every numbering the games use |
//! | [`data`] | reading data files so that a mistake is reported with file and line |
//! | [`mapfile`] | the text file a hex map is written in |
//! | [`hexmap`] | a map made playable: neighbours, distances, hexside features, links, zones |
//! | [`areas`] | maps of areas instead of hexes |
//! | [`path`] | a whole route as plain data |
//! | [`reach`] | where a piece can go with the points it has |
//! | [`ways`] | the same for steps that can be tabulated, faster |
//! | [`lanes`] | the six neighbours of a hex weighed at once, for searches with an order of their own |
//! | [`tours`] | short moves written down beforehand |
//! | [`flow`] | floods over bit sets: supply nets and other connected nets |
//! | [`index!`] | types for dense indices, as games number their counters |
//!
//! A place is a dense index ([`Hex`], [`Area`]) into its map, so that sets of places are [`Bits`] and
//! anything a rule asks of the map is an array look-up.

pub mod areas;
pub mod bits;
pub mod data;
pub mod flow;
pub mod grid;
pub mod hexmap;
mod index;
pub mod lanes;
pub mod mapfile;
pub mod path;
pub mod reach;
pub mod tours;
pub mod ways;

pub use areas::{Area, AreaMap};
pub use bits::Bits;
pub use data::{DataError, DataFiles, DataSource};
pub use flow::Flow;
pub use grid::{Dir, Grid, Orientation};
pub use hexmap::{Edges, Hex, HexMap};
pub use path::{LongPath, Path, Route};
pub use reach::{Reach, Step};
