//! 8.3k: what an opponent has placed face down and what dice decide cannot be looked at and then answered anew.

use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::{Game, Options, Testable};

/// An attack in which each side holds the markers given, brought to the position after these lines.
fn attack(hands: &str, lines: &[&str]) -> (Aragon, <Aragon as Game>::Position) {
    let game = Aragon::open(&DataSource::Embedded, "belchite", &Options::default());
    let game = game.unwrap_or_else(|e| panic!("{e}"));
    let set = format!(
        "clear = true\nturn = 2\nside = \"republican\"\nphase = \"combat\"\n\
         units = {{ \"3/52\" = \"2607\", \"12int/35\" = \"2706\" }}\nhand = {hands}"
    );
    let set = toml::from_str(&set).unwrap_or_else(|e| panic!("{e}"));
    let mut position = game.arrange(&set).unwrap_or_else(|e| panic!("{e}"));
    for line in ["attack 2607", "with 12int/35", "declare"].iter().chain(lines) {
        let action = game.parse(&position, line).unwrap_or_else(|e| panic!("{e}"));
        game.play(&mut position, action, &mut ()).unwrap_or_else(|r| panic!("{line}: {}", r.rule));
    }
    (game, position)
}

fn reveals(hands: &str, lines: &[&str], last: &str) -> bool {
    let (game, position) = attack(hands, lines);
    let action = game.parse(&position, last).unwrap_or_else(|e| panic!("{e}"));
    game.reveals(&position, action)
}

const ONE_EACH: &str = r#"{ republican = ["3"], nationalist = ["2"] }"#;
const TWO_EACH: &str = r#"{ republican = ["3", "1"], nationalist = ["2", "4"] }"#;

#[test]
fn the_last_marker_of_both_hands_turns_all_up() {
    // Nobody is asked a third or fourth time: the defender's answer shows him the attacker's +3.
    assert!(reveals(ONE_EACH, &["support 3"], "support 2"));
    // Whoever keeps his marker is asked again first.
    assert!(!reveals(ONE_EACH, &["support 3"], "support none"));
    assert!(reveals(ONE_EACH, &["support 3", "support none"], "support none"));
}

#[test]
fn with_markers_left_only_the_fourth_step_shows_them() {
    assert!(!reveals(TWO_EACH, &[], "support 3"));
    assert!(!reveals(TWO_EACH, &["support 3"], "support 2"));
    assert!(!reveals(TWO_EACH, &["support 3", "support 2"], "support 1"));
    assert!(reveals(TWO_EACH, &["support 3", "support 2", "support 1"], "support none"));
}

#[test]
fn where_the_opponent_placed_nothing_nothing_is_shown() {
    assert!(!reveals(ONE_EACH, &["support none", "support none", "support none"], "support 2"));
    assert!(!reveals(TWO_EACH, &["support none", "support 2", "support none"], "support 4"));
}
