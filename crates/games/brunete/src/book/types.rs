//! What the rules look up: the data files checked and made into arrays.

use super::files::{TerrainTable, VictoryKind};
use crate::ids::{HEXES, Set, UNITS, Unit, Units, W};
use frente_board::mapfile::MapFile;
use frente_board::tours::Tours;
use frente_board::ways::{Lattice, StepCosts};
use frente_board::{Dir, Flow, Hex, HexMap};
use frente_engine::{PerSide, Side};
use std::collections::BTreeMap;

/// Which tank a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tank {
    /// Adds a column in attack and a factor in defence.
    T26,
    /// Adds its combat factor.
    Panzer,
}

/// What a unit is, as far as rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A battalion on foot.
    Infantry,
    /// A cavalry regiment.
    Cavalry,
    /// A tank company.
    Tank(Tank),
    /// A garrison: it only defends.
    Garrison,
}

impl Kind {
    /// Infantry and cavalry share a stacking limit and pay for rivers in attack.
    #[inline]
    pub fn is_battalion(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry)
    }

    /// Is it a tank of either sort?
    #[inline]
    pub fn is_tank(self) -> bool {
        matches!(self, Kind::Tank(_))
    }

    /// Which column of the movement costs it reads; garrisons never move.
    #[inline]
    pub fn class(self) -> usize {
        match self {
            Kind::Infantry | Kind::Garrison => 0,
            Kind::Cavalry => 1,
            Kind::Tank(_) => 2,
        }
    }

    /// Do two units count against the same stacking limit (1.1e, 1.1f, 1.1g)?
    #[inline]
    pub fn stacks_with(self, other: Kind) -> bool {
        match self {
            Kind::Infantry | Kind::Cavalry => other.is_battalion(),
            Kind::Tank(_) => other.is_tank(),
            Kind::Garrison => other == Kind::Garrison,
        }
    }
}

/// One counter, as far as rules read it.
#[derive(Clone, Copy, Debug)]
pub struct UnitInfo {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Does it bear the medal? Those without are regular, in both armies (1.2.2h, 1.2.2i).
    pub elite: bool,
    /// Does it have a reduced side? Most have, tanks, garrisons and cavalry do not (1.2.2m).
    pub two_steps: bool,
    /// Attack factor: full side, reduced side (1.2.2j); none on garrisons and T-26 (1.2.2o).
    pub attack: [u8; 2],
    /// Defence factor: full side, reduced side.
    pub defence: [u8; 2],
    /// Movement points: full side, reduced side.
    pub mp: [u8; 2],
    /// Columns to the right in attack (T-26: 1.2.2o, 11.3d).
    pub shift: u8,
    /// Divisions it counts to in an attack, one bit each: its own, told apart by name and not by colour (1.2.2c), and that of its
    /// stripe (1.2.2d); none for Corps units and tanks (1.2.2e, 1.2.2f, 1.2.2-r2).
    pub labels: u32,
    /// Belongs to the corps that is slow on turn 2: by background colour (1.2.2b, 11.1-r1).
    pub slow: bool,
    /// Belongs to the division that infiltrates on turn 1.
    pub infiltrates: bool,
    /// Starts with the asterisk of 9.
    pub frozen: bool,
}

/// What is printed on a counter, and where it is from.
#[derive(Clone, Debug)]
pub struct UnitText {
    /// What players write.
    pub label: String,
    /// What is printed on it.
    pub name: String,
    /// I, II or III.
    pub size: String,
    /// Background colour.
    pub corps: Option<String>,
    /// Division, as printed.
    pub division: Option<String>,
    /// Stripe, as printed.
    pub stripe: Option<String>,
    /// Where the datum is from.
    pub source: String,
    /// What had to be reconstructed.
    pub note: Option<String>,
}

/// A lettered hex.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its letter.
    pub letter: char,
    /// Where it is.
    pub hex: Hex,
    /// Whose source of supply it is.
    pub side: Side,
    /// Does a road (and not only a path) come in there?
    pub road: bool,
    /// Must it be controlled to be entered?
    pub controlled: bool,
}

/// What happens to the tank of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TankEffect {
    /// Nothing.
    None,
    /// `*`
    Eliminated,
    /// `^`
    Away,
}

/// One cell of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Steps the attacker loses.
    pub attacker: u8,
    /// What happens to his tank.
    pub tank: TankEffect,
    /// Steps the defender loses.
    pub defender: u8,
    /// Hexes the defender retreats.
    pub retreat: u8,
    /// May he stay by stubborn defence?
    pub stubborn: bool,
}

/// The cost of a step that nobody of a class can take.
pub const NO_STEP: u8 = u8::MAX;

/// Columns of the Combat Results Table.
pub const COLUMNS: usize = 8;

/// The border of an objective hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Counts at the very end.
    Purple,
    /// Counts once held at the end of turn 6 or later.
    Yellow,
}

/// An objective town.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// Where it is.
    pub hex: Hex,
    /// Its border.
    pub colour: Colour,
    /// Victory points.
    pub points: u8,
    /// Dice that draw it in the offensive scenario, one bit each.
    pub die: u8,
}

/// Which victory conditions hold.
pub type Victory = VictoryKind;

/// A scenario, ready to set up.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its key.
    pub key: String,
    /// The last turn.
    pub turns: u8,
    /// Resource markers for each side; all six, or drawn at random.
    pub resources: u8,
    /// Which victory conditions hold.
    pub victory: Victory,
    /// Where units start.
    pub setup: Vec<(Hex, Unit)>,
    /// Units the Republican places, in this order.
    pub free: Vec<Unit>,
    /// Where they may be placed.
    pub free_hexes: Set,
    /// The Army reserve, in this order.
    pub reserve: Vec<Unit>,
    /// The captured T-26.
    pub captured: Option<Unit>,
    /// Artillery and aviation markers at start.
    pub support: PerSide<[u8; 2]>,
    /// Arrivals of combat units: turn, unit.
    pub arrivals: Vec<(u8, Unit)>,
    /// Those that arrive after both segments (2o).
    pub extra: Units,
    /// The turn on which they do; 0 if there are none.
    pub extra_turn: u8,
    /// Artillery and aviation markers gained or lost: turn, side, artillery, aviation.
    pub markers: Vec<(u8, Side, i8, i8)>,
}

/// The numbers of `tables.toml`. Sets of dice have one bit for each value.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Tables {
    pub battalions: u8,
    pub tanks: u8,
    pub garrisons: u8,
    pub republican_until: u8,
    pub contested: u8,
    pub supply_reach: u8,
    pub command_points: u8,
    pub joint_attack: u8,
    pub support_command: u8,
    pub aviation_command: u8,
    pub regular_replacement: u8,
    pub elite_replacement: u8,
    pub replacements_per_turn: u8,
    pub replacements_from: u8,
    pub resources_from: PerSide<u8>,
    pub recover_infantry: u8,
    pub recover_tanks: u8,
    pub reserve: u8,
    pub madrid_last_start: u8,
    pub madrid_advance: u8,
    pub madrid_asylum: u8,
    pub madrid_cancelled: u8,
    pub madrid_pushed_back: u8,
    pub bombardments: u8,
    pub bombardment_hits: u8,
    pub flak: u8,
    pub flak_return: u8,
    pub interdiction: u8,
    pub maintenance_fails: PerSide<u8>,
    pub maintenance_return: u8,
    pub infiltration_turn: u8,
    pub infiltration_hex: Hex,
    pub infiltration_undiscovered: u8,
    pub infiltration_dice: u8,
    pub infiltration_dice_discovered: u8,
    pub infiltration_minimum: u8,
    pub slow_turn: u8,
    pub slow_advance: u8,
    pub captured_losses: u8,
    pub river_attack: u8,
    pub road_cost: u8,
    pub path_cost: u8,
    pub road_bonus: [u8; 3],
    pub path_bonus: [u8; 3],
    pub elite_shift: u8,
    pub support_shift: u8,
    pub tanks_per_attack: u8,
    pub support_attack: u8,
    pub support_defence: u8,
    pub coordination_fails: u8,
    pub envelopment: [u8; 7],
    pub crt: [[Outcome; COLUMNS]; 6],
    pub crt_text: [[String; COLUMNS]; 6],
    pub columns: [String; COLUMNS],
    pub tank_away: u8,
    pub stubborn_holds: u8,
    pub stubborn_costly: u8,
    pub advance_all_lost: u8,
    pub yellow_from: u8,
    pub victory_republican: u8,
    pub victory_draw: u8,
    pub casualties: u8,
    pub dates: Vec<String>,
}

impl Tables {
    /// 1.1e, 1.1f, 1.1g: how many units of a kind, and those that count with it, a hex holds.
    #[inline]
    pub fn stacking(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Infantry | Kind::Cavalry => self.battalions,
            Kind::Tank(_) => self.tanks,
            Kind::Garrison => self.garrisons,
        }
    }
}

/// A feature of hexsides: one bit for each of a hex's six directions.
#[derive(Clone, Debug)]
pub struct Sides(pub Vec<u8>);

impl Sides {
    /// Does the side of `hex` towards `dir` have the feature?
    #[inline]
    pub fn has(&self, hex: Hex, dir: Dir) -> bool {
        self.0[hex.index()] >> dir.index() & 1 != 0
    }
}

/// What steps cost, laid out for searching.
#[derive(Clone, Debug)]
pub struct Searchable {
    /// Where neighbours lie.
    pub lattice: Lattice,
    /// All steps, by class.
    pub any: [StepCosts; 3],
    /// Short moves, by class.
    pub tours: [Tours; 3],
    /// Steps along roads and paths.
    pub links: StepCosts,
    /// Steps along roads.
    pub roads: StepCosts,
}

/// Everything that does not change during a game.
#[derive(Clone, Debug)]
pub struct Book {
    /// The map.
    pub map: HexMap<W>,
    /// The map as written, for drawing.
    pub map_file: MapFile,
    /// Terrain as printed.
    pub terrain: TerrainTable,
    /// The counters.
    pub units: Vec<UnitInfo>,
    /// What is printed on them.
    pub texts: Vec<UnitText>,
    /// Where each enters the map.
    pub entry_zone: Vec<Set>,
    /// Units by label.
    pub by_label: BTreeMap<String, Unit>,
    /// The units of each side.
    pub of_side: PerSide<Units>,
    /// The numbers of the rules.
    pub tables: Tables,
    /// Hexes that units may enter.
    pub playable: Set,
    /// The same, one by one.
    pub playable_hexes: Vec<Hex>,
    /// Lettered hexes that must be controlled to be entered.
    pub controlled: Set,
    /// The playable neighbours of each hex: its zone of control, over rivers too (4a, 4-r1).
    pub zone: Vec<Set>,
    /// Movement points to enter each hex without road or path, by class: of its terrain alone, whatever else is printed in it (9c, 9i).
    pub cost: Vec<[u8; 3]>,
    /// Movement points of each step (9c, 9d, 9e, 9f), by class, hex and direction; `NO_STEP` where there is none.
    pub steps: [Vec<[u8; 6]>; 3],
    /// The same for searches.
    pub search: Searchable,
    /// Units with points for any step of their class, whichever side is up and whatever the enemy's aviation does, while in supply.
    pub brisk: Units,
    /// Units that never move.
    pub immobile: Units,
    /// Tanks of either sort.
    pub tanks: Units,
    /// Hexes from which everybody can step to the hex numbered before them, and to the one after.
    pub beside: [Set; 2],
    /// Units that start with the asterisk of 9.
    pub frozen: Units,
    /// Units of the division that infiltrates on turn 1.
    pub infiltrators: Units,
    /// Columns to the left that each hex gives its defender: what lies in it adds up (10.3.2d, 10.3.2e), clear ground, roads and markings
    /// give none (10.3.2a, 10.3.2f).
    pub defence: Vec<u8>,
    /// Rivers.
    pub river: Sides,
    /// Roads and paths.
    pub link: Sides,
    /// Roads.
    pub road: Sides,
    /// Hexes with a road or path.
    pub linked: Set,
    /// Across country: any terrain (3d), any step but over a river without road or path (3f).
    pub across: Flow<W>,
    /// Lettered hexes.
    pub entries: Vec<Entry>,
    /// Index into `entries` for each hex.
    pub entry_at: Vec<Option<u8>>,
    /// Hexes on each map edge: north, east, south, west; hexes beside closed corners are none (10.4.1-r13).
    pub edges: [Set; 4],
    /// Hexes on an edge the side controls.
    pub own_edge: PerSide<Set>,
    /// Hexes that start on the Republican side of the front.
    pub republican_front: Set,
    /// Hexes near enough to Las Rozas or Majadahonda to free their units.
    pub alarm: Set,
    /// The objective towns, with their points (12.1ah, 12.1-r2).
    pub objectives: Vec<Objective>,
    /// Objective towns and vertices, in that order.
    pub aims: Vec<Hex>,
    /// The distance of every hex from each of them.
    pub aim_distance: Vec<Vec<u8>>,
    /// The three vertices.
    pub vertices: Set,
    /// Their victory points.
    pub vertices_points: u8,
}

impl Book {
    /// A counter.
    #[inline]
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// What players write for a unit.
    pub fn label(&self, unit: Unit) -> &str {
        &self.texts[unit.index()].label
    }

    /// What is printed on a counter.
    pub fn text(&self, unit: Unit) -> &UnitText {
        &self.texts[unit.index()]
    }

    /// The unit with this label.
    pub fn find_unit(&self, label: &str) -> Option<Unit> {
        self.by_label.get(label).copied()
    }

    /// The number printed in a hex, with its name where it has one.
    pub fn hex_name(&self, hex: Hex) -> String {
        match self.map.name(hex) {
            Some(name) => format!("{} ({name})", self.map.label(hex)),
            None => self.map.label(hex).to_owned(),
        }
    }

    /// The lettered hex at a place.
    #[inline]
    pub fn entry(&self, hex: Hex) -> Option<&Entry> {
        self.entry_at[hex.index()].map(|i| &self.entries[i as usize])
    }

    /// Is the hexside a river without road or path?
    #[inline]
    pub fn unbridged(&self, hex: Hex, dir: Dir) -> bool {
        self.river.has(hex, dir) && !self.link.has(hex, dir)
    }

    /// The purple objectives.
    pub fn purple(&self) -> impl Iterator<Item = &Objective> {
        self.objectives.iter().filter(|o| o.colour == Colour::Purple)
    }

    /// The yellow objective towns, with their index among all objectives.
    pub fn yellow(&self) -> impl Iterator<Item = (usize, &Objective)> {
        self.objectives.iter().enumerate().filter(|(_, o)| o.colour == Colour::Yellow)
    }
}

const _: () = assert!(HEXES <= W * 64 && UNITS <= 192, "sets must hold every hex and unit");
