//! Random play, one step after the other, for tests that look at positions along the way.

use crate::chance::Rng;
use crate::game::{Game, Sink, Wait};

/// A random game under way.
///
/// ```ignore
/// let mut walk = Walk::new(&game, seed);
/// while !walk.is_over() {
///     // Look at walk.position and walk.legal.
///     walk.step(&mut ());
/// }
/// ```
#[derive(Debug)]
pub struct Walk<'a, G: Game> {
    game: &'a G,
    /// Where it has come to.
    pub position: G::Position,
    /// What the side that decides may do; empty where a die is thrown, and when the game is over.
    pub legal: Vec<G::Action>,
    /// What it draws from; whoever looks may draw from it, too.
    pub rng: Rng,
    chance: Vec<(G::Action, u32)>,
}

impl<'a, G: Game> Walk<'a, G> {
    /// At the start.
    pub fn new(game: &'a G, seed: u64) -> Self {
        let (position, rng) = (game.start(), Rng::new(seed));
        let mut walk = Walk { game, position, legal: Vec::new(), rng, chance: Vec::new() };
        game.legal(&walk.position, &mut walk.legal);
        walk
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.game.wait(&self.position).is_over()
    }

    /// Decides at random, or throws the die; says what was done. The game is not over.
    pub fn step(&mut self, sink: &mut impl Sink<G::Event>) -> G::Action {
        let action = if let Wait::Chance(_) = self.game.wait(&self.position) {
            self.game.chance(&self.position, &mut self.chance);
            self.chance[self.rng.weighted(self.chance.iter().map(|(_, weight)| *weight))].0
        } else {
            self.legal[self.rng.below(self.legal.len())]
        };
        self.game.apply(&mut self.position, action, sink);
        self.game.legal(&self.position, &mut self.legal);
        action
    }
}
