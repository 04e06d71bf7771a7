//! 8. Replacements.

use crate::book::Book;
use crate::chits::Chit;
use crate::counters::{Type, Unit, Units};
use crate::frame::Frame;
use crate::map::Places;
use crate::position::{Kind, Public};
use crate::rules::{self, Rule};
use crate::{Side, counters::Faction};
use frente_board::Area;

impl Book {
    /// 8b, 12.3r, 12.3-r2: line or shock units that the side may rebuild in one replacements step.
    pub fn allowance(&self, p: &Public, side: Side) -> Frame {
        let table = &self.tables.replacements;
        let pausing = side == Side::Nationalist && p.pausing();
        Frame::Rebuild {
            side,
            line: table.line,
            shock: if pausing { table.pause_shock } else { table.shock },
        }
    }

    /// 8h to 8j: may the unit be rebuilt at all?
    ///
    /// # Errors
    /// The rule against it.
    pub fn rebuildable(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        let counter = self.counter(unit);
        let table = &self.tables.replacements;
        if counter.kind == Type::Artillery {
            return Err(rules::R8J);
        }
        if table.never.contains(&counter.faction) {
            return Err(rules::R8H);
        }
        if table.pause_only.contains(&counter.faction) && !(unit.side() == Side::Nationalist && p.pausing()) {
            return Err(rules::R8I);
        }
        Ok(())
    }

    /// 8e, 8-r2: areas in which a rebuilt unit may be placed.
    pub fn rebuild_areas(&self, p: &Public, side: Side) -> Places {
        self.controlled(p, side).iter().filter(|&i| self.has_room(p, side, Area::at(i), 1)).collect()
    }

    /// 8b to 8j, 15.N11-r1: may `unit` return at the price of `spent`?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_rebuild(&self, p: &Public, frame: Frame, unit: Unit, spent: Unit) -> Result<(), Rule> {
        let Frame::Rebuild { side, line, shock } = frame else { return Err(rules::R8B) };
        if unit.side() != side || !p.eliminated[side].has(unit) {
            return Err(rules::R8C);
        }
        self.rebuildable(p, unit)?;
        let counter = self.counter(unit);
        let left = if counter.kind == Type::Shock { shock } else { line };
        if left == 0 {
            return Err(rules::R8B);
        }
        if self.rebuild_areas(p, side).is_empty() {
            return Err(rules::R3_2D);
        }
        if p.act.kind == Kind::Event(Chit::Mola) {
            return if spent.is_some() { Err(rules::R15_N11B) } else { Ok(()) };
        }
        if !spent.is_some() || spent == unit || spent.side() != side || !p.eliminated[side].has(spent) {
            return Err(rules::R8C);
        }
        let other = self.counter(spent);
        if other.kind != counter.kind || other.faction != counter.faction {
            return Err(rules::R8C);
        }
        // 8f, 8g, 8-r3: Fresh faces are compared, attack first.
        let (mine, its) = (self.values[unit.index()], self.values[spent.index()]);
        if mine.attack[0] > its.attack[0] {
            return Err(rules::R8F);
        }
        if mine.attack[0] == its.attack[0] && mine.defence[0] > its.defence[0] {
            return Err(rules::R8G);
        }
        Ok(())
    }

    /// Can the side rebuild anything with this allowance?
    pub fn can_rebuild(&self, p: &Public, frame: Frame) -> bool {
        let Frame::Rebuild { side, .. } = frame else { return false };
        let boxed = p.eliminated[side];
        if p.act.kind == Kind::Event(Chit::Mola) {
            return boxed.iter(side).any(|u| self.may_rebuild(p, frame, u, Unit::NONE).is_ok());
        }
        self.pairs(p, side).any(|(u, v)| self.may_rebuild(p, frame, u, v).is_ok())
    }

    /// Ordered pairs of eliminated units of one type and faction.
    pub fn pairs<'a>(&'a self, p: &'a Public, side: Side) -> impl Iterator<Item = (Unit, Unit)> + 'a {
        let boxed = p.eliminated[side];
        let alike = move |u: Unit| -> Units {
            let (kind, faction): (Type, Faction) = (self.counter(u).kind, self.counter(u).faction);
            let same = |v: &Unit| self.counter(*v).kind == kind && self.counter(*v).faction == faction;
            boxed.iter(side).filter(same).fold(Units::NONE, |all, v| all | v.only()) - u.only()
        };
        boxed.iter(side).flat_map(move |u| alike(u).iter(side).map(move |v| (u, v)))
    }
}
