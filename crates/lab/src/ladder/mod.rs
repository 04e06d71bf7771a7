//! Who is stronger? Round robins between computer players, sides swapped, with ratings.
//!
//! Every pair meets equally often, each seed twice: once with either side for either player, so that neither the dice nor a scenario
//! that favours one side tell for a player. A ladder with a file goes on where it was interrupted.

pub mod elo;
mod file;
mod standing;

pub use file::LadderFile;
pub use standing::{Pair, Record, Standing, Standings};

use crate::playout::Playout;
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::table::{Player, Question, Thinking};
use frente_engine::{Options, PerSide, Playable, Rng, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What to play.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// A folder with data files, instead of the built-in ones.
    pub data: Option<std::path::PathBuf>,
    /// Who plays: at least two names.
    pub players: Vec<String>,
    /// How many games each pair plays.
    pub games: u64,
    /// The seed of the first two games.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
}

/// One game of a ladder, as it stands in the file.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Meeting {
    /// Who played the Republican side.
    pub republican: String,
    /// Who played the Nationalist side.
    pub nationalist: String,
    /// The seed of dice and decisions.
    pub seed: u64,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why, as the game words it.
    pub reason: String,
    /// Turns in which each side decided something.
    pub turns: PerSide<u32>,
    /// Seconds each side thought.
    pub seconds: PerSide<f64>,
}

/// Why a ladder did not start or go on.
pub type LadderError = Box<dyn std::error::Error + Send + Sync>;

impl Ladder {
    /// All games to be played: the sides, and the seed.
    fn pairings(&self) -> Vec<(&str, &str, u64)> {
        let mut all = Vec::new();
        // Pair by pair within a seed, so that an interrupted ladder has played everybody about equally often.
        for game in 0..self.games {
            for (i, a) in self.players.iter().enumerate() {
                for b in &self.players[i + 1..] {
                    let (republican, nationalist) = if game % 2 == 0 { (a, b) } else { (b, a) };
                    all.push((republican.as_str(), nationalist.as_str(), self.seed.wrapping_add(game / 2)));
                }
            }
        }
        all
    }

    /// How many games it has.
    pub fn len(&self) -> u64 {
        let n = self.players.len() as u64;
        self.games * n * n.saturating_sub(1) / 2
    }

    /// Has it no games?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays what is not yet in the file (or everything, without one), and sums up. `progress` counts games, those in the file among
    /// them.
    ///
    /// # Errors
    /// When game, scenario, options, data or players are wrong, or the file belongs to another ladder or cannot be written.
    pub fn play(
        &self,
        file: Option<&mut LadderFile>,
        progress: &AtomicU64,
    ) -> Result<Standings, LadderError> {
        if self.players.len() < 2 {
            return Err("a ladder needs at least two players, such as --players greedy,random".into());
        }
        if let Some(twice) = self.players.iter().find(|p| self.players.iter().filter(|q| q == p).count() > 1)
        {
            return Err(format!("the player {twice:?} is named twice").into());
        }
        let source = frente_catalog::source(&self.game, self.data.as_deref());
        let meetings = frente_catalog::visit(&self.game, Playing { ladder: self, file, progress, source })??;
        Ok(Standings::of(self, &meetings))
    }
}

struct Playing<'a> {
    ladder: &'a Ladder,
    file: Option<&'a mut LadderFile>,
    progress: &'a AtomicU64,
    source: DataSource,
}

impl Visitor for Playing<'_> {
    type Out = Result<Vec<Meeting>, LadderError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let ladder = self.ladder;
        let game = G::open(&self.source, &ladder.scenario, &ladder.options)?;
        for name in &ladder.players {
            find::<G>(name)?;
        }
        let mut file = self.file;
        if let Some(file) = &mut file {
            file.belongs_to(ladder, G::RULES_VERSION, game.fingerprint())?;
        }
        let known = file.as_ref().map_or(Vec::new(), |file| file.meetings().to_vec());
        let done: BTreeSet<(&str, &str, u64)> =
            known.iter().map(|m| (m.republican.as_str(), m.nationalist.as_str(), m.seed)).collect();
        let all = ladder.pairings();
        let (had, open): (Vec<_>, Vec<_>) = all.iter().partition(|pairing| done.contains(pairing));
        self.progress.store(had.len() as u64, Ordering::Relaxed);
        let had: BTreeSet<_> = had.into_iter().collect();
        let mut meetings: Vec<Meeting> = known
            .iter()
            .filter(|m| had.contains(&(m.republican.as_str(), m.nationalist.as_str(), m.seed)))
            .cloned()
            .collect();
        let next = AtomicUsize::new(0);
        let kept = Mutex::new((file, Vec::new()));
        std::thread::scope(|scope| {
            let work = || -> Result<(), LadderError> {
                let mut desk = Playout::default();
                while let Some(&(republican, nationalist, seed)) =
                    open.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = meet(&game, &mut desk, republican, nationalist, seed)?;
                    let mut kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    if let Some(file) = &mut kept.0 {
                        file.add(&played)?;
                    }
                    kept.1.push(played);
                    self.progress.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            };
            let threads: Vec<_> = (1..ladder.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for thread in threads {
                result = result.and(thread.join().unwrap_or_else(|_| Err("a thread panicked".into())));
            }
            result
        })?;
        meetings.extend(kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1);
        Ok(meetings)
    }
}

/// One game, with minds that know nothing of others.
fn meet<G: Playable>(
    game: &G,
    desk: &mut Playout<G>,
    republican: &str,
    nationalist: &str,
    seed: u64,
) -> Result<Meeting, LadderError> {
    let mut players = PerSide([find::<G>(republican)?, find::<G>(nationalist)?]);
    let thinking = Thinking::default();
    let mut turns: PerSide<u32> = PerSide::default();
    let mut last: PerSide<Option<u8>> = PerSide::default();
    let mut thought: PerSide<Duration> = PerSide::default();
    let played = desk
        .play(game, &mut Rng::new(seed), |side, position, legal, rng| {
            let turn = game.turn(position);
            if last[side] != Some(turn) {
                last[side] = Some(turn);
                turns[side] += 1;
            }
            let begun = Instant::now();
            let seen = game.seen(position, side.into());
            let question = Question { game, side, seen: &seen, legal, thinking: &thinking };
            let action = players[side].choose(&question, rng);
            thought[side] += begun.elapsed();
            action
        })
        .map_err(|stuck| format!("{republican} against {nationalist}, seed {seed}: {stuck}"))?;
    Ok(Meeting {
        republican: republican.to_owned(),
        nationalist: nationalist.to_owned(),
        seed,
        winner: played.outcome.winner,
        reason: played.outcome.reason.to_owned(),
        turns,
        seconds: PerSide(thought.0.map(|t| t.as_secs_f64())),
    })
}

fn find<G: Playable>(name: &str) -> Result<Box<dyn Player<G>>, LadderError> {
    frente_ai::player::<G>(name).ok_or_else(|| frente_ai::unknown(name).into())
}
