//! Those who play hardly notice those who watch: two hundred who come back at once, thirty matches that computers play for them.
//!
//! By default medians are compared, generously, for the machine may be busy. The 99th percentile of an optimised program with
//! `cargo test --release -p frente-server --test network -- --ignored --nocapture fair`.

use crate::common::{Chooser, Client, Links, Process, make, post};
use crate::load::{Histogram, figures};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn sixty_who_come_back_at_once_hold_nobody_up() {
    let [alone, beside] = come_back(60, 40).await;
    compare(&alone, &beside, 0.5, 5, Duration::from_millis(50));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "compares times; see the head of this file"]
async fn two_hundred_who_come_back_at_once_hold_nobody_up() {
    let [alone, beside] = come_back(200, 400).await;
    compare(&alone, &beside, 0.99, 2, Duration::from_millis(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_watched_matches_stand_back_behind_people() {
    let [alone, beside] = watched(30, 40).await;
    compare(&alone, &beside, 0.5, 5, Duration::from_millis(50));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "compares times; see the head of this file"]
async fn thirty_watched_matches_hardly_slow_people() {
    let [alone, beside] = watched(30, 400).await;
    compare(&alone, &beside, 0.99, 2, Duration::from_millis(5));
}

fn compare(alone: &Histogram, beside: &Histogram, share: f64, times: u32, more: Duration) {
    for (what, histogram) in [("alone", alone), ("beside them", beside)] {
        let [median, p99] = [0.5, 0.99].map(|share| histogram.share(share).as_secs_f64() * 1e3);
        println!("{what}: {} actions, median {median:.2} ms, 99 % {p99:.2} ms", histogram.count());
    }
    let [before, after] = [alone, beside].map(|histogram| histogram.share(share));
    assert!(after <= times * before + more, "{before:?} alone, {after:?} beside them");
}

/// A match with a past, between two people.
async fn long_match(address: SocketAddr) -> (Links, [Client; 2]) {
    let lines: Vec<&str> = crate::attacks::long().lines().take(900).collect();
    let save = frente_engine::record::assemble(lines[0], &lines[1..]);
    let seats = json!({ "republican": "me", "nationalist": "link" });
    let (status, made) = post(address, "/api/matches/load", &json!({ "save": save, "seats": seats })).await;
    assert_eq!(status, 200, "{made}");
    let links = Links(made);
    let mut players = Vec::new();
    for seat in ["republican", "nationalist"] {
        let mut client = Client::connect(address).await;
        client.join(links.token(seat)).await.unwrap();
        players.push(client);
    }
    players[0].refresh().await;
    (links, players.try_into().ok().unwrap())
}

/// Two people play so many actions: how long the server took over them.
async fn play(process: &Process, players: &mut [Client; 2], actions: usize) -> Histogram {
    let before = Histogram::actions(process).await;
    let mut chooser = Chooser::new(actions as u64);
    for _ in 0..actions {
        let now = players.iter().map(Client::point).max().unwrap();
        for player in players.iter_mut() {
            player.until(now).await;
        }
        let mover = players.iter_mut().find(|player| !player.lines().is_empty());
        mover.expect("the game goes on").play_any(&mut chooser).await.unwrap();
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Histogram::actions(process).await.since(&before)
}

/// So many come to watch and come again, as often as they can, while two people play there.
async fn come_back(spectators: u8, actions: usize) -> [Histogram; 2] {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let (links, mut players) = long_match(process.address).await;
    let alone = play(&process, &mut players, actions).await;
    let joined = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<JoinHandle<()>> = (1..=spectators)
        .map(|n| {
            let (address, token) = (process.address, links.token("spectator").to_owned());
            tokio::spawn(comes_back([127, 0, 1, n], address, token, Arc::clone(&joined)))
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let beside = play(&process, &mut players, actions).await;
    tasks.iter().for_each(JoinHandle::abort);
    let joined = joined.load(Ordering::Relaxed);
    println!("{spectators} spectators joined {joined} times");
    assert!(joined > 0);
    [alone, beside]
}

async fn comes_back(from: [u8; 4], address: SocketAddr, token: String, joined: Arc<AtomicUsize>) {
    let stream = Client::connect_from(from, address).await.unwrap();
    let (mut socket, _) =
        tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await.unwrap();
    let join = json!({ "id": 1, "do": "join", "token": token, "from": 0 }).to_string();
    while socket.send(Message::text(join.clone())).await.is_ok() {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.starts_with("{\"id\"") => break,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            }
        }
        joined.fetch_add(1, Ordering::Relaxed);
    }
}

/// Computers play so many matches as fast as they may, each for somebody who watches, while two people play elsewhere.
async fn watched(matches: usize, actions: usize) -> [Histogram; 2] {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let (_, mut players) = long_match(process.address).await;
    let alone = play(&process, &mut players, actions).await;
    let mut tasks = Vec::new();
    for _ in 0..matches {
        let seats = json!({ "republican": "computer:greedy", "nationalist": "computer:random" });
        let links = make(process.address, json!({ "seats": seats })).await;
        let address = process.address;
        tasks.push(tokio::spawn(async move {
            let mut client = Client::connect(address).await;
            client.join(links.token("spectator")).await.unwrap();
            client.ask("pace", json!({ "ms": 0 })).await.unwrap();
            while client.receive().await.is_some() {
                client.carried.clear();
            }
        }));
    }
    let decided = decisions(&process).await;
    let beside = play(&process, &mut players, actions).await;
    let decided = decisions(&process).await - decided;
    tasks.iter().for_each(JoinHandle::abort);
    println!("{matches} watched matches: {decided} decisions meanwhile");
    assert!(decided > 0.0, "they play all the same");
    [alone, beside]
}

async fn decisions(process: &Process) -> f64 {
    let figures = figures(process).await;
    let line = figures.lines().find_map(|line| line.strip_prefix("frente_computer_decisions_total "));
    line.map_or(0.0, |n| n.trim().parse().unwrap())
}
