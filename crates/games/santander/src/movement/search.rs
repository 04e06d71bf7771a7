//! 8.1: the cheapest routes of a unit, found for the list of moves over steps priced beforehand.
//!
//! It finds what [`Santander::reach`] finds by asking about every step, and the same routes: of equally cheap ones the route from the
//! place with most points left stands, then the one from the smallest hex.

use super::Mover;
use crate::Set;
use crate::book::{HEXES, POINTS};
use crate::game::Santander;
use crate::position::Public;
use arrayvec::ArrayVec;
use frente_board::Path;

/// One bit for each number of half points left.
type Levels = u32;
const _: () = assert!(POINTS <= Levels::BITS as usize);

/// Where a unit can go, each by its cheapest route.
pub(super) struct Ways {
    found: Set,
    /// Where in the list a hex has its route.
    place: [u16; HEXES],
    routes: ArrayVec<Path, HEXES>,
}

impl Ways {
    /// Nowhere yet.
    #[inline]
    pub(super) fn new() -> Self {
        Ways { found: Set::EMPTY, place: [0; HEXES], routes: ArrayVec::new_const() }
    }

    /// Every hex it can go to, without its start.
    #[inline]
    pub(super) fn found(&self) -> Set {
        self.found
    }

    /// The route to a hex that was found.
    #[inline]
    pub(super) fn route(&self, hex: usize) -> Path {
        self.routes[usize::from(self.place[hex])]
    }

    #[inline]
    fn note(&mut self, hex: usize, route: Path) {
        if self.found.has(hex) {
            self.routes[usize::from(self.place[hex])] = route;
        } else {
            self.found.insert(hex);
            self.place[hex] = self.routes.len() as u16;
            self.routes.push(route);
        }
    }
}

impl Santander {
    /// 7.2a, 7.2b, 8.1b, 8.1c, 8.2a, 8.2b, 11.3b: everywhere the unit can go, whether or not it may end there.
    pub(super) fn find_ways(&self, p: &Public, m: &Mover, ways: &mut Ways) {
        let exits = &self.book.exits[usize::from(m.motorized)][usize::from(p.rain)];
        // One more than the half points left on arrival; 0 where it has not been.
        let mut best = [0_u8; HEXES];
        let mut waiting = [Set::EMPTY; POINTS];
        let mut levels: Levels = 1 << m.left;
        best[m.at.index()] = m.left + 1;
        ways.note(m.at.index(), Path::EMPTY);
        waiting[m.left as usize].insert(m.at.index());
        // 7.2b: its first step leads out of an enemy zone.
        let mut toll = if m.held_fast { self.book.tables.leave_zone } else { 0 };
        while levels != 0 {
            let left = levels.ilog2() as u8;
            levels &= !(1 << left);
            for at in std::mem::take(&mut waiting[left as usize]) {
                let route = ways.route(at);
                // A hex that was bettered still waits where it was.
                if best[at] != left + 1 || route.is_full() {
                    continue;
                }
                for exit in &exits[at] {
                    let to = exit.to.index();
                    let Some(mut rest) = left.checked_sub(exit.free + toll) else { continue };
                    if rest < best[to] || m.shut.has(to) {
                        continue;
                    }
                    let stop = m.zone.has(to);
                    if stop {
                        // 8.2b: no road movement into an enemy zone; 7.2a: there the move ends.
                        let Some(less) = left.checked_sub(exit.watched + toll) else { continue };
                        if less < best[to] {
                            continue;
                        }
                        rest = less;
                    } else {
                        waiting[rest as usize].insert(to);
                        levels |= 1 << rest;
                    }
                    best[to] = rest + 1;
                    ways.note(to, route.then(exit.dir));
                }
            }
            toll = 0;
        }
        ways.found.remove(m.at.index());
    }
}
