//! The game as people see it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `words` | events in words |
//! | `prompt` | what is waited for, in one sentence |
//! | `choices` | what each action offers |
//! | `view` | what is the case now: pieces, markers, cards, tracks |
//! | `sheet` | what is printed: map, counters, tables |
//! | `odds` | exact chances of the combat at hand |
//! | `overlays` | layers over the map |
//! | `why` | why a piece or place cannot be chosen |

mod choices;
mod odds;
mod overlays;
mod prompt;
mod sheet;
mod view;
mod why;
pub(crate) mod words;

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::ids::Unit;
use crate::position::Position;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, FightView, Overlay, Present, Told, View};
use frente_engine::sheet::Sheet;
use frente_engine::{Lexicon, Refusal, Seat};
use std::sync::Arc;

impl Present for Brunete {
    fn lexicon(&self, _language: &str) -> Arc<Lexicon> {
        words::ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        self.printed()
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        self.viewed(seen, seat, words)
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

    fn unit_label(&self, unit: u16) -> String {
        self.spoken(Unit::at(usize::from(unit)))
    }

    fn place_label(&self, place: u16) -> String {
        self.book.hex_name(Hex(place))
    }

    fn why_not(&self, position: &Position, ask: &Ask) -> Option<Refusal> {
        self.reason_against(position, ask)
    }

    fn odds(&self, seen: &Seen, _seat: Seat) -> Option<Odds> {
        self.chances(seen)
    }

    fn overlay(&self, seen: &Seen, _seat: Seat, key: &str) -> Option<Overlay> {
        self.layer(seen, key)
    }
}
