//! The game as the engine knows it: opening, and every question handed on to the room that answers it.

mod dispatch;

use crate::Brunete;
use crate::action::Action;
use crate::book::{Variants, files, load};
use crate::event::Event;
use crate::notation::{self, NOTATION, Scene};
use crate::position::Position;
use crate::seen::Seen;
use frente_board::{DataError, DataFiles, DataSource};
use frente_engine::notation::Notation;
use frente_engine::{Edition, Game, ParseError, Refusal, Rng, Seat, Wait};
use std::sync::Arc;

impl Game for Brunete {
    type Position = Position;
    type Seen = Seen;
    type Action = Action;
    type Event = Event;

    const KEY: &'static str = "brunete";
    const RULES_VERSION: u32 = 2;
    const FILES: DataFiles = files::FILES;
    const NOTATION: Notation = NOTATION;

    fn read(source: &DataSource, edition: Edition) -> Result<Self, DataError> {
        let (book, scenario) = load::book(source, edition.scenario())?;
        let variants = Variants::of(edition.options());
        Ok(Brunete { book: Arc::new(book), scenario, variants, edition })
    }

    fn edition(&self) -> &Edition {
        &self.edition
    }

    fn start(&self) -> Position {
        self.at_start()
    }

    fn wait(&self, position: &Position) -> Wait {
        self.waits(position)
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
        self.allows(position, action)
    }

    fn apply_unheard(&self, position: &mut Position, action: Action) {
        self.carry_out(position, action, &mut ());
    }

    fn apply_heard(&self, position: &mut Position, action: Action, events: &mut Vec<Event>) {
        self.carry_out(position, action, events);
    }

    fn print(&self, position: &Position, action: Action, out: &mut String) {
        notation::print(&Scene { game: self, position }, action, out);
    }

    fn parse(&self, position: &Position, line: &str) -> Result<Action, ParseError> {
        notation::parse(&Scene { game: self, position }, line)
    }

    fn expand(&self, position: &Position, line: &str) -> Option<Vec<String>> {
        use frente_engine::notation::{attack, group};
        attack(line, |_| true).or_else(|| group(self, position, line))
    }

    fn seen(&self, position: &Position, seat: Seat) -> Seen {
        self.see(position, seat)
    }

    fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        self.imagined(seen, rng)
    }

    fn hides(&self, position: &Position, action: Action, seat: Seat) -> bool {
        self.keeps_secret(position, action, seat)
    }

    fn tells(&self, event: &Event, seat: Seat) -> bool {
        self.may_hear(event, seat)
    }

    fn reveals(&self, position: &Position, action: Action) -> bool {
        self.reveals_secret(position, action)
    }

    fn turn(&self, position: &Position) -> u8 {
        position.public.turn
    }
}
