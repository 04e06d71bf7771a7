//! Playing on from a position with a simple model of both sides.

use crate::meter::Meter;
use crate::worth::{Eye, Judge};
use frente_engine::{Game, Judged, Rng, Side, Wait};

/// A playout that takes more steps than this is judged where it stands.
const MOST_STEPS: usize = 4000;

/// Who plays in a playout, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// With whose eyes the model of both sides decides.
    pub(crate) eye: Eye,
    /// At how many actions it looks for a decision, drawn at random from the list.
    pub(crate) glance: usize,
    /// How many turns the playout goes on after the present one.
    pub(crate) turns: u8,
}

/// A playout's lists, used over and over.
pub(crate) struct Playout<G: Game> {
    style: Style,
    judge: Judge<G>,
    legal: Vec<G::Action>,
    chance: Vec<(G::Action, u32)>,
}

impl<G: Judged> Playout<G> {
    pub(crate) fn new(style: Style) -> Self {
        Playout { style, judge: Judge::new(style.eye), legal: Vec::new(), chance: Vec::new() }
    }

    /// Plays on to the end of the turn and as many turns more as the style says: what the side may expect of the game then, from 0
    /// (lost) to 1 (won), if `outlook` was an even game. `None` when the thinking ended before.
    ///
    /// Nearly every scenario favours a side by more than a turn can change. Measured from where the decision stands, a turn's gains and
    /// losses lie where the scale is fine.
    pub(crate) fn expectation(
        &mut self,
        game: &G,
        side: Side,
        outlook: i32,
        position: &mut G::Position,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Option<f64> {
        // However short it is, a playout costs something: otherwise one that ends at once could be repeated for ever.
        meter.count(1);
        let last = game.turn(position).saturating_add(self.style.turns);
        for _ in 0..MOST_STEPS {
            let action = match game.wait(position) {
                Wait::Over(outcome) => {
                    return Some(match outcome.winner {
                        Some(winner) => f64::from(u8::from(winner == side)),
                        None => 0.5,
                    });
                }
                _ if game.turn(position) > last => break,
                Wait::Chance(_) => {
                    game.chance(position, &mut self.chance);
                    self.chance[rng.weighted(self.chance.iter().map(|(_, weight)| *weight))].0
                }
                Wait::Decision(decides) => {
                    if meter.is_out() {
                        return None;
                    }
                    self.decide(game, decides, position, rng, meter)
                }
            };
            game.apply(position, action, &mut ());
        }
        let gain = game.outlook(position, side).saturating_sub(outlook);
        Some(chances(gain, game.lead()))
    }

    /// What the model of a side would do: the best of a few actions, at first sight.
    fn decide(
        &mut self,
        game: &G,
        side: Side,
        position: &G::Position,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> G::Action {
        game.legal(position, &mut self.legal);
        let looked_at = self.style.glance.min(self.legal.len());
        let mut best = (self.legal[0], f64::NEG_INFINITY);
        if self.legal.len() == 1 {
            return best.0;
        }
        for i in 0..looked_at {
            if looked_at < self.legal.len() {
                let other = i + rng.below(self.legal.len() - i);
                self.legal.swap(i, other);
            }
            let action = self.legal[i];
            let worth = self.judge.worth(game, side, position, action, meter);
            if worth > best.1 || i == 0 {
                best = (action, worth);
            }
        }
        best.0
    }
}

/// What a side may expect of a game in which it is ahead by so much, from 0 to 1: three in four at one lead.
fn chances(ahead: i32, lead: i32) -> f64 {
    let odds = f64::from(ahead) / f64::from(lead.max(1)) * 3f64.ln();
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::chances;

    #[test]
    fn one_lead_wins_three_in_four() {
        assert!((chances(500, 500) - 0.75).abs() < 1e-9);
        assert!((chances(-500, 500) - 0.25).abs() < 1e-9);
        assert!(chances(i32::MAX, 500) <= 1.0 && chances(i32::MIN, 500) >= 0.0);
    }
}
