//! 10.0: lines of supply that the ground allows, found once for each map. While all hexes of such a line are free it proves supply, and nothing
//! has to be traced.

use crate::ids::{Set, W};
use frente_board::{Dir, Hex, HexMap};

/// A line of supply from a hex to a map-edge road hex. At most one mountain is on it, so that no way of counting them (10.0f) speaks against
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Lifeline {
    /// Its hexes, both ends included.
    pub hexes: Set,
    /// The map-edge road hex.
    pub end: Hex,
}

/// For each hex the shortest line to each of the `ends`, the shortest first. `step` says where supply goes from the side of the source.
pub fn lifelines(
    map: &HexMap<W>,
    mountains: &Set,
    ends: &Set,
    step: impl Fn(Hex, Dir) -> bool,
) -> Vec<Vec<Lifeline>> {
    let mut lines = vec![Vec::new(); map.len()];
    for end in ends.iter().map(Hex::at) {
        let mut best: Vec<[Option<Set>; 2]> = vec![[None; 2]; map.len()];
        let first = usize::from(mountains.has(end.index()));
        best[end.index()][first] = Some(Set::one(end.index()));
        let mut ring = vec![(end, first)];
        while !ring.is_empty() {
            let mut next = Vec::new();
            for (at, used) in ring {
                let Some(line) = best[at.index()][used] else { continue };
                for (_, to) in map.around(at).filter(|(dir, _)| step(at, *dir)) {
                    let used = used + usize::from(mountains.has(to.index()));
                    if used > 1 || best[to.index()][..=used].iter().any(Option::is_some) {
                        continue;
                    }
                    best[to.index()][used] = Some(line | Set::one(to.index()));
                    next.push((to, used));
                }
            }
            ring = next;
        }
        for (lines, best) in lines.iter_mut().zip(best) {
            // By rings: of the two the one with fewer hexes is the shorter.
            let shortest = best.into_iter().flatten().min_by_key(Set::len);
            lines.extend(shortest.map(|hexes| Lifeline { hexes, end }));
        }
    }
    for lines in &mut lines {
        lines.sort_by_key(|line| line.hexes.len());
    }
    lines
}
