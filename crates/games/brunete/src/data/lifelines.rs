//! The ways supply takes to the objectives, for computer players. No rule reads them.

use super::book::Sides;
use crate::ids::{Set, W};
use frente_board::{Hex, HexMap};
use std::collections::VecDeque;

/// The shortest way by these sides from one hex to another, both ends included; only the ends where there is none.
pub(super) fn shortest(map: &HexMap<W>, ways: &Sides, from: Hex, to: Hex) -> Set {
    let mut before = vec![Hex::NONE; map.len()];
    let mut queue = VecDeque::from([from]);
    let mut seen = Set::one(from.index());
    while let Some(at) = queue.pop_front() {
        for (_, next) in map.around(at).filter(|(dir, _)| ways.has(at, *dir)) {
            if !seen.has(next.index()) {
                seen.insert(next.index());
                before[next.index()] = at;
                queue.push_back(next);
            }
        }
    }
    let mut line: Set = [from.index(), to.index()].into_iter().collect();
    let mut at = to;
    while before[at.index()].is_some() {
        at = before[at.index()];
        line.insert(at.index());
    }
    line
}
