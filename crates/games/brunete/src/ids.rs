//! Typed indices and the sets over them.

use frente_board::Bits;

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

frente_board::index! {
    /// A counter, as a dense index into the counters of the book.
    pub struct Unit(u8): "u", "nobody";
}

/// The members of a set of units.
pub fn each(units: Units) -> impl Iterator<Item = Unit> {
    units.into_iter().map(Unit::at)
}
