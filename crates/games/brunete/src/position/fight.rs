//! The combat at hand (10).

use super::Commit;
use crate::ids::Units;
use frente_board::Hex;
use frente_engine::Side;

/// Attacker or defender of the combat at hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Attacker,
    Defender,
}

impl Role {
    /// 0 for the attacker.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The combat at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// The hex attacked.
    pub target: Hex,
    /// Whose attack it is.
    pub attacker: Side,
    /// The attacking units.
    pub attackers: Units,
    /// The units that defend.
    pub defenders: Units,
    /// Units in the hex that retreated there before and take no part (10.4.1).
    pub passive: Units,
    /// Who uses the elite bonus.
    pub elite: [bool; 2],
    /// Support, as revealed.
    pub support: [Commit; 2],
    /// How many of the markers are coordinated.
    pub effective: [u8; 2],
    /// Units hit in the current round of losses.
    pub hit: Units,
    /// Has the side taken a loss yet?
    pub bled: [bool; 2],
    /// Length of the retreat ordered.
    pub retreat: u8,
    /// Units still to retreat.
    pub fleeing: Units,
    /// Attackers that have advanced.
    pub advanced: Units,
}

impl Fight {
    /// No combat.
    pub const NONE: Fight = Fight {
        target: Hex::NONE,
        attacker: Side::Republican,
        attackers: Units::EMPTY,
        defenders: Units::EMPTY,
        passive: Units::EMPTY,
        elite: [false; 2],
        support: [Commit { artillery: 0, aviation: 0, command: false }; 2],
        effective: [0; 2],
        hit: Units::EMPTY,
        bled: [false; 2],
        retreat: 0,
        fleeing: Units::EMPTY,
        advanced: Units::EMPTY,
    };

    /// The side in a role.
    #[inline]
    pub fn side(&self, role: Role) -> Side {
        if role == Role::Attacker { self.attacker } else { self.attacker.other() }
    }

    /// The units that fight in a role.
    #[inline]
    pub fn units(&self, role: Role) -> Units {
        if role == Role::Attacker { self.attackers } else { self.defenders }
    }
}
