use frente_engine::table::Player;
use frente_engine::{Judged, POINTLESS, Rng, Side, Wait};

/// What a decided game is worth, beyond anything a judgement may say.
const VICTORY: f64 = 1e9;

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
    fn choose(&self, game: &G, side: Side, seen: &G::Seen, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let mut worth = vec![0.0; legal.len()];
        let mut outcomes = Vec::new();
        for _ in 0..self.samples.max(1) {
            let position = game.imagine(seen, rng);
            for (action, worth) in legal.iter().zip(&mut worth) {
                *worth += match game.promise(&position, *action) {
                    POINTLESS => f64::NEG_INFINITY,
                    promise => f64::from(promise) + after(game, side, &position, *action, &mut outcomes),
                };
            }
        }
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..legal.len()).filter(|i| worth[*i] >= best).collect();
        legal[ties[rng.below(ties.len())]]
    }
}

/// The judgement after an action, averaged over the dice that follow at once.
fn after<G: Judged>(
    game: &G,
    side: Side,
    position: &G::Position,
    action: G::Action,
    outcomes: &mut Vec<(G::Action, u32)>,
) -> f64 {
    let mut next = *position;
    game.apply(&mut next, action, &mut ());
    game.chance(&next, outcomes);
    if outcomes.is_empty() {
        return judgement(game, side, &next);
    }
    let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
    let sum: f64 = outcomes
        .iter()
        .map(|(outcome, weight)| {
            let mut then = next;
            game.apply(&mut then, *outcome, &mut ());
            f64::from(*weight) * judgement(game, side, &then)
        })
        .sum();
    sum / f64::from(total)
}

fn judgement<G: Judged>(game: &G, side: Side, position: &G::Position) -> f64 {
    match game.wait(position) {
        Wait::Over(outcome) => match outcome.winner {
            Some(winner) if winner == side => VICTORY,
            Some(_) => -VICTORY,
            None => 0.0,
        },
        _ => f64::from(game.judge(position, side)),
    }
}
