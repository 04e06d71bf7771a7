//! Chance, which always comes from outside the rules.
//!
//! [`Dice`] are a match's own: seeded with 256 bits, committed to by a hash before the first roll, so that both players can
//! check them afterwards. Whoever keeps the match knows that seed, so each person may add a [`Share`] of his own before the first
//! throw; then the throws come from all of it, and nobody has chosen them. [`Rng`] is the fast generator of simulations, searches
//! and tests.

use crate::holds::Holds;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
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

/// What one person adds to the dice.
///
/// Whoever keeps the match and plays in it as well could wait for the other's share and then choose his own. So a careful client first
/// shows only the mark of its share, and the share itself when everybody else has shown a mark: nothing can be chosen any more then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Share {
    /// Whose it is: the seats his link holds.
    #[ts(type = "string")]
    pub by: Holds,
    /// SHA-256 of the share, shown before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mark: Option<String>,
    /// The share: 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub share: Option<String>,
    /// The dice are made without him: he did not come, or has lost what he promised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub left_out: bool,
    /// The share he had given when somebody else was left out. It counts for nothing any more, and cannot be given again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before: Option<String>,
}

/// Why a share was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum BadShare {
    #[error("expected 64 hexadecimal digits")]
    NotHex,
    #[error("nothing is to be added to the dice from here")]
    Nobody,
    #[error("the share was given already")]
    Given,
    #[error("a mark cannot be changed once somebody else has given his share")]
    TooLate,
    #[error("the share does not fit the mark that was shown before it")]
    OtherMark,
    #[error("this share was shown before somebody was left out; another one is needed")]
    Shown,
    #[error("the dice are made without you")]
    LeftOut,
    #[error("nobody can be left out who has added his share, or was left out already")]
    NotMissing,
    #[error("somebody has to add to the dice")]
    TheLast,
}

impl Share {
    /// The share that somebody is to give.
    pub fn expected(by: Holds) -> Self {
        Share { by, mark: None, share: None, left_out: false, before: None }
    }

    /// Do the dice wait for it?
    pub fn is_missing(&self) -> bool {
        self.share.is_none() && !self.left_out
    }

    fn bytes(&self) -> Option<[u8; 32]> {
        self.share.as_deref().and_then(bytes)
    }

    /// Does the share, if it is there, fit the mark, if there was one? Whoever was left out has none.
    pub fn fits(&self) -> bool {
        if self.share.is_some() && (self.left_out || self.before == self.share) {
            return false;
        }
        match (&self.share, &self.mark) {
            (Some(share), mark) => bytes(share).is_some_and(|share| {
                mark.as_ref().is_none_or(|mark| mark.eq_ignore_ascii_case(&hex(&Sha256::digest(share))))
            }),
            (None, _) => true,
        }
    }
}

/// Somebody shows the mark of his share, or the share itself.
///
/// # Errors
/// Why not; nothing has changed then.
pub fn add_share(
    shares: &mut [Share],
    by: Holds,
    mark: Option<&str>,
    share: Option<&str>,
) -> Result<(), BadShare> {
    let given = shares.iter().any(|s| s.by != by && s.share.is_some());
    let own = shares.iter_mut().find(|s| s.by == by).ok_or(BadShare::Nobody)?;
    if own.left_out {
        return Err(BadShare::LeftOut);
    }
    if own.share.is_some() {
        return Err(BadShare::Given);
    }
    if [mark, share].into_iter().flatten().any(|text| bytes(text).is_none()) {
        return Err(BadShare::NotHex);
    }
    let mut new = own.clone();
    if let Some(mark) = mark {
        if given && own.mark.as_deref().is_some_and(|old| !old.eq_ignore_ascii_case(mark)) {
            return Err(BadShare::TooLate);
        }
        new.mark = Some(mark.to_ascii_lowercase());
    }
    new.share = share.map(str::to_ascii_lowercase);
    if new.share.is_some() && new.share == new.before {
        return Err(BadShare::Shown);
    }
    if !new.fits() {
        return Err(BadShare::OtherMark);
    }
    *own = new;
    Ok(())
}

/// The dice are to be made without somebody who has not added his share.
///
/// Whoever keeps the match may have seen what the others added, and know the throws that would have come of it. If leaving somebody out
/// left those shares in force, that would be a choice between two sets of dice. So they are void: everybody else adds another one, which
/// nobody knew when this was decided.
///
/// # Errors
/// Why not; nothing has changed then.
pub fn leave_out(shares: &mut [Share], whom: Holds) -> Result<(), BadShare> {
    if !shares.iter().any(|s| s.by == whom && s.is_missing()) {
        return Err(BadShare::NotMissing);
    }
    if !shares.iter().any(|s| s.by != whom && !s.left_out) {
        return Err(BadShare::TheLast);
    }
    for share in shares {
        if share.by == whom {
            share.left_out = true;
        } else if !share.left_out {
            share.mark = None;
            share.before = share.share.take().or(share.before.take());
        }
    }
    Ok(())
}

/// 64 hexadecimal digits.
fn bytes(text: &str) -> Option<[u8; 32]> {
    (text.len() == 64).then(|| text.parse::<Seed>().ok()).flatten().map(|seed| seed.0)
}

/// The dice of a match: every throw is a function of the seed, of what the players added to it, and of how many throws came before.
#[derive(Clone)]
pub struct Dice {
    seed: Seed,
    shares: Vec<Share>,
    /// What throws come from; `None` as long as somebody has still to add to it.
    key: Option<[u8; 32]>,
    throws: u64,
}

impl Dice {
    /// Dice at their first throw.
    pub fn new(seed: Seed) -> Self {
        Dice { seed, shares: Vec::new(), key: Some(seed.0), throws: 0 }
    }

    /// Dice to which people add; they wait until all have.
    pub fn shared(seed: Seed, shares: Vec<Share>) -> Self {
        let key = key(seed, &shares);
        Dice { seed, shares, key, throws: 0 }
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What people add to it.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// Has everybody added his share?
    pub fn ready(&self) -> bool {
        self.key.is_some()
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
    /// When all weights are zero, or somebody has still to add to the dice.
    pub fn throw(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut rng = ChaCha8Rng::from_seed(self.key.expect("everybody has added his share"));
        rng.set_word_pos(u128::from(self.throws) * 64);
        self.throws += 1;
        weighted(&mut || rng.next_u32(), weights)
    }
}

/// What throws come from: the seed alone, or the seed and the share of everybody who was not left out.
fn key(seed: Seed, shares: &[Share]) -> Option<[u8; 32]> {
    if shares.is_empty() {
        return Some(seed.0);
    }
    let mut hash = Sha256::new().chain_update(b"frente dice\n").chain_update(seed.0);
    if shares.iter().all(|share| share.left_out) {
        return None;
    }
    for share in shares.iter().filter(|share| !share.left_out) {
        hash.update(format!("\n{}\n", share.by));
        hash.update(share.bytes()?);
    }
    Some(hash.finalize().into())
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

    fn both() -> Vec<Share> {
        crate::Side::BOTH.map(|side| Share::expected(Holds::Side(side))).to_vec()
    }

    #[test]
    fn throws_come_from_the_seed_and_every_share() {
        let [a, b, c] = [1, 2, 3].map(|n| hex(&[n; 32]));
        let throws = |seed: u64, shares: [&String; 2]| {
            let mut given = both();
            for (side, share) in crate::Side::BOTH.into_iter().zip(shares) {
                add_share(&mut given, Holds::Side(side), None, Some(share)).unwrap();
            }
            let mut dice = Dice::shared(Seed::from_number(seed), given);
            (0..40).map(|_| dice.throw([1u32; 6].into_iter())).collect::<Vec<_>>()
        };
        let first = throws(7, [&a, &b]);
        assert_eq!(first, throws(7, [&a, &b]));
        for other in [throws(8, [&a, &b]), throws(7, [&c, &b]), throws(7, [&a, &c]), throws(7, [&b, &a])] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn shares_fit_their_marks_and_dice_wait_for_all() {
        use crate::Side::{Nationalist, Republican};
        let (secret, other) = (hex(&[7; 32]), hex(&[8; 32]));
        let mark = hex(&Sha256::digest([7; 32]));
        let mut shares = both();
        let (red, blue) = (Holds::Side(Republican), Holds::Side(Nationalist));
        assert_eq!(add_share(&mut shares, Holds::Nothing, None, Some(&secret)), Err(BadShare::Nobody));
        assert_eq!(add_share(&mut shares, red, Some("7"), None), Err(BadShare::NotHex));
        add_share(&mut shares, red, Some(&other), None).unwrap();
        add_share(&mut shares, red, Some(&mark), None).unwrap();
        assert!(!Dice::shared(Seed::from_number(1), shares.clone()).ready());
        add_share(&mut shares, blue, None, Some(&other)).unwrap();
        assert_eq!(add_share(&mut shares, red, Some(&other), None), Err(BadShare::TooLate));
        assert_eq!(add_share(&mut shares, red, None, Some(&other)), Err(BadShare::OtherMark));
        assert!(!Dice::shared(Seed::from_number(1), shares.clone()).ready());
        add_share(&mut shares, red, None, Some(&secret)).unwrap();
        assert_eq!(add_share(&mut shares, red, None, Some(&secret)), Err(BadShare::Given));
        assert!(Dice::shared(Seed::from_number(1), shares.clone()).ready());
        shares[0].mark = Some(other);
        assert!(!shares[0].fits(), "a mark changed afterwards");
    }

    #[test]
    fn dice_are_made_without_somebody_by_shares_that_nobody_knew() {
        use crate::Side::{Nationalist, Republican};
        let (red, blue) = (Holds::Side(Republican), Holds::Side(Nationalist));
        let [lost, first, second] = [1, 2, 3].map(|n| hex(&[n; 32]));
        let seed = Seed::from_number(1);
        let mut shares = both();
        add_share(&mut shares, red, Some(&hex(&Sha256::digest([1; 32]))), None).unwrap();
        add_share(&mut shares, blue, None, Some(&first)).unwrap();
        assert_eq!(leave_out(&mut shares, blue), Err(BadShare::NotMissing));
        assert_eq!(leave_out(&mut shares, Holds::Both), Err(BadShare::NotMissing));
        leave_out(&mut shares, red).unwrap();
        assert!(!Dice::shared(seed, shares.clone()).ready(), "what was shown before is void");
        assert_eq!(leave_out(&mut shares, red), Err(BadShare::NotMissing));
        assert_eq!(leave_out(&mut shares, blue), Err(BadShare::TheLast));
        assert_eq!(add_share(&mut shares, red, None, Some(&lost)), Err(BadShare::LeftOut));
        assert_eq!(add_share(&mut shares, blue, None, Some(&first)), Err(BadShare::Shown));
        add_share(&mut shares, blue, None, Some(&second)).unwrap();
        let throws = |shares: &[Share]| {
            let mut dice = Dice::shared(seed, shares.to_vec());
            (0..40).map(|_| dice.throw([1u32; 6].into_iter())).collect::<Vec<_>>()
        };
        let mut alone = vec![Share::expected(blue)];
        add_share(&mut alone, blue, None, Some(&second)).unwrap();
        assert_eq!(throws(&shares), throws(&alone), "they come from the seed and the other's share");
        assert!(shares.iter().all(Share::fits));
        for forge in [
            |s: &mut [Share]| s[0].share = Some(hex(&[1; 32])),
            |s: &mut [Share]| s[1].before.clone_from(&s[1].share.clone()),
        ] {
            let mut forged = shares.clone();
            forge(&mut forged);
            assert!(!forged.iter().all(Share::fits), "{forged:?}");
        }
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
