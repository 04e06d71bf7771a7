//! Reading data files so that a mistake is reported with file, line and what was expected.

use serde::de::DeserializeOwned;
use std::ops::Range;
use std::path::PathBuf;

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
}

/// The data files of one game: their names and built-in texts.
#[derive(Debug, Clone, Copy)]
pub struct DataFiles(pub &'static [(&'static str, &'static str)]);

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
            DataSource::Embedded => self
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
