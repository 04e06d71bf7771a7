//! Which games there are, and which of their modules are chapters of the rulebook.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The rooms of a game's crate that hold no rules (ARCHITECTURE.md); all other modules are chapters.
const ROOMS: [&str; 14] = [
    "action", "book", "event", "frame", "game", "ids", "judge", "lib", "notation", "position", "present",
    "rules", "seen", "testing",
];

/// The keys of all games.
pub fn all(root: &Path) -> Result<Vec<String>> {
    let mut keys = names(&root.join("crates/games"))?;
    keys.retain(|key| root.join("cases").join(key).is_dir());
    Ok(keys)
}

/// The files of the chapters below a crate's `src`, relative to it.
pub fn chapters(source: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for name in names(source)? {
        let room = name.strip_suffix(".rs").unwrap_or(&name);
        if !ROOMS.contains(&room) {
            gather(source, Path::new(&name), &mut found)?;
        }
    }
    Ok(found)
}

fn gather(source: &Path, inner: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    if source.join(inner).is_dir() {
        for name in names(&source.join(inner))? {
            gather(source, &inner.join(name), found)?;
        }
    } else if inner.extension().is_some_and(|e| e == "rs") {
        found.push(inner.to_owned());
    }
    Ok(())
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut names =
        entries.map(|e| Ok(e?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}
