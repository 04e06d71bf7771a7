//! Only legal actions: what is not in the list, or comes from the wrong seat, is refused with a typed error and changes nothing.

use crate::open;
use frente_engine::record::MatchError;
use frente_engine::{Game, Match, Options, Playable, Rng, Seat, Seed, Wait};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Decisions of random games that lines are thrown at; a short game is followed by another.
const MOST_DECISIONS: usize = 600;
/// Lines are thrown at every n-th of them.
const EVERY: usize = 12;

pub fn trial<G: Playable>(scenario: &str) -> Trial {
    let scenario = scenario.to_owned();
    crate::trial(format!("refusals::{scenario}"), move || refuses::<G>(&scenario))
}

fn refuses<G: Playable>(scenario: &str) -> Result<(), String> {
    let game = open::<G>(scenario, &Options::default())?;
    let mut seed = 3;
    let mut record = Match::new(Arc::clone(&game), Seed::from_number(seed));
    let mut rng = Rng::new(11);
    let mut pool: Vec<String> = vec!["end".to_owned()];
    let (mut tried, mut decisions) = (0, 0);
    while decisions < MOST_DECISIONS {
        let side = match record.wait() {
            Wait::Over(_) => {
                seed += 1;
                record = Match::new(Arc::clone(&game), Seed::from_number(seed));
                continue;
            }
            Wait::Chance(_) => {
                chooses_no_dice(&mut record)?;
                record.throw().map_err(|e| e.to_string())?;
                continue;
            }
            Wait::Decision(side) => side,
        };
        let lines = lines(&record);
        let line = lines[rng.below(lines.len())].clone();
        pool.push(line.clone());
        if decisions % EVERY == 0 {
            let listed = lines.into_iter().collect();
            for _ in 0..20 {
                tried += throw_at(&record, &listed, &mutated(&pool, &mut rng))?;
            }
        }
        record.play_line(side.into(), &line).map_err(|e| format!("{line:?} is listed: {e}"))?;
        decisions += 1;
    }
    if tried < 500 { Err(format!("only {tried} lines were tried")) } else { Ok(()) }
}

/// Every line that can be played.
pub(crate) fn lines<G: Game>(record: &Match<G>) -> Vec<String> {
    let mut legal = Vec::new();
    record.game().legal(record.position(), &mut legal);
    let written = |action| {
        let mut line = String::new();
        record.game().print(record.position(), action, &mut line);
        line
    };
    legal.into_iter().map(written).collect()
}

/// A line with something about it changed.
pub(crate) fn mutated(pool: &[String], rng: &mut Rng) -> String {
    let mut any = || pool[rng.below(pool.len())].as_str();
    let (line, other) = (any(), any());
    let (first, last) = (other.split(' ').next().unwrap_or(other), other.rsplit(' ').next().unwrap_or(other));
    let mut words: Vec<&str> = line.split(' ').collect();
    let end = words.len() - 1;
    match rng.below(5) {
        0 => words[0] = first,
        1 => words[end] = last,
        2 => words.push(last),
        3 => words.truncate(end),
        _ => return other.to_owned(),
    }
    words.join(" ")
}

/// Throws a line at the match from every seat; how many were refused, as they must be.
fn throw_at<G: Game>(record: &Match<G>, listed: &BTreeSet<String>, line: &str) -> Result<usize, String> {
    let mut refused = 0;
    for seat in Seat::ALL {
        let rightful = record.wait().side().map(Seat::from) == Some(seat);
        let mut copy = record.clone();
        match copy.play_line(seat, line) {
            // A line may be written in another way than the list writes it, or stand for several actions (`unit` and `move` in one);
            // what it did first must be in the list.
            Ok(()) => {
                let done = &copy.log()[record.log().len()].line;
                if !rightful || !listed.contains(done) {
                    return Err(format!("{line:?} by {seat} was accepted as {done:?}"));
                }
            }
            Err(error) => {
                refused += 1;
                let fits = match &error {
                    MatchError::WrongSide { .. } => !rightful,
                    MatchError::Refused(_) | MatchError::NotALine(_) => rightful,
                    _ => false,
                };
                if !fits {
                    return Err(format!("{line:?} by {seat}: {error}"));
                }
                if listed.contains(line) && rightful {
                    return Err(format!("{line:?} is listed and refused: {error}"));
                }
                if copy.position() != record.position() || copy.log().len() != record.log().len() {
                    return Err(format!("{line:?} was refused and changed something"));
                }
            }
        }
    }
    Ok(refused)
}

/// Nobody decides what the dice show.
fn chooses_no_dice<G: Game>(record: &mut Match<G>) -> Result<(), String> {
    let mut outcomes = Vec::new();
    record.game().chance(record.position(), &mut outcomes);
    for (action, _) in outcomes {
        let mut line = String::new();
        record.game().print(record.position(), action, &mut line);
        let chosen = Seat::ALL.iter().any(|seat| record.play_line(*seat, &line).is_ok());
        if chosen || record.type_throw(&line).is_ok() {
            return Err(format!("{line:?}: dice were chosen"));
        }
    }
    Ok(())
}
