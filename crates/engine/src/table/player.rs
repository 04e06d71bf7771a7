//! What a computer player is asked, how long it may think, and what it keeps in mind.
//!
//! A [`Player`] is handed a [`Game::Seen`] and nothing else, so it cannot use what its side may not know. It may keep what it
//! likes from one decision to the next; a [`Mind`] carries that for tables whose game is not known by type.

use crate::chance::Rng;
use crate::game::Game;
use crate::side::Side;
use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// How much a player may think in one turn of its side.
///
/// Seconds are for play; a count of positions looked at makes the same choices from the same seed on any machine, for tests and for
/// ladders that can be repeated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// So many seconds on one core.
    Seconds(f64),
    /// So many positions judged.
    Positions(u64),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Seconds(seconds) => write!(f, "{seconds}s"),
            Budget::Positions(positions) => write!(f, "{positions}p"),
        }
    }
}

/// A text that is no budget.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no time to think; expected seconds such as 2.5s, or positions such as 20000p, in each case more than none"
)]
pub struct NotABudget(String);

impl FromStr for Budget {
    type Err = NotABudget;

    /// ```
    /// use frente_engine::table::Budget;
    /// assert_eq!("2.5s".parse(), Ok(Budget::Seconds(2.5)));
    /// assert_eq!("20000p".parse(), Ok(Budget::Positions(20_000)));
    /// assert!("soon".parse::<Budget>().is_err() && "-1s".parse::<Budget>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotABudget> {
        let wrong = || NotABudget(text.to_owned());
        if let Some(positions) = text.strip_suffix('p') {
            return match positions.parse().map_err(|_| wrong())? {
                0 => Err(wrong()),
                positions => Ok(Budget::Positions(positions)),
            };
        }
        let seconds: f64 = text.strip_suffix('s').unwrap_or(text).parse().map_err(|_| wrong())?;
        // A day is more than anybody waits for, and a bound that no clock overflows at.
        if seconds > 0.0 && seconds <= 86_400.0 { Ok(Budget::Seconds(seconds)) } else { Err(wrong()) }
    }
}

/// A thread of thought, as those outside hold it: it can be ended at once, and tells how far it is.
#[derive(Clone, Debug, Default)]
pub struct Thinking(Arc<Thread>);

#[derive(Debug, Default)]
struct Thread {
    stopped: AtomicBool,
    permille: AtomicU32,
}

impl Thinking {
    /// Ends it: the player answers at once with the best it has found.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Is it to end?
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// How much of the decision's time is used, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.0.permille.load(Ordering::Relaxed)) / 1000.0
    }

    /// A player says how far it is.
    pub fn report(&self, share: f64) {
        self.0.permille.store((share.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
    }
}

/// What a player is asked: a decision of its side.
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The side that decides.
    pub side: Side,
    /// All that it knows.
    pub seen: &'a G::Seen,
    /// What it can do; never empty.
    pub legal: &'a [G::Action],
    /// The thread of thought.
    pub thinking: &'a Thinking,
}

/// Chooses actions for a side, from what that side knows and nothing else.
///
/// A player plays one side of one match, and may keep in mind what it likes from one decision to the next: how much of the turn's
/// time is spent, a plan. Nothing tells it when something is taken back, or when a decision was not played as it said.
pub trait Player<G: Game>: Send {
    /// One of the legal actions.
    fn choose(&mut self, question: &Question<'_, G>, rng: &mut Rng) -> G::Action;
}

/// Finds a computer player by name.
pub type FindPlayer<G> = fn(&str) -> Option<Box<dyn Player<G>>>;

/// A computer player at a table of whatever game: its name, and what it keeps in mind between decisions.
pub struct Mind {
    player: String,
    /// The thread of the thought at hand, for whoever wants to end it.
    pub thinking: Thinking,
    kept: Option<Box<dyn Any + Send>>,
}

impl Mind {
    /// The mind of a player that knows nothing yet.
    pub fn new(player: &str) -> Self {
        Mind { player: player.to_owned(), thinking: Thinking::default(), kept: None }
    }

    /// The player's name.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// The player as it was left; a new one at first, and at a table of another game. `None` when there is none of that name.
    pub(super) fn player_of<G: Game>(&mut self, find: FindPlayer<G>) -> Option<&mut dyn Player<G>> {
        let kept = self.kept.take().and_then(|kept| kept.downcast::<Box<dyn Player<G>>>().ok());
        let player = match kept {
            Some(kept) => kept,
            None => Box::new(find(&self.player)?),
        };
        let kept = self.kept.insert(player);
        kept.downcast_mut::<Box<dyn Player<G>>>().map(|player| &mut **player as _)
    }
}

impl fmt::Debug for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mind").field("player", &self.player).finish_non_exhaustive()
    }
}
