//! The one connection that writes, and the queue before it.

use super::chain::Chain;
use super::files::Files;
use super::seal::{self, Settings};
use super::shape::prepare;
use super::{CHAT_KEPT, ChatLine, MatchId, StoreError, kept, now};
use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::PerSide;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many changes share a commit at most.
const GROUP: usize = 512;

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
    },
    /// The first line of the save is another one: somebody has added to the dice.
    Header {
        /// The match.
        id: MatchId,
        /// The first line of its save.
        header: String,
        /// All actions.
        lines: Vec<String>,
        /// The chain before the first.
        chain: Chain,
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

struct Job {
    change: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A change on its way to the disk.
#[must_use]
pub struct Pending(oneshot::Receiver<Result<(), StoreError>>);

impl Pending {
    /// Waits until it is on disk.
    ///
    /// # Errors
    /// When it is not; nothing has changed then.
    pub async fn done(self) -> Result<(), StoreError> {
        self.0.await.map_err(|_| StoreError::Closed)?
    }
}

pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) async fn start(options: &SqliteConnectOptions, files: Arc<Files>) -> Result<Self, StoreError> {
        let mut connection = options.connect().await?;
        prepare(&mut connection).await?;
        files.note();
        let mut pen = Pen { connection: Some(connection), options: options.clone(), files };
        // A database that can be read but not written is of no use here.
        pen.commit(std::iter::once(&Change::Heartbeat)).await?;
        let (queue, jobs) = mpsc::channel(4 * GROUP);
        let task = tokio::spawn(run(pen, jobs));
        Ok(Writer { queue: Mutex::new(Some(queue)), task: Mutex::new(Some(task)) })
    }

    pub(super) async fn begin(&self, change: Change) -> Result<Pending, StoreError> {
        let queue = self.queue.lock().expect("no panic while held").clone().ok_or(StoreError::Closed)?;
        let (done, result) = oneshot::channel();
        queue.send(Job { change, done }).await.map_err(|_| StoreError::Closed)?;
        Ok(Pending(result))
    }

    pub(super) async fn close(&self) {
        drop(self.queue.lock().expect("no panic while held").take());
        let task = self.task.lock().expect("no panic while held").take();
        if let Some(task) = task
            && task.await.is_err()
        {
            tracing::error!("the writer of the database did not end well");
        }
    }
}

/// The connection that writes. When a commit fails it is thrown away and the next one gets a new one: SQLite may have rolled the
/// transaction back by itself (a full disk), and then nobody can say any more in which state the connection is.
struct Pen {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    files: Arc<Files>,
}

impl Pen {
    /// Commits changes together, all or none.
    async fn commit<'a>(&mut self, changes: impl Iterator<Item = &'a Change>) -> Result<(), StoreError> {
        self.files.whole()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        commit(&mut connection, changes).await?;
        self.connection = Some(connection);
        // Unlinked meanwhile: what was just written is nowhere.
        self.files.whole()
    }
}

async fn run(mut pen: Pen, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!("frente_store_group_size").record(group.len() as f64);
        let begun = Instant::now();
        let together = pen.commit(group.iter().map(|job| &job.change)).await;
        if together.is_err() && group.len() > 1 {
            // One of them is at fault: each for itself, so that the others are kept.
            for job in group.drain(..) {
                let alone = pen.commit(std::iter::once(&job.change)).await;
                answer(job, alone);
            }
        } else {
            let mut result = Some(together);
            group.drain(..).for_each(|job| answer(job, result.take().unwrap_or(Ok(()))));
        }
        metrics::histogram!("frente_store_commit_seconds").record(begun.elapsed());
    }
    if let Some(connection) = pen.connection
        && let Err(error) = connection.close().await
    {
        tracing::error!(%error, "closing the database");
    }
}

/// Whoever asked may have gone; what was written stays written.
fn answer(job: Job, result: Result<(), StoreError>) {
    if let Err(error) = &result {
        metrics::counter!("frente_store_failures_total").increment(1);
        tracing::error!(%error, "a change was not kept");
    }
    let _ = job.done.send(result);
}

/// Commits changes together, all or none.
async fn commit<'a>(
    connection: &mut SqliteConnection,
    changes: impl Iterator<Item = &'a Change>,
) -> Result<(), StoreError> {
    let at = now();
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut actions = Actions::default();
    for change in changes {
        apply(&mut transaction, change, at, &mut actions).await?;
    }
    actions.insert(&mut transaction, at).await?;
    transaction.commit().await?;
    Ok(())
}

/// The actions of all changes of a group, and where their matches stand after them: they go in by one statement each.
#[derive(Default)]
struct Actions {
    lines: Vec<(i64, i64, String, i64)>,
    ends: Vec<(i64, i64, i64)>,
}

impl Actions {
    fn push(&mut self, id: MatchId, point: usize, lines: &[String], mut chain: Chain) {
        for (point, line) in (point as i64..).zip(lines) {
            chain = chain.then(line);
            self.lines.push((id.0, point, line.clone(), chain.mark()));
        }
        self.ends.push((id.0, (point + lines.len()) as i64, chain.mark()));
    }

    async fn insert(self, connection: &mut SqliteConnection, at: i64) -> Result<(), StoreError> {
        if !self.lines.is_empty() {
            let rows = serde_json::to_string(&self.lines).expect("plain data");
            sqlx::query(
                "INSERT INTO actions (match, point, line, hash, at)
                 SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?2 FROM json_each(?1)",
            )
            .bind(rows)
            .bind(at)
            .execute(&mut *connection)
            .await?;
        }
        if !self.ends.is_empty() {
            let rows = serde_json::to_string(&self.ends).expect("plain data");
            sqlx::query(
                "UPDATE matches SET length = now.length, hash = now.hash
                 FROM (SELECT value ->> 0 AS id, value ->> 1 AS length, value ->> 2 AS hash FROM json_each(?1)) AS now
                 WHERE matches.id = now.id",
            )
            .bind(rows)
            .execute(connection)
            .await?;
        }
        Ok(())
    }
}

async fn apply(
    connection: &mut SqliteConnection,
    change: &Change,
    at: i64,
    actions: &mut Actions,
) -> Result<(), StoreError> {
    let query = match change {
        Change::Append { id, point, lines, chain } => {
            actions.push(*id, *point, lines, *chain);
            return Ok(());
        }
        Change::Header { id, header, lines, chain } => {
            actions.push(*id, 0, lines, *chain);
            sqlx::query("UPDATE matches SET header = ? WHERE id = ?")
                .bind(header)
                .bind(id.0)
                .execute(&mut *connection)
                .await?;
            sqlx::query("DELETE FROM actions WHERE match = ?").bind(id.0)
        }
        Change::Make { id, header, lines, players, pace, links, uploaded } => {
            actions.push(*id, 0, lines, Chain::begin(*id, header, players));
            let [republican, nationalist] = kept(players);
            sqlx::query(
                "INSERT INTO matches (id, header, republican, nationalist, pace, created) VALUES (?, ?, ?, ?, 0, ?)",
            )
            .bind(id.0)
            .bind(header)
            .bind(republican)
            .bind(nationalist)
            .bind(at)
            .execute(&mut *connection)
            .await?;
            let (pace, links_seal) = (*pace as i64, seal::of_links(*id, links));
            let settings =
                Settings { pace, uploaded: *uploaded, open_chat: false, said: 0, links: links_seal };
            settings.write(&mut *connection, *id).await?;
            for (hash, holds) in links {
                sqlx::query("INSERT INTO tokens (hash, match, holds, seal) VALUES (?, ?, ?, ?)")
                    .bind(hash.0.as_slice())
                    .bind(id.0)
                    .bind(holds.to_string())
                    .bind(seal::of_link(*id, hash, *holds))
                    .execute(&mut *connection)
                    .await?;
            }
            return Ok(());
        }
        Change::Truncate { id, point, chain } => {
            actions.push(*id, *point, &[], *chain);
            sqlx::query("DELETE FROM actions WHERE match = ? AND point >= ?").bind(id.0).bind(*point as i64)
        }
        Change::Chat { id, line } => {
            let Some(settings) = Settings::change(&mut *connection, *id, |s| s.said += 1).await? else {
                return Ok(());
            };
            let n = settings.said - 1;
            sqlx::query("INSERT INTO said (match, n, who, text, at, seal) VALUES (?, ?, ?, ?, ?, ?)")
                .bind(id.0)
                .bind(n)
                .bind(&line.who)
                .bind(&line.text)
                .bind(line.at)
                .bind(seal::of_chat(*id, n, line))
                .execute(&mut *connection)
                .await?;
            sqlx::query("DELETE FROM said WHERE match = ? AND n < ?")
                .bind(id.0)
                .bind(settings.said - CHAT_KEPT)
        }
        Change::OpenChat { id, open } => {
            Settings::change(connection, *id, |s| s.open_chat = *open).await?;
            return Ok(());
        }
        Change::Pace { id, pace } => {
            Settings::change(connection, *id, |s| s.pace = *pace as i64).await?;
            return Ok(());
        }
        Change::Forget { id } => sqlx::query("DELETE FROM matches WHERE id = ?").bind(id.0),
        Change::Heartbeat => sqlx::query(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1",
        )
        .bind(at),
    };
    query.execute(&mut *connection).await?;
    Ok(())
}
