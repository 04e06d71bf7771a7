//! Data files: the built-in ones are sound, and a bad one is refused with file, line and what was expected.

use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_brunete::data::Kind;
use frente_engine::{Game, Options, Side};
use std::path::PathBuf;

/// A folder with all data files, one of them changed.
fn folder(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("frente-brunete-{}-{name}", std::process::id()));
    for (path, text) in Brunete::FILES.0 {
        let target = folder.join(path);
        std::fs::create_dir_all(target.parent().expect("a folder")).expect("a folder can be made");
        let text = if *path == file { text.replacen(from, to, 1) } else { (*text).to_owned() };
        std::fs::write(target, text).expect("a file can be written");
    }
    folder
}

fn refusal(name: &str, file: &str, from: &str, to: &str) -> String {
    let folder = folder(name, file, from, to);
    let opened = Brunete::open(&DataSource::Folder(folder.clone()), "campaign", &Options::default());
    let message = opened.err().map(|e| e.to_string());
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
    message.unwrap_or_else(|| panic!("{name}: a bad file was accepted"))
}

#[test]
fn a_copy_of_the_files_opens() {
    let folder = folder("copy", "", "", "");
    let opened = Brunete::open(&DataSource::Folder(folder.clone()), "offensive", &Options::default());
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
    assert_eq!(opened.expect("a sound copy").scenario(), "offensive");
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let cases = [
        ("unit", "scenarios/campaign.toml", "\"71-2\"", "\"71-99\"", "campaign.toml:20:", "is not a counter"),
        ("twice", "scenarios/campaign.toml", "\"108b\"", "\"108a\"", "campaign.toml:14:", "stands twice"),
        ("cell", "tables.toml", "\"2*/-\"", "\"2*-\"", "tables.toml:", "expected a result such as"),
        (
            "zone",
            "counters.toml",
            "zone = \"zone-A-B\"",
            "zone = \"zone-Q\"",
            "counters.toml:10:",
            "is not a zone",
        ),
        (
            "terrain",
            "brunete.map.toml",
            "terrain = \"clear\"",
            "terrain = \"swamp\"",
            "brunete.map.toml:",
            "expected clear",
        ),
        (
            "bonus",
            "tables.toml",
            "cost = 1, infantry = 3",
            "cost = 1, infantry = 1",
            "tables.toml:",
            "expected road bonuses",
        ),
        ("points", "counters.toml", "move = 8", "move = 30", "counters.toml:", "expected at most"),
        ("key", "tables.toml", "battalions = 2", "batalions = 2", "tables.toml:", "batalions"),
    ];
    for (name, file, from, to, place, problem) in cases {
        let message = refusal(name, file, from, to);
        assert!(message.contains(place) && message.contains(problem), "{name}: {message}");
    }
}

#[test]
fn unknown_scenarios_and_options_are_refused() {
    let open =
        |scenario: &str, options: &Options| Brunete::open(&DataSource::Embedded, scenario, options).err();
    assert!(
        open("belchite", &Options::default()).expect("refused").to_string().contains("campaign, offensive")
    );
    assert!(
        open("offensive", &Options::default().with("casualties")).is_some(),
        "12.2 has no casualties option"
    );
}

#[test]
fn the_order_of_battle_is_complete() {
    let game =
        Brunete::open(&DataSource::Embedded, "campaign", &Options::default()).expect("the built-in data");
    let count = |side: Side, kind: fn(Kind) -> bool| {
        game.book.units.iter().filter(|u| u.side == side && kind(u.kind)).count()
    };
    let infantry = |k: Kind| k == Kind::Infantry;
    assert_eq!((count(Side::Republican, infantry), count(Side::Nationalist, infantry)), (50, 74));
    assert_eq!((count(Side::Republican, Kind::is_tank), count(Side::Nationalist, Kind::is_tank)), (9, 4));
    assert_eq!(count(Side::Nationalist, |k| k == Kind::Garrison), 6);
    assert_eq!(game.book.playable.len(), 507);
}
