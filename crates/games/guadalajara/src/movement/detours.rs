//! The ways round an enemy who bars some of the [tours](super::tours).
//!
//! A place keeps what the tours say of it unless one of its cheapest ways goes on from a hex of which the mover is wary: as long as all of
//! them stand, nothing else becomes as cheap, and which of them is found first depends on places that keep theirs too. So only the
//! others, which are cut off, are looked for anew, from the places around them.

use super::step::Mover;
use super::tours::{Last, Open};
use crate::book::ground::Ground;
use crate::ids::{HEXES, Set};
use arrayvec::ArrayVec;
use frente_board::lanes::Spent;
use frente_board::{Dir, Hex, HexMap, LongPath};
use std::cmp::Ordering;

/// What is known of the map when the enemy bars some tours.
pub(super) struct Detours<'a> {
    /// What is spent on arrival.
    pub spent: Spent,
    /// Places that a tour leads to but for the enemy, whether there is a way round to them or not.
    pub cut: Set,
    open: &'a Open<'a>,
    map: &'a HexMap<15>,
    /// How each hex is reached, if it is: by a tour, whose numbers rise in the order of the finds; or, beyond all these, by a way round.
    last: [Last; HEXES],
    round: ArrayVec<LongPath, HEXES>,
}

/// Places to go on from, in lists by points spent.
struct Agenda {
    heads: [u16; Self::LISTS],
    entries: ArrayVec<(Hex, u16), { 6 * HEXES }>,
}

impl Agenda {
    /// A power of two above the most that a search can spend.
    const LISTS: usize = 64;
    const NONE: u16 = u16::MAX;
    const _FITS: () = assert!((Spent::MOST as usize) < Self::LISTS);

    #[inline]
    fn add(&mut self, hex: Hex, spent: u8) {
        let entry = self.entries.len() as u16;
        let next = std::mem::replace(&mut self.heads[usize::from(spent) % Self::LISTS], entry);
        self.entries.push((hex, next));
    }
}

impl<'a> Detours<'a> {
    /// What the tours know, for a counter with so many quarter points. Made and then changed in place, because a copy would cost as much
    /// as the search.
    #[inline(always)]
    pub fn of(open: &'a Open<'a>, ground: &'a Ground, m: &Mover<'_>, points: u8) -> Self {
        Detours {
            spent: open.known.spent.limited(points / m.grain()),
            cut: Set::EMPTY,
            open,
            map: &ground.map,
            last: open.known.last,
            round: ArrayVec::new_const(),
        }
    }

    /// Finds the ways of a counter in a hex that no tour takes past the hexes of which it is wary.
    #[inline(never)]
    pub fn find(&mut self, ground: &Ground, m: &Mover<'_>, from: Hex, wary: &Set) {
        // The start is no find; its route has no step.
        self.last[from.index()] = Last::new(self.open.routes.len(), Dir::new(0));
        self.round.push(LongPath::EMPTY);
        self.cut_off(m, wary);
        if self.cut.is_empty() {
            return;
        }
        // Whoever could go on to a place that is cut off, and is not, stands next to it.
        let words = self.open.known.around(self.spent.limit()).words();
        let rim = ground.open.grow_within(&self.cut, words) - self.cut - *wary;
        self.go_round(m, wary, rim);
    }

    /// Forgets all places to which one of the cheapest ways leads through one of which the mover is wary.
    fn cut_off(&mut self, m: &Mover<'_>, wary: &Set) {
        let limit = self.spent.limit();
        let mut behind: ArrayVec<(Hex, u8), { 2 * HEXES }> = ArrayVec::new();
        behind.extend(self.open.known.barred(m.lanes(), wary, limit));
        while let Some((at, spent)) = behind.pop() {
            for arrival in self.spent.no_dearer(m.lanes(), at, spent).filter(|a| a.spent <= limit) {
                // Nothing is as cheap as nothing, so that nobody comes here twice.
                self.spent.set(arrival.to, 0);
                self.cut.insert(arrival.to.index());
                behind.push((arrival.to, arrival.spent));
            }
        }
        for hex in self.cut.iter().map(Hex::at) {
            self.spent.forget(hex);
        }
    }

    /// Searches on from the rim of what is cut off. The order within a list does not matter, as long as of two equally cheap routes the one
    /// stands that the whole search would have found first.
    fn go_round(&mut self, m: &Mover<'_>, wary: &Set, rim: Set) {
        let (limit, lanes) = (self.spent.limit(), m.lanes());
        let mut agenda = Agenda { heads: [Agenda::NONE; Agenda::LISTS], entries: ArrayVec::new_const() };
        for hex in rim.iter().map(Hex::at) {
            let spent = self.spent.on(hex);
            if spent <= limit {
                agenda.add(hex, spent);
            }
        }
        for spent in 0..=limit {
            let mut next = agenda.heads[usize::from(spent) % Agenda::LISTS];
            while let Some(&(at, after)) = agenda.entries.get(usize::from(next)) {
                next = after;
                // Who was found more cheaply since is in another list too.
                if self.spent.on(at) != spent {
                    continue;
                }
                for arrival in self.spent.no_dearer(lanes, at, spent) {
                    let to = arrival.to;
                    // What is not cut off has its route.
                    if arrival.spent > limit || !self.cut.has(to.index()) {
                        continue;
                    }
                    let barred = wary.has(to.index());
                    if barred && !m.stops(to) {
                        continue;
                    }
                    if self.spent.on(to) == arrival.spent {
                        // The first of the cheapest routes stands.
                        let (from, _) = self.step_to(to);
                        if self.spent.on(from) == spent && self.order(at, from).is_lt() {
                            self.note(to, at, arrival.dir);
                        }
                        continue;
                    }
                    self.spent.set(to, arrival.spent);
                    self.note(to, at, arrival.dir);
                    if !barred && arrival.spent + lanes.cheapest(to) <= limit {
                        agenda.add(to, arrival.spent);
                    }
                }
            }
        }
    }

    /// From which of two places that cost the same does the search go on first? From the one found last; and finds come in the order of
    /// the places they are made from, and of their directions.
    fn order(&self, a: Hex, b: Hex) -> Ordering {
        let (tour_a, tour_b) = (self.last[a.index()].number(), self.last[b.index()].number());
        if tour_a.max(tour_b) < self.open.routes.len() {
            return tour_b.cmp(&tour_a);
        }
        let ((from_a, dir_a), (from_b, dir_b)) = (self.step_to(a), self.step_to(b));
        let found = if from_a == from_b {
            dir_a.index().cmp(&dir_b.index())
        } else {
            let spent = self.spent.on(from_a).cmp(&self.spent.on(from_b));
            spent.then_with(|| self.order(from_a, from_b))
        };
        found.reverse()
    }

    /// The last step to a place.
    #[inline]
    fn step_to(&self, hex: Hex) -> (Hex, Dir) {
        let dir = self.last[hex.index()].dir();
        (self.map.neighbour(hex, dir.opposite()), dir)
    }

    /// The route to a place that is reached.
    #[inline]
    pub fn route_to(&self, hex: Hex) -> LongPath {
        let (number, tours) = (self.last[hex.index()].number(), self.open.routes);
        if number < tours.len() { tours[number] } else { self.round[number - tours.len()] }
    }

    /// Notes a way round: a step from a place that is reached.
    #[inline]
    fn note(&mut self, hex: Hex, from: Hex, dir: Dir) {
        let (tours, route) = (self.open.routes.len(), self.route_to(from).then(dir));
        let number = self.last[hex.index()].number();
        if let Some(known) = number.checked_sub(tours) {
            self.round[known] = route;
            self.last[hex.index()] = Last::new(number, dir);
        } else {
            self.last[hex.index()] = Last::new(tours + self.round.len(), dir);
            self.round.push(route);
        }
    }
}
