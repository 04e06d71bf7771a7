//! Seals: a hash over each row that the chain of a match does not hold (its links, its settings, what was said), so that nothing comes
//! back otherwise than it was written.
//!
//! A link's row and a line of chat have a seal each. A match's settings have one too, and among them is what tells whether a row is
//! missing: all seals of its links in one number, and how many lines were ever said. Like the chain they guard against rot, not against the
//! host.

use super::sql::{Arg, Session};
use super::{BookHash, ChatLine, MatchId, StoreError};
use crate::seats::Holds;
use crate::token::TokenHash;
use sha2::{Digest as _, Sha256};

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
    /// Which sides have agreed to go on from where its rules differ: bit 0 the Republican, bit 1 the Nationalist.
    pub agreed: i64,
    /// The data files it was begun with.
    pub book: Option<BookHash>,
}

impl Settings {
    fn seal(&self, id: MatchId) -> i64 {
        let flags = [u8::from(self.uploaded), u8::from(self.open_chat)];
        let numbers = [self.pace, self.said, self.links].map(i64::to_be_bytes);
        let agreed = self.agreed.to_be_bytes();
        let mut parts: Vec<&[u8]> = vec![&flags, numbers.as_flattened()];
        // What files of earlier programs do not have leaves their seals as they are.
        if let Some(book) = &self.book {
            parts.push(&book.0);
        }
        if self.agreed != 0 {
            parts.push(&agreed);
        }
        seal("settings", id, &parts)
    }

    /// The settings of a match as they are, whole or not.
    pub(super) async fn look(
        session: &mut Session<'_>,
        id: MatchId,
    ) -> Result<Option<(Self, bool)>, StoreError> {
        let sql =
            "SELECT pace, uploaded, open_chat, said, links, agreed, book, seal FROM matches WHERE id = $1";
        Self::of(session, sql, id).await
    }

    async fn of(
        session: &mut Session<'_>,
        sql: &'static str,
        id: MatchId,
    ) -> Result<Option<(Self, bool)>, StoreError> {
        let Some(row) = session.row(sql, &[id.0.into()]).await? else { return Ok(None) };
        let number = |n| row.int(n).ok_or_else(|| StoreError::Damaged(damaged(id)));
        let book = match row.bytes(6) {
            Some(hash) => Some(BookHash(hash.try_into().map_err(|_| StoreError::Damaged(damaged(id)))?)),
            None => None,
        };
        let settings = Settings {
            pace: number(0)?,
            uploaded: number(1)? != 0,
            open_chat: number(2)? != 0,
            said: number(3)?,
            links: number(4)?,
            agreed: number(5)?,
            book,
        };
        Ok(Some((settings, number(7)? == settings.seal(id))))
    }

    /// The settings of a match.
    ///
    /// # Errors
    /// When they are not what was written.
    pub(super) async fn read(session: &mut Session<'_>, id: MatchId) -> Result<Option<Self>, StoreError> {
        whole(id, Self::look(session, id).await?)
    }

    /// Changes the settings of a match, if they are what was written; the settings after it.
    pub(super) async fn change(
        session: &mut Session<'_>,
        id: MatchId,
        what: impl FnOnce(&mut Settings),
    ) -> Result<Option<Self>, StoreError> {
        let found = match session {
            Session::Sqlite(_) => Self::look(session, id).await?,
            // Nobody else changes them meanwhile.
            Session::Postgres(_) => {
                let sql = "SELECT pace, uploaded, open_chat, said, links, agreed, book, seal FROM matches WHERE id = $1 FOR UPDATE";
                Self::of(session, sql, id).await?
            }
        };
        let Some(mut settings) = whole(id, found)? else { return Ok(None) };
        what(&mut settings);
        settings.write(session, id).await?;
        Ok(Some(settings))
    }

    /// Writes them.
    pub(super) async fn write(&self, session: &mut Session<'_>, id: MatchId) -> Result<(), StoreError> {
        let args = [
            self.pace.into(),
            self.uploaded.into(),
            self.open_chat.into(),
            self.said.into(),
            self.links.into(),
            self.agreed.into(),
            Arg::Bytes(self.book.as_ref().map(|book| book.0.as_slice())),
            self.seal(id).into(),
            id.0.into(),
        ];
        let sql = "UPDATE matches SET pace = $1, uploaded = $2, open_chat = $3, said = $4, links = $5, agreed = $6, book = $7, seal = $8 \
                   WHERE id = $9";
        session.run(sql, &args).await?;
        Ok(())
    }
}

fn whole(id: MatchId, found: Option<(Settings, bool)>) -> Result<Option<Settings>, StoreError> {
    match found {
        Some((_, false)) => Err(StoreError::Damaged(damaged(id))),
        Some((settings, true)) => Ok(Some(settings)),
        None => Ok(None),
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
            Settings { agreed: 1, ..Settings::default() },
            Settings { book: Some(BookHash([0; 32])), ..Settings::default() },
        ] {
            assert_ne!(plain, settings.seal(id), "{settings:?}");
        }
    }
}
