//! Everything that changes during a game, as plain data.
//!
//! [`Public`] is what both players see; [`Secret`] is what one player holds. Rules of movement, zones, supply and retreat take
//! `&Public` and so cannot read a hand.

use crate::book::{Book, Line};
use crate::frame::{Frame, Stack, TurnStep};
use crate::ids::{CLASSES, Class, EDGES, HEXES, Set, UNITS, Unit, UnitSet};
use frente_board::{Hex, Path};
use frente_engine::{PerSide, Side, Split};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not in this game.
    Out,
    /// A reinforcement that is not on the map yet.
    Waiting,
    /// Eliminated: in its side's cup (11.0-r2).
    Cup,
    /// On the map.
    Map(Hex),
    /// 5.3b: on the move, in a hex that another unit of its side holds. It does not stand there: it must go on.
    Passing(Hex),
}

/// What both players see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// The game turn, from 1.
    pub turn: u8,
    /// Whose player turn it is.
    pub active: Side,
    /// What is waited for.
    pub stack: Stack,
    /// Where each unit is.
    pub place: [Place; UNITS],
    /// Units that show their reduced side.
    pub reduced: UnitSet,
    /// Units whose movement in this player turn is over (5.1h).
    ///
    /// 4.1e, 4.1-r3: movement and attack are spent each by itself.
    pub moved: UnitSet,
    /// Units that took part in an attack in this player turn (7.1e).
    pub fought: UnitSet,
    /// Units displaced in this player turn: they may not attack any more (7.6.2g).
    pub displaced: UnitSet,
    /// Units that advanced in this player turn: they do nothing more (7.8k).
    pub advanced: UnitSet,
    /// Units attacked in this combat phase (7.1c).
    pub attacked: UnitSet,
    /// Units bombarded in this game turn (8.6-r1).
    pub bombarded: UnitSet,
    /// Hexes bombarded in this game turn (8.6c).
    pub shelled: Set,
    /// Units that attacked, defended or were bombarded in this game turn (15.2a).
    pub engaged: UnitSet,
    /// Fatigue level of each unit: 0 none, then the levels of the table (15.0-r2).
    ///
    /// 15.0e: kept from turn to turn until the unit rests.
    pub fatigue: [u8; UNITS],
    /// Hexes under Republican control (18.0j); all others are Nationalist.
    ///
    /// 10.0-r4, 20.0i: by whoever entered last.
    pub control: Set,
    /// Hexes with a fortification marker.
    ///
    /// 17.0a, 17.0b, 17.0-r6: they outlast their garrison and serve whoever stands there. 5.3-r1: they are no units.
    pub forts: Set,
    /// Markers in each hand.
    pub hand: PerSide<u8>,
    /// Markers used this turn, by class: they lie open (8.3-r2).
    ///
    /// 8.0a: markers lie on the table, never on the map.
    pub used: PerSide<[u8; CLASSES]>,
    /// Units that activation lets move this turn (14.0e); [`u8::MAX`] without limit.
    pub may_move: u8,
    /// Units that have moved against that limit.
    pub have_moved: u8,
    /// Units that entered at each map-edge hex this turn (18.0ad).
    pub queue: [u8; EDGES],
    /// The turn of the Great Blizzard; 0 while it has not struck.
    pub blizzard: u8,
    /// 20.0: the turns at whose end the road condition held, one bit for each.
    pub road_held: u16,
    /// The combat at hand.
    pub fight: Fight,
    /// What follows from the rest.
    pub derived: Derived,
}

/// What one player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    /// Markers in hand, by class.
    pub hand: [u8; CLASSES],
    /// Markers placed face down on the combat at hand.
    pub placed: [Option<Class>; 2],
}

impl Secret {
    /// Holds nothing.
    pub const NONE: Secret = Secret { hand: [0; CLASSES], placed: [None; 2] };

    /// Places a marker face down (8.3c).
    pub fn place(&mut self, class: Class) {
        self.hand[class.index()] -= 1;
        let slot = usize::from(self.placed[0].is_some());
        self.placed[slot] = Some(class);
    }
}

/// A position: what both players see, and what each holds.
pub type Position = Split<Public, Secret>;

/// What sort of combat is at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FightKind {
    /// None.
    None,
    /// 7.0: an attack by units.
    Attack,
    /// 12.0: an attack by markers alone.
    Bombardment,
}

/// Room for a chain of displacements: no side has more units.
pub const CHAIN: usize = 40;

/// The combat at hand; closed again by [`Frame::Aftermath`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// Its sort.
    pub kind: FightKind,
    /// The hex attacked.
    pub target: Hex,
    /// The unit attacked.
    pub defender: Unit,
    /// The attackers, by their direction from the target.
    pub attackers: [Unit; 6],
    /// Strength of the attackers, as of the declaration (10.2a).
    pub attack: u8,
    /// Strength of the defender, as of the declaration.
    pub defence: u8,
    /// The combat line.
    pub line: Line,
    /// Fatigue of both sides on the die (15.1).
    pub die: i8,
    /// Markers each side has placed.
    pub placed: PerSide<u8>,
    /// Markers turned up (8.3e).
    pub shown: PerSide<[Option<Class>; 2]>,
    /// Attackers that have still to retreat, one bit for each direction.
    pub scattering: u8,
    /// 7.8d: the path of retreat.
    pub trail: [Hex; 4],
    /// Its length.
    pub trail_len: u8,
    /// The route of a unit that waits for a displacement.
    pub route: Path,
    /// That unit, and the units being displaced one for the other (7.6.2d).
    pub chain: [Unit; CHAIN],
    /// Its length.
    pub chain_len: u8,
}

impl Fight {
    /// No combat.
    pub const NONE: Fight = Fight {
        kind: FightKind::None,
        target: Hex::NONE,
        defender: Unit::NONE,
        attackers: [Unit::NONE; 6],
        attack: 0,
        defence: 0,
        line: Line::Clear,
        die: 0,
        placed: PerSide([0; 2]),
        shown: PerSide([[None; 2]; 2]),
        scattering: 0,
        trail: [Hex::NONE; 4],
        trail_len: 0,
        route: Path::EMPTY,
        chain: [Unit::NONE; CHAIN],
        chain_len: 0,
    };

    /// A combat against a unit.
    pub fn new(kind: FightKind, target: Hex, defender: Unit) -> Fight {
        Fight { kind, target, defender, ..Fight::NONE }
    }

    /// The attackers.
    pub fn attackers(&self) -> impl Iterator<Item = Unit> + use<> {
        self.attackers.into_iter().filter_map(Unit::some)
    }

    /// 7.8-r1: the hexes of the path of retreat.
    pub fn trail(&self) -> &[Hex] {
        &self.trail[..self.trail_len as usize]
    }

    /// Adds a hex to the path of retreat.
    pub fn leave(&mut self, hex: Hex) {
        self.trail[self.trail_len as usize] = hex;
        self.trail_len += 1;
    }

    /// The units in a displacement, the retreating one first.
    pub fn chain(&self) -> &[Unit] {
        &self.chain[..self.chain_len as usize]
    }

    /// Adds a unit to the displacement.
    pub fn link(&mut self, unit: Unit) {
        self.chain[self.chain_len as usize] = unit;
        self.chain_len += 1;
    }

    /// Closes the displacement.
    pub fn unlink(&mut self) {
        self.chain = [Unit::NONE; CHAIN];
        self.chain_len = 0;
        self.route = Path::EMPTY;
    }
}

/// What follows from the rest of a position. Kept up to date by [`Public::lift`] and [`Public::put`] only, and no part of what
/// makes two positions equal.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// The unit in each hex.
    pub on: [Unit; HEXES],
    /// Hexes each side occupies.
    pub occupied: PerSide<Set>,
    /// 6.0a: hexes in each side's zone of control.
    ///
    /// 6.0b, 6.0c, 6.0d, 6.0-r1: every unit, always, into all ground; no counter here has the black hexagon.
    /// 6.0e, 6.0f, 6.0g: nothing cancels it, and both sides' zones stand side by side.
    pub zone: PerSide<Set>,
    /// 10.0: what is known of each side's supply.
    pub supply: PerSide<Supply>,
}

/// What is known of a side's supply, until a unit moves or control changes.
#[derive(Clone, Copy, Debug)]
pub struct Supply {
    /// The hexes of which it is known.
    pub asked: Set,
    /// Those of them in which a unit of the side is in supply.
    pub supplied: Set,
}

impl Supply {
    /// Nothing.
    pub const UNKNOWN: Supply = Supply { asked: Set::EMPTY, supplied: Set::EMPTY };
}

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Derived {}

impl Derived {
    /// Of an empty map.
    pub const EMPTY: Derived = Derived {
        on: [Unit::NONE; HEXES],
        occupied: PerSide([Set::EMPTY; 2]),
        zone: PerSide([Set::EMPTY; 2]),
        supply: PerSide([Supply::UNKNOWN; 2]),
    };
}

impl Public {
    /// An empty map at the start of turn 1, every hex under the control of the side behind whose line it lies (18.0-r2).
    pub fn empty(book: &Book) -> Public {
        Public {
            turn: 1,
            active: book.scenario.first,
            stack: Stack::new(Frame::Turn(TurnStep::Blizzard)),
            place: [Place::Out; UNITS],
            reduced: UnitSet::EMPTY,
            moved: UnitSet::EMPTY,
            fought: UnitSet::EMPTY,
            displaced: UnitSet::EMPTY,
            advanced: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            bombarded: UnitSet::EMPTY,
            shelled: Set::EMPTY,
            engaged: UnitSet::EMPTY,
            fatigue: [0; UNITS],
            control: book.ground.home[Side::Republican],
            forts: Set::EMPTY,
            hand: PerSide([0; 2]),
            used: PerSide([[0; CLASSES]; 2]),
            may_move: u8::MAX,
            have_moved: 0,
            queue: [0; EDGES],
            blizzard: 0,
            road_held: 0,
            fight: Fight::NONE,
            derived: Derived::EMPTY,
        }
    }

    /// The hex a unit stands in.
    #[inline]
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        if let Place::Map(hex) = self.place[unit.index()] { Some(hex) } else { None }
    }

    /// The hexes in which these units stand.
    pub fn hexes_of(&self, units: UnitSet) -> Set {
        units.iter().filter_map(|u| self.hex(Unit::at(u))).map(Hex::index).collect()
    }

    /// The unit in a hex.
    #[inline]
    pub fn unit_in(&self, hex: Hex) -> Option<Unit> {
        self.derived.on[hex.index()].some()
    }

    /// Is the hex occupied by this side?
    #[inline]
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.derived.occupied[side].has(hex.index())
    }

    /// Is no unit in the hex?
    #[inline]
    pub fn vacant(&self, hex: Hex) -> bool {
        self.derived.on[hex.index()] == Unit::NONE
    }

    /// Is the hex in an enemy zone of control for this side (6.0)?
    #[inline]
    pub fn in_enemy_zone(&self, side: Side, hex: Hex) -> bool {
        self.derived.zone[side.other()].has(hex.index())
    }

    /// 18.0j: who controls the hex.
    #[inline]
    pub fn controller(&self, hex: Hex) -> Side {
        if self.control.has(hex.index()) { Side::Republican } else { Side::Nationalist }
    }

    /// 18.0-r3: a unit of the side enters the hex.
    #[inline]
    pub fn take(&mut self, side: Side, hex: Hex) {
        if self.controller(hex) != side {
            self.control.set(hex.index(), side == Side::Republican);
            self.derived.supply = PerSide([Supply::UNKNOWN; 2]);
        }
    }

    /// May the unit stand in the hex, as far as other units go? Its own presence is no hindrance.
    #[inline]
    pub fn open_to(&self, unit: Unit, hex: Hex) -> bool {
        let there = self.derived.on[hex.index()];
        there == Unit::NONE || there == unit
    }

    /// Takes a unit off the map.
    pub fn lift(&mut self, book: &Book, unit: Unit) {
        let Some(hex) = self.hex(unit) else { return };
        let side = book.side(unit);
        let d = &mut self.derived;
        d.on[hex.index()] = Unit::NONE;
        d.occupied[side].remove(hex.index());
        for (_, near) in book.ground.map.around(hex) {
            if !book.ground.map.near(near).meets(&d.occupied[side]) {
                d.zone[side].remove(near.index());
            }
        }
        d.supply = PerSide([Supply::UNKNOWN; 2]);
        self.place[unit.index()] = Place::Out;
    }

    /// Puts a unit into a vacant hex, which it takes control of.
    pub fn put(&mut self, book: &Book, unit: Unit, hex: Hex) {
        let side = book.side(unit);
        self.place[unit.index()] = Place::Map(hex);
        let d = &mut self.derived;
        debug_assert!(d.on[hex.index()] == Unit::NONE, "5.3: one unit in a hex");
        d.on[hex.index()] = unit;
        d.occupied[side].insert(hex.index());
        d.zone[side] |= *book.ground.map.near(hex);
        d.supply = PerSide([Supply::UNKNOWN; 2]);
        self.take(side, hex);
    }

    /// Is the turn that of the blizzard (16.1)?
    #[inline]
    pub fn snowed_in(&self) -> bool {
        self.blizzard == self.turn
    }
}
