//! The rulebook as a test suite: every case holds, and every statement, example and ruling has one.

use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_engine::case::{Case, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/brunete");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
        .iter()
        .map(|f| {
            let text = std::fs::read_to_string(f).expect("a readable case");
            Case::read(&f.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"))
        })
        .collect()
}

#[test]
fn every_case_holds() {
    let failures: Vec<String> = cases()
        .iter()
        .filter_map(|c| run::<Brunete>(&DataSource::Embedded, c).err())
        .map(|f| f.to_string())
        .collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_has_a_case() {
    let reference = frente_engine::game::reference::<Brunete>(&DataSource::Embedded).expect("the rules file");
    let covered: BTreeSet<String> = cases().into_iter().flat_map(|c| c.covers).collect();
    let unknown: Vec<_> = covered.iter().filter(|id| !reference.knows(id)).collect();
    assert!(unknown.is_empty(), "cases cover what is no rule: {unknown:?}");
    let open: Vec<_> = reference.testable().filter(|id| !covered.contains(*id)).collect();
    assert!(open.is_empty(), "{} rules without a case: {open:?}", open.len());
}
