//! Cases and the harness: odd positions, looking inside, what must always hold.

use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::book::counters::{Arrival, Place};
use crate::frame::{Frame, PlayerStep, Stack, TurnStep};
use crate::ids::{Kind, QUARTERS, Set, UNITS, Unit, Units, Weather};
use crate::position::{AirList, Position};
use frente_board::Hex;
use frente_engine::case::set::{Arranged, hex, number, only, per_side, side, table, text};
use frente_engine::{SetupError, Side, Testable};
use std::collections::BTreeMap;
use toml::{Table, Value};

impl Testable for Guadalajara {
    fn arrange(&self, set: &Table) -> Result<Position, SetupError> {
        let book = &self.book;
        let mut p = if set.is_empty() { book.start() } else { arranged(book, set)? };
        book.run(&mut p, &mut ());
        Ok(p)
    }

    fn inspect(&self, p: &Position, key: &str) -> Option<Value> {
        inspect(&self.book, p, key)
    }

    fn audit(&self, p: &Position) -> Result<(), String> {
        audit(&self.book, p)
    }
}

/// The words of `[set]`.
const WORDS: [&str; 12] = [
    "clear",
    "day",
    "side",
    "phase",
    "weather",
    "weather_known",
    "units",
    "air",
    "air_attack",
    "air_defence",
    "held",
    "exit_points",
];

fn unit(book: &Book, key: &str, label: &str) -> Arranged<Unit> {
    book.find(label).ok_or_else(|| SetupError::new(key, format!("there is no counter {label:?}")))
}

/// The position a `[set]` table describes: on the suggested set-up, or on an empty map with `clear = true`.
fn arranged(book: &Book, set: &Table) -> Arranged<Position> {
    only(set, &WORDS)?;
    let mut p = book.empty();
    if set.get("clear").and_then(Value::as_bool) != Some(true) {
        book.place_suggested(&mut p);
    }
    let mut active = book.scenario.first_player;
    let mut phase = "movement".to_owned();
    let (mut attack, mut defence) = (AirList::EMPTY, AirList::EMPTY);
    p.weather = Weather::Clear;
    p.weather_known = true;
    if let Some(day) = set.get("day") {
        p.day = number("day", day)?;
    }
    p.air = book.air_points(p.day);
    for (key, value) in set {
        match key.as_str() {
            "clear" | "day" => {}
            "side" => active = side(key, text(key, value)?)?,
            "phase" => phase = text(key, value)?.to_owned(),
            "weather" => {
                let word = text(key, value)?;
                p.weather = Weather::ALL
                    .into_iter()
                    .find(|w| w.key() == word)
                    .ok_or_else(|| SetupError::new(key, format!("{word:?}: expected clear, rain or mud")))?;
            }
            "weather_known" => p.weather_known = value.as_bool().unwrap_or(true),
            "exit_points" => p.exit_points = number(key, value)?.into(),
            "air" => {
                for (side, key, points) in per_side(key, value)? {
                    p.air[side] = number(&key, points)?;
                }
            }
            "air_attack" => attack = air_list(book, key, value)?,
            "air_defence" => defence = air_list(book, key, value)?,
            "held" => {
                for (town, holder) in table(key, value)? {
                    let key = format!("held.{town}");
                    let i = book.scenario.objectives.iter().position(|o| o == town);
                    let i = i.ok_or_else(|| SetupError::new(&key, "expected one of the towns that score"))?;
                    let mine = side(&key, text(&key, holder)?)? == Side::Nationalist;
                    p.held = if mine { p.held | 1 << i } else { p.held & !(1 << i) };
                }
            }
            "units" => {
                for (label, place) in table(key, value)? {
                    let key = format!("units.{label}");
                    let unit = unit(book, &key, label)?;
                    put(book, &mut p, unit, &key, text(&key, place)?)?;
                }
            }
            _ => {}
        }
    }
    p.active = active;
    p.assigned[active] = attack;
    p.assigned[active.other()] = defence;
    p.derived = book.derive(&p);
    p.stack = canonical(book, active, &phase).ok_or_else(|| {
        SetupError::new("phase", format!("{phase:?}: expected setup, weather, bombardment, check, movement, stragglers, air-defence, air-attack, combat or end"))
    })?;
    Ok(p)
}

/// The frames of a phase.
fn canonical(book: &Book, active: Side, phase: &str) -> Option<Stack> {
    let mut stack = Stack::EMPTY;
    let turn = |step| Frame::Turn(step);
    let player = |step| {
        let below = if active == book.scenario.first_player { TurnStep::SecondPlayer } else { TurnStep::End };
        [turn(below), Frame::Player(active, step)]
    };
    let frames: &[Frame] = match phase {
        "setup" => &[Frame::Setup(0)],
        "weather" => &[turn(TurnStep::Weather)],
        "bombardment" => &[turn(TurnStep::FirstAssigns)],
        "check" => &player(PlayerStep::Check),
        "movement" => &player(PlayerStep::Movement),
        "stragglers" => &player(PlayerStep::Stragglers),
        "air-defence" => &player(PlayerStep::AirDefence),
        "air-attack" => &player(PlayerStep::AirAttack),
        "combat" => &player(PlayerStep::Combat),
        "end" => &[turn(TurnStep::End)],
        _ => return None,
    };
    for frame in frames {
        stack.push(*frame);
    }
    Some(stack)
}

fn air_list(book: &Book, key: &str, value: &Value) -> Result<AirList, SetupError> {
    let mut list = AirList::EMPTY;
    for (label, points) in table(key, value)? {
        let key = format!("{key}.{label}");
        let hex = hex(book.map(), &key, label)?;
        for _ in 0..number(&key, points)? {
            list.add(hex);
        }
    }
    Ok(list)
}

/// A counter's place and state: `F8`, `F8 hits=1 unsupplied`, `F8 came=F9`, `dead`, `gone`, `off`.
fn put(book: &Book, p: &mut Position, unit: Unit, key: &str, words: &str) -> Result<(), SetupError> {
    let i = unit.index();
    for set in [&mut p.dead, &mut p.gone, &mut p.driven] {
        set.remove(i);
    }
    p.at[i] = Hex::NONE;
    for word in words.split_whitespace() {
        match word.split_once('=') {
            Some(("hits", n)) => {
                let most = book.counter(unit).strength.saturating_sub(1);
                let hits = n.parse().ok().filter(|h| *h <= most);
                let hits =
                    hits.ok_or_else(|| SetupError::new(key, format!("{n}: expected at most {most} hits")))?;
                p.wear[i] = p.wear[i].with_hits(hits);
            }
            Some(("came", from)) => {
                let from = hex(book.map(), key, from)?;
                let at = p.at[i];
                let dir = at.some().and_then(|at| book.map().dir(at, from));
                let dir =
                    dir.ok_or_else(|| SetupError::new(key, "came= needs a neighbour of the hex before it"))?;
                p.wear[i] = p.wear[i].with_came(Some(dir));
            }
            Some(_) => return Err(SetupError::new(key, format!("{word:?}: expected hits= or came="))),
            None => match word {
                "off" => {}
                "dead" => p.dead.insert(i),
                "gone" => p.gone.insert(i),
                "driven" => p.driven.insert(i),
                "barred" => p.barred.insert(i),
                "unsupplied" => p.unsupplied.insert(i),
                "uncommanded" => p.uncommanded.insert(i),
                "moved" => p.moved.insert(i),
                label => p.at[i] = hex(book.map(), key, label)?,
            },
        }
    }
    Ok(())
}

/// Quarter or half points as a number people read.
fn points(n: i32, parts: u8) -> Value {
    Value::Float(f64::from(n) / f64::from(parts))
}

fn by_unit(book: &Book, value: impl Fn(Unit) -> Option<Value>) -> Value {
    let units = (0..UNITS).map(Unit::at);
    Value::Table(units.filter_map(|u| Some((book.counter(u).label.clone(), value(u)?))).collect())
}

/// Where and how a counter is, as [`put`] reads it.
fn whereabouts(book: &Book, p: &Position, unit: Unit) -> String {
    let i = unit.index();
    if p.dead.has(i) {
        return "dead".to_owned();
    }
    if p.gone.has(i) {
        return "gone".to_owned();
    }
    if p.driven.has(i) {
        return "driven".to_owned();
    }
    match p.hex(unit).some() {
        None => "off".to_owned(),
        Some(hex) if p.hits(unit) > 0 => format!("{} hits={}", book.map().label(hex), p.hits(unit)),
        Some(hex) => book.map().label(hex).to_owned(),
    }
}

/// A word for what the position waits for.
pub(crate) fn phase(p: &Position) -> &'static str {
    match p.stack.top() {
        Frame::Setup(_) => "setup",
        Frame::Weather => "weather",
        Frame::Bombard(_) => "bombardment",
        Frame::Bombardments(_) => "bombardments",
        Frame::Movement => "movement",
        Frame::Entering(_) => "entering",
        Frame::Moving { .. } | Frame::Walking { .. } => "moving",
        Frame::AirDefence => "air-defence",
        Frame::AirAttack => "air-attack",
        Frame::Combat => "combat",
        Frame::Declare => "declare",
        Frame::DefensiveFire => "defensive-fire",
        Frame::Retire(_) => "retire",
        Frame::CombinedArms => "combined-arms",
        Frame::Roll => "roll",
        Frame::Losses(_) => "losses",
        Frame::Retreat(_) => "retreat",
        Frame::Follow(_) => "follow",
        Frame::LeaderRolls(_) | Frame::LeaderRoll(_) => "leader-roll",
        Frame::Flee(_) | Frame::Rejoin(_) => "flee",
        Frame::Advance(_) => "advance",
        Frame::Over => "over",
        Frame::Turn(_) | Frame::Player(..) | Frame::Stragglers | Frame::Aftermath => "between",
    }
}

fn inspect(book: &Book, p: &Position, key: &str) -> Option<Value> {
    let int = |n: i64| Some(Value::Integer(n));
    let units = |set: &Units| by_unit(book, |u| Some(Value::Boolean(set.has(u.index()))));
    let both = |f: &dyn Fn(Side) -> Value| {
        Some(Value::Table(Side::BOTH.into_iter().map(|s| (s.key().to_owned(), f(s))).collect()))
    };
    match key {
        "day" => int(p.day.into()),
        "phase" => Some(Value::String(phase(p).to_owned())),
        "side" => Some(Value::String(p.active.key().to_owned())),
        "weather" => Some(Value::String(p.weather.key().to_owned())),
        "units" => Some(by_unit(book, |u| Some(Value::String(whereabouts(book, p, u))))),
        "strength" => Some(by_unit(book, |u| Some(Value::Integer(book.strength(p, u).into())))),
        "fights" => Some(by_unit(book, |u| Some(points(book.halves(p, u).0.into(), 2)))),
        "allowance" => Some(by_unit(book, |u| Some(points(book.allowance(p, u).into(), QUARTERS)))),
        "range" => Some(by_unit(book, |u| Some(Value::Integer(book.counter(u).range.into())))),
        "motorised" => Some(by_unit(book, |u| Some(Value::Boolean(book.counter(u).motorised)))),
        "unsupplied" => Some(units(&p.unsupplied)),
        "uncommanded" => Some(units(&p.uncommanded)),
        "moved" => Some(units(&p.moved)),
        "due" => Some(by_unit(book, |u| Some(arrival(book, u)))),
        "left" => match p.stack.top() {
            Frame::Moving { left, .. } => Some(points(left.into(), QUARTERS)),
            _ => None,
        },
        "reach" => match p.stack.top() {
            Frame::Moving { unit, left, first } => Some(reach(book, p, unit, left, first)),
            _ => None,
        },
        "air" => both(&|s| Value::Integer(p.air[s].into())),
        "points" => both(&|s| Value::Integer(book.points(p, s).into())),
        "score" => int(book.score(p).into()),
        "exit_points" => int(p.exit_points.into()),
        "level" => Some(Value::String(book.outcome(p).reason.trim_start_matches("over-").to_owned())),
        "held" => Some(Value::Table(
            (0..book.objectives.len())
                .map(|i| {
                    (book.scenario.objectives[i].clone(), Value::String(book.holder(p, i).key().to_owned()))
                })
                .collect(),
        )),
        "zone" => both(&|s| {
            let zone = &p.derived.zone[s];
            let hexes = book
                .map()
                .hexes()
                .map(|h| (book.map().label(h).to_owned(), Value::Boolean(zone.has(h.index()))));
            Value::Table(hexes.collect())
        }),
        "duty" => Some(units(&book.duty(p).units)),
        "duty_hexes" => {
            let mut hexes: Vec<&str> = Vec::new();
            let duty = book.duty(p);
            hexes.extend(duty.hexes().map(|h| book.map().label(h)));
            hexes.sort_unstable();
            Some(Value::Array(hexes.into_iter().map(|h| Value::String(h.to_owned())).collect()))
        }
        "roster" => Some(roster(book)),
        "turns" => int((book.scenario.last_day - book.scenario.first_day + 1).into()),
        "attack" | "defence" | "differential" | "column" => {
            let tally = book.tally(&book.prepared(p)?, |_| {});
            match key {
                "attack" => Some(points(tally.attack.into(), 2)),
                "defence" => Some(points(tally.defence.into(), 2)),
                "differential" => int(tally.differential.into()),
                _ => Some(Value::String(book.tables.crt.columns[tally.column].clone())),
            }
        }
        _ => measure(book, key),
    }
}

/// Facts of the map and the tables: `distance B2 AH34`, `sight A1 A3`, `neighbours B2`, `crt +3+4 5`, `column -7`, `weather rain 6`,
/// `zone setup-marzo`.
fn measure(book: &Book, key: &str) -> Option<Value> {
    let words: Vec<&str> = key.split_whitespace().collect();
    let hex = |label: &str| book.map().find(label);
    match words[..] {
        ["distance", a, b] => Some(Value::Integer(book.map().distance(hex(a)?, hex(b)?).into())),
        ["sight", a, b] => Some(Value::Boolean(book.ground.sight[hex(a)?.index()].has(hex(b)?.index()))),
        ["neighbours", a] => {
            let around = book.map().around(hex(a)?);
            Some(Value::Array(around.map(|(_, h)| Value::String(book.map().label(h).to_owned())).collect()))
        }
        ["name", a] => book.map().name(hex(a)?).map(|n| Value::String(n.to_owned())),
        ["crt", column, die] => {
            let column = book.tables.crt.columns.iter().position(|c| c == column)?;
            let die: u8 = die.parse().ok().filter(|d| (1..=6).contains(d))?;
            Some(Value::String(book.tables.crt.cell(column, die).printed()))
        }
        ["column", differential] => {
            let column = book.tables.crt.column(differential.parse().ok()?);
            Some(Value::String(book.tables.crt.columns[column].clone()))
        }
        ["weather", after, die] => {
            let tables = &book.tables.weather;
            let row = match after {
                "first" => &tables.first,
                "clear" => &tables.clear,
                "rain" => &tables.rain,
                "mud" => &tables.mud,
                _ => return None,
            };
            let die: usize = die.parse().ok()?;
            Some(Value::String(row.get(die.checked_sub(1)?)?.key().to_owned()))
        }
        ["zone", name] => {
            let zone = book.map().zone(name)?;
            Some(Value::Array(
                zone.iter().map(|h| Value::String(book.map().label(Hex::at(h)).to_owned())).collect(),
            ))
        }
        ["zone-size", name] => Some(Value::Integer(book.map().zone(name)?.len() as i64)),
        _ => None,
    }
}

/// The places a counter on the move may go to, with the points it then has left; by a single step and by the way round, the better.
fn reach(book: &Book, p: &Position, unit: Unit, left: u8, first: bool) -> Value {
    let mut list = Vec::new();
    book.list_moving(p, unit, left, first, &mut list);
    let mut best: BTreeMap<String, u8> = BTreeMap::new();
    for action in list {
        let Action::Go(_, path) = action else { continue };
        let end = book.map().along(p.hex(unit), path).last();
        let Some((rest, _)) = book.walked(p, unit, path, left, first) else { continue };
        let known = best.entry(end.map_or("", |h| book.map().label(h)).to_owned()).or_default();
        *known = rest.max(*known);
    }
    Value::Table(best.into_iter().map(|(hex, rest)| (hex, points(rest.into(), QUARTERS))).collect())
}

fn arrival(book: &Book, unit: Unit) -> Value {
    let words = match book.counter(unit).arrival {
        Arrival::Setup(group) => book.scenario.groups[usize::from(group)].zone.clone(),
        Arrival::Day(day, place) => {
            let place = match place {
                Place::South => "south",
                Place::North => "north",
                Place::Train => "train",
            };
            format!("{day} {place}")
        }
    };
    Value::String(words)
}

/// The order of battle, by nation and formation: how many counters of each branch.
fn roster(book: &Book) -> Value {
    let mut counts: BTreeMap<String, BTreeMap<&'static str, u8>> = BTreeMap::new();
    for c in &book.counters {
        let nation = match (c.side, c.nation.as_deref()) {
            (Side::Nationalist, Some("italian")) => "Italian",
            (Side::Nationalist, _) => "Nationalist",
            (Side::Republican, _) => "Republican",
        };
        let kind = if c.kind == Kind::Leader { "leader" } else { "unit" };
        *counts.entry(format!("{nation} {}", c.formation)).or_default().entry(c.kind.key()).or_default() += 1;
        *counts.entry(nation.to_owned()).or_default().entry(kind).or_default() += 1;
    }
    let words = |kinds: BTreeMap<&str, u8>| {
        let words: Vec<String> = kinds.iter().map(|(k, n)| format!("{n} {k}")).collect();
        Value::String(words.join(", "))
    };
    Value::Table(counts.into_iter().map(|(k, v)| (k, words(v))).collect())
}

fn audit(book: &Book, p: &Position) -> Result<(), String> {
    let label = |u: usize| &book.counters[u].label;
    if book.derive(p) != p.derived {
        return Err("derived data differ from what the position implies".to_owned());
    }
    let lost = [p.dead, p.driven, p.gone];
    for i in 0..UNITS {
        let fates = lost.iter().filter(|s| s.has(i)).count();
        if fates > 1 || (fates == 1 && p.at[i].is_some()) {
            return Err(format!("{} is out of the game and in it", label(i)));
        }
        let strength = book.counters[i].strength;
        let hits = p.wear[i].hits();
        if hits > strength || (p.at[i].is_some() && strength > 0 && hits >= strength) {
            return Err(format!("{} has {hits} hits", label(i)));
        }
        let due = book.due(Unit::at(i)).unwrap_or(0);
        if p.at[i].is_some() && due > p.day {
            return Err(format!("{} is on the map before its day", label(i)));
        }
    }
    let moving = match p.stack.top() {
        Frame::Moving { unit, .. } => Some(unit),
        Frame::Flee(_) if p.walk.unit != Unit::NONE => Some(p.walk.unit),
        _ => p.stack.frames().iter().find_map(|f| match f {
            Frame::Moving { unit, .. } => Some(*unit),
            _ => None,
        }),
    };
    let places: Set = p.at.iter().filter(|h| h.is_some()).map(|h| h.index()).collect();
    for hex in places.iter().map(Hex::at) {
        let place = book.map().label(hex);
        let held = Side::BOTH.map(|s| p.stack_at(hex).any(|u| book.side(u) == s && !book.leads(u)));
        let led = Side::BOTH.map(|s| p.stack_at(hex).any(|u| book.side(u) == s && book.leads(u)));
        // Leaders of both sides may meet (12-r8); a leader may still be there when the unit that drives him out has come.
        let fleeing = matches!(p.stack.top(), Frame::Flee(_));
        if held[0] && held[1] || !fleeing && (held[0] && led[1] || held[1] && led[0]) {
            return Err(format!("{place} holds counters of both sides"));
        }
        // A unit may pass through a full hex (6g), and room may still have to be made in one (7-r3).
        let passing = moving.is_some_and(|u| p.hex(u) == hex) || p.crowded == hex;
        if !passing && let Err(rule) = book.fits(p, hex, None) {
            return Err(format!("{place} breaks stacking rule {rule}"));
        }
    }
    let crowd = p.crowded.is_some() && book.fits(p, p.crowded, None).is_ok();
    if p.stack.top() == Frame::Movement && crowd || p.stack.top() == Frame::Combat && p.crowded.is_some() {
        return Err("room is to be made where there is room".to_owned());
    }
    if matches!(p.stack.top(), Frame::Movement | Frame::Combat) {
        for leader in book.leaders.iter().map(Unit::at).filter(|l| p.hex(*l).is_some()) {
            if book.alone(p, leader) && book.threatened(p, book.side(leader), p.hex(leader)) {
                return Err(format!("{} stands alone next to the enemy", label(leader.index())));
            }
        }
        if p.fight != crate::position::fight::Fight::NONE {
            return Err("a combat is over and its record is not wiped".to_owned());
        }
    }
    Ok(())
}
