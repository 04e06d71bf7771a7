//! 10.1, 10.2: who may attack what, and the course of a combat.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::book::Result as Outcome;
use crate::frame::{FightStage, Frame};
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::{Fight, Position};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

impl Santander {
    /// 10.1, 10.2-r1, 10.2-r3: may this unit attack the hex at all?
    pub(crate) fn may_attack(&self, p: &Position, side: Side, unit: Unit, target: Hex) -> Result<(), Rule> {
        let book = &self.book;
        if unit.side() != side || !p.at(unit).is_some() || book.corps(side).fighters & unit.bit() == 0 {
            return Err(R10_2_R1);
        }
        self.attack_bars(p, unit, target).into_iter().flatten().next().map_or(Ok(()), Err)
    }

    /// All that keeps a combat unit on the map from attacking a hex: that it has attacked (10.1c), that it is not next to it (10.1a)
    /// or nothing crosses the side between them (1.3.2b, 1.3.2-r1), that it has no attack factor (10.2-r3).
    fn attack_bars(&self, p: &Position, unit: Unit, target: Hex) -> [Option<Rule>; 3] {
        let book = &self.book;
        let at = p.at(unit);
        let far = !book.open(at).has(target.index());
        let side = match book.map.near(at).has(target.index()) {
            false => R10_1A,
            // The bay of Santander, or any other side that nothing crosses.
            true if book.sources[Side::Republican].has(target.index()) => R1_3_2B,
            true => R1_3_2_R1,
        };
        let fought = p.public.fought & unit.bit() != 0;
        let toothless = p.values(book, unit).attack == 0;
        [fought.then_some(R10_1C), far.then_some(side), toothless.then_some(R10_2_R3)]
    }

    /// 10.1i: and together with those of its hex that already take part?
    pub(crate) fn may_join(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        let fight = &p.public.fight;
        self.may_attack(p, side, unit, fight.target)?;
        if fight.attackers & unit.bit() != 0 {
            return Err(R10_1C);
        }
        let together = fight.attackers & p.units(side, p.at(unit)) | unit.bit();
        let sp: u8 = each(side, together).map(|u| self.book.piece(u).sp).sum();
        if sp > self.book.terrain(fight.target).limit { Err(R10_1I) } else { Ok(()) }
    }

    /// 10.1d, 10.1-r1: hexes the side can attack now, again or for the first time; it need attack none.
    pub(crate) fn targets(&self, p: &Position, side: Side) -> Set {
        let enemy = p.public.open.held[side.other()];
        let able = self.book.corps(side).fighters & p.public.on_map[side] & !p.public.fought;
        let mut targets = Set::EMPTY;
        for unit in each(side, able) {
            let near = *self.book.open(p.at(unit)) & enemy;
            if !near.is_empty() && p.values(&self.book, unit).attack > 0 {
                targets |= near;
            }
        }
        targets
    }

    /// 10.1b, 10.1h: asked anew after every combat.
    pub(crate) fn combat_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        out.extend(self.targets(p, side).iter().map(|h| Action::Attack(Hex::at(h))));
        self.top_list(p, side, out);
        out.push(Action::End);
    }

    pub(crate) fn may_target(&self, p: &Position, side: Side, target: Hex) -> Result<(), Refusal> {
        let enemy = side.other();
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
        // Of the units next to the hex, the one that comes nearest to attacking it says why it cannot.
        let mine = self.book.corps(side).fighters & p.public.on_map[side];
        let near = each(side, mine).filter(|u| self.book.map.near(p.at(*u)).has(target.index()));
        let bars =
            near.map(|u| self.attack_bars(p, u, target)).min_by_key(|bars| bars.iter().flatten().count());
        Err(refuse(bars.and_then(|bars| bars.into_iter().flatten().next()).unwrap_or(R10_1A)))
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

    /// 10.1f, 10.1g: from all hexes around, of whatever division.
    pub(crate) fn joining_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let around = *self.book.open(p.public.fight.target);
        for hex in around & p.public.open.held[side] {
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
        p.public.frames.replace(Frame::Fight(FightStage::Supply));
    }

    /// Carries the combat on by one stage: does what needs nobody, and asks or rolls for the rest.
    ///
    /// 10.2.d1a, 6.4b: supply of all involved before anything else.
    pub(crate) fn fight_on<S: Sink<Event>>(&self, p: &mut Position, now: FightStage, sink: &mut S) {
        let attacker = p.public.fight_side();
        let defender = attacker.other();
        p.public.frames.replace(Frame::Fight(now.next()));
        match now {
            FightStage::Supply => {
                // 10.2.d1a, 6.4b, 6.4-r2: the units involved, defenders first.
                let target = p.public.fight.target;
                self.check_supply(p, defender, p.units(defender, target), sink);
                self.check_supply(p, attacker, p.public.fight.attackers, sink);
                self.anybody_left(p, sink);
            }
            FightStage::AttackerSupport => self.ask_support(p, attacker, sink),
            FightStage::DefenderSupport => self.ask_support(p, defender, sink),
            FightStage::AttackerColumns => self.ask_columns(p, attacker),
            FightStage::DefenderColumns => self.ask_columns(p, defender),
            FightStage::AttackerAir => {
                if self.air_combat_due(p) {
                    p.public.frames.push(Frame::AirCombat(attacker, self.air_in_combat(p, attacker)));
                } else {
                    p.public.frames.replace(Frame::Fight(FightStage::Bombardment));
                }
            }
            FightStage::DefenderAir => {
                p.public.frames.push(Frame::AirCombat(defender, self.air_in_combat(p, defender)));
            }
            FightStage::AttackerDown => self.ask_shot_down(p, attacker),
            FightStage::DefenderDown => self.ask_shot_down(p, defender),
            FightStage::Bombardment => match self.exchange(p).roller {
                Some(_) => p.public.frames.push(Frame::Bombardment),
                None => self.no_bombardment(p, sink),
            },
            FightStage::Attrition => {
                if let Some(frame) = self.next_attrition(p) {
                    p.public.frames.replace(Frame::Fight(FightStage::Attrition));
                    p.public.frames.push(frame);
                }
            }
            FightStage::ColumnsGone => {
                self.use_up_columns(p, sink);
                self.anybody_left(p, sink);
            }
            FightStage::Odds => {
                p.show(defender, p.troops(&self.book, defender, p.public.fight.target));
                p.public.fight.revealed = true;
                p.public.frames.push(Frame::Roll);
            }
            FightStage::Morale => {
                if defender == Side::Republican && self.shaken(p) {
                    p.public.frames.push(Frame::Morale);
                }
            }
            FightStage::Decision => self.retreat_or_stand(p, defender, sink),
            FightStage::AttackerLosses => self.ask_losses(p, attacker),
            FightStage::DefenderLosses => self.ask_losses(p, defender),
            FightStage::Retreat => {
                if p.public.fight.retreats && p.fighters(&self.book, defender, p.public.fight.target) != 0 {
                    p.public.frames.push(Frame::Retreat(defender));
                }
            }
            FightStage::Advance => {
                let fight = &mut p.public.fight;
                if !p.public.open.held[defender].has(fight.target.index()) && fight.attackers != 0 {
                    fight.advancing = fight.attackers;
                    p.public.frames.push(Frame::Advance(attacker));
                }
            }
            FightStage::End => {
                p.public.fight = Fight::default();
                p.public.frames.pop();
            }
        }
    }

    /// 9.4.3-r2: with no defender left the attackers may advance; with no attacker left it is over.
    fn anybody_left<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        let defender = p.public.fight_side().other();
        let fight = &p.public.fight;
        if !p.public.open.held[defender].has(fight.target.index()) {
            sink.push(Event::NobodyLeft(Self::NOBODY_LEFT));
            p.public.frames.replace(Frame::Fight(FightStage::Advance));
        } else if fight.attackers == 0 {
            sink.push(Event::NobodyLeft(Self::NOBODY_LEFT));
            p.public.frames.replace(Frame::Fight(FightStage::End));
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
        if p.public.fight.hqs[side] != 0 {
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
        let n = std::mem::take(&mut p.public.fight.steps[side]);
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
                p.public.fight.steps[attacker] = a;
                p.public.fight.steps[defender] = d;
                if d > 0 && p.fighters(&self.book, defender, target) == 0 {
                    // 9.2-r4: an HQ alone is lost with any step.
                    p.public.fight.steps[defender] = 0;
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
        p.public.fight.steps[defender] > 0
    }
}
