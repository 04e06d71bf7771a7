//! `frente play`, typed at in every game.

use std::io::Write;
use std::process::{Command, Stdio};

/// A scenario of each game, and whether it begins with a set-up.
const SCENARIOS: [(&str, bool); 5] = [
    ("aragon/belchite", false),
    ("brunete/campaign", true),
    ("guadalajara/guadalajara", true),
    ("madrid/corunna-road", true),
    ("santander/santander", true),
];

/// Plays both sides with these lines typed, and gives all that was said.
fn played(args: &[&str], lines: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_frente"))
        .arg("play")
        .args(args)
        .args(["--side", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>() + "quit\n";
    // Whoever has left in the meantime reads nothing more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let out = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{args:?}: {said}");
    said
}

fn at_start(scenario: &str, lines: &[&str]) -> String {
    played(&[scenario, "--seed", "1"], lines)
}

/// The notation at the end of a listed choice.
fn first_line(said: &str) -> &str {
    let listed = said.lines().find(|line| line.trim_start().starts_with("1. ")).unwrap();
    listed.rsplit("  ").next().unwrap().trim()
}

#[test]
fn help_is_about_the_game_that_is_played() {
    for (scenario, _) in SCENARIOS {
        let said = at_start(scenario, &["help"]);
        let line = first_line(&said);
        assert!(said.contains(&format!("a line: {line}")), "{scenario}: {line:?} in\n{said}");
        assert_eq!(said.contains("32/35"), scenario.starts_with("aragon"), "{scenario}:\n{said}");
    }
}

#[test]
fn a_set_up_is_no_turn() {
    for (scenario, sets_up) in SCENARIOS {
        let said = at_start(scenario, &[]);
        assert!(!said.contains("Turn 0"), "{scenario}:\n{said}");
        assert_eq!(said.contains("── Set-up"), sets_up, "{scenario}:\n{said}");
    }
}

#[test]
fn units_are_listed_by_the_ids_that_are_typed() {
    let said = at_start("aragon/belchite", &["units", "unit 32/35"]);
    assert!(said.contains(" R 32/35 "), "{said}");
    assert!(said.contains("32/35 is moving"), "{said}");
    let said = at_start("brunete/campaign", &["units"]);
    assert!(said.contains(" R 101a "), "{said}");
}

#[test]
fn the_map_shows_units_by_id_and_a_legend_of_its_own() {
    let said = at_start("aragon/belchite", &["map 1616"]);
    let map = said.rsplit("> ").nth(1).unwrap();
    assert!(map.contains("1616") && !map.contains("2805"), "only what lies around:\n{map}");
    assert!(map.contains("N3/52") && map.contains("^ mountain"), "{map}");
    assert!(!map.contains("sea"), "there is no sea at Belchite:\n{map}");
}

#[test]
fn the_end_is_never_hidden_behind_more() {
    let said = at_start("aragon/belchite", &[]);
    let end = said.lines().find(|line| line.ends_with(" end"));
    assert!(end.is_some(), "{said}");
}

#[test]
fn a_unit_taken_in_hand_is_put_down() {
    let said = at_start("aragon/belchite", &["back", "unit 32/35", "back", "unit 32/35"]);
    assert!(said.contains("There is nothing in hand to put down"), "{said}");
    assert_eq!(said.matches("32/35 is moving").count(), 2, "{said}");
}

#[test]
fn typed_dice_say_what_can_be_typed() {
    let said = played(&["guadalajara/guadalajara", "--typed-dice"], &["setup", "setup", "9", "3"]);
    assert!(said.contains("Type one of: roll 1, roll 2"), "{said}");
    assert!(said.contains("rolled for the weather") || said.contains("rolls for the weather"), "{said}");
}

#[test]
fn a_refusal_is_a_sentence_with_its_rule_behind_it() {
    let said = at_start("aragon/belchite", &["attack 1616"]);
    assert!(
        said.contains("Attacks are declared in the Combat Phase and the Mobile Combat Phase. [7.0c]"),
        "{said}"
    );
}

#[test]
fn a_warning_is_asked_about_before_it_is_done() {
    let asked = "Do it all the same?";
    let declined = at_start("aragon/belchite", &["end", "n"]);
    assert!(declined.contains(asked) && !declined.contains("Bombardment ·"), "{declined}");
    let meant = at_start("aragon/belchite", &["end", "y"]);
    assert!(meant.matches(asked).count() == 1 && meant.contains("Bombardment ·"), "{meant}");
}

#[test]
fn a_set_up_can_be_left_to_the_program() {
    for scenario in ["guadalajara/guadalajara", "madrid/corunna-road"] {
        let said = at_start(scenario, &["start 10", "setup", "setup", "log 3"]);
        assert!(said.contains("or Set up the rest"), "{scenario}:\n{said}");
        assert!(said.contains("Turn 1"), "{scenario}:\n{said}");
    }
}
