//! What may be taken back in a combat whose die is thrown: all that hangs on nothing hidden.

use crate::action::Action;
use crate::game::Santander;
use crate::position::Position;
use frente_board::DataSource;
use frente_engine::{Game, Options, Testable};

/// Three units can retreat onto friends, in an order that matters.
const RETREAT: &str = r#"
side = "nationalist"
phase = "combat"
turn = 2
[units]
"CLXVI/52" = "2404"
"CLXVII/52" = "2404"
"FT" = "2404"
"CLXVIII/52" = "2303"
"CLXIX/52" = "2303"
"CLXX/53" = "2303"
"1/IN" = "2504"
"2/IN" = "2504"
"1/LIT" = "2503"
"2/LIT" = "2503"
"1/VN" = "2204"
"2/VN" = "2305"
"#;

fn played(game: &Santander, lines: &[&str]) -> (Position, Vec<(String, bool)>) {
    let set = RETREAT.parse().expect("a table");
    let mut p = game.arrange(&set).expect("a position");
    let mut reveals = Vec::new();
    for line in lines {
        let action = game.parse(&p, line).expect("a line");
        if !matches!(action, Action::Roll(_)) {
            reveals.push(((*line).to_owned(), game.reveals(&p, action)));
        }
        game.play(&mut p, action, &mut ()).expect("a legal action");
    }
    (p, reveals)
}

#[test]
fn a_combat_shows_something_new_when_its_hex_falls_empty() {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default()).expect("the game");
    let declared =
        ["attack 2404", "with 1/IN", "with 2/IN", "with 1/LIT", "with 2/LIT", "declare", "done", "done"];
    let rest = [
        ("retreat", false),
        ("lose 1/IN", false),
        ("to 2303", false),
        ("next CLXVII/52", false),
        // The last of them goes: a column below would show itself, and whether the attackers may advance is seen.
        ("next CLXVI/52", true),
        // Who advances learns nothing.
        ("advance 2/IN", false),
        ("halt", false),
    ];
    let dice = ["roll 3", "roll 1"];
    let lines: Vec<&str> = declared.into_iter().chain(dice).chain(rest.map(|(line, _)| line)).collect();
    let (p, reveals) = played(&game, &lines);
    assert!(p.public.fight.target == frente_board::Hex::NONE, "the combat is over");
    for (line, expected) in rest {
        let said = reveals.iter().find(|(l, _)| l == line).map(|(_, said)| *said);
        assert_eq!(said, Some(expected), "{line}");
    }
    let (_, reveals) = played(&game, &[&declared[..], &["roll 3", "roll 1", "stand"]].concat());
    assert_eq!(reveals.last(), Some(&("stand".to_owned(), false)));
}
