//! The game's vocabulary: counters, branches, weather, sets.

use frente_board::Bits;
use frente_engine::Side;
use serde::Deserialize;

/// Hexes of the map; checked against the map file when the book is opened.
pub const HEXES: usize = 900;
/// Counters of the game; checked against the counter file when the book is opened.
pub const UNITS: usize = 161;

/// Leaders of one side; checked when the book is opened. The stack of frames has room for the flight of each.
pub const MOST_LEADERS: usize = 20;

/// Counters are found by their hex in so many chains.
pub const CHAINS: usize = 128;

/// A set of hexes.
pub type Set = Bits<15>;
/// A set of counters.
pub type Units = Bits<3>;

frente_board::index! {
    /// A counter: combat unit or leader.
    pub struct Unit(u8): "u", "nobody";
}

/// What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Infantry,
    Armour,
    Artillery,
    Cavalry,
    Bicycle,
    Engineer,
    Train,
    Leader,
}

impl Kind {
    /// Its word in files and messages.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Armour => "armour",
            Kind::Artillery => "artillery",
            Kind::Cavalry => "cavalry",
            Kind::Bicycle => "bicycle",
            Kind::Engineer => "engineer",
            Kind::Train => "train",
            Kind::Leader => "leader",
        }
    }
}

/// The level of a leader (15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Echelon {
    Brigade,
    Division,
    Corps,
}

/// The day's weather (16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Weather {
    Clear,
    Rain,
    Mud,
}

impl Weather {
    /// All kinds of weather.
    pub const ALL: [Weather; 3] = [Weather::Clear, Weather::Rain, Weather::Mud];

    /// Its word in files and messages.
    pub fn key(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Rain => "rain",
            Weather::Mud => "mud",
        }
    }
}

/// The three towns that score (x8), as indices into the book's list of objectives.
pub const OBJECTIVES: usize = 3;

/// Movement points are counted in quarters: roads cost halves (x12h), and lack of supply and command quarter an
/// allowance (15j); fractions are kept (11.2-r1).
pub const QUARTERS: u8 = 4;

/// The side that moves first in every turn (x0b).
pub const FIRST: Side = Side::Nationalist;
