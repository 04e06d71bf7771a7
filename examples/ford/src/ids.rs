//! The game's vocabulary.

/// Counters of the game; checked when the book is opened.
pub const UNITS: usize = 5;
/// A set of hexes or units.
pub type Set = frente_board::Bits<1>;

frente_board::index! {
    /// A counter.
    pub struct Unit(u8): "u", "nobody", UNITS;
}
