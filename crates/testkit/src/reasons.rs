//! A refusal says why, in one sentence a player can read: not the rule recited, nor a ruling's question and answer.
//!
//! Refused lines are found where players find them: in random games, with lines of other moments and mutated ones, and with every
//! question about a unit or a place that the page can ask; and in the game's own cases.

use crate::open;
use crate::refusals::{lines, mutated};
use frente_board::data::DataSource;
use frente_engine::case::{Books, refusals};
use frente_engine::present::{Ask, audit_reason};
use frente_engine::{Match, Options, Playable, Refusal, Rng, Seed, Wait};
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Decisions of random games that lines are thrown at; a short game is followed by another.
const MOST_DECISIONS: usize = 1500;
/// Lines are thrown at every n-th of them,
const EVERY: usize = 3;
/// this many,
const LINES: usize = 20;
/// and as many questions are asked.
const QUESTIONS: usize = 20;

pub fn trial<G: Playable>(scenario: &str) -> Trial {
    let scenario = scenario.to_owned();
    crate::trial(format!("reasons::{scenario}"), move || verdict(&played::<G>(&scenario)?))
}

pub fn trial_of_cases<G: Playable>(folder: &Path) -> Trial {
    let folder = folder.to_owned();
    crate::trial("reasons::cases", move || verdict(&in_cases::<G>(&folder)?))
}

/// What is wrong with how a rule is said, once for each rule.
type Faults = BTreeMap<String, String>;

fn verdict(faults: &Faults) -> Result<(), String> {
    if faults.is_empty() {
        return Ok(());
    }
    let lines: Vec<&str> = faults.values().map(String::as_str).collect();
    Err(format!("{} refusals are not said in words of their own:\n{}", lines.len(), lines.join("\n")))
}

fn note<G: Playable>(game: &G, refusal: &Refusal, faults: &mut Faults) {
    if let Err(fault) = audit_reason(game, refusal, &game.lexicon("en")) {
        faults.entry(format!("{} {}", refusal.rule, refusal.what)).or_insert(fault);
    }
}

fn in_cases<G: Playable>(folder: &Path) -> Result<Faults, String> {
    let books = Books::<G>::new(DataSource::Embedded);
    let mut faults = Faults::new();
    for case in crate::cases::read(folder)?.into_iter().filter_map(|(_, case)| case.ok()) {
        let game = books.open(&case.scenario, &case.options).map_err(|e| e.to_string())?;
        let refusals = refusals(&books, &case).map_err(|e| e.to_string())?;
        refusals.iter().for_each(|refusal| note(game.as_ref(), refusal, &mut faults));
    }
    Ok(faults)
}

fn played<G: Playable>(scenario: &str) -> Result<Faults, String> {
    let game = open::<G>(scenario, &Options::default())?;
    let sheet = game.sheet();
    let pieces: Vec<String> = sheet.pieces.iter().map(|p| p.id.clone()).collect();
    let places = sheet.map.places();
    let mut rng = Rng::new(17);
    let mut seed = 5;
    let mut record = Match::new(Arc::clone(&game), Seed::from_number(seed));
    let mut pool: Vec<String> = vec!["end".to_owned()];
    let mut faults = Faults::new();
    let mut decisions = 0;
    while decisions < MOST_DECISIONS {
        let side = match record.wait() {
            Wait::Over(_) => {
                seed += 1;
                record = Match::new(Arc::clone(&game), Seed::from_number(seed));
                continue;
            }
            Wait::Chance(_) => {
                record.throw().map_err(|e| e.to_string())?;
                continue;
            }
            Wait::Decision(side) => side,
        };
        let position = *record.position();
        let lines = lines(&record);
        let line = lines[rng.below(lines.len())].clone();
        pool.push(line.clone());
        if decisions % EVERY == 0 {
            for _ in 0..LINES {
                if let Ok(action) = game.parse(&position, &mutated(&pool, &mut rng))
                    && let Err(refusal) = game.check(&position, action)
                {
                    note(game.as_ref(), &refusal, &mut faults);
                }
            }
            for _ in 0..QUESTIONS {
                let mut any =
                    |from: &[String]| (rng.below(3) > 0).then(|| from[rng.below(from.len())].clone());
                let ask = Ask { piece: any(&pieces), place: any(&places) };
                if let Some(refusal) = game.why_not(&position, &ask) {
                    note(game.as_ref(), &refusal, &mut faults);
                }
            }
        }
        record.play_line(side.into(), &line).map_err(|e| format!("{line:?} is listed: {e}"))?;
        decisions += 1;
    }
    Ok(faults)
}
