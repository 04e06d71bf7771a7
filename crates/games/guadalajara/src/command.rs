//! 15. Command: from the unit to its leader and up the chain.

use crate::book::Book;
use crate::ids::{Echelon, MOST_LEADERS, Set, UNITS, Unit};
use crate::position::Position;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::Side;
use std::ops::Range;

/// Where a leader stands in his chain at a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Taken out of the chain: eliminated (12-r1), not yet due, or kept off by blocked entry (15-r1).
    Skipped,
    /// In the chain, and his own line upwards is whole.
    Whole,
    /// In the chain, but cut off, held back or gone from the map.
    Broken,
}

impl Book {
    /// 12-r1, 15-r1, 15-r7: is the leader taken out of his chain? One who left of his own will is not.
    fn skipped(&self, p: &Position, leader: Unit) -> bool {
        if p.dead.has(leader.index()) || p.driven.has(leader.index()) {
            return true;
        }
        // He enters after the check of his due day, so he is skipped on that day still.
        let awaited = !p.hex(leader).is_some() && self.due(leader).is_some_and(|day| day >= p.day);
        let barred = !p.hex(leader).is_some() && p.barred.has(leader.index());
        (awaited || barred) && !p.gone.has(leader.index()) && !self.switches.strict_chain
    }

    /// The next leader up the chain who is not skipped.
    fn superior(&self, p: &Position, of: Unit) -> Option<Unit> {
        let mut leader = self.counter(of).leader;
        while let Some(l) = leader {
            if !self.skipped(p, l) {
                return Some(l);
            }
            leader = self.counter(l).leader;
        }
        None
    }

    /// Hexes from which a line of command reaches the hex of a leader (15a, 15c, 11.1-r1).
    fn command_reach(&self, hex: Hex, free: &Set) -> Set {
        let circle = &self.ground.command[hex.index()];
        // Where no enemy is near, lines go everywhere.
        if circle.lines.within(free) {
            return circle.ends;
        }
        // A line grows by a step, so that at first few words need be looked at.
        let grow = |set: &Set, words: &Range<usize>| self.ground.open.grow_within(set, words.clone());
        let Some((last, before)) = circle.words.split_last() else { return Set::EMPTY };
        let lines = before
            .iter()
            .fold(Set::one(hex.index()), |reached, words| reached | (grow(&reached, words) & *free));
        grow(&lines, last)
    }

    /// 15b, 15f, 15-r1, 15-r2: where a leader stands in his chain: it is whole if he reaches the next leader above him who
    /// is not skipped, and so on up to one who has none.
    fn standing(&self, p: &Position, leader: Unit, reach: &[(Unit, Set)], depth: u8) -> Standing {
        if self.skipped(p, leader) {
            return Standing::Skipped;
        }
        let hex = p.hex(leader);
        // A chain longer than the levels there are would be a ring in the data; it counts as broken.
        if !hex.is_some() || depth > 3 {
            return Standing::Broken;
        }
        match self.superior(p, leader) {
            None => Standing::Whole,
            Some(above) => {
                let line =
                    reach.iter().find(|(l, _)| *l == above).is_some_and(|(_, set)| set.has(hex.index()));
                if line && self.standing(p, above, reach, depth + 1) == Standing::Whole {
                    Standing::Whole
                } else {
                    Standing::Broken
                }
            }
        }
    }

    /// The lines of command of a side: for each leader in the chain with a whole line, the hexes within his reach.
    pub fn command_nets(&self, p: &Position, side: Side) -> Vec<(Unit, Set)> {
        let mut nets = ArrayVec::new();
        self.nets(p, side, &mut nets);
        nets.into_iter().collect()
    }

    /// The leader a leader's line goes to, for showing.
    pub(crate) fn superior_on_map(&self, p: &Position, leader: Unit) -> Option<Unit> {
        self.superior(p, leader).filter(|l| p.hex(*l).is_some())
    }

    fn nets(&self, p: &Position, side: Side, out: &mut ArrayVec<(Unit, Set), MOST_LEADERS>) {
        let free = self.free(p, side);
        let mut reach: ArrayVec<(Unit, Set), MOST_LEADERS> = ArrayVec::new();
        for leader in (self.leaders & self.of[side]).iter().map(Unit::at) {
            if let Some(hex) = p.hex(leader).some() {
                reach.push((leader, self.command_reach(hex, &free)));
            }
        }
        for (leader, set) in &reach {
            if self.standing(p, *leader, &reach, 0) == Standing::Whole {
                out.push((*leader, *set));
            }
        }
    }

    /// 15a, 15d, 15e, 15-r3: is a unit in a hex in command?
    fn commanded(&self, p: &Position, unit: Unit, hex: Hex, nets: &[(Unit, Set)]) -> bool {
        let within = |leader: Unit| nets.iter().any(|(l, set)| *l == leader && set.has(hex.index()));
        let Some(lowest) = self.superior(p, unit) else { return true };
        if within(lowest) {
            return true;
        }
        // 15d, 15-r4: a brigade's unit may trace past its brigade leader to the next one.
        self.counter(lowest).echelon == Some(Echelon::Brigade) && self.superior(p, lowest).is_some_and(within)
    }

    /// 5d, 11.1-r3: the check at the start of the owner's player turn.
    pub(crate) fn check_command(&self, p: &mut Position, side: Side) {
        let mut nets = ArrayVec::new();
        self.nets(p, side, &mut nets);
        p.uncommanded -= self.of[side];
        for i in (0..UNITS).filter(|i| self.of[side].has(*i) && !self.leaders.has(*i)) {
            let (unit, hex) = (Unit::at(i), p.at[i]);
            if hex.is_some() && !self.commanded(p, unit, hex, &nets) {
                p.uncommanded.insert(i);
            }
        }
    }
}
