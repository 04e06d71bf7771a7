//! What is legal: each answer to each question, and the rule against any other.

use crate::Side;
use crate::action::{Action, Group};
use crate::chits::Chit;
use crate::frame::Frame;
use crate::game::{Madrid, dice_of};
use crate::ids::{Unit, Units};
use crate::position::{DiceRule, Kind, Pause, Position, Public};
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Refusal;

impl Madrid {
    /// Is the action one that the top frame can be answered with, and legal? A refusal says its numbers.
    pub(crate) fn judge_action(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        self.answers(p, action).map_err(|refusal| self.counted(&p.public, action, refusal))
    }

    /// The refusal with what would be needed and what there is, where its rule is about a number.
    fn counted(&self, p: &Public, action: Action, refusal: Refusal) -> Refusal {
        let (book, act, tables) = (&self.book, &p.act, &self.book.tables);
        let full = |side: Side, place: Area, more: u8| {
            let there = p.units(side, place).len() + more;
            refusal.saying("refused-room").numbers(there, tables.stacking.limit)
        };
        let poor = |side: Side, price: u8| refusal.saying("refused-support").numbers(price, p.support[side]);
        match (action, refusal.rule) {
            (Action::To(place), rules::R9_2D) => {
                refusal.saying("refused-moves").numbers(book.on_march(p).toll(place), act.left)
            }
            (Action::To(place), rules::R3_2C) => full(act.side, place, act.force.len()),
            (Action::Place(unit, place), rules::R3_2D | rules::R7C)
            | (Action::Retreat(unit, place), rules::R9_7F) => full(unit.side(), place, 1),
            (Action::With(_), rules::R5D | rules::R5E) => {
                poor(act.side, book.price(act, act.units.len() + 1, act.prepared))
            }
            (Action::Prepare, rules::R5F) => poor(act.side, book.price(act, act.units.len(), true)),
            (Action::With(_), rules::R9_3C) => refusal
                .saying("refused-guns")
                .numbers(act.units.len() + 1, tables.bombardment.bonus.len() as u8),
            (Action::Lose(unit, loss), rules::R9_6_R1) => {
                let share = book.share(p, unit, loss).unwrap_or(0);
                refusal.saying("refused-losses").numbers(share, act.losses[unit.side()])
            }
            (Action::Play(chit, _), rules::R6H) => {
                refusal.saying("refused-turn").numbers(tables.chits[chit.index()].from, p.turn)
            }
            _ => refusal,
        }
    }

    fn answers(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        let book = &self.book;
        let public = &p.public;
        let act = &public.act;
        let refuse = |rule: Rule| Refusal::new(rule);
        let about = |unit: Unit, result: Result<(), Rule>| result.map_err(|r| refuse(r).unit(unit.0));
        let at = |place: Area, result: Result<(), Rule>| result.map_err(|r| refuse(r).place(place.0));
        let both = |unit: Unit, place: Area, result: Result<(), Rule>| {
            result.map_err(|r| refuse(r).unit(unit.0).place(place.0))
        };
        let need = |on: bool, rule: Rule| if on { Ok(()) } else { Err(refuse(rule)) };
        let frame = public.frames.top();
        match (frame, action) {
            (Frame::FirstTurn, Action::Start(turn)) => {
                need(book.scenario.starts.iter().any(|(t, _)| *t == turn), rules::R12_2A)
            }
            (Frame::SetUp(side), Action::Place(unit, place)) => {
                let free = !book.scenario.free[side].is_empty();
                need(unit.side() == side, if free { rules::R12_2E } else { rules::R1_1N })?;
                both(unit, place, book.may_set_up(public, unit, place))
            }
            (Frame::Enter(side), Action::Place(unit, place)) => {
                need(unit.side() == side, rules::R7A)?;
                both(unit, place, book.may_arrive(public, unit, place))
            }
            (Frame::Enter(side), Action::Hold(unit)) => {
                need(unit.side() == side, rules::R7A)?;
                about(unit, book.may_hold(public, unit))
            }
            (Frame::Rebuilt(unit), Action::Place(other, place)) => {
                need(unit == other, rules::R8D)?;
                let open = book.rebuild_areas(public, unit.side()).has(place.index());
                let own = book.controls(public, unit.side(), place) && !book.map.is_box(place);
                both(
                    unit,
                    place,
                    if open { Ok(()) } else { Err(if own { rules::R3_2D } else { rules::R8E }) },
                )
            }
            (Frame::Pause, Action::DeclarePause) => book.may_pause(public, true).map_err(refuse),
            (Frame::Pause, Action::EndPause) => book.may_pause(public, false).map_err(refuse),
            (Frame::Buy(side), Action::Buy) => book.may_buy(public, side).map_err(refuse),
            (Frame::Draw(side), Action::Draw(chit)) => {
                need(chit.side() == side && book.pool(p, chit) > 0, rules::R6K)
            }
            (Frame::Rebuild { .. }, Action::Rebuild(unit, spent)) => {
                about(unit, book.may_rebuild(public, frame, unit, spent))
            }
            (Frame::Rebuild { .. }, Action::Done) => {
                need(act.kind != Kind::Event(Chit::Mola), rules::R15_N11B)
            }
            (Frame::Pause | Frame::Buy(_) | Frame::Counter | Frame::Return(_), Action::Done) => Ok(()),
            (Frame::Flip, Action::Done) => book.may_stop_turning(public).map_err(refuse),
            (Frame::Impulse(_), Action::Pass) => book.may_pass(public).map_err(refuse),
            (Frame::Impulse(side), Action::Activate(activity, place)) => {
                at(place, book.may_activate(public, side, activity, place))
            }
            (Frame::Impulse(side), Action::Play(chit, alternative)) => {
                book.may_event(p, side, chit, alternative).map_err(refuse)
            }
            (Frame::Select, Action::With(unit)) => about(unit, book.may_join(public, unit)),
            (Frame::Select, Action::Prepare) => book.may_prepare(public).map_err(refuse),
            (Frame::Select, Action::Ready) => book.may_go(public).map_err(refuse),
            (Frame::Select, Action::Against(place)) => at(place, book.may_go_against(public, place)),
            (Frame::StrifeChoice, Action::Let(_)) => Ok(()),
            (Frame::Point, Action::Point(unit)) => {
                let rule =
                    if book.guns[act.side].has(unit) { rules::R9_4_1_R4 } else { book.point_rule(public) };
                about(unit, if self.own_point(public, unit) { Ok(()) } else { Err(rule) })
            }
            (Frame::Rally, Action::Point(unit)) => {
                about(unit, if self.own_point(public, unit) { Ok(()) } else { Err(rules::R9_5_R4) })
            }
            (Frame::Rally, Action::Cancel) => Ok(()),
            (Frame::March, Action::To(place)) => at(place, book.may_step(public, place).map(|_| ())),
            (Frame::March, Action::Stop) => self.may_stop(public).map_err(refuse),
            (Frame::Ask(window), Action::Play(chit, alternative)) => {
                book.may_answer(p, window, chit, alternative).map_err(refuse)
            }
            (Frame::Ask(_), Action::Decline) => Ok(()),
            (Frame::Retreat(side), Action::Retreat(unit, place)) => {
                need(unit.side() == side && act.retreating.has(unit), rules::R9_7A)?;
                both(unit, place, book.may_retreat(public, unit, place))
            }
            (Frame::Counter, Action::Counter(unit)) => about(unit, book.may_counter(public, unit)),
            (Frame::FoePoint(_), Action::Point(unit)) => about(unit, self.may_name_foe(public, unit)),
            (Frame::Lose(side), Action::Lose(unit, loss)) => {
                about(unit, book.may_lose(public, side, unit, loss))
            }
            (Frame::Aim, Action::Target(place)) => {
                let Kind::Event(chit) = act.kind else { return Err(refuse(rules::R9_3B)) };
                at(place, book.may_aim(public, act.side, chit, place))
            }
            (Frame::Flip, Action::Turn(unit)) => about(unit, book.may_turn(public, unit)),
            (Frame::Return(side), Action::Return(chit)) => {
                need(chit.side() == side && p.secret[side].hand[chit.slot()] > 0, rules::R6I)
            }
            (_, Action::Roll(dice)) if self.rolls_now(public) => {
                let n = dice_of(book, public);
                let shown = dice.iter().filter(|d| **d > 0).count();
                let right = dice.iter().all(|d| *d <= 6) && dice.is_sorted() && shown == usize::from(n);
                need(right, self.frame_rule(public))
            }
            _ => Err(refuse(self.frame_rule(public)).saying("refused-moment")),
        }
    }

    fn own_point(&self, p: &Public, unit: Unit) -> bool {
        unit.side() == p.act.side && self.book.own_points(p).has(unit)
    }

    /// Does the position wait for dice?
    pub(crate) fn rolls_now(&self, p: &Public) -> bool {
        matches!(
            p.frames.top(),
            Frame::CouncilDie
                | Frame::WeatherDie
                | Frame::RadaDie
                | Frame::InitiativeDie(_)
                | Frame::RunDie
                | Frame::StrifeDie
                | Frame::FireDie
                | Frame::MoraleDie
                | Frame::AttackDie
                | Frame::SalvoDie
                | Frame::FlipDie
        )
    }

    /// 9.2a, 9.4.3e: may the march end here?
    fn may_stop(&self, p: &Public) -> Result<(), Rule> {
        if p.act.kind == Kind::Assault {
            Err(rules::R9_4_3D)
        } else if p.act.steps == 0 {
            Err(rules::R9_2A)
        } else {
            Ok(())
        }
    }

    /// Units that may be named as Player B's point unit now.
    pub fn foe_candidates(&self, p: &Public) -> Units {
        if p.act.kind.is_combat() {
            self.book.foe_points(p)
        } else {
            self.book.shell_points(p, p.act.side.other(), p.act.target)
        }
    }

    fn may_name_foe(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        let foe = p.act.side.other();
        if unit.side() == foe && self.foe_candidates(p).has(unit) {
            return Ok(());
        }
        if unit.side() == foe && p.act.kind.is_combat() && p.place_of(unit) == p.act.target {
            Err(self.book.foe_point_rule(p, unit))
        } else if p.act.kind.is_combat() {
            Err(rules::R9_4_1Q)
        } else {
            Err(rules::R9_3_R2)
        }
    }

    /// The rule behind what the position waits for.
    pub fn frame_rule(&self, p: &Public) -> Rule {
        match p.frames.top() {
            Frame::FirstTurn => rules::R12_2A,
            Frame::SetUp(side) if !self.book.scenario.free[side].is_empty() => {
                if side == Side::Nationalist {
                    rules::R12_2L
                } else {
                    rules::R12_2I
                }
            }
            Frame::SetUp(_) => rules::R1_1N,
            Frame::Pause if p.pausing() => rules::R12_3P,
            Frame::Pause => rules::R12_3N,
            Frame::CouncilDie => rules::R11_1A,
            Frame::WeatherDie => rules::R11_2A,
            Frame::Buy(_) => rules::R6B,
            Frame::Draw(_) => rules::R6K,
            Frame::RadaDie => self.book.rada_rule(p),
            Frame::Enter(_) => rules::R7A,
            Frame::Rebuild { .. } => rules::R8B,
            Frame::Rebuilt(_) => rules::R8E,
            Frame::InitiativeDie(_) => rules::R9_1A,
            Frame::RunDie if self.book.scenario.run => rules::R12_2U,
            Frame::RunDie => rules::R12_3K,
            Frame::Impulse(_) | Frame::Select => rules::R9B,
            Frame::StrifeDie => rules::R15_N6B,
            Frame::StrifeChoice => rules::R15_N6C,
            Frame::Point => self.book.point_rule(p),
            Frame::March => rules::R9_2C,
            Frame::FireDie => rules::R9_5D,
            Frame::Rally => rules::R9_5J,
            Frame::Ask(_) => rules::R6_R6,
            Frame::MoraleDie => rules::R3_4_2A,
            Frame::Retreat(_) => rules::R9_7A,
            Frame::Counter => rules::R9_4_1H,
            Frame::FoePoint(_) if p.act.kind.is_combat() => rules::R9_4_1Q,
            Frame::FoePoint(_) => self.book.chooser_rule(p),
            Frame::AttackDie => match self.book.attack_dice(p) {
                DiceRule::Two => rules::R9_4_1Y,
                DiceRule::BestTwo => rules::R9_4_2A,
                DiceRule::WorstTwo => rules::R9_5L,
            },
            Frame::SalvoDie if p.act.kind != Kind::Bombardment => self.book.aiming_rule(p),
            Frame::SalvoDie if p.act.from == p.act.target => rules::R9_3H,
            Frame::SalvoDie => rules::R9_3G,
            Frame::Lose(_) => rules::R9_6G,
            Frame::Aim => self.book.aiming_rule(p),
            Frame::FlipDie | Frame::Flip => self.book.turning_rule(p),
            Frame::Return(_) => rules::R6I,
            Frame::Over(_) | Frame::Turn(_) | Frame::Act(_) | Frame::Empty => rules::R9A,
        }
    }

    /// Lists the legal answers.
    pub(crate) fn list(&self, p: &Position, out: &mut Vec<Action>) {
        let book = &self.book;
        let public = &p.public;
        let act = &public.act;
        match public.frames.top() {
            Frame::FirstTurn => out.extend(book.scenario.starts.iter().map(|(turn, _)| Action::Start(*turn))),
            Frame::SetUp(side) => book.list_setup(public, side, out),
            Frame::Pause => {
                match public.pause {
                    Pause::Never => out.push(Action::DeclarePause),
                    _ => out.push(Action::EndPause),
                }
                out.push(Action::Done);
            }
            Frame::Buy(_) => out.extend([Action::Buy, Action::Done]),
            Frame::Enter(side) => {
                for unit in public.pending.iter(side) {
                    let (places, may_wait) = book.arrivals(public, unit);
                    out.extend(places.iter().map(|i| Action::Place(unit, Area::at(i))));
                    if may_wait {
                        out.push(Action::Hold(unit));
                    }
                }
            }
            frame @ Frame::Rebuild { side, .. } => {
                if act.kind == Kind::Event(Chit::Mola) {
                    let able = book.returning(public, frame);
                    out.extend(able.iter(side).map(|u| Action::Rebuild(u, Unit::NONE)));
                } else {
                    out.extend(book.pairs(public, frame).map(|(u, v)| Action::Rebuild(u, v)));
                    out.push(Action::Done);
                }
            }
            Frame::Rebuilt(unit) => {
                let areas = book.rebuild_areas(public, unit.side());
                out.extend(areas.iter().map(|i| Action::Place(unit, Area::at(i))));
            }
            Frame::Impulse(side) => book.list_impulse(p, side, out),
            Frame::Select => book.list_select(public, out),
            Frame::StrifeChoice => out.extend([Group::Communists, Group::Anarchists].map(Action::Let)),
            Frame::Point => out.extend(book.own_points(public).iter(act.side).map(Action::Point)),
            Frame::Rally => {
                out.extend(book.own_points(public).iter(act.side).map(Action::Point));
                out.push(Action::Cancel);
            }
            Frame::March => {
                out.extend(book.on_march(public).steps().iter().map(|i| Action::To(Area::at(i))));
                if self.may_stop(public).is_ok() {
                    out.push(Action::Stop);
                }
            }
            Frame::Ask(window) => {
                for (chit, alternative) in book.plays(public, window) {
                    if book.may_play(p, chit).is_ok() {
                        out.push(Action::Play(chit, alternative));
                    }
                }
                out.push(Action::Decline);
            }
            Frame::Retreat(side) => {
                let units = act.retreating;
                // All of them stand in one area and have the same refuges.
                let Some(unit) = units.iter(side).next() else { return };
                let refuges = book.refuges(public, side, public.place_of(unit));
                for unit in units.iter(side) {
                    out.extend(refuges.iter().map(|i| Action::Retreat(unit, Area::at(i))));
                }
            }
            Frame::Counter => {
                let able = book.counters_able(public) - act.counter;
                out.extend(able.iter(act.side.other()).map(Action::Counter));
                out.push(Action::Done);
            }
            Frame::FoePoint(_) => {
                out.extend(self.foe_candidates(public).iter(act.side.other()).map(Action::Point));
            }
            Frame::Lose(side) => book.list_losses(public, side, out),
            Frame::Aim => {
                if let Kind::Event(chit) = act.kind {
                    for i in book.foes(public, act.side) {
                        if book.may_aim(public, act.side, chit, Area::at(i)).is_ok() {
                            out.push(Action::Target(Area::at(i)));
                        }
                    }
                }
            }
            Frame::Flip => {
                out.extend(book.turnable(public).iter(book.turned_side(public)).map(Action::Turn));
                if book.may_stop_turning(public).is_ok() {
                    out.push(Action::Done);
                }
            }
            Frame::Return(side) => {
                let held = Chit::of(side).iter().filter(|c| p.secret[side].hand[c.slot()] > 0);
                out.extend(held.map(|c| Action::Return(*c)));
                out.push(Action::Done);
            }
            _ => {}
        }
    }
}
