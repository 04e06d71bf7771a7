//! Who is connected to a match, and how pushes reach them.

use super::outbox::Outbox;
use crate::parcel::Parcel;
use crate::seats::Holds;
use crate::store::Company;
use crate::wire::Event;
use frente_engine::Side;
use std::sync::Mutex;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A connection's number within its match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionId(u64);

#[derive(Clone)]
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

    /// Is nobody there but one?
    pub fn is_empty_but(&self, one: Option<ConnectionId>) -> bool {
        self.0.lock().expect("no panic while held").open.iter().all(|c| Some(c.id) == one)
    }

    /// Who is there.
    pub fn company(&self) -> Company {
        let all = self.0.lock().expect("no panic while held");
        let side = |side| all.open.iter().any(|c| c.holds.side(side));
        Company {
            republican: side(Side::Republican),
            nationalist: side(Side::Nationalist),
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
        // Written outside the lock: what writes may break down, and the others must still be able to come and go.
        let open: Vec<Connection> = {
            let all = self.0.lock().expect("no panic while held");
            all.open.iter().filter(|c| Some(c.id) != except).cloned().collect()
        };
        // Two windows of one seat are told the same; it is written once.
        let mut written: Vec<(Holds, Utf8Bytes)> = Vec::new();
        let mut packed: Vec<(Holds, Parcel)> = Vec::new();
        let mut letters = Vec::with_capacity(open.len());
        for connection in open {
            let known = written.iter().find(|(holds, _)| *holds == connection.holds);
            let message = match known {
                Some((_, message)) => message.clone(),
                None => {
                    let message = what(connection.holds);
                    written.push((connection.holds, message.clone()));
                    message
                }
            };
            let parcel = if connection.outbox.unpacks() {
                let known = packed.iter().find(|(holds, _)| *holds == connection.holds);
                known.map(|(_, parcel)| parcel.clone()).unwrap_or_else(|| {
                    let parcel = Parcel::pack(message);
                    packed.push((connection.holds, parcel.clone()));
                    parcel
                })
            } else {
                message.into()
            };
            letters.push((connection.outbox, parcel));
        }
        Letters(letters)
    }
}

/// Messages that are written but not sent.
#[must_use]
pub struct Letters(Vec<(Outbox, Parcel)>);

impl Letters {
    /// Sends them.
    pub fn send(self) {
        self.0.into_iter().for_each(|(outbox, parcel)| outbox.push(parcel));
    }
}
