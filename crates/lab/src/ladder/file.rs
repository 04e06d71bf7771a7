//! The file of a ladder: a line that says what is played, then a line for each game. It is written as games end, so that an
//! interrupted ladder loses none.

use super::{Ladder, LadderError, Meeting};
use frente_engine::Options;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What the games of a file have in common.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
struct Head {
    ladder: String,
    options: Options,
    rules_version: u32,
    fingerprint: String,
}

/// A file of games played.
#[derive(Debug)]
pub struct LadderFile {
    path: PathBuf,
    file: File,
    head: Option<Head>,
    meetings: Vec<Meeting>,
}

impl LadderFile {
    /// Opens a file, or begins it. A last line that was cut off in writing is dropped: that game is played again.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds something else than a ladder.
    pub fn open(path: &Path) -> Result<Self, LadderError> {
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        file.try_lock().map_err(|e| format!("{}: another ladder writes it ({e})", path.display()))?;
        let mut this = LadderFile { path: path.to_owned(), file, head: None, meetings: Vec::new() };
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
                format!("{}, line {number}: not a line of a ladder's file: {e}", path.display())
            };
            match number {
                1 => this.head = Some(serde_json::from_str(&line).map_err(wrong)?),
                _ => this.meetings.push(serde_json::from_str(&line).map_err(wrong)?),
            }
        }
        this.file.set_len(whole).map_err(failed)?;
        this.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(this)
    }

    /// The games in it.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Says what is played, or compares it with what the file says.
    pub(super) fn belongs_to(
        &mut self,
        ladder: &Ladder,
        rules_version: u32,
        fingerprint: &str,
    ) -> Result<(), LadderError> {
        let head = Head {
            ladder: format!("{}/{}", ladder.game, ladder.scenario),
            options: ladder.options.clone(),
            rules_version,
            fingerprint: fingerprint.to_owned(),
        };
        match &self.head {
            Some(before) if *before == head => Ok(()),
            Some(before) => Err(format!(
                "{}: its games are of {} (options {:?}, rules version {}, data {}), not of {} (options {:?}, rules version {}, data {})",
                self.path.display(),
                before.ladder,
                before.options.0,
                before.rules_version,
                before.fingerprint,
                head.ladder,
                head.options.0,
                head.rules_version,
                head.fingerprint
            )
            .into()),
            None => {
                self.line(&serde_json::to_string(&head)?)?;
                self.head = Some(head);
                Ok(())
            }
        }
    }

    pub(super) fn add(&mut self, meeting: &Meeting) -> Result<(), LadderError> {
        self.line(&serde_json::to_string(meeting)?)
    }

    fn line(&mut self, text: &str) -> Result<(), LadderError> {
        let written = self.file.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|e| format!("{}: {e}", self.path.display()).into())
    }
}
