//! A wrong data file is refused with its name, the line and what was expected.

use frente_board::data::DataSource;
use frente_engine::{Game, Options};
use frente_madrid::Madrid;
use frente_madrid::book::FILES;
use std::path::PathBuf;

/// Opens the game from a folder in which one file has one passage changed.
fn open_with(name: &str, file: &str, from: &str, to: &str) -> Result<Madrid, String> {
    let folder: PathBuf = std::env::temp_dir().join(format!("frente-madrid-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    for (path, text) in FILES.0 {
        let changed = if *path == file {
            assert!(text.contains(from), "{file} does not say {from:?}");
            text.replacen(from, to, 1)
        } else {
            (*text).to_owned()
        };
        std::fs::write(folder.join(path), changed).expect("a file");
    }
    let opened = Madrid::open(&DataSource::Folder(folder.clone()), "drive", &Options::default());
    std::fs::remove_dir_all(folder).expect("a folder to clear away");
    opened.map_err(|e| e.to_string())
}

fn refused(name: &str, file: &str, from: &str, to: &str, expected: &[&str]) {
    match open_with(name, file, from, to) {
        Ok(_) => panic!("{file} with {to:?} is accepted"),
        Err(message) => {
            for part in expected {
                assert!(message.contains(part), "{message:?} does not say {part:?}");
            }
        }
    }
}

#[test]
fn a_corrected_copy_is_played() {
    let game = open_with("terrain", "madrid.areas.toml", "terrain = 2", "terrain = 3").expect("a good copy");
    assert_eq!(game.book.map.terrain[0], 3);
    assert_ne!(
        game.fingerprint(),
        Madrid::open(&DataSource::Embedded, "drive", &Options::default()).expect("the book").fingerprint()
    );
}

#[test]
fn wrong_files_are_refused() {
    refused("type", "tables.toml", "limit = 10", "limit = \"ten\"", &["tables.toml:", "expected u8"]);
    refused("key", "tables.toml", "limit = 10", "limits = 10", &["tables.toml:", "limits"]);
    refused("gap", "tables.toml", "eliminate = 3 }", "eliminate = 4 }", &["tables.toml:", "9.6j"]);
    refused("chit", "tables.toml", "id = \"R1\"", "id = \"R9\"", &["tables.toml:", "R9", "R1"]);
    refused(
        "area",
        "counters.toml",
        "at = [\"F\", \"G\", \"L\"]",
        "at = [\"F\", \"G\", \"LL\"]",
        &["counters.toml:", "no area"],
    );
    refused(
        "gun",
        "counters.toml",
        "fresh = { defence = 4, move = 3 }",
        "fresh = { attack = 1, defence = 4, move = 3 }",
        &["counters.toml:", "1.1g"],
    );
    refused(
        "border",
        "madrid.areas.toml",
        "between = [\"A\", \"B\"]",
        "between = [\"A\", \"QQ\"]",
        &["madrid.areas.toml:", "QQ"],
    );
    refused(
        "corner",
        "madrid.areas.toml",
        "between = [\"A\", \"B\"]",
        "between = [\"M\", \"O\"]",
        &["madrid.areas.toml:", "2d"],
    );
    refused(
        "level",
        "scenarios/drive.toml",
        "morale = \"Crumbling\"",
        "morale = \"Awful\"",
        &["drive.toml:6:", "level of morale"],
    );
    refused("start", "scenarios/drive.toml", "turn = 1", "turn = 9", &["drive.toml:", "turns 1 to 15"]);
}
