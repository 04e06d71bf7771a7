//! 4.1d and the notes of 18.0 and 19.0: reinforcements, their entry hexes, queues, shifted and delayed entry.

use crate::Aragon;
use crate::action::Action;
use crate::book::Reinforcement;
use crate::event::Event;
use crate::frame::{Frame, March};
use crate::ids::Unit;
use crate::movement::Price;
use crate::position::{Position, Public};
use crate::rules::*;
use crate::victory::Ending;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

/// All that the entry of a reinforcement depends on, besides the position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entrant {
    group: u8,
    mobile: bool,
    allowance: u8,
}

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
    pub(crate) fn may_enter(&self, p: &Public, unit: Unit, hex: Hex) -> Result<Price, Rule> {
        let group = self.group(unit).ok_or_else(|| self.entry_list(unit))?;
        if group.turn > p.turn {
            return Err(R3_0B);
        }
        if group.entry.iter().any(|e| e.hex == hex) {
            return self.entry_price(p, unit, hex, 0);
        }
        self.shifted_price(p, unit, group, self.blocked(p, unit, group), hex)
    }

    /// 18.0ab: the entry hexes of the group that are blocked for the unit, one bit for each.
    fn blocked(&self, p: &Public, unit: Unit, group: &Reinforcement) -> u32 {
        let blocked = |hex: Hex| self.entry_price(p, unit, hex, 0) == Err(R18_0_R5);
        let entries = group.entry.iter().zip(0..u32::BITS);
        entries.filter(|(e, _)| blocked(e.hex)).fold(0, |bits, (_, n)| bits | 1 << n)
    }

    /// 18.0ab, 18.0-r6: what it costs to enter in a hex that is not listed, from the nearest of the `blocked` entry hexes.
    fn shifted_price(
        &self,
        p: &Public,
        unit: Unit,
        group: &Reinforcement,
        blocked: u32,
        hex: Hex,
    ) -> Result<Price, Rule> {
        if p.snowed_in() {
            return Err(R16_1_R2);
        }
        let entries = group.entry.iter().zip(0..u32::BITS).filter(|(_, n)| blocked >> n & 1 != 0);
        let shift = entries.map(|(e, _)| e.along[hex.index()]).min().unwrap_or(u8::MAX);
        if shift == u8::MAX { Err(self.entry_list(unit)) } else { self.entry_price(p, unit, hex, shift) }
    }

    /// 4.1d, 18.0-r8, 18.0-r9: may the unit enter in this phase at all?
    ///
    /// 18.0ac, 18.0ae: who is blocked, or waits for the mobile phase, stays off the map.
    pub(crate) fn may_enter_somewhere(&self, p: &Public, unit: Unit, mobile: bool) -> Result<(), Rule> {
        if mobile && !self.book.unit(unit).mobile() {
            return Err(R4_1K);
        }
        if self.group(unit).is_none_or(|g| g.turn > p.turn) {
            return Err(R3_0B);
        }
        let mut found = false;
        self.entry_hexes(p, unit, |_| {
            found = true;
            false
        });
        if found {
            return Ok(());
        }
        // An entry hex that is open but too dear is nearer to yes than one that is blocked.
        let listed = self.group(unit).into_iter().flat_map(|g| g.entry.iter());
        let reasons = listed.filter_map(|e| self.entry_price(p, unit, e.hex, 0).err());
        Err(reasons.min_by_key(|rule| *rule == R18_0_R5).unwrap_or(R18_0_R8))
    }

    /// The same as [`Aragon::may_enter_somewhere`] for unit after unit: two that come in the same group and move alike get the same answer,
    /// which is kept in `last`.
    pub(crate) fn may_enter_like(
        &self,
        p: &Public,
        unit: Unit,
        mobile: bool,
        last: &mut Option<(Entrant, bool)>,
    ) -> bool {
        let counter = self.book.unit(unit);
        let Some(group) = self.book.scenario.group[unit.index()] else { return false };
        let entrant = Entrant { group, mobile: counter.mobile(), allowance: counter.allowance };
        match *last {
            Some((like, may)) if like == entrant => may,
            _ => {
                let may = self.may_enter_somewhere(p, unit, mobile).is_ok();
                *last = Some((entrant, may));
                may
            }
        }
    }

    /// The hexes in which the unit may enter, until `go_on` says no: listed ones, and others of the edge if one of those is blocked.
    fn entry_hexes(&self, p: &Public, unit: Unit, mut go_on: impl FnMut(Hex) -> bool) {
        let Some(group) = self.group(unit).filter(|g| g.turn <= p.turn) else { return };
        let listed = group.entry.iter().map(|e| e.hex);
        for hex in listed.clone() {
            if self.entry_price(p, unit, hex, 0).is_ok() && !go_on(hex) {
                return;
            }
        }
        let blocked = self.blocked(p, unit, group);
        if blocked == 0 {
            return;
        }
        let others = self.book.ground.edge - listed.map(Hex::index).collect();
        for hex in others.iter().map(Hex::at) {
            if self.shifted_price(p, unit, group, blocked, hex).is_ok() && !go_on(hex) {
                return;
            }
        }
    }

    /// Entry hexes of the unit at hand.
    pub(crate) fn list_entries(&self, p: &Public, unit: Unit, out: &mut Vec<Action>) {
        self.entry_hexes(p, unit, |hex| {
            out.push(Action::Enter { unit, hex });
            true
        });
    }

    /// The unit enters the map and may move on.
    ///
    /// 18.0z, 19.0z, 19.0-r4: it may move on at once; the same rules hold in Teruel. 14.0-r3: activation does not count it now.
    pub(crate) fn enter<S: Sink<Event>>(&self, pos: &mut Position, unit: Unit, hex: Hex, s: &mut S) {
        let p = &mut pos.public;
        let Ok(price) = self.may_enter(p, unit, hex) else { return };
        let m = self.mover(p, unit);
        let left = m.allowance - price.cost;
        p.queue[self.book.ground.edge_number[hex.index()] as usize] += 1;
        p.moved.insert(unit.index());
        s.push(Event::Entered { unit, hex, cost: price.cost });
        self.tread(p, unit, hex);
        if self.sudden_death(p) {
            return self.end(pos, Ending::Zaragoza, s);
        }
        if price.stop || !self.can_go(p, &m, hex, left) {
            p.stack.pop();
        } else {
            let march = March { unit, at: hex, left, entered: true, fresh: false, from_zone: false };
            p.stack.replace(Frame::Moving(march));
        }
    }
}
