//! What can be going on.

use crate::ids::Unit;
use frente_engine::{Side, stack};

/// One thing that is going on; what it interrupted lies below it on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// Nothing any more: the game is over.
    Over,
    /// The machine gun is given to a unit.
    Gun,
    /// A side's part of the turn.
    Act(Side),
    /// The die of an attack by one unit on another.
    Roll(Unit, Unit),
    /// A unit must retreat.
    Retreat(Unit),
}

impl stack::Frame for Frame {
    const BLANK: Self = Frame::Over;
}
