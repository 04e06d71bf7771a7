//! The shared harness on each scenario, the rule ids, and the size of a position.

use frente_engine::harness::{check, check_rules};
use frente_engine::{Game, Options};
use frente_madrid::Madrid;

const SCENARIOS: [&str; 3] = ["drive", "corunna-road", "campaign"];

#[test]
fn random_games_hold() {
    for scenario in SCENARIOS {
        check::<Madrid>(scenario, &Options::default(), 6, 1);
    }
}

#[test]
fn random_games_hold_with_every_option() {
    let options = Options::default().with("stop-on-entering").with("whole-defence-value");
    for scenario in SCENARIOS {
        check::<Madrid>(scenario, &options, 3, 100);
    }
}

#[test]
fn rules_are_known() {
    check_rules::<Madrid>();
}

#[test]
fn sizes() {
    assert!(size_of::<<Madrid as Game>::Position>() <= 4096);
    assert!(size_of::<<Madrid as Game>::Action>() <= 16);
}
