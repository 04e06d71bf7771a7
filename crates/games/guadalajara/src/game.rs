//! The contract: what is waited for, what is legal, what happens.

use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::notation::{self, NOTATION, Scene};
use crate::position::Position;
use crate::rules;
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::notation::Notation;
use frente_engine::{Chance, Edition, Game, ParseError, Refusal, Rng, Rule, Seat, Side, Sink, Wait};

impl Game for Guadalajara {
    type Position = Position;
    type Seen = Position;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "guadalajara";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = crate::book::FILES;
    const NOTATION: Notation = NOTATION;

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        Ok(Guadalajara { book: Book::read(source, edition.options())?, edition })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        let mut p = self.book.start();
        self.book.run(&mut p, &mut ());
        p
    }

    fn wait(&self, p: &Position) -> Wait {
        let book = &self.book;
        let chance = |by, what| Wait::Chance(Chance { by, what });
        match p.stack.top() {
            Frame::Over => Wait::Over(book.outcome(p)),
            Frame::Weather => chance(None, "chance-weather"),
            Frame::Roll if p.fight.bombardment => chance(Some(p.fight.attacker), "chance-bombardment"),
            Frame::Roll => chance(Some(p.fight.attacker), "chance-combat"),
            Frame::LeaderRoll(leader) => chance(Some(book.side(leader)), "chance-leader"),
            _ => Wait::Decision(book.decider(p)),
        }
    }

    fn legal(&self, p: &Position, out: &mut Vec<Action>) {
        out.clear();
        self.book.list(p, out);
    }

    fn chance(&self, p: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        if matches!(p.stack.top(), Frame::Weather | Frame::Roll | Frame::LeaderRoll(_)) {
            out.extend((1..=crate::book::tables::DIE as u8).map(|die| (Action::Roll(die), 1)));
        }
    }

    fn check(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        self.book.check(p, action)
    }

    fn apply_unheard(&self, p: &mut Position, action: Action) {
        self.book.carry_out(p, action, &mut ());
    }

    fn apply_heard(&self, p: &mut Position, action: Action, events: &mut Vec<Event>) {
        self.book.carry_out(p, action, events);
    }

    fn print(&self, p: &Position, action: Action, out: &mut String) {
        notation::print(&Scene { book: &self.book, p }, action, out);
    }

    fn parse(&self, p: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&Scene { book: &self.book, p }, line)
    }

    fn expand(&self, p: &Position, line: &str) -> Option<Vec<String>> {
        use frente_engine::notation::{group, rest};
        if line == "setup" && matches!(p.stack.top(), Frame::Setup(_)) {
            return Some(rest(self, p, |_, legal| notation::suggested(&self.book, legal)));
        }
        group(self, p, line).or_else(|| notation::expand(&self.book, p, line))
    }

    /// 5-r3: everything is open.
    fn seen(&self, p: &Position, _: Seat) -> Position {
        *p
    }

    fn imagine(&self, seen: &Position, _: &mut Rng) -> Position {
        *seen
    }

    /// 5-r3: nothing is hidden, so nothing is revealed and everything told.
    fn hides(&self, _: &Position, _: Action, _: Seat) -> bool {
        false
    }

    fn tells(&self, _: &Event, _: Seat) -> bool {
        true
    }

    fn reveals(&self, _: &Position, _: Action) -> bool {
        false
    }

    fn turn(&self, p: &Position) -> u8 {
        if matches!(p.stack.top(), Frame::Setup(_)) { 0 } else { p.day - self.book.scenario.first_day + 1 }
    }
}

impl Book {
    /// The side whose decision is waited for.
    pub(crate) fn decider(&self, p: &Position) -> Side {
        match p.stack.top() {
            Frame::Setup(_) | Frame::Flee(_) | Frame::Rejoin(_) => {
                self.frame_unit(p).map_or(p.active, |unit| self.side(unit))
            }
            Frame::Bombard(side)
            | Frame::Bombardments(side)
            | Frame::Retire(side)
            | Frame::Losses(side)
            | Frame::Retreat(side)
            | Frame::Follow(side)
            | Frame::Advance(side) => side,
            Frame::AirDefence => p.active.other(),
            Frame::DefensiveFire => p.fight.attacker.other(),
            Frame::CombinedArms => p.fight.attacker,
            _ => p.active,
        }
    }

    fn list(&self, p: &Position, out: &mut Vec<Action>) {
        match p.stack.top() {
            Frame::Setup(n) => self.list_places(p, n, out),
            Frame::Bombard(side) => self.list_bombs(p, side, out),
            Frame::Bombardments(side) => out.extend(p.assigned[side].iter().map(|(h, _)| Action::Resolve(h))),
            Frame::Movement => self.list_movement(p, out),
            Frame::Entering(unit) => self.list_entries(p, unit, out),
            Frame::Moving { unit, left, first } => self.list_moving(p, unit, left, first, out),
            Frame::AirDefence => self.list_air(p, p.active.other(), out),
            Frame::AirAttack => self.list_air(p, p.active, out),
            Frame::Combat => self.list_combat(p, out),
            Frame::Declare => self.list_declare(p, out),
            Frame::DefensiveFire => self.list_support(p, out),
            Frame::Retire(side) => self.list_retire(p, side, out),
            Frame::CombinedArms => out.extend([Action::Combined(true), Action::Combined(false)]),
            Frame::Losses(side) => self.list_losses(p, side, out),
            Frame::Retreat(_) => self.list_retreats(p, out),
            Frame::Follow(_) => {
                if let Some(leader) = self.frame_unit(p) {
                    let hexes = self.follows(p, leader);
                    out.extend(hexes.iter().map(|h| Action::Follow(leader, frente_board::Hex::at(h))));
                }
            }
            Frame::Flee(leader) | Frame::Rejoin(leader) => self.list_flights(p, leader, out),
            Frame::Advance(side) => self.list_advances(p, side, out),
            Frame::Turn(_)
            | Frame::Player(..)
            | Frame::Weather
            | Frame::Walking { .. }
            | Frame::Stragglers
            | Frame::Roll
            | Frame::LeaderRolls(_)
            | Frame::LeaderRoll(_)
            | Frame::Aftermath
            | Frame::Over => {}
        }
    }

    /// The checked door: the same predicates that list.
    pub(crate) fn check(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        match (p.stack.top(), action) {
            (Frame::Setup(n), Action::Place(unit, hex)) => self.may_place(p, n, unit, hex),
            (Frame::Bombard(side), Action::Bomb(hex)) => self.may_bomb(p, side, hex),
            (Frame::Bombard(_), Action::End) => Ok(()),
            (Frame::Bombardments(side), Action::Resolve(hex)) => self.may_resolve(p, side, hex),
            (Frame::Movement, Action::Pick(unit)) => self.may_pick(p, unit),
            (Frame::Movement, Action::End) => self.may_end_movement(p),
            (Frame::Entering(this), Action::Enter(unit, hex)) if this == unit => self.may_enter(p, unit, hex),
            (Frame::Moving { unit: this, left, first }, Action::Go(unit, path)) if this == unit => {
                self.may_go(p, unit, path, left, first)
            }
            (Frame::Moving { unit: this, left, first }, Action::Exit(unit)) if this == unit => {
                self.may_exit(p, unit, left, first)
            }
            (Frame::Moving { unit, left, first }, Action::Stop) => self.may_stop(p, unit, left, first),
            (Frame::AirDefence, Action::Air(hex)) => self.may_assign(p, p.active.other(), hex),
            (Frame::AirAttack, Action::Air(hex)) => self.may_assign(p, p.active, hex),
            (Frame::AirDefence | Frame::AirAttack, Action::End) => Ok(()),
            (Frame::Combat, Action::Attack(hex)) => self.may_attack(p, hex),
            (Frame::Combat, Action::End) => self.may_end_combat(p),
            (Frame::Declare, Action::Join(unit)) => self.may_join(p, unit),
            (Frame::Declare, Action::Declare) => self.may_declare(p),
            (Frame::DefensiveFire, Action::Join(unit)) => self.may_support(p, unit),
            (Frame::DefensiveFire, Action::Declare) => Ok(()),
            (Frame::Retire(side), Action::Retire(unit, to)) => self.may_retire(p, side, unit, to),
            (Frame::Retire(_), Action::Stand) => Ok(()),
            (Frame::CombinedArms, Action::Combined(_)) => Ok(()),
            (Frame::Losses(side), Action::Lose(unit)) => self.may_lose(p, side, unit),
            (Frame::Retreat(_), Action::Retreat(unit, to)) => self.may_retreat(p, unit, to),
            (Frame::Follow(_), Action::Follow(leader, to)) if self.frame_unit(p) == Some(leader) => {
                self.may_follow(p, leader, to)
            }
            (Frame::Flee(this) | Frame::Rejoin(this), Action::Flee(leader, to)) if this == leader => {
                self.may_flee(p, leader, to)
            }
            (Frame::Advance(side), Action::Advance(unit, to)) => self.may_advance(p, side, unit, to),
            (Frame::Advance(_), Action::Halt) => Ok(()),
            (Frame::Weather | Frame::Roll | Frame::LeaderRoll(_), Action::Roll(1..=6)) => Ok(()),
            // Another thing is waited for: the sequence of play says so, with the section of the phase at hand.
            (frame, _) => Err(Refusal::new(sequence(frame)).saying("refused-sequence")),
        }
    }

    /// Carries out an action that the check accepts, and what follows by itself.
    fn carry_out<S: Sink<Event>>(&self, p: &mut Position, action: Action, s: &mut S) {
        self.act(p, action, s);
        self.run(p, s);
    }

    /// What an action does at once.
    fn act<S: Sink<Event>>(&self, p: &mut Position, action: Action, s: &mut S) {
        match (p.stack.top(), action) {
            (Frame::Setup(n), Action::Place(unit, hex)) => self.put(p, n, unit, hex, s),
            (Frame::Bombard(side), Action::Bomb(hex)) => self.bomb(p, side, hex, s),
            (Frame::Bombardments(side), Action::Resolve(hex)) => self.open_bombardment(p, side, hex, s),
            (Frame::Movement, Action::Pick(unit)) => {
                let frame = if p.hex(unit).is_some() {
                    Frame::Moving { unit, left: self.allowance(p, unit), first: true }
                } else {
                    Frame::Entering(unit)
                };
                p.stack.push(frame);
            }
            (Frame::Entering(_), Action::Enter(unit, hex)) => self.enter(p, unit, hex, s),
            (Frame::Moving { left, first, .. }, Action::Go(unit, path)) => {
                self.go(p, unit, path, left, first, s)
            }
            (Frame::Moving { .. }, Action::Exit(unit)) => self.leave(p, unit, s),
            (Frame::Moving { unit, .. }, Action::Stop) => self.end_move(p, unit),
            (Frame::AirDefence, Action::Air(hex)) => self.assign(p, p.active.other(), hex, s),
            (Frame::AirAttack, Action::Air(hex)) => self.assign(p, p.active, hex, s),
            (
                Frame::Bombard(_) | Frame::Movement | Frame::AirDefence | Frame::AirAttack | Frame::Combat,
                Action::End,
            ) => {
                p.stack.pop();
            }
            (Frame::Combat, Action::Attack(hex)) => self.attack(p, hex, s),
            (Frame::Declare, Action::Join(unit)) => self.join(p, unit, s),
            (Frame::Declare, Action::Declare) => self.declare(p, s),
            (Frame::DefensiveFire, Action::Join(unit)) => self.support(p, unit, s),
            (Frame::DefensiveFire, Action::Declare) => {
                p.stack.pop();
            }
            (Frame::Retire(_), Action::Retire(unit, to)) => self.retire(p, unit, to, s),
            (Frame::Retire(side), Action::Stand) => p.stack.replace(Frame::Follow(side)),
            (Frame::CombinedArms, Action::Combined(taken)) => {
                p.fight.combined = taken;
                if taken {
                    s.push(Event::CombinedArms);
                }
                p.stack.replace(Frame::Roll);
            }
            (Frame::Losses(side), Action::Lose(unit)) => {
                p.fight.hits[side] -= 1;
                self.hit(p, unit, s);
            }
            (Frame::Retreat(_), Action::Retreat(unit, to)) => self.retreat(p, unit, to, s),
            (Frame::Follow(_), Action::Follow(leader, to)) => self.follow(p, leader, to, s),
            (Frame::Flee(_) | Frame::Rejoin(_), Action::Flee(leader, to)) => {
                p.stack.pop();
                self.flee(p, leader, to, s);
            }
            (Frame::Advance(_), Action::Advance(unit, to)) => self.advance(p, unit, to, s),
            (Frame::Advance(side), Action::Halt) => self.end_advance(p, side),
            (Frame::Weather, Action::Roll(die)) => {
                let first = !p.weather_known;
                p.weather = self.weather_after(p, die);
                p.weather_known = true;
                s.push(Event::Weather { die, weather: p.weather, first });
                p.stack.pop();
            }
            (Frame::Roll, Action::Roll(die)) => self.strike(p, die, s),
            (Frame::LeaderRoll(leader), Action::Roll(die)) => self.leader_die(p, leader, die, s),
            (frame, action) => debug_assert!(false, "{action:?} in {frame:?}"),
        }
    }
}

/// The step of the sequence of play (5) that a frame belongs to, for refusals of what is not its turn.
///
/// 5e, 5h, 5j, 5l: movement, combats in the order of the active player, voluntary retreats, the second player.
pub(crate) fn sequence(frame: Frame) -> Rule {
    match frame {
        Frame::Setup(_) => rules::X0A,
        Frame::Weather | Frame::Turn(_) | Frame::Over => rules::R5A,
        Frame::Bombard(_) => rules::R5B,
        Frame::Bombardments(_) => rules::R5C,
        Frame::Player(..) => rules::R5L,
        Frame::Movement
        | Frame::Entering(_)
        | Frame::Moving { .. }
        | Frame::Walking { .. }
        | Frame::Stragglers => rules::R5E,
        Frame::AirDefence => rules::R5F,
        Frame::AirAttack => rules::R5G,
        Frame::Combat => rules::R5H,
        Frame::Declare | Frame::DefensiveFire => rules::R5I,
        Frame::Retire(_) | Frame::CombinedArms => rules::R5J,
        Frame::Flee(_) | Frame::Rejoin(_) => rules::R12E,
        Frame::LeaderRolls(_) | Frame::LeaderRoll(_) => rules::R12F,
        Frame::Advance(_) => rules::R9_5C,
        Frame::Roll | Frame::Losses(_) | Frame::Retreat(_) | Frame::Follow(_) | Frame::Aftermath => {
            rules::R5K
        }
    }
}
