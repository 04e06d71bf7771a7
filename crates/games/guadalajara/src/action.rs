//! What a side can answer, and what chance can bring.

use crate::ids::Unit;
use frente_board::{Hex, LongPath};

/// A decision's answer or an outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Set up a counter (x1).
    Place(Unit, Hex),
    /// Assign an air point to the bombardment of a hex (17.2).
    Bomb(Hex),
    /// Assign an air point to the defence of, or the attack on, a hex (17.1).
    Air(Hex),
    /// Resolve the bombardment of a hex.
    Resolve(Hex),
    /// Take up a counter to move it, or a reinforcement to enter it.
    Pick(Unit),
    /// Bring the reinforcement on in a hex (13).
    Enter(Unit, Hex),
    /// Move along a route.
    Go(Unit, LongPath),
    /// Leave the map (14).
    Exit(Unit),
    /// Move no further.
    Stop,
    /// End the phase, or an assignment.
    End,
    /// Attack a hex.
    Attack(Hex),
    /// Add an attacker, or artillery to the defence.
    Join(Unit),
    /// All attackers, or all defending artillery, are named.
    Declare,
    /// Retreat before the die (9.4a).
    Retire(Unit, Hex),
    /// Nobody (else) retreats before the die.
    Stand,
    /// Take the combined-arms bonus or not (9.3).
    Combined(bool),
    /// Put a hit on a unit.
    Lose(Unit),
    /// Retreat a unit (9.4g).
    Retreat(Unit, Hex),
    /// A leader goes with units that retreated, or stays (12-r5).
    Follow(Unit, Hex),
    /// A leader flees to a hex (12e).
    Flee(Unit, Hex),
    /// Advance after combat (9.5).
    Advance(Unit, Hex),
    /// Nobody (else) advances.
    Halt,
    /// A die.
    Roll(u8),
}

const _: () = assert!(size_of::<Action>() <= 16);
