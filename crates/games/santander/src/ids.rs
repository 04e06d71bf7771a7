//! Counters by number: what positions, actions and events hold of them.

use crate::Side;

/// How many counters of one side the program has room for.
pub const SLOTS: usize = 64;

/// A set of counters of one side, one bit for each slot.
pub type Units = u64;

/// A ground counter: Republican counters come first, in the order of the counter list, then Nationalist ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Unit(pub u8);

impl Unit {
    /// The counter of a side in a slot.
    #[inline]
    pub(crate) fn new(side: Side, slot: usize) -> Self {
        Unit((side.index() * SLOTS + slot) as u8)
    }

    /// Whose counter it is.
    #[inline]
    pub(crate) fn side(self) -> Side {
        if (self.0 as usize) < SLOTS { Side::Republican } else { Side::Nationalist }
    }

    /// Its place among the counters of its side.
    #[inline]
    pub(crate) fn slot(self) -> usize {
        self.0 as usize % SLOTS
    }

    /// The set of this counter alone.
    #[inline]
    pub(crate) fn bit(self) -> Units {
        1 << self.slot()
    }

    /// Its index among all counters.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The counters of a set, in the order of the counter list.
#[inline]
pub(crate) fn each(side: Side, mut set: Units) -> impl Iterator<Item = Unit> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let slot = set.trailing_zeros() as usize;
            set &= set - 1;
            Unit::new(side, slot)
        })
    })
}
