//! Random play as the first reviewer, and the book against itself.

use frente_engine::{Options, harness};
use frente_guadalajara::Guadalajara;

#[test]
fn rule_ids_are_known() {
    harness::check_rules::<Guadalajara>();
}

#[test]
fn random_games() {
    for tally in harness::check::<Guadalajara>("guadalajara", &Options::default(), 2, 1) {
        assert!(tally.decisions > 1_000, "{tally:?}");
    }
}

#[test]
fn random_games_with_every_option() {
    let pairs = [
        ["suggested-setup", "zone-by-total"],
        ["mud-chart-only", "strict-chain"],
        ["mud-allowance-only", "entry-e3"],
    ];
    for (i, keys) in pairs.iter().enumerate() {
        let options = keys.iter().fold(Options::default(), |o, k| o.with(k));
        harness::check::<Guadalajara>("guadalajara", &options, 1, 100 + i as u64);
    }
}
