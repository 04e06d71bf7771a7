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

/// How good an arrival is, in one byte that compares: not seen; reached, and the move ends there; reached with points to go on. More points
/// left are better, but however few are better than having to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival(u8);

impl Arrival {
    const UNSEEN: Arrival = Arrival(0);
    const GOES_ON: u8 = 0x80;

    #[inline]
    fn new(left: u8, stop: bool) -> Self {
        Arrival(if stop { left + 1 } else { left | Self::GOES_ON })
    }

    #[inline]
    fn stops(self) -> bool {
        self != Self::UNSEEN && self.0 < Self::GOES_ON
    }

    #[inline]
    fn left(self) -> Option<u8> {
        match self.0 {
            0 => None,
            n if n < Self::GOES_ON => Some(n - 1),
            n => Some(n & !Self::GOES_ON),
        }
    }
}

/// The places one piece can reach, each by its cheapest route.
///
/// `N` is at least the number of hexes, `W` the words of a set of them, and a move starts with fewer than `P` half points.
/// Half movement points are counted exactly.
/// Between two equally cheap routes the one whose last hex has the smaller index stands, and after that the smaller
/// direction: the choice never depends on anything but the map, so that a route written down means the same for ever.
#[derive(Clone)]
pub struct Reach<const N: usize, const W: usize, const P: usize = 64> {
    best: [Arrival; N],
    path: [Path; N],
    found: Bits<W>,
    start: Hex,
}

impl<const N: usize, const W: usize, const P: usize> Reach<N, W, P> {
    /// Explores from `from` with `points` half points. `step(at, dir, to, left)` says what entering `to` costs a piece that
    /// stands in `at` with `left` half points; steps dearer than `left` are not taken. No step costs less than `least`, so that a piece
    /// with fewer points left need not look around.
    ///
    /// # Panics
    /// When `points` is `P` or more.
    #[inline]
    pub fn run(
        map: &HexMap<W>,
        from: Hex,
        points: u8,
        least: u8,
        mut step: impl FnMut(Hex, Dir, Hex, u8) -> Step,
    ) -> Self {
        const { assert!(P < Arrival::GOES_ON as usize) };
        assert!((points as usize) < P, "a move must start with fewer than {P} half points");
        let mut reach =
            Reach { best: [Arrival::UNSEEN; N], path: [Path::EMPTY; N], found: Bits::EMPTY, start: from };
        // One bucket for each number of points left. Points only fall, so the fullest bucket is always final. A hex that is bettered stays
        // in its old bucket, where its arrival gives it away.
        let mut buckets = [Bits::<W>::EMPTY; P];
        reach.best[from.index()] = Arrival::new(points, false);
        buckets[points as usize].insert(from.index());
        for left in (least..=points).rev() {
            let here = Arrival::new(left, false);
            let at_best = Arrival::new(left - least, false);
            // A free step fills the bucket again while it is emptied.
            while !buckets[left as usize].is_empty() {
                for i in std::mem::take(&mut buckets[left as usize]) {
                    let path = reach.path[i];
                    if reach.best[i] != here || path.is_full() {
                        continue;
                    }
                    let neighbours = map.neighbours(Hex::at(i));
                    for dir in Dir::ALL {
                        let to = neighbours[dir.index()];
                        // Already reached with as much as any step from here can leave.
                        if to == Hex::NONE || reach.best[to.index()] >= at_best {
                            continue;
                        }
                        let (cost, stop) = match step(Hex::at(i), dir, to, left) {
                            Step::No => continue,
                            Step::Pay(cost) => (cost, false),
                            Step::PayAndStop(cost) => (cost, true),
                        };
                        let Some(rest) = left.checked_sub(cost) else { continue };
                        let arrival = Arrival::new(rest, stop);
                        if arrival <= reach.best[to.index()] {
                            continue;
                        }
                        reach.best[to.index()] = arrival;
                        reach.path[to.index()] = path.then(dir);
                        reach.found.insert(to.index());
                        if !stop {
                            buckets[rest as usize].insert(to.index());
                        }
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
        self.best[hex.index()].left()
    }

    /// Must the move end there?
    #[inline]
    pub fn stops(&self, hex: Hex) -> bool {
        self.best[hex.index()].stops()
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
            Reach::run(&map, from, 8, 2, |_, _, to, _| Step::Pay(if hill.has(to.index()) { 6 } else { 2 }));
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
                2,
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
                Reach::run(&map, Hex::at(start), 9, 1, |_, _, to, _| Step::Pay(cost(to.index())));
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
