//! Every case of the game holds, and every statement, example and ruling has one.

use crate::trial;
use frente_board::data::DataSource;
use frente_engine::Playable;
use frente_engine::case::{Books, Case, CaseFileError, run};
use frente_engine::rule::{Statement, Test, names};
use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A case by its name, readable or not.
pub type Named = (String, Result<Case, CaseFileError>);

/// All cases of a folder.
pub fn read(folder: &Path) -> Result<Vec<Named>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let case = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok((name, Case::read(&path.display().to_string(), &text)))
    };
    paths.into_iter().map(case).collect()
}

pub fn trials<G: Playable>(folder: &Path) -> Result<Vec<Trial>, String> {
    let books = Arc::new(Books::<G>::new(DataSource::Embedded));
    let (mut trials, mut covered) = (Vec::new(), BTreeSet::new());
    for (name, case) in read(folder)? {
        if let Ok(case) = &case {
            covered.extend(case.covers.iter().cloned());
        }
        let books = Arc::clone(&books);
        trials.push(trial(format!("case::{name}"), move || {
            let case = case.map_err(|e| e.to_string())?;
            if case.covers.is_empty() {
                return Err(format!("{} covers nothing", case.file));
            }
            run(&books, &case).map_err(|e| e.to_string())
        }));
    }
    trials.push(trial("rules::every_statement_has_a_case", move || covers_all::<G>(&covered)));
    Ok(trials)
}

/// A rule is found by its id: every testable statement is named in the documentation of what implements it, so that one search finds the
/// function; every ruling in the code. What is about set-up or other data may be named by the data files.
pub fn named_in_code<G: Playable>(folder: &Path) -> Result<(), String> {
    let reference = frente_engine::game::reference::<G>(&DataSource::Embedded).map_err(|e| e.to_string())?;
    let (code, data) = (read_all(&folder.join("src"))?, read_all(&folder.join("data"))?);
    let documented =
        |line: &&str| line.trim_start().starts_with("///") || line.trim_start().starts_with("//!");
    let docs: Vec<String> =
        code.iter().map(|text| text.lines().filter(documented).collect::<Vec<_>>().join("\n")).collect();
    let named = |texts: &[String], id: &str| texts.iter().any(|text| names(text, id));
    let by_data = |rule: &&Statement| rule.test == Test::Setup && named(&data, &rule.id);
    let statements = reference.rule.iter().filter(|rule| rule.test != Test::None && !by_data(rule));
    let lost = statements.map(|rule| rule.id.as_str()).filter(|id| !named(&docs, id));
    let rulings = reference.ruling.iter().map(|ruling| ruling.id.as_str());
    let unused = rulings.filter(|id| !named(&data, id) && !named(&code, id));
    let missing: Vec<_> = lost.chain(unused).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("{} ids are named in no documentation of the code: {missing:?}", missing.len()))
}

/// The texts of all files below a folder, but for the rules reference itself.
fn read_all(folder: &Path) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
        if path.is_dir() {
            texts.extend(read_all(&path)?);
        } else if path.file_name().is_none_or(|n| n != "rules.toml") {
            texts.push(std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?);
        }
    }
    Ok(texts)
}

fn covers_all<G: Playable>(covered: &BTreeSet<String>) -> Result<(), String> {
    let reference = frente_engine::game::reference::<G>(&DataSource::Embedded).map_err(|e| e.to_string())?;
    let unknown: Vec<_> = covered.iter().filter(|id| !reference.knows(id)).collect();
    let uncovered: Vec<_> = reference.testable().filter(|id| !covered.contains(*id)).collect();
    if unknown.is_empty() && uncovered.is_empty() {
        return Ok(());
    }
    Err(format!("no case for {uncovered:?}; cases cover {unknown:?}, which {} does not have", G::KEY))
}
