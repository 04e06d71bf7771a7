//! What servers tell one another, by LISTEN and NOTIFY.

use crate::store::StoreError;
use crate::store::signal::{Heard, Notice, Signal};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The channel on which notices go.
pub(in crate::store) const CHANNEL: &str = "frente";
/// How long to wait before listening again.
const PAUSE: Duration = Duration::from_millis(200);
/// How many notices may wait to be looked at.
const WAITING: usize = 8192;

/// The ear, and what it has heard.
pub(in crate::store) struct Notices {
    heard: Mutex<Option<mpsc::Receiver<Heard>>>,
    listening: Arc<AtomicBool>,
    task: JoinHandle<()>,
    process: u64,
}

impl Notices {
    pub(super) async fn listen(options: PgConnectOptions, process: u64) -> Result<Self, StoreError> {
        // A connection of its own: those that read come and go.
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options);
        let (tell, heard) = mpsc::channel(WAITING);
        let listening = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(run(pool, tell, Arc::clone(&listening), process));
        Ok(Notices { heard: Mutex::new(Some(heard)), listening, task, process })
    }

    /// What is heard; for the first who asks.
    pub(in crate::store) fn heard(&self) -> Option<mpsc::Receiver<Heard>> {
        self.heard.lock().expect("no panic while held").take()
    }

    /// Would a notice be heard now?
    pub(in crate::store) fn listening(&self) -> bool {
        self.listening.load(Ordering::Relaxed)
    }

    /// Tells the others something that is not kept.
    pub(in crate::store) async fn tell(&self, pool: &PgPool, signals: Vec<Signal>) -> Result<(), StoreError> {
        let from = self.process;
        let notices: Vec<String> =
            signals.into_iter().map(|signal| Notice { from, signal }.to_string()).collect();
        sqlx::query("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice")
            .bind(CHANNEL)
            .bind(notices)
            .execute(pool)
            .await?;
        Ok(())
    }

    pub(super) fn close(&self) {
        self.task.abort();
    }
}

/// Listens, and again when the connection breaks. What was told meanwhile is lost; whoever listens is told that.
async fn run(pool: PgPool, tell: mpsc::Sender<Heard>, listening: Arc<AtomicBool>, process: u64) {
    loop {
        if let Err(error) = listen(&pool, &tell, &listening, process).await {
            tracing::warn!(%error, "the database's notices are not heard");
        }
        listening.store(false, Ordering::Relaxed);
        metrics::counter!("frente_notices_lost_total").increment(1);
        if tell.is_closed() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen(
    pool: &PgPool,
    tell: &mpsc::Sender<Heard>,
    listening: &AtomicBool,
    process: u64,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    listening.store(true, Ordering::Relaxed);
    // From here on everything is heard; what came before is to be looked for.
    let _ = tell.send(Heard::Gap).await;
    while let Some(notification) = listener.try_recv().await? {
        metrics::counter!("frente_notices_total").increment(1);
        match notification.payload().parse::<Notice>() {
            Ok(notice) if notice.from == process => {}
            Ok(notice) => {
                if tell.send(Heard::Notice(notice)).await.is_err() {
                    return Ok(());
                }
            }
            // A later program may say what this one does not know.
            Err(error) => tracing::debug!(%error, "a notice of another sort"),
        }
    }
    Ok(())
}
