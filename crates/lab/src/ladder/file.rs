//! The file of a ladder: a line that says what is played, then a line for each game.

use super::{Ladder, LadderError, Meeting};
use crate::lines::Lines;
use frente_engine::Options;
use serde::{Deserialize, Serialize};
use std::path::Path;

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
pub struct LadderFile(Lines<Head, Meeting>);

impl LadderFile {
    /// Opens a file, or begins it. A last line that was cut off in writing is dropped: that game is played again.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds something else than a ladder.
    pub fn open(path: &Path) -> Result<Self, LadderError> {
        Lines::open(path, "a ladder").map(LadderFile)
    }

    /// The games in it.
    pub fn meetings(&self) -> &[Meeting] {
        self.0.lines()
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
        if self.0.begin(head.clone())? {
            return Ok(());
        }
        let said = |h: &Head| {
            let Head { ladder, options, rules_version, fingerprint } = h;
            format!("{ladder} (options {:?}, rules version {rules_version}, data {fingerprint})", options.0)
        };
        let before = self.0.head().map_or(String::new(), said);
        Err(format!("{}: its games are of {before}, not of {}", self.0.path().display(), said(&head)).into())
    }

    pub(super) fn add(&mut self, meeting: &Meeting) -> Result<(), LadderError> {
        self.0.add(meeting)
    }
}
