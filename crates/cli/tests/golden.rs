//! Golden matches: whole games on file. They must load (every action checked), and at every twentieth action offer as many choices as they
//! did when they were written. A difference is a changed rule: it must be meant, and then the rules version rises.
//!
//! `FRENTE_WRITE_GOLDEN=1 cargo test -p frente --test golden` writes those that are missing.

use frente_engine::table::{Opening, Table};
use frente_engine::{Rng, Seed, Wait};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Number of choices at every twentieth action, and how it ended.
fn trace(table: &dyn Table, replay: &mut dyn Table) -> String {
    let mut text = String::new();
    for (point, line) in table.record_lines(0).into_iter().enumerate() {
        if point % 20 == 0 {
            let (legal, outcomes) = (replay.lines().len(), replay.outcomes().len());
            writeln!(text, "{point} turn {} choices {legal} outcomes {outcomes}", replay.turn()).unwrap();
        }
        replay.replay(line).unwrap();
    }
    writeln!(text, "{:?}", replay.wait()).unwrap();
    text
}

fn random_game(game: &str, scenario: &str) -> Box<dyn Table> {
    let opening =
        Opening { scenario: scenario.to_owned(), seed: Some(Seed::from_number(1937)), ..Opening::default() };
    let mut table = frente_catalog::open(game, None, &opening).unwrap();
    let mut rng = Rng::new(1937);
    loop {
        match table.wait() {
            Wait::Over(_) => return table,
            Wait::Chance(_) => table.throw().unwrap(),
            Wait::Decision(side) => {
                let lines = table.lines();
                table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
            }
        }
    }
}

#[test]
fn golden_matches_replay_unchanged() {
    let write = std::env::var_os("FRENTE_WRITE_GOLDEN").is_some();
    for about in frente_catalog::about(None).unwrap() {
        for scenario in &about.scenario {
            let name = format!("{}-{}", about.key, scenario.key);
            let (save, counts) =
                (folder().join(format!("{name}.frente")), folder().join(format!("{name}.txt")));
            let opening = Opening { scenario: scenario.key.clone(), ..Opening::default() };
            let mut fresh = frente_catalog::open(&about.key, None, &opening).unwrap();
            if write && !save.exists() {
                let table = random_game(&about.key, &scenario.key);
                std::fs::create_dir_all(folder()).unwrap();
                std::fs::write(&save, table.save()).unwrap();
                std::fs::write(&counts, trace(table.as_ref(), fresh.as_mut())).unwrap();
                continue;
            }
            let text = std::fs::read_to_string(&save).unwrap_or_else(|e| panic!("{}: {e}", save.display()));
            let table =
                frente_catalog::load(None, &text).unwrap_or_else(|e| panic!("{}: {e}", save.display()));
            assert_eq!(
                trace(table.as_ref(), fresh.as_mut()),
                std::fs::read_to_string(&counts).unwrap(),
                "{name}"
            );
            assert!(table.verify().is_ok(), "{name}");
        }
    }
}
