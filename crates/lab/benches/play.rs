//! How fast the games are: `cargo bench -p frente-lab`.
//!
//! Random play (list, choose, apply) in decisions a second, and its parts: copy, list, apply, know, odds, a step of a replay.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::{Options, Playable, Rng, Seat, Seed, Wait};
use frente_lab::Playout;
use std::sync::Arc;

fn main() {
    divan::main();
}

fn scenarios() -> Vec<String> {
    let games = frente_catalog::about(None).expect("the built-in data are good");
    games.iter().flat_map(|g| g.scenario.iter().map(|s| format!("{}/{}", g.key, s.key))).collect()
}

/// Positions of a random game that wait for a decision, spread over the whole of it.
fn sample<G: Playable>(game: &G, want: usize) -> Vec<G::Position> {
    let mut all = Vec::new();
    let random = |_, position: &G::Position, legal: &[G::Action], rng: &mut Rng| {
        all.push(*position);
        legal[rng.below(legal.len())]
    };
    Playout::default().play(game, &mut Rng::new(7), random).expect("a game that ends");
    let every = (all.len() / want).max(1);
    all.into_iter().step_by(every).collect()
}

/// What is measured, with the game's own type.
trait Measure {
    fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher);
}

struct Ask<'a, 'b, M>(&'a str, Bencher<'a, 'b>, M);

impl<M: Measure> Visitor for Ask<'_, '_, M> {
    type Out = ();
    fn visit<G: Playable>(self) {
        let game =
            G::open(&DataSource::Embedded, self.0, &Options::default()).expect("a scenario of the list");
        self.2.measure(&Arc::new(game), self.1);
    }
}

fn with<M: Measure>(name: &str, bencher: Bencher, measure: M) {
    let (game, scenario) = name.split_once('/').expect("game/scenario");
    frente_catalog::visit(game, Ask(scenario, bencher, measure)).expect("a game of the list");
}

#[divan::bench(args = scenarios(), max_time = 3)]
fn random_game(bencher: Bencher, name: &str) {
    struct Game;
    impl Measure for Game {
        fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher) {
            let mut playout = Playout::default();
            let mut play = |seed: u64| {
                playout.random(game.as_ref(), &mut Rng::new(seed)).expect("a game that ends").decisions
            };
            let decisions = play(1);
            bencher.counter(ItemsCount::new(decisions)).bench_local(|| play(black_box(1)));
        }
    }
    with(name, bencher, Game);
}

#[divan::bench(args = scenarios(), max_time = 1)]
fn copy(bencher: Bencher, name: &str) {
    struct Copy;
    impl Measure for Copy {
        fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher) {
            let position = game.start();
            bencher.bench_local(|| black_box(*black_box(&position)));
        }
    }
    with(name, bencher, Copy);
}

#[divan::bench(args = scenarios(), max_time = 1)]
fn legal(bencher: Bencher, name: &str) {
    struct Legal;
    impl Measure for Legal {
        fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher) {
            let positions = sample(game.as_ref(), 64);
            let mut out = Vec::new();
            bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
                for position in &positions {
                    game.legal(black_box(position), &mut out);
                    black_box(&out);
                }
            });
        }
    }
    with(name, bencher, Legal);
}

#[divan::bench(args = scenarios(), max_time = 1)]
fn odds(bencher: Bencher, name: &str) {
    struct Odds;
    impl Measure for Odds {
        fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher) {
            let seen: Vec<_> = sample(game.as_ref(), 2000)
                .iter()
                .filter_map(|p| {
                    let seat: Seat = game.wait(p).side()?.into();
                    let seen = game.seen(p, seat);
                    game.odds(&seen, seat).map(|_| (seen, seat))
                })
                .take(64)
                .collect();
            bencher.counter(ItemsCount::new(seen.len())).bench_local(|| {
                for (seen, seat) in &seen {
                    black_box(game.odds(seen, *seat));
                }
            });
        }
    }
    with(name, bencher, Odds);
}

#[divan::bench(args = scenarios(), max_time = 1)]
fn step_anywhere_in_a_replay(bencher: Bencher, name: &str) {
    struct Replay;
    impl Measure for Replay {
        fn measure<G: Playable>(&self, game: &Arc<G>, bencher: Bencher) {
            let mut record = frente_engine::Match::new(Arc::clone(game), Seed::from_number(1));
            let mut rng = Rng::new(1);
            let mut legal = Vec::new();
            loop {
                match record.wait() {
                    Wait::Over(_) => break,
                    Wait::Chance(_) => record.throw().expect("seeded dice"),
                    Wait::Decision(side) => {
                        game.legal(record.position(), &mut legal);
                        record.play(side.into(), legal[rng.below(legal.len())]).expect("a listed action");
                    }
                }
            }
            let length = record.log().len();
            bencher.bench_local(|| black_box(record.at(rng.below(length))));
        }
    }
    with(name, bencher, Replay);
}
