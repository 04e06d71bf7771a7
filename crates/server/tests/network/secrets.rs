//! On the wire: a socket never carries what its seat may not know.
//!
//! Two matches are played side by side. They differ only in what one side holds and commits in secret. Everything that the other
//! side's socket and the spectator's carry, in answers and in pushes, must be the same, byte for byte, until the rules turn the secret up.

use crate::common::{Client, House, Links};
use serde_json::{Value, json};

/// A match with everybody at the table.
struct Table {
    links: Links,
    republican: Client,
    nationalist: Client,
    spectator: Client,
}

impl Table {
    async fn new(house: &House) -> Self {
        let seats = json!({ "republican": "me", "nationalist": "link" });
        let links = house.make_with(json!({ "seats": seats, "dice": "typed" })).await;
        Table {
            republican: house.sit(links.token("republican")).await,
            nationalist: house.sit(links.token("nationalist")).await,
            spectator: house.sit(links.token("spectator")).await,
            links,
        }
    }

    fn seat(&mut self, seat: &str) -> &mut Client {
        match seat {
            "republican" => &mut self.republican,
            "nationalist" => &mut self.nationalist,
            _ => &mut self.spectator,
        }
    }

    /// What the match waits for: `decision` or `chance`, and whose.
    fn waits(&self) -> (String, String) {
        let waits = &self.spectator.state["waits"];
        (waits["kind"].as_str().unwrap().to_owned(), waits["side"].as_str().unwrap_or("nobody").to_owned())
    }

    /// What can be answered: choices, or outcomes to type.
    fn answers(&mut self, seat: &str) -> Vec<String> {
        let state = &self.seat(seat).state;
        let choices = state["choices"].as_array().unwrap().iter().map(|c| c["line"].as_str().unwrap());
        let outcomes = state["waits"]["outcomes"].as_array().unwrap().iter().map(|o| o.as_str().unwrap());
        choices.chain(outcomes).map(str::to_owned).collect()
    }

    async fn answer(&mut self, seat: &str, line: &str) {
        let (kind, _) = self.waits();
        let what = if kind == "chance" { "roll" } else { "play" };
        let client = self.seat(seat);
        let point = client.point();
        client.ask(what, json!({ "point": point, "line": line })).await.unwrap();
        for seat in ["republican", "nationalist", "spectator"] {
            self.seat(seat).until(point + 1).await;
        }
    }

    /// Everything a seat's socket has carried, with the match's own number taken out.
    fn carried(&mut self, seat: &str) -> Vec<String> {
        let id = self.links.0["match"].as_str().unwrap().to_owned();
        // When people are told who came and went depends on the clock; it tells nothing of the match.
        let told = self.seat(seat).carried.iter().filter(|text| !text.starts_with("{\"event\":\"presence\""));
        told.map(|text| text.replace(&id, "the match")).collect()
    }
}

/// How often the two matches differed.
#[derive(Default)]
struct Differed {
    draws: usize,
    commitments: usize,
}

/// Plays both matches until secrets have been turned up. `secretive` holds and commits what differs.
async fn side_by_side(secretive: &str) -> Differed {
    let house = House::open().await;
    let (mut one, mut two) = (Table::new(&house).await, Table::new(&house).await);
    let others: Vec<&str> =
        ["republican", "nationalist", "spectator"].into_iter().filter(|seat| *seat != secretive).collect();
    let mut differed = Differed::default();
    for step in 0..1000 {
        assert_eq!(one.waits(), two.waits(), "step {step}: even being asked can tell");
        let (kind, side) = one.waits();
        assert_ne!(kind, "over", "a fight comes before the end");
        let (first, second) = (one.answers(&side), two.answers(&side));
        let (line_one, line_two) = choose(&first, &second, side == secretive);
        if line_one != line_two {
            match kind.as_str() {
                "chance" => differed.draws += 1,
                _ => differed.commitments += 1,
            }
        }
        one.answer(&side, &line_one).await;
        two.answer(&side, &line_two).await;
        // What is turned up is no secret any more: from here on the matches may differ.
        if differed.commitments > 0 && one.spectator.carried.last().unwrap().contains(TURNED_UP) {
            break;
        }
        for seat in &others {
            for table in [&mut one, &mut two] {
                pry(table.seat(seat), step).await;
            }
            assert_eq!(
                one.carried(seat),
                two.carried(seat),
                "step {step}: after {line_one:?} and {line_two:?}, on the {seat} socket"
            );
        }
    }
    assert_ne!(one.carried(secretive), two.carried(secretive), "they do differ for the one who may know");
    house.close().await;
    differed
}

/// The rule by which face-down markers are turned up, as events carry it.
const TURNED_UP: &str = "\"rule\":\"8.3e\"";

/// What is answered in the two matches: in secret as unlike as possible, in public the same.
fn choose(first: &[String], second: &[String], secretive: bool) -> (String, String) {
    let secret = |line: &&String| is_secret(line) && !line.ends_with("none");
    if secretive && let (Some(one), Some(two)) = (first.iter().find(secret), second.iter().rfind(secret)) {
        return (one.clone(), two.clone());
    }
    // Fights lead to commitments.
    let rank = |line: &&&String| {
        ["attack ", "with ", "declare", "support none"].iter().position(|word| line.starts_with(word))
    };
    let both: Vec<&String> = first.iter().filter(|line| second.contains(line)).collect();
    let line = both.iter().filter(|l| rank(l).is_some()).min_by_key(rank).or_else(|| both.last());
    let line = (*line.expect("something both can do")).clone();
    (line.clone(), line)
}

fn is_secret(line: &str) -> bool {
    line.starts_with("draw ") || line.starts_with("support ")
}

/// Asks everything a curious player could ask.
async fn pry(client: &mut Client, step: usize) {
    if !step.is_multiple_of(7) {
        return;
    }
    let point = client.point();
    for (what, fields) in [
        ("state", json!({})),
        ("log", json!({ "from": 0 })),
        ("at", json!({ "point": point / 2 })),
        ("odds", json!({})),
        ("why", json!({ "place": "1817" })),
        ("overlay", json!({ "key": "supply" })),
        ("overlay", json!({ "key": "zones" })),
        ("save", json!({})),
    ] {
        let _: Result<Value, Value> = client.ask(what, fields).await;
    }
}

#[tokio::test]
async fn the_republican_keeps_his_secrets() {
    let differed = side_by_side("republican").await;
    assert!(differed.draws > 1 && differed.commitments > 1, "{} {}", differed.draws, differed.commitments);
}

#[tokio::test]
async fn the_nationalist_keeps_his_secrets() {
    let differed = side_by_side("nationalist").await;
    assert!(differed.draws > 1 && differed.commitments > 1, "{} {}", differed.draws, differed.commitments);
}
