//! A match at several servers at once: catching up with what another one wrote, and who is connected there.

use super::{Event, Kept, Problem, Room};
use crate::seats::{Presence, SeatPresence};
use crate::store::{Company, End, Glance, Signal};
use frente_engine::Side;
use frente_engine::protocol::PAGE;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// Who is connected to other servers, by their numbers.
#[derive(Default)]
pub(super) struct Elsewhere(Mutex<HashMap<u64, Company>>);

impl Elsewhere {
    /// Notes who is connected to a server; is that news?
    fn note(&self, server: u64, company: Company) -> bool {
        let mut all = self.0.lock().expect("no panic while held");
        let before =
            if company == Company::default() { all.remove(&server) } else { all.insert(server, company) };
        before.unwrap_or_default() != company
    }

    /// Forgets servers that are gone; was anybody there?
    fn retain(&self, alive: impl Fn(u64) -> bool) -> bool {
        let mut all = self.0.lock().expect("no panic while held");
        let before = all.len();
        all.retain(|server, _| alive(*server));
        all.len() != before
    }

    fn all(&self) -> Vec<Company> {
        self.0.lock().expect("no panic while held").values().copied().collect()
    }
}

impl Room {
    /// Who is there, here and elsewhere.
    pub(super) fn presence(&self) -> Presence {
        let here = self.hub.company();
        let elsewhere = self.elsewhere.all();
        let any = |of: fn(&Company) -> bool| of(&here) || elsewhere.iter().any(of);
        let seat = |side: Side, there| SeatPresence::new(&self.players[side], there);
        Presence {
            republican: seat(Side::Republican, any(|c| c.republican)),
            nationalist: seat(Side::Nationalist, any(|c| c.nationalist)),
            spectators: here.spectators + elsewhere.iter().map(|c| c.spectators).sum::<usize>(),
        }
    }

    /// What other servers are told of who is here.
    pub fn here(&self) -> Signal {
        Signal::Here { id: self.id, company: self.hub.company() }
    }

    /// Tells other servers who is here.
    pub(super) fn tell_presence_elsewhere(self: &Arc<Self>) {
        self.tell_elsewhere(vec![self.here()]);
    }

    /// Tells other servers something, if there can be any.
    pub(super) fn tell_elsewhere(&self, signals: Vec<Signal>) {
        if self.house.store.is_shared() {
            let house = Arc::clone(&self.house);
            tokio::spawn(async move { house.store.tell(signals).await });
        }
    }

    /// Another server says who is there.
    pub fn company(&self, server: u64, company: Company) {
        if self.elsewhere.note(server, company) {
            self.tell_presence_here(None);
        }
    }

    /// Some servers are gone, and with them who was connected there.
    pub fn forget_servers(&self, alive: impl Fn(u64) -> bool) {
        if self.elsewhere.retain(alive) {
            self.tell_presence_here(None);
        }
    }

    /// A computer is at work at another server.
    pub fn thinking(&self, side: Side, text: String) {
        self.hub.tell(None, &Event::Thinking { side, text });
    }

    /// The match was deleted by another server.
    pub async fn forgotten(&self) {
        let mut guard = self.table.lock().await;
        self.deleted.store(true, Ordering::Relaxed);
        *guard = None;
        self.hub.tell(None, &Event::Deleted);
    }

    /// The match may not be what those who are here were told it is: they know its actions up to a point.
    pub(super) fn doubt(&self, kept: &Kept, known: usize) {
        if self.house.store.is_shared() {
            let lines = kept.table.record_lines(0).into_iter().take(known).map(str::to_owned).collect();
            *self.doubtful.lock().expect("no panic while held") = Some(lines);
        }
    }

    /// The match was read anew: whoever is here is told what he was not.
    pub(super) fn settle(&self, kept: &Kept) {
        let Some(known) = self.doubtful.lock().expect("no panic while held").take() else { return };
        let lines = kept.table.record_lines(0);
        let alike = lines.iter().zip(&known).take_while(|(now, known)| **now == known.as_str()).count();
        self.letters(kept, None, alike.max(lines.len().saturating_sub(PAGE))).send();
        self.hub.tell(None, &Event::Differs { differs: self.differing_of(kept).as_ref() });
    }

    /// Looks whether another server has changed anything.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn look_again(self: &Arc<Self>) -> Result<(), Problem> {
        match self.house.store.glance(&[self.id]).await?.pop() {
            Some(glance) => self.compare(glance).await,
            None => {
                self.forgotten().await;
                Ok(())
            }
        }
    }

    /// Catches up with how the match is kept.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn compare(self: &Arc<Self>, now: Glance) -> Result<(), Problem> {
        if self.pace.swap(now.pace, Ordering::Relaxed) != now.pace {
            self.hub.tell(None, &Event::Pace { ms: now.pace });
        }
        if self.open_chat.swap(now.open_chat, Ordering::Relaxed) != now.open_chat {
            self.hub.tell(None, &Event::OpenChat { open: now.open_chat });
        }
        if self.said.load(Ordering::Acquire) != now.said {
            self.hear().await?;
        }
        self.catch_up(now.end).await?;
        if self.agreed.swap(now.agreed, Ordering::Relaxed) != now.agreed {
            let guard = self.table().await?;
            self.hub.tell(None, &Event::Differs { differs: self.differing(&guard).as_ref() });
        }
        Ok(())
    }

    /// Another server has brought the match somewhere: follows it, and tells whoever is here.
    ///
    /// # Errors
    /// When the match cannot be read.
    pub async fn catch_up(self: &Arc<Self>, end: End) -> Result<(), Problem> {
        let mut guard = self.table.lock().await;
        if let Some(kept) = guard.as_mut() {
            if kept.end() == end {
                return Ok(());
            }
            let known = kept.table.point();
            self.stop_thinking();
            if kept.frozen.is_none() && self.follow(kept).await? {
                // A notice that comes late tells nothing new.
                if kept.table.point() > known {
                    self.letters(kept, None, known).send();
                }
                drop(guard);
                // Whoever has led so far may just have found nothing to do.
                self.drive();
                return Ok(());
            }
            self.doubt(kept, known);
            *guard = None;
        }
        drop(guard);
        drop(self.table().await?);
        // Somebody has added to the dice, or everything is otherwise.
        *self.added.lock().expect("no panic while held") = std::time::Instant::now();
        Ok(())
    }

    /// The quick way: the match is what it was with some actions more. `false` when it is not.
    async fn follow(&self, kept: &mut Kept) -> Result<bool, Problem> {
        let Some(lines) = self.house.store.since(self.id, kept.end(), kept.chain).await? else {
            return Ok(false);
        };
        let chain = lines.iter().fold(kept.chain, |chain, line| chain.then(line));
        let table = kept.changing();
        let same = lines.iter().all(|line| table.replay(line).is_ok());
        kept.chain = chain;
        Ok(same)
    }

    /// Tells whoever is here what was said, here or elsewhere, that he was not told yet.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn hear(&self) -> Result<(), Problem> {
        let _one = self.saying.lock().await;
        let known = self.said.load(Ordering::Acquire);
        let lines = self.house.store.chat_since(self.id, known).await?;
        self.said.store(known + lines.len() as i64, Ordering::Release);
        for line in &lines {
            self.hub.tell(None, &Event::Chat(line));
        }
        Ok(())
    }
}
