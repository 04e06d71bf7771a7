//! How fast random play is: `cargo test --release -p frente-santander --test speed -- --ignored --nocapture`.

use frente_board::DataSource;
use frente_engine::{Game, Options, Rng, Wait};
use frente_santander::Santander;

#[test]
#[ignore = "a measurement, not a test"]
fn random_play() {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default())
        .expect("the built-in data are right");
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let (mut decisions, mut throws, mut widest) = (0u64, 0u64, 0);
    let games = 2_000;
    // A test may look at the clock; rules may not.
    #[allow(clippy::disallowed_types)]
    let start = std::time::Instant::now();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut p = game.start();
        loop {
            match game.wait(&p) {
                Wait::Over(_) => break,
                Wait::Decision(_) => {
                    game.legal(&p, &mut legal);
                    widest = widest.max(legal.len());
                    decisions += 1;
                    game.apply(&mut p, legal[rng.below(legal.len())], &mut ());
                }
                Wait::Chance(_) => {
                    game.chance(&p, &mut chance);
                    throws += 1;
                    game.apply(&mut p, chance[rng.below(chance.len())].0, &mut ());
                }
            }
        }
    }
    let took = start.elapsed().as_secs_f64();
    println!(
        "{games} games in {took:.2} s: {:.0} decisions/s, {:.0} games/s, {:.0} decisions and {:.0} throws a game, at most {widest} options",
        decisions as f64 / took,
        games as f64 / took,
        decisions as f64 / games as f64,
        throws as f64 / games as f64,
    );
}
