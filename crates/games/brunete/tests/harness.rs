//! The shared harness, on both scenarios with and without options.

use frente_brunete::Brunete;
use frente_engine::{Options, harness};

fn all() -> Options {
    Options::default().with("slowness").with("flak").with("captured")
}

#[test]
fn every_rule_id_stands_in_the_reference() {
    harness::check_rules::<Brunete>();
}

#[test]
fn campaign() {
    let tallies = harness::check::<Brunete>("campaign", &Options::default(), 2, 1);
    assert!(tallies.iter().all(|t| t.decisions > 300), "{tallies:?}");
}

#[test]
fn campaign_with_every_option() {
    harness::check::<Brunete>("campaign", &all().with("casualties"), 2, 100);
}

#[test]
fn offensive() {
    harness::check::<Brunete>("offensive", &Options::default(), 4, 200);
}

#[test]
fn offensive_with_options() {
    harness::check::<Brunete>("offensive", &all(), 3, 300);
}

#[test]
fn solo() {
    harness::check::<Brunete>("offensive", &Options::default().with("solo"), 2, 400);
}
