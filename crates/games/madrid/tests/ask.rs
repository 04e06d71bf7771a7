//! Every question has an answer: why, odds and overlays for each piece and place, on the map and off it, at any moment.

use frente_board::data::DataSource;
use frente_engine::harness::Walk;
use frente_engine::present::Ask;
use frente_engine::{Game, Options, Present, Seat};
use frente_madrid::Madrid;

type Position = <Madrid as Game>::Position;

fn open(scenario: &str) -> Madrid {
    Madrid::open(&DataSource::Embedded, scenario, &Options::default()).expect("a scenario")
}

/// A random walk of so many steps, with a look at every position on the way.
fn walk(game: &Madrid, seed: u64, steps: usize, mut look: impl FnMut(&Position, usize)) {
    let mut walk = Walk::new(game, seed);
    for step in 0..steps {
        look(&walk.position, step);
        if walk.is_over() {
            return;
        }
        walk.step(&mut ());
    }
}

#[test]
fn every_question_has_an_answer() {
    for scenario in ["drive", "corunna-road", "campaign"] {
        let game = open(scenario);
        let words = game.lexicon("en");
        let sheet = game.sheet();
        let frente_engine::sheet::MapSheet::Areas(map) = &sheet.map else { panic!("a map of areas") };
        let areas = map.areas.iter().map(|a| a.id.clone()).chain(map.boxes.iter().map(|b| b.id.clone()));
        let places: Vec<Option<String>> = areas.map(Some).chain([None]).collect();
        let pieces: Vec<Option<String>> =
            sheet.pieces.iter().map(|p| Some(p.id.clone())).chain([None]).collect();
        walk(&game, 1936, 1500, |position, step| {
            if step % 10 == 0 {
                // Every piece with one place, every place with one piece, and both without the other.
                let pairs = pieces.iter().map(|piece| (piece, &places[step / 10 % places.len()]));
                let alone = pieces.iter().map(|piece| (piece, &None));
                let turned = places.iter().map(|place| (&pieces[step / 10 % pieces.len()], place));
                let nobody = places.iter().map(|place| (&None, place));
                for (piece, place) in pairs.chain(alone).chain(turned).chain(nobody) {
                    let ask = Ask { piece: piece.clone(), place: place.clone() };
                    if let Some(refusal) = game.why_not(position, &ask) {
                        let said = words.say(&game.explain(&refusal, &words));
                        assert!(said.len() > 10 && !said.contains('{'), "{ask:?}: {said}");
                    }
                }
            }
            for seat in Seat::ALL {
                let seen = game.seen(position, seat);
                game.odds(&seen, seat);
                for (key, _) in &sheet.overlays {
                    assert!(game.overlay(&seen, seat, key).is_some(), "{key}");
                }
            }
        });
    }
}

/// A position of the campaign and the answer to a line that is refused in it.
fn refused(set: &str, lines: &[&str], line: &str) -> String {
    let game = open("campaign");
    let mut position =
        frente_engine::Testable::arrange(&game, &set.parse().expect("a table")).expect("a position");
    for line in lines {
        let action = game.parse(&position, line).expect("a line");
        game.play(&mut position, action, &mut ()).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    }
    let action = game.parse(&position, line).expect("a line");
    let refusal = game.check(&position, action).expect_err("a refusal");
    game.lexicon("en").say(&game.explain(&refusal, &game.lexicon("en")))
}

#[test]
fn a_refusal_says_its_numbers() {
    let march = "clear = true\ncontrol = { nationalist = [\"L\", \"G\"] }\n\
                 units = { Serrallo = \"L\", Argel = \"6\", Mena = \"K\", Perea = \"AJ\" }";
    let said = refused(march, &["move L", "with Serrallo", "ready", "to F"], "to M");
    assert!(said.contains("costs 2 MP, and the stack has 1 left"), "{said}");
    let poor = "clear = true\nsupport = { nationalist = 0 }\n\
                units = { Serrallo = \"D\", Mena = \"D\", Argel = \"6\", Perea = \"AJ\" }";
    let said = refused(poor, &["combat D", "with Serrallo"], "prepare");
    assert!(said.contains("support points is 1, and the side has 0"), "{said}");
    let early = "clear = true\nturn = 2\nside = \"republican\"\nunits = { Serrallo = \"D\", Mena = \"AJ\" }";
    let said = refused(early, &[], "play air");
    assert!(said.contains("from turn 3, and this is turn 2"), "{said}");
}

#[test]
fn a_unit_off_the_map_says_why_it_takes_no_part() {
    let game = open("campaign");
    let set = |text: &str| {
        let set = text.parse().expect("a table");
        frente_engine::Testable::arrange(&game, &set).expect("a position")
    };
    let why = |position: &Position, piece: &str| {
        let ask = Ask { piece: Some(piece.to_owned()), place: None };
        game.why_not(position, &ask).map(|refusal| refusal.rule.id())
    };
    let position = set("turn = 1\nunits = { Mena = \"eliminated\", Bueno = \"removed\" }");
    assert_eq!(why(&position, "Campesino"), Some("1.1k"), "it waits on the turn track");
    assert_eq!(why(&position, "Mena"), Some("8a"));
    assert_eq!(why(&position, "Bueno"), Some("9b"));
    assert_eq!(why(&position, "VI-Bandera"), None, "it may move");
}
