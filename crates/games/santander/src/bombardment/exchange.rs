//! 9.4: net points, the bombardment die and its results, air attrition.

use crate::Event;
use crate::Side;
use crate::book::Bombed;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Units, each};
use crate::position::Position;
use crate::rules::*;
use frente_engine::Sink;

/// 9.4.2c: the exchange of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The attacker's points.
    pub attack: u8,
    /// The defender's points.
    pub defence: u8,
    /// Who rolls, and on which net; nobody when equal.
    pub roller: Option<(Side, u8)>,
    /// Die modifier.
    pub modifier: i8,
}

impl Santander {
    /// 9.4.2a, 9.4.2b, 9.4.1c (who was shot down is no longer there): a side's points in the combat at hand.
    pub(crate) fn points(&self, p: &Position, side: Side) -> u8 {
        let fight = &p.public.fight;
        let air: u8 = self.air_kinds(side).map(|k| fight.air[k]).sum();
        let ground = fight.hqs[side] | fight.columns[side];
        air * self.book.tables.bombardment.air
            + each(side, ground).map(|u| self.book.piece(u).bombardment).sum::<u8>()
    }

    /// 9.4.2c, 9.4.2d, 10.7a: who rolls on which column with which modifier.
    pub(crate) fn exchange(&self, p: &Position) -> Exchange {
        let attacker = p.public.fight_side();
        let (attack, defence) = (self.points(p, attacker), self.points(p, attacker.other()));
        let net = attack.abs_diff(defence);
        let roller = if attack > defence { attacker } else { attacker.other() };
        // 10.7-r1: trenches help Republican defenders only, and not against fire at the attackers.
        let dug_in = roller == Side::Nationalist
            && attacker == Side::Nationalist
            && p.public.trenches.has(p.public.fight.target.index());
        Exchange {
            attack,
            defence,
            roller: (net > 0).then_some((roller, net)),
            modifier: if dug_in { self.book.tables.bombardment.trench } else { 0 },
        }
    }

    /// 9.4.3a, 9.4.3-r1: whom a bombardment by `roller` hits.
    pub(crate) fn bombarded(&self, p: &Position, roller: Side) -> Units {
        let attacker = p.public.fight_side();
        if roller == attacker {
            p.troops(&self.book, attacker.other(), p.public.fight.target)
        } else {
            p.public.fight.attackers
        }
    }

    /// What a die gives: the resolver that play and odds share.
    pub(crate) fn bombardment_result(&self, exchange: &Exchange, die: u8) -> Bombed {
        match exchange.roller {
            Some((_, net)) => self.book.tables.bombardment.result(net, die as i8 + exchange.modifier),
            None => Bombed::Nothing,
        }
    }

    /// 9.4.2d: the die is thrown.
    pub(crate) fn bombard<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let exchange = self.exchange(p);
        let result = self.bombardment_result(&exchange, die);
        let Some((by, _)) = exchange.roller else { return };
        sink.push(Event::Bombarded {
            by,
            attack: exchange.attack,
            defence: exchange.defence,
            die,
            modifier: exchange.modifier,
            result,
        });
        p.public.frames.pop();
        self.take_fire(p, by, result, sink);
    }

    /// Applies a result to the side that is hit; the extra step of DSG+1 is asked for by a frame (T3-r1).
    pub(crate) fn take_fire<S: Sink<Event>>(&self, p: &mut Position, by: Side, result: Bombed, sink: &mut S) {
        if result == Bombed::Nothing {
            return;
        }
        let hit = by.other();
        let units = self.bombarded(p, by);
        // 5.3-r3: units that are hit are shown at once.
        p.show(hit, units);
        for unit in each(hit, units) {
            if p.at(unit).is_some() {
                self.disorganise(p, unit, true, sink);
            }
        }
        if result == Bombed::AndStep {
            p.public.frames.push(Frame::Lose(hit, 1, true));
        }
    }

    /// 9.1.1a, 9.1.1b: one air unit's attrition die; on the lowest it is back two turns later.
    pub(crate) fn attrition<S: Sink<Event>>(
        &self,
        p: &mut Position,
        kind: u8,
        left: u8,
        die: u8,
        sink: &mut S,
    ) {
        let rules = &self.book.tables.air;
        let lost = die <= rules.attrition_to;
        // 9.1.1-r1: what would come back after the last turn does not.
        let back = p.public.turn + rules.returns_after;
        let back = if lost && back <= self.book.scenario.turns { back } else { 0 };
        p.public.fight.air[kind as usize] -= 1;
        let boxes = &mut p.public.air[kind as usize];
        if !lost {
            boxes.used += 1;
        } else if back > 0 {
            boxes.due[back as usize] += 1;
        }
        sink.push(Event::Attrition { kind, die, lost, back });
        if left > 1 {
            p.public.frames.replace(Frame::Attrition(kind, left - 1));
        } else {
            p.public.frames.pop();
        }
    }

    /// 9.3.1c: used columns leave the map.
    pub(crate) fn use_up_columns<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        for side in Side::BOTH {
            let columns = std::mem::take(&mut p.public.fight.columns[side]);
            for unit in each(side, columns) {
                // A column whose hex was lost in the meantime is gone already.
                if p.at(unit).is_some() {
                    p.discard(&self.book, unit);
                    sink.push(Event::UsedUp(unit));
                }
            }
        }
    }

    /// 9.1.1-r1: no bombardment die, but the air units still roll.
    pub(crate) fn no_bombardment<S: Sink<Event>>(&self, p: &Position, sink: &mut S) {
        let exchange = self.exchange(p);
        if exchange.attack > 0 {
            sink.push(Event::NoBombardment { attack: exchange.attack, defence: exchange.defence });
        }
    }

    /// The next kind of air unit in the combat that has attrition dice to roll.
    pub(crate) fn next_attrition(&self, p: &Position) -> Option<Frame> {
        let kind = p.public.fight.air.iter().position(|n| *n > 0)?;
        Some(Frame::Attrition(kind as u8, p.public.fight.air[kind]))
    }

    /// 9.4.3-r2: the rule that ends a combat in which one side has nobody left.
    pub(crate) const NOBODY_LEFT: frente_engine::Rule = R9_4_3_R2;
}
