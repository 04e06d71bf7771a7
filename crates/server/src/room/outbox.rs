//! The way out to a connection, counted in bytes.
//!
//! Pushes never wait: whoever reads too slowly is cut off, and finds everything as it is when he comes back. Answers do wait: as long as
//! what he asked for before has not left, nobody listens to what he asks next. So a client that never reads holds one answer and
//! [`Backlog::EACH`] of pushes, and all clients of one address together what their address may hold.
//!
//! Pushes to somebody who is just joining are held until his answer is on its way: they come after what they change.

use crate::parcel::Parcel;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

/// Bytes that wait for readers: of one connection, of its address, and in all.
#[derive(Debug)]
pub struct Backlog {
    own: AtomicUsize,
    shared: [Arc<Shared>; 2],
    left: Notify,
}

/// Bytes that wait for several connections, and how many may.
#[derive(Debug)]
pub struct Shared {
    bytes: AtomicUsize,
    most: usize,
}

impl Shared {
    /// So many bytes at most.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Shared { bytes: AtomicUsize::new(0), most })
    }

    fn full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= self.most
    }
}

impl Backlog {
    /// Above this a connection is cut off.
    pub const EACH: usize = 512 << 10;
    /// What may still wait when the next request is listened to.
    const AT_EASE: usize = 32 << 10;

    fn add(&self, bytes: usize) -> usize {
        for shared in &self.shared {
            shared.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        self.own.fetch_add(bytes, Ordering::Relaxed)
    }

    fn full(&self) -> bool {
        self.shared.iter().any(|s| s.full())
    }
}

/// A message on its way; it counts until it has left.
#[derive(Debug)]
pub struct Letter {
    /// What it says.
    pub parcel: Parcel,
    backlog: Arc<Backlog>,
}

impl Drop for Letter {
    fn drop(&mut self) {
        let bytes = self.parcel.bytes();
        for shared in &self.backlog.shared {
            shared.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        self.backlog.own.fetch_sub(bytes, Ordering::Relaxed);
        self.backlog.left.notify_one();
    }
}

/// The way out to a connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::UnboundedSender<Letter>,
    backlog: Arc<Backlog>,
    cut: CancellationToken,
    /// Pushes that wait for the next answer; `None` when they need not.
    held: Arc<Mutex<Option<Vec<Letter>>>>,
    /// Can the connection unpack what was packed?
    unpacks: Arc<AtomicBool>,
}

impl Outbox {
    /// An outbox that counts against its address and against all, with where messages come out and the sign that the connection was
    /// cut off.
    pub fn new(shared: [Arc<Shared>; 2]) -> (Self, mpsc::UnboundedReceiver<Letter>, CancellationToken) {
        let (queue, out) = mpsc::unbounded_channel();
        let cut = CancellationToken::new();
        let backlog = Arc::new(Backlog { own: AtomicUsize::new(0), shared, left: Notify::new() });
        (Outbox { queue, backlog, cut: cut.clone(), held: Arc::default(), unpacks: Arc::default() }, out, cut)
    }

    /// Holds pushes until the next answer.
    pub fn hold(&self) {
        self.held.lock().expect("no panic while held").get_or_insert_default();
    }

    /// The connection says whether it can unpack what was packed.
    pub fn set_unpacks(&self, unpacks: bool) {
        self.unpacks.store(unpacks, Ordering::Relaxed);
    }

    /// Can the connection unpack what was packed?
    pub fn unpacks(&self) -> bool {
        self.unpacks.load(Ordering::Relaxed)
    }

    /// Sends something that was asked for, and what was held until then.
    pub fn answer(&self, text: Utf8Bytes) {
        let answer = self.letter(if self.unpacks() { Parcel::pack(text) } else { text.into() });
        let mut held = self.held.lock().expect("no panic while held");
        for letter in std::iter::once(answer).chain(held.take().into_iter().flatten()) {
            self.send(letter);
        }
    }

    fn letter(&self, parcel: Parcel) -> Letter {
        self.backlog.add(parcel.bytes());
        Letter { parcel, backlog: Arc::clone(&self.backlog) }
    }

    fn send(&self, letter: Letter) {
        // Nobody takes it out any more: the connection is ending.
        let _ = self.queue.send(letter);
    }

    /// Sends something that nobody asked for, unless too much waits already.
    pub fn push(&self, parcel: Parcel) {
        let waits = self.backlog.own.load(Ordering::Relaxed);
        let slow = waits + parcel.bytes() > Backlog::EACH || self.backlog.full();
        if waits > 0 && slow {
            if !self.cut.is_cancelled() {
                metrics::counter!("frente_sockets_cut_total").increment(1);
                self.cut.cancel();
            }
            return;
        }
        let letter = self.letter(parcel);
        match &mut *self.held.lock().expect("no panic while held") {
            Some(held) => held.push(letter),
            None => self.send(letter),
        }
    }

    /// Waits until the connection may ask for more.
    pub async fn ready(&self) {
        while self.backlog.own.load(Ordering::Relaxed) > Backlog::AT_EASE
            || (self.backlog.full() && self.backlog.own.load(Ordering::Relaxed) > 0)
        {
            self.backlog.left.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Parcel {
        Parcel::Text(text.into())
    }

    #[tokio::test]
    async fn who_does_not_read_is_not_heard_and_then_cut_off() {
        let shared = || [Shared::new(1 << 20), Shared::new(1 << 20)];
        let (outbox, mut out, cut) = Outbox::new(shared());
        outbox.answer("x".repeat(100_000).into());
        let soon = tokio::time::timeout(std::time::Duration::from_millis(20), outbox.ready()).await;
        assert!(soon.is_err(), "what was asked for has not left yet");
        drop(out.recv().await);
        outbox.ready().await;
        for _ in 0..6 {
            outbox.push(text(&"x".repeat(100_000)));
        }
        assert!(cut.is_cancelled());
        let held: usize =
            std::iter::from_fn(|| out.try_recv().ok()).map(|letter| letter.parcel.bytes()).sum();
        assert_eq!(held, 500_000);
    }

    #[tokio::test]
    async fn who_joins_is_told_what_he_asked_before_what_happened_since() {
        let (outbox, mut out, _) = Outbox::new([Shared::new(1 << 20), Shared::new(1 << 20)]);
        outbox.push(text("before"));
        outbox.hold();
        outbox.push(text("since"));
        outbox.push(text("and since"));
        outbox.answer("joined".into());
        outbox.push(text("after"));
        let told: Vec<Letter> = std::iter::from_fn(|| out.try_recv().ok()).collect();
        let told: Vec<Parcel> = told.iter().map(|letter| letter.parcel.clone()).collect();
        assert_eq!(told, ["before", "joined", "since", "and since", "after"].map(text));
    }

    #[tokio::test]
    async fn an_address_holds_no_more_than_it_may() {
        let address = Shared::new(100_000);
        let all = Shared::new(1 << 30);
        let slow: Vec<_> = (0..10).map(|_| Outbox::new([Arc::clone(&address), Arc::clone(&all)])).collect();
        for (outbox, ..) in &slow {
            for _ in 0..3 {
                outbox.push(text(&"x".repeat(20_000)));
            }
        }
        // One message each is always on its way: whoever reads must not suffer for who does not.
        assert!(address.bytes.load(Ordering::Relaxed) <= 100_000 + 10 * 20_000);
        drop(slow);
        assert_eq!((address.bytes.load(Ordering::Relaxed), all.bytes.load(Ordering::Relaxed)), (0, 0));
    }
}
