//! Random play to the end.
use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::{Game, Options, Rng, Wait};

#[test]
fn random_games_end() {
    for (scenario, options) in [("belchite", vec![]), ("teruel", vec!["fatigue", "blizzard"]), ("alfambra", vec!["fatigue", "blizzard"])] {
        let options = options.into_iter().fold(Options::default(), |o, k| o.with(k));
        let game = Aragon::open(&DataSource::Embedded, scenario, &options).unwrap_or_else(|e| panic!("{e}"));
        let (mut legal, mut chance) = (Vec::new(), Vec::new());
        let mut endings = std::collections::BTreeMap::new();
        let (mut decisions, mut widest) = (0, 0);
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut p = game.start();
            let mut steps = 0;
            loop {
                steps += 1;
                assert!(steps < 100_000);
                match game.wait(&p) {
                    Wait::Over(o) => {
                        *endings.entry(o.reason).or_insert(0) += 1;
                        break;
                    }
                    Wait::Decision(_) => {
                        game.legal(&p, &mut legal);
                        assert!(!legal.is_empty(), "{:?}", p.public.stack.frames());
                        widest = widest.max(legal.len());
                        decisions += 1;
                        let a = legal[rng.below(legal.len())];
                        game.apply(&mut p, a, &mut ());
                    }
                    Wait::Chance(_) => {
                        game.chance(&p, &mut chance);
                        assert!(!chance.is_empty());
                        let total: u32 = chance.iter().map(|c| c.1).sum();
                        let mut n = rng.below(total as usize) as u32;
                        let a = chance.iter().find(|(_, w)| { let f = n < *w; n = n.saturating_sub(*w); f }).unwrap().0;
                        game.apply(&mut p, a, &mut ());
                    }
                }
            }
        }
        println!("{scenario}: {endings:?} {decisions} widest {widest} size {}", size_of_val(&game.start()));
    }
}
