//! What a link lets its holder decide: nothing, one side, or both.

use crate::side::{Seat, Side};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// What a link lets its holder decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// Nothing: a spectator's.
    Nothing,
    /// One side.
    Side(Side),
    /// Both sides: two people at one screen, or one who plays against himself.
    Both,
}

impl Holds {
    /// The seats it sits in.
    pub fn seats(self) -> Vec<Seat> {
        match self {
            Holds::Nothing => vec![Seat::Spectator],
            Holds::Side(side) => vec![side.into()],
            Holds::Both => Side::BOTH.map(Seat::from).to_vec(),
        }
    }

    /// Does it decide for the side?
    pub fn side(self, side: Side) -> bool {
        match self {
            Holds::Nothing => false,
            Holds::Side(own) => own == side,
            Holds::Both => true,
        }
    }

    /// The seat that speaks when nobody says which: with both sides, the one that decides.
    pub fn seat(self, decides: Option<Side>) -> Seat {
        match self {
            Holds::Nothing => Seat::Spectator,
            Holds::Side(side) => side.into(),
            Holds::Both => decides.unwrap_or(Side::Republican).into(),
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holds::Nothing => f.write_str("spectator"),
            Holds::Side(side) => side.fmt(f),
            Holds::Both => f.write_str("both"),
        }
    }
}

/// A word that names nothing to hold.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0:?} is nothing a link can hold")]
pub struct NotHeld(String);

impl FromStr for Holds {
    type Err = NotHeld;
    fn from_str(text: &str) -> Result<Self, NotHeld> {
        match text {
            "spectator" => Ok(Holds::Nothing),
            "both" => Ok(Holds::Both),
            side => side.parse().map(Holds::Side).map_err(|_| NotHeld(text.to_owned())),
        }
    }
}

impl Serialize for Holds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Holds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_prints_and_parses() {
        for holds in
            [Holds::Nothing, Holds::Both, Holds::Side(Side::Republican), Holds::Side(Side::Nationalist)]
        {
            assert_eq!(holds.to_string().parse::<Holds>().unwrap(), holds);
            let json = serde_json::to_string(&holds).unwrap();
            assert_eq!(serde_json::from_str::<Holds>(&json).unwrap(), holds);
        }
        assert!("referee".parse::<Holds>().is_err());
    }
}
