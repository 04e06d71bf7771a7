//! What the places of the units imply: who is in a hex, stacking, zones of control. Kept up with every change.

use super::{Place, Public};
use crate::book::{Book, Kind};
use crate::ids::{HEXES, Set, UNITS, Unit, Units};
use frente_board::Hex;
use frente_engine::{PerSide, Side};

/// What the rest implies; never compared, always recomputable.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// First unit in each hex, by index of unit.
    first: [Unit; HEXES],
    /// Next unit in the same hex.
    next: [Unit; UNITS],
    /// Hexes that hold as many battalions as they can, and those that hold a tank. Only one side can be there.
    full: [Set; 2],
    /// Units on the map or beside it.
    at_hand: Units,
    /// Hexes with units of a side.
    pub occupied: PerSide<Set>,
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
        full: [Set::EMPTY; 2],
        at_hand: Units::EMPTY,
        occupied: PerSide::new(Set::EMPTY, Set::EMPTY),
        zoc: PerSide::new(Set::EMPTY, Set::EMPTY),
    };

    /// Do two agree in everything rules read?
    pub fn same(&self, other: &Derived) -> bool {
        self.first == other.first
            && self.next == other.next
            && self.full == other.full
            && self.at_hand == other.at_hand
            && self.occupied == other.occupied
            && self.zoc == other.zoc
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

    /// The units on the map or beside it: all that a movement can take up.
    #[inline]
    pub fn at_hand(&self) -> Units {
        self.derived.at_hand
    }

    /// 1.1e, 1.1f, 1.1g, 1.1-r1: would one more unit of this kind keep to the stacking limit, at the end of its move, retreat or advance? A
    /// unit already there does not count against itself.
    #[inline]
    pub fn room(&self, book: &Book, unit: Unit, hex: Hex) -> bool {
        let kind = book.unit(unit).kind;
        if kind != Kind::Garrison && !self.full_for(kind.is_tank()).has(hex.index()) {
            return true;
        }
        let own = u8::from(self.place.of(unit.index()) == Place::On(hex));
        self.stacked(book, kind, hex) - own < book.tables.stacking(kind)
    }

    /// The hexes without room for another tank, or for another battalion.
    #[inline]
    pub fn full_for(&self, tank: bool) -> &Set {
        &self.derived.full[usize::from(tank)]
    }

    /// How many units of a hex count against the limit of a kind.
    fn stacked(&self, book: &Book, kind: Kind, hex: Hex) -> u8 {
        self.in_hex(hex).map(|u| u8::from(book.unit(u).kind.stacks_with(kind))).sum()
    }

    /// A unit of this kind has come to a hex or left it.
    fn restack(&mut self, book: &Book, kind: Kind, hex: Hex) {
        if kind != Kind::Garrison {
            let full = self.stacked(book, kind, hex) >= book.tables.stacking(kind);
            self.derived.full[usize::from(kind.is_tank())].set(hex.index(), full);
        }
    }

    /// Puts a unit somewhere else, keeping what that implies. On the map the hex becomes its side's (1.1j).
    pub fn put(&mut self, book: &Book, unit: Unit, place: Place) {
        let side = book.unit(unit).side;
        if let Place::On(from) = self.place.of(unit.index()) {
            self.unlink(book, unit, from);
            self.place.set(unit, Place::Out);
            self.refresh(book, side, from);
        }
        self.place.set(unit, place);
        self.derived.at_hand.set(unit.index(), place.is_at_hand());
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
        self.restack(book, book.unit(unit).kind, hex);
    }

    fn unlink(&mut self, book: &Book, unit: Unit, hex: Hex) {
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
        self.restack(book, book.unit(unit).kind, hex);
    }

    /// Recomputes occupation and zone of control of a side around a hex where something changed.
    pub fn refresh(&mut self, book: &Book, side: Side, hex: Hex) {
        let first = self.derived.first[hex.index()];
        let any = first != Unit::NONE && book.unit(first).side == side;
        self.derived.occupied[side].set(hex.index(), any);
        if any && self.exerts_zone(hex) {
            self.derived.zoc[side] |= book.zone[hex.index()];
        } else {
            for &n in book.map.neighbours(hex) {
                if n.is_some() && self.derived.zoc[side].has(n.index()) && !self.in_reach(book, side, n) {
                    self.derived.zoc[side].remove(n.index());
                }
            }
        }
    }

    /// Does anybody in the hex exert a zone of control?
    #[inline]
    fn exerts_zone(&self, hex: Hex) -> bool {
        self.in_hex(hex).any(|u| crate::zones::exerts(self, u))
    }

    /// Does a unit of the side next to the hex exert a zone of control?
    #[inline]
    fn in_reach(&self, book: &Book, side: Side, hex: Hex) -> bool {
        let occupied = &self.derived.occupied[side];
        let exerts = |n: &Hex| n.is_some() && occupied.has(n.index()) && self.exerts_zone(*n);
        book.map.neighbours(hex).iter().any(exerts)
    }

    /// Recomputes everything derived from scratch.
    pub fn rederive(&mut self, book: &Book) {
        self.derived = Derived::EMPTY;
        for i in 0..book.units.len() {
            self.derived.at_hand.set(i, self.place.of(i).is_at_hand());
            if let Place::On(hex) = self.place.of(i) {
                self.link(book, Unit::at(i), hex);
            }
        }
        for hex in book.map.hexes() {
            let first = self.derived.first[hex.index()];
            if first != Unit::NONE {
                self.refresh(book, book.unit(first).side, hex);
            }
        }
    }
}
