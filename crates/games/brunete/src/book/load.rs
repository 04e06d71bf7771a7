//! From files to book, with every mistake reported by file and line.

use super::counters::{Counters, read_units};
use super::files::*;
use super::scenarios::{Force, read_scenarios};
use super::tables::read_tables;
use super::types::*;
use crate::ids::{HEXES, Set, Unit, Units, W};
use frente_board::data::DataText;
use frente_board::mapfile::MapFile;
use frente_board::tours::Tours;
use frente_board::ways::{Lattice, StepCosts};
use frente_board::{DataError, DataSource, Dir, Edges, Flow, Grid, Hex, HexMap};
use frente_engine::{PerSide, Side};
use std::collections::BTreeMap;
use toml::Spanned;

/// Reads all data files of the game; of the scenarios, the one with this key is kept.
///
/// # Errors
/// With file, line and what was expected, at the first thing that is wrong.
pub fn book(source: &DataSource, key: &str) -> Result<(Book, Scenario), DataError> {
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
    let force = Force { units: &units, texts: &texts, tables: &tables };
    let scenario = read_scenarios(source, &names, force)?.into_iter().find(|s| s.key == key);
    let scenario =
        scenario.ok_or_else(|| tables_text.wrong(0..0, format!("no file for the scenario {key:?}")))?;

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
        if !map.with_feature("town").has(town.index()) {
            let problem = format!("{:?} is no town", spanned.get_ref());
            return Err(tables_text.wrong(spanned.span(), problem));
        }
        alarm |=
            map.hexes().filter(|h| map.distance(*h, town) <= file.frozen.distance).map(Hex::index).collect();
    }
    let mut objectives = Vec::new();
    for o in &file.objective {
        let colour = match o.colour {
            ColourName::Purple => Colour::Purple,
            ColourName::Yellow => Colour::Yellow,
        };
        objectives.push(Objective { hex: town(&o.hex)?, colour, points: o.points, die: o.die.0 });
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
        let on = |links: &Edges| links.sides(h) >> d.index() & 1 != 0;
        match (on(&road), on(&path), river.has(h, d)) {
            (true, ..) => file.link.road.cost,
            (false, true, _) => file.link.path.cost,
            (false, false, true) if class == tank => NO_STEP,
            (false, false, true) => cost[to.index()][class] + file.river.extra,
            (false, false, false) => cost[to.index()][class],
        }
    };
    let steps: [Vec<[u8; 6]>; 3] =
        [0, 1, 2].map(|class| map.hexes().map(|h| Dir::ALL.map(|d| step(class, h, d))).collect());
    let search = searchable(&map, &steps, &link, &sides(&|h| road.sides(h)));
    let mut of_side = PerSide::new(Units::EMPTY, Units::EMPTY);
    for (i, u) in units.iter().enumerate() {
        of_side[u.side].insert(i);
    }
    let which = |keep: &dyn Fn(&UnitInfo) -> bool| -> Units {
        units.iter().enumerate().filter(|(_, u)| keep(u)).map(|(i, _)| i).collect()
    };
    let dearest = [0, 1, 2].map(|class: usize| {
        let possible = steps[class].iter().flatten().filter(|c| **c != NO_STEP);
        possible.max().map_or(NO_STEP, |c| c.saturating_add(tables.interdiction))
    });
    let least = |u: &UnitInfo| if u.two_steps { u.mp[0].min(u.mp[1]) } else { u.mp[0] };
    let book = Book {
        playable_hexes: playable.iter().map(Hex::at).collect(),
        controlled: entries.iter().filter(|e| e.controlled).map(|e| e.hex.index()).collect(),
        brisk: which(&|u| least(u) >= dearest[u.kind.class()]),
        immobile: which(&|u| u.mp[0] == 0),
        tanks: which(&|u| u.kind.is_tank()),
        beside: [-1, 1].map(|by| steps_by_number(&map, &steps, by)),
        frozen: which(&|u| u.frozen),
        infiltrators: which(&|u| u.infiltrates),
        search,
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
    };
    Ok((book, scenario))
}

/// Hexes from which every class can step to the hex whose number is by so much higher.
fn steps_by_number(map: &HexMap<W>, steps: &[Vec<[u8; 6]>; 3], by: i32) -> Set {
    let there = |h: Hex| {
        map.around(h).any(|(d, to)| {
            i32::from(to.0) == i32::from(h.0) + by
                && steps.iter().all(|of_class| of_class[h.index()][d.index()] != NO_STEP)
        })
    };
    map.hexes().filter(|h| there(*h)).map(Hex::index).collect()
}

/// The points of a short move: longer ones nearly always meet an enemy.
const SHORT: u8 = 7;

/// Lays the costs of steps out for searching. Roads and paths cost all classes the same.
fn searchable(map: &HexMap<W>, steps: &[Vec<[u8; 6]>; 3], link: &Sides, road: &Sides) -> Searchable {
    let lattice = Lattice::new(map);
    let cost = |class: usize, h: Hex, d: Dir| {
        Some(steps[class][h.index()][d.index()]).filter(|points| *points != NO_STEP)
    };
    let along =
        |sides: &Sides| StepCosts::new(map, |h, d, _| sides.has(h, d).then(|| cost(0, h, d)).flatten());
    let any = [0, 1, 2].map(|class| StepCosts::new(map, |h, d, _| cost(class, h, d)));
    Searchable {
        tours: any.each_ref().map(|costs| Tours::new(map, &lattice, costs, SHORT)),
        any,
        links: along(link),
        roads: along(road),
        lattice,
    }
}

/// Looks up what other files name.
pub(super) struct Names<'a> {
    map: &'a HexMap<W>,
    by_label: &'a BTreeMap<String, Unit>,
}

impl Names<'_> {
    pub fn hex(&self, file: &DataText, name: &Spanned<String>) -> Result<Hex, DataError> {
        self.map.find(name.get_ref()).ok_or_else(|| {
            file.wrong(name.span(), format!("there is no hex {:?} on the map", name.get_ref()))
        })
    }

    pub fn unit(&self, file: &DataText, name: &Spanned<String>) -> Result<Unit, DataError> {
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
