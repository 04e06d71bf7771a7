//! A hex map made playable.

use crate::bits::Bits;
use crate::grid::{Cube, Dir, Grid};
use crate::mapfile::MapFile;
use crate::path::Route;
use std::collections::BTreeMap;

crate::index! {
    /// A hex of a map, as a dense index: column by column (flat tops) or row by row (pointed tops).
    pub struct Hex(u16): "#", "off";
}

/// A feature of hexsides: for each hex, in which of its six directions it has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges(Vec<u8>);

impl Edges {
    /// No hexside has it.
    pub fn none(hexes: usize) -> Self {
        Edges(vec![0; hexes])
    }

    /// Has the side of `hex` towards `dir` the feature?
    #[inline]
    pub fn has(&self, hex: Hex, dir: Dir) -> bool {
        self.0[hex.index()] >> dir.index() & 1 != 0
    }

    /// All six sides of a hex, one bit for each direction.
    #[inline]
    pub fn sides(&self, hex: Hex) -> u8 {
        self.0[hex.index()]
    }

    /// Does any side of the hex have it?
    #[inline]
    pub fn touches(&self, hex: Hex) -> bool {
        self.0[hex.index()] != 0
    }

    /// Gives the side of `hex` towards `dir` the feature. The neighbour's side is not touched.
    pub fn add(&mut self, hex: Hex, dir: Dir) {
        self.0[hex.index()] |= 1 << dir.index();
    }
}

/// A hex map with all that rules look up, for maps of up to `64 * W` hexes.
#[derive(Clone, Debug)]
pub struct HexMap<const W: usize> {
    grid: Grid,
    cubes: Vec<Cube>,
    labels: Vec<String>,
    by_label: BTreeMap<String, Hex>,
    neighbours: Vec<[Hex; 6]>,
    near: Vec<Bits<W>>,
    distance: Vec<u8>,
    terrains: Vec<String>,
    terrain: Vec<u8>,
    sides: BTreeMap<String, Edges>,
    links: BTreeMap<String, Edges>,
    zones: BTreeMap<String, Bits<W>>,
    features: BTreeMap<String, Bits<W>>,
    names: Vec<Option<String>>,
    elevation: Vec<u8>,
    points: Vec<u8>,
}

/// A map with more hexes than its sets can hold.
#[derive(Debug, Clone, thiserror::Error)]
#[error("map {map} has {hexes} hexes; the program is built for at most {most}")]
pub struct TooLarge {
    map: String,
    hexes: usize,
    most: usize,
}

impl<const W: usize> HexMap<W> {
    /// Makes a checked map file playable.
    ///
    /// # Errors
    /// When it has more hexes than the program is built for.
    pub fn new(file: &MapFile) -> Result<Self, TooLarge> {
        let grid = file.grid.clone();
        let mut cells: Vec<(Cube, &str)> = file
            .hex
            .keys()
            .filter_map(|label| grid.cube(label.get_ref()).map(|cube| (cube, label.get_ref().as_str())))
            .collect();
        let n = cells.len();
        if n > Bits::<W>::CAPACITY {
            return Err(TooLarge { map: file.map.clone(), hexes: n, most: Bits::<W>::CAPACITY });
        }
        // Sorted by lines, a step in one direction is (nearly) always the same difference of indices.
        cells.sort_by_key(|(cube, _)| match grid.orientation {
            crate::Orientation::Flat => (cube.q, cube.r),
            crate::Orientation::Pointy => (cube.r, cube.q),
        });
        let cubes: Vec<Cube> = cells.iter().map(|(c, _)| *c).collect();
        let labels: Vec<String> = cells.iter().map(|(_, l)| (*l).to_owned()).collect();
        let by_label: BTreeMap<String, Hex> =
            labels.iter().enumerate().map(|(i, l)| (l.clone(), Hex::at(i))).collect();
        let by_cube: BTreeMap<Cube, Hex> = cubes.iter().enumerate().map(|(i, c)| (*c, Hex::at(i))).collect();
        let neighbours: Vec<[Hex; 6]> = cubes
            .iter()
            .map(|c| Dir::ALL.map(|d| by_cube.get(&grid.step(*c, d)).copied().unwrap_or(Hex::NONE)))
            .collect();
        let near =
            neighbours.iter().map(|n| n.iter().filter_map(|h| h.some()).map(Hex::index).collect()).collect();
        let mut distance = vec![0; n * n];
        for (i, a) in cubes.iter().enumerate() {
            for (j, b) in cubes.iter().enumerate() {
                distance[i * n + j] = u8::try_from(a.distance(*b)).unwrap_or(u8::MAX);
            }
        }
        let mut map = HexMap {
            grid,
            near,
            neighbours,
            distance,
            terrains: Vec::new(),
            terrain: vec![0; n],
            sides: BTreeMap::new(),
            links: BTreeMap::new(),
            zones: BTreeMap::new(),
            features: BTreeMap::new(),
            names: vec![None; n],
            elevation: vec![0; n],
            points: vec![0; n],
            cubes,
            labels,
            by_label,
        };
        map.fill(file);
        Ok(map)
    }

    fn fill(&mut self, file: &MapFile) {
        let n = self.len();
        let lookup = |by: &BTreeMap<String, Hex>, l: &str| by.get(l).copied().unwrap_or(Hex::NONE);
        for (label, line) in &file.hex {
            let hex = lookup(&self.by_label, label.get_ref());
            let terrain = self.terrains.iter().position(|t| *t == line.terrain).unwrap_or_else(|| {
                self.terrains.push(line.terrain.clone());
                self.terrains.len() - 1
            });
            self.terrain[hex.index()] = terrain as u8;
            self.names[hex.index()] = line.name.clone();
            self.elevation[hex.index()] = line.elevation;
            self.points[hex.index()] = line.points;
            for feature in &line.features {
                self.features.entry(feature.clone()).or_default().insert(hex.index());
            }
        }
        for side in &file.side {
            let edges = self.sides.entry(side.kind.clone()).or_insert_with(|| Edges::none(n));
            for (a, b) in side.between.iter().filter_map(|p| p.get_ref().split_once('/')) {
                join(edges, &self.neighbours, lookup(&self.by_label, a), lookup(&self.by_label, b));
            }
        }
        for link in &file.link {
            let edges = self.links.entry(link.kind.clone()).or_insert_with(|| Edges::none(n));
            for (a, b) in link.hexes.iter().zip(link.hexes.iter().skip(1)) {
                let (a, b) = (lookup(&self.by_label, a.get_ref()), lookup(&self.by_label, b.get_ref()));
                join(edges, &self.neighbours, a, b);
            }
        }
        for zone in &file.zone {
            let set = self.zones.entry(zone.name.clone()).or_default();
            for hex in &zone.hexes {
                set.insert(lookup(&self.by_label, hex.get_ref()).index());
            }
        }
    }

    /// How many hexes it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.cubes.len()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.cubes.is_empty()
    }

    /// All hexes.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<W> {
        (0..self.len()).map(Hex::at)
    }

    /// All hexes, as a set.
    pub fn all(&self) -> Bits<W> {
        Bits::below(self.len())
    }

    /// How its hexes lie and are numbered.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The number printed in a hex.
    #[inline]
    pub fn label(&self, hex: Hex) -> &str {
        self.labels.get(hex.index()).map_or("off-map", String::as_str)
    }

    /// The hex with this number.
    #[inline]
    pub fn find(&self, label: &str) -> Option<Hex> {
        self.by_label.get(label).copied()
    }

    /// The name printed in a hex.
    pub fn name(&self, hex: Hex) -> Option<&str> {
        self.names[hex.index()].as_deref()
    }

    /// The neighbour in a direction, or [`Hex::NONE`].
    #[inline]
    pub fn neighbour(&self, hex: Hex, dir: Dir) -> Hex {
        self.neighbours[hex.index()][dir.index()]
    }

    /// The six neighbours, direction by direction; [`Hex::NONE`] beyond the edge.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> &[Hex; 6] {
        &self.neighbours[hex.index()]
    }

    /// All neighbours with their directions.
    #[inline]
    pub fn around(&self, hex: Hex) -> impl Iterator<Item = (Dir, Hex)> + use<W> {
        let six = self.neighbours[hex.index()];
        Dir::ALL.into_iter().map(move |d| (d, six[d.index()])).filter(|(_, h)| h.is_some())
    }

    /// The set of neighbours.
    #[inline]
    pub fn near(&self, hex: Hex) -> &Bits<W> {
        &self.near[hex.index()]
    }

    /// The direction from a hex to its neighbour.
    #[inline]
    pub fn dir(&self, from: Hex, to: Hex) -> Option<Dir> {
        Dir::ALL.into_iter().find(|d| to.is_some() && self.neighbour(from, *d) == to)
    }

    /// Steps between two hexes as the crow flies.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        self.distance[a.index() * self.len() + b.index()]
    }

    /// Lies the hex on the edge of the map?
    pub fn on_edge(&self, hex: Hex) -> bool {
        self.neighbours[hex.index()].contains(&Hex::NONE)
    }

    /// Cube coordinates, for straight lines.
    pub fn cube(&self, hex: Hex) -> Cube {
        self.cubes[hex.index()]
    }

    /// The names of all terrains; [`HexMap::terrain`] indexes them.
    pub fn terrains(&self) -> &[String] {
        &self.terrains
    }

    /// The index of a hex's terrain.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> usize {
        self.terrain[hex.index()] as usize
    }

    /// Height of a hex.
    #[inline]
    pub fn elevation(&self, hex: Hex) -> u8 {
        self.elevation[hex.index()]
    }

    /// Victory points printed in a hex.
    #[inline]
    pub fn points(&self, hex: Hex) -> u8 {
        self.points[hex.index()]
    }

    /// The hexes with a terrain.
    pub fn with_terrain(&self, name: &str) -> Bits<W> {
        self.hexes().filter(|h| self.terrains[self.terrain(*h)] == name).map(Hex::index).collect()
    }

    /// The hexes with a feature.
    pub fn with_feature(&self, name: &str) -> Bits<W> {
        self.features.get(name).copied().unwrap_or_default()
    }

    /// The hexsides with a feature (none, if the map knows no such feature).
    pub fn sides(&self, kind: &str) -> Edges {
        self.sides.get(kind).cloned().unwrap_or_else(|| Edges::none(self.len()))
    }

    /// The hexsides crossed by a kind of link (none, if the map knows no such link).
    pub fn links(&self, kind: &str) -> Edges {
        self.links.get(kind).cloned().unwrap_or_else(|| Edges::none(self.len()))
    }

    /// A named set of hexes.
    pub fn zone(&self, name: &str) -> Option<Bits<W>> {
        self.zones.get(name).copied()
    }

    /// The hexes of a route, without its start.
    pub fn along<R: Route>(&self, from: Hex, path: R) -> impl Iterator<Item = Hex> + use<'_, R, W> {
        path.dirs().scan(from, |at, d| {
            *at = self.neighbour(*at, d);
            Some(*at)
        })
    }

    /// Prints a route as `1516-1417-1317`.
    pub fn print_path<R: Route>(&self, from: Hex, path: R, out: &mut String) {
        out.push_str(self.label(from));
        for hex in self.along(from, path) {
            out.push('-');
            out.push_str(self.label(hex));
        }
    }

    /// Reads `1516-1417-1317`: the start and the route; what is wrong otherwise.
    ///
    /// # Errors
    /// Says which hex is unknown or not a neighbour of the one before.
    pub fn parse_path<R: Route>(&self, text: &str) -> Result<(Hex, R), String> {
        let mut start = Hex::NONE;
        let (mut at, mut path) = (Hex::NONE, R::EMPTY);
        for label in text.split('-') {
            let hex = self.find(label).ok_or_else(|| format!("there is no hex {label:?} on this map"))?;
            if at == Hex::NONE {
                start = hex;
            } else {
                let dir =
                    self.dir(at, hex).ok_or_else(|| format!("{label} is not next to {}", self.label(at)))?;
                if path.len() == R::MAX {
                    return Err(format!("a route has at most {} steps", R::MAX));
                }
                path = path.then(dir);
            }
            at = hex;
        }
        Ok((start, path))
    }
}

fn join(edges: &mut Edges, neighbours: &[[Hex; 6]], a: Hex, b: Hex) {
    for d in Dir::ALL {
        if a.is_some() && b.is_some() && neighbours[a.index()][d.index()] == b {
            edges.add(a, d);
            edges.add(b, d.opposite());
        }
    }
}
