//! Databases written by earlier programs, as they are on file: they open, nothing in them is otherwise, and their matches go on.

use crate::common::{Client, House};
use crate::postgres;
use frente_server::library::Library;
use frente_server::store::{Place, Store};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is known of a database beside it.
#[derive(Deserialize)]
struct Written {
    program: String,
    matches: Vec<Played>,
}

#[derive(Deserialize)]
struct Played {
    /// The links of those who play, by seat.
    tokens: BTreeMap<String, String>,
    point: u64,
    said: String,
}

/// The folders, one for each shape of the database.
fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/written");
    let found: Vec<PathBuf> =
        all.read_dir().unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    assert!(!found.is_empty());
    found
}

fn written(file: &Path) -> Written {
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

#[tokio::test]
async fn a_file_of_an_earlier_program_goes_on() {
    for folder in folders() {
        let fresh = tempfile::tempdir().unwrap();
        let file = fresh.path().join("games.sqlite");
        std::fs::copy(folder.join("file.db"), &file).unwrap();
        go_on(file.into(), &written(&folder.join("file.json"))).await;
    }
}

#[tokio::test]
async fn a_postgres_database_of_an_earlier_program_goes_on() {
    let Some(cluster) = postgres::shared() else { return };
    for folder in folders().into_iter().filter(|folder| folder.join("postgres.sql").is_file()) {
        let place = cluster.database();
        let Place::Postgres(address) = &place else { unreachable!() };
        let sql = folder.join("postgres.sql").display().to_string();
        let name = address.rsplit_once('/').unwrap().1;
        cluster.tool("psql", &["-q", "-v", "ON_ERROR_STOP=1", "-d", name, "-f", &sql]);
        go_on(place, &written(&folder.join("postgres.json"))).await;
    }
}

async fn go_on(place: Place, written: &Written) {
    let library = Library::new(None);
    let store = Store::open(place.clone()).await.unwrap();
    let report = store.check(&library).await.unwrap();
    assert_eq!(report.matches, written.matches.len());
    assert!(report.file.is_empty() && report.damaged.is_empty(), "{}: {report:?}", written.program);
    store.close().await;
    drop(store);
    let folder = tempfile::tempdir().unwrap();
    let house = House::configured(folder, |config| config.database = Some(place), library).await;
    for played in &written.matches {
        let mut clients: Vec<Client> = Vec::new();
        for token in played.tokens.values() {
            let client = house.sit(token).await;
            assert_eq!(client.state["chat"][0]["text"], played.said, "{}", written.program);
            clients.push(client);
        }
        // By later rules it may stop before its end, and says where; what was written is all there in any case.
        let differs = &clients[0].state["differs"];
        let length = differs["actions"].as_u64().unwrap_or(clients[0].point());
        assert_eq!(length, played.point, "{}", written.program);
        if differs.is_null() {
            let mover =
                clients.iter_mut().find(|client| !client.lines().is_empty()).expect("somebody decides");
            let line = mover.lines()[0].to_owned();
            assert!(mover.play(&line).await.unwrap()["point"].as_u64().unwrap() > played.point);
        }
    }
    house.close().await;
}
