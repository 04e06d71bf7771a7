//! Everything that changes.

use crate::frame::Frame;
use crate::ids::{Set, UNITS, Unit};
use frente_board::Hex;
use frente_engine::Stack;

/// What everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// Where each unit is; [`Hex::NONE`] when it is eliminated.
    pub at: [Hex; UNITS],
    /// Units that have acted in this part of the turn.
    pub acted: Set,
    /// Who has the machine gun, once that is shown.
    pub gun: Unit,
    /// What is going on.
    pub frames: Stack<Frame, 2>,
}

/// What everybody knows, and the Republican's secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub public: Public,
    /// Who has the machine gun.
    pub gun: Unit,
}

impl Public {
    /// The unit in a hex.
    pub fn unit_in(&self, hex: Hex) -> Option<Unit> {
        Unit::all().find(|unit| hex.is_some() && self.at[unit.index()] == hex)
    }
}
