//! Everything that changes, as plain data.

pub mod fight;

use crate::frame::Stack;
use crate::ids::{CHAINS, Set, UNITS, Unit, Units, Weather};
use fight::Fight;
use frente_board::{Dir, Hex, LongPath};
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

/// What a counter has been through, in a byte: hits (9.1g), and the direction back to the hex from which it entered the zone it is in
/// (9.4-r2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wear(u8);

impl Wear {
    /// No hit, from nowhere.
    pub const NONE: Wear = Wear(0);
    /// The most hits; no counter is printed with more strength.
    pub const MOST_HITS: u8 = u8::MAX / Self::HIT;
    /// Below this lies the direction, plus one; 0 for none.
    const HIT: u8 = 8;

    /// How many hits.
    #[inline]
    pub fn hits(self) -> u8 {
        self.0 / Self::HIT
    }

    /// The way back.
    #[inline]
    pub fn came(self) -> Option<Dir> {
        (self.0 % Self::HIT).checked_sub(1).map(Dir::new)
    }

    /// With so many hits.
    ///
    /// # Panics
    /// When there are more than a counter can have.
    #[must_use]
    pub fn with_hits(self, hits: u8) -> Wear {
        assert!(hits <= Self::MOST_HITS, "a counter takes at most {} hits", Self::MOST_HITS);
        Wear(self.0 % Self::HIT + hits * Self::HIT)
    }

    /// With another way back.
    #[inline]
    #[must_use]
    pub fn with_came(self, back: Option<Dir>) -> Wear {
        Wear(self.0 / Self::HIT * Self::HIT + back.map_or(0, |dir| dir.index() as u8 + 1))
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
    /// The first counter of each chain. The counters of a hex are in one chain, with those of a few other hexes.
    pub first: [Unit; CHAINS],
    /// The counter after each counter in its chain, by rising index.
    pub next: [Unit; UNITS],
    /// Hexes with combat units.
    pub occupied: PerSide<Set>,
    /// Hexes whose units, whose ever they are, exert a zone of control (8).
    pub exerts: Set,
    /// Hexes in a side's zone of control.
    pub zone: PerSide<Set>,
}

impl Derived {
    /// The chain of a hex.
    #[inline]
    pub fn chain(hex: Hex) -> usize {
        hex.index() % CHAINS
    }

    /// An empty map.
    pub const EMPTY: Derived = Derived {
        first: [Unit::NONE; CHAINS],
        next: [Unit::NONE; UNITS],
        occupied: PerSide::new(Set::EMPTY, Set::EMPTY),
        exerts: Set::EMPTY,
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
    /// Hits on each counter, and where it came from.
    pub wear: [Wear; UNITS],
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
    /// Points assigned to hexes: in the air phase bombardments not yet resolved; in a player turn the attacks of the side whose turn it is, and the
    /// other's defence.
    pub assigned: PerSide<AirList>,
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

const _: () = assert!(size_of::<Position>() <= 2048);

impl Position {
    /// Counters in a hex.
    #[inline]
    pub fn stack_at(&self, hex: Hex) -> impl Iterator<Item = Unit> + '_ {
        let mut unit = self.derived.first[Derived::chain(hex)];
        std::iter::from_fn(move || {
            while unit != Unit::NONE {
                let this = unit;
                unit = self.derived.next[this.index()];
                if self.at[this.index()] == hex {
                    return Some(this);
                }
            }
            None
        })
    }

    /// Hits on a counter (9.1g).
    #[inline]
    pub fn hits(&self, unit: Unit) -> u8 {
        self.wear[unit.index()].hits()
    }

    /// Points assigned to attacks in this player turn.
    #[inline]
    pub fn air_attack(&self) -> &AirList {
        &self.assigned[self.active]
    }

    /// Points assigned to defence in this player turn.
    #[inline]
    pub fn air_defence(&self) -> &AirList {
        &self.assigned[self.active.other()]
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
