//! Sides and seats.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use ts_rs::TS;

/// One of the two sides of every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Side {
    /// The Republic.
    Republican,
    /// The Nationalists and their allies.
    Nationalist,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Republican, Side::Nationalist];

    /// The other side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Republican => Side::Nationalist,
            Side::Nationalist => Side::Republican,
        }
    }

    /// 0 for the Republican, 1 for the Nationalist side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `republican` or `nationalist`: in notation, files and messages.
    pub fn key(self) -> &'static str {
        match self {
            Side::Republican => "republican",
            Side::Nationalist => "nationalist",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A word that names no side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a side; expected \"republican\" or \"nationalist\"")]
pub struct NotASide(pub String);

impl FromStr for Side {
    type Err = NotASide;
    fn from_str(s: &str) -> Result<Self, NotASide> {
        Side::BOTH.into_iter().find(|side| side.key() == s).ok_or_else(|| NotASide(s.to_owned()))
    }
}

/// Who looks at a game: one side, or nobody's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// Who decides for the Republican side.
    Republican,
    /// Who decides for the Nationalist side.
    Nationalist,
    /// Who only watches, and knows no side's secrets.
    Spectator,
}

impl Seat {
    /// All seats.
    pub const ALL: [Seat; 3] = [Seat::Republican, Seat::Nationalist, Seat::Spectator];

    /// The side this seat decides for.
    #[inline]
    pub fn side(self) -> Option<Side> {
        match self {
            Seat::Republican => Some(Side::Republican),
            Seat::Nationalist => Some(Side::Nationalist),
            Seat::Spectator => None,
        }
    }

    /// Does this seat know the secrets of `side`?
    #[inline]
    pub fn knows(self, side: Side) -> bool {
        self.side() == Some(side)
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Republican => Seat::Republican,
            Side::Nationalist => Seat::Nationalist,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.side().map_or("spectator", Side::key))
    }
}

impl FromStr for Seat {
    type Err = NotASide;
    fn from_str(s: &str) -> Result<Self, NotASide> {
        if s == "spectator" { Ok(Seat::Spectator) } else { s.parse::<Side>().map(Seat::from) }
    }
}

/// One value for each side.
///
/// ```
/// use frente_engine::{PerSide, Side};
/// let mut points = PerSide::new(0, 3);
/// points[Side::Republican] += 5;
/// assert_eq!((points[Side::Republican], points[Side::Nationalist]), (5, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerSide<T>(pub [T; 2]);

impl<T> PerSide<T> {
    /// The Republican and the Nationalist value.
    pub const fn new(republican: T, nationalist: T) -> Self {
        PerSide([republican, nationalist])
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
