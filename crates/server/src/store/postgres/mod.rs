//! One PostgreSQL database for any number of servers.
//!
//! Nobody owns a match. An action is written only if the match is still where the writer left it (its length and the mark of its chain), at
//! a point that is taken once: of two servers, one is told that it was too late, and reads the match anew. A notice goes out with
//! every commit, and reaches the others when it is committed.

mod lead;
mod notices;
mod pen;
mod shape;

use super::writer::Writer;
use super::{End, Glance, MatchId, StoreError};
use lead::Leads;
use notices::Notices;
use pen::PostgresPen;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use std::str::FromStr as _;
use std::time::Duration;

pub(super) use notices::CHANNEL;

/// How many connections of a server read at once.
const READERS: u32 = 8;
/// How long a reader waits for a connection: longer than the database takes to start again.
const PATIENCE: Duration = Duration::from_secs(15);

/// The database, open.
pub(super) struct Postgres {
    pub(super) writer: Writer,
    pub(super) readers: PgPool,
    pub(super) leads: Leads,
    pub(super) notices: Notices,
}

impl Postgres {
    /// Opens the database, and makes what is missing in it. `process` is what this server calls itself among the others.
    pub(super) async fn open(address: &str, process: u64) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(address)?.application_name("frente");
        let writer = Writer::start(PostgresPen::open(&options, process).await?).await?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_with(options.clone())
            .await?;
        let notices = Notices::listen(options.clone(), process).await?;
        Ok(Postgres { writer, readers, leads: Leads::new(options), notices })
    }

    /// Matches at a glance, as far as they are there: one statement for all.
    pub(super) async fn glance(&self, ids: &[MatchId]) -> Result<Vec<Glance>, StoreError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let rows: Vec<(i64, i64, i64, i64, i64, i64, i64)> = sqlx::query_as(
            "SELECT id, length, hash, said, pace, open_chat, agreed FROM matches WHERE id = ANY($1)",
        )
        .bind(ids)
        .fetch_all(&self.readers)
        .await?;
        let glance =
            |(id, length, mark, said, pace, open_chat, agreed): (i64, i64, i64, i64, i64, i64, i64)| Glance {
                id: MatchId(id),
                end: End { length, mark },
                said,
                pace: pace.unsigned_abs(),
                open_chat: open_chat != 0,
                agreed,
            };
        Ok(rows.into_iter().map(glance).collect())
    }

    /// Waits for what is queued, and closes all connections.
    pub(super) async fn close(&self) {
        self.notices.close();
        self.leads.close().await;
        self.writer.close().await;
        self.readers.close().await;
    }
}

/// Is the connection gone, or the database on its way down or up? Whether what was asked for was done nobody knows then.
fn is_gone(error: &StoreError) -> bool {
    let StoreError::Database(error) = error else { return false };
    match error {
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| code.starts_with("57P") || code.starts_with("08") || code == "53300"),
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}

/// Was it given up for another one's sake, and can simply be tried again?
fn is_in_the_way(error: &StoreError) -> bool {
    let StoreError::Database(sqlx::Error::Database(error)) = error else { return false };
    error.code().is_some_and(|code| code == "40P01" || code == "40001")
}
