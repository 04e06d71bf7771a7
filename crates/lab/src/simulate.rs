//! Playing many games.

use crate::playout::Playout;
use crate::report::{Gathered, OutcomeCount, Report};
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::harness::{Care, check_game};
use frente_engine::table::{Player, Question, Thinking};
use frente_engine::{OpenError, Options, Playable, Rng};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// After this many faults more would say nothing new.
const MOST_FAULTS: usize = 20;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options.
    pub options: Options,
    /// A folder with data files, instead of the built-in ones.
    pub data: Option<std::path::PathBuf>,
    /// Who plays the Republican side.
    pub republican: String,
    /// Who plays the Nationalist side.
    pub nationalist: String,
    /// How many games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Check every invariant at every step (random play only).
    pub check: bool,
}

/// Why a simulation did not start.
pub type PlanError = Box<dyn std::error::Error + Send + Sync>;

/// Plays the games. `progress` counts finished ones, for whoever watches.
///
/// # Errors
/// When game, scenario, options, data or players are wrong.
pub fn simulate(plan: &Plan, progress: &AtomicU64) -> Result<Report, PlanError> {
    let source = frente_catalog::source(&plan.game, plan.data.as_deref());
    frente_catalog::visit(&plan.game, Simulation { plan, progress, source })?
}

struct Simulation<'a> {
    plan: &'a Plan,
    progress: &'a AtomicU64,
    source: DataSource,
}

impl Visitor for Simulation<'_> {
    type Out = Result<Report, PlanError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let plan = self.plan;
        let game = Arc::new(G::open(&self.source, &plan.scenario, &plan.options).map_err(|e: OpenError| e)?);
        let names = [&plan.republican, &plan.nationalist];
        if let Some(name) = names.into_iter().find(|name| frente_ai::player::<G>(name).is_none()) {
            return Err(frente_ai::unknown(name).into());
        }
        if plan.check && names.into_iter().any(|name| name != "random") {
            return Err("checked games are random play on both sides".into());
        }
        let started = Instant::now();
        let next = AtomicU64::new(0);
        let gathered = std::thread::scope(|scope| {
            let work = || {
                let mut mine = Gathered::default();
                let mut desk = Playout::default();
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= plan.games || mine.faults.len() >= MOST_FAULTS {
                        return mine;
                    }
                    let seed = plan.seed.wrapping_add(i);
                    if plan.check {
                        checked(&game, seed, &mut mine);
                    } else {
                        played(&*game, names.map(|name| seated(name)), &mut desk, seed, &mut mine);
                    }
                    self.progress.fetch_add(1, Ordering::Relaxed);
                }
            };
            let threads: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            for thread in threads {
                match thread.join() {
                    Ok(part) => all.add(part),
                    Err(_) => {
                        all.faults.push("a thread panicked; run with one thread to see where".to_owned())
                    }
                }
            }
            all
        });
        let seconds = started.elapsed().as_secs_f64();
        Ok(Report {
            scenario: format!("{}/{}", plan.game, plan.scenario),
            republican: plan.republican.clone(),
            nationalist: plan.nationalist.clone(),
            games: gathered.games,
            decisions: gathered.decisions,
            throws: gathered.throws,
            seconds,
            decisions_per_second: gathered.decisions as f64 / seconds,
            games_per_second: gathered.games as f64 / seconds,
            widest: gathered.widest,
            longest: gathered.longest,
            mean_decision_ms: gathered.mean_decision_ms(),
            slowest_decision_ms: gathered.slowest,
            wins: gathered.wins(),
            faults: gathered.faults,
            outcomes: gathered
                .outcomes
                .into_iter()
                .map(|((winner, reason, rule), games)| OutcomeCount { winner, reason, rule, games })
                .collect(),
        })
    }
}

fn checked<G: Playable>(game: &Arc<G>, seed: u64, mine: &mut Gathered) {
    match check_game(game, seed, Care::default()) {
        Ok(tally) => {
            mine.widest = mine.widest.max(tally.widest);
            mine.ended(tally.outcome, tally.decisions, tally.throws);
        }
        Err(fault) => mine.faults.push(fault.to_string()),
    }
}

/// The player of a side in a game of its own; nobody for random play, which then needs no knowledge of what its side sees.
fn seated<G: Playable>(name: &str) -> Option<Box<dyn Player<G>>> {
    if name == "random" { None } else { frente_ai::player(name) }
}

/// Plays one game; a side without a player plays at random.
fn played<G: Playable>(
    game: &G,
    mut players: [Option<Box<dyn Player<G>>>; 2],
    desk: &mut Playout<G>,
    seed: u64,
    mine: &mut Gathered,
) {
    let thinking = Thinking::default();
    let result = desk.play(game, &mut Rng::new(seed), |side, position, legal, rng| {
        mine.widest = mine.widest.max(legal.len());
        let Some(player) = &mut players[side.index()] else { return legal[rng.below(legal.len())] };
        let started = Instant::now();
        let seen = game.seen(position, side.into());
        let action = player.choose(&Question { game, side, seen: &seen, legal, thinking: &thinking }, rng);
        mine.thought(started.elapsed());
        action
    });
    match result {
        Ok(played) => mine.ended(played.outcome, played.decisions, played.throws),
        Err(stuck) => mine.faults.push(format!("seed {seed}: {stuck}")),
    }
}
