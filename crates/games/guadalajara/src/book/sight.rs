//! 10.6a, 10.6b, 10.6c, 10.6d, 10.6-r1: line of sight, worked out once for every pair of hexes in range.
//!
//! A line runs from centre to centre. In axial coordinates, three units to a hex, the corners of a hex are whole
//! numbers, and whether a line crosses a hex or runs along its side is a matter of signs: nothing is rounded.

use crate::ids::Set;
use frente_board::grid::Cube;
use frente_board::{Hex, HexMap};

/// The corners of a hex around its centre.
const CORNERS: [(i64, i64); 6] = [(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)];

/// How a line meets a hex.
enum Meets {
    /// Not at all, or in a corner only.
    Not,
    /// It passes through.
    Crosses,
    /// It runs along the side with these corners.
    Along([(i64, i64); 2]),
}

fn meets(from: Cube, to: Cube, hex: Cube) -> Meets {
    let at = |c: Cube| (3 * i64::from(c.q), 3 * i64::from(c.r));
    let (a, b, h) = (at(from), at(to), at(hex));
    let d = (b.0 - a.0, b.1 - a.1);
    let cross = |p: (i64, i64)| d.0 * (p.1 - a.1) - d.1 * (p.0 - a.0);
    let along = |p: (i64, i64)| d.0 * (p.0 - a.0) + d.1 * (p.1 - a.1);
    let length = along(b);
    let corners = CORNERS.map(|c| (h.0 + c.0, h.1 + c.1));
    let side = corners.map(cross);
    let (left, right) = (side.iter().any(|s| *s > 0), side.iter().any(|s| *s < 0));
    if left && right {
        // Any point of the crossing tells whether it lies between the two centres: no other hex overlaps theirs.
        let i = (0..6).find(|i| side[*i] > 0).unwrap_or(0);
        let j = (0..6).find(|j| side[*j] < 0).unwrap_or(0);
        let (wi, wj) = (-side[j], side[i]);
        let t = along(corners[i]) * wi + along(corners[j]) * wj;
        return if t > 0 && t < length * (wi + wj) { Meets::Crosses } else { Meets::Not };
    }
    let mut on = corners.into_iter().filter(|c| cross(*c) == 0);
    match (on.next(), on.next()) {
        (Some(p), Some(q)) => {
            let t = along(p) + along(q);
            let mut ends = [p, q];
            ends.sort_unstable();
            if t > 0 && t < 2 * length { Meets::Along(ends) } else { Meets::Not }
        }
        _ => Meets::Not,
    }
}

/// What a line between two hexes meets, as steps from its first hex. It is the same wherever the line starts.
struct Line {
    /// The hex at its other end.
    to: Cube,
    /// Hexes it passes through.
    through: Vec<Cube>,
    /// Pairs of hexes along whose common side it runs.
    pairs: Vec<[Cube; 2]>,
}

/// All lines of at most `range` hexes that lead upwards in the order of the map; the others are the same backwards.
fn lines(range: u8) -> Vec<Line> {
    let r = i16::from(range);
    let origin = Cube { q: 0, r: 0 };
    let disk: Vec<Cube> = (-r..=r)
        .flat_map(|q| (-r..=r).map(move |r| Cube { q, r }))
        .filter(|c| c.distance(origin) <= u16::from(range))
        .collect();
    let upwards = disk.iter().filter(|c| (c.q, c.r) > (0, 0));
    upwards
        .map(|to| {
            let mut line = Line { to: *to, through: Vec::new(), pairs: Vec::new() };
            let mut sides: Vec<([(i64, i64); 2], Cube)> = Vec::new();
            for hex in disk.iter().filter(|h| **h != origin && *h != to) {
                match meets(origin, *to, *hex) {
                    Meets::Not => {}
                    Meets::Crosses => line.through.push(*hex),
                    Meets::Along(side) => match sides.iter().position(|(s, _)| *s == side) {
                        Some(i) => line.pairs.push([sides.swap_remove(i).1, *hex]),
                        None => sides.push((side, *hex)),
                    },
                }
            }
            line
        })
        .collect()
}

/// Hexes by their coordinates, as a table: there are some five million questions.
struct Atlas {
    least: Cube,
    rows: usize,
    hexes: Vec<Hex>,
}

impl Atlas {
    fn new(map: &HexMap<15>) -> Atlas {
        let range = |of: fn(Cube) -> i16| {
            let all: Vec<i16> = map.hexes().map(|h| of(map.cube(h))).collect();
            (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0))
        };
        let (q, r) = (range(|c| c.q), range(|c| c.r));
        let rows = usize::from(r.1.abs_diff(r.0)) + 1;
        let columns = usize::from(q.1.abs_diff(q.0)) + 1;
        let mut atlas =
            Atlas { least: Cube { q: q.0, r: r.0 }, rows, hexes: vec![Hex::NONE; columns * rows] };
        for hex in map.hexes() {
            if let Some(i) = atlas.index(map.cube(hex)) {
                atlas.hexes[i] = hex;
            }
        }
        atlas
    }

    fn index(&self, cube: Cube) -> Option<usize> {
        let column = usize::try_from(cube.q - self.least.q).ok()?;
        let row = usize::try_from(cube.r - self.least.r).ok().filter(|r| *r < self.rows)?;
        Some(column * self.rows + row)
    }

    /// The hex with these coordinates, or none.
    fn at(&self, cube: Cube) -> Hex {
        self.index(cube).and_then(|i| self.hexes.get(i)).copied().unwrap_or(Hex::NONE)
    }
}

/// For each hex, the hexes within `range` that artillery in it sees. `blocking` holds the hexes of trees and towns.
pub fn table(map: &HexMap<15>, blocking: &Set, range: u8) -> Vec<Set> {
    let atlas = Atlas::new(map);
    let lines = lines(range);
    let mut seen = vec![Set::EMPTY; map.len()];
    for from in map.hexes() {
        let start = map.cube(from);
        let off = |c: &Cube| atlas.at(Cube { q: start.q + c.q, r: start.r + c.r }).some();
        for line in &lines {
            let Some(to) = off(&line.to) else { continue };
            // 10.6c: all hexes between on one level, the firer's or the target's. What is off the map is no hex.
            let clear = [map.elevation(from), map.elevation(to)].into_iter().any(|level| {
                let open = |h: Hex| !blocking.has(h.index()) && map.elevation(h) == level;
                // 10.6d: of the two hexes along a side one open one is enough.
                let pair = |p: &[Cube; 2]| p.iter().filter_map(off).any(open);
                line.through.iter().filter_map(off).all(open) && line.pairs.iter().all(pair)
            });
            // The line is the same both ways.
            if clear {
                seen[from.index()].insert(to.index());
                seen[to.index()].insert(from.index());
            }
        }
    }
    seen
}
