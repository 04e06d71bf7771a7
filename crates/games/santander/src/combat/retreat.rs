//! 10.5: retreat instead of a step; 10.6: forced retreats; 5.1.1: too many in one hex.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::book::Nerve;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Sink};

impl Santander {
    /// 10.5.1-r1, 10.5.1d: may a stack in the attacked hex retreat there?
    pub(crate) fn may_retreat_to(&self, p: &Position, side: Side, hex: Hex) -> Result<(), Rule> {
        let open = &p.public.open;
        if !self.book.open(p.public.fight.target).has(hex.index()) || open.held[side.other()].has(hex.index())
        {
            return Err(R10_5_1_R1);
        }
        let zone = open.zone[side.other()].has(hex.index());
        if zone && !open.held[side].has(hex.index()) { Err(R10_5_1D) } else { Ok(()) }
    }

    /// All hexes a stack in the attacked hex can retreat to.
    pub(crate) fn refuges(&self, p: &Position, side: Side) -> Set {
        let around = *self.book.open(p.public.fight.target);
        around.iter().filter(|h| self.may_retreat_to(p, side, Hex::at(*h)).is_ok()).collect()
    }

    /// 10.2.d5a, T4: what the defender may or must do about his losses.
    ///
    /// T4a, T4b, T4c, T4d: free, must go, must go and lose, must go and lose one more.
    pub(crate) fn retreat_or_stand<S: Sink<Event>>(&self, p: &mut Position, side: Side, sink: &mut S) {
        if p.public.fight.steps[side] == 0 {
            return;
        }
        let possible = !self.refuges(p, side).is_empty();
        let table = &self.book.tables.morale;
        let forced = match p.public.fight.nerve {
            0 => {
                if possible {
                    p.public.frames.push(Frame::Decide(side));
                }
                return;
            }
            n => n,
        };
        let steps = &mut p.public.fight.steps[side];
        if !possible {
            // 10.6-r3: nowhere to go.
            *steps += table.cannot_retreat[forced as usize - 1];
            sink.push(Event::Stands { side, rule: R10_6_R3 });
            return;
        }
        let rule = if forced == Nerve::Retreat as u8 {
            *steps -= 1;
            T4B
        } else if forced == Nerve::Panic as u8 {
            *steps += table.panic_steps;
            T4D
        } else {
            T4C
        };
        p.public.fight.retreats = true;
        sink.push(Event::Retreats { side, rule });
    }

    /// 10.5a: the defender decides; a retreat spares one step, and only one.
    pub(crate) fn decide<S: Sink<Event>>(&self, p: &mut Position, side: Side, retreat: bool, sink: &mut S) {
        p.public.frames.pop();
        if retreat {
            p.public.fight.retreats = true;
            p.public.fight.steps[side] -= 1;
            sink.push(Event::Retreats { side, rule: R10_5A });
        } else {
            sink.push(Event::Stands { side, rule: R10_5A });
        }
    }

    pub(crate) fn refuge_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        out.extend(self.refuges(p, side).iter().map(|h| Action::To(Hex::at(h))));
    }

    /// 10.5.1a: the whole stack goes to one hex; 9.2l: its HQ is lost.
    pub(crate) fn retreat_to<S: Sink<Event>>(&self, p: &mut Position, side: Side, hex: Hex, sink: &mut S) {
        let target = p.public.fight.target;
        p.public.frames.pop();
        p.public.fight.refuge = hex;
        p.public.fight.retreating = p.fighters(&self.book, side, target);
        for hq in each(side, p.units(side, target) & self.book.corps(side).hqs) {
            self.eliminate(p, hq, R9_2L, sink);
        }
        p.public.frames.push(Frame::Arrive(side));
    }

    /// Does the order of arrival matter? Judged on what both players see: friends in the hex, or a stack too large for it.
    fn order_matters(&self, p: &Position, side: Side) -> bool {
        let fight = &p.public.fight;
        let sp: u8 = each(side, fight.retreating).map(|u| self.book.piece(u).sp).sum();
        let limit = self.book.terrain(fight.refuge).limit * self.book.tables.double;
        fight.retreating.count_ones() > 1
            && (p.public.open.held[side].has(fight.refuge.index()) || sp > limit)
    }

    /// Lets the stack arrive as far as nobody has to choose.
    pub(crate) fn arrive_on<S: Sink<Event>>(&self, p: &mut Position, side: Side, sink: &mut S) -> bool {
        let retreating = p.public.fight.retreating;
        if retreating == 0 {
            p.public.frames.pop();
            return true;
        }
        if self.order_matters(p, side) {
            return false;
        }
        // Bottom first, so that the stack keeps its order; told in the order of the counter list, since how a stack lies below its top
        // is its owner's alone (5.3-r1).
        let (mut order, mut arrived): (Units, Units) = (retreating, 0);
        while order != 0 {
            let last = p.own(side).stack(p.public.fight.target).filter(|s| order >> s & 1 != 0).last();
            let Some(slot) = last else { break };
            order &= !(1 << slot);
            if self.finds_refuge(p, Unit::new(side, slot), sink) {
                arrived |= 1 << slot;
            }
        }
        for unit in each(side, arrived) {
            self.settle(p, unit, sink);
        }
        true
    }

    pub(crate) fn may_arrive(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        if unit.side() == side && p.public.fight.retreating & unit.bit() != 0 { Ok(()) } else { Err(R5_1_R1) }
    }

    /// 5.1-r1: the owner chose the unit of the stack that arrives next.
    pub(crate) fn arrive<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, sink: &mut S) {
        if self.finds_refuge(p, unit, sink) {
            self.settle(p, unit, sink);
        }
    }

    /// 5.1-r1, 10.5.1b: one unit of the stack comes to the refuge, or is lost for want of room there.
    fn finds_refuge<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, sink: &mut S) -> bool {
        let to = p.public.fight.refuge;
        p.public.fight.retreating &= !unit.bit();
        if let Some(rule) = self.no_room_at_all(p, unit, to) {
            self.eliminate(p, unit, rule, sink);
            return false;
        }
        p.lift(&self.book, unit);
        self.enter(p, unit, to, sink);
        p.place(&self.book, unit, to);
        true
    }

    /// 10.5.1c: a unit that has come to the refuge is disorganised.
    fn settle<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, sink: &mut S) {
        let fight = &p.public.fight;
        sink.push(Event::Retreated { unit, from: fight.target, to: fight.refuge });
        self.disorganise(p, unit, false, sink);
    }
}
