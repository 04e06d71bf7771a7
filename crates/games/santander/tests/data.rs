//! A data file with a mistake is refused with file, line, what was found and what was expected.

use frente_board::DataSource;
use frente_santander::book::{Book, FILES};
use std::path::PathBuf;

/// A folder with all data files, one of them changed.
fn folder(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("frente-santander-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("scenarios")).expect("a folder");
    for (other, text) in FILES.0 {
        let text = if *other == file {
            assert!(text.contains(from), "{file} holds {from:?}");
            text.replacen(from, to, 1)
        } else {
            (*text).to_owned()
        };
        std::fs::write(folder.join(other), text).expect("a file");
    }
    folder
}

fn refused(name: &str, file: &str, from: &str, to: &str) -> String {
    let folder = folder(name, file, from, to);
    let error =
        Book::load(&DataSource::Folder(folder.clone())).map(|_| ()).expect_err("a mistake").to_string();
    std::fs::remove_dir_all(folder).expect("its own folder");
    error
}

#[test]
fn a_copy_of_the_files_is_read() {
    let folder = folder("copy", "tables.toml", "rain_from = 6", "rain_from = 5");
    let book = Book::load(&DataSource::Folder(folder.clone())).expect("a corrected copy");
    std::fs::remove_dir_all(folder).expect("its own folder");
    assert_eq!(book.tables.rain_from, 5);
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let e = refused("result", "tables.toml", "\"3/0\"", "\"3-0\"");
    assert!(
        e.contains("tables.toml:15:") && e.contains("found \"3-0\"; expected steps as \"1/2\", or \"B\""),
        "{e}"
    );
    let e = refused("row", "tables.toml", "{ die = 3, results = [\"2/0\", ", "{ die = 3, results = [");
    assert!(
        e.contains("tables.toml:18:") && e.contains("found die 3 with 7 results; expected die 3 with 8"),
        "{e}"
    );
    let e = refused("origin", "counters.toml", "origin = \"spanish\"", "origin = \"basque\"");
    assert!(e.contains("counters.toml:6:") && e.contains("expected an origin of its own side"), "{e}");
    let e = refused("field", "counters.toml", "attack = 6", "atack = 6");
    assert!(e.contains("counters.toml:6:") && e.contains("atack"), "{e}");
    let e = refused("unit", "scenarios/santander.toml", "unit = \"3Pz1\"", "unit = \"Tiger\"");
    assert!(
        e.contains("scenarios/santander.toml:")
            && e.contains("found \"Tiger\"; expected a label of counters.toml"),
        "{e}"
    );
    let e = refused("hex", "scenarios/santander.toml", "\"CLIV/48\" = \"1418\"", "\"CLIV/48\" = \"1001\"");
    assert!(e.contains("found \"1001\"; expected a land hex of the map"), "{e}");
    let e = refused("terrain", "santander.map.toml", "terrain = \"hill\"", "terrain = \"swamp\"");
    assert!(
        e.contains("santander.map.toml:") && e.contains("terrain \"swamp\" is not in tables.toml [terrain]"),
        "{e}"
    );
    let e = refused("odds", "tables.toml", "\"1:2\"", "\"1/2\"");
    assert!(e.contains("tables.toml:8:") && e.contains("expected odds as \"3:1\""), "{e}");
    let e = refused("turns", "scenarios/santander.toml", "turns = 7", "turns = 8");
    assert!(e.contains("scenarios/santander.toml:5:") && e.contains("found 8 turns; expected 7"), "{e}");
}
