//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own search serves any map; this one is cut to a map of 900 hexes and allowances of at most 124 quarter
//! points, because random play spends most of its time here: it clears two small arrays and no more.

use super::step::Mover;
use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, HexMap, Path};

/// No place.
const NONE: u16 = u16::MAX;
/// Lists of places, one for each number of quarter points.
type Heads = [u16; 256];

/// A place reached.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where.
    pub hex: Hex,
    /// The place after it in its list.
    next: u16,
    /// Quarter points left on arrival.
    pub left: u8,
    /// The route.
    pub path: Path,
}

/// All places reached, the start first.
pub struct Ways {
    list: ArrayVec<Way, HEXES>,
    /// Quarter points left in each hex reached, plus one; 0 elsewhere.
    best: [u8; HEXES],
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
        // Places to go on from, in lists by points left, the last one found first. Points only fall, so the fullest list is
        // always final.
        let mut heads: Heads = [NONE; 256];
        let mut left = points;
        self.best[from.index()] = points + 1;
        self.list.push(Way { hex: from, next: NONE, left, path: Path::EMPTY });
        heads[usize::from(points)] = 0;
        loop {
            let place = heads[usize::from(left)];
            if place == NONE {
                let Some(less) = left.checked_sub(1) else { return };
                left = less;
                continue;
            }
            let way = self.list[usize::from(place)];
            heads[usize::from(left)] = way.next;
            if way.path.is_full() {
                continue;
            }
            for (dir, exit) in mover.exits(way.hex).iter().enumerate() {
                // What cannot be paid, or cannot better what is known, need not be asked for.
                let Some(most) = left.checked_sub(exit.cost) else { continue };
                let to = exit.to;
                let known = self.best[to.index()];
                if known > most {
                    continue;
                }
                let Ok((cost, stop)) = mover.judge(way.hex, to, exit.cost) else { continue };
                let Some(rest) = left.checked_sub(cost) else { continue };
                if known > rest || !worth(to, rest) {
                    continue;
                }
                // A place from which nothing can be paid for leads nowhere.
                let leads_on = !stop && rest >= mover.least_from(to);
                let next = if leads_on { heads[usize::from(rest)] } else { NONE };
                let path = way.path.then(Dir::new(dir as u8));
                let reached = Way { hex: to, next, left: rest, path };
                self.best[to.index()] = rest + 1;
                let place = if known == 0 {
                    self.list.push(reached);
                    self.list.len() - 1
                } else {
                    self.better(reached, &mut heads)
                };
                if leads_on {
                    heads[usize::from(rest)] = place as u16;
                }
            }
        }
    }

    /// Puts a better way in the place of one that is known, and takes that one out of its list. Few places are bettered, and
    /// those were found lately, so that looking for them costs less than keeping their numbers.
    #[inline(never)]
    fn better(&mut self, reached: Way, heads: &mut Heads) -> usize {
        let place = self.list.iter().rposition(|w| w.hex == reached.hex).unwrap_or(0);
        let old = self.list[place];
        let head = &mut heads[usize::from(old.left)];
        if usize::from(*head) == place {
            *head = old.next;
        } else {
            let mut at = *head;
            while at != NONE {
                let next = &mut self.list[usize::from(at)].next;
                at = *next;
                if usize::from(at) == place {
                    *next = old.next;
                    break;
                }
            }
        }
        self.list[place] = reached;
        place
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
