//! The engine's contract: what is waited for, what is legal, what happens, who knows what.

use crate::book::{Book, FILES};
use crate::ids::{Set, Unit};
use crate::position::{Position, Public};
use crate::seen::{self, Seen};
use crate::{action::Action, event::Event, frame::Frame, notation, rules};
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::notation::Notation;
use frente_engine::{Chance, Edition, Game, ParseError, PerSide, Refusal, Rng, Seat, Side, Stack, Wait};

/// The Ford, opened.
#[derive(Debug)]
pub struct Ford {
    pub(crate) book: Book,
    edition: Edition,
}

impl Game for Ford {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "ford";
    const RULES_VERSION: u32 = 1;
    const FILES: DataFiles = FILES;
    const NOTATION: Notation =
        Notation { verbs: notation::VERBS, short: &[], open: &["move", "attack", "end", "roll", "retreat"] };

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        Ok(Ford { book: Book::read(source, &edition)?, edition })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        let (at, acted, gun, frames) = (self.book.start, Set::EMPTY, Unit::NONE, Stack::new(Frame::Gun));
        Position { public: Public { turn: 0, at, acted, gun, frames }, secret: PerSide([gun; 2]) }
    }

    fn wait(&self, position: &Position) -> Wait {
        match position.public.frames.top() {
            Frame::Over => Wait::Over(self.book.outcome(&position.public)),
            Frame::Gun => Wait::Decision(Side::Republican),
            Frame::Act(side) => Wait::Decision(side),
            Frame::Roll(attacker, _) => {
                Wait::Chance(Chance { by: Some(self.book.side(attacker)), what: "chance-combat" })
            }
            Frame::Retreat(unit) => Wait::Decision(self.book.side(unit)),
        }
    }

    fn legal(&self, position: &Position, out: &mut Vec<Action>) {
        out.clear();
        let hexes = || self.book.map.hexes();
        match position.public.frames.top() {
            Frame::Gun => out.extend(Unit::all().map(Action::Give)),
            Frame::Act(_) => {
                let pairs = Unit::all().flat_map(|unit| hexes().map(move |hex| (unit, hex)));
                out.extend(pairs.flat_map(|(u, hex)| [Action::Move(u, hex), Action::Attack(hex, u)]));
                out.push(Action::End);
            }
            Frame::Retreat(_) => out.extend(hexes().map(Action::Retreat)),
            Frame::Over | Frame::Roll(..) => {}
        }
        out.retain(|action| self.check(position, *action).is_ok());
    }

    fn chance(&self, position: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        if let Frame::Roll(..) = position.public.frames.top() {
            out.extend((1..=6).map(|die| (Action::Roll(die), 1)));
        }
    }

    fn check(&self, position: &Position, action: Action) -> Result<(), Refusal> {
        let (book, p) = (&self.book, &position.public);
        match (p.frames.top(), action) {
            (Frame::Gun, Action::Give(unit)) => book.may_have_gun(unit),
            (Frame::Act(side), Action::Move(unit, to)) => book.may_move(p, side, unit, to),
            (Frame::Act(side), Action::Attack(at, unit)) => book.may_attack(p, side, unit, at).map(drop),
            (Frame::Retreat(unit), Action::Retreat(to)) => book.may_retreat(p, unit, to),
            (Frame::Act(_), Action::End) | (Frame::Roll(..), Action::Roll(1..=6)) => Ok(()),
            _ => Err(rules::R2A.into()),
        }
    }

    fn apply_heard(&self, position: &mut Position, action: Action, sink: &mut Vec<Event>) {
        let book = &self.book;
        match (position.public.frames.top(), action) {
            (Frame::Gun, Action::Give(unit)) => book.give_gun(position, unit, sink),
            (Frame::Act(_), Action::Move(unit, to)) => book.go(&mut position.public, unit, to, sink),
            (Frame::Act(_), Action::Attack(at, unit)) => book.attack(position, unit, at, sink),
            (Frame::Act(side), Action::End) => book.end_part(&mut position.public, side, sink),
            (Frame::Roll(..), Action::Roll(die)) => book.fight(&mut position.public, die, sink),
            (Frame::Retreat(unit), Action::Retreat(to)) => {
                book.retreat(&mut position.public, unit, to, sink);
            }
            _ => debug_assert!(false, "{action:?} was not checked"),
        }
    }

    fn print(&self, _: &Position, action: Action, out: &mut String) {
        notation::print(&self.book, action, out);
    }

    fn parse(&self, _: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&self.book, line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        position.seen(|side| seat.knows(side) || position.public.gun.is_some())
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        seen.imagine(|side| self.book.guess(&seen.public, side, rng))
    }

    fn hides(&self, _: &Position, action: Action, seat: Seat) -> bool {
        matches!(action, Action::Give(_)) && !seat.knows(Side::Republican)
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        seen::is_public(event) || seat.knows(Side::Republican)
    }

    fn reveals(&self, position: &Position, action: Action) -> bool {
        self.book.reveals(&position.public, action)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}
