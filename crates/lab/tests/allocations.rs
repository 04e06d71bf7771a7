//! Listing and applying allocate nothing once the reused lists have grown.

use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::{Options, Playable, Rng, Wait};

struct Count<'a>(&'a str);

fn play<G: Playable>(
    game: &G,
    seed: u64,
    legal: &mut Vec<G::Action>,
    chance: &mut Vec<(G::Action, u32)>,
) -> u64 {
    let mut rng = Rng::new(seed);
    let mut position = game.start();
    let mut steps = 0;
    loop {
        let action = match game.wait(&position) {
            Wait::Over(_) => return steps,
            Wait::Chance(_) => {
                game.chance(&position, chance);
                chance[rng.weighted(chance.iter().map(|(_, w)| *w))].0
            }
            Wait::Decision(_) => {
                game.legal(&position, legal);
                legal[rng.below(legal.len())]
            }
        };
        game.apply(&mut position, action, &mut ());
        steps += 1;
    }
}

impl Visitor for Count<'_> {
    type Out = ();
    fn visit<G: Playable>(self) {
        let game = G::open(&DataSource::Embedded, self.0, &Options::default()).unwrap();
        assert!(
            size_of::<G::Position>() <= 4096,
            "{}: a position has {} bytes",
            G::KEY,
            size_of::<G::Position>()
        );
        assert!(size_of::<G::Action>() <= 16, "{}: an action has {} bytes", G::KEY, size_of::<G::Action>());
        let (mut legal, mut chance) = (Vec::new(), Vec::new());
        for seed in 0..5 {
            play(&game, seed, &mut legal, &mut chance);
        }
        let mut steps = 0;
        let used = allocation_counter::measure(|| steps = play(&game, 4, &mut legal, &mut chance));
        assert!(steps > 50, "{}/{}: a game of {steps} steps shows nothing", G::KEY, self.0);
        assert_eq!(
            used.count_total,
            0,
            "{}/{}: {} allocations in {steps} steps",
            G::KEY,
            self.0,
            used.count_total
        );
    }
}

#[test]
fn random_play_allocates_nothing_after_warm_up() {
    for about in frente_catalog::about(None).unwrap() {
        for scenario in &about.scenario {
            frente_catalog::visit(&about.key, Count(&scenario.key)).unwrap();
        }
    }
}
