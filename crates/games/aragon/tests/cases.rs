//! The cases of this game hold, and every statement, example and ruling has one.

use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::case::{Case, run};
use frente_engine::game::reference;
use std::collections::BTreeSet;
use std::path::Path;

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/aragon");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Case::read(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"))
    };
    paths.iter().filter(|p| p.extension().is_some_and(|e| e == "toml")).map(read).collect()
}

#[test]
fn every_case_holds() {
    let failures: Vec<String> = cases()
        .iter()
        .filter_map(|case| run::<Aragon>(&DataSource::Embedded, case).err())
        .map(|e| e.to_string())
        .collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_statement_has_a_case() {
    let reference = reference::<Aragon>(&DataSource::Embedded).unwrap_or_else(|e| panic!("{e}"));
    let covered: BTreeSet<String> = cases().into_iter().flat_map(|c| c.covers).collect();
    let unknown: Vec<_> = covered.iter().filter(|id| !reference.knows(id)).collect();
    assert!(unknown.is_empty(), "cases cover what does not exist: {unknown:?}");
    let uncovered: Vec<_> = reference.testable().filter(|id| !covered.contains(*id)).collect();
    assert!(uncovered.is_empty(), "{} without a case: {uncovered:?}", uncovered.len());
}
