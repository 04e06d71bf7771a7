//! 9. The course of an impulse: each [`Stage`] does its part and names the next, and asks by pushing a frame.

use crate::Side;
use crate::book::Book;
use crate::chits::Chit;
use crate::combat::sum_of;
use crate::event::{Event, Nerve};
use crate::frame::{Frame, Stage, Window};
use crate::ids::{Unit, Units};
use crate::losses::Loss;
use crate::position::{Act, DiceRule, Kind, Position, Public};
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Sink;

impl Book {
    /// 3.4.2-r4, 9.4.1c, 9.4.1f, 15.R7-r1: runs one stage of the impulse.
    pub fn run_stage<S: Sink<Event>>(&self, position: &mut Position, stage: Stage, s: &mut S) {
        let p = &mut position.public;
        let (side, foe) = (p.act.side, p.act.side.other());
        let next = |p: &mut Public, stage: Stage| p.frames.replace(Frame::Act(stage));
        match stage {
            Stage::Strife => {
                next(p, Stage::Pay);
                if self.strife_holds(p) {
                    p.frames.push(Frame::StrifeDie);
                }
            }
            Stage::Pay => {
                self.pay(p, s);
                match p.act.kind {
                    Kind::Movement => {
                        p.act.left = self.mover(p, side, p.act.force).moves;
                        next(p, Stage::March);
                    }
                    Kind::Bombardment => next(p, Stage::Aim),
                    _ => next(p, Stage::Point),
                }
            }
            Stage::Point => {
                next(p, Stage::Open);
                self.ask_point(p, s);
            }
            Stage::Open => {
                if p.act.kind == Kind::Assault {
                    p.act.left = self.mover(p, side, p.act.force).moves;
                    next(p, Stage::March);
                } else {
                    next(p, Stage::Morale);
                }
                if side == Side::Nationalist {
                    p.frames.push(Frame::Ask(Window::Open));
                }
            }
            Stage::March => self.run_march(p),
            Stage::FireResult => self.fire_result(p, s),
            Stage::AfterFire => self.after_fire(p, s),
            Stage::Morale => {
                next(p, Stage::Test);
                if self.combat_testers(p).any() {
                    p.frames.push(Frame::Ask(Window::Morale));
                }
            }
            Stage::Test => {
                let testers = if p.act.no_test { Units::NONE } else { self.combat_testers(p) };
                if testers.any() {
                    self.begin_test(p, testers, false);
                } else {
                    next(p, Stage::Counter);
                }
            }
            Stage::Failed => {
                for unit in p.act.doomed.iter(Side::Republican) {
                    self.eliminate(p, unit, rules::R3_4_2H, s);
                }
                next(p, Stage::Routed);
                if p.act.retreating.any() {
                    p.frames.push(Frame::Retreat(Side::Republican));
                }
            }
            Stage::Routed => {
                let area = p.act.target;
                self.settle(p, area, s);
                if p.act.kind.is_combat() && p.units(foe, area).any() {
                    next(p, Stage::Counter);
                } else {
                    next(p, Stage::End);
                }
            }
            Stage::Counter => {
                next(p, Stage::Defend);
                if self.counters_able(p).any() {
                    p.frames.push(Frame::Counter);
                }
            }
            Stage::Defend => {
                next(p, Stage::FoePoint);
                if foe == Side::Republican {
                    p.frames.push(Frame::Ask(Window::Defend));
                }
            }
            Stage::FoePoint => {
                next(p, Stage::Named);
                let points = self.foe_points(p);
                self.ask_foe_point(p, foe, points, s);
            }
            Stage::Named => {
                next(p, Stage::Before);
                if foe == Side::Nationalist {
                    p.frames.push(Frame::Ask(Window::Named));
                }
            }
            Stage::Before => {
                next(p, Stage::Dice);
                if side == Side::Republican {
                    p.frames.push(Frame::Ask(Window::Before));
                }
            }
            Stage::Dice => {
                next(p, Stage::Result);
                p.frames.push(Frame::AttackDie);
            }
            Stage::Result => {
                self.resolve(p, s);
                next(p, Stage::LossesB);
            }
            Stage::LossesB => {
                next(p, Stage::LossesA);
                self.begin_losses(p, foe);
            }
            Stage::LossesA => {
                next(p, Stage::Settle);
                self.begin_losses(p, side);
            }
            Stage::Settle => {
                let area = p.act.target;
                self.settle(p, area, s);
                next(p, Stage::End);
            }
            Stage::Aim => {
                next(p, Stage::Salvo);
                if p.act.target == self.map.madrid {
                    self.release_city(p, s);
                }
                let (chooser, points) =
                    (self.shell_chooser(p, &p.act), self.shell_points(p, foe, p.act.target));
                self.ask_foe_point(p, chooser, points, s);
            }
            Stage::Salvo => {
                next(p, Stage::Hits);
                p.frames.push(Frame::SalvoDie);
            }
            Stage::Hits => {
                self.salvo_result(p, s);
                next(p, Stage::AirMorale);
                self.begin_losses(p, foe);
            }
            Stage::AirMorale => {
                let area = p.act.target;
                self.settle(p, area, s);
                let testers = self.air_testers(p);
                if testers.any() {
                    self.begin_test(p, testers, true);
                } else {
                    next(p, Stage::End);
                }
            }
            Stage::End => {
                self.spend_units(p, s);
                next(p, Stage::Close);
                if side == Side::Republican && p.act.kind.is_combat() {
                    p.frames.push(Frame::Ask(Window::End));
                }
            }
            Stage::Close => {
                let again = p.act.again;
                p.passes = 0;
                self.close_impulse(p, side, again, s);
            }
        }
    }

    /// 5, 5-r2: support points are paid when the units set out.
    fn pay<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let (side, prices) = (p.act.side, &self.tables.prices);
        let mut pay = |p: &mut Public, points: u8, rule: Rule| {
            p.support[side] -= points;
            s.push(Event::Paid { side, points, rule });
        };
        if p.act.units.len() > prices.free_units {
            pay(p, prices.many_units, rules::R5E);
        }
        if p.act.kind == Kind::Bombardment && p.act.units.len() > prices.free_guns {
            pay(p, prices.many_guns, rules::R5D);
        }
        if p.act.prepared {
            pay(p, prices.prepared, rules::R5F);
        }
    }

    /// C1, 9.2b, 9.4.3c: Player A names his point unit; nobody is asked where there is no choice.
    fn ask_point<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        match self.own_points(p).single(p.act.side) {
            Some(unit) => self.name_point(p, unit, s),
            None => p.frames.push(Frame::Point),
        }
    }

    /// Player A's point unit is named.
    pub fn name_point<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.act.point = unit;
        s.push(Event::Point(unit, self.point_rule(p)));
    }

    /// The rule by which Player A names his point unit.
    pub fn point_rule(&self, p: &Public) -> Rule {
        match p.act.kind {
            Kind::Movement => rules::R9_2B,
            Kind::Assault if p.act.changed => rules::R9_5K,
            Kind::Assault => rules::R9_4_3C,
            _ => rules::R9_4_1D,
        }
    }

    fn ask_foe_point<S: Sink<Event>>(&self, p: &mut Public, chooser: Side, points: Units, s: &mut S) {
        match points.single(p.act.side.other()) {
            Some(unit) => self.name_foe_point(p, unit, s),
            None => p.frames.push(Frame::FoePoint(chooser)),
        }
    }

    /// Player B's point unit is named.
    pub fn name_foe_point<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.act.foe_point = unit;
        let rule = if p.act.kind.is_combat() { rules::R9_4_1X } else { rules::R9_3F };
        s.push(Event::Point(unit, rule));
    }

    /// 9.2, 9.4.3a, 9.4.3e: goes on with a march, or ends it where no step is left.
    fn run_march(&self, p: &mut Public) {
        if p.act.kind == Kind::Assault && p.act.here == p.act.target {
            return p.frames.replace(Frame::Act(Stage::Morale));
        }
        if p.act.force.any() && self.on_march(p).can_go_on() {
            p.frames.push(Frame::March);
        } else {
            p.frames.replace(Frame::Act(Stage::End));
        }
    }

    /// 6-r8, 9.2c, 9.2e, 9.2-r4, 9.2-r8: one step of the stack; it may draw Defensive Fire (9.5a).
    pub fn march<S: Sink<Event>>(&self, p: &mut Public, to: Area, s: &mut S) {
        let cost = self.on_march(p).toll(to);
        let (side, from) = (p.act.side, p.act.here);
        let fire = self.draws_fire(p, from, to);
        p.act.entered_hostile = self.is_hostile(p, side, to);
        p.act.left = p.act.left.saturating_sub(cost);
        p.act.steps += 1;
        p.act.last = from;
        p.act.here = to;
        for unit in p.act.force.iter(side) {
            p.put(unit, to);
        }
        s.push(Event::Marched { side, units: p.act.force, from, to, cost });
        p.frames.pop();
        self.settle(p, from, s);
        if fire {
            // 3.4.1-r2: until the fire is over the stack does not occupy the area.
            p.frames.replace(Frame::Act(Stage::FireResult));
            p.frames.push(Frame::FireDie);
            if side == Side::Nationalist {
                p.frames.push(Frame::Ask(Window::Fire));
                p.frames.push(Frame::Ask(Window::UnderFire));
            }
            if !p.act.point.is_some() {
                self.ask_point(p, s);
            }
        } else {
            self.settle(p, to, s);
        }
    }

    /// 9.5e, 9.5f, 9.5g: the losses of Defensive Fire.
    fn fire_result<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        p.frames.replace(Frame::Act(Stage::AfterFire));
        if p.act.surprise {
            return;
        }
        let side = p.act.side;
        let volley = self.volley(p, p.act.point);
        let losses = volley.losses(sum_of(DiceRule::Two, p.act.dice));
        let defence = volley.defence + volley.alfereces;
        s.push(Event::Fire { strength: volley.strength(), dice: p.act.dice, defence, losses });
        p.act.losses[side] = losses;
        self.begin_losses(p, side);
    }

    /// 9.5h, 9.5i, 9.5j, 9.5k, 9.5-r3, 9.5-r4, 9.5-r5, 9.5-r6: who goes on after Defensive Fire.
    fn after_fire<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let (side, here) = (p.act.side, p.act.here);
        self.settle(p, here, s);
        p.act.force &= p.fresh_in(side, here);
        p.frames.replace(Frame::Act(Stage::March));
        if p.act.kind == Kind::Movement {
            p.act.point = Unit::NONE;
        } else if !p.act.force.has(p.act.point) {
            if p.act.force.is_empty() {
                p.frames.replace(Frame::Act(Stage::End));
            } else {
                p.frames.push(Frame::Rally);
            }
        }
    }

    /// 3.4.2a, 3.4.2-r2: a morale test begins; the modifier is fixed before the first die.
    fn begin_test(&self, p: &mut Public, testers: Units, air: bool) {
        p.act.testing = testers;
        p.act.modifier = self.morale_modifier(p, p.act.target, air);
        p.frames.replace(Frame::Act(Stage::Failed));
        p.frames.push(Frame::MoraleDie);
    }

    /// 3.4.2j, 11.1g, 15.N2d, 15.N2-r1: units that test morale after a Nationalist Aerial Bombardment.
    pub fn air_testers(&self, p: &Public) -> Units {
        let red = Side::Republican;
        if p.act.kind != Kind::Event(Chit::NationalistAir) || p.council || p.act.target == self.map.madrid {
            return Units::NONE;
        }
        p.units(red, p.act.target) - self.shock_now(p, red)
    }

    /// 3.4.2: one die of a morale test, for the next unit.
    pub fn test_morale<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        let Some(unit) = p.act.testing.iter(Side::Republican).next() else { return };
        p.act.testing.remove(unit);
        let total = die as i8 + p.act.modifier;
        let nerve = self.nerve(p, unit, total);
        s.push(Event::Tested { unit, die, total, nerve });
        match nerve {
            Nerve::Passes => {}
            Nerve::Retreats => p.act.retreating.insert(unit),
            Nerve::Eliminated => p.act.doomed.insert(unit),
        }
        if p.act.testing.is_empty() {
            p.frames.pop();
        }
    }

    /// C7, C8, 9.4.1zb: the combat is resolved; attackers and counter-attackers turn Spent before any loss is taken.
    fn resolve<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let (side, foe) = (p.act.side, p.act.side.other());
        let account = self.account(p, p.act.foe_point);
        let sum = sum_of(account.dice, p.act.dice);
        let losses = [account.losses_a(sum), account.losses_b(sum)];
        s.push(Event::Fought {
            area: p.act.target,
            dice: p.act.dice,
            sum,
            attack: account.attack(),
            defence: account.value(),
            intensity: account.intensity(),
            losses,
        });
        p.act.losses[side] = losses[0];
        p.act.losses[foe] = losses[1];
        for unit in p.act.force.iter(side) {
            self.turn_over(p, unit, false, rules::R9_4_1ZB, s);
        }
        if !p.act.stay_fresh {
            for unit in p.act.counter.iter(foe) {
                self.turn_over(p, unit, false, rules::R9_4_1ZB, s);
            }
        }
    }

    /// 9.3j: the losses of a bombardment.
    fn salvo_result<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let foe = p.act.side.other();
        let salvo = self.salvo(p, p.act.foe_point);
        let sum = sum_of(salvo.dice, p.act.dice);
        let losses = salvo.losses(sum);
        s.push(Event::Bombarded {
            area: p.act.target,
            dice: p.act.dice,
            sum,
            bonus: salvo.bonus,
            defence: salvo.value(),
            losses,
        });
        p.act.losses[foe] = losses;
    }

    /// 9.4.1zc, 9.6, 9.6-r3: a side begins to take its losses.
    fn begin_losses(&self, p: &mut Public, side: Side) {
        p.act.hit = Units::NONE;
        p.act.point_share = None;
        p.act.top_share = 0;
        p.act.spared = false;
        if p.act.losses[side] > 0 {
            p.frames.push(Frame::Lose(side));
        }
    }

    /// 9.6: a unit takes its share.
    pub fn lose<S: Sink<Event>>(&self, p: &mut Public, side: Side, unit: Unit, loss: Loss, s: &mut S) {
        let share = self.share(p, unit, loss).unwrap_or(0);
        let refuge = !self.refuges(p, side, self.loss_area(p, side)).is_empty();
        let dies = loss == Loss::Eliminate || (loss == Loss::Retreat && !refuge);
        p.act.losses[side] -= share;
        p.act.hit.insert(unit);
        if unit == self.loss_point(p, side) {
            p.act.point_share = if dies { None } else { Some(share) };
        } else {
            p.act.top_share = p.act.top_share.max(share);
        }
        p.act.spared |= !dies && !self.guns[side].has(unit);
        match loss {
            Loss::Eliminate => {
                let rule = if p.is_fresh(unit) { rules::R9_6E } else { rules::R9_6D };
                self.eliminate(p, unit, rule, s);
            }
            Loss::Retreat if dies => self.eliminate(p, unit, rules::R9_7G, s),
            Loss::Flip => self.turn_over(p, unit, false, rules::R9_6A, s),
            Loss::Retreat => {
                self.turn_over(p, unit, false, rules::R9_6C, s);
                p.act.retreating.insert(unit);
                p.frames.push(Frame::Retreat(side));
            }
        }
    }

    /// 9.7, 3.4.2-r3: a unit retreats.
    pub fn retreat<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, to: Area, s: &mut S) {
        let (side, from) = (unit.side(), p.place_of(unit));
        let rule = if self.bound_back(p, side) {
            self.back_rule(p)
        } else if !self.controls(p, side, to) {
            rules::R9_7D
        } else if p.units(side.other(), to).any() {
            rules::R9_7C
        } else {
            rules::R9_7B
        };
        p.act.retreating.remove(unit);
        p.put(unit, to);
        s.push(Event::Retreated { unit, from, to, rule });
        self.settle(p, to, s);
    }

    /// 9.2-r1, 9.3l, 9.4.1g, 9.5-r4: what was activated turns Spent. An assault comes here with Fresh units if it was cancelled, or
    /// if the morale test left nobody to fight.
    fn spend_units<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let side = p.act.side;
        let rule = match p.act.kind {
            Kind::Movement => rules::R9_2_R1,
            Kind::Bombardment => rules::R9_3L,
            Kind::Assault if p.units(side.other(), p.act.target).any() => rules::R9_5_R4,
            _ => rules::R9_4_1G,
        };
        for unit in (p.act.units & p.fresh[side]).iter(side) {
            self.turn_over(p, unit, false, rule, s);
        }
    }

    /// 9a, 9e, 9f, 9-r1, 12.2-r6, 15.R7c, 15.N9-r1: the impulse is over; who plays next, or the end of the phase.
    pub fn close_impulse<S: Sink<Event>>(&self, p: &mut Public, side: Side, again: bool, s: &mut S) {
        p.act = Act::NONE;
        if side == Side::Republican {
            p.valencia = p.valencia.saturating_sub(1);
            p.durruti = p.durruti.saturating_sub(1);
        } else {
            p.run = p.run.saturating_sub(1);
        }
        let all_spent = Side::BOTH.into_iter().all(|side| self.fresh_on_map(p, side).is_empty());
        if p.passes >= 2 || all_spent {
            s.push(Event::PhaseOver(if all_spent { rules::R9E } else { rules::R9F }));
            p.frames.pop();
            return;
        }
        let next = if again || (side == Side::Nationalist && p.run > 0) { side } else { side.other() };
        p.frames.replace(Frame::Impulse(next));
    }

    /// 9-r2: Fresh units of a side on map or in boxes.
    pub fn fresh_on_map(&self, p: &Public, side: Side) -> Units {
        // Units off the map are kept off the Fresh set.
        p.fresh[side]
    }
}
