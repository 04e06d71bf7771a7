//! The game as people see it.

use crate::book::{Counter, Row, Verdict};
use crate::{action::Action, event::Event, frame::Frame, game::Ford, ids::Unit};
use crate::{position::Position, rules, seen::Seen};
use frente_board::Hex;
use frente_engine::notation::Named;
use frente_engine::odds::{Account, Chance, Item, Odds, Tone};
use frente_engine::present::*;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::text::BuiltIn;
use frente_engine::{Game, Lexicon, Message, Refusal, Seat, Side};
use std::sync::Arc;

static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../ftl/en.ftl"));

/// What the results are called, best for the attacker first.
const VERDICTS: [(Verdict, &str, &str, Tone); 3] = [
    (Verdict::Falls, "falls", "result-falls", Tone::Good),
    (Verdict::Retreats, "retreats", "result-retreats", Tone::Good),
    (Verdict::Holds, "holds", "result-holds", Tone::Bad),
];

fn word(verdict: Verdict) -> &'static str {
    VERDICTS.iter().find(|(v, ..)| *v == verdict).map_or("", |(_, word, ..)| word)
}

impl Ford {
    fn about(&self, id: &'static str, unit: Option<Unit>, hex: Option<Hex>) -> Message {
        let message = Message::new(id).with("unit", unit.map_or("", |u| u.name(&self.book)));
        message.with("place", hex.map_or("", |h| self.book.map.label(h)))
    }
}

impl Present for Ford {
    fn lexicon(&self, _: &str) -> Arc<Lexicon> {
        ENGLISH.lexicon()
    }

    fn sheet(&self) -> Sheet {
        let words = ENGLISH.lexicon();
        let say = |id| words.say(&Message::new(id));
        let piece = |c: &Counter| PieceSheet {
            id: c.id.clone(),
            name: c.id.clone(),
            side: Some(c.side),
            branch: "infantry".to_owned(),
            front: c.strength.to_string(),
            steps: 1,
            ..PieceSheet::default()
        };
        let row = |r: &Row| vec![r.from.to_string(), word(r.result).to_owned()];
        let rows = self.book.tables.combat.iter().map(row).collect();
        let (key, title) = ("combat".to_owned(), say("table-combat"));
        Sheet {
            map: MapSheet::Hexes(HexSheet::new(&self.book.map_file, &[])),
            pieces: self.book.counters.iter().map(piece).collect(),
            tables: vec![TableSheet { key, title, rows, ..TableSheet::default() }],
            turns: (1..=self.book.turns).map(|turn| TurnSheet { turn, ..TurnSheet::default() }).collect(),
            overlays: Vec::new(),
            tags: [("acted", "tag-acted"), ("gun", "tag-gun")]
                .map(|(tag, id)| (tag.to_owned(), say(id)))
                .to_vec(),
        }
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let (book, p) = (&self.book, &seen.public);
        let piece = |unit: Unit| {
            let gun = seen.secret[Side::Republican] == Some(unit);
            let tags = [("acted", p.acted.has(unit.index())), ("gun", gun)];
            PieceView {
                id: Some(unit.name(book).to_owned()),
                side: Some(book.side(unit)),
                place: Some(book.map.label(p.at[unit.index()]).to_owned()),
                factors: book.counters[unit.index()].strength.to_string(),
                steps: 1,
                tags: tags.into_iter().filter(|(_, on)| *on).map(|(tag, _)| tag).collect(),
                name: unit.name(book).to_owned(),
                ..PieceView::default()
            }
        };
        let (prompt, rule) = match p.frames.top() {
            Frame::Over => ("prompt-over", rules::R2D),
            Frame::Gun => ("prompt-gun", rules::R5A),
            Frame::Act(_) => ("prompt-act", rules::R2B),
            Frame::Roll(..) => ("prompt-roll", rules::R4B),
            Frame::Retreat(_) => ("prompt-retreat", rules::R4C),
        };
        let active = |frame: &Frame| if let Frame::Act(side) = frame { Some(*side) } else { None };
        View {
            pieces: Unit::all().filter(|u| p.at[u.index()].is_some()).map(piece).collect(),
            active: p.frames.frames().first().and_then(active),
            prompt: words.say(&Message::new(prompt)),
            prompt_rule: Some(rule),
            ..View::new(seat, p.turn, book.turns)
        }
    }

    fn choice(&self, _: &Position, action: Action) -> Choice {
        let (id, kind, rule, unit, hex) = match action {
            Action::Give(unit) => ("gives", Kind::Secret, rules::R5A, Some(unit), None),
            Action::Move(unit, to) => ("moves", Kind::Place, rules::R3A, Some(unit), Some(to)),
            Action::Attack(target, unit) => ("attacks", Kind::Target, rules::R4A, Some(unit), Some(target)),
            Action::End | Action::Roll(_) => ("ends", Kind::Button, rules::R2B, None, None),
            Action::Retreat(to) => ("retreats", Kind::Place, rules::R4C, None, Some(to)),
        };
        Choice {
            text: Some(self.about(id, unit, hex)),
            kind,
            piece: unit.map(|u| u.name(&self.book).to_owned()),
            place: hex.map(|h| self.book.map.label(h).to_owned()),
            flow: if action == Action::End { Flow::Ends } else { Flow::On },
            rule: Some(rule),
            ..Choice::default()
        }
    }

    fn tell(&self, event: &Event) -> Told {
        let told = |id, unit, hex, rule| Told::new(self.about(id, Some(unit), hex), rule);
        match *event {
            Event::Gave(unit) => told("gives", unit, None, rules::R5A),
            Event::Turn(turn) => {
                Told::new(Message::new("turn").with("turn", turn), rules::R2A).weight(Weight::Turn)
            }
            Event::Moved(unit, hex) => told("moves", unit, Some(hex), rules::R3A),
            Event::Attacked(unit, hex) => told("attacks", unit, Some(hex), rules::R4A),
            Event::Showed(unit) => told("shows", unit, None, rules::R5B),
            Event::Rolled(die, verdict) => {
                let text = Message::new("die").with("die", die).with("result", word(verdict));
                Told::new(text, rules::R4B).die(die).weight(Weight::Result)
            }
            Event::Retreated(unit, hex) => told("retreats", unit, Some(hex), rules::R4C),
            Event::Fell(unit) => told("falls", unit, None, rules::R4D).weight(Weight::Loss),
        }
    }

    fn unit_label(&self, unit: u16) -> String {
        Unit::at(unit.into()).name(&self.book).to_owned()
    }

    fn place_label(&self, place: u16) -> String {
        self.book.map.label(Hex(place)).to_owned()
    }

    fn why_not(&self, position: &Position, ask: &Ask) -> Option<Refusal> {
        let unit = Unit::find(&self.book, ask.piece.as_deref()?)?;
        let hex = self.book.map.find(ask.place.as_deref()?)?;
        let actions = [Action::Attack(hex, unit), Action::Move(unit, hex)];
        let refused = actions.map(|action| self.check(position, action).err());
        if refused.contains(&None) { None } else { refused[1] }
    }

    fn odds(&self, seen: &Seen, _: Seat) -> Option<Odds> {
        let Frame::Roll(attacker, defender) = seen.public.frames.top() else { return None };
        let balance @ [attack, defence, gun] = self.book.balance(&seen.public, attacker, defender);
        let dice = |verdict| (1..=6).filter(|die| self.book.verdict(balance, *die) == verdict).count();
        let chance = |(verdict, word, id, tone): (Verdict, &str, _, _)| Chance {
            result: word.to_owned(),
            meaning: Message::new(id),
            tone,
            weight: dice(verdict) as u64,
        };
        Some(Odds {
            kind: FightKind::Attack,
            table: Some("combat"),
            items: vec![
                Item::new(Message::new("item-attack"), Account::Attack, attack, rules::R4B),
                Item::new(Message::new("item-defence"), Account::Defence, defence, rules::R4B),
                Item::new(Message::new("item-gun"), Account::Defence, gun, rules::R5C),
            ],
            columns: vec![(format!("{:+}", attack - defence - gun), 1)],
            results: VERDICTS.into_iter().map(chance).filter(|c| c.weight > 0).collect(),
            total: 6,
            imagined: 0,
        })
    }
}
