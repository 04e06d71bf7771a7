//! Matches survive an upgrade: databases of every earlier shape, matches of earlier rules, matches of other data files.

use crate::common::{Client, GAME, House, SCENARIO};
use frente_board::data::DataSource;
use frente_engine::record::assemble;
use frente_engine::table::{Opening, Table};
use frente_engine::{PerSide, Rng, Seed, Side, Wait};
use frente_server::library::Library;
use frente_server::seats::{Holds, Player};
use frente_server::store::{BookHash, Chain, Change, MatchId, Store};
use frente_server::token::Token;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// A match on data files of whatever source, some way in.
fn played(source: DataSource, actions: usize) -> Box<dyn Table> {
    let opening =
        Opening { scenario: SCENARIO.into(), seed: Some(Seed::from_number(7)), ..Opening::default() };
    let mut table = frente_catalog::open_from(GAME, source, &opening).unwrap();
    let mut rng = Rng::new(7);
    while table.point() < actions || !matches!(table.wait(), Wait::Decision(_)) {
        match table.wait() {
            Wait::Chance(_) => table.throw().unwrap(),
            Wait::Decision(side) => {
                let lines = table.lines();
                table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
            }
            Wait::Over(_) => panic!("it was to go on"),
        }
    }
    table
}

fn lines(table: &dyn Table) -> Vec<String> {
    table.record_lines(0).into_iter().map(str::to_owned).collect()
}

/// A match of two people in a store; the tokens of both.
async fn keep(
    store: &Store,
    header: &str,
    lines: &[String],
    book: Option<BookHash>,
) -> (MatchId, [Token; 2]) {
    let (id, tokens) =
        (MatchId::generate().unwrap(), [Token::generate().unwrap(), Token::generate().unwrap()]);
    let links = Side::BOTH.into_iter().zip(&tokens).map(|(side, token)| (token.hash(), Holds::Side(side)));
    let make = Change::Make {
        id,
        header: header.to_owned(),
        lines: lines.to_vec(),
        players: PerSide::new(Player::Person, Player::Person),
        pace: 80,
        links: links.collect(),
        uploaded: false,
        book,
    };
    store.write(make).await.unwrap();
    (id, tokens)
}

async fn open(folder: TempDir) -> House {
    House::configured(folder, |_| {}, Library::new(None)).await
}

fn token(token: &Token) -> String {
    token.link().rsplit_once('#').unwrap().1.to_owned()
}

/// Whoever decides plays.
async fn goes_on(clients: &mut [Client]) {
    let mover = clients.iter_mut().find(|client| !client.lines().is_empty()).expect("somebody decides");
    let line = mover.lines()[0].to_owned();
    let before = mover.point();
    assert!(mover.play(&line).await.unwrap()["point"].as_u64().unwrap() > before);
}

/// The tables of the first version.
const FIRST: &str = "
CREATE TABLE matches (id INTEGER PRIMARY KEY, header TEXT NOT NULL, republican TEXT NOT NULL, nationalist TEXT NOT NULL, pace INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
CREATE TABLE actions (match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, point INTEGER NOT NULL, line TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (match, point)) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (hash BLOB PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, holds TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE chat (id INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, who TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
PRAGMA user_version = 1;
";

/// A file as a program of an early version wrote it, with a match in it; the tokens of both players.
async fn early(path: &Path, version: i64) -> [Token; 2] {
    let table = played(DataSource::Embedded, 40);
    let (header, lines) = (table.header(), lines(table.as_ref()));
    let (id, tokens) = (MatchId(1936), [Token::generate().unwrap(), Token::generate().unwrap()]);
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut file: SqliteConnection = options.connect().await.unwrap();
    sqlx::raw_sql(FIRST).execute(&mut file).await.unwrap();
    if version == 2 {
        let second = include_str!("../../src/store/sqlite/second.sql");
        sqlx::raw_sql(second).execute(&mut file).await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 2").execute(&mut file).await.unwrap();
    }
    sqlx::query("INSERT INTO matches (id, header, republican, nationalist, pace, created) VALUES (?, ?, 'human', 'human', 80, 0)")
        .bind(id.0)
        .bind(&header)
        .execute(&mut file)
        .await
        .unwrap();
    let mut chain = Chain::begin(id, &header, &PerSide::new(Player::Person, Player::Person));
    for (point, line) in (0_i64..).zip(&lines) {
        chain = chain.then(line);
        let sql = "INSERT INTO actions (match, point, line, at) VALUES (?, ?, ?, 0)";
        sqlx::query(sql).bind(id.0).bind(point).bind(line).execute(&mut file).await.unwrap();
        if version == 2 {
            let sql = "UPDATE actions SET hash = ? WHERE match = ? AND point = ?";
            sqlx::query(sql).bind(chain.mark()).bind(id.0).bind(point).execute(&mut file).await.unwrap();
        }
    }
    if version == 2 {
        let sql = "UPDATE matches SET length = ?, hash = ? WHERE id = ?";
        let length = lines.len() as i64;
        sqlx::query(sql).bind(length).bind(chain.mark()).bind(id.0).execute(&mut file).await.unwrap();
    }
    for (side, token) in Side::BOTH.into_iter().zip(&tokens) {
        let sql = "INSERT INTO tokens (hash, match, holds) VALUES (?, ?, ?)";
        let hash = token.hash();
        let query = sqlx::query(sql).bind(hash.0.as_slice()).bind(id.0).bind(Holds::Side(side).to_string());
        query.execute(&mut file).await.unwrap();
    }
    let sql = "INSERT INTO chat (match, who, text, at) VALUES (?, 'republican', '¡Salud!', 7)";
    sqlx::query(sql).bind(id.0).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    tokens
}

/// A file as the third version wrote it: this program's, without what the fourth added.
async fn third(path: &Path) -> [Token; 2] {
    let table = played(DataSource::Embedded, 40);
    let store = Store::open(path).await.unwrap();
    let (id, tokens) = keep(&store, &table.header(), &lines(table.as_ref()), None).await;
    let line =
        frente_server::store::ChatLine { who: "republican".to_owned(), text: "¡Salud!".to_owned(), at: 7 };
    store.write(Change::Chat { id, line }).await.unwrap();
    store.close().await;
    drop(store);
    let mut file: SqliteConnection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let sql = "ALTER TABLE matches DROP COLUMN agreed; ALTER TABLE matches DROP COLUMN book; DROP TABLE books; PRAGMA user_version = 3";
    sqlx::raw_sql(sql).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    tokens
}

#[tokio::test]
async fn databases_of_every_earlier_version_open_and_their_matches_go_on() {
    for version in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let tokens = if version < 3 { early(&path, version).await } else { third(&path).await };
        let house = open(folder).await;
        let mut clients = Vec::new();
        for seat in &tokens {
            let mut client = Client::connect(house.address).await;
            let joined = client.join(&token(seat)).await.unwrap();
            assert_eq!(joined["chat"][0]["text"], "¡Salud!", "version {version}");
            assert!(joined["point"].as_u64().unwrap() >= 40);
            clients.push(client);
        }
        goes_on(&mut clients).await;
        let path = house.database();
        let _folder = house.close().await;
        // From now on it has its data files with it.
        let store = Store::open(&path).await.unwrap();
        assert!(store.without_book().await.unwrap().is_empty(), "version {version}");
        let report = store.check(&Library::new(None)).await.unwrap();
        assert!(
            report.file.is_empty() && report.damaged.is_empty() && report.differ.is_empty(),
            "{report:?}"
        );
        store.close().await;
    }
}

/// The same header, of the rules before these.
fn of_earlier_rules(header: &str) -> String {
    let earlier = header.replacen("\"rules\":2", "\"rules\":1", 1);
    assert_ne!(earlier, header, "the version of these rules is not the one this test knows");
    earlier
}

#[tokio::test]
async fn a_match_of_earlier_rules_goes_on_if_all_its_lines_mean_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let table = played(DataSource::Embedded, 40);
    let store = Store::open(&path).await.unwrap();
    let earlier = of_earlier_rules(&table.header());
    let (id, tokens) = keep(&store, &earlier, &lines(table.as_ref()), None).await;
    store.close().await;
    drop(store);
    let house = open(folder).await;
    let mut clients = [house.sit(&token(&tokens[0])).await, house.sit(&token(&tokens[1])).await];
    assert!(clients[0].state.get("differs").is_none());
    goes_on(&mut clients).await;
    let _folder = house.close().await;
    let store = Store::open(&path).await.unwrap();
    let stored = store.load(id).await.unwrap().unwrap();
    assert_eq!(stored.header, table.header(), "it is one of these rules now");
    frente_catalog::load(None, &assemble(&stored.header, &stored.lines)).unwrap().verify().unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_match_that_differs_stays_as_it_is_until_both_players_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let table = played(DataSource::Embedded, 60);
    let mut kept = lines(table.as_ref());
    // By its own rules this was legal; by these it is not.
    let at = 45
        + kept[45..].iter().position(|line| !line.starts_with("roll") && !line.starts_with("draw")).unwrap();
    kept[at] = "roll 9".to_owned();
    let whole = assemble(&of_earlier_rules(&table.header()), &kept);
    let store = Store::open(&path).await.unwrap();
    let (id, tokens) = keep(&store, &of_earlier_rules(&table.header()), &kept, None).await;
    let report = store.check(&Library::new(None)).await.unwrap();
    assert!(report.damaged.is_empty(), "{report:?}");
    assert!(report.differ[0].1.contains(&format!("action {}", at + 1)), "{report:?}");
    store.close().await;
    drop(store);
    let error = frente_catalog::load(None, &whole).err().expect("it differs").to_string();
    assert!(error.contains(&format!("line {}", at + 2)) && error.contains("version 1"), "{error}");

    let house = open(folder).await;
    let mut republican = house.sit(&token(&tokens[0])).await;
    let mut nationalist = house.sit(&token(&tokens[1])).await;
    for client in [&mut republican, &mut nationalist] {
        let differs = client.state["differs"].clone();
        assert_eq!(
            (differs["point"].as_u64(), differs["actions"].as_u64()),
            (Some(at as u64), Some(kept.len() as u64))
        );
        assert_eq!((differs["played"].as_u64(), differs["program"].as_u64()), (Some(1), Some(2)));
        assert_eq!(client.point(), at as u64);
        assert!(client.lines().is_empty(), "nobody can act");
        // It can be looked at, up to there.
        let log = client.ask("log", json!({ "from": 0 })).await.unwrap();
        assert_eq!(log["entries"].as_array().unwrap().len(), at);
        client.ask("at", json!({ "point": 3 })).await.unwrap();
        // What came after is read to its last line; what may have hidden something is not.
        let rest = client.ask("rest", json!({})).await.unwrap();
        let open: Vec<&str> = kept[at..].iter().map(|line| table.notation().open(line)).collect();
        assert_eq!((rest["from"].as_u64(), &rest["lines"]), (Some(at as u64), &json!(open)));
        assert!(open.contains(&"?") && open.iter().any(|line| *line != "?"), "{open:?}");
        let last = client.ask("rest", json!({ "from": kept.len() - 1 })).await.unwrap();
        assert_eq!(last["lines"], json!([open.last()]));
        let refused = client.ask("play", json!({ "point": at, "line": "end" })).await.unwrap_err();
        assert_eq!(refused["code"], "refused");
        assert!(refused["message"].as_str().unwrap().contains(&format!("action {}", at + 1)), "{refused}");
    }
    let half = republican.ask("go-on", json!({})).await.unwrap();
    assert_eq!(half["differs"]["agreed"], json!(["republican"]));
    assert_eq!(nationalist.event("differs").await["differs"]["agreed"], json!(["republican"]));
    let refused = republican.ask("play", json!({ "point": at, "line": "end" })).await.unwrap_err();
    assert_eq!(refused["code"], "refused", "one is not enough");
    // Agreement is kept.
    let house = house.reopen().await;
    let mut republican = house.sit(&token(&tokens[0])).await;
    assert_eq!(republican.state["differs"]["agreed"], json!(["republican"]));
    let mut nationalist = house.sit(&token(&tokens[1])).await;
    assert!(nationalist.ask("go-on", json!({})).await.unwrap()["differs"].is_null());
    assert!(republican.event("differs").await["differs"].is_null());
    for client in [&mut republican, &mut nationalist] {
        client.refresh().await;
    }
    let refused = republican.ask("rest", json!({})).await.unwrap_err();
    assert_eq!(refused["code"], "bad-request", "there is no rest any more");
    let mut clients = [republican, nationalist];
    for _ in 0..12 {
        goes_on(&mut clients).await;
        for client in &mut clients {
            client.refresh().await;
        }
    }
    let _folder = house.close().await;
    let store = Store::open(&path).await.unwrap();
    let stored = store.load(id).await.unwrap().unwrap();
    assert_eq!(stored.agreed, 0);
    assert_eq!(stored.lines[..at], kept[..at]);
    let back = frente_catalog::load(None, &assemble(&stored.header, &stored.lines)).unwrap();
    back.verify().expect("the throws are those of the seed");
    // None that was made before comes again: they are all spent.
    assert_eq!(back.spent(), kept.len() as u64);
    store.close().await;
}

#[tokio::test]
async fn who_holds_both_sides_reads_all_of_a_match_that_differs() {
    let folder = tempfile::tempdir().unwrap();
    let table = played(DataSource::Embedded, 700);
    let mut kept = lines(table.as_ref());
    kept[20] = "roll 9".to_owned();
    let store = Store::open(folder.path().join("games.sqlite")).await.unwrap();
    let own = Token::generate().unwrap();
    let make = Change::Make {
        id: MatchId::generate().unwrap(),
        header: of_earlier_rules(&table.header()),
        lines: kept.clone(),
        players: PerSide::new(Player::Person, Player::Person),
        pace: 80,
        links: vec![(own.hash(), Holds::Both)],
        uploaded: false,
        book: None,
    };
    store.write(make).await.unwrap();
    store.close().await;
    drop(store);
    let house = open(folder).await;
    let mut client = house.sit(&token(&own)).await;
    let (mut read, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let page = client.ask("rest", json!({ "from": from })).await.unwrap();
        read.extend(page["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()));
        next = page["next"].as_u64();
    }
    assert_eq!(read, kept[20..], "every line, page by page");
    assert!(read.len() > 500);
    house.close().await;
}

#[tokio::test]
async fn a_match_plays_on_its_own_map_and_tables() {
    let mut files = frente_catalog::files_to_keep(GAME, None).unwrap();
    let map = files.get_mut("belchite.map.toml").unwrap();
    assert!(map.contains("\"Remolinos\""));
    *map = map.replacen("\"Remolinos\"", "\"Antes\"", 1);
    let text: Arc<str> = serde_json::to_string(&files).unwrap().into();
    let table = played(DataSource::Changed(Arc::new(files)), 40);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let store = Store::open(&path).await.unwrap();
    let book = store.keep_book(&text).await.unwrap();
    let (_, own) = keep(&store, &table.header(), &lines(table.as_ref()), Some(book)).await;
    let (_, lost) = keep(&store, &table.header(), &lines(table.as_ref()), None).await;
    store.close().await;
    drop(store);
    let house = open(folder).await;
    let mut clients = [house.sit(&token(&own[0])).await, house.sit(&token(&own[1])).await];
    goes_on(&mut clients).await;
    let sheet = clients[0].ask("sheet", json!({})).await.unwrap().to_string();
    assert!(sheet.contains("Antes") && !sheet.contains("Remolinos"), "its own map");
    // A new match has the new map.
    let links = house.make("me", "me").await;
    let sheet = house.sit(links.token("republican")).await.ask("sheet", json!({})).await.unwrap().to_string();
    assert!(!sheet.contains("Antes") && sheet.contains("Remolinos"));
    // One whose files nobody kept is refused with what is missing.
    let mut client = Client::connect(house.address).await;
    let refused = client.ask("join", json!({ "token": token(&lost[0]) })).await.unwrap_err();
    assert_eq!(refused["code"], "bad-save");
    assert!(refused["message"].as_str().unwrap().contains("other data files"), "{refused}");
    house.close().await;
}
