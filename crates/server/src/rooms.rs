//! All rooms that are in memory. A match is read from disk when somebody comes, and leaves memory some time after the last one went.

use crate::room::{House, Room};
use crate::seats::Holds;
use crate::store::{Change, MatchId, Signal};
use crate::token::Token;
use crate::wire::Problem;
use frente_engine::table::Code;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Entry {
    room: Arc<Room>,
    used: Instant,
}

/// All rooms in memory.
pub struct Rooms {
    house: Arc<House>,
    rooms: Mutex<HashMap<MatchId, Entry>>,
}

impl Rooms {
    /// No rooms yet.
    pub fn new(house: Arc<House>) -> Self {
        Rooms { house, rooms: Mutex::default() }
    }

    /// The house.
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// How many are in memory.
    pub fn len(&self) -> usize {
        self.rooms.lock().expect("no panic while held").len()
    }

    /// Is none in memory?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The room a token opens, and what it holds there; `None` when it opens none.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn find(&self, token: &Token) -> Result<Option<(Arc<Room>, Holds)>, Problem> {
        let Some((id, holds)) = self.house.store.token(token.hash()).await? else { return Ok(None) };
        Ok(self.get(id).await?.map(|room| (room, holds)))
    }

    /// The room of a match.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn get(&self, id: MatchId) -> Result<Option<Arc<Room>>, Problem> {
        if let Some(room) = self.in_memory(id, None) {
            return Ok(Some(room));
        }
        let Some(stored) = self.house.store.load(id).await? else { return Ok(None) };
        let room = match Room::open(Arc::clone(&self.house), stored.clone()).await {
            // Another server was carrying it over to these rules at the same moment.
            Err(problem) if problem.code() == Code::Stale => {
                let Some(stored) = self.house.store.load(id).await? else { return Ok(None) };
                Room::open(Arc::clone(&self.house), stored).await?
            }
            room => room?,
        };
        let room = self.in_memory(id, Some(room));
        if self.house.store.is_shared() {
            self.house.store.tell(vec![Signal::Who { id }]).await;
        }
        Ok(room)
    }

    /// The room in memory, or this one if there is none: two that read a match at once share the first one's room.
    fn in_memory(&self, id: MatchId, new: Option<Arc<Room>>) -> Option<Arc<Room>> {
        let mut rooms = self.rooms.lock().expect("no panic while held");
        if let Some(room) = new {
            rooms.entry(id).or_insert(Entry { room, used: Instant::now() });
        }
        let entry = rooms.get_mut(&id)?;
        entry.used = Instant::now();
        Some(Arc::clone(&entry.room))
    }

    /// Deletes a match, whether or not it can be opened.
    ///
    /// # Errors
    /// When the disk refuses.
    pub async fn delete(&self, id: MatchId) -> Result<(), Problem> {
        match self.in_memory(id, None) {
            Some(room) => room.delete().await?,
            None => self.house.store.write(Change::Forget { id }).await?,
        }
        self.rooms.lock().expect("no panic while held").remove(&id);
        Ok(())
    }

    /// All rooms in memory.
    pub fn all(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().expect("no panic while held");
        rooms.values().map(|entry| Arc::clone(&entry.room)).collect()
    }

    /// The room of a match, if it is in memory; this is no use of it.
    pub fn look(&self, id: MatchId) -> Option<Arc<Room>> {
        self.rooms.lock().expect("no panic while held").get(&id).map(|entry| Arc::clone(&entry.room))
    }

    /// Lets go of a room whose match is gone.
    pub fn drop_room(&self, id: MatchId) {
        self.rooms.lock().expect("no panic while held").remove(&id);
    }

    /// Lets go of rooms that nobody has used for a while.
    pub fn sweep(&self, idle: Duration) {
        let mut rooms = self.rooms.lock().expect("no panic while held");
        let now = Instant::now();
        rooms.retain(|_, entry| {
            // Rooms are handed out behind this lock only: when nobody else has it, nobody can be about to use it.
            let in_use = Arc::strong_count(&entry.room) > 1 || !entry.room.is_empty();
            if in_use {
                entry.used = now;
            }
            in_use || now.saturating_duration_since(entry.used) < idle
        });
        metrics::gauge!("frente_rooms").set(rooms.len() as f64);
    }
}
