//! The engine in process, for Python. What is typed and documented for people is the package around it (`frente/`).

mod batch;
mod observe;
mod world;

use frente_catalog::Visitor;
use frente_engine::table::{Denied, Mind, Opening, Table};
use frente_engine::{Options, Playable, Rng, Seat, Seed, Wait};
use frente_lab::Playout;
use frente_lab::balance::{Head, Lab, Study};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use world::{World, open};

create_exception!(
    frente,
    Refused,
    PyValueError,
    "The rules forbid it, or it is not this seat's to decide. Nothing has changed."
);

fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn denied(error: Denied) -> PyErr {
    let rule = error.rule.map_or(String::new(), |rule| format!(" (rule {rule})"));
    Refused::new_err(format!("{}{rule}", error.message))
}

fn seat(name: &str) -> PyResult<Seat> {
    name.parse().map_err(wrong)
}

fn options(given: Option<BTreeMap<String, bool>>) -> Options {
    Options(given.unwrap_or_default())
}

/// `decision`, `chance` or `over`, and whose it is, or who won.
fn waits(wait: Wait) -> (&'static str, Option<&'static str>) {
    match wait {
        Wait::Decision(side) => ("decision", Some(side.key())),
        Wait::Chance(chance) => ("chance", chance.by.map(|side| side.key())),
        Wait::Over(outcome) => ("over", outcome.winner.map(|side| side.key())),
    }
}

fn floats<'py>(py: Python<'py>, values: &[f32]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &values.iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>())
}

/// A position: the truth of a game, or an imagined one. Cheap to clone; keeps no history.
#[pyclass(module = "frente._frente")]
struct RawPosition {
    world: Box<dyn World>,
}

#[pymethods]
impl RawPosition {
    #[new]
    #[pyo3(signature = (scenario, options=None, data=None))]
    fn new(scenario: &str, options: Option<BTreeMap<String, bool>>, data: Option<PathBuf>) -> PyResult<Self> {
        let world = open(scenario, &self::options(options), data.as_deref()).map_err(wrong)?;
        Ok(RawPosition { world })
    }

    fn clone(&self) -> Self {
        RawPosition { world: self.world.fork() }
    }

    fn wait(&self) -> (&'static str, Option<&'static str>) {
        waits(self.world.wait())
    }

    fn ending(&self) -> Option<(&'static str, &'static str)> {
        if let Wait::Over(outcome) = self.world.wait() {
            Some((outcome.reason, outcome.rule.id()))
        } else {
            None
        }
    }

    fn turn(&self) -> u8 {
        self.world.turn()
    }

    fn count(&self) -> usize {
        self.world.count()
    }

    fn lines(&self) -> Vec<String> {
        self.world.lines()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        self.world.outcomes()
    }

    fn play(&mut self, action: i64) -> PyResult<()> {
        let count = self.world.count();
        if usize::try_from(action).is_ok_and(|action| self.world.play(action)) {
            return Ok(());
        }
        Err(Refused::new_err(format!("there is no action {action}: {count} are legal")))
    }

    fn play_line(&mut self, line: &str) -> PyResult<()> {
        self.world.play_line(line).map_err(Refused::new_err)
    }

    fn throw(&mut self, seed: u64) -> PyResult<()> {
        if self.world.throw(&mut Rng::new(seed)) {
            return Ok(());
        }
        Err(Refused::new_err("nothing is to be thrown or drawn"))
    }

    fn observe<'py>(&self, py: Python<'py>, who: &str) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = vec![0.0; self.world.layout().len()];
        self.world.observe(seat(who)?, &mut out);
        Ok(floats(py, &out))
    }

    fn size(&self) -> usize {
        self.world.layout().len()
    }

    fn places(&self) -> Vec<String> {
        self.world.layout().labels.clone()
    }

    fn view(&self, who: &str) -> PyResult<String> {
        self.world.view(seat(who)?).map_err(wrong)
    }

    fn odds(&self, who: &str) -> PyResult<Option<String>> {
        self.world.odds(seat(who)?).map_err(wrong)
    }

    fn imagine(&self, who: &str, seed: u64) -> PyResult<Self> {
        Ok(RawPosition { world: self.world.imagine(seat(who)?, &mut Rng::new(seed)) })
    }

    fn afterstates<'py>(&self, py: Python<'py>, seed: u64) -> Bound<'py, PyBytes> {
        let out = py.detach(|| self.world.afterstates(&mut Rng::new(seed)));
        floats(py, &out)
    }

    fn suggest(&self, py: Python<'_>, player: &str, seed: u64) -> PyResult<usize> {
        py.detach(|| self.world.suggest(player, &mut Rng::new(seed))).map_err(wrong)
    }
}

/// A match: history, dice, saves, undo.
#[pyclass(module = "frente._frente")]
struct RawMatch {
    table: Box<dyn Table>,
    data: Option<PathBuf>,
}

#[pymethods]
impl RawMatch {
    #[new]
    #[pyo3(signature = (scenario, seed=None, options=None, data=None))]
    fn new(
        scenario: &str,
        seed: Option<&str>,
        options: Option<BTreeMap<String, bool>>,
        data: Option<PathBuf>,
    ) -> PyResult<Self> {
        let Some((game, scenario)) = scenario.split_once('/') else {
            return Err(wrong(format!("{scenario:?}: expected game and scenario, such as aragon/belchite")));
        };
        let seed = seed.map(str::parse::<Seed>).transpose().map_err(wrong)?;
        let opening =
            Opening { scenario: scenario.to_owned(), options: self::options(options), seed, set: None };
        let table = frente_catalog::open(game, data.as_deref(), &opening).map_err(wrong)?;
        Ok(RawMatch { table, data })
    }

    #[staticmethod]
    #[pyo3(signature = (save, data=None))]
    fn load(save: &str, data: Option<PathBuf>) -> PyResult<Self> {
        Ok(RawMatch { table: frente_catalog::load(data.as_deref(), save).map_err(wrong)?, data })
    }

    fn clone(&self) -> Self {
        RawMatch { table: self.table.fork(), data: self.data.clone() }
    }

    fn wait(&self) -> (&'static str, Option<&'static str>) {
        waits(self.table.wait())
    }

    fn turn(&self) -> u8 {
        self.table.turn()
    }

    fn lines(&self) -> Vec<String> {
        self.table.lines()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        self.table.outcomes()
    }

    fn history(&self) -> Vec<String> {
        self.table.record_lines(0).into_iter().map(str::to_owned).collect()
    }

    fn play(&mut self, who: &str, line: &str) -> PyResult<()> {
        self.table.play(seat(who)?, line).map_err(denied)
    }

    fn throw(&mut self) -> PyResult<()> {
        self.table.throw().map_err(denied)
    }

    fn type_throw(&mut self, line: &str) -> PyResult<()> {
        self.table.type_throw(line).map_err(denied)
    }

    fn undo(&mut self, who: &str) -> PyResult<()> {
        self.table.undo(seat(who)?).map_err(denied)
    }

    fn state(&self, who: &str) -> PyResult<String> {
        serde_json::to_string(&self.table.state(seat(who)?)).map_err(wrong)
    }

    fn odds(&self, who: &str, lines: Vec<String>) -> PyResult<Option<String>> {
        let odds = self.table.odds(seat(who)?, &lines).map_err(denied)?;
        odds.map(|odds| serde_json::to_string(&odds)).transpose().map_err(wrong)
    }

    fn save(&self) -> String {
        self.table.save()
    }

    fn suggest(&self, py: Python<'_>, player: &str, seed: u64) -> PyResult<String> {
        py.detach(|| self.table.suggest(&mut Mind::new(player), &mut Rng::new(seed))).map_err(denied)
    }

    /// The position now, by itself: the same actions on the scenario's start.
    fn position(&self) -> PyResult<RawPosition> {
        let (game, scenario) = self.table.names();
        let name = format!("{game}/{scenario}");
        let mut world = open(&name, self.table.options(), self.data.as_deref()).map_err(wrong)?;
        for line in self.table.record_lines(0) {
            world.play_line(line).map_err(wrong)?;
        }
        Ok(RawPosition { world })
    }
}

/// All games, as JSON.
#[pyfunction]
#[pyo3(signature = (data=None))]
fn about(data: Option<PathBuf>) -> PyResult<String> {
    serde_json::to_string(&frente_catalog::about(data.as_deref()).map_err(wrong)?).map_err(wrong)
}

/// The names of all computer players.
#[pyfunction]
fn players() -> Vec<&'static str> {
    frente_ai::PLAYERS.to_vec()
}

/// Plays a chunk of a run of the laboratory: a line of its file.
#[pyfunction]
#[pyo3(signature = (head, chunk, games, data=None))]
fn lab_chunk(py: Python<'_>, head: &str, chunk: u64, games: u64, data: Option<PathBuf>) -> PyResult<String> {
    py.detach(|| {
        let lab = joined(head, data)?;
        serde_json::to_string(&lab.chunk(chunk, games)).map_err(|e| e.to_string())
    })
    .map_err(wrong)
}

/// What a run was joined by, and the study it opened.
type Joined = (String, Option<PathBuf>, Arc<dyn Lab>);

/// The study of a run. A worker of a cluster plays chunk after chunk of the same run: it opens the study once.
fn joined(head: &str, data: Option<PathBuf>) -> Result<Arc<dyn Lab>, String> {
    static LAST: Mutex<Option<Joined>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, from, lab)) = &*last
        && of == head
        && *from == data
    {
        return Ok(Arc::clone(lab));
    }
    let parsed: Head = serde_json::from_str(head).map_err(|e| e.to_string())?;
    let lab = Study::join(&parsed, data.as_deref()).map_err(|e| e.to_string())?;
    *last = Some((head.to_owned(), data, Arc::clone(&lab)));
    Ok(lab)
}

/// The engine alone: random games played to the end on one thread. Decisions and seconds.
#[pyfunction]
fn engine_speed(py: Python<'_>, scenario: &str, games: u64, seed: u64) -> PyResult<(u64, f64)> {
    struct Speed<'a>(&'a str, u64, u64);
    impl Visitor for Speed<'_> {
        type Out = Result<(u64, f64), String>;
        fn visit<G: Playable>(self) -> Self::Out {
            let source = frente_board::data::DataSource::Embedded;
            let game = G::open(&source, self.0, &Options::default()).map_err(|e| e.to_string())?;
            let mut playout = Playout::default();
            let begun = Instant::now();
            let mut decisions = 0;
            for i in 0..self.1 {
                let played = playout.random(&game, &mut Rng::new(self.2.wrapping_add(i)));
                decisions += played.map_err(|e| e.to_string())?.decisions;
            }
            Ok((decisions, begun.elapsed().as_secs_f64()))
        }
    }
    let Some((game, scenario)) = scenario.split_once('/') else {
        return Err(wrong(format!("{scenario:?}: expected game and scenario, such as aragon/belchite")));
    };
    py.detach(|| frente_catalog::visit(game, Speed(scenario, games, seed))).map_err(wrong)?.map_err(wrong)
}

#[pymodule]
fn _frente(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("Refused", m.py().get_type::<Refused>())?;
    m.add("CHANNELS", observe::CHANNELS)?;
    m.add("GLOBALS", observe::GLOBALS)?;
    m.add_class::<RawPosition>()?;
    m.add_class::<RawMatch>()?;
    m.add_class::<batch::RawBatch>()?;
    m.add_function(wrap_pyfunction!(about, m)?)?;
    m.add_function(wrap_pyfunction!(players, m)?)?;
    m.add_function(wrap_pyfunction!(lab_chunk, m)?)?;
    m.add_function(wrap_pyfunction!(engine_speed, m)?)
}
