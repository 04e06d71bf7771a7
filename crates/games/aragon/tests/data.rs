//! Data files: a wrong one is refused with file, line and what was expected; a corrected copy is played, prohibited ground and all.

use frente_aragon::Aragon;
use frente_aragon::book::{FILES, SCENARIOS};
use frente_board::DataSource;
use frente_engine::{Game, Options, Testable};
use std::path::PathBuf;

/// A folder with all data files of the game, one of them changed.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str, file: &str, from: &str, to: &str) -> Copy {
        let folder = std::env::temp_dir().join(format!("frente-aragon-{name}-{}", std::process::id()));
        for (name, text) in FILES.0 {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(&folder);
            std::fs::create_dir_all(parent).unwrap_or_else(|e| panic!("{e}"));
            let text = if *name == file {
                assert!(text.contains(from), "{file} has no {from:?}");
                text.replacen(from, to, 1)
            } else {
                (*text).to_owned()
            };
            std::fs::write(&path, text).unwrap_or_else(|e| panic!("{e}"));
        }
        Copy(folder)
    }

    fn open(&self, scenario: &str) -> Result<Aragon, String> {
        let source = DataSource::Folder(self.0.clone());
        Aragon::open(&source, scenario, &Options::default()).map_err(|e| e.to_string())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_built_in_files_are_right() {
    for scenario in SCENARIOS {
        let game = Aragon::open(&DataSource::Embedded, scenario, &Options::default());
        assert!(game.is_ok(), "{:?}", game.err().map(|e| e.to_string()));
    }
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
    for (n, (file, from, to, at, expected)) in cases.into_iter().enumerate() {
        let copy = Copy::new(&format!("mistake{n}"), file, from, to);
        let text = std::fs::read_to_string(copy.0.join(file)).unwrap_or_else(|e| panic!("{e}"));
        let line = text.lines().position(|l| l.contains(at)).map_or(0, |i| i + 1);
        let error = copy.open("belchite").map(|_| ()).unwrap_err();
        let place = format!("{file}:{line}:");
        assert!(error.contains(&place) && error.contains(expected), "expected {place} {expected}: {error}");
    }
}

/// 5.1d, 7.1h, 7.6i: a corrected copy may have prohibited hexes and hexsides, which neither map has.
#[test]
fn prohibited_ground() {
    let lake = "clear = { cost = 2, line = \"clear\", source = \"5.2\" }";
    let copy = Copy::new("lake", "tables.toml", lake, &format!("{lake}\nlake = {{ line = \"clear\" }}"));
    let map = std::fs::read_to_string(copy.0.join("belchite.map.toml")).unwrap_or_else(|e| panic!("{e}"));
    let map = map.replacen("2606 = { terrain = \"clear\" }", "2606 = { terrain = \"lake\" }", 1);
    assert!(map.contains("\"lake\""), "2606 is clear on the map");
    std::fs::write(copy.0.join("belchite.map.toml"), map).unwrap_or_else(|e| panic!("{e}"));
    let game = copy.open("belchite").unwrap_or_else(|e| panic!("{e}"));
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
