use frente_board::data::DataSource;
use frente_engine::{Game, Options, Rng, Wait};
use frente_madrid::Madrid;

#[test]
fn plays() {
    for scenario in ["drive", "corunna-road", "campaign"] {
        let game = Madrid::open(&DataSource::Embedded, scenario, &Options::default()).unwrap();
        println!("size {}", size_of::<<Madrid as Game>::Position>());
        let mut wins = [0, 0];
        let (mut decisions, mut throws, mut widest) = (0u64, 0u64, 0);
        let t = std::time::Instant::now();
        let mut reasons = std::collections::BTreeMap::new();
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut p = game.start();
            let (mut legal, mut chance) = (vec![], vec![]);
            loop {
                match game.wait(&p) {
                    Wait::Over(o) => {
                        wins[o.winner.unwrap().index()] += 1;
                        *reasons.entry(o.reason).or_insert(0) += 1;
                        break;
                    }
                    Wait::Decision(_) => {
                        game.legal(&p, &mut legal);
                        assert!(!legal.is_empty(), "{:?}", p.public.frames);
                        widest = widest.max(legal.len());
                        decisions += 1;
                        let a = legal[rng.below(legal.len())];
                        game.apply(&mut p, a, &mut ());
                    }
                    Wait::Chance(_) => {
                        game.chance(&p, &mut chance);
                        throws += 1;
                        let i = rng.weighted(chance.iter().map(|c| c.1));
                        game.apply(&mut p, chance[i].0, &mut ());
                    }
                }
            }
        }
        let secs = t.elapsed().as_secs_f64();
        println!("{scenario}: {wins:?} {decisions} decisions {throws} throws widest {widest}; {:.0}/s {reasons:?}", decisions as f64 / secs);
    }
}
