//! A refusal names the rule that stands in the way: the one that would have to give way for the act to become legal.
//!
//! Each main verb is stated here a second time, as a list of conditions that can be lifted one at a time, from the map, the counters and
//! the places of the units alone. In random games acts are tried, sensible and foolish ones. What is accepted must break no condition.
//! What is refused must be refused by a rule whose lifting would do; where no single one does, by one that is broken.

mod fighting;
mod moving;
mod scene;
mod tally;

use fighting::{try_advances, try_attacks, try_retreats};
use frente_engine::present::{Ask, Present};
use frente_engine::{Game, Options, Rng, Testable, Wait};
use moving::{try_entries, try_moves, try_picks};
use scene::{Ground, Scene};
use tally::Tally;

fn play(scenario: &str, options: &Options, seeds: std::ops::Range<u64>, tally: &mut Tally) {
    let ground = Ground::open(scenario, options);
    let game = &ground.game;
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let mut p = game.start();
        for _ in 0..4000 {
            let action = match game.wait(&p) {
                Wait::Over(_) => break,
                Wait::Chance(_) => {
                    game.chance(&p, &mut chance);
                    chance[rng.below(chance.len())].0
                }
                Wait::Decision(_) => {
                    let scene = Scene { ground: &ground, p: &p.public };
                    try_moves(scene, &p, &mut rng, tally);
                    try_picks(scene, &p, &mut rng, tally);
                    try_attacks(scene, &p, &mut rng, tally);
                    try_retreats(scene, &p, &mut rng, tally);
                    try_advances(scene, &p, &mut rng, tally);
                    try_entries(scene, &p, &mut rng, tally);
                    game.legal(&p, &mut legal);
                    legal[rng.below(legal.len())]
                }
            };
            game.apply(&mut p, action, &mut ());
        }
    }
}

#[test]
fn the_rule_named_is_the_one_in_the_way() {
    let mut tally = Tally::default();
    play("campaign", &Options::default(), 1..6, &mut tally);
    play("offensive", &Options::default().with("slowness").with("captured"), 10..26, &mut tally);
    // Enough was tried of each kind for the comparison to mean something.
    for rule in [
        "9b", "9-r6", "9p", "4.1a", "1.1-r2", "1.1e", "9e", "9j", "10.1e", "10.1l", "10.4.1e", "10.4.2e",
        "6.1h",
    ] {
        assert!(tally.refused.contains_key(rule), "{rule} was never the answer: {:?}", tally.refused);
    }
    assert!(tally.accepted > 500, "{} accepted", tally.accepted);
}

/// A place beyond a unit's points is refused for points, whatever stands on the straight way there.
#[test]
fn why_not_there() {
    let ground = Ground::open("campaign", &Options::default());
    let set = "clear = true\nturn = 4\nside = \"republican\"\nphase = \"movement\"\nunits = { \"101a\" = \"1602\", \"71-1\" = \"1608\" }";
    let mut p = ground.game.arrange(&set.parse().expect("a table")).expect("a position");
    let pick = ground.game.parse(&p, "unit 101a").expect("a line");
    ground.game.play(&mut p, pick, &mut ()).expect("a unit to move");
    let why = |place: &str| {
        let ask = Ask { piece: None, place: Some(place.to_owned()) };
        ground.game.why_not(&p, &ask).map(|r| (r.rule.id(), r.numbers))
    };
    assert_eq!(why("1612"), Some(("9b", Some((13, 8)))), "far and empty: round the zone of 71-1");
    assert_eq!(why("1608").map(|w| w.0), Some("1.1-r2"), "an enemy stands there");
    assert_eq!(why("1603"), None, "it can go there");
}
