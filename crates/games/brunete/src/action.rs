//! What a side can answer, and what chance can bring.

use crate::ids::Unit;
use crate::position::{Commit, Resource};
use frente_board::{Hex, Path};

/// A decision's answer or an outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Ends a step: reinforcements, movement, combat, aviation, advances.
    End,
    /// Declines: a replacement, a resource.
    Pass,
    /// A die.
    Roll(u8),
    /// A resource marker drawn at random.
    Draw(Resource),
    /// Sets up a unit.
    Place(Unit, Hex),
    /// Gives a replacement to a unit.
    Replace(Unit),
    /// Chooses a resource in secret.
    Resource(Resource),
    /// Bombards a unit.
    Bombard(Unit),
    /// Puts an interdiction marker on a hex.
    Interdict(Hex),
    /// Takes up a reinforcement.
    Reinforce(Unit),
    /// Puts the reinforcement taken up beside a hex.
    At(Hex),
    /// Keeps the reinforcement taken up waiting.
    Hold,
    /// Takes up a unit from the recoverable casualties.
    Recover(Unit),
    /// Gives a unit up for the one taken up.
    Give(Unit),
    /// Takes up a unit to move.
    Pick(Unit),
    /// Moves the unit taken up along a route from a hex.
    Go(Unit, Hex, Path),
    /// Ends the move of the unit taken up.
    Stop,
    /// Removes a unit that stacking leaves no room for.
    Eliminate(Unit),
    /// Names a hex to attack.
    Attack(Hex),
    /// Adds a unit to the attack.
    Join(Unit),
    /// Declares the attack.
    Declare,
    /// Uses the elite bonus, or not.
    Elite(bool),
    /// Chooses support in secret.
    Support(Commit),
    /// Rolls a die again, or lets it lie.
    Reroll(bool),
    /// Takes a step from a unit.
    Lose(Unit),
    /// Tries a stubborn defence, or retreats.
    Stubborn(bool),
    /// Retreats a unit along a route from the attacked hex.
    Retreat(Unit, Path),
    /// Retreats a unit off the map, after a route from the attacked hex.
    Exit(Unit, Path),
    /// Loses a unit that has nowhere to retreat.
    Perish(Unit),
    /// Advances a unit along a route from its hex.
    Advance(Unit, Path),
    /// Recovers used aviation by a command point, or by rolls.
    Maintain(bool),
}
