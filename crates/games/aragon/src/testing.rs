//! Odd positions for cases, a look inside positions, and the audit that every position must pass.
//!
//! The words are explained in `cases/aragon/README.md`, which a test holds against the lists here.

use crate::Aragon;
use crate::frame::{Frame, March, PlayerStep, Stack, TurnStep};
use crate::ids::{CLASSES, Set, Unit};
use crate::position::{Derived, Fight, FightKind, Place, Position, Public, Secret, Supply};
use frente_board::Hex;
use frente_engine::case::set::{
    Arranged, flag, hex, list, number, one_of, only, per_side, side, table, text, wrong,
};
use frente_engine::{PerSide, Side, Testable};
use toml::{Table, Value};

/// The words of `[set]`.
const SETS: [&str; 15] = [
    "clear",
    "turn",
    "side",
    "phase",
    "units",
    "forts",
    "shelled",
    "control",
    "hand",
    "used",
    "may_move",
    "have_moved",
    "queue",
    "blizzard",
    "road",
];

/// What a step can look up.
const LOOKS: [&str; 33] = [
    "turn",
    "side",
    "phase",
    "units",
    "counters",
    "arrivals",
    "supplied",
    "forces",
    "forts",
    "control",
    "zone",
    "supply",
    "hand",
    "held",
    "used",
    "pool",
    "pool_size",
    "track",
    "placed",
    "may_move",
    "have_moved",
    "modifier",
    "left",
    "net_towns",
    "road_hexes",
    "road_length",
    "blizzard",
    "attack",
    "defence",
    "line",
    "column",
    "differential",
    "ending",
];

/// The phases by their names in cases and views.
pub const PHASES: [(&str, PlayerStep); 7] = [
    ("activation", PlayerStep::Activation),
    ("movement", PlayerStep::Movement),
    ("bombardment", PlayerStep::Bombardment),
    ("combat", PlayerStep::Combat),
    ("mobile-movement", PlayerStep::MobileMovement),
    ("mobile-combat", PlayerStep::MobileCombat),
    ("rebuild", PlayerStep::Rebuild),
];

impl Testable for Aragon {
    fn arrange(&self, set: &Table) -> Arranged<Position> {
        let mut pos = self.set_up();
        if set.get("clear").map_or(Ok(false), |v| flag("clear", v))? {
            pos.public = Public::empty(&self.book);
        }
        let mut phase = "start";
        only(set, &SETS)?;
        for (key, value) in set {
            match key.as_str() {
                "turn" => pos.public.turn = number(key, value)?.clamp(1, self.book.scenario.turns),
                "side" => pos.public.active = side(key, text(key, value)?)?,
                "phase" => phase = text(key, value)?,
                "units" => self.arrange_units(&mut pos.public, table(key, value)?)?,
                "forts" => pos.public.forts = self.hexes(key, value)?,
                "shelled" => pos.public.shelled = self.hexes(key, value)?,
                "hand" => self.arrange_hands(&mut pos, value)?,
                "may_move" => pos.public.may_move = number(key, value)?,
                "have_moved" => pos.public.have_moved = number(key, value)?,
                "blizzard" => pos.public.blizzard = number(key, value)?,
                // These count on units and hands being in place.
                _ => {}
            }
        }
        for (key, value) in set {
            match key.as_str() {
                "control" => self.arrange_control(&mut pos.public, value)?,
                "used" => self.arrange_used(&mut pos.public, value)?,
                "queue" => self.arrange_queue(&mut pos.public, table(key, value)?)?,
                "road" => {
                    for turn in value.as_array().into_iter().flatten() {
                        pos.public.road_held |= 1 << number(key, turn)?.min(15);
                    }
                }
                _ => {}
            }
        }
        for s in Side::BOTH {
            let over = self
                .book
                .pool(s)
                .into_iter()
                .enumerate()
                .any(|(c, pool)| pos.secret[s].hand[c] + pos.public.used[s][c] > pool);
            if over {
                return wrong("hand", format!("more markers than the {s} pool has"));
            }
        }
        self.arrange_phase(&mut pos.public, phase, set.contains_key("side"))?;
        self.settle(&mut pos, &mut ());
        Ok(pos)
    }

    fn inspect(&self, pos: &Position, key: &str) -> Option<Value> {
        LOOKS.contains(&key).then(|| self.look(pos, key)).flatten()
    }

    fn audit(&self, pos: &Position) -> Result<(), String> {
        self.audit_position(pos)
    }
}

impl Aragon {
    fn find_hex(&self, key: &str, label: &str) -> Arranged<Hex> {
        hex(&self.book.ground.map, key, label)
    }

    fn hexes(&self, key: &str, value: &Value) -> Arranged<Set> {
        let labels = list(key, value)?;
        labels.into_iter().map(|l| self.find_hex(key, l).map(Hex::index)).collect()
    }

    fn arrange_units(&self, p: &mut Public, units: &Table) -> Arranged<()> {
        // First all of them leave the map, so that units may change places.
        let mut named = Vec::new();
        for (name, value) in units {
            let key = format!("units.{name}");
            let Some(unit) = self.book.find_unit(name) else {
                return wrong(&key, "there is no such unit in this scenario");
            };
            p.lift(&self.book, unit);
            named.push((key.clone(), unit, text(&key, value)?));
        }
        for (key, unit, words) in named {
            let mut words = words.split_ascii_whitespace();
            match words.next().unwrap_or_default() {
                "out" => p.place[unit.index()] = Place::Out,
                "cup" => p.place[unit.index()] = Place::Cup,
                "waiting" if self.book.scenario.group[unit.index()].is_some() => {
                    p.place[unit.index()] = Place::Waiting;
                }
                "waiting" => return wrong(&key, "this unit is no reinforcement and has no entry hexes"),
                label => {
                    let hex = self.find_hex(&key, label)?;
                    if let Some(other) = p.unit_in(hex) {
                        return wrong(&key, format!("{} is already in {label} (5.3)", self.name(other)));
                    }
                    p.put(&self.book, unit, hex);
                }
            }
            p.reduced.remove(unit.index());
            for mark in words {
                self.arrange_mark(p, &key, unit, mark)?;
            }
        }
        Ok(())
    }

    fn arrange_mark(&self, p: &mut Public, key: &str, unit: Unit, mark: &str) -> Arranged<()> {
        let i = unit.index();
        match mark {
            "reduced" if self.book.unit(unit).reduced.is_none() => {
                return wrong(key, "this unit has one step");
            }
            "reduced" => p.reduced.insert(i),
            "moved" => p.moved.insert(i),
            "fought" => p.fought.insert(i),
            "displaced" => p.displaced.insert(i),
            "advanced" => p.advanced.insert(i),
            "attacked" => p.attacked.insert(i),
            "bombarded" => p.bombarded.insert(i),
            "engaged" => p.engaged.insert(i),
            _ => {
                let levels = &self.book.tables.fatigue.levels;
                let name = mark.strip_prefix("fatigue-");
                match levels.iter().position(|l| Some(l.name.as_str()) == name) {
                    Some(level) => p.fatigue[i] = level as u8 + 1,
                    None => return wrong(key, format!("{mark:?} is no mark of a unit")),
                }
            }
        }
        Ok(())
    }

    fn classes(&self, key: &str, of: Side, value: &Value) -> Arranged<[u8; CLASSES]> {
        let mut classes = [0; CLASSES];
        for name in list(key, value)? {
            let Some(class) = self.book.find_class(of, name) else {
                return wrong(key, format!("the {of} side has no marker {name:?}"));
            };
            classes[class.index()] += 1;
        }
        Ok(classes)
    }

    fn arrange_hands(&self, pos: &mut Position, value: &Value) -> Arranged<()> {
        for (of, key, value) in per_side("hand", value)? {
            let hand = self.classes(&key, of, value)?;
            pos.secret[of] = Secret { hand, placed: [None; 2] };
            pos.public.hand[of] = hand.iter().sum();
        }
        Ok(())
    }

    fn arrange_used(&self, p: &mut Public, value: &Value) -> Arranged<()> {
        for (of, key, value) in per_side("used", value)? {
            p.used[of] = self.classes(&key, of, value)?;
        }
        Ok(())
    }

    fn arrange_control(&self, p: &mut Public, value: &Value) -> Arranged<()> {
        for (of, key, value) in per_side("control", value)? {
            for i in self.hexes(&key, value)? {
                if p.holds(of.other(), Hex::at(i)) {
                    return wrong(&key, format!("{} holds an enemy unit (18.0j)", self.label(Hex::at(i))));
                }
                p.take(of, Hex::at(i));
            }
        }
        Ok(())
    }

    fn arrange_queue(&self, p: &mut Public, queue: &Table) -> Arranged<()> {
        for (label, value) in queue {
            let key = format!("queue.{label}");
            let hex = self.find_hex(&key, label)?;
            match self.book.ground.edge_number[hex.index()] {
                u8::MAX => return wrong(&key, "not on the edge of the map"),
                n => p.queue[n as usize] = number(&key, value)?,
            }
        }
        Ok(())
    }

    /// Every phase has one stack that leads on from it.
    fn arrange_phase(&self, p: &mut Public, phase: &str, sided: bool) -> Arranged<()> {
        let first = self.book.scenario.first;
        if !sided {
            p.active = first;
        }
        let turn = match phase {
            "start" => TurnStep::Blizzard,
            "end" => TurnStep::End,
            _ if p.active == first => TurnStep::Second,
            _ => TurnStep::End,
        };
        p.stack = Stack::new(Frame::Turn(turn));
        if phase == "start" || phase == "end" {
            return Ok(());
        }
        let (next, frame) = match one_of("phase", phase, &PHASES)? {
            PlayerStep::Activation | PlayerStep::Done => (PlayerStep::Activation, None),
            PlayerStep::Movement => {
                let next = if p.snowed_in() { PlayerStep::Done } else { PlayerStep::Bombardment };
                (next, Some(Frame::Movement { mobile: false }))
            }
            PlayerStep::Bombardment => (PlayerStep::Combat, Some(Frame::Bombardment)),
            PlayerStep::Combat => (PlayerStep::MobileMovement, Some(Frame::Combat { mobile: false })),
            PlayerStep::MobileMovement => (PlayerStep::MobileCombat, Some(Frame::Movement { mobile: true })),
            PlayerStep::MobileCombat => (PlayerStep::Rebuild, Some(Frame::Combat { mobile: true })),
            PlayerStep::Rebuild => (PlayerStep::Done, Some(Frame::Rebuild)),
        };
        p.stack.push(Frame::Player(p.active, next));
        if let Some(frame) = frame {
            p.stack.push(frame);
        }
        Ok(())
    }

    /// What stands under a key of an expectation.
    fn look(&self, pos: &Position, key: &str) -> Option<Value> {
        let p = &pos.public;
        let int = |n: i64| Some(Value::Integer(n));
        let word = |s: &str| Some(Value::String(s.to_owned()));
        let labels = |set: Set| {
            Value::Array(set.iter().map(|h| Value::String(self.label(Hex::at(h)).to_owned())).collect())
        };
        let by_side = |f: &dyn Fn(Side) -> Value| {
            Some(Value::Table(Side::BOTH.into_iter().map(|s| (s.key().to_owned(), f(s))).collect()))
        };
        let by_unit = |f: &dyn Fn(Unit) -> Value| {
            Some(Value::Table(self.book.all_units().map(|u| (self.name(u).to_owned(), f(u))).collect()))
        };
        match key {
            "turn" => int(p.turn.into()),
            "side" => word(p.active.key()),
            "phase" => {
                let phase = self.phase(p);
                word(PHASES.iter().find(|(_, s)| Some(*s) == phase).map_or("none", |(name, _)| name))
            }
            "units" => by_unit(&|u| Value::String(self.describe(p, u))),
            "counters" => by_unit(&|u| {
                let c = self.book.unit(u);
                let mobility = if c.mobile() { "mobile" } else { "leg" };
                let back = c.reduced.map_or("one step".to_owned(), |r| format!("{}-{}", r.attack, r.defence));
                Value::String(format!(
                    "{}-{}-{} {mobility}, {back}",
                    c.full.attack, c.full.defence, c.allowance
                ))
            }),
            "arrivals" => by_unit(&|u| {
                Value::String(self.book.scenario.group[u.index()].map_or("none".to_owned(), |g| {
                    let group = &self.book.scenario.reinforcements[g as usize];
                    let hexes: Vec<_> = group.entry.iter().map(|e| self.label(e.hex)).collect();
                    format!("turn {} at {}", group.turn, hexes.join(" "))
                }))
            }),
            "supplied" => by_unit(&|u| {
                Value::Boolean(p.hex(u).is_some_and(|h| self.supplied(p, self.book.side(u)).has(h.index())))
            }),
            "forces" => by_side(&|s| {
                let on_map = self.book.all_units().filter(|u| self.book.side(*u) == s && p.hex(*u).is_some());
                Value::Integer(on_map.count() as i64)
            }),
            "forts" => Some(labels(p.forts)),
            "control" => {
                let all = self.book.ground.map.hexes();
                let of = |h: Hex| (self.label(h).to_owned(), Value::String(p.controller(h).key().to_owned()));
                Some(Value::Table(all.map(of).collect()))
            }
            "zone" => by_side(&|s| labels(p.derived.zone[s])),
            "supply" => by_side(&|s| labels(self.supplied(p, s))),
            "hand" => by_side(&|s| self.marker_list(s, &pos.secret[s].hand)),
            "held" => by_side(&|s| Value::Integer(p.hand[s].into())),
            "used" => by_side(&|s| self.marker_list(s, &p.used[s])),
            "pool" => by_side(&|s| self.marker_list(s, &self.book.pool(s))),
            "pool_size" => {
                by_side(&|s| Value::Integer(self.book.pool(s).iter().map(|n| i64::from(*n)).sum()))
            }
            "track" => {
                // 8.0e: as printed, the first player's number first.
                let first = self.book.scenario.first;
                let space = |s: &crate::book::tables::TurnSpace| {
                    Value::String(format!("{}/{}", s.allotment[first], s.allotment[first.other()]))
                };
                Some(Value::Array(self.book.scenario.track.iter().map(space).collect()))
            }
            "placed" => by_side(&|s| Value::Integer(p.fight.placed[s].into())),
            "may_move" => int(if p.may_move == u8::MAX { -1 } else { p.may_move.into() }),
            "have_moved" => int(p.have_moved.into()),
            "modifier" => int(self.activation_modifier(p).into()),
            "left" => match p.stack.top() {
                Frame::Moving(March { left, .. }) => Some(Value::Float(f64::from(left) / 2.0)),
                _ => None,
            },
            "net_towns" => int(self.net_towns(p).into()),
            "road_hexes" => match &self.book.scenario.victory {
                crate::book::Victory::Road { road, .. } => int(self.road_hexes_held(p, road).into()),
                _ => None,
            },
            "road_length" => match &self.book.scenario.victory {
                crate::book::Victory::Road { road, .. } => int(road.len() as i64),
                _ => None,
            },
            "blizzard" => int(p.blizzard.into()),
            "attack" | "defence" | "line" | "column" | "differential" => self.look_at_fight(p, key),
            "ending" => match p.stack.top() {
                Frame::Over(ending) => word(ending.outcome().reason),
                _ => word("none"),
            },
            _ => None,
        }
    }

    fn look_at_fight(&self, p: &Public, key: &str) -> Option<Value> {
        let fight = &p.fight;
        if fight.kind == FightKind::None {
            return Some(Value::String("none".to_owned()));
        }
        let shown =
            |s: Side| fight.shown[s].iter().flatten().map(|c| self.marker_value(p, fight, s, *c)).sum::<u8>();
        let (attack, defence) = (shown(p.active), shown(p.active.other()));
        let (total, against) = (i64::from(fight.attack + attack), i64::from(fight.defence + defence));
        Some(match key {
            "attack" => Value::Integer(total),
            "defence" => Value::Integer(against),
            "differential" => Value::Integer(total - against),
            "line" => Value::String(fight.line.key().to_owned()),
            _ => Value::String(self.book.tables.columns[self.column(fight, attack, defence)].name.clone()),
        })
    }

    fn marker_list(&self, side: Side, counts: &[u8; CLASSES]) -> Value {
        let names = self.book.markers[side].iter().zip(counts);
        let list = names.flat_map(|(m, n)| std::iter::repeat_n(Value::String(m.name.clone()), *n as usize));
        Value::Array(list.collect())
    }

    /// A unit in a word or three: `1516 reduced fatigue-6`.
    pub(crate) fn describe(&self, p: &Public, unit: Unit) -> String {
        let mut text = match p.place[unit.index()] {
            Place::Out => "out".to_owned(),
            Place::Waiting => "waiting".to_owned(),
            Place::Cup => "cup".to_owned(),
            Place::Map(hex) => self.label(hex).to_owned(),
            Place::Passing(hex) => format!("{} passing", self.label(hex)),
        };
        if p.reduced.has(unit.index()) {
            text.push_str(" reduced");
        }
        if let Some(level) = (p.fatigue[unit.index()] as usize).checked_sub(1) {
            text.push_str(" fatigue-");
            text.push_str(&self.book.tables.fatigue.levels[level].name);
        }
        text
    }

    /// What must hold in every position.
    fn audit_position(&self, pos: &Position) -> Result<(), String> {
        let p = &pos.public;
        let mut derived = Derived::EMPTY;
        for unit in self.book.all_units() {
            let name = self.name(unit);
            if let Place::Passing(hex) = p.place[unit.index()] {
                let moving = match p.stack.top() {
                    Frame::Moving(march) => march.unit == unit && march.at == hex,
                    top => matches!(top, Frame::Over(_)),
                };
                if !moving || !p.holds(self.book.side(unit), hex) {
                    return Err(format!("5.3b: {name} passes nobody, or does not go on"));
                }
                continue;
            }
            let Some(hex) = p.hex(unit) else {
                if p.reduced.has(unit.index()) || p.fatigue[unit.index()] > 0 {
                    return Err(format!("{name} is off the map and reduced or tired"));
                }
                continue;
            };
            if derived.on[hex.index()] != Unit::NONE {
                return Err(format!(
                    "5.3a: {name} and {} share {}",
                    self.name(derived.on[hex.index()]),
                    self.label(hex)
                ));
            }
            let side = self.book.side(unit);
            derived.on[hex.index()] = unit;
            derived.occupied[side].insert(hex.index());
            derived.zone[side] |= *self.book.ground.map.near(hex);
            if p.controller(hex) != side {
                return Err(format!("18.0j: {name} does not control {}", self.label(hex)));
            }
            if p.reduced.has(unit.index()) && self.book.unit(unit).reduced.is_none() {
                return Err(format!("{name} has one step and is reduced"));
            }
        }
        if derived.on != p.derived.on
            || derived.occupied != p.derived.occupied
            || derived.zone != p.derived.zone
        {
            return Err("hexes, occupation or zones are not what the units make them".to_owned());
        }
        for side in Side::BOTH {
            let known = p.derived.supply[side];
            if known.supplied != self.trace(p, side) & known.asked {
                return Err(format!("{side} supply is remembered wrongly"));
            }
            // Tracing that stops early must agree with tracing that does not.
            let units = p.derived.occupied[side];
            let mut forgetful = *p;
            forgetful.derived.supply = PerSide([Supply::UNKNOWN; 2]);
            if self.supplied_among(&forgetful, side, &units) != self.trace(p, side) & units {
                return Err(format!("{side} supply depends on how it is asked for"));
            }
            let secret = &pos.secret[side];
            if secret.hand.iter().sum::<u8>() != p.hand[side] {
                return Err(format!("the {side} hand has not the number of markers it shows"));
            }
            let placed =
                secret.placed.iter().flatten().count() + p.fight.shown[side].iter().flatten().count();
            if placed != p.fight.placed[side] as usize || p.fight.placed[side] > 2 {
                return Err(format!("{side} markers on the combat are miscounted"));
            }
            for (c, pool) in self.book.pool(side).into_iter().enumerate() {
                let out = secret.placed.iter().flatten().filter(|m| m.index() == c).count() as u8;
                if secret.hand[c] + p.used[side][c] + out > pool {
                    return Err(format!("the {side} side has more markers than its pool"));
                }
            }
        }
        if p.may_move != u8::MAX && p.have_moved > p.may_move {
            return Err("14.0e: more units moved than activated".to_owned());
        }
        let fighting = p
            .stack
            .frames()
            .iter()
            .any(|f| matches!(f, Frame::Declare { .. } | Frame::Aim | Frame::Aftermath));
        if !fighting && p.fight != Fight::NONE {
            return Err("a combat that is over is still on record".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The words in the first column of the table under a heading.
    fn listed(page: &str, heading: &str) -> BTreeSet<String> {
        let (_, rest) = page.split_once(heading).unwrap_or_else(|| panic!("no {heading}"));
        let table = rest.split("\n## ").next().unwrap_or_default();
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        let firsts = rows.map(|row| row.split(" | ").next().unwrap_or_default().to_owned());
        // Every other part between backticks is a word, with what it may be set to.
        let words = firsts.flat_map(|row| row.split('`').step_by(2).map(str::to_owned).collect::<Vec<_>>());
        let words = words.map(|word| word.split(' ').next().unwrap_or_default().to_owned());
        words.filter(|word| !word.is_empty()).collect()
    }

    /// The page on the cases lists every word, and none that does not exist.
    #[test]
    fn the_readme_lists_every_word() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../cases/aragon/README.md");
        let page = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(listed(&page, "## `[set]`"), words(&SETS));
        assert_eq!(listed(&page, "## `[[step]]`"), words(&LOOKS));
        for (phase, _) in PHASES {
            assert!(page.contains(&format!("`{phase}`")), "the page does not know the phase {phase}");
        }
    }
}
