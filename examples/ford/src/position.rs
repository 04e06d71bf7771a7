//! Everything that changes.

use crate::frame::Frame;
use crate::ids::{Set, UNITS, Unit};
use frente_board::Hex;
use frente_engine::{Split, Stack};

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

/// What everybody knows, and each side's secret: which of its units has a machine gun. Only the Republican has one.
pub type Position = Split<Public, Unit>;

impl Public {
    /// The unit in a hex.
    pub fn unit_in(&self, hex: Hex) -> Option<Unit> {
        Unit::all().find(|unit| hex.is_some() && self.at[unit.index()] == hex)
    }
}
