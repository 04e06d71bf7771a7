//! One house: every game's crate has the same rooms under the same names, and besides them only chapters of its rulebook.

use crate::trial;
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The rooms every game has, each a file or a folder. ARCHITECTURE.md says what belongs where.
const ROOMS: [&str; 12] = [
    "action", "book", "event", "frame", "game", "ids", "judge", "notation", "position", "present", "rules",
    "testing",
];
/// The room of games with secrets.
const SEEN: &str = "seen";

pub fn trials(folder: &Path) -> Vec<Trial> {
    let source = folder.join("src");
    let chapters = source.clone();
    vec![
        trial("skeleton::every_room_is_there", move || rooms(&source)),
        trial("skeleton::every_chapter_says_its_sections", move || self::chapters(&chapters)),
    ]
}

fn modules(source: &Path) -> Result<BTreeSet<String>, String> {
    let entries = std::fs::read_dir(source).map_err(|e| format!("{}: {e}", source.display()))?;
    let name = |path: PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
    let mut found: BTreeSet<String> = entries.filter_map(|e| name(e.ok()?.path())).collect();
    found.remove("lib");
    Ok(found)
}

fn rooms(source: &Path) -> Result<(), String> {
    let found = modules(source)?;
    let missing: Vec<_> = ROOMS.iter().filter(|room| !found.contains(**room)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no module {missing:?} in {}", source.display())) }
}

/// A module that is no room is a chapter: the first line of its documentation names sections of the rulebook, and the crate's own
/// documentation lists it.
fn chapters(source: &Path) -> Result<(), String> {
    let read = |path: PathBuf| std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()));
    let crate_docs = read(source.join("lib.rs"))?;
    for module in modules(source)?.iter().filter(|m| !ROOMS.contains(&m.as_str()) && *m != SEEN) {
        let file = source.join(format!("{module}.rs"));
        let text = read(if file.exists() { file } else { source.join(module).join("mod.rs") })?;
        let first = text.lines().next().unwrap_or_default();
        if !first.starts_with("//!") || !first.contains(|c: char| c.is_ascii_digit()) {
            return Err(format!("{module}: its first line names no section of the rulebook: {first:?}"));
        }
        let listed =
            crate_docs.lines().filter(|l| l.starts_with("//!")).any(|l| l.contains(&format!("`{module}`")));
        if !listed {
            return Err(format!("{module}: the table of chapters in lib.rs does not list it"));
        }
    }
    Ok(())
}
