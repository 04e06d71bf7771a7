//! The games on the server's shelf: books are opened once and shared by all matches that are played from them.

use crate::store::BookHash;
use frente_board::data::DataSource;
use frente_catalog as catalog;
use frente_engine::chance::Share;
use frente_engine::record::{Differs, assemble};
use frente_engine::table::{Opening, Table, TableError};
use frente_engine::{About, OpenError, Options, Seed};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Which book: game, scenario and options in force, and the data files, if they are not those on the shelf.
type Key = (String, String, Vec<(String, bool)>, Option<BookHash>);

/// Data files that a match was begun with, as the database keeps them.
#[derive(Clone, Debug)]
pub struct KeptBook {
    hash: BookHash,
    source: DataSource,
}

impl KeptBook {
    /// Reads texts by name, as JSON. `None` if they are no such thing.
    pub fn read(hash: BookHash, files: &str) -> Option<Self> {
        let texts: BTreeMap<String, String> = serde_json::from_str(files).ok()?;
        Some(KeptBook { hash, source: DataSource::Changed(Arc::new(texts)) })
    }
}

/// A match as it was kept, on the table again.
pub struct Restored {
    /// The table; of a match whose rules differ, up to where they do.
    pub table: Box<dyn Table>,
    /// Where they do.
    pub differs: Option<Differs>,
    /// What is printed, as text.
    pub sheet: Arc<str>,
}

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
    /// The data files on the shelf, by game, as they are kept with matches.
    files: Mutex<HashMap<String, Arc<str>>>,
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
    /// Fingerprint of the data files.
    #[serde(default)]
    data: String,
}

fn not_a_header(header: &str) -> TableError {
    match frente_engine::record::peek(header) {
        Err(error) => error.into(),
        Ok(_) => unreachable!("what the engine reads, this reads"),
    }
}

impl Library {
    /// The program's own games, or those of a folder with corrected data files.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Library::with(folder, catalog::open)
    }

    /// The same with tables of another sort.
    pub fn with(folder: Option<PathBuf>, open: Opener) -> Self {
        Library { folder, open, books: Mutex::default(), files: Mutex::default() }
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
        Ok(self.book(game, scenario, options, None)?.blank.branch(0, seed))
    }

    /// The data files on the shelf that matches of a game keep: texts by name, as JSON.
    ///
    /// # Errors
    /// When there is no such game, or a file cannot be read.
    pub fn files_to_keep(&self, game: &str) -> Result<Arc<str>, OpenError> {
        if let Some(files) = self.files.lock().expect("no panic while held").get(game) {
            return Ok(Arc::clone(files));
        }
        let texts = catalog::files_to_keep(game, self.folder.as_deref())?;
        let files: Arc<str> = serde_json::to_string(&texts).expect("plain data").into();
        self.files.lock().expect("no panic while held").insert(game.to_owned(), Arc::clone(&files));
        Ok(files)
    }

    /// The game of a match whose first line this is, if it is played from the data files on the shelf.
    pub fn is_of_shelf(&self, header: &str) -> Option<String> {
        let parts: Header = serde_json::from_str(header).ok()?;
        let book = self.book(&parts.game, &parts.scenario, &parts.options, None).ok()?;
        let own: Header = serde_json::from_str(&book.blank.header()).ok()?;
        (own.data == parts.data).then_some(parts.game)
    }

    /// What is printed: map, counters, tables, rules, as text.
    ///
    /// # Errors
    /// When game or scenario are unknown, or a data file is wrong.
    pub fn sheet(&self, game: &str, scenario: &str, options: &Options) -> Result<Arc<str>, TableError> {
        Ok(Arc::clone(&self.book(game, scenario, options, None)?.sheet))
    }

    /// Reads a saved match.
    ///
    /// # Errors
    /// When the save is damaged, foreign, or of other rules or data.
    pub fn load(&self, save: &str) -> Result<Box<dyn Table>, TableError> {
        catalog::load(self.folder.as_deref(), save)
    }

    /// Reads a match as the database keeps it: the first line of its save, its actions, and the data files it was begun with.
    ///
    /// # Errors
    /// When they do not fit this program's rules and data.
    pub fn restore(
        &self,
        header: &str,
        lines: &[String],
        kept: Option<&KeptBook>,
    ) -> Result<Restored, TableError> {
        if let Some(restored) = self.quickly(header, lines) {
            return Ok(restored);
        }
        if let Some(restored) = kept.and_then(|kept| self.replay(header, lines, Some(kept))) {
            return Ok(restored);
        }
        let parts: Header = serde_json::from_str(header).map_err(|_| not_a_header(header))?;
        // What it was begun with, if it is kept and is not what is on the shelf.
        let kept = kept.filter(|_| self.is_of_shelf(header).is_none());
        let source = kept
            .map_or_else(|| catalog::source(&parts.game, self.folder.as_deref()), |kept| kept.source.clone());
        let (table, differs) = catalog::carry(source, &assemble(header, lines))?;
        let book = self.book(&parts.game, &parts.scenario, table.options(), kept)?;
        let sheet = Arc::clone(&book.sheet);
        Ok(Restored { table, differs, sheet })
    }

    /// The same, if it is quickly done: a match of this program's rules and of the data files on the shelf.
    pub fn quickly(&self, header: &str, lines: &[String]) -> Option<Restored> {
        self.replay(header, lines, None)
    }

    /// The quick way, from an opened book. `None` for a match that has more to it (a set-up of its own, another match's beginning,
    /// other rules or data) or that does not replay: the save's own reader knows what to do or say.
    fn replay(&self, header: &str, lines: &[String], kept: Option<&KeptBook>) -> Option<Restored> {
        let parts: Header = serde_json::from_str(header).ok()?;
        let seed = parts.seed.map(|seed| seed.parse()).transpose().ok()?;
        let book = self.book(&parts.game, &parts.scenario, &parts.options, kept).ok()?;
        let mut table = book.blank.branch(0, seed);
        if !parts.shares.is_empty() {
            table.set_shares(parts.shares).ok()?;
        }
        if table.header() != header {
            return None;
        }
        let whole = lines.iter().all(|line| table.replay(line).is_ok());
        whole.then(|| Restored { table, differs: None, sheet: Arc::clone(&book.sheet) })
    }

    fn book(
        &self,
        game: &str,
        scenario: &str,
        options: &Options,
        kept: Option<&KeptBook>,
    ) -> Result<Arc<Book>, TableError> {
        let key = |options: &Options| -> Key {
            (
                game.to_owned(),
                scenario.to_owned(),
                options.0.iter().map(|(option, on)| (option.clone(), *on)).collect(),
                kept.map(|kept| kept.hash),
            )
        };
        let asked = key(options);
        if let Some(book) = self.books.lock().expect("no panic while held").get(&asked) {
            return Ok(Arc::clone(book));
        }
        let opening =
            Opening { scenario: scenario.to_owned(), options: options.clone(), ..Opening::default() };
        let blank = match kept {
            None => (self.open)(game, self.folder.as_deref(), &opening)?,
            Some(kept) => catalog::open_from(game, kept.source.clone(), &opening)?,
        };
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
