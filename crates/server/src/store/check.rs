//! Looking at all matches of a database that no server has open, and writing everything that is whole to another one.

use super::files::beside;
use super::{Change, Engine, Found, MatchId, Store, StoreError, StoredMatch};
use crate::library::{KeptBook, Library, Restored};
use frente_engine::table::TableError;
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
    /// Matches of earlier rules that go on only if their players agree, and from where.
    pub differ: Vec<(MatchId, String)>,
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

/// What was moved to another database.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// Matches that are there now.
    pub moved: usize,
    /// Matches that were there already.
    pub there: usize,
    /// Matches that were not moved, and why.
    pub left: Vec<(MatchId, String)>,
}

/// Writes a new file with everything of the old one that is whole, and puts it in its place.
///
/// # Errors
/// When the old file cannot be opened at all, or the new one cannot be written.
pub async fn repair(path: &Path, library: &Library) -> Result<Repaired, StoreError> {
    let folder = |why| StoreError::Folder { folder: path.to_owned(), why };
    let path = path.canonicalize().map_err(folder)?;
    let [fresh, before] = [".repaired", ".damaged"].map(|end| beside(&path, end));
    for file in [&fresh, &before] {
        if file.exists() {
            let why = std::io::Error::new(std::io::ErrorKind::AlreadyExists, "it is there already");
            return Err(StoreError::Folder { folder: file.clone(), why });
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
        let kept = self.kept(&stored).await?;
        // A match of which the rules differ is whole; it says so itself.
        let restore = |lines: &[String]| library.restore(&stored.header, lines, kept.as_ref());
        if let Err(error) = restore(&stored.lines) {
            let whole = (0..stored.lines.len())
                .rev()
                .find(|n| restore(&stored.lines[..*n]).is_ok())
                .ok_or_else(|| gone(&error.to_string()))?;
            stored.lines.truncate(whole);
            problem = Some(error.to_string());
        }
        let actions = stored.lines.len();
        self.copy(stored, links, new).await?;
        Ok((actions, problem))
    }

    /// Writes a match to another store as it is.
    async fn copy(
        &self,
        stored: StoredMatch,
        links: Vec<(crate::token::TokenHash, crate::seats::Holds)>,
        new: &Store,
    ) -> Result<(), StoreError> {
        let id = stored.id;
        if let Some(hash) = stored.book
            && let Some(files) = self.book(hash).await?
        {
            new.keep_book(&files.into()).await?;
        }
        let make = Change::Make {
            id,
            header: stored.header,
            lines: stored.lines,
            players: stored.players,
            pace: stored.pace,
            links,
            uploaded: stored.uploaded,
            book: stored.book,
        };
        new.write(make).await?;
        if stored.open_chat {
            new.write(Change::OpenChat { id, open: true }).await?;
        }
        if stored.agreed != 0 {
            new.write(Change::Agree { id, agreed: stored.agreed }).await?;
        }
        for line in self.said(id, 0, u32::MAX).await.unwrap_or_default().into_iter().flatten() {
            new.write(Change::Chat { id, line }).await?;
        }
        Ok(())
    }

    /// Writes everything that is whole to another store. What is there already stays as it is; what is damaged stays behind.
    ///
    /// # Errors
    /// When the other store cannot be written.
    pub async fn move_to(&self, new: &Store) -> Result<Moved, StoreError> {
        let mut done = Moved::default();
        for id in self.ids().await {
            if new.load(id).await?.is_some() {
                done.there += 1;
                continue;
            }
            match self.read(id).await {
                Ok(Some(Found { stored, links, cut: None, doubtful: None })) => {
                    self.copy(stored, links, new).await?;
                    done.moved += 1;
                }
                Ok(Some(Found { cut, doubtful, .. })) => {
                    done.left.push((id, cut.or(doubtful).unwrap_or_default()));
                }
                Ok(None) => done.left.push((id, "it is not there itself".to_owned())),
                Err(error) => done.left.push((id, error.to_string())),
            }
        }
        Ok(done)
    }

    /// The data files of a match.
    async fn kept(&self, stored: &StoredMatch) -> Result<Option<KeptBook>, StoreError> {
        let Some(hash) = stored.book else { return Ok(None) };
        Ok(self.book(hash).await?.and_then(|files| KeptBook::read(hash, &files)))
    }

    /// Does a match replay by the rules?
    async fn replays(
        &self,
        stored: &StoredMatch,
        library: &Library,
    ) -> Result<Result<Restored, TableError>, StoreError> {
        let kept = self.kept(stored).await?;
        Ok(library.restore(&stored.header, &stored.lines, kept.as_ref()))
    }

    /// Looks at every match: is it what was written, and does it replay by the rules?
    ///
    /// # Errors
    /// When the file cannot be opened at all.
    pub async fn check(&self, library: &Library) -> Result<Report, StoreError> {
        let mut report = Report::default();
        if let Engine::Sqlite(sqlite) = &self.engine {
            let looked = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
            match looked.fetch_all(&sqlite.readers).await {
                Ok(lines) => report.file.extend(lines.into_iter().filter(|line| line != "ok")),
                Err(error) => report.file.push(error.to_string()),
            }
        }
        for id in self.ids().await {
            report.matches += 1;
            let problem = match self.load(id).await {
                Ok(Some(stored)) => match self.replays(&stored, library).await {
                    Ok(Ok(Restored { differs: None, .. })) => self.chat_problem(id).await,
                    Ok(Ok(Restored { differs: Some(differs), .. })) => {
                        report.differ.push((id, differs.to_string()));
                        self.chat_problem(id).await
                    }
                    Ok(Err(error)) => Some(error.to_string()),
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
        match self.said(id, 0, u32::MAX).await {
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
            let mut rows = match &self.engine {
                Engine::Sqlite(sqlite) => sqlx::query_scalar::<_, i64>(sql).fetch(&sqlite.readers),
                Engine::Postgres(postgres) => sqlx::query_scalar::<_, i64>(sql).fetch(&postgres.readers),
            };
            while let Ok(Some(id)) = rows.try_next().await {
                ids.push(MatchId(id));
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}
