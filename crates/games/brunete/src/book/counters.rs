//! The counters, from `counters.toml`.

use super::files::*;
use super::types::*;
use crate::ids::{Set, UNITS, W};
use crate::movement::reach::MOST;
use crate::position::INFILTRATORS;
use frente_board::data::DataText;
use frente_board::{DataError, HexMap};
use frente_engine::Side;

/// What `counters.toml` gives: three lists in the order of labels.
pub(super) struct Counters {
    pub units: Vec<UnitInfo>,
    pub texts: Vec<UnitText>,
    pub zones: Vec<Set>,
}

pub(super) fn read_units(
    text: &DataText,
    file: &CountersFile,
    map: &HexMap<W>,
    tables: &TablesFile,
) -> Result<Counters, DataError> {
    if file.unit.len() > UNITS {
        return Err(text.wrong(0..0, format!("{} counters; expected at most {UNITS}", file.unit.len())));
    }
    let mut divisions: Vec<(Side, String)> = Vec::new();
    let mut bit = |side: Side, name: &Option<String>| -> u32 {
        let Some(name) = name else { return 0 };
        let key = (side, name.clone());
        let i = divisions.iter().position(|d| *d == key).unwrap_or_else(|| {
            divisions.push(key);
            divisions.len() - 1
        });
        1 << (i & 31)
    };
    let road = &tables.link.road;
    let bonus = road.infantry.max(road.cavalry).max(road.tank);
    let most = (MOST as u8 - 1).saturating_sub(bonus);
    let mut counters = Counters { units: Vec::new(), texts: Vec::new(), zones: Vec::new() };
    for (label, u) in &file.unit {
        let kind = match u.kind {
            UnitType::Infantry => Kind::Infantry,
            UnitType::Cavalry => Kind::Cavalry,
            UnitType::T26 => Kind::Tank(Tank::T26),
            UnitType::Panzer => Kind::Tank(Tank::Panzer),
            UnitType::Garrison => Kind::Garrison,
        };
        let fights = !matches!(kind, Kind::Garrison | Kind::Tank(Tank::T26));
        let factor = match (fights, &u.combat, &u.defence) {
            (true, Some(f), None) | (false, None, Some(f)) => *f.get_ref(),
            (true, ..) => {
                return Err(text.wrong(label.span(), "expected `combat` and no `defence` for this type"));
            }
            (false, ..) => {
                return Err(text.wrong(label.span(), "expected `defence` and no `combat` for this type"));
            }
        };
        let [cf, mp] = u.reduced.unwrap_or([factor, u.mp]);
        if u.mp.max(mp) > most {
            let problem = format!("{} movement points; expected at most {most}", u.mp.max(mp));
            return Err(text.wrong(label.span(), problem));
        }
        let attack = if fights { [factor, cf] } else { [0, 0] };
        let zone = match &u.zone {
            Some(name) => map.zone(name.get_ref()).ok_or_else(|| {
                text.wrong(name.span(), format!("{:?} is not a zone of the map file", name.get_ref()))
            })?,
            None => Set::EMPTY,
        };
        counters.zones.push(zone);
        counters.units.push(UnitInfo {
            side: u.side,
            kind,
            elite: u.elite,
            two_steps: u.reduced.is_some(),
            attack,
            defence: [factor, cf],
            mp: [u.mp, mp],
            shift: u.shift.unwrap_or(0),
            labels: bit(u.side, &u.division) | bit(u.side, &u.stripe),
            slow: u.corps.as_deref() == Some(tables.slowness.corps.as_str()),
            infiltrates: u.side == Side::Republican
                && u.division.as_deref() == Some(tables.infiltration.division.as_str()),
            frozen: u.frozen,
        });
        counters.texts.push(UnitText {
            label: label.get_ref().clone(),
            name: u.name.clone(),
            size: u.size.clone(),
            corps: u.corps.clone(),
            division: u.division.clone(),
            stripe: u.stripe.clone(),
            source: u.source.clone().unwrap_or_else(|| file.source.clone()),
            note: u.note.clone(),
        });
    }
    let infiltrators = counters.units.iter().filter(|u| u.infiltrates).count();
    if infiltrators > INFILTRATORS {
        let problem = format!("{infiltrators} counters infiltrate; expected at most {INFILTRATORS}");
        return Err(text.wrong(0..0, problem));
    }
    Ok(counters)
}
