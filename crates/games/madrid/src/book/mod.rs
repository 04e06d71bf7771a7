//! The book: map, counters, tables and scenario, loaded once and never changed.

pub mod counters;
pub mod map;
pub mod ready;
pub mod scenario;
pub mod tables;

use crate::Side;
use crate::book::counters::{BlackMark, Counter, Entry, Face, Faction, Type};
use crate::book::map::Map;
use crate::book::scenario::Scenario;
use crate::book::tables::Tables;
use crate::ids::{UNITS, Unit, Units};
use frente_board::Area;
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::{Edition, PerSide};

/// 1.1-r3: the data files of the game.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "rules.toml",
    "looks.toml",
    "madrid.areas.toml",
    "counters.toml",
    "tables.toml",
    "setups.toml",
    "scenarios/drive.toml",
    "scenarios/corunna-road.toml",
    "scenarios/campaign.toml",
];

/// The most movement points a unit may have: reach is worked out level by level. With more of them a stack could take an area, open the
/// rivers beyond it, come back and go on (12.1-r1); the look-ahead of an assault would then have to know which areas it had taken.
pub const MOST_MOVES: u8 = 6;

/// The factors of a unit on both faces, close together for speed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values {
    /// Attack factor, Fresh and Spent; 0 for artillery, whose factor is a rule (9.8).
    pub attack: [u8; 2],
    /// Defence factor.
    pub defence: [u8; 2],
    /// Movement points.
    pub moves: [u8; 2],
}

/// 15: what an option of the game changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// 9.2-r3: a stack stops when it enters an enemy or contested area.
    pub stop_on_entering: bool,
    /// 15.R4-r1: Fortification doubles the whole Defence Value.
    pub whole_value: bool,
}

/// The book, opened at a scenario.
#[derive(Clone, Debug)]
pub struct Book {
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Where each unit goes for who leaves his set-up to the program.
    pub ready: Vec<(Unit, Area)>,
    /// What they change.
    pub switches: Switches,
    /// Counters of each side, by unit.
    pub counters: PerSide<Vec<Counter>>,
    /// Factors by unit.
    pub values: [Values; 2 * UNITS],
    /// 1.1b: line units.
    pub line: PerSide<Units>,
    /// Shock units.
    pub shock: PerSide<Units>,
    /// Artillery units.
    pub guns: PerSide<Units>,
    /// Units with a combat factor of at least 1 on their Fresh and on their Spent face (9.4.1b, 9.8a).
    pub armed: PerSide<[Units; 2]>,
    /// 15.R6c: units to which Durruti lends one.
    pub lent: Units,
    /// 8c, 8f, 8g, 8-r3: for each unit those at whose price it may be rebuilt.
    pub prices: [Units; 2 * UNITS],
    /// 8h: units that are never rebuilt; 8j: artillery is among them.
    pub lost: PerSide<Units>,
    /// 8i: units rebuilt only during the Pause.
    pub pause_only: PerSide<Units>,
    /// Anarchist units (15.R6).
    pub anarchist: Units,
    /// 1.1-r4: units that count as communist (15.N6).
    pub communist: Units,
    /// 15.N12b: Moroccan and Legion units.
    pub african: Units,
    /// 12.2v: units locked in the city.
    pub city: Units,
    /// 7d: Rada's column.
    pub rada: Units,
}

impl Book {
    /// Reads all files and checks them against each other.
    ///
    /// # Errors
    /// When a file is missing or wrong.
    pub fn read(source: &DataSource, edition: &Edition) -> Result<Book, DataError> {
        let map = Map::read(&FILES.read(source, "madrid.areas.toml")?)?;
        let tables = Tables::read(&FILES.read(source, "tables.toml")?)?;
        let sheet = FILES.read(source, &format!("scenarios/{}.toml", edition.scenario()))?;
        let counters = counters::read(&FILES.read(source, "counters.toml")?, &map)?;
        let scenario = Scenario::read(&sheet, &map, &tables)?;
        let setups = FILES.read(source, "setups.toml")?;
        let ready = ready::read(&setups, edition.scenario(), &map, &counters)?;
        let switches = Switches {
            stop_on_entering: edition.on("stop-on-entering"),
            whole_value: edition.on("whole-defence-value"),
        };
        let mut book = Book {
            map,
            tables,
            scenario,
            ready,
            switches,
            values: [Values::default(); 2 * UNITS],
            line: PerSide::default(),
            shock: PerSide::default(),
            guns: PerSide::default(),
            armed: PerSide::default(),
            lent: Units::NONE,
            prices: [Units::NONE; 2 * UNITS],
            lost: PerSide::default(),
            pause_only: PerSide::default(),
            anarchist: Units::NONE,
            communist: Units::NONE,
            african: Units::NONE,
            city: Units::NONE,
            rada: Units::NONE,
            counters,
        };
        book.index();
        book.index_by_tables();
        Ok(book)
    }

    fn index(&mut self) {
        for side in Side::BOTH {
            for (i, counter) in self.counters[side].iter().enumerate() {
                let unit = Unit::of(side, i);
                let both = |f: fn(&Face) -> u8| [f(&counter.faces[0]), f(&counter.faces[1])];
                self.values[unit.index()] = Values {
                    attack: both(|f| f.attack.unwrap_or(0)),
                    defence: both(|f| f.defence),
                    moves: both(|f| f.moves),
                };
                match counter.kind {
                    Type::Line => self.line[side].insert(unit),
                    Type::Shock => self.shock[side].insert(unit),
                    Type::Artillery => self.guns[side].insert(unit),
                }
                let mark = |set: &mut Units, on: bool| {
                    if on {
                        set.insert(unit);
                    }
                };
                mark(&mut self.anarchist, counter.faction == Faction::Anarchist);
                mark(&mut self.communist, counter.communist);
                mark(&mut self.african, matches!(counter.faction, Faction::Legion | Faction::Moroccan));
                mark(&mut self.city, counter.corunna == Some(BlackMark::Madrid));
                mark(&mut self.rada, counter.entry == Entry::Rada);
            }
        }
    }

    /// Sets that follow from the tables as well: who has a combat factor, who is rebuilt and at whose price.
    fn index_by_tables(&mut self) {
        for side in Side::BOTH {
            self.armed[side] =
                [0, 1].map(|face| self.those(side, |unit| self.printed_factor(unit, face) > 0));
            let table = &self.tables.replacements;
            let never = self.those(side, |unit| table.never.contains(&self.counter(unit).faction));
            let pause_only = self.those(side, |unit| table.pause_only.contains(&self.counter(unit).faction));
            self.lost[side] = never | self.guns[side];
            self.pause_only[side] = pause_only;
            for unit in self.all(side).iter(side) {
                self.prices[unit.index()] = self.those(side, |other| self.pays_for(unit, other));
            }
        }
        if self.tables.numbers.durruti_factor > 0 {
            self.lent = self.anarchist - self.guns[Side::Republican];
        }
    }

    /// The units of a side of which something holds.
    fn those(&self, side: Side, holds: impl Fn(Unit) -> bool) -> Units {
        self.all(side).iter(side).filter(|&u| holds(u)).fold(Units::NONE, |all, u| all | u.only())
    }

    /// 9.8a, 9.8-r1: the combat factor of a face; that of artillery is a rule.
    fn printed_factor(&self, unit: Unit, face: usize) -> u8 {
        if self.guns[unit.side()].has(unit) {
            [self.tables.artillery.factor, 0][face]
        } else {
            self.values[unit.index()].attack[face]
        }
    }

    /// 8c, 8f, 8g, 8-r3: are the two of one type and faction, and is the unit not the better one on its Fresh face, attack first?
    fn pays_for(&self, unit: Unit, other: Unit) -> bool {
        let kind = |unit: Unit| (self.counter(unit).kind, self.counter(unit).faction);
        let worth = |unit: Unit| {
            let values = self.values[unit.index()];
            (values.attack[0], values.defence[0])
        };
        unit != other && kind(unit) == kind(other) && worth(unit) <= worth(other)
    }

    /// All units of a side.
    pub fn all(&self, side: Side) -> Units {
        self.line[side] | self.shock[side] | self.guns[side]
    }

    /// What is printed on a unit.
    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.side()][unit.index() % UNITS]
    }

    /// The unit with this label.
    pub fn find(&self, label: &str) -> Option<Unit> {
        Side::BOTH.into_iter().find_map(|side| {
            self.counters[side].iter().position(|c| c.label == label).map(|i| Unit::of(side, i))
        })
    }
}
