//! 10.1g, 10.1h, 10.1i, 10.1j, 10.1k, 10.2d, 10.3.6: the result, and who pays for it.

use crate::Brunete;
use crate::action::Action;
use crate::book::types::TankEffect;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, Units, each};
use crate::position::{Fight, Place, Public, Role};
use crate::rules as r;
use frente_engine::{Rule, Sink};

impl Brunete {
    /// 10.3.6i, 10.3.6j, 10.3.6k: reads the table and orders what follows (10.1-r5): tank, attacker's losses, defender's losses, retreat.
    ///
    /// 10.3.6a, 10.3.6b, 10.3.6c, 10.3.6d, 10.3.6e, 10.3.6f, 10.3.6g, 10.3.6h: a column of the table each.
    pub(crate) fn resolve<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let sum = self.sum(p);
        let column = sum.column();
        let outcome = self.outcome(column, die);
        let rule = [
            r::R10_3_6A,
            r::R10_3_6B,
            r::R10_3_6C,
            r::R10_3_6D,
            r::R10_3_6E,
            r::R10_3_6F,
            r::R10_3_6G,
            r::R10_3_6H,
        ][column];
        let (attack, defence) = (sum.attack, sum.defence);
        sink.push(Event::Fought { hex: p.fight.target, attack, defence, column: column as u8, die, rule });
        self.tank_effect(p, outcome.tank, sink);
        p.fight.retreat = outcome.retreat;
        p.stack.push(Frame::Aftermath { stubborn: outcome.stubborn });
        p.stack.push(Frame::Lose(Role::Defender, outcome.defender));
        p.stack.push(Frame::Lose(Role::Attacker, outcome.attacker));
    }

    /// 10.3.6l, 10.3.6m, 10.3.6-r2, 10.3.6-r3: only the attacker's tank, before any loss is taken.
    fn tank_effect<S: Sink<Event>>(&self, p: &mut Public, effect: TankEffect, sink: &mut S) {
        let Some(tank) = each(p.fight.attackers).find(|u| self.book.unit(*u).kind.is_tank()) else { return };
        match effect {
            TankEffect::None => return,
            TankEffect::Eliminated => self.eliminate(p, tank, r::R10_3_6L, sink),
            TankEffect::Away => {
                let turn = p.turn + self.book.tables.tank_away;
                self.clear_marks(p, tank);
                p.put(&self.book, tank, Place::Due(turn));
                sink.push(Event::Away { unit: tank, turn, rule: r::R10_3_6M });
            }
        }
        p.fight.attackers.remove(tank.index());
    }

    /// The units that take part and are still there.
    fn standing(p: &Public, role: Role) -> Units {
        let units = p.fight.units(role);
        each(units).filter(|u| matches!(p.place.of(u.index()), Place::On(_))).map(Unit::index).collect()
    }

    /// 10.1h, 10.1i, 10.1j, 10.1-r4: who may take the next loss.
    pub(crate) fn losers(&self, p: &Public, role: Role) -> Units {
        let standing = Self::standing(p, role);
        let full = |u: &Unit| p.steps(&self.book, *u) > 1;
        let pick = |keep: &dyn Fn(&Unit) -> bool| -> Units {
            each(standing).filter(keep).map(Unit::index).collect()
        };
        if !p.fight.bled[role.index()] {
            let elite = |u: &Unit| self.book.unit(*u).elite;
            let first = if p.fight.elite[role.index()] {
                [pick(&|u| elite(u) && full(u)), pick(&elite)]
            } else {
                [pick(&full), standing]
            };
            return first.into_iter().find(|s| !s.is_empty()).unwrap_or(standing);
        }
        let spared = standing - p.fight.hit;
        if spared.is_empty() { standing } else { spared }
    }

    /// Why a unit may not take the next loss.
    pub(crate) fn may_lose(&self, p: &Public, role: Role, unit: Unit) -> Result<(), Rule> {
        if self.losers(p, role).has(unit.index()) {
            return Ok(());
        }
        Err(match (p.fight.bled[role.index()], p.fight.elite[role.index()]) {
            _ if !Self::standing(p, role).has(unit.index()) => r::R10_1G,
            (false, true) => r::R10_1I,
            (false, false) => r::R10_1J,
            (true, _) => r::R10_1H,
        })
    }

    pub(crate) fn list_losses(&self, p: &Public, role: Role, out: &mut Vec<Action>) {
        out.extend(each(self.losers(p, role)).map(Action::Lose));
    }

    /// 10.1g: a step from one unit.
    pub(crate) fn apply_loss<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, sink: &mut S) {
        let Frame::Lose(role, left) = p.top() else { return };
        if (Self::standing(p, role) - p.fight.hit).is_empty() {
            // 10.1h: everybody has been hit once; the next round begins.
            p.fight.hit = Units::EMPTY;
        }
        p.fight.bled[role.index()] = true;
        p.fight.hit.insert(unit.index());
        self.lose_step(p, unit, r::R10_1G, sink);
        p.stack.pop();
        if left > 1 {
            p.stack.push(Frame::Lose(role, left - 1));
        }
    }

    /// Losses that leave no choice are taken at once; those beyond the last unit are ignored (10.1-r4). Returns whether somebody must choose.
    pub(crate) fn run_losses<S: Sink<Event>>(
        &self,
        p: &mut Public,
        role: Role,
        left: u8,
        sink: &mut S,
    ) -> bool {
        let losers = self.losers(p, role);
        if left == 0 || losers.is_empty() {
            p.stack.pop();
            return false;
        }
        let mut one = losers;
        match (one.pop(), one.is_empty()) {
            (Some(only), true) => {
                self.apply_loss(p, Unit::at(only), sink);
                false
            }
            _ => true,
        }
    }

    /// 10.2d: after the losses.
    pub(crate) fn aftermath<S: Sink<Event>>(&self, p: &mut Public, stubborn: bool, sink: &mut S) {
        p.stack.pop();
        if Self::standing(p, Role::Defender).is_empty() {
            self.all_lost(p, sink);
        } else if p.fight.retreat > 0 {
            // 10.4.1b, 10.4.1-r10: only in terrain that shifts columns.
            if stubborn && self.book.defence[p.fight.target.index()] > 0 {
                p.stack.push(Frame::Stubborn);
            } else {
                self.begin_retreat(p, sink);
            }
        } else {
            p.fight = Fight::NONE;
        }
    }

    /// 10.4.1o, 10.3.6-r4, 10.4.2f: nobody is left to defend; who had retreated there goes with them.
    pub(crate) fn all_lost<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let target = p.fight.target;
        for unit in each(p.fight.passive) {
            if p.at(unit) == Some(target) {
                self.eliminate(p, unit, r::R10_4_1O, sink);
            }
        }
        self.begin_advance(p, self.book.tables.advance_all_lost);
    }
}
