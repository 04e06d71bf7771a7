//! A line as words: written one after the other, and read with an account of what was expected where.

use super::Verb;
use super::kinds::closest;
use crate::game::ParseError;
use std::fmt::Display;

/// A line that is being written.
pub struct Line<'a> {
    out: &'a mut String,
    begun: bool,
}

impl<'a> Line<'a> {
    /// An empty line at the end of a text.
    pub fn new(out: &'a mut String) -> Self {
        Line { out, begun: false }
    }

    /// Begins a word, to be written at the end of the text.
    pub fn begin(&mut self) -> &mut String {
        if self.begun {
            self.out.push(' ');
        }
        self.begun = true;
        self.out
    }

    /// Adds a word.
    pub fn word(&mut self, word: &str) {
        self.begin().push_str(word);
    }
}

/// Prints the first word of a line, and `?` for the rest.
pub fn veil(out: &mut String, print: impl FnOnce(&mut String)) {
    let start = out.len();
    print(out);
    let word = out[start..].find(' ').unwrap_or(out.len() - start);
    out.truncate(start + word);
    out.push_str(" ?");
}

/// Why a line is not read by a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// How far into the line the row fits it: of several rows, the one that fits best is answered for.
    fits: usize,
    /// What is wrong and what was expected.
    text: String,
}

/// The words of a line that are still to be read.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The next word, left where it is.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word, if there is one.
    pub fn take(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        let rest = self.rest.trim_start();
        self.rest = &rest[word.len()..];
        Some(word)
    }

    /// Takes the next word.
    ///
    /// # Errors
    /// When there is none; `what` was expected, such as `a unit`.
    pub fn next(&mut self, what: impl Display) -> Result<&'a str, Problem> {
        match self.take() {
            Some(word) => Ok(word),
            None => Err(self.problem(format!("expected {what} after `{}`", self.before()))),
        }
    }

    /// Takes this very word.
    ///
    /// # Errors
    /// When the next word is another.
    pub fn expect(&mut self, word: &str) -> Result<(), Problem> {
        if self.peek() == Some(word) {
            self.take();
            return Ok(());
        }
        Err(self.problem(format!("expected `{word}` after `{}`", self.before())))
    }

    /// Nothing may follow.
    ///
    /// # Errors
    /// When something does.
    pub fn end(&self) -> Result<(), Problem> {
        match self.peek() {
            None => Ok(()),
            Some(word) => {
                Err(self.problem(format!("expected nothing more after `{}`, found `{word}`", self.before())))
            }
        }
    }

    /// What is wrong with the word last taken, or with what is missing.
    pub fn problem(&self, text: impl Into<String>) -> Problem {
        Problem { fits: self.line.len() - self.rest.len(), text: text.into() }
    }

    fn before(&self) -> &'a str {
        self.line[..self.line.len() - self.rest.len()].trim()
    }
}

/// What follows a word or words at the start of a line, if they are there as a whole. Blanks between words may be of any length.
pub(super) fn after<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    let mut rest = line;
    for word in start.split(' ') {
        rest = rest.trim_start().strip_prefix(word)?;
        if !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            return None;
        }
    }
    Some(rest)
}

/// A line that is being read, row by row.
pub struct Reading<'a> {
    line: &'a str,
    problem: Option<Problem>,
}

impl<'a> Reading<'a> {
    /// Begins to read a line.
    pub fn new(line: &'a str) -> Self {
        Reading { line, problem: None }
    }

    /// Reads the line by a row, if it starts with one of its words.
    pub fn attempt<A>(
        &mut self,
        starts: &[&str],
        row: impl FnOnce(&mut Words<'a>) -> Result<A, Problem>,
    ) -> Option<A> {
        let rest = starts.iter().find_map(|start| after(self.line, start))?;
        match row(&mut Words { line: self.line, rest }) {
            Ok(action) => Some(action),
            Err(problem) => {
                if self.problem.as_ref().is_none_or(|best| problem.fits >= best.fits) {
                    self.problem = Some(problem);
                }
                None
            }
        }
    }

    /// What is wrong with a line that no row reads.
    pub fn error(self, verbs: &[Verb]) -> ParseError {
        let text = self.problem.map_or_else(|| no_word(self.line, verbs), |problem| problem.text);
        ParseError::new(self.line, text)
    }
}

/// The line starts with no word of the game.
fn no_word(line: &str, verbs: &[Verb]) -> String {
    let mut words: Vec<&str> = verbs.iter().filter_map(|v| v.word.split(' ').next()).collect();
    words.sort_unstable();
    words.dedup();
    let Some(word) = line.split_whitespace().next() else {
        return format!("an empty line; expected one of: {}", words.join(", "));
    };
    let meant =
        closest(word, words.iter().copied()).map(|w| format!("; did you mean `{w}`?")).unwrap_or_default();
    format!("`{word}` is no word of this game{meant}; words here: {}", words.join(", "))
}
