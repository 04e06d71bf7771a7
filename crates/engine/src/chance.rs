//! Chance, which always comes from outside the rules.
//!
//! [`Dice`] are a match's own: seeded with 256 bits, committed to by a hash before the first roll, so that both players can
//! check them afterwards. [`Rng`] is the fast generator of simulations, searches and tests.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The seed of a match's dice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed made from a small number, for simulations that must be repeatable.
    pub fn from_number(n: u64) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&n.to_le_bytes());
        Seed(seed)
    }

    /// The commitment: SHA-256 of the seed, in hexadecimal. Published at the start; the seed itself at the end.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut s, b| {
        write!(s, "{b:02x}").expect("writing to a string");
        s
    })
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// A text that is no seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a seed; expected 64 hexadecimal digits, or a whole number")]
pub struct NotASeed(String);

impl FromStr for Seed {
    type Err = NotASeed;
    fn from_str(s: &str) -> Result<Self, NotASeed> {
        let wrong = || NotASeed(s.to_owned());
        if s.len() != 64 || !s.is_ascii() {
            return s.parse().map(Seed::from_number).map_err(|_| wrong());
        }
        let mut seed = [0; 32];
        for (i, byte) in seed.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&s[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Seed(seed))
    }
}

/// The dice of a match: every throw is a function of the seed and of how many throws came before.
#[derive(Clone)]
pub struct Dice {
    seed: Seed,
    throws: u64,
}

impl Dice {
    /// Dice at their first throw.
    pub fn new(seed: Seed) -> Self {
        Dice { seed, throws: 0 }
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How many throws there were.
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// Jumps to a throw, for replays.
    pub fn set_throws(&mut self, throws: u64) {
        self.throws = throws;
    }

    /// Chooses an index by weights. Each throw has its own block of the key stream, so rejected values of one throw never
    /// move the next.
    ///
    /// # Panics
    /// When all weights are zero.
    pub fn throw(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut rng = ChaCha8Rng::from_seed(self.seed.0);
        rng.set_word_pos(u128::from(self.throws) * 64);
        self.throws += 1;
        weighted(&mut || rng.next_u32(), weights)
    }
}

/// Chooses an index in proportion to integer weights, without bias.
fn weighted(next: &mut impl FnMut() -> u32, weights: impl Iterator<Item = u32> + Clone) -> usize {
    let total: u32 = weights.clone().sum();
    let mut n = below(next, total);
    for (i, w) in weights.enumerate() {
        if n < w {
            return i;
        }
        n -= w;
    }
    unreachable!("a number below the total falls into one of the weights")
}

/// A number below `n` without bias: values of the last, incomplete round are thrown again.
fn below(next: &mut impl FnMut() -> u32, n: u32) -> u32 {
    assert!(n > 0, "something must be possible");
    let limit = u32::MAX - u32::MAX % n;
    loop {
        let x = next();
        if x < limit {
            return x % n;
        }
    }
}

/// A fast generator for simulations, searches and tests. Never used for the dice of a match.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`.
    ///
    /// # Panics
    /// When `n` is zero.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "something must be possible");
        // Widening multiplication: its bias at these sizes is below 2^-50.
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Chooses an index by weights.
    ///
    /// # Panics
    /// When all weights are zero.
    #[inline]
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: u32 = weights.clone().sum();
        let mut n = self.below(total as usize) as u32;
        for (i, w) in weights.enumerate() {
            if n < w {
                return i;
            }
            n -= w;
        }
        unreachable!("a number below the total falls into one of the weights")
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_depend_on_seed_and_count_only() {
        let throw = |dice: &mut Dice| dice.throw([1u32; 6].into_iter());
        let mut a = Dice::new(Seed::from_number(7));
        let first: Vec<_> = (0..50).map(|_| throw(&mut a)).collect();
        let mut b = Dice::new(Seed::from_number(7));
        b.set_throws(20);
        assert_eq!(throw(&mut b), first[20]);
        let mut c = Dice::new(Seed::from_number(8));
        assert_ne!((0..50).map(|_| throw(&mut c)).collect::<Vec<_>>(), first);
    }

    #[test]
    fn dice_are_fair() {
        let mut dice = Dice::new(Seed::from_number(1));
        let mut counts = [0u32; 3];
        for _ in 0..60_000 {
            counts[dice.throw([1u32, 2, 3].into_iter())] += 1;
        }
        for (count, expected) in counts.into_iter().zip([10_000, 20_000, 30_000]) {
            assert!(count.abs_diff(expected) < 500, "{counts:?}");
        }
    }

    #[test]
    fn seeds_print_and_parse() {
        let seed = Seed([0xab; 32]);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("42".parse(), Ok(Seed::from_number(42)));
        assert!("xyz".parse::<Seed>().is_err());
        assert_eq!(
            Seed([0; 32]).commitment(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }
}
