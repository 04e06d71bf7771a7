//! The map with all that the rules ask of it: costs (5.2), combat lines (7.3), friendly edges (7.6-r3), the nets of supply
//! (10.0), Commanding Heights (12.1), entry hexes (18.0-r6).

use super::lifelines::{Lifeline, lifelines};
use super::scenario::Draft;
use super::tables::{Line, Tables};
use crate::ids::{EDGES, HEXES, Set, W};
use crate::movement::MOST_POINTS;
use frente_board::data::{DataError, DataText};
use frente_board::mapfile::MapFile;
use frente_board::{Dir, Edges, Flow, Hex, HexMap};
use frente_engine::{PerSide, Side};

/// The cost of a step that may not be taken (5.1d).
pub const PROHIBITED: u8 = u8::MAX;

/// A step, by the hex it starts from and its direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u16);

impl Step {
    /// No step at all.
    pub const NONE: Step = Step(u16::MAX);
    /// Bits of the hex; the direction stands above them.
    const HEX: u32 = 13;

    /// The step from a hex in a direction.
    #[inline]
    pub fn new(from: Hex, dir: Dir) -> Self {
        Step((dir.index() as u16) << Self::HEX | from.0)
    }

    /// Where it starts.
    #[inline]
    pub fn from(self) -> Hex {
        Hex(self.0 & ((1 << Self::HEX) - 1))
    }

    /// Its direction.
    #[inline]
    pub fn dir(self) -> Dir {
        Dir::new((self.0 >> Self::HEX) as u8)
    }
}

const _: () = assert!(HEXES < 1 << Step::HEX);

/// A step from a hex, with all that a search asks of it.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// Where it leads; the hex itself beyond the edge, where the step is prohibited.
    pub to: Hex,
    /// The step.
    pub step: Step,
    /// Half points, or [`PROHIBITED`].
    pub cost: u8,
}

/// A map made ready for the rules.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map as written down, for drawing.
    pub file: MapFile,
    /// The map itself.
    pub map: HexMap<W>,
    /// 5.2: half points of a step from each hex in each direction.
    ///
    /// 5.2a, 5.2b, 5.2c, 5.2d, 5.2e: ground and hexside added up; 5.2.1a, 5.2.2a, 5.2.1-r1: along a link its own rate.
    /// 5.2-r1: towns and heights cost nothing of their own. 7.6-r6: what has no cost is prohibited.
    pub step: Vec<[u8; 6]>,
    /// The same with the neighbours, direction by direction, for searches.
    pub exits: Vec<[Exit; 6]>,
    /// 5.1i: for each number of half points, the hexes that can be left with them, as far as the ground goes.
    pub leavable: Vec<Set>,
    /// 7.3: the combat line of each hex.
    ///
    /// 7.3a, 7.3-r1: only the ground of the defender counts.
    pub line: Vec<Line>,
    /// River hexsides.
    pub river: Edges,
    /// 2.1: hexsides crossed by what counts as a bridge in combat.
    ///
    /// 2.1a, 2.1b, 2.1c, 2.1-r1: a printed road makes the bridge, for good; railways and trails make none.
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
    /// The same steps, forwards and backwards.
    pub either_way: Flow<W>,
    /// For each hex those from which a step of either kind leads to it.
    pub any_near: Vec<Set>,
    /// For each hex the shortest lines of supply from it to each side's map-edge road hexes that the ground allows.
    pub lifelines: PerSide<Vec<Vec<Lifeline>>>,
    /// Every step that is not prohibited.
    pub passable: Flow<W>,
    /// 12.0d, 12.1a: for each hex those from which a unit brings it into the range of markers without an aircraft icon.
    pub spotters: Vec<Set>,
    /// Mountain hexes (10.0f).
    pub mountains: Set,
    /// Cities and towns.
    pub towns: Set,
    /// Commanding Heights (12.1).
    pub heights: Set,
    /// Each side's part of the map behind the starting front line.
    ///
    /// 10.0l, 11.0-r4, 18.0-r2: the front line of the start.
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
    ///
    /// 18.0-r10: by road where one leads off the map.
    pub entry_cost: Vec<Option<u8>>,
}

impl Ground {
    /// Reads a map file and prepares it for a scenario's front line.
    ///
    /// 5.2.1b, 5.2.2b: the rate of a road or trail stands instead of hex and hexside. 7.3e: of several terrains the one that helps the defender most.
    ///
    /// # Errors
    /// When the file is wrong or uses terrain that the tables do not know.
    pub fn read(file: &DataText, tables: &Tables, draft: &Draft) -> Result<Self, DataError> {
        let (raw, map) = MapFile::with_map::<W>(file)?;
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

        if step.iter().flatten().any(|cost| *cost == 0) {
            return Err(file.wrong(0..0, "with these tables a step on the map costs nothing"));
        }

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
        let either_way = Flow::new(&map, |h, d, n| supply_step(h, d) || supply_step(n, d.opposite()));
        let any_near = |h: Hex| {
            map.around(h).filter(|(d, n)| supply_step(*n, d.opposite())).map(|(_, n)| n.index()).collect()
        };
        let any_near = map.hexes().map(any_near).collect();
        let mountains = map.with_terrain("mountain");
        let walkable = Flow::new(&map, |h, d, _| passable(h, d));
        let heights = map.with_feature("heights");
        let spotters = spotters(&map, &heights, tables.bombardment.range, tables.bombardment.heights);
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
        let road_ends = PerSide::new(road_ends & republican, road_ends - republican);
        let lifelines = Side::BOTH.map(|side| lifelines(&map, &mountains, &road_ends[side], supply_step));
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
                let by_road =
                    if Side::BOTH.iter().any(|s| road_ends[*s].has(h.index())) { road() } else { None };
                if edge.has(h.index()) { by_road.or(hex_terrain(h).cost) } else { None }
            })
            .collect();
        let exits = |h: Hex| {
            let neighbour = |d: Dir| map.neighbour(h, d).some().unwrap_or(h);
            Dir::ALL.map(|d| Exit {
                to: neighbour(d),
                step: Step::new(h, d),
                cost: step[h.index()][d.index()],
            })
        };
        let exits = map.hexes().map(exits).collect();
        let leavable = (0..=MOST_POINTS)
            .map(|left| map.hexes().map(Hex::index).filter(|h| step[*h].iter().any(|c| *c <= left)).collect())
            .collect();
        Ok(Ground {
            file: raw,
            mountains,
            heights,
            lifelines: PerSide(lifelines),
            to_edge: PerSide(to_edge),
            entry_cost,
            exits,
            leavable,
            step,
            line,
            river,
            bridge,
            carriage,
            carried,
            along_roads,
            road_near,
            road_mountains: mountains & carried,
            overland,
            any_way,
            either_way,
            any_near,
            passable: walkable,
            spotters,
            towns,
            home,
            edge,
            edge_number,
            road_ends,
            map,
        })
    }

    /// 5.2: half points of a step.
    #[inline]
    pub fn cost(&self, from: Hex, dir: Dir) -> u8 {
        self.step[from.index()][dir.index()]
    }

    /// 5.1i: for each hex the neighbours that a step of at most so many half points leads to.
    pub fn steps_within(&self, left: u8) -> Vec<Set> {
        let affordable = |h: Hex| {
            let around = self.map.around(h).filter(move |(dir, _)| self.cost(h, *dir) <= left);
            around.map(|(_, to)| to.index()).collect()
        };
        self.map.hexes().map(affordable).collect()
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

/// 12.0d, 12.1a: for each hex those from which a unit brings it into range: those near it, and Commanding Heights from farther off.
fn spotters(map: &HexMap<W>, heights: &Set, range: u8, more: u8) -> Vec<Set> {
    let adjacent = Flow::new(map, |_, _, _| true);
    let grow = |set: Set, hexes: u8| (0..hexes).fold(set, |set, _| adjacent.grow(&set));
    let spotters = |h: Hex| {
        let near = grow(Set::one(h.index()), range);
        near | grow(near, more) & *heights
    };
    map.hexes().map(spotters).collect()
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
