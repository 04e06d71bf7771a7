//! Everything that changes during a game, as plain data.
//!
//! `Public` is what lies on the table; `Secret` is what one side keeps from the other. Rules of movement, zones, supply and retreat
//! take `&Public` and cannot read a hand.

use crate::data::{Book, Kind};
use crate::frame::{Frame, Stack};
use crate::ids::{HEXES, Set, TURNS, UNITS, Unit, Units};
use frente_board::Hex;
use frente_engine::{PerSide, Side};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not in this game (any more, or yet).
    Out,
    /// On the map.
    On(Hex),
    /// Beside the map, next to the hex where it will enter (6.1).
    Beside(Hex),
    /// Beside the map, next to the hex by which it retreated (10.4.1).
    Exited(Hex),
    /// Arrives on a turn.
    Due(u8),
    /// A tank of the Army reserve.
    Reserve,
    /// In the recoverable casualties box.
    Recoverable,
    /// In the final casualties box.
    Final,
}

impl Place {
    /// The hex, when on the map.
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        if let Place::On(hex) = self { Some(hex) } else { None }
    }
}

/// Space for the turn a marker or unit returns: three turns after the last at most.
pub const DUE: usize = TURNS + 4;
/// The most aviation markers one side can have.
pub const MARKERS: usize = 6;
/// The most units that can infiltrate (9); the loader checks it.
pub const INFILTRATORS: usize = 6;

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

/// What the rest implies; never compared, always recomputable.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// First unit in each hex, by index of unit.
    first: [Unit; HEXES],
    /// Next unit in the same hex.
    next: [Unit; UNITS],
    /// How many units of each stacking class are in each hex, three bits a class.
    stacked: [u16; HEXES],
    /// Hexes with units of a side.
    pub occupied: PerSide<Set>,
    /// Hexes with units that exert a zone of control.
    exerting: PerSide<Set>,
    /// Zones of control.
    pub zoc: PerSide<Set>,
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Derived {}

impl Derived {
    const EMPTY: Derived = Derived {
        first: [Unit::NONE; HEXES],
        next: [Unit::NONE; UNITS],
        stacked: [0; HEXES],
        occupied: PerSide::new(Set::EMPTY, Set::EMPTY),
        exerting: PerSide::new(Set::EMPTY, Set::EMPTY),
        zoc: PerSide::new(Set::EMPTY, Set::EMPTY),
    };

    /// Do two agree in everything rules read?
    pub fn same(&self, other: &Derived) -> bool {
        self.first == other.first
            && self.next == other.next
            && self.stacked == other.stacked
            && self.occupied == other.occupied
            && self.exerting == other.exerting
            && self.zoc == other.zoc
    }
}

/// Where the count of a unit's stacking class lies in a hex's counts: infantry and cavalry, tanks, garrisons.
fn stacking_class(kind: Kind) -> u32 {
    match kind {
        Kind::Infantry | Kind::Cavalry => 0,
        Kind::Tank(_) => 3,
        Kind::Garrison => 6,
    }
}

/// What lies open on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Where each unit is.
    pub place: [Place; UNITS],
    /// Units on their reduced side.
    pub reduced: Units,
    /// Units marked out of supply.
    pub unsupplied: Units,
    /// Units that have made their move of the current step.
    pub moved: Units,
    /// Units that attacked in the current segment.
    pub fought: Units,
    /// Units that were attacked in the current segment.
    pub attacked: Units,
    /// Units that retreated in the current enemy combat step.
    pub retreated: Units,
    /// Units dealt with in the current reinforcement step.
    pub placed: Units,
    /// Points each unit of the 11th Division has spent of those it shares (9), in order of units; all 0 at other times.
    pub infiltrated: [u8; INFILTRATORS],
    /// Hexes last occupied by the Republic; all others by the Nationalists.
    pub republican: Set,
    /// The turn, from 1; 0 while setting up.
    pub turn: u8,
    /// Who has the initiative.
    pub initiative: Side,
    /// The initiative passed over on this turn: the adjustment move is due.
    pub adjustment: bool,
    /// The units of Las Rozas and Majadahonda may act.
    pub freed: bool,
    /// Command points.
    pub command: PerSide<u8>,
    /// Artillery markers.
    pub artillery: PerSide<Stock>,
    /// Aviation markers.
    pub aviation: PerSide<Stock>,
    /// Interdiction markers on the map.
    pub interdiction: PerSide<[Hex; MARKERS]>,
    /// The offensive from Madrid.
    pub madrid: Madrid,
    /// Resources, as far as both know.
    pub resources: PerSide<Resources>,
    /// T-26 lost so far.
    pub tanks_lost: u8,
    /// The captured T-26 has been given.
    pub captured: bool,
    /// Yellow objectives earned, by index; the three vertices as bit 15.
    pub earned: u16,
    /// The secret objective of 12.2 has been rolled for.
    pub drawn: bool,
    /// The secret objective, once it is shown.
    pub shown: Option<u8>,
    /// The combat at hand.
    pub fight: Fight,
    /// What is going on.
    pub stack: Stack,
    /// What all this implies.
    pub derived: Derived,
}

/// What one side keeps from the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Secret {
    /// Resource markers in hand.
    pub hand: u8,
    /// The resource chosen for this turn, until it is shown.
    pub chosen: Option<Resource>,
    /// Support chosen for the combat at hand, until it is shown.
    pub support: Commit,
    /// The objective drawn, as an index among all objectives.
    pub objective: Option<u8>,
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What lies open.
    pub public: Public,
    /// What each side keeps from the other.
    pub secret: PerSide<Secret>,
}

impl Public {
    /// An empty map on no turn.
    pub const EMPTY: Public = Public {
        place: [Place::Out; UNITS],
        reduced: Units::EMPTY,
        unsupplied: Units::EMPTY,
        moved: Units::EMPTY,
        fought: Units::EMPTY,
        attacked: Units::EMPTY,
        retreated: Units::EMPTY,
        placed: Units::EMPTY,
        infiltrated: [0; INFILTRATORS],
        republican: Set::EMPTY,
        turn: 0,
        initiative: Side::Republican,
        adjustment: false,
        freed: false,
        command: PerSide::new(0, 0),
        artillery: PerSide::new(
            Stock { available: 0, used: 0, due: [0; DUE] },
            Stock { available: 0, used: 0, due: [0; DUE] },
        ),
        aviation: PerSide::new(
            Stock { available: 0, used: 0, due: [0; DUE] },
            Stock { available: 0, used: 0, due: [0; DUE] },
        ),
        interdiction: PerSide::new([Hex::NONE; MARKERS], [Hex::NONE; MARKERS]),
        madrid: Madrid {
            at: MadridBox::Madrid,
            cancelled: false,
            aviation: false,
            more_aviation: false,
            artillery: false,
        },
        resources: PerSide::new(
            Resources { left: 0, used: 0, reroll: false },
            Resources { left: 0, used: 0, reroll: false },
        ),
        tanks_lost: 0,
        captured: false,
        earned: 0,
        drawn: false,
        shown: None,
        fight: Fight::NONE,
        stack: Stack::EMPTY,
        derived: Derived::EMPTY,
    };

    /// Where a unit stands on the map.
    #[inline]
    pub fn at(&self, unit: Unit) -> Option<Hex> {
        self.place[unit.index()].hex()
    }

    /// The units in a hex.
    #[inline]
    pub fn in_hex(&self, hex: Hex) -> impl Iterator<Item = Unit> + '_ {
        let mut unit = self.derived.first[hex.index()];
        std::iter::from_fn(move || {
            if unit == Unit::NONE {
                return None;
            }
            let now = unit;
            unit = self.derived.next[unit.index()];
            Some(now)
        })
    }

    /// Steps left to a unit in play.
    #[inline]
    pub fn steps(&self, book: &Book, unit: Unit) -> u8 {
        if book.unit(unit).two_steps && !self.reduced.has(unit.index()) { 2 } else { 1 }
    }

    /// 0 for the full, 1 for the reduced side.
    #[inline]
    pub fn face(&self, unit: Unit) -> usize {
        usize::from(self.reduced.has(unit.index()))
    }

    /// Is a hex free of units of a side?
    #[inline]
    pub fn empty_of(&self, side: Side, hex: Hex) -> bool {
        !self.derived.occupied[side].has(hex.index())
    }

    /// 1.1e-g: would one more unit of this kind keep to the stacking limit? A unit already there does not count against itself.
    #[inline]
    pub fn room(&self, book: &Book, unit: Unit, hex: Hex) -> bool {
        let kind = book.unit(unit).kind;
        let limit = match kind {
            Kind::Infantry | Kind::Cavalry => book.tables.battalions,
            Kind::Tank(_) => book.tables.tanks,
            Kind::Garrison => book.tables.garrisons,
        };
        let there = self.derived.stacked[hex.index()] >> stacking_class(kind) & 7;
        let own = u16::from(self.place[unit.index()] == Place::On(hex));
        there - own < u16::from(limit)
    }

    /// Puts a unit somewhere else, keeping what that implies. On the map the hex becomes its side's (1.1j).
    pub fn put(&mut self, book: &Book, unit: Unit, place: Place) {
        let side = book.unit(unit).side;
        if let Place::On(from) = self.place[unit.index()] {
            self.unlink(book, unit, from);
            self.place[unit.index()] = Place::Out;
            self.refresh(book, side, from);
        }
        self.place[unit.index()] = place;
        if let Place::On(to) = place {
            self.link(book, unit, to);
            self.derived.occupied[side].insert(to.index());
            self.take(side, to);
            self.refresh(book, side, to);
        }
    }

    /// The hex was last occupied by this side.
    #[inline]
    pub fn take(&mut self, side: Side, hex: Hex) {
        self.republican.set(hex.index(), side == Side::Republican);
    }

    fn link(&mut self, book: &Book, unit: Unit, hex: Hex) {
        self.derived.stacked[hex.index()] += 1 << stacking_class(book.unit(unit).kind);
        // In order of units, so that equal positions are equal however they came about.
        let mut after = Unit::NONE;
        let mut before = self.derived.first[hex.index()];
        while before != Unit::NONE && before < unit {
            after = before;
            before = self.derived.next[before.index()];
        }
        self.derived.next[unit.index()] = before;
        if after == Unit::NONE {
            self.derived.first[hex.index()] = unit;
        } else {
            self.derived.next[after.index()] = unit;
        }
    }

    fn unlink(&mut self, book: &Book, unit: Unit, hex: Hex) {
        self.derived.stacked[hex.index()] -= 1 << stacking_class(book.unit(unit).kind);
        let next = self.derived.next[unit.index()];
        if self.derived.first[hex.index()] == unit {
            self.derived.first[hex.index()] = next;
        } else {
            let mut u = self.derived.first[hex.index()];
            while self.derived.next[u.index()] != unit {
                u = self.derived.next[u.index()];
            }
            self.derived.next[u.index()] = next;
        }
        self.derived.next[unit.index()] = Unit::NONE;
    }

    /// Recomputes occupation and zone of control of a side around a hex where something changed.
    pub fn refresh(&mut self, book: &Book, side: Side, hex: Hex) {
        let mine = |u: &Unit| book.unit(*u).side == side;
        let any = self.in_hex(hex).any(|u| mine(&u));
        let exerts = any && self.in_hex(hex).any(|u| mine(&u) && crate::zones::exerts(self, u));
        self.derived.occupied[side].set(hex.index(), any);
        let before = self.derived.exerting[side].has(hex.index());
        if exerts == before {
            return;
        }
        self.derived.exerting[side].set(hex.index(), exerts);
        let zone = book.zone[hex.index()];
        if exerts {
            self.derived.zoc[side] |= zone;
        } else {
            for n in zone {
                if !book.map.near(Hex::at(n)).meets(&self.derived.exerting[side]) {
                    self.derived.zoc[side].remove(n);
                }
            }
        }
    }

    /// Recomputes everything derived from scratch.
    pub fn rederive(&mut self, book: &Book) {
        self.derived = Derived::EMPTY;
        for i in 0..book.units.len() {
            if let Place::On(hex) = self.place[i] {
                self.link(book, Unit::at(i), hex);
            }
        }
        for side in Side::BOTH {
            for hex in book.map.hexes() {
                self.refresh(book, side, hex);
            }
        }
    }

    /// What is going on now.
    #[inline]
    pub fn top(&self) -> Frame {
        self.stack.top()
    }

    /// Interdiction markers of a side.
    pub fn interdictions(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        self.interdiction[side].iter().copied().take_while(|h| h.is_some())
    }
}
