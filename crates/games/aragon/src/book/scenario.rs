//! `scenarios/*.toml`: set-up, length, reinforcements, options and victory (18.0, 19.0, 20.0).

use super::counters::{Counter, CounterFile};
use super::ground::Ground;
use super::tables::{Tables, TurnSpace};
use crate::ids::{Set, UNITS, Unit};
use frente_board::Hex;
use frente_board::data::{DataError, DataText};
use frente_engine::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// How a scenario is won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// 18.0: net towns, and a city that ends the game at once.
    Towns {
        /// The net count the Republic needs.
        needed: i16,
        /// The city of sudden death.
        sudden: Hex,
    },
    /// 19.0: occupation of a city in supply.
    City {
        /// The city.
        hex: Hex,
    },
    /// 20.0: hexes of a road.
    Road {
        /// The road.
        ///
        /// 20.0-r5: the zone of the map file.
        road: Set,
        /// How many of them the Nationalist needs.
        needed: u8,
        /// The turn by whose end he must have them to win, with the blizzard.
        win_by: u8,
        /// The same without the blizzard.
        win_by_without_blizzard: u8,
        /// The turn by whose end he must have them to draw.
        draw_by: u8,
    },
}

/// A group of reinforcements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reinforcement {
    /// The turn it is due.
    pub turn: u8,
    /// Its listed entry hexes.
    pub entry: Vec<Entry>,
    /// Its units.
    pub units: Vec<Unit>,
}

/// A listed entry hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The hex.
    pub hex: Hex,
    /// Steps along the map edge from it to every hex ([`u8::MAX`]: not on the edge), for shifted entry (18.0-r6).
    pub along: Vec<u8>,
}

/// A scenario, checked against map and counters.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its key.
    pub key: String,
    /// Its section.
    pub source: String,
    /// Game turns.
    ///
    /// 18.0b, 19.0b, 20.0b: ten in each scenario.
    pub turns: u8,
    /// 3.0d: who takes the first player turn.
    ///
    /// 18.0c, 19.0c, 19.0-r2, 20.0c: as the scenario says, in every turn.
    pub first: Side,
    /// 18.0d: player turns that are skipped entirely.
    pub skipped: Vec<(u8, Side)>,
    /// 14.0: is there an activation roll, and which hex helps it?
    pub activation: Option<Hex>,
    /// Fortification markers.
    ///
    /// 17.0c, 20.0-r6: those of the set-up; none is ever added.
    pub forts: Set,
    /// Victory.
    pub victory: Victory,
    /// Units on the map.
    pub setup: Vec<(Unit, Hex)>,
    /// Reinforcements.
    pub reinforcements: Vec<Reinforcement>,
    /// For each unit the group it arrives with.
    pub group: Vec<Option<u8>>,
    /// The turn track.
    pub track: Vec<TurnSpace>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    scenario: String,
    source: String,
    map: String,
    counters: Vec<Spanned<String>>,
    turns: u8,
    first: Side,
    front: Spanned<String>,
    #[serde(default)]
    skipped: Vec<RawSkipped>,
    options: Vec<Spanned<String>>,
    activation: Option<Spanned<String>>,
    forts: Vec<Spanned<String>>,
    victory: Spanned<RawVictory>,
    setup: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    reinforcement: Vec<RawReinforcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSkipped {
    turn: u8,
    side: Side,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum RawVictory {
    Towns { needed: i16, sudden: Spanned<String> },
    City { hex: Spanned<String> },
    Road { zone: Spanned<String>, needed: u8, win_by: u8, win_by_without_blizzard: u8, draw_by: u8 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReinforcement {
    turn: u8,
    side: Side,
    entry: Vec<Spanned<String>>,
    units: Vec<Spanned<String>>,
}

/// A scenario file that has been read but not yet checked against map and counters.
pub struct Draft {
    file: DataText,
    raw: Raw,
}

impl Draft {
    /// Reads the file.
    ///
    /// # Errors
    /// When it is not of the expected shape.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        Ok(Draft { raw: file.parse()?, file: file.clone() })
    }

    /// The name of its map's file.
    pub fn map_file(&self) -> String {
        format!("{}.map.toml", self.raw.map)
    }

    /// The zone of the map that is the Republican side of the starting front line.
    pub fn front(&self) -> &str {
        self.raw.front.get_ref()
    }

    /// An error about the front line's name.
    pub fn wrong_front(&self) -> DataError {
        let front = &self.raw.front;
        self.file.wrong(front.span(), format!("the map has no zone {:?}; expected one", front.get_ref()))
    }

    fn labels(&self) -> impl Iterator<Item = (&Spanned<String>, Option<Side>)> {
        let setup = self.raw.setup.keys().map(|l| (l, None));
        setup.chain(self.raw.reinforcement.iter().flat_map(|r| r.units.iter().map(|l| (l, Some(r.side)))))
    }

    /// The counters of the scenario: those its set-up and its reinforcements name.
    ///
    /// 20.0x: a later set replaces counters of the same name. 19.0-r3: the same name with the same strengths is the same counter, whatever its size symbol.
    ///
    /// # Errors
    /// When a name is unknown, stands twice, or there are more units than there is room for.
    pub fn units(&self, file: &CounterFile) -> Result<Vec<Counter>, DataError> {
        let mut known: BTreeMap<&str, &Counter> = BTreeMap::new();
        for set in &self.raw.counters {
            let counters = file.sets.get(set.get_ref()).ok_or_else(|| {
                self.file.wrong(set.span(), format!("counters.toml has no set {:?}", set.get_ref()))
            })?;
            // A later set replaces counters of the same name: in Alfambra I/13 and II/13 (20.0x).
            known.extend(counters.iter().map(|(name, c)| (name.as_str(), c)));
        }
        let mut units: Vec<Counter> = Vec::new();
        for (label, side) in self.labels() {
            let wrong = |problem: String| Err(self.file.wrong(label.span(), problem));
            let Some(counter) = known.get(label.get_ref().as_str()) else {
                return wrong(format!("no counter {:?} in the sets of this scenario", label.get_ref()));
            };
            if units.iter().any(|u| u.name == counter.name) {
                return wrong(format!("{:?} stands twice; expected each unit once", counter.name));
            }
            if side.is_some_and(|s| s != counter.side) {
                return wrong(format!("{:?} is {}", counter.name, counter.side));
            }
            if units.len() == UNITS {
                return wrong(format!("more than {UNITS} units"));
            }
            units.push((*counter).clone());
        }
        // Republican units first, then by name: the order never depends on how the file is arranged.
        units.sort_by(|a, b| (a.side, &a.name).cmp(&(b.side, &b.name)));
        Ok(units)
    }

    /// Checks everything that names a hex or a unit.
    ///
    /// # Errors
    /// With file and line of what is wrong.
    pub fn finish(self, ground: &Ground, units: &[Counter], tables: &Tables) -> Result<Scenario, DataError> {
        let Draft { file, raw } = self;
        let hex = |label: &Spanned<String>| {
            ground.map.find(label.get_ref()).ok_or_else(|| {
                file.wrong(label.span(), format!("hex {:?} is not on the map", label.get_ref()))
            })
        };
        let unit = |label: &Spanned<String>| {
            let found = units.iter().position(|u| u.name == *label.get_ref());
            found.map(Unit::at).ok_or_else(|| file.wrong(label.span(), "no such unit"))
        };
        let mut forts = Set::EMPTY;
        for label in &raw.forts {
            forts.insert(hex(label)?.index());
        }
        let mut setup = Vec::new();
        for (label, at) in &raw.setup {
            let at_hex = hex(at)?;
            if setup.iter().any(|(_, h)| *h == at_hex) {
                return Err(file.wrong(at.span(), "two units in one hex (5.3)"));
            }
            setup.push((unit(label)?, at_hex));
        }
        let mut group = vec![None; units.len()];
        let mut reinforcements = Vec::new();
        for r in &raw.reinforcement {
            let mut entry = Vec::new();
            for label in &r.entry {
                let hex = hex(label)?;
                if ground.entry_cost[hex.index()].is_none() {
                    return Err(file.wrong(label.span(), "expected a hex on the edge of the map"));
                }
                entry.push(Entry { hex, along: ground.along_edge(hex) });
            }
            let members = r.units.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
            for u in &members {
                group[u.index()] = Some(reinforcements.len() as u8);
            }
            reinforcements.push(Reinforcement { turn: r.turn, entry, units: members });
        }
        let known = ["fatigue", "blizzard"];
        for option in &raw.options {
            if !known.contains(&option.get_ref().as_str()) {
                return Err(file.wrong(option.span(), "unknown option; expected fatigue or blizzard"));
            }
        }
        let victory = match raw.victory.get_ref() {
            RawVictory::Towns { needed, sudden } => Victory::Towns { needed: *needed, sudden: hex(sudden)? },
            RawVictory::City { hex: label } => Victory::City { hex: hex(label)? },
            RawVictory::Road { win_by, win_by_without_blizzard, draw_by, .. }
                if !(win_by_without_blizzard <= win_by && win_by < draw_by && *draw_by < raw.turns) =>
            {
                let problem = "expected turns that follow one another: win_by_without_blizzard, win_by, draw_by, the last";
                return Err(file.wrong(raw.victory.span(), problem));
            }
            RawVictory::Road { zone, needed, win_by, win_by_without_blizzard, draw_by } => Victory::Road {
                road: ground.map.zone(zone.get_ref()).ok_or_else(|| {
                    file.wrong(zone.span(), format!("the map has no zone {:?}", zone.get_ref()))
                })?,
                needed: *needed,
                win_by: *win_by,
                win_by_without_blizzard: *win_by_without_blizzard,
                draw_by: *draw_by,
            },
        };
        let track = tables.tracks.get(&raw.scenario).cloned().unwrap_or_default();
        if track.len() != raw.turns as usize {
            let problem = format!("tables.toml has a turn track of {} turns, not {}", track.len(), raw.turns);
            return Err(file.wrong(0..0, problem));
        }
        Ok(Scenario {
            activation: raw.activation.as_ref().map(hex).transpose()?,
            key: raw.scenario,
            source: raw.source,
            turns: raw.turns,
            first: raw.first,
            skipped: raw.skipped.iter().map(|s| (s.turn, s.side)).collect(),
            forts,
            victory,
            setup,
            reinforcements,
            group,
            track,
        })
    }
}
