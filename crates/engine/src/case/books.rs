//! Games kept open, so that a thousand cases read their data files once.

use crate::game::{Game, OpenError, Options};
use frente_board::data::DataSource;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A scenario with the options that are on.
type Key = (String, Vec<String>);

/// The games of one source of data, each opened at most once for a scenario with its options.
#[derive(Debug)]
pub struct Books<G> {
    source: DataSource,
    open: Mutex<BTreeMap<Key, Arc<G>>>,
}

impl<G: Game> Books<G> {
    /// Books that are read from this source when they are first asked for.
    pub fn new(source: DataSource) -> Self {
        Books { source, open: Mutex::default() }
    }

    /// The game of a scenario with these options on.
    ///
    /// # Errors
    /// When a data file is wrong, or scenario or an option unknown.
    pub fn open(&self, scenario: &str, options: &[String]) -> Result<Arc<G>, OpenError> {
        let key = (scenario.to_owned(), options.to_vec());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = open.get(&key) {
            return Ok(Arc::clone(game));
        }
        let on = Options(options.iter().map(|o| (o.clone(), true)).collect());
        let game = Arc::new(G::open(&self.source, scenario, &on)?);
        open.insert(key, Arc::clone(&game));
        Ok(game)
    }
}
