//! Who is connected to a match, and how pushes reach them.

use crate::seats::{Holds, Player, Presence, SeatPresence};
use crate::wire::Event;
use axum::extract::ws::Utf8Bytes;
use frente_engine::{PerSide, Side};
use std::sync::Mutex;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// A connection's number within its match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionId(u64);

/// The way out to a connection. It never waits: whoever reads too slowly is cut off, and finds everything as it is when he
/// comes back.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    cut: CancellationToken,
}

impl Outbox {
    /// An outbox that holds so many messages, with where they come out and the sign that the connection was cut off.
    pub fn new(size: usize) -> (Self, mpsc::Receiver<Utf8Bytes>, CancellationToken) {
        let (queue, out) = mpsc::channel(size);
        let cut = CancellationToken::new();
        (Outbox { queue, cut: cut.clone() }, out, cut)
    }

    /// Sends a message.
    pub fn send(&self, message: Utf8Bytes) {
        if self.queue.try_send(message).is_err() && !self.cut.is_cancelled() {
            metrics::counter!("frente_sockets_cut_total").increment(1);
            self.cut.cancel();
        }
    }
}

struct Connection {
    id: ConnectionId,
    holds: Holds,
    outbox: Outbox,
}

#[derive(Default)]
struct Connections {
    next: u64,
    open: Vec<Connection>,
}

/// Who is connected to a match.
#[derive(Default)]
pub struct Hub(Mutex<Connections>);

impl Hub {
    /// Somebody comes.
    pub fn enter(&self, holds: Holds, outbox: Outbox) -> ConnectionId {
        let mut all = self.0.lock().expect("no panic while held");
        let id = ConnectionId(all.next);
        all.next += 1;
        all.open.push(Connection { id, holds, outbox });
        id
    }

    /// Somebody goes.
    pub fn leave(&self, id: ConnectionId) {
        self.0.lock().expect("no panic while held").open.retain(|c| c.id != id);
    }

    /// Is nobody there?
    pub fn is_empty(&self) -> bool {
        self.0.lock().expect("no panic while held").open.is_empty()
    }

    /// Who is there.
    pub fn presence(&self, players: &PerSide<Player>) -> Presence {
        let all = self.0.lock().expect("no panic while held");
        let seat = |side| SeatPresence::new(&players[side], all.open.iter().any(|c| c.holds.side(side)));
        Presence {
            republican: seat(Side::Republican),
            nationalist: seat(Side::Nationalist),
            spectators: all.open.iter().filter(|c| c.holds == Holds::Nothing).count(),
        }
    }

    /// Tells everybody but one the same.
    pub fn tell(&self, except: Option<ConnectionId>, event: &Event<'_>) {
        let message = event.text();
        self.letters(except, |_| message.clone()).send();
    }

    /// Writes to everybody but one what he may know; to be sent later.
    pub fn letters(&self, except: Option<ConnectionId>, mut what: impl FnMut(Holds) -> Utf8Bytes) -> Letters {
        let all = self.0.lock().expect("no panic while held");
        // Two windows of one seat are told the same; it is written once.
        let mut written: Vec<(Holds, Utf8Bytes)> = Vec::new();
        let mut letters = Vec::with_capacity(all.open.len());
        for connection in all.open.iter().filter(|c| Some(c.id) != except) {
            let known = written.iter().find(|(holds, _)| *holds == connection.holds);
            let message = match known {
                Some((_, message)) => message.clone(),
                None => {
                    let message = what(connection.holds);
                    written.push((connection.holds, message.clone()));
                    message
                }
            };
            letters.push((connection.outbox.clone(), message));
        }
        Letters(letters)
    }
}

/// Messages that are written but not sent.
#[must_use]
pub struct Letters(Vec<(Outbox, Utf8Bytes)>);

impl Letters {
    /// Sends them.
    pub fn send(self) {
        self.0.into_iter().for_each(|(outbox, message)| outbox.send(message));
    }
}
