//! A whole route in one word.

use crate::grid::Dir;
use std::fmt;

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

    /// Its steps in order.
    #[inline]
    pub fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.len()).map(move |i| Dir::new((self.0 >> (3 * i) & 7) as u8))
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

    #[test]
    fn full_length_round_trip() {
        let dirs: Vec<u8> = (0..Path::MAX as u8).map(|i| i % 6).collect();
        let path = dirs.iter().fold(Path::EMPTY, |p, d| p.then(Dir::new(*d)));
        assert!(path.is_full());
        assert_eq!(path.dirs().map(|d| d.index() as u8).collect::<Vec<_>>(), dirs);
    }
}
