//! 10.6, 10.6-r1: line of sight, worked out once for every pair of hexes in range.
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

/// May artillery in `from` bombard `to` by itself? `blocking` holds the hexes of trees and towns.
fn clear(map: &HexMap<15>, blocking: &Set, from: Hex, to: Hex) -> bool {
    let far = map.distance(from, to);
    if far <= 1 {
        return true;
    }
    let (a, b) = (map.cube(from), map.cube(to));
    let mut through: Vec<Hex> = Vec::new();
    let mut sides: Vec<([(i64, i64); 2], Hex)> = Vec::new();
    for hex in map.hexes() {
        if hex == from || hex == to || map.distance(from, hex) > far || map.distance(hex, to) > far {
            continue;
        }
        match meets(a, b, map.cube(hex)) {
            Meets::Not => {}
            Meets::Crosses => through.push(hex),
            Meets::Along(side) => sides.push((side, hex)),
        }
    }
    // 10.6c: all hexes between on one level, the firer's or the target's.
    [map.elevation(from), map.elevation(to)].into_iter().any(|level| {
        let open = |hex: Hex| !blocking.has(hex.index()) && map.elevation(hex) == level;
        // 10.6d: of the two hexes along a side one open one is enough.
        let pair = |side: &[(i64, i64); 2]| sides.iter().any(|(s, hex)| s == side && open(*hex));
        through.iter().all(|h| open(*h)) && sides.iter().all(|(s, _)| pair(s))
    })
}

/// For each hex, the hexes within `range` that artillery in it sees.
pub fn table(map: &HexMap<15>, blocking: &Set, range: u8) -> Vec<Set> {
    let mut seen = vec![Set::EMPTY; map.len()];
    for from in map.hexes() {
        for to in map.hexes().filter(|to| *to > from && map.distance(from, *to) <= range) {
            // The line is the same both ways.
            if clear(map, blocking, from, to) {
                seen[from.index()].insert(to.index());
                seen[to.index()].insert(from.index());
            }
        }
    }
    seen
}
