//! A data file with a mistake is refused with file, line, what was found and what was expected.

use frente_board::DataSource;
use frente_engine::{Game, Options, Testable};
use frente_santander::Santander;

fn open(file: &str, from: &str, to: &str) -> Result<Santander, String> {
    let source = DataSource::with_change(&Santander::FILES, file, from, to);
    Santander::open(&source, "santander", &Options::default()).map_err(|e| e.to_string())
}

fn refused(file: &str, from: &str, to: &str) -> String {
    open(file, from, to).map(|_| ()).expect_err("a mistake")
}

#[test]
fn a_corrected_file_is_played() {
    let game = open("tables.toml", "rain_from = 6", "rain_from = 5").expect("a corrected copy");
    let set = toml::from_str("clear = true\nphase = \"weather\"\nturn = 2").expect("a table");
    let mut position = game.arrange(&set).expect("a position");
    let five = game.parse(&position, "roll 5").expect("a line");
    game.play(&mut position, five, &mut ()).expect("a roll");
    assert_eq!(game.inspect(&position, "weather"), Some(toml::Value::from("rain")));
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let e = refused("tables.toml", "\"3/0\"", "\"3-0\"");
    assert!(
        e.contains("tables.toml:15:") && e.contains("found \"3-0\"; expected steps as \"1/2\", or \"B\""),
        "{e}"
    );
    let e = refused("tables.toml", "{ die = 3, results = [\"2/0\", ", "{ die = 3, results = [");
    assert!(
        e.contains("tables.toml:18:") && e.contains("found die 3 with 7 results; expected die 3 with 8"),
        "{e}"
    );
    let e = refused("counters.toml", "origin = \"spanish\"", "origin = \"basque\"");
    assert!(e.contains("counters.toml:6:") && e.contains("expected an origin of its own side"), "{e}");
    let e = refused("counters.toml", "move = 5", "move = 16");
    assert!(e.contains("counters.toml:6:") && e.contains("expected at most 15 movement points"), "{e}");
    let e = refused("counters.toml", "attack = 6", "atack = 6");
    assert!(e.contains("counters.toml:6:") && e.contains("atack"), "{e}");
    let e = refused("scenarios/santander.toml", "unit = \"3Pz1\"", "unit = \"Tiger\"");
    assert!(
        e.contains("scenarios/santander.toml:")
            && e.contains("found \"Tiger\"; expected a label of counters.toml"),
        "{e}"
    );
    let e = refused("scenarios/santander.toml", "\"CLIV/48\" = \"1418\"", "\"CLIV/48\" = \"1001\"");
    assert!(e.contains("found \"1001\"; expected a land hex of the map"), "{e}");
    let e = refused("santander.map.toml", "terrain = \"hill\"", "terrain = \"swamp\"");
    assert!(
        e.contains("santander.map.toml:") && e.contains("terrain \"swamp\" is not in tables.toml [terrain]"),
        "{e}"
    );
    let e = refused("tables.toml", "\"1:2\"", "\"1/2\"");
    assert!(e.contains("tables.toml:8:") && e.contains("expected odds as \"3:1\""), "{e}");
    let e = refused("tables.toml", "{ result = \"OK\" }", "{ from = 1, result = \"OK\" }");
    assert!(e.contains("tables.toml:45:") && e.contains("no total in the first row"), "{e}");
    let e = refused("tables.toml", "{ die = 1, infantry", "{ die = 2, infantry");
    assert!(e.contains("tables.toml:84:") && e.contains("the first for a die of 1"), "{e}");
    let e = refused("scenarios/santander.toml", "{ die = 1, unit", "{ die = 0, unit");
    assert!(e.contains("scenarios/santander.toml:27:") && e.contains("found 0; expected a die"), "{e}");
    let e = refused("scenarios/santander.toml", "columns = 1\n", "columns = 2\n");
    assert!(e.contains("scenarios/santander.toml:16:") && e.contains("found 2 columns"), "{e}");
    let e = refused("scenarios/santander.toml", "turns = 7", "turns = 8");
    assert!(e.contains("scenarios/santander.toml:5:") && e.contains("found 8 turns; expected 7"), "{e}");
}
