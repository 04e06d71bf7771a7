//! Seals: a hash over each row that the chain of a match does not hold (its links, its settings, what was said), so that nothing comes
//! back otherwise than it was written.
//!
//! A link's row and a line of chat have a seal each. A match's settings have one too, and among them is what tells whether a row is
//! missing: all seals of its links in one number, and how many lines were ever said. Like the chain they guard against rot, not against the
//! host.

use super::{ChatLine, MatchId, StoreError};
use crate::seats::Holds;
use crate::token::TokenHash;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Row as _, SqliteExecutor};

/// 64 bits of a hash over parts.
fn seal(what: &str, id: MatchId, parts: &[&[u8]]) -> i64 {
    let mut hash = Sha256::new().chain_update(what).chain_update(id.0.to_be_bytes());
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    i64::from_be_bytes(hash.finalize()[..8].try_into().expect("eight bytes"))
}

/// The seal of a link.
pub(super) fn of_link(id: MatchId, hash: &TokenHash, holds: Holds) -> i64 {
    seal("link", id, &[&hash.0, holds.to_string().as_bytes()])
}

/// The seals of all links of a match in one number.
pub(super) fn of_links(id: MatchId, links: &[(TokenHash, Holds)]) -> i64 {
    links.iter().fold(0, |all, (hash, holds)| all ^ of_link(id, hash, *holds))
}

/// The seal of the `n`-th line of a match's chat.
pub(super) fn of_chat(id: MatchId, n: i64, line: &ChatLine) -> i64 {
    seal("chat", id, &[&n.to_be_bytes(), line.who.as_bytes(), line.text.as_bytes(), &line.at.to_be_bytes()])
}

/// What is kept of a match beside how it started and what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    /// Pause between two decisions of a computer, in milliseconds.
    pub pace: i64,
    /// Does it come from a file that somebody had?
    pub uploaded: bool,
    /// May those who watch speak?
    pub open_chat: bool,
    /// How many lines of chat there ever were.
    pub said: i64,
    /// The seals of all its links.
    pub links: i64,
}

impl Settings {
    fn seal(&self, id: MatchId) -> i64 {
        let flags = [u8::from(self.uploaded), u8::from(self.open_chat)];
        let numbers = [self.pace, self.said, self.links].map(i64::to_be_bytes);
        seal("settings", id, &[&flags, numbers.as_flattened()])
    }

    /// The settings of a match as they are, whole or not.
    pub(super) async fn look(
        executor: impl SqliteExecutor<'_>,
        id: MatchId,
    ) -> Result<Option<(Self, bool)>, StoreError> {
        let found =
            sqlx::query("SELECT pace, uploaded, open_chat, said, links, seal FROM matches WHERE id = ?")
                .bind(id.0)
                .fetch_optional(executor)
                .await?;
        let Some(row) = found else { return Ok(None) };
        let settings = Settings {
            pace: row.try_get(0)?,
            uploaded: row.try_get(1)?,
            open_chat: row.try_get(2)?,
            said: row.try_get(3)?,
            links: row.try_get(4)?,
        };
        Ok(Some((settings, row.try_get::<i64, _>(5)? == settings.seal(id))))
    }

    /// The settings of a match.
    ///
    /// # Errors
    /// When they are not what was written.
    pub(super) async fn read(
        executor: impl SqliteExecutor<'_>,
        id: MatchId,
    ) -> Result<Option<Self>, StoreError> {
        match Self::look(executor, id).await? {
            Some((_, false)) => Err(StoreError::Damaged(damaged(id))),
            Some((settings, true)) => Ok(Some(settings)),
            None => Ok(None),
        }
    }

    /// Changes the settings of a match, if they are what was written; the settings after it.
    pub(super) async fn change(
        connection: &mut SqliteConnection,
        id: MatchId,
        what: impl FnOnce(&mut Settings),
    ) -> Result<Option<Self>, StoreError> {
        let Some(mut settings) = Self::read(&mut *connection, id).await? else { return Ok(None) };
        what(&mut settings);
        settings.write(connection, id).await?;
        Ok(Some(settings))
    }

    /// Writes them.
    pub(super) async fn write(
        &self,
        executor: impl SqliteExecutor<'_>,
        id: MatchId,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE matches SET pace = ?, uploaded = ?, open_chat = ?, said = ?, links = ?, seal = ? WHERE id = ?",
        )
        .bind(self.pace)
        .bind(self.uploaded)
        .bind(self.open_chat)
        .bind(self.said)
        .bind(self.links)
        .bind(self.seal(id))
        .bind(id.0)
        .execute(executor)
        .await?;
        Ok(())
    }
}

pub(super) fn damaged(id: MatchId) -> String {
    format!("match {id} is damaged: its settings are not what was written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use frente_engine::Side;

    #[test]
    fn a_seal_holds_every_part() {
        let (id, hash) = (MatchId(7), TokenHash([1; 32]));
        let link = of_link(id, &hash, Holds::Both);
        assert_ne!(link, of_link(MatchId(6), &hash, Holds::Both));
        assert_ne!(link, of_link(id, &TokenHash([3; 32]), Holds::Both));
        assert_ne!(link, of_link(id, &hash, Holds::Side(Side::Republican)));
        let line = ChatLine { who: "a".to_owned(), text: "bc".to_owned(), at: 1 };
        let said = of_chat(id, 0, &line);
        assert_ne!(said, of_chat(id, 1, &line));
        assert_ne!(said, of_chat(id, 0, &ChatLine { at: 2, ..line.clone() }));
        let moved = ChatLine { who: "ab".to_owned(), text: "c".to_owned(), at: 1 };
        assert_ne!(said, of_chat(id, 0, &moved));
        let plain = Settings::default().seal(id);
        for settings in [
            Settings { pace: 1, ..Settings::default() },
            Settings { uploaded: true, ..Settings::default() },
            Settings { open_chat: true, ..Settings::default() },
            Settings { said: 1, ..Settings::default() },
            Settings { links: 1, ..Settings::default() },
        ] {
            assert_ne!(plain, settings.seal(id), "{settings:?}");
        }
    }
}
