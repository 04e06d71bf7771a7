use crate::meter::Meter;
use crate::worth::{Eye, Judge};
use frente_engine::table::{Player, Question};
use frente_engine::{Judged, Rng};

/// Looks one decision deep: takes the action after which the game's judgement, averaged over the dice that follow at once, is best.
///
/// What the side cannot know is imagined, [`Greedy::samples`] times. Between equals it chooses at random.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// How many times the unknown is imagined for a decision.
    pub samples: usize,
}

impl Default for Greedy {
    fn default() -> Self {
        Greedy { samples: 1 }
    }
}

impl<G: Judged> Player<G> for Greedy {
    fn choose(&mut self, question: &Question<'_, G>, rng: &mut Rng) -> G::Action {
        let &Question { game, side, seen, legal, .. } = question;
        if let [only] = legal {
            return *only;
        }
        let mut worth = vec![0.0; legal.len()];
        let mut judge = Judge::new(Eye::Judge);
        let mut meter = Meter::unbounded();
        for _ in 0..self.samples.max(1) {
            let position = game.imagine(seen, rng);
            for (action, worth) in legal.iter().zip(&mut worth) {
                *worth += judge.worth(game, side, &position, *action, &mut meter);
            }
        }
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..legal.len()).filter(|i| worth[*i] >= best).collect();
        legal[ties[rng.below(ties.len())]]
    }
}
