//! What is changed: one number at a time, a group of numbers together, an option, or all data files.

use super::study::{Study, StudyError};
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::Playable;
use frente_engine::case::mutate::{Mutant, mutants_of};

/// A study with something changed, and what that is.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What was changed: `tables.toml:combat.from[2]: 3 -> 4`.
    pub name: String,
    /// The changed study.
    pub study: Study,
}

/// The same study with the data files of another folder: the game's own, or one with a subfolder for the game.
pub fn with_data(study: &Study, folder: &std::path::Path) -> Variant {
    let source = frente_catalog::source(&study.game, Some(folder));
    Variant { name: format!("data of {}", folder.display()), study: Study { source, ..study.clone() } }
}

/// The variants that a text asks for:
///
/// | text | variants |
/// | --- | --- |
/// | `tables.toml:combat` | every number under this path, one step up and one step down, each by itself |
/// | `counters.toml:unit.*.attack=+1` | all numbers that fit the pattern changed together, by so much |
/// | `scenarios/belchite.toml:turns=12` | all numbers that fit the pattern set to this |
/// | `option:fatigue` | an option turned over |
///
/// # Errors
/// When the text is none of these, or fits nothing.
pub fn variants(study: &Study, text: &str) -> Result<Vec<Variant>, StudyError> {
    frente_catalog::visit(&study.game, Varying { study, text })?
}

struct Varying<'a> {
    study: &'a Study,
    text: &'a str,
}

impl Visitor for Varying<'_> {
    type Out = Result<Vec<Variant>, StudyError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let Varying { study, text } = self;
        let Some((file, path)) = text.split_once(':') else {
            let expected =
                "expected FILE:PATH, FILE:PATTERN=VALUE or option:NAME, such as tables.toml:combat";
            return Err(format!("{text:?}: {expected}").into());
        };
        if file == "option" {
            return Ok(vec![turned_over::<G>(study, path)?]);
        }
        let source = texts::<G>(&study.source)?;
        let found =
            mutants_of::<G>(&source, |name| name == file || name.strip_suffix(".toml") == Some(file))?;
        if found.is_empty() {
            let all: Vec<&str> = G::FILES.names().collect();
            return Err(format!("{text:?}: no numbers in {file:?}; the files are {}", all.join(", ")).into());
        }
        let variants = match path.split_once('=') {
            Some((pattern, value)) => vec![together::<G>(study, &source, &found, text, pattern, value)?],
            None => {
                let under = found.iter().filter(|m| m.path.starts_with(path));
                under.map(|mutant| alone::<G>(study, &source, mutant)).collect::<Result<Vec<_>, _>>()?
            }
        };
        if variants.is_empty() {
            let some: Vec<&str> = found.iter().step_by(2).take(5).map(|m| m.path.as_str()).collect();
            return Err(format!("{text:?}: nothing under {path:?}; there are {}, …", some.join(", ")).into());
        }
        Ok(variants)
    }
}

fn turned_over<G: Playable>(study: &Study, option: &str) -> Result<Variant, StudyError> {
    let now = G::open(&study.source, &study.scenario, &study.options)?.options().on(option);
    let mut changed = study.clone();
    changed.options.0.insert(option.to_owned(), !now);
    G::open(&changed.source, &changed.scenario, &changed.options)?;
    Ok(Variant { name: format!("option {option} {}", if now { "off" } else { "on" }), study: changed })
}

/// The same files as texts that can be changed one by one.
fn texts<G: Playable>(source: &DataSource) -> Result<DataSource, StudyError> {
    if !matches!(source, DataSource::Folder(_)) {
        return Ok(source.clone());
    }
    let mut all = DataSource::Embedded;
    for name in G::FILES.names() {
        all = all.and_text(name, G::FILES.read(source, name)?.text);
    }
    Ok(all)
}

fn alone<G: Playable>(study: &Study, source: &DataSource, mutant: &Mutant) -> Result<Variant, StudyError> {
    let mut text = G::FILES.read(source, &mutant.file)?.text;
    mutant.change(&mut text);
    Ok(Variant {
        name: format!("{}:{}: {} -> {}", mutant.file, mutant.path, mutant.from, mutant.to),
        study: Study { source: source.and_text(&mutant.file, text), ..study.clone() },
    })
}

/// All numbers that fit a pattern, changed at once.
fn together<G: Playable>(
    study: &Study,
    source: &DataSource,
    found: &[Mutant],
    text: &str,
    pattern: &str,
    value: &str,
) -> Result<Variant, StudyError> {
    let step = value.starts_with(['+', '-']);
    let Ok(number) = value.parse::<i64>() else {
        return Err(format!("{text:?}: {value:?} is no whole number; expected such as +1, -1 or 4").into());
    };
    let mut numbers: Vec<&Mutant> =
        found.iter().filter(|m| fits(pattern, &m.path) && m.from.parse::<i64>().is_ok()).collect();
    // Each number is there twice, one step up and one step down.
    numbers.dedup_by(|a, b| a.path == b.path);
    let Some(first) = numbers.first() else {
        return Err(format!("{text:?}: no whole number fits {pattern:?}").into());
    };
    let (count, file) = (numbers.len(), first.file.clone());
    let mut changed = G::FILES.read(source, &file)?.text;
    let mut moved: Vec<Mutant> = numbers.into_iter().cloned().collect();
    moved.sort_by_key(|m| std::cmp::Reverse(m.place()));
    for mut mutant in moved {
        let before: i64 = mutant.from.parse()?;
        mutant.to = (if step { before + number } else { number }).to_string();
        mutant.change(&mut changed);
    }
    let name = format!("{file}:{pattern}={value} ({count} numbers)");
    Ok(Variant { name, study: Study { source: source.and_text(&file, changed), ..study.clone() } })
}

/// Does a path fit a pattern, in which `*` stands for anything?
fn fits(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(fits("unit.*.attack", "unit.1/51.attack"));
        assert!(!fits("unit.*.attack", "unit.1/51.defence"));
        assert!(fits("turns", "turns") && !fits("turns", "turns[0]"));
        assert!(fits("*", "anything"));
        assert!(fits("a*b*c", "a-b-b-c") && !fits("a*b*c", "a-c"));
    }
}
