//! The shapes of the data files, as written. Checked meaning is the [book](super::Book)'s.

use crate::Side;
use crate::pieces::{Kind, Origin};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

pub(super) type Label = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counters {
    pub source: String,
    pub unit: BTreeMap<Label, UnitLine>,
    pub air: BTreeMap<Label, AirLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    pub side: Side,
    pub origin: Option<Origin>,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub size: String,
    pub division: Option<String>,
    #[serde(default)]
    pub attack: u8,
    #[serde(default)]
    pub defence: u8,
    #[serde(rename = "move")]
    pub movement: u8,
    #[serde(default)]
    pub motorized: bool,
    #[serde(default)]
    pub sp: u8,
    pub reduced: Option<[u8; 3]>,
    #[serde(default)]
    pub rolled: bool,
    #[serde(default)]
    pub independent: bool,
    pub source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirLine {
    pub side: Side,
    pub origin: Option<Origin>,
    pub count: u8,
    pub source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TablesFile {
    #[serde(rename = "source")]
    pub _source: String,
    pub combat: CombatTable,
    pub bombardment: BombardmentTable,
    pub morale: MoraleTable,
    pub terrain: BTreeMap<Label, TerrainLine>,
    pub movement: MovementTable,
    pub weather: WeatherTable,
    pub turns: TurnsTable,
    pub offensive: OffensiveTable,
    pub basque_surrender: BasqueTable,
    pub factory: FactoryTable,
    pub air: AirTable,
    pub victory: VictoryTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub die: Spanned<i8>,
    pub results: Vec<Label>,
}

/// A die modifier with its source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DieLine {
    pub die: i8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConcentricLine {
    pub hexes: u8,
    pub die: i8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

/// A number of hexes with its source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexesLine {
    pub hexes: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountLine {
    pub count: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CombatTable {
    pub columns: Vec<Label>,
    pub below: i8,
    pub above: i8,
    pub concentric: ConcentricLine,
    pub trench: DieLine,
    pub breakthrough: HexesLine,
    pub rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BombardmentTable {
    pub columns: Spanned<Vec<u8>>,
    pub trench: DieLine,
    pub points: PointsLine,
    pub range: HexesLine,
    pub columns_per_hq: CountLine,
    pub rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsLine {
    pub air: u8,
    pub division: u8,
    pub corps: u8,
    pub column: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoraleTable {
    pub rows: Vec<MoraleRow>,
    pub panic_steps: u8,
    pub cannot_retreat: BTreeMap<Label, u8>,
    pub track: TrackLine,
    pub origin: OriginLine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoraleRow {
    pub from: Option<Spanned<i8>>,
    pub result: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackLine {
    pub start: u8,
    pub least: u8,
    pub most: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OriginLine {
    pub santander: i8,
    pub basque: i8,
    pub asturian: i8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainLine {
    #[serde(rename = "move")]
    pub movement: Option<u8>,
    #[serde(default)]
    pub rain: u8,
    pub defence: Option<[u8; 2]>,
    #[serde(default)]
    pub stacking: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HalfLine {
    pub half_points: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaveLine {
    pub points: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimesLine {
    pub times: u8,
    #[serde(rename = "source")]
    pub _source: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovementTable {
    pub river: u8,
    pub road_motorized: HalfLine,
    pub road_foot: HalfLine,
    pub leave_zone: LeaveLine,
    pub double: TimesLine,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherTable {
    pub rain_from: u8,
    pub after_rain: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnsTable {
    pub dates: Spanned<Vec<String>>,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OffensiveTable {
    pub begins: Vec<BeginsLine>,
    pub withdraw: Spanned<Vec<WithdrawLine>>,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginsLine {
    pub turn: u8,
    pub die: u8,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct WithdrawLine {
    pub die: u8,
    pub infantry: u8,
    pub air: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BasqueTable {
    pub column: u8,
    pub within: u8,
    pub surrender_to: u8,
    pub battalions: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactoryTable {
    pub from_turn: u8,
    pub destroyed_from: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirTable {
    pub attrition_to: u8,
    pub returns_after: u8,
    pub shot_down_from: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryTable {
    pub brigades: u8,
    pub brigade_points: u8,
    pub points: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    #[serde(rename = "scenario")]
    pub _scenario: String,
    #[serde(rename = "title")]
    pub _title: String,
    #[serde(rename = "map")]
    pub _map: String,
    pub turns: Spanned<u8>,
    #[serde(rename = "source")]
    pub _source: String,
    pub rolled: RolledLine,
    pub republican: RepublicanLine,
    pub nationalist: NationalistLine,
    pub first_turn: FirstTurnLine,
    pub historical: HistoricalLine,
    pub reference: ReferenceLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RolledLine {
    pub divisions: Vec<Label>,
    pub first_line_to: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RepublicanLine {
    pub trenches: u8,
    pub columns: Spanned<u8>,
    pub basque_column: u8,
    pub basque_within: u8,
    pub basque_free: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NationalistLine {
    pub columns: Spanned<u8>,
    pub column_turns: Vec<u8>,
    pub columns_on_map: u8,
    pub armour: Vec<ArmourLine>,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmourLine {
    pub die: Spanned<u8>,
    pub unit: Label,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstTurnLine {
    pub hq: Label,
    pub turn: u8,
    pub hexes: u8,
    pub columns: u8,
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoricalLine {
    pub columns: [u8; 2],
    #[serde(rename = "source")]
    pub _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceLines {
    #[serde(rename = "source")]
    pub _source: String,
    pub units: BTreeMap<Label, Label>,
    pub reserve: BTreeMap<Label, Label>,
    pub trenches: TrenchLines,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrenchLines {
    pub hexes: Vec<Label>,
}
