//! What is kept: matches, actions, links and chat in one SQLite file.
//!
//! One connection writes, several read. Writes are queued and committed in groups: with many games at once, one
//! `fsync` serves all actions that arrived meanwhile, and each is answered after it. The file is in WAL mode with
//! `synchronous = FULL`: what was answered survives a killed process and a power cut.

mod chain;
mod check;
mod checkpoint;
mod files;
mod seal;
mod shape;
mod writer;

use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::{PerSide, Side};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Row as _, SqliteExecutor};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;

pub use chain::Chain;
pub use check::{Repaired, Report, repair};
use checkpoint::Checkpoints;
use files::Files;
use seal::Settings;
use writer::Writer;
pub use writer::{Change, Pending};

/// The shape of the database this program writes.
const VERSION: i64 = 3;
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
    /// Somebody has taken the file away, or put another one in its place.
    #[error("{0} was removed or replaced while the server runs; nothing is kept until it is back")]
    Gone(PathBuf),
    /// It is of a later program.
    #[error("the database has version {0}; this program reads versions up to {VERSION}")]
    TooNew(i64),
    /// What is kept is not what was written.
    #[error("{0}")]
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
    /// Does it come from a file that somebody had?
    pub uploaded: bool,
    /// May those who watch speak?
    pub open_chat: bool,
    /// The chain before the first action, and after the last.
    pub chain: (Chain, Chain),
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
    writer: Writer,
    checkpoints: Checkpoints,
    readers: SqlitePool,
    /// When it was last tried whether writing works, and whether it did.
    well: Mutex<Option<(Instant, Result<(), String>)>>,
    /// Last, because they are to be closed last.
    files: Arc<Files>,
}

impl Store {
    /// Opens the file, and makes it when it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, or is of a later program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let files = Arc::new(Files::take(path)?);
        let options = SqliteConnectOptions::new()
            .filename(files.path())
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("wal_autocheckpoint", "0");
        let writer = Writer::start(&options, Arc::clone(&files)).await?;
        let checkpoints = Checkpoints::start(&options).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        Ok(Store { writer, checkpoints, readers, well: Mutex::default(), files })
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
        let found = sqlx::query("SELECT match, holds, seal FROM tokens WHERE hash = ?")
            .bind(hash.0.as_slice())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = found else { return Ok(None) };
        let id = MatchId(row.try_get(0)?);
        let holds = row.try_get::<String, _>(1)?.parse().ok();
        match holds.filter(|holds| row.try_get(2).ok() == Some(seal::of_link(id, &hash, *holds))) {
            Some(holds) => Ok(Some((id, holds))),
            None => Err(StoreError::Damaged("this link is damaged: it is not what was written".to_owned())),
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
        // One transaction, so that header and actions are of one moment.
        let mut snapshot = self.readers.begin().await?;
        let found =
            sqlx::query("SELECT header, republican, nationalist, length, hash FROM matches WHERE id = ?")
                .bind(id.0)
                .fetch_optional(&mut *snapshot)
                .await?;
        let Some(row) = found else { return Ok(None) };
        let settings = Settings::look(&mut *snapshot, id).await?;
        let (settings, whole) = settings.expect("the row was just there");
        let links = read_links(&mut *snapshot, id).await?;
        let actions = sqlx::query("SELECT point, line, hash FROM actions WHERE match = ? ORDER BY point")
            .bind(id.0)
            .fetch_all(&mut *snapshot)
            .await?;
        let player = |n: usize| row.try_get::<String, _>(n).map(|p| Player::from(p.as_str()));
        let (header, players): (String, _) = (row.try_get(0)?, PerSide::new(player(1)?, player(2)?));
        let start = Chain::begin(id, &header, &players);
        let mut stored = StoredMatch {
            id,
            header,
            lines: Vec::with_capacity(actions.len()),
            players,
            pace: settings.pace.unsigned_abs(),
            uploaded: settings.uploaded,
            open_chat: settings.open_chat,
            chain: (start, start),
        };
        let (length, hash): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
        let mut problem = None;
        for (expected, action) in actions.iter().enumerate() {
            let before = stored.chain.1;
            match intact(action, expected, before) {
                Ok(line) => {
                    stored.chain.1 = before.then(&line);
                    stored.lines.push(line);
                }
                Err(what) => {
                    problem = Some(what);
                    break;
                }
            }
        }
        if problem.is_none() && (length, hash) != (stored.lines.len() as i64, stored.chain.1.mark()) {
            problem = Some("is not the end that was written");
        }
        let point = stored.lines.len();
        let cut = problem.map(|what| format!("match {id} is damaged: action {point} {what}"));
        let doubtful = if !whole {
            Some(seal::damaged(id))
        } else if seal::of_links(id, &links) != settings.links {
            Some(format!("match {id} is damaged: its links are not what was written"))
        } else {
            None
        };
        Ok(Some(Found { stored, links, cut, doubtful }))
    }

    /// What a match's links hold.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn links(&self, id: MatchId) -> Result<Vec<Holds>, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let links = read_links(&mut *snapshot, id).await?;
        let settings = Settings::read(&mut *snapshot, id).await?;
        if settings.is_some_and(|settings| settings.links != seal::of_links(id, &links)) {
            let problem = format!("match {id} is damaged: its links are not what was written");
            return Err(StoreError::Damaged(problem));
        }
        Ok(links.into_iter().map(|(_, holds)| holds).collect())
    }

    /// The latest lines of a match's chat, oldest first. In the place of one that is not what was said stands a word about that.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn chat(&self, id: MatchId, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        let lost = |at| ChatLine {
            who: NOBODY.to_owned(),
            text: "(what was said here is damaged and cannot be read)".to_owned(),
            at,
        };
        let found = self.said(id, limit).await?;
        Ok(found
            .into_iter()
            .scan(0, |at, line| {
                let line = line.unwrap_or_else(|| lost(*at));
                *at = line.at;
                Some(line)
            })
            .collect())
    }

    /// The same; `None` for a line that is not what was said.
    async fn said(&self, id: MatchId, limit: u32) -> Result<Vec<Option<ChatLine>>, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let Some(settings) = Settings::read(&mut *snapshot, id).await? else { return Ok(Vec::new()) };
        let first = (settings.said - CHAT_KEPT.min(limit.into())).max(0);
        let rows =
            sqlx::query("SELECT n, who, text, at, seal FROM said WHERE match = ? AND n >= ? ORDER BY n")
                .bind(id.0)
                .bind(first)
                .fetch_all(&mut *snapshot)
                .await?;
        let whole = |row: &SqliteRow| {
            let n: i64 = row.try_get(0).ok()?;
            let line =
                ChatLine { who: row.try_get(1).ok()?, text: row.try_get(2).ok()?, at: row.try_get(3).ok()? };
            (row.try_get(4).ok() == Some(seal::of_chat(id, n, &line))).then_some((n, line))
        };
        let mut lines = rows.iter().filter_map(whole).peekable();
        Ok((first..settings.said)
            .map(|n| {
                while lines.next_if(|(other, _)| *other < n).is_some() {}
                lines.next_if(|(other, _)| *other == n).map(|(_, line)| line)
            })
            .collect())
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
        self.files.announce(address)
    }

    /// Where the server that holds the file is to be found.
    pub fn announced(path: &Path) -> Option<String> {
        files::announced(path)
    }

    /// Waits for what is queued, and closes the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.checkpoints.close().await;
        self.writer.close().await;
    }
}

/// What can be read of a match.
struct Found {
    /// The match up to its last action that is what was written.
    stored: StoredMatch,
    /// Its links, as far as they are what was written.
    links: Vec<(TokenHash, Holds)>,
    /// What is wrong with the next action.
    cut: Option<String>,
    /// What is wrong with its settings or links.
    doubtful: Option<String>,
}

/// The links of a match that are what was written.
async fn read_links(
    executor: impl SqliteExecutor<'_>,
    id: MatchId,
) -> Result<Vec<(TokenHash, Holds)>, StoreError> {
    let rows = sqlx::query("SELECT hash, holds, seal FROM tokens WHERE match = ?")
        .bind(id.0)
        .fetch_all(executor)
        .await?;
    let whole = |row: &SqliteRow| {
        let hash = TokenHash(row.try_get::<Vec<u8>, _>(0).ok()?.try_into().ok()?);
        let holds = row.try_get::<String, _>(1).ok()?.parse().ok()?;
        (row.try_get(2).ok() == Some(seal::of_link(id, &hash, holds))).then_some((hash, holds))
    };
    Ok(rows.iter().filter_map(whole).collect())
}

/// An action as it is kept, if it is what was written.
fn intact(action: &SqliteRow, point: usize, before: Chain) -> Result<String, &'static str> {
    if action.try_get::<i64, _>(0).ok() != Some(point as i64) {
        return Err("is missing");
    }
    let line: String = action.try_get(1).map_err(|_| "cannot be read")?;
    if action.try_get(2).ok() != Some(before.then(&line).mark()) {
        return Err("(or what comes before it) is not what was written");
    }
    Ok(line)
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
            uploaded: false,
        }
    }

    /// The chain of the match that [`made`] makes after its draw and some more lines.
    fn chain(id: MatchId, lines: &[&str]) -> Chain {
        let Change::Make { header, players, .. } = made(id, &Token::generate().unwrap()) else {
            unreachable!()
        };
        lines.iter().fold(Chain::begin(id, &header, &players).then("draw 2"), |chain, line| chain.then(line))
    }

    fn append(id: MatchId, point: usize, chain: Chain, lines: &[&str]) -> Change {
        Change::Append { id, point, chain, lines: lines.iter().map(|l| (*l).to_owned()).collect() }
    }

    #[tokio::test]
    async fn what_was_written_is_read_by_the_next_process() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/frente.sqlite");
        let (id, token) = (MatchId::generate().unwrap(), Token::generate().unwrap());
        {
            let store = Store::open(&path).await.unwrap();
            store.write(made(id, &token)).await.unwrap();
            store.write(append(id, 1, chain(id, &[]), &["move a", "roll 4", "end"])).await.unwrap();
            let chain = chain(id, &["move a", "roll 4"]);
            store.write(Change::Truncate { id, point: 3, chain }).await.unwrap();
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
        let mut end = chain(id, &[]);
        for point in 1..=1200 {
            store.write(append(id, point, end, &[&long])).await.unwrap();
            end = end.then(&long);
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
        store.write(append(id, 1201, end, &["end"])).await.unwrap();
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
        let writes = ids
            .iter()
            .enumerate()
            .map(|(i, id)| store.write(append(*id, usize::from(i != 6), chain(*id, &[]), &["end"])));
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
        #[cfg(target_os = "linux")]
        {
            let [soft, hard] = ["soft.sqlite", "hard.sqlite"].map(|name| folder.path().join(name));
            std::os::unix::fs::symlink(&path, &soft).unwrap();
            std::fs::hard_link(&path, &hard).unwrap();
            assert!(matches!(Store::open(&soft).await, Err(StoreError::InUse(_))), "by another name");
            assert!(matches!(Store::open(&hard).await, Err(StoreError::InUse(_))), "by a second name");
        }
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
