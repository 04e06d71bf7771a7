//! Limits: how often, and how many at once.

use crate::config::{Limits, Rate};
use crate::room::Shared;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::Semaphore;

/// Above this many addresses, those whose buckets are full again are forgotten.
const REMEMBERED: usize = 4096;

/// A bucket that fills at a rate; each thing done takes a drop.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    drops: f64,
    seen: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn full(rate: Rate, now: Instant) -> Self {
        Bucket { drops: rate.burst, seen: now }
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.drops = (self.drops + passed * rate.per_second).min(rate.burst);
        self.seen = now;
    }

    /// Takes a drop, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        self.fill(rate, now);
        let enough = self.drops >= 1.0;
        if enough {
            self.drops -= 1.0;
        }
        enough
    }
}

/// A network whose addresses share what they may do.
type Network = (IpAddr, u8);

/// Whose bucket it is. A household has one IPv4 address or a whole IPv6 network of 64 bits; whoever rents a larger one has 65,536 of
/// these in 48 bits, and does not get 65,536 times as much.
fn networks(address: IpAddr) -> impl Iterator<Item = (Network, usize)> {
    let (own, all) = match address.to_canonical() {
        IpAddr::V6(v6) => {
            let cut = |bits: u8| (IpAddr::V6((u128::from(v6) >> (128 - bits) << (128 - bits)).into()), bits);
            (cut(64), Some(cut(48)))
        }
        v4 => ((v4, 32), None),
    };
    std::iter::once((own, 1)).chain(all.map(|network| (network, Limits::NETWORK)))
}

fn times(rate: Rate, n: usize) -> Rate {
    Rate::new(rate.burst * n as f64, rate.per_second * n as f64)
}

/// A bucket for each address.
#[derive(Debug)]
pub struct Buckets {
    rate: Rate,
    buckets: Mutex<HashMap<Network, Bucket>>,
}

impl Buckets {
    /// Buckets that fill at a rate.
    pub fn new(rate: Rate) -> Self {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes a drop from the address's bucket, if there is one.
    pub fn take(&self, address: IpAddr) -> bool {
        self.with(address, |bucket, rate, now| bucket.take(rate, now))
    }

    /// Is there a drop left in the address's bucket?
    pub fn left(&self, address: IpAddr) -> bool {
        self.with(address, |bucket, rate, now| {
            bucket.fill(rate, now);
            bucket.drops >= 1.0
        })
    }

    /// Asks the bucket of every network the address is of, up to the first that says no.
    fn with(&self, address: IpAddr, mut f: impl FnMut(&mut Bucket, Rate, Instant) -> bool) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().expect("no panic while held");
        if buckets.len() > REMEMBERED {
            buckets.retain(|(_, bits), bucket| {
                let rate = if *bits == 48 { times(self.rate, Limits::NETWORK) } else { self.rate };
                bucket.fill(rate, now);
                bucket.drops < rate.burst
            });
        }
        networks(address).all(|(network, n)| {
            let rate = times(self.rate, n);
            f(buckets.entry(network).or_insert_with(|| Bucket::full(rate, now)), rate, now)
        })
    }
}

/// How many are open, in all and for each address, and what waits to be read by them.
#[derive(Debug)]
pub struct Open {
    each: usize,
    all: usize,
    open: AtomicUsize,
    backlog_each: usize,
    backlog: Arc<Shared>,
    by_network: Mutex<HashMap<Network, Held>>,
}

/// What the connections of a network share.
#[derive(Debug)]
struct Held {
    open: usize,
    backlog: Arc<Shared>,
    turn: Arc<Semaphore>,
}

/// The right to one of them; given back when dropped.
#[derive(Debug)]
pub struct Ticket {
    open: Arc<Open>,
    address: IpAddr,
    backlog: [Arc<Shared>; 2],
    turn: Arc<Semaphore>,
}

impl Open {
    /// So many for each address, so many in all; so many bytes waiting for each address, so many in all.
    pub fn new(each: usize, all: usize, backlog_each: usize, backlog: usize) -> Arc<Self> {
        Arc::new(Open {
            each,
            all,
            open: AtomicUsize::new(0),
            backlog_each,
            backlog: Shared::new(backlog),
            by_network: Mutex::default(),
        })
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// A ticket for one more, unless there are too many.
    pub fn ticket(self: &Arc<Self>, address: IpAddr) -> Option<Ticket> {
        let mut by_network = self.by_network.lock().expect("no panic while held");
        let held = |network| by_network.get(&network).map_or(0, |held| held.open);
        if self.open() >= self.all || networks(address).any(|(network, n)| held(network) >= self.each * n) {
            return None;
        }
        let mut own = None;
        for (network, n) in networks(address) {
            let held = by_network.entry(network).or_insert_with(|| Held {
                open: 0,
                backlog: Shared::new(self.backlog_each * n),
                turn: Arc::new(Semaphore::new(1)),
            });
            held.open += 1;
            own.get_or_insert_with(|| (Arc::clone(&held.backlog), Arc::clone(&held.turn)));
        }
        self.open.fetch_add(1, Ordering::Relaxed);
        let (backlog, turn) = own.expect("an address is of a network");
        Some(Ticket { open: Arc::clone(self), address, backlog: [backlog, Arc::clone(&self.backlog)], turn })
    }
}

impl Ticket {
    /// What waits for readers at this address, and in all.
    pub fn backlog(&self) -> [Arc<Shared>; 2] {
        self.backlog.clone()
    }
}

impl Ticket {
    /// Questions that take long are answered one after the other for all connections of an address.
    pub fn turn(&self) -> Arc<Semaphore> {
        Arc::clone(&self.turn)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut by_network = self.open.by_network.lock().expect("no panic while held");
        for (network, _) in networks(self.address) {
            if let Some(held) = by_network.get_mut(&network) {
                held.open -= 1;
                if held.open == 0 {
                    by_network.remove(&network);
                }
            }
        }
        self.open.open.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (rate, start) = (Rate::new(3.0, 2.0), Instant::now());
        let mut bucket = Bucket::full(rate, start);
        assert_eq!((0..5).filter(|_| bucket.take(rate, start)).count(), 3);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..5).filter(|_| bucket.take(rate, later)).count(), 2);
        let much_later = start + Duration::from_secs(60);
        assert_eq!((0..5).filter(|_| bucket.take(rate, much_later)).count(), 3);
    }

    #[test]
    fn addresses_have_buckets_of_their_own() {
        let buckets = Buckets::new(Rate::new(1.0, 0.0));
        let [a, b]: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        assert!(buckets.left(a) && buckets.take(a) && !buckets.take(a) && !buckets.left(a));
        assert!(buckets.take(b));
        assert!(!buckets.take("::ffff:10.0.0.2".parse().unwrap()), "the same address, written otherwise");
        assert!(buckets.take("2001:db8::1".parse().unwrap()));
        assert!(!buckets.take("2001:db8::ffff:2".parse().unwrap()), "the same network");
        let rented = (1..100u16).filter(|n| buckets.take(format!("2001:db8:0:{n:x}::1").parse().unwrap()));
        assert_eq!(rented.count(), Limits::NETWORK - 1, "many networks of one");
    }

    #[test]
    fn tickets_come_back() {
        let sockets = Open::new(2, 3, 100, 100);
        let [a, b]: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let held = [sockets.ticket(a).unwrap(), sockets.ticket(a).unwrap()];
        assert!(sockets.ticket(a).is_none(), "too many of one address");
        let _third = sockets.ticket(b).unwrap();
        assert!(sockets.ticket(b).is_none(), "too many in all");
        drop(held);
        assert_eq!(sockets.open(), 1);
        assert!(sockets.ticket(a).is_some());
    }
}
