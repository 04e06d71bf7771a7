//! What is the case now.

use super::sheet::{HITS, factors};
use crate::Guadalajara;
use crate::book::Book;
use crate::frame::{Frame, TurnStep};
use crate::ids::{Unit, Units, Weather};
use crate::position::Position;
use crate::testing::phase;
use frente_engine::present::{
    CardView, ControlView, FightKind, FightView, FigureView, MarkerView, PhaseView, PieceView, TrackView,
    View,
};
use frente_engine::{Game, Lexicon, Message, Rule, Seat, Side, Wait};

/// The phases of a turn, for the banner.
const PHASES: [(&str, &str); 6] = [
    ("weather", "phase-weather"),
    ("bombardment", "phase-bombardment"),
    ("first-movement", "phase-first-movement"),
    ("first-combat", "phase-first-combat"),
    ("second-movement", "phase-second-movement"),
    ("second-combat", "phase-second-combat"),
];

pub(super) fn view(game: &Guadalajara, p: &Position, seat: Seat, words: &Lexicon) -> View {
    let book = &game.book;
    let current = banner(book, p);
    let (prompt, rule) = prompt(game, p, seat);
    View {
        seat,
        turn: game.turn(p),
        turns: book.scenario.last_day - book.scenario.first_day + 1,
        date: format!("{} {}", p.day, book.scenario.month),
        phases: PHASES
            .iter()
            .enumerate()
            .map(|(i, (key, id))| PhaseView {
                key,
                title: words.say(&Message::new(id)),
                current: Some(i) == current,
            })
            .collect(),
        active: (!matches!(p.stack.top(), Frame::Setup(_) | Frame::Over)).then_some(p.active),
        prompt: words.say(&prompt),
        prompt_rule: Some(rule),
        pieces: pieces(book, p, words),
        markers: markers(book, p, words),
        control: (0..book.objectives.len())
            .map(|i| ControlView {
                place: book.map().label(book.objectives[i]).to_owned(),
                side: book.holder(p, i),
            })
            .collect(),
        cards: Side::BOTH.map(|side| card(book, p, side, words)).to_vec(),
        tracks: tracks(book, p, words),
        hand: Vec::new(),
        fight: fight(book, p),
    }
}

/// Which phase of the banner it is.
fn banner(book: &Book, p: &Position) -> Option<usize> {
    let mut at = None;
    for frame in p.stack.frames() {
        at = match frame {
            Frame::Weather | Frame::Turn(TurnStep::Weather) => Some(0),
            Frame::Bombard(_) | Frame::Bombardments(_) => Some(1),
            Frame::Player(side, _) => Some(if *side == book.scenario.first_player { 2 } else { 4 }),
            Frame::AirDefence | Frame::AirAttack | Frame::Combat => at.map(|n| n + 1),
            _ => at,
        };
    }
    at
}

fn prompt(game: &Guadalajara, p: &Position, seat: Seat) -> (Message, Rule) {
    let book = &game.book;
    let rule = crate::game::sequence(p.stack.top());
    match game.wait(p) {
        Wait::Over(outcome) => {
            let message =
                Message::new(outcome.reason).with("winner", outcome.winner.map_or("none", Side::key));
            (message.with("score", book.score(p)), outcome.rule)
        }
        Wait::Chance(chance) => (Message::new(chance.what), rule),
        Wait::Decision(side) if seat.side() != Some(side) => {
            (Message::new("prompt-other").with("side", side), rule)
        }
        Wait::Decision(side) => (own_prompt(book, p, side), rule),
    }
}

/// What the side that decides is asked.
fn own_prompt(book: &Book, p: &Position, side: Side) -> Message {
    let id = match p.stack.top() {
        Frame::Setup(_) => "prompt-setup",
        Frame::Bombard(_) => "prompt-bombard",
        Frame::Bombardments(_) => "prompt-resolve",
        Frame::Movement if p.crowded.is_some() => "prompt-room",
        Frame::Movement if book.withdrawal_day(p) => "prompt-withdrawal",
        Frame::Movement => "prompt-movement",
        Frame::Entering(_) => "prompt-entering",
        Frame::Moving { unit, .. } if book.is_train(unit) => "prompt-moving-train",
        Frame::Moving { .. } => "prompt-moving",
        Frame::AirDefence => "prompt-air-defence",
        Frame::AirAttack => "prompt-air-attack",
        Frame::Combat => "prompt-combat",
        Frame::Declare => "prompt-declare",
        Frame::DefensiveFire => "prompt-support",
        Frame::Retire(_) => "prompt-retire",
        Frame::CombinedArms => "prompt-combined",
        Frame::Losses(_) => "prompt-losses",
        Frame::Retreat(_) => "prompt-retreat",
        Frame::Follow(_) => "prompt-follow",
        Frame::Flee(_) | Frame::Rejoin(_) => "prompt-flee",
        Frame::Advance(_) => "prompt-advance",
        _ => "prompt-other",
    };
    let mut message = Message::new(id).with("side", side).with("air", p.air[side]);
    if let Some(unit) = book.frame_unit(p) {
        message = message.with("unit", super::words::name(book, unit));
    }
    if p.fight.target.is_some() {
        message = message.with("place", super::words::place_name(book, p.fight.target));
        message = message.with("hits", p.fight.hits[side]);
    }
    if p.crowded.is_some() {
        message = message.with("place", super::words::place_name(book, p.crowded));
    }
    if p.stack.top() == Frame::Combat {
        let duty = book.duty(p);
        let bound: Vec<String> = duty
            .units
            .iter()
            .map(Unit::at)
            .filter(|u| duty.bound(p, *u))
            .map(|u| book.counter(u).label.clone())
            .collect();
        let hexes: Vec<&str> = duty.hexes().map(|h| book.map().label(h)).collect();
        message =
            message.with("owed", bound.len()).with("units", bound.join(", ")).with("hexes", hexes.join(", "));
    }
    if let Frame::Moving { left, .. } = p.stack.top() {
        message = message.with("left", quarters(left));
    }
    message
}

/// Quarter points as people write them.
fn quarters(n: u8) -> String {
    match (n / 4, ["", "¼", "½", "¾"][usize::from(n % 4)]) {
        (0, "") => "0".to_owned(),
        (0, rest) => rest.to_owned(),
        (whole, rest) => format!("{whole}{rest}"),
    }
}

fn tags(book: &Book, p: &Position, unit: Unit, duty: &Units) -> Vec<&'static str> {
    let i = unit.index();
    let hits = HITS[usize::from(p.wear[i].hits()).min(HITS.len() - 1)];
    [
        (!hits.is_empty(), hits),
        (p.unsupplied.has(i), "unsupplied"),
        (p.uncommanded.has(i), "uncommanded"),
        (duty.has(i), "must-attack"),
        (p.moved.has(i), "moved"),
        (p.fought.has(i), "fought"),
        (p.struck.has(i), "attacked"),
        (book.counter(unit).motorised && !book.leads(unit), "motorised"),
    ]
    .into_iter()
    .filter_map(|(on, tag)| on.then_some(tag))
    .collect()
}

fn pieces(book: &Book, p: &Position, words: &Lexicon) -> Vec<PieceView> {
    let combat = p.stack.frames().contains(&Frame::Combat);
    let duty = if combat { book.duty(p).units } else { Units::EMPTY };
    let units = (0..book.counters.len()).map(Unit::at);
    // Leaders lie on top.
    let (leaders, others): (Vec<Unit>, Vec<Unit>) = units.partition(|u| book.leads(*u));
    others
        .into_iter()
        .chain(leaders)
        .map(|unit| {
            let c = book.counter(unit);
            let strength = book.strength(p, unit);
            let i = unit.index();
            let off_map = match p.hex(unit).some() {
                Some(_) => None,
                None if p.dead.has(i) || p.driven.has(i) => Some("casualties".to_owned()),
                None if p.gone.has(i) => Some("exited".to_owned()),
                None => Some(book.due(unit).map_or("setup".to_owned(), |day| {
                    if day <= p.day {
                        "waiting".to_owned()
                    } else {
                        format!("turn-{}", day - book.scenario.first_day + 1)
                    }
                })),
            };
            let shown = factors(c, strength);
            let place = p.hex(unit).some().map(|h| book.map().label(h).to_owned());
            let message = Message::new("piece")
                .with("unit", super::words::name(book, unit))
                .with("kind", c.kind.key())
                .with("factors", shown.clone())
                .with("hits", p.wear[i].hits())
                .with("place", place.clone().or_else(|| off_map.clone()).unwrap_or_default());
            PieceView {
                id: Some(c.label.clone()),
                side: Some(c.side),
                place,
                off_map,
                factors: shown,
                steps: strength,
                reduced: p.wear[i].hits() > 0,
                tags: tags(book, p, unit, &duty),
                name: words.say(&message),
            }
        })
        .collect()
}

/// Air points lying on hexes.
fn markers(book: &Book, p: &Position, words: &Lexicon) -> Vec<MarkerView> {
    let mut out = Vec::new();
    let mut add = |kind: &'static str, side: Side, list: &crate::position::AirList| {
        for (hex, points) in list.iter() {
            let text = words.say(&Message::new("marker-air").with("points", points));
            out.push(MarkerView { kind, place: book.map().label(hex).to_owned(), side: Some(side), text });
        }
    };
    if p.stack.frames().iter().any(|f| matches!(f, Frame::Player(..))) {
        add("air-defence", p.active.other(), p.air_defence());
        add("air-attack", p.active, p.air_attack());
    } else {
        for side in Side::BOTH {
            add("air-bombardment", side, &p.assigned[side]);
        }
    }
    out
}

fn card(book: &Book, p: &Position, side: Side, words: &Lexicon) -> CardView {
    let figure = |id: &'static str, value: String, rule: Rule| FigureView {
        title: words.say(&Message::new(id)),
        value,
        rule: Some(rule),
    };
    let mine = book.of[side];
    let lost: u32 = mine.iter().map(|u| u32::from(p.wear[u].hits())).sum();
    let mut figures = vec![
        figure("figure-points", book.points(p, side).to_string(), crate::rules::X8G),
        figure("figure-air", p.air[side].to_string(), crate::rules::R17A),
        figure("figure-lost", lost.to_string(), crate::rules::R9_1E),
        figure("figure-unsupplied", (p.unsupplied & mine).len().to_string(), crate::rules::R11A),
        figure("figure-uncommanded", (p.uncommanded & mine).len().to_string(), crate::rules::R15A),
    ];
    if side == Side::Nationalist {
        figures.push(figure("figure-exited", p.exit_points.to_string(), crate::rules::X8C));
    }
    CardView { side, figures }
}

fn tracks(book: &Book, p: &Position, words: &Lexicon) -> Vec<TrackView> {
    let weather = TrackView {
        key: "weather",
        title: words.say(&Message::new("track-weather")),
        spaces: Weather::ALL.map(|w| w.key().to_owned()).to_vec(),
        at: p.weather_known.then_some(p.weather as usize),
        note: String::new(),
    };
    let score = book.score(p);
    let level = book.outcome(p).reason;
    let victory = TrackView {
        key: "victory",
        title: words.say(&Message::new("track-victory")),
        spaces: Vec::new(),
        at: None,
        note: words.say(&Message::new(level).with("score", score).with("winner", "none")),
    };
    let phase = TrackView {
        key: "phase",
        title: words.say(&Message::new("track-phase")),
        spaces: Vec::new(),
        at: None,
        note: phase(p).to_owned(),
    };
    vec![weather, victory, phase]
}

pub(super) fn fight(book: &Book, p: &Position) -> Option<FightView> {
    let target = p.fight.target.some()?;
    let list = |units: &Units| units.iter().map(|u| book.counters[u].label.clone()).collect::<Vec<_>>();
    let defenders = if p.fight.defenders.is_empty() { book.unstruck(p, target) } else { p.fight.defenders };
    Some(FightView {
        kind: if p.fight.bombardment { FightKind::Bombardment } else { FightKind::Attack },
        target: Some(book.map().label(target).to_owned()),
        defenders: list(&(defenders | p.fight.support)),
        attackers: list(&p.fight.attackers()),
    })
}
