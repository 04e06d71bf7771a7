//! The greedy player, who only looks at the judgement, beats the random one.

use frente_ai::{Greedy, Random};
use frente_board::data::DataSource;
use frente_engine::table::Player;
use frente_engine::{Game, Options, Rng, Seat, Side, Wait};
use frente_madrid::Madrid;

/// Who wins a game of these players.
fn play(
    game: &Madrid,
    republican: &dyn Player<Madrid>,
    nationalist: &dyn Player<Madrid>,
    seed: u64,
) -> Option<Side> {
    let mut rng = Rng::new(seed);
    let mut position = game.start();
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    loop {
        match game.wait(&position) {
            Wait::Over(outcome) => return outcome.winner,
            Wait::Decision(side) => {
                game.legal(&position, &mut legal);
                let seen = game.seen(&position, Seat::from(side));
                let player = if side == Side::Republican { republican } else { nationalist };
                let action = player.choose(game, side, &seen, &legal, &mut rng);
                game.apply(&mut position, action, &mut ());
            }
            Wait::Chance(_) => {
                game.chance(&position, &mut chance);
                let i = rng.weighted(chance.iter().map(|c| c.1));
                game.apply(&mut position, chance[i].0, &mut ());
            }
        }
    }
}

/// Games on each side of the table.
const GAMES: u64 = 20;

#[test]
fn greedy_beats_random() {
    for scenario in ["drive", "corunna-road", "campaign"] {
        let game = match Madrid::open(&DataSource::Embedded, scenario, &Options::default()) {
            Ok(game) => game,
            Err(e) => panic!("{e}"),
        };
        let mut won = [0; 2];
        for seed in 0..GAMES {
            let red = play(&game, &Greedy::default(), &Random, seed);
            let blue = play(&game, &Random, &Greedy::default(), seed);
            won[0] += u64::from(red == Some(Side::Republican));
            won[1] += u64::from(blue == Some(Side::Nationalist));
        }
        println!(
            "{scenario}: greedy wins {} of {GAMES} as Republican, {} of {GAMES} as Nationalist",
            won[0], won[1]
        );
        assert!(won[0] + won[1] >= 2 * GAMES * 95 / 100, "{scenario}: {won:?} of {GAMES} each");
    }
}
