//! The cheapest ways from a hex, all six neighbours weighed at once.
//!
//! The search of [`reach`](crate::reach) asks the rules about every step. This one is for rules whose steps can be written down before the
//! game begins: a table of [`StepCosts`] for each kind of mover, and sets of hexes for what changes in play. The six neighbours of a hex
//! lie in three stretches of the array of best arrivals, and one subtraction of eight bytes compares them all with what the steps cost.

use crate::bits::Bits;
use crate::grid::{Dir, Orientation};
use crate::hexmap::{Hex, HexMap};
use crate::path::Path;
use arrayvec::ArrayVec;

/// The most hexes a map may have here: a power of two, so that an index is kept in bounds by a mask.
const MOST_HEXES: usize = 1024;
/// One byte for each of them, one before them and some behind.
const CELLS: usize = MOST_HEXES + 4;
/// One list for each number of points spent: a power of two.
const BUCKETS: usize = 32;
/// A step that cannot be taken: dearer than any limit, and still below a byte's highest bit when points are added.
const BARRED: u8 = 0x60;
/// A byte of 1 in every lane.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every lane.
const HIGH: u64 = ONES << 7;
/// The highest bits of the lanes that are directions.
const SIX: u64 = 0x8080_8080_0080_0080;
/// Multiplied by this, the highest bits of the lanes gather in the highest byte, that of lane 0 lowest.
const GATHER: u64 = 0x0002_0408_1020_4081;
/// The lane of each direction: four bytes from the hex before on along its own line, then the pair of the next line and that of the line
/// before.
const LANES: [u8; 6] = [0, 4, 5, 2, 7, 6];
/// The end of a list.
const END: u16 = u16::MAX;

/// For every choice of lanes their directions in order, four bits each, so marked that none is 0.
const IN_ORDER: [u32; 256] = {
    let mut table = [0; 256];
    let mut choice = 0;
    while choice < 256 {
        let mut dir = 6;
        while dir > 0 {
            dir -= 1;
            if choice >> LANES[dir] & 1 != 0 {
                table[choice] = table[choice] << 4 | 8 | dir as u32;
            }
        }
        choice += 1;
    }
    table
};

/// Where the neighbours of every hex of a flat-topped map lie among bytes in order of hexes.
///
/// Hexes are numbered column by column, so the two neighbours of a hex in the next column are consecutive, and so are those in the column
/// before.
#[derive(Clone, Debug)]
pub struct Lattice {
    near: Box<[Near; MOST_HEXES]>,
    /// The greatest difference between the indices of neighbours.
    stride: usize,
}

/// The neighbours of a hex, direction by direction, then the cells of the pair in the next column and of that in the column before.
type Near = [u16; 8];
const NEXT: usize = 6;
const BEFORE: usize = 7;

impl Lattice {
    /// The lattice of a map.
    ///
    /// # Panics
    /// When the map is not flat-topped, or has more than 1,022 hexes.
    pub fn new<const W: usize>(map: &HexMap<W>) -> Self {
        assert_eq!(map.grid().orientation, Orientation::Flat, "only flat-topped maps have a lattice");
        assert!(map.len() + 2 <= MOST_HEXES, "a lattice holds at most {} hexes", MOST_HEXES - 2);
        let mut lattice = Lattice { near: Box::new([[0; 8]; MOST_HEXES]), stride: 0 };
        for hex in map.hexes() {
            let to = |dir: usize| map.neighbours(hex)[dir].some().map(|to| to.0);
            // The cell of a pair's first hex: cells are one further than hexes. Of a missing hex the place does not matter: the step is barred.
            let pair = |low: usize, high: usize| to(low).map(|h| h + 1).or(to(high)).unwrap_or(0);
            let near = &mut lattice.near[hex.index()];
            for (dir, near) in near.iter_mut().enumerate().take(6) {
                *near = to(dir).unwrap_or(hex.0);
                lattice.stride = lattice.stride.max(usize::from(near.abs_diff(hex.0)));
            }
            near[NEXT] = pair(1, 2);
            near[BEFORE] = pair(5, 4);
        }
        lattice
    }
}

/// What the six steps from every hex cost one kind of mover.
#[derive(Clone, Debug)]
pub struct StepCosts(Box<[Six; MOST_HEXES]>);

/// The costs of the steps from one hex.
#[derive(Clone, Copy, Debug)]
struct Six {
    by_lane: u64,
    by_dir: [u8; 8],
}

impl StepCosts {
    /// `cost(from, dir, to)` is what a step costs, `None` for one that is never possible. What costs more than any search can spend is not
    /// possible either.
    pub fn new<const W: usize>(map: &HexMap<W>, mut cost: impl FnMut(Hex, Dir, Hex) -> Option<u8>) -> Self {
        let none = Six { by_lane: u64::from(BARRED) * ONES, by_dir: [BARRED; 8] };
        let mut costs = Box::new([none; MOST_HEXES]);
        for hex in map.hexes() {
            let mut lanes = [BARRED; 8];
            for dir in Dir::ALL {
                let cost = map.neighbour(hex, dir).some().and_then(|to| cost(hex, dir, to));
                let points = cost.unwrap_or(BARRED).min(BARRED);
                lanes[usize::from(LANES[dir.index()])] = points;
                costs[hex.index()].by_dir[dir.index()] = points;
            }
            costs[hex.index()].by_lane = u64::from_le_bytes(lanes);
        }
        StepCosts(costs)
    }
}

/// What bears on the steps of one mover.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a, const W: usize> {
    /// What its steps cost: never nothing.
    pub costs: &'a StepCosts,
    /// Hexes it may not enter.
    pub closed: &'a Bits<W>,
    /// Hexes that end its move.
    pub stops: &'a Bits<W>,
    /// Hexes that cost more to enter than the step says.
    pub dear: &'a Bits<W>,
    /// By how much.
    pub extra: u8,
    /// Hexes it may pass and not stay in.
    pub crowded: &'a Bits<W>,
}

/// The points spent on arrival, hex by hex.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// Without what a hex costs more to enter than the step says.
    cells: [u8; CELLS],
    /// What it costs more.
    extra: [u8; MOST_HEXES],
    limit: u8,
}

impl Arrivals {
    /// Where nobody has been who may spend so many points.
    ///
    /// # Panics
    /// When the limit is above 30.
    #[inline]
    pub fn within(limit: u8) -> Self {
        assert!(usize::from(limit) < BUCKETS - 1, "a search spends at most {} points", BUCKETS - 2);
        Arrivals { cells: [limit + 1; CELLS], extra: [0; MOST_HEXES], limit }
    }

    /// The most points that may be spent.
    #[inline]
    pub fn limit(&self) -> u8 {
        self.limit
    }

    /// The points spent on arrival in a hex: the fewest there are, and more than the limit where there is no arriving. Of closed hexes
    /// nothing is known.
    #[inline]
    pub fn spent(&self, hex: Hex) -> u8 {
        let hex = hex.index() & (MOST_HEXES - 1);
        self.cells[hex + 1] + self.extra[hex]
    }

    /// The directions in which the direct step is possible and costs more than the best way to the same hex. A closed hex may be among them.
    #[inline]
    pub fn dearer_steps(
        &self,
        lattice: &Lattice,
        costs: &StepCosts,
        from: Hex,
        spent: u8,
    ) -> impl Iterator<Item = Dir> + use<> {
        let at = from.index() & (MOST_HEXES - 1);
        let totals = costs.0[at].by_lane + ONES * u64::from(spent);
        let dearer = (totals | HIGH) - self.around(at, &lattice.near[at]) - ONES;
        let affordable = ((ONES * u64::from(self.limit)) | HIGH) - totals;
        let mut rest = in_order(dearer & affordable);
        std::iter::from_fn(move || {
            let dir = (rest != 0).then(|| Dir::ALL[(rest & 7) as usize])?;
            rest >>= 4;
            Some(dir)
        })
    }

    /// The points of the hexes around a hex, lane by lane; what lies in the two lanes that are no direction does not matter.
    #[inline(always)]
    fn around(&self, hex: usize, near: &Near) -> u64 {
        let two = |cell: u16| {
            let cell = usize::from(cell) & (MOST_HEXES - 1);
            u64::from(u16::from_le_bytes([self.cells[cell], self.cells[cell + 1]]))
        };
        let own = [self.cells[hex], self.cells[hex + 1], self.cells[hex + 2], self.cells[hex + 3]];
        u64::from(u32::from_le_bytes(own)) | two(near[NEXT]) << 32 | two(near[BEFORE]) << 48
    }

    /// Marks the hexes of a set as far as a search can get: `reach` by index from `from`.
    #[inline(always)]
    fn mark<const W: usize>(
        &mut self,
        set: &Bits<W>,
        (from, reach): (Hex, usize),
        mark: impl Fn(&mut Self, usize),
    ) {
        let first = from.index().saturating_sub(reach) >> 6;
        let last = ((from.index() + reach) >> 6).min(W - 1);
        for i in first..=last {
            let mut rest = set.0[i];
            while rest != 0 {
                mark(self, (64 * i + rest.trailing_zeros() as usize) & (MOST_HEXES - 1));
                rest &= rest - 1;
            }
        }
    }
}

/// The directions of the lanes whose highest bit is set, as [`IN_ORDER`] has them.
#[inline(always)]
fn in_order(lanes: u64) -> u32 {
    IN_ORDER[(((lanes & SIX).wrapping_mul(GATHER)) >> 56) as usize]
}

/// A place to go on from.
#[derive(Clone, Copy)]
struct Entry {
    path: Path,
    hex: u16,
    /// The one put on the list before it.
    next: u16,
    /// Its arrival, as long as no better way is found.
    cell: u8,
}

/// Places to go on from, by points spent: the last to come is the first to go. A list for each number of points, all in one array.
struct Queue<const MOST: usize> {
    heads: [u16; BUCKETS],
    entries: ArrayVec<Entry, MOST>,
}

/// Goes everywhere from `from`, where `spent` points are already spent, as long as no more are spent than `arrivals` was made for, and
/// shows each place it can stay in with the points spent there and the way. Cheaper places come before dearer ones.
///
/// Of equally cheap ways the one found first stands, and ways are looked for direction by direction from the place that was found last:
/// the choice depends on nothing but the map and the terms. `MOST` is how many arrivals may be noted, better ones included.
///
/// # Panics
/// When more than `MOST` arrivals are noted.
#[inline]
pub fn ways<const MOST: usize, const W: usize>(
    lattice: &Lattice,
    terms: &Terms<'_, W>,
    from: Hex,
    spent: u8,
    arrivals: &mut Arrivals,
    mut visit: impl FnMut(Hex, u8, Path),
) {
    let limit = arrivals.limit;
    if spent >= limit {
        return;
    }
    let near = (from, lattice.stride * usize::from(limit - spent));
    let dear = (limit + 1).saturating_sub(terms.extra);
    arrivals.mark(terms.dear, near, |all, hex| {
        all.cells[hex + 1] = dear;
        all.extra[hex] = terms.extra;
    });
    arrivals.mark(terms.closed, near, |all, hex| all.cells[hex + 1] = 0);
    // Whatever it costs to come back here, it is not less than nothing.
    arrivals.cells[(from.index() & (MOST_HEXES - 1)) + 1] = 0;
    // Most hexes are neither, and one look says so.
    let special: [u64; MOST_HEXES / 64] = std::array::from_fn(|i| {
        let word = |set: &Bits<W>| set.0.get(i).copied().unwrap_or(0);
        word(terms.stops) | word(terms.crowded)
    });
    let mut queue = Queue::<MOST> { heads: [END; BUCKETS], entries: ArrayVec::new_const() };
    step_out(lattice, terms.costs, (from.index(), spent, Path::EMPTY), arrivals, &mut queue);
    for spent in spent + 1..limit {
        let mut head = queue.heads[usize::from(spent) & (BUCKETS - 1)];
        while let Some(&Entry { path, hex, next, cell }) = queue.entries.get(usize::from(head)) {
            head = next;
            let at = usize::from(hex) & (MOST_HEXES - 1);
            // Otherwise a better way has been found since.
            if arrivals.cells[at + 1] != cell {
                continue;
            }
            if special[at >> 6] >> (at & 63) & 1 == 0 {
                visit(Hex(hex), spent, path);
            } else {
                if !terms.crowded.has(at) {
                    visit(Hex(hex), spent, path);
                }
                if terms.stops.has(at) {
                    continue;
                }
            }
            step_out(lattice, terms.costs, (at, spent, path), arrivals, &mut queue);
        }
    }
    // From the last places nothing leads on.
    let mut head = queue.heads[usize::from(limit) & (BUCKETS - 1)];
    while let Some(&Entry { path, hex, next, cell }) = queue.entries.get(usize::from(head)) {
        head = next;
        let at = usize::from(hex) & (MOST_HEXES - 1);
        if arrivals.cells[at + 1] == cell && !terms.crowded.has(at) {
            visit(Hex(hex), limit, path);
        }
    }
}

/// Takes all steps from a place that lead somewhere more cheaply than before.
#[inline(always)]
fn step_out<const MOST: usize>(
    lattice: &Lattice,
    costs: &StepCosts,
    (at, spent, path): (usize, u8, Path),
    arrivals: &mut Arrivals,
    queue: &mut Queue<MOST>,
) {
    let Some(stem) = path.stem() else { return };
    let at = at & (MOST_HEXES - 1);
    let (near, six) = (&lattice.near[at], &costs.0[at]);
    // A lane's highest bit says that the step costs less than the best so far.
    let over = six.by_lane + ONES * (u64::from(spent) + 1);
    let mut rest = in_order((arrivals.around(at, near) | HIGH) - over);
    while rest != 0 {
        let dir = rest & 7;
        rest >>= 4;
        let to = usize::from(near[dir as usize]) & (MOST_HEXES - 1);
        let cell = spent + six.by_dir[dir as usize];
        arrivals.cells[to + 1] = cell;
        let total = usize::from(cell) + usize::from(arrivals.extra[to]);
        let head = &mut queue.heads[total & (BUCKETS - 1)];
        let next = std::mem::replace(head, queue.entries.len() as u16);
        queue.entries.push(Entry { path: stem.towards(dir), hex: to as u16, next, cell });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataText;
    use crate::mapfile::MapFile;

    const HEXES: usize = 130;

    /// A field with ragged columns and a hole.
    fn field(shifted: &str) -> HexMap<3> {
        let mut text = format!(
            "map = \"t\"\nsource = \"reconstructed\"\n[grid]\norientation = \"flat\"\nnumbering = \"column-row\"\n\
             shifted = \"{shifted}\"\ncolumns = [1, 12]\nrows = [1, 12]\nkm = 1.0\n[hex]\n",
        );
        for a in 1..=12 {
            for b in (1 + a % 3)..=(12 - a % 2) {
                if (a, b) != (6, 6) {
                    text.push_str(&format!("{a:02}{b:02} = {{ terrain = \"clear\" }}\n"));
                }
            }
        }
        HexMap::new(&MapFile::read(&DataText { file: "t".into(), text }).unwrap()).unwrap()
    }

    fn cost(from: Hex, dir: Dir, to: Hex) -> Option<u8> {
        let n = from.index() * 7 + dir.index() * 5 + to.index() * 3;
        (!n.is_multiple_of(11)).then_some((n % 4 + 1) as u8)
    }

    fn mixed(seed: usize, share: usize) -> Bits<3> {
        (0..HEXES).filter(|i| ((i * i * 31 + i * seed * 7 + seed) % 97).is_multiple_of(share)).collect()
    }

    /// The same by the plainest means: what every hex costs, step by step until nothing changes.
    fn plainly(map: &HexMap<3>, terms: &Terms<'_, 3>, from: Hex, spent: u8, limit: u8) -> Vec<Option<u8>> {
        let mut best = vec![None; map.len()];
        best[from.index()] = Some(spent);
        loop {
            let before = best.clone();
            for at in map.hexes() {
                let Some(spent) = best[at.index()] else { continue };
                if at != from && terms.stops.has(at.index()) {
                    continue;
                }
                for (dir, to) in map.around(at) {
                    let Some(mut points) = cost(at, dir, to) else { continue };
                    if terms.closed.has(to.index()) {
                        continue;
                    }
                    points += if terms.dear.has(to.index()) { terms.extra } else { 0 };
                    let total = spent + points;
                    if total <= limit && best[to.index()].is_none_or(|b| total < b) {
                        best[to.index()] = Some(total);
                    }
                }
            }
            if best == before {
                return best;
            }
        }
    }

    #[test]
    fn ways_are_the_cheapest_there_are() {
        for shifted in ["odd-down", "even-down"] {
            let map = field(shifted);
            assert!(map.len() <= HEXES);
            let lattice = Lattice::new(&map);
            let costs = StepCosts::new(&map, cost);
            for from in map.hexes() {
                let seed = from.index();
                let (closed, stops, dear) = (mixed(seed, 9), mixed(seed + 1, 6), mixed(seed + 2, 4));
                let extra = (seed % 3) as u8;
                let crowded = mixed(seed + 3, 5);
                let terms = Terms {
                    costs: &costs,
                    closed: &closed,
                    stops: &stops,
                    dear: &dear,
                    extra,
                    crowded: &crowded,
                };
                let (spent, limit) = ((seed % 2) as u8, (seed % 15) as u8);
                let best = plainly(&map, &terms, from, spent, limit);
                let mut arrivals = Arrivals::within(limit);
                let mut found = vec![None; map.len()];
                let mut last = 0;
                ways::<{ 4 * HEXES }, 3>(
                    &lattice,
                    &terms,
                    from,
                    spent,
                    &mut arrivals,
                    |hex, points, path| {
                        assert!(last <= points, "cheaper places come first");
                        last = points;
                        assert_eq!(found[hex.index()], None, "one way for each place");
                        found[hex.index()] = Some(points);
                        assert_eq!(arrivals_of(&map, &terms, from, path), (hex, points - spent));
                    },
                );
                for hex in map.hexes().filter(|h| *h != from) {
                    let stays = best[hex.index()].filter(|_| !crowded.has(hex.index()));
                    assert_eq!(found[hex.index()], stays, "{shifted} {seed} {hex:?}");
                    if spent < limit && !closed.has(hex.index()) {
                        assert_eq!(arrivals.spent(hex), best[hex.index()].unwrap_or(limit + 1));
                    }
                }
                let direct = |dir: Dir, to: Hex| cost(from, dir, to).map(|c| c + spent);
                let dearer = map.around(from).filter(|(dir, to)| {
                    let extra = if dear.has(to.index()) { extra } else { 0 };
                    let total = direct(*dir, *to).filter(|c| *c <= limit).map(|c| c + extra);
                    !closed.has(to.index()) && total.is_some_and(|c| arrivals.spent(*to) < c)
                });
                let mut dearer: Vec<Dir> = dearer.map(|(dir, _)| dir).collect();
                let mut named: Vec<Dir> = arrivals.dearer_steps(&lattice, &costs, from, spent).collect();
                named.retain(|dir| !closed.has(map.neighbour(from, *dir).index()));
                dearer.sort_unstable();
                named.sort_unstable();
                assert!(spent >= limit || named == dearer, "{shifted} {seed}: {named:?} {dearer:?}");
            }
        }
    }

    /// Where a way leads and what it costs.
    fn arrivals_of(map: &HexMap<3>, terms: &Terms<'_, 3>, from: Hex, path: Path) -> (Hex, u8) {
        let (mut at, mut points) = (from, 0);
        for dir in path.dirs() {
            let to = map.neighbour(at, dir);
            points += cost(at, dir, to).unwrap();
            points += if terms.dear.has(to.index()) { terms.extra } else { 0 };
            at = to;
        }
        (at, points)
    }
}
