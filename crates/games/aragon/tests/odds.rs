//! Odds agree with play: exact chances against a million simulated combats, through the real rules.

use frente_aragon::Aragon;
use frente_aragon::action::Action;
use frente_aragon::event::Event;
use frente_board::DataSource;
use frente_engine::{Game, Options, Present, Rng, Seat, Testable};
use std::collections::BTreeMap;

fn arrange(game: &Aragon, set: &str, lines: &[&str]) -> <Aragon as Game>::Position {
    let set = toml::from_str(set).unwrap_or_else(|e| panic!("{e}"));
    let mut position = game.arrange(&set).unwrap_or_else(|e| panic!("{e}"));
    for line in lines {
        for line in game.expand(&position, line).unwrap_or_else(|| vec![(*line).to_owned()]) {
            let action = game.parse(&position, &line).unwrap_or_else(|e| panic!("{e}"));
            game.play(&mut position, action, &mut ()).unwrap_or_else(|r| panic!("{line}: {}", r.rule));
        }
    }
    position
}

/// Rolls the combat of the position many times, imagining anew what the seat cannot see, and compares with the odds.
fn compare(game: &Aragon, position: &<Aragon as Game>::Position, seat: Seat, passes: usize, rolls: u32) {
    let seen = game.seen(position, seat);
    let odds = game.odds(&seen, seat).unwrap_or_else(|| panic!("no combat at hand"));
    assert_eq!(odds.results.iter().map(|r| r.weight).sum::<u64>(), odds.total, "weights add up");
    assert_eq!(6 * odds.columns.iter().map(|c| c.1).sum::<u64>(), odds.total, "columns add up");
    let mut rng = Rng::new(1);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut events = Vec::new();
    for _ in 0..rolls {
        let mut trial = game.imagine(&seen, &mut rng);
        for _ in 0..passes {
            game.apply(&mut trial, Action::Pass, &mut ());
        }
        events.clear();
        game.apply(&mut trial, Action::Roll(1 + rng.below(6) as u8), &mut events);
        let rolled = events.iter().find_map(|e| match e {
            Event::Rolled { result, .. } => Some(result.to_string()),
            _ => None,
        });
        *counts.entry(rolled.unwrap_or_default()).or_default() += 1;
    }
    for result in &odds.results {
        let expected = result.weight as f64 / odds.total as f64;
        let found = f64::from(counts.remove(&result.result).unwrap_or(0)) / f64::from(rolls);
        let sigma = (expected * (1.0 - expected) / f64::from(rolls)).sqrt();
        assert!(
            (expected - found).abs() <= 5.0 * sigma + 1e-9,
            "{}: {expected} against {found}",
            result.result
        );
    }
    assert!(counts.is_empty(), "results that the odds call impossible: {counts:?}");
}

fn open(scenario: &str, options: &[&str]) -> Aragon {
    let options = options.iter().fold(Options::default(), |o, key| o.with(key));
    Aragon::open(&DataSource::Embedded, scenario, &options).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_million_rolls_agree() {
    let game = open("belchite", &["fatigue"]);
    let set = r#"
        clear = true
        turn = 2
        side = "republican"
        phase = "combat"
        units = { "3/52" = "2607 fatigue-1", "12int/35" = "2706", "32/35" = "2707 fatigue-2" }
    "#;
    let position = arrange(&game, set, &["attack 2607 with 12int/35 32/35"]);
    compare(&game, &position, Seat::Republican, 0, 1_000_000);
}

#[test]
fn hidden_markers_are_averaged() {
    let game = open("belchite", &[]);
    let set = r#"
        clear = true
        turn = 2
        side = "republican"
        phase = "combat"
        units = { "4/52" = "1817", "12int/35" = "1818", "32/35" = "1717", "9/11" = "1917" }
        forts = ["1817"]
        used = { nationalist = ["4", "1"] }
        hand = { republican = ["3", "2air", "1"], nationalist = ["4", "2", "3air"] }
    "#;
    let lines = ["attack 1817 with 12int/35 32/35 9/11", "support 3", "support 4", "support 2air"];
    let position = arrange(&game, set, &lines);
    // One enemy marker lies face down; the defender's last step is still to come and is passed.
    compare(&game, &position, Seat::Republican, 1, 200_000);
    compare(&game, &position, Seat::Nationalist, 1, 200_000);
    compare(&game, &position, Seat::Spectator, 1, 200_000);
}

#[test]
fn bombardment() {
    let game = open("belchite", &[]);
    let set = r#"
        clear = true
        turn = 2
        side = "republican"
        phase = "bombardment"
        units = { "3/52" = "2607", "12int/35" = "2706" }
        hand = { republican = ["3", "3air"] }
    "#;
    let position = arrange(&game, set, &["bombard 2607 with 3 3air"]);
    compare(&game, &position, Seat::Republican, 0, 200_000);
}
