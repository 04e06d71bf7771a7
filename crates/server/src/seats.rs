//! Who plays: the person or the computer behind a side, and what a link lets its holder do.

pub use frente_engine::Holds;
use frente_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who decides for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Whoever holds the side's link.
    Person,
    /// A computer player, by name.
    Computer(String),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("human"),
            Player::Computer(name) => write!(f, "computer:{name}"),
        }
    }
}

impl From<&str> for Player {
    /// Reads what [`Player`] prints, as the database keeps it.
    fn from(text: &str) -> Self {
        text.strip_prefix("computer:").map_or(Player::Person, |name| Player::Computer(name.to_owned()))
    }
}

/// What is asked for a seat when a match is made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Taker {
    /// Whoever makes the match.
    Me,
    /// Somebody who is sent a link.
    Link,
    /// A computer player, by name.
    Computer(String),
}

/// A word that says nobody.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0:?} cannot take a seat; expected \"me\", \"link\" or \"computer:\" and a name")]
pub struct NotATaker(String);

impl TryFrom<String> for Taker {
    type Error = NotATaker;
    fn try_from(text: String) -> Result<Self, NotATaker> {
        match text.as_str() {
            "me" => Ok(Taker::Me),
            "link" => Ok(Taker::Link),
            other => match other.strip_prefix("computer:") {
                Some(name) => Ok(Taker::Computer(name.to_owned())),
                None => Err(NotATaker(text)),
            },
        }
    }
}

/// Who is to sit where.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Takers {
    /// The Republican seat.
    pub republican: Taker,
    /// The Nationalist seat.
    pub nationalist: Taker,
}

impl Takers {
    fn of(&self, side: Side) -> &Taker {
        match side {
            Side::Republican => &self.republican,
            Side::Nationalist => &self.nationalist,
        }
    }

    /// The players they become.
    pub fn players(&self) -> PerSide<Player> {
        let player = |side| match self.of(side) {
            Taker::Me | Taker::Link => Player::Person,
            Taker::Computer(name) => Player::Computer(name.clone()),
        };
        PerSide::new(player(Side::Republican), player(Side::Nationalist))
    }

    /// Is a seat given away to somebody else?
    pub fn given_away(&self) -> bool {
        Side::BOTH.into_iter().any(|side| *self.of(side) == Taker::Link)
    }

    /// The links to hand out: one for each person, and one for those who watch.
    pub fn links(&self) -> Vec<Holds> {
        let mut links = match (&self.republican, &self.nationalist) {
            (Taker::Me, Taker::Me) => vec![Holds::Both],
            _ => Side::BOTH
                .into_iter()
                .filter(|side| !matches!(self.of(*side), Taker::Computer(_)))
                .map(Holds::Side)
                .collect(),
        };
        links.push(Holds::Nothing);
        links
    }
}

/// Who sits where, and who is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Presence {
    /// The Republican seat.
    pub republican: SeatPresence,
    /// The Nationalist seat.
    pub nationalist: SeatPresence,
    /// How many watch.
    pub spectators: usize,
}

/// Who sits in a seat, and whether he is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct SeatPresence {
    /// `human`, or `computer:` and a name.
    pub player: String,
    /// Is he connected? Computers always are.
    pub present: bool,
}

impl SeatPresence {
    /// A seat's player, connected or not.
    pub fn new(player: &Player, connected: bool) -> Self {
        SeatPresence { player: player.to_string(), present: connected || *player != Player::Person }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takers(republican: &str, nationalist: &str) -> Takers {
        serde_json::from_value(serde_json::json!({ "republican": republican, "nationalist": nationalist }))
            .unwrap()
    }

    #[test]
    fn each_person_gets_a_link_and_those_who_watch_another() {
        assert_eq!(takers("me", "me").links(), [Holds::Both, Holds::Nothing]);
        assert_eq!(takers("computer:greedy", "computer:random").links(), [Holds::Nothing]);
        assert_eq!(takers("me", "computer:greedy").links(), [Holds::Side(Side::Republican), Holds::Nothing]);
        assert_eq!(
            takers("link", "me").links(),
            [Holds::Side(Side::Republican), Holds::Side(Side::Nationalist), Holds::Nothing]
        );
        assert!(takers("link", "me").given_away());
        assert!(!takers("me", "computer:greedy").given_away());
    }

    #[test]
    fn what_is_kept_comes_back() {
        for player in [Player::Person, Player::Computer("greedy".to_owned())] {
            assert_eq!(Player::from(player.to_string().as_str()), player);
        }
        assert!(Taker::try_from("nobody".to_owned()).is_err());
    }
}
