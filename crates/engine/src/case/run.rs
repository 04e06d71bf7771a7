//! Playing a case.

use super::{Books, Case, Hides, SetupError, Step, Testable};
use crate::game::{Game, OpenError, Refusal, Wait};
use crate::harness::first_difference;
use crate::known::{Heard, Known};
use crate::present::Present;
use crate::side::Seat;
use crate::text::Lexicon;
use std::collections::{BTreeMap, BTreeSet};

/// A case that does not hold: where, what was expected, what was there.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The game cannot be opened.
    #[error("{file}: {error}")]
    Open {
        /// The case.
        file: String,
        /// Why.
        #[source]
        error: OpenError,
    },
    /// The set-up is wrong.
    #[error("{file}: {error}")]
    Setup {
        /// The case.
        file: String,
        /// Why.
        #[source]
        error: SetupError,
    },
    /// Something expected does not hold.
    #[error("{file}:{line}: step {step}: {what}\n  expected: {expected}\n  found:    {found}")]
    Step {
        /// The case.
        file: String,
        /// The line the step starts at.
        line: usize,
        /// The step's number, from 1.
        step: usize,
        /// What it is about.
        what: String,
        /// What was expected.
        expected: String,
        /// What was there.
        found: String,
    },
}

struct Mismatch {
    what: String,
    expected: String,
    found: String,
}

fn mismatch(what: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Mismatch {
    Mismatch { what: what.into(), expected: expected.into(), found: found.into() }
}

/// Plays a case from beginning to end.
///
/// # Errors
/// The first thing that does not hold.
pub fn run<G: Testable + Present>(books: &Books<G>, case: &Case) -> Result<(), Failure> {
    refusals(books, case).map(drop)
}

/// Plays a case from beginning to end, and gives the refusals it met.
///
/// # Errors
/// The first thing that does not hold.
pub fn refusals<G: Testable + Present>(books: &Books<G>, case: &Case) -> Result<Vec<Refusal>, Failure> {
    let game = books
        .open(&case.scenario, &case.options)
        .map_err(|error| Failure::Open { file: case.file.clone(), error })?;
    let position =
        game.arrange(&case.set).map_err(|error| Failure::Setup { file: case.file.clone(), error })?;
    let mut table = Table::new(game.as_ref(), position, &case.set);
    for (i, (line, step)) in case.steps.iter().enumerate() {
        table.step(step).map_err(|m| Failure::Step {
            file: case.file.clone(),
            line: *line,
            step: i + 1,
            what: m.what,
            expected: m.expected,
            found: m.found,
        })?;
    }
    Ok(table.refusals)
}

struct Table<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    done: Vec<String>,
    actions: Vec<Taken<G>>,
    refusals: Vec<Refusal>,
    /// How many actions were taken before the step at hand.
    before_step: usize,
    set: &'a toml::Table,
}

/// An action that was taken.
struct Taken<G: Game> {
    before: G::Position,
    action: G::Action,
    events: Vec<G::Event>,
}

impl<'a, G: Testable + Present> Table<'a, G> {
    fn new(game: &'a G, position: G::Position, set: &'a toml::Table) -> Self {
        let (done, actions, refusals) = (Vec::new(), Vec::new(), Vec::new());
        Table { game, position, done, actions, refusals, before_step: 0, set }
    }

    fn step(&mut self, step: &Step) -> Result<(), Mismatch> {
        self.before_step = self.actions.len();
        for line in &step.lines {
            self.play(line)?;
            self.done.push(line.clone());
        }
        for line in &step.refuse {
            self.refused(line, step.rule.as_deref().unwrap_or_default())?;
        }
        self.listed(step)?;
        if let Some(expected) = &step.waits {
            let found = self.waits();
            if found != *expected {
                return Err(mismatch("waits", expected, found));
            }
        }
        if let Some(expected) = &step.winner {
            let found = match self.game.wait(&self.position) {
                Wait::Over(outcome) => outcome.winner.map_or("none", |s| s.key()).to_owned(),
                _ => "the game is not over".to_owned(),
            };
            if found != *expected {
                return Err(mismatch("winner", expected, found));
            }
        }
        self.odds(step)?;
        for rule in &step.because {
            let events = self.actions[self.before_step..].iter().flat_map(|a| &a.events);
            let named: BTreeSet<&str> = events.map(|e| self.game.tell(e).rule.id()).collect();
            if !named.contains(rule.as_str()) {
                return Err(mismatch("because", rule, format!("the events of this step name {named:?}")));
            }
        }
        for (key, expected) in &step.holds {
            let found = self.game.inspect(&self.position, key).ok_or_else(|| {
                mismatch(key, "a key of the case format or of the game", "there is no such key")
            })?;
            compare(key, expected, &found)?;
        }
        step.hides.as_ref().map_or(Ok(()), |hides| self.hidden(hides))
    }

    /// Plays a line, or the several actions that it stands for.
    fn play(&mut self, line: &str) -> Result<(), Mismatch> {
        let lines = self.game.expand(&self.position, line).unwrap_or_else(|| vec![line.to_owned()]);
        for line in &lines {
            let action = self
                .game
                .parse(&self.position, line)
                .map_err(|e| mismatch(format!("do {line:?}"), "a line of notation", e.to_string()))?;
            let (before, mut events) = (self.position, Vec::new());
            self.game.play(&mut self.position, action, &mut events).map_err(|r| {
                let words = self.game.lexicon("en");
                let said = words.say(&self.game.explain(&r, &words));
                mismatch(
                    format!("do {line:?}"),
                    "accepted",
                    format!("refused by rule {} ({said}); the position waits for {}", r.rule, self.waits()),
                )
            })?;
            self.actions.push(Taken { before, action, events });
        }
        Ok(())
    }

    fn refused(&mut self, line: &str, rule: &str) -> Result<(), Mismatch> {
        let what = format!("refuse {line:?}");
        let expected = format!("refused by rule {rule}");
        let lines = self.game.expand(&self.position, line).unwrap_or_else(|| vec![line.to_owned()]);
        let mut position = self.position;
        for line in &lines {
            let action = self
                .game
                .parse(&position, line)
                .map_err(|e| mismatch(&what, &expected, format!("not a line of notation: {e}")))?;
            match self.game.play(&mut position, action, &mut ()) {
                Ok(()) => {}
                Err(refusal) if refusal.rule.id() == rule => {
                    self.refusals.push(refusal);
                    return Ok(());
                }
                Err(refusal) => {
                    return Err(mismatch(what, expected, format!("refused by rule {}", refusal.rule)));
                }
            }
        }
        Err(mismatch(what, expected, "accepted"))
    }

    fn listed(&self, step: &Step) -> Result<(), Mismatch> {
        if step.legal.is_none() && step.offers.is_empty() && step.lacks.is_empty() {
            return Ok(());
        }
        let list = self.lines();
        if let Some(expected) = &step.legal {
            let expected: BTreeSet<String> = expected.iter().map(|line| self.current(line)).collect();
            if list != expected {
                let show = |set: Vec<&String>| format!("{set:?}");
                return Err(mismatch(
                    "legal",
                    format!("missing {}", show(expected.difference(&list).collect())),
                    format!("in excess {}", show(list.difference(&expected).collect())),
                ));
            }
        }
        for line in &step.offers {
            if !list.contains(&self.current(line)) {
                return Err(mismatch("offers", line, format!("{list:?}")));
            }
        }
        for line in &step.lacks {
            let found = match line.strip_suffix('*') {
                Some(start) => {
                    let start = G::NOTATION.current(start);
                    list.iter().find(|l| l.starts_with(&start))
                }
                None => list.get(&self.current(line)),
            };
            if let Some(found) = found {
                return Err(mismatch("lacks", format!("no {line:?}"), found));
            }
        }
        Ok(())
    }

    /// The line as it is printed now: cases may be older than a word.
    fn current(&self, line: &str) -> String {
        let mut now = String::new();
        match self.game.parse(&self.position, line) {
            Ok(action) => self.game.print(&self.position, action, &mut now),
            Err(_) => now.push_str(line),
        }
        now
    }

    fn lines(&self) -> BTreeSet<String> {
        let (mut legal, mut chance) = (Vec::new(), Vec::new());
        self.game.legal(&self.position, &mut legal);
        self.game.chance(&self.position, &mut chance);
        legal
            .into_iter()
            .chain(chance.into_iter().map(|(a, _)| a))
            .map(|a| {
                let mut line = String::new();
                self.game.print(&self.position, a, &mut line);
                line
            })
            .collect()
    }

    fn waits(&self) -> String {
        match self.game.wait(&self.position) {
            Wait::Decision(side) => side.key().to_owned(),
            Wait::Chance(_) => "chance".to_owned(),
            Wait::Over(_) => "over".to_owned(),
        }
    }

    /// Odds as the side that decides (or the side whose roll it is) knows them.
    fn odds(&self, step: &Step) -> Result<(), Mismatch> {
        if step.odds.is_none() && step.account.is_none() {
            return Ok(());
        }
        let seat = match self.game.wait(&self.position) {
            Wait::Decision(side) => side.into(),
            Wait::Chance(chance) => chance.by.map_or(Seat::Spectator, Seat::from),
            Wait::Over(_) => Seat::Spectator,
        };
        let seen = self.game.seen(&self.position, seat);
        let Some(odds) = self.game.odds(&seen, seat) else {
            return Err(mismatch("odds", "a combat", "no combat is declared"));
        };
        if let Some(expected) = &step.odds {
            let mut found: BTreeMap<String, u64> = BTreeMap::new();
            for chance in odds.results.iter().filter(|c| c.weight > 0) {
                *found.entry(chance.result.clone()).or_default() += chance.weight;
            }
            if lowest(expected) != lowest(&found) {
                return Err(mismatch(
                    "odds",
                    format!("{expected:?}"),
                    format!("{:?} of {}", lowest(&found), odds.total),
                ));
            }
        }
        for (rule, value) in step.account.iter().flatten() {
            let items: Vec<_> =
                odds.items.iter().filter(|i| i.rule.id() == rule).map(|i| i64::from(i.value)).collect();
            if !items.contains(value) {
                let all: Vec<_> = odds.items.iter().map(|i| (i.rule.id(), i.value)).collect();
                return Err(mismatch("account", format!("{rule} = {value}"), format!("{all:?}")));
            }
        }
        Ok(())
    }

    fn hidden(&self, hides: &Hides) -> Result<(), Mismatch> {
        let what = format!("hides from {}", hides.from);
        let seat: Seat = hides.from.parse().map_err(|e| mismatch(&what, "a seat", format!("{e}")))?;
        let mut set = self.set.clone();
        merge(&mut set, &hides.set);
        let position = self.game.arrange(&set).map_err(|e| mismatch(&what, "a position", e.to_string()))?;
        let mut other = Table::new(self.game, position, self.set);
        for line in hides.lines.as_ref().unwrap_or(&self.done) {
            other.play(line)?;
        }
        if other.position == self.position {
            return Err(mismatch(what, "two different positions", "they are the same, so nothing is hidden"));
        }
        let words = self.game.lexicon("en");
        let (here, there) = (self.knowledge(seat, &words), other.knowledge(seat, &words));
        for ((part, a), (_, b)) in here.iter().zip(&there) {
            if a != b {
                return Err(mismatch(
                    format!("{what}: {part}"),
                    "the same in both positions",
                    first_difference(a, b),
                ));
            }
        }
        Ok(())
    }

    /// Everything the seat has come to know, in parts.
    fn knowledge(&self, seat: Seat, words: &Lexicon) -> [(&'static str, String); 6] {
        let known = Known::of(self.game, &self.position, seat, words);
        let heard: Vec<Heard> =
            self.actions.iter().map(|a| Heard::of(self.game, &a.before, a.action, &a.events, seat)).collect();
        let undo = self.actions.last().is_some_and(|a| {
            self.game.wait(&a.before).side().map(Seat::from) == Some(seat)
                && !self.game.reveals(&a.before, a.action)
        });
        [
            ("view", format!("{:?}", known.view)),
            ("what is waited for", format!("{:?}", known.wait)),
            ("events told", format!("{heard:?}")),
            ("choices", format!("{:?}", known.choices)),
            ("odds", format!("{:?}", known.odds)),
            ("what may be undone", format!("{undo:?}")),
        ]
    }
}

/// Weights divided by what they have in common.
fn lowest(weights: &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    fn common(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { common(b, a % b) }
    }
    let divisor = weights.values().fold(0, |d, w| common(d, *w)).max(1);
    weights.iter().filter(|(_, w)| **w > 0).map(|(k, w)| (k.clone(), w / divisor)).collect()
}

/// Everything that is expected must be there; what is not mentioned may be anything.
fn compare(key: &str, expected: &toml::Value, found: &toml::Value) -> Result<(), Mismatch> {
    match (expected, found) {
        (toml::Value::Table(expected), toml::Value::Table(found)) => {
            for (k, e) in expected {
                let key = format!("{key}.{k}");
                let f = found.get(k).ok_or_else(|| {
                    let known: Vec<_> = found.keys().take(12).collect();
                    mismatch(&key, e.to_string(), format!("nothing of that name (there are {known:?} …)"))
                })?;
                compare(&key, e, f)?;
            }
            Ok(())
        }
        _ if expected == found => Ok(()),
        _ => Err(mismatch(key, expected.to_string(), found.to_string())),
    }
}

fn merge(into: &mut toml::Table, from: &toml::Table) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(a)), toml::Value::Table(b)) => merge(a, b),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
