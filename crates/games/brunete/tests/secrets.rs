//! Secrets at a real table: what the enemy has chosen can be neither tried out for odds nor seen and then answered by taking back.

use frente_board::DataSource;
use frente_brunete::Brunete;
use frente_engine::table::{Hosted, Opening, Table};
use frente_engine::{Options, Seat, Side};

/// A table with typed dice, so that nothing thrown hides what may be taken back.
fn table(scenario: &str, options: Options, set: &str) -> Hosted<Brunete> {
    let set = Some(set.parse().expect("a [set] table"));
    let opening = Opening { scenario: scenario.to_owned(), options, seed: None, set };
    Hosted::open(&DataSource::Embedded, &opening, |_| None).expect("a position")
}

fn play(table: &mut Hosted<Brunete>, lines: &[(Side, &str)]) {
    for (side, line) in lines {
        table.play(Seat::from(*side), line).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    }
}

const ATTACK: &str = r#"
    clear = true
    turn = 3
    side = "republican"
    phase = "combat"
    artillery = { republican = 3, nationalist = 2 }
    aviation = { republican = 0, nationalist = 0 }
    units = { "101a" = "1603", "101b" = "1603", "71-2" = "1604" }
"#;
const DECLARED: [(Side, &str); 4] = [
    (Side::Republican, "attack 1604"),
    (Side::Republican, "with 101a"),
    (Side::Republican, "with 101b"),
    (Side::Republican, "declare"),
];

/// 10.3.3f
#[test]
fn support_is_not_tried_out_against_the_enemys_choice() {
    let odds_before_and_tried = |support: &str| {
        let mut t = table("campaign", Options::default(), ATTACK);
        play(&mut t, &DECLARED);
        play(&mut t, &[(Side::Republican, support)]);
        let tried = t.odds(Seat::Nationalist, &["support none".to_owned()]);
        (t.odds(Seat::Nationalist, &[]).expect("odds"), tried)
    };
    let (open, tried) = odds_before_and_tried("support 3 artillery command");
    let (open_without, tried_without) = odds_before_and_tried("support none");
    assert_eq!(open, open_without, "the odds shown depend on what is hidden");
    assert!(tried.is_err() && tried_without.is_err(), "the last choice shows both");
}

/// 10.3.3f, 10.3.3-r1: with typed dice nothing but the reveal stands against taking back.
#[test]
fn the_second_support_is_not_taken_back() {
    let mut t = table("campaign", Options::default(), ATTACK);
    play(&mut t, &DECLARED);
    play(&mut t, &[(Side::Republican, "support 3 artillery command")]);
    assert!(t.may_undo(Seat::Republican), "nothing has been shown yet");
    play(&mut t, &[(Side::Nationalist, "support none")]);
    assert!(!t.may_undo(Seat::Nationalist), "he knows what he is up against");
}

/// Where the enemy had nothing to choose, nothing is shown to him who chose.
#[test]
fn support_against_nobody_is_taken_back() {
    let mut t =
        table("campaign", Options::default(), &ATTACK.replace("nationalist = 2 }", "nationalist = 0 }"));
    play(&mut t, &DECLARED);
    play(&mut t, &[(Side::Republican, "support 1 artillery")]);
    assert!(t.may_undo(Seat::Republican));
}

/// 5.2e
#[test]
fn the_second_resource_is_not_taken_back() {
    let set = "turn = 9\nphase = \"resources\"\ninitiative = \"nationalist\"";
    let mut t = table("campaign", Options::default(), set);
    play(&mut t, &[(Side::Nationalist, "resource -1cp")]);
    assert!(t.may_undo(Seat::Nationalist));
    assert!(t.odds(Seat::Republican, &["resource none".to_owned()]).is_err(), "it would show the other");
    play(&mut t, &[(Side::Republican, "resource +1cp")]);
    assert!(!t.may_undo(Seat::Republican), "both are shown");
}

/// 5.2c: on turn 2 the Republican chooses alone.
#[test]
fn a_resource_chosen_alone_is_taken_back() {
    let mut t = table("campaign", Options::default(), "turn = 2\nphase = \"resources\"");
    play(&mut t, &[(Side::Republican, "resource +1cp")]);
    assert!(t.may_undo(Seat::Republican));
}

/// 12.2f: the last act of the scenario shows the objective.
#[test]
fn the_end_that_shows_the_objective_is_not_taken_back() {
    let end = |objective: &str| {
        let set = format!(
            "clear = true\nturn = 6\nside = \"nationalist\"\nphase = \"combat\"\nmadrid = \"cancelled\"\n{objective}\n\
             artillery = {{ republican = 0, nationalist = 0 }}\naviation = {{ republican = 0, nationalist = 0 }}\n\
             units = {{ \"101a\" = \"1603\", \"13-1\" = \"1604\", \"13-2\" = \"1604\" }}"
        );
        let mut t = table("offensive", Options::default(), &set);
        play(&mut t, &[(Side::Nationalist, "end")]);
        t
    };
    assert!(!end("objective = \"3502\"").may_undo(Seat::Nationalist), "the objective is shown");
    assert!(end("").may_undo(Seat::Nationalist), "there was none to show");
}

/// 11.4a: in solo play nothing is hidden.
#[test]
fn solo_play_takes_everything_back() {
    let mut t = table("campaign", Options::default().with("solo"), ATTACK);
    play(&mut t, &DECLARED);
    play(&mut t, &[(Side::Republican, "support 3 artillery command"), (Side::Nationalist, "support none")]);
    assert!(t.may_undo(Seat::Nationalist));
}
