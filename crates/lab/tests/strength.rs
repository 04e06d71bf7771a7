//! The greedy player understands every game: it beats the random one from either side.
//!
//! It wins 95 of 100 games, both sides taken together. That many games take minutes, so the test is run by itself, with
//! `cargo test -p frente-lab --test strength -- --ignored`, as `.ci/run` does; the figures of strength come from more
//! (`frente sim … --republican greedy`).

use frente_lab::{Plan, simulate};
use std::sync::atomic::AtomicU64;

const GAMES: u64 = 40;

fn wins(game: &str, scenario: &str, side: usize) -> u64 {
    let players = if side == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
    let plan = Plan {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: frente_engine::Options::default(),
        data: None,
        republican: players[0].to_owned(),
        nationalist: players[1].to_owned(),
        games: GAMES,
        seed: 1,
        threads: 2,
        check: false,
    };
    let report = simulate(&plan, &AtomicU64::new(0)).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    let won = report.outcomes.iter().filter(|o| o.winner.is_some_and(|w| w.index() == side));
    won.map(|o| o.games).sum()
}

#[test]
#[ignore = "plays 800 games; .ci/run has it"]
fn greedy_beats_random_in_every_scenario() {
    for about in frente_catalog::about(None).unwrap() {
        for scenario in &about.scenario {
            let won = [0, 1].map(|side| wins(&about.key, &scenario.key, side));
            assert!(
                20 * (won[0] + won[1]) >= 19 * 2 * GAMES,
                "{}/{}: won {won:?} of {GAMES} each",
                about.key,
                scenario.key
            );
        }
    }
}
