//! Rule ids and the rules reference.
//!
//! Every refusal and every event names the rule behind it by a [`Rule`]: a constant that the build makes of an id in the game's
//! `rules.toml`, which is the [`Reference`] that the program shows.

use frente_board::data::{DataError, DataText};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use ts_rs::TS;

/// The id of a rule statement or ruling, such as `7.6g` or `7.6-r2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, TS)]
#[serde(transparent)]
pub struct Rule(pub &'static str);

impl Rule {
    /// The id as written.
    pub fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Does a text name this rule, by its id as a whole word or by the constant that the build makes of it?
///
/// ```
/// use frente_engine::rule::names;
/// assert!(names("A retreat into a zone (7.6g) costs a step.", "7.6g"));
/// assert!(names("return Err(rules::R7_6G.into());", "7.6g"));
/// assert!(!names("see 7.6g-r1 and 17.6g", "7.6g"));
/// ```
pub fn names(text: &str, id: &str) -> bool {
    let constant: String =
        id.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    let digit = constant.starts_with(|c: char| c.is_ascii_digit());
    let constant = if digit { format!("R{constant}") } else { constant };
    has_word(text, id, &['.', '-']) || has_word(text, &constant, &[])
}

/// Does a word stand in a text, and not as a part of a longer one? What joins the parts of a word besides
/// letters, digits and `_` differs: `7.6g-r1` is one id, `R7_6G.into` is not one constant.
fn has_word(text: &str, word: &str, joints: &[char]) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, mut after) = (&text[..at], text[at + word.len()..].chars());
        let begins = before.chars().next_back().is_none_or(|c| !part(c) && !joints.contains(&c));
        let ends = match after.next() {
            Some(c) if joints.contains(&c) => after.next().is_none_or(|c| !part(c)),
            Some(c) => !part(c),
            None => true,
        };
        begins && ends
    })
}

/// How a statement can be tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Test {
    None,
    Decision,
    Effect,
    Number,
    Sequence,
    Setup,
    Victory,
    Secrecy,
}

/// A section of the rulebook.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its number.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// One testable statement.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its id: section number and letter.
    pub id: String,
    /// What it says, in our own words.
    pub text: String,
    /// How it can be tested.
    pub test: Test,
}

/// A worked example.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Its id.
    pub id: String,
    /// The statements it shows.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What it says.
    pub text: String,
    /// Does the rulebook print it, or is it ours?
    #[serde(default = "yes")]
    pub printed: bool,
}

fn yes() -> bool {
    true
}

/// An answer where the rulebook is silent or contradicts itself.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Its id.
    pub id: String,
    /// What is open.
    pub question: String,
    /// What this program does.
    pub answer: String,
    /// On what grounds.
    pub why: String,
}

/// A game's rules reference: the rulebook cut into statements, with examples and rulings.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The game's key.
    pub game: String,
    /// Sections, in the rulebook's order.
    pub section: Vec<Section>,
    /// Statements.
    pub rule: Vec<Statement>,
    /// Worked examples.
    #[serde(default)]
    pub example: Vec<Example>,
    /// Rulings.
    #[serde(default)]
    pub ruling: Vec<Ruling>,
}

impl Reference {
    /// Reads a rules file.
    ///
    /// # Errors
    /// When it is not of the expected shape, or an id stands twice.
    pub fn read(file: &DataText) -> Result<Self, DataError> {
        let reference: Reference = file.parse()?;
        let mut seen = BTreeMap::new();
        for id in reference.ids() {
            if seen.insert(id, ()).is_some() {
                let at = file.text.rfind(&format!("\"{id}\"")).unwrap_or(0);
                return Err(file.wrong(at..at, format!("rule id {id:?} stands twice; expected each id once")));
            }
        }
        Ok(reference)
    }

    /// Ids of all statements, examples and rulings.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let rules = self.rule.iter().map(|r| r.id.as_str());
        let examples = self.example.iter().map(|r| r.id.as_str());
        rules.chain(examples).chain(self.ruling.iter().map(|r| r.id.as_str()))
    }

    /// Ids that a case must cover: testable statements, examples and rulings.
    pub fn testable(&self) -> impl Iterator<Item = &str> {
        let rules = self.rule.iter().filter(|r| r.test != Test::None).map(|r| r.id.as_str());
        let examples = self.example.iter().map(|r| r.id.as_str());
        rules.chain(examples).chain(self.ruling.iter().map(|r| r.id.as_str()))
    }

    /// Does the reference know this id?
    pub fn knows(&self, id: &str) -> bool {
        self.ids().any(|i| i == id)
    }

    /// What the rule behind an id says to somebody who broke it: of a ruling, the answer alone says why.
    pub fn reason(&self, id: &str) -> Option<String> {
        let answer = self.ruling.iter().find(|r| r.id == id).map(|r| r.answer.clone());
        answer.or_else(|| self.text(id))
    }

    /// The text behind an id, for showing.
    pub fn text(&self, id: &str) -> Option<String> {
        let rule = self.rule.iter().find(|r| r.id == id).map(|r| r.text.clone());
        let example = || self.example.iter().find(|r| r.id == id).map(|r| r.text.clone());
        let ruling =
            || self.ruling.iter().find(|r| r.id == id).map(|r| format!("{} {}", r.question, r.answer));
        rule.or_else(example).or_else(ruling)
    }
}
