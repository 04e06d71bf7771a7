//! What events say, and the rule behind each.

use super::words::{name, place_name};
use crate::book::Book;
use crate::event::Event;
use crate::ids::Unit;
use crate::rules;
use frente_board::Hex;
use frente_engine::present::{Told, Weight};
use frente_engine::{Message, Rule};

pub(super) fn tell(book: &Book, event: &Event) -> Told {
    let say = |id: &'static str, rule: Rule| Told::new(Message::new(id), rule);
    let map = book.map();
    let label = |u: Unit| book.counter(u).label.clone();
    let unit = |id: &'static str, rule: Rule, u: Unit| {
        Told::new(Message::new(id).with("unit", name(book, u)), rule).piece(label(u))
    };
    let at = |told: Told, h: Hex| {
        let mut told = told.place(map.label(h));
        told.text = told.text.with("place", place_name(book, h));
        told
    };
    let with = |mut told: Told, key: &'static str, value: frente_engine::text::Arg| {
        told.text = told.text.with(key, value);
        told
    };
    match *event {
        Event::Placed(u, h) => at(unit("told-placed", rules::X0A, u), h),
        Event::Day(day) => with(say("told-day", rules::R5M), "day", day.into()).weight(Weight::Turn),
        Event::Weather { die, weather, first } => {
            let rule = if first { rules::X6B } else { rules::X6A };
            with(say("told-weather", rule), "weather", weather.key().into()).die(die).weight(Weight::Result)
        }
        Event::AirPoints { republican, nationalist } => {
            let told = with(say("told-air-points", rules::R17A), "republican", republican.into());
            with(told, "nationalist", nationalist.into())
        }
        Event::PlayerTurn(side) => {
            with(say("told-player-turn", rules::R5L), "side", side.into()).weight(Weight::Turn)
        }
        Event::Checked { side, unsupplied, uncommanded } => {
            let told = with(say("told-checked", rules::R5D), "side", side.into());
            with(with(told, "unsupplied", unsupplied.into()), "uncommanded", uncommanded.into())
        }
        Event::BombAssigned(side, h) => at(with(say("told-bomb", rules::R5B), "side", side.into()), h),
        Event::AirAssigned { side, hex, defence: true } => {
            at(with(say("told-air-defence", rules::R5F), "side", side.into()), hex)
        }
        Event::AirAssigned { side, hex, defence: false } => {
            at(with(say("told-air-attack", rules::R5G), "side", side.into()), hex)
        }
        Event::Bombarded { hex, side, points } => {
            let told = with(say("told-bombarded", rules::R17_2A), "side", side.into());
            at(with(told, "points", points.into()), hex).weight(Weight::Phase)
        }
        Event::Entered(u, h) => at(unit("told-entered", rules::R13A, u), h),
        Event::Moved { unit: u, from, path } => {
            let mut told = unit("told-moved", rules::R6A, u).place(map.label(from));
            let mut to = from;
            for hex in map.along(from, path) {
                told = told.place(map.label(hex));
                to = hex;
            }
            with(told, "place", place_name(book, to).into())
        }
        Event::Exited { unit: u, hex, points: 0 } => at(unit("told-exited", rules::R14A, u), hex),
        Event::Exited { unit: u, hex, points } => {
            at(with(unit("told-exited-scoring", rules::X8C, u), "points", points.into()), hex)
                .weight(Weight::Result)
        }
        Event::Straggled(u) => unit("told-straggled", rules::X1_1D, u).weight(Weight::Loss),
        Event::Took { side, objective } => {
            let hex = book.objectives[usize::from(objective)];
            at(with(say("told-took", rules::X8_R1), "side", side.into()), hex).weight(Weight::Result)
        }
        Event::Attacked { side, hex } => {
            at(with(say("told-attacked", rules::R9C), "side", side.into()), hex).weight(Weight::Phase)
        }
        Event::Compelled(u) => unit("told-compelled", rules::R9_R6, u),
        Event::Joined(u) => unit("told-joined", rules::R5I, u),
        Event::Supported(u) => unit("told-supported", rules::R10_3A, u),
        Event::Declared { attack, defence, column } => {
            let told = with(say("told-declared", rules::R9_1A), "attack", halves(attack).into());
            let told = with(told, "defence", halves(defence).into());
            with(told, "column", column_head(book, column).into())
        }
        Event::Retired { unit: u, from, to } => {
            at(unit("told-retired", rules::R9_4A, u).place(map.label(from)), to)
        }
        Event::CalledOff(h) => at(say("told-called-off", rules::R9_4_R1), h).weight(Weight::Result),
        Event::CombinedArms => say("told-combined", rules::R9_3A),
        Event::Fought { column, die, row } => {
            let cell = book.tables.crt.cell(usize::from(column), row);
            let told = with(say("told-fought", rules::R9_1D), "column", column_head(book, column).into());
            let told = with(told, "die", die.into());
            with(told, "result", cell.printed().into()).die(die).weight(Weight::Result)
        }
        Event::Hit { unit: u, hits } => {
            let left = book.counter(u).strength.saturating_sub(hits);
            with(unit("told-hit", rules::R9_1E, u), "left", left.into()).weight(Weight::Loss)
        }
        Event::Eliminated(u) => unit("told-eliminated", rules::R9_1H, u).weight(Weight::Loss),
        Event::Retreated { unit: u, from, to } => {
            at(unit("told-retreated", rules::R9_4G, u).place(map.label(from)), to)
        }
        Event::NoRetreat(u) => unit("told-no-retreat", rules::R9_4H, u).weight(Weight::Loss),
        Event::DrivenOff(u) => unit("told-driven-off", rules::R9_4_R3, u).weight(Weight::Loss),
        Event::Followed { leader, to } => at(unit("told-followed", rules::R12_R5, leader), to),
        Event::Fled { leader, from, to } => {
            at(unit("told-fled", rules::R12E, leader).place(map.label(from)), to)
        }
        Event::LeaderLost(u) => unit("told-leader-lost", rules::R12_R2, u).weight(Weight::Loss),
        Event::LeaderRolled { leader, die, killed } => {
            let id = if killed { "told-leader-killed" } else { "told-leader-survived" };
            unit(id, rules::R12F, leader).die(die).weight(if killed { Weight::Loss } else { Weight::Result })
        }
        Event::Advanced { unit: u, from, to } => {
            at(unit("told-advanced", rules::R9_5A, u).place(map.label(from)), to)
        }
        Event::Score { nationalist, republican } => {
            let told = with(say("told-score", rules::X8G), "nationalist", nationalist.into());
            with(told, "republican", republican.into()).weight(Weight::Result)
        }
    }
}

fn column_head(book: &Book, column: u8) -> String {
    book.tables.crt.columns.get(usize::from(column)).cloned().unwrap_or_default()
}

/// Half points as people write them.
fn halves(n: i16) -> String {
    super::words::quarters(2 * n)
}
