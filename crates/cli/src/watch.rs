//! Long work with a progress bar, if somebody watches a terminal.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Does work that counts what is done, out of so much, with a bar drawn from the template.
///
/// # Errors
/// When the template is wrong.
pub fn watched<T>(of: u64, template: &str, work: impl FnOnce(&AtomicU64) -> T) -> Result<T> {
    let (progress, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let bar = ProgressBar::new(of);
    bar.set_style(ProgressStyle::with_template(template)?);
    Ok(std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                bar.set_position(progress.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(20));
            }
            bar.finish_and_clear();
        });
        let out = work(&progress);
        done.store(true, Ordering::Relaxed);
        out
    }))
}

/// So many threads as were asked for, or one for each core.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}
