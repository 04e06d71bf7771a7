//! 9, 4.1, 8.2: what a step costs, what forbids it, and how many points a unit has.

use crate::Brunete;
use crate::book::types::NO_STEP;
use crate::frame::{Going, Mode};
use crate::ids::{Set, Unit};
use crate::position::{Place, Public};
use crate::rules as r;
use crate::zones;
use frente_board::{Dir, Hex};
use frente_engine::{Rule, Side};

/// A unit about to move, with all that bears on every step.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// The unit.
    pub unit: Unit,
    /// Its side.
    pub side: Side,
    /// Which column of the costs it reads.
    pub class: usize,
    /// Is it a tank?
    pub tank: bool,
    /// Its movement points, without bonus.
    pub points: u8,
}

/// A step that may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Movement points.
    pub points: u8,
    /// The kind of way it follows.
    pub way: Way,
    /// The move ends there (4.1a).
    pub stop: bool,
}

/// What a step follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Way {
    Country,
    Path,
    Road,
}

impl Brunete {
    /// 9b, 3m: the movement points of a unit on the side that is up, halved to at least 1 when out of supply.
    pub fn movement_points(&self, p: &Public, unit: Unit) -> u8 {
        let printed = self.book.unit(unit).mp[p.face(unit)];
        if printed > 0 && p.unsupplied.has(unit.index()) { (printed / 2).max(1) } else { printed }
    }

    /// 11.1a: is the unit slowed on this turn?
    pub fn slowed(&self, p: &Public, unit: Unit) -> bool {
        self.variants.slowness && p.turn == self.book.tables.slow_turn && self.book.unit(unit).slow
    }

    /// The points a move in this mode starts with: all (6.1m, 2p), or halved for adjustment (2m), discovered entry (9s), slowness (11.1a,
    /// 11.1-r1) and entry off the roads (6.1n, 9-r7), rounded down (1.1a).
    pub fn points_for(&self, p: &Public, unit: Unit, mode: Mode) -> u8 {
        let mut points = self.movement_points(p, unit);
        if matches!(mode, Mode::Early | Mode::Adjustment) {
            points /= 2;
        }
        if self.slowed(p, unit) {
            points /= 2;
        }
        if let Place::Beside(hex) = p.place.of(unit.index())
            && !self.by_road(unit, hex)
        {
            points /= 2;
        }
        points
    }

    /// 6.1m, 6.1-r1, 6.1-r4, 6.1-r7: entry by road is entry at a lettered hex of the unit's own side.
    pub fn by_road(&self, unit: Unit, hex: Hex) -> bool {
        self.book.entry(hex).is_some_and(|e| e.side == self.book.unit(unit).side)
    }

    /// How a move starts: 9-r2 says where a bonus can still be earned.
    pub fn setting_out(&self, p: &Public, unit: Unit, mode: Mode) -> Going {
        let side = self.book.unit(unit).side;
        let full = matches!(mode, Mode::Normal | Mode::Extra) && !self.slowed(p, unit);
        let bonus = full
            && match p.place.of(unit.index()) {
                Place::On(hex) => self.book.linked.has(hex.index()) && !zones::enemy_zone(p, side, hex),
                Place::Beside(hex) | Place::Exited(hex) => self.by_road(unit, hex),
                _ => false,
            };
        Going { spent: 0, bonus, path: false }
    }

    /// All that bears on every step of a unit.
    pub fn mover(&self, unit: Unit, points: u8) -> Mover {
        let info = self.book.unit(unit);
        Mover { unit, side: info.side, class: info.kind.class(), tank: info.kind.is_tank(), points }
    }

    /// 8.2b, 8.2d, 8.2-r1: does the enemy's aviation make it dearer to enter the hex? Once, however many markers lie near.
    #[inline]
    fn interdicted(&self, p: &Public, side: Side, hex: Hex) -> bool {
        p.interdictions(side.other()).any(|marker| self.book.map.distance(marker, hex) <= 1)
    }

    /// 8.2c, 8.2-r2: does the enemy's aviation cost a unit that enters the hex its bonus? Only markers on a road or path do.
    #[inline]
    pub(super) fn spoiled(&self, p: &Public, side: Side, hex: Hex) -> bool {
        let near = |marker: Hex| self.book.map.distance(marker, hex) <= 1;
        p.interdictions(side.other()).any(|marker| near(marker) && self.book.linked.has(marker.index()))
    }

    /// All hexes that the enemy's aviation makes dearer.
    pub(super) fn interdiction(&self, p: &Public, side: Side) -> Set {
        self.under_markers(p, side, |_| true)
    }

    /// All hexes in which the enemy's aviation costs the bonus.
    pub(super) fn spoiling(&self, p: &Public, side: Side) -> Set {
        self.under_markers(p, side, |marker| self.book.linked.has(marker.index()))
    }

    /// The hexes of the enemy's aviation markers that count, and those around them.
    fn under_markers(&self, p: &Public, side: Side, counts: impl Fn(Hex) -> bool) -> Set {
        let mut hexes = Set::EMPTY;
        for marker in p.interdictions(side.other()).filter(|m| counts(*m)) {
            hexes |= *self.book.map.near(marker);
            hexes.insert(marker.index());
        }
        hexes
    }

    /// 9c, 9d, 9e, 9f, 9i, 9j, 4.1a, 4.1c, 8.2b, 8.2d, 1.1-r2: one step from hex to hex.
    #[inline(always)]
    pub fn step(&self, p: &Public, m: &Mover, from: Hex, dir: Dir, to: Hex) -> Result<Cost, Rule> {
        let b = &*self.book;
        let mut points = b.steps[m.class][from.index()][dir.index()];
        if points == NO_STEP {
            return Err(if b.playable.has(to.index()) { r::R9E } else { r::R9J });
        }
        if !p.empty_of(m.side.other(), to) {
            return Err(r::R1_1_R2);
        }
        let way = match (b.link.has(from, dir), b.road.has(from, dir)) {
            (false, _) => Way::Country,
            (true, false) => Way::Path,
            (true, true) => Way::Road,
        };
        if self.interdicted(p, m.side, to) {
            points += b.tables.interdiction;
        }
        Ok(Cost { points, way, stop: zones::enemy_zone(p, m.side, to) })
    }

    /// 6.1c, 6.1d, 6.1e, 6.1-r1, 6.1-r3, 6.1-r6: the step onto the map. A unit that left it in retreat comes back without asking who controls the
    /// hex (10.4.1-r8).
    pub fn entry_step(&self, p: &Public, m: &Mover, to: Hex) -> Result<Cost, Rule> {
        if !self.book.playable.has(to.index()) {
            return Err(r::R9J);
        }
        if !p.empty_of(m.side.other(), to) {
            return Err(r::R6_1E);
        }
        let returning = matches!(p.place.of(m.unit.index()), Place::Exited(_));
        if !returning && self.book.entry(to).is_some_and(|e| e.controlled && !self.source_valid(p, e)) {
            return Err(r::R6_1D);
        }
        let (mut points, way) = match self.book.entry(to).filter(|e| e.side == m.side) {
            Some(e) if e.road => (self.book.tables.road_cost, Way::Road),
            Some(_) => (self.book.tables.path_cost, Way::Path),
            None => (self.book.cost[to.index()][m.class], Way::Country),
        };
        if self.interdicted(p, m.side, to) {
            points += self.book.tables.interdiction;
        }
        Ok(Cost { points, way, stop: zones::enemy_zone(p, m.side, to) })
    }

    /// 9g, 9h, 9-r1: points with the bonus of a move that followed `path` (or only roads).
    #[inline]
    pub fn with_bonus(&self, m: &Mover, path: bool) -> u8 {
        let t = &self.book.tables;
        m.points + if path { t.path_bonus[m.class] } else { t.road_bonus[m.class] }
    }

    /// How a move stands after one more step.
    #[inline]
    pub fn after(&self, p: &Public, m: &Mover, going: Going, to: Hex, cost: Cost) -> Going {
        let followed = cost.way != Way::Country;
        Going {
            spent: going.spent + cost.points,
            bonus: going.bonus && followed && !cost.stop && !self.spoiled(p, m.side, to),
            path: going.path || cost.way == Way::Path,
        }
    }

    /// 9g, 9h, 9-r2: the most points a move that has gone so may have spent.
    #[inline]
    pub fn allowance(&self, m: &Mover, going: Going) -> u8 {
        if going.bonus { self.with_bonus(m, going.path) } else { m.points }
    }
}
