//! The scenarios, from the files of their folder.

use super::files::*;
use super::load::Names;
use super::types::*;
use crate::ids::{TURNS, Unit, Units};
use frente_board::data::DataText;
use frente_board::{DataError, DataSource, Hex};
use frente_engine::PerSide;
use toml::Spanned;

/// The counters and limits that a scenario is set up with.
#[derive(Clone, Copy)]
pub(super) struct Force<'a> {
    pub units: &'a [UnitInfo],
    pub texts: &'a [UnitText],
    pub tables: &'a Tables,
}

impl Force<'_> {
    /// 1.1e, 1.1g: does the unit just set up keep to the stacking limit? The division that infiltrates is stacked without one (12.1d).
    fn fits(self, setup: &[(Hex, Unit)], hex: Hex, unit: Unit) -> bool {
        let info = |u: &Unit| &self.units[u.index()];
        let (limit, same): (u8, fn(Kind) -> bool) = match info(&unit).kind {
            Kind::Infantry | Kind::Cavalry => (self.tables.battalions, Kind::is_battalion),
            Kind::Tank(_) => (self.tables.tanks, Kind::is_tank),
            Kind::Garrison => (self.tables.garrisons, |k| k == Kind::Garrison),
        };
        let there = setup.iter().filter(|(h, u)| *h == hex && same(info(u).kind) && !info(u).infiltrates);
        info(&unit).infiltrates || there.count() <= usize::from(limit)
    }
}

pub(super) fn read_scenarios(
    source: &DataSource,
    names: &Names<'_>,
    force: Force<'_>,
) -> Result<Vec<Scenario>, DataError> {
    let mut read: Vec<(DataText, ScenarioFile)> = Vec::new();
    for name in FILES.names().filter(|n| n.starts_with("scenarios/")) {
        let text = FILES.read(source, name)?;
        let file = text.parse()?;
        read.push((text, file));
    }
    let mut scenarios = Vec::new();
    for (text, file) in &read {
        let (base_text, base) = match &file.like {
            None => (text, file),
            Some(key) => {
                let found = read.iter().find(|(_, f)| f.scenario == *key).map(|(t, f)| (t, f));
                found.ok_or_else(|| text.wrong(0..0, format!("like = {key:?}: there is no such scenario")))?
            }
        };
        if usize::from(file.turns) > TURNS || file.resources > 6 {
            return Err(text.wrong(0..0, format!("expected at most {TURNS} turns and 6 resources")));
        }
        scenarios.push(read_scenario(file, base_text, base, names, force)?);
    }
    Ok(scenarios)
}

fn read_scenario(
    file: &ScenarioFile,
    text: &DataText,
    base: &ScenarioFile,
    names: &Names<'_>,
    force: Force<'_>,
) -> Result<Scenario, DataError> {
    let missing = |what: &str| text.wrong(0..0, format!("expected a [{what}] table"));
    let list = |l: &[Spanned<String>]| l.iter().map(|u| names.unit(text, u)).collect::<Result<Vec<_>, _>>();
    let mut used = Units::EMPTY;
    let mut once = |u: Unit, name: &Spanned<String>| {
        if used.has(u.index()) {
            return Err(
                text.wrong(name.span(), format!("{:?} stands twice in this scenario", name.get_ref()))
            );
        }
        used.insert(u.index());
        Ok(u)
    };
    let mut setup = Vec::new();
    for (hex, labels) in &base.setup {
        let at = names.hex(text, hex)?;
        for label in labels {
            let unit = once(names.unit(text, label)?, label)?;
            setup.push((at, unit));
            if !force.fits(&setup, at, unit) {
                let problem = format!("{:?} is one too many in {}", label.get_ref(), hex.get_ref());
                return Err(text.wrong(label.span(), problem));
            }
        }
    }
    let free = base.free.as_ref().ok_or_else(|| missing("free"))?;
    let of_corps = |u: &Unit| force.texts[u.index()].corps.as_deref() == Some(free.corps.as_str());
    let free_hexes = setup.iter().filter(|(_, u)| of_corps(u)).map(|(h, _)| h.index()).collect();
    let support = base.support.as_ref().ok_or_else(|| missing("support"))?;
    let (mut arrivals, mut extra, mut markers) = (Vec::new(), Units::EMPTY, Vec::new());
    let mut extra_turn = 0;
    for a in base.arrival.iter().filter(|a| *a.turn.get_ref() <= file.turns) {
        if a.extra {
            extra_turn = *a.turn.get_ref();
        }
        for label in &a.units {
            let unit = once(names.unit(text, label)?, label)?;
            arrivals.push((*a.turn.get_ref(), unit));
            if a.extra {
                extra.insert(unit.index());
            }
        }
        if a.artillery != 0 || a.aviation != 0 {
            markers.push((*a.turn.get_ref(), a.side, a.artillery, a.aviation));
        }
    }
    Ok(Scenario {
        key: file.scenario.clone(),
        turns: file.turns,
        resources: file.resources,
        victory: file.victory,
        setup,
        free: list(&free.units)?,
        free_hexes,
        reserve: base.reserve.as_ref().map_or(Ok(Vec::new()), |r| list(&r.units))?,
        captured: base.captured.as_ref().map(|c| names.unit(text, &c.unit)).transpose()?,
        support: PerSide::new(
            [support.republican.artillery, support.republican.aviation],
            [support.nationalist.artillery, support.nationalist.aviation],
        ),
        arrivals,
        extra,
        extra_turn,
        markers,
    })
}
