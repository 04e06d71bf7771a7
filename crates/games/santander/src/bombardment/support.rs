//! 9.1, 9.2, 9.3, 9.4.1: declaring air units, HQs and supply columns.

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::pieces::Origin;
use crate::position::Position;
use crate::rules::*;
use frente_engine::{Refusal, Rule, Sink};

impl Santander {
    /// 9.2-r3: the combat units of a side that take part in the combat at hand.
    pub(crate) fn taking_part(&self, p: &Position, side: Side) -> Units {
        let fight = &p.public.fight;
        if side == p.public.fight_side() {
            fight.attackers
        } else {
            p.fighters(&self.book, side, fight.target)
        }
    }

    /// 5.3-r7: can a side have nothing to declare, as both players can see?
    pub(crate) fn plainly_no_support(&self, p: &Position, side: Side) -> bool {
        let hqs = self.book.corps(side).hqs & p.public.on_map[side] & !p.public.used[side];
        hqs == 0 && (p.public.rain || self.air_kinds(side).all(|k| p.public.air[k].ready == 0))
    }

    /// The kinds of air units of a side.
    pub(crate) fn air_kinds(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.book.air.len()).filter(move |k| self.book.air[*k].side == side)
    }

    /// 9.1b, 9.1c, 9.1d, 9.1-r1, 11.3a: may the side declare one more air unit of this kind?
    pub(crate) fn may_fly(&self, p: &Position, side: Side, kind: u8) -> Result<(), Rule> {
        let air = &self.book.air[kind as usize];
        if air.side != side {
            return Err(R9_1B);
        }
        if p.public.rain {
            return Err(R11_3A);
        }
        let boxes = &p.public.air[kind as usize];
        if boxes.ready == 0 {
            return Err(R9_4B);
        }
        // 9.1c, 9.2-r1: Spanish air units need a Spanish Nationalist combat unit in the combat.
        if air.origin == Some(Origin::Spanish) && self.taking_part(p, side) & self.book.spanish == 0 {
            return Err(R9_1C);
        }
        Ok(())
    }

    /// 9.2b, 9.2d, 9.2f, 9.2g, 9.2h, 9.2i, 9.2-r2, 6.3.1a, 9.4b: may the side declare this HQ? Whether it has moved is not asked.
    pub(crate) fn may_fire(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        if unit.side() != side || self.book.corps(side).hqs & unit.bit() == 0 || !p.at(unit).is_some() {
            return Err(R9_2B);
        }
        if (p.public.used[side] | p.public.fight.hqs[side]) & unit.bit() != 0 {
            return Err(R9_4B);
        }
        if p.own(side).cut & unit.bit() != 0 {
            return Err(R6_3_1A);
        }
        if self.book.map.distance(p.at(unit), p.public.fight.target) > self.book.tables.bombardment.range {
            return Err(R9_2F);
        }
        let piece = self.book.piece(unit);
        let troops = self.taking_part(p, side);
        if piece.origin == Some(Origin::Spanish) && troops & self.book.spanish == 0 {
            return Err(R9_2G);
        }
        match piece.division {
            Some(d) if troops & self.book.of_division[d as usize] == 0 => Err(R9_2I),
            _ => Ok(()),
        }
    }

    /// 9.3.1, 9.3.2b: may the side declare this supply column?
    ///
    /// 9.3.1a: with the HQ that bombards, or next to it.
    pub(crate) fn may_supply(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        let fight = &p.public.fight;
        if unit.side() != side || self.book.corps(side).columns & unit.bit() == 0 || !p.at(unit).is_some() {
            return Err(R9_3_1A);
        }
        if fight.columns[side] & unit.bit() != 0 {
            return Err(R9_3_1_R1);
        }
        if p.own(side).lorries & unit.bit() != 0 {
            return Err(R9_3_2B);
        }
        let hqs = fight.hqs[side];
        if self.hqs_near(p, side, unit) & hqs == 0 {
            return Err(R9_3_1A);
        }
        if !self.shared_out(p, side, fight.columns[side] | unit.bit(), hqs) {
            return Err(R9_3_1B);
        }
        Ok(())
    }

    /// The HQs that a column stands with or next to, over any side (1.3.2-r1).
    fn hqs_near(&self, p: &Position, side: Side, column: Unit) -> Units {
        let hqs = self.book.corps(side).hqs & p.public.on_map[side];
        let at = p.at(column);
        each(side, hqs)
            .filter(|hq| self.book.map.distance(p.at(*hq), at) <= 1)
            .fold(0, |set, hq| set | hq.bit())
    }

    /// 9.3.1b: can these columns be shared out among the HQs, none using more than it may? By Hall's condition: no group of HQs
    /// has more columns that only it can use than its members may use together.
    fn shared_out(&self, p: &Position, side: Side, columns: Units, hqs: Units) -> bool {
        let each_uses = u32::from(self.book.tables.bombardment.columns_per_hq);
        if columns.count_ones() <= each_uses {
            return true;
        }
        let mut group = hqs;
        while group != 0 {
            let bound =
                each(side, columns).filter(|c| self.hqs_near(p, side, *c) & hqs & !group == 0).count() as u32;
            if bound > each_uses * group.count_ones() {
                return false;
            }
            group = (group - 1) & hqs;
        }
        true
    }

    pub(crate) fn support_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        for kind in self.air_kinds(side) {
            if self.may_fly(p, side, kind as u8).is_ok() {
                out.push(Action::Air(kind as u8));
            }
        }
        let hqs = self.book.corps(side).hqs & p.public.on_map[side] & !p.public.used[side];
        out.extend(each(side, hqs).filter(|u| self.may_fire(p, side, *u).is_ok()).map(Action::Hq));
        out.push(Action::Done);
    }

    pub(crate) fn columns_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let columns = self.book.corps(side).columns & p.public.on_map[side];
        out.extend(each(side, columns).filter(|u| self.may_supply(p, side, *u).is_ok()).map(Action::Column));
        out.push(Action::Done);
    }

    pub(crate) fn check_support(&self, p: &Position, side: Side, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Air(kind) => self.may_fly(p, side, kind).map_err(Refusal::new),
            Action::Hq(unit) => self.may_fire(p, side, unit).map_err(|r| Refusal::new(r).unit(unit.0)),
            Action::Done => Ok(()),
            // 9.4.1b: columns come after air units and HQs.
            _ => Err(Refusal::new(R9_4_1B).saying("refused-now")),
        }
    }

    pub(crate) fn check_columns(&self, p: &Position, side: Side, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Column(unit) => self.may_supply(p, side, unit).map_err(|r| Refusal::new(r).unit(unit.0)),
            Action::Done => Ok(()),
            // 9.4.1b: air units and HQs were declared before.
            _ => Err(Refusal::new(R9_4_1B).saying("refused-now")),
        }
    }

    /// 9.1a: an air unit goes straight to the hex.
    pub(crate) fn fly<S: Sink<Event>>(&self, p: &mut Position, kind: u8, sink: &mut S) {
        p.public.air[kind as usize].ready -= 1;
        p.public.fight.air[kind as usize] += 1;
        sink.push(Event::Flies { kind });
    }

    /// 5.3-r3: a declared HQ is shown; 9.4-r2: and turned over.
    pub(crate) fn fire<S: Sink<Event>>(&self, p: &mut Position, side: Side, unit: Unit, sink: &mut S) {
        p.public.fight.hqs[side] |= unit.bit();
        p.public.used[side] |= unit.bit();
        p.show(side, unit.bit());
        sink.push(Event::Fires(unit));
    }

    /// 5.3-r3: a declared column is shown.
    pub(crate) fn supply_fire<S: Sink<Event>>(&self, p: &mut Position, side: Side, unit: Unit, sink: &mut S) {
        p.public.fight.columns[side] |= unit.bit();
        p.show(side, unit.bit());
        sink.push(Event::Supplies(unit));
    }
}
