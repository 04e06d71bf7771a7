//! The game as people see it: views, choices, events and refusals in words, odds, layers, and why something cannot be done.

mod choices;
mod odds;
mod sheet;
mod view;
mod why;
mod words;

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::ids::{Set, Unit};
use crate::position::Position;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, FightView, Overlay, Shade, Told, View};
use frente_engine::sheet::Sheet;
use frente_engine::{Lexicon, Present, Refusal, Seat, Side};
use std::sync::Arc;
use why::Question;
use words::ENGLISH;

impl Present for Aragon {
    fn lexicon(&self, _language: &str) -> Arc<Lexicon> {
        ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        self.printed(&ENGLISH.lexicon())
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        self.show(seen, seat, words)
    }

    fn fight(&self, seen: &Seen, _: Seat, _: &Lexicon) -> Option<FightView> {
        self.fight_view(&seen.public)
    }

    fn choice(&self, position: &Position, action: Action) -> Choice {
        self.choice_of(position, action)
    }

    fn tell(&self, event: &Event) -> Told {
        self.told(event)
    }

    fn number(&self, number: i16) -> String {
        u8::try_from(number).map_or_else(|_| number.to_string(), |half| self.points(half))
    }

    fn unit_label(&self, unit: u16) -> String {
        self.name(Unit::at(unit as usize)).to_owned()
    }

    fn place_label(&self, place: u16) -> String {
        self.hex_name(Hex(place))
    }

    fn why_not(&self, position: &Position, ask: &Ask) -> Option<Refusal> {
        let unit = ask.piece.as_deref().and_then(|name| self.book.find_unit(name));
        let hex = ask.place.as_deref().and_then(|label| self.book.ground.map.find(label));
        let question = Question { unit, hex };
        self.question(position, question)
    }

    fn odds(&self, seen: &Seen, _: Seat) -> Option<Odds> {
        self.exact_odds(seen)
    }

    fn overlay(&self, seen: &Seen, _: Seat, key: &str) -> Option<Overlay> {
        let p = &seen.public;
        let (republican, nationalist) = match key {
            "zones" => (p.derived.zone[Side::Republican], p.derived.zone[Side::Nationalist]),
            "supply" => (self.supplied(p, Side::Republican), self.supplied(p, Side::Nationalist)),
            "control" => (p.control, self.book.ground.map.all() - p.control),
            "front" => (self.book.ground.home[Side::Republican], self.book.ground.home[Side::Nationalist]),
            _ => return None,
        };
        let labels = |set: Set| set.iter().map(|h| self.label(Hex::at(h)).to_owned()).collect::<Vec<_>>();
        let both = republican & nationalist;
        let shades = [
            (Shade::Republican, republican - both),
            (Shade::Nationalist, nationalist - both),
            (Shade::Both, both),
        ];
        let shades = shades.into_iter().filter(|(_, set)| !set.is_empty());
        Some(Overlay {
            shades: shades.map(|(shade, set)| (shade, labels(set))).collect(),
            ..Overlay::default()
        })
    }
}
