//! Runs the program with the broken rules, and stops it when a breach makes it run for ever.

use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A case takes milliseconds; one that takes longer than this, and than a good part of the time of all of them, never ends.
const PATIENCE: Duration = Duration::from_secs(10);
const PART_OF_ALL: u32 = 4;
/// Before the first breach every case is run once.
const FIRST_PATIENCE: Duration = Duration::from_secs(600);

/// What came of a breach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This case failed.
    Noticed(String),
    /// No case came to an end: it hung or crashed.
    Stuck,
    /// So many cases came past it and all of them held.
    Survived(usize),
}

impl Verdict {
    /// Did a case notice?
    pub fn noticed(&self) -> bool {
        !matches!(self, Verdict::Survived(_))
    }

    /// Is it still true after these cases were written or changed?
    fn still_holds(&self, changed: &BTreeSet<String>) -> bool {
        match self {
            Verdict::Noticed(case) => !changed.contains(case),
            Verdict::Stuck => true,
            Verdict::Survived(_) => changed.is_empty(),
        }
    }

    fn read(text: &str) -> Option<Verdict> {
        match text.split_once(' ') {
            Some(("noticed", case)) => Some(Verdict::Noticed(case.to_owned())),
            Some(("survived", passing)) => Some(Verdict::Survived(passing.parse().ok()?)),
            _ if text == "stuck" => Some(Verdict::Stuck),
            _ => None,
        }
    }
}

/// Tries the breaches that have no verdict on file yet, or one that new cases may change. Verdicts are written as they come.
pub fn run(program: &Path, cases: &Path, file: &Path, ids: &BTreeSet<u32>) -> Result<BTreeMap<u32, Verdict>> {
    let mut verdicts = BTreeMap::new();
    let changed = changed_since(cases, file)?;
    for line in std::fs::read_to_string(file).unwrap_or_default().lines() {
        let (id, verdict) = read(line).with_context(|| format!("{}: {line:?}", file.display()))?;
        if verdict.still_holds(&changed) {
            verdicts.insert(id, verdict);
        } else {
            verdicts.remove(&id);
        }
    }
    let mut kept = OpenOptions::new().create(true).append(true).open(file)?;
    let known = file.with_extension("passed");
    // Cases may have changed since.
    let _ = std::fs::remove_file(&known);
    let mut worker: Option<Worker> = None;
    let mut patience = PATIENCE;
    for id in ids.iter().filter(|id| !verdicts.contains_key(*id)).copied().collect::<Vec<_>>() {
        let one = match &mut worker {
            Some(running) => running,
            none => {
                let before = Instant::now();
                let started = none.insert(Worker::start(program, cases, &known)?);
                patience = patience.max(before.elapsed() / PART_OF_ALL);
                started
            }
        };
        let line = one.try_one(id, patience).unwrap_or_else(|| {
            // It hung or died of it: a new one goes on with the next.
            worker = None;
            format!("{id} stuck")
        });
        writeln!(kept, "{line}")?;
        let (id, verdict) = read(&line).with_context(|| format!("the program says {line:?}"))?;
        verdicts.insert(id, verdict);
    }
    Ok(verdicts)
}

/// The names of the cases that were written or changed after the verdicts on file.
fn changed_since(cases: &Path, file: &Path) -> Result<BTreeSet<String>> {
    let Ok(verdicts) = std::fs::metadata(file) else { return Ok(BTreeSet::new()) };
    let mut changed = BTreeSet::new();
    for entry in std::fs::read_dir(cases)? {
        let entry = entry?;
        if entry.metadata()?.modified()? > verdicts.modified()? {
            let name = entry.file_name().to_string_lossy().into_owned();
            changed.insert(name.trim_end_matches(".toml").to_owned());
        }
    }
    Ok(changed)
}

fn read(line: &str) -> Option<(u32, Verdict)> {
    let (id, verdict) = line.split_once(' ')?;
    Some((id.parse().ok()?, Verdict::read(verdict)?))
}

struct Worker {
    child: Child,
    ask: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    fn start(program: &Path, cases: &Path, known: &Path) -> Result<Worker> {
        let mut child = Command::new(program)
            .arg(cases)
            .arg(known)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (ask, out) = child.stdin.take().zip(child.stdout.take()).context("a program without pipes")?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line).ok())
        });
        let worker = Worker { child, ask, answers };
        match worker.answers.recv_timeout(FIRST_PATIENCE) {
            Ok(ready) if ready == "ready" => Ok(worker),
            Ok(other) => bail!("the program says {other:?}"),
            Err(RecvTimeoutError::Timeout) => bail!("the cases do not come to an end"),
            Err(RecvTimeoutError::Disconnected) => bail!("a case does not hold even without a breach"),
        }
    }

    /// What came of a breach; nothing when it hung or crashed.
    fn try_one(&mut self, id: u32, patience: Duration) -> Option<String> {
        writeln!(self.ask, "{id}").and_then(|()| self.ask.flush()).ok()?;
        loop {
            let said = self.answers.recv_timeout(patience).ok()?;
            if said != "." {
                return Some(said);
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Whether it had ended already does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_case_unsettles_what_no_case_noticed() {
        let changed = BTreeSet::from(["7-new".to_owned()]);
        assert!(!Verdict::Survived(3).still_holds(&changed));
        assert!(!Verdict::Noticed("7-new".to_owned()).still_holds(&changed));
        assert!(Verdict::Noticed("8-old".to_owned()).still_holds(&changed));
        assert!(Verdict::Survived(3).still_holds(&BTreeSet::new()));
    }
}
