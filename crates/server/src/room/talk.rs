//! What is said at the table, who may say it, and how fast computers play.

use super::guests::CHAT_SHOWN;
use super::{Asker, Event, Problem, Room};
use crate::config::Rate;
use crate::limits::Bucket;
use crate::seats::{Holds, Player};
use crate::store::{Change, ChatLine, now};
use crate::wire::text;
use frente_engine::table::Code;
use frente_engine::{Seat, Side};
use serde_json::json;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How long a line of chat may be, in characters.
const CHAT_LENGTH: usize = 1000;
/// The longest pause between two decisions of a computer, in milliseconds.
const SLOWEST: u64 = 5000;

/// How often each seat has spoken of late: the two sides, and all who watch together.
pub(super) struct Voices([Bucket; 3]);

impl Voices {
    pub(super) fn new(rate: Rate) -> Self {
        Voices([Bucket::full(rate, Instant::now()); 3])
    }

    fn take(&mut self, seat: Seat, rate: Rate) -> bool {
        let which = seat.side().map_or(2, Side::index);
        self.0[which].take(rate, Instant::now())
    }
}

impl Room {
    /// Somebody says something to everybody at the table. Those who watch may if the players want it.
    ///
    /// # Errors
    /// When it says nothing, or too much, or too often, or cannot be kept.
    pub async fn chat(
        &self,
        asker: Asker,
        address: IpAddr,
        seat: Option<Seat>,
        said: &str,
    ) -> Result<String, Problem> {
        let said = said.trim();
        if said.is_empty() || said.chars().count() > CHAT_LENGTH {
            let problem = format!("expected a text of 1 to {CHAT_LENGTH} characters");
            return Err(Problem::new(Code::BadRequest, problem));
        }
        if said.chars().any(|c| c.is_control() && c != '\n') {
            return Err(Problem::new(Code::BadRequest, "control characters cannot be said"));
        }
        if asker.holds == Holds::Nothing && !self.open_chat.load(Ordering::Relaxed) {
            return Err(Problem::new(Code::WrongSide, "the players have not asked those who watch to speak"));
        }
        let seat = match seat {
            Some(seat) if asker.holds.seats().contains(&seat) => seat,
            _ => asker.holds.seat(None),
        };
        let heard = self.voices.lock().expect("no panic while held").take(seat, self.house.limits.chat);
        if !heard || !self.house.said.take(address) {
            return Err(Problem::new(Code::TooMany, "too much was said in a short time; wait a little"));
        }
        let line = ChatLine { who: seat.to_string(), text: said.to_owned(), at: now() / 1000 };
        self.house.store.write(Change::Chat { id: self.id, line: line.clone() }).await?;
        if self.house.store.is_shared() {
            self.hear().await?;
        } else {
            self.said.fetch_add(1, Ordering::AcqRel);
            self.hub.tell(None, &Event::Chat(&line));
        }
        Ok("{}".to_owned())
    }

    /// The players let those who watch speak, or not.
    ///
    /// # Errors
    /// When it is not his to say, or cannot be kept.
    pub async fn set_open_chat(&self, holds: Holds, open: bool) -> Result<String, Problem> {
        if holds == Holds::Nothing {
            return Err(Problem::new(Code::WrongSide, "the players say whether those who watch may speak"));
        }
        self.house.store.write(Change::OpenChat { id: self.id, open }).await?;
        self.open_chat.store(open, Ordering::Relaxed);
        self.hub.tell(None, &Event::OpenChat { open });
        Ok(text(&json!({ "open": open })))
    }

    /// Computers shall play faster or slower. Players say so; those who watch, where only computers play.
    ///
    /// # Errors
    /// When it is not his to say, or cannot be kept.
    pub async fn set_pace(&self, holds: Holds, ms: u64) -> Result<String, Problem> {
        if holds == Holds::Nothing && self.players.0.contains(&Player::Person) {
            return Err(Problem::new(Code::WrongSide, "the players say how fast the computer plays"));
        }
        let ms = ms.min(SLOWEST);
        self.house.store.write(Change::Pace { id: self.id, pace: ms }).await?;
        self.pace.store(ms, Ordering::Relaxed);
        self.hub.tell(None, &Event::Pace { ms });
        Ok(text(&json!({ "ms": ms })))
    }

    /// The latest lines that were said, exactly as far as those who are here were told.
    pub(super) async fn chat_told(&self) -> Result<Vec<ChatLine>, Problem> {
        let known = self.said.load(Ordering::Acquire);
        let from = (known - i64::from(CHAT_SHOWN)).max(0);
        let mut lines = self.house.store.chat_since(self.id, from).await?;
        lines.truncate(usize::try_from(known - from).unwrap_or(0));
        Ok(lines)
    }
}
