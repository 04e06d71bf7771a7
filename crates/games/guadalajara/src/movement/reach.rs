//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own search serves any map; this one is cut to a map of 900 hexes and allowances of at most 124 quarter
//! points, because random play spends most of its time here: it clears two small arrays and no more.

use super::step::Mover;
use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, HexMap, Path};

const NONE: u16 = u16::MAX;
/// More than the largest allowance in quarter points; as many as a word has bits.
const LEVELS: usize = 128;

/// A place reached.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where.
    pub hex: Hex,
    /// Quarter points left on arrival.
    pub left: u8,
    /// Must the move end there?
    pub stop: bool,
    /// The route.
    pub path: Path,
}

/// All places reached, the start first.
pub struct Ways {
    list: ArrayVec<Way, HEXES>,
    /// Quarter points left in each hex reached, plus one; 0 elsewhere.
    best: [u8; HEXES],
}

/// Places to go on from, by points left: linked lists, the last one found first. Points only fall, so the fullest list is
/// always final.
struct Queue {
    heads: [u16; LEVELS],
    nodes: ArrayVec<(u16, u16), 4096>,
    /// Which lists are not empty.
    full: u128,
}

impl Queue {
    #[inline]
    fn push(&mut self, left: u8, place: u16) {
        let node = self.nodes.len() as u16;
        let head = &mut self.heads[usize::from(left)];
        self.nodes.push((place, *head));
        *head = node;
        self.full |= 1 << left;
    }

    /// The place with most points left, and how many.
    #[inline]
    fn pop(&mut self) -> Option<(u8, u16)> {
        let left = self.full.checked_ilog2()? as u8;
        let head = &mut self.heads[usize::from(left)];
        let (place, next) = self.nodes[usize::from(*head)];
        *head = next;
        if next == NONE {
            self.full &= !(1 << left);
        }
        Some((left, place))
    }
}

impl Ways {
    /// No place.
    pub fn new() -> Ways {
        Ways { list: ArrayVec::new(), best: [0; HEXES] }
    }

    /// Explores from a hex with quarter points. Of two equally cheap routes the one found first stands; the order of the
    /// search depends on nothing but the map and the costs. Filled in place, because a copy would cost more than the search.
    pub fn explore(&mut self, mover: &Mover<'_>, from: Hex, points: u8) {
        self.search(mover, from, points, |_, _| true);
    }

    /// The same for one place alone, which is to be reached with at least `rest` quarter points: [`Ways::to`] answers for
    /// `goal` as if everything had been explored, or not at all if it is reached with less. Places too far from the goal
    /// for what is left in them are passed over. That changes no route that counts: whatever reaches a place in time
    /// comes from places in time, so these are found in the same order as ever.
    pub fn explore_towards(
        &mut self,
        map: &HexMap<15>,
        mover: &Mover<'_>,
        from: Hex,
        points: u8,
        (goal, rest): (Hex, u8),
    ) {
        self.search(mover, from, points, |hex, left| {
            u16::from(left) >= u16::from(rest) + mover.least_to(hex, map.distance(hex, goal))
        });
    }

    /// Explores, through places that are worth it with what is left in them.
    #[inline]
    fn search(&mut self, mover: &Mover<'_>, from: Hex, points: u8, worth: impl Fn(Hex, u8) -> bool) {
        assert!(usize::from(points) < LEVELS, "an allowance is less than {LEVELS} quarter points");
        let mut queue = Queue { heads: [NONE; LEVELS], nodes: ArrayVec::new(), full: 0 };
        self.best[from.index()] = points + 1;
        self.list.push(Way { hex: from, left: points, stop: false, path: Path::EMPTY });
        queue.push(points, 0);
        while let Some((left, place)) = queue.pop() {
            let way = self.list[usize::from(place)];
            // A place bettered since it was queued has been taken from its better list already.
            if way.left != left || way.path.is_full() {
                continue;
            }
            for (dir, exit) in mover.exits(way.hex).iter().enumerate() {
                // What cannot be paid, or cannot better what is known, need not be asked for.
                let Some(most) = left.checked_sub(exit.cost) else { continue };
                let (dir, to) = (Dir::new(dir as u8), exit.to);
                let known = self.best[to.index()];
                if known > most {
                    continue;
                }
                let Ok((cost, stop)) = mover.step(way.hex, dir, to) else { continue };
                let Some(rest) = left.checked_sub(cost) else { continue };
                if known > rest || !worth(to, rest) {
                    continue;
                }
                let reached = Way { hex: to, left: rest, stop, path: way.path.then(dir) };
                self.best[to.index()] = rest + 1;
                let place = if known == 0 {
                    self.list.push(reached);
                    self.list.len() - 1
                } else {
                    // Few places are bettered, so that looking for them costs less than keeping their numbers.
                    let place = self.list.iter().position(|w| w.hex == to).unwrap_or(0);
                    self.list[place] = reached;
                    place
                };
                // A place from which nothing can be paid for leads nowhere.
                if !stop && rest >= mover.least_from(to) {
                    queue.push(rest, place as u16);
                }
            }
        }
    }

    /// Every place but the start.
    #[inline]
    pub fn found(&self) -> &[Way] {
        &self.list[1..]
    }

    /// How a place is reached.
    pub fn to(&self, hex: Hex) -> Option<&Way> {
        self.found().iter().find(|w| w.hex == hex)
    }

    /// Quarter points left in a place reached, or the start.
    #[inline]
    pub fn left(&self, hex: Hex) -> Option<u8> {
        self.best[hex.index()].checked_sub(1)
    }
}
