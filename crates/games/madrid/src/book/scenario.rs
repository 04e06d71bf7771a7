//! 12. The scenarios' sheets: length, set-up, initiative, bans, victory points.

use crate::book::map::{Colour, Front, Map};
use crate::book::tables::{Both, Tables};
use crate::ids::{PLACES, Places};
use frente_board::data::{DataError, DataText};
use frente_engine::PerSide;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

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

/// 12.1k, 12.1l, 12.1m, 12.1n, 12.1o, 12.1p, 12.1q, 12.1r: victory points.
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
    #[expect(dead_code, reason = "for the reader of the file")]
    name: String,
    #[expect(dead_code, reason = "for the reader of the file")]
    source: String,
    last_turn: u8,
    morale: Spanned<String>,
    setup: SetupKind,
    council: CouncilKind,
    #[serde(default)]
    initiative_until: u8,
    #[serde(default)]
    river_ban: Vec<Spanned<String>>,
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
    /// 12.1i, 12.2-r4, 12.3l: for each place the neighbours behind a river no Nationalist may cross.
    pub ban: [Places; PLACES],
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
    /// Reads a scenario's sheet. 12.2q, 12.2r: who controls what at the start follows from the front line and the areas' colours.
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
            let area =
                map.areas.find(label.get_ref()).ok_or_else(|| file.wrong(label.span(), "no such area"))?;
            nationalist.insert(area.index());
        }
        let mut free = PerSide::new(Places::EMPTY, Places::EMPTY);
        if let Some(colours) = &text.free {
            free = PerSide::new(coloured(&colours.republican), coloured(&colours.nationalist));
            // 12.2q, 12.2r, 12.2s: blue areas and black areas south of the front line; the city and all others are Republican.
            nationalist = map
                .land
                .iter()
                .filter(|&i| match map.info[i].colour {
                    Colour::Blue => true,
                    Colour::Brown | Colour::Green => false,
                    Colour::Black => map.info[i].front == Front::South,
                })
                .collect();
            nationalist.remove(map.madrid.index());
        } else if text.setup == SetupKind::Free {
            return Err(file.wrong(0..0, "a free set-up needs [free]"));
        }
        let mut ban = [Places::EMPTY; PLACES];
        for river in &text.river_ban {
            let banks = map.areas.marked(river.get_ref());
            if banks.iter().all(Places::is_empty) {
                return Err(file.wrong(river.span(), "no border of the map is this river"));
            }
            for (bars, behind) in ban.iter_mut().zip(banks) {
                *bars |= behind;
            }
        }
        let last = tables.turns.len() as u8;
        if text.start.is_empty()
            || text.start.iter().any(|s| s.turn == 0 || s.turn > text.last_turn)
            || text.last_turn > last
        {
            return Err(
                file.wrong(0..0, format!("a scenario starts and ends on turns 1 to {last}, in this order"))
            );
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
