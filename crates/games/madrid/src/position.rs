//! Everything that changes, as plain data.

use crate::Side;
use crate::chits::{Chit, TITLES, Titles};
use crate::counters::{UNITS, Unit, Units};
use crate::map::{PLACES, Places};
use frente_board::Area;
use frente_engine::{Outcome, PerSide};

/// A whole position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What everybody knows.
    pub public: Public,
    /// What each side alone knows.
    pub secret: PerSide<Secret>,
}

/// What one side alone knows: the titles of the chits it holds (6k).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Secret {
    /// Chits in hand by title.
    pub hand: [u8; TITLES],
}

/// 12.3n: the Pause in Fighting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pause {
    /// Never declared, or not part of the scenario.
    #[default]
    Never,
    /// Declared on this turn and in force.
    Since(u8),
    /// It ended on this turn.
    Ended(u8),
}

/// What everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Units of each side in each place.
    pub stack: PerSide<[Units; PLACES]>,
    /// Where each unit is; nowhere if it is not on map or in a box.
    pub at: [Area; 2 * UNITS],
    /// 1.1c: units on their Fresh face.
    pub fresh: PerSide<Units>,
    /// 8a: the Eliminated Units boxes.
    pub eliminated: PerSide<Units>,
    /// Units out of the game for good.
    pub removed: PerSide<Units>,
    /// 1.1k: units waiting on the turn track.
    pub track: PerSide<Units>,
    /// Units that a set-up or a reinforcement step has still to place.
    pub pending: Units,
    /// 1.2a: areas under Nationalist control; all others are Republican (3.5a).
    pub nationalist: Places,
    /// Areas last judged contested (3.4.1d looks at what was).
    pub contested: Places,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// The first turn of this game.
    pub first_turn: u8,
    /// 3.4: level of Republican morale, 0 the worst.
    pub morale: u8,
    /// 5: support points.
    pub support: PerSide<u8>,
    /// 3.5.2: the Area Control Track.
    pub won: PerSide<u8>,
    /// 11.1: the Defence Council is in play.
    pub council: bool,
    /// 11.2: bad weather this turn.
    pub bad_weather: bool,
    /// 12.1i, 12.3l: Nationalist units may not cross the rivers.
    pub river_ban: bool,
    /// 12.2v: the units of the city are locked.
    pub city_locked: bool,
    /// 12.3n: the Pause.
    pub pause: Pause,
    /// 6-r4: chits in hand, by number.
    pub hand: PerSide<u8>,
    /// 6d: titles played this turn.
    pub played: PerSide<Titles>,
    /// 6-r1: chits played this turn that go back into the pool at its end.
    pub aside: PerSide<[u8; TITLES]>,
    /// 6g: chits out of the game.
    pub gone: PerSide<[u8; TITLES]>,
    /// 15.N6: Strife holds this turn.
    pub strife: bool,
    /// 15.N9: Republican impulses still barred from combat and bombardment.
    pub valencia: u8,
    /// 15.R6: Republican impulses for which Durruti still works.
    pub durruti: u8,
    /// 9f: passes in succession.
    pub passes: u8,
    /// 12.2u, 12.3k: impulses the Nationalist may still play in a row, the current one included.
    pub run: u8,
    /// The Nationalist die of 12.1h, while the Republican one is awaited.
    pub die: u8,
    /// The impulse being played.
    pub act: Act,
    /// What to do, innermost last.
    pub frames: Frames,
}

/// What an impulse does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Kind {
    /// Nothing yet.
    #[default]
    None,
    /// 9.2.
    Movement,
    /// 9.3.
    Bombardment,
    /// 9.4.1.
    Combat,
    /// 9.4.3.
    Assault,
    /// A Replace Impulse chit.
    Event(Chit),
}

impl Kind {
    /// 9.4a: is it a combat activation?
    pub fn is_combat(self) -> bool {
        matches!(self, Kind::Combat | Kind::Assault)
    }
}

/// How an attack is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum DiceRule {
    /// Two dice.
    #[default]
    Two,
    /// Three, the two best count.
    BestTwo,
    /// Three, the two worst count.
    WorstTwo,
}

/// 15.N8: how a Stampede works in this impulse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Panic {
    /// None was played.
    #[default]
    No,
    /// Line units in an urban area test.
    Line,
    /// Shock units in a normal area test.
    Shock,
}

/// The impulse being played: who, where, with what, and how far it has come. Reset when the impulse ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// What it is.
    pub kind: Kind,
    /// Player A.
    pub side: Side,
    /// The area activated.
    pub from: Area,
    /// Where it strikes.
    pub target: Area,
    /// Where a moving stack is.
    pub here: Area,
    /// The area a moving stack left last.
    pub last: Area,
    /// Units activated.
    pub units: Units,
    /// Those of them still taking part.
    pub force: Units,
    /// Player A's point unit.
    pub point: Unit,
    /// Player B's point unit.
    pub foe_point: Unit,
    /// C3: Player B's counter-attackers.
    pub counter: Units,
    /// Movement points left.
    pub left: u8,
    /// Steps made.
    pub steps: u8,
    /// The area it entered last was an enemy or contested one.
    pub entered_hostile: bool,
    /// 9.4.2: a prepared attack.
    pub prepared: bool,
    /// 9.5l: the point unit was changed after Defensive Fire.
    pub changed: bool,
    /// 15.R6b: opened with Durruti, so that it must be a combat.
    pub must_fight: bool,
    /// 15.N3.
    pub surprise: bool,
    /// 15.N4b.
    pub engineers: bool,
    /// 15.R4b.
    pub fortified: bool,
    /// 15.R4c.
    pub stay_fresh: bool,
    /// 15.R3b, 15.R3c, 15.R3d.
    pub tanks: [bool; 3],
    /// 15.N12.
    pub alfereces: bool,
    /// 15.N8.
    pub panic: Panic,
    /// 15.R8b.
    pub no_test: bool,
    /// The dice last rolled, sorted; 0 for a die not rolled.
    pub dice: [u8; 3],
    /// 3.4.2-r2: the modifier of the morale test being made.
    pub modifier: i8,
    /// Units that have still to roll.
    pub testing: Units,
    /// Units that must retreat.
    pub retreating: Units,
    /// Units the morale test has doomed.
    pub doomed: Units,
    /// Loss points still to be taken by each side.
    pub losses: PerSide<u8>,
    /// 9.6f: units that have had their share of the losses being taken.
    pub hit: Units,
    /// 9.6l: points the point unit has taken; `None` while it has not been given its share.
    pub point_share: Option<u8>,
    /// 9.6l: the largest share of another unit.
    pub top_share: u8,
    /// 9.6m: some line or shock unit has had its share and lives.
    pub spared: bool,
    /// 15: units that a chit may still turn over.
    pub flips: u8,
    /// 15.R7c: a second impulse follows.
    pub again: bool,
}

impl Act {
    /// No impulse.
    pub const NONE: Act = Act {
        kind: Kind::None,
        side: Side::Nationalist,
        from: Area::NONE,
        target: Area::NONE,
        here: Area::NONE,
        last: Area::NONE,
        units: Units::NONE,
        force: Units::NONE,
        point: Unit::NONE,
        foe_point: Unit::NONE,
        counter: Units::NONE,
        left: 0,
        steps: 0,
        entered_hostile: false,
        prepared: false,
        changed: false,
        must_fight: false,
        surprise: false,
        engineers: false,
        fortified: false,
        stay_fresh: false,
        tanks: [false; 3],
        alfereces: false,
        panic: Panic::No,
        no_test: false,
        dice: [0; 3],
        modifier: 0,
        testing: Units::NONE,
        retreating: Units::NONE,
        doomed: Units::NONE,
        losses: PerSide::new(0, 0),
        hit: Units::NONE,
        point_share: None,
        top_share: 0,
        spared: false,
        flips: 0,
        again: false,
    };
}

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
    /// 6i: unplayed chits may go back.
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
    pub fn outcome(self, scenario: &crate::tables::Scenario) -> Outcome {
        let held = if scenario.pause { crate::rules::R12_3W } else { crate::rules::R12_2X };
        let (winner, reason, rule) = match self {
            End::Madrid => (Side::Nationalist, "over-madrid", crate::rules::R10A),
            End::Routes => (Side::Nationalist, "over-routes", crate::rules::R10B),
            End::Points => (Side::Nationalist, "over-points", crate::rules::R12_1R),
            End::NoPoints => (Side::Republican, "over-no-points", crate::rules::R12_1R),
            End::Held => (Side::Republican, "over-held", held),
        };
        Outcome { winner: Some(winner), reason, rule }
    }
}

/// The stack of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Frames {
    depth: u8,
    slots: [Frame; Frames::DEPTH],
}

impl Frames {
    /// The deepest stack: a turn, its impulse, a stage, a window, a cancelling window, with room to spare.
    pub const DEPTH: usize = 10;

    /// What is to be done now.
    #[inline]
    pub fn top(&self) -> Frame {
        self.slots[usize::from(self.depth.max(1)) - 1]
    }

    /// What lies at the bottom.
    pub fn bottom(&self) -> Frame {
        self.slots[0]
    }

    /// Puts something on top.
    #[inline]
    pub fn push(&mut self, frame: Frame) {
        assert!(usize::from(self.depth) < Frames::DEPTH, "frames nest too deep");
        self.slots[usize::from(self.depth)] = frame;
        self.depth += 1;
    }

    /// Takes the top away. The slot is emptied, so that equal positions compare equal.
    #[inline]
    pub fn pop(&mut self) {
        self.depth -= 1;
        self.slots[usize::from(self.depth)] = Frame::Empty;
    }

    /// Puts something in place of the top.
    #[inline]
    pub fn swap(&mut self, frame: Frame) {
        self.slots[usize::from(self.depth) - 1] = frame;
    }

    /// How many frames there are.
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }
}

impl Public {
    /// An empty board before the first turn.
    pub const EMPTY: Public = Public {
        stack: PerSide::new([Units::NONE; PLACES], [Units::NONE; PLACES]),
        at: [Area::NONE; 2 * UNITS],
        fresh: PerSide::new(Units::NONE, Units::NONE),
        eliminated: PerSide::new(Units::NONE, Units::NONE),
        removed: PerSide::new(Units::NONE, Units::NONE),
        track: PerSide::new(Units::NONE, Units::NONE),
        pending: Units::NONE,
        nationalist: Places::EMPTY,
        contested: Places::EMPTY,
        turn: 0,
        first_turn: 0,
        morale: 0,
        support: PerSide::new(0, 0),
        won: PerSide::new(0, 0),
        council: false,
        bad_weather: false,
        river_ban: false,
        city_locked: false,
        pause: Pause::Never,
        hand: PerSide::new(0, 0),
        played: PerSide::new(0, 0),
        aside: PerSide::new([0; TITLES], [0; TITLES]),
        gone: PerSide::new([0; TITLES], [0; TITLES]),
        strife: false,
        valencia: 0,
        durruti: 0,
        passes: 0,
        run: 0,
        die: 0,
        act: Act::NONE,
        frames: Frames { depth: 0, slots: [Frame::Empty; Frames::DEPTH] },
    };

    /// A side's units in a place.
    #[inline]
    pub fn units(&self, side: Side, place: Area) -> Units {
        self.stack[side][place.index()]
    }

    /// Is the unit on its Fresh face?
    #[inline]
    pub fn is_fresh(&self, unit: Unit) -> bool {
        self.fresh[unit.side()].has(unit)
    }

    /// A side's Fresh units in a place.
    #[inline]
    pub fn fresh_in(&self, side: Side, place: Area) -> Units {
        self.units(side, place) & self.fresh[side]
    }

    /// Where the unit is.
    #[inline]
    pub fn place_of(&self, unit: Unit) -> Area {
        self.at[unit.index()]
    }

    /// Puts a unit into a place, from wherever it was on the map.
    #[inline]
    pub fn put(&mut self, unit: Unit, place: Area) {
        self.lift(unit);
        self.stack[unit.side()][place.index()].insert(unit);
        self.at[unit.index()] = place;
    }

    /// Takes a unit off the map.
    #[inline]
    pub fn lift(&mut self, unit: Unit) {
        let from = self.at[unit.index()];
        if from.is_some() {
            self.stack[unit.side()][from.index()].remove(unit);
            self.at[unit.index()] = Area::NONE;
        }
    }

    /// 12.3: is the Pause in force?
    #[inline]
    pub fn pausing(&self) -> bool {
        matches!(self.pause, Pause::Since(_))
    }

    /// Places where a side has units.
    pub fn held(&self, side: Side) -> Places {
        (0..PLACES).filter(|&i| self.stack[side][i].any()).collect()
    }
}
