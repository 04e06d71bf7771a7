//! The store, over both engines: the same tests, each in a file of its own and in a PostgreSQL database of its own.

use crate::postgres;
use frente_engine::{PerSide, Side};
use frente_server::seats::{Holds, Player};
use frente_server::store::{Chain, Change, ChatLine, End, MatchId, Place, Store, StoreError};
use frente_server::token::Token;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::time::Duration;

/// A place of each sort, with the folder of the file.
fn places() -> (tempfile::TempDir, Vec<Place>) {
    let folder = tempfile::tempdir().unwrap();
    let file = Place::from(folder.path().join("deep/er/frente.sqlite"));
    let places = std::iter::once(file).chain(postgres::shared().map(postgres::Cluster::database)).collect();
    (folder, places)
}

fn made(id: MatchId, token: &Token) -> Change {
    Change::Make {
        id,
        header: "{}".to_owned(),
        lines: vec!["draw 2".to_owned()],
        players: PerSide::new(Player::Person, Player::Computer("greedy".to_owned())),
        pace: 250,
        links: vec![(token.hash(), Holds::Side(Side::Republican))],
        uploaded: false,
        book: None,
    }
}

/// The chain of the match that [`made`] makes after its draw and some more lines.
fn chain(id: MatchId, lines: &[&str]) -> Chain {
    let Change::Make { header, players, .. } = made(id, &Token::generate().unwrap()) else { unreachable!() };
    lines.iter().fold(Chain::begin(id, &header, &players).then("draw 2"), |chain, line| chain.then(line))
}

fn append(id: MatchId, point: usize, chain: Chain, lines: &[&str]) -> Change {
    Change::Append { id, point, chain, lines: lines.iter().map(|l| (*l).to_owned()).collect() }
}

#[tokio::test]
async fn what_was_written_is_read_by_the_next_process() {
    let (_folder, places) = places();
    for place in places {
        let (id, token) = (MatchId::generate().unwrap(), Token::generate().unwrap());
        {
            let store = Store::open(place.clone()).await.unwrap();
            store.write(made(id, &token)).await.unwrap();
            store.write(append(id, 1, chain(id, &[]), &["move a", "roll 4", "end"])).await.unwrap();
            let before = End::new(4, chain(id, &["move a", "roll 4", "end"]));
            let chain = chain(id, &["move a", "roll 4"]);
            store.write(Change::Truncate { id, point: 3, chain, before }).await.unwrap();
            let line = ChatLine { who: "republican".to_owned(), text: "¡Salud!".to_owned(), at: 7 };
            store.write(Change::Chat { id, line }).await.unwrap();
            store.close().await;
        }
        let store = Store::open(place.clone()).await.unwrap();
        let found = store.token(token.hash()).await.unwrap();
        assert_eq!(found, Some((id, Holds::Side(Side::Republican))), "{place}");
        let stored = store.load(id).await.unwrap().unwrap();
        assert_eq!(stored.lines, ["draw 2", "move a", "roll 4"]);
        assert_eq!(stored.players[Side::Nationalist], Player::Computer("greedy".to_owned()));
        assert_eq!(store.chat(id, 10).await.unwrap()[0].text, "¡Salud!");
        assert_eq!(store.links(id).await.unwrap(), [Holds::Side(Side::Republican)]);
        store.write(Change::Forget { id }).await.unwrap();
        assert!(store.load(id).await.unwrap().is_none());
        assert!(store.token(token.hash()).await.unwrap().is_none());
        assert!(store.chat(id, 10).await.unwrap().is_empty());
        store.close().await;
    }
}

#[tokio::test]
async fn settings_chat_and_data_files_come_back() {
    let (_folder, places) = places();
    for place in places {
        let store = Store::open(place).await.unwrap();
        let id = MatchId::generate().unwrap();
        store.write(made(id, &Token::generate().unwrap())).await.unwrap();
        let book = store.keep_book(&"{\"a.toml\":\"x = 1\"}".into()).await.unwrap();
        assert_eq!(store.keep_book(&"{\"a.toml\":\"x = 1\"}".into()).await.unwrap(), book);
        assert_eq!(store.without_book().await.unwrap(), [(id, "{}".to_owned())]);
        store.write(Change::Adopt { id, book }).await.unwrap();
        store.write(Change::Pace { id, pace: 77 }).await.unwrap();
        store.write(Change::OpenChat { id, open: true }).await.unwrap();
        store.write(Change::Agree { id, agreed: 2 }).await.unwrap();
        for n in 0..1005 {
            let line = ChatLine { who: "nationalist".to_owned(), text: n.to_string(), at: n };
            store.begin(Change::Chat { id, line }).await.unwrap().done().await.unwrap();
        }
        let stored = store.load(id).await.unwrap().unwrap();
        assert_eq!((stored.pace, stored.open_chat, stored.agreed), (77, true, 2));
        assert_eq!((stored.book, stored.said), (Some(book), 1005));
        assert!(store.without_book().await.unwrap().is_empty());
        assert_eq!(store.book(book).await.unwrap().unwrap(), "{\"a.toml\":\"x = 1\"}");
        let chat = store.chat(id, u32::MAX).await.unwrap();
        assert_eq!((chat.len(), chat[0].text.as_str()), (1000, "5"));
        assert_eq!(store.chat_since(id, 1003).await.unwrap().len(), 2);
        store.close().await;
    }
}

#[tokio::test]
async fn who_comes_too_late_changes_nothing() {
    let Some(cluster) = postgres::shared() else { return };
    let place = cluster.database();
    let (one, other) = (Store::open(place.clone()).await.unwrap(), Store::open(place).await.unwrap());
    let id = MatchId::generate().unwrap();
    one.write(made(id, &Token::generate().unwrap())).await.unwrap();
    // Both know the match as it was made.
    let start = chain(id, &[]);
    one.write(append(id, 1, start, &["move a"])).await.unwrap();
    let late =
        |result: Result<(), StoreError>| assert!(matches!(result, Err(StoreError::Lost)), "{result:?}");
    late(other.write(append(id, 1, start, &["move b"])).await);
    let before = End::new(1, start);
    late(other.write(Change::Truncate { id, point: 0, chain: start, before }).await);
    let header = Change::Header { id, header: "{ }".to_owned(), lines: Vec::new(), chain: start, before };
    late(other.write(header).await);
    assert_eq!(other.load(id).await.unwrap().unwrap().lines, ["draw 2", "move a"]);
    // As many at once as there can be, from both: each point is taken once.
    for point in 2..40 {
        let stored = one.load(id).await.unwrap().unwrap();
        let chain = stored.chain.1;
        let (a, b) = tokio::join!(
            one.write(append(id, point, chain, &["move a"])),
            other.write(append(id, point, chain, &["move b"]))
        );
        assert_eq!(usize::from(a.is_ok()) + usize::from(b.is_ok()), 1, "{a:?} {b:?}");
    }
    assert_eq!(one.load(id).await.unwrap().unwrap().lines.len(), 40);
    for store in [one, other] {
        store.close().await;
    }
}

#[tokio::test]
async fn one_server_at_a_time_thinks_for_a_match_and_another_when_it_is_gone() {
    let Some(cluster) = postgres::shared() else { return };
    let place = cluster.database();
    let (one, other) = (Store::open(place.clone()).await.unwrap(), Store::open(place).await.unwrap());
    let (id, second) = (MatchId(7), MatchId(8));
    assert!(one.lead(id).await.unwrap() && one.lead(id).await.unwrap());
    assert!(!other.lead(id).await.unwrap() && other.lead(second).await.unwrap());
    one.give_up_lead(id).await;
    assert!(other.lead(id).await.unwrap() && !one.lead(id).await.unwrap());
    other.close().await;
    let mut taken = false;
    for _ in 0..100 {
        taken = one.lead(id).await.unwrap();
        if taken {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(taken, "the lock dies with its connection");
    one.close().await;
}

#[tokio::test]
async fn everything_moves_from_a_file_to_a_database() {
    let (_folder, places) = places();
    let [file, database] = &places[..] else { return };
    let (old, new) = (Store::open(file.clone()).await.unwrap(), Store::open(database.clone()).await.unwrap());
    let tokens: Vec<Token> = (0..3).map(|_| Token::generate().unwrap()).collect();
    let ids: Vec<MatchId> = tokens.iter().map(|_| MatchId::generate().unwrap()).collect();
    for (id, token) in ids.iter().zip(&tokens) {
        old.write(made(*id, token)).await.unwrap();
        old.write(append(*id, 1, chain(*id, &[]), &["move a", "end"])).await.unwrap();
        let line = ChatLine { who: "republican".to_owned(), text: "¡Salud!".to_owned(), at: 7 };
        old.write(Change::Chat { id: *id, line }).await.unwrap();
    }
    let book = old.keep_book(&"{}".into()).await.unwrap();
    old.write(Change::Adopt { id: ids[0], book }).await.unwrap();
    old.write(Change::OpenChat { id: ids[1], open: true }).await.unwrap();
    for moved in [3, 0] {
        let done = old.move_to(&new).await.unwrap();
        assert_eq!((done.moved, done.there, done.left.len()), (moved, 3 - moved, 0), "{done:?}");
    }
    for (id, token) in ids.iter().zip(&tokens) {
        let [before, after] = [old.load(*id).await.unwrap().unwrap(), new.load(*id).await.unwrap().unwrap()];
        assert_eq!(format!("{before:?}"), format!("{after:?}"));
        assert_eq!(new.token(token.hash()).await.unwrap(), Some((*id, Holds::Side(Side::Republican))));
        assert_eq!(new.chat(*id, 10).await.unwrap(), old.chat(*id, 10).await.unwrap());
    }
    assert_eq!(new.book(book).await.unwrap().as_deref(), Some("{}"));
    for store in [old, new] {
        store.close().await;
    }
}

#[tokio::test]
async fn abandoned_matches_are_those_in_which_nothing_happens() {
    let (_folder, places) = places();
    for place in places {
        let store = Store::open(place).await.unwrap();
        let id = MatchId::generate().unwrap();
        store.write(made(id, &Token::generate().unwrap())).await.unwrap();
        let now = frente_server::store::now();
        assert!(frente_server::tidy::abandoned(&store, 1).await.unwrap().is_empty());
        assert!(store.idle_since(now - 60_000).await.unwrap().is_empty());
        assert_eq!(store.idle_since(now + 60_000).await.unwrap(), [id]);
        let line = ChatLine { who: "republican".to_owned(), text: "later".to_owned(), at: now / 1000 + 100 };
        store.write(Change::Chat { id, line }).await.unwrap();
        assert!(store.idle_since(now + 60_000).await.unwrap().is_empty(), "somebody has spoken since");
        frente_server::tidy::delete(&store, &[id]).await.unwrap();
        assert!(store.load(id).await.unwrap().is_none());
        store.close().await;
    }
}

#[tokio::test]
async fn the_log_is_emptied_while_the_store_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.sqlite");
    let store = Store::open(&path).await.unwrap();
    let id = MatchId::generate().unwrap();
    store.write(made(id, &Token::generate().unwrap())).await.unwrap();
    let size = || std::fs::metadata(&path).unwrap().len();
    let before = size();
    let long = "x".repeat(4000);
    let mut end = chain(id, &[]);
    for point in 1..=1200 {
        store.write(append(id, point, end, &[&long])).await.unwrap();
        end = end.then(&long);
    }
    let copied = async {
        while size() < before + 4_000_000 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), copied).await.expect("what was written is in the file");
    // What comes next is written over the log's beginning.
    let log = || std::fs::metadata(folder.path().join("f.sqlite-wal")).unwrap().len();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let length = log();
    store.write(append(id, 1201, end, &["end"])).await.unwrap();
    assert_eq!(log(), length);
    assert_eq!(store.load(id).await.unwrap().unwrap().lines.len(), 1202);
}

#[tokio::test]
async fn a_bad_change_fails_alone_in_its_group() {
    let (_folder, places) = places();
    for place in places {
        let store = Store::open(place).await.unwrap();
        let ids: Vec<MatchId> = (0..20).map(|_| MatchId::generate().unwrap()).collect();
        for id in &ids {
            store.write(made(*id, &Token::generate().unwrap())).await.unwrap();
        }
        // All at once, so that they share a commit; the seventh writes a point that exists.
        let writes = ids
            .iter()
            .enumerate()
            .map(|(i, id)| store.write(append(*id, usize::from(i != 6), chain(*id, &[]), &["end"])));
        let results = futures_util::future::join_all(writes).await;
        for (i, (result, id)) in results.iter().zip(&ids).enumerate() {
            assert_eq!(result.is_ok(), i != 6, "{i}: {result:?}");
            assert_eq!(store.load(*id).await.unwrap().unwrap().lines.len(), if i == 6 { 1 } else { 2 });
        }
        store.close().await;
    }
}

#[tokio::test]
async fn two_servers_never_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.sqlite");
    let first = Store::open(&path).await.unwrap();
    first.announce("http://127.0.0.1:1936/").unwrap();
    assert!(matches!(Store::open(&path).await, Err(StoreError::InUse(_))));
    assert_eq!(Store::announced(&path).as_deref(), Some("http://127.0.0.1:1936/"));
    #[cfg(target_os = "linux")]
    {
        let [soft, hard] = ["soft.sqlite", "hard.sqlite"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&path, &soft).unwrap();
        std::fs::hard_link(&path, &hard).unwrap();
        assert!(matches!(Store::open(&soft).await, Err(StoreError::InUse(_))), "by another name");
        assert!(matches!(Store::open(&hard).await, Err(StoreError::InUse(_))), "by a second name");
    }
    first.close().await;
    drop(first);
    Store::open(&path).await.unwrap();
    assert_eq!(Store::announced(&path), None);
}

#[tokio::test]
async fn a_later_programs_database_is_refused() {
    let (_folder, places) = places();
    for place in places {
        Store::open(place.clone()).await.unwrap().close().await;
        match &place {
            Place::File(path) => {
                let pool =
                    SqlitePool::connect_with(SqliteConnectOptions::new().filename(path)).await.unwrap();
                sqlx::query("PRAGMA user_version = 99").execute(&pool).await.unwrap();
                pool.close().await;
            }
            Place::Postgres(address) => {
                let name = address.rsplit_once('/').unwrap().1;
                postgres::shared().unwrap().sql(name, "UPDATE frente SET version = 99");
            }
        }
        let error = Store::open(place).await.err().expect("it is of a later program");
        assert!(matches!(error, StoreError::TooNew(99)), "{error}");
        assert!(error.to_string().contains("start the later program"), "{error}");
    }
}
