//! Odd positions for cases, looking inside them, and what must hold in every position.
//!
//! `cases/santander/README.md` lists the words of `[set]` and of a step.

mod audit;
mod inspect;
#[cfg(test)]
mod plainly;

use crate::Side;
use crate::frame::{Frame, SetupStage, Step, TurnStage};
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::{AirBoxes, Position};
use frente_board::Hex;
use frente_engine::case::set::{
    self, Arranged, flag, list, number, one_of, only, per_side, side, table, text, wrong,
};
use frente_engine::{Game, PerSide, Testable};

/// Every word of `[set]`, in the order in which they are read, so that the order in a file means nothing.
const SET_WORDS: [&str; 16] = [
    "setup",
    "side",
    "phase",
    "turn",
    "clear",
    "units",
    "stacks",
    "control",
    "trenches",
    "morale",
    "weather",
    "factory",
    "offensive",
    "surrendered",
    "brigades",
    "air",
];

/// The phases a case can start in, with the turn's stage for each side.
const PHASES: &[(&str, PerSide<TurnStage>)] = &[
    ("start", PerSide([TurnStage::Start; 2])),
    ("weather", PerSide([TurnStage::Weather; 2])),
    ("offensive", PerSide([TurnStage::Offensive; 2])),
    ("supply", PerSide::new(TurnStage::RepublicanSupply, TurnStage::NationalistSupply)),
    ("arrival", PerSide([TurnStage::Arrival; 2])),
    ("surrender", PerSide([TurnStage::Surrender; 2])),
    ("factory", PerSide([TurnStage::Factory; 2])),
    ("movement", PerSide::new(TurnStage::RepublicanMovement, TurnStage::NationalistMovement)),
    ("combat", PerSide::new(TurnStage::RepublicanCombat, TurnStage::NationalistCombat)),
    ("end", PerSide([TurnStage::End; 2])),
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
        only(set, &SET_WORDS)?;
        for key in SET_WORDS {
            if let Some(value) = set.get(key) {
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
        set::hex(&self.game.book.map, key, label)
    }

    fn key(&mut self, key: &str, value: &toml::Value) -> Arranged<()> {
        let public = &mut self.p.public;
        match key {
            "setup" => self.setup(value)?,
            "side" => self.side = side(key, text(key, value)?)?,
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
                    let hex = self.hex(key, label)?;
                    self.p.public.trenches.insert(hex.index());
                }
            }
            "morale" => public.morale = number(key, value)?,
            "weather" => {
                public.rain = one_of(key, text(key, value)?, &[("rain", true), ("fair", false)])?;
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
        let side = unit.side();
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
        for (side, key, hexes) in per_side("control", value)? {
            for label in list(&key, hexes)? {
                let hex = self.hex(&key, label)?;
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
            self.p.public.frames.push(Frame::Setup(SetupStage::FirstLine));
        } else {
            let Some((_, stages)) = PHASES.iter().find(|(name, _)| *name == self.phase) else {
                let known: Vec<_> = PHASES.iter().map(|(name, _)| *name).collect();
                return wrong("phase", format!("found {:?}; expected setup or one of {known:?}", self.phase));
            };
            self.p.public.frames.push(Frame::Turn(stages[self.side]));
        }
        self.game.run(&mut self.p, &mut ());
        Ok(self.p)
    }
}

#[cfg(test)]
mod tests {
    use super::SET_WORDS;
    use super::inspect::LOOK_WORDS;
    use std::collections::BTreeSet;

    /// The words in the first column of the tables of a part of the page.
    fn listed(part: &str) -> BTreeSet<&str> {
        let rows =
            part.lines().filter_map(|l| l.strip_prefix("| `")).map(|l| l.split(" | ").next().unwrap_or(l));
        rows.flat_map(|cell| cell.split('`').step_by(2)).collect()
    }

    #[test]
    fn the_page_lists_every_word() {
        let page = include_str!("../../../../../cases/santander/README.md");
        let (_, tables) = page.split_once("## `[set]`").expect("the words of [set]");
        let (set, step) = tables.split_once("## `[[step]]`").expect("the words of a step");
        let found = listed(set);
        assert_eq!(found, SET_WORDS.into_iter().collect(), "[set]");
        let found = listed(step);
        assert_eq!(found, LOOK_WORDS.into_iter().collect(), "[[step]]");
    }
}
