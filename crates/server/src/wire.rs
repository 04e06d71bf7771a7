//! Messages as they travel: answers, refusals and pushes as text.
//!
//! What is asked about a match, and what is answered, is [`frente_engine::protocol`]'s; here is what the network adds.

use crate::seats::Presence;
use crate::store::{ChatLine, MatchId, StoreError};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use frente_engine::Side;
use frente_engine::protocol::{self, Played, StateOf};
use frente_engine::table::{Code, Denied, EntryView, TableError};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use ts_rs::TS;

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Problem(pub protocol::Problem);

impl Problem {
    /// A problem.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Denied::new(code, message).into()
    }

    /// The program broke down; what it was about to change is as it was.
    pub fn broken() -> Self {
        Problem::new(Code::Failed, "the program broke down over this; nothing has changed")
    }

    /// What sort.
    pub fn code(&self) -> Code {
        self.0.denied.code
    }

    /// The status of an HTTP answer that says so. Every refusal gets its status here.
    pub fn status(&self) -> StatusCode {
        match self.code() {
            Code::BadToken | Code::Refused => StatusCode::FORBIDDEN,
            Code::UnknownMatch => StatusCode::NOT_FOUND,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::BadSave => StatusCode::UNPROCESSABLE_ENTITY,
            Code::BadData => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Failed => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.denied.fmt(f)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        metrics::counter!("frente_refused_total", "reason" => self.code().key()).increment(1);
        (self.status(), Json(json!({ "error": self }))).into_response()
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        Problem(denied.into())
    }
}

impl From<protocol::Problem> for Problem {
    fn from(problem: protocol::Problem) -> Self {
        Problem(problem)
    }
}

impl From<&TableError> for Problem {
    fn from(error: &TableError) -> Self {
        Denied::from(error).into()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ if matches!(rejection, JsonRejection::JsonSyntaxError(_)) => Code::BadJson,
            _ => Code::BadRequest,
        };
        Problem::new(code, rejection.body_text())
    }
}

impl From<StoreError> for Problem {
    /// What exactly is wrong with the disk is the host's business, and in the log.
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Damaged(what) => return Problem::new(Code::BadSave, what),
            StoreError::Lost => {
                return Problem::new(Code::Stale, "another server has changed the match meanwhile");
            }
            StoreError::Away => {
                let what = "the database does not answer; whether this was kept shows when it is back";
                return Problem::new(Code::Failed, what);
            }
            _ => {}
        }
        Problem::new(Code::Failed, "the server could not keep or read this match; nothing has changed")
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "no randomness");
        Problem::new(Code::Failed, "the server has no randomness for dice and links at the moment")
    }
}

/// What somebody who sits down is told.
#[derive(Clone, Debug, Serialize, TS)]
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
    /// May those who watch speak?
    pub open_chat: bool,
    /// Does the match come from a file? Whoever had it may know all that was secret in it.
    pub uploaded: bool,
    /// Pause between two decisions of a computer, in milliseconds.
    pub pace: u64,
    /// Who has offered a draw that is not answered yet.
    pub offer: Option<Side>,
    /// Set when the match is of earlier rules and waits until everybody who plays agrees to go on by these.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub differs: Option<Differing>,
}

/// Where a match of earlier rules differs from how it would have gone on by those of this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Differing {
    /// How many of its actions mean the same; it would go on from there.
    pub point: usize,
    /// How many actions it has.
    pub actions: usize,
    /// The version of the rules it was played with.
    pub played: u32,
    /// The version of this program.
    pub program: u32,
    /// The rule that forbids the first action that differs, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<frente_engine::Rule>,
    /// Who has agreed to go on.
    pub agreed: Vec<Side>,
}

/// What was written of a match after the point at which its rules differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Rest {
    /// The point of the first of these lines.
    pub from: usize,
    /// The lines as they were written; `?` for one that may have hidden something from the reader.
    pub lines: Vec<String>,
    /// The point to ask from for what follows; absent when this is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<usize>,
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
    /// Those who watch may speak, or no longer.
    OpenChat {
        /// May they?
        open: bool,
    },
    /// A draw was offered; or the offer was declined, taken back or accepted.
    Offer {
        /// By whom; nobody any more.
        by: Option<Side>,
    },
    /// Somebody has agreed to go on by these rules; without anything, everybody has.
    Differs {
        /// Where the match waits.
        differs: Option<&'a Differing>,
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
