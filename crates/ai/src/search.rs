//! The best of a few actions, by playing on after each of them.
//!
//! Sequential halving (Karnin, Koren and Somekh 2013): every action that looks good at first sight is played on from equally often, then
//! the worse half is dropped, until the time is used. All actions get the same imagined positions and the same dice in a pass, so that
//! they are compared in the same luck. The action that looked best at first sight is left only for one that did better in those pairs
//! by more than chance explains.

use crate::meter::Meter;
use crate::playout::{Playout, Style};
use crate::worth::{Eye, Judge};
use frente_engine::table::Question;
use frente_engine::{Judged, Rng};

/// More playouts of one action than this tell nothing new.
const MOST_PASSES: usize = 2000;

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How many actions are played on from, at most.
    pub(crate) width: usize,
    /// How many times the unknown is imagined for the first sight.
    pub(crate) samples: usize,
    /// How it is played on.
    pub(crate) style: Style,
    /// By how many standard errors an action must do better than the one that looked best.
    pub(crate) proof: f64,
}

/// An action under trial, with what came of its playouts, pass by pass.
struct Trial<A> {
    action: A,
    results: Vec<f64>,
}

impl<A> Trial<A> {
    fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len().max(1) as f64
    }
}

/// The best action that could be found within the meter's bounds.
pub(crate) fn search<G: Judged>(
    question: &Question<'_, G>,
    manner: Manner,
    meter: &mut Meter<'_>,
    rng: &mut Rng,
) -> G::Action {
    let mut trials = first_sight(question, manner, meter, rng);
    if trials.len() > 1 && !meter.is_out() {
        halve(question, manner, &mut trials, meter, rng);
    }
    verdict(&trials, manner.proof)
}

/// The actions that look best, the best first.
fn first_sight<G: Judged>(
    question: &Question<'_, G>,
    manner: Manner,
    meter: &mut Meter<'_>,
    rng: &mut Rng,
) -> Vec<Trial<G::Action>> {
    let &Question { game, side, seen, legal, .. } = question;
    let mut ranked: Vec<(G::Action, f64)> = legal.iter().map(|action| (*action, 0.0)).collect();
    // Equals are in random order, as the sort below keeps it.
    rng.shuffle(&mut ranked);
    let mut judge = Judge::new(Eye::Outlook);
    for _ in 0..manner.samples.max(1) {
        let position = game.imagine(seen, rng);
        for (action, worth) in &mut ranked {
            *worth += judge.worth(game, side, &position, *action, meter);
        }
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let promising = ranked.iter().filter(|(_, worth)| worth.is_finite()).count();
    ranked.truncate(promising.clamp(1, manner.width));
    ranked.into_iter().map(|(action, _)| Trial { action, results: Vec::new() }).collect()
}

/// Plays on from all, then from the better half, and so on.
fn halve<G: Judged>(
    question: &Question<'_, G>,
    manner: Manner,
    trials: &mut [Trial<G::Action>],
    meter: &mut Meter<'_>,
    rng: &mut Rng,
) {
    let mut playout = Playout::new(manner.style);
    let mut standing = trials.len();
    let mut rounds = standing.next_power_of_two().trailing_zeros();
    while standing > 1 && rounds > 0 {
        let end = meter.used() + meter.left() / f64::from(rounds);
        loop {
            if !pass(question, &mut playout, &mut trials[..standing], meter, rng) {
                return;
            }
            meter.report();
            if meter.used() >= end || trials[0].results.len() >= MOST_PASSES {
                break;
            }
        }
        // Who looked best at first sight stays: the others are measured against it to the end.
        trials[1..standing].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        standing = standing.div_ceil(2);
        rounds -= 1;
    }
}

/// Plays once on from each action in the same luck; `false` when the time ended before all were through, and nothing counts.
fn pass<G: Judged>(
    question: &Question<'_, G>,
    playout: &mut Playout<G>,
    trials: &mut [Trial<G::Action>],
    meter: &mut Meter<'_>,
    rng: &mut Rng,
) -> bool {
    let &Question { game, side, seen, .. } = question;
    let imagined = game.imagine(seen, rng);
    let (outlook, luck) = (game.outlook(&imagined, side), rng.bits());
    let mut results = Vec::with_capacity(trials.len());
    for trial in trials.iter() {
        let mut position = imagined;
        game.apply(&mut position, trial.action, &mut ());
        match playout.expectation(game, side, outlook, &mut position, &mut Rng::new(luck), meter) {
            Some(result) => results.push(result),
            None => return false,
        }
    }
    for (trial, result) in trials.iter_mut().zip(results) {
        trial.results.push(result);
    }
    true
}

/// The action that looked best, or the one that did most surely better.
fn verdict<A: Copy>(trials: &[Trial<A>], proof: f64) -> A {
    let first = &trials[0];
    let mut best = (first.action, 0.0);
    for trial in &trials[1..] {
        let n = trial.results.len();
        if n < 2 {
            continue;
        }
        let gains: Vec<f64> = trial.results.iter().zip(&first.results).map(|(a, b)| a - b).collect();
        let mean = gains.iter().sum::<f64>() / n as f64;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let sure = mean - proof * (variance / n as f64).sqrt();
        if sure > best.1 {
            best = (trial.action, sure);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(action: char, results: &[f64]) -> Trial<char> {
        Trial { action, results: results.to_vec() }
    }

    #[test]
    fn what_looked_best_is_left_only_for_what_is_surely_better() {
        let first = || trial('a', &[0.5, 0.6, 0.4, 0.5]);
        assert_eq!(verdict(&[first()], 1.0), 'a');
        let lucky = trial('b', &[0.9, 0.4, 0.2, 0.6]);
        assert_eq!(verdict(&[first(), lucky], 1.0), 'a', "one lucky playout proves nothing");
        let better = trial('c', &[0.6, 0.7, 0.5, 0.6]);
        assert_eq!(verdict(&[first(), better], 1.0), 'c');
    }

    #[test]
    fn an_action_dropped_early_is_compared_over_its_own_passes() {
        let trials = [trial('a', &[0.5, 0.1, 0.9, 0.9]), trial('b', &[0.6, 0.2])];
        assert_eq!(verdict(&trials, 1.0), 'b', "in the two passes both played it was better by as much");
    }
}
