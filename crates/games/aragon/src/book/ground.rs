//! The map with all that the rules ask of it: costs (5.2), combat lines (7.3), friendly edges (7.6-r3), the nets of supply
//! (10.0), Commanding Heights (12.1), entry hexes (18.0-r6).

use super::scenario::Draft;
use super::tables::{Line, Tables};
use crate::ids::{EDGES, Set, W};
use frente_board::data::{DataError, DataText};
use frente_board::mapfile::MapFile;
use frente_board::{Dir, Edges, Flow, Hex, HexMap};
use frente_engine::{PerSide, Side};

/// The cost of a step that may not be taken (5.1d).
pub const PROHIBITED: u8 = u8::MAX;

/// A map made ready for the rules.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map as written down, for drawing.
    pub file: MapFile,
    /// The map itself.
    pub map: HexMap<W>,
    /// 5.2: half points of a step from each hex in each direction.
    pub step: Vec<[u8; 6]>,
    /// 5.2: half points of the cheapest step on the map.
    pub least: u8,
    /// 7.3: the combat line of each hex.
    pub line: Vec<Line>,
    /// River hexsides.
    pub river: Edges,
    /// 2.1: hexsides crossed by what counts as a bridge in combat.
    pub bridge: Sides,
    /// Hexsides crossed by what carries supply (10.0f, 10.0g).
    pub carriage: Sides,
    /// Hexes on what carries supply.
    pub carried: Set,
    /// Steps along what carries supply.
    pub along_roads: Flow<W>,
    /// The same, hex by hex.
    pub road_near: Vec<Vec<Hex>>,
    /// Mountains on what carries supply: the only ones a line may pass without counting them.
    pub road_mountains: Set,
    /// Steps overland that supply may take: no rivers (10.0g).
    pub overland: Flow<W>,
    /// Both kinds of steps.
    pub any_way: Flow<W>,
    /// For each hex those from which a step of either kind leads to it.
    pub any_near: Vec<Set>,
    /// Every step that is not prohibited.
    pub passable: Flow<W>,
    /// Every step there is: distances.
    pub adjacent: Flow<W>,
    /// Mountain hexes (10.0f).
    pub mountains: Set,
    /// Cities and towns.
    pub towns: Set,
    /// Commanding Heights (12.1).
    pub heights: Set,
    /// Each side's part of the map behind the starting front line.
    pub home: PerSide<Set>,
    /// 10.0l: each side's map-edge road hexes.
    pub road_ends: PerSide<Set>,
    /// Map-edge hexes.
    pub edge: Set,
    /// For each map-edge hex its number among them, for the queues of 18.0ad.
    pub edge_number: Vec<u8>,
    /// 7.6-r3: distance of each hex to the nearest friendly map-edge hex.
    pub to_edge: PerSide<Vec<u8>>,
    /// 18.0aa: half points to enter the map in a hex; `None` away from the edge.
    pub entry_cost: Vec<Option<u8>>,
}

impl Ground {
    /// Reads a map file and prepares it for a scenario's front line.
    ///
    /// # Errors
    /// When the file is wrong or uses terrain that the tables do not know.
    pub fn read(file: &DataText, tables: &Tables, draft: &Draft) -> Result<Self, DataError> {
        let raw = MapFile::read(file)?;
        let map: HexMap<W> = HexMap::new(&raw).map_err(|e| file.wrong(0..0, e.to_string()))?;
        check_words(file, &raw, tables)?;
        let movement = &tables.movement;
        let kinds = |edges: &dyn Fn(&str) -> Edges, names: Vec<&String>| -> Vec<Edges> {
            names.into_iter().map(|n| edges(n)).collect()
        };
        let sides = kinds(&|n| map.sides(n), movement.side.keys().collect());
        let links = kinds(&|n| map.links(n), movement.link.keys().collect());
        let hex_terrain = |h: Hex| &movement.hex[&map.terrains()[map.terrain(h)]];
        let towns = map.with_feature("town") | map.with_feature("city");

        let step_cost = |from: Hex, dir: Dir, to: Hex| -> u8 {
            let mut cost = hex_terrain(to).cost;
            for (edges, side) in sides.iter().zip(movement.side.values()) {
                if edges.has(from, dir) {
                    cost = cost.zip(side.cost).map(|(a, b)| a + b);
                }
            }
            // 5.2.1b, 5.2.2b: the rate of a link stands instead of hex and hexside.
            let linked = links.iter().zip(movement.link.values()).filter(|(e, _)| e.has(from, dir));
            linked.map(|(_, l)| l.cost).chain(cost).min().unwrap_or(PROHIBITED)
        };
        let step = map
            .hexes()
            .map(|h| {
                let mut costs = [PROHIBITED; 6];
                for (dir, to) in map.around(h) {
                    costs[dir.index()] = step_cost(h, dir, to);
                }
                costs
            })
            .collect::<Vec<_>>();

        let linked_by = |wanted: &dyn Fn(usize) -> bool, from: Hex, dir: Dir| {
            links.iter().enumerate().any(|(i, e)| wanted(i) && e.has(from, dir))
        };
        let bridging: Vec<bool> = movement.link.values().map(|l| l.bridge).collect();
        let carrying: Vec<bool> = movement.link.values().map(|l| l.supply).collect();
        let river = map.sides("river");
        let bridge = Sides::new(&map, |h, d| linked_by(&|i| bridging[i], h, d));
        let carriage = Sides::new(&map, |h, d| linked_by(&|i| carrying[i], h, d));
        let passable = |h: Hex, d: Dir| step[h.index()][d.index()] != PROHIBITED;
        let dry = |h: Hex, d: Dir| passable(h, d) && !river.has(h, d);
        let road_near = |h: Hex| map.around(h).filter(|(d, _)| carriage.has(h, *d)).map(|(_, n)| n).collect();
        let road_near: Vec<Vec<Hex>> = map.hexes().map(road_near).collect();
        let along_roads = Flow::new(&map, |h, d, _| carriage.has(h, d));
        let overland = Flow::new(&map, |h, d, _| dry(h, d));
        let supply_step = |h: Hex, d: Dir| carriage.has(h, d) || dry(h, d);
        let any_way = Flow::new(&map, |h, d, _| supply_step(h, d));
        let any_near = |h: Hex| {
            map.around(h).filter(|(d, n)| supply_step(*n, d.opposite())).map(|(_, n)| n.index()).collect()
        };
        let any_near = map.hexes().map(any_near).collect();
        let walkable = Flow::new(&map, |h, d, _| passable(h, d));
        let adjacent = Flow::new(&map, |_, _, _| true);
        let carried: Set = map.hexes().filter(|h| carriage.touches(*h)).map(Hex::index).collect();

        let republican = map.zone(draft.front()).ok_or_else(|| draft.wrong_front())?;
        let home = PerSide::new(republican, map.all() - republican);
        let edge: Set = map.hexes().filter(|h| map.on_edge(*h)).map(Hex::index).collect();
        if edge.len() > EDGES {
            return Err(file.wrong(
                0..0,
                format!("the map has {} hexes on its edge; expected at most {EDGES}", edge.len()),
            ));
        }
        let mut edge_number = vec![u8::MAX; map.len()];
        for (n, i) in edge.iter().enumerate() {
            edge_number[i] = n as u8;
        }
        let road_ends = map.with_feature("edge-road") & edge & carried;
        let line = map
            .hexes()
            .map(|h| {
                let ground = hex_terrain(h).line;
                // 7.3e: of several terrains in a hex the one that helps the defender most.
                let built = if towns.has(h.index()) { Line::Town } else { Line::Clear };
                if tables.line_points(built) > tables.line_points(ground) { built } else { ground }
            })
            .collect();
        let to_edge = Side::BOTH.map(|side| {
            let ends: Vec<Hex> = (edge & home[side]).iter().map(Hex::at).collect();
            map.hexes()
                .map(|h| ends.iter().map(|e| map.distance(h, *e)).min().unwrap_or(u8::MAX))
                .collect::<Vec<_>>()
        });
        let entry_cost = map
            .hexes()
            .map(|h| {
                let road = || {
                    let here = links.iter().zip(movement.link.values()).filter(|(e, _)| e.touches(h));
                    here.filter(|(_, l)| l.supply).map(|(_, l)| l.cost).min()
                };
                let by_road = if road_ends.has(h.index()) { road() } else { None };
                if edge.has(h.index()) { by_road.or(hex_terrain(h).cost) } else { None }
            })
            .collect();
        Ok(Ground {
            file: raw,
            mountains: map.with_terrain("mountain"),
            heights: map.with_feature("heights"),
            road_ends: PerSide::new(road_ends & republican, road_ends - republican),
            to_edge: PerSide(to_edge),
            entry_cost,
            least: step.iter().flatten().copied().min().unwrap_or_default(),
            step,
            line,
            river,
            bridge,
            carriage,
            carried,
            along_roads,
            road_near,
            road_mountains: map.with_terrain("mountain") & carried,
            overland,
            any_way,
            any_near,
            passable: walkable,
            adjacent,
            towns,
            home,
            edge,
            edge_number,
            map,
        })
    }

    /// 5.2: half points of a step.
    #[inline]
    pub fn cost(&self, from: Hex, dir: Dir) -> u8 {
        self.step[from.index()][dir.index()]
    }

    /// 18.0-r6: steps along the map edge from `from` to every hex.
    pub fn along_edge(&self, from: Hex) -> Vec<u8> {
        let mut steps = vec![u8::MAX; self.map.len()];
        let (mut ring, mut n) = (Set::one(from.index()) & self.edge, 0u8);
        let mut seen = Set::EMPTY;
        while !ring.is_empty() {
            let mut next = Set::EMPTY;
            for i in ring {
                steps[i] = n;
                next |= *self.map.near(Hex::at(i));
            }
            seen |= ring;
            ring = (next & self.edge) - seen;
            n += 1;
        }
        steps
    }
}

/// Every terrain, hexside and link of the map must stand in the movement table.
fn check_words(file: &DataText, raw: &MapFile, tables: &Tables) -> Result<(), DataError> {
    let expected =
        |names: Vec<&String>| names.into_iter().map(|n| format!("{n:?}")).collect::<Vec<_>>().join(", ");
    let movement = &tables.movement;
    for (label, hex) in &raw.hex {
        if !movement.hex.contains_key(&hex.terrain) {
            let known = expected(movement.hex.keys().collect());
            let problem = format!(
                "hex {}: unknown terrain {:?}; expected one of {known}",
                label.get_ref(),
                hex.terrain
            );
            return Err(file.wrong(label.span(), problem));
        }
    }
    for side in &raw.side {
        if !movement.side.contains_key(&side.kind) {
            let known = expected(movement.side.keys().collect());
            let at = side.between.first().map_or(0..0, |s| s.span());
            return Err(file.wrong(at, format!("unknown hexside {:?}; expected one of {known}", side.kind)));
        }
    }
    for link in &raw.link {
        if !movement.link.contains_key(&link.kind) {
            let known = expected(movement.link.keys().collect());
            let at = link.hexes.first().map_or(0..0, |s| s.span());
            return Err(file.wrong(at, format!("unknown link {:?}; expected one of {known}", link.kind)));
        }
    }
    Ok(())
}

/// Hexsides for which something holds that comes from several kinds of links: one bit for each direction of a hex.
#[derive(Clone, Debug)]
pub struct Sides(Vec<u8>);

impl Sides {
    fn new(map: &HexMap<W>, wanted: impl Fn(Hex, Dir) -> bool) -> Self {
        let bits =
            |hex| map.around(hex).filter(|(d, _)| wanted(hex, *d)).fold(0, |b, (d, _)| b | 1 << d.index());
        Sides(map.hexes().map(bits).collect())
    }

    /// Does it hold for the side of `hex` towards `dir`?
    #[inline]
    pub fn has(&self, hex: Hex, dir: Dir) -> bool {
        self.0[hex.index()] >> dir.index() & 1 != 0
    }

    fn touches(&self, hex: Hex) -> bool {
        self.0[hex.index()] != 0
    }
}
