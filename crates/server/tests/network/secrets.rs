//! On the wire: a socket never carries what its seat may not know.
//!
//! Two matches are played side by side. They differ only in what one side holds and commits in secret. Everything that the other
//! side's socket and the spectator's carry, in answers and in pushes, must be the same, byte for byte, until the rules turn the secret up.

use crate::common::{Client, House, Links};
use serde_json::{Value, json};
use std::collections::BTreeSet;

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
        self.seat(seat).carried.iter().map(|text| text.replace(&id, "the match")).collect()
    }
}

/// Plays both matches until secrets have been turned up, or there is nothing left to differ in. `secretive` has secrets that differ.
/// Gives how many of its actions did differ.
async fn side_by_side(secretive: &str) -> usize {
    let house = House::open().await;
    let (mut one, mut two) = (Table::new(&house).await, Table::new(&house).await);
    let others: Vec<&str> =
        ["republican", "nationalist", "spectator"].into_iter().filter(|seat| *seat != secretive).collect();
    let mut differed = 0;
    let mut hidden_pending = 0;
    for step in 0..400 {
        assert_eq!(one.waits(), two.waits(), "step {step}: even being asked can tell");
        let (kind, side) = one.waits();
        if kind == "over" {
            break;
        }
        let decides = if side == "nobody" { "republican" } else { side.as_str() };
        let (first, second) = (one.answers(decides), two.answers(decides));
        assert!(!first.is_empty(), "step {step}: {kind} {side}");
        let secret = decides == secretive && first.iter().any(|line| is_secret(line));
        let (line_one, line_two) = if secret {
            // As unlike as possible: the first of one, the last of the other; in commitments, never the empty one.
            let real = |lines: &[String]| -> Vec<String> {
                lines.iter().filter(|l| is_secret(l) && !l.ends_with("none")).cloned().collect()
            };
            let (a, b) = (real(&first), real(&second));
            match (a.first(), b.last()) {
                (Some(a), Some(b)) if kind == "chance" || hidden_pending < 1 => (a.clone(), b.clone()),
                _ => (first[0].clone(), first[0].clone()),
            }
        } else {
            // Something both can do; attacks first, because they lead to commitments.
            let both: BTreeSet<&String> = first.iter().filter(|l| second.contains(l)).collect();
            let line = both
                .iter()
                .find(|l| l.starts_with("attack") || l.starts_with("with") || l.starts_with("declare"))
                .or_else(|| both.iter().next())
                .expect("something both can do");
            ((*line).clone(), (*line).clone())
        };
        if line_one != line_two {
            differed += 1;
            hidden_pending += usize::from(kind == "decision");
        }
        one.answer(decides, &line_one).await;
        two.answer(decides, &line_two).await;

        // What is public now is no secret any more: from here on the matches may differ.
        if kind == "decision" && hidden_pending > 0 && shown(&mut one, others[0]) {
            break;
        }
        for seat in &others {
            for table in [&mut one, &mut two] {
                pry(table.seat(seat), step).await;
            }
            assert_eq!(
                one.carried(seat),
                two.carried(seat),
                "step {step}: after {line_one:?} and {line_two:?}"
            );
        }
    }
    // And the plain words: no line that was secret stands in any text of the others.
    assert_ne!(one.carried(secretive), two.carried(secretive), "they did differ for the one who may know");
    house.close().await;
    differed
}

fn is_secret(line: &str) -> bool {
    line.starts_with("draw ") || line.starts_with("support ")
}

/// Has a commitment been turned up?
fn shown(table: &mut Table, seat: &str) -> bool {
    let entries = &table.seat(seat).state;
    let waits = &entries["waits"];
    waits["kind"] == "chance" && !waits["text"].as_str().unwrap_or_default().is_empty()
}

/// Asks everything a curious player could ask.
async fn pry(client: &mut Client, step: usize) {
    if step % 7 != 0 {
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
    assert!(side_by_side("republican").await > 0);
}

#[tokio::test]
async fn the_nationalist_keeps_his_secrets() {
    assert!(side_by_side("nationalist").await > 0);
}
