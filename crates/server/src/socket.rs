//! A connection: one WebSocket, one link, any number of requests.

use crate::limits::{Bucket, Ticket};
use crate::room::{Asker, Outbox, Room};
use crate::server::App;
use crate::wire::{self, Problem};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use frente_engine::Seat;
use frente_engine::protocol::{self, PROTOCOL};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// How many messages wait for a slow reader before he is cut off.
const OUTBOX: usize = 256;
/// How long somebody may stay without saying who he is.
const STRANGER: Duration = Duration::from_secs(20);
/// How often a silent connection is asked whether it is still there, and how long it may stay silent.
const PING: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(80);
/// So many refusals for flooding, and the connection is closed.
const PATIENCE: u32 = 200;
/// How long the last messages may take to reach somebody who is leaving.
const FAREWELL: Duration = Duration::from_secs(3);
/// Above this factor of the allowed size a message is not even read to its end.
pub const READ_TO_THE_END: usize = 8;

type Sink = SplitSink<WebSocket, Message>;

/// What is common to all requests.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    seat: Option<Seat>,
}

#[derive(Deserialize)]
struct Join {
    token: String,
    #[serde(default)]
    from: Option<usize>,
}

#[derive(Deserialize)]
struct Chat {
    text: String,
}

#[derive(Deserialize)]
struct Pace {
    ms: u64,
}

/// Somebody who has said which seat is his.
struct Guest {
    room: Arc<Room>,
    asker: Asker,
}

struct Connection {
    app: Arc<App>,
    address: IpAddr,
    outbox: Outbox,
    bucket: Bucket,
    guest: Option<Guest>,
    _ticket: Ticket,
}

/// Serves a connection until it ends.
pub async fn serve(app: Arc<App>, address: IpAddr, ticket: Ticket, socket: WebSocket) {
    let (sink, mut incoming) = socket.split();
    let (outbox, outgoing, cut) = Outbox::new(OUTBOX);
    let writer = tokio::spawn(write(sink, outgoing, cut.clone()));
    let bucket = Bucket::full(app.config.limits.messages, Instant::now());
    let mut connection =
        Connection { app: Arc::clone(&app), address, outbox, bucket, guest: None, _ticket: ticket };
    metrics::gauge!("frente_sockets").increment(1.0);
    let stranger_until = tokio::time::Instant::now() + STRANGER;
    let mut floods = 0;
    let (code, reason) = loop {
        let patience = match connection.guest {
            Some(_) => tokio::time::Instant::now() + SILENCE,
            None => stranger_until,
        };
        // Only the waiting is given up here; a request that has begun is always finished.
        let message = tokio::select! {
            message = tokio::time::timeout_at(patience, incoming.next()) => message,
            () = cut.cancelled() => break (close_code::AGAIN, "too slow"),
            () = app.shutdown.cancelled() => break (close_code::AWAY, "the server is going down"),
        };
        let (id, result) = match message {
            Ok(Some(Ok(Message::Text(text)))) => connection.receive(&text).await,
            Ok(Some(Ok(Message::Binary(_)))) => {
                (Value::Null, Err(Problem::new("bad-request", "messages are text, not binary")))
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            Ok(Some(Ok(Message::Close(_))) | None) => break (close_code::NORMAL, ""),
            Ok(Some(Err(error))) => {
                tracing::debug!(%error, "a message could not be read");
                break (close_code::SIZE, "a message was far too large or no message at all");
            }
            Err(_) => break (close_code::POLICY, "silent for too long"),
        };
        floods += u32::from(matches!(&result, Err(problem) if problem.code() == "too-many"));
        connection.outbox.send(wire::answer(&id, &result));
        if floods > PATIENCE {
            break (close_code::POLICY, "too many messages");
        }
    };
    if let Some(guest) = connection.guest.take() {
        guest.room.leave(guest.asker.connection);
    }
    // With its last sender gone, the writer sends what is left and gives the socket back.
    drop(connection);
    metrics::gauge!("frente_sockets").decrement(1.0);
    if let Ok(Ok(Some(mut sink))) = tokio::time::timeout(FAREWELL, writer).await {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = tokio::time::timeout(FAREWELL, sink.send(close)).await;
    }
}

/// Sends what is queued, and now and then a ping. Gives the socket back when there is nobody left to send anything.
async fn write(
    mut sink: Sink,
    mut outgoing: mpsc::Receiver<Utf8Bytes>,
    cut: CancellationToken,
) -> Option<Sink> {
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let send = async {
        loop {
            let message = tokio::select! {
                message = outgoing.recv() => message.map(Message::Text),
                _ = ping.tick() => Some(Message::Ping(Default::default())),
            };
            let Some(message) = message else { return true };
            if sink.feed(message).await.is_err() {
                return false;
            }
            if outgoing.is_empty() && sink.flush().await.is_err() {
                return false;
            }
        }
    };
    let whole = tokio::select! {
        whole = send => whole,
        () = cut.cancelled() => false,
    };
    whole.then_some(sink)
}

impl Connection {
    /// Reads a message, does what it asks, and gives the number and the body of the answer.
    async fn receive(&mut self, text: &str) -> (Value, Result<String, Problem>) {
        let limits = &self.app.config.limits;
        if text.len() > limits.message {
            let problem = format!("a message may have {} bytes; this one has {}", limits.message, text.len());
            return (Value::Null, Err(Problem::new("too-large", problem)));
        }
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return (Value::Null, Err(Problem::new("bad-json", error.to_string()))),
        };
        let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned().unwrap_or_default();
        if !self.bucket.take(limits.messages, Instant::now()) {
            return (id, Err(Problem::new("too-many", "too many messages; wait a little")));
        }
        let result = match Head::deserialize(&value) {
            Ok(head) => self.answer(&head, &value).await,
            Err(error) => Err(Problem::new("bad-request", error.to_string())),
        };
        (id, result)
    }

    async fn answer(&mut self, head: &Head, value: &Value) -> Result<String, Problem> {
        match head.what.as_str() {
            "hello" => Ok(wire::text(&json!({ "frente": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL }))),
            "games" => self.app.games(),
            "join" => self.join(&read(value)?).await,
            "chat" => {
                let guest = self.guest()?;
                let chat: Chat = read(value)?;
                guest.room.chat(guest.asker, head.seat, &chat.text).await
            }
            "pace" => {
                let Pace { ms } = read(value)?;
                let guest = self.guest()?;
                guest.room.set_pace(guest.asker.holds, ms).await
            }
            "save" => {
                let guest = self.guest()?;
                guest.room.save(guest.asker.holds).await
            }
            _ => {
                let request = protocol::read(value)?;
                let guest = self.guest()?;
                guest.room.answer(guest.asker, head.seat, &request).await
            }
        }
    }

    fn guest(&self) -> Result<&Guest, Problem> {
        self.guest.as_ref().ok_or_else(|| {
            Problem::new("bad-token", "nobody knows who you are yet: first {\"do\": \"join\", \"token\": …}")
        })
    }

    async fn join(&mut self, join: &Join) -> Result<String, Problem> {
        let (room, holds) = self.app.find(self.address, &join.token).await?;
        // Whoever comes again, comes anew: first out of the old place, so that he is not told everything twice.
        if let Some(old) = self.guest.take() {
            old.room.leave(old.asker.connection);
        }
        let (connection, answer) = room.join(holds, self.outbox.clone(), join.from).await?;
        self.guest = Some(Guest { room, asker: Asker { holds, connection } });
        Ok(answer)
    }
}

fn read<T: for<'a> Deserialize<'a>>(value: &Value) -> Result<T, Problem> {
    T::deserialize(value).map_err(|error| Problem::new("bad-request", error.to_string()))
}
