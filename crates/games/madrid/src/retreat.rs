//! 9.7 Retreat.

use crate::Side;
use crate::book::Book;
use crate::ids::Places;
use crate::ids::Unit;
use crate::position::{Kind, Public};
use crate::rules::{self, Rule};
use frente_board::Area;

impl Book {
    /// 9.7e, 9.7i, 9.7-r5: must the side's units go back to the area they left last?
    pub fn bound_back(&self, p: &Public, side: Side) -> bool {
        side == p.act.side && matches!(p.act.kind, Kind::Movement | Kind::Assault)
    }

    /// Why they must: after their assault (9.7e), or because of Defensive Fire (9.7i), which comes before Player B's point unit
    /// is named.
    pub fn back_rule(&self, p: &Public) -> Rule {
        if p.act.kind == Kind::Assault && p.act.foe_point.is_some() { rules::R9_7E } else { rules::R9_7I }
    }

    /// 12.1i, 12.1-r2, 12.3l: places behind a river over which the side may not retreat.
    fn over_barred_rivers(&self, p: &Public, side: Side, from: Area) -> Places {
        let bound = side == Side::Nationalist && p.river_ban;
        if bound { self.scenario.ban[from.index()] } else { Places::EMPTY }
    }

    /// 9.7a, 9.7b, 9.7c, 9.7d, 9.7f, 9.7h, 9.7-r1, 9.7-r4: the places open as refuges, by rank, the first choice first.
    fn by_refuge_rank(&self, p: &Public, side: Side, from: Area) -> [Places; 3] {
        let foe = side.other();
        let own = self.controlled(p, side) | self.map.boxes[side.index()];
        let near = self.map.near[from.index()] - self.map.boxes[foe.index()];
        let open = near - self.over_barred_rivers(p, side, from) - self.full(p, side, near, 1);
        let (mine, foes) = (open & own, p.held[foe]);
        [mine - foes, mine & foes, (open - own) & foes & p.held[side]]
    }

    /// The rule that closes a place altogether.
    fn why_no_refuge(&self, p: &Public, side: Side, from: Area, to: Area) -> Rule {
        if !self.map.near[from.index()].has(to.index()) {
            let two = self.map.within[from.index()][2].has(to.index());
            return if two && from != to { rules::R9_7H } else { rules::R9_7A };
        }
        if self.map.is_box(to) && !self.controls(p, side, to) {
            return rules::R2K;
        }
        if self.over_barred_rivers(p, side, from).has(to.index()) {
            return self.ban_rule();
        }
        if self.has_room(p, side, to, 1) { rules::R9_7D } else { rules::R9_7F }
    }

    /// 9.7, 9.7-r2, 9.7-r3: places a unit of the side may retreat to from the area; none means elimination (9.7g).
    pub fn refuges(&self, p: &Public, side: Side, from: Area) -> Places {
        if self.bound_back(p, side) {
            let back = p.act.last;
            let open = back.is_some() && self.has_room(p, side, back, 1);
            return if open { Places::one(back.index()) } else { Places::EMPTY };
        }
        self.by_refuge_rank(p, side, from).into_iter().find(|rank| !rank.is_empty()).unwrap_or(Places::EMPTY)
    }

    /// 9.7: may the unit retreat to this place?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_retreat(&self, p: &Public, unit: Unit, to: Area) -> Result<(), Rule> {
        let (side, from) = (unit.side(), p.place_of(unit));
        if self.refuges(p, side, from).has(to.index()) {
            return Ok(());
        }
        if self.bound_back(p, side) {
            return Err(self.back_rule(p));
        }
        // A place that is open but of a lower rank: the rank that comes first says no.
        let [quiet, contested, enemy] = self.by_refuge_rank(p, side, from);
        Err(if contested.has(to.index()) || (enemy.has(to.index()) && !quiet.is_empty()) {
            rules::R9_7B
        } else if enemy.has(to.index()) {
            rules::R9_7C
        } else {
            self.why_no_refuge(p, side, from, to)
        })
    }
}
