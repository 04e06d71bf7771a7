//! 10.4: advance after combat, and breakthrough.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Sink};

impl Santander {
    /// The net that 8.1.1 asks of an advancing unit; `None` when it is out of supply already and so unbound (8.1.1-r1).
    fn advance_net(&self, p: &Position, unit: Unit) -> Option<Set> {
        let cut = p.own(unit.side()).cut & unit.bit() != 0;
        (!cut).then(|| self.net_without(p, unit))
    }

    /// 10.4.1-r1, 10.4c: may an advancing unit step there? Zones are ignored.
    ///
    /// 8.1.1b: not where it would be out of supply.
    fn may_step(&self, p: &Position, unit: Unit, net: Option<&Set>, from: Hex, to: Hex) -> Result<(), Rule> {
        if !self.book.open(from).has(to.index()) || p.public.open.held[unit.side().other()].has(to.index()) {
            return Err(R10_4_1_R1);
        }
        match net {
            Some(net) if !self.supplied_at(net, unit, to) => Err(R8_1_1B),
            _ => Ok(()),
        }
    }

    /// May it step there and end there, or go on to where it can end with `left` further hexes?
    ///
    /// 10.4b: there must be room where it ends.
    fn may_advance_to(
        &self,
        p: &Position,
        unit: Unit,
        net: Option<&Set>,
        from: Hex,
        to: Hex,
        left: u8,
    ) -> Result<(), Rule> {
        self.may_step(p, unit, net, from, to)?;
        // 10.4b: where it ends there must be room.
        if self.has_room(p, unit, to).is_ok() {
            return Ok(());
        }
        let on = |next: usize| self.may_advance_to(p, unit, net, to, Hex::at(next), left - 1).is_ok();
        if left > 0 && self.book.open(to).iter().any(on) { Ok(()) } else { Err(R10_4B) }
    }

    /// 10.4a, 10.4-r1: may this unit advance into the attacked hex?
    ///
    /// 9.2m: no HQ.
    pub(crate) fn may_advance(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        let fight = &p.public.fight;
        if unit.side() != side || fight.advancing & unit.bit() == 0 {
            let hq = unit.side() == side && self.book.corps(side).hqs & unit.bit() != 0;
            return Err(if hq { R9_2M } else { R10_4_R1 });
        }
        let net = self.advance_net(p, unit);
        self.may_advance_to(p, unit, net.as_ref(), p.at(unit), fight.target, self.hexes_beyond(p))
    }

    /// 10.4.1b: further hexes after the first.
    fn hexes_beyond(&self, p: &Position) -> u8 {
        if p.public.fight.through { self.book.tables.combat.breakthrough - 1 } else { 0 }
    }

    pub(crate) fn advance_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let able = each(side, p.public.fight.advancing).filter(|u| self.may_advance(p, side, *u).is_ok());
        out.extend(able.map(Action::Advance));
        out.push(Action::Halt);
    }

    /// Ends the advance when nobody can.
    pub(crate) fn advance_on(&self, p: &mut Position, side: Side) -> bool {
        let able = each(side, p.public.fight.advancing).any(|u| self.may_advance(p, side, u).is_ok());
        if !able {
            p.public.fight.advancing = 0;
            p.public.frames.pop();
        }
        !able
    }

    /// A unit advances into the attacked hex.
    pub(crate) fn advance<S: Sink<Event>>(&self, p: &mut Position, side: Side, unit: Unit, sink: &mut S) {
        let target = p.public.fight.target;
        p.public.fight.advancing &= !unit.bit();
        // 10.6.1d, 10.6.1-r3: one drop for the hex; retaking an objective is that drop already.
        let retaken = self.book.objectives.has(target.index()) && p.controller(target) != side;
        self.step_to(p, unit, target, R10_4A, sink);
        if side == Side::Republican && !p.public.fight.entered && !retaken {
            self.track(p, -1, R10_6_1D, sink);
        }
        p.public.fight.entered = true;
        let beyond = self.hexes_beyond(p);
        if beyond > 0 {
            p.public.fight.ahead = unit.slot() as u8;
            p.public.frames.push(Frame::Beyond(side, beyond));
        }
    }

    fn step_to<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, to: Hex, rule: Rule, sink: &mut S) {
        let from = p.at(unit);
        p.lift(&self.book, unit);
        self.enter(p, unit, to, sink);
        p.place(&self.book, unit, to);
        sink.push(Event::Advanced { unit, from, to, rule });
    }

    /// The unit that is going on.
    pub(crate) fn ahead(&self, p: &Position, side: Side) -> Unit {
        Unit::new(side, p.public.fight.ahead as usize)
    }

    pub(crate) fn may_go_on(&self, p: &Position, side: Side, left: u8, hex: Hex) -> Result<(), Rule> {
        let unit = self.ahead(p, side);
        let net = self.advance_net(p, unit);
        self.may_advance_to(p, unit, net.as_ref(), p.at(unit), hex, left - 1)
    }

    /// May it halt where it is?
    pub(crate) fn may_halt(&self, p: &Position, side: Side) -> Result<(), Rule> {
        let unit = self.ahead(p, side);
        self.has_room(p, unit, p.at(unit)).map_err(|_| R10_4B)
    }

    pub(crate) fn beyond_list(&self, p: &Position, side: Side, left: u8, out: &mut Vec<Action>) {
        let around = *self.book.open(p.at(self.ahead(p, side)));
        let able = around.iter().map(Hex::at).filter(|h| self.may_go_on(p, side, left, *h).is_ok());
        out.extend(able.map(Action::On));
        if self.may_halt(p, side).is_ok() {
            out.push(Action::Halt);
        }
    }

    pub(crate) fn go_on<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        left: u8,
        hex: Hex,
        sink: &mut S,
    ) {
        self.step_to(p, self.ahead(p, side), hex, R10_4_1B, sink);
        if left > 1 {
            p.public.frames.replace(Frame::Beyond(side, left - 1));
        } else {
            self.halt(p);
        }
    }

    pub(crate) fn halt(&self, p: &mut Position) {
        p.public.fight.ahead = u8::MAX;
        p.public.frames.pop();
    }
}
