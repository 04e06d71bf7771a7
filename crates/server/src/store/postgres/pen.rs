//! The connection that writes. When it breaks, changes wait until the database is back, and are looked for before they are written again:
//! what was committed when the connection broke is neither lost nor doubled.

use super::{is_gone, is_in_the_way, shape};
use crate::store::chain::End;
use crate::store::change::{ActionRow, Change, Written, actions, apply, there};
use crate::store::signal::Notice;
use crate::store::sql::Session;
use crate::store::writer::Pen;
use crate::store::{MatchId, StoreError, now};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::time::{Duration, Instant};

/// How long a change waits for the database to come back.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct PostgresPen {
    connection: Option<PgConnection>,
    options: PgConnectOptions,
    process: u64,
}

impl PostgresPen {
    /// Brings the database to this program's shape.
    pub(super) async fn open(options: &PgConnectOptions, process: u64) -> Result<Self, StoreError> {
        let mut connection = options.connect().await?;
        shape::prepare(&mut connection).await?;
        Ok(PostgresPen { connection: Some(connection), options: options.clone(), process })
    }

    /// One try. A connection over which it fails is not used again.
    async fn attempt(&mut self, changes: &[&Change], again: bool) -> Result<Vec<Written>, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let written = commit(&mut connection, changes, self.process, again).await?;
        self.connection = Some(connection);
        Ok(written)
    }
}

impl Pen for PostgresPen {
    async fn commit(&mut self, changes: &[&Change]) -> Result<Vec<Written>, StoreError> {
        let begun = Instant::now();
        let mut again = false;
        loop {
            let error = match self.attempt(changes, again).await {
                Ok(written) => return Ok(written),
                Err(error) => error,
            };
            let gone = is_gone(&error);
            if !gone && !is_in_the_way(&error) {
                return Err(error);
            }
            if begun.elapsed() > PATIENCE {
                tracing::error!(%error, "the database does not come back");
                return Err(if gone { StoreError::Away } else { error });
            }
            again |= gone;
            metrics::counter!("frente_store_retries_total").increment(1);
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn close(self) {
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            tracing::error!(%error, "closing the database");
        }
    }
}

/// Actions that are added to their matches.
struct Appended<'a> {
    /// Which of the changes.
    n: usize,
    id: MatchId,
    before: End,
    end: End,
    rows: Vec<ActionRow>,
    change: &'a Change,
}

async fn commit(
    connection: &mut PgConnection,
    changes: &[&Change],
    process: u64,
    again: bool,
) -> Result<Vec<Written>, StoreError> {
    let at = now();
    let appended: Vec<Appended<'_>> =
        changes.iter().enumerate().filter_map(|(n, c)| appended(n, c)).collect();
    let mut written = vec![Written::Yes; changes.len()];
    // Actions alone need one statement, which is a transaction of its own.
    if appended.len() == changes.len() && !again {
        for n in append(connection, &appended, process, at).await? {
            written[n] = Written::Lost;
        }
        return Ok(written);
    }
    let mut transaction = connection.begin().await?;
    // Everybody takes the rows in the same order: nobody waits for somebody who waits for him.
    let mut ids: Vec<i64> = changes.iter().filter_map(|change| Some(change.signal()?.id()?.0)).collect();
    ids.sort_unstable();
    sqlx::query("SELECT id FROM matches WHERE id = ANY($1) ORDER BY id FOR UPDATE")
        .bind(&ids)
        .execute(&mut *transaction)
        .await?;
    for n in append(&mut transaction, &appended, process, at).await? {
        let lost = appended.iter().find(|appended| appended.n == n).expect("one of these");
        written[n] = there(&mut Session::Postgres(&mut transaction), lost.id, lost.end, again).await?;
    }
    let (mut rows, mut notices) = (Vec::new(), Vec::new());
    for (n, change) in changes.iter().enumerate() {
        if matches!(change, Change::Append { .. }) {
            continue;
        }
        let (result, new) = apply(&mut Session::Postgres(&mut transaction), change, at, again).await?;
        rows.extend(new);
        written[n] = result;
        if result == Written::Yes {
            notices.extend(change.signal().map(|signal| Notice { from: process, signal }.to_string()));
        }
    }
    insert(&mut transaction, &rows, at).await?;
    notify(&mut transaction, &notices).await?;
    transaction.commit().await?;
    Ok(written)
}

fn appended<'a>(n: usize, change: &'a Change) -> Option<Appended<'a>> {
    let Change::Append { id, point, lines, chain } = change else { return None };
    let (rows, end) = actions(*id, *point, lines, *chain);
    Some(Appended { n, id: *id, before: End::new(*point, *chain), end, rows, change })
}

/// Adds actions to matches that are where their writers left them, and tells everybody: the changes whose matches are not.
async fn append(
    connection: &mut PgConnection,
    appended: &[Appended<'_>],
    process: u64,
    at: i64,
) -> Result<Vec<usize>, StoreError> {
    if appended.is_empty() {
        return Ok(Vec::new());
    }
    let of = |what: fn(&Appended<'_>) -> i64| appended.iter().map(what).collect::<Vec<i64>>();
    let notices: Vec<String> = appended
        .iter()
        .filter_map(|a| Some(Notice { from: process, signal: a.change.signal()? }.to_string()))
        .collect();
    let rows: Vec<&ActionRow> = appended.iter().flat_map(|a| &a.rows).collect();
    let won: Vec<i64> = sqlx::query_scalar(
        "WITH new AS (
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
             AS new (id, before, mark, length, hash, notice)
         ), taken AS MATERIALIZED (
           SELECT id FROM matches WHERE id = ANY($1) ORDER BY id FOR UPDATE
         ), won AS (
           UPDATE matches SET length = new.length, hash = new.hash FROM new, taken
           WHERE matches.id = new.id AND taken.id = new.id AND matches.length = new.before AND matches.hash = new.mark
           RETURNING matches.id, new.notice
         ), kept AS (
           INSERT INTO actions (match, point, line, hash, at)
           SELECT line.id, line.point, line.line, line.hash, $11
           FROM unnest($7::bigint[], $8::bigint[], $9::text[], $10::bigint[]) AS line (id, point, line, hash)
           WHERE line.id IN (SELECT won.id FROM won)
         )
         SELECT won.id FROM won, pg_notify('frente', won.notice)",
    )
    .bind(of(|a| a.id.0))
    .bind(of(|a| a.before.length))
    .bind(of(|a| a.before.mark))
    .bind(of(|a| a.end.length))
    .bind(of(|a| a.end.mark))
    .bind(notices)
    .bind(rows.iter().map(|row| row.0).collect::<Vec<i64>>())
    .bind(rows.iter().map(|row| row.1).collect::<Vec<i64>>())
    .bind(rows.iter().map(|row| row.2.clone()).collect::<Vec<String>>())
    .bind(rows.iter().map(|row| row.3).collect::<Vec<i64>>())
    .bind(at)
    .fetch_all(connection)
    .await?;
    Ok(appended.iter().filter(|a| !won.contains(&a.id.0)).map(|a| a.n).collect())
}

async fn insert(connection: &mut PgConnection, rows: &[ActionRow], at: i64) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO actions (match, point, line, hash, at)
         SELECT line.id, line.point, line.line, line.hash, $5
         FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS line (id, point, line, hash)",
    )
    .bind(rows.iter().map(|row| row.0).collect::<Vec<i64>>())
    .bind(rows.iter().map(|row| row.1).collect::<Vec<i64>>())
    .bind(rows.iter().map(|row| row.2.clone()).collect::<Vec<String>>())
    .bind(rows.iter().map(|row| row.3).collect::<Vec<i64>>())
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn notify(connection: &mut PgConnection, notices: &[String]) -> Result<(), StoreError> {
    if !notices.is_empty() {
        sqlx::query("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice")
            .bind(super::CHANNEL)
            .bind(notices)
            .execute(connection)
            .await?;
    }
    Ok(())
}
