//! Who thinks for the computer players of a match: whichever server has its advisory lock. The lock dies with the connection that holds it,
//! and so with the server.

use crate::store::{MatchId, StoreError};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::collections::HashSet;
use tokio::sync::Mutex;

/// The locks this server has.
pub(in crate::store) struct Leads {
    options: PgConnectOptions,
    held: Mutex<Option<Held>>,
}

struct Held {
    connection: PgConnection,
    matches: HashSet<MatchId>,
}

impl Leads {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Leads { options, held: Mutex::default() }
    }

    /// Takes the lock of a match, if nobody else has it; is it ours?
    pub(in crate::store) async fn take(&self, id: MatchId) -> Result<bool, StoreError> {
        let mut guard = self.held.lock().await;
        let mut held = match guard.take() {
            Some(held) => held,
            None => Held { connection: self.options.connect().await?, matches: HashSet::new() },
        };
        // Not put back when the connection is broken: all its locks are gone with it.
        let ours = if held.matches.contains(&id) {
            held.connection.ping().await?;
            true
        } else {
            sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                .bind(id.0)
                .fetch_one(&mut held.connection)
                .await?
        };
        if ours {
            held.matches.insert(id);
        }
        *guard = Some(held);
        Ok(ours)
    }

    /// Gives the lock of a match up.
    pub(in crate::store) async fn give_up(&self, id: MatchId) -> Result<(), StoreError> {
        let mut guard = self.held.lock().await;
        let Some(mut held) = guard.take() else { return Ok(()) };
        if held.matches.remove(&id) {
            sqlx::query("SELECT pg_advisory_unlock($1)").bind(id.0).execute(&mut held.connection).await?;
        }
        *guard = Some(held);
        Ok(())
    }

    pub(super) async fn close(&self) {
        if let Some(held) = self.held.lock().await.take() {
            let _ = held.connection.close().await;
        }
    }
}
