//! The program as a host starts it, and guests who speak to it over the loopback.

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, in a folder.
pub fn frente(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frente"));
    command.current_dir(folder).env("RUST_LOG", "warn").env_remove("PGPASSWORD");
    command
}

/// Runs it to its end.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    frente(folder).args(args).output().unwrap()
}

/// What it has said.
pub fn said(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
}

/// `frente serve`, running.
pub struct Host {
    child: Child,
    pub address: SocketAddr,
    pub metrics: SocketAddr,
}

impl Host {
    pub fn start(folder: &Path, database: impl AsRef<OsStr>, more: &[&str]) -> Self {
        // Nobody says where figures are given out: so a port is looked for beforehand.
        let metrics = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap();
        let mut child = frente(folder)
            .args(["serve", "--no-open", "--port", "0", "--metrics", &metrics.to_string(), "--database"])
            .arg(database)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().expect("it says where it is").unwrap();
        let address = line.split_once("http://").unwrap().1.split('/').next().unwrap().parse().unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        Host { child, address, metrics }
    }

    /// SIGKILL: no goodbye.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        http(self.address, "GET", path, "", "")
    }

    /// The same with headers of one's own.
    pub fn get_with(&self, path: &str, headers: &str) -> (u16, String) {
        http(self.address, "GET", path, headers, "")
    }

    pub fn figures(&self) -> String {
        http(self.metrics, "GET", "/metrics", "", "").1
    }

    /// Makes a match of two people; their tokens.
    pub fn make(&self) -> [String; 2] {
        make(self.address)
    }

    /// Sits down with a link.
    pub fn sit(&self, token: &str) -> Guest {
        Guest::sit(self.address, token).expect("the server takes him in")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes a match of two people at an address; their tokens.
pub fn make(address: SocketAddr) -> [String; 2] {
    let seats = json!({ "republican": "me", "nationalist": "link" });
    let body = json!({ "game": "aragon", "scenario": "belchite", "seats": seats }).to_string();
    let (status, answer) = http(address, "POST", "/api/matches", "Content-Type: application/json\r\n", &body);
    assert_eq!(status, 200, "{answer}");
    let made: Value = serde_json::from_str(&answer).unwrap();
    ["republican", "nationalist"]
        .map(|seat| made["links"][seat].as_str().unwrap().rsplit_once('#').unwrap().1.to_owned())
}

/// One request over a connection of its own; status and body.
pub fn http(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    // HTTP/1.0: then nobody answers in chunks.
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no status: {answer:?}")), body.to_owned())
}

/// Somebody at a match.
pub struct Guest {
    socket: WebSocket<TcpStream>,
    pub state: Value,
}

impl Guest {
    /// Sits down, adds to the dice and sees how the match stands; `None` when nobody lets him in.
    pub fn sit(address: SocketAddr, token: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).ok()?;
        let mut guest = Guest { socket, state: Value::Null };
        guest.ask("join", json!({ "token": token }))?.ok()?;
        let _ = guest.ask("share", json!({ "share": "5a".repeat(32) }))?;
        guest.ask("state", json!({}))?.ok()?;
        Some(guest)
    }

    /// Asks; `None` when the connection is gone.
    pub fn ask(&mut self, what: &str, mut fields: Value) -> Option<Result<Value, Value>> {
        fields["id"] = 1.into();
        fields["do"] = what.into();
        self.socket.send(Message::text(fields.to_string())).ok()?;
        loop {
            let Message::Text(text) = self.socket.read().ok()? else { continue };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["event"].is_string() {
                continue;
            }
            if message.get("error").is_some() {
                return Some(Err(message["error"].take()));
            }
            let ok = message["ok"].take();
            if ok.get("choices").is_some() {
                self.state = ok.clone();
            }
            return Some(Ok(ok));
        }
    }

    pub fn point(&self) -> u64 {
        self.state["point"].as_u64().unwrap()
    }

    /// The longest line of the match so far.
    pub fn longest_line(&mut self) -> String {
        let log = self.ask("log", json!({})).expect("an open socket").unwrap();
        let lines = log["entries"].as_array().unwrap().iter().map(|entry| entry["line"].as_str().unwrap());
        lines.max_by_key(|line| line.len()).expect("something was played").to_owned()
    }

    fn line(&self) -> Option<&str> {
        self.state["choices"].as_array()?.last()?["line"].as_str()
    }
}

/// Whoever of the two decides plays, until the match has come so far. Both see the same in the end.
pub fn play_to(guests: &mut [Guest; 2], point: u64) {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "the match does not go on");
        for guest in guests.iter_mut() {
            guest.ask("state", json!({})).expect("an open socket").unwrap();
        }
        if guests[0].point() == guests[1].point() && guests[0].point() >= point {
            return;
        }
        let Some(mover) = guests.iter_mut().find(|guest| guest.line().is_some()) else { continue };
        let (line, at) = (mover.line().unwrap().to_owned(), mover.point());
        match mover.ask("play", json!({ "line": line, "point": at })).expect("an open socket") {
            Ok(_) => {}
            Err(error) => assert_eq!(error["code"], "stale", "{error}"),
        }
    }
}
