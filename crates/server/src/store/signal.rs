//! What servers on one database tell one another.

use super::MatchId;
use super::chain::End;
use frente_engine::Side;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who of a match is connected to one server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// Somebody who plays the Republican side?
    pub republican: bool,
    /// Somebody who plays the Nationalist side?
    pub nationalist: bool,
    /// How many who watch.
    pub spectators: usize,
}

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Signal {
    /// Actions were taken or taken back.
    Changed {
        /// The match.
        id: MatchId,
        /// How far it has come.
        end: End,
    },
    /// Something was said.
    Said {
        /// The match.
        id: MatchId,
    },
    /// Its settings are others.
    Settings {
        /// The match.
        id: MatchId,
    },
    /// It was deleted.
    Forgotten {
        /// The match.
        id: MatchId,
    },
    /// Who is connected to the teller.
    Here {
        /// The match.
        id: MatchId,
        /// Who.
        company: Company,
    },
    /// Who else is there?
    Who {
        /// The match.
        id: MatchId,
    },
    /// A computer is at work.
    Thinking {
        /// The match.
        id: MatchId,
        /// For which side.
        side: Side,
        /// In words.
        text: String,
    },
    /// A draw was offered, or no longer is.
    Offer {
        /// The match.
        id: MatchId,
        /// By whom.
        by: Option<Side>,
    },
    /// The teller is still there.
    Alive,
}

impl Signal {
    /// The match it is about.
    pub fn id(&self) -> Option<MatchId> {
        match self {
            Signal::Changed { id, .. }
            | Signal::Said { id }
            | Signal::Settings { id }
            | Signal::Forgotten { id }
            | Signal::Here { id, .. }
            | Signal::Who { id }
            | Signal::Thinking { id, .. }
            | Signal::Offer { id, .. } => Some(*id),
            Signal::Alive => None,
        }
    }
}

/// A signal with its teller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The teller's number.
    pub from: u64,
    /// What he tells.
    #[serde(flatten)]
    pub signal: Signal,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("plain data"))
    }
}

impl FromStr for Notice {
    type Err = serde_json::Error;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}

/// What a server hears of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A notice.
    Notice(Notice),
    /// Some may have been missed before this one: look for yourself.
    Gap,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_comes_back() {
        let id = MatchId(i64::MAX);
        let company = Company { republican: true, nationalist: false, spectators: 3 };
        for signal in [
            Signal::Changed { id, end: End { length: 7, mark: i64::MIN } },
            Signal::Here { id, company },
            Signal::Thinking { id, side: Side::Nationalist, text: "greedy is thinking".to_owned() },
            Signal::Alive,
        ] {
            let notice = Notice { from: u64::MAX, signal };
            assert_eq!(notice.to_string().parse::<Notice>().unwrap(), notice);
        }
    }
}
