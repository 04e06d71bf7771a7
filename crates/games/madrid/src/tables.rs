//! The tables: every number of the rules that is not on a counter or on the map, and the scenarios' sheets.

use crate::Side;
use crate::chits::{CHITS, Chit};
use crate::counters::Faction;
use crate::map::{Colour, Map, Places};
use frente_board::data::{DataError, DataText};
use frente_engine::PerSide;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A number for each side, as files write it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Both {
    nationalist: u8,
    republican: u8,
}

impl From<Both> for PerSide<u8> {
    fn from(both: Both) -> Self {
        PerSide::new(both.republican, both.nationalist)
    }
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $type,)*
            /// Where the numbers are from.
            pub source: Option<String>,
        }
    };
}

table! {
    /// One space of the turn track.
    TurnSpace {
        /// The turn.
        number: u8,
        /// Its first day.
        from: String,
        /// Its last day.
        to: String,
        /// 5b: support points of phase 2a.
        support: Both,
        /// What happened then.
        history: String,
    }
}
table! {
    /// 3.2: stacking.
    Stacking {
        /// Units of one side in an area.
        limit: u8,
    }
}
table! {
    /// 3.4: a level of Republican morale.
    MoraleLevel {
        /// Its name.
        name: String,
        /// What it adds to a morale test.
        modifier: i8,
    }
}
table! {
    /// 3.4.2: the morale test.
    MoraleTest {
        /// Under air attack.
        air: i8,
        /// Fewer Nationalist than Republican units.
        outnumbered: i8,
        /// In an urban area.
        urban: i8,
        /// From this result on the unit retreats.
        retreat_from: i8,
        /// From this result on the unit is eliminated.
        eliminate_from: i8,
        /// 15.N8e: the same for a shock unit in a Stampede.
        stampede_shock_eliminate_from: i8,
    }
}
table! {
    /// 5: prices in support points.
    Prices {
        /// An event chit.
        chit: u8,
        /// Units that one impulse activates without paying.
        free_units: u8,
        /// More units than that.
        many_units: u8,
        /// Artillery units that one bombardment activates without paying.
        free_guns: u8,
        /// More than that.
        many_guns: u8,
        /// A prepared attack.
        prepared: u8,
    }
}
table! {
    /// 7d to 7f: the entry of Rada's column.
    RadaRoll {
        /// In this turn
        turn: u8,
        /// on this die or more.
        from: u8,
    }
}
table! {
    /// 8: replacements.
    Replacements {
        /// Line units a turn.
        line: u8,
        /// Or shock units a turn.
        shock: u8,
        /// 12.3r: shock units a turn for the Nationalist during the Pause.
        pause_shock: u8,
        /// 8h: factions that are never rebuilt.
        never: Vec<Faction>,
        /// 8i: factions rebuilt only during the Pause.
        pause_only: Vec<Faction>,
    }
}
table! {
    /// 9.2: movement costs.
    Movement {
        /// Any step.
        step: u8,
        /// Leaving an enemy area or enemy units.
        leaving: u8,
        /// Entering an enemy area or one with enemy units.
        entering: u8,
        /// Crossing a river from or into an enemy area.
        river: u8,
    }
}
table! {
    /// 9.3: bombardment.
    Bombardment {
        /// For one, two and three artillery units.
        bonus: [u8; 3],
        /// For a bombardment chit.
        chit_bonus: u8,
    }
}
table! {
    /// 9.4.1, C4: the Intensity Level.
    Intensity {
        /// Its start.
        base: i8,
        /// An assault.
        assault: i8,
        /// Player B has more units.
        outnumbered: i8,
        /// Only shock units against none.
        all_shock: i8,
        /// Player B is all Spent.
        all_spent: i8,
    }
}
table! {
    /// 9.5: Defensive Fire.
    Fire {
        /// So many Fresh units of factor 0
        trio: u8,
        /// add this.
        trio_value: u8,
    }
}

/// 9.6: what a Fresh unit can take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreshLosses {
    /// 9.6a.
    pub flip: u8,
    /// 9.6c.
    pub retreat: u8,
    /// 9.6e.
    pub eliminate: u8,
}

/// 9.6: what a Spent unit can take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpentLosses {
    /// 9.6b.
    pub retreat: u8,
    /// 9.6d.
    pub eliminate: u8,
}

table! {
    /// 9.6: the loss table.
    Losses {
        /// A Fresh unit.
        fresh: FreshLosses,
        /// A Spent unit.
        spent: SpentLosses,
    }
}
table! {
    /// 9.8: artillery in combat.
    Artillery {
        /// The combat factor of a Fresh artillery unit.
        factor: u8,
    }
}
table! {
    /// 11.1: the Defence Council.
    Council {
        /// First turn of the roll.
        from_turn: u8,
        /// Result that brings it.
        success: i8,
        /// A normal area next to the city is Nationalist.
        near_city: i8,
        /// Each supply route cut.
        route_cut: i8,
        /// Each urban area contested or Nationalist.
        urban: i8,
        /// During a Pause.
        pause: i8,
        /// Levels of morale.
        morale: u8,
        /// Support points.
        support: u8,
        /// On Stampede tests in urban areas.
        stampede: i8,
    }
}
table! {
    /// 11.2: the weather.
    Weather {
        /// First turn of the roll.
        from_turn: u8,
        /// After a turn of bad weather.
        after_bad: u8,
        /// Result that is bad.
        bad_from: u8,
    }
}
table! {
    /// 12.3: the Pause in Fighting.
    PauseTable {
        /// How long it may last.
        turns: u8,
        /// What the Nationalist income is multiplied by.
        support_factor: u8,
    }
}
table! {
    /// 6, 15: numbers of the event chits.
    ChitNumbers {
        /// 6c: the largest hand.
        hand: u8,
        /// 15.R3: Tanks!
        tanks: u8,
        /// 15.R6: factor of anarchists.
        durruti_factor: u8,
        /// 15.R6: Republican impulses it lasts.
        durruti_impulses: u8,
        /// 15.N6c: die that keeps a group from acting.
        strife_from: u8,
        /// 15.N9: Republican impulses it lasts.
        valencia_impulses: u8,
        /// 15.N12: Alféreces.
        alfereces: u8,
    }
}

/// 6: what kind of chit it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// 6e: Replace Impulse.
    Replace,
    /// 6f: Combat Event.
    Combat,
}

/// What is printed on an event chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChitInfo {
    /// `R1` to `R8`, `N1` to `N12`.
    pub id: Spanned<String>,
    /// The word players write.
    pub key: String,
    /// Whose it is.
    pub side: Side,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// Replace Impulse or Combat Event.
    pub tag: Tag,
    /// 6g: leaves the game once played.
    #[serde(default)]
    pub once: bool,
    /// 6h: first turn in which it is in the pool.
    #[serde(default)]
    pub from: u8,
    /// Where it is from.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesText {
    #[expect(dead_code, reason = "for the reader of the file")]
    source: String,
    turn: Vec<TurnSpace>,
    stacking: Stacking,
    morale: Vec<MoraleLevel>,
    morale_test: MoraleTest,
    support: Prices,
    rada: Vec<RadaRoll>,
    replacements: Replacements,
    movement: Movement,
    bombardment: Bombardment,
    intensity: Intensity,
    fire: Fire,
    losses: Spanned<Losses>,
    artillery: Artillery,
    council: Council,
    weather: Weather,
    pause: PauseTable,
    chits: ChitNumbers,
    chit: Vec<ChitInfo>,
}

/// All tables.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each table says what it is")]
pub struct Tables {
    pub turns: Vec<TurnSpace>,
    pub stacking: Stacking,
    pub morale: Vec<MoraleLevel>,
    pub test: MoraleTest,
    pub prices: Prices,
    pub rada: Vec<RadaRoll>,
    pub replacements: Replacements,
    pub movement: Movement,
    pub bombardment: Bombardment,
    pub intensity: Intensity,
    pub fire: Fire,
    pub losses: Losses,
    pub artillery: Artillery,
    pub council: Council,
    pub weather: Weather,
    pub pause: PauseTable,
    pub numbers: ChitNumbers,
    pub chits: Vec<ChitInfo>,
}

impl Tables {
    /// Reads the tables file.
    ///
    /// # Errors
    /// When a table is missing, a chit unknown, or the loss points leave a gap.
    pub fn read(file: &DataText) -> Result<Tables, DataError> {
        let text: TablesText = file.parse()?;
        for (i, turn) in text.turn.iter().enumerate() {
            if usize::from(turn.number) != i + 1 {
                return Err(file.wrong(0..0, format!("turn {} stands where turn {} is expected", turn.number, i + 1)));
            }
        }
        let losses = text.losses.get_ref();
        let (f, s) = (losses.fresh, losses.spent);
        if [f.flip, f.retreat, f.eliminate, s.retreat, s.eliminate] != [1, 2, 3, 1, 2] {
            return Err(file.wrong(
                text.losses.span(),
                "loss points must run 1, 2, 3 for a Fresh and 1, 2 for a Spent unit: taking as many as possible (9.6j) counts on it",
            ));
        }
        if text.chit.len() != CHITS {
            return Err(file.wrong(0..0, format!("{} chits; expected {CHITS} (rule 15a)", text.chit.len())));
        }
        for (chit, info) in Chit::all().zip(&text.chit) {
            if info.id.get_ref() != chit.id() || info.side != chit.side() {
                let problem = format!("chit {:?} stands where {:?} is expected", info.id.get_ref(), chit.id());
                return Err(file.wrong(info.id.span(), problem));
            }
        }
        if text.morale.is_empty() {
            return Err(file.wrong(0..0, "no morale level; expected at least one"));
        }
        Ok(Tables {
            turns: text.turn,
            stacking: text.stacking,
            morale: text.morale,
            test: text.morale_test,
            prices: text.support,
            rada: text.rada,
            replacements: text.replacements,
            movement: text.movement,
            bombardment: text.bombardment,
            intensity: text.intensity,
            fire: text.fire,
            losses: text.losses.into_inner(),
            artillery: text.artillery,
            council: text.council,
            weather: text.weather,
            pause: text.pause,
            numbers: text.chits,
            chits: text.chit,
        })
    }

    /// The level of morale with this name.
    pub fn morale_level(&self, name: &str) -> Option<u8> {
        self.morale.iter().position(|l| l.name == name).map(|i| i as u8)
    }
}

/// How a scenario is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetupKind {
    /// By the marks on the counters (12.1, 12.3b).
    Counters,
    /// By the colours of the areas (12.2).
    Free,
}

/// How a scenario treats the Defence Council.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum CouncilKind {
    /// 11.1a: rolled for.
    #[serde(rename = "roll")]
    Roll,
    /// 11.1-r3: in play from the start.
    #[serde(rename = "in play")]
    InPlay,
}

/// A turn on which a scenario can start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartText {
    /// The turn.
    pub turn: u8,
    /// Support points at the start.
    pub support: Both,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FreeText {
    republican: Vec<Colour>,
    nationalist: Vec<Colour>,
}

/// 12.1k to 12.1r: victory points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsTable {
    /// For each urban area.
    pub urban: i8,
    /// For each supply route cut.
    pub route: i8,
    /// So many units in supply in Madrid
    pub madrid_units: u8,
    /// are worth this.
    pub madrid: i8,
    /// For the level of Republican morale.
    pub morale: BTreeMap<String, i8>,
    /// So many eliminated Nationalist units
    pub eliminated_units: u8,
    /// are worth this.
    pub eliminated: i8,
    /// Points with which the Nationalist wins.
    pub win: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    scenario: String,
    name: String,
    source: String,
    last_turn: u8,
    morale: Spanned<String>,
    setup: SetupKind,
    council: CouncilKind,
    #[serde(default)]
    initiative_until: u8,
    #[serde(default)]
    river_ban: Vec<String>,
    #[serde(default)]
    nationalist_areas: Vec<Spanned<String>>,
    #[serde(default)]
    on_map_until: u8,
    #[serde(default = "yes")]
    first_income: bool,
    #[serde(default)]
    run: bool,
    #[serde(default)]
    city_locked: bool,
    #[serde(default)]
    pause: bool,
    start: Vec<StartText>,
    free: Option<FreeText>,
    points: Option<Spanned<PointsTable>>,
}

fn yes() -> bool {
    true
}

/// 12: a scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The section it is from.
    pub source: String,
    /// Its last turn.
    pub last_turn: u8,
    /// Level of morale at the start.
    pub morale: u8,
    /// How it is set up.
    pub setup: SetupKind,
    /// The Defence Council.
    pub council: CouncilKind,
    /// Up to this turn the Nationalist has the initiative without a roll.
    pub initiative_until: u8,
    /// 12.1i, 12.3l: for each place the neighbours behind a river no Nationalist may cross.
    pub ban: [Places; crate::map::PLACES],
    /// Areas under Nationalist control at the start.
    pub nationalist: Places,
    /// 12.2g, 12.2k: units of later turns wait on the track.
    pub on_map_until: u8,
    /// Is there income on the first turn?
    pub first_income: bool,
    /// 12.2u: does the Nationalist open with a run of impulses?
    pub run: bool,
    /// 12.2v: are the units of the city locked at first?
    pub city_locked: bool,
    /// 12.3n: may a Pause be declared?
    pub pause: bool,
    /// The turns it can start on, with support points.
    pub starts: Vec<(u8, PerSide<u8>)>,
    /// 12.2i, 12.2l: areas of a free set-up.
    pub free: PerSide<Places>,
    /// 12.1: victory points, by level of morale.
    pub points: Option<Points>,
}

/// Victory points, ready for use.
#[derive(Clone, Debug)]
pub struct Points {
    /// The table.
    pub table: PointsTable,
    /// For each level of morale.
    pub morale: Vec<i8>,
}

impl Scenario {
    /// Reads a scenario's sheet.
    ///
    /// # Errors
    /// When it names a level, area or turn that does not exist.
    pub fn read(file: &DataText, map: &Map, tables: &Tables) -> Result<Scenario, DataError> {
        let text: ScenarioText = file.parse()?;
        let level = |name: &str| tables.morale_level(name);
        let morale = level(text.morale.get_ref())
            .ok_or_else(|| file.wrong(text.morale.span(), "no such level of morale in tables.toml"))?;
        let coloured = |colours: &[Colour]| -> Places {
            map.land.iter().filter(|&i| colours.contains(&map.info[i].colour)).collect()
        };
        let mut nationalist = Places::EMPTY;
        for label in &text.nationalist_areas {
            let area = map.areas.find(label.get_ref()).ok_or_else(|| file.wrong(label.span(), "no such area"))?;
            nationalist.insert(area.index());
        }
        let mut free = PerSide::new(Places::EMPTY, Places::EMPTY);
        if let Some(colours) = &text.free {
            free = PerSide::new(coloured(&colours.republican), coloured(&colours.nationalist));
            // 12.2q, 12.2s: blue areas and black areas south of the front line.
            nationalist = map
                .land
                .iter()
                .filter(|&i| match map.info[i].colour {
                    Colour::Blue => true,
                    Colour::Brown | Colour::Green => false,
                    Colour::Black => map.info[i].front == crate::map::Front::South,
                })
                .collect();
            nationalist.remove(map.madrid.index());
        } else if text.setup == SetupKind::Free {
            return Err(file.wrong(0..0, "a free set-up needs [free]"));
        }
        let mut ban = [Places::EMPTY; crate::map::PLACES];
        for river in &text.river_ban {
            for (i, behind) in map.areas.marked(river).into_iter().enumerate() {
                ban[i] |= behind;
            }
        }
        let last = tables.turns.len() as u8;
        if text.start.is_empty() || text.start.iter().any(|s| s.turn == 0 || s.turn > text.last_turn) || text.last_turn > last
        {
            return Err(file.wrong(0..0, format!("a scenario starts and ends on turns 1 to {last}, in this order")));
        }
        let points = match text.points {
            None => None,
            Some(points) => {
                let span = points.span();
                let table = points.into_inner();
                let morale = tables
                    .morale
                    .iter()
                    .map(|l| table.morale.get(&l.name).copied())
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(|| file.wrong(span, "points.morale must name every level of morale"))?;
                Some(Points { table, morale })
            }
        };
        Ok(Scenario {
            key: text.scenario,
            name: text.name,
            source: text.source,
            last_turn: text.last_turn,
            morale,
            setup: text.setup,
            council: text.council,
            initiative_until: text.initiative_until,
            ban,
            nationalist,
            on_map_until: text.on_map_until,
            first_income: text.first_income,
            run: text.run,
            city_locked: text.city_locked,
            pause: text.pause,
            starts: text.start.iter().map(|s| (s.turn, s.support.into())).collect(),
            free,
            points,
        })
    }
}
