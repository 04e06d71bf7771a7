//! The shapes of the TOML files, exactly as written.

use frente_board::DataFiles;
use frente_engine::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The files built into the program.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "brunete.map.toml",
    "counters.toml",
    "tables.toml",
    "rules.toml",
    "looks.toml",
    "scenarios/campaign.toml",
    "scenarios/offensive.toml",
];

/// `counters.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountersFile {
    /// Where every counter is from that does not say otherwise.
    pub source: String,
    /// The counters, by label.
    pub unit: BTreeMap<Spanned<String>, UnitLine>,
}

/// The type printed on a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum UnitType {
    Infantry,
    Cavalry,
    T26,
    Panzer,
    Garrison,
}

/// One counter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitLine {
    /// Whose it is.
    pub side: Side,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: UnitType,
    /// I, II or III.
    pub size: String,
    /// What is printed beside the symbol.
    pub name: String,
    /// Background colour: `V`, `XVIII` or `Army`.
    pub corps: Option<String>,
    /// Its division.
    pub division: Option<String>,
    /// The second division of the 71st.
    pub stripe: Option<String>,
    /// Combat factor.
    pub combat: Option<Spanned<u8>>,
    /// Column shift in attack.
    pub shift: Option<u8>,
    /// Defence factor, where there is no combat factor.
    pub defence: Option<Spanned<u8>>,
    /// Movement points.
    #[serde(rename = "move")]
    pub mp: u8,
    /// Combat factor and movement points of the second side.
    pub reduced: Option<[u8; 2]>,
    /// Does it bear the medal?
    #[serde(default)]
    pub elite: bool,
    /// The zone of the map where it enters.
    pub zone: Option<Spanned<String>>,
    /// Does it bear the asterisk?
    #[serde(default)]
    pub frozen: bool,
    /// What had to be reconstructed.
    pub note: Option<String>,
    /// Where it is from, when not from the file's source.
    pub source: Option<String>,
}

/// A scenario file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Its key.
    pub scenario: String,
    /// The rule section that gives it.
    #[allow(
        dead_code,
        reason = "for those who read the file: a datum that does not say where it is from is refused"
    )]
    pub source: String,
    /// Another scenario whose deployment and arrivals it shares.
    pub like: Option<String>,
    /// The last turn.
    pub turns: u8,
    /// How many of its six resource markers each side has.
    pub resources: u8,
    /// Which victory conditions hold.
    pub victory: VictoryKind,
    /// Units by hex.
    #[serde(default)]
    pub setup: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    /// Units the Republican player places.
    pub free: Option<FreeTable>,
    /// Tanks of the Army reserve.
    pub reserve: Option<UnitsTable>,
    /// The captured T-26.
    pub captured: Option<CapturedTable>,
    /// Support markers at start.
    pub support: Option<SupportTable>,
    /// What arrives and leaves.
    #[serde(default)]
    pub arrival: Vec<ArrivalTable>,
}

/// Which victory conditions hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryKind {
    /// Victory points of 12.1.
    Campaign,
    /// The objectives of 12.2.
    Offensive,
}

/// Units placed by the player.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeTable {
    /// The units.
    pub units: Vec<Spanned<String>>,
    /// In hexes of this corps.
    pub corps: String,
}

/// A list of units.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsTable {
    /// The units.
    pub units: Vec<Spanned<String>>,
}

/// The captured tank.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapturedTable {
    /// The unit.
    pub unit: Spanned<String>,
}

/// Support markers at start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SupportTable {
    pub republican: SupportLine,
    pub nationalist: SupportLine,
}

/// Support markers of one side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SupportLine {
    pub artillery: u8,
    pub aviation: u8,
}

/// What arrives or leaves on a turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalTable {
    /// The turn.
    pub turn: Spanned<u8>,
    /// Whose.
    pub side: Side,
    /// After both segments, without combat?
    #[serde(default)]
    pub extra: bool,
    /// Combat units.
    #[serde(default)]
    pub units: Vec<Spanned<String>>,
    /// Artillery markers gained or lost.
    #[serde(default)]
    pub artillery: i8,
    /// Aviation markers gained or lost.
    #[serde(default)]
    pub aviation: i8,
}

/// Results of a die, one bit each: written as a rising list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<u8>")]
pub struct Dice(pub u8);

impl TryFrom<Vec<u8>> for Dice {
    type Error = String;

    fn try_from(values: Vec<u8>) -> Result<Self, String> {
        let dice = values.iter().all(|v| (1..=6).contains(v)) && values.windows(2).all(|w| w[0] < w[1]);
        if !dice {
            return Err(format!("{values:?}: expected results of a die, from 1 to 6, each once and rising"));
        }
        Ok(Dice(values.iter().fold(0, |set, v| set | 1 << v)))
    }
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($field:ident : $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct $name {
            #[allow(dead_code, reason = "for those who read the file: a datum that does not say where it is from is refused")]
            pub source: String,
            $(pub $field: $type),*
        }
    };
}

table! { /// `[stacking]`
StackingTable { battalions: u8, tanks: u8, garrisons: u8 } }
table! { /// `[initiative]`
InitiativeTable { republican_until: u8, contested: Spanned<u8> } }
table! { /// `[supply]`
SupplyTable { reach: u8, republican: Vec<Spanned<String>>, nationalist: Vec<Spanned<String>> } }
table! { /// `[command]`
CommandTable { points: u8, joint_attack: u8, support: u8, aviation: u8, regular_replacement: u8,
    elite_replacement: u8, replacements_per_turn: u8, replacements_from: u8 } }
table! { /// `[resources]`
ResourcesTable { republican_from: u8, nationalist_from: u8 } }
table! { /// `[recovery]`
RecoveryTable { infantry: u8, tanks: u8, reserve: u8 } }
table! { /// `[entry]`
EntryTable { controlled: Vec<Spanned<String>> } }
table! { /// `[madrid]`
MadridTable { last_start: u8, advance: Dice, asylum: Dice, cancelled: Dice, pushed_back: Dice } }
table! { /// `[bombardment]`
BombardmentTable { per_segment: u8, hits: Dice, flak: Dice, flak_return: u8 } }
table! { /// `[interdiction]`
InterdictionTable { extra: u8 } }
table! { /// `[infiltration]`
InfiltrationTable { division: String, turn: u8, hex: Spanned<String>, undiscovered: Dice, dice: u8,
    dice_discovered: u8, minimum: u8 } }
table! { /// `[frozen]`
FrozenTable { towns: Vec<Spanned<String>>, distance: u8 } }
table! { /// `[slowness]`
SlownessTable { corps: String, turn: u8, advance: u8 } }
table! { /// `[captured]`
CapturedLosses { losses: u8 } }
table! { /// `[terrain]`
TerrainTable { clear: TerrainLine, hill: TerrainLine, forest: TerrainLine } }
table! { /// `[feature]`
FeatureTable { vertex: u8, town: u8 } }
table! { /// `[river]`
RiverTable { extra: u8, attack: u8 } }
table! { /// `[link]`
LinkTable { road: LinkCost, path: LinkCost } }
table! { /// `[shift]`
ShiftTable { elite: u8, support: u8, tanks_per_attack: u8, support_attack: u8, support_defence: u8,
    coordination_fails: Dice, envelopment: Spanned<[u8; 7]> } }
table! { /// `[crt]`
CrtTable { columns: Vec<Spanned<String>>, rows: Vec<Vec<Spanned<String>>>, retreat_green: u8, retreat_black: u8,
    tank_away: u8 } }
table! { /// `[stubborn]`
StubbornTable { holds: Dice, costly: Dice } }
table! { /// `[advance]`
AdvanceTable { all_lost: u8 } }
table! { /// `[edges]`
EdgesTable { north: Side, east: Side, south: Side, west: Side } }
table! { /// `[vertices]`
VerticesTable { hexes: Vec<Spanned<String>>, points: u8 } }
table! { /// `[victory]`
VictoryTable { yellow_from: u8, republican: u8, draw: u8, casualties: u8 } }
table! { /// `[[turn]]`
TurnTable { turn: Spanned<u8>, date: String } }

/// `[maintenance]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MaintenanceTable {
    #[allow(
        dead_code,
        reason = "for those who read the file: a datum that does not say where it is from is refused"
    )]
    pub source: String,
    pub republican_fails: Dice,
    pub nationalist_fails: Dice,
    #[serde(rename = "return")]
    pub back: u8,
}

/// Movement points of a terrain, and its columns in defence.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TerrainLine {
    pub infantry: u8,
    pub cavalry: u8,
    pub tank: u8,
    pub shift: u8,
}

/// Cost of a hex entered along a link, and the bonus of a move along links only.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct LinkCost {
    pub cost: u8,
    pub infantry: u8,
    pub cavalry: u8,
    pub tank: u8,
}

/// `[[objective]]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ObjectiveTable {
    #[allow(
        dead_code,
        reason = "for those who read the file: a datum that does not say where it is from is refused"
    )]
    pub source: String,
    pub hex: Spanned<String>,
    pub colour: ColourName,
    pub points: u8,
    #[serde(default)]
    pub die: Dice,
}

/// The border of an objective hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum ColourName {
    Purple,
    Yellow,
}

/// `tables.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TablesFile {
    pub stacking: StackingTable,
    pub initiative: InitiativeTable,
    pub supply: SupplyTable,
    pub command: CommandTable,
    pub resources: ResourcesTable,
    pub recovery: RecoveryTable,
    pub entry: EntryTable,
    pub madrid: MadridTable,
    pub bombardment: BombardmentTable,
    pub interdiction: InterdictionTable,
    pub maintenance: MaintenanceTable,
    pub infiltration: InfiltrationTable,
    pub frozen: FrozenTable,
    pub slowness: SlownessTable,
    pub captured: CapturedLosses,
    pub terrain: TerrainTable,
    pub feature: FeatureTable,
    pub river: RiverTable,
    pub link: LinkTable,
    pub shift: ShiftTable,
    pub crt: CrtTable,
    pub stubborn: StubbornTable,
    pub advance: AdvanceTable,
    pub edges: EdgesTable,
    pub objective: Vec<ObjectiveTable>,
    pub vertices: VerticesTable,
    pub victory: VictoryTable,
    pub turn: Vec<TurnTable>,
}
