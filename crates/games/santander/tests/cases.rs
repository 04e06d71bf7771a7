//! The rulebook as a test suite: every case holds, and every testable statement, example and ruling has one.

use frente_board::DataSource;
use frente_engine::case::{Case, run};
use frente_engine::game::reference;
use frente_santander::Santander;
use std::collections::BTreeSet;
use std::path::Path;

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/santander");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable case");
        Case::read(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"))
    };
    files.iter().map(read).collect()
}

#[test]
fn every_case_holds() {
    let failures: Vec<String> = cases()
        .iter()
        .filter_map(|case| run::<Santander>(&DataSource::Embedded, case).err())
        .map(|e| e.to_string())
        .collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_statement_has_a_case() {
    let reference = reference::<Santander>(&DataSource::Embedded).expect("rules.toml");
    let cases = cases();
    let covered: BTreeSet<&str> = cases.iter().flat_map(|c| c.covers.iter().map(String::as_str)).collect();
    let unknown: Vec<&&str> = covered.iter().filter(|id| !reference.knows(id)).collect();
    assert!(unknown.is_empty(), "no such statements: {unknown:?}");
    let missing: Vec<&str> = reference.testable().filter(|id| !covered.contains(id)).collect();
    assert!(missing.is_empty(), "{} statements without a case: {missing:?}", missing.len());
}
