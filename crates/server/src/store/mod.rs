//! What is kept: matches, actions, links and chat in one SQLite file.
//!
//! One connection writes, several read. Writes are queued and committed in groups: with many games at once, one
//! `fsync` serves all actions that arrived meanwhile, and each is answered after it. The file is in WAL mode with
//! `synchronous = FULL`: what was answered survives a killed process and a power cut.

mod checkpoint;
mod writer;

use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::{PerSide, Side};
use sqlx::Row as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use checkpoint::Checkpoints;
use writer::Writer;
pub use writer::{Change, Pending};

/// The shape of the database this program writes.
const VERSION: i64 = 1;

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

impl FromStr for MatchId {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        i64::from_str_radix(text, 16).map(MatchId)
    }
}

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database said no.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// Its folder or its lock cannot be made.
    #[error("cannot write {folder}: {source}")]
    Folder {
        /// The folder or file.
        folder: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// Another server has it open.
    #[error("another server is using {0}; give it another file with --database, or stop it")]
    InUse(PathBuf),
    /// It is of a later program.
    #[error("the database has version {0}; this program reads versions up to {VERSION}")]
    TooNew(i64),
    /// What is kept makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The server is going down.
    #[error("the database is closed")]
    Closed,
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
    /// When it was made, and when something last happened, in milliseconds since 1970.
    pub created: i64,
    /// See `created`.
    pub updated: i64,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
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
    /// Held as long as the store is open, so that two servers never write one file behind each other's back. The system gives it
    /// up when the process ends, however it ends.
    lock: File,
    writer: Writer,
    checkpoints: Checkpoints,
    readers: SqlitePool,
}

impl Store {
    /// Opens the file, and makes it when it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, or is of a later program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Folder { folder: folder.to_owned(), source })?;
        }
        let lock = lock(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("wal_autocheckpoint", "0");
        let writer = Writer::start(&options).await?;
        let checkpoints = Checkpoints::start(&options).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        Ok(Store { lock, writer, checkpoints, readers })
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
        self.writer.begin(change).await
    }

    /// The match a link belongs to and what it holds.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn token(&self, hash: TokenHash) -> Result<Option<(MatchId, Holds)>, StoreError> {
        let row = sqlx::query("SELECT match, holds FROM tokens WHERE hash = ?")
            .bind(hash.0.as_slice())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| {
            let holds: String = row.try_get(1)?;
            let holds = holds.parse().map_err(|e| StoreError::Damaged(format!("tokens: {e}")))?;
            Ok((MatchId(row.try_get(0)?), holds))
        })
        .transpose()
    }

    /// Everything kept of a match but its chat.
    ///
    /// # Errors
    /// When the database cannot be read or is damaged.
    pub async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        // One transaction, so that header and actions are of one moment.
        let mut snapshot = self.readers.begin().await?;
        let found =
            sqlx::query("SELECT header, republican, nationalist, pace, created FROM matches WHERE id = ?")
                .bind(id.0)
                .fetch_optional(&mut *snapshot)
                .await?;
        let Some(row) = found else { return Ok(None) };
        let actions = sqlx::query("SELECT point, line, at FROM actions WHERE match = ? ORDER BY point")
            .bind(id.0)
            .fetch_all(&mut *snapshot)
            .await?;
        let player = |n: usize| row.try_get::<String, _>(n).map(|p| Player::from(p.as_str()));
        let created: i64 = row.try_get(4)?;
        let mut stored = StoredMatch {
            id,
            header: row.try_get(0)?,
            lines: Vec::with_capacity(actions.len()),
            players: PerSide::new(player(1)?, player(2)?),
            pace: row.try_get::<i64, _>(3)?.unsigned_abs(),
            created,
            updated: created,
        };
        for (expected, action) in actions.iter().enumerate() {
            let point: i64 = action.try_get(0)?;
            if usize::try_from(point) != Ok(expected) {
                let what = format!("match {id}: action {expected} is missing");
                return Err(StoreError::Damaged(what));
            }
            stored.lines.push(action.try_get(1)?);
            stored.updated = action.try_get(2)?;
        }
        Ok(Some(stored))
    }

    /// What a match's links hold.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn links(&self, id: MatchId) -> Result<Vec<Holds>, StoreError> {
        let rows = sqlx::query("SELECT holds FROM tokens WHERE match = ?")
            .bind(id.0)
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| {
                let holds: String = row.try_get(0)?;
                holds.parse().map_err(|e| StoreError::Damaged(format!("tokens: {e}")))
            })
            .collect()
    }

    /// The latest lines of a match's chat, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn chat(&self, id: MatchId, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        let rows = sqlx::query("SELECT who, text, at FROM chat WHERE match = ? ORDER BY id DESC LIMIT ?")
            .bind(id.0)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
        let line = |row: &SqliteRow| {
            Ok(ChatLine { who: row.try_get(0)?, text: row.try_get(1)?, at: row.try_get(2)? })
        };
        rows.iter().rev().map(line).collect()
    }

    /// Is the database there and answering?
    ///
    /// # Errors
    /// When it is not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1)").execute(&self.readers).await?;
        self.write(Change::Nothing).await
    }

    /// Says where the server that holds the file is to be found, to whoever finds the file in use.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        (&self.lock).write_all(address.as_bytes())
    }

    /// Where the server that holds the file is to be found.
    pub fn announced(path: &Path) -> Option<String> {
        std::fs::read_to_string(lock_path(path)).ok().filter(|address| !address.is_empty())
    }

    /// Waits for what is queued, and closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.checkpoints.close().await;
        self.writer.close().await;
    }
}

fn lock_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

fn lock(database: &Path) -> Result<File, StoreError> {
    let path = lock_path(database);
    let no = |source| StoreError::Folder { folder: path.clone(), source };
    // What another server has written there stays until the lock is ours.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path).map_err(no)?;
    match file.try_lock() {
        Ok(()) => file.set_len(0).map(|()| file).map_err(no),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(database.to_owned())),
        Err(TryLockError::Error(source)) => Err(no(source)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Token;

    fn made(id: MatchId, token: &Token) -> Change {
        Change::Make {
            id,
            header: "{}".to_owned(),
            lines: vec!["draw 2".to_owned()],
            players: PerSide::new(Player::Person, Player::Computer("greedy".to_owned())),
            pace: 250,
            links: vec![(token.hash(), Holds::Side(Side::Republican))],
        }
    }

    fn append(id: MatchId, point: usize, lines: &[&str]) -> Change {
        Change::Append { id, point, lines: lines.iter().map(|l| (*l).to_owned()).collect() }
    }

    #[tokio::test]
    async fn what_was_written_is_read_by_the_next_process() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/frente.sqlite");
        let (id, token) = (MatchId::generate().unwrap(), Token::generate().unwrap());
        {
            let store = Store::open(&path).await.unwrap();
            store.write(made(id, &token)).await.unwrap();
            store.write(append(id, 1, &["move a", "roll 4", "end"])).await.unwrap();
            store.write(Change::Truncate { id, point: 3 }).await.unwrap();
            let line = ChatLine { who: "republican".to_owned(), text: "¡Salud!".to_owned(), at: 7 };
            store.write(Change::Chat { id, line }).await.unwrap();
            store.close().await;
        }
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.token(token.hash()).await.unwrap(), Some((id, Holds::Side(Side::Republican))));
        let stored = store.load(id).await.unwrap().unwrap();
        assert_eq!(stored.lines, ["draw 2", "move a", "roll 4"]);
        assert_eq!(stored.players[Side::Nationalist], Player::Computer("greedy".to_owned()));
        assert_eq!(store.chat(id, 10).await.unwrap()[0].text, "¡Salud!");
        store.write(Change::Forget { id }).await.unwrap();
        assert!(store.load(id).await.unwrap().is_none());
        assert!(store.token(token.hash()).await.unwrap().is_none());
        assert!(store.chat(id, 10).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn the_log_is_emptied_while_the_store_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.sqlite");
        let store = Store::open(&path).await.unwrap();
        let id = MatchId::generate().unwrap();
        store.write(made(id, &Token::generate().unwrap())).await.unwrap();
        let size = || std::fs::metadata(&path).unwrap().len();
        let before = size();
        let long = "x".repeat(4000);
        for point in 1..=1200 {
            store.write(append(id, point, &[&long])).await.unwrap();
        }
        let copied = async {
            while size() < before + 4_000_000 {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), copied).await.expect("what was written is in the file");
        // What comes next is written over the log's beginning.
        let log = || std::fs::metadata(folder.path().join("f.sqlite-wal")).unwrap().len();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let length = log();
        store.write(append(id, 1201, &["end"])).await.unwrap();
        assert_eq!(log(), length);
        assert_eq!(store.load(id).await.unwrap().unwrap().lines.len(), 1202);
    }

    #[tokio::test]
    async fn a_bad_change_fails_alone_in_its_group() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("f.sqlite")).await.unwrap();
        let ids: Vec<MatchId> = (0..20).map(|_| MatchId::generate().unwrap()).collect();
        for id in &ids {
            store.write(made(*id, &Token::generate().unwrap())).await.unwrap();
        }
        // All at once, so that they share a commit; the seventh writes a point that exists.
        let writes =
            ids.iter().enumerate().map(|(i, id)| store.write(append(*id, usize::from(i != 6), &["end"])));
        let results = futures_util::future::join_all(writes).await;
        for (i, (result, id)) in results.iter().zip(&ids).enumerate() {
            assert_eq!(result.is_ok(), i != 6, "{i}: {result:?}");
            assert_eq!(store.load(*id).await.unwrap().unwrap().lines.len(), if i == 6 { 1 } else { 2 });
        }
    }

    #[tokio::test]
    async fn two_servers_never_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.sqlite");
        let first = Store::open(&path).await.unwrap();
        first.announce("http://127.0.0.1:1936/").unwrap();
        assert!(matches!(Store::open(&path).await, Err(StoreError::InUse(_))));
        assert_eq!(Store::announced(&path).as_deref(), Some("http://127.0.0.1:1936/"));
        first.close().await;
        drop(first);
        Store::open(&path).await.unwrap();
        assert_eq!(Store::announced(&path), None);
    }

    #[tokio::test]
    async fn a_later_programs_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.sqlite");
        Store::open(&path).await.unwrap().close().await;
        let options = SqliteConnectOptions::new().filename(&path);
        let pool = SqlitePool::connect_with(options).await.unwrap();
        sqlx::query("PRAGMA user_version = 99").execute(&pool).await.unwrap();
        pool.close().await;
        assert!(matches!(Store::open(&path).await, Err(StoreError::TooNew(99))));
    }
}
