//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own search serves any map; this one is cut to a map of 900 hexes and allowances of at most 124 quarter
//! points, because random play spends most of its time here: it clears two small arrays and no more.

use super::step::Mover;
use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::{Hex, HexMap, Path};

const UNSEEN: u16 = u16::MAX;
/// More than the largest allowance in quarter points.
const LEVELS: usize = 128;

/// A place reached.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where.
    pub hex: Hex,
    /// Quarter points left on arrival.
    pub left: u8,
    /// The route.
    pub path: Path,
}

/// All places reached, the start first.
pub struct Ways {
    list: ArrayVec<Way, HEXES>,
    index: [u16; HEXES],
}

impl Ways {
    /// No place.
    pub fn new() -> Ways {
        Ways { list: ArrayVec::new(), index: [UNSEEN; HEXES] }
    }

    /// Explores from a hex with quarter points. Of two equally cheap routes the one found first stands; the order of the
    /// search depends on nothing but the map and the costs. Filled in place, because a copy would cost more than the search.
    pub fn explore(&mut self, map: &HexMap<15>, mover: &Mover<'_>, from: Hex, points: u8) {
        // Buckets by points left, as linked lists of places; points only fall, so the fullest bucket is always final.
        let mut heads = [UNSEEN; LEVELS];
        let mut nodes: ArrayVec<(u16, u16), 4096> = ArrayVec::new();
        self.index[from.index()] = 0;
        self.list.push(Way { hex: from, left: points, path: Path::EMPTY });
        nodes.push((0, UNSEEN));
        heads[usize::from(points)] = 0;
        for left in (0..=points).rev() {
            loop {
                let head = heads[usize::from(left)];
                if head == UNSEEN {
                    break;
                }
                let (place, next) = nodes[usize::from(head)];
                heads[usize::from(left)] = next;
                let way = self.list[usize::from(place)];
                // A place bettered since it was queued has been taken from its better bucket already.
                if way.left != left || way.path.is_full() {
                    continue;
                }
                for (dir, to) in map.around(way.hex) {
                    // What cannot be paid, or cannot better what is known, need not be asked for.
                    let Some(most) = left.checked_sub(mover.least(way.hex, dir)) else { continue };
                    let known = self.index[to.index()];
                    if known != UNSEEN && self.list[usize::from(known)].left >= most {
                        continue;
                    }
                    let Ok((cost, stop)) = mover.step(way.hex, dir, to) else { continue };
                    let Some(rest) = left.checked_sub(cost) else { continue };
                    let reached = Way { hex: to, left: rest, path: way.path.then(dir) };
                    let place = if known == UNSEEN {
                        let place = self.list.len() as u16;
                        self.index[to.index()] = place;
                        self.list.push(reached);
                        place
                    } else if self.list[usize::from(known)].left < rest {
                        self.list[usize::from(known)] = reached;
                        known
                    } else {
                        continue;
                    };
                    // A place from which nothing can be paid for leads nowhere.
                    if !stop && rest >= mover.least_from(to) {
                        let node = nodes.len() as u16;
                        nodes.push((place, heads[usize::from(rest)]));
                        heads[usize::from(rest)] = node;
                    }
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
    #[inline]
    pub fn to(&self, hex: Hex) -> Option<&Way> {
        let i = self.index[hex.index()];
        (i != UNSEEN && i != 0).then(|| &self.list[usize::from(i)])
    }
}
