//! Random play as the first reviewer: every rule of the engine's contract at every step.

use frente_engine::{Options, harness};
use frente_santander::Santander;

#[test]
fn random_games_hold() {
    let tallies = harness::check::<Santander>("santander", &Options::default(), 6, 1);
    assert!(tallies.iter().all(|t| t.decisions > 100));
}

#[test]
fn random_games_hold_with_every_option() {
    let options = Options::default().with("air-combat").with("historical").with("slow-recovery");
    harness::check::<Santander>("santander", &options, 4, 100);
}

#[test]
fn every_rule_named_is_known() {
    harness::check_rules::<Santander>();
}
