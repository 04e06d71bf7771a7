//! Threads for what takes long: questions about a match, opening one, computer players' thoughts.
//!
//! The runtime's own threads answer actions. Whatever takes more than a moment is handed to a few threads beside them, which stand back
//! (on Linux, by their priority) when there is an action to be answered: however much is asked, those who play hardly notice.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use tokio::sync::oneshot;

/// By how much these threads stand back behind those that answer actions.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 5;

type Job = Box<dyn FnOnce() + Send>;

/// A few threads that take jobs in the order they come.
pub struct Workers {
    queue: mpsc::Sender<Job>,
}

impl Workers {
    /// So many threads of a name. They end when nobody has jobs for them any more.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(name: &str, threads: usize) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..threads.max(1) {
            let jobs = Arc::clone(&jobs);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || {
                stand_back();
                // Nothing breaks down while the lock is held: a job is run after it is given back.
                let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(job) = next() {
                    job();
                }
            })?;
        }
        Ok(Workers { queue })
    }

    /// Has something worked out. If that breaks down, so does whoever asked for it; the threads go on.
    pub async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> T {
        let (done, result) = oneshot::channel();
        let job = Box::new(move || {
            // Whoever asked may have gone.
            let _ = done.send(catch_unwind(AssertUnwindSafe(job)));
        });
        self.queue.send(job).expect("the threads live as long as their queue");
        result.await.expect("every job is done").unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// A thread's priority is its own on Linux; elsewhere it would be the whole process's.
fn stand_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(BEHIND) {
        tracing::debug!(%error, "a thread has the priority of all others");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_breaks_down_is_told_and_the_threads_go_on() {
        let workers = Arc::new(Workers::start("test", 1).unwrap());
        assert_eq!(workers.work(|| 6 * 7).await, 42);
        let broken = {
            let workers = Arc::clone(&workers);
            tokio::spawn(async move { workers.work(|| panic!("on purpose")).await })
        };
        assert!(broken.await.unwrap_err().is_panic());
        assert_eq!(workers.work(|| 1).await, 1);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn they_stand_back_and_nobody_else() {
        let own = || rustix::process::getpriority_process(None).unwrap();
        let before = own();
        let workers = Workers::start("test", 1).unwrap();
        assert_eq!(workers.work(own).await, (before + BEHIND).min(19));
        assert_eq!(own(), before);
    }
}
