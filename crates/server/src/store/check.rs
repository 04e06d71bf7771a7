//! Looking at all matches of a database that no server has open, and writing a new one with everything that is whole.

use super::files::beside;
use super::{Change, Found, MatchId, Store, StoreError};
use crate::library::Library;
use futures_util::TryStreamExt as _;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many matches there are.
    pub matches: usize,
    /// What is wrong with the file as a whole.
    pub file: Vec<String>,
    /// What is wrong with single matches.
    pub damaged: Vec<(MatchId, String)>,
}

/// What a repair did.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Matches that were whole.
    pub whole: usize,
    /// Matches that end earlier than they did: how many actions are left, and what was wrong with the next.
    pub cut: Vec<(MatchId, usize, String)>,
    /// Matches of which nothing could be kept, and why.
    pub lost: Vec<(MatchId, String)>,
    /// Where the file as it was is kept.
    pub before: PathBuf,
}

/// Writes a new file with everything of the old one that is whole, and puts it in its place.
///
/// # Errors
/// When the old file cannot be opened at all, or the new one cannot be written.
pub async fn repair(path: &Path, library: &Library) -> Result<Repaired, StoreError> {
    let folder = |source| StoreError::Folder { folder: path.to_owned(), source };
    let path = path.canonicalize().map_err(folder)?;
    let [fresh, before] = [".repaired", ".damaged"].map(|end| beside(&path, end));
    for file in [&fresh, &before] {
        if file.exists() {
            let source = std::io::Error::new(std::io::ErrorKind::AlreadyExists, "it is there already");
            return Err(StoreError::Folder { folder: file.clone(), source });
        }
    }
    let (old, new) = (Store::open(&path).await?, Store::open(&fresh).await?);
    let mut done = Repaired { whole: 0, cut: Vec::new(), lost: Vec::new(), before: before.clone() };
    for id in old.ids().await {
        match old.rescue(id, &new, library).await {
            Ok((_, None)) => done.whole += 1,
            Ok((actions, Some(problem))) => done.cut.push((id, actions, problem)),
            Err(error) => done.lost.push((id, error.to_string())),
        }
    }
    new.close().await;
    old.close().await;
    drop((old, new));
    let _ = std::fs::remove_file(beside(&fresh, ".lock"));
    std::fs::rename(&path, &before).and_then(|()| std::fs::rename(&fresh, &path)).map_err(folder)?;
    Ok(done)
}

impl Store {
    /// Writes what is whole of a match to another store: how many actions, and what was wrong with the next.
    async fn rescue(
        &self,
        id: MatchId,
        new: &Store,
        library: &Library,
    ) -> Result<(usize, Option<String>), StoreError> {
        let gone = |what: &str| StoreError::Damaged(format!("match {id} is damaged: {what}"));
        let found = self.read(id).await?.ok_or_else(|| gone("it is not there itself"))?;
        let Found { mut stored, links, cut, doubtful } = found;
        if stored.lines.is_empty()
            && let Some(problem) = cut
        {
            // Whether the beginning is what was written, only the first action could tell.
            return Err(StoreError::Damaged(problem));
        }
        if doubtful.is_some() {
            // What the players are told must not be too little.
            stored.uploaded = true;
            stored.open_chat = false;
        }
        let mut problem = cut.or(doubtful);
        while let Err(error) = library.restore(&stored.header, &stored.lines) {
            let whole = (0..stored.lines.len())
                .rev()
                .find(|n| library.restore(&stored.header, &stored.lines[..*n]).is_ok())
                .ok_or_else(|| gone(&error.to_string()))?;
            stored.lines.truncate(whole);
            problem = Some(error.to_string());
        }
        let actions = stored.lines.len();
        let make = Change::Make {
            id,
            header: stored.header,
            lines: stored.lines,
            players: stored.players,
            pace: stored.pace,
            links,
            uploaded: stored.uploaded,
        };
        new.write(make).await?;
        new.write(Change::OpenChat { id, open: stored.open_chat }).await?;
        for line in self.said(id, u32::MAX).await.unwrap_or_default().into_iter().flatten() {
            new.write(Change::Chat { id, line }).await?;
        }
        Ok((actions, problem))
    }

    /// Looks at every match: is it what was written, and does it replay by the rules?
    ///
    /// # Errors
    /// When the file cannot be opened at all.
    pub async fn check(&self, library: &Library) -> Result<Report, StoreError> {
        let mut report = Report::default();
        match sqlx::query_scalar::<_, String>("PRAGMA integrity_check").fetch_all(&self.readers).await {
            Ok(lines) => report.file.extend(lines.into_iter().filter(|line| line != "ok")),
            Err(error) => report.file.push(error.to_string()),
        }
        for id in self.ids().await {
            report.matches += 1;
            let problem = match self.load(id).await {
                Ok(Some(stored)) => match library.restore(&stored.header, &stored.lines) {
                    Ok(_) => self.chat_problem(id).await,
                    Err(error) => Some(error.to_string()),
                },
                Ok(None) => Some("there are actions or links of it, but not the match itself".to_owned()),
                Err(error) => Some(error.to_string()),
            };
            report.damaged.extend(problem.map(|problem| (id, problem)));
        }
        Ok(report)
    }

    /// What is wrong with a match's chat.
    async fn chat_problem(&self, id: MatchId) -> Option<String> {
        match self.said(id, u32::MAX).await {
            Ok(lines) => lines
                .iter()
                .position(Option::is_none)
                .map(|n| format!("match {id} is damaged: line {} of its chat is not what was said", n + 1)),
            Err(error) => Some(error.to_string()),
        }
    }

    /// The numbers of all matches, as far as they can be read.
    async fn ids(&self) -> Vec<MatchId> {
        let mut ids = Vec::new();
        // Where one table cannot be read, another may still know.
        for sql in [
            "SELECT id FROM matches",
            "SELECT DISTINCT match FROM actions",
            "SELECT DISTINCT match FROM tokens",
        ] {
            let mut rows = sqlx::query_scalar::<_, i64>(sql).fetch(&self.readers);
            while let Ok(Some(id)) = rows.try_next().await {
                ids.push(MatchId(id));
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}
