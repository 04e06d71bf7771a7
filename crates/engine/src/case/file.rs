//! The file a case is written in.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// A case as written down.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where it was read from, for messages.
    pub file: String,
    /// `aragon`: from its own `game` key or its folder.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options that are on.
    pub options: Vec<String>,
    /// Ids of the statements, examples and rulings it covers.
    pub covers: Vec<String>,
    /// Differences from the scenario's set-up.
    pub set: toml::Table,
    /// What is done and what must hold, with the line each step starts at.
    pub steps: Vec<(usize, Step)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    game: Option<String>,
    covers: Vec<String>,
    scenario: String,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    set: toml::Table,
    step: Vec<Spanned<Step>>,
}

/// One step of a case: first what is done, then what must hold.
#[derive(Clone, Debug, Deserialize, Default)]
pub struct Step {
    /// Lines of notation, each of which must be accepted.
    #[serde(default, rename = "do")]
    pub lines: Vec<String>,
    /// Lines that must be refused now.
    #[serde(default, deserialize_with = "one_or_many")]
    pub refuse: Vec<String>,
    /// The rule that must be given for the refusals.
    pub rule: Option<String>,
    /// The whole list of legal actions (or of outcomes of chance), in any order.
    pub legal: Option<Vec<String>>,
    /// Lines that must be among the legal actions.
    #[serde(default, deserialize_with = "one_or_many")]
    pub offers: Vec<String>,
    /// Lines that must not be among the legal actions; a trailing `*` stands for anything.
    #[serde(default, deserialize_with = "one_or_many")]
    pub lacks: Vec<String>,
    /// `republican`, `nationalist`, `chance` or `over`.
    pub waits: Option<String>,
    /// Who won: `republican`, `nationalist` or `none`. The game must be over.
    pub winner: Option<String>,
    /// Weights of the results of the combat at hand, in lowest terms or as printed; results not named must have none.
    pub odds: Option<BTreeMap<String, u64>>,
    /// The account of the odds: text of a rule id and its value, such as `"7.4a" = 3`; each must be among the items.
    pub account: Option<BTreeMap<String, i64>>,
    /// Rules that the events of this step must name.
    #[serde(default, deserialize_with = "one_or_many")]
    pub because: Vec<String>,
    /// What a seat may not know.
    pub hides: Option<Hides>,
    /// A remark.
    pub note: Option<String>,
    /// Everything else is looked up in the game.
    #[serde(flatten)]
    pub holds: BTreeMap<String, toml::Value>,
}

/// A second position that one seat must not be able to tell from this one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hides {
    /// The seat.
    pub from: String,
    /// What is different in the set-up of the other position.
    #[serde(default)]
    pub set: toml::Table,
    /// The lines played from the start in the other position; the same as here, if not given.
    #[serde(rename = "do")]
    pub lines: Option<Vec<String>>,
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    Ok(match OneOrMany::deserialize(d)? {
        OneOrMany::One(s) => vec![s],
        OneOrMany::Many(v) => v,
    })
}

/// Why a file is no case.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct CaseFileError {
    file: String,
    line: usize,
    problem: String,
}

impl Step {
    fn expects_something(&self) -> bool {
        !self.refuse.is_empty()
            || self.legal.is_some()
            || !self.offers.is_empty()
            || !self.lacks.is_empty()
            || self.waits.is_some()
            || self.winner.is_some()
            || self.odds.is_some()
            || self.account.is_some()
            || !self.because.is_empty()
            || self.hides.is_some()
            || !self.holds.is_empty()
    }
}

impl Case {
    /// Reads a case. `file` is its path; the folder it lies in names the game unless the file says `game = …`.
    ///
    /// # Errors
    /// When the text is no case, or expects nothing and so could not fail.
    pub fn read(file: &str, text: &str) -> Result<Case, CaseFileError> {
        let wrong = |at: usize, problem: String| CaseFileError {
            file: file.to_owned(),
            line: line_at(text, at),
            problem,
        };
        let case: CaseFile = toml::from_str(text)
            .map_err(|e| wrong(e.span().map_or(0, |s| s.start), e.message().to_owned()))?;
        let folder = || Path::new(file).parent()?.file_name()?.to_str().map(str::to_owned);
        let game = case.game.or_else(folder).ok_or_else(|| {
            wrong(
                0,
                "no game: expected a folder named after the game, or a line such as game = \"aragon\""
                    .to_owned(),
            )
        })?;
        for step in &case.step {
            let (at, step) = (step.span().start, step.get_ref());
            if !step.refuse.is_empty() && step.rule.is_none() {
                return Err(wrong(at, "refuse without rule: expected the rule that refuses it".to_owned()));
            }
            if step.rule.is_some() && step.refuse.is_empty() {
                return Err(wrong(at, "rule without refuse: expected the lines that it refuses".to_owned()));
            }
        }
        if !case.step.iter().any(|s| s.get_ref().expects_something()) {
            return Err(wrong(0, "the case expects nothing, so it could not fail".to_owned()));
        }
        Ok(Case {
            file: file.to_owned(),
            game,
            scenario: case.scenario,
            options: case.options,
            covers: case.covers,
            set: case.set,
            steps: case.step.into_iter().map(|s| (line_at(text, s.span().start), s.into_inner())).collect(),
        })
    }
}

fn line_at(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
}
