//! A match on the table with what is kept of it, and how it gets there.

use super::House;
use super::differs::Frozen;
use crate::library::{KeptBook, Restored};
use crate::store::{Chain, Change, End, StoredMatch};
use crate::wire::Problem;
use frente_engine::table::{Code, Table};
use std::sync::Arc;

/// The referee's table, with what is kept of it.
pub(super) struct Kept {
    pub table: Arc<dyn Table>,
    /// The chain before the first action, and after the last.
    pub start: Chain,
    pub chain: Chain,
    /// Set when it is of earlier rules, by which it went on otherwise than by those of this program.
    pub frozen: Option<Frozen>,
}

impl Kept {
    /// How far the match has come.
    pub(super) fn end(&self) -> End {
        self.frozen.as_ref().map_or_else(|| End::new(self.table.point(), self.chain), |frozen| frozen.end)
    }

    /// Its actions.
    pub(super) fn lines(&self) -> Vec<String> {
        self.table.record_lines(0).into_iter().map(str::to_owned).collect()
    }

    /// The table, to change it. Whoever is still looking goes on looking at what was.
    pub(super) fn changing(&mut self) -> &mut dyn Table {
        if Arc::get_mut(&mut self.table).is_none() {
            self.table = self.table.fork().into();
        }
        Arc::get_mut(&mut self.table).expect("a copy is nobody else's")
    }
}

/// Puts a match as it is kept on the table, with what is printed. One of earlier rules that means the same by those of this program is kept
/// as one of these from now on.
pub(super) async fn restore(house: &Arc<House>, stored: StoredMatch) -> Result<(Kept, Arc<str>), Problem> {
    let stored = Arc::new(stored);
    let quick = {
        let (house, stored) = (Arc::clone(house), Arc::clone(&stored));
        move || house.library.quickly(&stored.header, &stored.lines)
    };
    let restored = match house.study.work(quick).await {
        Some(restored) => restored,
        None => {
            let book = match stored.book {
                Some(hash) => house.store.book(hash).await?.and_then(|files| KeptBook::read(hash, &files)),
                None => None,
            };
            let slow = {
                let (house, stored) = (Arc::clone(house), Arc::clone(&stored));
                move || house.library.restore(&stored.header, &stored.lines, book.as_ref())
            };
            house.study.work(slow).await.map_err(|error| {
                tracing::error!(%error, id = %stored.id, "a match does not load");
                Problem::new(Code::BadSave, format!("the match as it is kept does not load: {error}"))
            })?
        }
    };
    let Restored { table, differs, sheet } = restored;
    let table: Arc<dyn Table> = table.into();
    let mut kept = Kept { table, start: stored.chain.0, chain: stored.chain.1, frozen: None };
    if let Some(differs) = differs {
        tracing::warn!(id = %stored.id, %differs, "a match waits until its players agree");
        kept.frozen = Some(Frozen { differs, end: stored.end() });
    } else if kept.table.header() != stored.header || kept.table.record_lines(0) != stored.lines {
        let (header, lines) = (kept.table.header(), kept.lines());
        kept.start = Chain::begin(stored.id, &header, &stored.players);
        kept.chain = lines.iter().fold(kept.start, |chain, line| chain.then(line));
        let before = stored.end();
        house.store.write(Change::Header { id: stored.id, header, lines, chain: kept.start, before }).await?;
        tracing::info!(id = %stored.id, "a match of earlier rules goes on by these");
    }
    Ok((kept, sheet))
}
