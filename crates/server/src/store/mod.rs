//! What is kept: matches, actions, links, chat, and the data files matches were begun with.
//!
//! One interface, two engines: an SQLite file for one server ([`Place::File`]), or a PostgreSQL database for several
//! ([`Place::Postgres`]). Everything is written by [`Change`]s, which are durable when they are answered, and read back through the
//! same checks: a match is what was written, or it is refused.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `place` | where it is |
//! | `change`, `writer` | what there is to write, and the queue before it |
//! | `read` | reading it back |
//! | `chain`, `seal` | the hashes over it |
//! | `sql` | one way to speak to both engines |
//! | `sqlite`, `postgres` | the engines |
//! | `signal` | what servers on one database tell one another |
//! | `check` | looking at all of it, repair, and moving it elsewhere |

mod chain;
mod change;
mod check;
mod place;
mod postgres;
mod read;
mod seal;
pub mod signal;
mod sql;
mod sqlite;
mod writer;

use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::{PerSide, Side};
use serde::{Deserialize, Deserializer};
use sha2::{Digest as _, Sha256};
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex, mpsc};

pub use chain::{Chain, End};
pub use change::Change;
pub use check::{Moved, Repaired, Report, repair};
pub use place::Place;
use postgres::Postgres;
use read::Found;
pub use signal::{Company, Heard, Notice, Signal};
use sql::Session;
use sqlite::{Sqlite, files};
pub use writer::Pending;

/// The shape of the database this program writes.
const VERSION: i64 = 4;
/// How many lines of chat are kept of a match; the oldest go first.
const CHAT_KEPT: i64 = 1000;
/// Who says that a line of chat is not what was said.
const NOBODY: &str = "server";
/// How long the answer to "can it write?" holds.
const WELL_FOR: Duration = Duration::from_secs(1);

/// A match's number. It is public and gives no rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MatchId(pub i64);

impl MatchId {
    /// A new number, random so that nothing can be read out of it.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn generate() -> Result<Self, getrandom::Error> {
        Ok(MatchId((getrandom::u64()? >> 1) as i64))
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl<'de> Deserialize<'de> for MatchId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for MatchId {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        i64::from_str_radix(text, 16).map(MatchId)
    }
}

/// The SHA-256 of the data files a match was begun with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookHash(pub [u8; 32]);

impl BookHash {
    /// Of the files' texts by name, as JSON.
    pub fn of(files: &str) -> Self {
        BookHash(Sha256::digest(files.as_bytes()).into())
    }
}

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database said no. (Its error holds and says its own cause: a `source` here would have it said once more.)
    #[error("{0}")]
    Database(sqlx::Error),
    /// Its folder or its lock cannot be made.
    #[error("cannot write {folder}: {why}")]
    Folder {
        /// The folder or file.
        folder: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// Another server has it open.
    #[error("another server is using {0}; give it another file with --database, or stop it")]
    InUse(PathBuf),
    /// Somebody has taken the file away, or put another one in its place.
    #[error("{0} was removed or replaced while the server runs; nothing is kept until it is back")]
    Gone(PathBuf),
    /// It is of a later program.
    #[error(
        "the database has version {0}; this program reads versions up to {VERSION}: start the later program that wrote it, or a backup"
    )]
    TooNew(i64),
    /// Another server has changed the match meanwhile.
    #[error("another server was faster")]
    Lost,
    /// The database has gone and did not come back. Whether the change was kept shows when it does.
    #[error("the database does not answer")]
    Away,
    /// What is kept is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// The server is going down.
    #[error("the database is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::Database(error)
    }
}

/// A match as it is kept.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Its number.
    pub id: MatchId,
    /// The first line of its save.
    pub header: String,
    /// Its actions.
    pub lines: Vec<String>,
    /// Who plays.
    pub players: PerSide<Player>,
    /// Pause between two decisions of a computer, in milliseconds.
    pub pace: u64,
    /// Does it come from a file that somebody had?
    pub uploaded: bool,
    /// May those who watch speak?
    pub open_chat: bool,
    /// How many lines of chat there ever were.
    pub said: i64,
    /// Which sides have agreed to go on from where its rules differ: bit 0 the Republican, bit 1 the Nationalist.
    pub agreed: i64,
    /// The data files it was begun with.
    pub book: Option<BookHash>,
    /// The chain before the first action, and after the last.
    pub chain: (Chain, Chain),
}

impl StoredMatch {
    /// How far it has come.
    pub fn end(&self) -> End {
        End::new(self.lines.len(), self.chain.1)
    }
}

/// What can change of a match while it is in a server's memory, at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The match.
    pub id: MatchId,
    /// How far it has come.
    pub end: End,
    /// How many lines of chat there ever were.
    pub said: i64,
    /// Pause between two decisions of a computer, in milliseconds.
    pub pace: u64,
    /// May those who watch speak?
    pub open_chat: bool,
    /// See [`StoredMatch::agreed`].
    pub agreed: i64,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, ts_rs::TS)]
pub struct ChatLine {
    /// The seat that wrote it.
    pub who: String,
    /// What it says.
    pub text: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// The store.
pub struct Store {
    engine: Engine,
    /// When it was last tried whether writing works, and whether it did.
    well: Mutex<Option<(Instant, Result<(), String>)>>,
    /// Data files that are known to be kept.
    books: std::sync::Mutex<HashSet<BookHash>>,
}

enum Engine {
    Sqlite(Sqlite),
    Postgres(Box<Postgres>),
}

/// What is kept, at one moment.
enum Snapshot {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
}

impl Snapshot {
    fn session(&mut self) -> Session<'_> {
        match self {
            Snapshot::Sqlite(transaction) => Session::Sqlite(transaction),
            Snapshot::Postgres(transaction) => Session::Postgres(transaction),
        }
    }
}

impl Store {
    /// Opens the database, and makes it when it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, or is of a later program.
    pub async fn open(place: impl Into<Place>) -> Result<Self, StoreError> {
        let engine = match place.into() {
            Place::File(path) => Engine::Sqlite(Sqlite::open(&path).await?),
            Place::Postgres(address) => {
                let process = getrandom::u64().map_err(|e| StoreError::Damaged(e.to_string()))?;
                Engine::Postgres(Box::new(Postgres::open(&address, process).await?))
            }
        };
        Ok(Store { engine, well: Mutex::default(), books: std::sync::Mutex::default() })
    }

    /// Makes a change durable. When this returns, it is on disk.
    ///
    /// # Errors
    /// When it is not; nothing has changed then.
    pub async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.begin(change).await?.done().await
    }

    /// Begins to make a change durable. It is on disk when [`Pending::done`] returns.
    ///
    /// # Errors
    /// When the store is closed.
    pub async fn begin(&self, change: Change) -> Result<Pending, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.writer.begin(change).await,
            Engine::Postgres(postgres) => postgres.writer.begin(change).await,
        }
    }

    async fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => Snapshot::Sqlite(sqlite.readers.begin().await?),
            Engine::Postgres(postgres) => {
                let how = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Snapshot::Postgres(postgres.readers.begin_with(how).await?)
            }
        })
    }

    /// The match a link belongs to and what it holds.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn token(&self, hash: TokenHash) -> Result<Option<(MatchId, Holds)>, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let mut reader = sqlite.readers.acquire().await?;
                read::token(&mut Session::Sqlite(&mut reader), hash).await
            }
            Engine::Postgres(postgres) => {
                let mut reader = postgres.readers.acquire().await?;
                read::token(&mut Session::Postgres(&mut reader), hash).await
            }
        }
    }

    /// Everything kept of a match but its chat.
    ///
    /// # Errors
    /// When the database cannot be read or is damaged.
    pub async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        let Some(found) = self.read(id).await? else { return Ok(None) };
        match found.cut.or(found.doubtful) {
            Some(problem) => Err(StoreError::Damaged(problem)),
            None => Ok(Some(found.stored)),
        }
    }

    /// What can be read of a match, and what is wrong with it.
    async fn read(&self, id: MatchId) -> Result<Option<Found>, StoreError> {
        read::everything(&mut self.snapshot().await?.session(), id).await
    }

    /// What a match's links hold.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn links(&self, id: MatchId) -> Result<Vec<Holds>, StoreError> {
        read::all_links(&mut self.snapshot().await?.session(), id).await
    }

    /// The latest lines of a match's chat, oldest first. In the place of one that is not what was said stands a word about that.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn chat(&self, id: MatchId, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        Ok(legible(self.said(id, 0, limit).await?))
    }

    /// The lines of a match's chat from one on.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn chat_since(&self, id: MatchId, from: i64) -> Result<Vec<ChatLine>, StoreError> {
        Ok(legible(self.said(id, from, u32::MAX).await?))
    }

    /// The same; `None` for a line that is not what was said.
    async fn said(&self, id: MatchId, from: i64, limit: u32) -> Result<Vec<Option<ChatLine>>, StoreError> {
        read::said(&mut self.snapshot().await?.session(), id, from, limit).await
    }

    /// The data files that are kept under a hash, as JSON.
    ///
    /// # Errors
    /// When the database cannot be read, or they are not what was written.
    pub async fn book(&self, hash: BookHash) -> Result<Option<String>, StoreError> {
        read::book(&mut self.snapshot().await?.session(), hash).await
    }

    /// Keeps data files, if they are not kept already.
    ///
    /// # Errors
    /// When they cannot be kept.
    pub async fn keep_book(&self, files: &Arc<str>) -> Result<BookHash, StoreError> {
        let hash = BookHash::of(files);
        if !self.books.lock().expect("no panic while held").contains(&hash) {
            self.write(Change::Book { hash, files: Arc::clone(files) }).await?;
            self.books.lock().expect("no panic while held").insert(hash);
        }
        Ok(hash)
    }

    /// Matches of an earlier program's database, which did not keep data files, by the first lines of their saves.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn without_book(&self) -> Result<Vec<(MatchId, String)>, StoreError> {
        let sql = "SELECT id, header FROM matches WHERE book IS NULL";
        let rows = self.snapshot().await?.session().rows(sql, &[]).await?;
        Ok(rows.iter().filter_map(|row| Some((MatchId(row.int(0)?), row.text(1)?.to_owned()))).collect())
    }

    /// Matches in which nothing was done or said since a moment (milliseconds since 1970).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn idle_since(&self, moment: i64) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT id FROM matches WHERE created < $1 \
                   AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.match = matches.id AND actions.at >= $1) \
                   AND NOT EXISTS (SELECT 1 FROM said WHERE said.match = matches.id AND said.at >= $1 / 1000) ORDER BY id";
        let rows = self.snapshot().await?.session().rows(sql, &[moment.into()]).await?;
        Ok(rows.iter().filter_map(|row| row.int(0).map(MatchId)).collect())
    }

    /// Matches at a glance, as far as they are there; nothing where nobody else could have changed them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn glance(&self, ids: &[MatchId]) -> Result<Vec<Glance>, StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(Vec::new()),
            Engine::Postgres(postgres) => postgres.glance(ids).await,
        }
    }

    /// The actions of a match since it had come so far, if it is what it was with these added.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn since(
        &self,
        id: MatchId,
        end: End,
        chain: Chain,
    ) -> Result<Option<Vec<String>>, StoreError> {
        read::since(&mut self.snapshot().await?.session(), id, end, chain).await
    }

    /// Do several servers share it?
    pub fn is_shared(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// What other servers tell; for the first who asks, where there can be others.
    pub fn heard(&self) -> Option<mpsc::Receiver<Heard>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => postgres.notices.heard(),
        }
    }

    /// Would it be heard now what other servers tell?
    pub fn listening(&self) -> bool {
        match &self.engine {
            Engine::Sqlite(_) => true,
            Engine::Postgres(postgres) => postgres.notices.listening(),
        }
    }

    /// Tells other servers what is not kept, if there can be any. Nobody waits for it: what is lost is told again.
    pub async fn tell(&self, signals: Vec<Signal>) {
        if let Engine::Postgres(postgres) = &self.engine
            && let Err(error) = postgres.notices.tell(&postgres.readers, signals).await
        {
            tracing::debug!(%error, "the other servers were not told");
        }
    }

    /// Is it this server that thinks for the computer players of a match? Of several, one does.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn lead(&self, id: MatchId) -> Result<bool, StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(true),
            Engine::Postgres(postgres) => postgres.leads.take(id).await,
        }
    }

    /// There is nothing to think about for the time being.
    pub async fn give_up_lead(&self, id: MatchId) {
        if let Engine::Postgres(postgres) = &self.engine
            && let Err(error) = postgres.leads.give_up(id).await
        {
            tracing::debug!(%error, "the lock is gone with its connection");
        }
    }

    /// Is the database there, answering, and writing? However often this is asked, it is tried once a second.
    ///
    /// # Errors
    /// Why not.
    pub async fn ping(&self) -> Result<(), String> {
        let mut well = self.well.lock().await;
        if let Some((tried, result)) = &*well
            && tried.elapsed() < WELL_FOR
        {
            return result.clone();
        }
        let result = self.write(Change::Heartbeat).await.map_err(|error| error.to_string());
        *well = Some((Instant::now(), result.clone()));
        result
    }

    /// Says where the server that holds the file is to be found, to whoever finds the file in use.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.files.announce(address),
            Engine::Postgres(_) => Ok(()),
        }
    }

    /// Where the server that holds the file is to be found.
    pub fn announced(path: &Path) -> Option<String> {
        files::announced(path)
    }

    /// Waits for what is queued, and closes the database.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }
}

/// Lines of chat; in the place of one that is not what was said stands a word about that.
fn legible(lines: Vec<Option<ChatLine>>) -> Vec<ChatLine> {
    let lost = |at| ChatLine {
        who: NOBODY.to_owned(),
        text: "(what was said here is damaged and cannot be read)".to_owned(),
        at,
    };
    let line = |at: &mut i64, line: Option<ChatLine>| {
        let line = line.unwrap_or_else(|| lost(*at));
        *at = line.at;
        Some(line)
    };
    lines.into_iter().scan(0, line).collect()
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

/// The players of both sides as they are kept.
fn kept(players: &PerSide<Player>) -> [String; 2] {
    Side::BOTH.map(|side| players[side].to_string())
}
