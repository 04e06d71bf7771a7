//! Who comes to a match and goes, and that everybody is told.

use super::look::shown;
use super::{ConnectionId, Outbox, Room};
use crate::seats::{Holds, Player};
use crate::wire::{Event, Joined, Problem, text};
use frente_engine::table::Table;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many lines of chat somebody who joins is told.
pub(super) const CHAT_SHOWN: u32 = 200;
/// How often people are told who came and went, at most: many who come at once are told in one breath.
const PRESENCE: Duration = Duration::from_millis(200);

/// When people were last told who is there, and whether they will be again.
#[derive(Default)]
pub(super) struct Roll {
    called: Option<Instant>,
    again: bool,
}

/// Somebody who has come in and is not told yet; whatever goes wrong meanwhile, he does not stay as one who is there and hears nothing.
struct Entered<'a> {
    room: &'a Arc<Room>,
    connection: ConnectionId,
}

impl Entered<'_> {
    /// He is told, and stays.
    fn stays(self) -> ConnectionId {
        std::mem::ManuallyDrop::new(self).connection
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.room.leave(self.connection);
    }
}

impl Room {
    /// Somebody sits down, or comes to watch. He is told everything he may know, and from then on everything that happens.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn join(
        self: &Arc<Self>,
        holds: Holds,
        outbox: Outbox,
        from: Option<usize>,
    ) -> Result<(ConnectionId, String), Problem> {
        let from = from.unwrap_or(usize::MAX);
        let said = self.said.load(Ordering::Acquire);
        let mut chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        // Behind the lock: what happens after the moment he is told of waits until he is told.
        outbox.hold();
        if self.house.store.is_shared() {
            // He may have been told more by another server than this one has heard yet.
            self.look_again().await?;
        }
        self.throw_due().await?;
        let shared = self.house.store.is_shared();
        let guard = self.table().await?;
        let table = shown(&guard);
        let differs = self.differing(&guard);
        // Nothing is told meanwhile of what was said: he knows all of it from his answer, or is told it later.
        let _saying = if shared { Some(self.saying.lock().await) } else { None };
        let entered = Entered { room: self, connection: self.hub.enter(holds, outbox) };
        drop(guard);
        if shared {
            chat = self.chat_told().await?;
        } else if self.said.load(Ordering::Acquire) != said {
            chat = self.house.store.chat(self.id, CHAT_SHOWN).await?;
        }
        let frozen = differs.is_some();
        let told = move |room: &Room, table: &dyn Table| room.told(table, holds, from, frozen);
        let played = self.study(table, told).await;
        let connection = entered.stays();
        let seats = self.presence();
        let joined = Joined {
            played,
            you: holds.seats(),
            seats,
            chat,
            open_chat: self.open_chat.load(Ordering::Relaxed),
            uploaded: self.uploaded,
            pace: self.pace.load(Ordering::Relaxed),
            offer: *self.offer.lock().expect("no panic while held"),
            differs,
        };
        self.call_roll(Some(connection));
        self.drive();
        Ok((connection, text(&joined)))
    }

    /// Somebody goes.
    pub fn leave(self: &Arc<Self>, connection: ConnectionId) {
        self.hub.leave(connection);
        if self.hub.is_empty() && !self.players.0.contains(&Player::Person) {
            self.stop_thinking();
        }
        self.call_roll(None);
    }

    /// Tells everybody who is there: at once, or, if they were told a moment ago, in a moment.
    fn call_roll(self: &Arc<Self>, but: Option<ConnectionId>) {
        if self.hub.is_empty_but(but) && !self.house.store.is_shared() {
            return;
        }
        let now = Instant::now();
        let due = {
            let mut roll = self.roll.lock().expect("no panic while held");
            let due = roll.called.map_or(now, |called| called + PRESENCE);
            if roll.again {
                return;
            }
            roll.again = due > now;
            if !roll.again {
                roll.called = Some(now);
            }
            due
        };
        if due <= now {
            self.tell_presence(but);
            return;
        }
        // Nobody waits for this: if the room is gone by then, so are those who would be told.
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            let Some(room) = room.upgrade() else { return };
            *room.roll.lock().expect("no panic while held") = Roll { called: Some(due), again: false };
            room.tell_presence(None);
        });
    }

    fn tell_presence(self: &Arc<Self>, but: Option<ConnectionId>) {
        self.tell_presence_here(but);
        self.tell_presence_elsewhere();
    }

    pub(super) fn tell_presence_here(&self, but: Option<ConnectionId>) {
        let seats = self.presence();
        self.hub.tell(but, &Event::Presence { seats: &seats });
    }
}
