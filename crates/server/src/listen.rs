//! Taking connections: so many from an address and so many in all, each with so much time for a head and for reading what it is sent.

use crate::limits::Open;
use crate::server::App;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tokio_util::task::TaskTracker;
use tower::Service as _;

/// The largest head of a request.
const HEAD: usize = 16 << 10;
/// How long to wait when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections until the server goes down, and ends when the last of them has.
pub async fn serve(listener: TcpListener, router: Router, app: Arc<App>, connections: Arc<Open>) {
    let tasks = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not taken");
                    sleep(PAUSE).await;
                    continue;
                }
            },
            () = app.shutdown.cancelled() => break,
        };
        // Behind a proxy all connections are the proxy's; who calls is known only when a head was read.
        let address = if app.config.proxies > 0 { unspecified(peer) } else { peer };
        let Some(ticket) = connections.ticket(address.ip()) else {
            metrics::counter!("frente_refused_total", "reason" => "connections").increment(1);
            continue;
        };
        let (router, app) = (router.clone(), Arc::clone(&app));
        tasks.spawn(async move {
            connection(stream, peer, router, &app).await;
            drop(ticket);
        });
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// Stands for everybody behind the proxy: as many connections as there may be in all.
fn unspecified(peer: SocketAddr) -> SocketAddr {
    SocketAddr::from(([0, 0, 0, 0], peer.port()))
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, app: &App) {
    // An action is a small message that somebody waits for.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "set_nodelay");
    }
    let limits = &app.config.limits;
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, limits.stalled)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = app.shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%error, "a connection ended");
    }
}

/// A stream that gives up on a reader who takes nothing for too long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// Since when nothing could be written; allocated once somebody is slow.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient { stream, patience, stalled: None }
    }

    fn judge<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let until = Instant::now() + self.patience;
        let timer = self.stalled.get_or_insert_with(|| Box::pin(sleep_until(until)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the reader takes nothing")))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Lets the process have as many files as the system allows, for a connection is one; how many those are.
#[cfg(unix)]
pub fn raise_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
    getrlimit(Resource::Nofile).current
}

/// Here there is no such limit.
#[cfg(not(unix))]
pub fn raise_files() -> Option<u64> {
    None
}
