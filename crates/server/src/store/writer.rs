//! The one connection that writes, and the queue before it.

use super::{ChatLine, MatchId, StoreError, VERSION, kept, now};
use crate::seats::{Holds, Player};
use crate::token::TokenHash;
use frente_engine::PerSide;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::sync::Mutex;
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
    },
    /// Actions from a point on.
    Append {
        /// The match.
        id: MatchId,
        /// The point of the first.
        point: usize,
        /// The actions.
        lines: Vec<String>,
    },
    /// Actions from a point on were taken back.
    Truncate {
        /// The match.
        id: MatchId,
        /// The first point taken back.
        point: usize,
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
    /// Nothing: a test of whether writing works.
    Nothing,
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
    pub(super) async fn start(options: &SqliteConnectOptions) -> Result<Self, StoreError> {
        let mut connection = options.connect().await?;
        prepare(&mut connection).await?;
        let (queue, jobs) = mpsc::channel(4 * GROUP);
        let task = tokio::spawn(run(connection, jobs));
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

async fn prepare(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    match version {
        0 => {
            let mut change = connection.begin_with("BEGIN IMMEDIATE").await?;
            sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *change).await?;
            sqlx::raw_sql("PRAGMA user_version = 1").execute(&mut *change).await?;
            change.commit().await?;
            Ok(())
        }
        VERSION => Ok(()),
        other => Err(StoreError::TooNew(other)),
    }
}

async fn run(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!("frente_store_group_size").record(group.len() as f64);
        let begun = Instant::now();
        let together = commit(&mut connection, group.iter().map(|job| &job.change)).await;
        if together.is_err() && group.len() > 1 {
            // One of them is at fault: each for itself, so that the others are kept.
            for job in group.drain(..) {
                let alone = commit(&mut connection, std::iter::once(&job.change)).await;
                answer(job, alone);
            }
        } else {
            let mut result = Some(together);
            group.drain(..).for_each(|job| answer(job, result.take().unwrap_or(Ok(()))));
        }
        metrics::histogram!("frente_store_commit_seconds").record(begun.elapsed());
    }
    if let Err(error) = connection.close().await {
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

/// The actions of all changes of a group: they go in by one statement.
#[derive(Default)]
struct Actions(Vec<(i64, i64, String)>);

impl Actions {
    fn push(&mut self, id: MatchId, point: usize, lines: &[String]) {
        self.0.extend((point as i64..).zip(lines).map(|(point, line)| (id.0, point, line.clone())));
    }

    async fn insert(self, connection: &mut SqliteConnection, at: i64) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let rows = serde_json::to_string(&self.0).expect("plain data");
        sqlx::query(
            "INSERT INTO actions (match, point, line, at)
             SELECT value ->> 0, value ->> 1, value ->> 2, ?2 FROM json_each(?1)",
        )
        .bind(rows)
        .bind(at)
        .execute(connection)
        .await?;
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
        Change::Append { id, point, lines } => {
            actions.push(*id, *point, lines);
            return Ok(());
        }
        Change::Make { id, header, lines, players, pace, links } => {
            actions.push(*id, 0, lines);
            let [republican, nationalist] = kept(players);
            sqlx::query(
                "INSERT INTO matches (id, header, republican, nationalist, pace, created) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(id.0)
            .bind(header)
            .bind(republican)
            .bind(nationalist)
            .bind(*pace as i64)
            .bind(at)
            .execute(&mut *connection)
            .await?;
            for (hash, holds) in links {
                sqlx::query("INSERT INTO tokens (hash, match, holds) VALUES (?, ?, ?)")
                    .bind(hash.0.as_slice())
                    .bind(id.0)
                    .bind(holds.to_string())
                    .execute(&mut *connection)
                    .await?;
            }
            return Ok(());
        }
        Change::Truncate { id, point } => {
            sqlx::query("DELETE FROM actions WHERE match = ? AND point >= ?").bind(id.0).bind(*point as i64)
        }
        Change::Chat { id, line } => {
            sqlx::query("INSERT INTO chat (match, who, text, at) VALUES (?, ?, ?, ?)")
                .bind(id.0)
                .bind(&line.who)
                .bind(&line.text)
                .bind(line.at)
        }
        Change::Pace { id, pace } => {
            sqlx::query("UPDATE matches SET pace = ? WHERE id = ?").bind(*pace as i64).bind(id.0)
        }
        Change::Forget { id } => sqlx::query("DELETE FROM matches WHERE id = ?").bind(id.0),
        Change::Nothing => return Ok(()),
    };
    query.execute(&mut *connection).await?;
    Ok(())
}
