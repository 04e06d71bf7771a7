//! 9.4 Retreats: before the die by choice, after it by order.

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::ids::{Unit, Units};
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Book {
    /// 9.4d, 9.4f, 9.4i, 9.4-r4, x9a: may a retreating unit enter a neighbouring hex?
    fn open_for_retreat(&self, p: &Position, unit: Unit, to: Hex) -> Result<(), Rule> {
        let side = self.side(unit);
        let Some(dir) = self.map().dir(p.hex(unit), to) else { return Err(rules::R9_4G) };
        if self.enemy_held(p, side).has(to.index()) {
            return Err(rules::R9_4_R4);
        }
        if self.enemy_zone(p, side).has(to.index()) {
            return Err(rules::R9_4D);
        }
        if self.is_train(unit) && !self.ground.rail.has(p.hex(unit), dir) {
            return Err(rules::R9_4F);
        }
        self.fits(p, to, Some(unit)).map_err(|_| rules::R9_4I)
    }

    /// 9.4-r1: units of a side that may retreat before the die.
    fn may_leave(&self, p: &Position, side: Side) -> Units {
        if side == p.fight.attacker {
            p.fight.near
        } else {
            p.stack_at(p.fight.target).filter(|u| !self.leads(*u)).map(Unit::index).collect()
        }
    }

    /// 9.4a, 9.4b, 9.4c, 9.4d, 9.4e, 9.4f, 9.4-r2: may the unit retreat to the hex before the die?
    fn may_retire_rule(&self, p: &Position, side: Side, unit: Unit, to: Hex) -> Result<(), Rule> {
        if !self.may_leave(p, side).has(unit.index()) {
            return Err(rules::R9_4_R1);
        }
        if self.map().dir(p.hex(unit), to).is_none() {
            return Err(rules::R9_4A);
        }
        self.open_for_retreat(p, unit, to)?;
        let bound = side == p.fight.attacker
            && self.enemy_zone(p, side).has(p.hex(unit).index())
            && p.wear[unit.index()].came().is_some_and(|back| self.map().neighbour(p.hex(unit), back) != to);
        if bound { Err(rules::R9_4B) } else { Ok(()) }
    }

    pub(crate) fn may_retire(&self, p: &Position, side: Side, unit: Unit, to: Hex) -> Result<(), Refusal> {
        self.may_retire_rule(p, side, unit, to).map_err(|rule| Refusal::new(rule).unit(unit).place(to.0))
    }

    pub(crate) fn list_retire(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        for unit in self.may_leave(p, side).iter().map(Unit::at) {
            for (_, to) in self.map().around(p.hex(unit)) {
                if self.may_retire_rule(p, side, unit, to).is_ok() {
                    out.push(Action::Retire(unit, to));
                }
            }
        }
        out.push(Action::Stand);
    }

    /// Could anybody of the side retreat before the die?
    pub(crate) fn retire_possible(&self, p: &Position, side: Side) -> bool {
        self.may_leave(p, side)
            .iter()
            .map(Unit::at)
            .any(|u| self.map().around(p.hex(u)).any(|(_, to)| self.may_retire_rule(p, side, u, to).is_ok()))
    }

    /// A unit retreats before the die; it takes no further part, but has attacked or been attacked all the same (9-r4).
    pub(crate) fn retire<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, to: Hex, s: &mut S) {
        let from = p.hex(unit);
        p.fight.near.remove(unit.index());
        p.fight.defenders.remove(unit.index());
        s.push(Event::Retired { unit, from, to });
        self.give_way(p, unit, from, to, s);
    }

    /// The unit goes to the hex; what it passes over falls to it, and lone enemy leaders flee (12-r4).
    fn give_way<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, from: Hex, to: Hex, s: &mut S) {
        self.lift(p, unit);
        self.place(p, unit, to);
        p.fight.note_way(&self.ground.map, from, to);
        let side = self.side(unit);
        self.take(p, side, to, s);
        self.approach(p, side, to);
    }

    /// 9.4g, 9.4-r2: where a unit ordered back may go.
    pub(crate) fn may_retreat(&self, p: &Position, unit: Unit, to: Hex) -> Result<(), Refusal> {
        let refused = |rule| Refusal::new(rule).unit(unit).place(to.0);
        if !p.fight.pending.has(unit.index()) {
            return Err(refused(rules::R9_4G));
        }
        self.open_for_retreat(p, unit, to).map_err(refused)
    }

    pub(crate) fn list_retreats(&self, p: &Position, out: &mut Vec<Action>) {
        for unit in p.fight.pending.iter().map(Unit::at) {
            for (_, to) in self.map().around(p.hex(unit)) {
                if self.open_for_retreat(p, unit, to).is_ok() {
                    out.push(Action::Retreat(unit, to));
                }
            }
        }
    }

    /// Carries out ordered retreats as far as there is nothing to choose. Says whether something was done; if not, the owner
    /// is asked. When no unit left can go anywhere, all of them are lost (9.4h).
    pub(crate) fn settle_retreat<S: Sink<Event>>(&self, p: &mut Position, s: &mut S) -> bool {
        let mut options = 0u32;
        let mut only = (Unit::NONE, Hex::NONE);
        for unit in p.fight.pending.iter().map(Unit::at) {
            for (_, to) in self.map().around(p.hex(unit)) {
                if self.open_for_retreat(p, unit, to).is_ok() {
                    options += 1;
                    only = (unit, to);
                }
            }
        }
        match options {
            0 => {
                for unit in p.fight.pending.iter().map(Unit::at) {
                    self.cut_off(p, unit, s);
                }
                p.fight.pending = Units::EMPTY;
                true
            }
            1 => {
                self.retreat(p, only.0, only.1, s);
                true
            }
            _ => false,
        }
    }

    /// 9.4h, 9.4-r3, 14c, x9c: a unit without a legal hex is lost; on its own supply edge it is driven off the map.
    fn cut_off<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        let side = self.side(unit);
        if self.ground.home_edge[side].has(p.hex(unit).index()) {
            self.lift(p, unit);
            p.driven.insert(unit.index());
            p.fight.near.remove(unit.index());
            p.fight.defenders.remove(unit.index());
            s.push(Event::DrivenOff(unit));
        } else {
            s.push(Event::NoRetreat(unit));
            self.eliminate(p, unit, s);
        }
    }

    /// A unit retreats by order.
    pub(crate) fn retreat<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, to: Hex, s: &mut S) {
        let from = p.hex(unit);
        p.fight.pending.remove(unit.index());
        p.fight.near.remove(unit.index());
        p.fight.defenders.remove(unit.index());
        s.push(Event::Retreated { unit, from, to });
        self.give_way(p, unit, from, to, s);
    }

    /// 12-r5: may the leader go to (or stay in) the hex?
    pub(crate) fn may_follow(&self, p: &Position, leader: Unit, to: Hex) -> Result<(), Refusal> {
        if self.follows(p, leader).has(to.index()) {
            Ok(())
        } else {
            Err(Refusal::new(rules::R12_R5).unit(leader).place(to.0))
        }
    }

    pub(crate) fn follow<S: Sink<Event>>(&self, p: &mut Position, leader: Unit, to: Hex, s: &mut S) {
        // Noted as dealt with, so that nobody is asked twice.
        p.fight.pending.insert(leader.index());
        if p.hex(leader) != to {
            self.lift(p, leader);
            self.place(p, leader, to);
            s.push(Event::Followed { leader, to });
        }
    }
}
