//! What the places of the units imply: who is in a hex, stacking, zones of control. Kept up with every change.

use super::{Place, Public};
use crate::data::{Book, Kind};
use crate::ids::{HEXES, Set, UNITS, Unit};
use frente_board::Hex;
use frente_engine::{PerSide, Side};

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
    pub(super) const EMPTY: Derived = Derived {
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

impl Public {
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
}
