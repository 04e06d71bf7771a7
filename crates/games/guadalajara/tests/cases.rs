//! The rulebook as a test suite: every case holds, and every statement, example and ruling has one.

use frente_board::data::DataSource;
use frente_engine::case::{self, Case};
use frente_engine::game::reference;
use frente_guadalajara::Guadalajara;
use std::collections::BTreeSet;
use std::path::Path;

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/guadalajara");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            Case::read(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"))
        })
        .collect()
}

#[test]
fn cases_hold() {
    let mut failures = Vec::new();
    for case in cases() {
        if let Err(failure) = case::run::<Guadalajara>(&DataSource::Embedded, &case) {
            failures.push(failure.to_string());
        }
    }
    assert!(failures.is_empty(), "{} cases do not hold\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn coverage_is_complete() {
    let reference = reference::<Guadalajara>(&DataSource::Embedded).unwrap();
    let cases = cases();
    let covered: BTreeSet<&str> = cases.iter().flat_map(|c| c.covers.iter().map(String::as_str)).collect();
    let missing: Vec<&str> = reference.testable().filter(|id| !covered.contains(id)).collect();
    let unknown: Vec<&&str> = covered.iter().filter(|id| !reference.knows(id)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "without a case: {missing:?}; unknown: {unknown:?}");
}
