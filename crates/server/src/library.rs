//! The games on the server's shelf: books are opened once and shared by all matches that are played from them.

use frente_catalog as catalog;
use frente_engine::chance::Share;
use frente_engine::record::assemble;
use frente_engine::table::{Opening, Table, TableError};
use frente_engine::{About, OpenError, Options, Seed};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Which book: game, scenario and options in force.
type Key = (String, String, Vec<(String, bool)>);

/// An opened book.
struct Book {
    /// A match nobody plays: every new one branches off before its first action and shares its map, counters and texts.
    blank: Box<dyn Table>,
    /// What is printed, as text.
    sheet: Arc<str>,
}

/// Opens a match of a game at a table.
pub type Opener = fn(&str, Option<&Path>, &Opening) -> Result<Box<dyn Table>, TableError>;

/// The games on the shelf.
pub struct Library {
    folder: Option<PathBuf>,
    open: Opener,
    books: Mutex<HashMap<Key, Arc<Book>>>,
}

/// The part of a save's first line that says which book it needs.
#[derive(Deserialize)]
struct Header {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    shares: Vec<Share>,
}

impl Library {
    /// The program's own games, or those of a folder with corrected data files.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Library::with(folder, catalog::open)
    }

    /// The same with tables of another sort.
    pub fn with(folder: Option<PathBuf>, open: Opener) -> Self {
        Library { folder, open, books: Mutex::default() }
    }

    /// What every game says of itself.
    ///
    /// # Errors
    /// When a data file is wrong.
    pub fn about(&self) -> Result<Vec<About>, OpenError> {
        catalog::about(self.folder.as_deref())
    }

    /// Opens a match at a scenario's start; dice are typed in without a seed.
    ///
    /// # Errors
    /// When game, scenario or options are unknown, or a data file is wrong.
    pub fn open(
        &self,
        game: &str,
        scenario: &str,
        options: &Options,
        seed: Option<Seed>,
    ) -> Result<Box<dyn Table>, TableError> {
        Ok(self.book(game, scenario, options)?.blank.branch(0, seed))
    }

    /// What is printed: map, counters, tables, rules, as text.
    ///
    /// # Errors
    /// When game or scenario are unknown, or a data file is wrong.
    pub fn sheet(&self, game: &str, scenario: &str, options: &Options) -> Result<Arc<str>, TableError> {
        Ok(Arc::clone(&self.book(game, scenario, options)?.sheet))
    }

    /// Reads a saved match.
    ///
    /// # Errors
    /// When the save is damaged, foreign, or of other rules or data.
    pub fn load(&self, save: &str) -> Result<Box<dyn Table>, TableError> {
        catalog::load(self.folder.as_deref(), save)
    }

    /// Reads a match as the database keeps it: the first line of its save, and its actions.
    ///
    /// # Errors
    /// When they do not fit this program's rules and data.
    pub fn restore(&self, header: &str, lines: &[String]) -> Result<Box<dyn Table>, TableError> {
        match self.replay(header, lines) {
            Some(table) => Ok(table),
            None => self.load(&assemble(header, lines)),
        }
    }

    /// The quick way, from an opened book. `None` for a match that has more to it (a set-up of its own, another match's beginning,
    /// other rules or data) or that does not replay: the save's own reader knows what to do or say.
    fn replay(&self, header: &str, lines: &[String]) -> Option<Box<dyn Table>> {
        let parts: Header = serde_json::from_str(header).ok()?;
        let seed = parts.seed.map(|seed| seed.parse()).transpose().ok()?;
        let mut table = self.open(&parts.game, &parts.scenario, &parts.options, seed).ok()?;
        if !parts.shares.is_empty() {
            table.set_shares(parts.shares).ok()?;
        }
        if table.header() != header {
            return None;
        }
        lines.iter().all(|line| table.replay(line).is_ok()).then_some(table)
    }

    fn book(&self, game: &str, scenario: &str, options: &Options) -> Result<Arc<Book>, TableError> {
        let key = |options: &Options| -> Key {
            (
                game.to_owned(),
                scenario.to_owned(),
                options.0.iter().map(|(option, on)| (option.clone(), *on)).collect(),
            )
        };
        let asked = key(options);
        if let Some(book) = self.books.lock().expect("no panic while held").get(&asked) {
            return Ok(Arc::clone(book));
        }
        let opening =
            Opening { scenario: scenario.to_owned(), options: options.clone(), ..Opening::default() };
        let blank = (self.open)(game, self.folder.as_deref(), &opening)?;
        let sheet = crate::wire::text(&blank.sheet()).into();
        let full = key(blank.options());
        let book = Arc::new(Book { blank, sheet });
        let mut books = self.books.lock().expect("no panic while held");
        // Options left at their defaults and the same options said aloud are one book. (Only valid combinations get here,
        // so clients cannot fill the shelf.)
        let book = Arc::clone(books.entry(full).or_insert(book));
        books.insert(asked, Arc::clone(&book));
        Ok(book)
    }
}
