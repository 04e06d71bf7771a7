//! Data files: the built-in ones are sound, and a bad one is refused with file, line and what was expected.

use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_brunete::book::Kind;
use frente_engine::{Game, Options, Side};

fn refusal(file: &str, from: &str, to: &str) -> String {
    let source = DataSource::with_change(&Brunete::FILES, file, from, to);
    let opened = Brunete::open(&source, "campaign", &Options::default());
    opened.err().map(|e| e.to_string()).unwrap_or_else(|| panic!("{file} with {to:?} was accepted"))
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let cases = [
        ("scenarios/campaign.toml", "\"71-2\"", "\"71-99\"", "campaign.toml:20:", "is not a counter"),
        ("scenarios/campaign.toml", "\"108b\"", "\"108a\"", "campaign.toml:14:", "stands twice"),
        (
            "scenarios/campaign.toml",
            "\"g-1205\"",
            "\"g-1205\", \"g-1209\"",
            "campaign.toml:",
            "one too many in 1205",
        ),
        ("tables.toml", "\"2*/-\"", "\"2*-\"", "tables.toml:", "expected a result such as"),
        ("counters.toml", "zone = \"zone-A-B\"", "zone = \"zone-Q\"", "counters.toml:10:", "is not a zone"),
        (
            "brunete.map.toml",
            "terrain = \"clear\"",
            "terrain = \"swamp\"",
            "brunete.map.toml:",
            "expected clear",
        ),
        (
            "tables.toml",
            "cost = 1, infantry = 3",
            "cost = 1, infantry = 1",
            "tables.toml:",
            "expected road bonuses",
        ),
        ("tables.toml", "cost = 1, infantry = 3", "cost = 0, infantry = 3", "tables.toml:", "at least 1"),
        ("counters.toml", "move = 8", "move = 30", "counters.toml:", "expected at most"),
        ("tables.toml", "battalions = 2", "batalions = 2", "tables.toml:", "batalions"),
        ("tables.toml", "cancelled = [1, 2]", "cancelled = [1, 7]", "tables.toml:51:", "from 1 to 6"),
        ("tables.toml", "holds = [5, 6]", "holds = [6, 5]", "tables.toml:", "rising"),
        ("tables.toml", "contested = 7", "contested = 8", "tables.toml:12:", "expected 7"),
        ("tables.toml", "envelopment = [0, 0", "envelopment = [1, 1", "tables.toml:125:", "from none"),
        ("tables.toml", "turn = 9\n", "turn = 8\n", "tables.toml:", "expected turn 9"),
        ("tables.toml", "towns = [\"3502\"", "towns = [\"3503\"", "tables.toml:83:", "is no town"),
    ];
    for (file, from, to, place, problem) in cases {
        let message = refusal(file, from, to);
        assert!(message.contains(place) && message.contains(problem), "{to:?}: {message}");
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
