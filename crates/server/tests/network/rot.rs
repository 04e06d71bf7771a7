//! Bit rot: whatever bit of the database flips, nobody is ever shown anything else than what was written.
//!
//! A share of all bits runs by default, every byte with
//! `cargo test --release -p frente-server --test network -- --ignored --exact --nocapture rot::any_byte_may_rot`.

use crate::common::{House, Links};
use frente_server::library::Library;
use frente_server::seats::Holds;
use frente_server::store::{MatchId, Store};
use frente_server::token::Token;
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;

#[tokio::test]
async fn bits_may_rot() {
    rot(500).await;
}

#[tokio::test]
#[ignore = "takes minutes; see the head of this file"]
async fn any_byte_may_rot() {
    rot(usize::MAX).await;
}

/// Matches of every sort with everything a match can have, in a file at rest.
async fn database() -> (Vec<u8>, Vec<Links>) {
    let house = House::open().await;
    let mut made = Vec::new();
    for (republican, nationalist) in [("me", "link"), ("me", "me"), ("me", "computer:random")] {
        let links = house.make(republican, nationalist).await;
        let mut client = house.sit(links.token("republican")).await;
        for line in 0..4 {
            if let Some(line) = client.lines().first().map(|line| (*line).to_owned()) {
                client.play(&line).await.unwrap();
            }
            client.ask("chat", json!({ "text": format!("¡Salud, camarada {line}!") })).await.unwrap();
        }
        client.ask("open-chat", json!({ "open": true })).await.unwrap();
        made.push(links);
    }
    let save = crate::attacks::long().lines().take(30).collect::<Vec<_>>();
    let save = frente_engine::record::assemble(save[0], &save[1..]);
    let seats = json!({ "republican": "me", "nationalist": "link" });
    let (status, loaded) = house.post("/api/matches/load", &json!({ "save": save, "seats": seats })).await;
    assert_eq!(status, 200, "{loaded}");
    made.push(Links(loaded));
    let database = house.database();
    let _folder = house.close().await;
    (std::fs::read(database).unwrap(), made)
}

/// What is read of everything; `Err` where something is refused or not there.
async fn read(store: &Store, made: &[Links]) -> Vec<Result<String, String>> {
    let mut answers = Vec::new();
    for links in made {
        for link in links.0["links"].as_object().unwrap().values() {
            let token = Token::parse(link.as_str().unwrap().rsplit_once('#').unwrap().1).unwrap();
            answers.push(said(store.token(token.hash()).await.map_err(|e| e.to_string())));
        }
        let id: MatchId = links.0["match"].as_str().unwrap().parse().unwrap();
        let loaded = store.load(id).await;
        if let Ok(Some(stored)) = &loaded {
            let book = store.book(stored.book.expect("data files are kept")).await.map_err(|e| e.to_string());
            answers.push(said(book));
        } else {
            answers.push(Err("no match, no data files".to_owned()));
        }
        let found = said(loaded.map_err(|e| e.to_string()));
        answers.push(found.clone());
        let chat = store.chat(id, 200).await.map_err(|e| e.to_string());
        answers.push(match found.and(chat) {
            Ok(lines) if lines.iter().any(|line| line.who == "server") => Err("a damaged line".to_owned()),
            chat => chat.map(|lines| format!("{lines:?}")),
        });
        let links = store.links(id).await.map_err(|e| e.to_string());
        // What is refused as a whole is not asked for its parts.
        let links = answers.last().expect("the match").clone().and(links);
        answers.push(links.map(|mut links: Vec<Holds>| {
            links.sort_by_key(|holds| holds.to_string());
            format!("{links:?}")
        }));
    }
    answers
}

fn said<T: std::fmt::Debug>(found: Result<Option<T>, String>) -> Result<String, String> {
    found.and_then(|found| found.map(|found| format!("{found:?}")).ok_or_else(|| "not there".to_owned()))
}

/// In memory where the system has such a folder: every flip opens a database.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

async fn rot(most: usize) {
    let (good, made) = database().await;
    let library = Library::new(None);
    let expected = {
        let folder = folder();
        let path = folder.path().join("good.sqlite");
        std::fs::write(&path, &good).unwrap();
        let store = Store::open(&path).await.unwrap();
        let expected = read(&store, &made).await;
        let report = store.check(&library).await.unwrap();
        assert!(report.file.is_empty() && report.damaged.is_empty(), "{report:?}");
        store.close().await;
        expected
    };
    assert!(expected.iter().all(Result::is_ok), "{expected:?}");
    // A step that is no multiple of anything in the file comes by all its parts.
    let step = (good.len() / most.min(good.len())) | 1;
    let (mut flips, mut noticed, mut unopened) = (0, 0, 0);
    for (n, at) in (0..good.len()).step_by(step).enumerate() {
        // Half of a file is nothing at all; what is written there matters more.
        let byte = if good[at] == 0 && n % 4 != 0 { continue } else { 1 << (n % 8) };
        let mut rotten = good.clone();
        rotten[at] ^= byte;
        flips += 1;
        let folder = folder();
        let path = folder.path().join("rotten.sqlite");
        std::fs::write(&path, &rotten).unwrap();
        let Ok(store) = Store::open(&path).await else {
            unopened += 1;
            continue;
        };
        let found = read(&store, &made).await;
        let mut whole = true;
        for (found, expected) in found.iter().zip(&expected) {
            match found {
                Ok(_) => assert_eq!(found, expected, "byte {at}, bit {byte:#x}: silently different"),
                Err(_) => whole = false,
            }
        }
        if !whole {
            noticed += 1;
            let report = store.check(&library).await.unwrap();
            let known = !report.file.is_empty() || !report.damaged.is_empty();
            assert!(known, "byte {at}, bit {byte:#x}: {found:?}, and the check says nothing");
        }
        store.close().await;
    }
    println!("{flips} flips: {noticed} noticed, {unopened} not opened, the others harmless");
    assert!(noticed > flips / 20, "{noticed} of {flips}");
}
