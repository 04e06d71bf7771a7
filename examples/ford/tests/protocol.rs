//! The game comes with a terminal, a server and a page: all of them speak this protocol. A computer player takes the other side.

use frente_board::data::DataSource;
use frente_engine::protocol::{self, Asker, Rights};
use frente_engine::table::{Hosted, Mind, Opening, Table};
use frente_engine::{Holds, Rng, Seat, Seed, Side};
use frente_ford::Ford;
use serde_json::{Value, json};

fn open() -> Hosted<Ford> {
    let opening = Opening { scenario: "ford".into(), seed: Some(Seed::from_number(7)), ..Opening::default() };
    Hosted::open(&DataSource::Embedded, &opening, frente_ai::player::<Ford>).expect("the only scenario")
}

fn asker(side: Side) -> Asker<'static> {
    Asker { name: "club", rights: Rights::Holds(Holds::Side(side)), seat: None }
}

/// Asks, as a page does, and is answered in JSON.
fn ask(table: &mut Hosted<Ford>, side: Side, message: &Value) -> Value {
    let request = protocol::read(message).expect("a request");
    let asker = asker(side);
    if !request.changes() {
        return serde_json::to_value(protocol::look(table, &asker, &request).expect("a look")).expect("JSON");
    }
    let done = protocol::act(table, &asker, &request).map(|done| {
        protocol::throw_all(table);
        protocol::told(table, &asker, done.from())
    });
    match done {
        Ok(played) => serde_json::to_value(played).expect("JSON"),
        Err(problem) => json!({ "error": serde_json::to_value(problem).expect("JSON") }),
    }
}

#[test]
fn a_game_is_played_to_its_end_against_a_computer_player() {
    let (mut table, mut rng) = (open(), Rng::new(7));
    let mut minds = [Mind::new("greedy"), Mind::new("random")];
    while let Some(side) = table.wait().side() {
        let line = table.suggest(&mut minds[side.index()], &mut rng).expect("a line");
        let point = table.point();
        let told = ask(&mut table, side, &json!({ "do": "play", "point": point, "line": line }));
        assert!(told.get("error").is_none(), "{line}: {told}");
    }
    let save = table.save();
    let loaded =
        Hosted::<Ford>::load(&DataSource::Embedded, &save, frente_ai::player::<Ford>).expect("a save");
    assert!(loaded.wait().is_over());
    assert_eq!(loaded.state(Seat::Spectator).view, table.state(Seat::Spectator).view);
}

#[test]
fn a_refusal_names_its_rule_and_a_secret_stays_one() {
    let mut table = open();
    let told = ask(&mut table, Side::Republican, &json!({ "do": "play", "point": 0, "line": "gun Militia" }));
    assert!(told.to_string().contains("gun Militia"), "{told}");
    let log = ask(&mut table, Side::Nationalist, &json!({ "do": "log", "from": 0 }));
    assert!(log.to_string().contains("gun ?") && !log.to_string().contains("Militia"), "{log}");
    let told =
        ask(&mut table, Side::Nationalist, &json!({ "do": "play", "point": 1, "line": "move Tabor 0401" }));
    assert_eq!(told["error"]["rule"], "3a", "{told}");
}
