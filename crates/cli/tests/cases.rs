//! Every case of every game holds, and every statement, example and ruling has one.

use frente_engine::case::Case;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases")
}

fn cases(game: &str) -> Vec<Case> {
    let folder = root().join(game);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        Case::read(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"))
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_case_holds() {
    let mut failed = Vec::new();
    for game in frente_catalog::GAMES {
        let cases = cases(game);
        assert!(!cases.is_empty(), "{game} has no cases");
        failed.extend(cases.iter().filter_map(|case| frente_catalog::run_case(case, None).err()));
    }
    let failed: Vec<String> = failed.iter().map(ToString::to_string).collect();
    assert!(failed.is_empty(), "{} cases fail:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_statement_has_a_case() {
    for game in frente_catalog::GAMES {
        let reference = frente_catalog::reference(game, None).unwrap();
        let mut covered = BTreeSet::new();
        for case in cases(game) {
            assert!(!case.covers.is_empty(), "{} covers nothing", case.file);
            for id in case.covers {
                assert!(reference.knows(&id), "{} covers {id}, which {game} does not have", case.file);
                covered.insert(id);
            }
        }
        let uncovered: Vec<&str> = reference.testable().filter(|id| !covered.contains(*id)).collect();
        assert!(uncovered.is_empty(), "{game}: no case for {uncovered:?}");
    }
}

/// A case must fail when what it expects is not so: the runner itself is tested by cases that are wrong on purpose.
#[test]
fn a_wrong_case_fails() {
    let wrong = |step: &str, expected: &str| {
        let text =
            format!("covers = [\"4.1b\"]\nscenario = \"belchite\"\ngame = \"aragon\"\n[[step]]\n{step}\n");
        let case = Case::read("wrong.toml", &text).unwrap();
        let error = frente_catalog::run_case(&case, None).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("wrong.toml:4"), "{error}");
    };
    wrong("waits = \"over\"", "expected: over");
    wrong("legal = []", "in excess");
    wrong("turn = 7", "expected: 7");
    wrong("do = [\"fly to the moon\"]\nturn = 1", "a line of notation");
    wrong("nonsense = 1", "there is no such key");
    wrong("offers = \"fly\"", "offers");
    wrong("winner = \"none\"", "not over");
    let nothing = Case::read(
        "n.toml",
        "game = \"aragon\"\ncovers = []\nscenario = \"belchite\"\n[[step]]\nnote = \"\"\n",
    );
    assert!(nothing.unwrap_err().to_string().contains("could not fail"));
}
