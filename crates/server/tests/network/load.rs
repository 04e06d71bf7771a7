//! How fast an action is answered with 500 open games and 1,000 sockets.
//!
//! Everything on the loopback, for half a minute:
//! `cargo test --release -p frente-server --test network -- --ignored --exact --nocapture load::five_hundred_games`.
//! A small share of it runs by default, without looking at the clock.

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

struct Figures {
    games: usize,
    took: Duration,
    /// From sending an action to having its answer, on the client's side.
    answers: Vec<Duration>,
    /// From sending an action to the other player's having it.
    pushes: Vec<Duration>,
    /// Processor time of the server.
    cpu: Option<Duration>,
    /// The server's own histograms.
    server: String,
}

impl Figures {
    fn answer(&self, share: f64) -> Duration {
        percentile(&self.answers, share)
    }

    fn print(&self) {
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
        println!("{}", self.server);
    }
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

/// So many games with two sockets each, in which people play so many actions a second in all.
async fn load(games: usize, rate: f64, time: Duration) -> Figures {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let address = process.address;
    let mut pairs = Vec::new();
    for chunk in (0..games).collect::<Vec<_>>().chunks(25) {
        let sat = chunk.iter().map(|_| async {
            let seats = json!({ "republican": "me", "nationalist": "link" });
            let links = crate::common::make(address, json!({ "seats": seats })).await;
            (
                Lean::sit(address, links.token("republican")).await,
                Lean::sit(address, links.token("nationalist")).await,
            )
        });
        pairs.extend(join_all(sat).await);
    }
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
    let figures = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    let server = figures
        .lines()
        .filter(|l| l.starts_with("frente_action_seconds") || l.starts_with("frente_store_commit_seconds_"))
        .collect::<Vec<_>>();
    answers.sort();
    pushes.sort();
    Figures { games, took, answers, pushes, cpu, server: server.join("\n") }
}

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
