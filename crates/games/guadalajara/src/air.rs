//! 17. Air support, x7: points, bombardment, and their assignment to combats.

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::position::fight::Fight;
use crate::position::{AirList, Position};
use crate::rules;
use frente_board::Hex;
use frente_engine::{PerSide, Refusal, Side, Sink};

impl Book {
    /// 17a, x7a, x7b: the points of a day, whatever the weather (17-r1); none are kept from the day before.
    pub(crate) fn air_points(&self, day: u8) -> PerSide<u8> {
        let air = &self.tables.air;
        let points = |a: &crate::book::tables::AirPoints| if day >= a.from_day { a.points } else { 0 };
        PerSide::new(points(&air.republican), points(&air.nationalist))
    }

    /// 17.2: may a point be assigned to the bombardment of the hex? 17c: range is no matter.
    ///
    /// 17.2a, 17.2b: without any ground attacker, and so many points a hex.
    pub(crate) fn may_bomb(&self, p: &Position, side: Side, hex: Hex) -> Result<(), Refusal> {
        let refused = |rule| Err(Refusal::new(rule).place(hex.0));
        if p.air[side] == 0 {
            return refused(rules::R17B);
        }
        if !self.enemy_held(p, side).has(hex.index()) {
            return refused(rules::R17_2A);
        }
        if p.assigned[side].on(hex) >= self.tables.air.bombardment_max {
            return refused(rules::R17_2B);
        }
        Ok(())
    }

    pub(crate) fn list_bombs(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let mut open = *self.enemy_held(p, side);
        for (hex, _) in p.assigned[side].iter().filter(|(_, n)| *n >= self.tables.air.bombardment_max) {
            open.remove(hex.index());
        }
        out.extend(open.iter().map(|h| Action::Bomb(Hex::at(h))));
        out.push(Action::End);
    }

    /// 17b: the point is spent for the turn.
    pub(crate) fn bomb<S: Sink<Event>>(&self, p: &mut Position, side: Side, hex: Hex, s: &mut S) {
        p.air[side] -= 1;
        p.assigned[side].add(hex);
        s.push(Event::BombAssigned(side, hex));
    }

    /// 5-r1: may a point be assigned to the hex: to defence where one's own units are, to attack where the enemy's are?
    pub(crate) fn may_assign(&self, p: &Position, side: Side, hex: Hex) -> Result<(), Refusal> {
        let held = if side == p.active { self.enemy_held(p, side) } else { &p.derived.occupied[side] };
        if p.air[side] == 0 {
            return Err(Refusal::new(rules::R17B).place(hex.0));
        }
        if held.has(hex.index()) { Ok(()) } else { Err(Refusal::new(rules::R5_R1).place(hex.0)) }
    }

    pub(crate) fn list_air(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let held = if side == p.active { self.enemy_held(p, side) } else { &p.derived.occupied[side] };
        out.extend(held.iter().map(|h| Action::Air(Hex::at(h))));
        out.push(Action::End);
    }

    pub(crate) fn assign<S: Sink<Event>>(&self, p: &mut Position, side: Side, hex: Hex, s: &mut S) {
        let defence = side != p.active;
        p.air[side] -= 1;
        p.assigned[side].add(hex);
        s.push(Event::AirAssigned { side, hex, defence });
    }

    /// 17.2-r1: opens one bombardment: all units in the hex that were not bombarded before.
    pub(crate) fn open_bombardment<S: Sink<Event>>(&self, p: &mut Position, side: Side, hex: Hex, s: &mut S) {
        let points = p.assigned[side].take(hex);
        let defenders = self.unstruck(p, hex);
        if defenders.is_empty() {
            return;
        }
        s.push(Event::Bombarded { hex, side, points });
        p.struck |= defenders;
        p.fight = Fight { target: hex, bombardment: true, attacker: side, defenders, ..Fight::NONE };
        p.fight.air[side] = points;
        p.stack.push(Frame::Aftermath);
        p.stack.push(Frame::Roll);
    }

    /// May the bombardment of the hex be resolved now?
    pub(crate) fn may_resolve(&self, p: &Position, side: Side, hex: Hex) -> Result<(), Refusal> {
        if p.assigned[side].on(hex) > 0 { Ok(()) } else { Err(Refusal::new(rules::R5C).place(hex.0)) }
    }

    /// Assigned points that found no combat are spent without effect (5-r1).
    pub(crate) fn clear_air(&self, p: &mut Position) {
        p.assigned = PerSide::new(AirList::EMPTY, AirList::EMPTY);
    }
}
