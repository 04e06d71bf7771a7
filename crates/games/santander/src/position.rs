//! Everything that changes, as plain data: what both players know, and what each keeps to himself (5.3).

use crate::book::{AIR_KINDS, Book};
use crate::frame::Frames;
use crate::pieces::{SLOTS, Unit, Units, Values, each};
pub use crate::secret::Secret;
use crate::{Set, Side};
use frente_board::Hex;

/// 9.5.1: level of a unit that is disorganised twice over (DSG 2).
pub const WORST: u8 = 3;

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What both players know.
    pub public: Public,
    /// What each player alone knows.
    pub secret: [Secret; 2],
}

/// What both players know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// Game turn, from 1; 0 while setting up.
    pub turn: u8,
    /// 11.2: is it raining this turn?
    pub rain: bool,
    /// 10.6.1: the morale marker.
    pub morale: u8,
    /// 14.2: is the factory destroyed?
    pub factory_gone: bool,
    /// 12.3a: the turn the Offensive began; 0 before.
    pub offensive: u8,
    /// 13: have the Basques surrendered?
    pub surrendered: bool,
    /// 14.1i: brigades eliminated.
    pub brigades: u8,
    /// 4.2: trench markers still to be placed.
    pub trenches_left: u8,
    /// 10.8: hexes the Republican controls; all other land is Nationalist.
    pub republican: Set,
    /// 10.7: trenches.
    pub trenches: Set,
    /// Counters on the map.
    pub on_map: [Units; 2],
    /// Counters eliminated.
    pub lost: [Units; 2],
    /// Counters withdrawn from the game without being eliminated.
    pub withdrawn: [Units; 2],
    /// 4: counters still to be placed in the step of set-up at hand.
    pub pending: Units,
    /// 4: has nothing been placed yet in the step of set-up at hand?
    pub fresh: bool,
    /// 4.1d: counters of the Republican reserve.
    pub reserve: Units,
    /// Units that have attacked in this segment (10.1c).
    pub fought: Units,
    /// HQs used this turn (9.4-r2).
    pub used: [Units; 2],
    /// Air units.
    pub air: [AirBoxes; AIR_KINDS],
    /// The combat at hand.
    pub fight: Fight,
    /// What is waited for and what comes after.
    pub frames: Frames,
    /// What follows from both players' counters and is open to all.
    pub open: Open,
}

/// What is open to all although it follows from hidden counters (5.3-r1). Kept up to date by every change of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Hexes that hold a combat unit or HQ.
    pub held: [Set; 2],
    /// Hexes that hold a supply column and nothing else.
    pub columns: [Set; 2],
    /// Hexes whose units exert a zone of control.
    pub exert: [Set; 2],
    /// 7.1: zones of control, with the hexes they come from.
    pub zone: [Set; 2],
    /// Counters that are seen: tops of stacks, and what combat shows.
    pub faces: [Face; 2 * SLOTS],
}

/// A counter as an enemy sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Where it is; [`Hex::NONE`] when it is not seen.
    pub hex: Hex,
    /// The markers on it.
    pub marks: Marks,
}

impl Face {
    /// A counter that is not seen.
    pub const HIDDEN: Face =
        Face { hex: Hex::NONE, marks: Marks { level: 0, reduced: false, cut: false, lorry: false } };
}

/// A counter's markers and the side it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// 9.5.1: level of disorganisation: 0 none, 1 DSG, 2 DSG 1, 3 DSG 2.
    pub level: u8,
    /// 2.1f: shows its back.
    pub reduced: bool,
    /// 6.3: out of supply.
    pub cut: bool,
    /// 9.3.2: a column on its movement side.
    pub lorry: bool,
}

/// The air units of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AirBoxes {
    /// In the available box.
    pub ready: u8,
    /// In the used box.
    pub used: u8,
    /// On spaces of the turn track.
    pub due: [u8; 8],
}

/// The combat at hand (10.2). Reset when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// The attacked hex; [`Hex::NONE`] when there is no combat.
    pub target: Hex,
    /// Units taking part in the attack.
    pub attackers: Units,
    /// Declared air units by kind.
    pub air: [u8; AIR_KINDS],
    /// Declared HQs.
    pub hqs: [Units; 2],
    /// Declared supply columns.
    pub columns: [Units; 2],
    /// 15.1: hits scored by each side.
    pub hits: [u8; 2],
    /// 5.3-r3: counters shown by this combat.
    pub shown: [Units; 2],
    /// Are the defenders shown?
    pub revealed: bool,
    /// Steps each side has still to lose.
    pub steps: [u8; 2],
    /// The defender retreats.
    pub retreats: bool,
    /// Units of the stack that is retreating.
    pub retreating: Units,
    /// Where it retreats to.
    pub refuge: Hex,
    /// 10.4.1: a breakthrough.
    pub through: bool,
    /// 10.6.1d: the hex has been entered.
    pub entered: bool,
    /// The morale result, if a die was rolled.
    pub nerve: u8,
    /// Units that may still advance.
    pub advancing: Units,
    /// The unit that is going on beyond the hex it took.
    pub ahead: u8,
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            target: Hex::NONE,
            attackers: 0,
            air: [0; AIR_KINDS],
            hqs: [0; 2],
            columns: [0; 2],
            hits: [0; 2],
            shown: [0; 2],
            revealed: false,
            steps: [0; 2],
            retreats: false,
            retreating: 0,
            refuge: Hex::NONE,
            through: false,
            entered: false,
            nerve: 0,
            advancing: 0,
            ahead: u8::MAX,
        }
    }
}

impl Position {
    /// A map without counters, at the start of the set-up.
    pub fn empty(book: &Book) -> Self {
        let mut air = [AirBoxes::default(); AIR_KINDS];
        for (boxes, count) in air.iter_mut().zip(book.scenario.air) {
            boxes.ready = count;
        }
        Position {
            public: Public {
                turn: 0,
                rain: false,
                morale: book.tables.morale.start,
                factory_gone: false,
                offensive: 0,
                surrendered: false,
                brigades: 0,
                trenches_left: book.scenario.trenches,
                republican: book.start[0],
                trenches: Set::EMPTY,
                on_map: [0; 2],
                lost: [0; 2],
                withdrawn: [0; 2],
                pending: 0,
                fresh: true,
                reserve: 0,
                fought: 0,
                used: [0; 2],
                air,
                fight: Fight::default(),
                frames: Frames::default(),
                open: Open {
                    held: [Set::EMPTY; 2],
                    columns: [Set::EMPTY; 2],
                    exert: [Set::EMPTY; 2],
                    zone: [Set::EMPTY; 2],
                    faces: [Face::HIDDEN; 2 * SLOTS],
                },
            },
            secret: [Secret::empty(); 2],
        }
    }

    /// What a side alone knows.
    #[inline]
    pub fn own(&self, side: Side) -> &Secret {
        &self.secret[side.index()]
    }

    #[inline]
    pub(crate) fn own_mut(&mut self, side: Side) -> &mut Secret {
        &mut self.secret[side.index()]
    }

    /// Where a counter is.
    #[inline]
    pub fn at(&self, unit: Unit) -> Hex {
        self.own(unit.side()).at(unit.slot())
    }

    /// The counters of a side in a hex.
    #[inline]
    pub fn units(&self, side: Side, hex: Hex) -> Units {
        self.own(side).units(hex)
    }

    /// The combat units of a side in a hex.
    #[inline]
    pub fn fighters(&self, book: &Book, side: Side, hex: Hex) -> Units {
        self.units(side, hex) & book.corps(side).fighters
    }

    /// The combat units and HQs of a side in a hex (2.2-r1: its units).
    #[inline]
    pub fn troops(&self, book: &Book, side: Side, hex: Hex) -> Units {
        self.units(side, hex) & !book.corps(side).columns
    }

    /// 5: stacking points of a side in a hex.
    pub fn sp(&self, book: &Book, side: Side, hex: Hex) -> u8 {
        each(side, self.units(side, hex)).map(|u| book.sp[u.index()]).sum()
    }

    /// A counter's markers.
    pub fn marks(&self, unit: Unit) -> Marks {
        self.own(unit.side()).marks(unit.slot())
    }

    /// 2.1f: the values on the side a counter shows.
    #[inline]
    pub fn values(&self, book: &Book, unit: Unit) -> Values {
        let piece = book.piece(unit);
        match piece.back {
            Some(back) if self.own(unit.side()).reduced & unit.bit() != 0 => back,
            _ => piece.front,
        }
    }

    /// 6.3, 9.5: is the unit halved, by want of supply or by disorganisation?
    #[inline]
    pub fn halved(&self, unit: Unit) -> bool {
        let own = self.own(unit.side());
        (own.cut | own.disorganised()) & unit.bit() != 0
    }

    /// 10.8: who controls a land hex.
    #[inline]
    pub fn controller(&self, hex: Hex) -> Side {
        if self.public.republican.has(hex.index()) { Side::Republican } else { Side::Nationalist }
    }

    /// Puts a counter that is off the map into a hex: combat units on top, HQs below them, columns at the bottom (5.3-r2).
    pub fn place(&mut self, book: &Book, unit: Unit, hex: Hex) {
        let side = unit.side();
        let corps = book.corps(side);
        let own = self.own_mut(side);
        if corps.fighters & unit.bit() != 0 {
            own.link_on_top(unit.slot(), hex);
        } else if corps.hqs & unit.bit() != 0 {
            own.link_below(unit.slot(), hex, !corps.columns);
        } else {
            own.link_below(unit.slot(), hex, !0);
        }
        self.public.on_map[side.index()] |= unit.bit();
        self.refresh(book, side, hex);
    }

    /// Takes a counter off the map.
    pub fn lift(&mut self, book: &Book, unit: Unit) {
        let hex = self.at(unit);
        let side = unit.side();
        self.own_mut(side).unlink(unit.slot());
        self.public.on_map[side.index()] &= !unit.bit();
        self.public.open.faces[unit.index()] = Face::HIDDEN;
        self.refresh(book, side, hex);
    }

    /// Takes a counter out of play, with all its markers.
    pub(crate) fn discard(&mut self, book: &Book, unit: Unit) {
        let own = self.own_mut(unit.side());
        let keep = !unit.bit();
        own.set_level(unit.slot(), 0);
        for set in [&mut own.reduced, &mut own.cut, &mut own.lorries, &mut own.moved, &mut own.topped] {
            *set &= keep;
        }
        self.public.used[unit.side().index()] &= keep;
        let attacks = unit.side() == self.public.fight_side();
        let fight = &mut self.public.fight;
        fight.shown[unit.side().index()] &= keep;
        if attacks {
            fight.attackers &= keep;
            fight.advancing &= keep;
            self.public.fought &= keep;
        } else {
            fight.retreating &= keep;
        }
        self.lift(book, unit);
    }

    /// 5.3-r2: puts a counter on top of its stack.
    pub fn put_on_top(&mut self, book: &Book, unit: Unit) {
        let hex = self.at(unit);
        let own = self.own_mut(unit.side());
        own.unlink(unit.slot());
        own.link_on_top(unit.slot(), hex);
        self.refresh(book, unit.side(), hex);
    }

    /// Sets a unit's level of disorganisation.
    pub fn set_level(&mut self, unit: Unit, level: u8) {
        self.own_mut(unit.side()).set_level(unit.slot(), level);
        self.reface(unit);
    }

    /// Turns a two-step unit over.
    pub fn set_reduced(&mut self, unit: Unit, reduced: bool) {
        set(&mut self.own_mut(unit.side()).reduced, unit, reduced);
        self.reface(unit);
    }

    /// Turns a column to its movement or fire side.
    pub fn set_lorry(&mut self, unit: Unit, lorry: bool) {
        set(&mut self.own_mut(unit.side()).lorries, unit, lorry);
        self.reface(unit);
    }

    /// Stores a unit's supply status; its zone follows it (7.1.1a).
    pub fn set_cut(&mut self, book: &Book, unit: Unit, cut: bool) {
        if (self.own(unit.side()).cut & unit.bit() != 0) != cut {
            set(&mut self.own_mut(unit.side()).cut, unit, cut);
            self.refresh(book, unit.side(), self.at(unit));
        }
    }

    /// Shows counters in this combat (5.3-r3).
    pub fn show(&mut self, side: Side, units: Units) {
        self.public.fight.shown[side.index()] |= units;
        for unit in each(side, units) {
            self.reface(unit);
        }
    }

    /// Hides again what the combat showed.
    pub fn hide(&mut self) {
        let shown = std::mem::take(&mut self.public.fight.shown);
        for side in Side::BOTH {
            for unit in each(side, shown[side.index()]) {
                self.reface(unit);
            }
        }
    }

    /// Is the counter seen by the enemy?
    #[inline]
    pub fn is_seen(&self, unit: Unit) -> bool {
        self.public.open.faces[unit.index()].hex.is_some()
    }

    fn reface(&mut self, unit: Unit) {
        let own = &self.secret[unit.side().index()];
        let hex = own.at(unit.slot());
        let seen = hex.is_some()
            && (own.top(hex) == Some(unit.slot())
                || self.public.fight.shown[unit.side().index()] & unit.bit() != 0);
        self.public.open.faces[unit.index()] =
            if seen { Face { hex, marks: own.marks(unit.slot()) } } else { Face::HIDDEN };
    }

    /// Renews all that is open about a hex.
    fn refresh(&mut self, book: &Book, side: Side, hex: Hex) {
        let units = self.units(side, hex);
        for unit in each(side, units) {
            self.reface(unit);
        }
        let corps = book.corps(side);
        let own = &self.secret[side.index()];
        let exerts = units & corps.fighters & !own.cut != 0;
        let open = &mut self.public.open;
        let s = side.index();
        open.held[s].set(hex.index(), units & !corps.columns != 0);
        open.columns[s].set(hex.index(), units != 0 && units & !corps.columns == 0);
        if open.exert[s].has(hex.index()) != exerts {
            open.exert[s].set(hex.index(), exerts);
            open.zone[s] = book.flow.grow(&open.exert[s]);
        }
    }

    /// What is open, computed anew; equal to what is kept.
    pub fn recomputed(&self, book: &Book) -> Open {
        let mut copy = *self;
        copy.public.open = Position::empty(book).public.open;
        for side in Side::BOTH {
            for hex in book.map.hexes() {
                copy.refresh(book, side, hex);
            }
        }
        copy.public.open
    }
}

impl Public {
    /// The side whose combat segment it is or was last: whose units [`Public::fought`] names.
    pub fn fight_side(&self) -> Side {
        use crate::frame::Frame;
        let combat =
            self.frames.iter().find_map(|f| if let Frame::Combat(side) = f { Some(side) } else { None });
        combat.unwrap_or(Side::Nationalist)
    }
}

#[inline]
fn set(units: &mut Units, unit: Unit, on: bool) {
    *units = *units & !unit.bit() | if on { unit.bit() } else { 0 };
}
