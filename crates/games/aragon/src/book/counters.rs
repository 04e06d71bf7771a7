//! `counters.toml`: combat units (2.3, E2.3) and support fire markers (8.3, 13.0).

use crate::ids::CLASSES;
use crate::movement::MOST_POINTS;
use frente_board::data::{DataError, DataText};
use frente_engine::{PerSide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The type of a unit (E2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// E2.3a: a leg unit.
    Infantry,
    /// E2.3b: a mobile unit.
    Cavalry,
}

/// One face of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Attack strength.
    pub attack: u8,
    /// Defence strength.
    pub defence: u8,
}

/// A combat unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The name players write.
    pub name: String,
    /// The name printed on the counter.
    pub printed: String,
    /// Whose it is.
    pub side: Side,
    /// Its type.
    pub kind: Kind,
    /// Its size symbol.
    pub size: String,
    /// The full-strength face.
    pub full: Face,
    /// The reduced face; a unit without one has a single step (2.3c).
    ///
    /// 2.3-r1, 2.3-r2: which units have one, and how strong it is, stands in the file.
    pub reduced: Option<Face>,
    /// Movement allowance in points.
    ///
    /// 2.3.2d: points it may spend in a movement phase.
    pub allowance: u8,
    /// Where it is from.
    pub source: String,
}

impl Counter {
    /// 2.3.2e, E2.3b: only cavalry is mobile.
    ///
    /// E2.3-r1: the name Móvil makes no cavalry.
    #[inline]
    pub fn mobile(&self) -> bool {
        self.kind == Kind::Cavalry
    }

    /// The allowance in half points.
    #[inline]
    pub fn half_points(&self) -> u8 {
        2 * self.allowance
    }
}

/// A class of support fire markers.
///
/// 2.3d, 2.3.2c, 8.3a: a value on the face, the same for all uses, and a back that hides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// The name players write.
    pub name: String,
    /// Its plus value.
    pub value: u8,
    /// Has it the aircraft icon (12.0e)?
    pub aircraft: bool,
    /// How many there are.
    pub count: u8,
    /// Where it is from.
    pub source: String,
}

/// The file, read.
#[derive(Clone, Debug)]
pub struct CounterFile {
    /// Counters by set and name.
    pub sets: BTreeMap<String, BTreeMap<String, Counter>>,
    /// 8.0c, E2.3d: marker classes of each side.
    pub markers: PerSide<Vec<Marker>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    set: BTreeMap<String, BTreeMap<String, RawCounter>>,
    marker: Vec<Spanned<RawMarker>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCounter {
    side: Side,
    #[serde(rename = "type")]
    kind: Kind,
    size: String,
    attack: u8,
    defence: u8,
    #[serde(rename = "move")]
    allowance: u8,
    reduced: Option<[u8; 2]>,
    printed: Option<String>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMarker {
    name: String,
    side: Side,
    value: u8,
    aircraft: bool,
    count: u8,
    source: String,
}

impl CounterFile {
    /// Reads the file.
    ///
    /// # Errors
    /// When it is not of the expected shape or has more marker classes than there is room for.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        let raw: RawFile = file.parse()?;
        let mut all = raw.set.values().flatten();
        if let Some((name, _)) = all.find(|(_, c)| c.allowance > MOST_POINTS / 2) {
            let problem =
                format!("counter {name:?}: expected an allowance of at most {} points", MOST_POINTS / 2);
            return Err(file.wrong(0..0, problem));
        }
        let counter = |name: String, c: RawCounter| {
            let counter = Counter {
                printed: c.printed.unwrap_or_else(|| name.clone()),
                name: name.clone(),
                side: c.side,
                kind: c.kind,
                size: c.size,
                full: Face { attack: c.attack, defence: c.defence },
                reduced: c.reduced.map(|[attack, defence]| Face { attack, defence }),
                allowance: c.allowance,
                source: c.source,
            };
            (name, counter)
        };
        let sets = raw
            .set
            .into_iter()
            .map(|(set, counters)| (set, counters.into_iter().map(|(n, c)| counter(n, c)).collect()))
            .collect();
        let mut markers: PerSide<Vec<Marker>> = PerSide::new(Vec::new(), Vec::new());
        for marker in raw.marker {
            let span = marker.span();
            let RawMarker { name, side, value, aircraft, count, source } = marker.into_inner();
            if markers[side].len() == CLASSES || markers[side].iter().any(|m| m.name == name) {
                return Err(file.wrong(
                    span,
                    format!("marker {name:?}: expected at most {CLASSES} classes a side, each named once"),
                ));
            }
            markers[side].push(Marker { name, value, aircraft, count, source });
        }
        Ok(CounterFile { sets, markers })
    }
}
