//! A chain of hashes over a match: each line's hash holds everything before it, so that a match comes back as it was written or not at all.
//!
//! It guards against rot, not against the host: whoever writes the file can write its hashes. 64 bits of each link are kept.

use super::MatchId;
use crate::seats::Player;
use frente_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The chain at some point of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain before the first action.
    pub fn begin(id: MatchId, header: &str, players: &PerSide<Player>) -> Self {
        let mut hash = Sha256::new();
        hash.update(id.0.to_be_bytes());
        for part in [header, &players[Side::Republican].to_string(), &players[Side::Nationalist].to_string()]
        {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        Chain(hash.finalize().into())
    }

    /// The chain one action on.
    #[must_use]
    pub fn then(self, line: &str) -> Self {
        Chain(Sha256::new().chain_update(self.0).chain_update(line.as_bytes()).finalize().into())
    }

    /// What is kept of it.
    pub fn mark(self) -> i64 {
        i64::from_be_bytes(self.0[..8].try_into().expect("eight bytes"))
    }
}

/// How far a match has come: how many actions there are, and what is kept of the chain after them. Two that are alike are the same match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How many actions there are.
    pub length: i64,
    /// The mark of the chain after them.
    pub mark: i64,
}

impl End {
    /// After so many actions.
    pub fn new(length: usize, chain: Chain) -> Self {
        End { length: length as i64, mark: chain.mark() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_holds_everything_before_it() {
        let players = PerSide::new(Player::Person, Player::Computer("greedy".to_owned()));
        let start = Chain::begin(MatchId(7), "{}", &players);
        assert_ne!(start, Chain::begin(MatchId(8), "{}", &players));
        assert_ne!(start, Chain::begin(MatchId(7), "{ }", &players));
        assert_ne!(start, Chain::begin(MatchId(7), "{}", &PerSide::new(Player::Person, Player::Person)));
        assert_ne!(start.then("a").then("b").mark(), start.then("b").then("a").mark());
        assert_ne!(start.then("ab").mark(), start.then("a").then("b").mark());
    }
}
