//! 9, 4.1, 8.2: what a step costs, what forbids it, and how many points a unit has.

use crate::Brunete;
use crate::data::book::NO_STEP;
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
    /// Hexes where the enemy's aviation adds to the cost (8.2b).
    pub interdicted: Set,
    /// Hexes where the enemy's aviation costs the bonus (8.2c).
    pub spoiled: Set,
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
        self.rules.slowness && p.turn == self.book.tables.slow_turn && self.book.unit(unit).slow
    }

    /// The points a move in this mode starts with: halved for adjustment (2m), discovered entry (9s), slowness (11.1a) and entry
    /// off the roads (6.1n).
    pub fn points_for(&self, p: &Public, unit: Unit, mode: Mode) -> u8 {
        let mut points = self.movement_points(p, unit);
        if matches!(mode, Mode::Early | Mode::Adjustment) {
            points /= 2;
        }
        if self.slowed(p, unit) {
            points /= 2;
        }
        if let Place::Beside(hex) = p.place[unit.index()]
            && !self.by_road(unit, hex)
        {
            points /= 2;
        }
        points
    }

    /// 6.1-r1, 6.1-r4, 6.1-r7: entry by road is entry at a lettered hex of the unit's own side.
    pub fn by_road(&self, unit: Unit, hex: Hex) -> bool {
        self.book.entry(hex).is_some_and(|e| e.side == self.book.unit(unit).side)
    }

    /// How a move starts: 9-r2 says where a bonus can still be earned.
    pub fn setting_out(&self, p: &Public, unit: Unit, mode: Mode) -> Going {
        let side = self.book.unit(unit).side;
        let full = matches!(mode, Mode::Normal | Mode::Extra) && !self.slowed(p, unit);
        let bonus = full
            && match p.place[unit.index()] {
                Place::On(hex) => self.book.linked.has(hex.index()) && !zones::enemy_zone(p, side, hex),
                Place::Beside(hex) | Place::Exited(hex) => self.by_road(unit, hex),
                _ => false,
            };
        Going { spent: 0, bonus, path: false, begun: false }
    }

    /// All that bears on every step of a unit.
    pub fn mover(&self, p: &Public, unit: Unit, points: u8) -> Mover {
        let info = self.book.unit(unit);
        let (mut interdicted, mut spoiled) = (Set::EMPTY, Set::EMPTY);
        for hex in p.interdictions(info.side.other()) {
            let mut zone = *self.book.map.near(hex);
            zone.insert(hex.index());
            interdicted |= zone;
            if self.book.linked.has(hex.index()) {
                spoiled |= zone;
            }
        }
        let kind = info.kind;
        Mover {
            unit,
            side: info.side,
            class: kind.class(),
            tank: kind.is_tank(),
            points,
            interdicted,
            spoiled,
        }
    }

    /// 9c-f, 9j, 4.1a, 8.2b, 1.1-r2: one step from hex to hex.
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
        if m.interdicted.has(to.index()) {
            points += b.tables.interdiction;
        }
        Ok(Cost { points, way, stop: zones::enemy_zone(p, m.side, to) })
    }

    /// 6.1c-e, 6.1-r1, 6.1-r3: the step onto the map. A unit that left it in retreat comes back without asking who controls the
    /// hex (10.4.1-r8).
    pub fn entry_step(&self, p: &Public, m: &Mover, to: Hex) -> Result<Cost, Rule> {
        if !self.book.playable.has(to.index()) {
            return Err(r::R9J);
        }
        if !p.empty_of(m.side.other(), to) {
            return Err(r::R6_1E);
        }
        let returning = matches!(p.place[m.unit.index()], Place::Exited(_));
        if !returning && self.book.entry(to).is_some_and(|e| e.controlled && !self.source_valid(p, e)) {
            return Err(r::R6_1D);
        }
        let (mut points, way) = match self.book.entry(to).filter(|e| e.side == m.side) {
            Some(e) => (self.book.tables.link_cost, if e.road { Way::Road } else { Way::Path }),
            None => (self.book.cost[to.index()][m.class], Way::Country),
        };
        if m.interdicted.has(to.index()) {
            points += self.book.tables.interdiction;
        }
        Ok(Cost { points, way, stop: zones::enemy_zone(p, m.side, to) })
    }

    /// 9g, 9h: points with the bonus of a move that followed `path` (or only roads).
    #[inline]
    pub fn with_bonus(&self, m: &Mover, path: bool) -> u8 {
        let t = &self.book.tables;
        m.points + if path { t.path_bonus[m.class] } else { t.road_bonus[m.class] }
    }

    /// How a move stands after one more step.
    #[inline]
    pub fn after(&self, m: &Mover, going: Going, to: Hex, cost: Cost) -> Going {
        let followed = cost.way != Way::Country;
        Going {
            spent: going.spent + cost.points,
            bonus: going.bonus && followed && !cost.stop && !m.spoiled.has(to.index()),
            path: going.path || cost.way == Way::Path,
            begun: true,
        }
    }

    /// 9g, 9h, 9-r2: the most points a move that has gone so may have spent.
    #[inline]
    pub fn allowance(&self, m: &Mover, going: Going) -> u8 {
        if going.bonus { self.with_bonus(m, going.path) } else { m.points }
    }
}
