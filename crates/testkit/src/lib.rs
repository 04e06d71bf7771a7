//! The tests that every game must pass, in one line of the game's own crate:
//!
//! ```ignore
//! // crates/games/aragon/tests/game.rs, with `harness = false` in Cargo.toml
//! frente_testkit::game_tests!(frente_aragon::Aragon);
//! ```
//!
//! | test | what it holds the game to |
//! | --- | --- |
//! | `case::NAME` | one case of `cases/GAME/`, a test each, so that a failure has a name |
//! | `rules::…` | every statement, example and ruling has a case |
//! | `skeleton::…` | the same rooms as every other game's crate, and besides them chapters of the rulebook |
//! | `notation::…` | the table of its lines is whole, its examples are lines of cases |
//! | `data::…` | the built-in files open in every scenario; every word on the sheet has a look; positions and actions are small |
//! | `play::SCENARIO…` | random games with every invariant of the harness checked, secrecy among them |
//! | `refusals::SCENARIO` | what is not in the list, or comes from the wrong seat, is refused and changes nothing |
//! | `reasons::…` | a refusal says why in one sentence of its own, in random games and in every case |
//! | `blind::SCENARIO` | no computer player's choice depends on what its side may not know |
//! | `golden::SCENARIO` | whole games on file replay with the same choices along the way |
//! | `lists::SCENARIO` | random games offer the same actions, in the same order, as when their hashes were written |
//!
//! `cargo test -p frente-aragon --test game case::7` runs the cases that begin with 7; nextest knows the tests by name, too.

mod blind;
mod cases;
mod golden;
mod lists;
mod notation;
mod play;
mod reasons;
mod refusals;
mod skeleton;

use frente_board::data::DataSource;
use frente_engine::{About, Game, Options, Playable};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// All tests of a game, as the `main` of a test file.
#[macro_export]
macro_rules! game_tests {
    ($game:ty) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run::<$game>(::std::env!("CARGO_MANIFEST_DIR"))
        }
    };
}

/// Runs all tests of a game whose crate lies in `folder`, as the command line asks for them.
pub fn run<G: Playable>(folder: &str) -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(folder);
    let trials = match all::<G>(folder) {
        Ok(trials) => trials,
        Err(problem) => {
            eprintln!("{}: {problem}", G::KEY);
            return ExitCode::FAILURE;
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn all<G: Playable>(folder: &Path) -> Result<Vec<Trial>, String> {
    let about = frente_engine::game::about::<G>(&DataSource::Embedded).map_err(|e| e.to_string())?;
    let cases = cases_of(G::KEY, folder)?;
    let mut trials = cases::trials::<G>(&cases)?;
    trials.push(reasons::trial_of_cases::<G>(&cases));
    trials.extend(skeleton::trials(folder));
    trials.extend(notation::trials::<G>(&about, &cases));
    let source = folder.to_owned();
    trials.push(trial("rules::every_statement_is_named_in_the_code", move || {
        cases::named_in_code::<G>(&source)
    }));
    trials.push(trial("data::every_scenario_opens", {
        let about = about.clone();
        move || every_scenario_opens::<G>(&about)
    }));
    trials.push(trial("data::every_word_on_the_sheet_has_a_look", {
        let about = about.clone();
        move || looks::<G>(&about)
    }));
    trials.push(trial("data::positions_and_actions_are_small", sizes::<G>));
    for scenario in &about.scenario {
        trials.extend(play::trials::<G>(scenario));
        trials.push(refusals::trial::<G>(&scenario.key));
        trials.push(reasons::trial::<G>(&scenario.key));
        if blind::has_secrets::<G>() {
            trials.push(blind::trial::<G>(&scenario.key));
        }
        trials.push(golden::trial::<G>(&scenario.key, &folder.join("tests/golden")));
        trials.push(lists::trial::<G>(&scenario.key, &folder.join("tests/golden")));
    }
    Ok(trials)
}

/// The folder of a game's cases: `cases/KEY`, beside the game's crate or beside whatever that lies in.
fn cases_of(key: &str, folder: &Path) -> Result<PathBuf, String> {
    let mut places = folder.ancestors().map(|place| place.join("cases").join(key));
    places.find(|place| place.is_dir()).ok_or_else(|| format!("there is no folder cases/{key}"))
}

/// A test that fails with a message.
fn trial(name: impl Into<String>, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, || test().map_err(Failed::from))
}

fn open<G: Game>(scenario: &str, options: &Options) -> Result<Arc<G>, String> {
    G::open(&DataSource::Embedded, scenario, options).map(Arc::new).map_err(|e| e.to_string())
}

fn every_scenario_opens<G: Game>(about: &About) -> Result<(), String> {
    about.scenario.iter().try_for_each(|s| open::<G>(&s.key, &Options::default()).map(drop))
}

fn looks<G: Playable>(about: &About) -> Result<(), String> {
    let looks = frente_engine::game::looks::<G>(&DataSource::Embedded).map_err(|e| e.to_string())?;
    for scenario in &about.scenario {
        let gaps = looks.gaps(&open::<G>(&scenario.key, &Options::default())?.sheet());
        if !gaps.is_empty() {
            return Err(format!("{}: looks.toml says nothing of {gaps:?}", scenario.key));
        }
    }
    Ok(())
}

/// A search copies positions by the million.
const MOST_BYTES: usize = 2048;

fn sizes<G: Game>() -> Result<(), String> {
    let (position, action) = (size_of::<G::Position>(), size_of::<G::Action>());
    if position > MOST_BYTES || action > 16 {
        return Err(format!(
            "a position has {position} bytes (at most {MOST_BYTES}), an action {action} (at most 16)"
        ));
    }
    Ok(())
}
