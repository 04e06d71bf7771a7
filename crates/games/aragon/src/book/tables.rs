//! `tables.toml`: combat results (7.2, 7.5), terrain (5.2, 7.3), turn track (8.0), supply (10), bombardment (12), activation
//! (14), fatigue (15) and blizzard (16).

use frente_board::data::{DataError, DataText};
use frente_engine::PerSide;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// A line of the combat results table (7.3), from worst to best for the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Open ground.
    Clear,
    /// All attackers cross a river, at least one of them by a bridge (7.3c).
    Bridge,
    /// All attackers cross an unbridged river (7.3b).
    River,
    /// Rough ground.
    Rough,
    /// City or town (7.3-r1).
    Town,
    /// Mountain.
    Mountain,
}

impl Line {
    /// All lines.
    pub const ALL: [Line; 6] =
        [Line::Clear, Line::Bridge, Line::River, Line::Rough, Line::Town, Line::Mountain];

    /// Its name in files and messages.
    pub fn key(self) -> &'static str {
        match self {
            Line::Clear => "clear",
            Line::Bridge => "bridge",
            Line::River => "river",
            Line::Rough => "rough",
            Line::Town => "town",
            Line::Mountain => "mountain",
        }
    }
}

/// A combat result (7.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Defender eliminated.
    De,
    /// Defender retreats so many hexes.
    D(u8),
    /// Both sides lose a step.
    Ex,
    /// No effect.
    Nothing,
    /// Attackers retreat so many hexes.
    A(u8),
    /// One attacker loses a step.
    Loss,
    /// All attackers eliminated.
    Ae,
}

impl Outcome {
    fn parse(s: &str) -> Option<Outcome> {
        Some(match s {
            "De" => Outcome::De,
            "D2" => Outcome::D(2),
            "D3" => Outcome::D(3),
            "Ex" => Outcome::Ex,
            "-" => Outcome::Nothing,
            "A1" => Outcome::A(1),
            "A2" => Outcome::A(2),
            "A3" => Outcome::A(3),
            "(A)" => Outcome::Loss,
            "Ae" => Outcome::Ae,
            _ => return None,
        })
    }

    /// From best to worst for the attacker (15.1-r3).
    pub fn severity(self) -> u8 {
        match self {
            Outcome::De => 0,
            Outcome::D(n) => 10 - n.min(9),
            Outcome::Ex => 11,
            Outcome::Nothing => 12,
            Outcome::A(n) => 12 + n,
            Outcome::Loss => 30,
            Outcome::Ae => 31,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::De => f.write_str("De"),
            Outcome::D(n) => write!(f, "D{n}"),
            Outcome::Ex => f.write_str("Ex"),
            Outcome::Nothing => f.write_str("-"),
            Outcome::A(n) => write!(f, "A{n}"),
            Outcome::Loss => f.write_str("(A)"),
            Outcome::Ae => f.write_str("Ae"),
        }
    }
}

/// A column of the combat results table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// As printed above it.
    pub name: String,
    /// The lowest number that falls into it.
    pub from: i16,
    /// Results of the die, 1 to 6.
    pub results: [Outcome; 6],
}

/// What a kind of terrain costs and which combat line it gives.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexTerrain {
    /// Half points to enter; without it the terrain is prohibited (5.1d).
    pub cost: Option<u8>,
    /// Its combat line.
    pub line: Line,
    /// Where it is from.
    pub source: Option<String>,
}

/// What crossing a hexside adds.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTerrain {
    /// Half points added; without it the hexside is prohibited (5.1d).
    pub cost: Option<u8>,
    /// Where it is from.
    pub source: Option<String>,
}

/// What a link does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkTerrain {
    /// Half points for a step along it.
    pub cost: u8,
    /// Does it bridge a river in combat (2.1)?
    pub bridge: bool,
    /// Does it carry supply over rivers and mountains (10.0f, 10.0g)?
    pub supply: bool,
    /// Where it is from.
    pub source: Option<String>,
}

/// 5.2: movement costs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Where it is from, unless a line says otherwise.
    pub source: String,
    /// By terrain.
    pub hex: BTreeMap<String, HexTerrain>,
    /// By kind of hexside.
    pub side: BTreeMap<String, SideTerrain>,
    /// By kind of link.
    pub link: BTreeMap<String, LinkTerrain>,
}

/// 10.0: limits of lines of supply.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Where it is from.
    pub source: String,
    /// Half points from a town to the road that feeds it (10.0i).
    pub town_reach: u8,
    /// Mountain hexes a line may use off the road (10.0f). The trace is written for one.
    pub mountains: u8,
}

/// 12.0, 12.1: bombardment.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombardment {
    /// Where it is from.
    pub source: String,
    /// Range in hexes from a friendly unit.
    pub range: u8,
    /// Added for a unit on Commanding Heights.
    pub heights: u8,
    /// The most markers in one bombardment.
    pub markers: u8,
}

/// When a modifier of the activation roll applies.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "when", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Modifier {
    /// In these turns.
    Turns {
        /// The turns.
        turns: Vec<u8>,
        /// Added to the die.
        die: i8,
    },
    /// While the Republic controls the scenario's objective.
    Objective {
        /// Added to the die.
        die: i8,
    },
    /// In the turn right after the Great Blizzard.
    AfterBlizzard {
        /// Added to the die.
        die: i8,
    },
}

/// 14.0: the Republican Activation Table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// Where it is from.
    pub source: String,
    /// Units that may move, by modified die from 1; the last entry also serves higher rolls.
    pub units: Vec<u8>,
    /// The first turn with a roll.
    pub from_turn: u8,
    /// Modifiers.
    pub modifier: Vec<Modifier>,
}

/// A fatigue level (15.0, 15.1).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FatigueLevel {
    /// The pip that shows.
    pub name: String,
    /// Added to the die when it attacks.
    pub attack: i8,
    /// Added to the die when it defends.
    pub defend: i8,
}

/// 15.0: fatigue.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fatigue {
    /// Where it is from.
    pub source: String,
    /// Levels in order.
    ///
    /// 15.0b, 15.0c, 15.1b, 15.1c, 15.1d: 6, then 1, then 2, and what each does to the die.
    pub levels: Vec<FatigueLevel>,
}

/// 16.0: the Great Blizzard.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blizzard {
    /// Where it is from.
    pub source: String,
    /// Turns in which the die is rolled.
    pub turns: Vec<u8>,
    /// The highest roll that brings it.
    pub highest: u8,
}

/// One space of the turn track.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnSpace {
    /// The dates it stands for.
    pub dates: String,
    /// Markers each side draws (8.0d).
    ///
    /// 3.0c, 8.6a: a number of markers, which no combat changes.
    pub allotment: PerSide<u8>,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Columns of the combat results table, from low to high.
    pub columns: Vec<Column>,
    /// Terrain points of each line.
    pub points: [i16; 6],
    /// Movement costs.
    pub movement: Movement,
    /// Supply limits.
    pub supply: Supply,
    /// Bombardment limits.
    pub bombardment: Bombardment,
    /// Activation.
    pub activation: Activation,
    /// Fatigue.
    pub fatigue: Fatigue,
    /// Blizzard.
    pub blizzard: Blizzard,
    /// The turn tracks, by scenario.
    pub tracks: BTreeMap<String, Vec<TurnSpace>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTables {
    combat: RawCombat,
    movement: Movement,
    supply: Spanned<Supply>,
    bombardment: Bombardment,
    activation: Spanned<Activation>,
    fatigue: Spanned<Fatigue>,
    blizzard: Blizzard,
    turn_track: Vec<Spanned<RawTrack>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCombat {
    #[allow(dead_code, reason = "read by people")]
    source: String,
    terrain: BTreeMap<Line, i16>,
    column: Vec<Spanned<RawColumn>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawColumn {
    name: String,
    from: i16,
    results: [Spanned<String>; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTrack {
    scenario: String,
    #[allow(dead_code, reason = "read by people")]
    source: String,
    turns: Vec<RawTurn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTurn {
    turn: u8,
    dates: String,
    republican: u8,
    nationalist: u8,
}

impl Tables {
    /// Reads the file.
    ///
    /// # Errors
    /// With file, line and what was expected.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        let raw: RawTables = file.parse()?;
        let mut columns: Vec<Column> = Vec::new();
        for column in raw.combat.column {
            let span = column.span();
            let column = column.into_inner();
            if columns.last().is_some_and(|c| c.from >= column.from) {
                return Err(file.wrong(span, "combat columns must rise: expected a larger `from`"));
            }
            let mut results = [Outcome::Nothing; 6];
            for (slot, text) in results.iter_mut().zip(&column.results) {
                *slot = Outcome::parse(text.get_ref()).ok_or_else(|| {
                    let expected = "expected De, D3, D2, Ex, -, A1, A2, A3, (A) or Ae";
                    file.wrong(
                        text.span(),
                        format!("{:?} is not a combat result; {expected}", text.get_ref()),
                    )
                })?;
            }
            // 15.1-r3: a table that runs the other way is wrong.
            if !results.is_sorted_by_key(|r| r.severity()) {
                return Err(
                    file.wrong(span, "results must get worse for the attacker as the die rises (15.1-r3)")
                );
            }
            columns.push(Column { name: column.name, from: column.from, results });
        }
        if columns.is_empty() {
            return Err(file.wrong(0..0, "expected at least one [[combat.column]]"));
        }
        let points = Line::ALL.map(|line| raw.combat.terrain.get(&line).copied().unwrap_or_default());
        if raw.supply.get_ref().mountains != 1 {
            return Err(
                file.wrong(raw.supply.span(), "lines of supply are traced for one mountain hex: expected 1")
            );
        }
        if raw.activation.get_ref().units.is_empty() {
            return Err(file.wrong(raw.activation.span(), "expected at least one number in `units`"));
        }
        if raw.fatigue.get_ref().levels.len() > 3 {
            return Err(file.wrong(raw.fatigue.span(), "expected at most three levels"));
        }
        let mut tracks = BTreeMap::new();
        for track in raw.turn_track {
            let span = track.span();
            let track = track.into_inner();
            if track.turns.iter().zip(1..).any(|(t, n)| t.turn != n) {
                return Err(file.wrong(span, "turns must be numbered 1, 2, 3, …"));
            }
            let spaces = track
                .turns
                .into_iter()
                .map(|t| TurnSpace { dates: t.dates, allotment: PerSide::new(t.republican, t.nationalist) })
                .collect();
            tracks.insert(track.scenario, spaces);
        }
        Ok(Tables {
            columns,
            points,
            movement: raw.movement,
            supply: raw.supply.into_inner(),
            bombardment: raw.bombardment,
            activation: raw.activation.into_inner(),
            fatigue: raw.fatigue.into_inner(),
            blizzard: raw.blizzard,
            tracks,
        })
    }

    /// 2.2-r1: the column of a differential from which terrain points are already taken.
    ///
    /// 7.2b: the column that the line of the defender leads to.
    #[inline]
    pub fn column(&self, net: i16) -> usize {
        self.columns.iter().rposition(|c| c.from <= net).unwrap_or(0)
    }

    /// 7.3: the terrain points of a line.
    ///
    /// 4.1-r2: terrain counts once, as points taken off the differential.
    #[inline]
    pub fn line_points(&self, line: Line) -> i16 {
        self.points[line as usize]
    }
}
