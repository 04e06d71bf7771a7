//! What a position waits for: a stack of small frames, the innermost on top.

use crate::ids::Unit;
use frente_engine::Side;

/// One thing to do. The sequence of play (5) is written as frames; a frame that waits for nobody runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Set-up of counter number so many of the scenario's order (x1).
    Setup(u8),
    /// A turn, at a step of the sequence of play.
    Turn(TurnStep),
    /// A player turn, at one of its steps.
    Player(Side, PlayerStep),
    /// The weather die (16).
    Weather,
    /// Air points are assigned to bombardment (5b).
    Bombard(Side),
    /// A side resolves its bombardments (5c).
    Bombardments(Side),
    /// A side moves (6).
    Movement,
    /// A reinforcement is to enter (13).
    Entering(Unit),
    /// A counter moves with so many quarter points left.
    Moving {
        /// Who.
        unit: Unit,
        /// Quarter points left.
        left: u8,
        /// Is it still where it started (8f)?
        first: bool,
    },
    /// A move goes on after a leader's flight.
    Walking {
        /// Quarter points left at its end.
        left: u8,
    },
    /// Units that stayed on the day of withdrawal lose a point each (x1.1d).
    Stragglers,
    /// Air points are assigned to defence (5f).
    AirDefence,
    /// Air points are assigned to attacks (5g).
    AirAttack,
    /// The active side chooses its next combat (9).
    Combat,
    /// Attackers join (5i).
    Declare,
    /// The other side adds artillery (10.3).
    DefensiveFire,
    /// Voluntary retreats of a side (9.4a).
    Retire(Side),
    /// Is the combined-arms bonus taken (9.3)?
    CombinedArms,
    /// The combat die (9.1d).
    Roll,
    /// A side spreads its hits (9.1-r2).
    Losses(Side),
    /// A side retreats (9.4g).
    Retreat(Side),
    /// Leaders go with those who left (12-r5).
    Follow(Side),
    /// Leaders left alone by losses roll (12f).
    LeaderRolls(Side),
    /// The die of one leader.
    LeaderRoll(Unit),
    /// A leader must flee (12e).
    Flee(Unit),
    /// A leader who survived his companions joins the nearest unit (12g).
    Rejoin(Unit),
    /// A side may advance (9.5).
    Advance(Side),
    /// The combat is over and its record is wiped.
    Aftermath,
    /// The game is over.
    Over,
}

/// Steps of a turn (5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum TurnStep {
    Weather,
    FirstAssigns,
    SecondAssigns,
    FirstResolves,
    SecondResolves,
    FirstPlayer,
    SecondPlayer,
    End,
}

/// Steps of a player turn (5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum PlayerStep {
    Check,
    Movement,
    Stragglers,
    AirDefence,
    AirAttack,
    Combat,
    End,
}

impl frente_engine::Frame for Frame {
    const BLANK: Frame = Frame::Over;
}

/// Deeper than any sequence of rules: a turn, a player turn, a combat with all its parts, and a flight for each leader of a side.
const DEPTH: usize = 32;

/// The frames of a position.
pub type Stack = frente_engine::Stack<Frame, DEPTH>;
