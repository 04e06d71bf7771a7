//! Random play through the engine's harness: every scenario, with and without its options.

use frente_aragon::Aragon;
use frente_engine::Options;
use frente_engine::harness::{check, check_rules};

fn play(scenario: &str, options: &[&str], games: u64) {
    let options = options.iter().fold(Options::default(), |o, key| o.with(key));
    let tallies = check::<Aragon>(scenario, &options, games, 1);
    assert_eq!(tallies.len() as u64, games);
}

#[test]
fn belchite() {
    play("belchite", &[], 12);
}

#[test]
fn belchite_with_fatigue() {
    play("belchite", &["fatigue"], 8);
}

#[test]
fn teruel() {
    play("teruel", &[], 8);
}

#[test]
fn teruel_with_everything() {
    play("teruel", &["fatigue", "blizzard"], 12);
}

#[test]
fn alfambra() {
    play("alfambra", &[], 8);
}

#[test]
fn alfambra_with_everything() {
    play("alfambra", &["fatigue", "blizzard"], 12);
}

#[test]
fn every_rule_named_is_known() {
    check_rules::<Aragon>();
}
