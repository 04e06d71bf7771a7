//! The shape of the database: making it, and bringing a file of an earlier program to it.

use crate::seats::Player;
use crate::store::chain::Chain;
use crate::store::seal::{self, Settings};
use crate::store::sql::Session;
use crate::store::{ChatLine, MatchId, StoreError, VERSION};
use crate::token::TokenHash;
use frente_engine::PerSide;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Row as _};

/// What brings a file of each version to the next one; a new file (version 0) gets everything at once.
const STEPS: [&str; VERSION as usize] = [
    include_str!("schema.sql"),
    include_str!("second.sql"),
    include_str!("third.sql"),
    include_str!("fourth.sql"),
];

/// Brings the database to this program's shape, all of it or nothing.
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    if version == VERSION {
        return Ok(());
    }
    if !(0..VERSION).contains(&version) {
        return Err(StoreError::TooNew(version));
    }
    let mut change = connection.begin_with("BEGIN IMMEDIATE").await?;
    for (of, step) in (0..).zip(STEPS) {
        // A new file is made as it is now; one of version 1 goes all the way.
        if of == version || (version > 0 && of > version) {
            sqlx::raw_sql(step).execute(&mut *change).await?;
        }
    }
    if version == 1 {
        chain_all(&mut change).await?;
    }
    if (1..=2).contains(&version) {
        seal_all(&mut change).await?;
    }
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {VERSION}")))
        .execute(&mut *change)
        .await?;
    change.commit().await?;
    if version > 0 {
        tracing::info!("the database was brought from version {version} to version {VERSION}");
    }
    Ok(())
}

/// Works out the hashes of matches that have none yet.
async fn chain_all(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let matches = sqlx::query("SELECT id, header, republican, nationalist FROM matches")
        .fetch_all(&mut *connection)
        .await?;
    for row in &matches {
        let player = |n: usize| row.try_get::<String, _>(n).map(|p| Player::from(p.as_str()));
        let (id, header): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
        let mut chain = Chain::begin(MatchId(id), &header, &PerSide::new(player(2)?, player(3)?));
        let lines: Vec<(i64, String)> =
            sqlx::query_as("SELECT point, line FROM actions WHERE match = ? ORDER BY point")
                .bind(id)
                .fetch_all(&mut *connection)
                .await?;
        for (point, line) in &lines {
            chain = chain.then(line);
            sqlx::query("UPDATE actions SET hash = ? WHERE match = ? AND point = ?")
                .bind(chain.mark())
                .bind(id)
                .bind(point)
                .execute(&mut *connection)
                .await?;
        }
        sqlx::query("UPDATE matches SET length = ?, hash = ? WHERE id = ?")
            .bind(lines.len() as i64)
            .bind(chain.mark())
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Seals what has no seals yet. A link that cannot be read gets none: it stays damaged.
async fn seal_all(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut links: Vec<(MatchId, i64)> = Vec::new();
    for row in sqlx::query("SELECT hash, match, holds FROM tokens").fetch_all(&mut *connection).await? {
        let (hash, id): (Vec<u8>, i64) = (row.try_get(0)?, row.try_get(1)?);
        let holds = row.try_get::<String, _>(2)?.parse().ok();
        let (Some(holds), Ok(known)) = (holds, <[u8; 32]>::try_from(hash.as_slice())) else { continue };
        let seal = seal::of_link(MatchId(id), &TokenHash(known), holds);
        links.push((MatchId(id), seal));
        sqlx::query("UPDATE tokens SET seal = ? WHERE hash = ?")
            .bind(seal)
            .bind(hash)
            .execute(&mut *connection)
            .await?;
    }
    for row in sqlx::query("SELECT match, n, who, text, at FROM said").fetch_all(&mut *connection).await? {
        let (id, n): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let line = ChatLine { who: row.try_get(2)?, text: row.try_get(3)?, at: row.try_get(4)? };
        sqlx::query("UPDATE said SET seal = ? WHERE match = ? AND n = ?")
            .bind(seal::of_chat(MatchId(id), n, &line))
            .bind(id)
            .bind(n)
            .execute(&mut *connection)
            .await?;
    }
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM matches").fetch_all(&mut *connection).await?;
    for id in ids.into_iter().map(MatchId) {
        let Some((mut settings, _)) = Settings::look(&mut Session::Sqlite(&mut *connection), id).await?
        else {
            continue;
        };
        settings.links = links.iter().filter(|(of, _)| *of == id).fold(0, |all, (_, seal)| all ^ seal);
        settings.said = sqlx::query_scalar("SELECT count(*) FROM said WHERE match = ?")
            .bind(id.0)
            .fetch_one(&mut *connection)
            .await?;
        settings.write(&mut Session::Sqlite(&mut *connection), id).await?;
    }
    Ok(())
}
