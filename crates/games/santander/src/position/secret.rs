//! What one player keeps to himself (5.3): where his counters are, stack by stack, and what lies on them.

use super::Marks;
use crate::Set;
use crate::book::{Book, HEXES};
use crate::ids::{SLOTS, Units};
use frente_board::Hex;

/// The end of a stack's list.
const NOBODY: u8 = u8::MAX;

/// What one player alone knows: his counters, stack by stack from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    /// Counters on the map, those behind a screen among them.
    on: Units,
    at: [Hex; SLOTS],
    below: [u8; SLOTS],
    top: [u8; HEXES],
    /// Counters that lie on top of their stacks.
    tops: Units,
    /// 5a, 5b: hexes without room for one more of the largest units.
    pub(crate) crowded: Set,
    /// Units that show their back.
    pub reduced: Units,
    /// The two bits of each unit's level of disorganisation.
    level: [Units; 2],
    /// 6.3: units out of supply.
    pub cut: Units,
    /// 9.3.2: columns on their movement side.
    pub lorries: Units,
    /// Units that have had their move in this segment.
    pub moved: Units,
    /// 5.3-r5: units put on top in this phase.
    pub topped: Units,
    /// The unit on the move.
    pub mover: u8,
    /// 8.1d, 8.1e: half movement points it has left; they end with its move.
    pub left: u8,
    /// Has it left its first hex?
    pub under_way: bool,
    /// 4: counters still to be placed in the step of set-up at hand.
    pub hand: Units,
    /// 4: has nothing been placed yet in the step of set-up at hand?
    pub fresh: bool,
    /// 4.1-r1: counters of divisions in the first line that found no room and wait with the reserves.
    pub held_back: Units,
    /// 4.2e: Basque brigades that took a free place at set-up.
    pub free_basques: u8,
}

impl Secret {
    /// A side without counters on the map.
    pub(crate) fn empty(book: &Book) -> Self {
        Secret {
            on: 0,
            at: [Hex::NONE; SLOTS],
            below: [NOBODY; SLOTS],
            top: [NOBODY; HEXES],
            tops: 0,
            crowded: book.cramped,
            reduced: 0,
            level: [0; 2],
            cut: 0,
            lorries: 0,
            moved: 0,
            topped: 0,
            mover: NOBODY,
            left: 0,
            under_way: false,
            hand: 0,
            fresh: true,
            held_back: 0,
            free_basques: 0,
        }
    }

    /// The counters on the map, those behind a screen among them (5.3-r8).
    #[inline]
    pub(crate) fn on(&self) -> Units {
        self.on
    }

    /// The counters that lie on top of their stacks.
    #[inline]
    pub(crate) fn tops(&self) -> Units {
        self.tops
    }

    /// Where a counter is.
    #[inline]
    pub(crate) fn at(&self, slot: usize) -> Hex {
        self.at[slot]
    }

    /// The slots of the counters in a hex, top first.
    #[inline]
    pub(crate) fn stack(&self, hex: Hex) -> impl Iterator<Item = usize> + '_ {
        let mut slot = self.top[hex.index()];
        std::iter::from_fn(move || {
            (slot != NOBODY).then(|| {
                let this = slot as usize;
                slot = self.below[this];
                this
            })
        })
    }

    /// The counters in a hex.
    #[inline]
    pub(crate) fn units(&self, hex: Hex) -> Units {
        self.stack(hex).fold(0, |set, slot| set | 1 << slot)
    }

    /// The counter on top of a hex.
    #[inline]
    pub(crate) fn top(&self, hex: Hex) -> Option<usize> {
        let slot = self.top[hex.index()];
        (slot != NOBODY).then_some(slot as usize)
    }

    /// Takes a counter out of its stack.
    pub(crate) fn unlink(&mut self, slot: usize) {
        let hex = self.at[slot].index();
        if self.top[hex] as usize == slot {
            let next = self.below[slot];
            self.top[hex] = next;
            self.tops &= !(1 << slot);
            if next != NOBODY {
                self.tops |= 1 << next;
            }
        } else {
            let mut over = self.top[hex] as usize;
            while self.below[over] as usize != slot {
                over = self.below[over] as usize;
            }
            self.below[over] = self.below[slot];
        }
        self.on &= !(1 << slot);
        self.at[slot] = Hex::NONE;
        self.below[slot] = NOBODY;
    }

    /// Puts a counter on top of a hex.
    pub(crate) fn link_on_top(&mut self, slot: usize, hex: Hex) {
        let covered = self.top[hex.index()];
        if covered != NOBODY {
            self.tops &= !(1 << covered);
        }
        self.below[slot] = covered;
        self.top[hex.index()] = slot as u8;
        self.tops |= 1 << slot;
        self.on |= 1 << slot;
        self.at[slot] = hex;
    }

    /// Puts a counter below all of those in `over` that are in the hex.
    pub(crate) fn link_below(&mut self, slot: usize, hex: Hex, over: Units) {
        let mut last = NOBODY;
        for other in self.stack(hex) {
            if over >> other & 1 != 0 {
                last = other as u8;
            }
        }
        if last == NOBODY {
            return self.link_on_top(slot, hex);
        }
        self.below[slot] = self.below[last as usize];
        self.below[last as usize] = slot as u8;
        self.on |= 1 << slot;
        self.at[slot] = hex;
    }

    /// 9.5.1: a unit's level of disorganisation.
    #[inline]
    pub(crate) fn level(&self, slot: usize) -> u8 {
        (self.level[0] >> slot & 1) as u8 | ((self.level[1] >> slot & 1) as u8) << 1
    }

    /// Sets a unit's level of disorganisation.
    pub(crate) fn set_level(&mut self, slot: usize, level: u8) {
        for (bit, plane) in self.level.iter_mut().enumerate() {
            *plane = *plane & !(1 << slot) | u64::from(level >> bit & 1) << slot;
        }
    }

    /// Units that are disorganised at any level.
    #[inline]
    pub(crate) fn disorganised(&self) -> Units {
        self.level[0] | self.level[1]
    }

    /// Units that are disorganised as far as they can be (DSG 2).
    #[inline]
    pub(crate) fn worst(&self) -> Units {
        self.level[0] & self.level[1]
    }

    /// A counter's markers.
    pub(crate) fn marks(&self, slot: usize) -> Marks {
        let has = |set: Units| set >> slot & 1 != 0;
        Marks {
            level: self.level(slot),
            reduced: has(self.reduced),
            cut: has(self.cut),
            lorry: has(self.lorries),
        }
    }
}
