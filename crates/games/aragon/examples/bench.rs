//! Random play, measured: decisions and games per second of CPU, for each scenario.
//!
//! `cargo run --release -p frente-aragon --example bench -- 200` plays 200 games of each.

use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::{Game, Options, Rng, Wait};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    for scenario in frente_aragon::book::SCENARIOS {
        let game = Aragon::open(&DataSource::Embedded, scenario, &Options::default())
            .unwrap_or_else(|e| panic!("{e}"));
        let mut rng = Rng::new(7);
        let started = std::time::Instant::now();
        let decisions: u64 = (0..games).map(|_| play(&game, &mut rng)).sum();
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{scenario}: {games} games, {decisions} decisions, {:.0} decisions/s",
            decisions as f64 / seconds
        );
    }
}

/// One random game; says how many decisions it took.
fn play(game: &Aragon, rng: &mut Rng) -> u64 {
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let mut position = game.start();
    let mut decisions = 0;
    loop {
        let action = match game.wait(&position) {
            Wait::Over(_) => return decisions,
            Wait::Decision(_) => {
                game.legal(&position, &mut legal);
                decisions += 1;
                legal[rng.below(legal.len())]
            }
            Wait::Chance(_) => {
                game.chance(&position, &mut chance);
                let total: u32 = chance.iter().map(|(_, weight)| weight).sum();
                let mut n = rng.below(total as usize) as u32;
                let drawn = chance.iter().find(|(_, weight)| {
                    let found = n < *weight;
                    n = n.saturating_sub(*weight);
                    found
                });
                drawn.unwrap_or(&chance[0]).0
            }
        };
        game.apply(&mut position, action, &mut ());
    }
}
