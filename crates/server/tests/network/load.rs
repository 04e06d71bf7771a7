//! How fast an action is answered with 500 open games and 1,000 sockets.
//!
//! Everything on the loopback, for half a minute:
//! `cargo test --release -p frente-server --test network -- --ignored --exact --nocapture load::five_hundred_games`.
//! A small share of it runs by default, without looking at the clock.
//!
//! All figures one after the other, in about four minutes: the same command with `--test-threads=1` and the names `load::five_hundred_games`,
//! `load::beside_five_thousand_idle_sockets`, `load::beside_hostile_clients` and `together::one_file_one_server_three_servers`.

use crate::common::{Chooser, Process};
use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

#[tokio::test(flavor = "multi_thread")]
async fn twenty_games() {
    let figures = load(20, 40.0, Duration::from_secs(3)).await;
    assert!(figures.answers.len() > 40, "{} answers", figures.answers.len());
    figures.print();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "half a minute of load; see the head of this file"]
async fn five_hundred_games() {
    let rate = std::env::var("FRENTE_LOAD_RATE").map_or(200.0, |rate| rate.parse().unwrap());
    let figures = load(500, rate, Duration::from_secs(20)).await;
    figures.print();
    assert!(figures.answer(0.50) < Duration::from_millis(2), "median");
    assert!(figures.answer(0.99) < Duration::from_millis(10), "99th percentile");
}

/// Beside 5,000 sockets on which nothing happens.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "half a minute of load; see the head of this file"]
async fn beside_five_thousand_idle_sockets() {
    frente_server::listen::raise_files();
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let before = process.memory();
    let mut idle = Vec::new();
    for _ in 0..250 {
        let seats = json!({ "republican": "me", "nationalist": "me" });
        let links = crate::common::make(process.address, json!({ "seats": seats })).await;
        let joined = (0..20).map(|_| async {
            let mut client = crate::common::Client::connect(process.address).await;
            client.join(links.token("spectator")).await.unwrap();
            client
        });
        idle.extend(join_all(joined).await.into_iter().map(|client| tokio::spawn(client.idle())));
    }
    let memory = before.zip(process.memory()).map(|(before, now)| (now - before) / idle.len());
    println!("{} idle sockets, {:?} bytes each", idle.len(), memory);
    at(&process, 500, 200.0, Duration::from_secs(20)).await.print();
    assert!(idle.iter().all(|socket| !socket.is_finished()), "they are all still there");
    idle.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Beside clients of another address that never read, never finish a head, and talk all the time: the honest ones hardly notice.
#[test]
#[ignore = "half a minute of load; see the head of this file"]
fn beside_hostile_clients() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start_strict(folder.path());
    // Attackers come over the network: what they themselves do is not done by the server's processor.
    let clients =
        tokio::runtime::Builder::new_multi_thread().enable_all().on_thread_start(stand_back).build();
    let [alone, beside] = clients.unwrap().block_on(async {
        // No more than an honest address may have.
        let alone = at(&process, 100, 50.0, Duration::from_secs(12)).await;
        alone.print();
        let hostile = hostile(process.address).await;
        let beside = at(&process, 100, 50.0, Duration::from_secs(12)).await;
        beside.print();
        hostile.iter().for_each(tokio::task::JoinHandle::abort);
        [alone, beside].map(|figures| figures.own.share(0.99))
    });
    assert!(beside < 2 * alone + Duration::from_millis(5), "{alone:?} alone, {beside:?} beside them");
}

fn stand_back() {
    #[cfg(target_os = "linux")]
    rustix::process::nice(10).unwrap();
}

/// 200 sockets that ask for a long log and never read, 300 connections that never finish a head, 40 that talk as fast as they can.
async fn hostile(address: SocketAddr) -> Vec<tokio::task::JoinHandle<()>> {
    use crate::attacks::{HOSTILE, long};
    use tokio::io::AsyncWriteExt as _;
    let seats = json!({ "republican": "me", "nationalist": "me" });
    let (_, made) =
        crate::common::post(address, "/api/matches/load", &json!({ "save": long(), "seats": seats })).await;
    let links = crate::common::Links(made);
    let connect = async move || crate::common::Client::connect_from(HOSTILE, address).await;
    let mut tasks = Vec::new();
    for n in 0..240 {
        let token = links.token("spectator").to_owned();
        tasks.push(tokio::spawn(async move {
            let Ok(stream) = connect().await else { return };
            let Ok((mut socket, _)) =
                tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await
            else {
                return;
            };
            let join = json!({ "id": 1, "do": "join", "token": token, "from": 0 });
            let talk = if n < 40 {
                json!({ "id": 2, "do": "chat", "text": "x".repeat(900) })
            } else {
                json!({ "id": 2, "do": "log", "from": 0 })
            };
            let _ = socket.send(Message::text(join.to_string())).await;
            while socket.send(Message::text(talk.to_string())).await.is_ok() {
                if n < 40 {
                    let _ = tokio::time::timeout(Duration::from_millis(1), socket.next()).await;
                }
            }
        }));
    }
    for _ in 0..300 {
        tasks.push(tokio::spawn(async move {
            loop {
                let Ok(mut stream) = connect().await else { return };
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: local").await;
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
        }));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    tasks
}

struct Figures {
    games: usize,
    took: Duration,
    /// From sending an action to having its answer, on the client's side.
    answers: Vec<Duration>,
    /// From sending an action to the other player's having it.
    pushes: Vec<Duration>,
    /// Processor time of the server.
    cpu: Option<Duration>,
    /// Memory of the server before anybody came, with all sockets open, and at the end, in bytes.
    memory: Option<[usize; 3]>,
    /// The server's own histograms of this run: between an action's arrival and its answer, whatever the clients are busy with, and
    /// commits to the disk, which are part of it.
    own: Histogram,
    commits: Histogram,
}

/// A histogram of the server's: upper bounds in seconds, and how many took no longer.
pub struct Histogram(Vec<(f64, f64)>);

impl Histogram {
    /// As it is now.
    pub async fn of(process: &Process, name: &str) -> Self {
        let bucket = |line: &str| {
            let (bound, n) = line.strip_prefix(name)?.strip_prefix("_bucket{le=\"")?.split_once("\"} ")?;
            let bound = if bound == "+Inf" { f64::INFINITY } else { bound.parse().ok()? };
            Some((bound, n.trim().parse().ok()?))
        };
        Histogram(figures(process).await.lines().filter_map(bucket).collect())
    }

    /// Actions.
    pub async fn actions(process: &Process) -> Self {
        Self::of(process, "frente_action_seconds").await
    }

    /// What was counted since an earlier look.
    pub fn since(self, before: &Histogram) -> Self {
        let counted = before.0.iter().map(|(_, n)| *n).chain(std::iter::repeat(0.0));
        Histogram(self.0.into_iter().zip(counted).map(|((bound, n), before)| (bound, n - before)).collect())
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        self.0.last().map_or(0.0, |(_, n)| *n)
    }

    /// How long this share took at most, evenly spread within a bucket.
    pub fn share(&self, share: f64) -> Duration {
        let wanted = share * self.count();
        let mut below = (0.0, 0.0);
        for &(bound, n) in &self.0 {
            if n >= wanted && n > below.1 {
                let part = (wanted - below.1) / (n - below.1);
                return Duration::from_secs_f64(below.0 + part * (bound.min(60.0) - below.0));
            }
            below = (bound, n);
        }
        Duration::ZERO
    }
}

/// All figures of the server as it gives them out.
pub async fn figures(process: &Process) -> String {
    reqwest::get(format!("http://{}/metrics", process.metrics)).await.unwrap().text().await.unwrap()
}

impl Figures {
    fn answer(&self, share: f64) -> Duration {
        percentile(&self.answers, share)
    }

    fn print(&self) {
        for (what, times) in [("actions", &self.own), ("commits", &self.commits)] {
            let [median, p99] = [0.5, 0.99].map(|share| times.share(share).as_secs_f64() * 1e3);
            println!("by the server's own histogram, {what}: median {median:.2} ms, 99 % {p99:.2} ms");
        }
        println!(
            "{} games, {} sockets, {} actions in {:.1} s ({:.0}/s)",
            self.games,
            2 * self.games,
            self.answers.len(),
            self.took.as_secs_f64(),
            self.answers.len() as f64 / self.took.as_secs_f64()
        );
        for (what, times) in [("answered", &self.answers), ("shown to the other player", &self.pushes)] {
            let [median, p90, p99, worst] =
                [0.5, 0.9, 0.99, 1.0].map(|share| percentile(times, share).as_secs_f64() * 1e3);
            println!(
                "{what}: median {median:.2} ms, 90 % {p90:.2} ms, 99 % {p99:.2} ms, worst {worst:.2} ms"
            );
        }
        if let Some(cpu) = self.cpu {
            let each = cpu.as_secs_f64() * 1e3 / self.answers.len() as f64;
            println!("server: {each:.2} ms of processor time an action");
        }
        if let Some([before, open, after]) = self.memory {
            println!(
                "server: {} MB before, {} MB with all sockets ({} KB a socket, its half of a match included), {} MB at the end",
                before >> 20,
                open >> 20,
                ((open - before) / (2 * self.games)) >> 10,
                after >> 20
            );
        }
    }
}

pub fn percentile(sorted: &[Duration], share: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

/// So many games with two sockets each, in which people play so many actions a second in all.
async fn load(games: usize, rate: f64, time: Duration) -> Figures {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    at(&process, games, rate, time).await
}

/// The same at a server that runs.
async fn at(process: &Process, games: usize, rate: f64, time: Duration) -> Figures {
    let address = process.address;
    let before = process.memory();
    let mut pairs = Vec::new();
    for chunk in (0..games).collect::<Vec<_>>().chunks(25) {
        let sat = chunk.iter().map(|_| async {
            let seats = json!({ "republican": "me", "nationalist": "link" });
            let links = crate::common::make(address, json!({ "seats": seats })).await;
            let mut republican = Lean::sit(address, links.token("republican")).await;
            let nationalist = Lean::sit(address, links.token("nationalist")).await;
            // The dice have waited for both.
            republican.receive().await;
            (republican, nationalist)
        });
        pairs.extend(join_all(sat).await);
    }
    let open = process.memory();
    let counted = [Histogram::actions(process).await, Histogram::of(process, COMMITS).await];
    let (begun, cpu) = (Instant::now(), process.cpu());
    let pause = Duration::from_secs_f64(games as f64 / rate);
    let tables = pairs.into_iter().enumerate().map(|(n, (republican, nationalist))| {
        tokio::spawn(table(republican, nationalist, Chooser::new(n as u64 + 1), pause, begun + time))
    });
    let (mut answers, mut pushes) = (Vec::new(), Vec::new());
    for times in join_all(tables).await {
        let (answered, pushed) = times.unwrap();
        answers.extend(answered);
        pushes.extend(pushed);
    }
    let took = begun.elapsed();
    let cpu = process.cpu().zip(cpu).map(|(after, before)| after - before);
    answers.sort();
    pushes.sort();
    let own = Histogram::actions(process).await.since(&counted[0]);
    let commits = Histogram::of(process, COMMITS).await.since(&counted[1]);
    let memory = before.zip(open).zip(process.memory()).map(|((before, open), after)| [before, open, after]);
    Figures { games, took, answers, pushes, cpu, memory, own, commits }
}

/// The same with the two players of a game at different servers: the times until actions were answered, and shown to the other player.
pub async fn between(
    processes: &[Process],
    games: usize,
    rate: f64,
    time: Duration,
) -> (Vec<Duration>, Vec<Duration>) {
    let mut pairs = Vec::new();
    for chunk in (0..games).collect::<Vec<_>>().chunks(25) {
        let sat = chunk.iter().map(|n| async move {
            let [one, other] = [*n, n + 1].map(|n| processes[n % processes.len()].address);
            let seats = json!({ "republican": "me", "nationalist": "link" });
            let links = crate::common::make(one, json!({ "seats": seats })).await;
            let mut republican = Lean::sit(one, links.token("republican")).await;
            let nationalist = Lean::sit(other, links.token("nationalist")).await;
            // The dice have waited for both.
            republican.receive().await;
            (republican, nationalist)
        });
        pairs.extend(join_all(sat).await);
    }
    let end = Instant::now() + time;
    let pause = Duration::from_secs_f64(games as f64 / rate);
    let tables = pairs.into_iter().enumerate().map(|(n, (republican, nationalist))| {
        tokio::spawn(table(republican, nationalist, Chooser::new(n as u64 + 1), pause, end))
    });
    let (mut answers, mut pushes) = (Vec::new(), Vec::new());
    for times in join_all(tables).await {
        let (answered, pushed) = times.unwrap();
        answers.extend(answered);
        pushes.extend(pushed);
    }
    answers.sort();
    pushes.sort();
    (answers, pushes)
}

/// The server's histogram of commits.
const COMMITS: &str = "frente_store_commit_seconds";

/// Two people at a table: whoever decides thinks for a while, then plays.
async fn table(
    mut republican: Lean,
    mut nationalist: Lean,
    mut chooser: Chooser,
    pause: Duration,
    end: Instant,
) -> (Vec<Duration>, Vec<Duration>) {
    let (mut answers, mut pushes) = (Vec::new(), Vec::new());
    tokio::time::sleep(pause.mul_f64(chooser.below(1000) as f64 / 1000.0)).await;
    while Instant::now() < end {
        let (mover, other) = if republican.choices.is_empty() {
            (&mut nationalist, &mut republican)
        } else {
            (&mut republican, &mut nationalist)
        };
        if mover.choices.is_empty() {
            break;
        }
        let line = mover.choices[chooser.below(mover.choices.len())].line.clone();
        let begun = Instant::now();
        mover.send("play", json!({ "point": mover.point, "line": line })).await;
        let (answered, pushed) = tokio::join!(mover.receive(), other.receive());
        answers.push(answered - begun);
        pushes.push(pushed - begun);
        assert_eq!(mover.point, other.point);
        tokio::time::sleep(pause.mul_f64(0.5 + chooser.below(1000) as f64 / 1000.0)).await;
    }
    (answers, pushes)
}

/// A client that reads no more of a message than it needs: the measuring must not cost more than what is measured.
struct Lean {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    point: u64,
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    line: String,
}

#[derive(Deserialize)]
struct State {
    point: u64,
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Received {
    #[serde(default)]
    event: String,
    ok: Option<State>,
    state: Option<State>,
    error: Option<Value>,
}

impl Lean {
    async fn sit(address: SocketAddr, token: &str) -> Self {
        let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await.unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_nodelay(true).unwrap();
        }
        let mut lean = Lean { socket, point: 0, choices: Vec::new() };
        lean.send("join", json!({ "token": token })).await;
        lean.receive().await;
        lean.send("share", json!({ "share": "5a".repeat(32) })).await;
        lean.receive().await;
        lean
    }

    async fn send(&mut self, what: &str, mut fields: Value) {
        fields["id"] = 1.into();
        fields["do"] = what.into();
        self.socket.send(Message::text(fields.to_string())).await.unwrap();
    }

    /// The next message with a state, and when it came.
    async fn receive(&mut self) -> Instant {
        loop {
            let message = self.socket.next().await.expect("an open socket").unwrap();
            let came = Instant::now();
            let Message::Text(text) = message else { continue };
            let received: Received = serde_json::from_str(&text).unwrap();
            assert!(received.error.is_none(), "{:?}", received.error);
            if received.event.is_empty() || received.event == "changed" {
                let state = received.ok.or(received.state).unwrap();
                (self.point, self.choices) = (state.point, state.choices);
                return came;
            }
        }
    }
}
