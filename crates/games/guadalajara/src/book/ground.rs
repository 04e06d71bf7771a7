//! The map made ready for the rules: costs of steps, water, links, zones of the map, homeward distances.

use super::sight;
use super::tables::Tables;
use crate::ids::{HEXES, QUARTERS, Set, Weather};
use frente_board::data::{DataError, DataText};
use frente_board::{Dir, Edges, Flow, Hex, HexMap};
use frente_engine::{PerSide, Side};

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
    /// Steps along roads.
    pub roads: Flow<15>,
    /// Steps over which a zone of control extends: all but those over a river (8d).
    pub reach: Vec<[Hex; 6]>,
    /// Quarter points of the step from a hex in a direction, by weather and motorised or not (x12).
    cost: [[Vec<[u8; 6]>; 2]; 3],
    /// The cheapest of the six steps from each hex.
    least: [[Vec<u8>; 2]; 3],
    /// Quarter points to enter a hex by its terrain alone.
    terrain_cost: [[Vec<u8>; 2]; 3],
    /// Bonus of the defender's hex (9.2).
    pub defence: Vec<u8>,
    /// What artillery sees (10.6).
    pub sight: Vec<Set>,
    /// What artillery in a hex sees within each range.
    fire: Vec<Set>,
    /// Movement cost to the nearest exit of the side that withdraws (x1.1-r1).
    homeward: [[Vec<u16>; 2]; 3],
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
        let least = [0, 1, 2].map(|w: usize| {
            [0, 1].map(|m: usize| {
                cost[w][m].iter().map(|six: &[u8; 6]| six.iter().copied().min().unwrap_or(NO_STEP)).collect()
            })
        });
        let supply =
            PerSide::new(zone(file, &map, "supply-republican")?, zone(file, &map, "supply-nationalist")?);
        let homeward = Weather::ALL.map(|w| {
            [false, true]
                .map(|m| cheapest(&map, &cost[w as usize][usize::from(m)], &supply[tables.withdrawal.side]))
        });
        let highway_exit = zone(file, &map, "exit-highway")?;
        let goals: Vec<Set> = objectives.iter().map(|h| Set::one(h.index())).chain([highway_exit]).collect();
        let aims = [0, 1].map(|m| {
            goals.iter().map(|goal| cheapest(&map, &cost[Weather::Clear as usize][m], goal)).collect()
        });
        let blocking = map.with_terrain("trees") | map.with_terrain("town");
        let sight = sight::table(&map, &blocking, SIGHT_RANGE);
        let fire = map
            .hexes()
            .flat_map(|h| (0..=SIGHT_RANGE).map(move |range| (h, range)))
            .map(|(h, range)| {
                sight[h.index()].iter().filter(|t| map.distance(h, Hex::at(*t)) <= range).collect()
            })
            .collect();
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
        let reach = map
            .hexes()
            .map(|h| Dir::ALL.map(|d| if river.has(h, d) { Hex::NONE } else { map.neighbour(h, d) }))
            .collect();
        Ok(Ground {
            all: map.all(),
            open: Flow::new(&map, |_, _, _| true),
            roads: Flow::new(&map, |h, d, _| road.has(h, d)),
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
            cost,
            least,
            terrain_cost,
            river,
            stream,
            road,
            rail,
            map,
        })
    }

    /// Quarter points of the steps from each hex, by direction; [`NO_STEP`] off the map.
    #[inline]
    pub fn costs(&self, weather: Weather, motorised: bool) -> &[[u8; 6]] {
        &self.cost[weather as usize][usize::from(motorised)]
    }

    /// Quarter points of the cheapest step from each hex.
    #[inline]
    pub fn least(&self, weather: Weather, motorised: bool) -> &[u8] {
        &self.least[weather as usize][usize::from(motorised)]
    }

    /// Quarter points of entering a hex by its terrain alone (13-r1).
    #[inline]
    pub fn terrain_cost(&self, weather: Weather, motorised: bool, hex: Hex) -> u8 {
        self.terrain_cost[weather as usize][usize::from(motorised)][hex.index()]
    }

    /// 10.6: the hexes artillery of a range in a hex may bombard by itself.
    #[inline]
    pub fn fire(&self, from: Hex, range: u8) -> Set {
        self.fire[from.index() * (usize::from(SIGHT_RANGE) + 1) + usize::from(range.min(SIGHT_RANGE))]
    }

    /// Movement cost from each hex to the nearest exit of the side that withdraws (x1.1-r1).
    #[inline]
    pub fn homeward(&self, weather: Weather, motorised: bool) -> &[u16] {
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
fn cheapest(map: &HexMap<15>, cost: &[[u8; 6]], goals: &Set) -> Vec<u16> {
    let mut far = vec![FAR; map.len()];
    for e in goals.iter() {
        far[e] = 0;
    }
    // Relaxed until nothing changes; done once, when the book is opened.
    loop {
        let mut changed = false;
        for h in map.hexes() {
            for (d, to) in map.around(h) {
                let way = far[to.index()].saturating_add(u16::from(cost[h.index()][d.index()]));
                if way < far[h.index()] {
                    far[h.index()] = way;
                    changed = true;
                }
            }
        }
        if !changed {
            return far;
        }
    }
}
