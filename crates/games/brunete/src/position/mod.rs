//! Everything that changes during a game, as plain data.
//!
//! `Public` is what lies on the table; `Secret` is what one side keeps from the other. Rules of movement, zones, supply and retreat
//! take `&Public` and cannot read a hand.

mod derived;
mod fight;
mod markers;

pub use derived::Derived;
pub use fight::{Fight, Role};
pub use markers::{Commit, DUE, MARKERS, Madrid, MadridBox, Resource, Resources, Stock};

use crate::book::Book;
use crate::frame::{Frame, Stack};
use crate::ids::{HEXES, Set, UNITS, Unit, Units};
use frente_board::Hex;
use frente_engine::{PerSide, Side, Split};
use std::fmt;

/// The most units that can infiltrate (9); the loader checks it.
pub const INFILTRATORS: usize = 6;

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not in this game (any more, or yet).
    Out,
    /// On the map.
    On(Hex),
    /// Beside the map, next to the hex where it will enter (6.1).
    Beside(Hex),
    /// Beside the map, next to the hex by which it retreated (10.4.1).
    Exited(Hex),
    /// Arrives on a turn.
    Due(u8),
    /// A tank of the Army reserve.
    Reserve,
    /// In the recoverable casualties box.
    Recoverable,
    /// In the final casualties box.
    Final,
}

impl Place {
    /// The hex, when on the map.
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        if let Place::On(hex) = self { Some(hex) } else { None }
    }

    /// Is it on the map or beside it?
    #[inline]
    pub fn is_at_hand(self) -> bool {
        matches!(self, Place::On(_) | Place::Beside(_) | Place::Exited(_))
    }
}

/// Where each unit is, in two bytes a unit: what kind of place above, the hex or turn below.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Places([u16; UNITS]);

impl Places {
    const SHIFT: u32 = 10;
    const BELOW: u16 = (1 << Self::SHIFT) - 1;

    /// Nobody is in the game.
    const NOBODY: Places = Places([Self::pack(Place::Out); UNITS]);

    /// Where the unit with this index is.
    #[inline]
    pub fn of(&self, unit: usize) -> Place {
        let (kind, below) = (self.0[unit] >> Self::SHIFT, self.0[unit] & Self::BELOW);
        match kind {
            0 => Place::On(Hex(below)),
            1 => Place::Beside(Hex(below)),
            2 => Place::Exited(Hex(below)),
            3 => Place::Due(below as u8),
            4 => Place::Reserve,
            5 => Place::Recoverable,
            6 => Place::Final,
            _ => Place::Out,
        }
    }

    fn set(&mut self, unit: Unit, place: Place) {
        self.0[unit.index()] = Self::pack(place);
    }

    const fn pack(place: Place) -> u16 {
        let (kind, below) = match place {
            Place::On(hex) => (0, hex.0),
            Place::Beside(hex) => (1, hex.0),
            Place::Exited(hex) => (2, hex.0),
            Place::Due(turn) => (3, turn as u16),
            Place::Reserve => (4, 0),
            Place::Recoverable => (5, 0),
            Place::Final => (6, 0),
            Place::Out => (7, 0),
        };
        kind << Self::SHIFT | below
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..UNITS).map(|unit| self.of(unit))).finish()
    }
}

const _: () = assert!(HEXES <= Places::BELOW as usize, "a place must hold every hex");

/// What lies open on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Where each unit is.
    pub place: Places,
    /// Units on their reduced side.
    pub reduced: Units,
    /// Units marked out of supply.
    pub unsupplied: Units,
    /// Units that have made their move of the current step.
    pub moved: Units,
    /// Units that attacked in the current segment.
    pub fought: Units,
    /// Units that were attacked in the current segment.
    pub attacked: Units,
    /// Units that retreated in the current enemy combat step.
    pub retreated: Units,
    /// Units dealt with in the current reinforcement step.
    pub placed: Units,
    /// Points each unit of the 11th Division has spent of those it shares (9), in order of units; all 0 at other times.
    pub infiltrated: [u8; INFILTRATORS],
    /// Hexes last occupied by the Republic; all others by the Nationalists.
    pub republican: Set,
    /// The turn, from 1; 0 while setting up.
    pub turn: u8,
    /// Who has the initiative.
    pub initiative: Side,
    /// The initiative passed over on this turn: the adjustment move is due.
    pub adjustment: bool,
    /// The units of Las Rozas and Majadahonda may act.
    pub freed: bool,
    /// Command points.
    pub command: PerSide<u8>,
    /// Artillery markers.
    pub artillery: PerSide<Stock>,
    /// Aviation markers.
    pub aviation: PerSide<Stock>,
    /// Interdiction markers on the map.
    pub interdiction: PerSide<[Hex; MARKERS]>,
    /// The offensive from Madrid.
    pub madrid: Madrid,
    /// Resources, as far as both know.
    pub resources: PerSide<Resources>,
    /// T-26 lost so far.
    pub tanks_lost: u8,
    /// The captured T-26 has been given.
    pub captured: bool,
    /// Yellow objectives earned, by index; the three vertices as bit 15.
    pub earned: u16,
    /// The secret objective of 12.2 has been rolled for.
    pub drawn: bool,
    /// The secret objective, once it is shown.
    pub shown: Option<u8>,
    /// The combat at hand.
    pub fight: Fight,
    /// What is going on.
    pub stack: Stack,
    /// What all this implies.
    pub derived: Derived,
}

/// What one side keeps from the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Secret {
    /// Resource markers in hand.
    pub hand: u8,
    /// The resource chosen for this turn, until it is shown.
    pub chosen: Option<Resource>,
    /// Support chosen for the combat at hand, until it is shown.
    pub support: Commit,
    /// The objective drawn, as an index among all objectives.
    pub objective: Option<u8>,
}

/// A position of the game: what lies open, and what each side keeps from the other.
pub type Position = Split<Public, Secret>;

impl Public {
    /// An empty map on no turn.
    pub const EMPTY: Public = Public {
        place: Places::NOBODY,
        reduced: Units::EMPTY,
        unsupplied: Units::EMPTY,
        moved: Units::EMPTY,
        fought: Units::EMPTY,
        attacked: Units::EMPTY,
        retreated: Units::EMPTY,
        placed: Units::EMPTY,
        infiltrated: [0; INFILTRATORS],
        republican: Set::EMPTY,
        turn: 0,
        initiative: Side::Republican,
        adjustment: false,
        freed: false,
        command: PerSide::new(0, 0),
        artillery: PerSide::new(
            Stock { available: 0, used: 0, due: [0; DUE] },
            Stock { available: 0, used: 0, due: [0; DUE] },
        ),
        aviation: PerSide::new(
            Stock { available: 0, used: 0, due: [0; DUE] },
            Stock { available: 0, used: 0, due: [0; DUE] },
        ),
        interdiction: PerSide::new([Hex::NONE; MARKERS], [Hex::NONE; MARKERS]),
        madrid: Madrid {
            at: MadridBox::Madrid,
            cancelled: false,
            aviation: false,
            more_aviation: false,
            artillery: false,
        },
        resources: PerSide::new(
            Resources { left: 0, used: 0, reroll: false },
            Resources { left: 0, used: 0, reroll: false },
        ),
        tanks_lost: 0,
        captured: false,
        earned: 0,
        drawn: false,
        shown: None,
        fight: Fight::NONE,
        stack: Stack::EMPTY,
        derived: Derived::EMPTY,
    };

    /// Where a unit stands on the map.
    #[inline]
    pub fn at(&self, unit: Unit) -> Option<Hex> {
        self.place.of(unit.index()).hex()
    }

    /// Steps left to a unit in play.
    #[inline]
    pub fn steps(&self, book: &Book, unit: Unit) -> u8 {
        if book.unit(unit).two_steps && !self.reduced.has(unit.index()) { 2 } else { 1 }
    }

    /// 0 for the full, 1 for the reduced side.
    #[inline]
    pub fn face(&self, unit: Unit) -> usize {
        usize::from(self.reduced.has(unit.index()))
    }

    /// Is a hex free of units of a side?
    #[inline]
    pub fn empty_of(&self, side: Side, hex: Hex) -> bool {
        !self.derived.occupied[side].has(hex.index())
    }

    /// What is going on now.
    #[inline]
    pub fn top(&self) -> Frame {
        self.stack.top()
    }

    /// Interdiction markers of a side.
    pub fn interdictions(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        self.interdiction[side].iter().copied().take_while(|h| h.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_fits_into_two_kibibytes() {
        assert!(size_of::<Position>() <= 2048, "{} bytes", size_of::<Position>());
    }

    #[test]
    fn every_place_is_kept_in_two_bytes() {
        let hexes = (0..HEXES).map(Hex::at);
        let with_hex = hexes.flat_map(|h| [Place::On(h), Place::Beside(h), Place::Exited(h)]);
        let due = (0..=u8::MAX).map(Place::Due);
        let others = [Place::Out, Place::Reserve, Place::Recoverable, Place::Final];
        for place in with_hex.chain(due).chain(others) {
            let mut places = Places::NOBODY;
            places.set(Unit(3), place);
            assert_eq!((places.of(3), places.of(2)), (place, Place::Out));
        }
    }
}
