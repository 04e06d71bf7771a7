//! The game as people see it. All words are in `ftl/`.

mod choices;
mod layers;
mod odds;
mod sheet;
mod tell;
mod view;
mod why;
mod words;

use crate::Guadalajara;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::Position;
use frente_board::Hex;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, FightView, Overlay, Told, View};
use frente_engine::sheet::Sheet;
use frente_engine::text::BuiltIn;
use frente_engine::{Lexicon, Message, Present, Refusal, Seat};
use std::sync::Arc;

/// The English texts; a fault in them is found by the first test that speaks.
static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../../ftl/en.ftl"));

impl Present for Guadalajara {
    fn lexicon(&self, _: &str) -> Arc<Lexicon> {
        ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        sheet::sheet(&self.book, &ENGLISH.lexicon())
    }

    fn view(&self, seen: &Position, seat: Seat, words: &Lexicon) -> View {
        view::view(self, seen, seat, words)
    }

    fn fight(&self, seen: &Position, _: Seat, _: &Lexicon) -> Option<FightView> {
        view::fight(&self.book, seen)
    }

    fn choice(&self, p: &Position, action: Action) -> Choice {
        choices::choice(&self.book, p, action)
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(&self.book, event)
    }

    fn unit_label(&self, unit: u16) -> String {
        words::name(&self.book, Unit::at(usize::from(unit)))
    }

    fn place_label(&self, place: u16) -> String {
        words::place_name(&self.book, Hex(place))
    }

    /// Numbers of refusals are quarters.
    fn number(&self, number: i16) -> String {
        words::quarters(number)
    }

    fn why_not(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        why::why_not(self, p, ask)
    }

    fn odds(&self, seen: &Position, _: Seat) -> Option<Odds> {
        odds::odds(&self.book, seen)
    }

    fn shortcuts(&self, p: &Position) -> Vec<(String, Message)> {
        match p.stack.top() {
            Frame::Setup(_) => vec![("setup".to_owned(), Message::new("do-setup"))],
            _ => Vec::new(),
        }
    }

    fn overlay(&self, p: &Position, _: Seat, key: &str) -> Option<Overlay> {
        layers::overlay(&self.book, p, key)
    }
}
