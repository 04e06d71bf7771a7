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

frente_board::index! {
    /// A combat unit of the scenario.
    pub struct Unit(u8): "u", "nobody";
}

frente_board::index! {
    /// A class of support fire markers: those with the same value and icon cannot be told apart.
    pub struct Class(u8): "class ", "no class", CLASSES;
}
