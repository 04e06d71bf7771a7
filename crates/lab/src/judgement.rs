//! Does the judgement see who will win? How often a game's judgement ranks the eventual winner first, turn by turn.
//!
//! One player plays both sides. At the first decision of every turn the position is judged; afterwards the turn's figure is the share
//! of pairs of games with different results in which the better judgement belongs to the better result (the area under the curve: ½
//! is as good as a coin, 1 sees everything). What search finds can be no better than what it is judged by, so a better judgement shows
//! here before a single match is played.

use crate::ladder::elo;
use crate::playout::Playout;
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::table::{Question, Thinking};
use frente_engine::{Options, PerSide, Playable, Rng, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to judge.
#[derive(Clone, Debug)]
pub struct Judging {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// A folder with data files, instead of the built-in ones.
    pub data: Option<std::path::PathBuf>,
    /// Who plays both sides.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
}

/// How well a game's judgements foretell.
#[derive(Clone, Debug, Serialize)]
pub struct Foresight {
    /// `aragon/belchite`.
    pub scenario: String,
    /// Who played both sides.
    pub player: String,
    /// Games played.
    pub games: u64,
    /// Turn by turn.
    pub turns: Vec<TurnForesight>,
    /// The outlook at which a side wins three games in four, fitted to all turns; none when it foretells nothing.
    pub lead: Option<f64>,
}

/// How well they foretell at the start of a turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnForesight {
    /// The turn.
    pub turn: u8,
    /// Games that came so far.
    pub games: u64,
    /// The area under the curve of `judge`; none when all games ended alike.
    pub judge: Option<f64>,
    /// The same of `outlook`.
    pub outlook: Option<f64>,
}

/// A position of a game, judged for the Republic, and what the Republic made of the game in the end.
#[derive(Clone, Copy, Debug)]
struct Sample {
    turn: u8,
    judge: f64,
    outlook: f64,
    result: f64,
}

/// Why nothing was judged.
pub type JudgingError = Box<dyn std::error::Error + Send + Sync>;

impl Judging {
    /// Plays and sums up. `progress` counts games.
    ///
    /// # Errors
    /// When game, scenario, options, data or the player are wrong, or a game gets stuck.
    pub fn judge(&self, progress: &AtomicU64) -> Result<Foresight, JudgingError> {
        let source = frente_catalog::source(&self.game, self.data.as_deref());
        let samples = frente_catalog::visit(&self.game, Sampling { judging: self, progress, source })??;
        Ok(self.sum_up(&samples))
    }

    fn sum_up(&self, samples: &[Sample]) -> Foresight {
        let mut by_turn: BTreeMap<u8, Vec<Sample>> = BTreeMap::new();
        for sample in samples {
            by_turn.entry(sample.turn).or_default().push(*sample);
        }
        let turns = by_turn.into_iter().map(|(turn, here)| TurnForesight {
            turn,
            games: here.len() as u64,
            judge: area(here.iter().map(|s| (s.judge, s.result))),
            outlook: area(here.iter().map(|s| (s.outlook, s.result))),
        });
        Foresight {
            scenario: format!("{}/{}", self.game, self.scenario),
            player: self.player.clone(),
            games: self.games,
            turns: turns.collect(),
            lead: lead(samples.iter().map(|s| (s.outlook, s.result))),
        }
    }
}

struct Sampling<'a> {
    judging: &'a Judging,
    progress: &'a AtomicU64,
    source: DataSource,
}

impl Visitor for Sampling<'_> {
    type Out = Result<Vec<Sample>, JudgingError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let judging = self.judging;
        let game = G::open(&self.source, &judging.scenario, &judging.options)?;
        let next = AtomicU64::new(0);
        let samples = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let work = || -> Result<(), JudgingError> {
                let mut desk = Playout::default();
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= judging.games {
                        return Ok(());
                    }
                    let of_game = one(&game, &mut desk, &judging.player, judging.seed.wrapping_add(i))?;
                    samples.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(of_game);
                    self.progress.fetch_add(1, Ordering::Relaxed);
                }
            };
            let threads: Vec<_> = (1..judging.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for thread in threads {
                result = result.and(thread.join().unwrap_or_else(|_| Err("a thread panicked".into())));
            }
            result
        })?;
        Ok(samples.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// The samples of one game.
fn one<G: Playable>(
    game: &G,
    desk: &mut Playout<G>,
    player: &str,
    seed: u64,
) -> Result<Vec<Sample>, JudgingError> {
    let find = || frente_ai::player::<G>(player).ok_or_else(|| frente_ai::unknown(player));
    let mut players = PerSide([find()?, find()?]);
    let thinking = Thinking::default();
    let mut samples: Vec<Sample> = Vec::new();
    let played = desk.play(game, &mut Rng::new(seed), |side, position, legal, rng| {
        let turn = game.turn(position);
        if turn > 0 && samples.last().is_none_or(|last| last.turn != turn) {
            samples.push(Sample {
                turn,
                judge: f64::from(game.judge(position, Side::Republican)),
                outlook: f64::from(game.outlook(position, Side::Republican)),
                result: 0.5,
            });
        }
        let seen = game.seen(position, side.into());
        players[side].choose(&Question { game, side, seen: &seen, legal, thinking: &thinking }, rng)
    });
    let played = played.map_err(|stuck| format!("{player} on both sides, seed {seed}: {stuck}"))?;
    let result = played.outcome.winner.map_or(0.5, |won| f64::from(u8::from(won == Side::Republican)));
    for sample in &mut samples {
        sample.result = result;
    }
    Ok(samples)
}

/// The share of pairs with different results that the judgement puts in the right order; equals count half.
fn area(judged: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let judged: Vec<(f64, f64)> = judged.collect();
    let (mut right, mut pairs) = (0.0, 0.0);
    for (i, a) in judged.iter().enumerate() {
        for b in &judged[..i] {
            if a.1 != b.1 {
                pairs += 1.0;
                let order = (a.0 - b.0) * (a.1 - b.1).signum();
                right += if order > 0.0 { 1.0 } else { f64::from(u8::from(order == 0.0)) / 2.0 };
            }
        }
    }
    (pairs > 0.0).then(|| right / pairs)
}

/// The judgement at which three games in four are won: a logistic regression with an intercept, which takes up what a scenario gives
/// one side whatever the judgement says.
fn lead(judged: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let judged: Vec<(f64, f64)> = judged.collect();
    let scale = (judged.iter().map(|(x, _)| x * x).sum::<f64>() / judged.len().max(1) as f64).sqrt();
    if scale == 0.0 {
        return None;
    }
    let (mut intercept, mut slope) = (0.0, 0.0);
    for _ in 0..30 {
        let mut right = vec![0.0; 2];
        let mut curve = vec![vec![1e-6, 0.0], vec![0.0, 1e-6]];
        for (x, result) in judged.iter().map(|(x, result)| (x / scale, result)) {
            let expected = 1.0 / (1.0 + f64::exp(-intercept - slope * x));
            let weight = expected * (1.0 - expected);
            for (i, a) in [1.0, x].into_iter().enumerate() {
                right[i] += (result - expected) * a;
                for (j, b) in [1.0, x].into_iter().enumerate() {
                    curve[i][j] += weight * a * b;
                }
            }
        }
        let step = elo::solve(curve, right);
        intercept += step[0].clamp(-2.0, 2.0);
        slope += step[1].clamp(-2.0, 2.0);
    }
    (slope > 1e-3).then(|| 3f64.ln() / slope * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_that_sees_everything_is_told_from_a_blind_one() {
        let seeing = [(3.0, 1.0), (2.0, 1.0), (1.0, 0.5), (-1.0, 0.0)];
        assert_eq!(area(seeing.into_iter()), Some(1.0));
        assert_eq!(area(seeing.into_iter().map(|(x, y)| (-x, y))), Some(0.0));
        assert_eq!(area(seeing.into_iter().map(|(_, y)| (7.0, y))), Some(0.5));
        assert_eq!(area([(1.0, 1.0), (2.0, 1.0)].into_iter()), None, "nothing to tell apart");
    }

    #[test]
    fn the_lead_is_where_three_in_four_are_won() {
        // At 100 three of four are won, at -100 one of four.
        let games = [(100.0, 3), (-100.0, 1)]
            .into_iter()
            .flat_map(|(judged, won)| (0..400).map(move |i| (judged, f64::from(u8::from(i % 4 < won)))));
        let lead = lead(games).unwrap();
        assert!((99.0..101.0).contains(&lead), "{lead}");
    }
}
