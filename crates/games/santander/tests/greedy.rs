//! The yardstick of computer play: one decision deep, with this game's judgement, against random play.

use frente_ai::Greedy;
use frente_board::DataSource;
use frente_engine::table::Player;
use frente_engine::{Game, Options, Rng, Side, Wait};
use frente_santander::Santander;

/// Plays one game; who won.
fn play(game: &Santander, greedy: Side, seed: u64) -> Side {
    let mut rng = Rng::new(seed);
    let mut p = game.start();
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    loop {
        match game.wait(&p) {
            Wait::Over(outcome) => return outcome.winner.expect("there is no draw"),
            Wait::Decision(side) => {
                game.legal(&p, &mut legal);
                let action = if side == greedy {
                    Greedy::default().choose(game, side, &game.seen(&p, side.into()), &legal, &mut rng)
                } else {
                    legal[rng.below(legal.len())]
                };
                game.apply(&mut p, action, &mut ());
            }
            Wait::Chance(_) => {
                game.chance(&p, &mut chance);
                let i = rng.weighted(chance.iter().map(|(_, w)| *w));
                game.apply(&mut p, chance[i].0, &mut ());
            }
        }
    }
}

#[test]
fn greedy_beats_random_from_both_sides() {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default())
        .expect("the built-in data are right");
    let games: u64 = 10;
    for side in Side::BOTH {
        let won = (0..games).filter(|seed| play(&game, side, *seed) == side).count() as u64;
        println!("greedy {side}: {won} of {games}");
        assert!(won * 10 >= games * 9, "greedy {side} won only {won} of {games}");
    }
}
