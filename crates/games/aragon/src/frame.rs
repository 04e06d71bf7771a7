//! What a position waits for and what comes after it: a stack of small frames.
//!
//! The top frame asks somebody, or runs by itself; what comes later lies below. A procedure that several callers need (a
//! retreat, a roll) is one frame, and the stack is its return address.

use crate::ids::Unit;
use crate::victory::Ending;
use frente_board::Hex;
use frente_engine::Side;

/// The steps of a game turn (4.1-r4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// 16.0: the blizzard roll, if due.
    Blizzard,
    /// 13.0: both sides draw markers.
    Draw,
    /// 4.0: the first player turn.
    First,
    /// 4.0: the second player turn.
    Second,
    /// 4.1m: rest, markers back, victory, next turn.
    End,
}

/// The steps of a player turn (4.1b, 4.1-r4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerStep {
    /// 14.0: the activation roll, if due.
    Activation,
    /// Movement Phase.
    Movement,
    /// Bombardment Phase.
    Bombardment,
    /// Combat Phase.
    Combat,
    /// Mobile Movement Phase.
    MobileMovement,
    /// Mobile Combat Phase.
    MobileCombat,
    /// 11.0: rebuilding.
    Rebuild,
    /// Over.
    Done,
}

/// A unit's move, as far as it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct March {
    /// The unit.
    pub unit: Unit,
    /// Where it is. It stands there unless another unit of its side does (5.3b).
    pub at: Hex,
    /// Half points left.
    pub left: u8,
    /// Whether it came onto the map in this move: then activation does not count it (14.0h).
    pub entered: bool,
    /// Whether it has taken no step yet.
    pub fresh: bool,
    /// 6.1a, 6.1d: whether the move began in an enemy zone.
    pub from_zone: bool,
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The game is over.
    Over(Ending),
    /// A game turn at a step.
    Turn(TurnStep),
    /// A player turn at a step.
    Player(Side, PlayerStep),
    /// 16.0: waits for the blizzard roll.
    BlizzardRoll,
    /// 13.0c: waits for draws.
    Draw {
        /// Who draws.
        side: Side,
        /// Markers still to draw.
        left: u8,
    },
    /// 14.0: waits for the activation roll.
    ActivationRoll,
    /// 5.0: asks for a unit to move.
    Movement {
        /// The Mobile Movement Phase?
        mobile: bool,
    },
    /// 5.0: asks where the unit on the move goes.
    Moving(March),
    /// 18.0: asks where a reinforcement enters.
    Entering {
        /// The unit.
        unit: Unit,
    },
    /// 12.0: asks for a target of bombardment.
    Bombardment,
    /// 12.0c: asks for the markers of a bombardment.
    Aim,
    /// 7.0: asks for a target of attack.
    Combat {
        /// The Mobile Combat Phase?
        mobile: bool,
    },
    /// 4.1g: asks for the attackers.
    Declare {
        /// The Mobile Combat Phase?
        mobile: bool,
    },
    /// 8.3: asks for a marker, steps 0 to 3.
    Support(u8),
    /// Waits for the combat die.
    Roll,
    /// 17.0e: asks whether a fortification takes the result.
    Negate {
        /// An exchange (or an elimination)?
        exchange: bool,
    },
    /// 7.5i: asks which unit loses a step.
    Lose {
        /// By an exchange (or an attacker's loss)?
        exchange: bool,
    },
    /// 7.6-r5: asks which attacker retreats next.
    Scatter {
        /// Hexes to retreat.
        hexes: u8,
    },
    /// 7.6: asks how a unit retreats.
    Retreat {
        /// The unit.
        unit: Unit,
        /// Hexes to retreat.
        hexes: u8,
    },
    /// 7.6.2: asks where the last unit of the chain is displaced to.
    Displace,
    /// 7.8: asks who advances.
    Advance,
    /// The combat is done: fatigue, and the record is closed.
    Aftermath,
    /// 11.0: asks what is rebuilt.
    Rebuild,
    /// 11.0h: waits for the draw from the cup.
    Cup,
    /// 11.0e: asks where the drawn unit returns.
    Return {
        /// The unit.
        unit: Unit,
    },
}

impl frente_engine::Frame for Frame {
    const BLANK: Frame = Frame::Roll;
}

/// The stack of frames. A combat in a player turn needs eight.
pub type Stack = frente_engine::Stack<Frame, 16>;
