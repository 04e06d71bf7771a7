//! Data files: a wrong one is refused with file, line and what was expected; a corrected copy is played, prohibited ground and all.

use frente_aragon::Aragon;
use frente_aragon::book::FILES;
use frente_board::DataSource;
use frente_engine::{Game, Options, Testable};

fn open(source: &DataSource, scenario: &str) -> Result<Aragon, String> {
    Aragon::open(source, scenario, &Options::default()).map_err(|e| e.to_string())
}

/// File and line of a mistake are named, and what was expected instead.
#[test]
fn mistakes_are_named() {
    // File, what is changed into what, the text in whose line the mistake is reported, and the words of the report.
    let column = "[[combat.column]]";
    let cases = [
        ("tables.toml", "\"A1\", \"A2\", \"A3\"", "\"A1\", \"A7\", \"A3\"", "A7", "is not a combat result"),
        ("tables.toml", "[\"A1\", \"A2\"", "[\"A2\", \"A1\"", column, "get worse for the attacker"),
        ("tables.toml", "mountains = 1", "mountains = 2", "[supply]", "expected 1"),
        ("counters.toml", "attack = 2", "atack = 2", "atack", "atack"),
        (
            "scenarios/belchite.toml",
            "\"4/51\" = \"1708\"",
            "\"4/51\" = \"9999\"",
            "9999",
            "is not on the map",
        ),
        (
            "scenarios/belchite.toml",
            "\"4/51\" = \"1708\"",
            "\"4/51\" = \"2105\"",
            "\"4/51\"",
            "two units in one hex",
        ),
        ("scenarios/belchite.toml", "\"PE\" = \"1813\"", "\"XY\" = \"1813\"", "\"XY\"", "no counter \"XY\""),
        ("scenarios/belchite.toml", "\"1904\"", "\"1812\"", "\"1812\"", "edge of the map"),
        (
            "scenarios/belchite.toml",
            "options = [\"fatigue\"]",
            "options = [\"rain\"]",
            "rain",
            "unknown option",
        ),
        ("scenarios/alfambra.toml", "win_by = 8", "win_by = 10", "[victory.road]", "expected turns"),
        (
            "belchite.map.toml",
            "terrain = \"rough\"",
            "terrain = \"rouhg\"",
            "rouhg",
            "unknown terrain \"rouhg\"",
        ),
        (
            "belchite.map.toml",
            "kind = \"river\"",
            "kind = \"moat\"",
            "\"1009/1010\"",
            "unknown hexside \"moat\"",
        ),
    ];
    for (file, from, to, at, expected) in cases {
        let changed = DataSource::with_change(&FILES, file, from, to);
        let text = FILES.read(&changed, file).unwrap_or_else(|e| panic!("{e}")).text;
        let line = text.lines().position(|l| l.contains(at)).map_or(0, |i| i + 1);
        let scenario = if file.contains("alfambra") { "alfambra" } else { "belchite" };
        let error = open(&changed, scenario).map(|_| ()).unwrap_err();
        let place = format!("{file}:{line}:");
        assert!(error.contains(&place) && error.contains(expected), "expected {place} {expected}: {error}");
    }
}

/// 5.1d, 7.1h, 7.6i: a corrected copy may have prohibited hexes and hexsides, which neither map has.
#[test]
fn prohibited_ground() {
    let lake = "clear = { cost = 2, line = \"clear\", source = \"5.2\" }";
    let with_lakes = format!("{lake}\nlake = {{ line = \"clear\" }}");
    let clear = "2606 = { terrain = \"clear\" }";
    let source = DataSource::with_change(&FILES, "tables.toml", lake, &with_lakes);
    let source = source.and_change(&FILES, "belchite.map.toml", clear, &clear.replace("clear", "lake"));
    let game = open(&source, "belchite").unwrap_or_else(|e| panic!("{e}"));
    let refusal = |set: &str, lines: &[&str], last: &str| {
        let set = toml::from_str(set).unwrap_or_else(|e| panic!("{e}"));
        let mut position = game.arrange(&set).unwrap_or_else(|e| panic!("{e}"));
        for line in lines {
            let action = game.parse(&position, line).unwrap_or_else(|e| panic!("{e}"));
            game.play(&mut position, action, &mut ()).unwrap_or_else(|r| panic!("{line}: {}", r.rule));
        }
        let action = game.parse(&position, last).unwrap_or_else(|e| panic!("{e}"));
        game.check(&position, action).unwrap_err().rule.id()
    };
    let movement = "clear = true\nturn = 1\nside = \"republican\"\nphase = \"movement\"\nunits = { \"12int/35\" = \"2607\" }";
    assert_eq!(refusal(movement, &["unit 12int/35"], "move 12int/35 2607-2606"), "5.1d");
    let attack = "clear = true\nturn = 2\nside = \"republican\"\nphase = \"combat\"\n\
        units = { \"12int/35\" = \"2607\", \"32/35\" = \"2605\", \"3/52\" = \"2606\" }";
    assert_eq!(refusal(attack, &[], "attack 2606"), "7.1h");
    let retreat = "clear = true\nturn = 2\nside = \"republican\"\nphase = \"combat\"\n\
        units = { \"12int/35\" = \"2608\", \"32/35\" = \"2707\", \"3/52\" = \"2607\" }";
    let fight = ["attack 2607", "with 12int/35", "with 32/35", "declare", "roll 1"];
    assert_eq!(refusal(retreat, &fight, "retreat 3/52 2607-2606-2605"), "7.6i");
}

/// 12.0h: a bombardment can eliminate. With the printed markers none reaches such a column; with a stronger table one does.
#[test]
fn a_bombardment_eliminates() {
    let column = "results = [\"D3\", \"D2\", \"D2\", \"Ex\", \"-\", \"A2\"]";
    let source = DataSource::with_change(&FILES, "tables.toml", column, &column.replacen("D3", "De", 1));
    let game = open(&source, "teruel").unwrap_or_else(|e| panic!("{e}"));
    let set = "clear = true\nturn = 2\nside = \"nationalist\"\nphase = \"bombardment\"\n\
        units = { \"I/81\" = \"1306\", \"61/42\" = \"1307 reduced\", \"59/42\" = \"1505\" }\n\
        hand = { nationalist = [\"4\", \"4air\"] }";
    let set = toml::from_str(set).unwrap_or_else(|e| panic!("{e}"));
    let unit = "61/42";
    let mut position = game.arrange(&set).unwrap_or_else(|e| panic!("{e}"));
    for line in ["bombard 1307", "support 4", "support 4air", "roll 1"] {
        let action = game.parse(&position, line).unwrap_or_else(|e| panic!("{e}"));
        game.play(&mut position, action, &mut ()).unwrap_or_else(|r| panic!("{line}: {}", r.rule));
    }
    let units = game.inspect(&position, "units").unwrap_or_else(|| panic!("units can be looked up"));
    assert_eq!(units[unit].as_str(), Some("cup"));
}
