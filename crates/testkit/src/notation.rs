//! A game's table of lines: every example in it is a line of some case, nothing in it is said twice, an alias means what its verb means, and
//! whatever is ever hidden from somebody has a verb that is not said to be open.

use crate::golden::random_game;
use crate::{open, trial};
use frente_engine::case::Case;
use frente_engine::{About, Options, Playable, Seat};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::Path;

pub fn trials<G: Playable>(about: &About, cases: &Path) -> Vec<Trial> {
    let cases = cases.to_owned();
    let first = about.scenario.first().map(|s| s.key.clone()).unwrap_or_default();
    let all: Vec<String> = about.scenario.iter().map(|s| s.key.clone()).collect();
    vec![
        trial("notation::every_row_is_said_once", || G::NOTATION.audit()),
        trial("notation::every_example_is_a_line_of_a_case", move || examples::<G>(&cases)),
        trial("notation::an_alias_means_the_same", move || aliases::<G>(&first)),
        trial("notation::what_is_hidden_is_not_said_to_be_open", move || {
            all.iter().try_for_each(|scenario| secrets::<G>(scenario))
        }),
    ]
}

fn examples<G: Playable>(cases: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", cases.display());
    let mut lines = BTreeSet::new();
    for entry in std::fs::read_dir(cases).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            let case = Case::read(&path.display().to_string(), &text).map_err(|e| e.to_string())?;
            for (_, step) in case.steps {
                lines.extend(
                    step.lines.into_iter().chain(step.offers).chain(step.legal.into_iter().flatten()),
                );
            }
        }
    }
    let verbs = G::NOTATION.verbs.iter().map(|verb| verb.example);
    let all = verbs.chain(G::NOTATION.short.iter().map(|short| short.example));
    let missing: Vec<&str> = all.filter(|example| !lines.contains(*example)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case has the lines {missing:?}")) }
}

fn aliases<G: Playable>(scenario: &str) -> Result<(), String> {
    let game = open::<G>(scenario, &Options::default())?;
    let start = game.start();
    let read = |line: &str| game.parse(&start, line).map_err(|e| e.problem);
    for verb in G::NOTATION.verbs {
        let rest = &verb.example[verb.word.len()..];
        for alias in verb.aliases {
            let (now, old) = (read(verb.example), read(&format!("{alias}{rest}")));
            if now != old {
                return Err(format!("`{}` is {now:?}, as `{alias}` it is {old:?}", verb.example));
            }
        }
    }
    Ok(())
}

/// Every line of a random game that is hidden from anybody is one that [`Notation::open`](frente_engine::notation::Notation::open) hides.
fn secrets<G: Playable>(scenario: &str) -> Result<(), String> {
    let game = open::<G>(scenario, &Options::default())?;
    let record = random_game(&game)?;
    let mut position = record.at(0);
    for entry in record.log() {
        let hidden = Seat::ALL.into_iter().find(|seat| game.hides(&position, entry.action, *seat));
        if let Some(seat) = hidden.filter(|_| G::NOTATION.open(&entry.line) != "?") {
            return Err(format!(
                "{:?} is hidden from {seat}, and its verb is said to hide nothing",
                entry.line
            ));
        }
        game.apply(&mut position, entry.action, &mut ());
    }
    Ok(())
}
