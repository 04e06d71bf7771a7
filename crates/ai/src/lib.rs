//! Computer players.
//!
//! Every player plays every game and both sides, from what its own side knows and nothing else: it is handed a
//! [`Game::Seen`](frente_engine::Game::Seen), and the only way from there to a position is to imagine one.
//!
//! | player | what it is |
//! | --- | --- |
//! | [`Random`] | any legal action, for tests and as the zero of every scale |
//! | [`Greedy`] | one decision deep with the game's own judgement: the yardstick, and an opponent from the first day |

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use frente_engine::Playable;
use frente_engine::table::Player;

/// The names of all players, weakest first.
pub const PLAYERS: &[&str] = &["random", "greedy"];

/// The player with this name.
///
/// ```
/// # use frente_engine::Playable;
/// # fn example<G: Playable>() {
/// assert!(frente_ai::player::<G>("greedy").is_some());
/// assert!(frente_ai::player::<G>("napoleon").is_none());
/// # }
/// ```
pub fn player<G: Playable>(name: &str) -> Option<Box<dyn Player<G>>> {
    match name {
        "random" => Some(Box::new(Random)),
        "greedy" => Some(Box::new(Greedy::default())),
        _ => None,
    }
}
