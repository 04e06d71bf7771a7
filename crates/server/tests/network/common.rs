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
const PATIENCE: Duration = Duration::from_secs(60);

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

    /// Stays, reads, and does nothing.
    pub async fn idle(mut self) {
        self.forget();
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Forgets what was carried so far: in a long run nobody looks at it.
    pub fn forget(&mut self) {
        self.carried.clear();
        self.pushes.clear();
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

/// A server in a process of its own: this test program once more, running [`serve_process`], or the program that [`PROGRAM`] names.
pub struct Process {
    child: std::process::Child,
    pub address: SocketAddr,
    /// Where it gives out figures.
    pub metrics: SocketAddr,
    /// What its limits are read from.
    _limits: Option<TempDir>,
}

/// `FRENTE=target/release/frente cargo test …` drives that program instead: the one people start.
const PROGRAM: &str = "FRENTE";
/// Where the server's database is.
const PLACE: &str = "FRENTE_TEST_DATABASE";
/// Set for a server whose sockets have the limits they have out there.
const STRICT: &str = "FRENTE_TEST_STRICT";
const LISTENING: &str = "listening on ";

impl Process {
    /// Starts it on the database in a folder.
    pub fn start(folder: &Path) -> Self {
        Self::start_with(&folder.join(DATABASE).into(), false)
    }

    /// Starts it on a database of whatever sort.
    pub fn start_on(place: &Place) -> Self {
        Self::start_with(place, false)
    }

    /// Starts it with the limits a host has who trusts nobody.
    pub fn start_strict(folder: &Path) -> Self {
        Self::start_with(&folder.join(DATABASE).into(), true)
    }

    /// Starts the whole program, which listens to signals.
    pub fn start_whole(folder: &Path) -> Self {
        let place = folder.join(DATABASE).into();
        match std::env::var_os(PROGRAM) {
            Some(program) => Self::start_program(program.as_ref(), &place, false),
            None => Self::start_self("whole_process", &place, false),
        }
    }

    fn start_with(place: &Place, strict: bool) -> Self {
        match std::env::var_os(PROGRAM) {
            Some(program) => Self::start_program(program.as_ref(), place, strict),
            None => Self::start_self("server_process", place, strict),
        }
    }

    fn start_self(what: &str, place: &Place, strict: bool) -> Self {
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", what, "--ignored", "--nocapture"])
            .env(PLACE, address_of(place))
            .envs(strict.then_some((STRICT, "1")))
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn();
        Self::listening(child.unwrap(), None, None)
    }

    fn start_program(program: &Path, place: &Place, strict: bool) -> Self {
        let limits = tempfile::tempdir().unwrap();
        let file = limits.path().join("limits.toml");
        std::fs::write(
            &file,
            if strict { TRUSTED_HOST.to_owned() } else { format!("{TRUSTED_HOST}{TRUSTED_GUESTS}") },
        )
        .unwrap();
        // Nobody says where figures are given out: so a port is looked for beforehand.
        let metrics = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap();
        let child = std::process::Command::new(program)
            .args(["serve", "--no-open", "--port", "0", "--metrics", &metrics.to_string(), "--database"])
            .arg(address_of(place))
            .arg("--limits")
            .arg(&file)
            .env("RUST_LOG", "error")
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .spawn();
        Self::listening(child.unwrap(), Some(metrics), Some(limits))
    }

    /// Waits until it says where it is.
    fn listening(
        mut child: std::process::Child,
        metrics: Option<SocketAddr>,
        limits: Option<TempDir>,
    ) -> Self {
        use std::io::{BufRead as _, BufReader};
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (address, metrics) = loop {
            let line = lines.next().expect("the server says where it listens").unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                let address = rest.split('/').next().unwrap().parse().unwrap();
                break (address, metrics.unwrap_or(address));
            }
            if let Some((_, addresses)) = line.split_once(LISTENING) {
                let (address, metrics) = addresses.split_once(' ').unwrap();
                break (address.parse().unwrap(), metrics.parse().unwrap());
            }
        };
        // Whatever it still says must find a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Process { child, address, metrics, _limits: limits }
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

/// The limits of a host who trusts himself: tests make many matches.
const TRUSTED_HOST: &str = "
matches = { burst = 1e6, per_second = 1e6 }
requests = { burst = 1e6, per_second = 1e6 }
";
/// Those of one who trusts his guests: all tests come from one address.
const TRUSTED_GUESTS: &str = "
messages = { burst = 1e6, per_second = 1e6 }
looks = { burst = 1e6, per_second = 1e6 }
sockets_per_address = 10000
connections_per_address = 10000
backlog_per_address = 1073741824
";

fn address_of(place: &Place) -> std::ffi::OsString {
    match place {
        Place::File(path) => path.into(),
        Place::Postgres(address) => address.into(),
    }
}

/// The configuration of a server in a process of its own; `None` if nobody has started it as one.
fn process_config() -> Option<Config> {
    let mut limits = TRUSTED_HOST.to_owned();
    if std::env::var_os(STRICT).is_none() {
        limits += TRUSTED_GUESTS;
    }
    let limits = toml::from_str(&limits).unwrap();
    Some(Config { database: Some(std::env::var_os(PLACE)?.into()), limits, ..config(Path::new("/nowhere")) })
}

/// Serves until told to end by a signal.
pub fn whole_process() {
    let Some(config) = process_config() else { return };
    frente_server::serve(Config { metrics: None, ..config }).unwrap();
}

/// Serves until killed, or until whoever started it is gone.
pub fn serve_process() {
    let Some(config) = process_config() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = Server::bind(config).await.unwrap();
        println!("{LISTENING}{} {}", server.address().unwrap(), server.metrics().unwrap());
        let orphaned =
            tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
        server.run(async { drop(orphaned.await) }).await.unwrap();
    });
}
