//! What an action is worth at first sight: the judgement of the position after it, averaged over the dice that follow at once, and
//! what it promises beyond that.

use crate::meter::Meter;
use frente_engine::{Game, Judged, POINTLESS, Side, Wait};

/// What a decided game is worth, beyond anything a judgement may say.
pub(crate) const VICTORY: f64 = 1e9;

/// Which of a game's judgements looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eye {
    /// [`Judged::judge`].
    Judge,
    /// [`Judged::outlook`].
    Outlook,
}

impl Eye {
    /// The judgement of a position, decided games included.
    pub(crate) fn on<G: Judged>(self, game: &G, side: Side, position: &G::Position) -> f64 {
        match game.wait(position) {
            Wait::Over(outcome) => match outcome.winner {
                Some(winner) if winner == side => VICTORY,
                Some(_) => -VICTORY,
                None => 0.0,
            },
            _ => f64::from(match self {
                Eye::Judge => game.judge(position, side),
                Eye::Outlook => game.outlook(position, side),
            }),
        }
    }
}

/// Judges actions one after another, with a list that is used over and over.
pub(crate) struct Judge<G: Game> {
    pub(crate) eye: Eye,
    outcomes: Vec<(G::Action, u32)>,
}

impl<G: Judged> Judge<G> {
    pub(crate) fn new(eye: Eye) -> Self {
        Judge { eye, outcomes: Vec::new() }
    }

    /// What an action is worth to the side that decides; minus infinity for one that is never worth a look.
    pub(crate) fn worth(
        &mut self,
        game: &G,
        side: Side,
        position: &G::Position,
        action: G::Action,
        meter: &mut Meter<'_>,
    ) -> f64 {
        match game.promise(position, action) {
            POINTLESS => f64::NEG_INFINITY,
            promise => f64::from(promise) + self.after(game, side, position, action, meter),
        }
    }

    /// The judgement after an action, averaged over the dice that follow at once.
    fn after(
        &mut self,
        game: &G,
        side: Side,
        position: &G::Position,
        action: G::Action,
        meter: &mut Meter<'_>,
    ) -> f64 {
        let mut next = *position;
        game.apply(&mut next, action, &mut ());
        game.chance(&next, &mut self.outcomes);
        meter.count(self.outcomes.len().max(1) as u64);
        if self.outcomes.is_empty() {
            return self.eye.on(game, side, &next);
        }
        let total: u32 = self.outcomes.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = self
            .outcomes
            .iter()
            .map(|(outcome, weight)| {
                let mut then = next;
                game.apply(&mut then, *outcome, &mut ());
                f64::from(*weight) * self.eye.on(game, side, &then)
            })
            .sum();
        sum / f64::from(total)
    }
}
