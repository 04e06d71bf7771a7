//! `counters.toml`: what is printed on the counters.

use super::MOST_MOVES;
use super::map::Map;
use crate::ids::{AREAS, Places, UNITS};
use frente_board::data::{DataError, DataText};
use frente_engine::{PerSide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// 1.1b: the type of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Type {
    /// A line unit.
    Line,
    /// A shock unit, marked with a star.
    Shock,
    /// An artillery unit.
    Artillery,
}

/// 1.1h: the faction shown by the flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Faction {
    Communist,
    International,
    Anarchist,
    Socialist,
    Psuc,
    Basque,
    Poum,
    Regular,
    Legion,
    Moroccan,
    Army,
    Carlist,
    Falange,
}

/// 1.1c, 1.1f, 1.1g, 1.1-r2: the values of one face. Artillery has no attack factor (1.1g).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Attack factor.
    #[serde(default)]
    pub attack: Option<u8>,
    /// Defence factor.
    pub defence: u8,
    /// Movement points.
    #[serde(rename = "move")]
    pub moves: u8,
}

/// 1.1j: the black mark for corunna-road.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum BlackMark {
    /// In area AA at start, and locked there (12.2h, 12.2v).
    #[serde(rename = "AA")]
    Madrid,
    /// Does not take part (12.2f).
    #[serde(rename = "cross")]
    Cross,
}

/// 1.1k: when a unit comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// On the map from the start.
    Start,
    /// A reinforcement of this turn.
    Turn(u8),
    /// A unit of Rada's column (7d).
    Rada,
}

/// What is printed on a counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The label players write.
    pub label: String,
    /// Its full name.
    pub name: String,
    /// The formation it belonged to.
    pub formation: String,
    /// Whose it is.
    pub side: Side,
    /// Its faction.
    pub faction: Faction,
    /// Line, shock or artillery.
    pub kind: Type,
    /// Its size symbol.
    pub size: String,
    /// Fresh and Spent face.
    pub faces: [Face; 2],
    /// Places where it may be deployed in drive and campaign (1.1m, 1.1n, 1.1o).
    pub marks: Places,
    /// When it comes.
    pub entry: Entry,
    /// Its mark for corunna-road.
    pub corunna: Option<BlackMark>,
    /// 1.1-r4: counts as communist for Strife.
    pub communist: bool,
    /// Where the data are from.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterText {
    side: Side,
    name: String,
    formation: String,
    faction: Faction,
    #[serde(rename = "type")]
    kind: Type,
    size: String,
    fresh: Face,
    spent: Face,
    #[serde(default)]
    at: Vec<String>,
    #[serde(rename = "box")]
    in_box: Option<u8>,
    turn: Option<u8>,
    #[serde(default)]
    rada: bool,
    corunna: Option<BlackMark>,
    #[serde(default)]
    communist: bool,
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountersText {
    source: String,
    unit: BTreeMap<Spanned<String>, CounterText>,
}

/// Reads the counters file.
///
/// # Errors
/// When a counter contradicts section 1 or names a place that does not exist.
pub fn read(file: &DataText, map: &Map) -> Result<PerSide<Vec<Counter>>, DataError> {
    let text: CountersText = file.parse()?;
    let mut counters: PerSide<Vec<Counter>> = PerSide::default();
    for (label, line) in text.unit {
        let wrong = |problem: String| file.wrong(label.span(), format!("{}: {problem}", label.get_ref()));
        let mut marks = Places::EMPTY;
        for area in &line.at {
            let area = map.areas.find(area).filter(|a| !map.is_box(*a));
            marks.insert(area.ok_or_else(|| wrong("`at` names no area of the map".to_owned()))?.index());
        }
        if let Some(n) = line.in_box {
            let place = map.areas.find(&n.to_string()).filter(|a| a.index() >= AREAS);
            let place = place.ok_or_else(|| wrong(format!("box = {n}; expected 1 to 6")))?;
            if !map.boxes[line.side.index()].has(place.index()) {
                return Err(wrong(format!("box {n} belongs to the other side (rule 2k)")));
            }
            marks.insert(place.index());
        }
        if marks.is_empty() || (!line.at.is_empty() && line.in_box.is_some()) {
            return Err(wrong("expected either `at` with area letters or `box`".to_owned()));
        }
        let artillery = line.kind == Type::Artillery;
        if [line.fresh, line.spent].iter().any(|f| f.attack.is_none() != artillery) {
            return Err(wrong(
                "artillery has no attack factor, every other unit has one (rules 1.1f, 1.1g)".to_owned(),
            ));
        }
        if line.fresh.moves.max(line.spent.moves) > MOST_MOVES {
            return Err(wrong(format!("more than {MOST_MOVES} movement points")));
        }
        let entry = match (line.rada, line.turn) {
            (true, None) => Entry::Rada,
            (false, None) => Entry::Start,
            (false, Some(turn)) => Entry::Turn(turn),
            (true, Some(_)) => {
                return Err(wrong("a unit of Rada's column has no turn of its own (rule 7d)".to_owned()));
            }
        };
        counters[line.side].push(Counter {
            label: label.get_ref().clone(),
            name: line.name,
            formation: line.formation,
            side: line.side,
            faction: line.faction,
            kind: line.kind,
            size: line.size,
            faces: [line.fresh, line.spent],
            marks,
            entry,
            corunna: line.corunna,
            communist: line.communist,
            source: line.source.unwrap_or_else(|| text.source.clone()),
        });
        if counters[line.side].len() > UNITS {
            return Err(wrong(format!("more than {UNITS} units of a side")));
        }
    }
    Ok(counters)
}
