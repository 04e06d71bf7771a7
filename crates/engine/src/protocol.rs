//! One protocol for everybody: JSON messages on standard input, over the page's WebSocket, and for bots.
//!
//! This module knows what a request about a match means, who may ask it, and answers it from a [`Table`]; it is the only one that does.
//! [`look`] answers what changes nothing, [`act`] carries out what changes the match, and [`told`] says what came of it. How messages
//! travel, who holds which link and what is kept is the business of those who carry them. `docs/protocol.md` has the whole of it
//! with a transcript.

use crate::chance;
use crate::game::{OpenError, Wait};
use crate::holds::Holds;
use crate::odds::OddsView;
use crate::present::{Ask, Overlay};
use crate::side::{Seat, Side};
use crate::table::{
    ChoiceView, Code, Denied, EntryView, MOST_TOGETHER, SheetView, State, Table, TableError, WhyView,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The version of the protocol. It rises when something that was answered is answered otherwise.
pub const PROTOCOL: u32 = 2;

/// How many entries of the log one answer holds at most; whoever wants more asks again.
pub const PAGE: usize = 500;

/// How many actions a late one is told in words.
const TOLD_TO_THE_LATE: usize = 5;

/// Where a new match's dice come from.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, TS, Default, PartialEq, Eq)]
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
    /// Several pieces go to a place, or are named, one after the other.
    Group {
        /// The point it answers.
        point: Option<usize>,
        /// Their ids.
        pieces: Vec<String>,
        /// The place; none where they are only named, as attackers are.
        #[serde(default)]
        place: Option<String>,
    },
    /// Where several pieces can go together.
    Ways {
        /// Their ids.
        pieces: Vec<String>,
    },
    /// Take the last action back.
    Undo {
        /// The point it answers.
        point: Option<usize>,
        /// Take back all actions from this point on, as far as they may be.
        #[serde(default)]
        to: Option<usize>,
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
        /// Or those of the combat at hand at an earlier point.
        #[serde(default)]
        point: Option<usize>,
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
        matches!(
            self,
            Request::Play { .. } | Request::Group { .. } | Request::Roll { .. } | Request::Undo { .. }
        )
    }
}

/// A message with the number its answer will carry.
#[derive(Clone, Debug, Deserialize)]
pub struct Envelope {
    /// The asker's number, given back with the answer.
    #[serde(default)]
    pub id: Value,
}

/// Who asks, about which match, and for which seat.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// What the match is called where it is kept; States carry it.
    pub name: &'a str,
    /// What he may do.
    pub rights: Rights,
    /// The seat he speaks for, if he says so.
    pub seat: Option<Seat>,
}

/// What somebody may do at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// Everything, for any seat: the match is his own.
    Referee,
    /// What his link holds.
    Holds(Holds),
}

impl Asker<'_> {
    /// The seat he speaks for now.
    ///
    /// # Errors
    /// `wrong-side` when it is not his.
    pub fn seat(&self, table: &dyn Table) -> Result<Seat, Denied> {
        match (self.rights, self.seat) {
            (Rights::Referee, seat) => Ok(seat.unwrap_or(Seat::Spectator)),
            (Rights::Holds(holds), None) => Ok(holds.seat(at_hand(table))),
            (Rights::Holds(holds), Some(seat)) if holds.seats().contains(&seat) => Ok(seat),
            (Rights::Holds(_), Some(seat)) => {
                Err(Denied::new(Code::WrongSide, format!("this link does not hold the {seat} seat")))
            }
        }
    }

    /// The seat he looks from once an action is done. Whoever holds both sides looks with the eyes of the one that decides next.
    fn eyes(&self, table: &dyn Table) -> Seat {
        match self.rights {
            Rights::Holds(Holds::Both) => Holds::Both.seat(at_hand(table)),
            _ => self.seat(table).unwrap_or(Seat::Spectator),
        }
    }

    fn holds_both(&self) -> bool {
        self.rights == Rights::Holds(Holds::Both)
    }

    /// All he may know now.
    fn state(&self, table: &dyn Table, seat: Seat) -> StateOf {
        let mut state = table.state(seat);
        // Whoever holds both sides takes back whichever acted last.
        state.undo |= self.holds_both() && Side::BOTH.into_iter().any(|side| table.may_undo(side.into()));
        StateOf { name: self.name.to_owned(), state }
    }
}

/// The side whose decision or throw it is.
pub fn at_hand(table: &dyn Table) -> Option<Side> {
    match table.wait() {
        Wait::Decision(side) => Some(side),
        Wait::Chance(chance) => chance.by,
        Wait::Over(_) => None,
    }
}

/// A state with the match it is of.
#[derive(Clone, Debug, Serialize, TS)]
pub struct StateOf {
    /// The match.
    #[serde(rename = "match")]
    pub name: String,
    /// Its state.
    #[serde(flatten)]
    pub state: State,
}

/// A part of the log.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Log {
    /// What happened.
    pub entries: Vec<EntryView>,
    /// The point to ask from for what follows; absent when this is all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<usize>,
}

impl Log {
    fn of(table: &dyn Table, seat: Seat, from: usize, to: usize) -> Self {
        let to = to.min(table.point());
        let end = to.min(from.saturating_add(PAGE));
        Log { entries: table.entries(seat, from, end), next: (end < to).then_some(end) }
    }
}

/// A state after an action, with what happened.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Played {
    /// The state.
    #[serde(flatten)]
    pub state: StateOf,
    /// What happened; nothing when something was taken back.
    #[serde(flatten)]
    pub log: Log,
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(type = "Denied & Partial<News>")]
pub struct Problem {
    /// What sort, in words, and the rule behind it.
    #[serde(flatten)]
    pub denied: Denied,
    /// What a late action is told: where the match stands, and what happened.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub news: Option<Box<News>>,
}

/// What a late action is told.
#[derive(Clone, Debug, Serialize, TS)]
pub struct News {
    /// The point the match is at.
    pub point: usize,
    /// The state.
    pub state: StateOf,
    /// What happened since the point it answered.
    #[serde(flatten)]
    pub log: Log,
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        Problem { denied, news: None }
    }
}

impl From<&TableError> for Denied {
    /// A table that cannot be opened because of what was asked for, or because of the data files.
    fn from(error: &TableError) -> Self {
        let code = match error {
            TableError::Load(_) => Code::BadSave,
            TableError::Open(OpenError::Data(_)) => Code::BadData,
            _ => Code::BadRequest,
        };
        Denied::new(code, error.to_string())
    }
}

/// What is answered to a request that changes nothing.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Reply {
    State(Box<StateOf>),
    Sheet(Box<SheetView>),
    Log(Log),
    Odds { odds: Option<OddsView> },
    Ways { ways: Vec<ChoiceView> },
    Why { why: Option<WhyView> },
    Overlay { overlay: Overlay },
    Rule { id: String, text: String },
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<T> {
    /// The request's number.
    pub id: Value,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// Or why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

impl<T> Answer<T> {
    /// The answer to request `id`.
    pub fn new(id: Value, result: Result<T, Problem>) -> Self {
        match result {
            Ok(ok) => Answer { id, ok: Some(ok), error: None },
            Err(problem) => Answer { id, ok: None, error: Some(problem) },
        }
    }
}

/// Reads a request about a match.
///
/// # Errors
/// `bad-request`, with what is missing or unknown.
pub fn read(message: &Value) -> Result<Request, Denied> {
    Request::deserialize(message).map_err(|e| Denied::new(Code::BadRequest, e.to_string()))
}

/// Answers a request that changes nothing.
///
/// # Errors
/// `wrong-side` for a seat that is not the asker's; `bad-request` when it would change something, or asks for what does not exist.
pub fn look(table: &dyn Table, asker: &Asker<'_>, request: &Request) -> Result<Reply, Denied> {
    let seat = asker.seat(table)?;
    match request {
        Request::Play { .. } | Request::Group { .. } | Request::Roll { .. } | Request::Undo { .. } => {
            Err(Denied::new(Code::BadRequest, "this request would change the match"))
        }
        Request::State => Ok(Reply::State(Box::new(asker.state(table, seat)))),
        Request::Sheet => Ok(Reply::Sheet(Box::new(table.sheet()))),
        Request::Log { from, to } => Ok(Reply::Log(Log::of(table, seat, *from, to.unwrap_or(usize::MAX)))),
        Request::At { point } => {
            let state = table.state_at(seat, *point);
            Ok(Reply::State(Box::new(StateOf { name: asker.name.to_owned(), state })))
        }
        Request::Odds { point: Some(point), .. } => Ok(Reply::Odds { odds: table.odds_at(seat, *point) }),
        Request::Odds { lines, point: None } => Ok(Reply::Odds { odds: table.odds(seat, lines)? }),
        Request::Ways { pieces } => {
            together(pieces)?;
            Ok(Reply::Ways { ways: table.ways_together(seat, pieces)? })
        }
        Request::Why(ask) => Ok(Reply::Why { why: table.why(seat, ask) }),
        Request::Overlay { key } => match table.overlay(seat, key) {
            Some(overlay) => Ok(Reply::Overlay { overlay }),
            None => Err(Denied::new(Code::BadRequest, format!("this game has no overlay {key:?}"))),
        },
        Request::Rule { rule } => match table.rule(rule) {
            Some(text) => Ok(Reply::Rule { id: rule.clone(), text }),
            None => Err(Denied::new(Code::BadRequest, format!("this game has no rule {rule:?}"))),
        },
    }
}

/// What a request did to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Actions were taken, from this point on.
    Taken(usize),
    /// The actions from this point on were taken back.
    TakenBack(usize),
}

impl Done {
    /// The first point that is not as it was.
    pub fn from(self) -> usize {
        match self {
            Done::Taken(point) | Done::TakenBack(point) => point,
        }
    }
}

/// Carries out a request that changes the match. Whatever the program throws after an action is thrown next: [`throw_all`].
///
/// # Errors
/// Why not; nothing has changed then.
pub fn act(table: &mut dyn Table, asker: &Asker<'_>, request: &Request) -> Result<Done, Problem> {
    let seat = asker.seat(table)?;
    let from = table.point();
    match request {
        Request::Play { point, line } => {
            current(table, asker, seat, *point)?;
            table.play(seat, line)?;
        }
        Request::Group { point, pieces, place } => {
            current(table, asker, seat, *point)?;
            together(pieces)?;
            table.play_together(seat, pieces, place.as_deref())?;
        }
        Request::Roll { point, line } => {
            current(table, asker, seat, *point)?;
            may_throw(table, asker.rights)?;
            match line {
                Some(line) => table.type_throw(line)?,
                None => table.throw()?,
            }
        }
        Request::Undo { point, to } => {
            current(table, asker, seat, *point)?;
            undo(table, asker, seat)?;
            // What was one act for the player is taken back as one.
            while to.is_some_and(|to| table.point() > to) && undo(table, asker, seat).is_ok() {}
            return Ok(Done::TakenBack(table.point()));
        }
        _ => return Err(Denied::new(Code::BadRequest, "this request changes nothing").into()),
    }
    Ok(Done::Taken(from))
}

/// What somebody is told of a match in which something was done: its state, and what happened from a point on.
pub fn told(table: &dyn Table, asker: &Asker<'_>, from: usize) -> Played {
    let seat = asker.eyes(table);
    Played { state: asker.state(table, seat), log: Log::of(table, seat, from, usize::MAX) }
}

/// Somebody adds to the dice: shows the mark of his share, or the share itself. What waited for it is thrown next: [`throw_all`].
///
/// # Errors
/// Why not; nothing has changed then.
pub fn add_share(
    table: &mut dyn Table,
    by: Holds,
    mark: Option<&str>,
    share: Option<&str>,
) -> Result<(), Denied> {
    let mut shares = table.shares().to_vec();
    chance::add_share(&mut shares, by, mark, share)
        .map_err(|e| Denied::new(Code::BadRequest, e.to_string()))?;
    table.set_shares(shares)
}

/// The dice are to be made without somebody: himself, or another whom he has waited for long enough (which whoever carries this has to
/// know).
///
/// # Errors
/// Why not; nothing has changed then.
pub fn leave_out(table: &mut dyn Table, by: Holds, whom: Holds) -> Result<(), Denied> {
    let mut shares = table.shares().to_vec();
    if !shares.iter().any(|share| share.by == by && (by == whom || !share.left_out)) {
        return Err(Denied::new(Code::WrongSide, "only who adds to the dice may ask for this"));
    }
    chance::leave_out(&mut shares, whom).map_err(|e| Denied::new(Code::BadRequest, e.to_string()))?;
    table.set_shares(shares)
}

/// Throws whatever dice are waited for, if the program throws them.
pub fn throw_all(table: &mut dyn Table) {
    while table.seeded() && table.throw().is_ok() {}
}

/// Two players at once, double clicks, stale pages: an action answers the point it was shown, and a late one is told what happened
/// instead. Only a referee may leave the point out: nobody else acts at his match.
fn current(table: &dyn Table, asker: &Asker<'_>, seat: Seat, point: Option<usize>) -> Result<(), Problem> {
    let now = table.point();
    let asked = match point {
        Some(asked) if asked != now => asked,
        None if asker.rights != Rights::Referee => {
            let problem = "missing field `point`: the point the action answers";
            return Err(Denied::new(Code::BadRequest, problem).into());
        }
        _ => return Ok(()),
    };
    let news =
        News { point: now, state: asker.state(table, seat), log: Log::of(table, seat, asked.min(now), now) };
    let mut since: Vec<String> = table
        .entries(seat, asked.max(now.saturating_sub(TOLD_TO_THE_LATE)), now)
        .into_iter()
        .map(|e| format!("{}: {}", e.by, e.line))
        .collect();
    if now.saturating_sub(asked) > since.len() {
        since.insert(0, "…".to_owned());
    }
    let what = if since.is_empty() { "an action was taken back".to_owned() } else { since.join("; ") };
    let message = format!("this answers point {asked}, the match is at {now}; since then: {what}");
    Err(Problem { denied: Denied::new(Code::Stale, message), news: Some(Box::new(news)) })
}

/// A group is of two or more, and no crowd.
fn together(pieces: &[String]) -> Result<(), Denied> {
    let several = (2..=MOST_TOGETHER).contains(&pieces.len());
    let problem = format!("expected 2 to {MOST_TOGETHER} pieces; these are {}", pieces.len());
    if several { Ok(()) } else { Err(Denied::new(Code::BadRequest, problem)) }
}

/// Throws are typed in by the side they are for; where they are nobody's, by any player.
fn may_throw(table: &dyn Table, rights: Rights) -> Result<(), Denied> {
    let Rights::Holds(holds) = rights else { return Ok(()) };
    let by = match table.wait() {
        Wait::Chance(chance) => chance.by,
        _ => None,
    };
    let may = by.map_or(holds != Holds::Nothing, |side| holds.side(side));
    if may { Ok(()) } else { Err(Denied::new(Code::WrongSide, "it is not this seat's throw")) }
}

/// Whoever holds both sides takes back whichever acted last.
fn undo(table: &mut dyn Table, asker: &Asker<'_>, seat: Seat) -> Result<(), Denied> {
    let other = seat.side().map(|side| Seat::from(side.other()));
    match other {
        Some(other) if asker.holds_both() && !table.may_undo(seat) && table.may_undo(other) => {
            table.undo(other)
        }
        _ => table.undo(seat),
    }
}
