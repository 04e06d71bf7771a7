//! Set-ups for who leaves his to the program (`setups.toml`). They are no rule: what they place stands in the log unit by unit.

use crate::book::counters::Counter;
use crate::book::map::Map;
use crate::ids::Unit;
use frente_board::Area;
use frente_board::data::{DataError, DataText};
use frente_engine::{PerSide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupsText {
    setup: Vec<SetupText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    scenarios: Vec<String>,
    at: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
}

/// Reads where each unit of a scenario goes.
///
/// # Errors
/// When an area or a unit does not exist, or a unit has two places.
pub fn read(
    file: &DataText,
    scenario: &str,
    map: &Map,
    counters: &PerSide<Vec<Counter>>,
) -> Result<Vec<(Unit, Area)>, DataError> {
    let text: SetupsText = file.parse()?;
    let find = |label: &str| {
        Side::BOTH
            .into_iter()
            .find_map(|side| counters[side].iter().position(|c| c.label == label).map(|i| Unit::of(side, i)))
    };
    let mut ready: Vec<(Unit, Area)> = Vec::new();
    let of_scenario = text.setup.iter().filter(|s| s.scenarios.iter().any(|key| key == scenario));
    for (label, units) in of_scenario.flat_map(|s| &s.at) {
        let area = map.areas.find(label.get_ref()).filter(|a| !map.is_box(*a));
        let area = area.ok_or_else(|| file.wrong(label.span(), "no such area"))?;
        for name in units {
            let unit = find(name.get_ref());
            let unit = unit.ok_or_else(|| file.wrong(name.span(), "no such unit in counters.toml"))?;
            if ready.iter().any(|(other, _)| *other == unit) {
                return Err(file.wrong(name.span(), "this unit has a place already"));
            }
            ready.push((unit, area));
        }
    }
    Ok(ready)
}
