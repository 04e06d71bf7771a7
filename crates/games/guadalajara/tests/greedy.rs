//! The judgement against chance: the greedy player wins the battle that a random one never wins.

use frente_ai::Greedy;
use frente_board::data::DataSource;
use frente_engine::table::Player;
use frente_engine::{Game, Options, Rng, Seat, Side, Wait};
use frente_guadalajara::Guadalajara;

/// Plays greedy for one side against random, and says who won.
fn winner(game: &Guadalajara, greedy: Side, seed: u64) -> Option<Side> {
    let mut rng = Rng::new(seed);
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let mut p = game.start();
    loop {
        let action = match game.wait(&p) {
            Wait::Over(outcome) => return outcome.winner,
            Wait::Chance(_) => {
                game.chance(&p, &mut chance);
                chance[rng.below(chance.len())].0
            }
            Wait::Decision(side) => {
                game.legal(&p, &mut legal);
                if side == greedy {
                    let seen = game.seen(&p, Seat::from(side));
                    Greedy::default().choose(game, side, &seen, &legal, &mut rng)
                } else {
                    legal[rng.below(legal.len())]
                }
            }
        };
        game.apply(&mut p, action, &mut ());
    }
}

#[test]
fn greedy_beats_random_from_both_sides() {
    let game = Guadalajara::open(&DataSource::Embedded, "guadalajara", &Options::default()).unwrap();
    for side in Side::BOTH {
        assert_eq!(winner(&game, side, 301), Some(side), "greedy as {side}");
    }
}
