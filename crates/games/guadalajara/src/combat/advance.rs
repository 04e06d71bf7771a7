//! 9.5 Advances: into what the loser has left, at once, by choice.

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::ids::Unit;
use crate::position::Position;
use crate::rules;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Book {
    /// 9.5-r1: the hexes of this combat that the other side has left altogether.
    fn vacated(&self, p: &Position, side: Side) -> ArrayVec<Hex, 6> {
        let empty = |h: &Hex| h.is_some() && !self.enemy_held(p, side).has(h.index());
        if side == p.fight.attacker {
            Some(p.fight.target).into_iter().filter(empty).collect()
        } else {
            p.fight.hexes.into_iter().filter(empty).collect()
        }
    }

    /// 9.5a, 9.5b, 9.5-r1, 10.1d: may the counter advance into the hex?
    fn may_advance_rule(&self, p: &Position, side: Side, unit: Unit, to: Hex) -> Result<(), Rule> {
        if !self.vacated(p, side).contains(&to) {
            return Err(rules::R9_5A);
        }
        let from = p.hex(unit);
        if !from.is_some() || self.side(unit) != side {
            return Err(rules::R9_5A);
        }
        if self.leads(unit) {
            // 12-r5: leaders go along with units of their hex.
            let along = p.fight.ways(self.map(), from).any(|h| h == to);
            return if along { Ok(()) } else { Err(rules::R9_5_R1) };
        }
        if p.fight.far.has(unit.index()) {
            return Err(rules::R10_1D);
        }
        let fought = if side == p.fight.attacker {
            p.fight.near.has(unit.index()) && from != p.fight.target
        } else {
            p.fight.defenders.has(unit.index()) && from == p.fight.target
        };
        let Some(dir) = self.map().dir(from, to) else { return Err(rules::R9_5A) };
        if !fought {
            return Err(rules::R9_5_R1);
        }
        if self.is_train(unit) && !self.ground.rail.has(from, dir) {
            return Err(rules::X9A);
        }
        self.fits(p, to, Some(unit))
    }

    pub(crate) fn may_advance(&self, p: &Position, side: Side, unit: Unit, to: Hex) -> Result<(), Refusal> {
        self.may_advance_rule(p, side, unit, to).map_err(|rule| Refusal::new(rule).unit(unit).place(to.0))
    }

    /// All advances open to a side, and 9.5d: not to advance.
    pub(crate) fn list_advances(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        self.each_advance(p, side, |unit, to| {
            out.push(Action::Advance(unit, to));
            true
        });
        out.push(Action::Halt);
    }

    /// Is any advance open to the side?
    pub(crate) fn advance_possible(&self, p: &Position, side: Side) -> bool {
        let mut any = false;
        self.each_advance(p, side, |_, _| {
            any = true;
            false
        });
        any
    }

    fn each_advance(&self, p: &Position, side: Side, mut found: impl FnMut(Unit, Hex) -> bool) {
        let hexes = self.vacated(p, side);
        if hexes.is_empty() {
            return;
        }
        let fighters = if side == p.fight.attacker { p.fight.near } else { p.fight.defenders };
        let leaders = self.leaders & self.of[side];
        for unit in (fighters | leaders).iter().map(Unit::at) {
            for to in &hexes {
                if self.may_advance_rule(p, side, unit, *to).is_ok() && !found(unit, *to) {
                    return;
                }
            }
        }
    }

    pub(crate) fn advance<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, to: Hex, s: &mut S) {
        let from = p.hex(unit);
        self.lift(p, unit);
        self.place(p, unit, to);
        s.push(Event::Advanced { unit, from, to });
        if !self.leads(unit) {
            p.fight.note_way(&self.ground.map, from, to);
            let side = self.side(unit);
            self.take(p, side, to, s);
            self.approach(p, side, to);
        }
    }

    /// The advance is over; leaders left behind next to the enemy flee (12-r4).
    ///
    /// 9.5c: before the next combat.
    pub(crate) fn end_advance(&self, p: &mut Position, side: Side) {
        let trails = p.fight.trails;
        p.fight.clear_ways();
        p.stack.pop();
        for trail in trails.iter().filter(|t| t.from.is_some()) {
            self.deserted(p, side, trail.from);
        }
    }
}
