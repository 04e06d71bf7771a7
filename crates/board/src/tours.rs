//! Short moves written down for every hex before the game begins.
//!
//! A tour is what [`ways`] finds from a hex when nothing stands in the way. In play it is still what a search would find, in the same order,
//! as long as nothing stands where the tour goes on from: what bars, stops or slows a mover at the end of a way changes no other way.

use crate::bits::Bits;
use crate::hexmap::{Hex, HexMap};
use crate::path::Path;
use crate::ways::{Arrivals, Lattice, StepCosts, Terms, ways};

/// More arrivals than a search of a whole map notes.
const ARRIVALS: usize = 4096;
/// Nothing leads on.
const NOWHERE: u8 = u8::MAX;

/// One place of a tour.
#[derive(Clone, Copy, Debug)]
struct Stop {
    path: Path,
    hex: Hex,
    /// The points spent on the way.
    spent: u8,
    /// The points with which the tour goes on from here.
    onward: u8,
}

/// The tours of one kind of mover.
#[derive(Clone, Debug)]
pub struct Tours {
    /// All stops, tour by tour.
    stops: Vec<Stop>,
    /// Where the tour of each hex begins, and where the last one ends.
    first: Vec<usize>,
    /// The directions in which the direct step is possible and costs more than another way, one bit each.
    dearer: Vec<u8>,
    /// The points that tours can spend.
    longest: u8,
}

impl Tours {
    /// The tours of up to `longest` points.
    pub fn new<const W: usize>(map: &HexMap<W>, lattice: &Lattice, costs: &StepCosts, longest: u8) -> Self {
        let none = Bits::EMPTY;
        let terms = Terms { costs, closed: &none, stops: &none, dear: &none, extra: 0, crowded: &none };
        let mut tours = Tours { stops: Vec::new(), first: vec![0], dearer: Vec::new(), longest };
        let mut onward = vec![NOWHERE; map.len()];
        for from in map.hexes() {
            onward.fill(NOWHERE);
            let begin = tours.stops.len();
            let mut arrivals = Arrivals::within(longest);
            ways::<ARRIVALS, W>(lattice, &terms, from, 0, &mut arrivals, |hex, spent, path| {
                tours.stops.push(Stop { path, hex, spent, onward: NOWHERE });
                let before = path.dirs().take(path.len() - 1).fold(from, |at, dir| map.neighbour(at, dir));
                onward[before.index()] = onward[before.index()].min(spent);
            });
            for stop in &mut tours.stops[begin..] {
                stop.onward = onward[stop.hex.index()];
            }
            tours.first.push(tours.stops.len());
            let dearer = arrivals.dearer_steps(lattice, costs, from, 0);
            tours.dearer.push(dearer.fold(0, |all, dir| all | 1 << dir.index()));
        }
        tours
    }

    /// Shows each place that `ways` would show to a mover with so many points, in the same order, with the points spent there and the way.
    /// `None`, and nothing is shown, when that has to be searched. Otherwise the directions in which the direct step is possible and costs
    /// more than another way, one bit each; a closed hex may be among them.
    #[inline]
    pub fn follow<const W: usize>(
        &self,
        terms: &Terms<'_, W>,
        from: Hex,
        points: u8,
        mut visit: impl FnMut(Hex, u8, Path),
    ) -> Option<u8> {
        if points > self.longest {
            return None;
        }
        let tour = &self.stops[self.first[from.index()]..self.first[from.index() + 1]];
        let marked = *terms.closed | *terms.stops | *terms.dear;
        let mut end = 0;
        for stop in tour.iter().take_while(|stop| stop.spent <= points) {
            end += 1;
            if marked.has(stop.hex.index()) {
                let slowed = terms.dear.has(stop.hex.index()) && stop.spent + terms.extra <= points;
                if stop.onward <= points || slowed {
                    return None;
                }
            }
        }
        let barred = *terms.closed | *terms.dear | *terms.crowded;
        for stop in &tour[..end] {
            if !barred.has(stop.hex.index()) {
                visit(stop.hex, stop.spent, stop.path);
            }
        }
        Some(self.dearer[from.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataText;
    use crate::grid::Dir;
    use crate::mapfile::MapFile;

    fn field() -> HexMap<3> {
        let mut text = String::from(
            "map = \"t\"\nsource = \"reconstructed\"\n[grid]\norientation = \"flat\"\nnumbering = \"column-row\"\n\
             shifted = \"odd-down\"\ncolumns = [1, 12]\nrows = [1, 12]\nkm = 1.0\n[hex]\n",
        );
        for a in 1..=12 {
            for b in 1..=12 {
                text.push_str(&format!("{a:02}{b:02} = {{ terrain = \"clear\" }}\n"));
            }
        }
        HexMap::new(&MapFile::read(&DataText { file: "t".into(), text }).unwrap()).unwrap()
    }

    /// Every so-manieth hex, beginning somewhere else each time.
    fn some(seed: usize, share: usize) -> Bits<3> {
        (0..144).filter(|i| ((i * i * 31 + i * seed * 7 + seed) % 197).is_multiple_of(share)).collect()
    }

    #[test]
    fn a_tour_that_is_followed_is_what_a_search_finds() {
        let map = field();
        let lattice = Lattice::new(&map);
        let costs = StepCosts::new(&map, |from, dir, to| {
            let n = from.index() * 7 + dir.index() * 5 + to.index() * 3;
            (!n.is_multiple_of(11)).then_some((n % 4 + 1) as u8)
        });
        let tours = Tours::new(&map, &lattice, &costs, 7);
        let (mut followed, mut searched) = (0, 0);
        for from in map.hexes() {
            for (points, share) in (0..=8).flat_map(|points| [7, 23, 61].map(|share| (points, share))) {
                let seed = from.index() + points as usize;
                let sets = [0, 1, 2, 3].map(|i| some(seed + i, share + i));
                let [closed, stops, dear, crowded] = &sets;
                let terms = Terms { costs: &costs, closed, stops, dear, extra: 1, crowded };
                let mut arrivals = Arrivals::within(points);
                let (mut found, mut shown) = (Vec::new(), Vec::new());
                ways::<1024, 3>(&lattice, &terms, from, 0, &mut arrivals, |hex, spent, path| {
                    found.push((hex, spent, path));
                });
                let Some(dearer) =
                    tours.follow(&terms, from, points, |hex, spent, path| shown.push((hex, spent, path)))
                else {
                    assert!(shown.is_empty());
                    searched += 1;
                    continue;
                };
                assert_eq!(shown, found, "from {from:?} with {points}");
                followed += 1;
                // Of the steps that can be paid for, those are dearer than a way that the search names so.
                let named: Vec<Dir> = arrivals.dearer_steps(&lattice, &costs, from, 0).collect();
                for (dir, to) in map.around(from) {
                    let open = !closed.has(to.index()) && !dear.has(to.index());
                    let direct = shown.iter().any(|(_, _, path)| *path == Path::EMPTY.then(dir));
                    if open && !crowded.has(to.index()) && points > 0 && !direct && named.contains(&dir) {
                        assert!(dearer >> dir.index() & 1 != 0, "from {from:?} with {points} to {to:?}");
                    }
                }
            }
        }
        assert!(followed > 500 && searched > 500, "{followed} followed, {searched} searched");
    }
}
