//! The engine: the contract of a game, and all that every game gets for fulfilling it.
//!
//! A game implements four small traits ([`Game`], [`Present`], [`Testable`], [`Judged`]); the engine gives it matches with undo,
//! saves and replays, a text protocol, cases, a test harness, exact odds in words and secrets that stay secret.
//! See [`game`] for the contract and the reasons behind it.

pub mod about;
pub mod case;
pub mod chance;
pub mod edition;
pub mod game;
pub mod harness;
pub mod holds;
pub mod known;
pub mod look;
pub mod notation;
pub mod odds;
pub mod present;
pub mod protocol;
pub mod record;
pub mod rule;
pub mod sheet;
pub mod side;
pub mod split;
pub mod stack;
pub mod table;
pub mod text;

pub use about::About;
pub use case::{SetupError, Testable};
pub use chance::{Dice, Rng, Seed};
pub use edition::Edition;
pub use game::{
    Chance, Game, Judged, OpenError, Options, Outcome, POINTLESS, ParseError, Playable, Refusal, Sink, Wait,
};
pub use holds::Holds;
pub use present::Present;
pub use record::Match;
pub use rule::{Reference, Rule};
pub use side::{PerSide, Seat, Side};
pub use split::Split;
pub use stack::{Frame, Stack};
pub use text::{Lexicon, Message};
