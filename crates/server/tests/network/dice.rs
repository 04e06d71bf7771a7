//! Dice nobody can choose, when somebody does not come back with what he promised.

use crate::common::{Client, House, Links};
use frente_server::library::Library;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::time::Duration;

const FIRST: [u8; 32] = [1; 32];
const SECOND: [u8; 32] = [2; 32];
const THIRD: [u8; 32] = [3; 32];

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn house(wait: Duration) -> House {
    let folder = tempfile::tempdir().unwrap();
    House::configured(folder, |config| config.dice_wait = wait, Library::new(None)).await
}

/// Comes, and adds nothing yet.
async fn comes(house: &House, token: &str) -> Client {
    let mut client = Client::connect(house.address).await;
    client.ask("join", json!({ "token": token })).await.unwrap();
    client
}

/// A match whose first player has promised a share and gone, and whose second has added his.
async fn held_up(house: &House) -> (Links, Client) {
    let links = house.make("me", "link").await;
    let mut first = comes(house, links.token("republican")).await;
    first.ask("share", json!({ "mark": hex(Sha256::digest(FIRST)) })).await.unwrap();
    first.close().await;
    let mut second = comes(house, links.token("nationalist")).await;
    second.ask("share", json!({ "share": hex(SECOND) })).await.unwrap();
    (links, second)
}

fn share_of(state: &Value, by: &str) -> Value {
    state["shares"].as_array().unwrap().iter().find(|share| share["by"] == by).unwrap().clone()
}

/// Do the dice wait for somebody?
fn waits(state: &Value) -> bool {
    state["waits"]["kind"] == "chance"
}

#[tokio::test]
async fn whoever_has_waited_goes_on_with_another_share_and_the_absent_one_is_told() {
    let house = house(Duration::ZERO).await;
    let (links, mut second) = held_up(&house).await;
    assert!(waits(&second.state), "{}", second.state["waits"]);
    let mut watcher = comes(&house, links.token("spectator")).await;
    let error = watcher.ask("share", json!({ "without": "republican" })).await.unwrap_err();
    assert_eq!(error["code"], "wrong-side");
    for whom in ["nationalist", "both", "spectator", "nobody"] {
        let error = second.ask("share", json!({ "without": whom })).await.unwrap_err();
        assert_eq!(error["code"], "bad-request", "{whom}");
    }
    let state = second.ask("share", json!({ "without": "republican" })).await.unwrap();
    assert!(waits(&state), "nothing is thrown with a share that was known before");
    assert_eq!(share_of(&state, "republican")["left_out"], true);
    assert_eq!(share_of(&state, "nationalist"), json!({ "by": "nationalist", "before": hex(SECOND) }));
    let error = second.ask("share", json!({ "share": hex(SECOND) })).await.unwrap_err();
    assert_eq!(error["code"], "bad-request", "shown already");
    let state = second.ask("share", json!({ "share": hex(THIRD) })).await.unwrap();
    assert!(!waits(&state), "{}", state["waits"]);
    // Down and up again: the same dice.
    let house = house.reopen().await;
    let mut first = comes(&house, links.token("republican")).await;
    assert_eq!(share_of(&first.state, "republican")["left_out"], true, "he is told");
    let error = first.ask("share", json!({ "share": hex(FIRST) })).await.unwrap_err();
    assert_eq!(error["code"], "bad-request");
    let mut mover =
        if first.lines().is_empty() { comes(&house, links.token("nationalist")).await } else { first };
    let line = mover.lines()[0].to_owned();
    mover.play(&line).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn nobody_is_left_out_before_he_was_waited_for() {
    let house = house(Duration::from_secs(3600)).await;
    let (_, mut second) = held_up(&house).await;
    let error = second.ask("share", json!({ "without": "republican" })).await.unwrap_err();
    assert_eq!(error["code"], "refused");
    assert!(error["message"].as_str().unwrap().contains("60 min"), "{error}");
    house.close().await;
}

#[tokio::test]
async fn whoever_has_lost_his_share_gives_it_up_himself() {
    let house = house(Duration::from_secs(3600)).await;
    let (links, mut second) = held_up(&house).await;
    let mut first = comes(&house, links.token("republican")).await;
    let another = json!({ "mark": hex(Sha256::digest(THIRD)), "share": hex(THIRD) });
    let error = first.ask("share", another).await.unwrap_err();
    assert_eq!(error["code"], "bad-request", "he has seen the other's share");
    let state = first.ask("share", json!({ "without": "republican" })).await.unwrap();
    assert!(waits(&state));
    second.event("changed").await;
    second.ask("share", json!({ "share": hex(THIRD) })).await.unwrap();
    first.event("changed").await;
    assert!(!waits(&first.state));
    house.close().await;
}

#[tokio::test]
async fn a_promise_can_be_changed_as_long_as_nobody_has_shown_his_share() {
    let house = house(Duration::from_secs(3600)).await;
    let links = house.make("me", "link").await;
    let mut first = comes(&house, links.token("republican")).await;
    first.ask("share", json!({ "mark": hex(Sha256::digest(FIRST)) })).await.unwrap();
    let mut second = comes(&house, links.token("nationalist")).await;
    second.ask("share", json!({ "mark": hex(Sha256::digest(SECOND)) })).await.unwrap();
    first.ask("share", json!({ "mark": hex(Sha256::digest(THIRD)), "share": hex(THIRD) })).await.unwrap();
    let state = second.ask("share", json!({ "share": hex(SECOND) })).await.unwrap();
    assert!(!waits(&state));
    house.close().await;
}
