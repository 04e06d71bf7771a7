//! The book: everything printed (2-r1). Loaded once, checked, shared.

pub mod counters;
pub mod ground;
mod sight;
pub mod tables;

use crate::ids::{Kind, MOST_LEADERS, OBJECTIVES, Set, UNITS, Unit, Units, Weather};
use crate::movement::Tours;
use crate::position::AirList;
use counters::{Arrival, Counter, Mark, Scenario};
use frente_board::data::{DataError, DataFiles, DataSource, DataText};
use frente_board::mapfile::MapFile;
use frente_board::{Hex, HexMap, LongPath};
use frente_engine::{Options, PerSide, Side};
use ground::{Ground, SIGHT_RANGE};
use tables::Tables;

/// The data files built into the program.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "rules.toml",
    "looks.toml",
    "tables.toml",
    "counters.toml",
    "guadalajara.map.toml",
    "scenarios/guadalajara.toml",
];

/// The readings a match may choose (game.toml), as the rules ask for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Start from the suggested set-up.
    pub suggested_setup: bool,
    /// 16-r1: mud leaves the chart alone.
    pub mud_allowance_only: bool,
    /// 16-r1: mud leaves allowances alone.
    pub mud_chart_only: bool,
    /// 8-r1: the exemption goes by the hex's total.
    pub zone_by_total: bool,
    /// 15-r1: leaders not yet due are not skipped.
    pub strict_chain: bool,
}

/// Everything printed, and the readings chosen.
#[derive(Clone, Debug)]
pub struct Book {
    /// The tables.
    pub tables: Tables,
    /// The ground.
    pub ground: Ground,
    /// The map as written.
    pub map_file: MapFile,
    /// The ways that no enemy bars.
    pub(crate) tours: Tours,
    /// The counters.
    pub counters: Vec<Counter>,
    /// What is asked of them most.
    marks: [Mark; UNITS],
    /// The scenario.
    pub scenario: Scenario,
    /// The options in force, as the rules ask for them.
    pub switches: Switches,
    /// Each side's counters.
    pub of: PerSide<Units>,
    /// All leaders.
    pub leaders: Units,
    /// Counters that are set up or due by each day.
    due_by: Vec<Units>,
    /// All artillery, the train included (x9d).
    pub artillery: Units,
    /// The armoured train.
    pub train: Option<Unit>,
    /// Steps that take the train from anywhere to everywhere on its line (x9b).
    pub rail_steps: u8,
    /// The towns that score (x8).
    pub objectives: [Hex; OBJECTIVES],
    /// The same, as a set.
    pub objective_set: Set,
    /// The zone of each set-up group.
    pub setup_zones: Vec<Set>,
    /// Counters by their labels, in the labels' order.
    by_label: Vec<Unit>,
}

impl Book {
    /// Reads the book, with its options.
    ///
    /// # Errors
    /// When a data file is wrong.
    pub fn read(source: &DataSource, options: &Options) -> Result<Self, DataError> {
        // 16-r1: the two readings of mud exclude each other; with both chosen the usual one stands.
        let mud = |this, other| options.on(this) && !options.on(other);
        let switches = Switches {
            suggested_setup: options.on("suggested-setup"),
            mud_allowance_only: mud("mud-allowance-only", "mud-chart-only"),
            mud_chart_only: mud("mud-chart-only", "mud-allowance-only"),
            zone_by_total: options.on("zone-by-total"),
            strict_chain: options.on("strict-chain"),
        };
        let other_road = match (options.on("entry-e3"), options.on("entry-d3")) {
            (true, _) => Some("E3"),
            (_, true) => Some("D3"),
            _ => None,
        };
        let tables_text = FILES.read(source, "tables.toml")?;
        let tables = Tables::read(&tables_text)?;
        let map_text = FILES.read(source, "guadalajara.map.toml")?;
        let (map_file, map) = MapFile::with_map(&map_text)?;
        let counter_text = FILES.read(source, "counters.toml")?;
        let scenario_text = FILES.read(source, "scenarios/guadalajara.toml")?;
        let (counters, scenario) = counters::read(&counter_text, &scenario_text, &map)?;
        if let Some(c) = counters.iter().find(|c| c.range > SIGHT_RANGE) {
            let at = counter_text.text.find(&format!("\"{}\"", c.label)).unwrap_or(0);
            let problem = format!("{} has range {}; expected at most {SIGHT_RANGE}", c.label, c.range);
            return Err(counter_text.wrong(at..at, problem));
        }
        let named = |name: &str| -> Result<Hex, DataError> {
            let hex = map.hexes().find(|h| map.name(*h) == Some(name));
            hex.ok_or_else(|| {
                map_text.wrong(0..0, format!("the map has no town {name:?}; the scenario scores it"))
            })
        };
        let mut objectives = [Hex::NONE; OBJECTIVES];
        for (hex, name) in objectives.iter_mut().zip(&scenario.objectives) {
            *hex = named(name)?;
        }
        let ground = Ground::new(&map_text, map, &tables, &objectives, other_road)?;
        for hold in tables.victory.nationalist.iter().chain(&tables.victory.republican) {
            for town in &hold.hold {
                if !scenario.objectives.contains(town.get_ref()) {
                    let problem = format!("{:?} is not one of the scenario's objectives", town.get_ref());
                    return Err(tables_text.wrong(town.span(), problem));
                }
            }
        }
        let units = |keep: &dyn Fn(&Counter) -> bool| -> Units {
            (0..UNITS).filter(|i| keep(&counters[*i])).collect()
        };
        for side in Side::BOTH {
            let leaders = units(&|c| c.side == side && c.kind == Kind::Leader).len();
            if leaders > MOST_LEADERS {
                let problem = format!("{leaders} {side} leaders; expected at most {MOST_LEADERS}");
                return Err(counter_text.wrong(0..0, problem));
            }
        }
        let most = tables.air.nationalist.points.max(tables.air.republican.points);
        if usize::from(most) > AirList::MOST {
            let problem = format!("{most} air points; expected at most {}", AirList::MOST);
            return Err(tables_text.wrong(0..0, problem));
        }
        let rail_steps = rail_steps(&ground, &map_text)?;
        check_routes(&ground, &counters, &counter_text)?;
        let mut by_label: Vec<Unit> = (0..UNITS).map(Unit::at).collect();
        by_label.sort_by_key(|u| &counters[u.index()].label);
        Ok(Book {
            of: PerSide::new(units(&|c| c.side == Side::Republican), units(&|c| c.side == Side::Nationalist)),
            leaders: units(&|c| c.kind == Kind::Leader),
            due_by: (0..=scenario.last_day)
                .map(|today| units(&|c| !matches!(c.arrival, Arrival::Day(day, _) if day > today)))
                .collect(),
            artillery: units(&|c| matches!(c.kind, Kind::Artillery | Kind::Train)),
            train: counters.iter().position(|c| c.kind == Kind::Train).map(Unit::at),
            rail_steps,
            objective_set: objectives.iter().map(|h| h.index()).collect(),
            setup_zones: scenario.groups.iter().filter_map(|g| ground.map.zone(&g.zone)).collect(),
            by_label,
            tours: Tours::new(&ground, &tables, &counters),
            marks: std::array::from_fn(|i| counters[i].mark()),
            objectives,
            tables,
            ground,
            map_file,
            counters,
            scenario,
            switches,
        })
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &HexMap<15> {
        &self.ground.map
    }

    /// A counter as printed.
    #[inline]
    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    /// What is asked of a counter most.
    #[inline]
    pub fn mark(&self, unit: Unit) -> Mark {
        self.marks[unit.index()]
    }

    /// Whose a counter is.
    #[inline]
    pub fn side(&self, unit: Unit) -> Side {
        self.mark(unit).side
    }

    /// Is it a leader?
    #[inline]
    pub fn leads(&self, unit: Unit) -> bool {
        self.leaders.has(unit.index())
    }

    /// Is it artillery, the train included (x9d)?
    #[inline]
    pub fn fires(&self, unit: Unit) -> bool {
        self.artillery.has(unit.index())
    }

    /// Is it the armoured train?
    #[inline]
    pub fn is_train(&self, unit: Unit) -> bool {
        self.mark(unit).kind == Kind::Train
    }

    /// The counter with this label.
    pub fn find(&self, label: &str) -> Option<Unit> {
        let label_of = |u: &Unit| self.counter(*u).label.as_str();
        self.by_label.binary_search_by(|u| label_of(u).cmp(label)).ok().map(|i| self.by_label[i])
    }

    /// Counters set up at the start, and reinforcements that may come by a day.
    #[inline]
    pub fn due_by(&self, day: u8) -> Units {
        self.due_by.get(usize::from(day)).copied().unwrap_or(!Units::EMPTY)
    }

    /// The day a counter may come on, for reinforcements.
    #[inline]
    pub fn due(&self, unit: Unit) -> Option<u8> {
        match self.counters[unit.index()].arrival {
            Arrival::Day(day, _) => Some(day),
            Arrival::Setup(_) => None,
        }
    }
}

/// x9b: the steps of the railway from end to end; one move of the train must hold them.
fn rail_steps(ground: &Ground, map: &DataText) -> Result<u8, DataError> {
    let hexes = ground.map.hexes().filter(|h| ground.rail.touches(*h)).count();
    let steps = hexes.saturating_sub(1);
    u8::try_from(steps).ok().filter(|_| steps <= LongPath::MAX).ok_or_else(|| {
        let at = map.text.find("\"railway\"").unwrap_or(0);
        map.wrong(at..at, format!("a railway of {hexes} hexes; expected at most {}", LongPath::MAX + 1))
    })
}

/// An action holds its whole route, so that no allowance may buy more steps than that: what limits a move are the rules alone.
fn check_routes(ground: &Ground, counters: &[Counter], file: &DataText) -> Result<(), DataError> {
    for counter in counters {
        for weather in Weather::ALL {
            let cheapest = ground.prices(weather, counter.motorised).cheapest;
            let steps = counter.movement.checked_div(cheapest).map_or(usize::MAX, usize::from);
            if counter.movement > 0 && steps > LongPath::MAX {
                let at = file.text.find(&format!("\"{}\"", counter.label)).unwrap_or(0);
                let problem = format!(
                    "{}: its movement allowance buys more than {} steps at the cheapest price; expected no more",
                    counter.label,
                    LongPath::MAX
                );
                return Err(file.wrong(at..at, problem));
            }
        }
    }
    Ok(())
}
