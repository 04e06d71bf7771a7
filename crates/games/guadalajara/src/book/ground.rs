//! The map made ready for the rules: costs of steps, water, links, zones of the map, homeward distances.

use super::sight;
use super::tables::Tables;
use crate::ids::{HEXES, QUARTERS, Set, Weather};
use arrayvec::ArrayVec;
use frente_board::data::{DataError, DataText};
use frente_board::lanes::Lanes;
use frente_board::{Dir, Edges, Flow, Hex, HexMap};
use frente_engine::{PerSide, Side};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// What a step of the train counts in the search for its shortest way. It pays nothing: its movement is unlimited (x9b).
pub const TRAIN_STEP: u8 = 1;
/// Prices are written in whole or half points.
const HALF_POINT: u8 = QUARTERS / 2;
/// A step that cannot be taken.
pub const NO_STEP: u8 = u8::MAX;
/// Farther than any hex is from an exit.
const FAR: u16 = u16::MAX;

/// The ground.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map.
    pub map: HexMap<15>,
    /// All hexes.
    pub all: Set,
    /// Major rivers (8d).
    pub river: Edges,
    /// Streams.
    pub stream: Edges,
    /// Roads.
    pub road: Edges,
    /// The railway.
    pub rail: Edges,
    /// Steps anywhere, for lines of supply and command.
    pub open: Flow<15>,
    /// The hexes within reach of a leader in each hex, if no enemy is near (15a).
    pub command: Box<[Circle]>,
    /// Steps over which a zone of control extends: all but those over a river (8d).
    pub reach: Vec<[Hex; 6]>,
    /// What steps cost, by weather and motorised or not (x12).
    prices: [[Prices; 2]; 3],
    /// What steps count for the train (x9).
    rail_prices: Prices,
    /// Quarter points to enter a hex by its terrain alone.
    terrain_cost: [[Vec<u8>; 2]; 3],
    /// Bonus of the defender's hex (9.2).
    pub defence: Vec<u8>,
    /// What artillery sees (10.6).
    pub sight: Vec<Set>,
    /// What artillery in a hex sees within each range.
    fire: Vec<Set>,
    /// The way to the nearest exit of the side that withdraws (x1.1-r1).
    homeward: [[Homeward; 2]; 3],
    /// Movement cost to each of the towns that score and to the highway's exit, for foot and motorised in clear weather.
    pub aims: [Vec<Vec<u16>>; 2],
    /// Road hexes from which supply comes (x3).
    pub supply: PerSide<Set>,
    /// Edge hexes where a road runs off.
    pub road_exits: Set,
    /// Edge hexes where the railway runs off.
    pub rail_exits: Set,
    /// The highway's exit (x8).
    pub highway_exit: Set,
    /// The highway from Torija to its exit (x8-r2).
    pub highway: Set,
    /// The map edge on each side's supply side: the last hex of every column, and the supply exits (9.4-r3, 13-r1).
    pub home_edge: PerSide<Set>,
    /// Any edge.
    pub edge: Set,
    /// Entry hexes: highway, other road, north, railway.
    pub entry: EntryHexes,
}

/// The hexes around one, as far as a line of command reaches (15a).
#[derive(Clone, Debug)]
pub struct Circle {
    /// Hexes that lines pass: without the first and the last.
    pub lines: Set,
    /// Hexes from which a line reaches the one in the middle.
    pub ends: Set,
    /// The words of a set that hold the hexes one step away, two steps and so on up to these.
    pub words: Box<[Range<usize>]>,
}

impl Circle {
    fn new(open: &Flow<15>, middle: Hex, hexes: u8) -> Circle {
        let rings = (0..hexes).scan(Set::one(middle.index()), |set, _| {
            *set = open.grow(set);
            Some(*set)
        });
        let rings: Vec<Set> = rings.collect();
        let within = |steps: u8| rings.get(usize::from(steps).wrapping_sub(1)).copied().unwrap_or_default();
        Circle {
            lines: within(hexes.saturating_sub(1)) - Set::one(middle.index()),
            ends: within(hexes),
            words: rings.iter().map(Set::words).collect(),
        }
    }
}

/// What steps cost, in quarter points, and how a search weighs them.
#[derive(Clone, Debug)]
pub struct Prices {
    /// From each hex, by direction; [`NO_STEP`] where there is none.
    pub costs: Vec<[u8; 6]>,
    /// The cheapest step anywhere.
    pub cheapest: u8,
    /// The same for a search, in its own units.
    pub lanes: Lanes,
    /// How many quarter points its units are: prices are whole or half points, so that a search counts in halves; the train counts
    /// steps (x9b).
    pub grain: u8,
}

impl Prices {
    fn new(map: &HexMap<15>, costs: Vec<[u8; 6]>, grain: u8) -> Prices {
        let step = |cost: u8| (cost != NO_STEP).then_some(cost / grain);
        Prices {
            cheapest: costs.iter().flatten().copied().min().unwrap_or(NO_STEP),
            lanes: Lanes::new(map, |from, dir, _| step(costs[from.index()][dir.index()])),
            grain,
            costs,
        }
    }

    /// The same for who must get nearer to an exit with every step.
    fn homeward(&self, map: &HexMap<15>, far: &[u16]) -> Lanes {
        Lanes::new(map, |from, dir, to| {
            let nearer = far[to.index()] < far[from.index()];
            nearer
                .then_some(self.costs[from.index()][dir.index()])
                .filter(|c| *c != NO_STEP)
                .map(|c| c / self.grain)
        })
    }
}

/// The way to the nearest exit of the side that withdraws (x1.1-r1).
#[derive(Clone, Debug)]
pub struct Homeward {
    /// Movement cost from each hex.
    pub far: Vec<u16>,
    /// The steps that shorten it.
    pub lanes: Lanes,
}

impl Homeward {
    fn new(map: &HexMap<15>, prices: &Prices, exits: &Set) -> Homeward {
        let far = costs_to(map, &prices.costs, exits);
        Homeward { lanes: prices.homeward(map, &far), far }
    }
}

/// Where reinforcements enter (x4).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct EntryHexes {
    pub south: Set,
    pub north: Set,
    pub train: Set,
    /// 13-r1: edge hexes near a blocked entry.
    pub south_fallback: Set,
    pub north_fallback: Set,
}

fn zone(file: &DataText, map: &HexMap<15>, name: &str) -> Result<Set, DataError> {
    map.zone(name).ok_or_else(|| file.wrong(0..0, format!("the map has no zone {name:?}; the rules need it")))
}

impl Ground {
    /// Prepares a map. `other_road` is the entry hex beside the highway (x4-r3).
    ///
    /// # Errors
    /// When the map lacks what the rules need, or is of another size than the program is built for.
    pub fn new(
        file: &DataText,
        map: HexMap<15>,
        tables: &Tables,
        objectives: &[Hex],
        other_road: Option<&str>,
    ) -> Result<Self, DataError> {
        if map.len() != HEXES {
            return Err(file.wrong(0..0, format!("{} hexes; expected {HEXES}", map.len())));
        }
        for terrain in map.terrains() {
            if !tables.terrain.contains_key(terrain) {
                let at = file.text.find(&format!("\"{terrain}\"")).unwrap_or(0);
                return Err(file.wrong(at..at, format!("terrain {terrain:?} is not in the terrain chart")));
            }
        }
        let (river, stream) = (map.sides("river"), map.sides("stream"));
        let (road, rail) = (map.links("road"), map.links("railway"));
        let row = |h: Hex| tables.terrain[&map.terrains()[map.terrain(h)]];
        let terrain_cost = Weather::ALL.map(|w| {
            [false, true].map(|m| map.hexes().map(|h| price(row(h).cost(w, m))).collect::<Vec<u8>>())
        });
        let cost = Weather::ALL.map(|w| {
            [false, true].map(|m| {
                map.hexes()
                    .map(|from| {
                        let mut six = [NO_STEP; 6];
                        for (d, to) in map.around(from) {
                            // x12-r1: a road link cancels terrain and water.
                            six[d.index()] = if road.has(from, d) {
                                tables.movement.road.0
                            } else {
                                let water = if river.has(from, d) {
                                    tables.water.river.cost(w)
                                } else if stream.has(from, d) {
                                    tables.water.stream.cost(w)
                                } else {
                                    0
                                };
                                price(row(to).cost(w, m).saturating_add(water))
                            };
                        }
                        six
                    })
                    .collect::<Vec<[u8; 6]>>()
            })
        });
        let rail_cost: Vec<[u8; 6]> = map
            .hexes()
            .map(|h| Dir::ALL.map(|d| if rail.has(h, d) { TRAIN_STEP } else { NO_STEP }))
            .collect();
        let supply =
            PerSide::new(zone(file, &map, "supply-republican")?, zone(file, &map, "supply-nationalist")?);
        let prices = cost.map(|by| by.map(|cost| Prices::new(&map, cost, HALF_POINT)));
        let homeward = Weather::ALL.map(|w| {
            [0, 1].map(|m| Homeward::new(&map, &prices[w as usize][m], &supply[tables.withdrawal.side]))
        });
        let highway_exit = zone(file, &map, "exit-highway")?;
        let goals: Vec<Set> = objectives.iter().map(|h| Set::one(h.index())).chain([highway_exit]).collect();
        let aims = [0, 1].map(|m| {
            goals.iter().map(|goal| costs_to(&map, &prices[Weather::Clear as usize][m].costs, goal)).collect()
        });
        let blocking = map.with_terrain("trees") | map.with_terrain("town");
        let sight = sight::table(&map, &blocking, SIGHT_RANGE);
        let ranges = usize::from(SIGHT_RANGE) + 1;
        let mut fire = vec![Set::EMPTY; map.len() * ranges];
        for (from, fire) in map.hexes().zip(fire.chunks_mut(ranges)) {
            for to in sight[from.index()].iter() {
                fire[usize::from(map.distance(from, Hex::at(to)))].insert(to);
            }
            for range in 1..ranges {
                let nearer = fire[range - 1];
                fire[range] |= nearer;
            }
        }
        let edge: Set = map.hexes().filter(|h| map.on_edge(*h)).map(Hex::index).collect();
        let end = |dir: u8| -> Set {
            map.hexes().filter(|h| !map.neighbour(*h, Dir::new(dir)).is_some()).map(Hex::index).collect()
        };
        // Flat tops: direction 0 is north, 3 is south.
        let home_edge = PerSide::new(end(3) | supply[Side::Republican], end(0) | supply[Side::Nationalist]);
        let mut south = zone(file, &map, "entry-highway")?;
        match other_road {
            None => south |= zone(file, &map, "entry-other-road")?,
            Some(label) => {
                let hex =
                    map.find(label).ok_or_else(|| file.wrong(0..0, format!("the map has no hex {label}")))?;
                south.insert(hex.index());
            }
        }
        let north = zone(file, &map, "entry-north")?;
        let near = |entry: &Set, edge: Set| -> Set {
            let most = tables.entry.fallback_hexes;
            edge.iter()
                .filter(|h| entry.iter().any(|e| map.distance(Hex::at(e), Hex::at(*h)) <= most))
                .collect()
        };
        let entry = EntryHexes {
            south_fallback: near(&south, end(3)),
            north_fallback: near(&north, end(0)),
            south,
            north,
            train: zone(file, &map, "entry-train")?,
        };
        let open = Flow::new(&map, |_, _, _| true);
        let reach = map
            .hexes()
            .map(|h| Dir::ALL.map(|d| if river.has(h, d) { Hex::NONE } else { map.neighbour(h, d) }))
            .collect();
        Ok(Ground {
            all: map.all(),
            command: map.hexes().map(|h| Circle::new(&open, h, tables.command.hexes)).collect(),
            open,
            reach,
            defence: map.hexes().map(|h| row(h).defence).collect(),
            sight,
            fire,
            homeward,
            road_exits: zone(file, &map, "road-exits")?,
            rail_exits: zone(file, &map, "railway-exits")?,
            highway_exit,
            aims,
            highway: zone(file, &map, "highway-torija-exit")?,
            supply,
            home_edge,
            edge,
            entry,
            prices,
            rail_prices: Prices::new(&map, rail_cost, TRAIN_STEP),
            terrain_cost,
            river,
            stream,
            road,
            rail,
            map,
        })
    }

    /// Prices of steps by foot or motor.
    #[inline]
    pub fn prices(&self, weather: Weather, motorised: bool) -> &Prices {
        &self.prices[weather as usize][usize::from(motorised)]
    }

    /// Prices of steps by rail (x9a).
    #[inline]
    pub fn rail_prices(&self) -> &Prices {
        &self.rail_prices
    }

    /// Quarter points of entering a hex by its terrain alone (13-r1).
    #[inline]
    pub fn terrain_cost(&self, weather: Weather, motorised: bool, hex: Hex) -> u8 {
        self.terrain_cost[weather as usize][usize::from(motorised)][hex.index()]
    }

    /// 10.6: the hexes artillery of a range in a hex may bombard by itself.
    #[inline]
    pub fn fire(&self, from: Hex, range: u8) -> &Set {
        &self.fire[from.index() * (usize::from(SIGHT_RANGE) + 1) + usize::from(range.min(SIGHT_RANGE))]
    }

    /// All that hangs together with some of the seeds along roads through open hexes. Roads are thin, so that walking them
    /// hex by hex takes less than flooding the map.
    pub fn road_net(&self, seeds: &Set, mut open: Set) -> Set {
        let mut net = *seeds & open;
        open -= net;
        let mut ends: ArrayVec<Hex, HEXES> = net.iter().map(Hex::at).collect();
        while let Some(hex) = ends.pop() {
            let mut roads = self.road.sides(hex);
            while roads != 0 {
                let to = self.map.neighbour(hex, Dir::new(roads.trailing_zeros() as u8));
                roads &= roads - 1;
                if open.has(to.index()) {
                    open.remove(to.index());
                    net.insert(to.index());
                    ends.push(to);
                }
            }
        }
        net
    }

    /// The way to the nearest exit of the side that withdraws (x1.1-r1).
    #[inline]
    pub fn homeward(&self, weather: Weather, motorised: bool) -> &Homeward {
        &self.homeward[weather as usize][usize::from(motorised)]
    }
}

/// Points as quarter points; a price beyond any allowance stays one.
fn price(points: u8) -> u8 {
    points.saturating_mul(QUARTERS).min(NO_STEP - 1)
}

/// Sight is worked out this far; ranges beyond it are refused when the book is opened.
pub const SIGHT_RANGE: u8 = 10;

/// The cost of the cheapest way from each hex to one of the goals, enemies ignored.
fn costs_to(map: &HexMap<15>, cost: &[[u8; 6]], goals: &Set) -> Vec<u16> {
    let mut far = vec![FAR; map.len()];
    let mut queue = BinaryHeap::new();
    for goal in goals.iter() {
        far[goal] = 0;
        queue.push(Reverse((0, goal)));
    }
    // Backwards from the goals, the nearest first.
    while let Some(Reverse((known, at))) = queue.pop() {
        if known > far[at] {
            continue;
        }
        for (back, from) in map.around(Hex::at(at)) {
            let way = known.saturating_add(u16::from(cost[from.index()][back.opposite().index()]));
            if way < far[from.index()] {
                far[from.index()] = way;
                queue.push(Reverse((way, from.index())));
            }
        }
    }
    far
}
