//! What if? The same seeds with something changed, and how much it tells.
//!
//! Games of the same seed are compared pair by pair: dice and players have generators of their own, so two games are the same up to the
//! change, and most of the noise goes out of the difference. Every variant is played until the interval of its effect is narrow enough. That
//! looks at the width alone and never at the effect, so stopping early does not make chance look like an effect.

use super::page::{escape, head, section};
use super::record::Chunk;
use super::run::{Run, RunFile};
use super::stats::Difference;
use super::study::{Head, Lab, StudyError};
use super::summary::points;
use super::vary::Variant;
use super::{GameRecord, SURE, Study};
use frente_engine::Side;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What is asked.
pub struct WhatIf {
    /// What is compared with.
    pub base: Study,
    /// What is changed.
    pub variants: Vec<Variant>,
    /// The most games each plays.
    pub games: u64,
    /// Half of the 95 % interval of the difference in wins that is narrow enough.
    pub width: f64,
    /// How many threads.
    pub threads: usize,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Effects {
    /// What is compared with.
    pub base: Head,
    /// Its games.
    pub games: u64,
    /// How often the Republican side won in them.
    pub republican: crate::Interval,
    /// The changes, those that tell the most first.
    pub effects: Vec<Effect>,
    /// Changes that the loader refused or the rules could not play, with the reason.
    pub refused: Vec<(String, String)>,
}

/// What one change does.
#[derive(Clone, Debug, Serialize)]
pub struct Effect {
    /// What was changed.
    pub name: String,
    /// Pairs of games.
    pub games: u64,
    /// Games that went otherwise than their twins.
    pub touched: u64,
    /// The difference in the share of Republican wins.
    pub wins: Difference,
    /// The difference in the margin, in the Republican side's favour.
    pub margin: Difference,
}

/// A study that is being played: its chunks so far, and the file that keeps them.
struct Playing {
    lab: Arc<dyn Lab>,
    file: Option<RunFile>,
    chunks: BTreeMap<u64, Chunk>,
    broken: Option<String>,
}

impl Playing {
    /// Opens a study. Its games are kept under a name made of what was changed, so that another question finds those it has in common
    /// with this one; `taken` counts the names, should two changes come to the same.
    fn open(
        study: &Study,
        folder: Option<&Path>,
        taken: &mut BTreeMap<String, u32>,
    ) -> Result<Self, StudyError> {
        let lab = study.open()?;
        let mut file = match folder {
            Some(folder) => Some(RunFile::open(&folder.join(file_name(lab.head(), taken)))?),
            None => None,
        };
        let mut chunks = BTreeMap::new();
        if let Some(file) = &mut file {
            file.belongs_to(lab.head())?;
            let whole = file.chunks().iter().filter(|c| c.len() == lab.head().chunk);
            chunks = whole.map(|c| (c.chunk, c.clone())).collect();
        }
        Ok(Playing { lab, file, chunks, broken: None })
    }

    fn keep(&mut self, number: u64, played: Result<Chunk, String>) -> Result<(), StudyError> {
        match played {
            Ok(chunk) => {
                if let Some(file) = &mut self.file {
                    file.add(&chunk)?;
                }
                self.chunks.insert(number, chunk);
            }
            Err(why) => self.broken = Some(why),
        }
        Ok(())
    }

    /// The games of the first so many chunks.
    fn games(&self, chunks: u64) -> Vec<&GameRecord> {
        self.chunks.range(..chunks).flat_map(|(_, chunk)| &chunk.games).collect()
    }
}

/// `8ab1a284b125aa15-fatigue.jsonl`: the fingerprint of the data and the options that are on.
fn file_name(head: &Head, taken: &mut BTreeMap<String, u32>) -> String {
    let on = head.options.0.iter().filter(|(_, on)| **on).map(|(key, _)| key.as_str());
    let name = [head.fingerprint.as_str()].into_iter().chain(on).collect::<Vec<_>>().join("-");
    let times = taken.entry(name.clone()).or_default();
    *times += 1;
    if *times == 1 { format!("{name}.jsonl") } else { format!("{name}-{times}.jsonl") }
}

impl WhatIf {
    /// Plays and compares. With a folder, what was played is kept in it, and an interrupted question goes on. `progress` counts pairs of
    /// games.
    ///
    /// # Errors
    /// When the study is wrong without any change, or a file cannot be written.
    pub fn ask(&self, folder: Option<&Path>, progress: &AtomicU64) -> Result<Effects, StudyError> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let mut refused = Vec::new();
        let mut names = vec![String::new()];
        let mut taken = BTreeMap::new();
        let mut all = vec![Playing::open(&self.base, folder, &mut taken)?];
        for variant in &self.variants {
            match catch_unwind(AssertUnwindSafe(|| Playing::open(&variant.study, folder, &mut taken))) {
                Ok(Ok(playing)) => {
                    names.push(variant.name.clone());
                    all.push(playing);
                }
                Ok(Err(error)) => refused.push((variant.name.clone(), error.to_string())),
                Err(_) => refused.push((variant.name.clone(), "the loader panicked".to_owned())),
            }
        }
        let size = self.base.chunk;
        let rounds = self.games.div_ceil(size).max(1);
        let mut open: Vec<usize> = (0..all.len()).collect();
        let mut played = vec![0; all.len()];
        let mut from = 0;
        while from < rounds && open.len() > 1 {
            // A look at the widths after four chunks, and whenever there are half as many more: wherever it is played, on however many
            // threads, a variant stops at the same game.
            let to = (from + (from / 2).max(4)).min(rounds);
            self.round(&mut all, &open, from..to, progress)?;
            for i in &open {
                played[*i] = to;
            }
            let base = all[0].games(to);
            open.retain(|i| {
                let wide = |p: &Playing| effect(&base, &p.games(to)).wins.half_width() > self.width;
                *i == 0 || all[*i].broken.is_none() && wide(&all[*i])
            });
            from = to;
        }
        let mut effects = Vec::new();
        for (i, playing) in all.iter().enumerate().skip(1) {
            match &playing.broken {
                Some(why) => refused.push((names[i].clone(), why.clone())),
                None => {
                    let found = effect(&all[0].games(played[i]), &playing.games(played[i]));
                    effects.push(Effect { name: names[i].clone(), ..found });
                }
            }
        }
        effects.sort_by(|a, b| {
            let by = |e: &Effect| (e.wins.value.abs(), e.margin.value.abs());
            by(b).partial_cmp(&by(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let base =
            Run::of(all[0].lab.head().clone(), all[0].chunks.range(..from).map(|(_, c)| c.clone()).collect());
        let won = base.games.iter().filter(|g| g.winner == Some(Side::Republican)).count() as u64;
        Ok(Effects {
            games: base.games.len() as u64,
            republican: crate::Interval::of(won, base.games.len() as u64),
            base: base.head,
            effects,
            refused,
        })
    }

    /// Plays the chunks of a round that are missing, of all that are still open.
    fn round(
        &self,
        all: &mut [Playing],
        open: &[usize],
        chunks: std::ops::Range<u64>,
        progress: &AtomicU64,
    ) -> Result<(), StudyError> {
        let size = self.base.chunk;
        let work: Vec<(usize, u64, Arc<dyn Lab>)> = open
            .iter()
            .flat_map(|i| chunks.clone().map(move |chunk| (*i, chunk)))
            .filter(|(i, chunk)| !all[*i].chunks.contains_key(chunk))
            .map(|(i, chunk)| (i, chunk, Arc::clone(&all[i].lab)))
            .collect();
        let (next, all) = (AtomicUsize::new(0), Mutex::new(all));
        std::thread::scope(|scope| {
            let play = || -> Result<(), StudyError> {
                while let Some((i, chunk, lab)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Rules may panic over odd data; that is an answer, too.
                    let played = catch_unwind(AssertUnwindSafe(|| lab.chunk(*chunk, (chunk + 1) * size)));
                    let played = played.map_err(|_| "the rules panicked over it".to_owned());
                    all.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[*i].keep(*chunk, played)?;
                    progress.fetch_add(size, Ordering::Relaxed);
                }
                Ok(())
            };
            let threads: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(play)).collect();
            let mut result = play();
            for thread in threads {
                result = result.and(thread.join().unwrap_or_else(|_| Err("a thread panicked".into())));
            }
            result
        })
    }
}

/// Compares games of the same seeds; a game that came to no end on one side leaves its twin out.
fn effect(base: &[&GameRecord], changed: &[&GameRecord]) -> Effect {
    let twins: BTreeMap<u64, &GameRecord> = changed.iter().map(|g| (g.number, *g)).collect();
    let pairs: Vec<(&GameRecord, &GameRecord)> =
        base.iter().filter_map(|g| Some((*g, *twins.get(&g.number)?))).collect();
    let won = |g: &GameRecord| f64::from(u8::from(g.winner == Some(Side::Republican)));
    let differences =
        |of: &dyn Fn(&GameRecord) -> f64| pairs.iter().map(|(a, b)| of(b) - of(a)).collect::<Vec<_>>();
    Effect {
        name: String::new(),
        games: pairs.len() as u64,
        touched: pairs.iter().filter(|(a, b)| a != b).count() as u64,
        wins: Difference::of_pairs(&differences(&won), 1.0),
        margin: Difference::of_pairs(&differences(&|g| points(g.margin)), 0.0),
    }
}

impl Effects {
    /// The effects as a page.
    pub fn page(&self) -> String {
        let mut out = head("What if");
        let written = self.write_page(&mut out);
        debug_assert!(written.is_ok(), "writing to a string");
        out
    }

    fn write_page(&self, out: &mut String) -> std::fmt::Result {
        write!(
            out,
            "<h1>What if?</h1><p class=\"lead\">{}. Unchanged, {} games: the Republican side wins {:.1} % ({:.1} to {:.1}).</p>",
            escape(&self.base.to_string()),
            self.games,
            100.0 * self.republican.share,
            100.0 * self.republican.low,
            100.0 * self.republican.high
        )?;
        let mut rows = String::from(
            "<p>The same seeds with one change each. Differences with 95 % intervals, pair by pair; in bold what is less likely than 1 in 20 by \
             chance alone. With many changes, some are bold by chance: one in twenty.</p>\
             <table><tr><th>Change</th><th>Pairs</th><th>Touched</th><th>Republican wins, points of %</th><th>p</th><th>Margin</th><th>p</th></tr>",
        );
        for e in &self.effects {
            let class = |d: &Difference| if d.p < SURE { "n sure" } else { "n same" };
            write!(
                rows,
                "<tr><th>{}</th><td class=\"n\">{}</td><td class=\"n\">{:.0} %</td><td class=\"{}\">{:+.1} <small>({:+.1} to {:+.1})</small></td>\
                 <td class=\"n\">{:.3}</td><td class=\"{}\">{:+.2} <small>({:+.2} to {:+.2})</small></td><td class=\"n\">{:.3}</td></tr>",
                escape(&e.name),
                e.games,
                100.0 * e.touched as f64 / e.games.max(1) as f64,
                class(&e.wins),
                100.0 * e.wins.value,
                100.0 * e.wins.low,
                100.0 * e.wins.high,
                e.wins.p,
                class(&e.margin),
                e.margin.value,
                e.margin.low,
                e.margin.high,
                e.margin.p
            )?;
        }
        section(out, "What tells the most", &(rows + "</table>"))?;
        if !self.refused.is_empty() {
            let row =
                |(name, why): &(String, String)| format!("<li><b>{}</b>: {}</li>", escape(name), escape(why));
            let list: String = self.refused.iter().map(row).collect();
            section(out, "What could not be played", &format!("<ul>{list}</ul>"))?;
        }
        out.push_str("</main></body></html>\n");
        Ok(())
    }
}
