//! Why something was not done.

use crate::rule::Rule;
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct Denied {
    /// What sort of denial.
    pub code: Code,
    /// In words.
    pub message: String,
    /// The rule behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<Rule>,
}

/// What sort of denial: the engine's own, and those of who carries messages to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Against the rules.
    Refused,
    /// No line of the game's notation.
    NotALine,
    /// Not this seat's to decide.
    WrongSide,
    /// The game is over.
    Over,
    /// Nothing that may be taken back.
    CannotUndo,
    /// It answers a point the match has left behind.
    Stale,
    /// The request itself is wrong.
    BadRequest,
    /// The message is no JSON.
    BadJson,
    /// The host's data files are wrong.
    BadData,
    /// The save does not load.
    BadSave,
    /// The link opens nothing.
    BadToken,
    /// There is no such match.
    UnknownMatch,
    /// The message is too large.
    TooLarge,
    /// Too many messages, matches or connections.
    TooMany,
    /// It took too long to come.
    TooSlow,
    /// The host failed.
    Failed,
}

impl Code {
    /// As it stands in messages.
    pub fn key(self) -> &'static str {
        match self {
            Code::Refused => "refused",
            Code::NotALine => "not-a-line",
            Code::WrongSide => "wrong-side",
            Code::Over => "over",
            Code::CannotUndo => "cannot-undo",
            Code::Stale => "stale",
            Code::BadRequest => "bad-request",
            Code::BadJson => "bad-json",
            Code::BadData => "bad-data",
            Code::BadSave => "bad-save",
            Code::BadToken => "bad-token",
            Code::UnknownMatch => "unknown-match",
            Code::TooLarge => "too-large",
            Code::TooMany => "too-many",
            Code::TooSlow => "too-slow",
            Code::Failed => "failed",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Denied {
    /// A denial.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Denied { code, message: message.into(), rule: None }
    }
}
