//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own search serves any map; this one is cut to a map of 900 hexes and allowances of at most 124 quarter
//! points, because random play spends most of its time here: it clears two small arrays and no more.

use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, HexMap, Path};

const UNSEEN: u16 = u16::MAX;
/// More than the largest allowance in quarter points.
const LEVELS: usize = 128;

/// What a step costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It may not be taken.
    No,
    /// Quarter points, and does the move end there?
    Pay(u8, bool),
}

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
    index: [u16; HEXES],
}

impl Ways {
    /// Explores from a hex with quarter points. Of two equally cheap routes the one found first stands; the order of the
    /// search depends on nothing but the map and the costs.
    pub fn run(map: &HexMap<15>, from: Hex, points: u8, mut step: impl FnMut(Hex, Dir, Hex) -> Step) -> Ways {
        let mut ways = Ways { list: ArrayVec::new(), index: [UNSEEN; HEXES] };
        // Buckets by points left, as linked lists of places; points only fall, so the fullest bucket is always final.
        let mut heads = [UNSEEN; LEVELS];
        let mut nodes: ArrayVec<(u16, u16), 4096> = ArrayVec::new();
        ways.index[from.index()] = 0;
        ways.list.push(Way { hex: from, left: points, stop: false, path: Path::EMPTY });
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
                let way = ways.list[usize::from(place)];
                // A place bettered since it was queued has been taken from its better bucket already.
                if way.left != left || way.path.is_full() {
                    continue;
                }
                for (dir, to) in map.around(way.hex) {
                    let known = ways.index[to.index()];
                    if known != UNSEEN && ways.list[usize::from(known)].left >= left {
                        continue;
                    }
                    let Step::Pay(cost, stop) = step(way.hex, dir, to) else { continue };
                    let Some(rest) = left.checked_sub(cost) else { continue };
                    let place = if known == UNSEEN {
                        ways.index[to.index()] = ways.list.len() as u16;
                        ways.list.push(Way { hex: to, left: rest, stop, path: way.path.then(dir) });
                        ways.list.len() as u16 - 1
                    } else {
                        let old = &mut ways.list[usize::from(known)];
                        if old.left >= rest {
                            continue;
                        }
                        *old = Way { hex: to, left: rest, stop, path: way.path.then(dir) };
                        known
                    };
                    if !stop {
                        let node = nodes.len() as u16;
                        nodes.push((place, heads[usize::from(rest)]));
                        heads[usize::from(rest)] = node;
                    }
                }
            }
        }
        ways
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
