//! The folder of a run: the file that makes it resumable, and everything made from it.

use super::page::page;
use super::parquet::{write_games, write_turns};
use super::run::{Run, RunFile};
use super::study::{Lab, StudyError};
use super::summary::Summary;
use frente_engine::sheet::Sheet;
use std::path::{Path, PathBuf};

/// The folder of a run.
///
/// | file | what it is |
/// | --- | --- |
/// | `run.jsonl` | what is played, then a line for each chunk: all that the rest is made from |
/// | `games.parquet` | a row a game |
/// | `turns.parquet` | a row a turn of a game |
/// | `summary.json` | the figures of the report |
/// | `report.html` | the report |
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder, made if need be.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make(path: &Path) -> Result<Self, StudyError> {
        std::fs::create_dir_all(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Folder(path.to_owned()))
    }

    /// The file of the run.
    ///
    /// # Errors
    /// When it cannot be opened, or holds something else.
    pub fn file(&self) -> Result<RunFile, StudyError> {
        RunFile::open(&self.0.join("run.jsonl"))
    }

    /// Reads a run that was played before.
    ///
    /// # Errors
    /// When there is none.
    pub fn read(path: &Path) -> Result<Run, StudyError> {
        let file = path.join("run.jsonl");
        if !file.is_file() {
            return Err(format!(
                "{}: no run of the laboratory (expected a file run.jsonl in it)",
                path.display()
            )
            .into());
        }
        let file = RunFile::open(&file)?;
        let head = file.head().cloned().ok_or_else(|| format!("{}: an empty run", path.display()))?;
        Ok(Run::of(head, file.chunks().to_vec()))
    }

    /// Writes everything that is made from a run.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, lab: &dyn Lab, run: &Run) -> Result<Summary, StudyError> {
        let sheet = lab.sheet();
        let summary = Summary::of(run, &columns(&sheet));
        write_games(&self.0.join("games.parquet"), &run.games)?;
        write_turns(&self.0.join("turns.parquet"), &run.games)?;
        self.text("summary.json", &serde_json::to_string_pretty(&summary)?)?;
        self.text("report.html", &page(&summary, &run.games, &sheet)?)?;
        Ok(summary)
    }

    /// Writes a file into the folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn text(&self, name: &str, text: &str) -> Result<PathBuf, StudyError> {
        let path = self.0.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }
}

/// The heads of the printed tables, for the order of columns.
fn columns(sheet: &Sheet) -> Vec<String> {
    sheet.tables.iter().flat_map(|t| t.columns.iter().skip(1).cloned()).collect()
}
