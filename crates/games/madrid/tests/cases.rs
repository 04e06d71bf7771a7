//! Every case of `cases/madrid` holds, and together they cover every statement, example and ruling.

use frente_board::data::DataSource;
use frente_engine::case::{Case, run};
use frente_madrid::Madrid;
use std::collections::BTreeSet;
use std::path::Path;

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/madrid");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("cases").map(|f| f.expect("a file").path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a readable case");
        match Case::read(&path.display().to_string(), &text) {
            Ok(case) => case,
            Err(e) => panic!("{e}"),
        }
    };
    files.iter().filter(|f| f.extension().is_some_and(|e| e == "toml")).map(read).collect()
}

#[test]
fn every_case_holds() {
    let failures: Vec<String> = cases()
        .iter()
        .filter_map(|case| run::<Madrid>(&DataSource::Embedded, case).err())
        .map(|e| e.to_string())
        .collect();
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_statement_is_covered() {
    let covered: BTreeSet<String> = cases().into_iter().flat_map(|c| c.covers).collect();
    let reference = match frente_engine::game::reference::<Madrid>(&DataSource::Embedded) {
        Ok(reference) => reference,
        Err(e) => panic!("{e}"),
    };
    let unknown: Vec<_> = covered.iter().filter(|id| !reference.knows(id)).collect();
    assert!(unknown.is_empty(), "cases cover what is no rule: {unknown:?}");
    let missing: Vec<_> = reference.testable().filter(|id| !covered.contains(*id)).collect();
    assert!(missing.is_empty(), "{} rules without a case: {missing:?}", missing.len());
}
