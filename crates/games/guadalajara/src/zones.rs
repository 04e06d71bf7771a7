//! 8. Zones of control: who exerts one, and where; and the counters' places, on which zones depend.

use crate::book::Book;
use crate::ids::{Set, UNITS, Unit};
use crate::position::{Derived, Position};
use frente_board::{Dir, Hex};
use frente_engine::Side;

impl Book {
    /// 9.1g: a unit's strength: printed, less hits.
    #[inline]
    pub fn strength(&self, p: &Position, unit: Unit) -> u8 {
        self.mark(unit).strength.saturating_sub(p.hits(unit))
    }

    /// 8b, 8-r1: do the units in a hex exert a zone of control? A lone unit of 2 or less does not; leaders do not count (12c).
    pub(crate) fn hex_exerts(&self, p: &Position, hex: Hex) -> bool {
        self.exerts(self.muster(p, hex))
    }

    /// How many combat units there are in a hex, and their strength in all.
    #[inline]
    fn muster(&self, p: &Position, hex: Hex) -> (u8, u16) {
        let (mut units, mut total) = (0u8, 0u16);
        for unit in p.stack_at(hex).filter(|u| !self.leads(*u)) {
            units += 1;
            total += u16::from(self.strength(p, unit));
        }
        (units, total)
    }

    /// 8b, 8-r1: do so many units with so much strength exert a zone?
    #[inline]
    fn exerts(&self, (units, total): (u8, u16)) -> bool {
        let spared = total <= u16::from(self.tables.zones.lone_without);
        match units {
            0 => false,
            1 => !spared,
            _ => !(self.switches.zone_by_total && spared),
        }
    }

    /// 8a, 8c, 8d, 8e, 8-r4: does the side's zone cover a hex? Not over a river; the train's only along the railway.
    fn covered(&self, p: &Position, side: Side, hex: Hex) -> bool {
        let train = self.train_hex(p, side);
        Dir::ALL.into_iter().any(|d| {
            let from = self.ground.reach[hex.index()][d.index()];
            from.is_some()
                && self.exerts_for(p, side, from)
                && (from != train || self.ground.rail.has(hex, d))
        })
    }

    /// Do the side's own units in a hex exert a zone?
    #[inline]
    pub(crate) fn exerts_for(&self, p: &Position, side: Side, hex: Hex) -> bool {
        p.derived.exerts.has(hex.index()) && p.derived.occupied[side].has(hex.index())
    }

    /// Where a side's train stands.
    #[inline]
    fn train_hex(&self, p: &Position, side: Side) -> Hex {
        match self.train {
            Some(train) if self.side(train) == side => p.hex(train),
            _ => Hex::NONE,
        }
    }

    /// Brings occupation and zones up to date after any change in a hex.
    pub(crate) fn refresh(&self, p: &mut Position, side: Side, hex: Hex) {
        let here = self.muster(p, hex);
        p.derived.occupied[side].set(hex.index(), here.0 > 0);
        let exerts = self.exerts(here);
        // The train's zone has another shape, so its coming and going counts even where the hex exerts as before.
        let train = self.train_hex(p, side) == hex;
        if exerts == p.derived.exerts.has(hex.index()) && !train {
            return;
        }
        p.derived.exerts.set(hex.index(), exerts);
        if exerts && !train {
            for near in self.ground.reach[hex.index()].iter().filter(|h| h.is_some()) {
                p.derived.zone[side].insert(near.index());
            }
        } else {
            self.renew_zone(p, side, hex);
        }
    }

    /// Works the zone around a hex out anew, when what stood there has gone or weakened.
    fn renew_zone(&self, p: &mut Position, side: Side, hex: Hex) {
        for near in self.ground.reach[hex.index()].iter().filter(|h| h.is_some()) {
            let covered = self.covered(p, side, *near);
            p.derived.zone[side].set(near.index(), covered);
        }
    }

    /// Puts a counter into a hex.
    pub(crate) fn place(&self, p: &mut Position, unit: Unit, hex: Hex) {
        p.at[unit.index()] = hex;
        // Kept in rising order, so that equal positions are equal.
        let chain = Derived::chain(hex);
        let first = p.derived.first[chain];
        if first == Unit::NONE || first > unit {
            p.derived.next[unit.index()] = first;
            p.derived.first[chain] = unit;
        } else {
            let mut before = first;
            while p.derived.next[before.index()] != Unit::NONE && p.derived.next[before.index()] < unit {
                before = p.derived.next[before.index()];
            }
            p.derived.next[unit.index()] = p.derived.next[before.index()];
            p.derived.next[before.index()] = unit;
        }
        if !self.leads(unit) {
            self.refresh(p, self.side(unit), hex);
        }
    }

    /// Takes a counter off the map.
    pub(crate) fn lift(&self, p: &mut Position, unit: Unit) {
        let hex = p.hex(unit);
        if !hex.is_some() {
            return;
        }
        let was_train = self.is_train(unit);
        let chain = Derived::chain(hex);
        let first = p.derived.first[chain];
        if first == unit {
            p.derived.first[chain] = p.derived.next[unit.index()];
        } else {
            let mut before = first;
            while p.derived.next[before.index()] != unit {
                before = p.derived.next[before.index()];
            }
            p.derived.next[before.index()] = p.derived.next[unit.index()];
        }
        p.derived.next[unit.index()] = Unit::NONE;
        p.at[unit.index()] = Hex::NONE;
        if !self.leads(unit) {
            let side = self.side(unit);
            self.refresh(p, side, hex);
            if was_train {
                self.renew_zone(p, side, hex);
            }
        }
    }

    /// Everything derived, worked out anew from where the counters are, and in another way than it is kept up to date:
    /// first all stacks, then who holds and exerts, then the zones hex by hex.
    pub(crate) fn derive(&self, p: &Position) -> Derived {
        let mut fresh = *p;
        fresh.derived = Derived::EMPTY;
        for (unit, hex) in (0..UNITS).map(|i| (Unit::at(i), p.at[i])).rev().filter(|(_, hex)| hex.is_some()) {
            fresh.derived.next[unit.index()] = fresh.derived.first[Derived::chain(hex)];
            fresh.derived.first[Derived::chain(hex)] = unit;
            if !self.leads(unit) {
                fresh.derived.occupied[self.side(unit)].insert(hex.index());
            }
        }
        for side in Side::BOTH {
            let train = self.train_hex(p, side);
            for hex in fresh.derived.occupied[side].iter().map(Hex::at) {
                if !self.hex_exerts(&fresh, hex) {
                    continue;
                }
                fresh.derived.exerts.insert(hex.index());
                for (dir, to) in self.map().around(hex) {
                    let along = hex != train || self.ground.rail.has(hex, dir);
                    if along && !self.ground.river.has(hex, dir) {
                        fresh.derived.zone[side].insert(to.index());
                    }
                }
            }
        }
        fresh.derived
    }

    /// Hexes in the zone of a side's enemy.
    #[inline]
    pub fn enemy_zone<'a>(&self, p: &'a Position, side: Side) -> &'a Set {
        &p.derived.zone[side.other()]
    }

    /// Hexes held by a side's enemy.
    #[inline]
    pub fn enemy_held<'a>(&self, p: &'a Position, side: Side) -> &'a Set {
        &p.derived.occupied[side.other()]
    }
}
