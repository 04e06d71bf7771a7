//! The engine's contract: what is waited for, what is legal, what happens, who knows what.

use crate::Side;
use crate::action::{Action, Group};
use crate::book::{Book, FILES};
use crate::chits::Chit;
use crate::counters::{Unit, Units};
use crate::event::Event;
use crate::map::AREAS;
use crate::position::{DiceRule, Frame, Kind, Pause, Position, Public, Secret, Stage};
use crate::rules::{self, Rule};
use frente_board::data::{DataFiles, DataSource};
use frente_board::{Area, data::DataError};
use frente_engine::{Chance, Game, OpenError, Options, ParseError, PerSide, Refusal, Rng, Seat, Sink, Wait};

/// Storm Over Madrid, opened at a scenario.
#[derive(Debug)]
pub struct Madrid {
    /// The book.
    pub book: Book,
    fingerprint: String,
}

/// What one seat knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What everybody knows.
    pub public: Public,
    /// The seat's own secret.
    pub own: Option<(Side, Secret)>,
}

/// The dice a chance frame rolls.
fn dice_of(book: &Book, p: &Public) -> u8 {
    let three = |rule: DiceRule| if rule == DiceRule::Two { 2 } else { 3 };
    match p.frames.top() {
        Frame::AttackDie => three(book.attack_dice(p)),
        Frame::SalvoDie => three(book.salvo(p, p.act.foe_point).dice),
        Frame::FireDie => 2,
        _ => 1,
    }
}

/// Each roll of so many dice, sorted, with the number of ways it can fall.
pub fn rolls(dice: u8, mut each: impl FnMut([u8; 3], u32)) {
    for c in 1..=6 {
        if dice == 1 {
            each([0, 0, c], 1);
            continue;
        }
        for b in 1..=c {
            if dice == 2 {
                each([0, b, c], if b == c { 1 } else { 2 });
                continue;
            }
            for a in 1..=b {
                let ways = match (a == b, b == c) {
                    (true, true) => 1,
                    (false, false) => 6,
                    _ => 3,
                };
                each([a, b, c], ways);
            }
        }
    }
}

impl Madrid {
    /// Is the action one that the top frame can be answered with, and legal?
    fn judge_action(&self, p: &Position, action: Action) -> Result<(), Refusal> {
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
                need(unit.side() == side, rules::R12_2E)?;
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
                both(unit, place, if open { Ok(()) } else { Err(if own { rules::R3_2D } else { rules::R8E }) })
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
            (Frame::Rebuild { .. }, Action::Done) => need(act.kind != Kind::Event(Chit::Mola), rules::R15_N11B),
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
                let rule = if book.guns[act.side].has(unit) { rules::R9_4_1_R4 } else { rules::R9_4_1D };
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
            (Frame::Counter, Action::Counter(unit)) => {
                let able = unit.side() != act.side && book.counters_able(public).has(unit) && !act.counter.has(unit);
                about(unit, if able { Ok(()) } else { Err(rules::R9_4_1I) })
            }
            (Frame::FoePoint(_), Action::Point(unit)) => about(unit, self.may_name_foe(public, unit)),
            (Frame::Lose(side), Action::Lose(unit, loss)) => about(unit, book.may_lose(public, side, unit, loss)),
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
    fn rolls_now(&self, p: &Public) -> bool {
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
                if side == Side::Nationalist { rules::R12_2L } else { rules::R12_2I }
            }
            Frame::SetUp(_) => rules::R1_1N,
            Frame::Pause => rules::R12_3N,
            Frame::CouncilDie => rules::R11_1A,
            Frame::WeatherDie => rules::R11_2A,
            Frame::Buy(_) => rules::R6B,
            Frame::Draw(_) => rules::R6K,
            Frame::RadaDie => rules::R7D,
            Frame::Enter(_) => rules::R7A,
            Frame::Rebuild { .. } => rules::R8B,
            Frame::Rebuilt(_) => rules::R8E,
            Frame::InitiativeDie(_) => rules::R9_1A,
            Frame::RunDie if self.book.scenario.run => rules::R12_2U,
            Frame::RunDie => rules::R12_3K,
            Frame::Impulse(_) | Frame::Select => rules::R9B,
            Frame::StrifeDie => rules::R15_N6B,
            Frame::StrifeChoice => rules::R15_N6C,
            Frame::Point => rules::R9_4_1D,
            Frame::March => rules::R9_2C,
            Frame::FireDie => rules::R9_5D,
            Frame::Rally => rules::R9_5J,
            Frame::Ask(_) => rules::R6_R6,
            Frame::MoraleDie => rules::R3_4_2A,
            Frame::Retreat(_) => rules::R9_7A,
            Frame::Counter => rules::R9_4_1H,
            Frame::FoePoint(_) if p.act.kind.is_combat() => rules::R9_4_1Q,
            Frame::FoePoint(_) => rules::R9_3D,
            Frame::AttackDie => rules::R9_4_1Y,
            Frame::SalvoDie => rules::R9_3G,
            Frame::Lose(_) => rules::R9_6G,
            Frame::Aim => rules::R15_R1,
            Frame::FlipDie | Frame::Flip => self.book.turning_rule(p),
            Frame::Return(_) => rules::R6I,
            Frame::Over(_) | Frame::Turn(_) | Frame::Act(_) | Frame::Empty => rules::R9A,
        }
    }

    fn list(&self, p: &Position, out: &mut Vec<Action>) {
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
                    let able = public.eliminated[side].iter(side);
                    let able = able.filter(|u| book.may_rebuild(public, frame, *u, Unit::NONE).is_ok());
                    out.extend(able.map(|u| Action::Rebuild(u, Unit::NONE)));
                } else {
                    let pairs = book.pairs(public, side);
                    let pairs = pairs.filter(|(u, v)| book.may_rebuild(public, frame, *u, *v).is_ok());
                    out.extend(pairs.map(|(u, v)| Action::Rebuild(u, v)));
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
                for i in book.map.near[act.here.index()] {
                    if book.may_step(public, Area::at(i)).is_ok() {
                        out.push(Action::To(Area::at(i)));
                    }
                }
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
            Frame::Lose(side) => {
                for unit in book.may_suffer(public, side).iter(side) {
                    for loss in crate::losses::Loss::ALL {
                        if book.may_lose(public, side, unit, loss).is_ok() {
                            out.push(Action::Lose(unit, loss));
                        }
                    }
                }
            }
            Frame::Aim => {
                if let Kind::Event(chit) = act.kind {
                    for i in 0..AREAS {
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

    fn carry_out<S: Sink<Event>>(&self, position: &mut Position, action: Action, s: &mut S) {
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
                let rule = if matches!(frame, Frame::SetUp(_)) { self.frame_rule(p) } else { rules::R7A };
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
                p.frames.swap(Frame::Rebuild { side, line, shock });
                p.frames.push(Frame::Rebuilt(unit));
                p.eliminated[side].remove(unit);
                s.push(Event::Rebuilt(unit));
                if spent.is_some() {
                    p.eliminated[side].remove(spent);
                    p.removed[side].insert(spent);
                    s.push(Event::Removed(spent));
                }
            }
            (_, Action::Done | Action::Decline) => p.frames.pop(),
            (Frame::Impulse(side), Action::Pass) => {
                p.passes += 1;
                if side == Side::Nationalist {
                    // 12.2-r6: a pass ends the run.
                    p.run = 0;
                }
                s.push(Event::Passed(side));
                book.close_impulse(p, side, false, s);
            }
            (Frame::Impulse(side), Action::Activate(activity, place)) => book.activate(p, side, activity, place, s),
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
                s.push(Event::Aimed(place));
                book.set_out(p);
            }
            (_, Action::Let(group)) => {
                p.frames.pop();
                book.let_act(p, group, s);
            }
            (Frame::March, Action::To(place)) => book.march(p, place, s),
            (_, Action::Stop) => {
                p.frames.pop();
                p.frames.swap(Frame::Act(Stage::End));
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
                p.frames.swap(Frame::Act(Stage::End));
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
                p.act.target = place;
                p.frames.pop();
                if p.act.kind == Kind::Event(Chit::FifthColumn) {
                    p.frames.push(Frame::FlipDie);
                }
                s.push(Event::Aimed(place));
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
                    p.frames.push(Frame::Ask(crate::position::Window::FireRolled));
                }
            }
            Frame::AttackDie => {
                p.act.dice = dice;
                p.frames.push(Frame::Ask(crate::position::Window::Rolled));
            }
            Frame::SalvoDie => p.act.dice = dice,
            Frame::FlipDie => {
                p.act.flips = die;
                p.frames.push(Frame::Flip);
                s.push(Event::ChitDie(die));
            }
            _ => {}
        }
    }
}

impl Game for Madrid {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "madrid";
    const RULES_VERSION: u32 = 1;
    const FILES: DataFiles = FILES;
    const RULES: &'static [Rule] = rules::ALL;

    fn open(source: &DataSource, scenario: &str, options: &Options) -> Result<Self, OpenError> {
        let book = Book::open(source, scenario, options)?;
        let fingerprint = frente_engine::game::fingerprint::<Madrid>(source).map_err(|e: DataError| OpenError::Data(e))?;
        Ok(Madrid { book, fingerprint })
    }

    fn scenario(&self) -> &str {
        &self.book.scenario.key
    }

    fn options(&self) -> &Options {
        &self.book.options
    }

    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn start(&self) -> Position {
        self.book.start_position()
    }

    fn wait(&self, position: &Position) -> Wait {
        let p = &position.public;
        let (side, foe) = (p.act.side, p.act.side.other());
        let chance = |by: Option<Side>, what: &'static str| Wait::Chance(Chance { by, what });
        match p.frames.top() {
            Frame::Over(end) => Wait::Over(end.outcome(&self.book.scenario)),
            Frame::FirstTurn | Frame::Pause => Wait::Decision(Side::Nationalist),
            Frame::SetUp(side)
            | Frame::Buy(side)
            | Frame::Enter(side)
            | Frame::Rebuild { side, .. }
            | Frame::Impulse(side)
            | Frame::Retreat(side)
            | Frame::FoePoint(side)
            | Frame::Lose(side)
            | Frame::Return(side) => Wait::Decision(side),
            Frame::Rebuilt(unit) => Wait::Decision(unit.side()),
            Frame::Select | Frame::Point | Frame::March | Frame::Rally | Frame::Aim | Frame::Flip => Wait::Decision(side),
            Frame::StrifeChoice => Wait::Decision(Side::Republican),
            Frame::Ask(window) => Wait::Decision(window.side()),
            Frame::Counter => Wait::Decision(foe),
            Frame::CouncilDie => chance(Some(Side::Republican), "chance-council"),
            Frame::WeatherDie => chance(None, "chance-weather"),
            Frame::Draw(side) => chance(Some(side), "chance-draw"),
            Frame::RadaDie => chance(Some(Side::Nationalist), "chance-rada"),
            Frame::InitiativeDie(side) => chance(Some(side), "chance-initiative"),
            Frame::RunDie => chance(Some(Side::Nationalist), "chance-run"),
            Frame::StrifeDie => chance(Some(Side::Republican), "chance-strife"),
            Frame::FireDie => chance(Some(foe), "chance-fire"),
            Frame::MoraleDie => chance(Some(Side::Republican), "chance-morale"),
            Frame::AttackDie => chance(Some(side), "chance-attack"),
            Frame::SalvoDie => chance(Some(side), "chance-bombardment"),
            Frame::FlipDie => chance(Some(side), "chance-chit"),
            Frame::Turn(_) | Frame::Act(_) | Frame::Empty => unreachable!("these frames run by themselves"),
        }
    }

    fn legal(&self, position: &Position, out: &mut Vec<Action>) {
        out.clear();
        self.list(position, out);
    }

    fn chance(&self, position: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        if let Frame::Draw(side) = position.public.frames.top() {
            for &chit in Chit::of(side) {
                let weight = self.book.pool(position, chit);
                if weight > 0 {
                    out.push((Action::Draw(chit), u32::from(weight)));
                }
            }
        } else if self.rolls_now(&position.public) {
            rolls(dice_of(&self.book, &position.public), |dice, ways| out.push((Action::Roll(dice), ways)));
        }
    }

    fn check(&self, position: &Position, action: Action) -> Result<(), Refusal> {
        self.judge_action(position, action)
    }

    fn apply<S: Sink<Event>>(&self, position: &mut Position, action: Action, sink: &mut S) {
        self.carry_out(position, action, sink);
        self.book.run(position, sink);
    }

    fn print(&self, _position: &Position, action: Action, out: &mut String) {
        self.book.print(action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        let side = match self.wait(position) {
            Wait::Decision(side) => Some(side),
            Wait::Chance(chance) => chance.by,
            Wait::Over(_) => None,
        };
        self.book.parse(side.unwrap_or(Side::Nationalist), line)
    }

    fn expand(&self, _position: &Position, line: &str) -> Option<Vec<String>> {
        crate::notation::expand(line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        Seen { public: position.public, own: seat.side().map(|side| (side, position.secret[side])) }
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        let mut position =
            Position { public: seen.public, secret: PerSide::new(Secret::default(), Secret::default()) };
        for side in Side::BOTH {
            match seen.own {
                Some((own, secret)) if own == side => position.secret[side] = secret,
                _ => position.secret[side] = self.imagine_hand(&seen.public, side, rng),
            }
        }
        position
    }

    fn hides(&self, _position: &Position, action: Action, seat: Seat) -> bool {
        matches!(action, Action::Draw(chit) | Action::Return(chit) if !seat.knows(chit.side()))
    }

    fn print_hidden(&self, _position: &Position, action: Action, out: &mut String) {
        out.push_str(if matches!(action, Action::Draw(_)) { "draw ?" } else { "return ?" });
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        !matches!(event, Event::Drew(chit) | Event::Returned(chit) if !seat.knows(chit.side()))
    }

    fn reveals(&self, _position: &Position, action: Action) -> bool {
        matches!(action, Action::Draw(_))
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}

impl Madrid {
    /// 6-r4: a hand the side could hold: as many chits as everybody knows it to have, drawn from all that are in hand or pool.
    fn imagine_hand(&self, p: &Public, side: Side, rng: &mut Rng) -> Secret {
        let mut hand = Secret::default();
        for _ in 0..p.hand[side] {
            let chits = Chit::of(side);
            let weights = chits.iter().map(|c| u32::from(self.book.loose(p, *c) - hand.hand[c.slot()]));
            hand.hand[chits[rng.weighted(weights)].slot()] += 1;
        }
        hand
    }
}
