//! `tables.toml`: the printed tables and the numbers of the rules.

use crate::ids::Weather;
use frente_board::data::{DataError, DataText};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A cell of the combat results table (9.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outcome {
    /// Hits on the attacker.
    pub attacker: u8,
    /// Hits on the defender.
    pub defender: u8,
    /// Does the attacker retreat?
    pub attacker_retreats: bool,
    /// Does the defender retreat?
    pub defender_retreats: bool,
}

impl Outcome {
    /// 9.1-r1: a star before the numbers is the attacker's, one after them the defender's.
    fn read(text: &str) -> Option<Self> {
        let (attacker_retreats, rest) = match text.strip_prefix('*') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (defender_retreats, rest) = match rest.strip_suffix('*') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (attacker, defender) = rest.split_once('-')?;
        Some(Outcome {
            attacker: attacker.parse().ok()?,
            defender: defender.parse().ok()?,
            attacker_retreats,
            defender_retreats,
        })
    }

    /// As printed: `*2-1`, `0-2*`.
    pub fn printed(self) -> String {
        let star = |on: bool| if on { "*" } else { "" };
        format!(
            "{}{}-{}{}",
            star(self.attacker_retreats),
            self.attacker,
            self.defender,
            star(self.defender_retreats)
        )
    }
}

/// Rows of the combat results table: a die.
pub const DIE: usize = 6;

/// The combat results table, a column for each of x13a, x13b, x13c, x13d, x13e, x13f, x13g, x13h, x13i, x13j, x13k, x13l and x13m.
#[derive(Clone, Debug)]
pub struct Crt {
    /// Column heads as printed.
    pub columns: Vec<String>,
    /// The lowest differential of each column but the first.
    from: Vec<i16>,
    /// Cells by die (0 for 1) and column.
    pub cells: [Vec<Outcome>; DIE],
    /// Where it is from.
    pub source: String,
}

impl Crt {
    /// x13-r1: the column of a differential; below the first column it is the first.
    #[inline]
    pub fn column(&self, differential: i16) -> usize {
        self.from.iter().rposition(|from| *from <= differential).map_or(0, |i| i + 1)
    }

    /// 9.1d: the cell of a die roll.
    #[inline]
    pub fn cell(&self, column: usize, die: u8) -> Outcome {
        self.cells[usize::from(die) - 1][column]
    }
}

/// A line of the terrain chart (x12).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TerrainRow {
    pub clear: u8,
    pub rain: u8,
    pub mud: u8,
    pub motorised: u8,
    pub defence: u8,
}

impl TerrainRow {
    /// x12a, x12b, x12c, x12d, x12i, x12-r2: by weather; the bracketed mud figure is for motorised units. Cities are towns (x12g).
    pub fn cost(&self, weather: Weather, motorised: bool) -> u8 {
        match weather {
            Weather::Clear => self.clear,
            Weather::Rain => self.rain,
            Weather::Mud if motorised => self.motorised,
            Weather::Mud => self.mud,
        }
    }
}

/// A kind of water on hexsides (x12).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct WaterRow {
    pub clear: u8,
    pub rain: u8,
    pub mud: u8,
    pub all: u8,
    pub some: u8,
}

impl WaterRow {
    /// The extra cost of crossing.
    pub fn cost(&self, weather: Weather) -> u8 {
        match weather {
            Weather::Clear => self.clear,
            Weather::Rain => self.rain,
            Weather::Mud => self.mud,
        }
    }
}

/// A victory level (x8): the lowest score that reaches it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Level {
    pub from: Option<i16>,
    pub level: LevelKey,
}

/// The five levels of x8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum LevelKey {
    NationalistVictory,
    NationalistMarginal,
    Draw,
    RepublicanMarginal,
    RepublicanDecisive,
}

/// Points for towns held at the end (x8).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Hold {
    pub hold: Vec<Spanned<String>>,
    pub points: i16,
}

/// A number of points that may be a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarters(pub u8);

impl<'de> Deserialize<'de> for Quarters {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let whole = |t: &str| t.parse::<u8>().ok().filter(|n| *n < 60);
        let quarters = match text.split_once('/') {
            Some((n, "2")) => whole(n).map(|n| 2 * n),
            Some(_) => None,
            None => whole(&text).map(|n| 4 * n),
        };
        quarters
            .map(Quarters)
            .ok_or_else(|| serde::de::Error::custom(format!("{text:?}: expected points as \"1\" or \"1/2\"")))
    }
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct $name { pub source: String, $(pub $field: $type),* }
    };
}

table!(
    /// Movement (6, 8, 14).
    Movement { road: Quarters, leave_zone: u8, zone_to_zone: u8, exit_by_road: Quarters, exit_elsewhere: Quarters }
);
table!(
    /// Stacking (7).
    Stacking { infantry: u8, points: u8, free_artillery: u8 }
);
table!(
    /// Zones of control (8).
    Zones { lone_without: u8 }
);
table!(
    /// Combat (9, 10, x2).
    Combat {
        combined_arms: u8,
        adjacent_artillery: u8,
        surprise_columns: usize,
        surprise_day: u8,
        surprise_side: frente_engine::Side,
    }
);
table!(
    /// A line of so many hexes (11, 15).
    Line { hexes: u8 }
);
table!(
    /// Leaders (12).
    Leaders { killed_from: u8 }
);
table!(
    /// Entry of reinforcements (13).
    Entry { fallback_hexes: u8 }
);
table!(
    /// Weather (16, x6, x14).
    WeatherTables {
        first: [Weather; DIE],
        clear: [Weather; DIE],
        rain: [Weather; DIE],
        mud: [Weather; DIE],
        mud_motorised_divisor: u8,
        mud_foot_minus: u8,
    }
);
table!(
    /// Air points (17, x7).
    Air { nationalist: AirPoints, republican: AirPoints, bombardment_max: u8 }
);
table!(
    /// The withdrawal of the first day (x1.1).
    Withdrawal { side: frente_engine::Side, day: u8, hits: u8 }
);
table!(
    /// Victory (x8).
    Victory {
        nationalist: Vec<Hold>,
        republican: Vec<Hold>,
        exit_points_per_strength: i16,
        levels: Vec<Level>,
    }
);
table!(
    /// Water on hexsides (x12).
    Water { river: WaterRow, stream: WaterRow, mixed: u8 }
);

/// A side's air points (x7).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AirPoints {
    pub points: u8,
    /// The first day on which there are any; all days, if it is not given.
    #[serde(default)]
    pub from_day: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrtLines {
    source: String,
    columns: Vec<String>,
    from: Spanned<Vec<i16>>,
    rows: Spanned<Vec<Vec<Spanned<String>>>>,
}

/// One line for each terrain, by the names the map uses.
#[derive(Deserialize)]
struct TerrainLines {
    source: String,
    #[serde(flatten)]
    rows: BTreeMap<String, TerrainRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: String,
    crt: CrtLines,
    terrain: TerrainLines,
    water: Water,
    movement: Movement,
    stacking: Stacking,
    zones: Zones,
    combat: Combat,
    supply: Line,
    command: Line,
    leaders: Leaders,
    entry: Entry,
    weather: WeatherTables,
    air: Air,
    withdrawal: Withdrawal,
    victory: Victory,
}

/// All tables.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Tables {
    pub source: String,
    pub crt: Crt,
    pub terrain: BTreeMap<String, TerrainRow>,
    pub terrain_source: String,
    pub water: Water,
    pub movement: Movement,
    pub stacking: Stacking,
    pub zones: Zones,
    pub combat: Combat,
    pub supply: Line,
    pub command: Line,
    pub leaders: Leaders,
    pub entry: Entry,
    pub weather: WeatherTables,
    pub air: Air,
    pub withdrawal: Withdrawal,
    pub victory: Victory,
}

impl Tables {
    /// Reads and checks the tables.
    ///
    /// # Errors
    /// With file, line and what was expected.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        let f: File = file.parse()?;
        // 7d, 7-r1: the rule frees the strongest battery of a hex; the code knows of no second.
        if f.stacking.free_artillery > 1 {
            let at = file.text.find("free_artillery").unwrap_or(0);
            return Err(file.wrong(at..at, "free_artillery: expected 0 or 1"));
        }
        Ok(Tables {
            source: f.source,
            crt: crt(file, f.crt)?,
            terrain: f.terrain.rows,
            terrain_source: f.terrain.source,
            water: f.water,
            movement: f.movement,
            stacking: f.stacking,
            zones: f.zones,
            combat: f.combat,
            supply: f.supply,
            command: f.command,
            leaders: f.leaders,
            entry: f.entry,
            weather: f.weather,
            air: f.air,
            withdrawal: f.withdrawal,
            victory: f.victory,
        })
    }
}

fn crt(file: &DataText, lines: CrtLines) -> Result<Crt, DataError> {
    let n = lines.columns.len();
    if lines.from.get_ref().len() + 1 != n || !lines.from.get_ref().is_sorted_by(|a, b| a < b) {
        return Err(file.wrong(
            lines.from.span(),
            "expected rising differentials, one for each column but the first".to_owned(),
        ));
    }
    let rows_at = lines.rows.span();
    let mut rows = Vec::new();
    for row in lines.rows.into_inner() {
        if row.len() != n {
            let at = row.first().map_or(rows_at.clone(), Spanned::span);
            return Err(file.wrong(at, format!("{} results; expected {n}, one for each column", row.len())));
        }
        let cells: Result<Vec<Outcome>, DataError> = row
            .iter()
            .map(|c| {
                Outcome::read(c.get_ref()).ok_or_else(|| {
                    file.wrong(
                        c.span(),
                        format!("{:?}: expected a result as \"*2-1\" or \"0-2*\"", c.get_ref()),
                    )
                })
            })
            .collect();
        rows.push(cells?);
    }
    let cells = <[Vec<Outcome>; DIE]>::try_from(rows).map_err(|rows| {
        file.wrong(rows_at, format!("{} rows; expected {DIE}, one for each face of the die", rows.len()))
    })?;
    Ok(Crt { columns: lines.columns, from: lines.from.into_inner(), cells, source: lines.source })
}
