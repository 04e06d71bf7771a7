//! What is the case now, as far as a seat may know.

use super::sheet::factors;
use crate::Brunete;
use crate::frame::{Frame, SegmentStep, TurnStep};
use crate::ids::{Unit, each};
use crate::position::{MadridBox, Place, Public, Resource};
use crate::present::words::{TAGS, resource_name};
use crate::rules as r;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::present::{
    CardView, ControlView, FightKind, FightView, FigureView, HandView, MarkerView, PhaseView, PieceView,
    TrackView, View,
};
use frente_engine::{Lexicon, Message, Rule, Seat, Side};

impl Brunete {
    pub(crate) fn viewed(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let q = &seen.public;
        let say = |id: &'static str| words.say(&Message::new(id));
        // The prompt needs no secret; an imagined position with empty hands waits for the same thing.
        let wait = self.waits(&crate::position::Position { public: *q, secret: Default::default() });
        let (prompt, prompt_rule) = self.prompt(q, seat.side(), wait);
        View {
            seat,
            turn: q.turn,
            turns: self.scenario.turns,
            date: self.book.tables.dates.get(usize::from(q.turn.max(1)) - 1).cloned().unwrap_or_default(),
            phases: self.phases(q, words),
            active: self.active(q),
            prompt: words.say(&prompt),
            prompt_rule,
            pieces: (0..self.book.units.len()).filter_map(|i| self.piece(q, Unit::at(i), words)).collect(),
            markers: Side::BOTH
                .into_iter()
                .flat_map(|side| q.interdictions(side).map(move |h| (side, h)))
                .map(|(side, h)| MarkerView {
                    kind: "interdiction",
                    place: self.book.map.label(h).to_owned(),
                    side: Some(side),
                    text: say("marker-interdiction"),
                })
                .collect(),
            control: self.controlled(q),
            cards: Side::BOTH.map(|side| self.card(q, side, words)).into(),
            tracks: self.tracks(q, words),
            hand: self.hand(seen, seat, words),
            fight: self.fight_view(q),
        }
    }

    /// The parts of a turn for the banner, and which of them is now.
    fn phases(&self, q: &Public, words: &Lexicon) -> Vec<PhaseView> {
        let now = self.banner(q);
        [
            ("administration", "phase-administration"),
            ("operations", "phase-operations"),
            ("reinforcements", "phase-reinforcements"),
            ("movement", "phase-movement"),
            ("combat", "phase-combat"),
            ("reorganisation", "phase-reorganisation"),
        ]
        .map(|(key, id)| PhaseView { key, title: words.say(&Message::new(id)), current: key == now })
        .into()
    }

    fn banner(&self, q: &Public) -> &'static str {
        for frame in q.stack.frames().iter().copied().rev() {
            match frame {
                // A segment's frame names the step that comes next.
                Frame::Segment(_, step) => {
                    return match step {
                        SegmentStep::Reinforcements | SegmentStep::Adjustment => "reinforcements",
                        SegmentStep::Movement | SegmentStep::Combat => "movement",
                        SegmentStep::Supply => "combat",
                    };
                }
                Frame::Turn(step) => {
                    return match step {
                        TurnStep::Initiative
                        | TurnStep::Markers
                        | TurnStep::Supports
                        | TurnStep::Replacements
                        | TurnStep::Resources
                        | TurnStep::Reveal
                        | TurnStep::Infiltration => "administration",
                        TurnStep::Madrid | TurnStep::Aviation | TurnStep::Segments => "operations",
                        TurnStep::Extra | TurnStep::Reorganisation => "movement",
                        TurnStep::End => "reorganisation",
                    };
                }
                _ => {}
            }
        }
        "administration"
    }

    fn active(&self, q: &Public) -> Option<Side> {
        q.stack.frames().iter().copied().rev().find_map(|f| match f {
            Frame::Segment(side, _) | Frame::Movement(side, ..) | Frame::Aviation(side, _) => Some(side),
            _ => None,
        })
    }

    fn piece(&self, q: &Public, unit: Unit, words: &Lexicon) -> Option<PieceView> {
        let (info, text) = (self.book.unit(unit), self.book.text(unit));
        let label = |h: Hex| self.book.map.label(h).to_owned();
        let (place, off_map) = match q.place.of(unit.index()) {
            Place::Out => return None,
            Place::On(h) => (Some(label(h)), None),
            Place::Beside(h) => (None, Some(format!("beside-{}", label(h)))),
            Place::Exited(h) => (None, Some(format!("exited-{}", label(h)))),
            Place::Due(t) => (None, Some(format!("turn-{t}"))),
            Place::Reserve => (None, Some("reserve".to_owned())),
            Place::Recoverable => (None, Some("recoverable".to_owned())),
            Place::Final => (None, Some("final".to_owned())),
        };
        let i = unit.index();
        let frozen = info.frozen && !q.freed && place.is_some();
        let on = [
            q.reduced.has(i),
            q.unsupplied.has(i),
            q.moved.has(i),
            q.fought.has(i),
            q.attacked.has(i),
            q.retreated.has(i),
            info.elite,
            frozen,
        ];
        let mut said = String::new();
        let mut tags = Vec::new();
        for (&(tag, id), _) in TAGS.iter().zip(on).filter(|(_, on)| *on) {
            tags.push(tag);
            said.push_str(", ");
            said.push_str(&words.say(&Message::new(id)));
        }
        let shown = factors(info, q.face(unit));
        let steps = q.steps(&self.book, unit);
        let name = Message::new("piece-name")
            .with("name", text.name.as_str())
            .with("factors", shown.as_str())
            .with("steps", steps)
            .with("marks", said);
        Some(PieceView {
            id: Some(text.label.clone()),
            side: Some(info.side),
            place,
            off_map,
            factors: shown,
            steps,
            reduced: q.reduced.has(unit.index()),
            tags,
            name: words.say(&name),
        })
    }

    /// Objectives and sources, where control matters.
    fn controlled(&self, q: &Public) -> Vec<ControlView> {
        let nets = Side::BOTH.map(|s| self.supplied(q, s));
        let towns = self.book.objectives.iter().map(|o| o.hex);
        let vertices = self.book.vertices.into_iter().map(Hex::at);
        let letters = self.book.entries.iter().map(|e| e.hex);
        towns
            .chain(vertices)
            .chain(letters)
            .filter_map(|h| {
                let side = Side::BOTH.into_iter().find(|s| self.controls(q, *s, h, &nets[s.index()]))?;
                Some(ControlView { place: self.book.map.label(h).to_owned(), side })
            })
            .collect()
    }

    fn card(&self, q: &Public, side: Side, words: &Lexicon) -> CardView {
        let figure = |id: &'static str, value: String, rule: Rule| FigureView {
            title: words.say(&Message::new(id)),
            value,
            rule: Some(rule),
        };
        let stock = |available: u8, used: u8| {
            words.say(&Message::new("figure-stock").with("available", available).with("used", used))
        };
        let (artillery, aviation) = (&q.artillery[side], &q.aviation[side]);
        let mut figures = vec![
            figure("figure-command", q.command[side].to_string(), r::R5_1A),
            figure("figure-artillery", stock(artillery.available, artillery.used), r::R10_3_3B),
            figure("figure-aviation", stock(aviation.available, aviation.used), r::R8B),
            figure("figure-resources", q.resources[side].left.to_string(), r::R5_2A),
            figure("figure-losses", self.casualties(q, side).to_string(), r::R12_1AR),
        ];
        if side == Side::Republican {
            let (yellow, purple) = self.points(q);
            figures.push(figure("figure-yellow", yellow.to_string(), r::R12_1AK));
            figures.push(figure("figure-purple", purple.to_string(), r::R12_1AJ));
        }
        CardView { side, figures }
    }

    fn tracks(&self, q: &Public, words: &Lexicon) -> Vec<TrackView> {
        let say = |id: &'static str| words.say(&Message::new(id));
        let held = u8::from(q.madrid.aviation) + u8::from(q.madrid.more_aviation);
        let note = match (q.madrid.cancelled, held) {
            (true, _) => say("note-cancelled"),
            (false, 0) => String::new(),
            (false, n) => {
                let message = Message::new("note-held")
                    .with("artillery", u8::from(q.madrid.artillery))
                    .with("aviation", n);
                words.say(&message)
            }
        };
        let at = match q.madrid.at {
            MadridBox::Madrid => 0,
            MadridBox::Carabanchel => 1,
            MadridBox::Asylum => 2,
        };
        let due = |side: Side| -> String {
            let turns = (usize::from(q.turn) + 1)..=usize::from(self.scenario.turns);
            let notes = turns.filter_map(|t| {
                let (artillery, aviation) = (q.artillery[side].due[t], q.aviation[side].due[t]);
                let message = Message::new("note-due")
                    .with("turn", t)
                    .with("artillery", artillery)
                    .with("aviation", aviation);
                (artillery + aviation > 0).then(|| words.say(&message))
            });
            let notes: Vec<String> = notes.collect();
            if notes.is_empty() { say("note-none-due") } else { notes.join("; ") }
        };
        vec![
            TrackView {
                key: "initiative",
                title: say("track-initiative"),
                spaces: vec![say("side-republican"), say("side-nationalist")],
                at: Some(q.initiative.index()),
                note: String::new(),
            },
            TrackView {
                key: "madrid",
                title: say("track-madrid"),
                spaces: vec![say("space-madrid"), say("space-carabanchel"), say("space-asylum")],
                at: Some(at),
                note,
            },
            TrackView {
                key: "due-republican",
                title: say("track-due-republican"),
                spaces: Vec::new(),
                at: None,
                note: due(Side::Republican),
            },
            TrackView {
                key: "due-nationalist",
                title: say("track-due-nationalist"),
                spaces: Vec::new(),
                at: None,
                note: due(Side::Nationalist),
            },
        ]
    }

    /// 5.2b, 12.2f: the seat's own secrets; in solo play both sides' (11.4a).
    fn hand(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> Vec<HandView> {
        let mut hand = Vec::new();
        for side in Side::BOTH {
            let Some(secret) = seen.secret[side] else { continue };
            let choosing =
                seen.public.top() == Frame::Resource(side) && seat.side().is_none_or(|s| s == side);
            for k in Resource::ALL.into_iter().filter(|k| secret.hand & k.bit() != 0) {
                let text = match k {
                    Resource::Command => "resource-command-text",
                    Resource::Regular => "resource-regular-text",
                    Resource::Elite => "resource-elite-text",
                    Resource::Reroll => "resource-reroll-text",
                    Resource::Hinder => "resource-hinder-text",
                    Resource::Ground => "resource-ground-text",
                };
                hand.push(HandView {
                    title: words.say(&resource_name(k)),
                    text: words.say(&Message::new(text)),
                    count: 1,
                    playable: choosing,
                });
            }
            if let Some(i) = secret.objective {
                let place = self.book.hex_name(self.book.objectives[usize::from(i)].hex);
                hand.push(HandView {
                    title: words.say(&Message::new("hand-objective")),
                    text: words.say(&Message::new("hand-objective-text").with("place", place)),
                    count: 1,
                    playable: false,
                });
            }
        }
        hand
    }

    pub(super) fn fight_view(&self, q: &Public) -> Option<FightView> {
        let f = &q.fight;
        let target = f.target.some()?;
        let labels = |units| each(units).map(|u| self.book.label(u).to_owned()).collect();
        Some(FightView {
            kind: FightKind::Attack,
            target: Some(self.book.map.label(target).to_owned()),
            defenders: labels(f.defenders),
            attackers: labels(f.attackers),
        })
    }
}
