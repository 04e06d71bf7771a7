//! Several servers on one PostgreSQL: whoever sits where, everybody plays the same match.
//!
//! Tens of games run by default; a thousand with two thousand sockets, one server killed every 20 seconds and PostgreSQL restarted once, with
//! `cargo test --release -p frente-server --test network -- --ignored --exact --nocapture together::a_thousand_games_at_three_servers`
//! (three minutes; `FRENTE_LOAD_GAMES`, `_SECONDS`, `_RATE` say otherwise), and how fast they are beside one server on a file with
//! `… together::one_file_one_server_three_servers` (two minutes).

use crate::common::{Chooser, Client, House, Links, Process};
use crate::load::{between, percentile};
use crate::postgres::{self, Cluster};
use frente_server::library::Library;
use frente_server::store::{Place, Store};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

/// Servers in this process on a new database.
async fn houses(cluster: &Cluster, count: usize) -> Vec<House> {
    let place = cluster.database();
    let mut houses = Vec::new();
    for _ in 0..count {
        let place = place.clone();
        let folder = tempfile::tempdir().unwrap();
        houses.push(
            House::configured(folder, |config| config.database = Some(place), Library::new(None)).await,
        );
    }
    houses
}

/// What everybody may know, as one of the servers has it.
async fn public(client: &mut Client) -> Value {
    client.ask("state", json!({ "seat": "spectator" })).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_servers_play_one_match() {
    let Some(cluster) = postgres::shared() else { return };
    let houses = houses(cluster, 2).await;
    let links = houses[0].make("me", "link").await;
    let mut players =
        [houses[0].sit(links.token("republican")).await, houses[1].sit(links.token("nationalist")).await];
    let mut watching =
        [houses[0].sit(links.token("spectator")).await, houses[1].sit(links.token("spectator")).await];
    for player in &mut players {
        player.refresh().await;
    }
    let mut chooser = Chooser::new(3);
    for _ in 0..25 {
        let mover = usize::from(players[0].lines().is_empty());
        players[mover].play_any(&mut chooser).await.unwrap();
        let point = players[mover].point();
        players[1 - mover].until(point).await;
        for watcher in &mut watching {
            watcher.until(point).await;
        }
        let [one, other] = &mut watching;
        assert_eq!(public(one).await, public(other).await, "at point {point}");
        if players[mover].state["undo"] == true && chooser.below(4) == 0 {
            players[mover].ask("undo", json!({ "point": point })).await.unwrap();
            let back = players[mover].point();
            while players[1 - mover].point() != back {
                players[1 - mover].event("changed").await;
            }
            for watcher in &mut watching {
                while watcher.point() != back {
                    watcher.event("changed").await;
                }
            }
        }
    }
    for house in houses {
        house.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_act_at_once_one_is_late() {
    let Some(cluster) = postgres::shared() else { return };
    let houses = houses(cluster, 2).await;
    let links = houses[0].make("me", "me").await;
    let mut one = houses[0].sit(links.token("republican")).await;
    let mut other = houses[1].sit(links.token("republican")).await;
    let mut late = 0;
    for round in 0..30 {
        one.refresh().await;
        other.refresh().await;
        let point = one.point().max(other.point());
        one.until(point).await;
        other.until(point).await;
        let (first, last) = (one.lines()[0].to_owned(), (*other.lines().last().unwrap()).to_owned());
        let answers = tokio::join!(one.play(&first), other.play(&last));
        match answers {
            (Ok(_), Err(error)) | (Err(error), Ok(_)) => {
                assert_eq!(error["code"], "stale", "{error}");
                assert!(error["state"]["point"].as_u64().unwrap() > point, "he is told how it stands");
                late += 1;
            }
            answers => panic!("round {round}: {answers:?}"),
        }
    }
    assert_eq!(late, 30);
    for house in houses {
        house.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_presence_settings_and_deletion_reach_everybody() {
    let Some(cluster) = postgres::shared() else { return };
    let mut houses = houses(cluster, 2).await;
    let links = houses[0].make("me", "link").await;
    let mut republican = houses[0].sit(links.token("republican")).await;
    let mut nationalist = houses[1].sit(links.token("nationalist")).await;
    let there = async |client: &mut Client, seat: &str| {
        if client.state["seats"][seat]["present"] == true {
            return;
        }
        while client.event("presence").await["seats"][seat]["present"] != true {}
    };
    there(&mut republican, "nationalist").await;
    there(&mut nationalist, "republican").await;
    for n in 0..5 {
        let (speaker, listener) = if n % 2 == 0 {
            (&mut republican, &mut nationalist)
        } else {
            (&mut nationalist, &mut republican)
        };
        speaker.ask("chat", json!({ "text": format!("¡Salud {n}!") })).await.unwrap();
        for client in [speaker, listener] {
            assert_eq!(client.event("chat").await["text"], format!("¡Salud {n}!"));
        }
    }
    republican.ask("open-chat", json!({ "open": true })).await.unwrap();
    assert_eq!(nationalist.event("open-chat").await["open"], true);
    republican.ask("pace", json!({ "ms": 123 })).await.unwrap();
    assert_eq!(nationalist.event("pace").await["ms"], 123);
    nationalist.close().await;
    while republican.event("presence").await["seats"]["nationalist"]["present"] != false {}
    // Whoever is alone at a match deletes it, from wherever.
    let own = houses[0].make("me", "me").await;
    let mut window = houses[1].sit(own.token("republican")).await;
    let (_, deleted) = houses[0].post("/api/forget", &json!({ "token": own.token("republican") })).await;
    assert_eq!(deleted["deleted"], true);
    window.event("deleted").await;
    let ready = houses[1].get("/readyz").await;
    assert_eq!(ready.status(), 200);
    for house in houses.drain(..) {
        house.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_thinks_at_one_server_and_goes_on_at_another() {
    let Some(cluster) = postgres::shared() else { return };
    let mut houses = houses(cluster, 2).await;
    let links = houses[0].make("me", "computer:random").await;
    let mut clients =
        [houses[0].sit(links.token("republican")).await, houses[1].sit(links.token("republican")).await];
    clients[0].ask("pace", json!({ "ms": 0 })).await.unwrap();
    let mut chooser = Chooser::new(5);
    let mut play = async |clients: &mut [Client], n: usize| {
        for turn in 0..n {
            let client = &mut clients[turn % clients.len()];
            client.refresh().await;
            while client.lines().is_empty() {
                client.event("changed").await;
            }
            // The other window may be a moment behind, or ahead.
            match client.play_any(&mut chooser).await {
                Ok(_) => {}
                Err(error) => assert_eq!(error["code"], "stale"),
            }
        }
    };
    play(&mut clients, 20).await;
    let [one, other] = clients;
    one.close().await;
    houses.remove(0).close().await;
    let mut clients = [other];
    play(&mut clients, 10).await;
    let log = clients[0].ask("log", json!({ "from": 0 })).await.unwrap();
    let points: Vec<u64> =
        log["entries"].as_array().unwrap().iter().map(|e| e["point"].as_u64().unwrap()).collect();
    assert_eq!(points, (0..points.len() as u64).collect::<Vec<_>>());
    houses.remove(0).close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_is_restored() {
    let Some(cluster) = postgres::shared() else { return };
    let place = cluster.database();
    let Place::Postgres(address) = place.clone() else { unreachable!() };
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("frente.dump").display().to_string();
    let house = {
        let folder = tempfile::tempdir().unwrap();
        House::configured(folder, |config| config.database = Some(place), Library::new(None)).await
    };
    let links = house.make("me", "me").await;
    let mut client = house.sit(links.token("republican")).await;
    let mut chooser = Chooser::new(9);
    for _ in 0..10 {
        client.play_any(&mut chooser).await.unwrap();
    }
    let point = client.point();
    cluster.tool("pg_dump", &["-Fc", "-f", &dump, address.rsplit_once('/').unwrap().1]);
    client.play_any(&mut chooser).await.unwrap();
    house.close().await;
    let empty = cluster.database();
    let Place::Postgres(address) = empty.clone() else { unreachable!() };
    cluster.tool("pg_restore", &["-d", address.rsplit_once('/').unwrap().1, &dump]);
    let store = Store::open(empty.clone()).await.unwrap();
    let report = store.check(&Library::new(None)).await.unwrap();
    assert!(report.matches == 1 && report.damaged.is_empty(), "{report:?}");
    store.close().await;
    let house = {
        let folder = tempfile::tempdir().unwrap();
        House::configured(folder, |config| config.database = Some(empty), Library::new(None)).await
    };
    let mut client = house.sit(links.token("republican")).await;
    assert_eq!(client.point(), point, "as it was when the backup was made");
    client.play_any(&mut chooser).await.unwrap();
    house.close().await;
}

/// The servers of a run: where each is to be found now.
type Servers = Arc<RwLock<Vec<SocketAddr>>>;

/// One who plays, and knows for sure what he was told is done.
struct Seat {
    token: String,
    home: usize,
    client: Option<Client>,
}

impl Seat {
    /// Sits down, at the next server if his own is gone.
    async fn sit(&mut self, servers: &Servers) -> &mut Client {
        let begun = Instant::now();
        while self.client.is_none() {
            assert!(begun.elapsed() < Duration::from_secs(180), "no server lets him in");
            let address = {
                let servers = servers.read().unwrap();
                servers[self.home % servers.len()]
            };
            self.client = Self::try_sit(address, &self.token).await;
            if self.client.is_none() {
                self.home += 1;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        self.client.as_mut().expect("he sits")
    }

    async fn try_sit(address: SocketAddr, token: &str) -> Option<Client> {
        let mut client = Client::try_connect(address).await?;
        client.try_ask("join", json!({ "token": token })).await?.ok()?;
        if let Some(share) = crate::common::missing_share(&client.state) {
            // Another try of this one may have added it already.
            let _ = client.try_ask("share", json!({ "share": share })).await?;
        }
        client.try_ask("state", json!({})).await?.ok()?;
        client.forget();
        Some(client)
    }

    /// Asks how the match stands; not at all if the connection breaks.
    async fn refresh(&mut self, servers: &Servers) {
        let answer = self.sit(servers).await.try_ask("state", json!({})).await;
        if !matches!(answer, Some(Ok(_))) {
            self.client = None;
        }
    }
}

/// What is known of one game for sure.
struct Witness {
    links: Links,
    /// Every line that was acknowledged, by point.
    acknowledged: Vec<Option<String>>,
    /// What was asked at the end of it and never answered.
    open: bool,
}

/// How long whoever was told nothing waits before he asks: longer than the servers' own look at what others wrote takes on a busy machine.
const TOLD: Duration = Duration::from_secs(30);

/// Two people play until they are told to stop. They think for `pause` in the mean.
async fn game(
    servers: Servers,
    links: Links,
    n: usize,
    pause: Duration,
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
) -> (Witness, Vec<Duration>) {
    let seat = |seat: &str, home| Seat { token: links.token(seat).to_owned(), home, client: None };
    let mut seats = [seat("republican", n), seat("nationalist", n + 1)];
    let mut chooser = Chooser::new(n as u64 + 1);
    let mut witness = Witness { links: links.clone(), acknowledged: Vec::new(), open: false };
    let mut times = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        for seat in &mut seats {
            seat.sit(&servers).await.forget();
        }
        if !pause.is_zero() {
            tokio::time::sleep(pause.mul_f64(chooser.below(2000) as f64 / 1000.0)).await;
        }
        let Some(mover) = seats.iter().position(|seat| {
            seat.client
                .as_ref()
                .is_some_and(|client| client.state.get("choices").is_some() && !client.lines().is_empty())
        }) else {
            for seat in &mut seats {
                seat.refresh(&servers).await;
            }
            if seats.iter().all(|seat| seat.client.as_ref().is_some_and(Client::over)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let client = seats[mover].sit(&servers).await;
        let (point, lines) = (client.point() as usize, client.lines());
        let line = lines[chooser.below(lines.len())].to_owned();
        let begun = Instant::now();
        match client.try_ask("play", json!({ "point": point, "line": line })).await {
            Some(Ok(played)) => {
                times.push(begun.elapsed());
                done.fetch_add(1, Ordering::Relaxed);
                assert!(
                    witness.acknowledged.len() <= point || witness.open,
                    "an acknowledged action was taken back"
                );
                witness.acknowledged.resize(point, None);
                witness.acknowledged.push(Some(line));
                witness.acknowledged.resize(played["point"].as_u64().unwrap() as usize, None);
                witness.open = false;
                // The other one is told by whichever server he is at.
                let to = played["point"].as_u64().unwrap();
                let other = seats[1 - mover].sit(&servers).await;
                let told = tokio::time::timeout(TOLD, async {
                    while other.point() < to {
                        match other.receive().await {
                            Some(push) if push["event"] == "changed" => other.state = push["state"].clone(),
                            Some(_) => {}
                            None => return false,
                        }
                    }
                    true
                });
                if !matches!(told.await, Ok(true)) {
                    seats[1 - mover].client = None;
                }
            }
            // He knew less than the match: somebody acted, or his own action went through when he lost his server.
            Some(Err(error)) => {
                assert!(error["code"] == "stale" || error["code"] == "failed", "{error}");
                witness.open |= error["code"] == "failed";
                seats[mover].refresh(&servers).await;
            }
            None => {
                witness.open = true;
                seats[mover].client = None;
            }
        }
    }
    (witness, times)
}

/// Everything acknowledged is there, once, and every server has the same.
async fn check(servers: &Servers, witness: &Witness) {
    let addresses = servers.read().unwrap().clone();
    let mut states = Vec::new();
    for address in &addresses {
        let mut client = Client::connect(*address).await;
        client.ask("join", json!({ "token": witness.links.token("spectator") })).await.unwrap();
        states.push(public(&mut client).await);
    }
    assert!(states.windows(2).all(|pair| pair[0] == pair[1]), "every server has the same");
    let mut log: Vec<String> = Vec::new();
    let mut views = Vec::new();
    for (seat, address) in ["republican", "nationalist"].into_iter().zip(addresses.iter().cycle()) {
        let mut client = Client::connect(*address).await;
        client.ask("join", json!({ "token": witness.links.token(seat) })).await.unwrap();
        let mut entries = Vec::new();
        let mut from = Some(0);
        while let Some(at) = from {
            let mut page = client.ask("log", json!({ "from": at })).await.unwrap();
            entries.append(page["entries"].as_array_mut().unwrap());
            from = page["next"].as_u64();
        }
        views.push(entries);
    }
    assert_eq!(views[0].len(), views[1].len());
    for (point, (one, other)) in views[0].iter().zip(&views[1]).enumerate() {
        assert_eq!(one["point"], point, "each point once");
        let whole = if one["line"].as_str().unwrap().contains('?') { other } else { one };
        log.push(whole["line"].as_str().unwrap().to_owned());
    }
    let known = witness.acknowledged.len();
    assert!(log.len() >= known, "{} of {known} actions", log.len());
    if !witness.open {
        assert!(log.len() == known || known == 0, "{} actions, {known} acknowledged", log.len());
    }
    for (point, line) in witness.acknowledged.iter().enumerate() {
        if let Some(line) = line {
            assert_eq!(log[point], *line, "action {point}");
        }
    }
}

/// Three servers, so many games for so long, as many actions a second in all (or as many as it goes); one server killed every so often,
/// PostgreSQL restarted once.
async fn storm(games: usize, time: Duration, kill_every: Duration, rate: Option<f64>) {
    let Some(cluster) = Cluster::start() else { return };
    frente_server::listen::raise_files();
    let pause = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(games as f64 / rate));
    let place = cluster.database();
    let mut processes: Vec<Process> = (0..3).map(|_| Process::start_on(&place)).collect();
    let servers: Servers = Arc::new(RwLock::new(processes.iter().map(|p| p.address).collect()));
    let mut made = Vec::new();
    for chunk in (0..games).collect::<Vec<_>>().chunks(50) {
        let address = processes[made.len() % 3].address;
        let seats = json!({ "seats": { "republican": "me", "nationalist": "link" } });
        made.extend(join_all(chunk.iter().map(|_| crate::common::make(address, seats.clone()))).await);
    }
    let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let tasks: Vec<_> = made
        .into_iter()
        .enumerate()
        .map(|(n, links)| {
            tokio::spawn(game(Arc::clone(&servers), links, n, pause, Arc::clone(&stop), Arc::clone(&done)))
        })
        .collect();
    let begun = Instant::now();
    let (mut killed, mut restarted) = (0, false);
    while begun.elapsed() < time {
        tokio::time::sleep(kill_every.min(time)).await;
        let victim = killed % 3;
        let fresh = Process::start_on(&place);
        servers.write().unwrap()[victim] = fresh.address;
        std::mem::replace(&mut processes[victim], fresh).kill();
        killed += 1;
        if !restarted && begun.elapsed() > time / 2 {
            restarted = true;
            let begun = Instant::now();
            tokio::task::block_in_place(|| cluster.restart());
            println!("PostgreSQL restarted in {:.1} s", begun.elapsed().as_secs_f64());
        }
    }
    stop.store(true, Ordering::Relaxed);
    let (mut witnesses, mut times) = (Vec::new(), Vec::new());
    for played in join_all(tasks).await {
        let (witness, took) = played.expect("a game without surprises");
        witnesses.push(witness);
        times.extend(took);
    }
    for chunk in witnesses.chunks(20) {
        join_all(chunk.iter().map(|witness| check(&servers, witness))).await;
    }
    times.sort();
    assert!(restarted && killed > 1);
    let open = witnesses.iter().filter(|w| w.open).count();
    println!(
        "{games} games, {} sockets, {} actions acknowledged, {killed} servers killed, {open} actions unanswered at the end; answered: median {:?}, 99 % {:?}",
        2 * games,
        done.load(Ordering::Relaxed),
        percentile(&times, 0.5),
        percentile(&times, 0.99)
    );
    assert!(done.load(Ordering::Relaxed) > games as u64, "they did play");
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_games_at_three_servers() {
    storm(30, Duration::from_secs(12), Duration::from_secs(3), None).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; see the head of this file"]
async fn a_thousand_games_at_three_servers() {
    let games = number("FRENTE_LOAD_GAMES", 1000.0) as usize;
    let time = Duration::from_secs_f64(number("FRENTE_LOAD_SECONDS", 120.0));
    storm(games, time, Duration::from_secs(20), Some(number("FRENTE_LOAD_RATE", 200.0))).await;
}

/// A number out of the environment.
fn number(name: &str, usual: f64) -> f64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap())
}

/// Latency and throughput, one after the other in one run: a file and one server; PostgreSQL and one, two, three servers.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes; see the head of this file"]
async fn one_file_one_server_three_servers() {
    let Some(cluster) = Cluster::start() else { return };
    let games = number("FRENTE_LOAD_GAMES", 200.0) as usize;
    let rate = number("FRENTE_LOAD_RATE", 100.0);
    let time = Duration::from_secs_f64(number("FRENTE_LOAD_SECONDS", 15.0));
    let folder = tempfile::tempdir().unwrap();
    let file = Place::from(folder.path().join("games.sqlite"));
    let place = cluster.database();
    for (what, place, servers) in [
        ("SQLite, 1 server", &file, 1),
        ("PostgreSQL, 1 server", &place, 1),
        ("PostgreSQL, 2 servers", &place, 2),
        ("PostgreSQL, 3 servers", &place, 3),
    ] {
        let processes: Vec<Process> = (0..servers).map(|_| Process::start_on(place)).collect();
        // At a pace that all of them keep, and as fast as it goes.
        for (pace, rate, time) in [("people", rate, time), ("as fast as it goes", 1e9, time / 2)] {
            let (answers, pushes) = between(&processes, games, rate, time).await;
            let [median, p99] = [0.5, 0.99].map(|share| percentile(&answers, share).as_secs_f64() * 1e3);
            let [shown, shown99] = [0.5, 0.99].map(|share| percentile(&pushes, share).as_secs_f64() * 1e3);
            println!(
                "{what}, {pace}: {:.0} actions/s; answered in {median:.1} ms, 99 % {p99:.1} ms; shown to the other in {shown:.1} ms, 99 % {shown99:.1} ms",
                answers.len() as f64 / time.as_secs_f64()
            );
        }
    }
}
