//! Limits: how often, and how many at once.

use crate::config::Rate;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

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

/// Whose bucket it is. A household has one IPv4 address or a whole IPv6 network of 64 bits.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((u128::from(v6) >> 64 << 64).into()),
        v4 => v4,
    }
}

/// A bucket for each address.
#[derive(Debug)]
pub struct Buckets {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
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

    fn with<T>(&self, address: IpAddr, f: impl FnOnce(&mut Bucket, Rate, Instant) -> T) -> T {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().expect("no panic while held");
        if buckets.len() > REMEMBERED {
            buckets.retain(|_, bucket| {
                bucket.fill(self.rate, now);
                bucket.drops < self.rate.burst
            });
        }
        let bucket = buckets.entry(household(address)).or_insert_with(|| Bucket::full(self.rate, now));
        f(bucket, self.rate, now)
    }
}

/// How many sockets are open, in all and for each address.
#[derive(Debug)]
pub struct Sockets {
    each: usize,
    all: usize,
    open: AtomicUsize,
    by_address: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to one socket; given back when dropped.
#[derive(Debug)]
pub struct Ticket {
    sockets: Arc<Sockets>,
    address: IpAddr,
}

impl Sockets {
    /// So many for each address, so many in all.
    pub fn new(each: usize, all: usize) -> Arc<Self> {
        Arc::new(Sockets { each, all, open: AtomicUsize::new(0), by_address: Mutex::default() })
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// A ticket for one more, unless there are too many.
    pub fn ticket(self: &Arc<Self>, address: IpAddr) -> Option<Ticket> {
        let address = household(address);
        let mut by_address = self.by_address.lock().expect("no panic while held");
        let own = by_address.entry(address).or_default();
        if *own >= self.each || self.open() >= self.all {
            return None;
        }
        *own += 1;
        self.open.fetch_add(1, Ordering::Relaxed);
        Some(Ticket { sockets: Arc::clone(self), address })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut by_address = self.sockets.by_address.lock().expect("no panic while held");
        if let Some(own) = by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                by_address.remove(&self.address);
            }
        }
        self.sockets.open.fetch_sub(1, Ordering::Relaxed);
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
    }

    #[test]
    fn tickets_come_back() {
        let sockets = Sockets::new(2, 3);
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
