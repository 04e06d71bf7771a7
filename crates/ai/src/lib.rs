//! Computer players.
//!
//! Every player plays every game and both sides, from what its own side knows and nothing else: it is handed a
//! [`Game::Seen`](frente_engine::Game::Seen), and the only way from there to a position is to imagine one.
//!
//! | player | what it is |
//! | --- | --- |
//! | [`Random`] | any legal action, for tests and as the zero of every scale |
//! | [`Greedy`] | one decision deep with the game's own judgement: the yardstick, and an opponent from the first day |
//! | [`Commander`] | plays on from the actions that look best: `recruit`, `captain` and `general`, by how long it thinks |
//!
//! | module | what is in it |
//! | --- | --- |
//! | `worth` | what an action is worth at first sight |
//! | `playout` | playing on with a simple model of both sides |
//! | `search` | the best of a few actions, by playouts |
//! | `meter` | how much thinking is left, for a decision and for a turn |
//! | `commander` | the levels |

mod commander;
mod greedy;
mod meter;
mod playout;
mod random;
mod search;
mod worth;

pub use commander::{Commander, Level};
pub use greedy::Greedy;
pub use random::Random;

use frente_engine::Playable;
use frente_engine::table::{Budget, Player};

/// The names of all players, weakest first.
pub const PLAYERS: &[&str] = &["random", "greedy", "recruit", "captain", "general"];

/// A name with the time for a turn behind it: `captain@5s`.
fn parts(name: &str) -> Option<(&str, Option<Budget>)> {
    match name.split_once('@') {
        Some((name, budget)) => Some((name, Some(budget.parse().ok()?))),
        None => Some((name, None)),
    }
}

/// Is there a player of this name?
pub fn is_player(name: &str) -> bool {
    match parts(name) {
        Some((name, None)) => PLAYERS.contains(&name),
        Some((name, Some(_))) => Level::named(name).is_some(),
        None => false,
    }
}

/// The same name with a time for a turn, if it is a commander's and has none of its own.
///
/// ```
/// use frente_engine::table::Budget;
/// let time = Some(Budget::Seconds(5.0));
/// assert_eq!(frente_ai::with_time("captain", time), "captain@5s");
/// assert_eq!(frente_ai::with_time("general@1s", time), "general@1s");
/// assert_eq!(frente_ai::with_time("greedy", time), "greedy");
/// ```
pub fn with_time(name: &str, time: Option<Budget>) -> String {
    match time {
        Some(time) if Level::named(name).is_some() => format!("{name}@{time}"),
        _ => name.to_owned(),
    }
}

/// The player with this name. A commander may be told how much to think in a turn: `captain@5s`, or `captain@20000p` for positions
/// looked at, which makes the same choices on any machine.
///
/// ```
/// # use frente_engine::Playable;
/// # fn example<G: Playable>() {
/// assert!(frente_ai::player::<G>("greedy").is_some());
/// assert!(frente_ai::player::<G>("captain@0.5s").is_some());
/// assert!(frente_ai::player::<G>("napoleon").is_none());
/// # }
/// ```
pub fn player<G: Playable>(name: &str) -> Option<Box<dyn Player<G>>> {
    match parts(name)? {
        ("random", None) => Some(Box::new(Random)),
        ("greedy", None) => Some(Box::new(Greedy::default())),
        (name, budget) => Some(Box::new(Commander::new(Level::named(name)?, budget))),
    }
}

/// What is said of a name that no player has.
pub fn unknown(name: &str) -> String {
    format!(
        "there is no player {name:?}; expected one of {}, a commander perhaps with its time for a turn, such as captain@5s",
        PLAYERS.join(", ")
    )
}
