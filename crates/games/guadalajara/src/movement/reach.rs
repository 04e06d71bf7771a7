//! Where a counter can go with the points it has, each place by its cheapest route.
//!
//! The board's own searches serve other orders of places; this one is cut to this game's, because random play spends most of its
//! time here: all six steps from a place are weighed at once, and only those that better what is known are asked about the enemy.

use super::step::Mover;
use crate::ids::HEXES;
use arrayvec::ArrayVec;
use frente_board::lanes::Spent;
use frente_board::path::Trail;
use frente_board::{Hex, HexMap, LongPath};

/// No place.
const NONE: u16 = u16::MAX;
/// A power of two above the most that a search can spend.
const LISTS: usize = 64;
const _: () = assert!((Spent::MOST as usize) < LISTS);
/// Lists of places, one for each number of points spent.
type Heads = [u16; LISTS];

/// A place reached.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    trail: Trail,
    /// Where.
    pub hex: Hex,
    /// The place after it in its list.
    next: u16,
    /// What is spent on arrival, in the units of the search.
    spent: u8,
}

impl Way {
    /// What is spent on arrival, in the units of the search.
    #[inline]
    pub(super) fn spent(&self) -> u8 {
        self.spent
    }

    /// The route.
    #[inline]
    pub fn path(&self) -> LongPath {
        self.trail.path()
    }
}

/// All places reached, the start first.
pub struct Ways {
    list: ArrayVec<Way, HEXES>,
    spent: Spent,
    /// Quarter points at the start, and the unit of the search.
    points: (u8, u8),
}

impl Ways {
    /// No place yet, for a counter with quarter points. Made and then filled in place, because a copy would cost more than the search.
    #[inline(always)]
    pub fn of(mover: &Mover<'_>, points: u8) -> Ways {
        let grain = mover.grain();
        Ways { list: ArrayVec::new_const(), spent: Spent::within(points / grain), points: (points, grain) }
    }

    /// Explores from a hex. Of two equally cheap routes the one found first stands; the order of the search depends on nothing but
    /// the map and the costs.
    pub fn explore(&mut self, mover: &Mover<'_>, from: Hex) {
        self.search(mover, from, |_, _| true, |_, _, _| {});
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
        (goal, rest): (Hex, u8),
    ) {
        let (points, grain) = self.points;
        let worth = |hex, spent: u8| {
            let left = points - grain * spent;
            u16::from(left) >= u16::from(rest) + mover.least_to(hex, map.distance(hex, goal))
        };
        self.search(mover, from, worth, |_, _, _| {});
    }

    /// Explores, and tells of each find: where, with how many quarter points spent, and with how many it was reached before.
    pub(super) fn explore_noting(
        &mut self,
        mover: &Mover<'_>,
        from: Hex,
        mut note: impl FnMut(Hex, u8, Option<u8>),
    ) {
        let (_, grain) = self.points;
        self.search(
            mover,
            from,
            |_, _| true,
            |to, spent, before| {
                note(to, spent * grain, before.map(|b| b * grain));
            },
        );
    }

    /// Explores, through places that are worth it with what is spent in them.
    #[inline(always)]
    fn search(
        &mut self,
        mover: &Mover<'_>,
        from: Hex,
        worth: impl Fn(Hex, u8) -> bool,
        mut note: impl FnMut(Hex, u8, Option<u8>),
    ) {
        // Places to go on from, in lists by points spent, the last one found first. What is spent only grows, so the list of
        // the least is always final.
        let mut heads: Heads = [NONE; LISTS];
        let limit = self.spent.limit();
        let (wary, lanes) = (mover.wary(), mover.lanes());
        self.spent.set(from, 0);
        self.list.push(Way { hex: from, next: NONE, trail: Trail::EMPTY, spent: 0 });
        if mover.is_pinned(from) {
            self.step_out(mover, from, &mut heads, &worth);
        } else {
            heads[0] = 0;
        }
        for spent in 0..=limit {
            loop {
                let place = heads[usize::from(spent) % LISTS];
                let Some(&Way { hex: at, next, trail, .. }) = self.list.get(usize::from(place)) else {
                    break;
                };
                heads[usize::from(spent) % LISTS] = next;
                let stem = trail.stem();
                for arrival in self.spent.better(lanes, at, spent) {
                    let to = arrival.to;
                    let mut stop = false;
                    if wary.has(to.index()) {
                        if !mover.stops(to) {
                            continue;
                        }
                        stop = true;
                    }
                    if !worth(to, arrival.spent) {
                        continue;
                    }
                    let known = self.spent.on(to);
                    note(to, arrival.spent, (known <= limit).then_some(known));
                    self.spent.set(to, arrival.spent);
                    // A place from which nothing can be paid for leads nowhere.
                    let leads_on = !stop && arrival.spent + lanes.cheapest(to) <= limit;
                    let trail = stem.then(arrival.dir);
                    if known > limit {
                        self.find(to, trail, arrival.spent, leads_on, &mut heads);
                    } else {
                        self.better(to, known, (trail, arrival.spent), leads_on, &mut heads);
                    }
                }
            }
        }
    }

    /// The steps of a counter that pays for leaving a zone (8f), one by one.
    #[inline(never)]
    fn step_out(
        &mut self,
        mover: &Mover<'_>,
        from: Hex,
        heads: &mut Heads,
        worth: &impl Fn(Hex, u8) -> bool,
    ) {
        let (limit, grain) = (self.spent.limit(), mover.grain());
        for (dir, to, cost, stop) in mover.steps(from) {
            let spent = cost / grain;
            if spent <= limit && worth(to, spent) {
                self.spent.set(to, spent);
                let leads_on = !stop && spent + mover.lanes().cheapest(to) <= limit;
                self.find(to, Trail::EMPTY.stem().then(dir), spent, leads_on, heads);
            }
        }
    }

    /// Notes a place, and as one to go on from if it leads on.
    #[inline(always)]
    fn find(&mut self, hex: Hex, trail: Trail, spent: u8, leads_on: bool, heads: &mut Heads) {
        let place = self.list.len() as u16;
        let next =
            if leads_on { std::mem::replace(&mut heads[usize::from(spent) % LISTS], place) } else { NONE };
        self.list.push(Way { trail, hex, next, spent });
    }

    /// Puts a better way in the place of one that is known with so much spent.
    #[inline(never)]
    fn better(
        &mut self,
        hex: Hex,
        known: u8,
        (trail, spent): (Trail, u8),
        leads_on: bool,
        heads: &mut Heads,
    ) {
        let place = self.take_out(hex, &mut heads[usize::from(known) % LISTS]);
        let head = &mut heads[usize::from(spent) % LISTS];
        let next = if leads_on { std::mem::replace(head, place as u16) } else { NONE };
        self.list[place] = Way { trail, hex, next, spent };
    }

    /// The place of a hex, which is taken out of its list if it is in one. Few places are bettered, so that looking for them costs less than
    /// keeping their numbers.
    fn take_out(&mut self, hex: Hex, head: &mut u16) -> usize {
        let mut before = NONE;
        let mut place = *head;
        while let Some(&Way { hex: here, next, .. }) = self.list.get(usize::from(place)) {
            if here == hex {
                match self.list.get_mut(usize::from(before)) {
                    Some(way) => way.next = next,
                    None => *head = next,
                }
                return place.into();
            }
            (before, place) = (place, next);
        }
        self.list.iter().rposition(|w| w.hex == hex).unwrap_or(0)
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

    /// Quarter points left on arrival.
    #[inline]
    pub fn left(&self, way: &Way) -> u8 {
        self.points.0 - way.spent * self.points.1
    }

    /// The directions of steps from the start for which there is a cheaper way round, one bit each; of a counter that is not pinned.
    #[inline]
    pub(super) fn dearer_steps(&self, mover: &Mover<'_>) -> u8 {
        self.spent.dearer(mover.lanes(), self.list[0].hex)
    }

    /// What is spent everywhere.
    pub(super) fn into_spent(self) -> Spent {
        self.spent
    }

    /// What a way to a place costs, if there is one.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        let spent = self.spent.on(hex);
        (spent <= self.spent.limit()).then(|| spent * self.points.1)
    }
}
