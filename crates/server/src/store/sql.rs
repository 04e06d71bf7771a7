//! One way to speak to both engines. Statements number their parameters `$1`, `$2`, …, which both understand, and every value is a number, a
//! text, some bytes, or nothing.

use super::StoreError;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Row as _, TypeInfo as _, ValueRef as _};

/// A value that goes in.
#[derive(Clone, Copy)]
pub(super) enum Arg<'a> {
    Int(i64),
    Text(&'a str),
    Bytes(Option<&'a [u8]>),
}

impl From<i64> for Arg<'_> {
    fn from(n: i64) -> Self {
        Arg::Int(n)
    }
}

impl From<bool> for Arg<'_> {
    fn from(yes: bool) -> Self {
        Arg::Int(yes.into())
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Arg::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Arg<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Arg::Bytes(Some(bytes))
    }
}

/// A value that comes out. What cannot be read is [`Cell::Nothing`], like what is not there.
#[derive(Clone, Debug)]
enum Cell {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    Nothing,
}

/// A row that comes out.
#[derive(Clone, Debug)]
pub(super) struct Row(Vec<Cell>);

impl Row {
    pub(super) fn int(&self, n: usize) -> Option<i64> {
        if let Cell::Int(value) = self.0.get(n)? { Some(*value) } else { None }
    }

    pub(super) fn text(&self, n: usize) -> Option<&str> {
        if let Cell::Text(value) = self.0.get(n)? { Some(value) } else { None }
    }

    pub(super) fn bytes(&self, n: usize) -> Option<&[u8]> {
        if let Cell::Bytes(value) = self.0.get(n)? { Some(value) } else { None }
    }
}

/// A connection to either engine.
pub(super) enum Session<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Session<'_> {
    /// All rows that a statement gives.
    pub(super) async fn rows(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Session::Sqlite(connection) => {
                let query = args.iter().fold(sqlx::query(sql), |query, arg| bind_sqlite(query, *arg));
                query.fetch_all(&mut **connection).await?.iter().map(sqlite_row).collect()
            }
            Session::Postgres(connection) => {
                let query = args.iter().fold(sqlx::query(sql), |query, arg| bind_postgres(query, *arg));
                query.fetch_all(&mut **connection).await?.iter().map(postgres_row).collect()
            }
        })
    }

    /// The row that a statement gives, if it gives one.
    pub(super) async fn row(
        &mut self,
        sql: &'static str,
        args: &[Arg<'_>],
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.rows(sql, args).await?.into_iter().next())
    }

    /// Carries a statement out: how many rows it changed.
    pub(super) async fn run(&mut self, sql: &'static str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        Ok(match self {
            Session::Sqlite(connection) => {
                let query = args.iter().fold(sqlx::query(sql), |query, arg| bind_sqlite(query, *arg));
                query.execute(&mut **connection).await?.rows_affected()
            }
            Session::Postgres(connection) => {
                let query = args.iter().fold(sqlx::query(sql), |query, arg| bind_postgres(query, *arg));
                query.execute(&mut **connection).await?.rows_affected()
            }
        })
    }
}

fn bind_sqlite<'q>(
    query: sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments>,
    arg: Arg<'_>,
) -> sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments> {
    match arg {
        Arg::Int(value) => query.bind(value),
        Arg::Text(value) => query.bind(value.to_owned()),
        Arg::Bytes(value) => query.bind(value.map(<[u8]>::to_vec)),
    }
}

fn bind_postgres<'q>(
    query: sqlx::query::Query<'q, sqlx::Postgres, PgArguments>,
    arg: Arg<'_>,
) -> sqlx::query::Query<'q, sqlx::Postgres, PgArguments> {
    match arg {
        Arg::Int(value) => query.bind(value),
        Arg::Text(value) => query.bind(value.to_owned()),
        Arg::Bytes(value) => query.bind(value.map(<[u8]>::to_vec)),
    }
}

fn sqlite_row(row: &SqliteRow) -> Row {
    let cell = |n: usize| -> Result<Cell, sqlx::Error> {
        let raw = row.try_get_raw(n)?;
        let kind = if raw.is_null() { "NULL".to_owned() } else { raw.type_info().name().to_owned() };
        Ok(match kind.as_str() {
            "INTEGER" => Cell::Int(row.try_get(n)?),
            "TEXT" => Cell::Text(row.try_get(n)?),
            "BLOB" => Cell::Bytes(row.try_get(n)?),
            _ => Cell::Nothing,
        })
    };
    Row((0..row.len()).map(|n| cell(n).unwrap_or(Cell::Nothing)).collect())
}

fn postgres_row(row: &PgRow) -> Row {
    let cell = |n: usize| -> Result<Cell, sqlx::Error> {
        let raw = row.try_get_raw(n)?;
        let kind = if raw.is_null() { "NULL".to_owned() } else { raw.type_info().name().to_owned() };
        Ok(match kind.as_str() {
            "INT8" => Cell::Int(row.try_get(n)?),
            "BOOL" => Cell::Int(row.try_get::<bool, _>(n)?.into()),
            "TEXT" => Cell::Text(row.try_get(n)?),
            "BYTEA" => Cell::Bytes(row.try_get(n)?),
            _ => Cell::Nothing,
        })
    };
    Row((0..row.len()).map(|n| cell(n).unwrap_or(Cell::Nothing)).collect())
}
