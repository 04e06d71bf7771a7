//! The engine's contract: opening a scenario, and one line for each of its questions.

mod dispatch;

pub(crate) use dispatch::{about_hex, about_unit};

use crate::Aragon;
use crate::action::Action;
use crate::book::{self, Book};
use crate::event::Event;
use crate::ids::Unit;
use crate::notation::{self, NOTATION, Scene};
use crate::position::Position;
use crate::seen::Seen;
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::notation::Notation;
use frente_engine::{Edition, Game, ParseError, PerSide, Refusal, Rng, Seat, Side, Wait};

impl Game for Aragon {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "aragon";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = book::FILES;
    const NOTATION: Notation = NOTATION;

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        let book = Book::read(source, edition.scenario())?;
        let of = |wanted: &dyn Fn(Side, Unit) -> bool| {
            let units = |side| book.all_units().filter(move |u| wanted(side, *u));
            PerSide(Side::BOTH.map(|side| units(side).map(Unit::index).collect()))
        };
        let units = of(&|side, unit| book.side(unit) == side);
        let mobile = of(&|side, unit| book.side(unit) == side && book.unit(unit).mobile());
        Ok(Aragon {
            fatigue: edition.on("fatigue"),
            blizzard: edition.on("blizzard"),
            units,
            mobile,
            edition,
            book,
        })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        let mut position = self.set_up();
        self.settle(&mut position, &mut ());
        position
    }

    fn wait(&self, position: &Position) -> Wait {
        self.waits_for(&position.public)
    }

    fn legal(&self, position: &Position, out: &mut Vec<Action>) {
        out.clear();
        self.list(position, out);
    }

    fn chance(&self, position: &Position, out: &mut Vec<(Action, u32)>) {
        out.clear();
        self.list_chance(position, out);
    }

    fn check(&self, position: &Position, action: Action) -> Result<(), Refusal> {
        self.examine(position, action)
    }

    fn apply_unheard(&self, position: &mut Position, action: Action) {
        self.carry_out(position, action, &mut ());
    }

    fn apply_heard(&self, position: &mut Position, action: Action, events: &mut Vec<Event>) {
        self.carry_out(position, action, events);
    }

    fn print(&self, position: &Position, action: Action, out: &mut String) {
        notation::print(&Scene { game: self, p: &position.public }, action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&Scene { game: self, p: &position.public }, line)
    }

    fn expand(&self, position: &Position, line: &str) -> Option<Vec<String>> {
        self.expand_line(position, line)
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        position.seen(|side| seat.knows(side))
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.imagine_hands(seen, rng)
    }

    fn hides(&self, position: &Position, action: Action, seat: Seat) -> bool {
        self.is_hidden(&position.public, action, seat)
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        self.is_told(event, seat)
    }

    fn reveals(&self, position: &Position, action: Action) -> bool {
        self.is_telling(&position.public, action)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}
