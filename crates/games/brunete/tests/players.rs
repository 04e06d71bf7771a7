//! The greedy player understands the game: it beats the random one from either side.

use frente_ai::{Greedy, Random};
use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_engine::table::Player;
use frente_engine::{Game, Judged, Options, Outcome, Rng, Side, Wait};

fn play(game: &Brunete, greedy: Side, seed: u64) -> Outcome {
    let mut rng = Rng::new(seed);
    let mut p = game.start();
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    loop {
        match game.wait(&p) {
            Wait::Over(outcome) => return outcome,
            Wait::Decision(side) => {
                game.legal(&p, &mut legal);
                let seen = game.seen(&p, side.into());
                let action = if side == greedy {
                    Greedy::default().choose(game, side, &seen, &legal, &mut rng)
                } else {
                    Random.choose(game, side, &seen, &legal, &mut rng)
                };
                game.apply(&mut p, action, &mut ());
            }
            Wait::Chance(_) => {
                game.chance(&p, &mut chance);
                let i = rng.weighted(chance.iter().map(|(_, w)| *w));
                game.apply(&mut p, chance[i].0, &mut ());
                assert_eq!(game.judge(&p, Side::Republican), -game.judge(&p, Side::Nationalist));
            }
        }
    }
}

#[test]
fn greedy_beats_random_from_either_side() {
    let game =
        Brunete::open(&DataSource::Embedded, "campaign", &Options::default()).expect("the built-in data");
    for side in Side::BOTH {
        let won = (1..=2).filter(|seed| play(&game, side, *seed).winner == Some(side)).count();
        assert_eq!(won, 2, "greedy {side}");
    }
}
