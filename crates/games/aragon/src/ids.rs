//! Typed indices and sets over them.

use frente_board::Bits;

/// Words of a set of hexes: the larger map, Belchite, has 294.
pub const W: usize = 5;
/// Room for hexes in arrays.
pub const HEXES: usize = 64 * W;
/// Room for units in arrays: Teruel, the largest scenario, has 65.
pub const UNITS: usize = 72;
/// Room for hexes on the edge of a map.
pub const EDGES: usize = 80;
/// Room for classes of support markers: the Nationalist pool has seven.
pub const CLASSES: usize = 8;

/// A set of hexes.
pub type Set = Bits<W>;
/// A set of units.
pub type UnitSet = Bits<2>;

/// A combat unit of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit(u8);

impl Unit {
    /// No unit.
    pub const NONE: Unit = Unit(u8::MAX);

    /// The unit with this index.
    #[inline]
    pub fn at(index: usize) -> Unit {
        Unit(index as u8)
    }

    /// The index for arrays and sets.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// `None` for [`Unit::NONE`].
    #[inline]
    pub fn some(self) -> Option<Unit> {
        (self != Unit::NONE).then_some(self)
    }
}

impl Default for Unit {
    fn default() -> Self {
        Unit::NONE
    }
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.some() {
            Some(u) => write!(f, "u{}", u.0),
            None => f.write_str("nobody"),
        }
    }
}

/// A class of support fire markers: those with the same value and icon cannot be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Class(u8);

impl Class {
    /// The class with this index.
    #[inline]
    pub fn at(index: usize) -> Class {
        Class(index as u8)
    }

    /// The index for arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// All classes there is room for.
    pub fn all() -> impl Iterator<Item = Class> {
        (0..CLASSES).map(Class::at)
    }
}
