//! Notation: one line of text for each action, and back.
//!
//! A game writes one table with [`notation!`](crate::notation!), a row for each kind of action:
//!
//! ```text
//! "enter" unit, hex => Enter { unit, hex }, "brings a reinforcement on", "enter I/13 1904";
//! ```
//!
//! The row is a line's verb, what follows it, the action it is, what the act means, and an example. Actions are printed by that row and
//! read by that row, so nothing can be printed that is not read; an action without a row does not compile. Words a game no longer
//! prints are aliases (`"lose" | "hit"`), and are read for ever: old saves, logs and cases mean what they meant.
//!
//! How a parameter is written and read follows from its type ([`Named`]), or stands beside it as a [`Kind`]: `die: Number(1..=6)`.
//! The same table makes `docs/notation.md` ([`Notation::page`]), the help of the terminal, and what an error says was expected.

mod kinds;
mod short;
mod words;

pub use kinds::{AnyRoute, Choice, Kind, Named, Number, OnMap, Plain, Printed, Steps};
pub use short::{attack, group, rest};
pub use words::{Line, Problem, Reading, Words, veil};

use std::fmt::Write;

/// A row of a game's table.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// The word or words that its lines start with.
    pub word: &'static str,
    /// Other words that are read as the same.
    pub aliases: &'static [&'static str],
    /// What follows.
    pub parameters: &'static [Parameter],
    /// What the act means.
    pub says: &'static str,
    /// A line of it that a case of the game plays; the verb alone where nothing follows it.
    pub example: &'static str,
}

/// What follows a verb.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The word before it, such as `for`; empty if there is none.
    pub before: &'static str,
    /// What it is.
    pub name: &'static str,
}

/// A line that stands for several.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// How it is written.
    pub form: &'static str,
    /// The lines it stands for.
    pub says: &'static str,
    /// Such a line, as a case of the game plays it.
    pub example: &'static str,
}

/// Everything that lines of a game can say.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// One row for each kind of action.
    pub verbs: &'static [Verb],
    /// Lines that stand for several.
    pub short: &'static [Short],
    /// The verbs of lines that hide nothing from anybody, wherever they stand: for a line that is read without the position it was played
    /// in. A verb that is not named here is taken to hide something, so that a new one is not a leak.
    pub open: &'static [&'static str],
}

impl Verb {
    /// The verb and what follows: `rebuild UNIT for OTHER`.
    pub fn form(&self) -> String {
        self.parameters.iter().fold(self.word.to_owned(), |mut form, p| {
            let space = if p.before.is_empty() { "" } else { " " };
            let _ = write!(form, "{space}{} {}", p.before, p.name.to_uppercase());
            form
        })
    }
}

impl Notation {
    /// The line with its first word as it is printed now, should it be an alias. What follows need not be whole.
    pub fn current(&self, line: &str) -> String {
        let verbs = || self.verbs.iter();
        let known = verbs().any(|v| words::after(line, v.word).is_some());
        let old = verbs().flat_map(|v| v.aliases.iter().map(move |alias| (v, alias)));
        let renamed =
            old.filter(|_| !known).find_map(|(v, alias)| Some((v.word, words::after(line, alias)?)));
        renamed.map_or_else(|| line.to_owned(), |(word, rest)| format!("{word}{rest}"))
    }

    /// A line as anybody may read it who knows nothing of where it was played: whole, or `?` if lines of its verb may hide something,
    /// or if this program has no such verb.
    pub fn open<'a>(&self, line: &'a str) -> &'a str {
        let current = self.current(line);
        let open = self.open.iter().any(|word| words::after(&current, word).is_some());
        if open { line } else { "?" }
    }

    /// The rows as a table in Markdown, with the lines that stand for several after them.
    pub fn page(&self) -> String {
        let mut page =
            String::from("| line | what it does | example | also read |\n| --- | --- | --- | --- |\n");
        for verb in self.verbs {
            let aliases: Vec<_> = verb.aliases.iter().map(|a| format!("`{a}`")).collect();
            let (form, says) = (verb.form(), verb.says);
            let _ = writeln!(page, "| `{form}` | {says} | `{}` | {} |", verb.example, aliases.join(", "));
        }
        if !self.short.is_empty() {
            page.push_str("\n| short for several lines | which | example |\n| --- | --- | --- |\n");
        }
        for short in self.short {
            let _ = writeln!(page, "| `{}` | {} | `{}` |", short.form, short.says, short.example);
        }
        page
    }

    /// What the table itself must fulfil: every example is a line of its verb, nothing is said twice.
    ///
    /// # Errors
    /// The first row that does not.
    pub fn audit(&self) -> Result<(), String> {
        for (n, verb) in self.verbs.iter().enumerate() {
            let form = verb.form();
            if words::after(verb.example, verb.word).is_none() {
                return Err(format!("`{}` is no example of `{form}`", verb.example));
            }
            if verb.parameters.is_empty() && verb.example != verb.word {
                return Err(format!("`{form}` is its own example"));
            }
            if self.verbs[..n].iter().any(|other| other.form() == form) {
                return Err(format!("`{form}` has two rows"));
            }
        }
        match self.open.iter().find(|word| !self.verbs.iter().any(|verb| verb.word == **word)) {
            Some(word) => Err(format!("`{word}` is said to hide nothing, and is no verb")),
            None => Ok(()),
        }
    }
}

/// One table for a game's lines: see [the module](mod@crate::notation).
///
/// It makes three items: the rows as data, `print`, and `parse`. The scene is whatever printing and reading need besides the line, usually
/// the opened book and the position; guards (`if …`) and kinds may use it by the name given. Where several rows
/// fit an action it is printed by the first; where several fit a line, it is read by the first.
#[macro_export]
macro_rules! notation {
    (
        $action:ident, $scene:ident: $type:ty;
        $(
            $word:literal $(| $alias:literal)*
            $( $($before:literal)? $name:ident $(= $bound:tt)? $(: $kind:expr)? ),*
            => $variant:ident $( ( $($field:tt)* ) )? $( { $($named:tt)* } )? $(if $guard:expr)?,
            $says:literal $(, $example:literal)?;
        )*
    ) => {
        /// The rows of the table.
        pub(crate) const VERBS: &[$crate::notation::Verb] = &[$(
            $crate::notation::Verb {
                word: $word,
                aliases: &[$($alias),*],
                parameters: &[$(
                    $crate::notation::Parameter {
                        before: $crate::notation!(@or "" $(, $before)?),
                        name: stringify!($name),
                    }
                ),*],
                says: $says,
                example: $crate::notation!(@or $word $(, $example)?),
            }
        ),*];

        /// Writes an action.
        pub(crate) fn print($scene: &$type, action: $action, out: &mut String) {
            #[allow(unused_imports)]
            use $crate::notation::Kind;
            let mut line = $crate::notation::Line::new(out);
            match action {
                $(
                    $action::$variant $( ( $($field)* ) )? $( { $($named)* } )? $(if $guard)? => {
                        line.word($word);
                        $(
                            $(line.word($before);)?
                            $crate::notation!(@or $crate::notation::Plain $(, $kind)?)
                                .write($scene, $crate::notation!(@bound $name $(, $bound)?), &mut line);
                        )*
                    }
                )*
            }
        }

        /// Reads a line into an action, legal or not.
        pub(crate) fn parse($scene: &$type, line: &str) -> Result<$action, $crate::ParseError> {
            #[allow(unused_imports)]
            use $crate::notation::Kind;
            let mut reading = $crate::notation::Reading::new(line);
            $(
                let read = reading.attempt(&[$word $(, $alias)*], |words| {
                    $(
                        $(words.expect($before)?;)?
                        let $crate::notation!(@bound $name $(, $bound)?) =
                            $crate::notation!(@or $crate::notation::Plain $(, $kind)?).read($scene, words)?;
                    )*
                    words.end()?;
                    Ok($action::$variant $( ( $($field)* ) )? $( { $($named)* } )?)
                });
                if let Some(action) = read {
                    return Ok(action);
                }
            )*
            Err(reading.error(VERBS))
        }
    };
    (@bound $name:ident) => { $name };
    (@bound $name:ident, $bound:tt) => { $bound };
    (@or $default:expr) => { $default };
    (@or $default:expr, $given:expr) => { $given };
}
