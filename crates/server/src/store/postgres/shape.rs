//! The shape of the database: making it, and bringing one of an earlier program to it.

use crate::store::{StoreError, VERSION};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

/// The lock under which the shape is changed. Matches have numbers from 0 on.
const LOCK: i64 = -1936;

/// The first version there was.
const FIRST: i64 = 4;

/// What brings a database to the first version and to each after it.
const STEPS: [&str; (VERSION - FIRST + 1) as usize] = [include_str!("schema.sql")];

/// Brings the database to this program's shape, all of it or nothing; of several servers that start at once, one does.
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut change = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *change).await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS frente (version BIGINT NOT NULL)")
        .execute(&mut *change)
        .await?;
    let found: Option<i64> =
        sqlx::query_scalar("SELECT version FROM frente").fetch_optional(&mut *change).await?;
    if let Some(version) = found.filter(|version| *version > VERSION) {
        return Err(StoreError::TooNew(version));
    }
    for (version, step) in (FIRST..).zip(STEPS) {
        if found.is_none_or(|found| version > found) {
            sqlx::raw_sql(step).execute(&mut *change).await?;
        }
    }
    sqlx::query("DELETE FROM frente").execute(&mut *change).await?;
    sqlx::query("INSERT INTO frente (version) VALUES ($1)").bind(VERSION).execute(&mut *change).await?;
    change.commit().await?;
    if let Some(version) = found.filter(|version| *version < VERSION) {
        tracing::info!("the database was brought from version {version} to version {VERSION}");
    }
    Ok(())
}
