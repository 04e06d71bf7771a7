//! What can happen.

use crate::{book::Verdict, ids::Unit};
use frente_board::Hex;

/// What just happened.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Gave(Unit),
    Turn(u8),
    Moved(Unit, Hex),
    Attacked(Unit, Hex),
    Showed(Unit),
    Rolled(u8, Verdict),
    Retreated(Unit, Hex),
    Fell(Unit),
}
