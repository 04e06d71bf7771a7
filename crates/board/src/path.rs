//! A whole route as plain data: in one word, or in fourteen bytes where a move may be long.

use crate::grid::Dir;
use std::fmt;

/// What a map needs of a route to read, print and follow it.
pub trait Route: Copy {
    /// The route that stays where it is.
    const EMPTY: Self;
    /// The most steps it can hold.
    const MAX: usize;

    /// The same route with one more step.
    ///
    /// # Panics
    /// When the route is full: a dropped step would be a silent lie.
    #[must_use]
    fn then(self, dir: Dir) -> Self;

    /// How many steps it has.
    fn len(self) -> usize;

    /// Does it stay where it is?
    fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Its steps in order.
    fn dirs(self) -> impl Iterator<Item = Dir>;
}

/// A route of up to [`Path::MAX`] steps, three bits a step, as plain data.
///
/// ```
/// use frente_board::{Dir, Path};
/// let path = Path::EMPTY.then(Dir::new(2)).then(Dir::new(3));
/// assert_eq!(path.len(), 2);
/// assert_eq!(path.dirs().map(|d| d.index()).collect::<Vec<_>>(), [2, 3]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path(u64);

impl Path {
    /// The route that stays where it is.
    pub const EMPTY: Self = Self(0);
    /// The longest route a path can hold; a longer way is played in two parts.
    pub const MAX: usize = 19;

    /// The same route with one more step.
    ///
    /// # Panics
    /// When the path is full: a dropped step would be a silent lie.
    #[inline]
    #[must_use]
    pub fn then(self, dir: Dir) -> Self {
        let n = self.len();
        assert!(n < Self::MAX, "a path holds at most {} steps", Self::MAX);
        let steps = self.0 & !(63 << 58);
        Self(steps | (dir.index() as u64) << (3 * n) | (n as u64 + 1) << 58)
    }

    /// The route with these steps, named from the last to the first: a way is put together from its end.
    ///
    /// # Panics
    /// When there are more steps than a path can hold.
    #[inline]
    pub fn from_back(dirs: impl Iterator<Item = Dir>) -> Self {
        let (steps, n) = dirs.fold((0, 0), |(steps, n), dir| (steps << 3 | dir.index() as u64, n + 1));
        assert!(n <= Self::MAX as u64, "a path holds at most {} steps", Self::MAX);
        Self(steps | n << 58)
    }

    /// How many steps it has.
    #[inline]
    pub fn len(self) -> usize {
        (self.0 >> 58) as usize
    }

    /// Does it stay where it is?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Could it take one more step?
    #[inline]
    pub fn is_full(self) -> bool {
        self.len() == Self::MAX
    }

    /// The route as the beginning of longer ones; `None` when it is full.
    #[inline]
    pub fn stem(self) -> Option<Stem> {
        (self.len() < Self::MAX).then(|| Stem { longer: self.0 + (1 << 58), shift: 3 * self.len() as u32 })
    }

    /// Its steps in order.
    #[inline]
    pub fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.len()).map(move |i| Dir::new((self.0 >> (3 * i) & 7) as u8))
    }
}

/// A route with room for one more step, for searches that try many.
#[derive(Clone, Copy, Debug)]
pub struct Stem {
    longer: u64,
    shift: u32,
}

impl Stem {
    /// The route with one more step.
    #[inline]
    #[must_use]
    pub fn then(self, dir: Dir) -> Path {
        self.towards(dir.index() as u32)
    }

    /// The route with one more step, in the direction of this number.
    #[inline]
    pub(crate) fn towards(self, dir: u32) -> Path {
        debug_assert!(dir < 6, "a hex has six directions");
        Path(self.longer | u64::from(dir) << self.shift)
    }
}

impl Route for Path {
    const EMPTY: Self = Path::EMPTY;
    const MAX: usize = Path::MAX;

    #[inline]
    fn then(self, dir: Dir) -> Self {
        Path::then(self, dir)
    }

    #[inline]
    fn len(self) -> usize {
        Path::len(self)
    }

    #[inline]
    fn dirs(self) -> impl Iterator<Item = Dir> {
        Path::dirs(self)
    }
}

/// Three steps of six directions each fit into a byte.
const A_BYTE: usize = 3;
/// What a direction weighs by its place in the byte.
const WEIGHT: [u8; A_BYTE] = [1, 6, 36];

/// The byte of each step and its weight there.
const PLACES: [(u8, u8); LongPath::MAX] = {
    let mut places = [(0, 0); LongPath::MAX];
    let mut n = 0;
    while n < LongPath::MAX {
        places[n] = ((n / A_BYTE) as u8, WEIGHT[n % A_BYTE]);
        n += 1;
    }
    places
};

/// A route of up to [`LongPath::MAX`] steps in fourteen bytes, so that an action of sixteen has room for it and a counter. A game whose
/// rules let a move be longer than a [`Path`] takes this one, and sees to it that no move can be longer still.
///
/// ```
/// use frente_board::{Dir, LongPath};
/// let path = (0..30).fold(LongPath::EMPTY, |path, i| path.then(Dir::new(i % 6)));
/// assert_eq!(path.len(), 30);
/// assert_eq!(path.dirs().last(), Some(Dir::new(5)));
/// assert_eq!(size_of::<LongPath>(), 14);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct LongPath {
    steps: [u8; LongPath::MAX / A_BYTE],
    len: u8,
}

impl LongPath {
    /// The route that stays where it is.
    pub const EMPTY: Self = Self { steps: [0; Self::MAX / A_BYTE], len: 0 };
    /// The longest route it can hold.
    pub const MAX: usize = 39;

    /// The same route with one more step.
    ///
    /// # Panics
    /// When the path is full: a dropped step would be a silent lie.
    #[inline]
    #[must_use]
    pub fn then(mut self, dir: Dir) -> Self {
        self.push(dir);
        self
    }

    /// Takes one more step, in place.
    ///
    /// # Panics
    /// When the path is full: a dropped step would be a silent lie.
    #[inline]
    pub fn push(&mut self, dir: Dir) {
        let Some((byte, weight)) = PLACES.get(self.len()) else {
            panic!("a path holds at most {} steps", Self::MAX)
        };
        self.steps[usize::from(*byte)] += dir.index() as u8 * weight;
        self.len += 1;
    }

    /// How many steps it has.
    #[inline]
    pub fn len(self) -> usize {
        usize::from(self.len)
    }

    /// Does it stay where it is?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The last step.
    #[inline]
    pub fn last(self) -> Option<Dir> {
        let (byte, weight) = PLACES[self.len().checked_sub(1)?];
        // Nothing lies above the last step in its byte.
        Some(Dir::new(self.steps[usize::from(byte)] / weight))
    }

    /// Its steps in order.
    #[inline]
    pub fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.len()).map(move |i| Dir::new(self.steps[i / A_BYTE] / WEIGHT[i % A_BYTE] % WEIGHT[1]))
    }
}

/// What a direction weighs in the two words of a [`Trail`], step by step.
const WEIGHTS: [(u64, u64); LongPath::MAX] = {
    let mut weights = [(0, 0); LongPath::MAX];
    let mut n = 0;
    while n < LongPath::MAX {
        let (byte, weight) = PLACES[n];
        let here = (weight as u64) << (8 * (byte % 8));
        weights[n] = if byte < 8 { (here, 0) } else { (0, here) };
        n += 1;
    }
    weights
};

/// A [`LongPath`] in two words, for searches that lengthen many.
///
/// ```
/// use frente_board::{Dir, LongPath, path::Trail};
/// let trail = Trail::EMPTY.stem().then(Dir::new(4)).stem().then(Dir::new(5));
/// assert_eq!(trail.path(), LongPath::EMPTY.then(Dir::new(4)).then(Dir::new(5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail {
    low: u64,
    high: u64,
}

impl Trail {
    /// The route that stays where it is.
    pub const EMPTY: Self = Trail { low: 0, high: 0 };
    /// Where the length begins in the higher word, behind the steps.
    const LEN: u32 = 8 * (LongPath::EMPTY.steps.len() as u32 - 8);

    /// The trail as the beginning of longer ones.
    ///
    /// # Panics
    /// When the route is full: a dropped step would be a silent lie.
    #[inline]
    pub fn stem(self) -> LongStem {
        let Some(weights) = WEIGHTS.get((self.high >> Self::LEN) as usize) else {
            panic!("a path holds at most {} steps", LongPath::MAX)
        };
        LongStem { longer: Trail { low: self.low, high: self.high + (1 << Self::LEN) }, weights: *weights }
    }

    /// The route.
    #[inline]
    pub fn path(self) -> LongPath {
        let mut path = LongPath::EMPTY;
        let (low, high) = (self.low.to_le_bytes(), self.high.to_le_bytes());
        path.steps[..8].copy_from_slice(&low);
        path.steps[8..].copy_from_slice(&high[..LongPath::EMPTY.steps.len() - 8]);
        path.len = (self.high >> Self::LEN) as u8;
        path
    }
}

/// A trail with room for one more step.
#[derive(Clone, Copy, Debug)]
pub struct LongStem {
    longer: Trail,
    weights: (u64, u64),
}

impl LongStem {
    /// The trail with one more step.
    #[inline]
    #[must_use]
    pub fn then(self, dir: Dir) -> Trail {
        let dir = dir.index() as u64;
        Trail { low: self.longer.low + dir * self.weights.0, high: self.longer.high + dir * self.weights.1 }
    }
}

impl Route for LongPath {
    const EMPTY: Self = LongPath::EMPTY;
    const MAX: usize = LongPath::MAX;

    #[inline]
    fn then(self, dir: Dir) -> Self {
        LongPath::then(self, dir)
    }

    #[inline]
    fn len(self) -> usize {
        LongPath::len(self)
    }

    #[inline]
    fn dirs(self) -> impl Iterator<Item = Dir> {
        LongPath::dirs(self)
    }
}

impl fmt::Debug for LongPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.dirs().map(|d| d.index())).finish()
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.dirs().map(|d| d.index())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_length_round_trip<R: Route + PartialEq + fmt::Debug>() {
        let dirs: Vec<u8> = (0..R::MAX as u8).map(|i| (i * 5 + i / 7) % 6).collect();
        let mut path = R::EMPTY;
        assert!(path.is_empty());
        for (i, dir) in dirs.iter().enumerate() {
            let longer = path.then(Dir::new(*dir));
            assert_ne!(longer, path);
            path = longer;
            assert_eq!(path.len(), i + 1);
            assert_eq!(path.dirs().map(|d| d.index() as u8).collect::<Vec<_>>(), dirs[..=i]);
        }
    }

    #[test]
    fn the_last_step_is_the_last_in_order() {
        let mut path = LongPath::EMPTY;
        assert_eq!(path.last(), None);
        for i in 0..LongPath::MAX as u8 {
            for dir in Dir::ALL {
                assert_eq!(path.then(dir).last(), Some(dir));
            }
            path.push(Dir::new((i * 5 + i / 7) % 6));
            assert_eq!(path.last(), path.dirs().last());
        }
    }

    #[test]
    fn every_step_is_kept() {
        full_length_round_trip::<Path>();
        full_length_round_trip::<LongPath>();
        assert!((0..Path::MAX).fold(Path::EMPTY, |p, _| p.then(Dir::new(5))).is_full());
    }

    #[test]
    fn a_trail_is_its_path() {
        let (mut path, mut trail) = (LongPath::EMPTY, Trail::EMPTY);
        for i in 0..LongPath::MAX as u8 {
            for dir in Dir::ALL {
                assert_eq!(trail.stem().then(dir).path(), path.then(dir));
            }
            let dir = Dir::new((i * 5 + i / 7) % 6);
            (path, trail) = (path.then(dir), trail.stem().then(dir));
        }
    }

    #[test]
    fn a_route_is_the_same_from_either_end() {
        let dirs: Vec<Dir> = (0..Path::MAX as u8).map(|i| Dir::new((i * 5 + i / 7) % 6)).collect();
        for n in 0..=dirs.len() {
            let forwards = dirs[..n].iter().fold(Path::EMPTY, |path, dir| path.then(*dir));
            assert_eq!(forwards, Path::from_back(dirs[..n].iter().rev().copied()));
        }
    }

    #[test]
    fn a_stem_grows_like_its_path() {
        let mut path = Path::EMPTY;
        while let Some(stem) = path.stem() {
            for dir in Dir::ALL {
                assert_eq!(stem.then(dir), path.then(dir));
            }
            path = path.then(Dir::new(path.len() as u8 % 6));
        }
        assert!(path.is_full());
    }

    #[test]
    #[should_panic(expected = "at most 39 steps")]
    fn a_step_too_many_is_no_silent_lie() {
        let _ = (0..=LongPath::MAX).fold(LongPath::EMPTY, |p, _| p.then(Dir::new(5)));
    }
}
