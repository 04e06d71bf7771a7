//! What a hostile client can do from one address, and that honest ones do not notice. All on the loopback, bounded in count and time.

use crate::common::{Client, House, Process};
use frente_engine::table::Opening;
use frente_engine::{Rng, Seed, Wait};
use frente_server::Rate;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::sync::OnceLock;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

/// Where hostile clients come from; honest ones come from 127.0.0.1.
pub const HOSTILE: [u8; 4] = [127, 0, 0, 2];

/// A long match, played at random.
pub fn long() -> &'static str {
    static LONG: OnceLock<String> = OnceLock::new();
    LONG.get_or_init(|| {
        let seed = Some(Seed::from_number(1936));
        let opening = Opening { scenario: "campaign".to_owned(), seed, ..Opening::default() };
        let mut table = frente_catalog::open("madrid", None, &opening).unwrap();
        let mut rng = Rng::new(7);
        while table.point() < 3000 {
            match table.wait() {
                Wait::Decision(side) => {
                    let lines = table.lines();
                    table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
                }
                Wait::Chance(_) => table.throw().unwrap(),
                Wait::Over(_) => break,
            }
        }
        assert!(table.point() > 1000, "a long match");
        table.save()
    })
}

#[tokio::test]
async fn half_sent_heads_shut_nobody_out_and_are_cut_off() {
    let house = House::with(|limits| {
        limits.head = Duration::from_secs(2);
        limits.connections_per_address = 50;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..300 {
        let mut stream = Client::connect_from(HOSTILE, house.address).await.unwrap();
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: local").await;
        held.push(stream);
    }
    let links = house.make("me", "me").await;
    let mut client = house.sit(links.token("republican")).await;
    let line = client.lines()[0].to_owned();
    client.play(&line).await.unwrap();
    assert_eq!(house.get("/").await.status(), 200);
    // All of them are ended, those over the limit at once and the others in time.
    let mut ended = 0;
    for stream in &mut held {
        let mut rest = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(6), stream.read_to_end(&mut rest)).await;
        ended += usize::from(end.is_ok());
    }
    assert_eq!(ended, held.len());
    house.close().await;
}

#[tokio::test]
async fn slow_bodies_and_idle_connections_are_cut_off() {
    let house = House::with(|limits| {
        limits.head = Duration::from_secs(1);
        limits.request = Duration::from_secs(1);
    })
    .await;
    let mut body = Client::connect_from(HOSTILE, house.address).await.unwrap();
    let head = "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
    body.write_all(head.as_bytes()).await.unwrap();
    let mut idle = Client::connect_from(HOSTILE, house.address).await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    for stream in [&mut body, &mut idle] {
        let mut answer = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(8), stream.read_to_end(&mut answer)).await;
        assert!(end.is_ok(), "still open: {:?}", String::from_utf8_lossy(&answer));
    }
    house.close().await;
}

#[tokio::test]
async fn chat_has_its_limits_and_those_who_watch_speak_when_asked() {
    let house = House::with(|limits| {
        limits.chat = Rate::new(5.0, 0.0);
        limits.chat_per_address = Rate::new(8.0, 0.0);
    })
    .await;
    let links = house.make("me", "link").await;
    let mut republican = house.sit(links.token("republican")).await;
    let mut nationalist = house.sit(links.token("nationalist")).await;
    let mut spectator = house.sit(links.token("spectator")).await;
    let say = json!({ "text": "¡Salud!" });
    assert_eq!(spectator.ask("chat", say.clone()).await.unwrap_err()["code"], "wrong-side");
    assert_eq!(spectator.ask("open-chat", json!({ "open": true })).await.unwrap_err()["code"], "wrong-side");
    republican.ask("open-chat", json!({ "open": true })).await.unwrap();
    assert_eq!(spectator.event("open-chat").await["open"], true);
    spectator.ask("chat", say.clone()).await.unwrap();
    let mut said = 0;
    for _ in 0..20 {
        said += usize::from(republican.ask("chat", say.clone()).await.is_ok());
    }
    assert_eq!(said, 5, "a seat");
    said = 0;
    for _ in 0..20 {
        said += usize::from(nationalist.ask("chat", say.clone()).await.is_ok());
    }
    assert_eq!(said, 2, "an address");
    republican.ask("open-chat", json!({ "open": false })).await.unwrap();
    assert_eq!(spectator.ask("chat", say).await.unwrap_err()["code"], "wrong-side");
    let house = house.reopen().await;
    let again = house.sit(links.token("spectator")).await;
    assert_eq!(again.state["open_chat"], false);
    house.close().await;
}

#[tokio::test]
async fn pings_binary_and_nonsense_count_as_messages() {
    let house = House::with(|limits| limits.messages = Rate::new(20.0, 1.0)).await;
    let links = house.make("me", "me").await;
    for message in [Message::Ping(Default::default()), Message::binary(vec![1]), Message::text("{")] {
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("ws://{}/ws", house.address)).await.unwrap();
        let join = json!({ "id": 1, "do": "join", "token": links.token("republican") });
        socket.send(Message::text(join.to_string())).await.unwrap();
        let flood = async {
            for _ in 0..2000 {
                if socket.send(message.clone()).await.is_err() {
                    return;
                }
            }
            while let Some(Ok(message)) = socket.next().await {
                if message.is_close() {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), flood).await.unwrap_or_else(|_| panic!("{message:?}"));
    }
    house.close().await;
}

/// A list of games is as many questions as there are games in it.
#[tokio::test]
async fn long_lists_of_games_count_for_what_they_cost() {
    let house = House::with(|limits| limits.looks = Rate::new(50.0, 0.0)).await;
    let links = house.make("me", "me").await;
    let mine = json!({ "tokens": vec![links.token("republican"); 40] });
    let (status, games) = house.post("/api/mine", &mine).await;
    assert_eq!((status, games["games"].as_array().unwrap().len()), (200, 40));
    let (status, refused) = house.post("/api/mine", &mine).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
    house.close().await;
}

#[tokio::test]
async fn an_uploaded_match_says_so_and_forged_throws_are_refused() {
    let house = House::open().await;
    let seats = json!({ "republican": "me", "nationalist": "link" });
    let (status, made) = house.post("/api/matches/load", &json!({ "save": long(), "seats": seats })).await;
    assert_eq!(status, 200, "{made}");
    let links = crate::common::Links(made);
    let client = house.sit(links.token("nationalist")).await;
    assert_eq!(client.state["uploaded"], true);
    assert_eq!(client.state["entries"].as_array().unwrap().len(), 0);
    assert_eq!(house.sit(house.make("me", "link").await.token("nationalist")).await.state["uploaded"], false);
    // Another throw in the place of one that was thrown.
    let lines: Vec<&str> = long().lines().collect();
    let first = lines.iter().position(|line| line.starts_with("roll ")).unwrap();
    let mut refused = 0;
    for face in 1..=6 {
        let line = format!("roll {face}");
        if lines[first] == line {
            continue;
        }
        let mut forged: Vec<&str> = lines[..=first].to_vec();
        forged[first] = &line;
        let save = frente_engine::record::assemble(forged[0], &forged[1..]);
        let (status, answer) =
            house.post("/api/matches/load", &json!({ "save": save, "seats": seats })).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("bad-save")), "{answer}");
        refused += 1;
    }
    assert!(refused >= 5);
    house.close().await;
}

#[tokio::test]
async fn a_long_log_comes_in_pages() {
    let house = House::open().await;
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let (status, made) = house.post("/api/matches/load", &json!({ "save": long(), "seats": seats })).await;
    assert_eq!(status, 200, "{made}");
    let links = crate::common::Links(made);
    let mut client = Client::connect(house.address).await;
    let joined = client.ask("join", json!({ "token": links.token("republican"), "from": 0 })).await.unwrap();
    let mut entries = joined["entries"].as_array().unwrap().clone();
    let mut next = joined["next"].as_u64();
    while let Some(from) = next {
        let page = client.ask("log", json!({ "from": from })).await.unwrap();
        assert!(page["entries"].as_array().unwrap().len() <= 500);
        entries.extend(page["entries"].as_array().unwrap().clone());
        next = page["next"].as_u64();
    }
    let points: Vec<u64> = entries.iter().map(|e| e["point"].as_u64().unwrap()).collect();
    assert_eq!(points, (0..client.point()).collect::<Vec<_>>());
    house.close().await;
}

/// 256 sockets that ask for the log of a long match and never read it.
#[tokio::test(flavor = "multi_thread")]
async fn clients_that_never_read_cost_little() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start_strict(folder.path());
    let Some(before) = process.memory() else { return };
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let (_, made) =
        crate::common::post(process.address, "/api/matches/load", &json!({ "save": long(), "seats": seats }))
            .await;
    let links = crate::common::Links(made);
    let mut honest = Client::connect(process.address).await;
    honest.join(links.token("republican")).await.unwrap();
    let opened = process.memory().unwrap();
    let mut sockets = Vec::new();
    for _ in 0..255 {
        let stream = Client::connect_from(HOSTILE, process.address).await.unwrap();
        let (mut socket, _) =
            tokio_tungstenite::client_async(format!("ws://{}/ws", process.address), stream).await.unwrap();
        let join = json!({ "id": 1, "do": "join", "token": links.token("spectator"), "from": 0 });
        socket.send(Message::text(join.to_string())).await.unwrap();
        for id in 2..200 {
            let log = json!({ "id": id, "do": "log", "from": 0 }).to_string();
            // Once the server no longer listens, sending blocks as well.
            let sent = tokio::time::timeout(Duration::from_millis(20), socket.send(Message::text(log))).await;
            if !matches!(sent, Ok(Ok(()))) {
                break;
            }
        }
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let most = process.memory().unwrap();
    println!(
        "{} MB at the start, {} MB with the match open, {} MB with 255 sockets that never read",
        before >> 20,
        opened >> 20,
        most >> 20
    );
    assert!(most - opened < 100 << 20, "{} MB", (most - opened) >> 20);
    // Honest play goes on beside them.
    let state: Value = honest.ask("state", json!({})).await.unwrap();
    assert!(state["point"].is_u64());
    drop(sockets);
}

#[tokio::test]
async fn a_club_behind_one_address_opens_the_table_all_together() {
    let house = House::open().await;
    let page = house.get("/play").await.text().await.unwrap();
    let files: Vec<&str> = page.split('"').filter(|part| part.starts_with("/kept/")).collect();
    for guest in 1..=12 {
        for file in &files {
            assert_eq!(house.get(file).await.status(), 200, "guest {guest}: {file}");
        }
    }
    // Files do not use up what people may ask of the table itself.
    assert_eq!(house.get("/api/games").await.status(), 200);
    house.close().await;
}
