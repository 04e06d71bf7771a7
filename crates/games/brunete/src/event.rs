//! What just happened, as data with the rule behind it.

use crate::frame::Ending;
use crate::ids::Unit;
use crate::position::{Commit, MadridBox, Resource, Role};
use frente_board::{Hex, Path};
use frente_engine::{Rule, Side};

/// What just happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    /// A turn begins.
    Turn { turn: u8, rule: Rule },
    /// A part of the turn begins.
    Phase { phase: Phase, side: Option<Side>, rule: Rule },
    /// A die was rolled.
    Rolled { what: Die, side: Side, die: u8, rule: Rule },
    /// Who has the initiative.
    Initiative { side: Side, rule: Rule },
    /// Command points changed to this many.
    Command { side: Side, points: u8, rule: Rule },
    /// Support markers arrived (or left, when negative).
    Markers { side: Side, artillery: i8, aviation: i8, rule: Rule },
    /// A unit is set up.
    SetUp { unit: Unit, hex: Hex, rule: Rule },
    /// A resource was drawn; only its owner knows which.
    Drawn { side: Side, resource: Resource, rule: Rule },
    /// A resource was chosen in secret.
    Chosen { side: Side, rule: Rule },
    /// Resources are shown.
    Revealed { side: Side, resource: Option<Resource>, rule: Rule },
    /// A resource had nothing to work on.
    Wasted { side: Side, resource: Resource, rule: Rule },
    /// A unit is back at full strength.
    Restored { unit: Unit, rule: Rule },
    /// The infiltration was or was not discovered.
    Infiltration { discovered: bool, rule: Rule },
    /// Movement points for the infiltration.
    InfiltrationPoints { points: u8, rule: Rule },
    /// The Vallecas Corps marker is here now.
    Madrid { at: MadridBox, cancelled: bool, rule: Rule },
    /// A Nationalist marker is held at Madrid.
    Held { artillery: bool, rule: Rule },
    /// A unit is bombarded.
    Bombarded { unit: Unit, hex: Hex, rule: Rule },
    /// Aviation shot at: its marker returns on this turn.
    Flak { side: Side, turn: u8, rule: Rule },
    /// An interdiction marker was placed.
    Interdicted { side: Side, hex: Hex, rule: Rule },
    /// A unit is due on a turn.
    Due { unit: Unit, turn: u8, rule: Rule },
    /// A reinforcement stands beside a hex.
    Beside { unit: Unit, hex: Hex, rule: Rule },
    /// A unit is back from the recoverable casualties.
    Recovered { unit: Unit, rule: Rule },
    /// A unit became a final casualty for it.
    Given { unit: Unit, rule: Rule },
    /// How many units may make the adjustment move.
    Adjustment { units: u8, rule: Rule },
    /// A unit moved along a route.
    Moved { unit: Unit, from: Hex, path: Path, entered: bool, rule: Rule },
    /// Las Rozas and Majadahonda are awake.
    Freed { by: Unit, rule: Rule },
    /// An attack was declared.
    Attacked { hex: Hex, side: Side, joint: bool, rule: Rule },
    /// A unit takes part in it.
    Joined { unit: Unit, rule: Rule },
    /// The elite bonus is or is not used.
    Elite { role: Role, used: bool, rule: Rule },
    /// Support was chosen in secret.
    SupportChosen { side: Side, rule: Rule },
    /// Support is shown.
    Support { side: Side, commit: Commit, rule: Rule },
    /// A die is rolled again.
    Rerolled { side: Side, rule: Rule },
    /// A combat's result: column and cell.
    Fought { hex: Hex, attack: u16, defence: u16, column: u8, die: u8, rule: Rule },
    /// A unit lost a step.
    Reduced { unit: Unit, rule: Rule },
    /// A unit is gone; recoverable or for good.
    Eliminated { unit: Unit, recoverable: bool, rule: Rule },
    /// A tank is away until a turn.
    Away { unit: Unit, turn: u8, rule: Rule },
    /// A stubborn defence held or failed.
    Stubborn { held: bool, rule: Rule },
    /// A unit retreated.
    Retreated { unit: Unit, from: Hex, path: Path, rule: Rule },
    /// A unit left the map.
    Exited { unit: Unit, from: Hex, path: Path, rule: Rule },
    /// A unit advanced.
    Advanced { unit: Unit, from: Hex, path: Path, rule: Rule },
    /// A unit's supply changed.
    Supply { unit: Unit, cut: bool, rule: Rule },
    /// Aviation recovered by a command point.
    Maintained { side: Side, markers: u8, rule: Rule },
    /// One aviation marker's maintenance.
    Maintenance { side: Side, ready: bool, turn: u8, rule: Rule },
    /// A yellow objective was earned; none for the three vertices.
    Earned { hex: Option<Hex>, points: u8, rule: Rule },
    /// The secret objective was rolled for.
    ObjectiveDrawn { rule: Rule },
    /// Which it was; its owner alone knows until the end.
    Objective { hex: Hex, shown: bool, rule: Rule },
    /// Casualties compared at the end.
    Casualties { republican: u16, nationalist: u16, rule: Rule },
    /// The game is over.
    Over { ending: Ending, rule: Rule },
}

/// The parts of a turn that a log shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Phase {
    Replacements,
    Resources,
    Infiltration,
    Madrid,
    Aviation,
    Reinforcements,
    Adjustment,
    Movement,
    Combat,
    Supply,
    Extra,
    Reorganisation,
}

/// What a die was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Die {
    Initiative,
    Infiltration,
    InfiltrationPoints,
    Madrid,
    Bombardment,
    Adjustment,
    Coordination,
    Combat,
    Stubborn,
    Maintenance,
}
