//! Several servers on one database: each hears what the others tell and keeps its own rooms, and whoever sits there, up to date.
//!
//! Notices make it quick; a look at all matches in memory every few seconds makes it sure. Whatever a notice tells, the database is asked:
//! nothing is believed that is not kept there, but for who is connected and who is thinking.

use crate::room::Room;
use crate::rooms::Rooms;
use crate::server::App;
use crate::store::{Heard, MatchId, Notice, Signal};
use crate::wire::Problem;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often every match in memory is compared with what is kept, when notices are heard; and when they are not.
const LOOK: Duration = Duration::from_secs(5);
const LOOK_WHEN_DEAF: Duration = Duration::from_secs(1);
/// After so long without a word a server is taken for gone.
const SILENCE: Duration = Duration::from_secs(16);

/// Keeps up with the other servers for ever; at once done where there can be none.
pub async fn keep_up(app: Arc<App>) {
    let Some(mut heard) = app.rooms.house().store.heard() else { return };
    let mut others = Others::default();
    let mut next = Instant::now() + LOOK;
    loop {
        let wait = next.saturating_duration_since(Instant::now());
        match tokio::time::timeout(wait, heard.recv()).await {
            Ok(Some(Heard::Notice(notice))) => {
                others.0.insert(notice.from, Instant::now());
                receive(&app.rooms, notice).await;
            }
            // What was told before is lost: look, say who is here, and ask who is elsewhere.
            Ok(Some(Heard::Gap)) => {
                look(&app.rooms).await;
                let rooms = app.rooms.all();
                let signals = rooms.iter().flat_map(|room| [room.here(), Signal::Who { id: room.id() }]);
                app.rooms.house().store.tell(signals.chain([Signal::Alive]).collect()).await;
            }
            Ok(None) => return,
            Err(_) => {
                look(&app.rooms).await;
                app.rooms.house().store.tell(vec![Signal::Alive]).await;
                others.forget(&app.rooms);
                let deaf = !app.rooms.house().store.listening();
                next = Instant::now() + if deaf { LOOK_WHEN_DEAF } else { LOOK };
            }
        }
    }
}

/// When each other server was last heard.
#[derive(Default)]
struct Others(HashMap<u64, Instant>);

impl Others {
    fn forget(&mut self, rooms: &Rooms) {
        self.0.retain(|_, heard| heard.elapsed() < SILENCE);
        for room in rooms.all() {
            room.forget_servers(|server| self.0.contains_key(&server));
        }
    }
}

/// Compares every match in memory with what is kept, and puts computers to work whose server is gone.
async fn look(rooms: &Rooms) {
    let all = rooms.all();
    let ids: Vec<MatchId> = all.iter().map(|room| room.id()).collect();
    let begun = Instant::now();
    let Ok(found) = rooms.house().store.glance(&ids).await else { return };
    let found: HashMap<MatchId, _> = found.into_iter().map(|glance| (glance.id, glance)).collect();
    for room in &all {
        match found.get(&room.id()) {
            Some(glance) => note(room, room.compare(*glance).await),
            None => forget(rooms, room).await,
        }
        room.drive();
    }
    metrics::histogram!("frente_look_seconds").record(begun.elapsed());
}

async fn receive(rooms: &Rooms, notice: Notice) {
    let Notice { from, signal } = notice;
    let Some(room) = signal.id().and_then(|id| rooms.look(id)) else { return };
    match signal {
        // Not one after the other: a match at which somebody acts just now would hold up all others.
        Signal::Changed { end, .. } => {
            tokio::spawn(async move { note(&room, room.catch_up(end).await) });
        }
        Signal::Said { .. } => {
            tokio::spawn(async move { note(&room, room.hear().await) });
        }
        Signal::Settings { .. } => {
            tokio::spawn(async move { note(&room, room.look_again().await) });
        }
        Signal::Forgotten { .. } => forget(rooms, &room).await,
        Signal::Here { company, .. } => room.company(from, company),
        Signal::Who { .. } => {
            if !room.is_empty() {
                rooms.house().store.tell(vec![room.here()]).await;
            }
        }
        Signal::Thinking { side, text, .. } => room.thinking(side, text),
        Signal::Offer { by, .. } => room.offered(by),
        Signal::Alive => {}
    }
}

async fn forget(rooms: &Rooms, room: &Room) {
    room.forgotten().await;
    rooms.drop_room(room.id());
}

/// Whoever is here stays where he was told he is, and is told at the next look.
fn note(room: &Room, caught_up: Result<(), Problem>) {
    if let Err(problem) = caught_up {
        tracing::warn!(id = %room.id(), %problem, "a match did not catch up");
    }
}
