//! What a seat sees, for showing.

use super::words::phase_title;
use crate::Aragon;
use crate::book::Victory;
use crate::book::counters::Kind;
use crate::frame::Frame;
use crate::ids::{Class, Set, Unit};
use crate::position::{FightKind, Place, Public};
use crate::rules::*;
use crate::seen::Seen;
use crate::testing::PHASES;
use frente_board::Hex;
use frente_engine::present::{
    self, CardView, ControlView, FightView, FigureView, HandView, MarkerView, PhaseView, PieceView,
    TrackView, View,
};
use frente_engine::{Lexicon, Message, Rule, Seat, Side, Wait};

impl Aragon {
    pub(super) fn show(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let p = &seen.public;
        let scenario = &self.book.scenario;
        let wait = self.waits_for(p);
        let (prompt, rule) = match wait {
            Wait::Decision(side) if !seat.knows(side) => (Message::new("ask-wait").with("side", side), None),
            _ => self.prompt(p),
        };
        let now = self.phase(p);
        let phases = PHASES.iter().map(|(key, step)| PhaseView {
            key,
            title: words.say(&Message::new(phase_title(*step))),
            current: now == Some(*step),
        });
        View {
            seat,
            turn: p.turn,
            turns: scenario.turns,
            date: scenario.track[p.turn as usize - 1].dates.clone(),
            phases: phases.collect(),
            active: (!wait.is_over()).then_some(p.active),
            prompt: words.say(&prompt),
            prompt_rule: rule,
            pieces: self.piece_views(p, words),
            markers: p.forts.iter().map(|h| self.fort_view(p, Hex::at(h), words)).collect(),
            control: self.control_views(p),
            cards: Side::BOTH
                .into_iter()
                .map(|s| CardView { side: s, figures: self.figures(p, s, words) })
                .collect(),
            tracks: self.tracks(p, words),
            hand: self.hand_views(seen, seat, words),
            fight: self.fight_view(p),
        }
    }

    fn piece_views(&self, p: &Public, words: &Lexicon) -> Vec<PieceView> {
        let supply = Side::BOTH.map(|s| self.supplied(p, s));
        let shown = self.book.all_units().filter(|u| p.place[u.index()] != Place::Out);
        shown.map(|u| self.piece_view(p, u, &supply[self.book.side(u).index()], words)).collect()
    }

    fn piece_view(&self, p: &Public, unit: Unit, supply: &Set, words: &Lexicon) -> PieceView {
        let counter = self.book.unit(unit);
        let (face, i) = (self.face(p, unit), unit.index());
        let factors = format!("{}-{}-{}", face.attack, face.defence, counter.allowance);
        let reduced = p.reduced.has(i);
        let hex = p.hex(unit);
        let shown = if let Place::Passing(hex) = p.place[i] { Some(hex) } else { hex };
        let mut tags = Vec::new();
        let mut mark = |on: bool, tag: &'static str| {
            if on {
                tags.push(tag);
            }
        };
        mark(hex.is_some_and(|h| !supply.has(h.index())), "unsupplied");
        mark(hex.is_some_and(|h| p.forts.has(h.index())), "fortified");
        mark(p.moved.has(i) || p.advanced.has(i), "moved");
        mark(p.fought.has(i), "fought");
        for (level, tag) in (1..).zip(["fatigue-6", "fatigue-1", "fatigue-2"]) {
            mark(p.fatigue[i] == level, tag);
        }
        let state = if reduced { "piece-state-reduced" } else { "piece-state-full" };
        let kind = if counter.kind == Kind::Cavalry { "cavalry" } else { "infantry" };
        let name = Message::new("piece-name").with("printed", counter.printed.as_str()).with("kind", kind);
        let name = name.with("factors", factors.as_str()).with("state", Message::new(state));
        let off_map = match p.place[i] {
            Place::Waiting => self.book.scenario.group[i]
                .map(|g| format!("turn-{}", self.book.scenario.reinforcements[g as usize].turn)),
            Place::Cup => Some("cup".to_owned()),
            Place::Map(_) | Place::Passing(_) | Place::Out => None,
        };
        PieceView {
            id: Some(counter.name.clone()),
            side: Some(counter.side),
            place: shown.map(|h| self.label(h).to_owned()),
            off_map,
            factors,
            steps: if reduced || counter.reduced.is_none() { 1 } else { 2 },
            reduced,
            tags,
            name: words.say(&name),
        }
    }

    fn fort_view(&self, p: &Public, hex: Hex, words: &Lexicon) -> MarkerView {
        MarkerView {
            kind: "fortification",
            place: self.label(hex).to_owned(),
            side: p.unit_in(hex).map(|u| self.book.side(u)),
            text: words.say(&Message::new("marker-fort")),
        }
    }

    /// Control where it matters and has changed: towns and road hexes.
    fn control_views(&self, p: &Public) -> Vec<ControlView> {
        let ground = &self.book.ground;
        let start = ground.home[Side::Republican];
        let changed = (p.control - start) | (start - p.control);
        let matters = ground.towns | ground.carried;
        (changed & matters)
            .iter()
            .map(|h| ControlView { place: self.label(Hex::at(h)).to_owned(), side: p.controller(Hex::at(h)) })
            .collect()
    }

    fn figures(&self, p: &Public, side: Side, words: &Lexicon) -> Vec<FigureView> {
        let figure = |id: &'static str, value: String, rule: Rule| FigureView {
            title: words.say(&Message::new(id)),
            value,
            rule: Some(rule),
        };
        let count = |place: Place| {
            let units = self.book.all_units().filter(|u| self.book.side(*u) == side);
            units.filter(|u| p.place[u.index()] == place).count().to_string()
        };
        let mut figures = vec![
            figure("card-hand", p.hand[side].to_string(), R13_0_R1),
            figure("card-used", p.used[side].iter().sum::<u8>().to_string(), R8_3_R2),
            figure("card-lost", count(Place::Cup), R11_0_R2),
            figure("card-waiting", count(Place::Waiting), R18_0_R8),
        ];
        if side == Side::Republican && p.active == side && p.may_move != u8::MAX {
            figures.push(figure(
                "card-activation",
                p.may_move.saturating_sub(p.have_moved).to_string(),
                R14_0E,
            ));
        }
        match &self.book.scenario.victory {
            Victory::Towns { needed, .. } if side == Side::Republican => {
                figures.push(figure("card-towns", format!("{} / {needed}", self.net_towns(p)), R18_0G));
            }
            Victory::Road { road, needed, .. } if side == Side::Nationalist => {
                figures.push(figure(
                    "card-road",
                    format!("{} / {needed}", self.road_hexes_held(p, road)),
                    R20_0D,
                ));
            }
            _ => {}
        }
        figures
    }

    fn tracks(&self, p: &Public, words: &Lexicon) -> Vec<TrackView> {
        if !self.blizzard {
            return Vec::new();
        }
        let due = self.book.tables.blizzard.turns.iter().any(|t| *t >= p.turn);
        let note = match p.blizzard {
            0 if due => Message::new("track-blizzard-due"),
            0 => Message::new("track-blizzard-never"),
            turn => Message::new("track-blizzard-struck").with("turn", turn),
        };
        vec![TrackView {
            key: "blizzard",
            title: words.say(&Message::new("track-blizzard")),
            spaces: Vec::new(),
            at: None,
            note: words.say(&note),
        }]
    }

    fn hand_views(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> Vec<HandView> {
        let Some((side, own)) = seat.side().and_then(|side| Some((side, seen.secret[side]?))) else {
            return Vec::new();
        };
        let p = &seen.public;
        let mine = self.waits_for(p) == Wait::Decision(side);
        let playable = mine && matches!(p.stack.top(), Frame::Support(_) | Frame::Aim);
        let shown = |class: Class, count: u8, playable: bool| {
            let marker = self.book.marker(side, class);
            let (title, text) =
                if marker.aircraft { ("hand-air", "hand-text-air") } else { ("hand-marker", "hand-text") };
            HandView {
                title: words.say(&Message::new(title).with("value", marker.value)),
                text: words.say(&Message::new(text).with("value", marker.value)),
                count,
                playable,
            }
        };
        let held = Class::all().filter(|c| own.hand[c.index()] > 0);
        let held = held.map(|class| shown(class, own.hand[class.index()], playable));
        // 13.0d: who placed a marker face down knows which it is.
        let face_down = p.fight.placed[side] > 0 && p.fight.shown[side] == [None; 2];
        let placed = own.placed.into_iter().flatten().filter(|_| face_down).map(|class| {
            let mut view = shown(class, 1, false);
            view.title = words.say(&Message::new("hand-placed").with("marker", view.title.as_str()));
            view
        });
        held.chain(placed).collect()
    }

    pub(super) fn fight_view(&self, p: &Public) -> Option<FightView> {
        let kind = match p.fight.kind {
            FightKind::None => return None,
            FightKind::Attack => present::FightKind::Attack,
            FightKind::Bombardment => present::FightKind::Bombardment,
        };
        Some(FightView {
            kind,
            target: Some(self.label(p.fight.target).to_owned()),
            defenders: vec![self.name(p.fight.defender).to_owned()],
            attackers: p.fight.attackers().map(|u| self.name(u).to_owned()).collect(),
        })
    }
}
