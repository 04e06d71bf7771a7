//! Listing and applying allocate nothing once the reused lists have grown.

use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::{Options, Playable, Rng};
use frente_lab::Playout;

struct Count<'a>(&'a str);

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
        let mut playout = Playout::default();
        for seed in 0..5 {
            playout.random(&game, &mut Rng::new(seed)).unwrap();
        }
        let mut steps = 0;
        let used = allocation_counter::measure(|| {
            let played = playout.random(&game, &mut Rng::new(4)).unwrap();
            steps = played.decisions + played.throws;
        });
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
