//! Reading data files so that a mistake is reported with file, line and what was expected.

use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// What is wrong with a data file, and where.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataError {
    /// A file is missing or cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file's name or path.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A file's text is not what it should be.
    #[error("{file}:{line}:{column}: {problem}")]
    Wrong {
        /// The file's name or path.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What was found and what was expected.
        problem: String,
    },
}

/// Where data files come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum DataSource {
    /// The files built into the program.
    #[default]
    Embedded,
    /// A folder with corrected copies; it must hold every file of the game.
    Folder(PathBuf),
    /// The built-in files, those named here with other texts: what a test or an experiment changes.
    Changed(Arc<BTreeMap<String, String>>),
}

impl DataSource {
    /// The built-in files with the first `from` in one of them turned into `to`.
    ///
    /// # Panics
    /// When there is no such file or it has no `from`: a change that changes nothing is a mistake of the one who wrote it.
    pub fn with_change(files: &DataFiles, file: &str, from: &str, to: &str) -> Self {
        Self::Embedded.and_change(files, file, from, to)
    }

    /// The same files with one more change: the first `from` in `file` turned into `to`.
    ///
    /// # Panics
    /// When the file cannot be read or has no `from`.
    #[must_use]
    pub fn and_change(&self, files: &DataFiles, file: &str, from: &str, to: &str) -> Self {
        let text = match files.read(self, file) {
            Ok(text) => text.text,
            Err(e) => panic!("{e}"),
        };
        assert!(text.contains(from), "{file} has no {from:?}");
        self.and_text(file, text.replacen(from, to, 1))
    }

    /// The same files, one of them with another text.
    #[must_use]
    pub fn and_text(&self, file: &str, text: String) -> Self {
        let mut changed = match self {
            DataSource::Changed(texts) => BTreeMap::clone(texts),
            _ => BTreeMap::new(),
        };
        changed.insert(file.to_owned(), text);
        DataSource::Changed(Arc::new(changed))
    }
}

/// The data files of one game: their names and built-in texts.
#[derive(Debug, Clone, Copy)]
pub struct DataFiles(pub &'static [(&'static str, &'static str)]);

/// The files of a crate's folder `data`, built into the program: `data_files!["game.toml", "scenarios/ford.toml"]`.
#[macro_export]
macro_rules! data_files {
    ($($name:literal),* $(,)?) => {
        $crate::data::DataFiles(&[
            $(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name)))),*
        ])
    };
}

/// A data file that has been read.
#[derive(Debug, Clone)]
pub struct DataText {
    /// Name or path, for messages.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl DataFiles {
    /// Reads one file from the source.
    ///
    /// # Errors
    /// When the file is missing or unreadable.
    pub fn read(&self, source: &DataSource, name: &str) -> Result<DataText, DataError> {
        let unreadable = |file: String, reason: String| DataError::Unreadable { file, reason };
        match source {
            DataSource::Changed(texts) if texts.contains_key(name) => {
                Ok(DataText { file: name.to_owned(), text: texts[name].clone() })
            }
            DataSource::Embedded | DataSource::Changed(_) => self
                .0
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(n, text)| DataText { file: (*n).to_owned(), text: (*text).to_owned() })
                .ok_or_else(|| {
                    unreadable(name.to_owned(), "the program has no such file built in".to_owned())
                }),
            DataSource::Folder(folder) => {
                let path = folder.join(name);
                let file = path.display().to_string();
                match std::fs::read_to_string(&path) {
                    Ok(text) => Ok(DataText { file, text }),
                    Err(e) => Err(unreadable(file, e.to_string())),
                }
            }
        }
    }

    /// All file names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(n, _)| *n)
    }
}

impl DataText {
    /// Reads the text as TOML.
    ///
    /// ```
    /// use frente_board::data::DataText;
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Unit { attack: u8 }
    /// let file = DataText { file: "counters.toml".into(), text: "\nattack = \"two\"".into() };
    /// let error = file.parse::<Unit>().unwrap_err().to_string();
    /// assert!(error.starts_with("counters.toml:2:10: "), "{error}");
    /// ```
    ///
    /// # Errors
    /// When the text is not TOML or not of the expected shape.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        toml::from_str(&self.text).map_err(|e| self.wrong(e.span().unwrap_or(0..0), e.message().to_owned()))
    }

    /// An error about the part of the text at `span`.
    pub fn wrong(&self, span: Range<usize>, problem: impl Into<String>) -> DataError {
        let before = &self.text[..span.start.min(self.text.len())];
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        DataError::Wrong { file: self.file.clone(), line, column, problem: problem.into() }
    }
}
