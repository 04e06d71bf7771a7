//! The one connection that writes.

use super::files::Files;
use super::shape::prepare;
use crate::store::change::{ActionRow, Change, Written, actions, apply};
use crate::store::sql::Session;
use crate::store::writer::Pen;
use crate::store::{StoreError, now};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::sync::Arc;

/// The connection that writes. When a commit fails it is thrown away and the next one gets a new one: SQLite may have rolled the
/// transaction back by itself (a full disk), and then nobody can say any more in which state the connection is.
pub(super) struct SqlitePen {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    files: Arc<Files>,
}

impl SqlitePen {
    /// Brings the file to this program's shape.
    pub(super) async fn open(options: &SqliteConnectOptions, files: Arc<Files>) -> Result<Self, StoreError> {
        let mut connection = options.connect().await?;
        prepare(&mut connection).await?;
        files.note();
        Ok(SqlitePen { connection: Some(connection), options: options.clone(), files })
    }
}

impl Pen for SqlitePen {
    async fn commit(&mut self, changes: &[&Change]) -> Result<Vec<Written>, StoreError> {
        self.files.whole()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let written = commit(&mut connection, changes).await?;
        self.connection = Some(connection);
        // Unlinked meanwhile: what was just written is nowhere.
        self.files.whole()?;
        Ok(written)
    }

    async fn close(self) {
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            tracing::error!(%error, "closing the database");
        }
    }
}

/// Commits changes together, all or none.
async fn commit(connection: &mut SqliteConnection, changes: &[&Change]) -> Result<Vec<Written>, StoreError> {
    let at = now();
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut all = Actions::default();
    let mut written = Vec::with_capacity(changes.len());
    for change in changes {
        written.push(match change {
            Change::Append { id, point, lines, chain } => {
                let (rows, end) = actions(*id, *point, lines, *chain);
                all.rows.extend(rows);
                all.ends.push((id.0, end.length, end.mark));
                Written::Yes
            }
            other => {
                let (result, rows) = apply(&mut Session::Sqlite(&mut transaction), other, at, false).await?;
                all.rows.extend(rows);
                result
            }
        });
    }
    all.insert(&mut transaction, at).await?;
    transaction.commit().await?;
    Ok(written)
}

/// The actions of all changes of a group, and where their matches stand after them: they go in by one statement each.
#[derive(Default)]
struct Actions {
    rows: Vec<ActionRow>,
    ends: Vec<(i64, i64, i64)>,
}

impl Actions {
    async fn insert(self, connection: &mut SqliteConnection, at: i64) -> Result<(), StoreError> {
        if !self.rows.is_empty() {
            let rows = serde_json::to_string(&self.rows).expect("plain data");
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
