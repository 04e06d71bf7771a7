//! `counters.toml` and `scenarios/guadalajara.toml`: the order of battle (x10), set-up (x1) and reinforcements (x4).

use crate::ids::{Echelon, Kind, OBJECTIVES, QUARTERS, UNITS, Unit};
use crate::position::Wear;
use frente_board::data::{DataError, DataText};
use frente_board::{Hex, HexMap};
use frente_engine::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Where a reinforcement comes on (x4, 13-r1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The Guadalajara roads.
    South,
    /// The north edge.
    North,
    /// The railway's west end.
    Train,
}

/// When and where a counter comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// Set up at start in the zone of this group of the scenario.
    Setup(u8),
    /// A reinforcement of a day.
    Day(u8, Place),
}

/// A counter as printed.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What players write.
    pub label: String,
    /// What is printed on it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Of what nation, where that is not the side's.
    pub nation: Option<String>,
    /// Its formation.
    pub formation: String,
    /// What it is.
    pub kind: Kind,
    /// Its size in words.
    pub size: String,
    /// Printed strength; 0 for leaders.
    pub strength: u8,
    /// Range in hexes; 0 for what does not fire.
    pub range: u8,
    /// Movement allowance in quarter points; the train's is not limited (x9b).
    pub movement: u8,
    /// Does it move as motorised (2-r3)?
    pub motorised: bool,
    /// The leader it traces its command to (15).
    pub leader: Option<Unit>,
    /// A leader's level.
    pub echelon: Option<Echelon>,
    /// When and where it comes.
    pub arrival: Arrival,
    /// Its hex in the suggested set-up.
    pub suggested: Hex,
    /// Who it was.
    pub identity: String,
    /// Where it is from.
    pub source: String,
}

impl Counter {
    /// What is asked of it most.
    pub fn mark(&self) -> Mark {
        Mark {
            side: self.side,
            kind: self.kind,
            strength: self.strength,
            movement: self.movement,
            motorised: self.motorised,
            burden: Burden::of(self.kind, self.strength),
            door: match self.arrival {
                Arrival::Day(_, place) => Some(place),
                Arrival::Setup(_) => None,
            },
        }
    }
}

/// What the rules ask of a counter all the time, in a few bytes: counters as printed are spread over the memory.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Printed strength; 0 for leaders.
    pub strength: u8,
    /// Movement allowance in quarter points.
    pub movement: u8,
    /// Does it move as motorised (2-r3)?
    pub motorised: bool,
    /// What it adds to a stack.
    pub burden: Burden,
    /// Where it comes on, if it is a reinforcement.
    pub door: Option<Place>,
}

/// What counters add to a stack, all in one word, so that a whole stack is a sum: strength, infantry and trains. Leaders add nothing (7e).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Burden(u32);

impl Burden {
    const INFANTRY: u32 = 1 << 16;
    const TRAIN: u32 = 1 << 24;

    fn of(kind: Kind, strength: u8) -> Burden {
        Burden(match kind {
            Kind::Leader => 0,
            Kind::Infantry => u32::from(strength) + Self::INFANTRY,
            Kind::Train => u32::from(strength) + Self::TRAIN,
            Kind::Armour | Kind::Artillery | Kind::Cavalry | Kind::Bicycle | Kind::Engineer => {
                strength.into()
            }
        })
    }

    /// The sum of the counters so far and one more, which has taken hits.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Burden, hits: u8) -> Burden {
        Burden(self.0 + other.0 - u32::from(hits))
    }

    /// Strength of all, how many infantry, and is a train among them?
    #[inline]
    pub fn parts(self) -> (u32, u32, bool) {
        (self.0 % Self::INFANTRY, self.0 % Self::TRAIN / Self::INFANTRY, self.0 >= Self::TRAIN)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    source: String,
    unit: BTreeMap<Spanned<String>, CounterLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterLine {
    side: Side,
    formation: String,
    #[serde(rename = "type")]
    kind: Kind,
    name: String,
    #[serde(default)]
    size: String,
    strength: Option<u8>,
    range: Option<u8>,
    movement: Option<u8>,
    #[serde(default)]
    motorised: bool,
    leader: Option<Spanned<String>>,
    echelon: Option<Echelon>,
    nation: Option<String>,
    #[serde(default)]
    identity: String,
    source: Option<String>,
}

/// A group of counters set up together (x1).
#[derive(Clone, Debug)]
pub struct Group {
    /// Whose.
    pub side: Side,
    /// The map zone they are placed in.
    pub zone: String,
    /// Must each hex of the zone get a combat unit (x1b)?
    pub each_hex: bool,
}

/// The scenario (x0, x1, x4).
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// First day.
    pub first_day: u8,
    /// Last day.
    pub last_day: u8,
    /// The month printed on the turn track.
    pub month: String,
    /// Who moves first in a turn.
    pub first_player: Side,
    /// Set-up groups.
    pub groups: Vec<Group>,
    /// Counters in the order in which they are placed: first the side that sets up first; combat units before leaders (x1-r5).
    pub order: Vec<Unit>,
    /// The towns that score, by name.
    pub objectives: [String; OBJECTIVES],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    scenario: String,
    name: String,
    #[serde(rename = "source")]
    _source: String,
    first_day: u8,
    last_day: u8,
    month: String,
    first_player: Side,
    sets_up_first: Side,
    objectives: [String; OBJECTIVES],
    setup: Vec<SetupLine>,
    suggested: Suggested,
    reinforcement: Vec<ReinforcementLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupLine {
    side: Side,
    zone: Spanned<String>,
    units: Vec<Spanned<String>>,
    #[serde(default)]
    each_hex: bool,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suggested {
    #[serde(rename = "source")]
    _source: String,
    units: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReinforcementLine {
    day: u8,
    place: Place,
    units: Vec<Spanned<String>>,
    #[serde(rename = "source")]
    _source: String,
}

/// Reads the counters and the scenario that brings them into play.
///
/// x10a, x10b, x10c, x10d, x10e, x10f, x10g, x10h, x10i, x10j, x10k, x10l, x10m, x10n, x10o, x10p: formations and their leaders are
/// in `data/counters.toml`.
///
/// # Errors
/// With file, line and what was expected.
pub fn read(
    counters: &DataText,
    scenario: &DataText,
    map: &HexMap<15>,
) -> Result<(Vec<Counter>, Scenario), DataError> {
    let file: CounterFile = counters.parse()?;
    if file.unit.len() != UNITS {
        return Err(counters.wrong(0..0, format!("{} counters; expected {UNITS}", file.unit.len())));
    }
    let labels: Vec<String> = file.unit.keys().map(|k| k.get_ref().clone()).collect();
    let find = |text: &DataText, label: &Spanned<String>| {
        labels.iter().position(|l| l == label.get_ref()).map(Unit::at).ok_or_else(|| {
            text.wrong(
                label.span(),
                format!("there is no counter {:?} in {}", label.get_ref(), counters.file),
            )
        })
    };
    let mut units = Vec::with_capacity(UNITS);
    for (label, line) in &file.unit {
        let wrong = |problem: String| counters.wrong(label.span(), format!("{}: {problem}", label.get_ref()));
        let leads = line.kind == Kind::Leader;
        if leads != line.echelon.is_some() || leads == line.strength.is_some() {
            return Err(wrong(
                "a leader needs an echelon and no strength, a unit a strength and no echelon".into(),
            ));
        }
        let fires = matches!(line.kind, Kind::Artillery | Kind::Train);
        if fires != line.range.is_some() {
            return Err(wrong("artillery and the train need a range, others have none".into()));
        }
        if (line.kind == Kind::Train) == line.movement.is_some() {
            return Err(wrong("every counter but the train needs a movement allowance".into()));
        }
        let strengths = 1..=Wear::MOST_HITS;
        if line.movement.is_some_and(|m| m > 31) || line.strength.is_some_and(|s| !strengths.contains(&s)) {
            return Err(wrong(format!(
                "expected a movement allowance of at most 31 and a strength of 1 to {}",
                Wear::MOST_HITS
            )));
        }
        units.push(Counter {
            label: label.get_ref().clone(),
            name: line.name.clone(),
            side: line.side,
            nation: line.nation.clone(),
            formation: line.formation.clone(),
            kind: line.kind,
            size: line.size.clone(),
            strength: line.strength.unwrap_or(0),
            range: line.range.unwrap_or(0),
            movement: line.movement.unwrap_or(0) * QUARTERS,
            motorised: line.motorised || leads,
            leader: line.leader.as_ref().map(|l| find(counters, l)).transpose()?,
            echelon: line.echelon,
            arrival: Arrival::Setup(u8::MAX),
            suggested: Hex::NONE,
            identity: line.identity.clone(),
            source: line.source.clone().unwrap_or_else(|| file.source.clone()),
        });
    }
    for (i, (label, _)) in file.unit.iter().enumerate() {
        let fits = units[i].leader.is_none_or(|l| {
            units[l.index()].kind == Kind::Leader && units[l.index()].side == units[i].side && l.index() != i
        });
        if !fits {
            return Err(counters.wrong(label.span(), "its leader is no leader of its side"));
        }
    }
    let scenario = arrivals(scenario, &mut units, map, &find)?;
    Ok((units, scenario))
}

fn arrivals(
    text: &DataText,
    units: &mut [Counter],
    map: &HexMap<15>,
    find: &impl Fn(&DataText, &Spanned<String>) -> Result<Unit, DataError>,
) -> Result<Scenario, DataError> {
    let file: ScenarioFile = text.parse()?;
    let mut seen = vec![false; units.len()];
    let mut once = |label: &Spanned<String>| {
        let unit = find(text, label)?;
        if std::mem::replace(&mut seen[unit.index()], true) {
            return Err(text.wrong(
                label.span(),
                format!("{:?} stands twice; expected each counter once", label.get_ref()),
            ));
        }
        Ok(unit)
    };
    let mut groups = Vec::new();
    let mut order: Vec<(bool, bool, Unit)> = Vec::new();
    for (g, line) in file.setup.iter().enumerate() {
        if map.zone(line.zone.get_ref()).is_none() {
            return Err(
                text.wrong(line.zone.span(), format!("the map has no zone {:?}", line.zone.get_ref()))
            );
        }
        for label in &line.units {
            let unit = once(label)?;
            units[unit.index()].arrival = Arrival::Setup(g as u8);
            order.push((line.side != file.sets_up_first, units[unit.index()].kind == Kind::Leader, unit));
        }
        groups.push(Group { side: line.side, zone: line.zone.get_ref().clone(), each_hex: line.each_hex });
    }
    // A stable sort: within side and sort of counter the file's order stands.
    order.sort_by_key(|(second, leader, _)| (*second, *leader));
    for line in &file.reinforcement {
        for label in &line.units {
            let unit = once(label)?;
            units[unit.index()].arrival = Arrival::Day(line.day, line.place);
        }
    }
    for (label, hex) in &file.suggested.units {
        let unit = find(text, label)?;
        let hex = map.find(hex.get_ref()).ok_or_else(|| {
            text.wrong(hex.span(), format!("there is no hex {:?} on the map", hex.get_ref()))
        })?;
        units[unit.index()].suggested = hex;
    }
    if let Some(i) = seen.iter().position(|s| !s) {
        return Err(text.wrong(0..0, format!("counter {:?} neither sets up nor enters", units[i].label)));
    }
    Ok(Scenario {
        key: file.scenario,
        name: file.name,
        first_day: file.first_day,
        last_day: file.last_day,
        month: file.month,
        first_player: file.first_player,
        groups,
        order: order.into_iter().map(|(_, _, u)| u).collect(),
        objectives: file.objectives,
    })
}
