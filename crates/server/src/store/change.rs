//! What there is to keep, and how it is written: the same for both engines, but for actions, which go in by one statement for all that share
//! a commit.

use super::chain::{Chain, End};
use super::seal::{self, Settings};
use super::sql::Session;
use super::{BookHash, CHAT_KEPT, ChatLine, MatchId, Signal, StoreError, kept};
use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::PerSide;
use std::sync::Arc;

/// Something to keep. A room writes one change at a time and waits for it, so changes that share a commit never concern
/// the same actions, and their order does not matter.
#[derive(Clone, Debug)]
pub enum Change {
    /// A new match with its links.
    Make {
        /// Its number.
        id: MatchId,
        /// The first line of its save.
        header: String,
        /// Actions taken already.
        lines: Vec<String>,
        /// Who plays.
        players: PerSide<Player>,
        /// Pause between two decisions of a computer, in milliseconds.
        pace: u64,
        /// Its links.
        links: Vec<(TokenHash, Holds)>,
        /// Does it come from a file that somebody had?
        uploaded: bool,
        /// The data files it was begun with; they are kept already.
        book: Option<BookHash>,
    },
    /// Data files that matches are begun with.
    Book {
        /// Their hash.
        hash: BookHash,
        /// Their texts by name, as JSON.
        files: Arc<str>,
    },
    /// A match of an earlier file is found to be of data files that are kept.
    Adopt {
        /// The match.
        id: MatchId,
        /// Their hash.
        book: BookHash,
    },
    /// Actions from a point on.
    Append {
        /// The match.
        id: MatchId,
        /// The point of the first.
        point: usize,
        /// The actions.
        lines: Vec<String>,
        /// The chain before the first.
        chain: Chain,
    },
    /// Actions from a point on were taken back.
    Truncate {
        /// The match.
        id: MatchId,
        /// The first point taken back.
        point: usize,
        /// The chain before it.
        chain: Chain,
        /// How far the match had come.
        before: End,
    },
    /// The first line of the save is another one: somebody has added to the dice, or the match goes on by other rules.
    Header {
        /// The match.
        id: MatchId,
        /// The first line of its save.
        header: String,
        /// All actions.
        lines: Vec<String>,
        /// The chain before the first.
        chain: Chain,
        /// How far the match had come.
        before: End,
    },
    /// Sides have agreed to go on from where the rules of a match differ.
    Agree {
        /// The match.
        id: MatchId,
        /// Which, as [`StoredMatch::agreed`](super::StoredMatch::agreed).
        agreed: i64,
    },
    /// Those who watch may speak, or may not.
    OpenChat {
        /// The match.
        id: MatchId,
        /// May they?
        open: bool,
    },
    /// Somebody said something.
    Chat {
        /// The match.
        id: MatchId,
        /// What.
        line: ChatLine,
    },
    /// Computers shall play faster or slower.
    Pace {
        /// The match.
        id: MatchId,
        /// Milliseconds.
        pace: u64,
    },
    /// A match shall be forgotten.
    Forget {
        /// The match.
        id: MatchId,
    },
    /// Nothing but the time: a test of whether writing works.
    Heartbeat,
}

impl Change {
    /// What other servers are to be told of it.
    pub(super) fn signal(&self) -> Option<Signal> {
        match self {
            Change::Append { id, point, lines, chain } => {
                let end = lines.iter().fold(*chain, |chain, line| chain.then(line));
                Some(Signal::Changed { id: *id, end: End::new(point + lines.len(), end) })
            }
            Change::Truncate { id, point, chain, .. } => {
                Some(Signal::Changed { id: *id, end: End::new(*point, *chain) })
            }
            Change::Header { id, lines, chain, .. } => {
                let end = lines.iter().fold(*chain, |chain, line| chain.then(line));
                Some(Signal::Changed { id: *id, end: End::new(lines.len(), end) })
            }
            Change::Agree { id, .. } | Change::OpenChat { id, .. } | Change::Pace { id, .. } => {
                Some(Signal::Settings { id: *id })
            }
            Change::Chat { id, .. } => Some(Signal::Said { id: *id }),
            Change::Forget { id } => Some(Signal::Forgotten { id: *id }),
            Change::Make { .. } | Change::Book { .. } | Change::Adopt { .. } | Change::Heartbeat => None,
        }
    }
}

/// An action's row: match, point, line, hash.
pub(super) type ActionRow = (i64, i64, String, i64);

/// Actions from a point on as rows, and where their match stands after them.
pub(super) fn actions(
    id: MatchId,
    point: usize,
    lines: &[String],
    mut chain: Chain,
) -> (Vec<ActionRow>, End) {
    let row = |(point, line): (i64, &String)| {
        chain = chain.then(line);
        (id.0, point, line.clone(), chain.mark())
    };
    let rows = (point as i64..).zip(lines).map(row).collect();
    (rows, End::new(point + lines.len(), chain))
}

/// Was it written?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Yes,
    /// Somebody else has changed the match meanwhile.
    Lost,
}

/// Writes a change that is not [`Change::Append`], but for the actions it brings: those are given back, to be written with all others.
/// `again` when it may have been written before a connection broke.
pub(super) async fn apply(
    session: &mut Session<'_>,
    change: &Change,
    at: i64,
    again: bool,
) -> Result<(Written, Vec<ActionRow>), StoreError> {
    let mut rows = Vec::new();
    match change {
        Change::Append { .. } => unreachable!("actions are written together"),
        Change::Header { id, header, lines, chain, before } => {
            let (new, end) = actions(*id, 0, lines, *chain);
            let sql = "UPDATE matches SET header = $1, length = $2, hash = $3 WHERE id = $4 AND length = $5 AND hash = $6";
            let args = [
                header.as_str().into(),
                end.length.into(),
                end.mark.into(),
                id.0.into(),
                before.length.into(),
                before.mark.into(),
            ];
            if session.run(sql, &args).await? == 0 {
                return Ok((there(session, *id, end, again).await?, rows));
            }
            session.run("DELETE FROM actions WHERE match = $1", &[id.0.into()]).await?;
            rows = new;
        }
        Change::Truncate { id, point, chain, before } => {
            let end = End::new(*point, *chain);
            let sql = "UPDATE matches SET length = $1, hash = $2 WHERE id = $3 AND length = $4 AND hash = $5";
            let args =
                [end.length.into(), end.mark.into(), id.0.into(), before.length.into(), before.mark.into()];
            if session.run(sql, &args).await? == 0 {
                return Ok((there(session, *id, end, again).await?, rows));
            }
            let sql = "DELETE FROM actions WHERE match = $1 AND point >= $2";
            session.run(sql, &[id.0.into(), end.length.into()]).await?;
        }
        Change::Make { id, header, lines, players, pace, links, uploaded, book } => {
            let found = "SELECT id FROM matches WHERE id = $1";
            if again && session.row(found, &[id.0.into()]).await?.is_some() {
                return Ok((Written::Yes, rows));
            }
            let (new, end) = actions(*id, 0, lines, Chain::begin(*id, header, players));
            rows = new;
            let [republican, nationalist] = kept(players);
            let sql = "INSERT INTO matches (id, header, republican, nationalist, pace, created, length, hash) \
                       VALUES ($1, $2, $3, $4, 0, $5, $6, $7)";
            let args = [
                id.0.into(),
                header.as_str().into(),
                republican.as_str().into(),
                nationalist.as_str().into(),
                at.into(),
                end.length.into(),
                end.mark.into(),
            ];
            session.run(sql, &args).await?;
            let settings = Settings {
                pace: *pace as i64,
                uploaded: *uploaded,
                links: seal::of_links(*id, links),
                book: *book,
                ..Settings::default()
            };
            settings.write(session, *id).await?;
            for (hash, holds) in links {
                let sql = "INSERT INTO tokens (hash, match, holds, seal) VALUES ($1, $2, $3, $4)";
                let (holds, seal) = (holds.to_string(), seal::of_link(*id, hash, *holds));
                let args = [hash.0.as_slice().into(), id.0.into(), holds.as_str().into(), seal.into()];
                session.run(sql, &args).await?;
            }
        }
        Change::Book { hash, files } => {
            let sql = "INSERT INTO books (hash, files) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING";
            session.run(sql, &[hash.0.as_slice().into(), (&**files).into()]).await?;
        }
        Change::Adopt { id, book } => {
            Settings::change(session, *id, |s| s.book = Some(*book)).await?;
        }
        Change::Chat { id, line } => say(session, *id, line, again).await?,
        Change::Agree { id, agreed } => {
            Settings::change(session, *id, |s| s.agreed = *agreed).await?;
        }
        Change::OpenChat { id, open } => {
            Settings::change(session, *id, |s| s.open_chat = *open).await?;
        }
        Change::Pace { id, pace } => {
            Settings::change(session, *id, |s| s.pace = *pace as i64).await?;
        }
        Change::Forget { id } => {
            session.run("DELETE FROM matches WHERE id = $1", &[id.0.into()]).await?;
        }
        Change::Heartbeat => {
            let sql = "INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1";
            session.run(sql, &[at.into()]).await?;
        }
    }
    Ok((Written::Yes, rows))
}

/// Somebody says something.
async fn say(session: &mut Session<'_>, id: MatchId, line: &ChatLine, again: bool) -> Result<(), StoreError> {
    let said = "SELECT n FROM said WHERE match = $1 AND who = $2 AND text = $3 AND at = $4";
    let args = [id.0.into(), line.who.as_str().into(), line.text.as_str().into(), line.at.into()];
    if again && session.row(said, &args).await?.is_some() {
        return Ok(());
    }
    let Some(settings) = Settings::change(session, id, |s| s.said += 1).await? else { return Ok(()) };
    let n = settings.said - 1;
    let sql = "INSERT INTO said (match, n, who, text, at, seal) VALUES ($1, $2, $3, $4, $5, $6)";
    let args = [
        id.0.into(),
        n.into(),
        line.who.as_str().into(),
        line.text.as_str().into(),
        line.at.into(),
        seal::of_chat(id, n, line).into(),
    ];
    session.run(sql, &args).await?;
    let sql = "DELETE FROM said WHERE match = $1 AND n < $2";
    session.run(sql, &[id.0.into(), (settings.said - CHAT_KEPT).into()]).await?;
    Ok(())
}

/// A change that finds the match otherwise than it left it: lost, unless it is its own that it finds.
pub(super) async fn there(
    session: &mut Session<'_>,
    id: MatchId,
    end: End,
    again: bool,
) -> Result<Written, StoreError> {
    if !again {
        return Ok(Written::Lost);
    }
    let (last, now) = (
        "SELECT match FROM actions WHERE match = $1 AND point = $2 AND hash = $3",
        "SELECT id FROM matches WHERE id = $1 AND length = $2 AND hash = $3",
    );
    let found = session.row(now, &[id.0.into(), end.length.into(), end.mark.into()]).await?.is_some()
        || session.row(last, &[id.0.into(), (end.length - 1).into(), end.mark.into()]).await?.is_some();
    Ok(if found { Written::Yes } else { Written::Lost })
}
