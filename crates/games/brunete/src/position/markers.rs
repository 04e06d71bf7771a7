//! Markers: artillery and aviation (8), the offensive from Madrid (7), resources (5.2), support for a combat (10.3.3).

use crate::ids::TURNS;

/// Space for the turn a marker or unit returns: three turns after the last at most.
pub const DUE: usize = TURNS + 4;
/// The most aviation markers one side can have.
pub const MARKERS: usize = 6;

/// Support markers of one kind and side. All of a kind are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stock {
    /// In the available box.
    pub available: u8,
    /// In the used box.
    pub used: u8,
    /// Arriving or returning, by turn.
    pub due: [u8; DUE],
}

impl Stock {
    /// Puts one on the turn track; those due after the last turn stay there for good.
    pub fn later(&mut self, turn: u8) {
        self.due[usize::from(turn).min(DUE - 1)] += 1;
    }

    /// The first turn from `turn` on which one is due.
    pub fn next_due(&self, turn: u8) -> Option<usize> {
        (usize::from(turn)..DUE).find(|t| self.due[*t] > 0)
    }
}

/// Where the Vallecas Corps is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MadridBox {
    Madrid,
    Carabanchel,
    Asylum,
}

/// The offensive from Madrid (7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Madrid {
    /// Where the marker is.
    pub at: MadridBox,
    /// The offensive is over for good.
    pub cancelled: bool,
    /// A Nationalist aviation marker is held since Carabanchel.
    pub aviation: bool,
    /// A second one is held since San José asylum.
    pub more_aviation: bool,
    /// A Nationalist artillery marker is held since San José asylum.
    pub artillery: bool,
}

/// The six resource markers (5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// One command point more.
    Command,
    /// A regular replacement.
    Regular,
    /// An elite replacement.
    Elite,
    /// A combat or bombardment die rolled again.
    Reroll,
    /// One command point less for the opponent.
    Hinder,
    /// One of the opponent's aviation markers goes to the used box.
    Ground,
}

impl Resource {
    /// All six.
    pub const ALL: [Resource; 6] = [
        Resource::Command,
        Resource::Regular,
        Resource::Elite,
        Resource::Reroll,
        Resource::Hinder,
        Resource::Ground,
    ];

    /// What players write.
    pub fn key(self) -> &'static str {
        match self {
            Resource::Command => "+1cp",
            Resource::Regular => "regular",
            Resource::Elite => "elite",
            Resource::Reroll => "re-roll",
            Resource::Hinder => "-1cp",
            Resource::Ground => "-1air",
        }
    }

    /// Its bit in a hand.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Resources as both players see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// How many markers the side still has.
    pub left: u8,
    /// Which it has used.
    pub used: u8,
    /// A re-roll shown this turn and not yet used.
    pub reroll: bool,
}

/// Support chosen for one combat (10.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Commit {
    /// Artillery markers.
    pub artillery: u8,
    /// Aviation markers.
    pub aviation: u8,
    /// With the command marker: coordination is automatic.
    pub command: bool,
}

impl Commit {
    /// How many markers.
    #[inline]
    pub fn markers(self) -> u8 {
        self.artillery + self.aviation
    }
}
