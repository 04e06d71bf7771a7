//! Odd positions for cases, looking inside them, and what must hold in every position.
//!
//! `[set]` of a case: `clear` (an empty map) or `setup = "reference"`; `turn`, `side`, `phase`; `units` (label = "hex marks", or
//! "lost", "withdrawn", "off"); `control`, `trenches`, `morale`, `weather`, `factory`, `offensive`, `surrendered`, `brigades`, `air`.

mod audit;
mod inspect;

use crate::Side;
use crate::frame::{Frame, Step};
use crate::game::Santander;
use crate::pieces::{Unit, each};
use crate::position::{AirBoxes, Position};
use crate::sequence::stage;
use frente_board::Hex;
use frente_engine::{Game, SetupError, Testable};

type Arranged<T> = Result<T, SetupError>;

/// The phases a case can start in, with the turn's stage for each side.
const PHASES: &[(&str, [u8; 2])] = &[
    ("start", [stage::START; 2]),
    ("weather", [stage::WEATHER; 2]),
    ("offensive", [stage::OFFENSIVE; 2]),
    ("supply", [stage::REPUBLICAN_SUPPLY, stage::NATIONALIST_SUPPLY]),
    ("arrival", [stage::ARRIVAL; 2]),
    ("surrender", [stage::SURRENDER; 2]),
    ("factory", [stage::FACTORY; 2]),
    ("movement", [stage::REPUBLICAN_MOVEMENT, stage::NATIONALIST_MOVEMENT]),
    ("combat", [stage::REPUBLICAN_COMBAT, stage::NATIONALIST_COMBAT]),
    ("end", [stage::END; 2]),
];

impl Testable for Santander {
    fn arrange(&self, set: &toml::Table) -> Arranged<Position> {
        if set.is_empty() {
            return Ok(self.start());
        }
        let mut a = Arranger {
            game: self,
            p: Position::empty(&self.book),
            side: Side::Nationalist,
            phase: "movement".to_owned(),
        };
        a.p.public.turn = 1;
        if let Some(value) = set.get("setup") {
            a.setup(value)?;
        }
        // The order is fixed, so that a file's order of keys means nothing.
        for key in ["side", "phase", "turn", "clear", "units", "stacks"] {
            if let Some(value) = set.get(key) {
                a.key(key, value)?;
            }
        }
        for (key, value) in set {
            if !["setup", "side", "phase", "turn", "clear", "units", "stacks"].contains(&key.as_str()) {
                a.key(key, value)?;
            }
        }
        a.finish()
    }

    fn inspect(&self, p: &Position, key: &str) -> Option<toml::Value> {
        self.look(p, key)
    }

    fn audit(&self, p: &Position) -> Result<(), String> {
        self.audit_all(p)
    }
}

struct Arranger<'a> {
    game: &'a Santander,
    p: Position,
    side: Side,
    phase: String,
}

fn wrong<T>(key: &str, problem: impl Into<String>) -> Arranged<T> {
    Err(SetupError::new(key, problem))
}

fn text<'a>(key: &str, value: &'a toml::Value) -> Arranged<&'a str> {
    value.as_str().map_or_else(|| wrong(key, format!("found {value}; expected text")), Ok)
}

fn number(key: &str, value: &toml::Value) -> Arranged<u8> {
    let small = value.as_integer().and_then(|n| u8::try_from(n).ok());
    small.map_or_else(|| wrong(key, format!("found {value}; expected a small number")), Ok)
}

fn flag(key: &str, value: &toml::Value) -> Arranged<bool> {
    value.as_bool().map_or_else(|| wrong(key, format!("found {value}; expected true or false")), Ok)
}

fn table<'a>(key: &str, value: &'a toml::Value) -> Arranged<&'a toml::Table> {
    value.as_table().map_or_else(|| wrong(key, format!("found {value}; expected a table")), Ok)
}

fn list<'a>(key: &str, value: &'a toml::Value) -> Arranged<&'a [toml::Value]> {
    value.as_array().map_or_else(|| wrong(key, format!("found {value}; expected a list")), |l| Ok(&l[..]))
}

impl Arranger<'_> {
    fn setup(&mut self, value: &toml::Value) -> Arranged<()> {
        if text("setup", value)? != "reference" {
            return wrong("setup", format!("found {value}; expected \"reference\""));
        }
        for step in [Step::FirstLine, Step::RepublicanColumn, Step::Nationalist, Step::NationalistColumns] {
            let side = step.side();
            let reference = &self.game.book.scenario.reference[0];
            for unit in each(side, self.game.book.corps(side).all) {
                let hex = reference[unit.index()];
                if hex.is_some() && !self.p.at(unit).is_some() {
                    self.p.place(&self.game.book, unit, hex);
                }
            }
        }
        for hex in &self.game.book.scenario.reference_trenches {
            self.p.public.trenches.insert(hex.index());
        }
        self.p.public.trenches_left = 0;
        Ok(())
    }

    fn hex(&self, key: &str, label: &str) -> Arranged<Hex> {
        let hex = self.game.book.map.find(label);
        hex.map_or_else(|| wrong(key, format!("there is no hex {label:?}")), Ok)
    }

    fn key(&mut self, key: &str, value: &toml::Value) -> Arranged<()> {
        let public = &mut self.p.public;
        match key {
            "side" => self.side = text(key, value)?.parse().or_else(|e| wrong(key, format!("{e}")))?,
            "phase" => self.phase = text(key, value)?.to_owned(),
            "turn" => public.turn = number(key, value)?,
            // The map is empty unless `setup` fills it; `clear` says so to the reader.
            "clear" => {
                flag(key, value)?;
            }
            "units" => self.units(value)?,
            "stacks" => self.stacks(value)?,
            "control" => self.control(value)?,
            "trenches" => {
                for label in list(key, value)? {
                    let hex = self.hex(key, text(key, label)?)?;
                    self.p.public.trenches.insert(hex.index());
                }
            }
            "morale" => public.morale = number(key, value)?,
            "weather" => {
                public.rain = match text(key, value)? {
                    "rain" => true,
                    "fair" => false,
                    other => return wrong(key, format!("found {other:?}; expected \"fair\" or \"rain\"")),
                }
            }
            "factory" => public.factory_gone = text(key, value)? == "destroyed",
            "offensive" => public.offensive = number(key, value)?,
            "surrendered" => public.surrendered = flag(key, value)?,
            "brigades" => public.brigades = number(key, value)?,
            "air" => self.air(value)?,
            _ => return wrong(key, "there is no such key"),
        }
        Ok(())
    }

    fn units(&mut self, value: &toml::Value) -> Arranged<()> {
        for (label, words) in table("units", value)? {
            let key = format!("units.{label}");
            let Some(unit) = self.game.book.find(label) else {
                return wrong(&key, "there is no such counter");
            };
            self.unit(&key, unit, text(&key, words)?)?;
        }
        Ok(())
    }

    fn unit(&mut self, key: &str, unit: Unit, words: &str) -> Arranged<()> {
        let book = &self.game.book;
        let side = unit.side().index();
        if self.p.at(unit).is_some() {
            self.p.lift(book, unit);
        }
        for (i, word) in words.split_whitespace().enumerate() {
            match word {
                "lost" => self.p.public.lost[side] |= unit.bit(),
                "withdrawn" => self.p.public.withdrawn[side] |= unit.bit(),
                "off" => {}
                "reduced" => self.p.set_reduced(unit, true),
                "dsg" => self.p.set_level(unit, 1),
                "dsg1" => self.p.set_level(unit, 2),
                "dsg2" => self.p.set_level(unit, 3),
                "oos" => self.p.set_cut(book, unit, true),
                "lorry" => self.p.set_lorry(unit, true),
                "used" => self.p.public.used[side] |= unit.bit(),
                "top" => self.p.put_on_top(book, unit),
                label if i == 0 => {
                    let hex = self.hex(key, label)?;
                    if !book.land.has(hex.index()) {
                        return wrong(key, format!("{label} is sea"));
                    }
                    if self.p.units(unit.side().other(), hex) != 0 {
                        return wrong(key, format!("{label} holds counters of the other side"));
                    }
                    self.p.place(book, unit, hex);
                    // 10.8a: what a unit stands in is its side's.
                    if book.corps(unit.side()).columns & unit.bit() == 0 {
                        self.p.public.republican.set(hex.index(), unit.side() == Side::Republican);
                    }
                }
                other => {
                    return wrong(
                        key,
                        format!(
                            "{other:?}: expected a hex, then reduced, dsg, dsg1, dsg2, oos, lorry, used, top"
                        ),
                    );
                }
            }
        }
        Ok(())
    }

    /// `stacks = { "1418" = ["CLIV/48", "HQ-48"] }`: counters of a hex, bottom first.
    fn stacks(&mut self, value: &toml::Value) -> Arranged<()> {
        for (hex, labels) in table("stacks", value)? {
            let key = format!("stacks.{hex}");
            for words in list(&key, labels)? {
                let words = text(&key, words)?;
                let (label, marks) = words.split_once(' ').unwrap_or((words, ""));
                let Some(unit) = self.game.book.find(label) else {
                    return wrong(&key, format!("there is no counter {label:?}"));
                };
                self.unit(&key, unit, &format!("{hex} {marks}"))?;
            }
        }
        Ok(())
    }

    fn control(&mut self, value: &toml::Value) -> Arranged<()> {
        for (side, hexes) in table("control", value)? {
            let key = format!("control.{side}");
            let side: Side = side.parse().or_else(|e| wrong(&key, format!("{e}")))?;
            for label in list(&key, hexes)? {
                let hex = self.hex(&key, text(&key, label)?)?;
                self.p.public.republican.set(hex.index(), side == Side::Republican);
            }
        }
        Ok(())
    }

    fn air(&mut self, value: &toml::Value) -> Arranged<()> {
        for (label, boxes) in table("air", value)? {
            let key = format!("air.{label}");
            let Some(kind) = self.game.book.find_air(label) else {
                return wrong(&key, "there is no such air unit");
            };
            let mut found = AirBoxes::default();
            for (name, n) in table(&key, boxes)? {
                let n = number(&key, n)?;
                match (name.as_str(), name.parse::<usize>()) {
                    ("ready", _) => found.ready = n,
                    ("used", _) => found.used = n,
                    (_, Ok(turn)) if turn < found.due.len() => found.due[turn] = n,
                    _ => return wrong(&key, format!("{name:?}: expected ready, used or a turn")),
                }
            }
            self.p.public.air[kind as usize] = found;
        }
        Ok(())
    }

    fn finish(mut self) -> Arranged<Position> {
        if self.phase == "setup" {
            self.p.public.turn = 0;
            self.p.public.frames.push(Frame::Setup(0));
        } else {
            let Some((_, stages)) = PHASES.iter().find(|(name, _)| *name == self.phase) else {
                let known: Vec<_> = PHASES.iter().map(|(name, _)| *name).collect();
                return wrong("phase", format!("found {:?}; expected setup or one of {known:?}", self.phase));
            };
            self.p.public.frames.push(Frame::Turn(stages[self.side.index()]));
        }
        self.game.run(&mut self.p, &mut ());
        Ok(self.p)
    }
}
