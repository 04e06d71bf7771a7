//! The turn track shows who is still to come, and nobody who is on the map by then (12.2g, 12.2k).

use frente_board::data::DataSource;
use frente_engine::{Game, Options, Present};
use frente_madrid::Madrid;

/// Labels of the units due on a turn of a scenario.
fn due(scenario: &str, turn: u8) -> Vec<String> {
    let game = Madrid::open(&DataSource::Embedded, scenario, &Options::default()).expect("a scenario");
    let turns = game.sheet().turns;
    let space = turns.into_iter().find(|t| t.turn == turn).expect("a turn of the scenario");
    space.due.into_iter().flat_map(|(_, units)| units).collect()
}

#[test]
fn the_track_of_corunna_road_begins_after_turn_10() {
    assert_eq!(due("campaign", 10), ["35-BM", "Bailen"]);
    assert_eq!(due("corunna-road", 10), Vec::<String>::new());
    assert_eq!(due("corunna-road", 11), due("campaign", 11));
    assert!(due("corunna-road", 11).contains(&"44-BM".to_owned()));
}
