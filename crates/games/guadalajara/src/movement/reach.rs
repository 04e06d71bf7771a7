//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own search serves any map; this one is cut to a map of 900 hexes and allowances of at most 124 quarter
//! points, because random play spends most of its time here: it clears two small arrays and no more, turns back to no hex
//! that was nearer before, and asks the enemy's whereabouts once for both his units and his zones.

use super::step::Mover;
use crate::book::ground::Steps;
use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, HexMap, LongPath};

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
    /// Which of the steps on from here are worth trying: a place in [`Steps::onward`].
    onward: u8,
    /// The route.
    pub path: LongPath,
}

impl Way {
    /// The start of all ways.
    fn start(hex: Hex, left: u8) -> Way {
        Way { hex, next: NONE, left, onward: Steps::START, path: LongPath::EMPTY }
    }
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
        self.search(mover, from, points, |_, _| true, |_, _, _, _| {});
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
        let worth =
            |hex, left| u16::from(left) >= u16::from(rest) + mover.least_to(hex, map.distance(hex, goal));
        self.search(mover, from, points, worth, |_, _, _, _| {});
    }

    /// Explores, and tells of each find: from where, where, with how many quarter points left, and with how many it was reached before.
    pub(super) fn explore_noting(
        &mut self,
        mover: &Mover<'_>,
        from: Hex,
        points: u8,
        note: impl FnMut(Hex, Hex, u8, Option<u8>),
    ) {
        self.search(mover, from, points, |_, _| true, note);
    }

    /// Explores, through places that are worth it with what is left in them.
    #[inline]
    fn search(
        &mut self,
        mover: &Mover<'_>,
        from: Hex,
        points: u8,
        worth: impl Fn(Hex, u8) -> bool,
        mut note: impl FnMut(Hex, Hex, u8, Option<u8>),
    ) {
        // Places to go on from, in lists by points left, the last one found first. Points only fall, so the fullest list is
        // always final.
        let mut heads: Heads = [NONE; 256];
        let mut left = points;
        let wary = mover.wary();
        self.best[from.index()] = points + 1;
        self.list.push(Way::start(from, left));
        heads[usize::from(points)] = 0;
        loop {
            let place = heads[usize::from(left)];
            if place == NONE {
                let Some(less) = left.checked_sub(1) else { return };
                left = less;
                continue;
            }
            let Way { hex: at, next, onward, .. } = self.list[usize::from(place)];
            heads[usize::from(left)] = next;
            let bound = mover.is_bound(at);
            let steps = mover.steps(at);
            let mut dirs = steps.onward[usize::from(onward)];
            while dirs != 0 {
                let dir = Dir::new(dirs.trailing_zeros() as u8);
                dirs &= dirs - 1;
                // What cannot be paid, or cannot better what is known, need not be asked for.
                let exit = steps.exits[dir.index()];
                let Some(mut rest) = left.checked_sub(exit.cost) else { continue };
                let to = exit.to;
                let known = self.best[to.index()];
                if known > rest {
                    continue;
                }
                let mut stop = false;
                if bound || wary.has(to.index()) {
                    (rest, stop) = match mover.arrival(at, dir, to, left) {
                        Some(arrival) if arrival.0 >= known => arrival,
                        _ => continue,
                    };
                }
                if !worth(to, rest) {
                    continue;
                }
                note(at, to, rest, known.checked_sub(1));
                self.best[to.index()] = rest + 1;
                // A place from which nothing can be paid for leads nowhere.
                let leads_on = !stop && rest >= mover.least_from(to);
                let next = if leads_on { heads[usize::from(rest)] } else { NONE };
                // Where more than the price was asked, a way round may be cheaper than it seems: then every step is worth trying.
                let onward = if bound { Steps::START } else { dir.index() as u8 };
                let reached = if known == 0 {
                    let path = self.list[usize::from(place)].path;
                    self.list.push(Way { hex: to, next, left: rest, onward, path });
                    self.list.len() - 1
                } else {
                    let path = self.list[usize::from(place)].path;
                    self.better(Way { hex: to, next, left: rest, onward, path }, &mut heads)
                };
                self.list[reached].path.push(dir);
                if leads_on {
                    heads[usize::from(rest)] = reached as u16;
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
