//! All chunks of a run, and the file they are kept in.

use super::record::{Chunk, GameRecord, PlaceCounts};
use super::study::{Head, Lab, StudyError};
use crate::lines::Lines;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The file of a run: what is played, then a line for each chunk.
#[derive(Debug)]
pub struct RunFile(Lines<Head, Chunk>);

impl RunFile {
    /// Opens a file, or begins it. A last line that was cut off in writing is dropped: that chunk is played again.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds something else than a run.
    pub fn open(path: &Path) -> Result<Self, StudyError> {
        Lines::open(path, "a run of the laboratory").map(RunFile)
    }

    /// What its games have in common; nothing in a new file.
    pub fn head(&self) -> Option<&Head> {
        self.0.head()
    }

    /// The chunks that are in it.
    pub fn chunks(&self) -> &[Chunk] {
        self.0.lines()
    }

    /// Says what is played, or compares it with what the file says.
    ///
    /// # Errors
    /// When the file belongs to another study, or cannot be written.
    pub fn belongs_to(&mut self, head: &Head) -> Result<(), StudyError> {
        if self.0.begin(head.clone())? {
            return Ok(());
        }
        let before = self.0.head().map_or(String::new(), Head::to_string);
        Err(format!("{}: its games are of {before}; not of {head}", self.0.path().display()).into())
    }

    /// Adds a chunk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, chunk: &Chunk) -> Result<(), StudyError> {
        self.0.add(chunk)
    }
}

/// A run: all its games, and what happened where.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What its games have in common.
    pub head: Head,
    /// All games, in order.
    pub games: Vec<GameRecord>,
    /// What happened where.
    pub places: BTreeMap<String, PlaceCounts>,
    /// Games that did not come to an end.
    pub faults: Vec<String>,
}

impl Run {
    /// Puts chunks together, each once, whatever their order.
    pub fn of(head: Head, mut chunks: Vec<Chunk>) -> Self {
        chunks.sort_by_key(|c| c.chunk);
        chunks.dedup_by_key(|c| c.chunk);
        let mut run = Run { head, games: Vec::new(), places: BTreeMap::new(), faults: Vec::new() };
        for chunk in chunks {
            run.games.extend(chunk.games);
            run.faults.extend(chunk.faults);
            for (place, counts) in chunk.places {
                *run.places.entry(place).or_default() += counts;
            }
        }
        run
    }

    /// Plays the chunks of a run that are not in its file yet, on so many threads. `progress` counts games, those in the file among
    /// them.
    ///
    /// # Errors
    /// When the file belongs to another study or cannot be written, or a thread panics.
    pub fn play(
        lab: &dyn Lab,
        games: u64,
        threads: usize,
        file: Option<&mut RunFile>,
        progress: &AtomicU64,
    ) -> Result<Self, StudyError> {
        let plan = Outstanding::of(lab.head(), games, file)?;
        progress.store(plan.played(), Ordering::Relaxed);
        let next = AtomicUsize::new(0);
        let (open, kept) = (plan.open(), Mutex::new(plan));
        std::thread::scope(|scope| {
            let work = || -> Result<(), StudyError> {
                while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let chunk = lab.chunk(*number, games);
                    let count = chunk.len();
                    kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(chunk)?;
                    progress.fetch_add(count, Ordering::Relaxed);
                }
                Ok(())
            };
            let threads: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for thread in threads {
                let joined = thread
                    .join()
                    .unwrap_or_else(|_| Err("a thread panicked; run with one thread to see where".into()));
                result = result.and(joined);
            }
            result
        })?;
        let plan = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(Run::of(lab.head().clone(), plan.done))
    }
}

impl Chunk {
    /// How many games it has, those that came to no end among them.
    pub fn len(&self) -> u64 {
        (self.games.len() + self.faults.len()) as u64
    }

    /// Has it no games?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What of a run is done and what is open: for whoever hands out the work, here or on other machines.
pub struct Outstanding<'f> {
    file: Option<&'f mut RunFile>,
    done: Vec<Chunk>,
    open: BTreeSet<u64>,
    games: u64,
    chunk: u64,
}

impl<'f> Outstanding<'f> {
    /// Looks what of a run of so many games is in its file.
    ///
    /// # Errors
    /// When the file belongs to another study, or cannot be written.
    pub fn of(head: &Head, games: u64, mut file: Option<&'f mut RunFile>) -> Result<Self, StudyError> {
        if let Some(file) = &mut file {
            file.belongs_to(head)?;
        }
        let open = (0..games.div_ceil(head.chunk)).collect();
        let mut this = Outstanding { done: Vec::new(), open, file: None, games, chunk: head.chunk };
        for chunk in file.iter().flat_map(|file| file.chunks()) {
            this.keep(chunk.clone());
        }
        this.file = file;
        Ok(this)
    }

    /// The numbers of the chunks that are still to be played.
    pub fn open(&self) -> Vec<u64> {
        self.open.iter().copied().collect()
    }

    /// How many games are played.
    pub fn played(&self) -> u64 {
        self.done.iter().map(Chunk::len).sum()
    }

    /// Takes a chunk that was played, and writes it to the file. One that is known already, or belongs to no run of this length, changes
    /// nothing: what comes twice is counted once.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, chunk: Chunk) -> Result<bool, StudyError> {
        if !self.fits(&chunk) {
            return Ok(false);
        }
        if let Some(file) = &mut self.file {
            file.add(&chunk)?;
        }
        Ok(self.keep(chunk))
    }

    /// The run, when nothing is open any more.
    pub fn finish(self, head: &Head) -> Option<Run> {
        self.open.is_empty().then(|| Run::of(head.clone(), self.done))
    }

    /// A chunk of this run that is still open. The last one of a shorter run has fewer games and is played again.
    fn fits(&self, chunk: &Chunk) -> bool {
        let first = chunk.chunk.saturating_mul(self.chunk);
        let due = self.games.saturating_sub(first).min(self.chunk);
        due > 0 && chunk.len() == due && self.open.contains(&chunk.chunk)
    }

    fn keep(&mut self, chunk: Chunk) -> bool {
        let fits = self.fits(&chunk);
        if fits {
            self.open.remove(&chunk.chunk);
            self.done.push(chunk);
        }
        fits
    }
}
