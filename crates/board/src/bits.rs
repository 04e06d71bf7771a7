//! Fixed-size bit sets.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Range, Sub, SubAssign};

/// A set of small integers below `64 * W`, as plain data.
///
/// ```
/// use frente_board::Bits;
/// let mut towns: Bits<2> = Bits::EMPTY;
/// towns.insert(3);
/// towns.insert(100);
/// assert!(towns.has(100) && !towns.has(4));
/// assert_eq!(towns.iter().collect::<Vec<_>>(), [3, 100]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// How many members a set of this size can tell apart.
    pub const CAPACITY: usize = 64 * W;

    /// The set of all integers below `n`.
    #[inline]
    pub fn below(n: usize) -> Self {
        assert!(n <= Self::CAPACITY, "a set of this size holds at most {} members", Self::CAPACITY);
        let mut set = [0; W];
        for (i, word) in set.iter_mut().enumerate() {
            *word = match n.saturating_sub(64 * i) {
                0 => 0,
                whole if whole >= 64 => u64::MAX,
                part => (1 << part) - 1,
            };
        }
        Self(set)
    }

    /// The set with the one member `i`.
    #[inline]
    pub fn one(i: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(i);
        set
    }

    /// Is `i` a member?
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i >> 6] >> (i & 63) & 1 != 0
    }

    /// Adds `i`.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i >> 6] |= 1 << (i & 63);
    }

    /// Takes `i` out.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i >> 6] &= !(1 << (i & 63));
    }

    /// Adds or takes out `i`.
    #[inline]
    pub fn set(&mut self, i: usize, on: bool) {
        if on { self.insert(i) } else { self.remove(i) }
    }

    /// Has it no member?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// How many members it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Have the two sets a member in common?
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Are all members of this set in `other`?
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// The smallest member.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0.iter().enumerate().find(|(_, w)| **w != 0).map(|(i, w)| i * 64 + w.trailing_zeros() as usize)
    }

    /// The words that hold the members, and all between them.
    pub fn words(&self) -> Range<usize> {
        let holds = |word: &u64| *word != 0;
        self.0.iter().position(holds).unwrap_or(0)..self.0.iter().rposition(holds).map_or(0, |last| last + 1)
    }

    /// Takes out the smallest member.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        for (i, w) in self.0.iter_mut().enumerate() {
            if *w != 0 {
                let bit = w.trailing_zeros() as usize;
                *w &= *w - 1;
                return Some(i * 64 + bit);
            }
        }
        None
    }

    /// Members from small to large.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter { set: *self, rest: self.0.first().copied().unwrap_or_default(), word: 0 }
    }

    /// The `n`-th member, counted from 0.
    pub fn nth(&self, n: usize) -> Option<usize> {
        self.iter().nth(n)
    }

    /// Every member moved up by `n`; what leaves the set is lost.
    #[inline]
    pub fn shifted_up(&self, n: usize) -> Self {
        let (words, bits) = (n >> 6, n & 63);
        let mut out = [0; W];
        for (i, word) in out.iter_mut().enumerate().skip(words) {
            *word = self.0[i - words] << bits;
            if bits != 0 && i > words {
                *word |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        Self(out)
    }

    /// Every member moved down by `n`; what leaves the set is lost.
    #[inline]
    pub fn shifted_down(&self, n: usize) -> Self {
        let (words, bits) = (n >> 6, n & 63);
        let mut out = [0; W];
        for (i, word) in out.iter_mut().enumerate().take(W.saturating_sub(words)) {
            *word = self.0[i + words] >> bits;
            if bits != 0 && i + words + 1 < W {
                *word |= self.0[i + words + 1] << (64 - bits);
            }
        }
        Self(out)
    }
}

/// Members of a set from small to large.
#[derive(Clone)]
pub struct Iter<const W: usize> {
    set: Bits<W>,
    /// What is left of the word at hand.
    rest: u64,
    /// Its number.
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.word += 1;
            self.rest = *self.set.0.get(self.word)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.word * 64 + bit)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let later = self.set.0.iter().skip(self.word + 1).map(|w| w.count_ones() as usize);
        let n = self.rest.count_ones() as usize + later.sum::<usize>();
        (n, Some(n))
    }
    /// Word by word, which is what `for_each` and its like take; faster than one member after the other.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let (mut all, mut word) = (init, self.rest);
        for i in self.word..W {
            while word != 0 {
                all = f(all, i * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
            word = self.set.0.get(i + 1).copied().unwrap_or_default();
        }
        all
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Iter<W>;
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        for i in members {
            set.insert(i);
        }
        set
    }
}

macro_rules! operator {
    ($op:ident, $f:ident, $op_assign:ident, $f_assign:ident, |$a:ident, $b:ident| $e:expr) => {
        impl<const W: usize> $op for Bits<W> {
            type Output = Self;
            #[inline]
            fn $f(mut self, other: Self) -> Self {
                for i in 0..W {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    self.0[i] = $e;
                }
                self
            }
        }
        impl<const W: usize> $op_assign for Bits<W> {
            #[inline]
            fn $f_assign(&mut self, other: Self) {
                *self = $op::$f(*self, other);
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for w in &mut self.0 {
            *w = !*w;
        }
        self
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_carry_over_words() {
        let set: Bits<3> = [0, 5, 63, 64, 130].into_iter().collect();
        for n in [0, 1, 16, 63, 64, 65, 100] {
            let up: Vec<_> = set.iter().map(|i| i + n).filter(|i| *i < 192).collect();
            assert_eq!(set.shifted_up(n).iter().collect::<Vec<_>>(), up, "up {n}");
            let down: Vec<_> = set.iter().filter_map(|i| i.checked_sub(n)).collect();
            assert_eq!(set.shifted_down(n).iter().collect::<Vec<_>>(), down, "down {n}");
        }
    }

    #[test]
    fn members_one_by_one_and_all_at_once() {
        let set: Bits<3> = [0, 5, 63, 64, 130, 191].into_iter().collect();
        let mut rest = set.iter();
        assert_eq!(rest.next(), Some(0));
        let mut all = vec![0];
        rest.for_each(|i| all.push(i));
        assert_eq!(all, [0, 5, 63, 64, 130, 191]);
    }

    #[test]
    fn set_algebra() {
        let a: Bits<2> = [1, 70].into_iter().collect();
        let b: Bits<2> = [70, 90].into_iter().collect();
        assert_eq!((a & b).iter().collect::<Vec<_>>(), [70]);
        assert_eq!((a | b).len(), 3);
        assert_eq!((a - b).iter().collect::<Vec<_>>(), [1]);
        assert!(a.meets(&b) && !a.within(&b) && (a & b).within(&b));
        assert_eq!(Bits::<2>::below(65).len(), 65);
        assert_eq!(a.nth(1), Some(70));
        assert_eq!((a.words(), b.words(), Bits::<2>::EMPTY.words()), (0..2, 1..2, 0..0));
        let mut left = a.iter();
        assert_eq!((left.size_hint(), left.next(), left.size_hint()), ((2, Some(2)), Some(1), (1, Some(1))));
        assert_eq!((left.next(), left.next(), left.next()), (Some(70), None, None));
    }
}
