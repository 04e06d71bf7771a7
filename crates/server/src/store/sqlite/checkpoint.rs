//! Moving what the write-ahead log holds into the database file: beside the writer, not in its way.
//!
//! Left to itself SQLite does this inside whichever commit fills the log, and that action's player waits for all of it. Here a
//! connection of its own copies the log while the writer goes on, and then asks for the log to begin anew, which is short because
//! hardly anything is left to copy.

use crate::store::StoreError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often to look at the log.
const PAUSE: Duration = Duration::from_millis(500);
/// Pages in the log from which it is worth beginning it anew: a reader has to search all of them.
const LONG: i64 = 1000;

/// The task that empties the log.
pub(super) struct Checkpoints {
    stop: watch::Sender<bool>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Checkpoints {
    pub(super) async fn start(options: &SqliteConnectOptions) -> Result<Self, StoreError> {
        let connection = options.connect().await?;
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(run(connection, stopped));
        Ok(Checkpoints { stop, task: Mutex::new(Some(task)) })
    }

    pub(super) async fn close(&self) {
        self.stop.send_replace(true);
        let task = self.task.lock().expect("no panic while held").take();
        if let Some(task) = task
            && task.await.is_err()
        {
            tracing::error!("emptying the log of the database did not end well");
        }
    }
}

async fn run(mut connection: SqliteConnection, mut stopped: watch::Receiver<bool>) {
    while tokio::time::timeout(PAUSE, stopped.wait_for(|stop| *stop)).await.is_err() {
        if let Err(error) = empty(&mut connection).await {
            // Nothing is lost: the log is part of the database, only longer than it need be.
            tracing::warn!(%error, "the log of the database was not emptied");
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "closing the database");
    }
}

/// Copies the log without stopping anybody, and begins it anew when it has grown long.
async fn empty(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let copied = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut *connection).await?;
    let pages: i64 = copied.try_get(1)?;
    if pages >= LONG {
        sqlx::query("PRAGMA wal_checkpoint(RESTART)").fetch_one(connection).await?;
    }
    Ok(())
}
