//! Section 1: everything printed. Loaded once, checked, shared.

use crate::ids::{Set, UNITS, Unit};
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_board::{Hex, HexMap, mapfile::MapFile};
use frente_engine::{Edition, Side};
use serde::Deserialize;
use toml::Spanned;

/// The data files built into the program.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "rules.toml",
    "looks.toml",
    "ford.map.toml",
    "counters.toml",
    "tables.toml",
];

/// `counters.toml`.
#[derive(Deserialize)]
struct Counters {
    unit: Vec<Counter>,
}

/// A counter as printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    pub id: String,
    pub side: Side,
    pub strength: i8,
    at: Spanned<String>,
}

/// `tables.toml`: what the gun adds, and the combat table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub gun: i8,
    pub combat: Vec<Row>,
}

/// The least total of a result.
#[derive(Debug, Deserialize)]
pub struct Row {
    pub from: i8,
    pub result: Verdict,
}

/// 4b: what becomes of a defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Holds,
    Retreats,
    Falls,
}

/// Everything printed.
#[derive(Debug)]
pub struct Book {
    pub turns: u8,
    pub map_file: MapFile,
    pub map: HexMap<1>,
    pub village: Set,
    pub counters: Vec<Counter>,
    pub start: [Hex; UNITS],
    pub tables: Tables,
}

impl Book {
    /// Reads the book.
    pub fn read(source: &DataSource, edition: &Edition) -> Result<Self, DataError> {
        let (map_file, map) = MapFile::with_map(&FILES.read(source, "ford.map.toml")?)?;
        let text = FILES.read(source, "counters.toml")?;
        let counters = text.parse::<Counters>()?.unit;
        if counters.len() != UNITS {
            return Err(text.wrong(0..0, format!("expected {UNITS} units")));
        }
        let mut start = [Hex::NONE; UNITS];
        for (unit, counter) in counters.iter().enumerate() {
            let found = map.find(counter.at.get_ref());
            start[unit] = found.ok_or_else(|| text.wrong(counter.at.span(), "there is no such hex"))?;
        }
        let tables = FILES.read(source, "tables.toml")?.parse()?;
        let (turns, village) = (edition.about().turns, map.with_feature("village"));
        Ok(Book { turns, map_file, map, village, counters, start, tables })
    }

    /// Whose unit it is.
    pub fn side(&self, unit: Unit) -> Side {
        self.counters[unit.index()].side
    }
}
