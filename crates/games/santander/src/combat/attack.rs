//! 10.1, 10.2: who may attack what, and the course of a combat.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::book::Result as Outcome;
use crate::frame::Frame;
use crate::game::Santander;
use crate::pieces::{Unit, Units, each};
use crate::position::{Fight, Position};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

/// Stages of a combat, in the order of 10.2.
mod stage {
    pub const SUPPLY: u8 = 0;
    pub const ATTACKER_SUPPORT: u8 = 1;
    pub const DEFENDER_SUPPORT: u8 = 2;
    pub const ATTACKER_COLUMNS: u8 = 3;
    pub const DEFENDER_COLUMNS: u8 = 4;
    pub const ATTACKER_AIR: u8 = 5;
    pub const DEFENDER_AIR: u8 = 6;
    pub const ATTACKER_DOWN: u8 = 7;
    pub const DEFENDER_DOWN: u8 = 8;
    pub const BOMBARDMENT: u8 = 9;
    pub const ATTRITION: u8 = 10;
    pub const COLUMNS_GONE: u8 = 11;
    pub const ODDS: u8 = 12;
    pub const MORALE: u8 = 13;
    pub const DECISION: u8 = 14;
    pub const ATTACKER_LOSSES: u8 = 15;
    pub const DEFENDER_LOSSES: u8 = 16;
    pub const RETREAT: u8 = 17;
    pub const ADVANCE: u8 = 18;
    pub const END: u8 = 19;
}

impl Santander {
    /// 10.1, 10.2-r1, 10.2-r3: may this unit attack the hex at all?
    pub fn may_attack(&self, p: &Position, side: Side, unit: Unit, target: Hex) -> Result<(), Rule> {
        let book = &self.book;
        if unit.side() != side || !p.at(unit).is_some() || book.corps(side).fighters & unit.bit() == 0 {
            return Err(R10_2_R1);
        }
        if p.public.fought & unit.bit() != 0 {
            return Err(R10_1C);
        }
        let at = p.at(unit);
        if !book.open(at).has(target.index()) {
            let near = book.map.near(at).has(target.index());
            // 1.3.2b: the bay of Santander; 1.3.2-r1: any other side that nothing crosses.
            let over_bay = near && book.sources[0].has(target.index());
            return Err(if over_bay {
                R1_3_2B
            } else if near {
                R1_3_2_R1
            } else {
                R10_1A
            });
        }
        if p.values(book, unit).attack == 0 {
            return Err(R10_2_R3);
        }
        Ok(())
    }

    /// 10.1i: and together with those of its hex that already take part?
    pub fn may_join(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        let fight = &p.public.fight;
        self.may_attack(p, side, unit, fight.target)?;
        if fight.attackers & unit.bit() != 0 {
            return Err(R10_1C);
        }
        let together = fight.attackers & p.units(side, p.at(unit)) | unit.bit();
        let sp: u8 = each(side, together).map(|u| self.book.piece(u).sp).sum();
        if sp > self.book.terrain(fight.target).limit { Err(R10_1I) } else { Ok(()) }
    }

    /// Hexes the side can attack now.
    pub fn targets(&self, p: &Position, side: Side) -> Set {
        let enemy = p.public.open.held[side.other().index()];
        let able = self.book.corps(side).fighters & p.public.on_map[side.index()] & !p.public.fought;
        let mut targets = Set::EMPTY;
        for unit in each(side, able) {
            let near = *self.book.open(p.at(unit)) & enemy;
            if !near.is_empty() && p.values(&self.book, unit).attack > 0 {
                targets |= near;
            }
        }
        targets
    }

    pub(crate) fn combat_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        out.extend(self.targets(p, side).iter().map(|h| Action::Attack(Hex::at(h))));
        self.top_list(p, side, out);
        out.push(Action::End);
    }

    pub(crate) fn may_target(&self, p: &Position, side: Side, target: Hex) -> Result<(), Refusal> {
        let enemy = side.other().index();
        let refuse = |rule: Rule| Refusal::new(rule).place(target.0);
        if p.public.open.columns[enemy].has(target.index()) {
            return Err(refuse(R9_3_R3));
        }
        if !p.public.open.held[enemy].has(target.index()) {
            return Err(refuse(R10_1A));
        }
        if self.targets(p, side).has(target.index()) {
            return Ok(());
        }
        // The best reason that any unit next to the hex gives.
        let mine = self.book.corps(side).fighters & p.public.on_map[side.index()];
        let near = each(side, mine).filter(|u| self.book.map.near(p.at(*u)).has(target.index()));
        let rule = near.map(|u| self.may_attack(p, side, u, target).err()).next().flatten();
        Err(refuse(rule.unwrap_or(R10_1A)))
    }

    pub(crate) fn open_attack<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        target: Hex,
        sink: &mut S,
    ) {
        p.public.fight = Fight { target, ..Fight::default() };
        p.public.frames.push(Frame::Joining(side));
        sink.push(Event::Attacked(target));
    }

    pub(crate) fn joining_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let around = *self.book.open(p.public.fight.target);
        for hex in around & p.public.open.held[side.index()] {
            let fighters = p.fighters(&self.book, side, Hex::at(hex));
            out.extend(each(side, fighters).filter(|u| self.may_join(p, side, *u).is_ok()).map(Action::With));
        }
        if p.public.fight.attackers != 0 {
            out.push(Action::Declare);
        }
    }

    /// 5.3-r3: a unit named as attacker is shown.
    pub(crate) fn join<S: Sink<Event>>(&self, p: &mut Position, side: Side, unit: Unit, sink: &mut S) {
        p.public.fight.attackers |= unit.bit();
        p.show(side, unit.bit());
        sink.push(Event::Joined(unit));
    }

    pub(crate) fn declare(&self, p: &mut Position) {
        p.public.fought |= p.public.fight.attackers;
        p.public.frames.swap(Frame::Fight(stage::SUPPLY));
    }

    /// Carries the combat on by one stage: does what needs nobody, and asks or rolls for the rest.
    pub(crate) fn fight_on<S: Sink<Event>>(&self, p: &mut Position, now: u8, sink: &mut S) {
        let attacker = p.public.fight_side();
        let defender = attacker.other();
        p.public.frames.swap(Frame::Fight(now + 1));
        match now {
            stage::SUPPLY => {
                // 10.2.d1a, 6.4b, 6.4-r2: the units involved, defenders first.
                let target = p.public.fight.target;
                self.check_supply(p, defender, p.units(defender, target), sink);
                self.check_supply(p, attacker, p.public.fight.attackers, sink);
                self.anybody_left(p, sink);
            }
            stage::ATTACKER_SUPPORT => self.ask_support(p, attacker, sink),
            stage::DEFENDER_SUPPORT => self.ask_support(p, defender, sink),
            stage::ATTACKER_COLUMNS => self.ask_columns(p, attacker),
            stage::DEFENDER_COLUMNS => self.ask_columns(p, defender),
            stage::ATTACKER_AIR => {
                if self.air_combat_due(p) {
                    p.public.frames.push(Frame::AirCombat(attacker, self.air_in_combat(p, attacker)));
                } else {
                    p.public.frames.swap(Frame::Fight(stage::BOMBARDMENT));
                }
            }
            stage::DEFENDER_AIR => {
                p.public.frames.push(Frame::AirCombat(defender, self.air_in_combat(p, defender)));
            }
            stage::ATTACKER_DOWN => self.ask_shot_down(p, attacker),
            stage::DEFENDER_DOWN => self.ask_shot_down(p, defender),
            stage::BOMBARDMENT => match self.exchange(p).roller {
                Some(_) => p.public.frames.push(Frame::Bombardment),
                None => self.no_bombardment(p, sink),
            },
            stage::ATTRITION => {
                if let Some(frame) = self.next_attrition(p) {
                    p.public.frames.swap(Frame::Fight(stage::ATTRITION));
                    p.public.frames.push(frame);
                }
            }
            stage::COLUMNS_GONE => {
                self.use_up_columns(p, sink);
                self.anybody_left(p, sink);
            }
            stage::ODDS => {
                p.show(defender, p.troops(&self.book, defender, p.public.fight.target));
                p.public.fight.revealed = true;
                p.public.frames.push(Frame::Roll);
            }
            stage::MORALE => {
                if defender == Side::Republican && self.shaken(p) {
                    p.public.frames.push(Frame::Morale);
                }
            }
            stage::DECISION => self.retreat_or_stand(p, defender, sink),
            stage::ATTACKER_LOSSES => self.ask_losses(p, attacker),
            stage::DEFENDER_LOSSES => self.ask_losses(p, defender),
            stage::RETREAT => {
                if p.public.fight.retreats && p.fighters(&self.book, defender, p.public.fight.target) != 0 {
                    p.public.frames.push(Frame::Retreat(defender));
                }
            }
            stage::ADVANCE => {
                let fight = &mut p.public.fight;
                if !p.public.open.held[defender.index()].has(fight.target.index()) && fight.attackers != 0 {
                    fight.advancing = fight.attackers;
                    p.public.frames.push(Frame::Advance(attacker));
                }
            }
            _ => {
                debug_assert!(now >= stage::END);
                p.hide();
                p.public.fight = Fight::default();
                p.public.frames.pop();
            }
        }
    }

    /// 9.4.3-r2: with no defender left the attackers may advance; with no attacker left it is over.
    fn anybody_left<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        let defender = p.public.fight_side().other();
        let fight = &p.public.fight;
        if !p.public.open.held[defender.index()].has(fight.target.index()) {
            sink.push(Event::NobodyLeft(Self::NOBODY_LEFT));
            p.public.frames.swap(Frame::Fight(stage::ADVANCE));
        } else if fight.attackers == 0 {
            sink.push(Event::NobodyLeft(Self::NOBODY_LEFT));
            p.public.frames.swap(Frame::Fight(stage::END));
        }
    }

    fn ask_support<S: Sink<Event>>(&self, p: &mut Position, side: Side, sink: &mut S) {
        if self.plainly_no_support(p, side) {
            sink.push(Event::NoSupport(side));
        } else {
            p.public.frames.push(Frame::Support(side));
        }
    }

    fn ask_columns(&self, p: &mut Position, side: Side) {
        // 9.3.1-r1: no column without an HQ declared; 5.3-r7: with one, the owner is asked whatever he has.
        if p.public.fight.hqs[side.index()] != 0 {
            p.public.frames.push(Frame::Columns(side));
        }
    }

    fn ask_shot_down(&self, p: &mut Position, side: Side) {
        let n = self.shot_down(p, side);
        if n > 0 {
            p.public.frames.push(Frame::ShotDown(side, n));
        }
    }

    fn ask_losses(&self, p: &mut Position, side: Side) {
        let n = std::mem::take(&mut p.public.fight.steps[side.index()]);
        if n > 0 {
            p.public.frames.push(Frame::Lose(side, n, false));
        }
    }

    /// 10.2.d4a: the combat die.
    pub(crate) fn resolve<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let attacker = p.public.fight_side();
        let defender = attacker.other();
        let sum = self.sum(p);
        let result = self.combat_result(&sum, die);
        sink.push(Event::Fought {
            attack: sum.attack,
            defence: sum.defence,
            position: sum.position,
            die,
            modifier: sum.modifier(),
            result,
        });
        p.public.frames.pop();
        let target = p.public.fight.target;
        match result {
            Outcome::Breakthrough => {
                p.public.fight.through = true;
                // 10.4.1a: fighters first, so that an HQ falls with the last of them.
                self.destroy(p, defender, p.fighters(&self.book, defender, target), R10_4_1A, sink);
                self.destroy(p, defender, p.troops(&self.book, defender, target), R10_4_1A, sink);
            }
            Outcome::Steps(a, d) => {
                p.public.fight.steps[attacker.index()] = a;
                p.public.fight.steps[defender.index()] = d;
                if d > 0 && p.fighters(&self.book, defender, target) == 0 {
                    // 9.2-r4: an HQ alone is lost with any step.
                    p.public.fight.steps[defender.index()] = 0;
                    self.destroy(p, defender, p.troops(&self.book, defender, target), R9_2_R4, sink);
                }
            }
        }
    }

    fn destroy<S: Sink<Event>>(&self, p: &mut Position, side: Side, units: Units, rule: Rule, sink: &mut S) {
        for unit in each(side, units) {
            if p.at(unit).is_some() {
                self.eliminate(p, unit, rule, sink);
            }
        }
    }

    /// Has the table given the defending combat units at least one step (10.6-r1)?
    fn shaken(&self, p: &Position) -> bool {
        let defender = p.public.fight_side().other();
        p.public.fight.steps[defender.index()] > 0
    }
}
