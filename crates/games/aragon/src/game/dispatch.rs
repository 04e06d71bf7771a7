//! What is waited for, what is legal, why something is not, and what it does: one line for each pair of question and answer.
//!
//! Lists and checks call the same predicates; they live with the rules.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, March, PlayerStep};
use crate::ids::{Class, Unit};
use crate::position::{Position, Public};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Chance, Refusal, Rule, Side, Sink, Wait};

/// A refusal about a unit.
pub(crate) fn about_unit(unit: Unit) -> impl Fn(Rule) -> Refusal {
    move |rule| Refusal::new(rule).unit(unit.index() as u16)
}

/// A refusal about a hex.
pub(crate) fn about_hex(hex: Hex) -> impl Fn(Rule) -> Refusal {
    move |rule| if hex == Hex::NONE { Refusal::new(rule) } else { Refusal::new(rule).place(hex.0) }
}

impl Aragon {
    pub(crate) fn waits_for(&self, p: &Public) -> Wait {
        let active = p.active;
        let roll = |by: Side, what: &'static str| Wait::Chance(Chance { by: Some(by), what });
        match p.stack.top() {
            Frame::Over(ending) => Wait::Over(ending.outcome()),
            Frame::BlizzardRoll => roll(Side::Nationalist, "chance-blizzard"),
            Frame::Draw { side, .. } => roll(side, "chance-draw"),
            Frame::ActivationRoll => roll(active, "chance-activation"),
            Frame::Roll => roll(active, "chance-combat"),
            Frame::Cup => roll(active, "chance-cup"),
            Frame::Support(step) => Wait::Decision(self.supporter(active, step)),
            Frame::Negate { .. } => Wait::Decision(active.other()),
            Frame::Retreat { unit, .. } => Wait::Decision(self.book.side(unit)),
            Frame::Displace => {
                let side = p.fight.chain().first().map_or(active, |u| self.book.side(*u));
                Wait::Decision(side)
            }
            _ => Wait::Decision(active),
        }
    }

    pub(crate) fn list(&self, pos: &Position, out: &mut Vec<Action>) {
        let p = &pos.public;
        match p.stack.top() {
            Frame::Movement { mobile } => {
                self.movable(p, mobile, |u| out.push(Action::Pick(u)));
                out.push(Action::End);
            }
            Frame::Moving(march) => self.list_moves(p, &march, out),
            Frame::Entering { unit } => self.list_entries(p, unit, out),
            Frame::Bombardment => self.list_bombardments(pos, out),
            Frame::Aim => self.list_aim(pos, out),
            Frame::Combat { mobile } => {
                out.extend(self.targets(p, mobile).map(Action::Attack));
                out.push(Action::End);
            }
            Frame::Declare { mobile } => self.list_attackers(p, mobile, out),
            Frame::Support(step) => {
                self.list_markers(&pos.secret[self.supporter(p.active, step)], out);
                out.push(Action::Pass);
            }
            Frame::Negate { .. } => out.extend([Action::Negate, Action::Accept]),
            Frame::Lose { .. } => self.list_losers(p, out),
            Frame::Scatter { .. } => out.extend(self.scattering(p).map(Action::Pick)),
            Frame::Retreat { unit, hexes } => self.list_retreats(p, unit, hexes, out),
            Frame::Displace => self.list_displacements(p, out),
            Frame::Advance => {
                self.list_advances(p, out);
                out.push(Action::Halt);
            }
            Frame::Rebuild => self.list_rebuilds(p, out),
            Frame::Return { unit } => {
                let hexes = self.return_hexes(p, p.active);
                out.extend(hexes.iter().map(|h| Action::Return { unit, hex: Hex::at(h) }));
            }
            Frame::Over(_)
            | Frame::Turn(_)
            | Frame::Player(..)
            | Frame::BlizzardRoll
            | Frame::Draw { .. }
            | Frame::ActivationRoll
            | Frame::Roll
            | Frame::Aftermath
            | Frame::Cup => {}
        }
    }

    pub(crate) fn list_chance(&self, pos: &Position, out: &mut Vec<(Action, u32)>) {
        match pos.public.stack.top() {
            Frame::BlizzardRoll | Frame::ActivationRoll | Frame::Roll => {
                out.extend((1..=6).map(|die| (Action::Roll(die), 1)));
            }
            Frame::Draw { side, .. } => {
                let cup = self.cup(pos, side);
                let classes = Class::all().filter(|c| cup[c.index()] > 0);
                out.extend(classes.map(|c| (Action::Draw(c), u32::from(cup[c.index()]))));
            }
            Frame::Cup => {
                out.extend(self.fallen(&pos.public, pos.public.active).map(|u| (Action::Drawn(u), 1)))
            }
            _ => {}
        }
    }

    /// Is the action legal now? The refusal names the rule.
    pub(crate) fn examine(&self, pos: &Position, action: Action) -> Result<(), Refusal> {
        let p = &pos.public;
        match (p.stack.top(), action) {
            (
                Frame::Movement { .. } | Frame::Bombardment | Frame::Combat { .. } | Frame::Rebuild,
                Action::End,
            )
            | (Frame::Negate { .. }, Action::Negate | Action::Accept)
            | (Frame::Support(_), Action::Pass)
            | (Frame::Advance, Action::Halt)
            | (Frame::Retreat { .. }, Action::Stand) => Ok(()),
            (Frame::Movement { mobile }, Action::Pick(unit)) => {
                self.may_pick(p, unit, mobile).map_err(about_unit(unit))
            }
            (Frame::Moving(march), Action::Go { unit, path }) => {
                if unit != march.unit {
                    return Err(about_unit(unit)(R5_0B));
                }
                self.may_go(p, &march, path).map_err(|(rule, hex)| match rule {
                    R5_0B => about_hex(hex)(rule).saying("refused-in-parts"),
                    _ => about_hex(hex)(rule),
                })
            }
            (Frame::Moving(march), Action::Stop(unit)) => {
                if unit != march.unit {
                    return Err(about_unit(unit)(R5_0B));
                }
                self.may_leave(p, &march)
            }
            (Frame::Moving(march), Action::Pick(unit)) => {
                self.may_leave(p, &march)?;
                if unit == march.unit {
                    return Err(about_unit(unit)(R5_0B).saying("refused-at-hand"));
                }
                self.may_pick(p, unit, self.mobile_phase(p)).map_err(about_unit(unit))
            }
            (Frame::Moving(march), Action::End) => self.may_leave(p, &march),
            (Frame::Entering { unit }, Action::Enter { unit: entering, hex }) => {
                if entering != unit {
                    return Err(about_unit(entering)(R5_0B));
                }
                self.may_enter(p, unit, hex).map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Bombardment, Action::Bombard(hex)) => {
                let arms = self.arms(p, &pos.secret[p.active]);
                self.may_bombard(p, arms, hex).map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Aim, Action::Place(class)) => {
                let may = self.may_aim(p, &pos.secret[p.active], p.fight.target, class);
                may.map_err(Refusal::new)
            }
            (Frame::Aim, Action::Fire) => {
                if p.fight.placed[p.active] > 0 {
                    Ok(())
                } else {
                    Err(R12_0C.into())
                }
            }
            (Frame::Combat { mobile }, Action::Attack(hex)) => {
                self.may_attack(p, hex, mobile).map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Declare { mobile }, Action::Join(unit)) => {
                if p.fight.attackers.contains(&unit) {
                    return Err(about_unit(unit)(R7_1J));
                }
                self.may_join(p, unit, p.fight.target, mobile).map_err(about_unit(unit))
            }
            (Frame::Declare { .. }, Action::Declare) => {
                if p.fight.attackers().next().is_some() {
                    Ok(())
                } else {
                    Err(R4_1G.into())
                }
            }
            (Frame::Support(step), Action::Place(class)) => {
                let hand = &pos.secret[self.supporter(p.active, step)].hand;
                if hand[class.index()] > 0 { Ok(()) } else { Err(R8_3D.into()) }
            }
            (Frame::Lose { .. }, Action::Lose(unit)) => {
                let may = self.losers(p).any(|u| u == unit);
                let rule =
                    if p.fight.kind == crate::position::FightKind::Bombardment { R8_4_2_R1 } else { R7_5I };
                if may { Ok(()) } else { Err(about_unit(unit)(rule)) }
            }
            (Frame::Scatter { .. }, Action::Pick(unit)) => {
                if self.scattering(p).any(|u| u == unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R7_6_R5))
                }
            }
            (Frame::Retreat { unit, .. }, Action::Hold) => {
                if self.may_hold(p, unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R17_0D))
                }
            }
            (Frame::Retreat { unit, hexes }, Action::Retreat { unit: retreating, path }) => {
                if retreating != unit {
                    return Err(about_unit(retreating)(R7_6A));
                }
                self.may_retreat(p, unit, hexes, path).map_err(|(rule, hex)| about_hex(hex)(rule))
            }
            (Frame::Retreat { unit, hexes }, Action::Stay) => {
                self.may_stay(&self.ways(p, &self.retreater(p, unit, hexes))).map_err(about_unit(unit))
            }
            (Frame::Retreat { unit, hexes }, Action::Perish) => {
                self.may_perish(&self.ways(p, &self.retreater(p, unit, hexes))).map_err(about_unit(unit))
            }
            (Frame::Displace, Action::Displace { unit, hex }) => {
                if p.fight.chain().last() != Some(&unit) {
                    return Err(about_unit(unit)(R7_6_2C));
                }
                self.may_displace(p, unit, hex).map_err(about_hex(hex))
            }
            (Frame::Advance, Action::Advance { unit, hex }) => {
                self.may_advance(p, unit, hex).map_err(about_unit(unit))
            }
            (Frame::Rebuild, Action::Rebuild(unit)) => self.may_rebuild(p, unit).map_err(about_unit(unit)),
            (Frame::Rebuild, Action::Recruit) => {
                if self.fallen(p, p.active).next().is_some() {
                    Ok(())
                } else {
                    Err(R11_0H.into())
                }
            }
            (Frame::Return { unit }, Action::Return { unit: returning, hex }) => {
                if returning != unit {
                    return Err(about_unit(returning)(R11_0_R1));
                }
                self.may_return(p, p.active, hex).map_err(about_hex(hex))
            }
            (Frame::BlizzardRoll | Frame::ActivationRoll | Frame::Roll, Action::Roll(die)) => {
                if (1..=6).contains(&die) { Ok(()) } else { Err(R2_0A.into()) }
            }
            (Frame::Draw { side, .. }, Action::Draw(class)) => {
                if self.cup(pos, side)[class.index()] > 0 {
                    Ok(())
                } else {
                    Err(R13_0C.into())
                }
            }
            (Frame::Cup, Action::Drawn(unit)) => {
                if self.fallen(p, p.active).any(|u| u == unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R11_0H))
                }
            }
            (top, action) => Err(self.out_of_turn(p, top, action)),
        }
    }

    /// 5.1-r1: may the move at hand end, for whatever reason?
    fn may_leave(&self, p: &Public, march: &March) -> Result<(), Refusal> {
        self.may_stop(p, march).map_err(|rule| {
            let refusal = about_unit(march.unit)(rule);
            if rule == R5_0B { refusal.saying("refused-unmoved") } else { refusal.place(march.at.0) }
        })
    }

    /// Why an answer does not fit the question: the rule that says when it would.
    fn out_of_turn(&self, p: &Public, top: Frame, action: Action) -> Refusal {
        let in_blizzard = p.snowed_in() && !matches!(top, Frame::Over(_));
        let rule = match action {
            Action::Attack(_) | Action::Bombard(_) if in_blizzard => R16_1D,
            Action::Recruit | Action::Rebuild(_) if in_blizzard => R16_1F,
            Action::Attack(_) | Action::Join(_) | Action::Declare => {
                let fighting = p.fight.kind != crate::position::FightKind::None;
                if fighting && matches!(action, Action::Attack(_)) {
                    if matches!(top, Frame::Declare { .. }) { R7_1G } else { R7_0E }
                } else {
                    R7_0C
                }
            }
            Action::Pick(_) | Action::Go { .. } | Action::Stop(_) | Action::Enter { .. } => R5_1A,
            Action::Bombard(_) | Action::Fire => R12_0B,
            Action::Place(_) | Action::Pass => {
                if matches!(top, Frame::Roll) && p.fight.kind == crate::position::FightKind::Bombardment {
                    R12_0G
                } else {
                    R8_3L
                }
            }
            Action::Negate | Action::Accept => R17_0E,
            Action::Lose(_) => R7_5I,
            Action::Stand => R7_7A,
            Action::Hold => R17_0D,
            Action::Retreat { .. } | Action::Stay | Action::Perish => R7_6A,
            Action::Displace { .. } => R7_6_2A,
            Action::Advance { .. } | Action::Halt => R7_8A,
            Action::Rebuild(_) | Action::Recruit | Action::Return { .. } => R11_0B,
            Action::Draw(_) => R4_1A,
            Action::End if p.fight.kind != crate::position::FightKind::None => R8_3_R1,
            Action::Roll(_) | Action::Drawn(_) | Action::End => R4_1B,
        };
        match action {
            Action::Pick(u) | Action::Join(u) | Action::Lose(u) | Action::Rebuild(u) => about_unit(u)(rule),
            _ => Refusal::new(rule),
        }
    }

    /// Carries out an action that is legal, and what follows by itself.
    pub(crate) fn carry_out<S: Sink<Event>>(&self, pos: &mut Position, action: Action, s: &mut S) {
        self.act(pos, action, s);
        self.settle(pos, s);
    }

    /// What an action does at once.
    fn act<S: Sink<Event>>(&self, pos: &mut Position, action: Action, s: &mut S) {
        let top = pos.public.stack.top();
        let p = &mut pos.public;
        match (top, action) {
            (Frame::Moving(_), Action::End) => {
                p.stack.pop();
                p.stack.pop();
            }
            (_, Action::End) => {
                p.stack.pop();
            }
            (Frame::Movement { .. }, Action::Pick(unit)) => self.pick(p, unit),
            (Frame::Moving(_), Action::Pick(unit)) => {
                p.stack.pop();
                self.pick(p, unit);
            }
            (_, Action::Go { path, .. }) => self.go(pos, path, s),
            (_, Action::Stop(_)) => {
                p.stack.pop();
            }
            (_, Action::Enter { unit, hex }) => self.enter(pos, unit, hex, s),
            (_, Action::Bombard(hex)) => self.bombard(p, hex, s),
            (Frame::Aim, Action::Place(class)) => self.place_marker(pos, pos.public.active, class, s),
            (_, Action::Fire) => self.fire(pos, s),
            (Frame::Combat { mobile }, Action::Attack(hex)) => self.attack(p, hex, mobile),
            (_, Action::Join(unit)) => self.join(p, unit),
            (_, Action::Declare) => self.declare(pos, s),
            (Frame::Support(step), Action::Place(class)) => {
                self.place_marker(pos, self.supporter(pos.public.active, step), class, s);
                self.next_support(pos, step, s);
            }
            (Frame::Support(step), Action::Pass) => {
                s.push(Event::Passed { side: self.supporter(p.active, step) });
                self.next_support(pos, step, s);
            }
            (Frame::Negate { exchange }, _) => self.fortify(p, exchange, action == Action::Negate, s),
            (_, Action::Lose(unit)) => self.lose(p, unit, s),
            (Frame::Scatter { hexes }, Action::Pick(unit)) => self.scatter(p, unit, hexes),
            (Frame::Retreat { unit, .. }, Action::Stand) => self.stand(p, unit, s),
            (Frame::Retreat { unit, .. }, Action::Hold) => self.hold(p, unit, s),
            (Frame::Retreat { unit, hexes }, Action::Retreat { path, .. }) => {
                self.withdraw(pos, unit, hexes, path, s)
            }
            (Frame::Retreat { unit, .. }, Action::Stay) => self.stay(p, unit, s),
            (Frame::Retreat { unit, .. }, Action::Perish) => self.perish(p, unit, s),
            (_, Action::Displace { hex, .. }) => self.displace(pos, hex, s),
            (_, Action::Advance { unit, hex }) => self.advance(pos, unit, hex, s),
            (_, Action::Halt) => {
                p.stack.pop();
            }
            (_, Action::Rebuild(unit)) => self.rebuild(p, unit, s),
            (_, Action::Recruit) => p.stack.replace(Frame::Cup),
            (_, Action::Return { unit, hex }) => self.return_unit(pos, unit, hex, s),
            (Frame::BlizzardRoll, Action::Roll(die)) => self.roll_blizzard(p, die, s),
            (Frame::ActivationRoll, Action::Roll(die)) => self.activate(p, die, s),
            (_, Action::Roll(die)) => self.resolve(pos, die, s),
            (Frame::Draw { side, left }, Action::Draw(class)) => self.draw(pos, side, left, class, s),
            (_, Action::Drawn(unit)) => self.drawn(p, unit, s),
            (_, Action::Pick(_) | Action::Attack(_) | Action::Place(_) | Action::Pass | Action::Stand)
            | (_, Action::Hold | Action::Retreat { .. } | Action::Stay | Action::Perish | Action::Draw(_))
            | (_, Action::Negate | Action::Accept) => {
                debug_assert!(false, "{action:?} does not answer {top:?}")
            }
        }
    }

    /// The phase of the player turn at hand, if one is.
    pub(crate) fn phase(&self, p: &Public) -> Option<PlayerStep> {
        p.stack.frames().iter().rev().find_map(|f| match f {
            Frame::Movement { mobile: false } => Some(PlayerStep::Movement),
            Frame::Movement { mobile: true } => Some(PlayerStep::MobileMovement),
            Frame::Bombardment => Some(PlayerStep::Bombardment),
            Frame::Combat { mobile: false } => Some(PlayerStep::Combat),
            Frame::Combat { mobile: true } => Some(PlayerStep::MobileCombat),
            Frame::Rebuild | Frame::Cup | Frame::Return { .. } => Some(PlayerStep::Rebuild),
            Frame::ActivationRoll => Some(PlayerStep::Activation),
            _ => None,
        })
    }
}
