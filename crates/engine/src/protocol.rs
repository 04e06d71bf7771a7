//! One protocol for everybody: JSON messages on standard input, over the page's WebSocket, and for bots.
//!
//! This module knows what a request about a match means and answers it from a [`Table`]. Who may sit where, and how
//! messages travel, is the business of those who carry them. `docs/protocol.md` has the whole of it with a transcript.

use crate::present::Ask;
use crate::side::Seat;
use crate::table::{Denied, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of the protocol. It rises when something that was answered is answered otherwise.
pub const PROTOCOL: u32 = 1;

/// Where a new match's dice come from.
#[derive(Clone, Copy, Debug, Deserialize, Default, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum DiceKind {
    /// The program throws them.
    #[default]
    Seeded,
    /// The players throw and type them in.
    Typed,
}

/// A request about a match. Unknown fields are ignored.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// Everything the seat may know.
    State,
    /// What is printed, and the rules.
    Sheet,
    /// A decision.
    Play {
        /// The point it answers.
        point: Option<usize>,
        /// The notation.
        line: String,
    },
    /// The next throw.
    Roll {
        /// The point it answers.
        point: Option<usize>,
        /// The outcome, when dice are typed in.
        line: Option<String>,
    },
    /// Take the last action back.
    Undo {
        /// The point it answers.
        point: Option<usize>,
    },
    /// What happened.
    Log {
        /// From this point.
        #[serde(default)]
        from: usize,
        /// Up to this one.
        to: Option<usize>,
    },
    /// The board at an earlier point.
    At {
        /// The point.
        point: usize,
    },
    /// Odds of the combat at hand.
    Odds {
        /// Lines to play on a copy first.
        #[serde(default)]
        lines: Vec<String>,
    },
    /// Why not?
    Why(Ask),
    /// A layer over the map.
    Overlay {
        /// Its key.
        key: String,
    },
    /// A rule's text.
    Rule {
        /// Its id.
        rule: String,
    },
}

impl Request {
    /// Can it change the match?
    pub fn changes(&self) -> bool {
        matches!(self, Request::Play { .. } | Request::Roll { .. } | Request::Undo { .. })
    }
}

/// A message with the number its answer will carry.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope {
    /// The asker's number, given back with the answer.
    #[serde(default)]
    pub id: Value,
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The request's number.
    pub id: Value,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<Value>,
    /// Or why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Value>,
}

impl Answer {
    /// The answer to request `id`.
    pub fn new(id: Value, result: Result<Value, Denied>) -> Self {
        match result {
            Ok(value) => Answer { id, ok: Some(value), error: None },
            Err(denied) => Answer { id, ok: None, error: Some(json!(denied)) },
        }
    }
}

/// Reads a request about a match.
///
/// # Errors
/// `bad-request`, with what is missing or unknown.
pub fn read(message: &Value) -> Result<Request, Denied> {
    Request::deserialize(message).map_err(|e| Denied::new("bad-request", e.to_string()))
}

/// Answers a request about a match for a seat.
///
/// # Errors
/// Why not; nothing has changed then.
pub fn answer(table: &mut dyn Table, seat: Seat, request: &Request) -> Result<Value, Denied> {
    match request {
        Request::Play { point, line } => {
            let from = current(table, seat, *point)?;
            table.play(seat, line)?;
            throw_all(table);
            Ok(played(table, seat, from))
        }
        Request::Roll { point, line } => {
            let from = current(table, seat, *point)?;
            match line {
                Some(line) => table.type_throw(line)?,
                None => table.throw()?,
            }
            throw_all(table);
            Ok(played(table, seat, from))
        }
        Request::Undo { point } => {
            current(table, seat, *point)?;
            table.undo(seat)?;
            Ok(json!(table.state(seat)))
        }
        look => self::look(table, seat, look),
    }
}

/// Answers a request that changes nothing.
///
/// # Errors
/// `bad-request` when it would change something, or asks for what does not exist.
pub fn look(table: &dyn Table, seat: Seat, request: &Request) -> Result<Value, Denied> {
    match request {
        Request::Play { .. } | Request::Roll { .. } | Request::Undo { .. } => {
            Err(Denied::new("bad-request", "this request would change the match"))
        }
        Request::State => Ok(json!(table.state(seat))),
        Request::Sheet => Ok(json!(table.sheet())),
        Request::Log { from, to } => {
            Ok(json!({ "entries": table.entries(seat, *from, to.unwrap_or(usize::MAX)) }))
        }
        Request::At { point } => Ok(json!(table.state_at(seat, *point))),
        Request::Odds { lines } => Ok(json!({ "odds": table.odds(seat, lines)? })),
        Request::Why(ask) => Ok(json!({ "why": table.why(seat, ask) })),
        Request::Overlay { key } => match table.overlay(seat, key) {
            Some(overlay) => Ok(json!({ "overlay": overlay })),
            None => Err(Denied::new("bad-request", format!("this game has no overlay {key:?}"))),
        },
        Request::Rule { rule } => match table.sheet().rules.text(rule) {
            Some(text) => Ok(json!({ "id": rule, "text": text })),
            None => Err(Denied::new("bad-request", format!("this game has no rule {rule:?}"))),
        },
    }
}

/// Throws whatever dice are waited for, if the program throws them.
pub fn throw_all(table: &mut dyn Table) {
    while table.seeded() && table.throw().is_ok() {}
}

/// The state after an action, with what happened since `from`.
pub fn played(table: &dyn Table, seat: Seat, from: usize) -> Value {
    let mut value = json!(table.state(seat));
    value["entries"] = json!(table.entries(seat, from, usize::MAX));
    value
}

/// Two players at once, double clicks, stale pages: an action answers the point it was shown, and a late one is told so.
///
/// # Errors
/// `stale`, with what happened since.
pub fn current(table: &dyn Table, seat: Seat, point: Option<usize>) -> Result<usize, Denied> {
    let now = table.point();
    match point {
        Some(asked) if asked != now => {
            let since: Vec<String> = table
                .entries(seat, asked.min(now), now)
                .into_iter()
                .map(|e| format!("{}: {}", e.by, e.line))
                .collect();
            let what =
                if since.is_empty() { "an action was taken back".to_owned() } else { since.join("; ") };
            Err(Denied::new(
                "stale",
                format!("this answers point {asked}, the match is at {now}; since then: {what}"),
            ))
        }
        _ => Ok(now),
    }
}
