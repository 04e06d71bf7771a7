//! Positions in two parts: what everybody knows, and what each side alone knows.
//!
//! A game whose secrets belong wholly to one side or the other (a hand of markers, a choice face down) makes its position and its `Seen`
//! of these. A game in which everybody sees a part of a secret (the top of a stack) needs a `Seen` of its own.

use crate::side::{PerSide, Side};

/// A position in two parts.
///
/// ```
/// use frente_engine::{PerSide, Seat, Side, Split};
/// let position = Split { public: "turn 1", secret: PerSide::new(["gun"], ["mine"]) };
/// let seen = position.seen(|side| Seat::Republican.knows(side));
/// assert_eq!(seen.secret, PerSide::new(Some(["gun"]), None));
/// assert_eq!(seen.imagine(|_| ["nothing"]).secret, PerSide::new(["gun"], ["nothing"]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split<P, S> {
    /// What everybody knows.
    pub public: P,
    /// What each side alone knows.
    pub secret: PerSide<S>,
}

/// What a seat knows of a [`Split`] position: what a side keeps from it has no way in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<P, S> {
    /// What everybody knows.
    pub public: P,
    /// The secrets that the seat knows.
    pub secret: PerSide<Option<S>>,
}

impl<P: Copy, S: Copy> Split<P, S> {
    /// What is known to whoever knows the secrets of these sides.
    pub fn seen(&self, knows: impl Fn(Side) -> bool) -> Seen<P, S> {
        let secret = Side::BOTH.map(|side| knows(side).then_some(self.secret[side]));
        Seen { public: self.public, secret: PerSide(secret) }
    }
}

impl<P: Copy, S: Copy> Seen<P, S> {
    /// A position that looks so: what is not known of a side is what `guess` says of it.
    pub fn imagine(&self, mut guess: impl FnMut(Side) -> S) -> Split<P, S> {
        let secret = Side::BOTH.map(|side| self.secret[side].unwrap_or_else(|| guess(side)));
        Split { public: self.public, secret: PerSide(secret) }
    }
}
