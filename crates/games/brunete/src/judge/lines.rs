//! The lines of supply that the towns of the final count hang on, and how easily the enemy could cut them.

use crate::Brunete;
use crate::ids::{HEXES, Set};
use crate::position::{Place, Public};
use frente_board::{Dir, Hex};
use frente_engine::Side;

/// How exposed a hex is that the enemy could cut after so many steps.
const EXPOSED: [u8; 9] = [12, 9, 8, 7, 6, 5, 3, 2, 1];
/// What a hex counts that the enemy holds.
const LOST: u8 = 24;
/// Longer than any line.
const NO_LINE: u16 = 1000;

/// The least exposed line to each of some towns.
pub(super) struct Lines {
    /// How exposed the lines are, hex by hex, each as much as its town counts.
    pub risk: i32,
    /// What each hex of a line adds to that while no friend stands in it.
    share: [u16; HEXES],
}

impl Lines {
    /// No line is needed.
    pub const NONE: Lines = Lines { risk: 0, share: [0; HEXES] };

    /// What the risk would fall by if a friend stood in the hex.
    pub fn share(&self, hex: Hex) -> i32 {
        i32::from(self.share[hex.index()])
    }
}

impl Brunete {
    /// How easily the enemy of a side could cut each hex: where his zones are now, and where they could be after a few steps. A zone
    /// of the side's own stops him; so units in front protect what lies behind them.
    fn exposure(&self, p: &Public, side: Side) -> [u8; HEXES] {
        let enemy = side.other();
        let mut exposed = [0; HEXES];
        let mut known = p.derived.occupied[enemy];
        let mut reached = known;
        let mut front = known | self.gates(p, enemy);
        for h in known {
            exposed[h] = LOST;
        }
        for (step, worth) in EXPOSED.into_iter().enumerate() {
            let cut = if step == 0 { p.derived.zoc[enemy] } else { self.book.across.grow(&front) };
            for h in (cut - known) & self.book.linked {
                exposed[h] = worth;
            }
            known |= cut;
            let from = if step == 0 { front } else { front - p.derived.zoc[side] };
            front = self.book.across.grow(&from) - reached - p.derived.occupied[side];
            reached |= front;
        }
        exposed
    }

    /// Where units that a side still expects this turn enter the map.
    fn gates(&self, p: &Public, side: Side) -> Set {
        let mut gates = Set::EMPTY;
        for u in self.book.of_side[side] {
            match p.place.of(u) {
                Place::Due(turn) if turn <= p.turn => gates |= self.book.entry_zone[u],
                Place::Beside(hex) => gates.insert(hex.index()),
                _ => {}
            }
        }
        gates & self.book.playable
    }

    /// The least exposed lines of a side to these towns, each with what it counts.
    pub(super) fn lines(&self, p: &Public, side: Side, towns: &[(Hex, u16)]) -> Lines {
        let mut lines = Lines::NONE;
        if towns.is_empty() {
            return lines;
        }
        let exposed = self.exposure(p, side);
        let held = &p.derived.occupied[side];
        let cost = |h: Hex| if held.has(h.index()) { 0 } else { u16::from(exposed[h.index()]) };
        let mut length = [NO_LINE; HEXES];
        let mut before = [Hex::NONE; HEXES];
        // Hexes by the exposure of the line so far, which one step never lengthens by more than `LOST`.
        let mut due = [Set::EMPTY; LOST as usize + 1];
        for entry in self.book.entries.iter().filter(|e| e.side == side) {
            length[entry.hex.index()] = cost(entry.hex);
            due[usize::from(cost(entry.hex))].insert(entry.hex.index());
        }
        let mut missing: Set = towns.iter().map(|(town, _)| town.index()).collect();
        let (mut now, mut idle) = (0, 0);
        while idle < due.len() && !missing.is_empty() {
            let Some(at) = due[usize::from(now) % due.len()].pop() else {
                now += 1;
                idle += 1;
                continue;
            };
            idle = 0;
            if length[at] < now {
                continue;
            }
            missing.remove(at);
            let mut sides = self.book.link.0[at];
            while sides != 0 {
                let to = self.book.map.neighbour(Hex::at(at), Dir::ALL[sides.trailing_zeros() as usize]);
                sides &= sides - 1;
                let so_far = now + cost(to);
                if so_far < length[to.index()] {
                    length[to.index()] = so_far;
                    before[to.index()] = Hex::at(at);
                    due[usize::from(so_far) % due.len()].insert(to.index());
                }
            }
        }
        for &(town, counts) in towns {
            lines.risk += i32::from(length[town.index()]) * i32::from(counts);
            let mut at = town;
            while at.is_some() {
                lines.share[at.index()] += u16::from(exposed[at.index()]) * counts;
                at = before[at.index()];
            }
        }
        lines
    }
}
