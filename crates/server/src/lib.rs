//! The table on the network: HTTP, WebSocket, storage, seats by link, computer players at work.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`server`] | routes, what they share, start and end |
//! | [`api`], [`socket`], [`assets`] | the doors: HTTP, WebSocket, the page's files |
//! | [`listen`], [`upgrade`], [`guard`], [`limits`], [`token`] | what stands before them: connections, headers, origins, rates, secrets |
//! | [`rooms`], [`room`] | matches in memory: referee, seats, pushes, computers |
//! | [`library`] | opened games, shared by all matches |
//! | [`workers`] | threads for what takes long |
//! | [`store`] | matches on disk, in a file or in a database that several servers share |
//! | [`together`] | keeping up with the other servers |
//! | [`tidy`] | matches that nobody plays any more |
//! | [`seats`], [`wire`] | the words they share: who plays, what is said |
//!
//! # The walk of an action
//! A page sends `{"id": 7, "do": "play", "point": 41, "line": "move …"}`. [`socket`] reads it, takes a drop from the connection's bucket,
//! and asks the link's [`room`]. The room locks the referee's table, checks that the action answers the point the match is at
//! (a late one is told what happened instead), plays it, and lets the program throw whatever dice follow. The new lines go to the [`store`]'s
//! writer, which commits them together with whatever other rooms are writing, with one `fsync` for all. Only then does everybody else
//! at the table get a push with what his seat may know, and the asker his answer.

pub mod api;
pub mod assets;
pub mod config;
pub mod guard;
pub mod library;
pub mod limits;
pub mod listen;
pub mod parcel;
pub mod room;
pub mod rooms;
pub mod seats;
pub mod server;
pub mod socket;
pub mod store;
pub mod telemetry;
pub mod tidy;
pub mod together;
pub mod token;
pub mod upgrade;
pub mod wire;
pub mod workers;

pub use config::{Config, Limits, Rate};
pub use server::Server;

use anyhow::Context as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use store::{Place, Store, StoreError};

/// Runs the server until it is told to end (Ctrl+C, or the system's signal), and opens the browser if the configuration says so.
///
/// # Errors
/// When the database or the port cannot be opened, or serving fails.
pub fn serve(config: Config) -> anyhow::Result<()> {
    telemetry::logs();
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    runtime.block_on(async {
        let open = config.open;
        let database = config.database()?;
        let server = match Server::bind(config).await {
            Ok(server) => server,
            Err(error) => return running(&database, open, error),
        };
        let url = url(server.address()?);
        println!("Frente is at {url} (Ctrl+C ends it)");
        show(&url, open);
        server.run(ended()).await
    })
}

/// Somebody starts Frente twice: he wants to see the one that runs.
fn running(database: &Place, open: bool, error: anyhow::Error) -> anyhow::Result<()> {
    let in_use = matches!(error.downcast_ref(), Some(StoreError::InUse(_)));
    match database.file().and_then(Store::announced).filter(|_| in_use && open) {
        Some(url) => {
            println!("Frente is already running at {url}");
            show(&url, open);
            Ok(())
        }
        None => Err(error),
    }
}

/// Opens the browser, if it is to be opened.
fn show(url: &str, open: bool) {
    if open && let Err(error) = open::that_detached(url) {
        tracing::warn!(%error, "the browser does not open by itself; go to {url}");
    }
}

/// Where a browser on this machine finds a server, even one that listens everywhere.
fn url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// Comes true when the process is told to end.
async fn ended() {
    let interrupt = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "cannot hear Ctrl+C");
            std::future::pending::<()>().await;
        }
    };
    // SIGHUP: the terminal it was started from was closed.
    #[cfg(unix)]
    let (terminate, hang_up) = {
        use tokio::signal::unix::SignalKind;
        (heard(SignalKind::terminate()), heard(SignalKind::hangup()))
    };
    #[cfg(not(unix))]
    let (terminate, hang_up) = (std::future::pending::<()>(), std::future::pending::<()>());
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
        () = hang_up => {}
    }
}

#[cfg(unix)]
async fn heard(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}
