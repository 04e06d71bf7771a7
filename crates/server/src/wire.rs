//! Messages as they travel: answers, refusals and pushes as text.
//!
//! What is asked about a match, and what is answered, is [`frente_engine::protocol`]'s; here is what the network adds.

use crate::seats::Presence;
use crate::store::{ChatLine, MatchId, StoreError};
use axum::extract::ws::Utf8Bytes;
use frente_engine::Side;
use frente_engine::table::{Denied, EntryView, State};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// What sort, in words, and the rule behind it.
    #[serde(flatten)]
    pub denied: Denied,
    /// What a late action is told: where the match stands, and what happened.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub news: Option<Box<News>>,
}

/// What a late action is told.
#[derive(Clone, Debug, Serialize)]
pub struct News {
    /// The point the match is at.
    pub point: usize,
    /// The state.
    pub state: StateOf,
    /// What happened since the point it answered.
    pub entries: Vec<EntryView>,
}

impl Problem {
    /// A problem.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Denied::new(code, message).into()
    }

    /// What sort.
    pub fn code(&self) -> &'static str {
        self.denied.code
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        Problem { denied, news: None }
    }
}

impl From<StoreError> for Problem {
    /// What exactly is wrong with the disk is the host's business, and in the log.
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Problem::new("failed", "the server could not keep or read this match; nothing has changed")
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "no randomness");
        Problem::new("failed", "the server has no randomness for dice and links at the moment")
    }
}

/// A state with the match it is of.
#[derive(Clone, Debug, Serialize)]
pub struct StateOf {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Its state.
    #[serde(flatten)]
    pub state: State,
}

/// A state after an action, with what happened.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// The state.
    #[serde(flatten)]
    pub state: StateOf,
    /// What happened.
    pub entries: Vec<EntryView>,
}

/// What somebody who sits down is told.
#[derive(Clone, Debug, Serialize)]
pub struct Joined {
    /// The state, and what happened since the point he knows.
    #[serde(flatten)]
    pub played: Played,
    /// The seats he holds.
    pub you: Vec<frente_engine::Seat>,
    /// Who else is there.
    pub seats: Presence,
    /// What was said.
    pub chat: Vec<ChatLine>,
    /// Pause between two decisions of a computer, in milliseconds.
    pub pace: u64,
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Something that nobody asked for but everybody should know.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// Something happened in the match.
    Changed {
        /// The state.
        state: &'a StateOf,
        /// What happened; empty when something was taken back.
        entries: &'a [EntryView],
    },
    /// Somebody said something.
    Chat(&'a ChatLine),
    /// Somebody came or went.
    Presence {
        /// Who is there.
        seats: &'a Presence,
    },
    /// A computer is at work.
    Thinking {
        /// For which side.
        side: Side,
        /// In words.
        text: String,
    },
    /// Computers play faster or slower.
    Pace {
        /// Milliseconds.
        ms: u64,
    },
    /// The match was deleted.
    Deleted,
}

impl Event<'_> {
    /// As text for the socket.
    pub fn text(&self) -> Utf8Bytes {
        text(self).into()
    }
}

/// Plain data as text.
pub fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has no keys but strings")
}

/// The answer to request `id`; what is asked for comes as text already.
pub fn answer(id: &Value, result: &Result<String, Problem>) -> Utf8Bytes {
    match result {
        Ok(body) => format!("{{\"id\":{id},\"ok\":{body}}}").into(),
        Err(problem) => text(&json!({ "id": id, "error": problem })).into(),
    }
}
