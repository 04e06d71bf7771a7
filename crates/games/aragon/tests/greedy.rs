//! The judgement is good enough to beat chance.

use frente_ai::{Greedy, Random};
use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::table::Player;
use frente_engine::{Game, Options, Rng, Seat, Side, Wait};

/// Plays one game between two players; says who won.
fn play(game: &Aragon, players: [&dyn Player<Aragon>; 2], seed: u64) -> Option<Side> {
    let mut rng = Rng::new(seed);
    let mut position = game.start();
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    loop {
        let action = match game.wait(&position) {
            Wait::Over(outcome) => return outcome.winner,
            Wait::Decision(side) => {
                game.legal(&position, &mut legal);
                let seen = game.seen(&position, Seat::from(side));
                players[side.index()].choose(game, side, &seen, &legal, &mut rng)
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

fn beats_random(scenario: &str, games: u64) {
    let game =
        Aragon::open(&DataSource::Embedded, scenario, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut won = [0, 0];
    for seed in 0..games {
        let side = if seed % 2 == 0 { Side::Republican } else { Side::Nationalist };
        let mut players: [&dyn Player<Aragon>; 2] = [&Random, &Random];
        let greedy = Greedy::default();
        players[side.index()] = &greedy;
        won[side.index()] += u64::from(play(&game, players, seed) == Some(side));
    }
    let share = 100 * (won[0] + won[1]) / games;
    assert!(share >= 95, "{scenario}: greedy wins {share} % ({won:?} of {games})");
}

#[test]
fn belchite() {
    beats_random("belchite", 20);
}

#[test]
fn teruel() {
    beats_random("teruel", 20);
}

#[test]
fn alfambra() {
    beats_random("alfambra", 20);
}
