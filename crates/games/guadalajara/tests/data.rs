//! Data files: a corrected copy plays, a wrong one is refused with file and line.

use frente_board::data::DataSource;
use frente_engine::{Game, Options};
use frente_guadalajara::Guadalajara;
use frente_guadalajara::book::FILES;

fn open(file: &str, from: &str, to: &str) -> Result<Guadalajara, String> {
    let source = DataSource::with_change(&FILES, file, from, to);
    Guadalajara::open(&source, "guadalajara", &Options::default()).map_err(|e| e.to_string())
}

#[test]
fn a_corrected_copy_is_read() {
    let game = open("counters.toml", "strength = 7, movement = 6", "strength = 8, movement = 6").unwrap();
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
    let check = |file: &str, from: &str, to: &str, at: &str, expected: &str| {
        let error = open(file, from, to).map(|_| ()).unwrap_err();
        let place = format!("{file}:{}:", line(file, at));
        assert!(error.contains(&place) && error.contains(expected), "{error}\nexpected {place} … {expected}");
    };
    check(
        "tables.toml",
        "\"3-0\", \"*2-0\"",
        "\"3:0\", \"*2-0\"",
        "\"3-0\", \"*2-0\"",
        "expected a result as",
    );
    check("tables.toml", "[\"3-0\", ", "[", "[\"3-0\", ", "12 results; expected 13");
    check("tables.toml", "leave_zone = 2", "leave_zones = 2", "leave_zone = 2", "leave_zones");
    check("tables.toml", "road = \"1/2\"", "road = \"1/3\"", "road = \"1/2\"", "expected points as");
    let lacking = "\"R-XII-I1\" = { side = \"republican\", formation = \"BRG XII\", type = \"infantry\"";
    check("counters.toml", lacking, &lacking.replace("infantry", "leader"), "\"R-XII-I1\"", "a leader needs");
    check(
        "scenarios/guadalajara.toml",
        "\"R-12-I1\" = \"A20\"",
        "\"R-12-I1\" = \"A99\"",
        "\"R-12-I1\" = \"A20\"",
        "no hex \"A99\"",
    );
    check(
        "scenarios/guadalajara.toml",
        "\"R-F\", \"R-F-I1\"",
        "\"R-F\", \"R-F\"",
        "\"R-F\", \"R-F-I1\"",
        "stands twice",
    );
    check(
        "tables.toml",
        "hold = [\"Torija\"]",
        "hold = [\"Hita\"]",
        "hold = [\"Torija\"]",
        "not one of the scenario's objectives",
    );
    // A route is written down in an action: what could be longer is refused, never cut off.
    let leader = "echelon = \"corps\", movement = 10";
    check("counters.toml", leader, &leader.replace("10", "20"), "\"R-JUR\"", "more than 39 steps");
    let line = "\"A16\", \"B17\", \"C18\"";
    let longer = "\"A1\", \"A2\", \"A3\", \"A4\", \"A5\", \"A6\", \"A7\", \"A8\", \"A9\", \"A10\", \"A11\", \"A12\", \"A13\", \"A14\", \"A15\", \"A16\", \"B17\", \"C18\", \"C19\", \"C20\", \"C21\", \"C20\", \"C19\", \"C18\"";
    let map = "guadalajara.map.toml";
    check(map, line, longer, "kind = \"railway\"", "a railway of 41 hexes");
}

#[test]
fn unknown_scenarios_and_options_are_refused() {
    let open = |scenario: &str, options: Options| {
        Guadalajara::open(&DataSource::Embedded, scenario, &options).map(|_| ()).unwrap_err().to_string()
    };
    assert!(open("teruel", Options::default()).contains("expected one of guadalajara"));
    assert!(open("guadalajara", Options::default().with("snow")).contains("no option \"snow\""));
}
