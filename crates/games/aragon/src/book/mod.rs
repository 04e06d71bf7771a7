//! The game's immutable data: map, counters, tables and scenario, read from the files in `data/` and checked.
//!
//! | module | file | sections |
//! | --- | --- | --- |
//! | [`counters`] | `counters.toml` | 2.3, E2.3, 13 |
//! | [`tables`] | `tables.toml` | 5.2, 7.2, 7.5, 8.0, 10, 12, 14, 15, 16 |
//! | [`scenario`] | `scenarios/*.toml` | 18, 19, 20 |
//! | [`ground`] | `*.map.toml` | 2.1, 5.2, 7.3, 7.6, 10, 12.1, 18 |
//!
//! 1.0-r1: where sections contradict one another, the scenario comes before the exclusive rules and these before the system. No rule holds a number of its own: it asks the book (2.2-r1).

pub mod counters;
pub mod ground;
mod lifelines;
pub mod scenario;
pub mod tables;

pub use counters::{Counter, Marker};
pub use ground::Ground;
pub use lifelines::Lifeline;
pub use scenario::{Entry, Reinforcement, Scenario, Victory};
pub use tables::{Column, Line, Outcome, Tables};

use crate::ids::{CLASSES, Class, Set, Unit};
use frente_board::data::{DataError, DataFiles, DataSource};
use frente_engine::{PerSide, Side};

/// Every data file of the game, as built into the program.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "rules.toml",
    "looks.toml",
    "tables.toml",
    "counters.toml",
    "belchite.map.toml",
    "teruel.map.toml",
    "scenarios/belchite.toml",
    "scenarios/teruel.toml",
    "scenarios/alfambra.toml",
];

/// All that never changes during a game of one scenario.
#[derive(Clone, Debug)]
pub struct Book {
    /// The map and what the rules derive from it.
    pub ground: Ground,
    /// 5.1i: the neighbours of each hex that every unit of the scenario can pay for with its whole allowance.
    pub first_steps: Vec<Set>,
    /// The combat units of the scenario; [`Unit`] indexes them.
    pub units: Vec<Counter>,
    /// The classes of support markers of each side; [`Class`] indexes them.
    pub markers: PerSide<Vec<Marker>>,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
}

impl Book {
    /// Reads the book of a scenario.
    ///
    /// # Errors
    /// With file, line and what was expected, at the first thing that is wrong.
    pub fn read(source: &DataSource, scenario: &str) -> Result<Book, DataError> {
        let counters = counters::CounterFile::read(&FILES.read(source, "counters.toml")?)?;
        let tables = Tables::read(&FILES.read(source, "tables.toml")?)?;
        let draft = scenario::Draft::read(&FILES.read(source, &format!("scenarios/{scenario}.toml"))?)?;
        let units = draft.units(&counters)?;
        let ground = Ground::read(&FILES.read(source, &draft.map_file())?, &tables, &draft)?;
        let least = units.iter().map(Counter::half_points).min().unwrap_or_default();
        let first_steps = ground.steps_within(least);
        let scenario = draft.finish(&ground, &units, &tables)?;
        Ok(Book { ground, first_steps, units, markers: counters.markers, tables, scenario })
    }

    /// The counter of a unit.
    #[inline]
    pub fn unit(&self, unit: Unit) -> &Counter {
        &self.units[unit.index()]
    }

    /// All units.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..self.units.len()).map(Unit::at)
    }

    /// The unit with this name.
    pub fn find_unit(&self, name: &str) -> Option<Unit> {
        self.units.iter().position(|c| c.name == name).map(Unit::at)
    }

    /// The side of a unit.
    #[inline]
    pub fn side(&self, unit: Unit) -> Side {
        self.units[unit.index()].side
    }

    /// A class of support marker.
    #[inline]
    pub fn marker(&self, side: Side, class: Class) -> &Marker {
        &self.markers[side][class.index()]
    }

    /// The class with this name.
    pub fn find_class(&self, side: Side, name: &str) -> Option<Class> {
        self.markers[side].iter().position(|m| m.name == name).map(Class::at)
    }

    /// 13.0a, 13.0b: the whole pool of a side, by class; all of it is in the cup at the start.
    pub fn pool(&self, side: Side) -> [u8; CLASSES] {
        let mut pool = [0; CLASSES];
        for (slot, marker) in pool.iter_mut().zip(&self.markers[side]) {
            *slot = marker.count;
        }
        pool
    }
}
