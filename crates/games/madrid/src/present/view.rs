//! The board as a seat sees it, and the layers over it.

use super::sheet::factors;
use crate::Side;
use crate::action::Action;
use crate::book::counters::{Entry, Type};
use crate::chits::{Alternative, Chit, alternatives};
use crate::frame::Frame;
use crate::game::Madrid;
use crate::ids::{AREAS, PLACES, Places, Unit, Units};
use crate::position::{Kind, Pause, Position, Public};
use crate::rules::{self, Rule};
use crate::seen::Seen;
use crate::sequence::phase_word;
use frente_board::Area;
use frente_engine::present::{
    CardView, ControlView, FightKind, FightView, FigureView, HandView, Overlay, PhaseView, PieceView, Shade,
    TrackView, View,
};
use frente_engine::{Game, Lexicon, Message, PerSide, Seat};

/// The steps of a turn, in order, with their messages.
const PHASES: [(&str, &str); 12] = [
    ("pause", "phase-pause"),
    ("council", "phase-council"),
    ("weather", "phase-weather"),
    ("support", "phase-support"),
    ("chits", "phase-chits"),
    ("reinforcements", "phase-reinforcements"),
    ("replacements", "phase-replacements"),
    ("initiative", "phase-initiative"),
    ("impulses", "phase-impulses"),
    ("administration", "phase-administration"),
    ("return", "phase-return"),
    ("refresh", "phase-refresh"),
];

impl Madrid {
    /// Everything a seat sees.
    pub fn view_of(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> View {
        let p = &seen.public;
        let say = |id: &'static str| words.say(&Message::new(id));
        let space = self.book.tables.turns.get(usize::from(p.turn.max(p.first_turn)) - 1);
        let now = phase_word(p);
        let shown = |key: &str| match key {
            "pause" => self.book.scenario.pause,
            "council" => self.book.council_due(p) || now == key,
            "weather" => p.turn >= self.book.tables.weather.from_turn,
            _ => true,
        };
        let mut phases: Vec<PhaseView> = PHASES
            .iter()
            .filter(|(key, _)| shown(key))
            .map(|&(key, title)| PhaseView { key, title: say(title), current: key == now })
            .collect();
        if p.turn == 0 {
            phases = vec![PhaseView { key: "setup", title: say("phase-setup"), current: true }];
        }
        View {
            seat,
            turn: p.turn,
            turns: self.book.scenario.last_turn,
            date: space.map_or(String::new(), |t| format!("{} – {}", t.from, t.to)),
            phases,
            active: self.active(p),
            prompt: words.say(&self.book.prompt(p)),
            prompt_rule: Some(self.frame_rule(p)),
            pieces: self.pieces(p, words),
            markers: Vec::new(),
            control: self.control_views(p),
            cards: self.cards(p, words),
            tracks: self.tracks(p, words),
            hand: self.hand_views(seen, seat, words),
            fight: self.fight_view(p),
        }
    }

    /// A layer over the map.
    pub fn overlay_of(&self, p: &Public, key: &str) -> Option<Overlay> {
        let book = &self.book;
        let labels = |places: Places| -> Vec<String> {
            (places & book.map.land).iter().map(|i| book.map.label(Area::at(i)).to_owned()).collect()
        };
        let mut overlay = Overlay::default();
        match key {
            "control" => {
                for side in Side::BOTH {
                    overlay.shades.push((side.into(), labels(book.controlled(p, side))));
                }
                overlay.shades.push((Shade::Both, labels(p.contested)));
            }
            "supply-republican" | "supply-nationalist" => {
                let side = if key.ends_with("republican") { Side::Republican } else { Side::Nationalist };
                overlay.shades.push((side.into(), labels(book.in_supply(p, side))));
                let cut = book.controlled(p, side) - book.supplied_net(p, side);
                overlay.shades.push((Shade::Cut, labels(cut)));
            }
            "routes" => {
                let cut = book.routes_cut(p);
                for (i, route) in book.map.routes.iter().enumerate() {
                    let shade = if cut >> i & 1 != 0 { Shade::Cut } else { Shade::Republican };
                    overlay.shades.push((shade, labels(route.normal)));
                }
            }
            "terrain" => {
                for i in 0..AREAS {
                    overlay
                        .notes
                        .push((book.map.label(Area::at(i)).to_owned(), format!("+{}", book.map.terrain[i])));
                }
            }
            _ => return None,
        }
        Some(overlay)
    }

    /// Whose impulse it is, or who decides.
    fn active(&self, p: &Public) -> Option<Side> {
        match p.frames.top() {
            Frame::Over(_) => None,
            Frame::SetUp(side)
            | Frame::Buy(side)
            | Frame::Draw(side)
            | Frame::Enter(side)
            | Frame::Rebuild { side, .. }
            | Frame::Impulse(side)
            | Frame::Return(side) => Some(side),
            _ if p.act.kind != Kind::None => Some(p.act.side),
            _ => None,
        }
    }

    fn pieces(&self, p: &Public, words: &Lexicon) -> Vec<PieceView> {
        let supplied =
            PerSide::new(self.book.in_supply(p, Side::Republican), self.book.in_supply(p, Side::Nationalist));
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for i in 0..PLACES {
                // Those who act and those still Fresh lie on top.
                let stack = p.stack[side][i];
                let (fresh, spent) = (stack & p.fresh[side], stack - p.fresh[side]);
                for unit in spent.iter(side).chain(fresh.iter(side)) {
                    pieces.push(self.piece(p, unit, Some(Area::at(i)), None, &supplied, words));
                }
            }
            for unit in p.track[side].iter(side) {
                let space = match self.book.counter(unit).entry {
                    Entry::Turn(turn) => format!("turn-{}", turn.max(p.turn)),
                    _ => format!("turn-{}", p.turn.clamp(4, 6)),
                };
                pieces.push(self.piece(p, unit, None, Some(space), &supplied, words));
            }
            for unit in p.eliminated[side].iter(side) {
                pieces.push(self.piece(p, unit, None, Some("casualties".to_owned()), &supplied, words));
            }
            if p.turn == 0 {
                for unit in self.book.undeployed(p, side).iter(side) {
                    pieces.push(self.piece(p, unit, None, Some("pool".to_owned()), &supplied, words));
                }
            }
        }
        pieces
    }

    fn piece(
        &self,
        p: &Public,
        unit: Unit,
        place: Option<Area>,
        off_map: Option<String>,
        supplied: &PerSide<Places>,
        words: &Lexicon,
    ) -> PieceView {
        let book = &self.book;
        let (counter, side) = (book.counter(unit), unit.side());
        let spent = place.is_some() && !p.is_fresh(unit);
        let mut tags: Vec<&'static str> = Vec::new();
        let mut tag = |on: bool, word: &'static str| {
            if on {
                tags.push(word);
            }
        };
        tag(spent, "spent");
        tag(book.shock_now(p, side).has(unit), "shock");
        let acting = p.act.kind != Kind::None;
        tag(
            acting
                && (p.act.side == side && p.act.units.has(unit)
                    || p.act.side != side && p.act.counter.has(unit)),
            "chosen",
        );
        tag(acting && (p.act.point == unit || p.act.foe_point == unit), "point");
        tag(place.is_some_and(|a| !supplied[side].has(a.index())), "unsupplied");
        tag(place.is_some() && p.city_locked && side == Side::Republican && book.city.has(unit), "locked");
        let shown = factors(counter.faces[usize::from(spent)]);
        let kind = match counter.kind {
            Type::Line => "line",
            Type::Shock => "shock",
            Type::Artillery => "artillery",
        };
        let mut name = format!("{}, {}, {kind} {shown}", counter.name, side.key());
        for tag in &tags {
            let id = match *tag {
                "spent" => "tag-spent",
                "chosen" => "tag-chosen",
                "point" => "tag-point",
                "unsupplied" => "tag-unsupplied",
                "locked" => "tag-locked",
                _ => continue,
            };
            name.push_str(", ");
            name.push_str(&words.say(&Message::new(id)));
        }
        PieceView {
            id: Some(counter.label.clone()),
            side: Some(side),
            place: place.map(|a| book.map.label(a).to_owned()),
            off_map,
            factors: shown,
            steps: 1,
            reduced: spent,
            tags,
            name,
        }
    }

    fn control_views(&self, p: &Public) -> Vec<ControlView> {
        (0..AREAS)
            .map(|i| ControlView {
                place: self.book.map.label(Area::at(i)).to_owned(),
                side: if p.nationalist.has(i) { Side::Nationalist } else { Side::Republican },
            })
            .collect()
    }

    fn cards(&self, p: &Public, words: &Lexicon) -> Vec<CardView> {
        let figure = |id: &'static str, value: String, rule: Rule| FigureView {
            title: words.say(&Message::new(id)),
            value,
            rule: Some(rule),
        };
        Side::BOTH
            .into_iter()
            .map(|side| {
                let mut figures = vec![
                    figure("figure-support", p.support[side].to_string(), rules::R5B),
                    figure(
                        "figure-chits",
                        format!("{} / {}", p.hand[side], self.book.tables.numbers.hand),
                        rules::R6C,
                    ),
                    figure("figure-pool", self.book.pool_size(p, side).to_string(), rules::R6K),
                    figure("figure-fresh", p.fresh[side].len().to_string(), rules::R1_1D),
                    figure("figure-eliminated", p.eliminated[side].len().to_string(), rules::R8A),
                    figure("figure-won", p.won[side].to_string(), rules::R3_5_2C),
                ];
                if side == Side::Nationalist
                    && let (Some(score), Some(points)) = (self.book.score(p), &self.book.scenario.points)
                {
                    let value = format!("{} / {}", score.total(), points.table.win);
                    figures.push(figure("figure-points", value, rules::R12_1R));
                }
                CardView { side, figures }
            })
            .collect()
    }

    fn tracks(&self, p: &Public, words: &Lexicon) -> Vec<TrackView> {
        let book = &self.book;
        let say = |id: &'static str| words.say(&Message::new(id));
        let note = |key: &'static str, title: &'static str, note: String| TrackView {
            key,
            title: say(title),
            spaces: Vec::new(),
            at: None,
            note,
        };
        let mut tracks = vec![TrackView {
            key: "morale",
            title: say("track-morale"),
            spaces: book.tables.morale.iter().map(|l| format!("{} ({:+})", l.name, l.modifier)).collect(),
            at: Some(usize::from(p.morale)),
            note: String::new(),
        }];
        let cut = book.routes_cut(p);
        let roads = book.map.routes.iter().enumerate().map(|(i, r)| {
            format!("{}: {}", r.name, say(if cut >> i & 1 != 0 { "route-cut" } else { "route-open" }))
        });
        tracks.push(TrackView {
            key: "routes",
            title: say("track-routes"),
            spaces: roads.collect(),
            at: None,
            note: format!("{} / {}", cut.count_ones(), book.map.routes.len()),
        });
        tracks.push(note(
            "council",
            "track-council",
            say(if p.council { "council-yes" } else { "council-no" }),
        ));
        if p.turn >= book.tables.weather.from_turn {
            tracks.push(note(
                "weather",
                "track-weather",
                say(if p.bad_weather { "weather-bad" } else { "weather-clear" }),
            ));
        }
        if book.scenario.ban.iter().any(|b| !b.is_empty()) {
            tracks.push(note(
                "rivers",
                "track-rivers",
                say(if p.river_ban { "rivers-barred" } else { "rivers-open" }),
            ));
        }
        if book.scenario.pause {
            let text = match p.pause {
                Pause::Since(turn) => words.say(&Message::new("pause-on").with("turn", turn)),
                Pause::Never => say("pause-off"),
                Pause::Ended(_) => say("pause-over"),
            };
            tracks.push(note("pause", "track-pause", text));
        }
        if book.scenario.city_locked {
            tracks.push(note(
                "city",
                "track-city",
                say(if p.city_locked { "city-locked" } else { "city-free" }),
            ));
        }
        tracks
    }

    fn hand_views(&self, seen: &Seen, seat: Seat, words: &Lexicon) -> Vec<HandView> {
        let Some((side, secret)) = seat.side().and_then(|side| Some((side, seen.secret[side]?))) else {
            return Vec::new();
        };
        let position = Position { public: seen.public, secret: PerSide::new(secret, secret) };
        let mut legal = Vec::new();
        if self.wait(&position).side() == Some(side) {
            self.legal(&position, &mut legal);
        }
        Chit::of(side)
            .iter()
            .filter(|c| secret.hand[c.slot()] > 0)
            .map(|&chit| {
                let effects = Alternative::ALL[..alternatives(chit)].iter();
                let effects = effects.map(|a| words.say(&Message::new(self.book.chit_text(chit, *a))));
                HandView {
                    title: self.book.tables.chits[chit.index()].name.clone(),
                    text: effects.collect::<Vec<_>>().join("; or: "),
                    count: secret.hand[chit.slot()],
                    playable: legal.iter().any(|a| matches!(a, Action::Play(c, _) if *c == chit)),
                }
            })
            .collect()
    }

    pub(super) fn fight_view(&self, p: &Public) -> Option<FightView> {
        let act = &p.act;
        let kind = match act.kind {
            Kind::None | Kind::Movement => return None,
            Kind::Bombardment => FightKind::Bombardment,
            Kind::Combat => FightKind::Combat,
            Kind::Assault => FightKind::Assault,
            Kind::Event(_) if act.target.is_some() => FightKind::Bombardment,
            Kind::Event(_) => return None,
        };
        let labels =
            |side: Side, units: Units| units.iter(side).map(|u| self.book.unit_word(u).to_owned()).collect();
        let target = act.target.is_some().then(|| self.book.map.label(act.target).to_owned());
        let defenders =
            if act.target.is_some() { p.units(act.side.other(), act.target) } else { Units::NONE };
        Some(FightView {
            kind,
            target,
            defenders: labels(act.side.other(), defenders),
            attackers: labels(act.side, act.units),
        })
    }
}
