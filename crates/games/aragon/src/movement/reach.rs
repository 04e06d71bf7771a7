//! Where a unit can go, each hex by its cheapest way: one search over the map, which asks [`Aragon::step`] only about steps that could better
//! what is known.

use super::Mover;
use crate::Aragon;
use crate::book::ground::Step;
use crate::ids::{HEXES, Set, W};
use crate::position::Public;
use frente_board::{Bits, Dir, Hex, Path};

/// Room for half points in a search. Every step costs one at least, so that no way is longer than a [`Path`].
const POINTS: usize = Path::MAX + 1;

/// The largest allowance a unit may have, in half points.
pub(crate) const MOST_POINTS: u8 = POINTS as u8 - 1;

/// How good an arrival is, in one number that compares: none; reached, and the move ends there; reached with points to go on. More points
/// left are better, but however few are better than having to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival(u8);

impl Arrival {
    const NONE: Arrival = Arrival(0);
    const GOES_ON: u8 = 0x80;

    #[inline]
    fn going_on(left: u8) -> Self {
        Arrival(left | Self::GOES_ON)
    }

    #[inline]
    fn stopped(left: u8) -> Self {
        Arrival(left + 1)
    }

    /// After a step from here, if the points suffice for it.
    #[inline]
    fn less(self, cost: u8) -> Self {
        Arrival(self.0.wrapping_sub(cost))
    }
}

/// Room for hexes in a search: a power of two, so that an index needs no check.
const ROOM: usize = HEXES.next_power_of_two();

#[inline]
fn slot(hex: Hex) -> usize {
    hex.index() % ROOM
}

/// A set of hexes in a search.
type Words = [u64; ROOM / 64];

/// The word and the bit of a hex in [`Words`].
#[inline]
fn bit(hex: Hex) -> (usize, u64) {
    (slot(hex) >> 6, 1 << (hex.0 & 63))
}

/// The same set as others know it.
#[inline]
fn hexes(words: &Words) -> Set {
    Bits(std::array::from_fn(|word| words[word]))
}

const _: () = assert!(POINTS < Arrival::GOES_ON as usize && ROOM / 64 <= u8::BITS as usize);

/// Hexes that were reached with the same number of points left.
#[derive(Clone, Copy)]
struct Bucket {
    set: Words,
    /// The words of the set that are not empty, one bit for each.
    words: u8,
}

impl Bucket {
    const EMPTY: Bucket = Bucket { set: [0; ROOM / 64], words: 0 };

    #[inline]
    fn insert(&mut self, (word, bit): (usize, u64)) {
        self.set[word] |= bit;
        self.words |= 1 << word;
    }
}

/// The hexes a unit can go to, each by its cheapest way.
///
/// Between two equally cheap ways the one whose last hex but one has the smaller index stands, and after that the smaller direction:
/// the choice depends on the map alone, so that a route written down means the same for ever.
pub struct Range {
    start: Hex,
    /// The last step of the cheapest way to each hex.
    last: [Step; ROOM],
    found: Set,
}

impl Range {
    /// Every hex it can go to, without its start.
    #[inline]
    pub fn found(&self) -> Set {
        self.found
    }

    /// Can it go there?
    #[inline]
    pub fn reaches(&self, hex: Hex) -> bool {
        self.found.has(hex.index())
    }

    /// The cheapest way to a hex; the empty one where it cannot go.
    #[inline]
    pub fn path(&self, hex: Hex) -> Path {
        let mut at = if self.last[slot(hex)] == Step::NONE { self.start } else { hex };
        Path::from_back(std::iter::from_fn(|| {
            if at == self.start {
                return None;
            }
            let step = self.last[slot(at)];
            at = step.from();
            Some(step.dir())
        }))
    }

    /// Is the single step in this direction the cheapest way to the hex?
    #[inline]
    pub fn is_step(&self, hex: Hex, dir: Dir) -> bool {
        self.last[slot(hex)] == Step::new(self.start, dir)
    }
}

impl Aragon {
    /// Every hex the unit can go to from where it is.
    pub(crate) fn range(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> Range {
        if m.snow { self.one_hex(p, m, at, left) } else { self.explore(p, m, at, left, |_| false) }
    }

    /// 5.3b, 5.3c: can the unit come to a hex where it may end its move, through whatever friendly units?
    pub(crate) fn gets_through(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> bool {
        if m.snow {
            return !self.one_hex(p, m, at, left).found.is_empty();
        }
        let mut open = false;
        self.explore(p, m, at, left, |hex| {
            open |= p.open_to(m.unit, hex);
            open
        });
        open
    }

    /// Explores the ways of a unit outside the blizzard, until all are known or one of the hexes is `enough`.
    #[inline]
    fn explore(
        &self,
        p: &Public,
        m: &Mover,
        from: Hex,
        points: u8,
        mut enough: impl FnMut(Hex) -> bool,
    ) -> Range {
        assert!((points as usize) < POINTS, "a move must start with fewer than {POINTS} half points");
        let ground = &self.book.ground;
        let mut range = Range { start: from, last: [Step::NONE; ROOM], found: Set::EMPTY };
        let mut best = [Arrival::NONE; ROOM];
        best[slot(from)] = Arrival::going_on(points);
        // 5.2: where no enemy is and none has a zone, a step costs what the ground says, and nothing is in the way.
        let enemy = m.side.other();
        let mut quiet = [0; ROOM / 64];
        quiet[..W].copy_from_slice(&(!(p.derived.occupied[enemy] | p.derived.zone[enemy])).0);
        // One bucket for each number of points left. Points only fall, so the fullest bucket is always final. A hex that is bettered stays
        // in its old bucket, where its arrival gives it away.
        let mut buckets = [Bucket::EMPTY; POINTS];
        buckets[points as usize].insert(bit(from));
        for left in (1..=points).rev() {
            let here = Arrival::going_on(left);
            let leavable = &ground.leavable[left as usize];
            let Bucket { set, mut words } = buckets[left as usize];
            range.found |= hexes(&set);
            while words != 0 {
                let word = words.trailing_zeros() as usize % W;
                words &= words - 1;
                let mut waiting = set[word] & leavable.0[word];
                while waiting != 0 {
                    let at = Hex::at(64 * word + waiting.trailing_zeros() as usize);
                    waiting &= waiting - 1;
                    if best[slot(at)] != here {
                        continue;
                    }
                    for exit in &ground.exits[at.index()] {
                        let to = exit.to;
                        let arrival = here.less(exit.cost);
                        // Already reached with as much as the bare step would leave; or barred or too dear.
                        if best[slot(to)] >= arrival || exit.cost > left {
                            continue;
                        }
                        let (word, bit) = bit(to);
                        if quiet[word] & bit != 0 {
                            best[slot(to)] = arrival;
                            buckets[(left - exit.cost) as usize].insert((word, bit));
                        } else {
                            let Ok(price) = self.step_at(p, m, at, to, exit.cost, left) else { continue };
                            let rest = left - price.cost;
                            let arrival =
                                if price.stop { Arrival::stopped(rest) } else { Arrival::going_on(rest) };
                            if arrival <= best[slot(to)] {
                                continue;
                            }
                            best[slot(to)] = arrival;
                            if price.stop {
                                range.found.insert(to.index());
                            } else {
                                buckets[rest as usize].insert((word, bit));
                            }
                        }
                        range.last[slot(to)] = exit.step;
                        if enough(to) {
                            return range;
                        }
                    }
                }
            }
        }
        range.found |= hexes(&buckets[0].set);
        range.found.remove(from.index());
        range
    }

    /// 16.1c, 16.1-r1: the hexes around a unit that it can go to in the blizzard.
    fn one_hex(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> Range {
        let mut range = Range { start: at, last: [Step::NONE; ROOM], found: Set::EMPTY };
        for (dir, to) in self.book.ground.map.around(at) {
            if self.step(p, m, at, dir, to, left).is_ok() {
                range.last[slot(to)] = Step::new(at, dir);
                range.found.insert(to.index());
            }
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use crate::Aragon;
    use crate::frame::Frame;
    use crate::ids::{HEXES, Unit, UnitSet, W};
    use crate::movement::{Mover, Price};
    use crate::position::Public;
    use frente_board::data::DataSource;
    use frente_board::{Hex, Path, Reach, Step};
    use frente_engine::harness::Walk;
    use frente_engine::{Game, Options};

    /// The plain definition of [`Aragon::range`]: every step is asked about.
    fn plain(game: &Aragon, p: &Public, m: &Mover, at: Hex, left: u8) -> Reach<HEXES, W, 24> {
        Reach::run(&game.book.ground.map, at, left, 0, |at, dir, to, left| {
            match game.step(p, m, at, dir, to, left) {
                Ok(Price { cost, stop: false }) => Step::Pay(cost),
                Ok(Price { cost, stop: true }) => Step::PayAndStop(cost),
                Err(_) => Step::No,
            }
        })
    }

    fn compare(game: &Aragon, p: &Public, m: &Mover, at: Hex, left: u8) {
        let (fast, slow) = (game.range(p, m, at, left), plain(game, p, m, at, left));
        assert_eq!(fast.found(), slow.found());
        for hex in game.book.ground.map.hexes() {
            let path = if fast.reaches(hex) { slow.path(hex) } else { Path::EMPTY };
            assert_eq!(fast.path(hex), path);
        }
        let open = slow.found().iter().any(|h| p.open_to(m.unit, Hex::at(h)));
        assert_eq!(game.can_go(p, m, at, left), open);
        assert_eq!(game.gets_through(p, m, at, left), open);
    }

    /// Plays a random game and looks at every few of its positions.
    fn watch(scenario: &str, seed: u64, mut look: impl FnMut(&Aragon, &Public)) {
        let options = Options::default();
        let game = Aragon::open(&DataSource::Embedded, scenario, &options).unwrap_or_else(|e| panic!("{e}"));
        let (mut walk, mut steps) = (Walk::new(&game, seed), 0);
        while !walk.is_over() {
            walk.step(&mut ());
            if steps % 7 == 0 {
                look(&game, &walk.position.public);
            }
            steps += 1;
        }
    }

    #[test]
    fn the_search_is_as_good_as_asking_about_every_step() {
        for (scenario, seed) in [("belchite", 3), ("teruel", 4), ("alfambra", 5)] {
            watch(scenario, seed, |game, p| {
                for unit in game.book.all_units() {
                    let Some(at) = p.hex(unit) else { continue };
                    let mut m = game.mover(p, unit);
                    let left = 1 + (unit.index() as u8 + p.turn) % m.allowance;
                    compare(game, p, &m, at, m.allowance);
                    compare(game, p, &m, at, left);
                    // There is little cavalry, and a blizzard comes once.
                    m.mobile = !m.mobile;
                    compare(game, p, &m, at, left);
                    m.snow = !m.snow;
                    compare(game, p, &m, at, left);
                }
            });
        }
    }

    #[test]
    fn units_that_may_be_moved_are_those_that_may_be_picked() {
        for (scenario, seed) in [("belchite", 6), ("teruel", 7), ("alfambra", 8)] {
            watch(scenario, seed, |game, p| {
                for mobile in [false, true] {
                    let mut listed = UnitSet::EMPTY;
                    game.movable(p, mobile, |unit| listed.insert(unit.index()));
                    let picked: UnitSet = game
                        .book
                        .all_units()
                        .filter(|u| game.may_pick(p, *u, mobile).is_ok())
                        .map(Unit::index)
                        .collect();
                    assert_eq!(listed, picked, "mobile {mobile}, {:?}", p.stack.top());
                }
                if let Frame::Moving(march) = p.stack.top() {
                    compare(game, p, &game.mover(p, march.unit), march.at, march.left);
                }
            });
        }
    }
}
