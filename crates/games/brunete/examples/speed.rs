//! Random play against the clock: decisions and games per second on one core.
//!
//! `cargo run --release -p frente-brunete --example speed -- [scenario] [games]`

use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_engine::{Game, Options, Rng, Wait};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let scenario = args.next().unwrap_or_else(|| "campaign".to_owned());
    let games: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(200);
    let game = Brunete::open(&DataSource::Embedded, &scenario, &Options::default()).expect("the built-in data");
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let (mut decisions, mut throws, mut options, mut widest) = (0u64, 0u64, 0u64, 0);
    let mut wins = [0u32; 3];
    let begun = Instant::now();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut p = game.start();
        loop {
            match game.wait(&p) {
                Wait::Over(outcome) => {
                    wins[outcome.winner.map_or(2, |s| s.index())] += 1;
                    break;
                }
                Wait::Decision(_) => {
                    game.legal(&p, &mut legal);
                    decisions += 1;
                    options += legal.len() as u64;
                    widest = widest.max(legal.len());
                    let action = legal[rng.below(legal.len())];
                    game.apply(&mut p, action, &mut ());
                }
                Wait::Chance(_) => {
                    game.chance(&p, &mut chance);
                    throws += 1;
                    let i = rng.weighted(chance.iter().map(|(_, w)| *w));
                    game.apply(&mut p, chance[i].0, &mut ());
                }
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{scenario}: {games} games, {decisions} decisions and {throws} throws in {seconds:.2} s: {:.0} decisions/s, {:.0} games/s",
        decisions as f64 / seconds,
        games as f64 / seconds
    );
    println!("options: mean {:.1}, widest {widest}; republican {} nationalist {} draws {}", options as f64 / decisions as f64, wins[0], wins[1], wins[2]);
    println!("position {} bytes", size_of::<<Brunete as Game>::Position>());
}
