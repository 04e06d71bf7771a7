//! 9.7 Retreat.

use crate::Side;
use crate::book::Book;
use crate::counters::Unit;
use crate::map::Places;
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

    /// 9.7b to 9.7d, 9.7-r1: the rank of a place as refuge, the first choice smallest.
    ///
    /// # Errors
    /// The rule that closes it altogether.
    fn refuge_rank(&self, p: &Public, side: Side, from: Area, to: Area) -> Result<u8, Rule> {
        if !self.map.near[from.index()].has(to.index()) {
            let two = self.map.within[from.index()][2].has(to.index());
            return Err(if two && from != to { rules::R9_7H } else { rules::R9_7A });
        }
        let friendly = self.controls(p, side, to);
        if self.map.is_box(to) && !friendly {
            return Err(rules::R2K);
        }
        if side == Side::Nationalist && p.river_ban && self.scenario.ban[from.index()].has(to.index()) {
            return Err(self.ban_rule());
        }
        if !self.has_room(p, side, to, 1) {
            return Err(rules::R9_7F);
        }
        match (friendly, p.units(side.other(), to).any()) {
            (true, false) => Ok(0),
            (true, true) => Ok(1),
            (false, true) if p.units(side, to).any() => Ok(2),
            _ => Err(rules::R9_7D),
        }
    }

    /// 9.7, 9.7-r2: places a unit of the side may retreat to from the area; none means elimination (9.7g).
    pub fn refuges(&self, p: &Public, side: Side, from: Area) -> Places {
        if self.bound_back(p, side) {
            let back = p.act.last;
            let open = back.is_some() && self.has_room(p, side, back, 1);
            return if open { Places::one(back.index()) } else { Places::EMPTY };
        }
        let mut best = u8::MAX;
        let mut found = Places::EMPTY;
        for i in self.map.near[from.index()] {
            if let Ok(rank) = self.refuge_rank(p, side, from, Area::at(i)) {
                if rank < best {
                    best = rank;
                    found = Places::EMPTY;
                }
                if rank == best {
                    found.insert(i);
                }
            }
        }
        found
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
        match self.refuge_rank(p, side, from, to)? {
            0 | 1 => Err(rules::R9_7B),
            _ => {
                let first = self.refuges(p, side, from).first().map(Area::at);
                let quiet = first.is_some_and(|a| p.units(side.other(), a).is_empty());
                Err(if quiet { rules::R9_7B } else { rules::R9_7C })
            }
        }
    }
}
