//! From files to book, with every mistake reported by file and line.

use super::book::*;
use super::files::*;
use crate::ids::{HEXES, Set, TURNS, UNITS, Unit, Units, W};
use crate::position::INFILTRATORS;
use arrayvec::ArrayVec;
use frente_board::data::DataText;
use frente_board::mapfile::MapFile;
use frente_board::{DataError, DataSource, Dir, Edges, Flow, Grid, Hex, HexMap};
use frente_engine::rule::Reference;
use frente_engine::{PerSide, Side};
use std::collections::BTreeMap;
use toml::Spanned;

/// Reads all data files of the game.
///
/// # Errors
/// With file, line and what was expected, at the first thing that is wrong.
pub fn book(source: &DataSource) -> Result<Book, DataError> {
    let map_text = FILES.read(source, "brunete.map.toml")?;
    let counters_text = FILES.read(source, "counters.toml")?;
    let tables_text = FILES.read(source, "tables.toml")?;
    let (map_file, map) = read_map(&map_text)?;
    let counters: CountersFile = counters_text.parse()?;
    let file: TablesFile = tables_text.parse()?;
    let Counters { units, texts, zones: entry_zone } = read_units(&counters_text, &counters, &map, &file)?;
    let by_label: BTreeMap<String, Unit> =
        texts.iter().enumerate().map(|(i, u)| (u.label.clone(), Unit::at(i))).collect();
    let tables = read_tables(&tables_text, &file, &map)?;
    let names: Names<'_> = Names { map: &map, by_label: &by_label };
    let scenarios = read_scenarios(source, &names, &texts)?;
    let reference = Reference::read(&FILES.read(source, "rules.toml")?)?;

    let playable = map.all() - map.with_terrain("nonplayable");
    let (river, road, path) = (map.sides("river"), map.links("road"), map.links("path"));
    let sides = |f: &dyn Fn(Hex) -> u8| Sides(map.hexes().map(f).collect());
    let link = sides(&|h| road.sides(h) | path.sides(h));
    let entries = read_entries(&map_text, &tables_text, &file, &map, &road)?;
    let mut entry_at = vec![None; map.len()];
    for (i, e) in entries.iter().enumerate() {
        entry_at[e.hex.index()] = Some(i as u8);
    }
    let edges = map_edges(&map, &playable);
    let mut own_edge = PerSide::new(Set::EMPTY, Set::EMPTY);
    for (edge, side) in
        edges.iter().zip([file.edges.north, file.edges.east, file.edges.south, file.edges.west])
    {
        own_edge[side] |= *edge;
    }
    let town = |hex: &Spanned<String>| names.hex(&tables_text, hex);
    let mut alarm = Set::EMPTY;
    for spanned in &file.frozen.towns {
        let town = town(spanned)?;
        alarm |=
            map.hexes().filter(|h| map.distance(*h, town) <= file.frozen.distance).map(Hex::index).collect();
    }
    let mut objectives = Vec::new();
    for o in &file.objective {
        let colour = match o.colour {
            ColourName::Purple => Colour::Purple,
            ColourName::Yellow => Colour::Yellow,
        };
        objectives.push(Objective { hex: town(&o.hex)?, colour, points: o.points, die: dice(&o.die) });
    }
    let mut vertices = Set::EMPTY;
    for hex in &file.vertices.hexes {
        vertices.insert(town(hex)?.index());
    }
    let aims: Vec<Hex> = objectives.iter().map(|o| o.hex).chain(vertices.into_iter().map(Hex::at)).collect();
    let (vertex, towns) = (map.with_feature("vertex"), map.with_feature("town"));
    let terrain_line = |h: Hex| terrain(&file.terrain, &map.terrains()[map.terrain(h)]);
    let cost: Vec<[u8; 3]> = map
        .hexes()
        .map(|h| terrain_line(h).map_or([u8::MAX; 3], |t| [t.infantry, t.cavalry, t.tank]))
        .collect();
    let defence = map
        .hexes()
        .map(|h| {
            let feature = |set: &Set, shift: u8| if set.has(h.index()) { shift } else { 0 };
            terrain_line(h).map_or(0, |t| t.shift)
                + feature(&vertex, file.feature.vertex)
                + feature(&towns, file.feature.town)
        })
        .collect();
    let tank = Kind::Tank(Tank::T26).class();
    let step = |class: usize, h: Hex, d: Dir| {
        let to = map.neighbour(h, d);
        if !to.is_some() || !playable.has(to.index()) {
            return NO_STEP;
        }
        match (link.has(h, d), river.has(h, d)) {
            (true, _) => file.link.road.cost,
            (false, true) if class == tank => NO_STEP,
            (false, true) => cost[to.index()][class] + file.river.extra,
            (false, false) => cost[to.index()][class],
        }
    };
    let steps = [0, 1, 2].map(|class| map.hexes().map(|h| Dir::ALL.map(|d| step(class, h, d))).collect());
    let mut of_side = PerSide::new(Units::EMPTY, Units::EMPTY);
    for (i, u) in units.iter().enumerate() {
        of_side[u.side].insert(i);
    }
    Ok(Book {
        zone: map.hexes().map(|h| *map.near(h) & playable).collect(),
        linked: map.hexes().filter(|h| link.0[h.index()] != 0).map(Hex::index).collect(),
        across: Flow::new(&map, |h, d, _| !river.has(h, d) || link.has(h, d)),
        republican_front: zone(&map_text, &map, "republican-front")?,
        vertices_points: file.vertices.points,
        terrain: file.terrain.clone(),
        map_file,
        units,
        texts,
        entry_zone,
        steps,
        by_label,
        of_side,
        tables,
        scenarios,
        reference,
        playable,
        cost,
        defence,
        river: sides(&|h| river.sides(h)),
        road: sides(&|h| road.sides(h)),
        link,
        entries,
        entry_at,
        edges,
        own_edge,
        alarm,
        aim_distance: aims.iter().map(|a| map.hexes().map(|h| map.distance(*a, h)).collect()).collect(),
        aims,
        objectives,
        vertices,
        map,
    })
}

/// Looks up what other files name.
struct Names<'a> {
    map: &'a HexMap<W>,
    by_label: &'a BTreeMap<String, Unit>,
}

impl Names<'_> {
    fn hex(&self, file: &DataText, name: &Spanned<String>) -> Result<Hex, DataError> {
        self.map.find(name.get_ref()).ok_or_else(|| {
            file.wrong(name.span(), format!("there is no hex {:?} on the map", name.get_ref()))
        })
    }

    fn unit(&self, file: &DataText, name: &Spanned<String>) -> Result<Unit, DataError> {
        self.by_label.get(name.get_ref()).copied().ok_or_else(|| {
            file.wrong(
                name.span(),
                format!("{:?} is not a counter; expected a label of counters.toml", name.get_ref()),
            )
        })
    }
}

fn read_map(text: &DataText) -> Result<(MapFile, HexMap<W>), DataError> {
    let file = MapFile::read(text)?;
    let too_large = |n: usize| text.wrong(0..0, format!("the map has {n} hexes; expected at most {HEXES}"));
    if file.hex.len() > HEXES {
        return Err(too_large(file.hex.len()));
    }
    for (label, line) in &file.hex {
        if !["clear", "hill", "forest", "nonplayable"].contains(&line.terrain.as_str()) {
            let problem = format!("terrain {:?}: expected clear, hill, forest or nonplayable", line.terrain);
            return Err(text.wrong(label.span(), problem));
        }
        if let Some(feature) = line.features.iter().find(|f| !["town", "vertex"].contains(&f.as_str())) {
            return Err(text.wrong(label.span(), format!("feature {feature:?}: expected town or vertex")));
        }
    }
    let map = HexMap::new(&file).map_err(|_| too_large(file.hex.len()))?;
    Ok((file, map))
}

fn terrain<'a>(table: &'a TerrainTable, name: &str) -> Option<&'a TerrainLine> {
    match name {
        "clear" => Some(&table.clear),
        "hill" => Some(&table.hill),
        "forest" => Some(&table.forest),
        _ => None,
    }
}

fn zone(text: &DataText, map: &HexMap<W>, name: &str) -> Result<Set, DataError> {
    map.zone(name).ok_or_else(|| text.wrong(0..0, format!("the map has no zone {name:?}; the rules need it")))
}

fn dice(values: &[u8]) -> u8 {
    values.iter().fold(0, |set, v| set | 1 << (v & 7))
}

/// What `counters.toml` gives: three lists in the order of labels.
struct Counters {
    units: Vec<UnitInfo>,
    texts: Vec<UnitText>,
    zones: Vec<Set>,
}

fn read_units(
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

fn read_entries(
    map_text: &DataText,
    text: &DataText,
    file: &TablesFile,
    map: &HexMap<W>,
    road: &Edges,
) -> Result<Vec<Entry>, DataError> {
    let mut entries = Vec::new();
    let sides = [(Side::Republican, &file.supply.republican), (Side::Nationalist, &file.supply.nationalist)];
    for (side, letters) in sides {
        for letter in letters {
            let name = letter.get_ref();
            let set = zone(map_text, map, &format!("entry-{name}"))?;
            let (Some(hex), Some(c)) = (set.first(), name.chars().next()) else {
                return Err(text.wrong(letter.span(), "expected a letter with one hex"));
            };
            let hex = Hex::at(hex);
            let controlled = file.entry.controlled.iter().any(|l| l.get_ref() == name);
            entries.push(Entry { letter: c, hex, side, road: road.touches(hex), controlled });
        }
    }
    Ok(entries)
}

/// The playable hexes with a hexside that leads off the grid, by edge.
fn map_edges(map: &HexMap<W>, playable: &Set) -> [Set; 4] {
    let Grid { columns: [west, east], rows: [north, south], .. } = *map.grid();
    let on = |want: fn(i16, i16, [i16; 4]) -> bool| -> Set {
        let at = |h: &Hex| {
            map.grid().column_row(map.label(*h)).is_some_and(|(c, r)| want(c, r, [north, east, south, west]))
        };
        map.hexes().filter(|h| playable.has(h.index()) && at(h)).map(Hex::index).collect()
    };
    [on(|_, r, e| r == e[0]), on(|c, _, e| c == e[1]), on(|_, r, e| r == e[2]), on(|c, _, e| c == e[3])]
}

fn read_outcome(text: &DataText, cell: &Spanned<String>, file: &CrtTable) -> Result<Outcome, DataError> {
    let wrong = || {
        let problem =
            format!("{:?}: expected a result such as \"1*/-\", \"-/R\" or \"1/1R\"", cell.get_ref());
        text.wrong(cell.span(), problem)
    };
    let steps = |s: &str| match s {
        "-" | "" => Ok(0),
        _ => s.parse::<u8>().map_err(|_| wrong()),
    };
    let (attack, defence) = cell.get_ref().split_once('/').ok_or_else(wrong)?;
    let (attack, tank) = match attack.strip_suffix('*') {
        Some(rest) => (rest, TankEffect::Eliminated),
        None => attack.strip_suffix('^').map_or((attack, TankEffect::None), |rest| (rest, TankEffect::Away)),
    };
    // 10.3.6-r1: a bare R is the green one, an R with a number the black one.
    let (defender, retreat, stubborn) = match defence.strip_suffix('R') {
        Some("") => (0, file.retreat_green, true),
        Some(n) => (steps(n)?, file.retreat_black, false),
        None => (steps(defence)?, 0, false),
    };
    Ok(Outcome { attacker: steps(attack)?, tank, defender, retreat, stubborn })
}

fn read_tables(text: &DataText, file: &TablesFile, map: &HexMap<W>) -> Result<Tables, DataError> {
    let mut crt: ArrayVec<[Outcome; COLUMNS], 6> = ArrayVec::new();
    let mut crt_text: ArrayVec<[String; COLUMNS], 6> = ArrayVec::new();
    let shape = || text.wrong(0..0, "[crt]: expected six rows of eight results under eight columns");
    for row in &file.crt.rows {
        let mut results: ArrayVec<Outcome, COLUMNS> = ArrayVec::new();
        let mut texts: ArrayVec<String, COLUMNS> = ArrayVec::new();
        for cell in row {
            results.try_push(read_outcome(text, cell, &file.crt)?).map_err(|_| shape())?;
            texts.push(cell.get_ref().clone());
        }
        crt.try_push(results.into_inner().map_err(|_| shape())?).map_err(|_| shape())?;
        crt_text.push(texts.into_inner().map_err(|_| shape())?);
    }
    let columns: ArrayVec<String, COLUMNS> =
        file.crt.columns.iter().take(COLUMNS).map(|c| c.get_ref().clone()).collect();
    let hex = &file.infiltration.hex;
    let infiltration_hex = map
        .find(hex.get_ref())
        .ok_or_else(|| text.wrong(hex.span(), format!("there is no hex {:?} on the map", hex.get_ref())))?;
    let bonus = |l: &LinkCost| [l.infantry, l.cavalry, l.tank];
    Ok(Tables {
        battalions: file.stacking.battalions,
        tanks: file.stacking.tanks,
        garrisons: file.stacking.garrisons,
        republican_until: file.initiative.republican_until,
        contested: file.initiative.contested,
        supply_reach: file.supply.reach,
        command_points: file.command.points,
        joint_attack: file.command.joint_attack,
        support_command: file.command.support,
        aviation_command: file.command.aviation,
        regular_replacement: file.command.regular_replacement,
        elite_replacement: file.command.elite_replacement,
        replacements_from: file.command.replacements_from,
        resources_from: PerSide::new(file.resources.republican_from, file.resources.nationalist_from),
        recover_infantry: file.recovery.infantry,
        recover_tanks: file.recovery.tanks,
        reserve: file.recovery.reserve,
        madrid_last_start: file.madrid.last_start,
        madrid_advance: dice(&file.madrid.advance),
        madrid_asylum: dice(&file.madrid.asylum),
        madrid_cancelled: dice(&file.madrid.cancelled),
        madrid_pushed_back: dice(&file.madrid.pushed_back),
        bombardments: file.bombardment.per_segment,
        bombardment_hits: dice(&file.bombardment.hits),
        flak: dice(&file.bombardment.flak),
        flak_return: file.bombardment.flak_return,
        interdiction: file.interdiction.extra,
        maintenance_fails: PerSide::new(
            dice(&file.maintenance.republican_fails),
            dice(&file.maintenance.nationalist_fails),
        ),
        maintenance_return: file.maintenance.back,
        infiltration_turn: file.infiltration.turn,
        infiltration_hex,
        infiltration_undiscovered: dice(&file.infiltration.undiscovered),
        infiltration_dice: file.infiltration.dice,
        infiltration_dice_discovered: file.infiltration.dice_discovered,
        infiltration_minimum: file.infiltration.minimum,
        slow_turn: file.slowness.turn,
        slow_advance: file.slowness.advance,
        captured_losses: file.captured.losses,
        river_attack: file.river.attack,
        link_cost: file.link.road.cost,
        road_bonus: bonus(&file.link.road),
        path_bonus: bonus(&file.link.path),
        elite_shift: file.shift.elite,
        support_shift: file.shift.support,
        tanks_per_attack: file.shift.tanks_per_attack,
        support_attack: file.shift.support_attack,
        support_defence: file.shift.support_defence,
        coordination_fails: dice(&file.shift.coordination_fails),
        envelopment: file.shift.envelopment,
        crt: crt.into_inner().map_err(|_| shape())?,
        crt_text: crt_text.into_inner().map_err(|_| shape())?,
        columns: columns.into_inner().map_err(|_| shape())?,
        tank_away: file.crt.tank_away,
        stubborn_holds: dice(&file.stubborn.holds),
        stubborn_costly: dice(&file.stubborn.costly),
        advance_all_lost: file.advance.all_lost,
        yellow_from: file.victory.yellow_from,
        victory_republican: file.victory.republican,
        victory_draw: file.victory.draw,
        casualties: file.victory.casualties,
        dates: file.turn.iter().map(|t| t.date.clone()).collect(),
    })
}

fn read_scenarios(
    source: &DataSource,
    names: &Names<'_>,
    units: &[UnitText],
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
        scenarios.push(read_scenario(file, base_text, base, names, units)?);
    }
    Ok(scenarios)
}

fn read_scenario(
    file: &ScenarioFile,
    text: &DataText,
    base: &ScenarioFile,
    names: &Names<'_>,
    units: &[UnitText],
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
            setup.push((at, once(names.unit(text, label)?, label)?));
        }
    }
    let free = base.free.as_ref().ok_or_else(|| missing("free"))?;
    let of_corps = |u: &Unit| units[u.index()].corps.as_deref() == Some(free.corps.as_str());
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
