//! A file that outlives an interruption: a line that says what is played, then a line for each piece of work done, as JSON. It is written as
//! the work is done, so that an interrupted run loses nothing but what it was at.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What went wrong with a file.
pub(crate) type LinesError = Box<dyn std::error::Error + Send + Sync>;

/// A file of work done, with the line at its top.
#[derive(Debug)]
pub(crate) struct Lines<H, L> {
    path: PathBuf,
    file: File,
    head: Option<H>,
    lines: Vec<L>,
}

impl<H: Serialize + DeserializeOwned + PartialEq, L: Serialize + DeserializeOwned> Lines<H, L> {
    /// Opens a file, or begins it. A last line that was cut off in writing is dropped: that work is done again. `what` names the
    /// owner: `a ladder`.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds something else.
    pub fn open(path: &Path, what: &str) -> Result<Self, LinesError> {
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        file.try_lock().map_err(|e| format!("{}: {what} writes it already ({e})", path.display()))?;
        let mut this = Lines { path: path.to_owned(), file, head: None, lines: Vec::new() };
        let mut whole = 0;
        let mut reader = BufReader::new(&this.file);
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let read = reader.read_line(&mut line).map_err(failed)?;
            if !line.ends_with('\n') {
                break;
            }
            whole += read as u64;
            let wrong = |e: serde_json::Error| {
                format!("{}, line {number}: not a line of {what}'s file: {e}", path.display())
            };
            match number {
                1 => this.head = Some(serde_json::from_str(&line).map_err(wrong)?),
                _ => this.lines.push(serde_json::from_str(&line).map_err(wrong)?),
            }
        }
        this.file.set_len(whole).map_err(failed)?;
        this.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(this)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says at its top.
    pub fn head(&self) -> Option<&H> {
        self.head.as_ref()
    }

    /// The work that was done when it was opened.
    pub fn lines(&self) -> &[L] {
        &self.lines
    }

    /// Writes the top of a new file. One that has a top already is left alone, and the two are compared: do they say the same?
    pub fn begin(&mut self, head: H) -> Result<bool, LinesError> {
        if let Some(before) = &self.head {
            return Ok(*before == head);
        }
        self.write(&serde_json::to_string(&head)?)?;
        self.head = Some(head);
        Ok(true)
    }

    /// Adds a piece of work.
    pub fn add(&mut self, line: &L) -> Result<(), LinesError> {
        self.write(&serde_json::to_string(line)?)
    }

    fn write(&mut self, text: &str) -> Result<(), LinesError> {
        let written = self.file.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|e| format!("{}: {e}", self.path.display()).into())
    }
}
