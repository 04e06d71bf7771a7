//! The six neighbours of a hex in the lanes of one word: a single subtraction compares what all six steps cost with what is known.
//!
//! The search of [`ways`](crate::ways) shows places in the order of what they cost. A game that lists them in another order, or asks more at an
//! arrival, builds its own search on this: a table of [`Lanes`] for each kind of mover, and [`Spent`], the points of the best arrivals.

use crate::grid::{Dir, Orientation};
use crate::hexmap::{Hex, HexMap};

/// The most hexes a map may have here: a power of two, so that an index is kept in bounds by a mask.
const MOST_HEXES: usize = 1024;
const MASK: usize = MOST_HEXES - 1;
/// One byte for each of them, one before them and some behind.
const CELLS: usize = MOST_HEXES + 4;
/// A step that cannot be taken: dearer than any limit, and with all points spent still below a byte's highest bit.
const BARRED: u8 = Spent::MOST + 1;
/// A byte of 1 in every lane.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every lane.
const HIGH: u64 = ONES << 7;
/// The highest bits of the lanes that are directions.
const SIX: u64 = 0x8080_8080_0080_0080;
/// Multiplied by this, the highest bits of the lanes gather in the highest byte, that of lane 0 lowest.
const GATHER: u64 = 0x0002_0408_1020_4081;
/// The lane of each direction: four bytes from the hex before on along its own column, then the pair of the next column and that of the
/// column before.
const LANES: [u8; 6] = [0, 4, 5, 2, 7, 6];

/// The directions by number; the last two are never asked for.
const DIRS: [Dir; 8] = {
    let [a, b, c, d, e, f] = Dir::ALL;
    [a, b, c, d, e, f, a, a]
};

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

/// The steps out of one hex, in half a line of the cache.
#[derive(Clone, Copy, Debug)]
struct Six {
    /// What they cost, lane by lane.
    by_lane: u64,
    /// The same by direction, and then the cheapest.
    by_dir: [u8; 8],
    /// Where they lead, and then the cells of the pairs in the next column and in the one before.
    to: [u16; 8],
}

const CHEAPEST: usize = 6;
const NEXT: usize = 6;
const BEFORE: usize = 7;
const _: () = assert!(size_of::<Six>() == 32);

/// What the six steps from every hex of a flat-topped map cost one kind of mover.
///
/// Hexes are numbered column by column, so the two neighbours of a hex in the next column are consecutive, and so are those in the column
/// before.
#[derive(Clone, Debug)]
pub struct Lanes(Box<[Six; MOST_HEXES]>);

impl Lanes {
    /// `cost(from, dir, to)` is what a step costs, `None` for one that is never possible. What costs more than any search can spend is not
    /// possible either.
    ///
    /// # Panics
    /// When the map is not flat-topped, or has more than 1,022 hexes.
    pub fn new<const W: usize>(map: &HexMap<W>, mut cost: impl FnMut(Hex, Dir, Hex) -> Option<u8>) -> Self {
        assert_eq!(
            map.grid().orientation,
            Orientation::Flat,
            "only the columns of a flat-topped map are lanes"
        );
        assert!(map.len() + 2 <= MOST_HEXES, "at most {} hexes", MOST_HEXES - 2);
        let none = Six { by_lane: u64::from(BARRED) * ONES, by_dir: [BARRED; 8], to: [0; 8] };
        let mut lanes = Box::new([none; MOST_HEXES]);
        for hex in map.hexes() {
            let six = &mut lanes[hex.index()];
            let mut by_lane = [BARRED; 8];
            for (dir, to) in map.around(hex) {
                let points = cost(hex, dir, to).unwrap_or(BARRED).min(BARRED);
                by_lane[usize::from(LANES[dir.index()])] = points;
                six.by_dir[dir.index()] = points;
                six.by_dir[CHEAPEST] = six.by_dir[CHEAPEST].min(points);
                six.to[dir.index()] = to.0;
            }
            six.by_lane = u64::from_le_bytes(by_lane);
            // The cell of a pair's first hex: cells are one further than hexes. Of a missing hex the place does not matter: the step is barred.
            let to = |dir: usize| map.neighbours(hex)[dir].some().map(|to| to.0);
            let pair = |low: usize, high: usize| to(low).map(|h| h + 1).or(to(high)).unwrap_or(0);
            six.to[NEXT] = pair(1, 2);
            six.to[BEFORE] = pair(5, 4);
        }
        Lanes(lanes)
    }

    /// No step from the hex costs less.
    #[inline]
    pub fn cheapest(&self, from: Hex) -> u8 {
        self.0[from.index() & MASK].by_dir[CHEAPEST]
    }
}

/// An arrival that is better than what was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The step taken.
    pub dir: Dir,
    /// Where it leads.
    pub to: Hex,
    /// The points then spent.
    pub spent: u8,
}

/// The points spent on arrival, hex by hex.
///
/// ```
/// # use frente_board::{Dir, Hex, HexMap, data::DataText, mapfile::MapFile};
/// use frente_board::lanes::{Lanes, Spent};
/// # let text = "map = \"t\"\nsource = \"reconstructed\"\n[grid]\norientation = \"flat\"\nnumbering = \"column-row\"\n\
/// #     shifted = \"odd-down\"\ncolumns = [1, 2]\nrows = [1, 2]\nkm = 1.0\n[hex]\n\
/// #     0101 = { terrain = \"clear\" }\n0102 = { terrain = \"clear\" }\n0201 = { terrain = \"clear\" }\n";
/// # let map: HexMap<1> = HexMap::new(&MapFile::read(&DataText { file: "t".into(), text: text.into() }).unwrap()).unwrap();
/// // Every step costs 2 points, and 3 may be spent.
/// let lanes = Lanes::new(&map, |_, _, _| Some(2));
/// let mut spent = Spent::within(3);
/// let (start, south) = (map.find("0101").unwrap(), map.find("0102").unwrap());
/// spent.set(start, 0);
/// let found = spent.better(&lanes, start, 0).find(|arrival| arrival.to == south).unwrap();
/// spent.set(found.to, found.spent);
/// assert_eq!(spent.on(south), 2);
/// assert_eq!(spent.better(&lanes, south, 2).count(), 0, "nothing more can be paid");
/// let as_good = spent.no_dearer(&lanes, start, 0).map(|arrival| arrival.to).collect::<Vec<_>>();
/// assert_eq!(as_good[..], [map.find("0201").unwrap(), south], "one of them known, the other not");
/// assert!(spent.limited(1).on(south) > 1, "with one point nobody gets there");
/// ```
#[derive(Clone, Debug)]
pub struct Spent {
    cells: [u8; CELLS],
    limit: u8,
}

impl Spent {
    /// The highest limit.
    pub const MOST: u8 = 62;

    /// Where nobody has been who may spend so many points.
    ///
    /// # Panics
    /// When the limit is too high.
    #[inline]
    pub fn within(limit: u8) -> Self {
        assert!(limit <= Self::MOST, "a search spends at most {} points", Self::MOST);
        Spent { cells: [limit + 1; CELLS], limit }
    }

    /// The same arrivals, as far as so many points go.
    ///
    /// # Panics
    /// When the limit is higher than it was: nobody has looked so far.
    #[inline]
    #[must_use]
    pub fn limited(&self, limit: u8) -> Self {
        assert!(limit <= self.limit, "arrivals are known up to {} points", self.limit);
        let mut fewer = Spent { cells: self.cells, limit };
        for cell in &mut fewer.cells {
            *cell = (*cell).min(limit + 1);
        }
        fewer
    }

    /// The most points that may be spent.
    #[inline]
    pub fn limit(&self) -> u8 {
        self.limit
    }

    /// The points spent on arrival in a hex; more than the limit where nobody has arrived.
    #[inline]
    pub fn on(&self, hex: Hex) -> u8 {
        self.cells[(hex.index() & MASK) + 1]
    }

    /// As if nobody had arrived in a hex.
    #[inline]
    pub fn forget(&mut self, hex: Hex) {
        self.set(hex, self.limit + 1);
    }

    /// Notes an arrival.
    #[inline]
    pub fn set(&mut self, hex: Hex, spent: u8) {
        self.cells[(hex.index() & MASK) + 1] = spent;
    }

    /// The steps from a hex, when so many points are spent there, that can be paid and lead somewhere more cheaply than before, in the order
    /// of their directions.
    #[inline(always)]
    pub fn better<'a>(
        &self,
        lanes: &'a Lanes,
        at: Hex,
        spent: u8,
    ) -> impl Iterator<Item = Arrival> + use<'a> {
        self.reaching(lanes, at, spent, 1)
    }

    /// The steps from a hex, when so many points are spent there, that lead somewhere no more dearly than before, in the order of their
    /// directions. Where nobody has arrived, one point beyond the limit is no dearer.
    #[inline(always)]
    pub fn no_dearer<'a>(
        &self,
        lanes: &'a Lanes,
        at: Hex,
        spent: u8,
    ) -> impl Iterator<Item = Arrival> + use<'a> {
        self.reaching(lanes, at, spent, 0)
    }

    /// The steps from a hex that lead somewhere with at least so many points to spare of what was known.
    #[inline(always)]
    fn reaching<'a>(
        &self,
        lanes: &'a Lanes,
        at: Hex,
        spent: u8,
        spare: u64,
    ) -> impl Iterator<Item = Arrival> + use<'a> {
        let six = &lanes.0[at.index() & MASK];
        // A lane's highest bit says that the step and what is to be spared cost no more than the best so far.
        let over = six.by_lane + ONES * (u64::from(spent) + spare);
        in_order((self.around(at, six) | HIGH) - over).map(move |dir| Arrival {
            dir: DIRS[dir],
            to: Hex(six.to[dir]),
            spent: spent + six.by_dir[dir],
        })
    }

    /// The directions of steps from a hex, where nothing is spent, that can be paid and cost more than the best way to the same hex: one bit
    /// each.
    #[inline]
    pub fn dearer(&self, lanes: &Lanes, from: Hex) -> u8 {
        let six = &lanes.0[from.index() & MASK];
        let dearer = (six.by_lane | HIGH) - self.around(from, six) - ONES;
        let affordable = ((ONES * u64::from(self.limit)) | HIGH) - six.by_lane;
        in_order(dearer & affordable).fold(0, |dirs, dir| dirs | 1 << dir)
    }

    /// The points of the hexes around a hex, lane by lane; what lies in the two lanes that are no direction does not matter.
    #[inline(always)]
    fn around(&self, hex: Hex, six: &Six) -> u64 {
        let hex = hex.index() & MASK;
        let two = |cell: u16| {
            let cell = usize::from(cell) & MASK;
            u64::from(u16::from_le_bytes([self.cells[cell], self.cells[cell + 1]]))
        };
        let own = [self.cells[hex], self.cells[hex + 1], self.cells[hex + 2], self.cells[hex + 3]];
        u64::from(u32::from_le_bytes(own)) | two(six.to[NEXT]) << 32 | two(six.to[BEFORE]) << 48
    }
}

/// The directions of the lanes whose highest bit is set, in order, as numbers below 8 for all that the compiler can see.
#[inline(always)]
fn in_order(lanes: u64) -> impl Iterator<Item = usize> {
    let mut rest = IN_ORDER[(((lanes & SIX).wrapping_mul(GATHER)) >> 56) as usize];
    std::iter::from_fn(move || {
        let dir = (rest != 0).then_some((rest & 7) as usize)?;
        rest >>= 4;
        Some(dir)
    })
}
