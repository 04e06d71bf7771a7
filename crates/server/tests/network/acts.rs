//! What is more than one action, or none of the rules': several pieces in one act, resigning, a draw, packed messages.

use crate::common::{Client, House};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// The pieces that can be taken up, in the order of the list.
fn able(state: &Value) -> Vec<String> {
    let choices = state["choices"].as_array().unwrap();
    let pieces = choices.iter().filter(|c| c["kind"] == "piece").filter_map(|c| c["piece"].as_str());
    pieces.map(str::to_owned).collect()
}

fn place_of<'a>(state: &'a Value, piece: &str) -> &'a str {
    let pieces = state["view"]["pieces"].as_array().unwrap();
    pieces.iter().find(|p| p["id"] == piece).unwrap()["place"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn several_pieces_go_in_one_act_and_come_back_in_one() {
    let house = House::open().await;
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let game = json!({ "game": "guadalajara", "scenario": "guadalajara", "dice": "seeded", "seats": seats });
    let links = house.make_with(game).await;
    let mut player = house.sit(links.token("republican")).await;
    for _ in 0..20 {
        if player.state["together"] == "go" {
            break;
        }
        let short = player.state["shortcuts"][0]["line"].as_str().map(str::to_owned);
        let line = short.unwrap_or_else(|| player.lines().last().unwrap().to_string());
        player.play(&line).await.unwrap();
    }
    let before = player.state.clone();
    assert_eq!(before["together"], "go", "{}", before["view"]["prompt"]);
    let all = able(&before);
    let mut gone = None;
    'pairs: for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            let ways = player.ask("ways", json!({ "pieces": [a, b] })).await.unwrap();
            if let Some(way) = ways["ways"].as_array().unwrap().first() {
                gone = Some((a, b, way["place"].as_str().unwrap().to_owned()));
                break 'pairs;
            }
        }
    }
    let (a, b, place) = gone.expect("two of them can go to one place");
    let group = json!({ "point": before["point"], "pieces": [a, b], "place": place });
    let after = player.ask("group", group.clone()).await.unwrap();
    assert_eq!(place_of(&after, a), place);
    let lines: Vec<&str> =
        after["entries"].as_array().unwrap().iter().map(|e| e["line"].as_str().unwrap()).collect();
    assert!(lines.len() >= 3 && lines.iter().any(|l| l.contains(b.as_str())), "single actions: {lines:?}");
    let stale = player.ask("group", group).await.unwrap_err();
    assert_eq!(stale["code"], "stale");

    let back = json!({ "point": after["point"], "to": before["point"] });
    let again = player.ask("undo", back).await.unwrap();
    assert_eq!(again["point"], before["point"]);
    assert_eq!(again["view"]["pieces"], before["view"]["pieces"]);
    let one = json!({ "point": before["point"], "pieces": [a], "place": place });
    assert_eq!(player.ask("group", one).await.unwrap_err()["code"], "bad-request");
    house.close().await;
}

#[tokio::test]
async fn who_resigns_has_lost_and_that_stands_beside_the_log() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    let mut spectator = house.sit(links.token("spectator")).await;
    assert_eq!(spectator.ask("resign", json!({})).await.unwrap_err()["code"], "wrong-side");
    let point = republican.ask("state", json!({})).await.unwrap()["point"].clone();
    let over = republican.ask("resign", json!({})).await.unwrap();
    assert_eq!((&over["waits"]["kind"], &over["waits"]["winner"]), (&json!("over"), &json!("nationalist")));
    assert_eq!(over["point"], point, "no action of the log");
    assert_eq!(nationalist.event("changed").await["state"]["waits"]["winner"], "nationalist");
    assert!(over["choices"].as_array().unwrap().is_empty());
    let late = republican.ask("resign", json!({})).await.unwrap_err();
    assert_eq!(late["code"], "over");
    let save = nationalist.ask("save", json!({})).await.unwrap()["save"].as_str().unwrap().to_owned();
    assert!(save.lines().next().unwrap().contains("\"ending\":{\"resigned\":\"republican\"}"), "{save}");

    let house = house.reopen().await;
    let again = house.sit(links.token("nationalist")).await;
    assert_eq!(again.state["waits"]["kind"], "over", "it is kept");
    house.close().await;
}

#[tokio::test]
async fn a_draw_is_offered_declined_and_agreed_on() {
    let house = House::open().await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    republican.ask("draw", json!({ "yes": true })).await.unwrap();
    assert_eq!(nationalist.event("offer").await["by"], "republican");
    nationalist.ask("draw", json!({ "yes": false })).await.unwrap();
    assert_eq!(republican.event("offer").await["by"], "republican");
    assert_eq!(republican.event("offer").await["by"], Value::Null);
    republican.ask("draw", json!({ "yes": true })).await.unwrap();
    let over = nationalist.ask("draw", json!({ "yes": true })).await.unwrap();
    assert_eq!((&over["waits"]["kind"], &over["waits"]["winner"]), (&json!("over"), &Value::Null));

    let links = house.make("me", "computer:random").await;
    let mut alone = house.sit(links.token("republican")).await;
    assert_eq!(alone.ask("draw", json!({ "yes": true })).await.unwrap_err()["code"], "refused");
    house.close().await;
}

#[tokio::test]
async fn only_who_asks_for_it_is_sent_packed_messages() {
    let house = House::open().await;
    let links = house.make("me", "me").await;
    let token = links.token("republican");
    let mut plain = Client::connect(house.address).await;
    let joined = plain.ask("join", json!({ "token": token })).await.unwrap();
    let mut packed = Client::connect(house.address).await;
    packed
        .send_raw(Message::text(json!({ "id": 1, "do": "join", "token": token, "packed": true }).to_string()))
        .await;
    let bytes = packed.receive_packed().await;
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::ZlibDecoder::new(bytes.as_slice()), &mut text).unwrap();
    let unpacked: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(unpacked["ok"]["view"], joined["view"]);
    assert!(bytes.len() * 3 < text.len(), "{} of {}", bytes.len(), text.len());
    house.close().await;
}
