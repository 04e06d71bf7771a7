//! Typed indices and the sets over them.

use frente_board::Bits;
use std::fmt;

/// Words of a set of hexes.
pub const W: usize = 9;
/// The most hexes a map may have; the loader checks it.
pub const HEXES: usize = 522;
/// The most counters there may be; the loader checks it.
pub const UNITS: usize = 150;
/// The most turns a scenario may have; the loader checks it.
pub const TURNS: usize = 14;

/// A set of hexes.
pub type Set = Bits<W>;
/// A set of units.
pub type Units = Bits<3>;

/// A counter, as a dense index into the counters of the book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit(pub u8);

impl Unit {
    /// No unit.
    pub const NONE: Unit = Unit(u8::MAX);

    /// The index for arrays and sets.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The unit with this index.
    #[inline]
    pub fn at(index: usize) -> Self {
        Unit(index as u8)
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "u{}", self.0)
    }
}

/// The members of a set of units.
pub fn each(units: Units) -> impl Iterator<Item = Unit> {
    units.into_iter().map(Unit::at)
}
