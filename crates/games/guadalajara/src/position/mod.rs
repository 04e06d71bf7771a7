//! Everything that changes, as plain data.

pub mod fight;

use crate::frame::Stack;
use crate::ids::{HEXES, Set, UNITS, Unit, Units, Weather};
use fight::Fight;
use frente_board::{Hex, LongPath};
use frente_engine::{PerSide, Side};

/// Air points lying on hexes, in the order in which the hexes were first named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AirList {
    hexes: [Hex; AirList::MOST],
    points: [u8; AirList::MOST],
    len: u8,
}

impl AirList {
    /// As many hexes as a side may have air points.
    pub const MOST: usize = 16;
    /// No points anywhere.
    pub const EMPTY: Self = AirList { hexes: [Hex::NONE; Self::MOST], points: [0; Self::MOST], len: 0 };

    /// Puts one more point on a hex.
    pub fn add(&mut self, hex: Hex) {
        let n = usize::from(self.len);
        if let Some(i) = self.hexes[..n].iter().position(|h| *h == hex) {
            self.points[i] += 1;
        } else {
            assert!(n < Self::MOST, "more hexes than air points");
            self.hexes[n] = hex;
            self.points[n] = 1;
            self.len += 1;
        }
    }

    /// Takes a hex off the list and says how many points lay on it.
    pub fn take(&mut self, hex: Hex) -> u8 {
        let n = usize::from(self.len);
        let Some(i) = self.hexes[..n].iter().position(|h| *h == hex) else { return 0 };
        let points = self.points[i];
        for j in i..n - 1 {
            self.hexes[j] = self.hexes[j + 1];
            self.points[j] = self.points[j + 1];
        }
        self.hexes[n - 1] = Hex::NONE;
        self.points[n - 1] = 0;
        self.len -= 1;
        points
    }

    /// Points on a hex.
    #[inline]
    pub fn on(&self, hex: Hex) -> u8 {
        self.iter().find(|(h, _)| *h == hex).map_or(0, |(_, n)| n)
    }

    /// Hexes and their points.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        let n = usize::from(self.len);
        self.hexes[..n].iter().copied().zip(self.points[..n].iter().copied())
    }

    /// How many hexes have points.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Are there none?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A move being walked, when it had to pause for a leader's flight (12e).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Who walks.
    pub unit: Unit,
    /// Where the walk began.
    pub from: Hex,
    /// The whole route.
    pub path: LongPath,
    /// Steps already taken.
    pub done: u8,
}

impl Walk {
    /// Nobody walks.
    pub const NONE: Walk = Walk { unit: Unit::NONE, from: Hex::NONE, path: LongPath::EMPTY, done: 0 };
}

/// What the rest implies; the harness recomputes it at every step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Derived {
    /// The first counter in each hex, [`Unit::NONE`] in empty ones.
    pub first: [Unit; HEXES],
    /// The counter after each counter in its hex, by rising index.
    pub next: [Unit; UNITS],
    /// Hexes with combat units.
    pub occupied: PerSide<Set>,
    /// Hexes whose units exert a zone of control (8).
    pub exerts: PerSide<Set>,
    /// Hexes in a side's zone of control.
    pub zone: PerSide<Set>,
}

impl Derived {
    /// An empty map.
    pub const EMPTY: Derived = Derived {
        first: [Unit::NONE; HEXES],
        next: [Unit::NONE; UNITS],
        occupied: PerSide::new(Set::EMPTY, Set::EMPTY),
        exerts: PerSide::new(Set::EMPTY, Set::EMPTY),
        zone: PerSide::new(Set::EMPTY, Set::EMPTY),
    };
}

/// A position. There are no secrets in this game (5-r3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The day of March.
    pub day: u8,
    /// Today's weather; before the first roll, that of the table's first line.
    pub weather: Weather,
    /// Has the weather been rolled at all?
    pub weather_known: bool,
    /// Whose player turn it is.
    pub active: Side,
    /// Where each counter is; [`Hex::NONE`] off the map.
    pub at: [Hex; UNITS],
    /// Hits on each counter (9.1g).
    pub hits: [u8; UNITS],
    /// The direction back to the hex from which a unit entered the zone it is in, plus one; 0: none (9.4-r2).
    pub came: [u8; UNITS],
    /// Eliminated counters.
    pub dead: Units,
    /// Counters driven off the map (9.4-r3): lost too.
    pub driven: Units,
    /// Counters that left the map (14).
    pub gone: Units,
    /// Out of supply at the owner's last check (11).
    pub unsupplied: Units,
    /// Out of command at the owner's last check (15).
    pub uncommanded: Units,
    /// Leaders kept off the map by blocked entry (15-r1).
    pub barred: Units,
    /// Counters that have finished their move this phase.
    pub moved: Units,
    /// The hex that holds too many since the last move, where room must be made next (7-r3).
    pub crowded: Hex,
    /// Units of the active side that began the combat phase in an enemy zone (9a).
    pub began: Units,
    /// Units that have attacked or fired in this combat phase (9g, 10b).
    pub fought: Units,
    /// Units that have been attacked in this combat phase (9f), or bombarded in this air phase (17.2-r1).
    pub struck: Units,
    /// Air points left this turn (17b).
    pub air: PerSide<u8>,
    /// Bombardments assigned and not yet resolved.
    pub bombs: PerSide<AirList>,
    /// Points assigned to defence in this player turn.
    pub air_defence: AirList,
    /// Points assigned to attack in this player turn.
    pub air_attack: AirList,
    /// Which objectives the Nationalists hold, one bit each (x8-r1).
    pub held: u8,
    /// Points for units that left by the highway (x8c).
    pub exit_points: u16,
    /// The combat at hand.
    pub fight: Fight,
    /// The move at hand.
    pub walk: Walk,
    /// What is waited for, and what comes after.
    pub stack: Stack,
    /// What the rest implies.
    pub derived: Derived,
}

impl Position {
    /// Counters in a hex.
    #[inline]
    pub fn stack_at(&self, hex: Hex) -> impl Iterator<Item = Unit> + '_ {
        let mut unit = self.derived.first[hex.index()];
        std::iter::from_fn(move || {
            (unit != Unit::NONE).then(|| {
                let this = unit;
                unit = self.derived.next[this.index()];
                this
            })
        })
    }

    /// Counters out of the game for good.
    #[inline]
    pub fn out(&self) -> Units {
        self.dead | self.driven | self.gone
    }

    /// Where a counter is.
    #[inline]
    pub fn hex(&self, unit: Unit) -> Hex {
        self.at[unit.index()]
    }
}
