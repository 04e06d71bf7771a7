//! Many games stepped at once, without Python's lock.

use crate::world::{World, number, open, settle};
use crate::{floats, options, seat, wrong};
use frente_engine::{Rng, Wait};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One game of a batch.
struct Game {
    world: Box<dyn World>,
    rng: Rng,
    steps: u64,
}

/// What happened to a game in a step.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Who decides now: 0 Republican, 1 Nationalist.
    side: u8,
    /// How many actions are legal now.
    count: i32,
    /// Did a game end in this step? Another was begun in its place.
    done: u8,
    /// Who won the game that ended: 0, 1, or 2 for nobody.
    winner: u8,
}

impl Game {
    fn begin(&mut self) {
        self.world.restart();
        self.steps = 0;
        settle(&mut *self.world, &mut self.rng);
    }

    /// Takes a legal action and throws what follows.
    fn step(&mut self, action: usize) -> Step {
        let legal = self.world.play(action);
        debug_assert!(legal, "actions are looked at before any is taken");
        self.steps += 1;
        settle(&mut *self.world, &mut self.rng);
        let mut step = Step { winner: 2, ..Step::default() };
        if let Wait::Over(outcome) = self.world.wait() {
            (step.done, step.winner) = (1, number(outcome.winner));
            self.begin();
        } else if self.steps > frente_lab::MOST_STEPS {
            step.done = 1;
            self.begin();
        }
        step.side = number(self.world.wait().side());
        step.count = self.world.count() as i32;
        step
    }
}

/// Many games of one scenario, stepped at once on several threads with Python's lock released. A game that ends begins anew.
#[pyclass(module = "frente._frente")]
pub struct RawBatch {
    games: Vec<Game>,
    threads: usize,
}

#[pymethods]
impl RawBatch {
    #[new]
    #[pyo3(signature = (scenario, games, seed=0, threads=1, options=None, data=None))]
    fn new(
        scenario: &str,
        games: usize,
        seed: u64,
        threads: usize,
        options: Option<BTreeMap<String, bool>>,
        data: Option<PathBuf>,
    ) -> PyResult<Self> {
        if games == 0 {
            return Err(wrong("a batch has at least one game"));
        }
        let first = open(scenario, &self::options(options), data.as_deref()).map_err(wrong)?;
        let game =
            |i: usize| Game { world: first.fork(), rng: Rng::new(seed.wrapping_add(i as u64)), steps: 0 };
        let mut games: Vec<Game> = (0..games).map(game).collect();
        games.iter_mut().for_each(Game::begin);
        Ok(RawBatch { games, threads: threads.max(1) })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Who decides (`uint8`) and how many actions are legal (`int32`), for each game.
    fn state<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let sides: Vec<u8> = self.games.iter().map(|g| number(g.world.wait().side())).collect();
        let counts: Vec<u8> =
            self.games.iter().flat_map(|g| (g.world.count() as i32).to_ne_bytes()).collect();
        (PyBytes::new(py, &sides), PyBytes::new(py, &counts))
    }

    /// Takes an action (`int32`) in each game: sides, counts, ended (`uint8`) and winners (`uint8`).
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        if actions.len() != 4 * self.games.len() {
            return Err(wrong(format!(
                "expected {} actions (int32), got {}",
                self.games.len(),
                actions.len() / 4
            )));
        }
        // All are looked at before any is taken: a batch with a wrong action is left as it was.
        let numbers = actions.chunks_exact(4).map(|b| i32::from_ne_bytes([b[0], b[1], b[2], b[3]]));
        let mut actions = Vec::with_capacity(self.games.len());
        for (i, (game, number)) in self.games.iter().zip(numbers).enumerate() {
            let count = game.world.count();
            match usize::try_from(number) {
                Ok(action) if action < count => actions.push(action),
                _ => return Err(wrong(format!("game {i} has no action {number}: {count} are legal"))),
            }
        }
        let share = self.games.len().div_ceil(self.threads);
        let games = &mut self.games;
        let mut steps = vec![Step::default(); actions.len()];
        py.detach(|| {
            let play = |games: &mut [Game], actions: &[usize], steps: &mut [Step]| {
                for ((game, action), step) in games.iter_mut().zip(actions).zip(steps) {
                    *step = game.step(*action);
                }
            };
            let parts = games.chunks_mut(share).zip(actions.chunks(share)).zip(steps.chunks_mut(share));
            if share >= actions.len() {
                parts.for_each(|((games, actions), steps)| play(games, actions, steps));
            } else {
                std::thread::scope(|scope| {
                    for ((games, actions), steps) in parts {
                        scope.spawn(move || play(games, actions, steps));
                    }
                });
            }
        });
        let bytes = |of: fn(&Step) -> u8| PyBytes::new(py, &steps.iter().map(of).collect::<Vec<u8>>());
        let counts: Vec<u8> = steps.iter().flat_map(|s| s.count.to_ne_bytes()).collect();
        Ok((bytes(|s| s.side), PyBytes::new(py, &counts), bytes(|s| s.done), bytes(|s| s.winner)))
    }

    /// What whoever decides sees, for each game: `float32`, one row a game. With a seat, what that seat sees.
    #[pyo3(signature = (who=None))]
    fn observe<'py>(&self, py: Python<'py>, who: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
        let fixed = who.map(seat).transpose()?;
        let size = self.games[0].world.layout().len();
        let mut out = vec![0.0_f32; size * self.games.len()];
        let share = self.games.len().div_ceil(self.threads);
        let games = &self.games;
        py.detach(|| {
            std::thread::scope(|scope| {
                for (games, rows) in games.chunks(share).zip(out.chunks_mut(share * size)) {
                    scope.spawn(move || {
                        for (game, row) in games.iter().zip(rows.chunks_exact_mut(size)) {
                            let decides = game.world.wait().side().map(Into::into);
                            if let Some(seat) = fixed.or(decides) {
                                game.world.observe(seat, row);
                            }
                        }
                    });
                }
            });
        });
        Ok(floats(py, &out))
    }

    /// How many numbers an observation has.
    fn size(&self) -> usize {
        self.games[0].world.layout().len()
    }
}
