//! Everything that changes, as plain data.

use crate::Side;
use crate::chits::{Chit, TITLES, Titles};
use crate::frame::Frames;
use crate::ids::{PLACES, Places};
use crate::ids::{UNITS, Unit, Units};
use frente_board::Area;
use frente_engine::{PerSide, Split};

/// A whole position: what everybody knows, and what each side alone knows.
pub type Position = Split<Public, Secret>;

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
    /// How many they are; what `stack` implies, kept for speed.
    pub count: PerSide<[u8; PLACES]>,
    /// Places where each side has units; what `stack` implies, kept for speed.
    pub held: PerSide<Places>,
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

impl Public {
    /// An empty board before the first turn.
    pub const EMPTY: Public = Public {
        stack: PerSide::new([Units::NONE; PLACES], [Units::NONE; PLACES]),
        count: PerSide::new([0; PLACES], [0; PLACES]),
        held: PerSide::new(Places::EMPTY, Places::EMPTY),
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
        frames: Frames::EMPTY,
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
        self.count[unit.side()][place.index()] += 1;
        self.held[unit.side()].insert(place.index());
        self.at[unit.index()] = place;
    }

    /// Takes a unit off the map.
    #[inline]
    pub fn lift(&mut self, unit: Unit) {
        let from = self.at[unit.index()];
        if from.is_some() {
            let stack = &mut self.stack[unit.side()][from.index()];
            stack.remove(unit);
            self.count[unit.side()][from.index()] -= 1;
            if stack.is_empty() {
                self.held[unit.side()].remove(from.index());
            }
            self.at[unit.index()] = Area::NONE;
        }
    }

    /// 12.3: is the Pause in force?
    #[inline]
    pub fn pausing(&self) -> bool {
        matches!(self.pause, Pause::Since(_))
    }
}
