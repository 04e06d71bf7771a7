//! What can be decided, and what the die can show.

use crate::ids::Unit;
use frente_board::Hex;

/// A decision or a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Give(Unit),
    Move(Unit, Hex),
    Attack(Hex, Unit),
    End,
    Retreat(Hex),
    Roll(u8),
}
