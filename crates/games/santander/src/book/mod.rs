//! The game's immutable data: map (1.3), counters (2), tables and scenario, read from the files in `data/` and checked.
//!
//! Rule code holds no number of the charts itself (1.1-r1): it asks the book.

mod files;
mod load;
mod tables;

pub use load::FILES;
pub use tables::{Bombed, Nerve, Result, Scenario, Tables, Terrain};

use crate::ids::{Unit, Units, each};
use crate::pieces::{Kind, Origin, Piece};
use crate::{Set, Side};
use arrayvec::ArrayVec;
use frente_board::{Dir, Edges, Flow, Hex, HexMap};
use frente_engine::PerSide;

/// How many hexes the program has room for.
pub const HEXES: usize = 320;
/// More half movement points than a counter may have.
pub const POINTS: usize = 32;
/// How many kinds of air units the program has room for.
pub const AIR_KINDS: usize = 4;

/// 2.4c: a kind of air unit. Units of one kind are alike.
#[derive(Clone, Debug)]
pub struct AirKind {
    /// The name players write.
    pub label: String,
    /// Whose it is.
    pub side: Side,
    /// Its colour.
    pub origin: Option<Origin>,
    /// How many units there are.
    pub count: u8,
    /// Where it is from.
    pub source: String,
}

/// Sets of one side's counters by what they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Corps {
    /// All counters.
    pub all: Units,
    /// Combat units (2.2-r1).
    pub fighters: Units,
    /// Headquarters.
    pub hqs: Units,
    /// Supply columns.
    pub columns: Units,
    /// Armour units.
    pub armour: Units,
    /// Infantry units.
    pub infantry: Units,
    /// Two-step units.
    pub two_steps: Units,
}

/// What a step over one side of a hex costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// Half points off the road, river included; 0 where nothing passes.
    pub off: u8,
    /// Half points more in rain.
    pub rain: u8,
    /// Is there a road?
    pub road: bool,
}

/// A step from a hex as a search takes it, priced for one kind of mover in one weather.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// Where it leads.
    pub to: Hex,
    /// In which direction.
    pub dir: Dir,
    /// Half points where no enemy zone is.
    pub free: u8,
    /// 8.2b: half points into an enemy zone.
    pub watched: u8,
}

/// All that never changes in a game.
#[derive(Debug)]
pub struct Book {
    /// The map.
    pub map: HexMap<5>,
    /// The map as written, for drawing and for sources.
    pub mapfile: frente_board::mapfile::MapFile,
    /// The counters; a slot without counter is `None`.
    pub pieces: Vec<Option<Piece>>,
    /// The names of all divisions.
    pub divisions: Vec<String>,
    /// The kinds of air units.
    pub air: Vec<AirKind>,
    /// Charts.
    pub tables: Tables,
    /// Set-up and length.
    pub scenario: Scenario,
    /// Counters of a side by what they are.
    pub corps: PerSide<Corps>,
    /// Counters by division.
    pub of_division: Vec<Units>,
    /// Spanish Nationalist combat units (9.1c, 9.2g).
    pub spanish: Units,
    /// Italian ground counters (15.2).
    pub italian: Units,
    /// Basque brigades (13.2-r1).
    pub basque_brigades: Units,
    /// Every Basque counter bound by 4.2d: brigades and HQs.
    pub basque: Units,
    /// The battalions of 13.3.
    pub battalions: Units,
    /// Republican brigades (14.1-r2).
    pub brigades: Units,
    /// Land hexes.
    pub land: Set,
    /// Terrain effects of every hex.
    pub terrain: Vec<Terrain>,
    /// 1.3.2: sides that nothing crosses.
    pub impassable: Edges,
    /// Rivers.
    pub rivers: Edges,
    /// Roads.
    pub roads: Edges,
    /// Land neighbours over sides that can be crossed.
    pub open: Vec<Set>,
    /// Steps from land to land over sides that can be crossed.
    pub flow: Flow<5>,
    /// T1: steps from every hex in its six directions.
    pub ways: Vec<[Way; 6]>,
    /// The same as searches take them: those that can be taken, for units on foot and motorized, in fair weather and in rain.
    pub exits: [[Vec<ArrayVec<Exit, 6>>; 2]; 2],
    /// 2.1d: stacking points by counter.
    pub sp: Vec<u8>,
    /// The most stacking points of any counter.
    pub most_sp: u8,
    /// Hexes that have no room for such a counter even when they are empty.
    pub cramped: Set,
    /// 4.2d: the columns of hexes near the old Basque land.
    pub basque_land: Set,
    /// 15.2a: the columns of hexes where the Italians start.
    pub italian_land: Set,
    /// 6.2: supply sources of each side.
    pub sources: PerSide<Set>,
    /// Hexes each side controls at the start.
    pub start: PerSide<Set>,
    /// 4.2-r1, 4.3-r2: front hexes of each side.
    pub front: PerSide<Set>,
    /// 14.1, 10.6.1-r1: objective hexes.
    pub objectives: Set,
    /// 14.2: the factory.
    pub factory: Hex,
    /// Column numbers of the hexes (the last two figures).
    pub column: Vec<u8>,
}

impl Book {
    /// What is printed on a counter.
    ///
    /// # Panics
    /// When the slot holds no counter.
    #[inline]
    pub(crate) fn piece(&self, unit: Unit) -> &Piece {
        self.pieces[unit.index()].as_ref().expect("a counter in this slot")
    }

    /// Its type.
    #[inline]
    pub(crate) fn kind(&self, unit: Unit) -> Kind {
        self.piece(unit).kind
    }

    /// Counters of a side by what they are.
    #[inline]
    pub(crate) fn corps(&self, side: Side) -> &Corps {
        &self.corps[side]
    }

    /// A counter's label.
    pub(crate) fn label(&self, unit: Unit) -> &str {
        &self.piece(unit).label
    }

    /// The counter with a label.
    pub(crate) fn find(&self, label: &str) -> Option<Unit> {
        self.units().find(|u| self.label(*u) == label)
    }

    /// Every ground counter.
    pub(crate) fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        Side::BOTH.into_iter().flat_map(|s| each(s, self.corps(s).all))
    }

    /// The kind of air unit with a label.
    pub(crate) fn find_air(&self, label: &str) -> Option<u8> {
        self.air.iter().position(|a| a.label == label).map(|i| i as u8)
    }

    /// The effects of a hex's terrain.
    #[inline]
    pub(crate) fn terrain(&self, hex: Hex) -> &Terrain {
        &self.terrain[hex.index()]
    }

    /// Neighbours that can be reached, attacked and controlled from a hex (1.3.2-r1).
    #[inline]
    pub(crate) fn open(&self, hex: Hex) -> &Set {
        &self.open[hex.index()]
    }

    /// May the side towards `dir` be crossed (1.3.2-r1), on land?
    #[inline]
    pub(crate) fn crossable(&self, from: Hex, dir: Dir, to: Hex) -> bool {
        self.land.has(to.index()) && !self.impassable.has(from, dir)
    }

    /// 4.2-r2, 13.2-r1: columns between a hex and a column of the map.
    #[inline]
    pub(crate) fn columns_off(&self, hex: Hex, column: u8) -> u8 {
        self.column[hex.index()].abs_diff(column)
    }

    /// Are two counters of a side bound by the same rules of set-up and stacking, so that either may stand for the other?
    pub(crate) fn alike(&self, a: Unit, b: Unit) -> bool {
        let bound = |u: Unit| {
            let piece = self.piece(u);
            (piece.kind, piece.sp, piece.origin, piece.independent)
        };
        bound(a) == bound(b)
    }
}
