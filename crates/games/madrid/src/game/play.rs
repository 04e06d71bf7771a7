//! What an action does at once.

use crate::Side;
use crate::action::Action;
use crate::chits::Chit;
use crate::event::Event;
use crate::frame::{Frame, Stage, Window};
use crate::game::Madrid;
use crate::position::{Kind, Pause, Position, Public};
use crate::rules;
use frente_engine::Sink;

impl Madrid {
    /// Carries out an action that is legal, and what follows by itself.
    pub(crate) fn carry_out<S: Sink<Event>>(&self, position: &mut Position, action: Action, s: &mut S) {
        self.act(position, action, s);
        self.book.run(position, s);
    }

    /// What an action does at once.
    fn act<S: Sink<Event>>(&self, position: &mut Position, action: Action, s: &mut S) {
        let book = &self.book;
        let p = &mut position.public;
        let frame = p.frames.top();
        match (frame, action) {
            (_, Action::Start(turn)) => {
                if let Some((_, support)) = book.scenario.starts.iter().find(|(t, _)| *t == turn) {
                    p.support = *support;
                }
                p.first_turn = turn;
                p.frames.pop();
                s.push(Event::FirstTurn(turn));
            }
            (Frame::Rebuilt(unit), Action::Place(_, place)) => {
                p.frames.pop();
                book.enter(p, unit, place, rules::R8E, s);
            }
            (frame, Action::Place(unit, place)) => {
                let set_up = matches!(frame, Frame::SetUp(_));
                let rule = if set_up { self.frame_rule(p) } else { book.arrival_rule(p, unit, place) };
                book.enter(p, unit, place, rule, s);
            }
            (_, Action::Hold(unit)) => {
                p.pending.remove(unit);
                s.push(Event::Waits(unit));
            }
            (_, Action::DeclarePause) => {
                p.pause = Pause::Since(p.turn);
                p.frames.pop();
                s.push(Event::PauseDeclared);
            }
            (_, Action::EndPause) => {
                p.pause = Pause::Ended(p.turn);
                p.frames.pop();
                s.push(Event::PauseEnded(rules::R12_3P));
            }
            (Frame::Buy(side), Action::Buy) => {
                p.support[side] -= book.tables.prices.chit;
                p.frames.push(Frame::Draw(side));
                s.push(Event::Bought(side));
            }
            (Frame::Draw(side), Action::Draw(chit)) => {
                p.hand[side] += 1;
                p.frames.pop();
                position.secret[side].hand[chit.slot()] += 1;
                s.push(Event::Drew(chit));
            }
            (Frame::Rebuild { side, line, shock }, Action::Rebuild(unit, spent)) => {
                let is_shock = book.shock[side].has(unit);
                let mola = p.act.kind == Kind::Event(Chit::Mola);
                let (line, shock) = match (mola, is_shock) {
                    (true, _) => (0, 0),
                    (false, true) => (0, shock - 1),
                    (false, false) => (line - 1, 0),
                };
                p.frames.replace(Frame::Rebuild { side, line, shock });
                p.frames.push(Frame::Rebuilt(unit));
                p.eliminated[side].remove(unit);
                s.push(Event::Rebuilt(unit, if mola { rules::R15_N11B } else { rules::R8D }));
                if spent.is_some() {
                    p.eliminated[side].remove(spent);
                    p.removed[side].insert(spent);
                    s.push(Event::Removed(spent));
                }
            }
            (_, Action::Done | Action::Decline) => {
                p.frames.pop();
            }
            (Frame::Impulse(side), Action::Pass) => {
                p.passes += 1;
                if side == Side::Nationalist {
                    // 12.2-r6: a pass ends the run.
                    p.run = 0;
                }
                s.push(Event::Passed(side));
                book.close_impulse(p, side, false, s);
            }
            (Frame::Impulse(side), Action::Activate(activity, place)) => {
                book.activate(p, side, activity, place, s)
            }
            (Frame::Impulse(side), Action::Play(chit, alternative)) => {
                book.event(position, side, chit, alternative, s);
            }
            (_, Action::With(unit)) => {
                p.act.units.insert(unit);
                s.push(Event::Joined(unit));
            }
            (_, Action::Prepare) => {
                p.act.prepared = true;
                s.push(Event::Prepared(p.act.side));
            }
            (_, Action::Ready) => book.set_out(p),
            (_, Action::Against(place)) => {
                p.act.target = place;
                let assault = p.act.kind == Kind::Assault;
                s.push(Event::Aimed(place, if assault { rules::R9_4_3C } else { rules::R9_3B }));
                book.set_out(p);
            }
            (_, Action::Let(group)) => {
                p.frames.pop();
                book.let_act(p, group, s);
            }
            (Frame::March, Action::To(place)) => book.march(p, place, s),
            (_, Action::Stop) => {
                p.frames.pop();
                p.frames.replace(Frame::Act(Stage::End));
            }
            (Frame::Point, Action::Point(unit)) => {
                p.frames.pop();
                book.name_point(p, unit, s);
            }
            (Frame::Rally, Action::Point(unit)) => {
                p.frames.pop();
                p.act.changed = true;
                book.name_point(p, unit, s);
            }
            (Frame::FoePoint(_), Action::Point(unit)) => {
                p.frames.pop();
                book.name_foe_point(p, unit, s);
            }
            (_, Action::Cancel) => {
                p.frames.pop();
                p.frames.replace(Frame::Act(Stage::End));
                s.push(Event::Cancelled(p.act.side));
            }
            (Frame::Ask(window), Action::Play(chit, alternative)) => {
                book.answer(position, window, chit, alternative, s);
            }
            (_, Action::Counter(unit)) => {
                p.act.counter.insert(unit);
                s.push(Event::Countered(unit));
            }
            (Frame::Lose(side), Action::Lose(unit, loss)) => book.lose(p, side, unit, loss, s),
            (_, Action::Retreat(unit, place)) => book.retreat(p, unit, place, s),
            (_, Action::Target(place)) => {
                let rule = book.aiming_rule(p);
                p.act.target = place;
                p.frames.pop();
                if p.act.kind == Kind::Event(Chit::FifthColumn) {
                    p.frames.push(Frame::FlipDie);
                }
                s.push(Event::Aimed(place, rule));
            }
            (_, Action::Turn(unit)) => {
                let rule = book.turning_rule(p);
                p.act.flips -= 1;
                let fresh = !p.is_fresh(unit);
                book.turn_over(p, unit, fresh, rule, s);
            }
            (Frame::Return(side), Action::Return(chit)) => {
                p.hand[side] -= 1;
                position.secret[side].hand[chit.slot()] -= 1;
                s.push(Event::Returned(chit));
            }
            (frame, Action::Roll(dice)) => self.roll(p, frame, dice, s),
            _ => {}
        }
    }

    fn roll<S: Sink<Event>>(&self, p: &mut Public, frame: Frame, dice: [u8; 3], s: &mut S) {
        let book = &self.book;
        let die = dice[2];
        if frame != Frame::MoraleDie {
            p.frames.pop();
        }
        match frame {
            Frame::CouncilDie => book.roll_council(p, die, s),
            Frame::WeatherDie => book.roll_weather(p, die, s),
            Frame::RadaDie => book.roll_rada(p, die, s),
            Frame::InitiativeDie(Side::Nationalist) => {
                p.die = die;
                p.frames.push(Frame::InitiativeDie(Side::Republican));
            }
            Frame::InitiativeDie(Side::Republican) => {
                let blue = std::mem::take(&mut p.die);
                book.decide_initiative(p, blue, die, s);
            }
            Frame::RunDie => book.roll_run(p, die, s),
            Frame::StrifeDie => {
                let split = die >= book.tables.numbers.strife_from;
                s.push(Event::Strife { die, split });
                if split {
                    p.frames.push(Frame::StrifeChoice);
                }
            }
            Frame::MoraleDie => book.test_morale(p, die, s),
            Frame::FireDie => {
                p.act.dice = dice;
                if p.act.side == Side::Nationalist {
                    p.frames.push(Frame::Ask(Window::FireRolled));
                }
            }
            Frame::AttackDie => {
                p.act.dice = dice;
                p.frames.push(Frame::Ask(Window::Rolled));
            }
            Frame::SalvoDie => p.act.dice = dice,
            Frame::FlipDie => {
                p.act.flips = die;
                p.frames.push(Frame::Flip);
                s.push(Event::ChitDie(die, book.turning_rule(p)));
            }
            _ => {}
        }
    }
}
