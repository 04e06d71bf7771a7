use frente_engine::table::{Player, Question};
use frente_engine::{Game, Rng};

/// Plays any legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, question: &Question<'_, G>, rng: &mut Rng) -> G::Action {
        question.legal[rng.below(question.legal.len())]
    }
}
