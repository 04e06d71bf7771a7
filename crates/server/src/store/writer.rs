//! The queue of changes: those that arrive together share one commit.

use super::StoreError;
use super::change::{Change, Written};
use std::future::Future;
use std::sync::Mutex;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many changes share a commit at most.
const GROUP: usize = 512;

/// Whoever writes changes down.
pub(super) trait Pen: Send + 'static {
    /// Commits changes together, all of them (but for those that lost a race) or none.
    fn commit(
        &mut self,
        changes: &[&Change],
    ) -> impl Future<Output = Result<Vec<Written>, StoreError>> + Send;
    /// There is nothing more to write.
    fn close(self) -> impl Future<Output = ()> + Send;
}

struct Job {
    change: Change,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A change on its way to the disk.
#[must_use]
pub struct Pending(oneshot::Receiver<Result<(), StoreError>>);

impl Pending {
    /// Waits until it is on disk.
    ///
    /// # Errors
    /// When it is not; nothing has changed then.
    pub async fn done(self) -> Result<(), StoreError> {
        self.0.await.map_err(|_| StoreError::Closed)?
    }
}

pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) async fn start(mut pen: impl Pen) -> Result<Self, StoreError> {
        // A database that can be read but not written is of no use here.
        pen.commit(&[&Change::Heartbeat]).await?;
        let (queue, jobs) = mpsc::channel(4 * GROUP);
        let task = tokio::spawn(run(pen, jobs));
        Ok(Writer { queue: Mutex::new(Some(queue)), task: Mutex::new(Some(task)) })
    }

    pub(super) async fn begin(&self, change: Change) -> Result<Pending, StoreError> {
        let queue = self.queue.lock().expect("no panic while held").clone().ok_or(StoreError::Closed)?;
        let (done, result) = oneshot::channel();
        queue.send(Job { change, done }).await.map_err(|_| StoreError::Closed)?;
        Ok(Pending(result))
    }

    pub(super) async fn close(&self) {
        drop(self.queue.lock().expect("no panic while held").take());
        let task = self.task.lock().expect("no panic while held").take();
        if let Some(task) = task
            && task.await.is_err()
        {
            tracing::error!("the writer of the database did not end well");
        }
    }
}

async fn run(mut pen: impl Pen, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        metrics::histogram!("frente_store_group_size").record(group.len() as f64);
        let begun = Instant::now();
        let changes: Vec<&Change> = group.iter().map(|job| &job.change).collect();
        match pen.commit(&changes).await {
            Ok(written) => group.drain(..).zip(written).for_each(|(job, written)| answer(job, Ok(written))),
            // One of them is at fault: each for itself, so that the others are kept.
            Err(_) if group.len() > 1 => {
                for job in group.drain(..) {
                    let alone = pen.commit(&[&job.change]).await;
                    answer(job, alone.map(|written| written[0]));
                }
            }
            Err(error) => group.drain(..).zip([error]).for_each(|(job, error)| answer(job, Err(error))),
        }
        metrics::histogram!("frente_store_commit_seconds").record(begun.elapsed());
    }
    pen.close().await;
}

/// Whoever asked may have gone; what was written stays written.
fn answer(job: Job, result: Result<Written, StoreError>) {
    let result = match result {
        Ok(Written::Yes) => Ok(()),
        Ok(Written::Lost) => {
            metrics::counter!("frente_store_races_total").increment(1);
            Err(StoreError::Lost)
        }
        Err(error) => {
            metrics::counter!("frente_store_failures_total").increment(1);
            tracing::error!(%error, "a change was not kept");
            Err(error)
        }
    };
    let _ = job.done.send(result);
}
