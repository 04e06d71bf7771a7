//! 7.0 to 7.8: combat.
//!
//! | module | sections |
//! | --- | --- |
//! | this one | 7.0, 7.1: who may attack whom, and the declaration |
//! | [`strength`] | 7.2 to 7.4, 10.2, 15.1, 17.0: differential, line, column |
//! | [`results`] | 7.5, 7.7, 17.0: what a result does |
//! | [`retreat`] | 7.6, 7.6.1: ways to retreat |
//! | [`displacement`] | 7.6.2: units that make room |
//! | [`advance`] | 7.8: following up |

pub mod advance;
pub mod displacement;
pub mod results;
pub mod retreat;
pub mod strength;

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, UnitSet};
use crate::position::{Fight, FightKind, Position, Public};
use crate::rule::*;
use frente_board::{Dir, Hex};
use frente_engine::{Rule, Sink};

impl Aragon {
    /// 7.0a, 7.1, 10.2e: may the unit take part in an attack on the hex?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_join(&self, p: &Public, unit: Unit, target: Hex, mobile: bool) -> Result<(), Rule> {
        let counter = self.book.unit(unit);
        if counter.side != p.active {
            return Err(R4_1H);
        }
        let map = &self.book.ground.map;
        let Some(hex) = p.hex(unit) else { return Err(R7_0A) };
        let Some(dir) = map.dir(hex, target) else { return Err(R7_0A) };
        if self.book.ground.cost(hex, dir) == crate::book::ground::PROHIBITED {
            return Err(R7_1H);
        }
        if mobile && !counter.mobile() {
            return Err(R4_1L);
        }
        if p.advanced.has(unit.index()) {
            return Err(R7_8K);
        }
        if p.displaced.has(unit.index()) {
            return Err(R7_6_2G);
        }
        if p.fought.has(unit.index()) {
            return Err(if mobile { R4_1I } else { R7_1E });
        }
        if mobile && !self.supplied(p, counter.side).has(hex.index()) {
            return Err(R10_2E);
        }
        Ok(())
    }

    /// 7.1c, 7.1-r1: may the hex be attacked?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_attack(&self, p: &Public, target: Hex, mobile: bool) -> Result<Unit, Rule> {
        if target == Hex::NONE {
            return Err(R7_0A);
        }
        let Some(defender) = p.unit_in(target).filter(|u| self.book.side(*u) != p.active) else {
            return Err(R7_0A);
        };
        if p.attacked.has(defender.index()) {
            return Err(R7_1C);
        }
        let mut refusal = R7_0A;
        for (_, hex) in self.book.ground.map.around(target) {
            let Some(unit) = p.unit_in(hex).filter(|u| self.book.side(*u) == p.active) else { continue };
            match self.may_join(p, unit, target, mobile) {
                Ok(()) => return Ok(defender),
                Err(rule) => refusal = rule,
            }
        }
        Err(refusal)
    }

    /// Hexes that may be attacked in this phase.
    pub(crate) fn targets(&self, p: &Public, mobile: bool, mut found: impl FnMut(Hex)) {
        // Only hexes in a zone of the active side have an enemy next to them.
        let near = p.derived.occupied[p.active.other()] & p.derived.zone[p.active];
        for i in near {
            if self.may_attack(p, Hex::at(i), mobile).is_ok() {
                found(Hex::at(i));
            }
        }
    }

    /// 4.1g: names the target of an attack.
    pub(crate) fn attack(&self, p: &mut Public, target: Hex, mobile: bool) {
        let Some(defender) = p.unit_in(target) else { return };
        p.fight = Fight::new(FightKind::Attack, target, defender);
        p.stack.push(Frame::Declare { mobile });
    }

    /// Units that may still join the attack being declared, and the declaration itself.
    pub(crate) fn list_attackers(&self, p: &Public, mobile: bool, out: &mut Vec<Action>) {
        for dir in Dir::ALL {
            let hex = self.book.ground.map.neighbour(p.fight.target, dir);
            if hex == Hex::NONE || p.fight.attackers[dir.index()] != Unit::NONE {
                continue;
            }
            let Some(unit) = p.unit_in(hex) else { continue };
            if self.may_join(p, unit, p.fight.target, mobile).is_ok() {
                out.push(Action::Join(unit));
            }
        }
        if p.fight.attackers().next().is_some() {
            out.push(Action::Declare);
        }
    }

    /// 7.1a: a unit joins the attack.
    pub(crate) fn join(&self, p: &mut Public, unit: Unit) {
        let Some(dir) = p.hex(unit).and_then(|h| self.book.ground.map.dir(p.fight.target, h)) else { return };
        p.fight.attackers[dir.index()] = unit;
    }

    /// 4.1g, 8.3-r1: the attack is declared and will be resolved; supply is checked now (10.2a).
    pub(crate) fn declare<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        let p = &mut pos.public;
        let sum = self.reckon(p, &p.fight, |_| {});
        p.fight.attack = sum.attack;
        p.fight.defence = sum.defence;
        p.fight.line = sum.line;
        p.fight.die = sum.die;
        p.attacked.insert(p.fight.defender.index());
        p.engaged.insert(p.fight.defender.index());
        for unit in p.fight.attackers() {
            p.fought.insert(unit.index());
            p.engaged.insert(unit.index());
        }
        s.push(Event::Attacked {
            target: p.fight.target,
            attackers: p.fight.attackers,
            attack: sum.attack,
            defence: sum.defence,
        });
        p.stack.replace(Frame::Aftermath);
        p.stack.push(Frame::Roll);
        p.stack.push(Frame::Support(0));
    }

    /// A new combat phase: nobody has been attacked in it (7.1c).
    pub(crate) fn fresh_combat_phase(&self, p: &mut Public) {
        p.attacked = UnitSet::EMPTY;
    }

    /// The combat is over: fatigue rises (15.0-r1), the record is closed, and the game may end (18.0-r4).
    pub(crate) fn aftermath<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        if pos.public.fight.kind == FightKind::Attack {
            self.tire(&mut pos.public, s);
        }
        pos.public.fight = Fight::NONE;
        pos.public.stack.pop();
        if self.sudden_death(&pos.public) {
            self.end(pos, crate::victory::Ending::Zaragoza, s);
        }
    }
}
