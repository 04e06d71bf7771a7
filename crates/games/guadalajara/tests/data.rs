//! Data files: a corrected copy plays, a wrong one is refused with file and line.

use frente_board::data::DataSource;
use frente_engine::{Game, Options};
use frente_guadalajara::Guadalajara;
use frente_guadalajara::book::FILES;
use std::path::{Path, PathBuf};

/// A folder with all data files, one of them changed.
fn folder(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guadalajara-{name}"));
    for (path, text) in FILES.0 {
        let text = if *path == file {
            assert!(text.contains(from), "{file} has no {from:?}");
            text.replacen(from, to, 1)
        } else {
            (*text).to_owned()
        };
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    root
}

fn open(name: &str, file: &str, from: &str, to: &str) -> Result<Guadalajara, String> {
    let source = DataSource::Folder(folder(name, file, from, to));
    Guadalajara::open(&source, "guadalajara", &Options::default()).map_err(|e| e.to_string())
}

#[test]
fn a_corrected_copy_is_read() {
    let game =
        open("good", "counters.toml", "strength = 7, movement = 6", "strength = 8, movement = 6").unwrap();
    let unit = game.book.find("R-XII-I1").unwrap();
    assert_eq!(game.book.counter(unit).strength, 8);
    let plain = Guadalajara::open(&DataSource::Embedded, "guadalajara", &Options::default()).unwrap();
    assert_ne!(game.fingerprint(), plain.fingerprint());
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let line = |file: &str, what: &str| {
        let text = FILES.0.iter().find(|(n, _)| *n == file).unwrap().1;
        text.lines().position(|l| l.contains(what)).unwrap() + 1
    };
    let check = |name: &str, file: &str, from: &str, to: &str, at: &str, expected: &str| {
        let error = open(name, file, from, to).unwrap_err();
        let place = format!("{file}:{}:", line(file, at));
        assert!(error.contains(&place) && error.contains(expected), "{error}\nexpected {place} … {expected}");
    };
    check(
        "crt",
        "tables.toml",
        "\"3-0\", \"*2-0\"",
        "\"3:0\", \"*2-0\"",
        "\"3-0\", \"*2-0\"",
        "expected a result as",
    );
    check("row", "tables.toml", "[\"3-0\", ", "[", "[\"3-0\", ", "12 results; expected 13");
    check("key", "tables.toml", "leave_zone = 2", "leave_zones = 2", "leave_zone = 2", "leave_zones");
    check("half", "tables.toml", "road = \"1/2\"", "road = \"1/3\"", "road = \"1/2\"", "expected points as");
    let lacking = "\"R-XII-I1\" = { side = \"republican\", formation = \"BRG XII\", type = \"infantry\"";
    check(
        "kind",
        "counters.toml",
        lacking,
        &lacking.replace("infantry", "leader"),
        "\"R-XII-I1\"",
        "a leader needs",
    );
    check(
        "town",
        "scenarios/guadalajara.toml",
        "\"R-12-I1\" = \"A20\"",
        "\"R-12-I1\" = \"A99\"",
        "\"R-12-I1\" = \"A20\"",
        "no hex \"A99\"",
    );
    check(
        "twice",
        "scenarios/guadalajara.toml",
        "\"R-F\", \"R-F-I1\"",
        "\"R-F\", \"R-F\"",
        "\"R-F\", \"R-F-I1\"",
        "stands twice",
    );
    check(
        "hold",
        "tables.toml",
        "hold = [\"Torija\"]",
        "hold = [\"Hita\"]",
        "hold = [\"Torija\"]",
        "not one of the scenario's objectives",
    );
}

#[test]
fn unknown_scenarios_and_options_are_refused() {
    let open = |scenario: &str, options: Options| {
        Guadalajara::open(&DataSource::Embedded, scenario, &options).map(|_| ()).unwrap_err().to_string()
    };
    assert!(open("teruel", Options::default()).contains("expected one of guadalajara"));
    assert!(open("guadalajara", Options::default().with("snow")).contains("no option \"snow\""));
}
