//! The game as people see it: text, views, the printed sheet, odds, reasons. All words are in `ftl/en.ftl`.
//!
//! | module | what it makes |
//! | --- | --- |
//! | `choices` | legal actions in words |
//! | `words` | events in words |
//! | `view` | what a seat sees |
//! | `why` | why something is not possible |
//! | `odds` | exact odds with their account |
//! | `sheet` | map, counters and tables as printed |

mod choices;
mod odds;
mod sheet;
mod view;
mod why;
mod words;

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::book::{Bombed, Nerve, Result as Outcome};
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::Unit;
use crate::position::Position;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, FightView, Overlay, Shade, Sheet, Told, View};
use frente_engine::text::BuiltIn;
use frente_engine::{Lexicon, PerSide, Present, Refusal, Seat};
use std::sync::Arc;

/// A result of the Combat Results Table as printed.
pub(crate) fn result_text(result: Outcome) -> String {
    match result {
        Outcome::Steps(a, d) => format!("{a}/{d}"),
        Outcome::Breakthrough => "B".to_owned(),
    }
}

/// A result of the Bombardment Table as printed.
pub(crate) fn bombed_text(result: Bombed) -> &'static str {
    match result {
        Bombed::Nothing => "-",
        Bombed::Disorganised => "DSG",
        Bombed::AndStep => "DSG+1",
    }
}

/// A result of the morale table as printed.
pub(crate) fn nerve_text(nerve: Nerve) -> &'static str {
    match nerve {
        Nerve::Free => "OK",
        Nerve::Retreat => "R",
        Nerve::Rout => "R+",
        Nerve::Panic => "P",
    }
}

/// Halves as players say them: `2½`.
pub(crate) fn halves_text(halves: i16) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// A level of disorganisation as its marker says.
pub(crate) fn level_text(level: u8) -> &'static str {
    ["", "DSG", "DSG 1", "DSG 2"][level as usize % 4]
}

static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../../ftl/en.ftl"));

impl Present for Santander {
    fn lexicon(&self, _: &str) -> Arc<Lexicon> {
        ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        self.print_sheet()
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        self.make_view(seen, seat, words)
    }

    fn fight(&self, seen: &Seen, _: Seat, _: &Lexicon) -> Option<FightView> {
        self.fight_seen(seen)
    }

    fn choice(&self, p: &Position, action: Action) -> Choice {
        self.make_choice(p, action)
    }

    fn tell(&self, event: &Event) -> Told {
        self.make_told(event)
    }

    /// Refusals count in halves, as movement points do.
    fn number(&self, halves: i16) -> String {
        halves_text(halves)
    }

    fn unit_label(&self, unit: u16) -> String {
        self.book.label(Unit(unit as u8)).to_owned()
    }

    fn place_label(&self, place: u16) -> String {
        self.book.map.label(Hex(place)).to_owned()
    }

    fn why_not(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        self.answer(p, ask)
    }

    fn odds(&self, seen: &Seen, seat: Seat) -> Option<Odds> {
        self.make_odds(seen, seat)
    }

    fn overlay(&self, seen: &Seen, seat: Seat, key: &str) -> Option<Overlay> {
        self.make_overlay(seen, seat, key)
    }
}

impl Santander {
    /// The key of what the position waits for: in `phase` of cases, in prompts (`prompt-…`) and in the banner.
    pub(crate) fn phase_key(&self, p: &Position) -> &'static str {
        Self::frame_key(p.public.frames.top())
    }

    pub(crate) fn frame_key(frame: Frame) -> &'static str {
        use crate::frame::Step;
        match frame {
            Frame::Place(Step::FirstLine) => "first-line",
            Frame::Place(Step::Joining) => "joining-divisions",
            Frame::Place(Step::RepublicanColumn | Step::NationalistColumns) => "set-up-columns",
            Frame::Place(Step::Nationalist) => "set-up-nationalist",
            Frame::Place(Step::Reserves) => "reserves",
            Frame::Trench => "trenches",
            Frame::Arrange(_) => "arrange",
            Frame::RollDivision(_) => "division",
            Frame::RollArmour => "armour",
            Frame::Weather => "weather",
            Frame::Offensive => "offensive",
            Frame::Success => "success",
            Frame::Withdraw { infantry: 0, .. } => "withdraw-air",
            Frame::Withdraw { .. } => "withdraw",
            Frame::Arrival => "arrival",
            Frame::Surrender => "surrender",
            Frame::Battalion(_) => "battalion",
            Frame::Factory => "factory",
            Frame::Movement(_) => "movement",
            Frame::Moving(_) => "moving",
            Frame::Combat(_) => "combat",
            Frame::Joining(_) => "attack",
            Frame::Support(_) => "support",
            Frame::Columns(_) => "columns",
            Frame::AirCombat(..) => "air-combat",
            Frame::ShotDown(..) => "shot-down",
            Frame::Bombardment => "bombardment",
            Frame::Attrition(..) => "attrition",
            Frame::Roll => "roll",
            Frame::Morale => "morale",
            Frame::Decide(_) => "decide",
            Frame::Lose(..) => "lose",
            Frame::Retreat(_) => "retreat",
            Frame::Arrive(_) => "arrive",
            Frame::Advance(_) => "advance",
            Frame::Beyond(..) => "beyond",
            Frame::Over(_) => "over",
            Frame::None | Frame::Setup(_) | Frame::Turn(_) | Frame::Fight(_) => "nothing",
        }
    }

    pub(crate) fn hex_name(&self, hex: Hex) -> String {
        match self.book.map.name(hex) {
            Some(name) => format!("{} {name}", self.book.map.label(hex)),
            None => self.book.map.label(hex).to_owned(),
        }
    }

    pub(crate) fn make_overlay(&self, seen: &Seen, _: Seat, key: &str) -> Option<Overlay> {
        let public = &seen.public;
        let labels = |set: crate::Set| {
            set.iter().map(|h| self.book.map.label(Hex::at(h)).to_owned()).collect::<Vec<_>>()
        };
        let shades = |sets: PerSide<crate::Set>| {
            Side::BOTH.iter().map(|s| (Shade::from(*s), labels(sets[*s]))).collect::<Vec<_>>()
        };
        let shades = match key {
            "zones" => shades(public.open.zone),
            "supply" => shades(PerSide(Side::BOTH.map(|s| self.net_now(public, s)))),
            "control" => shades(PerSide::new(public.republican, self.book.land - public.republican)),
            _ => return self.range_layer(seen, key),
        };
        Some(Overlay { shades, ..Overlay::default() })
    }

    /// `range UNIT`: the hexes an HQ may bombard (9.2); nothing for other counters, and for those this seat does not see.
    fn range_layer(&self, seen: &Seen, key: &str) -> Option<Overlay> {
        let unit = self.book.find(key.strip_prefix("range ")?);
        let hq = unit.filter(|u| self.book.corps(u.side()).hqs & u.bit() != 0);
        let Some(face) = hq.and_then(|u| seen.counter(u)) else { return Some(Overlay::default()) };
        let (map, range) = (&self.book.map, self.book.tables.bombardment.range);
        let near = map.hexes().filter(|h| map.distance(face.hex, *h) <= range);
        let shades = vec![(Shade::InRange, near.map(|h| map.label(h).to_owned()).collect())];
        Some(Overlay { shades, ..Overlay::default() })
    }
}
