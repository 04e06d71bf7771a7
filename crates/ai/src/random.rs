use frente_engine::table::Player;
use frente_engine::{Game, Rng, Side};

/// Plays any legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&self, _: &G, _: Side, _: &G::Seen, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        legal[rng.below(legal.len())]
    }
}
