//! Kill the server with SIGKILL in the middle of many rapid games: on restart not one acknowledged action is missing, and every
//! game goes on.
//!
//! A share of the games runs by default; the whole thing with
//! `cargo test --release -p frente-server --test network -- --ignored --exact --nocapture kill::killed_in_the_middle_of_a_thousand_games`.

use crate::common::{Chooser, Client, Process};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_sixty_games() {
    killed(60, 3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute; see the head of this file"]
async fn killed_in_the_middle_of_a_thousand_games() {
    killed(1000, 3).await;
}

/// What one player knows for sure: what he was told is done.
struct Witness {
    token: String,
    /// Every line the server acknowledged, by point; `None` where this player may not know it.
    acknowledged: Vec<Option<String>>,
    /// What was asked and not answered when the server died.
    asked: Asked,
    chooser: Chooser,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Asked {
    Nothing,
    Play,
    Undo,
}

/// Kills the server `rounds` times while `games` games are being played as fast as they go.
async fn killed(games: usize, rounds: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Process::start(folder.path());
    let mut witnesses = Vec::new();
    for chunk in (0..games as u64).collect::<Vec<_>>().chunks(50) {
        let made = chunk.iter().map(|seed| async {
            let seats = json!({ "republican": "me", "nationalist": "me" });
            let links = crate::common::make(process.address, json!({ "seats": seats })).await;
            Witness {
                token: links.token("republican").to_owned(),
                acknowledged: Vec::new(),
                asked: Asked::Nothing,
                chooser: Chooser::new(*seed + 1),
            }
        });
        witnesses.extend(join_all(made).await);
    }
    let (mut total, mut in_flight) = (0, 0);
    for round in 0..rounds {
        // Played as fast as it goes, by everybody at once, until the server is gone.
        let stop = Arc::new(AtomicBool::new(false));
        let done = Arc::new(AtomicU64::new(0));
        let players = witnesses.into_iter().map(|witness| {
            tokio::spawn(play(process.address, witness, Arc::clone(&stop), Arc::clone(&done)))
        });
        let players: Vec<_> = players.collect();
        let begun = Instant::now();
        while done.load(Ordering::Relaxed) < (games * 10) as u64 && begun.elapsed() < Duration::from_secs(60)
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        process.kill();
        stop.store(true, Ordering::Relaxed);
        witnesses = join_all(players).await.into_iter().map(Result::unwrap).collect();
        total += done.load(Ordering::Relaxed);
        in_flight += witnesses.iter().filter(|w| w.asked != Asked::Nothing).count();
        process = Process::start(folder.path());
        for chunk in witnesses.chunks_mut(50) {
            join_all(chunk.iter_mut().map(|witness| check(process.address, witness))).await;
        }
        println!("round {round}: {} actions acknowledged so far, {in_flight} in flight when killed", total);
    }
    assert!(in_flight > 0, "it was killed in the middle of something");
}

async fn play(
    address: SocketAddr,
    mut witness: Witness,
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
) -> Witness {
    let Some(mut client) = sit(address, &witness.token).await else { return witness };
    while !stop.load(Ordering::Relaxed) && !client.over() {
        let undo = client.state["undo"] == true && witness.chooser.below(8) == 0;
        let point = client.point();
        let answer = if undo {
            witness.asked = Asked::Undo;
            client.try_ask("undo", json!({ "point": point })).await
        } else {
            let lines = client.lines();
            let line = lines[witness.chooser.below(lines.len())].to_owned();
            witness.asked = Asked::Play;
            let answer = client.try_ask("play", json!({ "point": point, "line": line })).await;
            if let Some(Ok(_)) = &answer {
                witness.acknowledged.resize(point as usize, None);
                witness.acknowledged.push(Some(line));
            }
            answer
        };
        // No answer: the server died first, and nobody knows whether it was done.
        let Some(answer) = answer else { return witness };
        witness.asked = Asked::Nothing;
        let now = answer.unwrap()["point"].as_u64().unwrap() as usize;
        if undo {
            witness.acknowledged.truncate(now);
        } else {
            throws(&client.state, &mut witness.acknowledged);
        }
        witness.acknowledged.resize(now, None);
        done.fetch_add(1, Ordering::Relaxed);
    }
    witness
}

/// Throws that followed an action, as far as they are shown.
fn throws(played: &Value, acknowledged: &mut Vec<Option<String>>) {
    for entry in played["entries"].as_array().unwrap().iter().filter(|e| e["by"] == "chance") {
        let point = entry["point"].as_u64().unwrap() as usize;
        let line = entry["line"].as_str().unwrap();
        acknowledged.resize(point.max(acknowledged.len()), None);
        if acknowledged.len() == point && !line.contains('?') {
            acknowledged.push(Some(line.to_owned()));
        }
    }
}

/// Everything acknowledged is there, nothing is there that nobody asked for, and the game goes on.
async fn check(address: SocketAddr, witness: &mut Witness) {
    let mut client = sit(address, &witness.token).await.expect("the server is up again");
    let mut log: Vec<String> = Vec::new();
    let views = [
        client.ask("log", json!({ "from": 0, "seat": "republican" })).await.unwrap(),
        client.ask("log", json!({ "from": 0, "seat": "nationalist" })).await.unwrap(),
    ];
    for (republican, nationalist) in
        views[0]["entries"].as_array().unwrap().iter().zip(views[1]["entries"].as_array().unwrap())
    {
        // Whoever did it sees it whole.
        let whole = if republican["line"].as_str().unwrap().contains('?') { nationalist } else { republican };
        log.push(whole["line"].as_str().unwrap().to_owned());
    }
    let known = witness.acknowledged.len();
    match witness.asked {
        // Who was cut off before he did anything has no word of the throws that open the game; nothing else may be there.
        Asked::Nothing if known == 0 => {
            let all = views[0]["entries"].as_array().unwrap();
            assert!(all.iter().all(|entry| entry["by"] == "chance"), "{all:?}");
        }
        Asked::Nothing => assert_eq!(log.len(), known),
        Asked::Play => assert!(log.len() >= known, "{} of {known} actions", log.len()),
        Asked::Undo => {
            assert!(log.len() == known || log.len() + 1 == known, "{} of {known} actions", log.len())
        }
    }
    for (point, line) in witness.acknowledged.iter().enumerate().take(log.len()) {
        if let Some(line) = line {
            assert_eq!(log[point], *line, "action {point}");
        }
    }
    if !client.over() {
        let before = client.point();
        let line = client.lines()[0].to_owned();
        assert!(client.play(&line).await.unwrap()["point"].as_u64().unwrap() > before);
    }
    witness.acknowledged = vec![None; client.point() as usize];
    witness.asked = Asked::Nothing;
    client.close().await;
}

async fn sit(address: SocketAddr, token: &str) -> Option<Client> {
    let mut client = Client::try_connect(address).await?;
    client.try_ask("join", json!({ "token": token })).await?.unwrap();
    client.add_share().await;
    Some(client)
}
