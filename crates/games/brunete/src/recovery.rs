//! 6.2 Recoverable casualties, and where eliminated units go.

use crate::Brunete;
use crate::action::Action;
use crate::book::{Kind, Tank};
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, Units, each};
use crate::position::{Place, Public};
use crate::rules as r;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 6.2b, 6.2i, 6.2-r1: do two units count together for recovery?
    fn alike(&self, a: Unit, b: Unit) -> bool {
        let (a, b) = (self.book.unit(a), self.book.unit(b));
        a.side == b.side
            && match (a.kind, b.kind) {
                (Kind::Infantry, Kind::Infantry) => a.attack[0] == b.attack[0],
                (Kind::Tank(Tank::T26), Kind::Tank(Tank::T26)) => true,
                _ => false,
            }
    }

    fn in_box<'a>(&self, p: &'a Public, side: Side) -> impl Iterator<Item = Unit> + use<'a> {
        let gone = self.book.of_side[side] - p.at_hand();
        each(gone).filter(move |u| p.place.of(u.index()) == Place::Recoverable)
    }

    /// 6.2b, 6.2c, 6.2i, 6.2-r2: may this unit be recovered? As often as there are enough of its kind.
    ///
    /// 6.2a, 6.2h: from the box of recoverable casualties, never from that of final ones.
    pub(crate) fn may_recover(&self, p: &Public, side: Side, unit: Unit) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        match p.place.of(unit.index()) {
            Place::Recoverable if info.side == side => {}
            Place::Final if info.side == side => {
                return Err(if self.can_be_recovered(unit) { r::R6_2H } else { r::R6_2K });
            }
            _ => return Err(r::R6_2A),
        }
        self.enough_alike(self.in_box(p, side).map(Unit::index).collect(), unit)
    }

    /// 6.2b, 6.2c, 6.2i: are there enough units in the box for this one to return?
    fn enough_alike(&self, boxed: Units, unit: Unit) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        let (mut others, mut same) = (0, 0);
        for u in each(boxed).filter(|u| *u != unit && self.alike(*u, unit)) {
            others += 1;
            same += u8::from(self.book.unit(u).elite == info.elite);
        }
        if info.kind.is_tank() {
            return if others + 1 >= self.book.tables.recover_tanks { Ok(()) } else { Err(r::R6_2I) };
        }
        if others + 1 < self.book.tables.recover_infantry {
            return Err(r::R6_2B);
        }
        // With itself, one more of its quality makes the majority of the three.
        if same >= 1 { Ok(()) } else { Err(r::R6_2C) }
    }

    /// The units that may be recovered.
    pub(crate) fn recoverable(&self, p: &Public, side: Side) -> impl Iterator<Item = Unit> {
        let boxed: Units = self.in_box(p, side).map(Unit::index).collect();
        each(boxed).filter(move |u| self.enough_alike(boxed, *u).is_ok())
    }

    pub(crate) fn apply_recover(&self, p: &mut Public, unit: Unit) {
        let t = &self.book.tables;
        let tank = self.book.unit(unit).kind.is_tank();
        let give = if tank { t.recover_tanks } else { t.recover_infantry } - 1;
        p.stack.push(Frame::Recover { unit, give, same: !tank });
    }

    /// 6.2c, 6.2g: which units may be given up for the one that returns.
    pub(crate) fn may_give(
        &self,
        p: &Public,
        (unit, give, same): (Unit, u8, bool),
        other: Unit,
    ) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        if other == unit || p.place.of(other.index()) != Place::Recoverable || !self.alike(unit, other) {
            return Err(if info.kind.is_tank() { r::R6_2I } else { r::R6_2B });
        }
        if give == 1 && same && self.book.unit(other).elite != info.elite { Err(r::R6_2C) } else { Ok(()) }
    }

    pub(crate) fn list_give(&self, p: &Public, group: (Unit, u8, bool), out: &mut Vec<Action>) {
        let side = self.book.unit(group.0).side;
        out.extend(self.in_box(p, side).filter(|u| self.may_give(p, group, *u).is_ok()).map(Action::Give));
    }

    /// 6.2e, 6.2f, 6.2g: the others become final casualties, and the unit waits like a reinforcement, at full strength.
    pub(crate) fn apply_give<S: Sink<Event>>(&self, p: &mut Public, other: Unit, sink: &mut S) {
        let Frame::Recover { unit, give, same } = p.top() else { return };
        p.put(&self.book, other, Place::Final);
        sink.push(Event::Given { unit: other, rule: r::R6_2G });
        let same = same && self.book.unit(other).elite != self.book.unit(unit).elite;
        p.stack.pop();
        if give > 1 {
            p.stack.push(Frame::Recover { unit, give: give - 1, same });
        } else {
            p.put(&self.book, unit, Place::Due(p.turn));
            sink.push(Event::Recovered { unit, rule: r::R6_2E });
        }
    }

    /// A unit loses a step; the last one eliminates it (1.2.2n). Returns whether it is gone.
    pub(crate) fn lose_step<S: Sink<Event>>(
        &self,
        p: &mut Public,
        unit: Unit,
        rule: Rule,
        sink: &mut S,
    ) -> bool {
        if p.steps(&self.book, unit) > 1 {
            p.reduced.insert(unit.index());
            sink.push(Event::Reduced { unit, rule });
            false
        } else {
            self.eliminate(p, unit, rule, sink);
            true
        }
    }

    fn is_republican_tank(&self, unit: Unit) -> bool {
        let info = self.book.unit(unit);
        info.kind.is_tank() && info.side == Side::Republican
    }

    /// 10.1k, 6.2k, 6.2-r3: infantry and Republican tanks can be recovered; cavalry, garrisons and Nationalist tanks cannot.
    fn can_be_recovered(&self, unit: Unit) -> bool {
        self.book.unit(unit).kind == Kind::Infantry || self.is_republican_tank(unit)
    }

    /// 10.1k, 6.2k: a unit goes to its box of casualties.
    pub(crate) fn eliminate<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, rule: Rule, sink: &mut S) {
        let recoverable = self.can_be_recovered(unit);
        self.clear_marks(p, unit);
        p.put(&self.book, unit, if recoverable { Place::Recoverable } else { Place::Final });
        sink.push(Event::Eliminated { unit, recoverable, rule });
        if self.is_republican_tank(unit) {
            self.tank_lost(p, sink);
        }
    }

    /// A unit that leaves the map takes no marks with it.
    pub(crate) fn clear_marks(&self, p: &mut Public, unit: Unit) {
        for marks in [
            &mut p.reduced,
            &mut p.unsupplied,
            &mut p.retreated,
            &mut p.moved,
            &mut p.fought,
            &mut p.attacked,
        ] {
            marks.remove(unit.index());
        }
    }

    /// 6.2j, 6.2-r4: a reserve tank for each of the first losses, whichever T-26 it is; 11.3a, 11.3b, 11.3c, 11.3-r1: a captured T-26 when both
    /// boxes first hold five.
    fn tank_lost<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        p.tanks_lost += 1;
        let reserve = self.scenario.reserve.iter().find(|u| p.place.of(u.index()) == Place::Reserve);
        if p.tanks_lost <= self.book.tables.reserve
            && let Some(&unit) = reserve
        {
            p.put(&self.book, unit, Place::Due(p.turn + 1));
            sink.push(Event::Due { unit, turn: p.turn + 1, rule: r::R6_2J });
        }
        if !self.variants.captured || p.captured {
            return;
        }
        let lost = |u: &Unit| {
            self.book.unit(*u).kind.is_tank()
                && matches!(p.place.of(u.index()), Place::Recoverable | Place::Final)
        };
        let count = each(self.book.of_side[Side::Republican]).filter(lost).count();
        if count >= usize::from(self.book.tables.captured_losses)
            && let Some(unit) = self.scenario.captured
        {
            p.captured = true;
            p.put(&self.book, unit, Place::Due(p.turn + 1));
            sink.push(Event::Due { unit, turn: p.turn + 1, rule: r::R11_3C });
        }
    }
}
