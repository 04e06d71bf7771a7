//! What breaks under the server: the disk is full or cannot be written, the file is taken away or rots, the program itself breaks down.

use crate::common::{Client, House, Links, Process};
use frente_engine::chance::Share;
use frente_engine::notation::Notation;
use frente_engine::record::Ending;
use frente_engine::table::{
    ChoiceView, Denied, EntryView, Mind, Opening, SheetView, State, Table, TableError, WhyView,
};
use frente_engine::{Options, Rng, Seat, Seed, Wait, odds::OddsView, present::Ask, present::Overlay};
use frente_server::library::Library;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// A small file system of its own; gone when dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None` where file systems cannot be mounted; that test is then not run, and says so.
    fn mount(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        if mount(&["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"], folder.path()) {
            return Some(SmallDisk(folder));
        }
        eprintln!("NOT RUN: no file system can be mounted here (only root can)");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn remount(&self, how: &str) {
        assert!(mount(&["-o", &format!("remount,{how}")], self.path()), "remount {how}");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

fn mount(how: &[&str], at: &Path) -> bool {
    let quiet = std::process::Stdio::null;
    Command::new("mount")
        .args(how)
        .arg(at)
        .stdout(quiet())
        .stderr(quiet())
        .status()
        .is_ok_and(|s| s.success())
}

async fn alone(address: std::net::SocketAddr) -> (Links, Client) {
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let links = crate::common::make(address, json!({ "seats": seats })).await;
    let mut client = Client::connect(address).await;
    client.join(links.token("republican")).await.unwrap();
    (links, client)
}

async fn health(address: std::net::SocketAddr) -> u16 {
    // It is tried once a second at most.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    reqwest::get(format!("http://{address}/healthz")).await.unwrap().status().as_u16()
}

async fn play(client: &mut Client) -> Result<Value, Value> {
    let line = client.lines()[0].to_owned();
    client.play(&line).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_writing_until_there_is_room_and_no_longer() {
    let Some(disk) = SmallDisk::mount("4m") else { return };
    let process = Process::start(disk.path());
    let (links, mut client) = alone(process.address).await;
    play(&mut client).await.unwrap();
    let mut noticed = false;
    for round in 0..3 {
        let point = client.point();
        let filler = disk.path().join("filler");
        let full = std::fs::write(&filler, vec![1; 8 << 20]).unwrap_err();
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
        // What is left of the log's last page may hold an action or two.
        let mut refused = None;
        for _ in 0..200 {
            if let Err(error) = play(&mut client).await {
                refused = Some(error);
                break;
            }
        }
        assert_eq!(refused.expect("the disk is full")["code"], "failed", "round {round}");
        // The log's beginning may have come free meanwhile; then it can write, and says so.
        match health(process.address).await {
            503 => noticed = true,
            status => {
                assert_eq!(status, 200);
                play(&mut client).await.unwrap();
            }
        }
        assert!(client.ask("state", json!({})).await.unwrap()["point"].as_u64().unwrap() >= point);
        std::fs::remove_file(&filler).unwrap();
        play(&mut client).await.unwrap_or_else(|e| panic!("round {round}: there is room again: {e}"));
        assert_eq!(health(process.address).await, 200, "round {round}");
    }
    assert!(noticed, "whoever asks is told");
    let point = client.point();
    process.kill();
    let process = Process::start(disk.path());
    let mut client = Client::connect(process.address).await;
    client.join(links.token("republican")).await.unwrap();
    assert_eq!(client.point(), point, "what was answered is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_cannot_be_written_is_noticed() {
    let Some(disk) = SmallDisk::mount("8m") else { return };
    let process = Process::start(disk.path());
    let (links, client) = alone(process.address).await;
    client.close().await;
    let database = disk.path().join("games.sqlite");
    process.kill();
    disk.remount("ro");
    let error =
        frente_server::store::Store::open(&database).await.err().expect("nothing can be written there");
    assert!(error.to_string().contains("cannot write"), "{error}");
    disk.remount("rw");
    let process = Process::start(disk.path());
    let mut client = Client::connect(process.address).await;
    client.join(links.token("republican")).await.unwrap();
    assert_eq!(health(process.address).await, 200);
}

/// A disk whose file system gives up, as it does when the device under it fails: what was open for writing cannot be written any more.
struct FailingDisk {
    folder: tempfile::TempDir,
}

impl FailingDisk {
    fn make() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let image = folder.path().join("image");
        std::fs::File::create(&image).unwrap().set_len(24 << 20).unwrap();
        std::fs::create_dir(folder.path().join("disk")).unwrap();
        let made = Command::new("mkfs.ext4").arg("-q").arg(&image).status().is_ok_and(|s| s.success());
        let disk = FailingDisk { folder };
        if made && disk.mount() {
            return Some(disk);
        }
        eprintln!("NOT RUN: no file system can be made and mounted here (only root can)");
        None
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("disk")
    }

    fn mount(&self) -> bool {
        mount(&["-o", "loop", self.folder.path().join("image").to_str().unwrap()], &self.path())
    }

    fn fail(&self) {
        assert!(mount(&["-o", "remount,abort"], &self.path()), "the file system gives up");
    }

    /// Another device, the same files.
    fn replace(&self) {
        self.unmount();
        assert!(self.mount(), "mounted anew");
    }

    fn unmount(&self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

impl Drop for FailingDisk {
    fn drop(&mut self) {
        self.unmount();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_becomes_read_only_is_noticed_and_nothing_more_acknowledged() {
    let Some(disk) = FailingDisk::make() else { return };
    let process = Process::start(&disk.path());
    let (links, mut client) = alone(process.address).await;
    for _ in 0..3 {
        play(&mut client).await.unwrap();
    }
    assert_eq!(health(process.address).await, 200);
    let point = client.point();
    disk.fail();
    for _ in 0..5 {
        assert_eq!(play(&mut client).await.unwrap_err()["code"], "failed");
    }
    assert_eq!(health(process.address).await, 503);
    let said = client.ask("chat", json!({ "text": "¡Salud!" })).await.unwrap_err();
    assert_eq!(said["code"], "failed");
    process.kill();
    disk.replace();
    let process = Process::start(&disk.path());
    let mut client = Client::connect(process.address).await;
    client.join(links.token("republican")).await.unwrap();
    assert_eq!(client.point(), point, "what was answered is kept, and nothing else");
    play(&mut client).await.unwrap();
    assert_eq!(health(process.address).await, 200);
    process.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_once_the_file_is_taken_away() {
    for folder_too in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        std::fs::create_dir(&home).unwrap();
        let process = Process::start(&home);
        let (_, mut client) = alone(process.address).await;
        play(&mut client).await.unwrap();
        let (taken, away) = match folder_too {
            true => (home.clone(), folder.path().join("elsewhere")),
            false => (home.join("games.sqlite"), home.join("elsewhere.sqlite")),
        };
        let point = client.point();
        std::fs::rename(&taken, &away).unwrap();
        for _ in 0..5 {
            assert_eq!(play(&mut client).await.unwrap_err()["code"], "failed");
        }
        assert_eq!(client.ask("state", json!({})).await.unwrap()["point"], point);
        assert_eq!(health(process.address).await, 503);
        // Another file in its place is not the same file.
        if !folder_too {
            std::fs::copy(&away, &taken).unwrap();
            assert_eq!(play(&mut client).await.unwrap_err()["code"], "failed");
            std::fs::remove_file(&taken).unwrap();
        }
        std::fs::rename(&away, &taken).unwrap();
        play(&mut client).await.unwrap();
        assert_eq!(health(process.address).await, 200);
    }
}

#[tokio::test]
async fn a_damaged_match_is_refused_with_its_line_and_the_others_go_on() {
    let house = House::open().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let links = house.make("me", "me").await;
        let mut client = house.sit(links.token("republican")).await;
        for _ in 0..4 {
            play(&mut client).await.unwrap();
        }
        made.push((links, client.point()));
        client.close().await;
    }
    let id = |n: usize| i64::from_str_radix(made[n].0.0["match"].as_str().unwrap(), 16).unwrap();
    let (rotten, short) = (id(0), id(1));
    let database = house.database();
    let tokens: Vec<String> = made.iter().map(|(links, _)| links.token("republican").to_owned()).collect();
    let folder = house.close().await;
    // A line that the rules accept in that place: nothing but the hash tells.
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(&database);
    let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
    sqlx::query("UPDATE actions SET line = line || ' ' WHERE match = ?1 AND point = 2")
        .bind(rotten)
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query(
        "DELETE FROM actions WHERE match = ?1 AND point = (SELECT max(point) FROM actions WHERE match = ?1)",
    )
    .bind(short)
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
    {
        let store = frente_server::store::Store::open(&database).await.unwrap();
        let report = store.check(&Library::new(None)).await.unwrap();
        assert_eq!((report.matches, report.damaged.len()), (3, 2), "{report:?}");
        store.close().await;
    }
    let house = House::furnished(folder, |_| {}, Library::new(None)).await;
    let mut stranger = Client::connect(house.address).await;
    let error = stranger.join(&tokens[0]).await.unwrap_err();
    assert_eq!(error["code"], "bad-save");
    assert!(error["message"].as_str().unwrap().contains("action 2"), "{error}");
    assert_eq!(stranger.join(&tokens[1]).await.unwrap_err()["code"], "bad-save", "its end is missing");
    let (status, mine) = house.post("/api/mine", &json!({ "tokens": tokens })).await;
    let games = mine["games"].as_array().unwrap();
    assert_eq!((status, games.len()), (200, 3), "{mine}");
    assert!(games[0]["error"]["message"].as_str().unwrap().contains("action 2"), "{mine}");
    assert_eq!(games[2]["point"], made[2].1);
    let mut good = house.sit(&tokens[2]).await;
    play(&mut good).await.unwrap();
    let (_, gone) = house.post("/api/forget", &json!({ "token": tokens[0] })).await;
    assert_eq!(gone["deleted"], true);
    let (_, mine) = house.post("/api/mine", &json!({ "tokens": tokens })).await;
    assert_eq!(mine["games"].as_array().unwrap().len(), 2);
    let folder = house.close().await;
    let done = frente_server::store::repair(&database, &Library::new(None)).await.unwrap();
    assert_eq!((done.whole, done.cut.len(), done.lost.len()), (1, 1, 0), "{done:?}");
    assert!(done.before.is_file());
    let house = House::furnished(folder, |_| {}, Library::new(None)).await;
    let mut cut = house.sit(&tokens[1]).await;
    assert_eq!(cut.point(), made[1].1 - 1, "all but the action that is missing");
    play(&mut cut).await.unwrap();
    house.close().await;
}

#[tokio::test]
async fn files_of_earlier_versions_are_brought_up_to_date() {
    const SECOND: [&str; 12] = [
        "ALTER TABLE matches DROP COLUMN agreed",
        "ALTER TABLE matches DROP COLUMN book",
        "DROP TABLE books",
        "CREATE TABLE chat (id INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
         who TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
        "INSERT INTO chat (match, who, text, at) SELECT match, who, text, at FROM said ORDER BY match, n",
        "CREATE INDEX chat_of_match ON chat (match, id)",
        "DROP TABLE said",
        "ALTER TABLE tokens DROP COLUMN seal",
        "ALTER TABLE matches DROP COLUMN seal",
        "ALTER TABLE matches DROP COLUMN links",
        "ALTER TABLE matches DROP COLUMN said",
        "PRAGMA user_version = 2",
    ];
    const FIRST: [&str; 7] = [
        "DROP TABLE heartbeat",
        "ALTER TABLE actions DROP COLUMN hash",
        "ALTER TABLE matches DROP COLUMN hash",
        "ALTER TABLE matches DROP COLUMN length",
        "ALTER TABLE matches DROP COLUMN open_chat",
        "ALTER TABLE matches DROP COLUMN uploaded",
        "PRAGMA user_version = 1",
    ];
    for steps in [&SECOND[..], &[&SECOND[..], &FIRST[..]].concat()] {
        let house = House::open().await;
        let links = house.make("me", "me").await;
        let mut client = house.sit(links.token("republican")).await;
        for _ in 0..4 {
            play(&mut client).await.unwrap();
        }
        for text in ["one", "two"] {
            client.ask("chat", json!({ "text": text })).await.unwrap();
        }
        let (point, database) = (client.point(), house.database());
        let folder = house.close().await;
        let file = sqlx::sqlite::SqliteConnectOptions::new().filename(&database);
        let pool = sqlx::SqlitePool::connect_with(file).await.unwrap();
        for sql in steps {
            sqlx::query(*sql).execute(&pool).await.unwrap();
        }
        pool.close().await;
        let house = House::furnished(folder, |_| {}, Library::new(None)).await;
        let mut client = house.sit(links.token("republican")).await;
        assert_eq!(client.point(), point);
        let said: Vec<&str> =
            client.state["chat"].as_array().unwrap().iter().map(|l| l["text"].as_str().unwrap()).collect();
        assert_eq!(said, ["one", "two"]);
        play(&mut client).await.unwrap();
        client.ask("chat", json!({ "text": "three" })).await.unwrap();
        house.close().await;
    }
}

/// A table over which the program breaks down when it is asked about the piece, or told to play the line, `bomb`.
struct Bomb(Box<dyn Table>);

const BOMB: &str = "bomb";

impl Table for Bomb {
    fn why(&self, seat: Seat, ask: &Ask) -> Option<WhyView> {
        assert_ne!(ask.piece.as_deref(), Some(BOMB));
        self.0.why(seat, ask)
    }
    fn play(&mut self, seat: Seat, line: &str) -> Result<(), Denied> {
        if line == BOMB {
            // Half done, and then it breaks.
            let first = self.0.lines()[0].clone();
            self.0.play(seat, &first).unwrap();
            panic!("{BOMB}");
        }
        self.0.play(seat, line)
    }
    fn fork(&self) -> Box<dyn Table> {
        Box::new(Bomb(self.0.fork()))
    }
    fn branch(&self, point: usize, seed: Option<Seed>) -> Box<dyn Table> {
        Box::new(Bomb(self.0.branch(point, seed)))
    }
    fn go_on(&self, spent: u64) -> Box<dyn Table> {
        Box::new(Bomb(self.0.go_on(spent)))
    }
    fn spent(&self) -> u64 {
        self.0.spent()
    }
    fn names(&self) -> (&'static str, &str) {
        self.0.names()
    }
    fn notation(&self) -> Notation {
        self.0.notation()
    }
    fn options(&self) -> &Options {
        self.0.options()
    }
    fn point(&self) -> usize {
        self.0.point()
    }
    fn wait(&self) -> Wait {
        self.0.wait()
    }
    fn turn(&self) -> u8 {
        self.0.turn()
    }
    fn seeded(&self) -> bool {
        self.0.seeded()
    }
    fn seed(&self) -> Option<Seed> {
        self.0.seed()
    }
    fn shares(&self) -> &[Share] {
        self.0.shares()
    }
    fn set_shares(&mut self, shares: Vec<Share>) -> Result<(), Denied> {
        self.0.set_shares(shares)
    }
    fn state(&self, seat: Seat) -> State {
        self.0.state(seat)
    }
    fn state_at(&self, seat: Seat, point: usize) -> State {
        self.0.state_at(seat, point)
    }
    fn entries(&self, seat: Seat, from: usize, to: usize) -> Vec<EntryView> {
        self.0.entries(seat, from, to)
    }
    fn lines(&self) -> Vec<String> {
        self.0.lines()
    }
    fn outcomes(&self) -> Vec<(String, u32)> {
        self.0.outcomes()
    }
    fn record_lines(&self, from: usize) -> Vec<&str> {
        self.0.record_lines(from)
    }
    fn header(&self) -> String {
        self.0.header()
    }
    fn may_undo(&self, seat: Seat) -> bool {
        self.0.may_undo(seat)
    }
    fn ways_together(&self, seat: Seat, pieces: &[String]) -> Result<Vec<ChoiceView>, Denied> {
        self.0.ways_together(seat, pieces)
    }
    fn play_together(&mut self, seat: Seat, pieces: &[String], place: Option<&str>) -> Result<(), Denied> {
        self.0.play_together(seat, pieces, place)
    }
    fn end(&mut self, ending: Ending) -> Result<(), Denied> {
        self.0.end(ending)
    }
    fn odds_at(&self, seat: Seat, point: usize) -> Option<OddsView> {
        self.0.odds_at(seat, point)
    }
    fn throw(&mut self) -> Result<(), Denied> {
        self.0.throw()
    }
    fn type_throw(&mut self, line: &str) -> Result<(), Denied> {
        self.0.type_throw(line)
    }
    fn replay(&mut self, line: &str) -> Result<(), Denied> {
        self.0.replay(line)
    }
    fn undo(&mut self, seat: Seat) -> Result<(), Denied> {
        self.0.undo(seat)
    }
    fn sheet(&self) -> SheetView {
        self.0.sheet()
    }
    fn rule(&self, id: &str) -> Option<String> {
        self.0.rule(id)
    }
    fn odds(&self, seat: Seat, lines: &[String]) -> Result<Option<OddsView>, Denied> {
        self.0.odds(seat, lines)
    }
    fn overlay(&self, seat: Seat, key: &str) -> Option<Overlay> {
        self.0.overlay(seat, key)
    }
    fn save(&self) -> String {
        self.0.save()
    }
    fn verify(&self) -> Result<u64, String> {
        self.0.verify()
    }
    fn suggest(&self, mind: &mut Mind, rng: &mut Rng) -> Result<String, Denied> {
        self.0.suggest(mind, rng)
    }
}

fn mined(game: &str, folder: Option<&Path>, opening: &Opening) -> Result<Box<dyn Table>, TableError> {
    Ok(Box::new(Bomb(frente_catalog::open(game, folder, opening)?)))
}

#[tokio::test]
async fn a_request_that_breaks_the_program_down_is_answered_and_the_socket_lives() {
    let library = Library::with(None, mined);
    let house = House::furnished(tempfile::tempdir().unwrap(), |_| {}, library).await;
    let links = house.make("me", "me").await;
    let mut client = house.sit(links.token("republican")).await;
    let mut watcher = house.sit(links.token("spectator")).await;
    play(&mut client).await.unwrap();
    let point = client.point();
    for _ in 0..3 {
        let error = client.ask("why", json!({ "piece": BOMB })).await.unwrap_err();
        assert_eq!(error["code"], "failed", "{error}");
        let error = client.ask("play", json!({ "line": BOMB, "point": point })).await.unwrap_err();
        assert_eq!(error["code"], "failed", "{error}");
        let state = client.ask("state", json!({})).await.unwrap();
        assert_eq!(state["point"], point, "half an action is no action");
    }
    play(&mut client).await.unwrap();
    watcher.until(client.point()).await;
    let mut again = house.sit(links.token("republican")).await;
    assert_eq!(again.point(), client.point());
    play(&mut again).await.unwrap();
    house.close().await;
}
