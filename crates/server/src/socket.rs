//! A connection: one WebSocket, one link, any number of requests.

use crate::limits::{Bucket, Ticket};
use crate::room::{Asker, Letter, Outbox, Room};
use crate::server::App;
use crate::upgrade::{self, Socket};
use crate::wire::{self, Problem};
use frente_engine::Seat;
use frente_engine::protocol::{self, PROTOCOL};
use frente_engine::table::Code;
use futures_util::stream::SplitSink;
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_util::sync::CancellationToken;

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

type Sink = SplitSink<Socket, Message>;

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
    /// Can he unpack what was packed?
    #[serde(default)]
    packed: bool,
}

#[derive(Deserialize)]
struct Chat {
    text: String,
}

#[derive(Deserialize)]
struct Pace {
    ms: u64,
}

#[derive(Deserialize)]
struct AddShare {
    #[serde(default)]
    mark: Option<String>,
    #[serde(default)]
    share: Option<String>,
    /// Whose share the dice are to be made without.
    #[serde(default)]
    without: Option<String>,
}

#[derive(Deserialize)]
struct Draw {
    /// Offer or accept it; otherwise decline it, or take one's offer back.
    yes: bool,
}

#[derive(Deserialize)]
struct Rest {
    #[serde(default)]
    from: usize,
}

#[derive(Deserialize)]
struct OpenChat {
    open: bool,
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
    /// One question at a time for all connections of an address.
    turn: Arc<Semaphore>,
    guest: Option<Guest>,
}

/// Serves a connection until it ends.
pub async fn serve(app: Arc<App>, address: IpAddr, ticket: Ticket, socket: Socket) {
    let (sink, mut incoming) = socket.split();
    let (outbox, outgoing, cut) = Outbox::new(ticket.backlog());
    let mut writer = tokio::spawn(write(sink, outgoing, cut.clone()));
    let bucket = Bucket::full(app.config.limits.messages, Instant::now());
    let turn = ticket.turn();
    let mut connection = Connection { app: Arc::clone(&app), address, outbox, bucket, turn, guest: None };
    metrics::gauge!("frente_sockets").increment(1.0);
    let stranger_until = tokio::time::Instant::now() + STRANGER;
    let (mut floods, mut written_off) = (0, false);
    let (code, reason) = loop {
        let patience = match connection.guest {
            Some(_) => tokio::time::Instant::now() + SILENCE,
            None => stranger_until,
        };
        // Whoever does not read what he asked for is not asked for more.
        let next = async {
            connection.outbox.ready().await;
            incoming.next().await
        };
        // Only the waiting is given up here; a request that has begun is always finished.
        let message = tokio::select! {
            message = tokio::time::timeout_at(patience, next) => message,
            () = cut.cancelled() => break (CloseCode::Again, "too slow"),
            _ = &mut writer => {
                written_off = true;
                break (CloseCode::Again, "too slow");
            }
            () = app.shutdown.cancelled() => break (CloseCode::Away, "the server is going down"),
        };
        let message = match message {
            Ok(Some(Ok(Message::Close(_))) | None) => break (CloseCode::Normal, ""),
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(error))) => {
                tracing::debug!(%error, "a message could not be read");
                break (CloseCode::Size, "a message was far too large or no message at all");
            }
            Err(_) => break (CloseCode::Policy, "silent for too long"),
        };
        // Whatever it is, it counts. (Our own pings are answered by one pong each.)
        let heard = connection.bucket.take(app.config.limits.messages, Instant::now());
        floods += u32::from(!heard);
        if floods > PATIENCE {
            break (CloseCode::Policy, "too many messages");
        }
        let (id, result) = match message {
            // On the heap while it lasts: a socket on which nothing happens is not as large as the largest request.
            Message::Text(text) => Box::pin(connection.receive(&text, heard)).await,
            Message::Binary(_) => {
                (Value::Null, Err(Problem::new(Code::BadRequest, "messages are text, not binary")))
            }
            _ => continue,
        };
        connection.outbox.answer(wire::answer(&id, &result));
    };
    if let Some(guest) = connection.guest.take() {
        guest.room.leave(guest.asker.connection);
    }
    metrics::gauge!("frente_sockets").decrement(1.0);
    // With its last sender gone, the writer sends what is left and gives the socket back.
    drop(connection);
    if !written_off {
        match tokio::time::timeout(FAREWELL, &mut writer).await {
            Ok(Ok(Some(mut sink))) => {
                let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
                let _ = tokio::time::timeout(FAREWELL, sink.send(close)).await;
            }
            Ok(_) => {}
            // Not left to itself: a writer that cannot write would hold all it was given for ever.
            Err(_) => writer.abort(),
        }
    }
    drop(ticket);
}

/// Sends what is queued, and now and then a ping. Gives the socket back when there is nobody left to send anything.
async fn write(
    mut sink: Sink,
    mut outgoing: mpsc::UnboundedReceiver<Letter>,
    cut: CancellationToken,
) -> Option<Sink> {
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    let send = async {
        loop {
            // A letter counts until it has left: each is sent to its end before the next.
            let sent = tokio::select! {
                letter = outgoing.recv() => match letter {
                    Some(letter) => upgrade::send(&mut sink, letter.parcel.clone()).await,
                    None => return true,
                },
                _ = ping.tick() => sink.send(Message::Ping(Default::default())).await,
            };
            if sent.is_err() {
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
    async fn receive(&mut self, text: &str, heard: bool) -> (Value, Result<String, Problem>) {
        let limits = &self.app.config.limits;
        if text.len() > limits.message {
            let problem = format!("a message may have {} bytes; this one has {}", limits.message, text.len());
            return (Value::Null, Err(Problem::new(Code::TooLarge, problem)));
        }
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(_) if !heard => return (Value::Null, Err(too_many())),
            Err(error) => return (Value::Null, Err(Problem::new(Code::BadJson, error.to_string()))),
        };
        let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned().unwrap_or_default();
        if !heard {
            return (id, Err(too_many()));
        }
        let result = match Head::deserialize(&value) {
            // If the program breaks down over a request, its room reads the match from disk, and the socket lives on.
            Ok(head) => {
                AssertUnwindSafe(self.answer(&head, &value)).catch_unwind().await.unwrap_or_else(|_| {
                    metrics::counter!("frente_broken_total").increment(1);
                    Err(Problem::broken())
                })
            }
            Err(error) => Err(Problem::new(Code::BadRequest, error.to_string())),
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
                guest.room.chat(guest.asker, self.address, head.seat, &chat.text).await
            }
            "share" => {
                let AddShare { mark, share, without } = read(value)?;
                let guest = self.guest()?;
                match without {
                    Some(whom) => {
                        let whom =
                            whom.parse().map_err(|e| Problem::new(Code::BadRequest, format!("{e}")))?;
                        guest.room.leave_out(guest.asker, whom).await
                    }
                    None => guest.room.add_share(guest.asker, mark.as_deref(), share.as_deref()).await,
                }
            }
            "open-chat" => {
                let OpenChat { open } = read(value)?;
                let guest = self.guest()?;
                guest.room.set_open_chat(guest.asker.holds, open).await
            }
            "pace" => {
                let Pace { ms } = read(value)?;
                let guest = self.guest()?;
                guest.room.set_pace(guest.asker.holds, ms).await
            }
            "resign" => {
                let guest = self.guest()?;
                guest.room.resign(guest.asker).await
            }
            "draw" => {
                let Draw { yes } = read(value)?;
                let guest = self.guest()?;
                guest.room.draw(guest.asker, yes).await
            }
            "go-on" => {
                let guest = self.guest()?;
                guest.room.agree(guest.asker).await
            }
            "rest" => {
                let Rest { from } = read(value)?;
                self.app.may_look(self.address)?;
                let _turn = self.turn.acquire().await;
                let guest = self.guest()?;
                guest.room.rest(guest.asker.holds, from).await
            }
            "save" => {
                let guest = self.guest()?;
                guest.room.save(guest.asker.holds).await
            }
            _ => {
                let request = protocol::read(value)?;
                let guest = self.guest()?;
                let mut _turn = None;
                if !request.changes() {
                    self.app.may_look(self.address)?;
                    _turn = Some(self.turn.acquire().await);
                }
                guest.room.answer(guest.asker, head.seat, &request).await
            }
        }
    }

    fn guest(&self) -> Result<&Guest, Problem> {
        self.guest.as_ref().ok_or_else(|| {
            Problem::new(
                Code::BadToken,
                "nobody knows who you are yet: first {\"do\": \"join\", \"token\": …}",
            )
        })
    }

    async fn join(&mut self, join: &Join) -> Result<String, Problem> {
        self.app.may_look(self.address)?;
        let turn = Arc::clone(&self.turn);
        let _turn = turn.acquire().await;
        let (room, holds) = self.app.find(self.address, &join.token).await?;
        // Whoever comes again, comes anew: first out of the old place, so that he is not told everything twice.
        if let Some(old) = self.guest.take() {
            old.room.leave(old.asker.connection);
        }
        self.outbox.set_unpacks(join.packed);
        let (connection, answer) = room.join(holds, self.outbox.clone(), join.from).await?;
        self.guest = Some(Guest { room, asker: Asker { holds, connection } });
        Ok(answer)
    }
}

fn too_many() -> Problem {
    Problem::new(Code::TooMany, "too many messages; wait a little")
}

fn read<T: for<'a> Deserialize<'a>>(value: &Value) -> Result<T, Problem> {
    T::deserialize(value).map_err(|error| Problem::new(Code::BadRequest, error.to_string()))
}
