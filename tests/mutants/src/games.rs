//! Which games there are, and which of their modules are chapters of the rulebook.

use crate::breach::is_test;
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
    let tests = test_modules(&source.join("lib.rs"))?;
    for name in names(source)? {
        let room = name.strip_suffix(".rs").unwrap_or(&name);
        if !ROOMS.contains(&room) && !tests.iter().any(|test| test == room) {
            gather(source, Path::new(&name), &mut found)?;
        }
    }
    Ok(found)
}

fn gather(source: &Path, inner: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    if source.join(inner).is_dir() {
        let (within, beside) = (source.join(inner).join("mod.rs"), source.join(inner).with_extension("rs"));
        let tests = test_modules(if within.exists() { &within } else { &beside })?;
        for name in names(&source.join(inner))? {
            if !tests.iter().any(|test| test == name.strip_suffix(".rs").unwrap_or(&name)) {
                gather(source, &inner.join(name), found)?;
            }
        }
    } else if inner.extension().is_some_and(|e| e == "rs") {
        found.push(inner.to_owned());
    }
    Ok(())
}

/// The modules in files of their own that a file declares for its tests alone.
fn test_modules(file: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let parsed = syn::parse_file(&text).with_context(|| file.display().to_string())?;
    let tests = parsed.items.into_iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() && is_test(&module.attrs) => {
            Some(module.ident.to_string())
        }
        _ => None,
    });
    Ok(tests.collect())
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut names =
        entries.map(|e| Ok(e?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_tests_are_no_chapters() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/games/santander/src");
        let found = chapters(&source).expect("the chapters of a game");
        assert!(found.contains(&PathBuf::from("movement/search.rs")));
        assert!(!found.contains(&PathBuf::from("movement/refusals.rs")));
        assert!(!found.contains(&PathBuf::from("judge.rs")));
    }
}
