//! What is going on: a stack of small frames inside the position.
//!
//! The top frame says what is waited for. A frame that waits for nobody is advanced by `sequence` until one does. What
//! comes later lies below; a procedure with several callers is one frame, and the stack is the return address.

use crate::ids::Unit;
use crate::position::{Resource, Role};
use frente_engine::Side;

/// The parts of a turn, in order (2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TurnStep {
    Initiative,
    Markers,
    Supports,
    Replacements,
    Resources,
    Reveal,
    Infiltration,
    Madrid,
    Aviation,
    Segments,
    Extra,
    Reorganisation,
    End,
}

/// The parts of a side's segment, in order (2e).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SegmentStep {
    Reinforcements,
    Adjustment,
    Movement,
    Combat,
    Supply,
}

/// Which movement is made: they differ in who may move and how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The movement step of a segment.
    Normal,
    /// Nationalist reinforcements when the infiltration is discovered (9).
    Early,
    /// The 11th Division on turn 1 (9).
    Infiltration,
    /// The Republican adjustment move (2).
    Adjustment,
    /// The Nationalist entry at the end of turn 7 (2).
    Extra,
}

/// How a move has gone so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Going {
    /// Movement points spent.
    pub spent: u8,
    /// Every step so far followed a road or path and nothing cost the bonus (9-r2).
    pub bonus: bool,
    /// A step so far followed a path.
    pub path: bool,
}

impl Going {
    /// Has a hex been entered? There is none that costs nothing.
    #[inline]
    pub fn begun(self) -> bool {
        self.spent > 0
    }
}

/// Which die waits for re-rolls (5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DieOf {
    Combat,
    Bombardment(Unit),
}

/// One thing that is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Frame {
    /// Nothing: below the first frame.
    Empty,
    /// 12: the game is over.
    Over(Ending),
    /// 12.1i: the Republican places the tanks of XVIII Corps, from the n-th on.
    SetUp(u8),
    /// 12.2b: resource markers are drawn.
    Draw(Side),
    /// 2: a turn.
    Turn(TurnStep),
    /// 2i: the die of one side; the Republican one is known when the Nationalist rolls.
    Initiative { republican: u8 },
    /// 6.3b: replacements that may still be bought.
    Replacement(Side, u8),
    /// 5.2e
    Resource(Side),
    /// 5.2h, 5.2i
    Granted(Side, Resource),
    /// 9n
    Infiltration,
    /// 9o, 9q: dice still to roll, sum so far.
    InfiltrationPoints { dice: u8, sum: u8, discovered: bool },
    /// 9-r6: too many units in a hex, and no way out.
    Cull,
    /// 7: first or second die.
    Madrid { again: bool },
    /// 8: bombardments made.
    Aviation(Side, u8),
    /// 8.1d, 10.2e: a die is to be rolled that may be rolled again.
    Die(DieOf),
    /// 5.2j: the die lies; who has declined since it last changed.
    Reroll { of: DieOf, die: u8, declined: u8 },
    /// 2e
    Segment(Side, SegmentStep),
    /// 6.1b
    Reinforce(Side, Mode),
    /// 6.1: where a unit will enter.
    Enter(Unit),
    /// 6.2: the unit that returns, and how many are still to be given up for it.
    Recover { unit: Unit, give: u8, same: bool },
    /// 2l: dice still to roll, sum so far.
    AdjustmentDice { dice: u8, sum: u8 },
    /// 9: units or points left, where the mode limits them.
    Movement(Side, Mode, u8),
    /// 9: a unit on its move, and its movement points without bonus.
    Moving { unit: Unit, points: u8, going: Going },
    /// 10
    Combat(Side),
    /// 10.1: who attacks.
    Declare,
    /// 10.3.1
    Elite(Role),
    /// 10.3.3
    Support(Role),
    /// 10.3.3f: both choices are shown.
    Reveal,
    /// 10.3.3d: markers still to be rolled for.
    Coordinate(Role, u8),
    /// 10.1g: steps still to lose.
    Lose(Role, u8),
    /// 10.4.1b
    Stubborn,
    /// 10.4.1c
    StubbornDie,
    /// 10.4.1
    Retreat,
    /// 10.4.2: hexes allowed.
    Advance(u8),
    /// 10.2d: what follows the losses. The result waits until the losses are taken.
    Aftermath { stubborn: bool },
    /// 8.3-r2
    Maintain(Side),
    /// 8.3: markers still to be rolled for.
    Maintenance(Side, u8),
    /// 12.2d
    Objective,
}

/// How a game can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Ending {
    Points(u8),
    SecretTaken,
    VerticesHeld,
    OffensiveFailed,
}

/// How deep frames can lie.
const DEPTH: usize = 12;

/// What is going on, the latest on top.
pub type Stack = frente_engine::Stack<Frame, DEPTH>;

impl frente_engine::Frame for Frame {
    const BLANK: Self = Frame::Empty;
}
