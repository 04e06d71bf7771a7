//! Where a piece can go with the points it has.

use crate::bits::Bits;
use crate::grid::Dir;
use crate::hexmap::{Hex, HexMap};
use crate::path::Path;

/// What a step costs, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It may not be taken.
    No,
    /// It may be taken.
    Pay(u8),
    /// It may be taken, and the move ends there.
    PayAndStop(u8),
}

const UNSEEN: u8 = u8::MAX;

/// The places one piece can reach, each by its cheapest route.
///
/// `N` is at least the number of hexes, `W` the words of a set of them, and a move starts with fewer than `P` half points.
/// Half movement points are counted exactly.
/// Between two equally cheap routes the one whose last hex has the smaller index stands, and after that the smaller
/// direction: the choice never depends on anything but the map, so that a route written down means the same for ever.
#[derive(Clone)]
pub struct Reach<const N: usize, const W: usize, const P: usize = 64> {
    left: [u8; N],
    path: [Path; N],
    stops: Bits<W>,
    found: Bits<W>,
    start: Hex,
}

impl<const N: usize, const W: usize, const P: usize> Reach<N, W, P> {
    /// Explores from `from` with `points` half points. `step(at, dir, to, left)` says what entering `to` costs a piece that
    /// stands in `at` with `left` half points; steps dearer than `left` are not taken.
    ///
    /// # Panics
    /// When `points` is `P` or more.
    pub fn run(
        map: &HexMap<W>,
        from: Hex,
        points: u8,
        mut step: impl FnMut(Hex, Dir, Hex, u8) -> Step,
    ) -> Self {
        assert!((points as usize) < P, "a move must start with fewer than {P} half points");
        let mut reach = Reach {
            left: [UNSEEN; N],
            path: [Path::EMPTY; N],
            stops: Bits::EMPTY,
            found: Bits::EMPTY,
            start: from,
        };
        // One bucket for each number of points left. Points only fall, so the fullest bucket is always final.
        let mut buckets = [Bits::<W>::EMPTY; P];
        reach.left[from.index()] = points;
        buckets[points as usize].insert(from.index());
        for left in (0..=points).rev() {
            while let Some(i) = buckets[left as usize].pop() {
                let at = Hex::at(i);
                let path = reach.path[i];
                if path.is_full() {
                    continue;
                }
                for (dir, to) in map.around(at) {
                    let known = reach.left[to.index()];
                    // Already reached with at least as much: no step from here can better it.
                    if known != UNSEEN && known >= left && !reach.stops.has(to.index()) {
                        continue;
                    }
                    let (cost, stop) = match step(at, dir, to, left) {
                        Step::No => continue,
                        Step::Pay(cost) => (cost, false),
                        Step::PayAndStop(cost) => (cost, true),
                    };
                    let Some(rest) = left.checked_sub(cost) else { continue };
                    let stopped = reach.stops.has(to.index());
                    let better = known == UNSEEN || (stopped && !stop) || (stopped == stop && rest > known);
                    if !better {
                        continue;
                    }
                    if known != UNSEEN && !stopped {
                        buckets[known as usize].remove(to.index());
                    }
                    reach.left[to.index()] = rest;
                    reach.path[to.index()] = path.then(dir);
                    reach.found.insert(to.index());
                    reach.stops.set(to.index(), stop);
                    if !stop {
                        buckets[rest as usize].insert(to.index());
                    }
                }
            }
        }
        reach.found.remove(from.index());
        reach
    }

    /// Every place it can go to, without its start.
    #[inline]
    pub fn found(&self) -> Bits<W> {
        self.found
    }

    /// Half points left on arrival.
    #[inline]
    pub fn left(&self, hex: Hex) -> Option<u8> {
        let left = self.left[hex.index()];
        (left != UNSEEN).then_some(left)
    }

    /// Must the move end there?
    #[inline]
    pub fn stops(&self, hex: Hex) -> bool {
        self.stops.has(hex.index())
    }

    /// The cheapest route there.
    #[inline]
    pub fn path(&self, hex: Hex) -> Path {
        self.path[hex.index()]
    }

    /// Where the move starts.
    #[inline]
    pub fn start(&self) -> Hex {
        self.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataText;
    use crate::mapfile::MapFile;

    fn field() -> HexMap<2> {
        let mut text = String::from(
            "map = \"t\"\nsource = \"reconstructed\"\n[grid]\norientation = \"pointy\"\nnumbering = \"row-column\"\n\
             shifted = \"odd-right\"\ncolumns = [1, 10]\nrows = [1, 10]\nkm = 1.0\n[hex]\n",
        );
        for c in 1..=10 {
            for r in 1..=10 {
                let terrain = if c == 5 && r != 5 { "hill" } else { "clear" };
                text.push_str(&format!("{r:02}{c:02} = {{ terrain = \"{terrain}\" }}\n"));
            }
        }
        HexMap::new(&MapFile::read(&DataText { file: "t".into(), text }).unwrap()).unwrap()
    }

    #[test]
    fn cheapest_routes_and_points_left() {
        let map = field();
        let hill = map.with_terrain("hill");
        let from = map.find("0503").unwrap();
        let reach: Reach<128, 2> =
            Reach::run(&map, from, 8, |_, _, to, _| Step::Pay(if hill.has(to.index()) { 6 } else { 2 }));
        let far = map.find("0507").unwrap();
        assert_eq!(reach.left(far), Some(0));
        assert_eq!(
            map.along(from, reach.path(far)).map(|h| map.label(h)).collect::<Vec<_>>(),
            ["0504", "0505", "0506", "0507"]
        );
        assert_eq!(reach.left(map.find("0405").unwrap()), Some(0));
        assert_eq!(reach.left(map.find("0608").unwrap()), None);
        assert!(!reach.found().has(from.index()));
    }

    #[test]
    fn a_stop_ends_the_move_but_a_way_round_goes_on() {
        let map = field();
        let from = map.find("0103").unwrap();
        let stop = map.find("0104").unwrap();
        let reach: Reach<128, 2> =
            Reach::run(
                &map,
                from,
                8,
                |_, _, to, _| if to == stop { Step::PayAndStop(2) } else { Step::Pay(2) },
            );
        assert!(reach.stops(stop));
        // 0105 lies two steps away through the stop, three around it.
        assert_eq!(reach.left(map.find("0105").unwrap()), Some(2));
    }

    #[test]
    fn brute_force_agrees() {
        let map = field();
        let cost = |i: usize| [1u8, 2, 3, 4][(i * 7 + i / 3) % 4];
        for start in 0..map.len() {
            let reach: Reach<128, 2> =
                Reach::run(&map, Hex::at(start), 9, |_, _, to, _| Step::Pay(cost(to.index())));
            let mut best = vec![None; map.len()];
            best[start] = Some(9u8);
            for _ in 0..10 {
                for i in 0..map.len() {
                    let Some(left) = best[i] else { continue };
                    for (_, to) in map.around(Hex::at(i)) {
                        if let Some(rest) = left.checked_sub(cost(to.index())) {
                            best[to.index()] = best[to.index()].max(Some(rest));
                        }
                    }
                }
            }
            for i in (0..map.len()).filter(|i| *i != start) {
                assert_eq!(reach.left(Hex::at(i)), best[i]);
            }
        }
    }
}
