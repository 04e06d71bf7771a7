//! A wrong data file is refused with its name, the line and what was expected.

use frente_board::data::DataSource;
use frente_engine::{Game, Options, Testable};
use frente_madrid::Madrid;

/// Opens the game with one passage of one file changed.
fn open_with(file: &str, from: &str, to: &str) -> Result<Madrid, String> {
    let source = DataSource::with_change(&Madrid::FILES, file, from, to);
    Madrid::open(&source, "drive", &Options::default()).map_err(|e| e.to_string())
}

fn refused(file: &str, from: &str, to: &str, expected: &[&str]) {
    match open_with(file, from, to) {
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
    let game = open_with("madrid.areas.toml", "terrain = 2", "terrain = 3").expect("a good copy");
    let areas = game.inspect(&game.start(), "areas").expect("the areas");
    assert_eq!(areas["A"]["terrain"].as_integer(), Some(3));
    assert_ne!(
        game.fingerprint(),
        Madrid::open(&DataSource::Embedded, "drive", &Options::default()).expect("the book").fingerprint()
    );
}

#[test]
fn wrong_files_are_refused() {
    refused(
        "scenarios/drive.toml",
        "\"Jarama\"",
        "\"Jarma\"",
        &["drive.toml:10:", "no border of the map is this river"],
    );
    refused(
        "madrid.areas.toml",
        "\"AA\", \"AF\", \"AG\"]",
        "\"AA\", \"AF\", \"AJ\"]",
        &["madrid.areas.toml:", "each area next to"],
    );
    refused("tables.toml", "limit = 10", "limit = \"ten\"", &["tables.toml:", "expected u8"]);
    refused("tables.toml", "limit = 10", "limits = 10", &["tables.toml:", "limits"]);
    refused("tables.toml", "eliminate = 3 }", "eliminate = 4 }", &["tables.toml:", "9.6j"]);
    refused("tables.toml", "from = 6\n", "from = 7\n", &["tables.toml:", "1 to 6"]);
    refused(
        "counters.toml",
        "move = 6 }, spent",
        "move = 7 }, spent",
        &["counters.toml:", "more than 6 movement points"],
    );
    refused("tables.toml", "id = \"R1\"", "id = \"R9\"", &["tables.toml:", "R9", "R1"]);
    refused(
        "counters.toml",
        "at = [\"F\", \"G\", \"L\"]",
        "at = [\"F\", \"G\", \"LL\"]",
        &["counters.toml:", "no area"],
    );
    refused(
        "counters.toml",
        "fresh = { defence = 4, move = 3 }",
        "fresh = { attack = 1, defence = 4, move = 3 }",
        &["counters.toml:", "1.1g"],
    );
    refused(
        "madrid.areas.toml",
        "between = [\"A\", \"B\"]",
        "between = [\"A\", \"QQ\"]",
        &["madrid.areas.toml:", "QQ"],
    );
    refused(
        "madrid.areas.toml",
        "between = [\"A\", \"B\"]",
        "between = [\"M\", \"O\"]",
        &["madrid.areas.toml:", "2d"],
    );
    refused(
        "scenarios/drive.toml",
        "morale = \"Crumbling\"",
        "morale = \"Awful\"",
        &["drive.toml:6:", "level of morale"],
    );
    refused("scenarios/drive.toml", "turn = 1", "turn = 9", &["drive.toml:", "turns 1 to 15"]);
}

#[test]
fn a_wrong_ready_set_up_is_refused() {
    let file = "setups.toml";
    refused(file, "A = [\"Perea\"]", "A = [\"Pereza\"]", &["setups.toml:", "no such unit"]);
    refused(file, "A = [\"Perea\"]", "AZ = [\"Perea\"]", &["setups.toml:", "no such area"]);
    refused(file, "A = [\"Perea\"]", "A = [\"Mena\"]", &["setups.toml:", "a place already"]);
}

/// Who leaves his set-up to the program gets the one written in `setups.toml`, whole and lawful, for every unit that he may place.
#[test]
fn the_ready_set_ups_are_played_as_written() {
    let text: toml::Table = include_str!("../data/setups.toml").parse().expect("set-ups");
    for scenario in ["drive", "corunna-road", "campaign"] {
        let of = |s: &&toml::Value| s["scenarios"].as_array().is_some_and(|a| a.contains(&scenario.into()));
        let setup = text["setup"].as_array().expect("set-ups").iter().find(of).expect("one of the scenario");
        let mut expected: Vec<String> = setup["at"]
            .as_table()
            .expect("areas")
            .iter()
            .flat_map(|(area, units)| {
                let units = units.as_array().expect("units").iter();
                units.map(move |unit| format!("place {} {area}", unit.as_str().expect("a unit")))
            })
            .collect();
        let game = Madrid::open(&DataSource::Embedded, scenario, &Options::default()).expect("the book");
        let mut position = game.start();
        let mut placed = Vec::new();
        if game.expand(&position, "setup").is_none() {
            // 12.2c, 12.2d: first the turn on which it starts is chosen
            let mut legal = Vec::new();
            game.legal(&position, &mut legal);
            game.apply(&mut position, legal[0], &mut ());
        }
        while let Some(lines) = game.expand(&position, "setup") {
            for line in lines {
                let action = game.parse(&position, &line).expect("a placement");
                game.check(&position, action).expect("a lawful placement");
                game.apply(&mut position, action, &mut ());
                placed.push(line);
            }
        }
        expected.sort();
        placed.sort();
        assert_eq!(placed, expected, "{scenario}");
    }
}
