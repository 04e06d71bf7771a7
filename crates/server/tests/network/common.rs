//! A real server on a loopback port with a database of its own, and a client that speaks to it as a page would.

use frente_server::library::Library;
use frente_server::store::Place;
use frente_server::{Config, Limits, Rate, Server};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The scenario all tests play.
pub const GAME: &str = "aragon";
/// See [`GAME`].
pub const SCENARIO: &str = "belchite";

const DATABASE: &str = "games.sqlite";

/// A rate nobody reaches.
const PLENTY: Rate = Rate::new(1e6, 1e6);

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A configuration for tests: any port, a file of one's own, no browser.
pub fn config(folder: &Path) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Some(folder.join(DATABASE).into()),
        open: false,
        metrics: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
        ..Config::default()
    }
}

/// A server that runs inside the test.
pub struct House {
    pub address: SocketAddr,
    /// Where it gives out figures.
    pub metrics: SocketAddr,
    folder: TempDir,
    stop: oneshot::Sender<()>,
    task: JoinHandle<anyhow::Result<()>>,
}

impl House {
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(limits: impl FnOnce(&mut Limits)) -> Self {
        Self::at(tempfile::tempdir().unwrap(), limits).await
    }

    async fn at(folder: TempDir, limits: impl FnOnce(&mut Limits)) -> Self {
        Self::furnished(folder, limits, Library::new(None)).await
    }

    /// With tables of one's own.
    pub async fn furnished(folder: TempDir, limits: impl FnOnce(&mut Limits), library: Library) -> Self {
        Self::configured(folder, |config| limits(&mut config.limits), library).await
    }

    /// Set up in one's own way.
    pub async fn configured(folder: TempDir, set: impl FnOnce(&mut Config), library: Library) -> Self {
        let mut config = config(folder.path());
        // Programs play faster than people; the tests of limits set their own.
        config.limits.messages = PLENTY;
        config.limits.looks = PLENTY;
        set(&mut config);
        let server = Server::bind_with(config, library).await.unwrap();
        let address = server.address().unwrap();
        let metrics = server.metrics().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        House { address, metrics, folder, stop, task }
    }

    /// Goes down gracefully and comes up again on the same database.
    pub async fn reopen(self) -> Self {
        let folder = self.close().await;
        Self::at(folder, |_| {}).await
    }

    pub async fn close(self) -> TempDir {
        let _ = self.stop.send(());
        self.task.await.unwrap().unwrap();
        self.folder
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Posts JSON; status and body.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        post(self.address, path, body).await
    }

    pub async fn get(&self, path: &str) -> reqwest::Response {
        reqwest::get(self.url(path)).await.unwrap()
    }

    /// Makes a match.
    pub async fn make(&self, republican: &str, nationalist: &str) -> Links {
        self.make_with(json!({ "seats": { "republican": republican, "nationalist": nationalist } })).await
    }

    pub async fn make_with(&self, body: Value) -> Links {
        make(self.address, body).await
    }

    /// Sits down with a link.
    pub async fn sit(&self, token: &str) -> Client {
        let mut client = Client::connect(self.address).await;
        client.join(token).await.unwrap();
        client
    }
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let client = reqwest::Client::new();
    let response = client.post(format!("http://{address}{path}")).json(body).send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or(Value::Null))
}

pub async fn make(address: SocketAddr, mut body: Value) -> Links {
    if body.get("game").is_none() {
        body["game"] = GAME.into();
        body["scenario"] = SCENARIO.into();
    }
    let (status, answer) = post(address, "/api/matches", &body).await;
    assert_eq!(status, 200, "{answer}");
    Links(answer)
}

/// What making a match answers.
#[derive(Clone, Debug)]
pub struct Links(pub Value);

impl Links {
    pub fn token(&self, seat: &str) -> &str {
        let link = self.0["links"][seat].as_str().unwrap_or_else(|| panic!("no link for {seat}: {}", self.0));
        link.rsplit_once('#').expect("a token in the fragment").1
    }
}

/// One socket.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    pushes: VecDeque<Value>,
    /// Every text this socket ever carried to us.
    pub carried: Vec<String>,
    /// The state as last told.
    pub state: Value,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address).await.expect("the server takes connections")
    }

    /// Connects from another address of this machine.
    pub async fn connect_from(from: [u8; 4], address: SocketAddr) -> std::io::Result<TcpStream> {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((from, 0)))?;
        socket.connect(address).await
    }

    pub async fn try_connect(address: SocketAddr) -> Option<Self> {
        let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await.ok()?;
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_nodelay(true).unwrap();
        }
        Some(Client { socket, next: 0, pushes: VecDeque::new(), carried: Vec::new(), state: Value::Null })
    }

    pub async fn send_raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// The next message of any sort; `None` when the socket was closed.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            match message? {
                Ok(Message::Text(text)) => {
                    self.carried.push(text.as_str().to_owned());
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message that was packed.
    pub async fn receive_packed(&mut self) -> Vec<u8> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            if let Message::Binary(bytes) = message.expect("the socket is open").expect("a message") {
                return bytes.to_vec();
            }
        }
    }

    /// Waits until the socket is closed: with which code.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an end in time");
            match message {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Asks, and waits for the answer; pushes that come in between are kept.
    pub async fn ask(&mut self, what: &str, fields: Value) -> Result<Value, Value> {
        self.try_ask(what, fields).await.expect("the socket is open")
    }

    /// The same; `None` when the socket closes meanwhile.
    pub async fn try_ask(&mut self, what: &str, mut fields: Value) -> Option<Result<Value, Value>> {
        self.next += 1;
        fields["id"] = self.next.into();
        fields["do"] = what.into();
        self.socket.send(Message::text(fields.to_string())).await.ok()?;
        loop {
            let mut message = self.receive().await?;
            if message["event"].is_string() {
                self.note(&message);
                self.pushes.push_back(message);
                continue;
            }
            assert_eq!(message["id"], json!(self.next), "{message}");
            if message.get("error").is_some() {
                return Some(Err(message["error"].take()));
            }
            let ok = message["ok"].take();
            if ok.get("point").is_some() && what != "at" {
                self.state = ok.clone();
            }
            return Some(Ok(ok));
        }
    }

    fn note(&mut self, push: &Value) {
        if push["event"] == "changed" {
            self.state = push["state"].clone();
        }
    }

    pub async fn join(&mut self, token: &str) -> Result<Value, Value> {
        let joined = self.ask("join", json!({ "token": token })).await?;
        self.add_share().await;
        Ok(joined)
    }

    /// Adds to the dice, if they wait for it.
    pub async fn add_share(&mut self) {
        if let Some(share) = missing_share(&self.state) {
            self.learn("share", json!({ "share": share })).await;
        }
    }

    /// Asks how the match stands: the dice may have waited for somebody who came later.
    pub async fn refresh(&mut self) {
        self.learn("state", json!({})).await;
    }

    /// Asks for a state; what joining told stays known.
    async fn learn(&mut self, what: &str, fields: Value) {
        let mut state = self.state.clone();
        for (key, value) in self.ask(what, fields).await.unwrap().as_object().unwrap() {
            state[key] = value.clone();
        }
        self.state = state;
    }

    /// The next push of a sort.
    pub async fn event(&mut self, event: &str) -> Value {
        if let Some(i) = self.pushes.iter().position(|p| p["event"] == event) {
            return self.pushes.remove(i).unwrap();
        }
        loop {
            let message = self.receive().await.expect("the socket is open");
            self.note(&message);
            if message["event"] == event {
                return message;
            }
            self.pushes.push_back(message);
        }
    }

    /// Waits until the match has come to a point.
    pub async fn until(&mut self, point: u64) {
        while self.point() < point {
            self.event("changed").await;
        }
    }

    pub fn point(&self) -> u64 {
        self.state["point"].as_u64().expect("a state")
    }

    /// The lines this seat can play.
    pub fn lines(&self) -> Vec<&str> {
        self.state["choices"].as_array().unwrap().iter().map(|c| c["line"].as_str().unwrap()).collect()
    }

    pub fn over(&self) -> bool {
        self.state["waits"]["kind"] == "over"
    }

    /// Plays one of the lines this seat can play.
    pub async fn play_any(&mut self, chooser: &mut Chooser) -> Result<Value, Value> {
        let line = {
            let lines = self.lines();
            lines[chooser.below(lines.len())].to_owned()
        };
        self.play(&line).await
    }

    /// Plays a line at the point this client knows.
    pub async fn play(&mut self, line: &str) -> Result<Value, Value> {
        self.ask("play", json!({ "point": self.point(), "line": line })).await
    }

    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

/// What a seat still has to add to the dice.
pub fn missing_share(joined: &Value) -> Option<String> {
    let you = joined["you"].as_array()?;
    let by = if you.len() > 1 { json!("both") } else { you[0].clone() };
    let own = joined["shares"].as_array()?.iter().find(|share| share["by"] == by)?;
    own.get("share").is_none().then(|| "5a".repeat(32))
}

/// A small generator for tests: the same choices at every run.
pub struct Chooser(u64);

impl Chooser {
    pub fn new(seed: u64) -> Self {
        Chooser(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }
}

/// A server in a process of its own: this test program once more, running [`serve_process`].
pub struct Process {
    child: std::process::Child,
    pub address: SocketAddr,
    /// Where it gives out figures.
    pub metrics: SocketAddr,
}

const FOLDER: &str = "FRENTE_TEST_FOLDER";
/// Set for a server whose sockets have the limits they have out there.
const STRICT: &str = "FRENTE_TEST_STRICT";
/// Set for a server whose database is not in the folder.
const PLACE: &str = "FRENTE_TEST_DATABASE";
const LISTENING: &str = "listening on ";

impl Process {
    /// Starts it on the database in a folder.
    pub fn start(folder: &Path) -> Self {
        Self::start_with(folder, false)
    }

    /// Starts it on a database of whatever sort.
    pub fn start_on(place: &Place) -> Self {
        let address = match place {
            Place::File(path) => path.display().to_string(),
            Place::Postgres(address) => address.clone(),
        };
        Self::start_as(|command| command.env(FOLDER, "/nowhere").env(PLACE, address))
    }

    /// Starts it with the limits a host has who trusts nobody.
    pub fn start_strict(folder: &Path) -> Self {
        Self::start_with(folder, true)
    }

    /// Starts the whole program, which listens to signals.
    pub fn start_whole(folder: &Path) -> Self {
        use std::io::{BufRead as _, BufReader};
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "whole_process", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the program says where it is").unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split('/').next().unwrap().parse().unwrap();
            }
        };
        // Whatever it still says must find a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Process { child, address, metrics: address }
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: &str) {
        let sent = std::process::Command::new("kill").arg(signal).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success(), "kill {signal}");
    }

    /// Waits until it has ended by itself: did it end well?
    pub async fn ended(&mut self) -> bool {
        let begun = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn start_with(folder: &Path, strict: bool) -> Self {
        Self::start_as(|command| command.env(FOLDER, folder).envs(strict.then_some((STRICT, "1"))))
    }

    fn start_as(set: impl FnOnce(&mut std::process::Command) -> &mut std::process::Command) -> Self {
        use std::io::{BufRead as _, BufReader};
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        let mut child = set(&mut command)
            .args(["--exact", "server_process", "--ignored", "--nocapture"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (address, metrics) = loop {
            let line = lines.next().expect("the server says where it listens").unwrap();
            if let Some((_, addresses)) = line.split_once(LISTENING) {
                let (address, metrics) = addresses.split_once(' ').unwrap();
                break (address.parse().unwrap(), metrics.parse().unwrap());
            }
        };
        Process { child, address, metrics }
    }

    /// How much memory it has, in bytes, where the system says so.
    pub fn memory(&self) -> Option<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_ascii_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
    }

    /// How much processor time it has used so far, where the system says so.
    pub fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // User and system time, in hundredths of a second, after the name in parentheses.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(Duration::from_millis(10 * ticks))
    }

    /// SIGKILL: no goodbye, no flush.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves until told to end by a signal.
pub fn whole_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    frente_server::serve(Config { metrics: None, ..config(Path::new(&folder)) }).unwrap();
}

/// Serves until killed, or until whoever started it is gone. The limits are those of a host who trusts his one guest: all tests come from one address.
pub fn serve_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut config = config(Path::new(&folder));
    if let Ok(place) = std::env::var(PLACE) {
        config.database = place.parse().ok();
    }
    config.limits.matches = PLENTY;
    config.limits.requests = PLENTY;
    if std::env::var_os(STRICT).is_none() {
        config.limits.messages = PLENTY;
        config.limits.looks = PLENTY;
        config.limits.sockets_per_address = 10_000;
        config.limits.connections_per_address = 10_000;
        config.limits.backlog_per_address = 1 << 30;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = Server::bind(config).await.unwrap();
        println!("{LISTENING}{} {}", server.address().unwrap(), server.metrics().unwrap());
        let orphaned =
            tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
        server.run(async { drop(orphaned.await) }).await.unwrap();
    });
}
