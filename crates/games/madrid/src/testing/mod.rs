//! Odd positions for cases, looking inside, and what must hold in every position.

#[cfg(test)]
mod plain;
#[cfg(test)]
mod refusals;
mod vocabulary;
#[cfg(test)]
mod words;

use crate::Side;
use crate::book::Book;
use crate::book::counters::{Entry, Type};
use crate::book::scenario::SetupKind;
use crate::book::tables::Tag;
use crate::chits::Chit;
use crate::frame::{Frame, Frames, Phase, Window};
use crate::game::Madrid;
use crate::ids::{AREAS, PLACES, Places};
use crate::ids::{Unit, Units};
use crate::position::{Pause, Position, Public};
use crate::sequence::phase_word;
use crate::testing::vocabulary::{Look, Put, Step};
use frente_board::Area;
use frente_engine::case::set::{Arranged, flag, list, number, per_side, side, table, text};
use frente_engine::{Game, SetupError, Testable};
use toml::{Table, Value};

/// The frame with which a phase of a case begins; the set-up is a position of its own.
fn phase_frame(step: Step, who: Side) -> Option<Frame> {
    Some(match step {
        Step::Setup => return None,
        Step::Pause => Frame::Turn(Phase::Pause),
        Step::Council => Frame::Turn(Phase::Council),
        Step::Weather => Frame::Turn(Phase::Weather),
        Step::Support => Frame::Turn(Phase::Support),
        Step::Chits => Frame::Turn(Phase::Chits(who)),
        Step::Reinforcements => Frame::Turn(Phase::Reinforcements(who)),
        Step::Replacements => Frame::Turn(Phase::Replacements(who)),
        Step::Initiative => Frame::Turn(Phase::Initiative),
        Step::Impulses => Frame::Impulse(who),
        Step::Administration => Frame::Turn(Phase::Administration),
        Step::Return => Frame::Turn(Phase::Return(who)),
        Step::Refresh => Frame::Turn(Phase::Refresh),
    })
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
    fn arrange_units(&self, p: &mut Public, value: &Value) -> Arranged<()> {
        for (label, place) in table("units", value)? {
            let key = format!("units.{label}");
            let unit = self.find(label).ok_or_else(|| SetupError::new(&key, "there is no such unit"))?;
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
                        SetupError::new(
                            &key,
                            format!("{place:?}; expected an area, a box, eliminated, removed or track"),
                        )
                    })?;
                    if !self.has_room(p, side, area, 1) {
                        return Err(SetupError::new(&key, "more units than may stack there"));
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

    fn arrange_hands(&self, position: &mut Position, value: &Value) -> Arranged<()> {
        for (side, key, chits) in per_side("hand", value)? {
            for word in list(&key, chits)? {
                let chit = self
                    .chit_named(side, word)
                    .ok_or_else(|| SetupError::new(&key, format!("{word:?} is no chit of that side")))?;
                if position.public.hand[side] >= self.tables.numbers.hand || self.pool(position, chit) == 0 {
                    return Err(SetupError::new(&key, format!("no {word:?} is left to be held")));
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
    fn arrange_value(&self, p: &mut Public, put: Put, value: &Value) -> Arranged<()> {
        let key = put.word();
        match put {
            Put::FirstTurn => {
                p.first_turn = number(key, value)?;
                if p.first_turn == 0 {
                    return Err(SetupError::new(key, "0; expected at least 1"));
                }
            }
            Put::Morale => {
                let level = self.tables.morale_level(text(key, value)?);
                p.morale = level.ok_or_else(|| SetupError::new(key, "there is no such level of morale"))?;
            }
            Put::Council => p.council = flag(key, value)?,
            Put::BadWeather => p.bad_weather = flag(key, value)?,
            Put::RiverBan => p.river_ban = flag(key, value)?,
            Put::CityLocked => p.city_locked = flag(key, value)?,
            Put::Strife => p.strife = flag(key, value)?,
            Put::Valencia => p.valencia = number(key, value)?,
            Put::Durruti => p.durruti = number(key, value)?,
            Put::Run => p.run = number(key, value)?,
            Put::Passes => p.passes = number(key, value)?,
            Put::PauseSince => p.pause = Pause::Since(number(key, value)?),
            Put::PauseEnded => p.pause = Pause::Ended(number(key, value)?),
            Put::Support | Put::Won => {
                for (side, key, n) in per_side(key, value)? {
                    let n = number(&key, n)?;
                    if key.starts_with("support") {
                        p.support[side] = n;
                    } else {
                        p.won[side] = n;
                    }
                }
            }
            Put::Control => {
                for (side, key, areas) in per_side(key, value)? {
                    for label in list(&key, areas)? {
                        let area = self.map.areas.find(label).filter(|a| !self.map.is_box(*a));
                        let area =
                            area.ok_or_else(|| SetupError::new(&key, format!("there is no area {label:?}")))?;
                        p.nationalist.set(area.index(), side == Side::Nationalist);
                    }
                }
            }
            Put::Played | Put::Gone => {
                for (side, full, chits) in per_side(key, value)? {
                    for word in list(&full, chits)? {
                        let chit = self
                            .chit_named(side, word)
                            .ok_or_else(|| SetupError::new(&full, "no chit of that side"))?;
                        if self.loose(p, chit) == 0 {
                            return Err(SetupError::new(&full, format!("no {word:?} is left")));
                        }
                        if put == Put::Gone {
                            p.gone[side][chit.slot()] += 1;
                        } else {
                            p.played[side] |= chit.bit();
                            p.aside[side][chit.slot()] += 1;
                        }
                    }
                }
            }
            // Those that others depend on are arranged before or after.
            Put::Units | Put::Turn | Put::Side | Put::Phase | Put::Clear | Put::Hand => {}
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
        let step =
            Step::named(phase).ok_or_else(|| SetupError::new("phase", format!("{phase:?} is no phase")))?;
        let setting_up = step == Step::Setup;
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
            match Put::named(key).ok_or_else(|| SetupError::new(key, "there is no such key"))? {
                Put::Units => book.arrange_units(p, value)?,
                word => book.arrange_value(p, word, value)?,
            }
        }
        book.arrange_areas(p);
        if p.turn == 0 && !setting_up {
            return Err(SetupError::new("turn", "0; expected at least 1"));
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
        if let Some(frame) = phase_frame(step, who) {
            let p = &mut position.public;
            p.frames = Frames::EMPTY;
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
        Some(match Look::named(key)? {
            Look::Turn => int(p.turn.into()),
            Look::Turns => int(book.scenario.last_turn.into()),
            Look::Income => {
                let space = |t: &crate::book::tables::TurnSpace| {
                    let support: frente_engine::PerSide<u8> = t.support.into();
                    let pair = [Side::Nationalist, Side::Republican].map(|s| int(support[s].into()));
                    (t.number.to_string(), Value::Array(pair.to_vec()))
                };
                Value::Table(book.tables.turns.iter().map(space).collect())
            }
            Look::Phase => Value::from(phase_word(p)),
            Look::Asks => Value::from(book.window(p).map_or("nothing", window_word)),
            Look::Units => self.all_units(p),
            Look::Counters => self.all_counters(),
            Look::Morale => Value::from(book.tables.morale[usize::from(p.morale)].name.as_str()),
            Look::MoraleValue => int(book.tables.morale[usize::from(p.morale)].modifier.into()),
            Look::Support => sides(&|s| int(p.support[s].into())),
            Look::Won => sides(&|s| int(p.won[s].into())),
            Look::Hand => sides(&|s| int(p.hand[s].into())),
            Look::Holds => sides(&|s| self.chit_counts(s, &|c| position.secret[s].hand[c.slot()])),
            Look::Pool => sides(&|s| self.chit_counts(s, &|c| book.pool(position, c))),
            Look::Gone => sides(&|s| self.chit_counts(s, &|c| p.gone[s][c.slot()])),
            Look::Control => {
                let side = |i: usize| if p.nationalist.has(i) { Side::Nationalist } else { Side::Republican };
                let areas =
                    (0..AREAS).map(|i| (book.map.label(Area::at(i)).to_owned(), Value::from(side(i).key())));
                Value::Table(areas.collect())
            }
            Look::NationalistAreas => labels(p.nationalist),
            Look::Contested => labels(p.contested),
            Look::Supply => sides(&|s| labels(book.in_supply(p, s))),
            Look::Cut => {
                let cut = book.routes_cut(p);
                let names = book.map.routes.iter().enumerate().filter(|(i, _)| cut >> i & 1 != 0);
                Value::Array(names.map(|(_, r)| Value::from(r.name.as_str())).collect())
            }
            Look::Council => Value::Boolean(p.council),
            Look::CouncilModifier => int(book.council_modifier(p).into()),
            Look::BadWeather => Value::Boolean(p.bad_weather),
            Look::RiverBan => Value::Boolean(p.river_ban),
            Look::CityLocked => Value::Boolean(p.city_locked),
            Look::Pause => Value::Boolean(p.pausing()),
            Look::Strife => Value::Boolean(p.strife),
            Look::Valencia => int(p.valencia.into()),
            Look::Durruti => int(p.durruti.into()),
            Look::Run => int(p.run.into()),
            Look::Points => int(book.score(p)?.total().into()),
            Look::Losses => sides(&|s| int(p.act.losses[s].into())),
            Look::Left => int(p.act.left.into()),
            Look::Here if p.act.here.is_some() => Value::from(book.map.label(p.act.here)),
            Look::Here => Value::from("nowhere"),
            Look::Point => unit_or(p.act.point),
            Look::FoePoint => unit_or(p.act.foe_point),
            Look::CounterAttackers => words(p.act.counter, p.act.side.other()),
            Look::Testing => words(p.act.testing, Side::Republican),
            Look::Modifier => int(p.act.modifier.into()),
            Look::Areas => self.all_areas(),
            Look::Places => int(PLACES as i64),
            Look::Chits => sides(&|s| self.chit_kinds(s)),
            Look::Boxes => sides(&|s| labels(book.map.boxes[s.index()])),
            Look::Routes => {
                Value::Table(book.map.routes.iter().map(|r| (r.name.clone(), labels(r.normal))).collect())
            }
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
                must(p.held[side].has(i) == stack.any() && p.count[side][i] == stack.len(), &|| {
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

    /// What is printed on the chits of a side: `2 replace once from 6`.
    fn chit_kinds(&self, side: Side) -> Value {
        let kind = |chit: &Chit| {
            let info = &self.book.tables.chits[chit.index()];
            let tag = match info.tag {
                Tag::Replace => "replace",
                Tag::Combat => "combat",
            };
            let once = if info.once { " once" } else { "" };
            let from = if info.from > 0 { format!(" from {}", info.from) } else { String::new() };
            (info.key.clone(), Value::from(format!("{} {tag}{once}{from}", info.count)))
        };
        Value::Table(Chit::of(side).iter().map(kind).collect())
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
