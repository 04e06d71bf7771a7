//! Matches that nobody plays any more: deleted after some days, if the host wants it.

use crate::rooms::Rooms;
use crate::store::{Change, MatchId, Store, StoreError, now};
use std::time::Duration;

/// How often a server that tidies up looks for them.
pub const EVERY: Duration = Duration::from_secs(3600);

const DAY: i64 = 24 * 3600 * 1000;

/// The matches in which nothing was done or said for so many days.
///
/// # Errors
/// When the database cannot be read.
pub async fn abandoned(store: &Store, days: u32) -> Result<Vec<MatchId>, StoreError> {
    store.idle_since(now() - i64::from(days) * DAY).await
}

/// Deletes matches.
///
/// # Errors
/// When one cannot be deleted; those before it are.
pub async fn delete(store: &Store, matches: &[MatchId]) -> Result<(), StoreError> {
    for id in matches {
        store.write(Change::Forget { id: *id }).await?;
    }
    Ok(())
}

/// Deletes abandoned matches that nobody has open, now and then, for ever.
pub async fn keep_tidy(rooms: &Rooms, days: u32) {
    let mut tick = tokio::time::interval(EVERY);
    loop {
        tick.tick().await;
        let found = match abandoned(&rooms.house().store, days).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "abandoned matches were not looked for");
                continue;
            }
        };
        let (mut deleted, open) = (0, |id| rooms.look(id).is_some_and(|room| !room.is_empty()));
        for id in found.into_iter().filter(|id| !open(*id)) {
            match rooms.delete(id).await {
                Ok(()) => deleted += 1,
                Err(problem) => tracing::warn!(%id, %problem, "an abandoned match was not deleted"),
            }
        }
        if deleted > 0 {
            tracing::info!(deleted, days, "matches were deleted in which nothing happened for so long");
        }
    }
}
