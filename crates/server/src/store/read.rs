//! Reading a match back, and comparing every part of it with its seals: the same for both engines.

use super::chain::{Chain, End};
use super::seal::{self, Settings};
use super::sql::{Row, Session};
use super::{BookHash, CHAT_KEPT, ChatLine, MatchId, StoreError, StoredMatch};
use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::PerSide;

/// What can be read of a match.
pub(super) struct Found {
    /// The match up to its last action that is what was written.
    pub stored: StoredMatch,
    /// Its links, as far as they are what was written.
    pub links: Vec<(TokenHash, Holds)>,
    /// What is wrong with the next action.
    pub cut: Option<String>,
    /// What is wrong with its settings or links.
    pub doubtful: Option<String>,
}

/// What can be read of a match, and what is wrong with it. From a snapshot, so that header and actions are of one moment.
pub(super) async fn everything(session: &mut Session<'_>, id: MatchId) -> Result<Option<Found>, StoreError> {
    let sql = "SELECT header, republican, nationalist, length, hash FROM matches WHERE id = $1";
    let Some(row) = session.row(sql, &[id.0.into()]).await? else { return Ok(None) };
    let unread = || StoreError::Damaged(format!("match {id} is damaged: it cannot be read"));
    let (settings, whole) = Settings::look(session, id).await?.ok_or_else(unread)?;
    let links = links(session, id).await?;
    let sql = "SELECT point, line, hash FROM actions WHERE match = $1 ORDER BY point";
    let actions = session.rows(sql, &[id.0.into()]).await?;
    let player = |n: usize| row.text(n).map(Player::from).ok_or_else(unread);
    let header = row.text(0).ok_or_else(unread)?.to_owned();
    let players = PerSide::new(player(1)?, player(2)?);
    let start = Chain::begin(id, &header, &players);
    let mut stored = StoredMatch {
        id,
        header,
        lines: Vec::with_capacity(actions.len()),
        players,
        pace: settings.pace.unsigned_abs(),
        uploaded: settings.uploaded,
        open_chat: settings.open_chat,
        said: settings.said,
        agreed: settings.agreed,
        book: settings.book,
        chain: (start, start),
    };
    let mut problem = None;
    for (expected, action) in actions.iter().enumerate() {
        let before = stored.chain.1;
        match intact(action, expected, before) {
            Ok(line) => {
                stored.chain.1 = before.then(line);
                stored.lines.push(line.to_owned());
            }
            Err(what) => {
                problem = Some(what);
                break;
            }
        }
    }
    let end = (row.int(3), row.int(4));
    if problem.is_none() && end != (Some(stored.lines.len() as i64), Some(stored.chain.1.mark())) {
        problem = Some("is not the end that was written");
    }
    let point = stored.lines.len();
    let cut = problem.map(|what| format!("match {id} is damaged: action {point} {what}"));
    let doubtful = if !whole {
        Some(seal::damaged(id))
    } else if seal::of_links(id, &links) != settings.links {
        Some(other_links(id))
    } else {
        None
    };
    Ok(Some(Found { stored, links, cut, doubtful }))
}

/// The actions of a match since it had come so far; `None` if it is not what it was with some added.
pub(super) async fn since(
    session: &mut Session<'_>,
    id: MatchId,
    end: End,
    chain: Chain,
) -> Result<Option<Vec<String>>, StoreError> {
    let sql = "SELECT length, hash FROM matches WHERE id = $1";
    let Some(row) = session.row(sql, &[id.0.into()]).await? else { return Ok(None) };
    let sql = "SELECT point, line, hash FROM actions WHERE match = $1 AND point >= $2 ORDER BY point";
    let actions = session.rows(sql, &[id.0.into(), end.length.into()]).await?;
    let (mut chain, mut lines) = (chain, Vec::with_capacity(actions.len()));
    for (point, action) in (usize::try_from(end.length).unwrap_or(0)..).zip(&actions) {
        let Ok(line) = intact(action, point, chain) else { return Ok(None) };
        chain = chain.then(line);
        lines.push(line.to_owned());
    }
    let whole = row.int(0) == Some(end.length + lines.len() as i64) && row.int(1) == Some(chain.mark());
    Ok(whole.then_some(lines))
}

/// An action as it is kept, if it is what was written.
fn intact(action: &Row, point: usize, before: Chain) -> Result<&str, &'static str> {
    if action.int(0) != Some(point as i64) {
        return Err("is missing");
    }
    let line = action.text(1).ok_or("cannot be read")?;
    if action.int(2) != Some(before.then(line).mark()) {
        return Err("(or what comes before it) is not what was written");
    }
    Ok(line)
}

/// The match a link belongs to and what it holds.
pub(super) async fn token(
    session: &mut Session<'_>,
    hash: TokenHash,
) -> Result<Option<(MatchId, Holds)>, StoreError> {
    let sql = "SELECT match, holds, seal FROM tokens WHERE hash = $1";
    let Some(row) = session.row(sql, &[hash.0.as_slice().into()]).await? else { return Ok(None) };
    let whole = || {
        let (id, holds) = (MatchId(row.int(0)?), row.text(1)?.parse().ok()?);
        (row.int(2)? == seal::of_link(id, &hash, holds)).then_some((id, holds))
    };
    let damaged = || StoreError::Damaged("this link is damaged: it is not what was written".to_owned());
    whole().map(Some).ok_or_else(damaged)
}

/// The links of a match that are what was written.
async fn links(session: &mut Session<'_>, id: MatchId) -> Result<Vec<(TokenHash, Holds)>, StoreError> {
    let rows = session.rows("SELECT hash, holds, seal FROM tokens WHERE match = $1", &[id.0.into()]).await?;
    let whole = |row: &Row| {
        let hash = TokenHash(row.bytes(0)?.try_into().ok()?);
        let holds = row.text(1)?.parse().ok()?;
        (row.int(2)? == seal::of_link(id, &hash, holds)).then_some((hash, holds))
    };
    Ok(rows.iter().filter_map(whole).collect())
}

/// All links of a match.
///
/// # Errors
/// When they are not what was written.
pub(super) async fn all_links(session: &mut Session<'_>, id: MatchId) -> Result<Vec<Holds>, StoreError> {
    let links = links(session, id).await?;
    let settings = Settings::read(session, id).await?;
    if settings.is_some_and(|settings| settings.links != seal::of_links(id, &links)) {
        return Err(StoreError::Damaged(other_links(id)));
    }
    Ok(links.into_iter().map(|(_, holds)| holds).collect())
}

fn other_links(id: MatchId) -> String {
    format!("match {id} is damaged: its links are not what was written")
}

/// The lines of a match's chat from one on, but no more than the last `limit`; `None` for a line that is not what was said.
pub(super) async fn said(
    session: &mut Session<'_>,
    id: MatchId,
    from: i64,
    limit: u32,
) -> Result<Vec<Option<ChatLine>>, StoreError> {
    let Some(settings) = Settings::read(session, id).await? else { return Ok(Vec::new()) };
    let first = (settings.said - CHAT_KEPT.min(limit.into())).max(from).max(0);
    let sql = "SELECT n, who, text, at, seal FROM said WHERE match = $1 AND n >= $2 ORDER BY n";
    let rows = session.rows(sql, &[id.0.into(), first.into()]).await?;
    let whole = |row: &Row| {
        let n = row.int(0)?;
        let line = ChatLine { who: row.text(1)?.to_owned(), text: row.text(2)?.to_owned(), at: row.int(3)? };
        (row.int(4)? == seal::of_chat(id, n, &line)).then_some((n, line))
    };
    let mut lines = rows.iter().filter_map(whole).peekable();
    Ok((first..settings.said)
        .map(|n| {
            while lines.next_if(|(other, _)| *other < n).is_some() {}
            lines.next_if(|(other, _)| *other == n).map(|(_, line)| line)
        })
        .collect())
}

/// The data files that are kept under a hash.
pub(super) async fn book(session: &mut Session<'_>, hash: BookHash) -> Result<Option<String>, StoreError> {
    let found = session.row("SELECT files FROM books WHERE hash = $1", &[hash.0.as_slice().into()]).await?;
    let Some(row) = found else { return Ok(None) };
    match row.text(0).filter(|files| BookHash::of(files) == hash) {
        Some(files) => Ok(Some(files.to_owned())),
        None => {
            let what = "the data files of this match are damaged: they are not what was written";
            Err(StoreError::Damaged(what.to_owned()))
        }
    }
}
