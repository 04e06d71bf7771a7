//! 8. Replacements.

use crate::Side;
use crate::book::Book;
use crate::book::counters::Type;
use crate::chits::Chit;
use crate::frame::Frame;
use crate::ids::Places;
use crate::ids::{Unit, Units};
use crate::position::{Kind, Public};
use crate::rules::{self, Rule};

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

    /// 8h, 8i, 8j: may the unit be rebuilt at all?
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
        let own = self.controlled(p, side);
        own - self.full(p, side, own, 1)
    }

    /// 8b, 8e, 8h, 8i, 8j: eliminated units that may return with this allowance, if their price can be paid.
    pub fn returning(&self, p: &Public, frame: Frame) -> Units {
        let Frame::Rebuild { side, line, shock } = frame else { return Units::NONE };
        let mut units = p.eliminated[side] - self.lost[side];
        if !(side == Side::Nationalist && p.pausing()) {
            units -= self.pause_only[side];
        }
        if line == 0 {
            units &= self.shock[side];
        }
        if shock == 0 {
            units -= self.shock[side];
        }
        if units.is_empty() || self.rebuild_areas(p, side).is_empty() { Units::NONE } else { units }
    }

    /// 8b, 8c, 8d, 8e, 8f, 8g, 8h, 8i, 8j, 8-r1, 8-r4, 15.N11-r1: may `unit` return at the price of `spent`?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_rebuild(&self, p: &Public, frame: Frame, unit: Unit, spent: Unit) -> Result<(), Rule> {
        let Frame::Rebuild { side, .. } = frame else { return Err(rules::R8B) };
        let paid = if p.act.kind == Kind::Event(Chit::Mola) {
            !spent.is_some()
        } else {
            spent.side() == side && self.payers(p, unit).has(spent)
        };
        if unit.side() == side && self.returning(p, frame).has(unit) && paid {
            Ok(())
        } else {
            Err(self.why_not_rebuilt(p, frame, unit, spent))
        }
    }

    /// Why the unit may not return at the price of the other.
    fn why_not_rebuilt(&self, p: &Public, frame: Frame, unit: Unit, spent: Unit) -> Rule {
        let Frame::Rebuild { side, line, shock } = frame else { return rules::R8B };
        if unit.side() != side || !p.eliminated[side].has(unit) {
            return rules::R8C;
        }
        if let Err(rule) = self.rebuildable(p, unit) {
            return rule;
        }
        let left = if self.shock[side].has(unit) { shock } else { line };
        if left == 0 {
            return rules::R8B;
        }
        if self.rebuild_areas(p, side).is_empty() {
            return rules::R3_2D;
        }
        if p.act.kind == Kind::Event(Chit::Mola) {
            return rules::R15_N11B;
        }
        if !spent.is_some() || spent == unit || spent.side() != side || !p.eliminated[side].has(spent) {
            return rules::R8C;
        }
        let (counter, other) = (self.counter(unit), self.counter(spent));
        if other.kind != counter.kind || other.faction != counter.faction {
            return rules::R8C;
        }
        // 8f, 8g, 8-r3: Fresh faces are compared, attack first.
        let (mine, its) = (self.values[unit.index()], self.values[spent.index()]);
        if mine.attack[0] > its.attack[0] { rules::R8F } else { rules::R8G }
    }

    /// 8c: eliminated units at whose price the unit may return.
    fn payers(&self, p: &Public, unit: Unit) -> Units {
        self.prices[unit.index()] & p.eliminated[unit.side()]
    }

    /// Can the side rebuild anything with this allowance?
    pub fn can_rebuild(&self, p: &Public, frame: Frame) -> bool {
        if p.act.kind == Kind::Event(Chit::Mola) {
            self.returning(p, frame).any()
        } else {
            self.pairs(p, frame).next().is_some()
        }
    }

    /// Units that may return with this allowance, each with every unit at whose price it may.
    pub fn pairs<'a>(&'a self, p: &'a Public, frame: Frame) -> impl Iterator<Item = (Unit, Unit)> + 'a {
        let side = if let Frame::Rebuild { side, .. } = frame { side } else { Side::Nationalist };
        let returning = self.returning(p, frame).iter(side);
        returning.flat_map(move |unit| self.payers(p, unit).iter(side).map(move |spent| (unit, spent)))
    }
}
