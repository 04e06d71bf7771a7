//! What players decide and what chance brings.

use crate::ids::{Class, Unit};
use frente_board::{Hex, Path};

/// A decision's answer, or an outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Ends the phase.
    End,
    /// Takes a unit: to move it (5.0), or to retreat it next (7.6-r5).
    Pick(Unit),
    /// 5.0: moves the unit at hand along a route.
    Go {
        /// The unit.
        unit: Unit,
        /// The route.
        path: Path,
    },
    /// 5.1g: ends the unit's move.
    Stop(Unit),
    /// 18.0t: a reinforcement enters the map.
    Enter {
        /// The unit.
        unit: Unit,
        /// The hex.
        hex: Hex,
    },
    /// 12.0c: names a target of bombardment.
    Bombard(Hex),
    /// 12.0-r3: no more markers; roll.
    Fire,
    /// 4.1g: names a target of attack.
    Attack(Hex),
    /// 7.1a: a unit takes part.
    Join(Unit),
    /// 4.1g: the attackers are complete.
    Declare,
    /// 8.3: places a marker face down.
    Place(Class),
    /// 8.3: places none in this step.
    Pass,
    /// 17.0e: the fortification takes the result.
    Negate,
    /// 17.0e: the unit takes the result.
    Accept,
    /// 7.5i: this unit loses the step.
    Lose(Unit),
    /// 7.7: stiff resistance.
    Stand,
    /// 17.0d: ignores the retreat in a fortification.
    Hold,
    /// 7.6: retreats along a route.
    Retreat {
        /// The unit.
        unit: Unit,
        /// The route.
        path: Path,
    },
    /// 7.6.2h: blocked by friendly units, it is depleted where it is.
    Stay,
    /// 7.6l: it cannot retreat and is eliminated.
    Perish,
    /// 7.6.2: displaces a unit.
    Displace {
        /// The unit.
        unit: Unit,
        /// Where to.
        hex: Hex,
    },
    /// 7.8: advances after combat.
    Advance {
        /// The unit.
        unit: Unit,
        /// Where to.
        hex: Hex,
    },
    /// 7.8g: nobody advances (any more).
    Halt,
    /// 11.0: rebuilds a depleted unit.
    Rebuild(Unit),
    /// 11.0h: draws an eliminated unit.
    Recruit,
    /// 11.0e: the drawn unit returns.
    Return {
        /// The unit.
        unit: Unit,
        /// Where.
        hex: Hex,
    },
    /// A die shows.
    Roll(u8),
    /// 13.0c: a marker is drawn.
    Draw(Class),
    /// 11.0h: a unit is drawn from the cup.
    Drawn(Unit),
}

const _: () = assert!(size_of::<Action>() <= 16);
