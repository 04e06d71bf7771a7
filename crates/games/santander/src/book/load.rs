//! Reading and checking the data files.

use super::files::{self, Label};
use super::tables::{
    AirRules, BasqueRules, BombardmentTable, Bombed, CombatTable, MoraleTable, Nerve, OffensiveRules,
    Result as Outcome, Scenario, Tables, Terrain,
};
use super::{AIR_KINDS, AirKind, Book, Corps, Exit, HEXES, POINTS, Way};
use crate::ids::{SLOTS, Unit, Units};
use crate::pieces::{Kind, Origin, Piece, Values};
use crate::{Set, Side};
use arrayvec::ArrayVec;
use frente_board::data::DataText;
use frente_board::mapfile::MapFile;
use frente_board::{DataError, DataFiles, DataSource, Dir, Flow, Hex};
use frente_engine::PerSide;
use std::collections::BTreeMap;

/// The data files of this game.
pub const FILES: DataFiles = frente_board::data_files![
    "game.toml",
    "rules.toml",
    "looks.toml",
    "santander.map.toml",
    "counters.toml",
    "tables.toml",
    "scenarios/santander.toml",
];

type Loaded<T> = Result<T, DataError>;

fn wrong<T>(file: &DataText, at: &Label, expected: &str) -> Loaded<T> {
    Err(file.wrong(at.span(), format!("found {:?}; expected {expected}", at.get_ref())))
}

impl Book {
    /// Reads and checks all data files.
    ///
    /// 1.3a, 1.3.1a, 2.3a, 2.3b, 6.2a, 6.2b, 6.2c, T5a, T5b, T5c, T5d, T5e, T5f, T5g, T5h, T5i, T5j, T5k, T5l, T5m, T5n, T5o, T5p:
    /// numbers and terrain of hexes, sources of supply, origins and formations of counters are as the data files say.
    ///
    /// # Errors
    /// With file, line, what was found and what was expected, at the first thing that is wrong.
    pub(crate) fn load(source: &DataSource) -> Loaded<Book> {
        let map_text = FILES.read(source, "santander.map.toml")?;
        let counter_text = FILES.read(source, "counters.toml")?;
        let table_text = FILES.read(source, "tables.toml")?;
        let scenario_text = FILES.read(source, "scenarios/santander.toml")?;
        // 1.3-r1: the file says how rows are shifted; neighbours follow from it.
        let (mapfile, map) = MapFile::with_map::<5>(&map_text)?;
        if map.len() > HEXES {
            return Err(map_text.wrong(0..0, format!("found {} hexes; expected at most {HEXES}", map.len())));
        }
        let table_lines: files::TablesFile = table_text.parse()?;
        let terrain_by_name = terrains(&table_text, &table_lines)?;
        let mut terrain = Vec::with_capacity(map.len());
        for hex in map.hexes() {
            let name = &map.terrains()[map.terrain(hex)];
            let Some(t) = terrain_by_name.get(name) else {
                let at =
                    mapfile.hex.keys().find(|k| k.get_ref() == map.label(hex)).map_or(0..0, |k| k.span());
                return Err(map_text.wrong(at, format!("terrain {name:?} is not in tables.toml [terrain]")));
            };
            terrain.push(*t);
        }
        let land: Set = map.hexes().filter(|h| terrain[h.index()].cost > 0).map(Hex::index).collect();
        let impassable = map.sides("impassable");
        let flow =
            Flow::new(&map, |h, d, to| land.has(h.index()) && land.has(to.index()) && !impassable.has(h, d));
        let open = map
            .hexes()
            .map(|h| {
                map.around(h)
                    .filter(|(d, to)| land.has(to.index()) && !impassable.has(h, *d))
                    .map(|(_, t)| t.index())
                    .collect()
            })
            .collect();
        let column =
            map.hexes().map(|h| map.grid().column_row(map.label(h)).map_or(0, |(c, _)| c as u8)).collect();
        let zone = |name: &str| {
            map.zone(name)
                .ok_or_else(|| map_text.wrong(0..0, format!("no [[zone]] named {name:?}; expected one")))
        };
        let start = PerSide::new(zone("republican")?, zone("nationalist")?);
        let [ours, theirs] = start.0;
        if ours.meets(&theirs) || (ours | theirs) != land {
            let problem =
                "zones \"republican\" and \"nationalist\" must hold every land hex once between them";
            return Err(map_text.wrong(0..0, problem));
        }
        let front = |side: Side| {
            start[side].iter().filter(|h| map.near(Hex::at(*h)).meets(&start[side.other()])).collect()
        };
        let front = PerSide(Side::BOTH.map(front));
        let sources = PerSide::new(zone("republican-supply")?, zone("nationalist-supply")?);
        let factory = zone("factory")?.first().map_or(Hex::NONE, Hex::at);
        let objectives = map.hexes().filter(|h| map.points(*h) > 0).map(Hex::index).collect();
        let counters: files::Counters = counter_text.parse()?;
        let mut divisions = Vec::new();
        let pieces = pieces(&counter_text, &counters, &table_lines, &mut divisions)?;
        let air = air(&counter_text, &counters)?;
        let tables = tables(&table_text, &table_lines)?;
        let mut book = Book {
            corps: corps(&pieces),
            of_division: (0..divisions.len())
                .map(|d| pick(&pieces, |p| p.division == Some(d as u8)))
                .collect(),
            spanish: pick(&pieces, |p| p.kind.fights() && p.origin == Some(Origin::Spanish)),
            // 15.2-r1: Italian colour, so neither FN nor Germans; columns have no colour.
            italian: pick(&pieces, |p| p.origin == Some(Origin::Italian)),
            // 13.2-r2: the colour tells, whichever side the counter shows.
            basque_brigades: pick(&pieces, |p| p.is_brigade() && p.origin == Some(Origin::Basque)),
            basque: pick(&pieces, |p| p.origin == Some(Origin::Basque) && !p.is_battalion()),
            battalions: pick(&pieces, Piece::is_battalion),
            brigades: pick(&pieces, Piece::is_brigade),
            scenario: Scenario::empty(),
            map,
            mapfile,
            pieces,
            divisions,
            air,
            tables,
            land,
            terrain,
            impassable,
            rivers: frente_board::Edges::none(0),
            roads: frente_board::Edges::none(0),
            open,
            flow,
            ways: Vec::new(),
            exits: Default::default(),
            sp: Vec::new(),
            most_sp: 0,
            cramped: Set::EMPTY,
            basque_land: Set::EMPTY,
            italian_land: Set::EMPTY,
            sources,
            start,
            front,
            objectives,
            factory,
            column,
        };
        // 1.3.2-r3: the side between Santoña and Laredo is one of them.
        book.rivers = book.map.sides("river");
        book.roads = book.map.links("road");
        book.ways = book.map.hexes().map(|h| Dir::ALL.map(|d| book.way(h, d))).collect();
        book.sp = book.pieces.iter().map(|piece| piece.as_ref().map_or(0, |p| p.sp)).collect();
        book.most_sp = book.sp.iter().copied().max().unwrap_or(0);
        book.cramped = book.hexes_where(|h| book.most_sp > book.terrain(h).limit);
        book.exits = [false, true].map(|motorized| [false, true].map(|rain| book.exits(motorized, rain)));
        book.scenario = book.read_scenario(&scenario_text)?;
        let scenario = &book.scenario;
        book.basque_land =
            book.hexes_where(|h| book.columns_off(h, scenario.basque_column) <= scenario.basque_within);
        let [first, last] = scenario.historical;
        book.italian_land = book.hexes_where(|h| (first..=last).contains(&book.column[h.index()]));
        Ok(book)
    }

    fn hexes_where(&self, mut holds: impl FnMut(Hex) -> bool) -> Set {
        self.map.hexes().filter(|h| holds(*h)).map(Hex::index).collect()
    }

    /// 8.2a, 8.2b, 11.3b: the steps from every hex, priced for one kind of mover in one weather.
    fn exits(&self, motorized: bool, rain: bool) -> Vec<ArrayVec<Exit, 6>> {
        let rate = if motorized { self.tables.road_motorized } else { self.tables.road_foot };
        let exit = |from: Hex, dir: Dir| {
            let way = self.ways[from.index()][dir.index()];
            let wet = if rain { way.rain } else { 0 };
            (way.off > 0).then(|| Exit {
                to: self.map.neighbour(from, dir),
                dir,
                free: wet + if way.road { rate } else { way.off },
                watched: wet + way.off,
            })
        };
        self.map.hexes().map(|h| Dir::ALL.into_iter().filter_map(|d| exit(h, d)).collect()).collect()
    }

    /// 8.1c, T1e, T1f: what a step costs over each side; a road waives the river, so it is priced apart.
    fn way(&self, from: Hex, dir: Dir) -> Way {
        let to = self.map.neighbour(from, dir);
        if !to.is_some() || !self.land.has(from.index()) || !self.crossable(from, dir, to) {
            return Way::default();
        }
        let river = if self.rivers.has(from, dir) { self.tables.river } else { 0 };
        let terrain = self.terrain(to);
        Way { off: terrain.cost + river, rain: terrain.rain, road: self.roads.has(from, dir) }
    }

    fn hex(&self, file: &DataText, label: &Label) -> Loaded<Hex> {
        match self.map.find(label.get_ref()) {
            Some(hex) if self.land.has(hex.index()) => Ok(hex),
            _ => wrong(file, label, "a land hex of the map"),
        }
    }

    fn unit(&self, file: &DataText, label: &Label) -> Loaded<Unit> {
        match self.find(label.get_ref()) {
            Some(unit) => Ok(unit),
            None => wrong(file, label, "a label of counters.toml"),
        }
    }

    /// 4.3.2a, 4.3.2b, 4.3.2c, 9.3b, 9.3c, 9.3d, 9.3e, 9.3f, 9.3h, 10.6.1a: where the markers start, and when supply columns come.
    fn read_scenario(&self, file: &DataText) -> Loaded<Scenario> {
        let s: files::ScenarioFile = file.parse()?;
        let turns = *s.turns.get_ref();
        if turns as usize != self.tables.dates.len() {
            let problem = format!(
                "found {turns} turns; expected {} as in tables.toml [turns]",
                self.tables.dates.len()
            );
            return Err(file.wrong(s.turns.span(), problem));
        }
        let mut rolled = Vec::new();
        for label in &s.rolled.divisions {
            let Some(d) = self.divisions.iter().position(|d| d == label.get_ref()) else {
                return wrong(file, label, "a division of counters.toml");
            };
            rolled.push((d as u8, self.of_division[d] & self.corps(Side::Republican).all));
        }
        let mut reference = [vec![Hex::NONE; 2 * SLOTS], vec![Hex::NONE; 2 * SLOTS]];
        for (unit, hex) in &s.reference.units {
            let (u, h) = (self.unit(file, unit)?, self.hex(file, hex)?);
            reference[0][u.index()] = h;
            reference[1][u.index()] = h;
        }
        for (unit, hex) in &s.reference.reserve {
            reference[1][self.unit(file, unit)?.index()] = self.hex(file, hex)?;
        }
        let mut armour = Vec::new();
        for line in &s.nationalist.armour {
            let die = *line.die.get_ref();
            if !(1..=6).contains(&die) {
                return Err(file.wrong(line.die.span(), format!("found {die}; expected a die, 1 to 6")));
            }
            armour.push((die, self.unit(file, &line.unit)?));
        }
        let columns = [&s.republican.columns, &s.nationalist.columns];
        for (side, n) in Side::BOTH.into_iter().zip(columns) {
            let counters = self.corps(side).columns.count_ones();
            if u32::from(*n.get_ref()) > counters {
                let problem = format!(
                    "found {} columns; expected at most the {counters} of counters.toml",
                    n.get_ref()
                );
                return Err(file.wrong(n.span(), problem));
            }
        }
        let trenches = s.reference.trenches.hexes.iter().map(|h| self.hex(file, h));
        let mut air = [0; AIR_KINDS];
        for (kind, count) in self.air.iter().zip(&mut air) {
            *count = kind.count;
        }
        Ok(Scenario {
            turns,
            rolled,
            first_line_to: s.rolled.first_line_to,
            trenches: s.republican.trenches,
            basque_column: s.republican.basque_column,
            basque_within: s.republican.basque_within,
            basque_free: s.republican.basque_free,
            columns: PerSide(columns.map(|n| *n.get_ref())),
            column_turns: s.nationalist.column_turns,
            columns_on_map: s.nationalist.columns_on_map,
            armour,
            first_turn: (
                self.unit(file, &s.first_turn.hq)?,
                s.first_turn.turn,
                s.first_turn.hexes,
                s.first_turn.columns,
            ),
            historical: s.historical.columns,
            reference,
            reference_trenches: trenches.collect::<Loaded<_>>()?,
            air,
        })
    }
}

impl Scenario {
    fn empty() -> Self {
        Scenario {
            turns: 0,
            rolled: Vec::new(),
            first_line_to: 0,
            trenches: 0,
            basque_column: 0,
            basque_within: 0,
            basque_free: 0,
            columns: PerSide::default(),
            column_turns: Vec::new(),
            columns_on_map: 0,
            armour: Vec::new(),
            first_turn: (Unit(0), 0, 0, 0),
            historical: [0; 2],
            reference: [Vec::new(), Vec::new()],
            reference_trenches: Vec::new(),
            air: [0; AIR_KINDS],
        }
    }
}

/// The slots of all counters of which `is` holds. No question is asked of both sides' counters at once.
fn pick(pieces: &[Option<Piece>], is: impl Fn(&Piece) -> bool) -> Units {
    let mut set = 0;
    for (i, piece) in pieces.iter().enumerate() {
        if piece.as_ref().is_some_and(&is) {
            set |= Unit(i as u8).bit();
        }
    }
    set
}

fn corps(pieces: &[Option<Piece>]) -> PerSide<Corps> {
    PerSide(Side::BOTH.map(|side| {
        let mine = &pieces[side.index() * SLOTS..(side.index() + 1) * SLOTS];
        Corps {
            all: pick(mine, |_| true),
            fighters: pick(mine, |p| p.kind.fights()),
            hqs: pick(mine, |p| p.kind == Kind::Hq),
            columns: pick(mine, |p| p.kind == Kind::Column),
            armour: pick(mine, |p| p.kind == Kind::Armour),
            infantry: pick(mine, |p| p.kind == Kind::Infantry),
            two_steps: pick(mine, |p| p.back.is_some()),
        }
    }))
}

fn in_file_order<T>(lines: &BTreeMap<Label, T>) -> Vec<(&Label, &T)> {
    let mut lines: Vec<_> = lines.iter().collect();
    lines.sort_by_key(|(label, _)| label.span().start);
    lines
}

fn pieces(
    file: &DataText,
    counters: &files::Counters,
    tables: &files::TablesFile,
    divisions: &mut Vec<String>,
) -> Loaded<Vec<Option<Piece>>> {
    let mut pieces: Vec<Option<Piece>> = (0..2 * SLOTS).map(|_| None).collect();
    let mut next = PerSide::new(0, 0);
    for (label, line) in in_file_order(&counters.unit) {
        let slot = &mut next[line.side];
        if *slot == SLOTS {
            return wrong(file, label, "at most 64 counters a side");
        }
        if label.get_ref().is_empty() || label.get_ref().contains(char::is_whitespace) {
            return wrong(file, label, "a label without spaces");
        }
        let back = line.reduced.map_or(0, |[_, _, movement]| movement);
        if 2 * usize::from(line.movement.max(back)) >= POINTS {
            return wrong(file, label, "at most 15 movement points");
        }
        match line.origin {
            Some(origin) if origin.side() != line.side => {
                return wrong(file, label, "an origin of its own side");
            }
            None if line.kind != Kind::Column => return wrong(file, label, "an origin"),
            _ => {}
        }
        let division = line.division.as_ref().map(|name| {
            divisions.iter().position(|d| d == name).unwrap_or_else(|| {
                divisions.push(name.clone());
                divisions.len() - 1
            }) as u8
        });
        let points = &tables.bombardment.points;
        pieces[Unit::new(line.side, *slot).index()] = Some(Piece {
            label: label.get_ref().clone(),
            kind: line.kind,
            origin: line.origin,
            size: line.size.clone(),
            division,
            front: Values { attack: line.attack, defence: line.defence, movement: line.movement },
            back: line.reduced.map(|[attack, defence, movement]| Values { attack, defence, movement }),
            motorized: line.motorized,
            sp: line.sp,
            bombardment: match line.kind {
                Kind::Hq if division.is_none() => points.corps,
                Kind::Hq => points.division,
                Kind::Column => points.column,
                _ => 0,
            },
            rolled: line.rolled,
            independent: line.independent,
            source: line.source.clone().unwrap_or_else(|| counters.source.clone()),
        });
        *slot += 1;
    }
    Ok(pieces)
}

fn air(file: &DataText, counters: &files::Counters) -> Loaded<Vec<AirKind>> {
    let mut kinds = Vec::new();
    for (label, line) in in_file_order(&counters.air) {
        if kinds.len() == AIR_KINDS {
            return wrong(file, label, "at most four kinds of air units");
        }
        kinds.push(AirKind {
            label: label.get_ref().clone(),
            side: line.side,
            origin: line.origin,
            count: line.count,
            source: line.source.clone().unwrap_or_else(|| counters.source.clone()),
        });
    }
    Ok(kinds)
}

/// 1.3c, T1a, T1b, T1c, T1d: the effects of each kind of terrain, in half points.
fn terrains(file: &DataText, tables: &files::TablesFile) -> Loaded<BTreeMap<String, Terrain>> {
    let mut known = BTreeMap::new();
    for (label, line) in &tables.terrain {
        let terrain = match (line.movement, line.defence) {
            (None, None) => Terrain { cost: 0, rain: 0, times: 1, over: 1, limit: 0, rough: false },
            (Some(cost), Some([times, over])) if cost > 0 && over > 0 && line.stacking > 0 => {
                let rough = matches!(label.get_ref().as_str(), "hill" | "mountain");
                Terrain { cost: 2 * cost, rain: 2 * line.rain, times, over, limit: line.stacking, rough }
            }
            _ => {
                return wrong(
                    file,
                    label,
                    "move, defence and stacking all given and above 0, or none (impassable)",
                );
            }
        };
        known.insert(label.get_ref().clone(), terrain);
    }
    Ok(known)
}

/// The rows of a table, by rising die without gaps, each cell read by `cell`.
fn rows<T>(
    file: &DataText,
    lines: &[files::Row],
    width: usize,
    cell: impl Fn(&Label) -> Loaded<T>,
) -> Loaded<(i8, Vec<Vec<T>>)> {
    let first = lines.first().map_or(0, |r| *r.die.get_ref());
    let mut rows = Vec::new();
    for (i, row) in lines.iter().enumerate() {
        let expected = first + i as i8;
        if *row.die.get_ref() != expected || row.results.len() != width {
            let problem = format!(
                "found die {} with {} results; expected die {expected} with {width}",
                row.die.get_ref(),
                row.results.len()
            );
            return Err(file.wrong(row.die.span(), problem));
        }
        rows.push(row.results.iter().map(&cell).collect::<Loaded<_>>()?);
    }
    if rows.is_empty() {
        return Err(file.wrong(0..0, "a table without rows"));
    }
    Ok((first, rows))
}

fn tables(file: &DataText, t: &files::TablesFile) -> Loaded<Tables> {
    let odds = |label: &Label| {
        let parsed =
            label.get_ref().split_once(':').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
        match parsed {
            Some((a, d)) if a > 0 && d > 0 => Ok((a, d)),
            _ => wrong(file, label, "odds as \"3:1\""),
        }
    };
    let steps = |label: &Label| match label.get_ref().split_once('/').map(|(a, d)| (a.parse(), d.parse())) {
        Some((Ok(a), Ok(d))) => Ok(Outcome::Steps(a, d)),
        None if label.get_ref() == "B" => Ok(Outcome::Breakthrough),
        _ => wrong(file, label, "steps as \"1/2\", or \"B\""),
    };
    let bombed = |label: &Label| match label.get_ref().as_str() {
        "-" => Ok(Bombed::Nothing),
        "DSG" => Ok(Bombed::Disorganised),
        "DSG+1" => Ok(Bombed::AndStep),
        _ => wrong(file, label, "\"-\", \"DSG\" or \"DSG+1\""),
    };
    let (first_row, crt) = rows(file, &t.combat.rows, t.combat.columns.len(), steps)?;
    let combat = CombatTable {
        columns: t.combat.columns.iter().map(odds).collect::<Loaded<_>>()?,
        first_row,
        rows: crt,
        below: t.combat.below,
        above: t.combat.above,
        concentric_hexes: t.combat.concentric.hexes,
        concentric: t.combat.concentric.die,
        trench: t.combat.trench.die,
        breakthrough: t.combat.breakthrough.hexes,
    };
    let columns = t.bombardment.columns.get_ref();
    if columns.iter().enumerate().any(|(i, c)| *c as usize != i + 1) {
        return Err(file.wrong(t.bombardment.columns.span(), "expected columns 1, 2, 3, … without gaps"));
    }
    let (first_row, results) = rows(file, &t.bombardment.rows, columns.len(), bombed)?;
    let bombardment = BombardmentTable {
        first_row,
        rows: results,
        trench: t.bombardment.trench.die,
        air: t.bombardment.points.air,
        range: t.bombardment.range.hexes,
        columns_per_hq: t.bombardment.columns_per_hq.count,
    };
    Ok(Tables {
        combat,
        bombardment,
        morale: morale(file, &t.morale)?,
        river: 2 * t.movement.river,
        road_motorized: t.movement.road_motorized.half_points,
        road_foot: t.movement.road_foot.half_points,
        leave_zone: 2 * t.movement.leave_zone.points,
        double: t.movement.double.times,
        rain_from: t.weather.rain_from,
        after_rain: t.weather.after_rain,
        dates: t.turns.dates.get_ref().clone(),
        offensive: OffensiveRules {
            begins: t.offensive.begins.iter().map(|b| (b.turn, b.die)).collect(),
            withdraw: withdrawals(file, &t.offensive.withdraw)?,
        },
        basques: BasqueRules {
            column: t.basque_surrender.column,
            within: t.basque_surrender.within,
            surrender_to: t.basque_surrender.surrender_to,
            battalions: t.basque_surrender.battalions,
        },
        factory_turn: t.factory.from_turn,
        factory_die: t.factory.destroyed_from,
        air: AirRules {
            attrition_to: t.air.attrition_to,
            returns_after: t.air.returns_after,
            shot_down_from: t.air.shot_down_from,
        },
        brigades: t.victory.brigades,
        brigade_points: t.victory.brigade_points,
        points: t.victory.points,
    })
}

/// 12.3: units to withdraw by die; the lines hold every die between them.
fn withdrawals(
    file: &DataText,
    lines: &toml::Spanned<Vec<files::WithdrawLine>>,
) -> Loaded<Vec<(u8, u8, u8)>> {
    let list: Vec<_> = lines.get_ref().iter().map(|w| (w.die, w.infantry, w.air)).collect();
    let rising = list.is_sorted_by(|a, b| a.0 < b.0);
    if list.first().is_none_or(|first| first.0 != 1) || !rising {
        return Err(file.wrong(lines.span(), "expected lines by rising die, the first for a die of 1"));
    }
    Ok(list)
}

fn morale(file: &DataText, t: &files::MoraleTable) -> Loaded<MoraleTable> {
    let nerve = |label: &Label| match label.get_ref().as_str() {
        "OK" => Ok(Nerve::Free),
        "R" => Ok(Nerve::Retreat),
        "R+" => Ok(Nerve::Rout),
        "P" => Ok(Nerve::Panic),
        _ => wrong(file, label, "\"OK\", \"R\", \"R+\" or \"P\""),
    };
    let mut rows: Vec<(i8, Nerve)> = Vec::new();
    for row in &t.rows {
        let from = match (&row.from, rows.last()) {
            (None, None) => i8::MIN,
            (Some(from), Some((before, _))) if before < from.get_ref() => *from.get_ref(),
            (_, None) => {
                return wrong(
                    file,
                    &row.result,
                    "no total in the first row: it holds for all below the second",
                );
            }
            _ => return wrong(file, &row.result, "rows by rising total"),
        };
        rows.push((from, nerve(&row.result)?));
    }
    let mut cannot_retreat = [0; 3];
    for (label, steps) in &t.cannot_retreat {
        match nerve(label)? {
            Nerve::Free => return wrong(file, label, "a result that forces a retreat"),
            forced => cannot_retreat[forced as usize - 1] = *steps,
        }
    }
    Ok(MoraleTable {
        rows,
        panic_steps: t.panic_steps,
        cannot_retreat,
        start: t.track.start,
        least: t.track.least,
        most: t.track.most,
        origin: [t.origin.santander, t.origin.basque, t.origin.asturian],
    })
}
