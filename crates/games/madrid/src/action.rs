//! Decisions' answers and outcomes of chance.

use crate::chits::{Alternative, Chit};
use crate::ids::Unit;
use crate::losses::Loss;
use frente_board::Area;

/// 9g, 9.4a: what units are activated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Activity {
    /// 9.2.
    Move,
    /// 9.3.
    Bombard,
    /// 9.4.1.
    Combat,
    /// 9.4.3.
    Assault,
}

impl Activity {
    /// All activities.
    pub const ALL: [Activity; 4] = [Activity::Move, Activity::Bombard, Activity::Combat, Activity::Assault];

    /// The word players write.
    pub fn word(self) -> &'static str {
        match self {
            Activity::Move => "move",
            Activity::Bombard => "bombard",
            Activity::Combat => "combat",
            Activity::Assault => "assault",
        }
    }
}

/// 15.N6c: the two groups that Strife sets apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Group {
    /// Communist and International units.
    Communists,
    /// Anarchist units.
    Anarchists,
}

/// One action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Action {
    /// 12.2a: the game starts on this turn.
    Start(u8),
    /// A unit is set up, arrives or is rebuilt in a place.
    Place(Unit, Area),
    /// 7-r2: a blocked reinforcement waits.
    Hold(Unit),
    /// 12.3n: the Pause is declared.
    DeclarePause,
    /// 12.3p: the Pause is ended.
    EndPause,
    /// 5c, 6b: a chit is bought.
    Buy,
    /// 6k: this chit is drawn.
    Draw(Chit),
    /// 8b, 8d: the first unit returns, the second leaves the game (none for Mola's Effort).
    Rebuild(Unit, Unit),
    /// Enough of what is asked for.
    Done,
    /// 9d.
    Pass,
    /// 9b: an area is activated.
    Activate(Activity, Area),
    /// 9b: a unit takes part.
    With(Unit),
    /// 9.4.2: the attack is a prepared one.
    Prepare,
    /// The units chosen go.
    Ready,
    /// The units chosen go against this area.
    Against(Area),
    /// 15.N6c: this group acts.
    Let(Group),
    /// 9.2: one step.
    To(Area),
    /// The march ends.
    Stop,
    /// A point unit is named.
    Point(Unit),
    /// 9.5j: the assault is cancelled.
    Cancel,
    /// A chit is played.
    Play(Chit, Alternative),
    /// No chit is played.
    Decline,
    /// C3: a unit counter-attacks.
    Counter(Unit),
    /// 9.6: a unit takes a loss.
    Lose(Unit, Loss),
    /// 9.7: a unit retreats.
    Retreat(Unit, Area),
    /// 15: a chit strikes this area.
    Target(Area),
    /// 15: a chit turns this unit over.
    Turn(Unit),
    /// 6i: a chit goes back into the pool.
    Return(Chit),
    /// Dice, from small to large; a die not rolled is 0.
    Roll([u8; 3]),
}

impl Action {
    /// One die.
    pub fn die(n: u8) -> Action {
        Action::Roll([0, 0, n])
    }

    /// Dice in any order; at most three.
    pub fn dice(rolled: &[u8]) -> Action {
        let mut dice = [0; 3];
        dice[3 - rolled.len()..].copy_from_slice(rolled);
        dice.sort_unstable();
        Action::Roll(dice)
    }
}
