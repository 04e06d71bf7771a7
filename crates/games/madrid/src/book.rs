//! The book: map, counters, tables and scenario, loaded once and never changed.

use crate::Side;
use crate::counters::{BlackMark, Counter, Entry, Face, Faction, Type, UNITS, Unit, Units};
use crate::map::{AREAS, Map, Places};
use crate::position::Public;
use crate::scenario::Scenario;
use crate::tables::Tables;
use frente_board::data::{DataError, DataFiles, DataSource, DataText};
use frente_engine::about::About;
use frente_engine::{OpenError, Options, PerSide, Reference};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The data files of the game.
pub const FILES: DataFiles = DataFiles(&[
    ("game.toml", include_str!("../data/game.toml")),
    ("rules.toml", include_str!("../data/rules.toml")),
    ("madrid.areas.toml", include_str!("../data/madrid.areas.toml")),
    ("counters.toml", include_str!("../data/counters.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/drive.toml", include_str!("../data/scenarios/drive.toml")),
    ("scenarios/corunna-road.toml", include_str!("../data/scenarios/corunna-road.toml")),
    ("scenarios/campaign.toml", include_str!("../data/scenarios/campaign.toml")),
]);

/// The most movement points a unit may have: reach is worked out level by level.
pub const MOST_MOVES: u8 = 8;

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
    /// What the game says of itself.
    pub about: About,
    /// The rules reference.
    pub reference: Reference,
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub scenario: Scenario,
    /// Options in force.
    pub options: Options,
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
    /// When a file is missing or wrong, the scenario or an option unknown.
    pub fn open(source: &DataSource, scenario: &str, options: &Options) -> Result<Book, OpenError> {
        let about: About = FILES.read(source, "game.toml")?.parse()?;
        let (_, options) = about.select(scenario, options)?;
        let reference = Reference::read(&FILES.read(source, "rules.toml")?)?;
        let map = Map::read(&FILES.read(source, "madrid.areas.toml")?)?;
        let tables = Tables::read(&FILES.read(source, "tables.toml")?)?;
        let sheet = FILES.read(source, &format!("scenarios/{scenario}.toml"))?;
        let scenario = Scenario::read(&sheet, &map, &tables)?;
        let counters = read_counters(&FILES.read(source, "counters.toml")?, &map)?;
        let switches = Switches {
            stop_on_entering: options.on("stop-on-entering"),
            whole_value: options.on("whole-defence-value"),
        };
        let mut book = Book {
            about,
            reference,
            map,
            tables,
            scenario,
            options,
            switches,
            values: [Values::default(); 2 * UNITS],
            line: PerSide::default(),
            shock: PerSide::default(),
            guns: PerSide::default(),
            anarchist: Units::NONE,
            communist: Units::NONE,
            african: Units::NONE,
            city: Units::NONE,
            rada: Units::NONE,
            counters,
        };
        book.index();
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

    /// 1.1-r2: the Defence Factor of the face that is up.
    #[inline]
    pub fn defence(&self, p: &Public, unit: Unit) -> u8 {
        self.values[unit.index()].defence[usize::from(!p.is_fresh(unit))]
    }

    /// The movement points of the face that is up.
    #[inline]
    pub fn moves(&self, p: &Public, unit: Unit) -> u8 {
        self.values[unit.index()].moves[usize::from(!p.is_fresh(unit))]
    }

    /// 1.1-r1, 1.1-r2, 9.8a, 9.8-r1, 15.R6c: the combat factor: the Attack Factor of the face that is up; 1 for Fresh
    /// artillery and none for Spent; at least 1 for an anarchist while Durruti works.
    #[inline]
    pub fn factor(&self, p: &Public, unit: Unit) -> u8 {
        let side = unit.side();
        let fresh = p.is_fresh(unit);
        if self.guns[side].has(unit) {
            return if fresh { self.tables.artillery.factor } else { 0 };
        }
        let printed = self.values[unit.index()].attack[usize::from(!fresh)];
        if p.durruti > 0 && side == Side::Republican && self.anarchist.has(unit) {
            printed.max(self.tables.numbers.durruti_factor)
        } else {
            printed
        }
    }

    /// The sum of combat factors.
    #[inline]
    pub fn factors(&self, p: &Public, side: Side, units: Units) -> u8 {
        units.iter(side).map(|u| self.factor(p, u)).sum()
    }

    /// Those of the units whose combat factor is at least 1.
    #[inline]
    pub fn with_factor(&self, p: &Public, side: Side, units: Units) -> Units {
        units.iter(side).filter(|&u| self.factor(p, u) > 0).fold(Units::NONE, |all, u| all | u.only())
    }

    /// 15.R6c: a side's shock units, with the anarchists while Durruti works.
    #[inline]
    pub fn shock_now(&self, p: &Public, side: Side) -> Units {
        if p.durruti > 0 && side == Side::Republican {
            self.shock[side] | (self.anarchist - self.guns[side])
        } else {
            self.shock[side]
        }
    }
}

fn read_counters(file: &DataText, map: &Map) -> Result<PerSide<Vec<Counter>>, DataError> {
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
