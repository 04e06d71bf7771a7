//! What to do next: a stack of small frames inside the position, so that an impulse can pause anywhere, be copied and saved.

use crate::book::scenario::Scenario;
use crate::ids::Unit;
use crate::{Side, rules};
use frente_engine::Outcome;

/// 4: the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Phase {
    /// 1: Pause in Fighting.
    Pause,
    /// Start of the turn: Defence Council (11.1, 4-r2).
    Council,
    /// Start of the turn: weather (11.2, 4-r2).
    Weather,
    /// 2a.
    Support,
    /// 2b.
    Chits(Side),
    /// 2c.
    Reinforcements(Side),
    /// 2d.
    Replacements(Side),
    /// 3a.
    Initiative,
    /// 3b.
    Impulses,
    /// 4a, 4b, 4c.
    Administration,
    /// 4d: unplayed chits may go back (4-r1).
    Return(Side),
    /// 4e.
    Refresh,
}

/// The steps of an impulse, in the order in which they come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stage {
    /// 15.N6b: the die of Strife.
    Strife,
    /// 5: support points are paid.
    Pay,
    /// C1: Player A's point unit.
    Point,
    /// 6-r6: Player A's chits.
    Open,
    /// 9.2: movement, also that of an assault.
    March,
    /// 9.5e: what Defensive Fire does.
    FireResult,
    /// 9.5: after Defensive Fire.
    AfterFire,
    /// C2: who tests.
    Morale,
    /// C2: the dice.
    Test,
    /// C2: the results are applied.
    Failed,
    /// C2: after the retreats.
    Routed,
    /// C3.
    Counter,
    /// 6-r6: Player B's chits.
    Defend,
    /// C4 to C6.
    FoePoint,
    /// 15.N12: Alféreces.
    Named,
    /// 15.R3b: Tanks!
    Before,
    /// C7.
    Dice,
    /// C7, the dice have been rolled and may be rolled again (15.N10).
    Result,
    /// C9: losses of Player B.
    LossesB,
    /// C9: losses of Player A.
    LossesA,
    /// After the losses: control (9.6-r4).
    Settle,
    /// 9.3: the defending point unit.
    Aim,
    /// 9.3: the dice.
    Salvo,
    /// 9.3k: losses.
    Hits,
    /// 15.N2d: morale after an air attack.
    AirMorale,
    /// The end of the impulse.
    End,
    /// The next impulse.
    Close,
}

/// 6-r6: the moments at which a side may play a Combat Event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Window {
    /// Player A after C1.
    Open,
    /// The Republican, right after a Stampede.
    CancelStampede,
    /// The Republican, before a C2 test.
    Morale,
    /// The Nationalist, before Republican Defensive Fire.
    UnderFire,
    /// The Republican, before his Defensive Fire.
    Fire,
    /// The Nationalist, after the dice of Republican Defensive Fire.
    FireRolled,
    /// The Republican, before C4.
    Defend,
    /// The Nationalist, right after a Fortification.
    CancelFortification,
    /// The Nationalist, after naming his point unit in C6.
    Named,
    /// The Republican, before his attack dice.
    Before,
    /// The Nationalist, after the attack dice.
    Rolled,
    /// The Republican, at the end of his impulse.
    End,
}

impl Window {
    /// Who may play.
    pub fn side(self) -> Side {
        match self {
            Window::Open
            | Window::UnderFire
            | Window::FireRolled
            | Window::CancelFortification
            | Window::Named
            | Window::Rolled => Side::Nationalist,
            _ => Side::Republican,
        }
    }
}

/// One thing to do. Frames that ask wait for their answer; the others run by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Frame {
    /// An empty slot.
    #[default]
    Empty,
    /// The game is over.
    Over(End),
    /// 12.2a: on which turn to start.
    FirstTurn,
    /// 12: set-up.
    SetUp(Side),
    /// A step of the turn, which runs by itself.
    Turn(Phase),
    /// 12.3n: declare or end the Pause.
    Pause,
    /// 11.1a.
    CouncilDie,
    /// 11.2a.
    WeatherDie,
    /// 6b: buy chits.
    Buy(Side),
    /// 6k: draw a chit.
    Draw(Side),
    /// 7d: the die of Rada's column.
    RadaDie,
    /// 7a: place reinforcements.
    Enter(Side),
    /// 8b: rebuild; how many line or shock units may still come.
    Rebuild {
        /// Who.
        side: Side,
        /// Line units left.
        line: u8,
        /// Shock units left.
        shock: u8,
    },
    /// 8e: place a rebuilt unit.
    Rebuilt(Unit),
    /// 12.1h.
    InitiativeDie(Side),
    /// 12.2u, 12.3k.
    RunDie,
    /// 9: a side's impulse.
    Impulse(Side),
    /// 9b: choose units.
    Select,
    /// 15.N6b.
    StrifeDie,
    /// 15.N6c.
    StrifeChoice,
    /// A step of the impulse, which runs by itself.
    Act(Stage),
    /// C1: Player A names his point unit.
    Point,
    /// 9.2: the next step of a march.
    March,
    /// 9.5d.
    FireDie,
    /// 9.5j: cancel the assault or change the point unit.
    Rally,
    /// A Combat Event may be played.
    Ask(Window),
    /// 3.4.2a: the next die of a morale test.
    MoraleDie,
    /// 9.7: units in `act.retreating` retreat.
    Retreat(Side),
    /// C3.
    Counter,
    /// C6, 9.3d, 9.3e: a side names the point unit of Player B.
    FoePoint(Side),
    /// C7.
    AttackDie,
    /// 9.3g.
    SalvoDie,
    /// 9.6: a side takes its losses.
    Lose(Side),
    /// 15: a chit asks for an area.
    Aim,
    /// 15: the die of a chit that turns units over.
    FlipDie,
    /// 15: units are turned over.
    Flip,
    /// 6i, 6j: unplayed chits may go back, and nothing is paid for them.
    Return(Side),
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum End {
    /// 10a.
    Madrid,
    /// 10b.
    Routes,
    /// 12.1r: the Nationalist has the points.
    Points,
    /// 12.1r: he has not.
    NoPoints,
    /// 12.2x, 12.3w: no automatic victory.
    Held,
}

impl End {
    /// The outcome.
    pub fn outcome(self, scenario: &Scenario) -> Outcome {
        let held = if scenario.pause { rules::R12_3W } else { rules::R12_2X };
        let (winner, reason, rule) = match self {
            End::Madrid => (Side::Nationalist, "over-madrid", rules::R10A),
            End::Routes => (Side::Nationalist, "over-routes", rules::R10B),
            End::Points => (Side::Nationalist, "over-points", rules::R12_1R),
            End::NoPoints => (Side::Republican, "over-no-points", rules::R12_1R),
            End::Held => (Side::Republican, "over-held", held),
        };
        Outcome { winner: Some(winner), reason, rule }
    }
}

impl frente_engine::Frame for Frame {
    const BLANK: Frame = Frame::Empty;
}

/// The stack of frames. The deepest: a turn, its impulse, a stage, a window, a cancelling window, with room to spare.
pub type Frames = frente_engine::Stack<Frame, 10>;
