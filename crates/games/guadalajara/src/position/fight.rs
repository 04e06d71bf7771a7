//! The record of the combat at hand.

use crate::ids::Units;
use frente_board::{Dir, Hex, HexMap};
use frente_engine::{PerSide, Side};

/// Where a side's units left a hex to, one bit for each direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trail {
    /// The hex left.
    pub from: Hex,
    /// The directions taken.
    pub dirs: u8,
}

/// Attackers stand in at most six hexes around a defender's one.
pub const TRAILS: usize = 7;

/// The combat or bombardment at hand; [`Fight::NONE`] between combats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// The hex attacked.
    pub target: Hex,
    /// Is it an air bombardment (17.2)?
    pub bombardment: bool,
    /// Who attacks.
    pub attacker: Side,
    /// Adjacent attackers, as long as they are there.
    pub near: Units,
    /// Artillery firing from a distance.
    pub far: Units,
    /// Units that defend: those in the hex that were not attacked before in this phase (9-r4).
    pub defenders: Units,
    /// Artillery in defensive fire (10.3).
    pub support: Units,
    /// Hexes the adjacent attackers came from.
    pub hexes: [Hex; 6],
    /// Air points of attack and defence.
    pub air: PerSide<u8>,
    /// How many duty hexes the whole phase could still attack when this attack was begun (9-r1).
    pub owed: u8,
    /// Is the combined-arms bonus taken?
    pub combined: bool,
    /// Did the attack have adjacent attackers when it was declared?
    pub adjacent: bool,
    /// Hits still to be spread.
    pub hits: PerSide<u8>,
    /// Who must retreat.
    pub retreats: PerSide<bool>,
    /// Units that still have to retreat.
    pub pending: Units,
    /// Ways taken by retreats or advances, for the leaders.
    pub trails: [Trail; TRAILS],
    /// The column, die and row used, for showing; 0 before the roll.
    pub column: u8,
    /// The die as rolled.
    pub die: u8,
}

impl Fight {
    /// No combat.
    pub const NONE: Fight = Fight {
        target: Hex::NONE,
        bombardment: false,
        attacker: Side::Republican,
        near: Units::EMPTY,
        far: Units::EMPTY,
        defenders: Units::EMPTY,
        support: Units::EMPTY,
        hexes: [Hex::NONE; 6],
        air: PerSide::new(0, 0),
        owed: 0,
        combined: false,
        adjacent: false,
        hits: PerSide::new(0, 0),
        retreats: PerSide::new(false, false),
        pending: Units::EMPTY,
        trails: [Trail { from: Hex::NONE, dirs: 0 }; TRAILS],
        column: 0,
        die: 0,
    };

    /// All attackers.
    #[inline]
    pub fn attackers(&self) -> Units {
        self.near | self.far
    }

    /// Notes an attacker's hex.
    pub fn note_hex(&mut self, hex: Hex) {
        if !self.hexes.contains(&hex)
            && let Some(free) = self.hexes.iter_mut().find(|h| !h.is_some())
        {
            *free = hex;
        }
    }

    /// Notes the way of a retreat or an advance.
    pub fn note_way(&mut self, map: &HexMap<15>, from: Hex, to: Hex) {
        let Some(dir) = map.dir(from, to) else { return };
        let trail = self.trails.iter_mut().find(|t| t.from == from || !t.from.is_some());
        if let Some(trail) = trail {
            trail.from = from;
            trail.dirs |= 1 << dir.index();
        }
    }

    /// The hexes that units went to from a hex.
    pub fn ways<'a>(&self, map: &'a HexMap<15>, from: Hex) -> impl Iterator<Item = Hex> + 'a {
        let dirs = self.trails.iter().find(|t| t.from == from).map_or(0, |t| t.dirs);
        Dir::ALL.into_iter().filter(move |d| dirs >> d.index() & 1 != 0).map(move |d| map.neighbour(from, d))
    }

    /// Forgets all ways.
    pub fn clear_ways(&mut self) {
        self.trails = Fight::NONE.trails;
    }
}
