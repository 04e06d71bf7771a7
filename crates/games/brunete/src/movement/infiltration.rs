//! 9, special move of turn 1: the 11th Division at Brunete.

use crate::Brunete;
use crate::action::Action;
use crate::book::Kind;
use crate::event::{Die, Event, Phase};
use crate::frame::{Frame, Mode};
use crate::ids::Unit;
use crate::position::{Place, Public};
use crate::rules as r;
use crate::zones;
use frente_engine::{Side, Sink};

impl Brunete {
    /// Infantry and cavalry beyond the stacking limit in the hex of the infiltration.
    fn excess(&self, p: &Public) -> u8 {
        let hex = self.book.tables.infiltration_hex;
        let mut count = 0;
        for u in p.in_hex(hex) {
            count += u8::from(self.book.unit(u).kind.is_battalion());
        }
        count.saturating_sub(self.book.tables.battalions)
    }

    /// 9p, 9-r8: are there too many units in the hex?
    pub(crate) fn overstacked(&self, p: &Public) -> bool {
        self.excess(p) > 0
    }

    /// 9p, 9-ex1: what a unit may spend of the shared points, so that enough is left for those who must still leave.
    pub(crate) fn infiltration_budget(&self, p: &Public, unit: Unit, left: u8) -> u8 {
        let hex = self.book.tables.infiltration_hex;
        let leaves = p.at(unit) == Some(hex);
        let must = self.excess(p).saturating_sub(u8::from(leaves));
        if must == 0 {
            return left;
        }
        let m = self.mover(unit, left);
        let mut cheapest: Option<u8> = None;
        for (dir, to) in self.book.map.around(hex) {
            if let Ok(cost) = self.step(p, &m, hex, dir, to)
                && p.room(&self.book, unit, to)
            {
                cheapest = Some(cheapest.map_or(cost.points, |c| c.min(cost.points)));
            }
        }
        left.saturating_sub(must * cheapest.unwrap_or(0))
    }

    /// Where the points a unit of the division has spent are kept.
    fn infiltrator(&self, unit: Unit) -> usize {
        self.book.units[..unit.index()].iter().filter(|u| u.infiltrates).count()
    }

    /// 9-r6: what a unit has spent of its own points so far.
    pub(crate) fn infiltrated(&self, p: &Public, unit: Unit) -> u8 {
        p.infiltrated[self.infiltrator(unit)]
    }

    /// 9-ex1, 9-r11: a unit may be taken up again for what is left, unless an enemy zone has stopped it (4.1a).
    pub(crate) fn infiltrated_on(&self, p: &mut Public, unit: Unit, spent: u8) {
        p.infiltrated[self.infiltrator(unit)] += spent;
        if p.at(unit).is_none_or(|hex| !zones::enemy_zone(p, Side::Republican, hex)) {
            p.moved.remove(unit.index());
        }
    }

    /// 9n, 9-r5: undiscovered or discovered; the division stands in the hex either way.
    pub(crate) fn apply_infiltration<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let t = &self.book.tables;
        sink.push(Event::Rolled { what: Die::Infiltration, side: Side::Republican, die, rule: r::R9N });
        let discovered = t.infiltration_undiscovered >> die & 1 == 0;
        sink.push(Event::Infiltration { discovered, rule: r::R9N });
        let dice = if discovered { t.infiltration_dice_discovered } else { t.infiltration_dice };
        p.stack.replace(Frame::InfiltrationPoints { dice, sum: 0, discovered });
    }

    /// 9o, 9q, 9r, 9-r10: the dice give the points; a discovered division waits until Nationalist reinforcements have moved.
    pub(crate) fn apply_infiltration_points<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::InfiltrationPoints { dice, sum, discovered } = p.top() else { return };
        let rule = if discovered { r::R9Q } else { r::R9O };
        sink.push(Event::Rolled { what: Die::InfiltrationPoints, side: Side::Republican, die, rule });
        let (dice, sum) = (dice - 1, sum + die);
        if dice > 0 {
            p.stack.replace(Frame::InfiltrationPoints { dice, sum, discovered });
            return;
        }
        let points = sum.max(self.book.tables.infiltration_minimum);
        sink.push(Event::InfiltrationPoints { points, rule });
        p.moved = Default::default();
        p.stack.replace(Frame::Movement(Side::Republican, Mode::Infiltration, points));
        if discovered {
            sink.push(Event::Phase {
                phase: Phase::Reinforcements,
                side: Some(Side::Nationalist),
                rule: r::R9R,
            });
            p.placed = Default::default();
            p.stack.push(Frame::Movement(Side::Nationalist, Mode::Early, 0));
            p.stack.push(Frame::Reinforce(Side::Nationalist, Mode::Early));
        }
    }

    /// 9-r6: units that must go because nothing else cures the overstack.
    pub(crate) fn list_cull(&self, p: &Public, out: &mut Vec<Action>) {
        let hex = self.book.tables.infiltration_hex;
        let mut battalions = p.in_hex(hex).filter(|u| self.book.unit(*u).kind.is_battalion());
        out.extend(battalions.by_ref().map(Action::Eliminate));
    }

    /// Is there anything for the early movement of 9r to do?
    pub(crate) fn waits_beside(&self, p: &Public, side: Side) -> bool {
        let beside =
            |u: usize| matches!(p.place.of(u), Place::Beside(_)) && self.book.units[u].kind != Kind::Garrison;
        self.book.of_side[side].iter().any(beside)
    }
}
