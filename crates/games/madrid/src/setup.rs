//! Odd positions for cases, looking inside, and what must hold in every position.

use crate::Side;
use crate::book::Book;
use crate::chits::Chit;
use crate::counters::{Entry, Type, Unit, Units};
use crate::frame::{Frame, Frames, Phase, Window};
use crate::game::Madrid;
use crate::map::{AREAS, PLACES, Places};
use crate::position::{Pause, Position, Public};
use crate::scenario::SetupKind;
use frente_board::Area;
use frente_engine::{Game, SetupError, Testable};
use toml::{Table, Value};

type Set = Result<(), SetupError>;

fn wrong(key: &str, problem: impl Into<String>) -> SetupError {
    SetupError::new(key, problem)
}

fn number(key: &str, value: &Value) -> Result<u8, SetupError> {
    let n = value.as_integer().and_then(|n| u8::try_from(n).ok());
    n.ok_or_else(|| wrong(key, format!("{value}; expected a whole number from 0 to 255")))
}

fn flag(key: &str, value: &Value) -> Result<bool, SetupError> {
    value.as_bool().ok_or_else(|| wrong(key, format!("{value}; expected true or false")))
}

fn text<'a>(key: &str, value: &'a Value) -> Result<&'a str, SetupError> {
    value.as_str().ok_or_else(|| wrong(key, format!("{value}; expected a word in quotes")))
}

fn table<'a>(key: &str, value: &'a Value) -> Result<&'a Table, SetupError> {
    value.as_table().ok_or_else(|| wrong(key, format!("{value}; expected a table {{ … }}")))
}

fn list<'a>(key: &str, value: &'a Value) -> Result<Vec<&'a str>, SetupError> {
    let items = value.as_array().ok_or_else(|| wrong(key, format!("{value}; expected a list [ … ]")))?;
    items.iter().map(|item| text(key, item)).collect()
}

fn side(key: &str, word: &str) -> Result<Side, SetupError> {
    word.parse().map_err(|e: frente_engine::side::NotASide| wrong(key, e.to_string()))
}

/// A table with one entry for each side.
fn per_side<'a>(key: &str, value: &'a Value) -> Result<Vec<(Side, String, &'a Value)>, SetupError> {
    table(key, value)?.iter().map(|(k, v)| Ok((side(key, k)?, format!("{key}.{k}"), v))).collect()
}

/// Words for the steps of a turn.
fn phase_named(word: &str, who: Side) -> Option<Frame> {
    Some(match word {
        "pause" => Frame::Turn(Phase::Pause),
        "council" => Frame::Turn(Phase::Council),
        "weather" => Frame::Turn(Phase::Weather),
        "support" => Frame::Turn(Phase::Support),
        "chits" => Frame::Turn(Phase::Chits(who)),
        "reinforcements" => Frame::Turn(Phase::Reinforcements(who)),
        "replacements" => Frame::Turn(Phase::Replacements(who)),
        "initiative" => Frame::Turn(Phase::Initiative),
        "impulses" => Frame::Impulse(who),
        "administration" => Frame::Turn(Phase::Administration),
        "return" => Frame::Turn(Phase::Return(who)),
        "refresh" => Frame::Turn(Phase::Refresh),
        _ => return None,
    })
}

/// The word for what a position is at.
pub fn phase_word(p: &Public) -> &'static str {
    match p.frames.bottom() {
        Frame::Over(_) => "over",
        _ if p.turn == 0 => "setup",
        // The bottom frame names the step that comes next.
        Frame::Turn(phase) => match phase {
            Phase::Pause => "refresh",
            Phase::Council => "pause",
            Phase::Weather => "council",
            Phase::Support => "weather",
            Phase::Chits(Side::Nationalist) => "support",
            Phase::Chits(Side::Republican) | Phase::Reinforcements(Side::Nationalist) => "chits",
            Phase::Reinforcements(Side::Republican) | Phase::Replacements(Side::Nationalist) => {
                "reinforcements"
            }
            Phase::Replacements(Side::Republican) | Phase::Initiative => "replacements",
            Phase::Impulses => {
                if matches!(p.frames.top(), Frame::InitiativeDie(_) | Frame::RunDie) {
                    "initiative"
                } else {
                    "impulses"
                }
            }
            Phase::Administration => "impulses",
            Phase::Return(Side::Nationalist) => "administration",
            Phase::Return(Side::Republican) | Phase::Refresh => "return",
        },
        _ => "impulses",
    }
}

fn window_word(window: Window) -> &'static str {
    match window {
        Window::Open => "open",
        Window::CancelStampede => "cancel-stampede",
        Window::Morale => "morale",
        Window::UnderFire => "under-fire",
        Window::Fire => "fire",
        Window::FireRolled => "fire-rolled",
        Window::Defend => "defend",
        Window::CancelFortification => "cancel-fortification",
        Window::Named => "named",
        Window::Before => "before",
        Window::Rolled => "rolled",
        Window::End => "end",
    }
}

impl Book {
    fn arrange_units(&self, p: &mut Public, value: &Value) -> Set {
        for (label, place) in table("units", value)? {
            let key = format!("units.{label}");
            let unit = self.find(label).ok_or_else(|| wrong(&key, "there is no such unit"))?;
            let place = text(&key, place)?;
            let (place, spent) = place.strip_suffix(" spent").map_or((place, false), |rest| (rest, true));
            self.take_off(p, unit);
            let side = unit.side();
            match place {
                "eliminated" => p.eliminated[side].insert(unit),
                "removed" => p.removed[side].insert(unit),
                "track" => p.track[side].insert(unit),
                _ => {
                    let area = self.map.areas.find(place).ok_or_else(|| {
                        wrong(
                            &key,
                            format!("{place:?}; expected an area, a box, eliminated, removed or track"),
                        )
                    })?;
                    if !self.has_room(p, side, area, 1) {
                        return Err(wrong(&key, "more units than may stack there"));
                    }
                    p.put(unit, area);
                    if !spent {
                        p.fresh[side].insert(unit);
                    }
                }
            }
        }
        Ok(())
    }

    fn take_off(&self, p: &mut Public, unit: Unit) {
        let side = unit.side();
        p.lift(unit);
        for set in [&mut p.fresh, &mut p.eliminated, &mut p.removed, &mut p.track] {
            set[side].remove(unit);
        }
        p.pending.remove(unit);
    }

    fn arrange_hands(&self, position: &mut Position, value: &Value) -> Set {
        for (side, key, chits) in per_side("hand", value)? {
            for word in list(&key, chits)? {
                let chit = self
                    .chit_named(side, word)
                    .ok_or_else(|| wrong(&key, format!("{word:?} is no chit of that side")))?;
                if position.public.hand[side] >= self.tables.numbers.hand || self.pool(position, chit) == 0 {
                    return Err(wrong(&key, format!("no {word:?} is left to be held")));
                }
                position.secret[side].hand[chit.slot()] += 1;
                position.public.hand[side] += 1;
            }
        }
        Ok(())
    }

    fn chit_named(&self, side: Side, word: &str) -> Option<Chit> {
        Chit::of(side).iter().copied().find(|c| self.chit_word(*c) == word)
    }

    /// Keys that are one value each.
    fn arrange_value(&self, p: &mut Public, key: &str, value: &Value) -> Set {
        match key {
            "first-turn" => p.first_turn = number(key, value)?,
            "morale" => {
                let level = self.tables.morale_level(text(key, value)?);
                p.morale = level.ok_or_else(|| wrong(key, "there is no such level of morale"))?;
            }
            "council" => p.council = flag(key, value)?,
            "bad-weather" => p.bad_weather = flag(key, value)?,
            "river-ban" => p.river_ban = flag(key, value)?,
            "city-locked" => p.city_locked = flag(key, value)?,
            "strife" => p.strife = flag(key, value)?,
            "valencia" => p.valencia = number(key, value)?,
            "durruti" => p.durruti = number(key, value)?,
            "run" => p.run = number(key, value)?,
            "passes" => p.passes = number(key, value)?,
            "pause-since" => p.pause = Pause::Since(number(key, value)?),
            "pause-ended" => p.pause = Pause::Ended(number(key, value)?),
            "support" | "won" => {
                for (side, key, n) in per_side(key, value)? {
                    let n = number(&key, n)?;
                    if key.starts_with("support") {
                        p.support[side] = n;
                    } else {
                        p.won[side] = n;
                    }
                }
            }
            "control" => {
                for (side, key, areas) in per_side(key, value)? {
                    for label in list(&key, areas)? {
                        let area = self.map.areas.find(label).filter(|a| !self.map.is_box(*a));
                        let area = area.ok_or_else(|| wrong(&key, format!("there is no area {label:?}")))?;
                        p.nationalist.set(area.index(), side == Side::Nationalist);
                    }
                }
            }
            "played" | "gone" => {
                for (side, full, chits) in per_side(key, value)? {
                    for word in list(&full, chits)? {
                        let chit = self
                            .chit_named(side, word)
                            .ok_or_else(|| wrong(&full, "no chit of that side"))?;
                        if self.loose(p, chit) == 0 {
                            return Err(wrong(&full, format!("no {word:?} is left")));
                        }
                        if key == "gone" {
                            p.gone[side][chit.slot()] += 1;
                        } else {
                            p.played[side] |= chit.bit();
                            p.aside[side][chit.slot()] += 1;
                        }
                    }
                }
            }
            _ => return Err(wrong(key, "there is no such key")),
        }
        Ok(())
    }

    /// 3.5.1a: who alone stands in an area controls it; what is contested is marked.
    fn arrange_areas(&self, p: &mut Public) {
        for i in 0..AREAS {
            let [red, blue] = Side::BOTH.map(|side| p.stack[side][i].any());
            if red != blue {
                p.nationalist.set(i, blue);
            }
            p.contested.set(i, red && blue);
        }
    }

    /// Puts what the set-up leaves in hand where its first mark says; a free set-up leaves it out.
    fn arrange_rest(&self, p: &mut Public) {
        for side in Side::BOTH {
            for unit in self.undeployed(p, side).iter(side) {
                match self.counter(unit).marks.first() {
                    Some(place) if self.scenario.setup == SetupKind::Counters => {
                        p.put(unit, Area::at(place));
                        p.fresh[side].insert(unit);
                    }
                    _ => p.removed[side].insert(unit),
                }
            }
        }
        p.pending = Units::NONE;
    }
}

impl Testable for Madrid {
    fn arrange(&self, set: &Table) -> Result<Position, SetupError> {
        let mut position = self.start();
        if set.is_empty() {
            return Ok(position);
        }
        let book = &self.book;
        let p = &mut position.public;
        let who = set.get("side").map_or(Ok(Side::Nationalist), |v| side("side", text("side", v)?))?;
        let phase = set.get("phase").map_or(Ok("impulses"), |v| text("phase", v))?;
        let setting_up = phase == "setup";
        if !setting_up {
            book.arrange_rest(p);
            p.turn = p.first_turn;
        }
        if set.get("clear").map_or(Ok(false), |v| flag("clear", v))? {
            for side in Side::BOTH {
                for unit in book.all(side).iter(side) {
                    book.take_off(p, unit);
                    p.removed[side].insert(unit);
                }
            }
        }
        // Which chits are in play depends on the turn, so it comes first.
        if let Some(value) = set.get("turn") {
            p.turn = number("turn", value)?;
        }
        for (key, value) in set {
            match key.as_str() {
                "units" => book.arrange_units(p, value)?,
                "turn" | "side" | "phase" | "clear" | "hand" => {}
                key => book.arrange_value(p, key, value)?,
            }
        }
        book.arrange_areas(p);
        if p.turn == 0 && !setting_up {
            return Err(wrong("turn", "0; expected at least 1"));
        }
        if !set.contains_key("river-ban") {
            let opened = |i: usize| {
                let [red, blue] = Side::BOTH.map(|side| p.stack[side][i].len());
                blue > 0 && blue >= red
            };
            p.river_ban &= !book.map.urban.iter().any(opened);
        }
        if !set.contains_key("city-locked") {
            p.city_locked &= p.units(Side::Nationalist, book.map.madrid).is_empty();
        }
        if let Some(hands) = set.get("hand") {
            book.arrange_hands(&mut position, hands)?;
        }
        if !setting_up {
            let p = &mut position.public;
            let frame =
                phase_named(phase, who).ok_or_else(|| wrong("phase", format!("{phase:?} is no phase")))?;
            p.frames = Frames::default();
            if matches!(frame, Frame::Impulse(_)) {
                p.frames.push(Frame::Turn(Phase::Impulses));
            }
            p.frames.push(frame);
            book.run(&mut position, &mut ());
        }
        Ok(position)
    }

    fn inspect(&self, position: &Position, key: &str) -> Option<Value> {
        let book = &self.book;
        let p = &position.public;
        let labels = |places: Places| -> Value {
            Value::Array(places.iter().map(|i| Value::from(book.map.label(Area::at(i)))).collect())
        };
        let sides = |f: &dyn Fn(Side) -> Value| -> Value {
            Value::Table(Side::BOTH.into_iter().map(|s| (s.key().to_owned(), f(s))).collect())
        };
        let int = |n: i64| Value::Integer(n);
        let unit_or = |u: Unit| Value::from(if u.is_some() { book.unit_word(u) } else { "none" });
        let words = |units: Units, side: Side| -> Value {
            Value::Array(units.iter(side).map(|u| Value::from(book.unit_word(u))).collect())
        };
        Some(match key {
            "turn" => int(p.turn.into()),
            "turns" => int(book.scenario.last_turn.into()),
            "income" => {
                let space = |t: &crate::tables::TurnSpace| {
                    let support: frente_engine::PerSide<u8> = t.support.into();
                    let pair = [Side::Nationalist, Side::Republican].map(|s| int(support[s].into()));
                    (t.number.to_string(), Value::Array(pair.to_vec()))
                };
                Value::Table(book.tables.turns.iter().map(space).collect())
            }
            "phase" => Value::from(phase_word(p)),
            "asks" => Value::from(book.window(p).map_or("nothing", window_word)),
            "units" => self.all_units(p),
            "counters" => self.all_counters(),
            "morale" => Value::from(book.tables.morale[usize::from(p.morale)].name.as_str()),
            "morale-value" => int(book.tables.morale[usize::from(p.morale)].modifier.into()),
            "support" => sides(&|s| int(p.support[s].into())),
            "won" => sides(&|s| int(p.won[s].into())),
            "hand" => sides(&|s| int(p.hand[s].into())),
            "holds" => sides(&|s| self.chit_counts(s, &|c| position.secret[s].hand[c.slot()])),
            "pool" => sides(&|s| self.chit_counts(s, &|c| book.pool(position, c))),
            "gone" => sides(&|s| self.chit_counts(s, &|c| p.gone[s][c.slot()])),
            "control" => {
                let side = |i: usize| if p.nationalist.has(i) { Side::Nationalist } else { Side::Republican };
                let areas =
                    (0..AREAS).map(|i| (book.map.label(Area::at(i)).to_owned(), Value::from(side(i).key())));
                Value::Table(areas.collect())
            }
            "nationalist-areas" => labels(p.nationalist),
            "contested" => labels(p.contested),
            "supply" => sides(&|s| labels(book.in_supply(p, s))),
            "cut" => {
                let cut = book.routes_cut(p);
                let names = book.map.routes.iter().enumerate().filter(|(i, _)| cut >> i & 1 != 0);
                Value::Array(names.map(|(_, r)| Value::from(r.name.as_str())).collect())
            }
            "council" => Value::Boolean(p.council),
            "council-modifier" => int(book.council_modifier(p).into()),
            "bad-weather" => Value::Boolean(p.bad_weather),
            "river-ban" => Value::Boolean(p.river_ban),
            "city-locked" => Value::Boolean(p.city_locked),
            "pause" => Value::Boolean(p.pausing()),
            "strife" => Value::Boolean(p.strife),
            "valencia" => int(p.valencia.into()),
            "durruti" => int(p.durruti.into()),
            "run" => int(p.run.into()),
            "points" => int(book.score(p)?.total().into()),
            "losses" => sides(&|s| int(p.act.losses[s].into())),
            "left" => int(p.act.left.into()),
            "here" => Value::from(book.map.label(p.act.here)),
            "point" => unit_or(p.act.point),
            "foe-point" => unit_or(p.act.foe_point),
            "counter-attackers" => words(p.act.counter, p.act.side.other()),
            "testing" => words(p.act.testing, Side::Republican),
            "modifier" => int(p.act.modifier.into()),
            "areas" => self.all_areas(),
            "places" => int(PLACES as i64),
            "boxes" => sides(&|s| labels(book.map.boxes[s.index()])),
            "routes" => {
                Value::Table(book.map.routes.iter().map(|r| (r.name.clone(), labels(r.normal))).collect())
            }
            _ => return None,
        })
    }

    fn audit(&self, position: &Position) -> Result<(), String> {
        let book = &self.book;
        let p = &position.public;
        let must = |on: bool, what: &dyn Fn() -> String| if on { Ok(()) } else { Err(what()) };
        for side in Side::BOTH {
            let mut seen = Units::NONE;
            let mut homes = vec![p.eliminated[side], p.removed[side], p.track[side]];
            homes.extend(p.stack[side]);
            if let Frame::Rebuilt(unit) = p.frames.top()
                && unit.side() == side
            {
                homes.push(unit.only());
            }
            if p.turn == 0 {
                homes.push(book.undeployed(p, side));
            }
            for home in homes {
                must((seen & home).is_empty(), &|| {
                    format!("{side}: a unit in two places: {:?}", seen & home)
                })?;
                seen |= home;
            }
            must(seen == book.all(side), &|| format!("{side}: units missing: {:?}", book.all(side) - seen))?;
            let on_map = p.stack[side].iter().fold(Units::NONE, |all, s| all | *s);
            must((p.fresh[side] - on_map).is_empty(), &|| format!("{side}: Fresh units off the map"))?;
            for i in 0..PLACES {
                let stack = p.stack[side][i];
                must(p.held[side].has(i) == stack.any(), &|| {
                    format!("{side}: held places are not what stacks imply")
                })?;
                let limit = i >= AREAS || stack.len() <= book.tables.stacking.limit;
                must(limit, &|| format!("{side}: {} units in {}", stack.len(), book.map.label(Area::at(i))))?;
                must(stack.is_empty() || !book.map.boxes[side.other().index()].has(i), &|| {
                    "a unit in an enemy box".to_owned()
                })?;
                for unit in stack.iter(side) {
                    must(p.place_of(unit) == Area::at(i), &|| {
                        format!("{} stands elsewhere", book.unit_word(unit))
                    })?;
                }
            }
            let held: u8 = position.secret[side].hand.iter().sum();
            must(held == p.hand[side] && held <= book.tables.numbers.hand, &|| {
                format!("{side}: a hand of {held}")
            })?;
            for &chit in Chit::of(side) {
                let info = &book.tables.chits[chit.index()];
                let out = p.gone[side][chit.slot()]
                    + p.aside[side][chit.slot()]
                    + position.secret[side].hand[chit.slot()];
                must(out <= info.count, &|| format!("{} chits {} of {}", out, info.name, info.count))?;
            }
        }
        must(usize::from(p.morale) < book.tables.morale.len(), &|| "morale off the track".to_owned())?;
        must(p.nationalist.within(&book.map.land), &|| "a box under control".to_owned())?;
        // Control and contested areas are judged at once, but for the area in which losses or fire are being taken.
        let busy = |i: usize| [p.act.target, p.act.here].contains(&Area::at(i));
        for i in (0..AREAS).filter(|&i| !busy(i)) {
            let [red, blue] = Side::BOTH.map(|side| p.stack[side][i].any());
            must(p.contested.has(i) == (red && blue), &|| {
                format!("{}: contested wrongly", book.map.label(Area::at(i)))
            })?;
            must(red == blue || p.nationalist.has(i) == blue, &|| {
                format!("{}: controlled by who is not there", book.map.label(Area::at(i)))
            })?;
        }
        Ok(())
    }
}

impl Madrid {
    fn all_units(&self, p: &Public) -> Value {
        let mut all = Table::new();
        for side in Side::BOTH {
            for unit in self.book.all(side).iter(side) {
                all.insert(self.book.unit_word(unit).to_owned(), Value::from(self.where_is(p, unit)));
            }
        }
        Value::Table(all)
    }

    fn where_is(&self, p: &Public, unit: Unit) -> String {
        let side = unit.side();
        let place = p.place_of(unit);
        if place.is_some() {
            let face = if p.is_fresh(unit) { "" } else { " spent" };
            return format!("{}{face}", self.book.map.label(place));
        }
        let homes = [(p.eliminated, "eliminated"), (p.removed, "removed"), (p.track, "track")];
        let home = homes.iter().find(|(set, _)| set[side].has(unit));
        home.map_or("unplaced", |(_, word)| word).to_owned()
    }

    fn chit_counts(&self, side: Side, count: &dyn Fn(Chit) -> u8) -> Value {
        let counts = Chit::of(side)
            .iter()
            .map(|c| (self.book.chit_word(*c).to_owned(), Value::Integer(count(*c).into())));
        Value::Table(counts.collect())
    }

    fn all_counters(&self) -> Value {
        let mut all = Table::new();
        for side in Side::BOTH {
            for counter in &self.book.counters[side] {
                let face = |i: usize| {
                    let f = counter.faces[i];
                    let attack = f.attack.map_or(String::new(), |a| format!("{a}-"));
                    Value::from(format!("{attack}{}-{}", f.defence, f.moves))
                };
                let kind = match counter.kind {
                    Type::Line => "line",
                    Type::Shock => "shock",
                    Type::Artillery => "artillery",
                };
                let entry = match counter.entry {
                    Entry::Start => "start".to_owned(),
                    Entry::Turn(turn) => format!("turn {turn}"),
                    Entry::Rada => "rada".to_owned(),
                };
                let info = [
                    ("side", Value::from(side.key())),
                    ("type", Value::from(kind)),
                    ("fresh", face(0)),
                    ("spent", face(1)),
                    ("entry", Value::from(entry)),
                    ("communist", Value::Boolean(counter.communist)),
                ];
                let info: Table = info.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
                all.insert(counter.label.clone(), Value::Table(info));
            }
        }
        Value::Table(all)
    }

    fn all_areas(&self) -> Value {
        let map = &self.book.map;
        let labels = |places: Places| -> Value {
            Value::Array(places.iter().map(|i| Value::from(map.label(Area::at(i)))).collect())
        };
        let area = |i: usize| -> (String, Value) {
            let urban = if map.urban.has(i) { "urban" } else { "normal" };
            let info = [
                ("terrain", Value::Integer(map.terrain[i].into())),
                ("kind", Value::from(urban)),
                ("near", labels(map.near[i])),
                ("river", labels(map.river[i])),
            ];
            let info: Table = info.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            (map.label(Area::at(i)).to_owned(), Value::Table(info))
        };
        Value::Table((0..AREAS).map(area).collect())
    }
}
