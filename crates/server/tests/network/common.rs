//! A real server on a loopback port with a database of its own, and a client that speaks to it as a page would.

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
        database: Some(folder.join(DATABASE)),
        open: false,
        ..Config::default()
    }
}

/// A server that runs inside the test.
pub struct House {
    pub address: SocketAddr,
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
        let mut config = config(folder.path());
        // Programs play faster than people; the tests of limits set their own.
        config.limits.messages = PLENTY;
        limits(&mut config.limits);
        let server = Server::bind(config).await.unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        House { address, folder, stop, task }
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
        self.ask("join", json!({ "token": token })).await
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
}

const FOLDER: &str = "FRENTE_TEST_FOLDER";
const LISTENING: &str = "listening on ";

impl Process {
    /// Starts it on the database in a folder.
    pub fn start(folder: &Path) -> Self {
        use std::io::{BufRead as _, BufReader};
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "server_process", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the server says where it listens").unwrap();
            if let Some((_, address)) = line.split_once(LISTENING) {
                break address.parse().unwrap();
            }
        };
        Process { child, address }
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

/// Serves until killed, or until whoever started it is gone. The limits are those of a host who trusts his one guest: all tests come from one address.
pub fn serve_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut config = config(Path::new(&folder));
    config.limits.messages = PLENTY;
    config.limits.matches = PLENTY;
    config.limits.requests = PLENTY;
    config.limits.sockets_per_address = 5000;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = Server::bind(config).await.unwrap();
        println!("{LISTENING}{}", server.address().unwrap());
        let orphaned =
            tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
        server.run(async { drop(orphaned.await) }).await.unwrap();
    });
}
