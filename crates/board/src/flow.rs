//! Floods over bit sets: which places hang together.
//!
//! Places are numbered line by line, so that nearly all steps in one direction are the same difference of indices. A [`Flow`]
//! groups the allowed steps by that difference; growing a set by one step is then a handful of masked shifts over the
//! whole board instead of a queue.

use crate::bits::Bits;
use crate::grid::Dir;
use crate::hexmap::{Hex, HexMap};
use std::ops::Range;

/// The allowed steps of a kind of connection, ready for flooding.
#[derive(Clone, Debug)]
pub struct Flow<const W: usize> {
    groups: Vec<Group<W>>,
}

/// Steps that raise (or lower) the index by the same amount.
#[derive(Clone, Debug)]
struct Group<const W: usize> {
    up: bool,
    by: usize,
    from: Bits<W>,
}

impl<const W: usize> Group<W> {
    /// Takes this group's steps from `set[i]`, word by word, and hands each word's arrivals to `arrive`.
    #[inline(always)]
    fn step(&self, set: &mut Bits<W>, mut arrive: impl FnMut(&mut Bits<W>, usize, u64)) {
        let bits = self.by & 63;
        if self.by >= 64 || bits == 0 {
            // Maps with lines of 64 hexes or more: none so far, and none that would mind the way round.
            let from = *set & self.from;
            let to = if self.up { from.shifted_up(self.by) } else { from.shifted_down(self.by) };
            for (i, word) in to.0.into_iter().enumerate() {
                arrive(set, i, word);
            }
            return;
        }
        let mut carry = 0;
        if self.up {
            for i in 0..W {
                let from = set.0[i] & self.from.0[i];
                arrive(set, i, from << bits | carry);
                carry = from >> (64 - bits);
            }
        } else {
            for i in (0..W).rev() {
                let from = set.0[i] & self.from.0[i];
                arrive(set, i, from >> bits | carry);
                carry = from << (64 - bits);
            }
        }
    }
}

impl<const W: usize> Flow<W> {
    /// All steps of the map that `allowed` admits.
    pub fn new(map: &HexMap<W>, mut allowed: impl FnMut(Hex, Dir, Hex) -> bool) -> Self {
        let mut groups: Vec<Group<W>> = Vec::new();
        for hex in map.hexes() {
            for (dir, to) in map.around(hex) {
                if !allowed(hex, dir, to) {
                    continue;
                }
                let (up, by) = (to > hex, to.index().abs_diff(hex.index()));
                let at = groups.iter().position(|g| g.up == up && g.by == by).unwrap_or_else(|| {
                    groups.push(Group { up, by, from: Bits::EMPTY });
                    groups.len() - 1
                });
                groups[at].from.insert(hex.index());
            }
        }
        Flow { groups }
    }

    /// The set and all that is one step from it.
    #[inline]
    #[must_use]
    pub fn grow(&self, set: &Bits<W>) -> Bits<W> {
        let mut out = *set;
        let mut start = *set;
        for group in &self.groups {
            group.step(&mut start, |_, i, word| out.0[i] |= word);
        }
        out
    }

    /// The same for a set that lies in some words of the board, its neighbours too: the others need not be looked at.
    #[inline]
    #[must_use]
    pub fn grow_within(&self, set: &Bits<W>, words: Range<usize>) -> Bits<W> {
        let mut out = *set;
        for group in &self.groups {
            let bits = group.by & 63;
            if group.by >= 64 || bits == 0 {
                return self.grow(set);
            }
            let here = set.0[words.clone()].iter().zip(&group.from.0[words.clone()]);
            let there = out.0[words.clone()].iter_mut();
            let mut carry = 0;
            if group.up {
                for ((set, from), out) in here.zip(there) {
                    *out |= (set & from) << bits | carry;
                    carry = (set & from) >> (64 - bits);
                }
            } else {
                for ((set, from), out) in here.zip(there).rev() {
                    *out |= (set & from) >> bits | carry;
                    carry = (set & from) << (64 - bits);
                }
            }
        }
        out
    }

    /// Adds to the set what is one step from it and `open`, direction after direction, so that one sweep may go several steps. Swept until
    /// nothing changes, it gives the same as growing step by step, in fewer rounds.
    #[inline]
    pub fn sweep(&self, set: &mut Bits<W>, open: &Bits<W>) {
        for group in &self.groups {
            group.step(set, |set, i, word| set.0[i] |= word & open.0[i]);
        }
    }

    /// All that hangs together with `seed` through places `open` to it. Seeds outside `open` start nothing.
    #[must_use]
    pub fn flood(&self, seed: &Bits<W>, open: &Bits<W>) -> Bits<W> {
        let mut set = *seed & *open;
        loop {
            let before = set;
            self.sweep(&mut set, open);
            if set.within(&before) {
                return set;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataText;
    use crate::mapfile::MapFile;

    #[test]
    fn a_flood_equals_a_walk() {
        let mut text = String::from(
            "map = \"t\"\nsource = \"reconstructed\"\n[grid]\norientation = \"flat\"\nnumbering = \"column-row\"\n\
             shifted = \"odd-down\"\ncolumns = [10, 20]\nrows = [4, 14]\nkm = 1.0\n[hex]\n",
        );
        for c in 10..=20 {
            for r in (4 + (c + 1) % 2)..=14 {
                text.push_str(&format!("{c}{r:02} = {{ terrain = \"clear\" }}\n"));
            }
        }
        let map: HexMap<2> =
            HexMap::new(&MapFile::read(&DataText { file: "t".into(), text }).unwrap()).unwrap();
        let flow = Flow::new(&map, |_, _, _| true);
        for gap in 2..9 {
            let open: Bits<2> = (0..map.len()).filter(|i| i % gap != 0 && i * i % 7 != 3).collect();
            for seed in 0..map.len() {
                let flood = flow.flood(&Bits::one(seed), &open);
                let mut walk = Bits::one(seed) & open;
                let mut queue: Vec<usize> = walk.iter().collect();
                while let Some(i) = queue.pop() {
                    for (_, n) in map.around(Hex::at(i)) {
                        if open.has(n.index()) && !walk.has(n.index()) {
                            walk.insert(n.index());
                            queue.push(n.index());
                        }
                    }
                }
                assert_eq!(flood, walk);
                let near =
                    Bits::<2>::one(seed).iter().fold(Bits::one(seed), |all, i| all | *map.near(Hex::at(i)));
                assert_eq!(flow.grow(&Bits::one(seed)), near);
                let words = near.0.iter().position(|w| *w != 0).unwrap()
                    ..near.0.iter().rposition(|w| *w != 0).unwrap() + 1;
                assert_eq!(flow.grow_within(&Bits::one(seed), words), near);
            }
        }
    }
}
