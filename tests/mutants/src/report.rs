//! What came of it, in words and on file.

use crate::Outcome;
use crate::breach::Site;
use crate::run::Verdict;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const FIGURES: &str = "tests/mutants/figures.md";
const REASONS: &str = "tests/mutants/survivors.toml";

/// Why breaches that no case notices break no rule: `survivors.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    #[serde(default)]
    survivor: Vec<Reason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    game: String,
    file: String,
    function: String,
    /// What becomes of what; a `*` at the end stands for anything.
    what: String,
    why: String,
}

impl Reasons {
    /// Reads the file.
    pub fn read(root: &Path) -> Result<Reasons> {
        let path = root.join(REASONS);
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    fn why(&self, game: &str, site: &Site) -> Option<&str> {
        let fits = |reason: &&Reason| {
            let what = match reason.what.strip_suffix('*') {
                Some(start) => site.what.starts_with(start),
                None => site.what == reason.what,
            };
            what && reason.game == game && reason.file == site.file && reason.function == site.function
        };
        self.survivor.iter().find(fits).map(|reason| reason.why.as_str())
    }
}

/// Prints the breaches that nobody notices or explains; how many there are.
pub fn print(outcome: &Outcome, reasons: &Reasons) -> usize {
    let mut unexplained = 0;
    for (site, verdict) in outcome.tried.iter().filter(|(_, verdict)| !verdict.noticed()) {
        if reasons.why(&outcome.game, site).is_none() {
            unexplained += 1;
            println!("{}", told(&outcome.game, site, verdict));
        }
    }
    let counts = Counts::of(outcome, reasons);
    println!(
        "{}: {} breaches, {} tried, {} noticed, {} explained, {unexplained} survive",
        outcome.game, counts.all, counts.tried, counts.noticed, counts.explained
    );
    unexplained
}

fn told(game: &str, site: &Site, verdict: &Verdict) -> String {
    let passing = match verdict {
        Verdict::Survived(0) => "no case comes past it".to_owned(),
        Verdict::Survived(n) => format!("{n} cases come past it"),
        Verdict::Noticed(case) => format!("{case} notices"),
        Verdict::Stuck => "it never ends".to_owned(),
    };
    format!(
        "{game} {}:{} `{}`: `{}`; {passing}",
        site.file,
        site.line,
        site.function,
        site.what.replace('`', "'")
    )
}

struct Counts {
    all: usize,
    tried: usize,
    noticed: usize,
    explained: usize,
}

impl Counts {
    fn of(outcome: &Outcome, reasons: &Reasons) -> Counts {
        let survivors = outcome.tried.iter().filter(|(_, verdict)| !verdict.noticed());
        Counts {
            all: outcome.all,
            tried: outcome.tried.len(),
            noticed: outcome.tried.iter().filter(|(_, verdict)| verdict.noticed()).count(),
            explained: survivors.filter(|(site, _)| reasons.why(&outcome.game, site).is_some()).count(),
        }
    }
}

/// The figures on file: a section a game, kept where a game was not tried.
pub struct Figures {
    games: BTreeMap<String, String>,
}

const HEAD: &str = "# Rules broken on purpose\n\n\
    Written by `cargo run -p frente-mutants -- --each 200 --write`. Every breach is one change to the code of a game's chapters: a comparison \
    turned, a\ncondition always or never true, a number one more or less, a statement left out, a function that returns at once. It is noticed \
    when a case of\nthe game fails with it.\n";

impl Figures {
    /// Reads the figures on file.
    pub fn read(root: &Path) -> Result<Figures> {
        let text = std::fs::read_to_string(root.join(FIGURES)).unwrap_or_default();
        let sections = text.split("\n## ").skip(1).filter_map(|section| {
            let (game, rest) = section.split_once('\n')?;
            Some((game.to_owned(), rest.trim().to_owned()))
        });
        Ok(Figures { games: sections.collect() })
    }

    /// The figures of a game.
    pub fn set(&mut self, outcome: Outcome, reasons: &Reasons) {
        let counts = Counts::of(&outcome, reasons);
        let mut text = String::new();
        let percent = 100.0 * counts.noticed as f64 / counts.tried.max(1) as f64;
        let left = counts.tried - counts.noticed - counts.explained;
        let _ = writeln!(
            text,
            "{} breaches, {} tried, {} noticed ({percent:.1} %), {} change nothing a case could see, {left} survive.\n",
            counts.all, counts.tried, counts.noticed, counts.explained
        );
        for (site, verdict) in outcome.tried.iter().filter(|(_, verdict)| !verdict.noticed()) {
            let why = reasons.why(&outcome.game, site).map_or(String::new(), |why| format!(". {why}"));
            let line = told(&outcome.game, site, verdict);
            let _ = writeln!(text, "- {}{why}", line.split_once(' ').map_or(line.as_str(), |(_, rest)| rest));
        }
        self.games.insert(outcome.game, text.trim().to_owned());
    }

    /// Writes the file.
    pub fn write(&self, root: &Path) -> Result<()> {
        let mut text = HEAD.to_owned();
        for (game, section) in &self.games {
            let _ = write!(text, "\n## {game}\n\n{section}\n");
        }
        let path = root.join(FIGURES);
        std::fs::write(&path, text).with_context(|| path.display().to_string())
    }
}
