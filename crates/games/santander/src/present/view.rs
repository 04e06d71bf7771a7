//! What a seat sees.

use super::level_text;
use crate::Side;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::pieces::Piece;
use crate::position::{Face, Public};
use crate::rules::*;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::present::{
    CardView, ControlView, FightKind, FightView, FigureView, MarkerView, PhaseView, PieceView, TrackView,
    View,
};
use frente_engine::{Lexicon, Message, Rule, Seat};

/// The phases of the banner, with the frames they stand for.
const BANNER: &[&str] = &["weather", "offensive", "movement", "combat", "surrender", "end"];

impl Santander {
    pub(crate) fn make_view(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let public = &seen.public;
        let (prompt, prompt_rule) = self.prompt(seen, seat);
        View {
            seat,
            turn: public.turn,
            turns: self.book.scenario.turns,
            date: if public.turn == 0 {
                words.say(&Message::new("date-set-up"))
            } else {
                self.date(public.turn).to_owned()
            },
            phases: self.phases(public, words),
            active: self.active(public),
            prompt: words.say(&prompt),
            prompt_rule: Some(prompt_rule),
            pieces: self.pieces_seen(seen, words),
            markers: self.markers(public, words),
            control: self.control_seen(public),
            cards: Side::BOTH.iter().map(|s| self.card(public, *s, words)).collect(),
            tracks: self.tracks(public, words),
            hand: Vec::new(),
            fight: self.fight_seen(seen),
        }
    }

    /// The side whose phase it is.
    pub(crate) fn active(&self, public: &Public) -> Option<Side> {
        public.frames.frames().iter().copied().rev().find_map(|f| match f {
            Frame::Movement(side) | Frame::Combat(side) | Frame::Arrange(side) => Some(side),
            Frame::Place(step) => Some(step.side()),
            Frame::Trench
            | Frame::RollDivision(_)
            | Frame::Surrender
            | Frame::Battalion(_)
            | Frame::Factory => Some(Side::Republican),
            Frame::RollArmour
            | Frame::Offensive
            | Frame::Success
            | Frame::Withdraw { .. }
            | Frame::Arrival => Some(Side::Nationalist),
            _ => None,
        })
    }

    fn phases(&self, public: &Public, words: &Lexicon) -> Vec<PhaseView> {
        let now = public.frames.frames().iter().copied().find_map(|f| match f {
            Frame::Weather => Some("weather"),
            Frame::Offensive | Frame::Success | Frame::Withdraw { .. } => Some("offensive"),
            Frame::Arrival | Frame::Movement(_) => Some("movement"),
            Frame::Combat(_) => Some("combat"),
            Frame::Surrender | Frame::Battalion(_) | Frame::Factory => Some("surrender"),
            Frame::Over(_) => Some("end"),
            _ => None,
        });
        let title = |key: &'static str| match key {
            "weather" => "phase-weather",
            "offensive" => "phase-offensive",
            "movement" => "phase-movement",
            "combat" => "phase-combat",
            "surrender" => "phase-surrender",
            _ => "phase-end",
        };
        let view = |key: &&'static str| PhaseView {
            key,
            title: words.say(&Message::new(title(key))),
            current: now == Some(key),
        };
        BANNER.iter().map(view).collect()
    }

    /// What the position waits for, to this seat, and the rule behind it.
    fn prompt(&self, seen: &Seen, seat: Seat) -> (Message, Rule) {
        let top = seen.public.frames.top();
        let (id, rule, side): (&'static str, Rule, Option<Side>) = match top {
            Frame::Place(step) => ("prompt-place", R4_1_R3, Some(step.side())),
            Frame::Trench => ("prompt-trench", R4_2G, Some(Side::Republican)),
            Frame::Arrange(side) => ("prompt-arrange", R5_3_R5, Some(side)),
            Frame::Withdraw { infantry: 0, .. } => ("prompt-withdraw-air", R12_3C, Some(Side::Nationalist)),
            Frame::Withdraw { .. } => ("prompt-withdraw", R12_3C, Some(Side::Nationalist)),
            Frame::Arrival => ("prompt-arrival", R9_3_R1, Some(Side::Nationalist)),
            Frame::Battalion(_) => ("prompt-battalion", R13_3_R1, Some(Side::Republican)),
            Frame::Movement(side) => ("prompt-movement", R8_1A, Some(side)),
            Frame::Moving(side) => ("prompt-moving", R8_1B, Some(side)),
            Frame::Combat(side) => ("prompt-combat", R10_1B, Some(side)),
            Frame::Joining(side) => ("prompt-attack", R10_2A, Some(side)),
            Frame::Support(side) => ("prompt-support", R9_4_1A, Some(side)),
            Frame::Columns(side) => ("prompt-columns", R9_4_1B, Some(side)),
            Frame::ShotDown(side, _) => ("prompt-shot-down", R15_1_R1, Some(side)),
            Frame::Decide(side) => ("prompt-decide", R10_5A, Some(side)),
            Frame::Lose(side, ..) => ("prompt-lose", R10_3E, Some(side)),
            Frame::Retreat(side) => ("prompt-retreat", R10_5_1A, Some(side)),
            Frame::Arrive(side) => ("prompt-arrive", R5_1_R1, Some(side)),
            Frame::Advance(side) => ("prompt-advance", R10_4A, Some(side)),
            Frame::Beyond(side, _) => ("prompt-beyond", R10_4_1B, Some(side)),
            Frame::RollDivision(_) => ("chance-division", R4_1B, None),
            Frame::RollArmour => ("chance-armour", R4_3C, None),
            Frame::Weather => ("chance-weather", R11_2A, None),
            Frame::Offensive => ("chance-offensive", R12_2A, None),
            Frame::Success => ("chance-success", R12_3B, None),
            Frame::Surrender => ("chance-surrender", R13_2A, None),
            Frame::Factory => ("chance-factory", R14_2A, None),
            Frame::AirCombat(..) => ("chance-air-combat", R15_1B, None),
            Frame::Bombardment => ("chance-bombardment", R9_4_2D, None),
            Frame::Attrition(..) => ("chance-attrition", R9_1_1A, None),
            Frame::Roll => ("chance-combat", R10_2_D4A, None),
            Frame::Morale => ("chance-morale", R10_6A, None),
            Frame::Over(Side::Nationalist) => ("over-conquered", R14_1K, None),
            Frame::Over(Side::Republican) => ("over-held", R14_1K, None),
            Frame::None | Frame::Setup(_) | Frame::Turn(_) | Frame::Fight(_) => ("over-nothing", R3A, None),
        };
        match side {
            Some(side) if !seat.knows(side) => {
                (Message::new("prompt-wait").with("side", side).with("what", Self::frame_key(top)), rule)
            }
            _ => {
                let mut message = Message::new(id);
                if let (Frame::Place(_), Some((side, own))) = (top, &seen.own) {
                    let next = each(*side, own.hand).next();
                    message = message.with("unit", next.map_or("", |u| self.book.label(u)));
                }
                (message, rule)
            }
        }
    }

    fn printed(&self, piece: &Piece, reduced: bool) -> String {
        let values = piece.back.filter(|_| reduced).unwrap_or(piece.front);
        match piece.kind {
            crate::pieces::Kind::Hq => {
                format!("({}) {}-{}", piece.bombardment, values.defence, values.movement)
            }
            crate::pieces::Kind::Column => format!("({}) {}", piece.bombardment, values.movement),
            _ => format!("{}-{}-{}", values.attack, values.defence, values.movement),
        }
    }

    fn piece_seen(&self, seen: &Seen, unit: Unit, face: Face, words: &Lexicon) -> PieceView {
        let piece = self.book.piece(unit);
        let public = &seen.public;
        let mut tags = Vec::new();
        let level = ["", "dsg", "dsg-1", "dsg-2"][face.marks.level as usize];
        let fought = public.fight_side() == unit.side() && public.fought & unit.bit() != 0;
        let moved =
            seen.own.as_ref().is_some_and(|(side, own)| *side == unit.side() && own.moved & unit.bit() != 0);
        let marks = [
            (!level.is_empty(), level),
            (face.marks.cut, "unsupplied"),
            (face.marks.lorry, "moving-side"),
            (public.used[unit.side()] & unit.bit() != 0, "used"),
            (fought, "fought"),
            (moved, "moved"),
        ];
        tags.extend(marks.into_iter().filter(|(on, _)| *on).map(|(_, tag)| tag));
        let factors = self.printed(piece, face.marks.reduced);
        let steps = if piece.back.is_some() && !face.marks.reduced { 2 } else { 1 };
        let name = Message::new("piece-name")
            .with("unit", piece.label.as_str())
            .with("kind", piece.kind.key())
            .with("factors", factors.as_str())
            .with("steps", steps)
            .with("level", if face.marks.level > 0 { level_text(face.marks.level) } else { "none" })
            .with("supply", if face.marks.cut { "cut" } else { "ok" });
        PieceView {
            id: Some(piece.label.clone()),
            side: Some(unit.side()),
            place: Some(self.book.map.label(face.hex).to_owned()),
            off_map: None,
            factors,
            steps,
            reduced: face.marks.reduced,
            tags,
            name: words.say(&name),
        }
    }

    /// Own counters in full; of the enemy the counters that are seen, with nothing to tell what lies below them (5.3-r1).
    fn pieces_seen(&self, seen: &Seen, words: &Lexicon) -> Vec<PieceView> {
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            match &seen.own {
                Some((own_side, own)) if *own_side == side => {
                    for hex in self.book.map.hexes() {
                        let mut stack: Vec<usize> = own.stack(hex).collect();
                        stack.reverse();
                        for slot in stack {
                            let face = Face { hex, top: own.top(hex) == Some(slot), marks: own.marks(slot) };
                            pieces.push(self.piece_seen(seen, Unit::new(side, slot), face, words));
                        }
                    }
                }
                _ => pieces.extend(seen.faces(side).map(|(u, face)| self.piece_seen(seen, u, face, words))),
            }
            let public = &seen.public;
            let boxed = [
                ("eliminated", public.lost[side]),
                ("withdrawn", public.withdrawn[side]),
                ("reserve", if side == Side::Republican && public.turn == 0 { public.reserve } else { 0 }),
            ];
            let known = match &seen.own {
                Some((own_side, own)) if *own_side == side => own.on(),
                _ => public.on_map[side],
            };
            for (name, units) in boxed {
                for unit in each(side, units & !known) {
                    pieces.push(self.boxed(unit, name));
                }
            }
        }
        pieces
    }

    fn boxed(&self, unit: Unit, name: &str) -> PieceView {
        let piece = self.book.piece(unit);
        PieceView {
            id: Some(piece.label.clone()),
            side: Some(unit.side()),
            off_map: Some(name.to_owned()),
            factors: self.printed(piece, false),
            name: piece.label.clone(),
            ..PieceView::default()
        }
    }

    fn markers(&self, public: &Public, words: &Lexicon) -> Vec<MarkerView> {
        let place = |hex: Hex| self.book.map.label(hex).to_owned();
        let mut markers: Vec<MarkerView> = public
            .trenches
            .iter()
            .map(|h| MarkerView {
                kind: "trench",
                place: place(Hex::at(h)),
                side: Some(Side::Republican),
                text: words.say(&Message::new("marker-trench")),
            })
            .collect();
        if public.factory_gone {
            let text = words.say(&Message::new("marker-factory"));
            markers.push(MarkerView {
                kind: "factory-destroyed",
                place: place(self.book.factory),
                side: None,
                text,
            });
        }
        markers
    }

    /// Hexes that have changed hands.
    fn control_seen(&self, public: &Public) -> Vec<ControlView> {
        let start = self.book.start[Side::Republican];
        let taken = (public.republican - start) | (start - public.republican);
        taken
            .iter()
            .map(|h| ControlView {
                place: self.book.map.label(Hex::at(h)).to_owned(),
                side: if public.republican.has(h) { Side::Republican } else { Side::Nationalist },
            })
            .collect()
    }

    fn card(&self, public: &Public, side: Side, words: &Lexicon) -> CardView {
        let figure = |id: &'static str, value: String, rule: Rule| FigureView {
            title: words.say(&Message::new(id)),
            value,
            rule: Some(rule),
        };
        let mut figures = Vec::new();
        if side == Side::Nationalist {
            let needed = self.book.tables.points;
            figures.push(figure("card-points", format!("{} / {needed}", self.points_of(public)), R14_1K));
        }
        for kind in self.air_kinds(side) {
            let boxes = &public.air[kind];
            let due: Vec<String> = boxes
                .due
                .iter()
                .enumerate()
                .filter(|(_, n)| **n > 0)
                .map(|(t, n)| format!("{n} → {t}"))
                .collect();
            let text = Message::new("card-air")
                .with("ready", boxes.ready)
                .with("used", boxes.used + public.fight.air[kind])
                .with("due", if due.is_empty() { "none".to_owned() } else { due.join(", ") });
            figures.push(FigureView {
                title: self.book.air[kind].label.clone(),
                value: words.say(&text),
                rule: Some(R9_1_1A),
            });
        }
        let hqs = self.book.corps(side).hqs & public.on_map[side];
        let used = (hqs & public.used[side]).count_ones();
        let text = Message::new("card-hqs").with("ready", hqs.count_ones() - used).with("used", used);
        figures.push(FigureView {
            title: words.say(&Message::new("card-hq-title")),
            value: words.say(&text),
            rule: Some(R9_4B),
        });
        let lost = (public.lost[side] & self.book.corps(side).fighters).count_ones();
        figures.push(figure("card-lost", lost.to_string(), R10_3C));
        if side == Side::Republican {
            figures.push(figure(
                "card-brigades",
                format!("{} / {}", public.brigades, self.book.tables.brigades),
                R14_1I,
            ));
        }
        CardView { side, figures }
    }

    fn tracks(&self, public: &Public, words: &Lexicon) -> Vec<TrackView> {
        let say = |id: &'static str| words.say(&Message::new(id));
        let table = &self.book.tables.morale;
        let spaces: Vec<String> = (table.least..=table.most).map(|n| format!("+{n}")).collect();
        let offensive = Message::new("track-offensive-note").with("turn", public.offensive);
        vec![
            TrackView {
                key: "weather",
                title: say("track-weather"),
                spaces: vec![say("weather-fair"), say("weather-rain")],
                at: Some(usize::from(public.rain)),
                note: String::new(),
            },
            TrackView {
                key: "morale",
                title: say("track-morale"),
                spaces,
                at: Some((public.morale - table.least) as usize),
                note: say("track-morale-note"),
            },
            TrackView {
                key: "offensive",
                title: say("track-offensive"),
                spaces: Vec::new(),
                at: None,
                note: words.say(&offensive),
            },
        ]
    }

    pub(super) fn fight_seen(&self, seen: &Seen) -> Option<FightView> {
        let public = &seen.public;
        let fight = &public.fight;
        if !fight.target.is_some() {
            return None;
        }
        let attacker = public.fight_side();
        let label = |u: Unit| self.book.label(u).to_owned();
        let defender = attacker.other();
        let at_target = |u: &Unit| seen.counter(*u).is_some_and(|f| f.hex == fight.target);
        Some(FightView {
            kind: FightKind::Attack,
            target: Some(self.book.map.label(fight.target).to_owned()),
            defenders: each(defender, public.on_map[defender]).filter(at_target).map(label).collect(),
            attackers: each(attacker, fight.attackers).map(label).collect(),
        })
    }
}
