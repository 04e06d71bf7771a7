//! Refusals say what is needed and what there is, in the numbers players use.

use frente_board::DataSource;
use frente_engine::{Game, Options, Present, Testable};
use frente_santander::Santander;

fn said(set: &str, lines: &[&str], refused: &str) -> String {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default()).expect("the game");
    let mut position = game.arrange(&toml::from_str(set).expect("a table")).expect("a position");
    for line in lines {
        let action = game.parse(&position, line).expect("a line");
        game.play(&mut position, action, &mut ()).expect("a legal action");
    }
    let action = game.parse(&position, refused).expect("a line");
    let refusal = game.check(&position, action).expect_err("a refusal");
    game.lexicon("en").say(&game.explain(&refusal, &game.lexicon("en")))
}

#[test]
fn refusals_say_their_numbers() {
    let set = r#"
        clear = true
        turn = 2
        weather = "rain"
        units = { "Ar" = "2007", "1/IN" = "2006", "2/IN" = "2006", "1/VN" = "2006", "2/VN" = "1913 dsg", "CLXVI/52" = "1211" }
    "#;
    let full = said(set, &["pick Ar"], "move Ar 2007-2006");
    assert_eq!(full, "With Ar there would be 7 stacking points in 2006; it holds 6.");
    let far = said(set, &["pick 2/VN"], "move 2/VN 1913-1813");
    assert_eq!(far, "1813 takes 4 movement points; 2/VN has 3.");
}
