//! 4.1d and the notes of 18.0 and 19.0: reinforcements, their entry hexes, queues, shifted and delayed entry.

use crate::Aragon;
use crate::action::Action;
use crate::book::Reinforcement;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::movement::Price;
use crate::position::{Place, Position, Public};
use crate::rule::*;
use crate::victory::Ending;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    fn group(&self, unit: Unit) -> Option<&Reinforcement> {
        self.book.scenario.group[unit.index()].map(|g| &self.book.scenario.reinforcements[g as usize])
    }

    /// 18.0t, 19.0p, 19.0w: the list of entry hexes that binds the unit.
    pub(crate) fn entry_list(&self, unit: Unit) -> Rule {
        match (self.book.scenario.source.as_str(), self.book.side(unit)) {
            ("19", Side::Nationalist) => R19_0P,
            ("19", Side::Republican) => R19_0W,
            _ => R18_0T,
        }
    }

    /// 18.0aa, 18.0ad, 18.0-r7: what it costs to enter in a hex, from `shift` hexes along the edge.
    fn entry_price(&self, p: &Public, unit: Unit, hex: Hex, shift: u8) -> Result<Price, Rule> {
        let m = self.mover(p, unit);
        let ground = &self.book.ground;
        let cost = ground.entry_cost[hex.index()].ok_or_else(|| self.entry_list(unit))?;
        if p.holds(m.side.other(), hex) {
            return Err(R18_0_R5);
        }
        let ahead = p.queue[ground.edge_number[hex.index()] as usize];
        if m.snow {
            // 16.1-r2: one unit a hex, and it stays there.
            let alone = shift == 0 && ahead == 0 && p.vacant(hex);
            return if alone { Ok(Price { cost: m.allowance, stop: true }) } else { Err(R16_1_R2) };
        }
        let zone = p.in_enemy_zone(m.side, hex);
        let extra = if zone && m.mobile { u16::from(m.zone_price()) } else { 0 };
        let price = (u16::from(ahead) + 1) * u16::from(cost) + 2 * u16::from(shift) + extra;
        if price > u16::from(m.allowance) {
            return Err(R18_0_R8);
        }
        let price = Price { cost: price as u8, stop: zone && !m.mobile };
        if !p.vacant(hex) {
            // 18.0-r5: a friendly unit is passed, if there is a way on.
            let on = !price.stop && self.can_go(p, &m, hex, m.allowance - price.cost);
            return if on { Ok(price) } else { Err(R18_0_R5) };
        }
        Ok(price)
    }

    /// 18.0t, 18.0ab, 18.0-r6: may the unit enter in this hex, and at what price?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_enter(&self, p: &Public, unit: Unit, hex: Hex) -> Result<Price, Rule> {
        let group = self.group(unit).ok_or_else(|| self.entry_list(unit))?;
        if group.turn > p.turn {
            return Err(R3_0B);
        }
        if group.entry.iter().any(|e| e.hex == hex) {
            return self.entry_price(p, unit, hex, 0);
        }
        if p.snowed_in() {
            return Err(R16_1_R2);
        }
        let blocked = group.entry.iter().filter(|e| self.entry_price(p, unit, e.hex, 0) == Err(R18_0_R5));
        let shift = blocked.map(|e| e.along[hex.index()]).min().unwrap_or(u8::MAX);
        if shift == u8::MAX { Err(self.entry_list(unit)) } else { self.entry_price(p, unit, hex, shift) }
    }

    /// 4.1d, 18.0-r8, 18.0-r9: may the unit enter in this phase at all?
    pub(crate) fn may_enter_somewhere(&self, p: &Public, unit: Unit, mobile: bool) -> Result<(), Rule> {
        if mobile && !self.book.unit(unit).mobile() {
            return Err(R4_1K);
        }
        if self.group(unit).is_none_or(|g| g.turn > p.turn) {
            return Err(R3_0B);
        }
        let mut refusal = R18_0_R8;
        for hex in self.entry_hexes(p, unit) {
            match self.may_enter(p, unit, hex) {
                Ok(_) => return Ok(()),
                Err(rule) => refusal = rule,
            }
        }
        Err(refusal)
    }

    /// The hexes worth asking: the listed ones, and the whole edge if one of them is blocked.
    fn entry_hexes(&self, p: &Public, unit: Unit) -> impl Iterator<Item = Hex> + use<'_> {
        let listed = self.group(unit).into_iter().flat_map(|g| g.entry.iter().map(|e| e.hex));
        let blocked = listed.clone().any(|h| self.entry_price(p, unit, h, 0) == Err(R18_0_R5));
        let edge = if blocked { self.book.ground.edge } else { crate::ids::Set::EMPTY };
        let others = edge.into_iter().map(Hex::at).filter({
            let listed: crate::ids::Set = listed.clone().map(Hex::index).collect();
            move |h| !listed.has(h.index())
        });
        listed.chain(others)
    }

    /// Entry hexes of the unit at hand.
    pub(crate) fn list_entries(&self, p: &Public, unit: Unit, out: &mut Vec<Action>) {
        for hex in self.entry_hexes(p, unit) {
            if self.may_enter(p, unit, hex).is_ok() {
                out.push(Action::Enter { unit, hex });
            }
        }
    }

    /// The unit enters the map and may move on.
    pub(crate) fn enter<S: Sink<Event>>(&self, pos: &mut Position, unit: Unit, hex: Hex, s: &mut S) {
        let p = &mut pos.public;
        let Ok(price) = self.may_enter(p, unit, hex) else { return };
        let m = self.mover(p, unit);
        let left = m.allowance - price.cost;
        p.queue[self.book.ground.edge_number[hex.index()] as usize] += 1;
        p.moved.insert(unit.index());
        s.push(Event::Entered { unit, hex, cost: price.cost });
        if p.vacant(hex) {
            p.put(&self.book, unit, hex);
            if self.sudden_death(p) {
                return self.end(pos, Ending::Zaragoza, s);
            }
        }
        if price.stop || !self.can_go(p, &m, hex, left) {
            p.stack.pop();
        } else {
            p.stack.replace(Frame::Moving { unit, at: hex, left, entered: true, fresh: false });
        }
    }

    /// Are there units waiting that could enter some day?
    pub fn waiting(&self, p: &Public) -> impl Iterator<Item = Unit> + use<'_> {
        let place = p.place;
        self.book.all_units().filter(move |u| place[u.index()] == Place::Waiting)
    }
}
