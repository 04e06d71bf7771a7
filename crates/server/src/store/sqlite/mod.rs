//! One SQLite file for one server.
//!
//! One connection writes, several read. Writes are queued and committed in groups: with many games at once, one
//! `fsync` serves all actions that arrived meanwhile, and each is answered after it. The file is in WAL mode with
//! `synchronous = FULL`: what was answered survives a killed process and a power cut.

mod checkpoint;
pub(super) mod files;
mod pen;
mod shape;

use super::StoreError;
use super::writer::Writer;
use checkpoint::Checkpoints;
use files::Files;
use pen::SqlitePen;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The file, open.
pub(super) struct Sqlite {
    pub(super) writer: Writer,
    checkpoints: Checkpoints,
    pub(super) readers: SqlitePool,
    /// Last, because they are to be closed last.
    pub(super) files: Arc<Files>,
}

impl Sqlite {
    /// Opens the file, and makes it when it is missing.
    pub(super) async fn open(path: &Path) -> Result<Self, StoreError> {
        let files = Arc::new(Files::take(path)?);
        let options = SqliteConnectOptions::new()
            .filename(files.path())
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("wal_autocheckpoint", "0");
        let writer = Writer::start(SqlitePen::open(&options, Arc::clone(&files)).await?).await?;
        let checkpoints = Checkpoints::start(&options).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        Ok(Sqlite { writer, checkpoints, readers, files })
    }

    /// Waits for what is queued, and closes the file.
    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.checkpoints.close().await;
        self.writer.close().await;
    }
}
