//! The game as people see it.

use crate::position::{Position, Public};
use crate::{action::Action, book::Verdict, event::Event, frame::Frame, game::Ford, ids::Unit};
use crate::{rules, seen::Seen};
use frente_board::Hex;
use frente_engine::notation::Named;
use frente_engine::odds::{Account, Chance, Item, Odds, Tone};
use frente_engine::present::*;
use frente_engine::sheet::{HexSheet, MapSheet, PieceSheet, Sheet, TableSheet, TurnSheet};
use frente_engine::{Game, Lexicon, Message, Refusal, Rule, Seat};
use std::sync::{Arc, LazyLock};

static ENGLISH: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    let file = include_str!("../ftl/en.ftl");
    Arc::new(Lexicon::new("en", &[file]).expect("the built-in text file is Fluent; a test reads it"))
});

const VERDICTS: [(Verdict, &str, &str, Tone); 3] = [
    (Verdict::Falls, "falls", "result-falls", Tone::Good),
    (Verdict::Retreats, "retreats", "result-retreats", Tone::Good),
    (Verdict::Holds, "holds", "result-holds", Tone::Bad),
];

fn verdict_word(verdict: Verdict) -> &'static str {
    VERDICTS.iter().find(|(v, ..)| *v == verdict).map_or("", |(_, word, ..)| word)
}

impl Ford {
    fn about(&self, id: &'static str, unit: Option<Unit>, hex: Option<Hex>) -> Message {
        let message = Message::new(id).with("unit", unit.map_or("", |u| u.name(&self.book)));
        message.with("place", hex.map_or("", |h| self.book.map.label(h)))
    }

    fn prompt(p: &Public) -> (&'static str, Rule) {
        match p.frames.top() {
            Frame::Over => ("prompt-over", rules::R2D),
            Frame::Gun => ("prompt-gun", rules::R5A),
            Frame::Act(_) => ("prompt-act", rules::R2B),
            Frame::Roll { .. } => ("prompt-roll", rules::R4B),
            Frame::Retreat(_) => ("prompt-retreat", rules::R4C),
        }
    }
}

impl Present for Ford {
    fn lexicon(&self, _: &str) -> Arc<Lexicon> {
        Arc::clone(&ENGLISH)
    }

    fn sheet(&self) -> Sheet {
        let piece = |c: &crate::book::Counter| PieceSheet {
            id: c.id.clone(),
            name: c.id.clone(),
            side: Some(c.side),
            branch: "infantry".to_owned(),
            front: c.strength.to_string(),
            steps: 1,
            ..PieceSheet::default()
        };
        let rows = self.book.tables.combat.iter();
        let combat = TableSheet {
            key: "combat".to_owned(),
            title: ENGLISH.say(&Message::new("table-combat")),
            rows: rows.map(|r| vec![r.from.to_string(), verdict_word(r.result).to_owned()]).collect(),
            ..TableSheet::default()
        };
        let tag = |key: &str, id| (key.to_owned(), ENGLISH.say(&Message::new(id)));
        Sheet {
            map: MapSheet::Hexes(HexSheet::new(&self.book.map_file, &[])),
            pieces: self.book.counters.iter().map(piece).collect(),
            tables: vec![combat],
            turns: (1..=self.book.turns).map(|turn| TurnSheet { turn, ..TurnSheet::default() }).collect(),
            overlays: Vec::new(),
            tags: vec![tag("acted", "tag-acted"), tag("gun", "tag-gun")],
        }
    }

    fn view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let (book, p) = (&self.book, &seen.public);
        let piece = |unit: Unit| {
            let tags = [("acted", p.acted.has(unit.index())), ("gun", seen.gun == Some(unit))];
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
        let active =
            p.frames.frames().first().and_then(|f| if let Frame::Act(side) = f { Some(*side) } else { None });
        let (prompt, rule) = Ford::prompt(p);
        View {
            pieces: Unit::all().filter(|u| p.at[u.index()].is_some()).map(piece).collect(),
            active,
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
        let about = |id, unit: &Unit| self.about(id, Some(*unit), None);
        let going = |id, unit: &Unit, hex: &Hex| self.about(id, Some(*unit), Some(*hex));
        match event {
            Event::Gave(unit) => Told::new(about("gives", unit), rules::R5A),
            Event::Turn(turn) => {
                Told::new(Message::new("turn").with("turn", *turn), rules::R2A).weight(Weight::Turn)
            }
            Event::Moved(unit, hex) => Told::new(going("moves", unit, hex), rules::R3A),
            Event::Attacked(unit, hex) => Told::new(going("attacks", unit, hex), rules::R4A),
            Event::Showed(unit) => Told::new(about("shows", unit), rules::R5B),
            Event::Rolled(die, verdict) => {
                let text = Message::new("die").with("die", *die).with("result", verdict_word(*verdict));
                Told::new(text, rules::R4B).die(*die).weight(Weight::Result)
            }
            Event::Retreated(unit, hex) => Told::new(going("retreats", unit, hex), rules::R4C),
            Event::Fell(unit) => Told::new(about("falls", unit), rules::R4D).weight(Weight::Loss),
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
        let Frame::Roll { attacker, defender } = seen.public.frames.top() else { return None };
        let balance @ [attack, defence, gun] = self.book.balance(&seen.public, attacker, defender);
        let item = |id, account, value: i8, rule| Item {
            text: Message::new(id),
            account,
            value: value.into(),
            rule,
        };
        let dice = |verdict| (1..=6).filter(|die| self.book.verdict(balance, *die) == verdict).count() as u64;
        let chance = |(verdict, word, id, tone): (Verdict, &str, &'static str, Tone)| Chance {
            result: word.to_owned(),
            meaning: Message::new(id),
            tone,
            weight: dice(verdict),
        };
        Some(Odds {
            kind: FightKind::Attack,
            table: Some("combat"),
            items: vec![
                item("item-attack", Account::Attack, attack, rules::R4B),
                item("item-defence", Account::Defence, defence, rules::R4B),
                item("item-gun", Account::Defence, gun, rules::R5C),
            ],
            columns: vec![(format!("{:+}", attack - defence - gun), 1)],
            results: VERDICTS.into_iter().map(chance).filter(|c| c.weight > 0).collect(),
            total: 6,
            imagined: 0,
        })
    }

    fn overlay(&self, _: &Seen, _: Seat, _: &str) -> Option<Overlay> {
        None
    }
}
