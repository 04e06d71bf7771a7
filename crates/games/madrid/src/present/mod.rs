//! A game as people see it: views, overlays, reasons.

mod choices;
mod odds;
mod sheet;
mod view;
mod why;
mod words;

use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::game::Madrid;
use crate::ids::Unit;
use crate::position::Position;
use crate::seen::Seen;
use frente_board::Area;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, FightView, Overlay, Present, Told, View};
use frente_engine::sheet::Sheet;
use frente_engine::text::BuiltIn;
use frente_engine::{Lexicon, Message, Refusal, Seat};
use std::sync::Arc;

static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../../ftl/en.ftl"));

impl Present for Madrid {
    fn lexicon(&self, _language: &str) -> Arc<Lexicon> {
        ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        self.book.sheet(&ENGLISH.lexicon())
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        self.view_of(seen, seat, words)
    }

    fn fight(&self, seen: &Seen, _: Seat, _: &Lexicon) -> Option<FightView> {
        self.fight_view(&seen.public)
    }

    fn choice(&self, position: &Position, action: Action) -> Choice {
        self.book.choice_of(position, action)
    }

    fn tell(&self, event: &Event) -> Told {
        self.book.told(event)
    }

    fn unit_label(&self, unit: u16) -> String {
        self.book.name(Unit(unit as u8)).to_owned()
    }

    fn place_label(&self, place: u16) -> String {
        self.book.place(Area(place as u8))
    }

    fn why_not(&self, position: &Position, ask: &Ask) -> Option<Refusal> {
        self.why(position, ask)
    }

    fn odds(&self, seen: &Seen, _seat: Seat) -> Option<Odds> {
        self.odds_now(&seen.public)
    }

    fn shortcuts(&self, position: &Position) -> Vec<(String, Message)> {
        match position.public.frames.top() {
            Frame::SetUp(_) => vec![("setup".to_owned(), Message::new("act-setup"))],
            _ => Vec::new(),
        }
    }

    fn overlay(&self, seen: &Seen, _seat: Seat, key: &str) -> Option<Overlay> {
        self.overlay_of(&seen.public, key)
    }
}
