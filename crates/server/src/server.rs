//! The server: routes, what all of them share, and its life from the first connection to the last.

use crate::config::Config;
use crate::guard::Caller;
use crate::library::Library;
use crate::limits::{Buckets, Open};
use crate::room::{House, Room};
use crate::rooms::Rooms;
use crate::seats::Holds;
use crate::store::{Change, MatchId, Store, StoreError};
use crate::token::Token;
use crate::upgrade::Upgrade;
use crate::wire::Problem;
use crate::workers::Workers;
use crate::{api, assets, guard, listen, socket, telemetry, tidy, together};
use anyhow::Context as _;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use frente_engine::table::Code;
use metrics_exporter_prometheus::PrometheusHandle;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// How often rooms nobody uses are looked for.
const SWEEP: Duration = Duration::from_secs(15);
/// How long connections may take to end when the server goes down.
const FAREWELL: Duration = Duration::from_secs(10);

/// What all requests share.
pub struct App {
    /// How the server is set up.
    pub config: Config,
    /// All rooms.
    pub rooms: Rooms,
    /// All sockets.
    pub sockets: Arc<Open>,
    /// Cancelled when the server goes down.
    pub shutdown: CancellationToken,
    /// Figures.
    pub figures: PrometheusHandle,
    games: String,
    looks: Buckets,
    matches: Buckets,
    misses: Buckets,
    requests: Buckets,
    files: Buckets,
}

impl App {
    /// The room a link opens and what it holds there.
    ///
    /// # Errors
    /// `bad-token` when it opens none, `too-many` after too many of these.
    pub async fn find(&self, address: IpAddr, token: &str) -> Result<(Arc<Room>, Holds), Problem> {
        let (id, holds) = self.link(address, token).await?;
        let room = self.rooms.get(id).await?;
        Ok((room.ok_or_else(|| Problem::new(Code::UnknownMatch, "this match was deleted"))?, holds))
    }

    /// The match a link is of and what it holds there.
    ///
    /// # Errors
    /// `bad-token` when it is of none, `too-many` after too many of these.
    pub async fn link(&self, address: IpAddr, token: &str) -> Result<(MatchId, Holds), Problem> {
        if !self.misses.left(address) {
            return Err(Problem::new(Code::TooMany, "too many links that open nothing; wait a little"));
        }
        let found = match Token::parse(token) {
            Some(token) => self.rooms.house().store.token(token.hash()).await?,
            None => None,
        };
        found.ok_or_else(|| {
            self.misses.take(address);
            Problem::new(Code::BadToken, "this link opens no match")
        })
    }

    /// May this address ask one more question about a match?
    ///
    /// # Errors
    /// `too-many`.
    pub fn may_look(&self, address: IpAddr) -> Result<(), Problem> {
        if self.looks.take(address) {
            Ok(())
        } else {
            Err(Problem::new(Code::TooMany, "too many questions in a short time; wait a little"))
        }
    }

    /// May this address make one more match?
    ///
    /// # Errors
    /// `too-many`.
    pub fn may_make(&self, address: IpAddr) -> Result<(), Problem> {
        if self.matches.take(address) {
            Ok(())
        } else {
            Err(Problem::new(Code::TooMany, "too many matches in a short time; wait a little"))
        }
    }

    /// The list of games as text.
    ///
    /// # Errors
    /// Never; a method that answers a request.
    pub fn games(&self) -> Result<String, Problem> {
        Ok(self.games.clone())
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    /// Where figures are given out.
    metrics: Option<TcpListener>,
    connections: Arc<Open>,
    app: Arc<App>,
}

impl Server {
    /// Opens the database and the port.
    ///
    /// # Errors
    /// When either cannot be opened, or the games' data are wrong.
    pub async fn bind(config: Config) -> anyhow::Result<Self> {
        let library = Library::new(config.data.clone());
        Self::bind_with(config, library).await
    }

    /// The same with games from another shelf.
    ///
    /// # Errors
    /// See [`Server::bind`].
    pub async fn bind_with(config: Config, library: Library) -> anyhow::Result<Self> {
        let place = config.database()?;
        let games = api::list(&library)?;
        let store = Store::open(place.clone()).await.with_context(|| format!("opening {place}"))?;
        adopt(&store, &library).await.context("looking for the data files of matches")?;
        let listener = TcpListener::bind(config.listen)
            .await
            .with_context(|| format!("listening on {}", config.listen))?;
        let metrics = match config.metrics {
            Some(metrics) => Some(
                TcpListener::bind(metrics)
                    .await
                    .with_context(|| format!("listening on {metrics} for figures"))?,
            ),
            None => None,
        };
        let address = listener.local_addr()?;
        store.announce(&crate::url(address)).with_context(|| format!("writing beside {place}"))?;
        tracing::info!(database = %place, %address, "ready");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = config.limits.clone();
        let house = House {
            store,
            library,
            study: Workers::start("study", cores.div_ceil(2))?,
            workshop: Workers::start("workshop", cores.div_ceil(2))?,
            thinkers: Workers::start("thinkers", cores)?,
            watched: Arc::new(Semaphore::new(1)),
            said: Buckets::new(limits.chat_per_address),
            dice_wait: config.dice_wait,
            limits: limits.clone(),
        };
        let connections = connections(&config);
        let app = App {
            rooms: Rooms::new(Arc::new(house)),
            sockets: Open::new(
                limits.sockets_per_address,
                limits.sockets,
                limits.backlog_per_address,
                limits.backlog,
            ),
            shutdown: CancellationToken::new(),
            figures: telemetry::figures()?,
            games,
            looks: Buckets::new(limits.looks),
            matches: Buckets::new(limits.matches),
            misses: Buckets::new(limits.misses),
            requests: Buckets::new(limits.requests),
            files: Buckets::new(limits.files),
            config,
        };
        Ok(Server { listener, metrics, connections, app: Arc::new(app) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where figures are given out, if anywhere.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop` comes true: then takes no more connections, tells those there are that it goes down, waits until what
    /// has begun is done, and closes the database.
    ///
    /// # Errors
    /// When serving fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Server { listener, metrics, connections, app } = self;
        let mut helpers =
            vec![tokio::spawn(sweep(Arc::clone(&app))), tokio::spawn(together::keep_up(Arc::clone(&app)))];
        if let Some(days) = app.config.forget_after {
            let app = Arc::clone(&app);
            helpers.push(tokio::spawn(async move { tidy::keep_tidy(&app.rooms, days).await }));
        }
        let shutdown = app.shutdown.clone();
        let signal = {
            let shutdown = shutdown.clone();
            async move {
                stop.await;
                tracing::info!("going down");
                shutdown.cancel();
            }
        };
        let figures = metrics.map(|metrics| {
            let router = Router::new().route("/metrics", get(api::metrics)).with_state(Arc::clone(&app));
            let few = Open::new(16, 64, 0, 0);
            tokio::spawn(listen::serve(metrics, router, Arc::clone(&app), few))
        });
        let serve = listen::serve(listener, routes(Arc::clone(&app)), Arc::clone(&app), connections);
        tokio::spawn(signal);
        tokio::select! {
            () = serve => {}
            () = async { shutdown.cancelled().await; tokio::time::sleep(FAREWELL).await } => {
                tracing::warn!("some connections did not end in time");
            }
        }
        // Sockets have left their connections; they say goodbye by themselves.
        let goodbye = async {
            while app.sockets.open() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(FAREWELL, goodbye).await.is_err() {
            tracing::warn!("some sockets did not end in time");
        }
        if let Some(figures) = figures {
            figures.abort();
        }
        helpers.iter().for_each(tokio::task::JoinHandle::abort);
        app.rooms.house().store.close().await;
        tracing::info!("down");
        Ok(())
    }
}

/// A database of an earlier program kept no data files. Matches that were begun with those on the shelf keep them from now on.
async fn adopt(store: &Store, library: &Library) -> anyhow::Result<()> {
    for (id, header) in store.without_book().await? {
        let Some(game) = library.is_of_shelf(&header) else { continue };
        let book = store.keep_book(&library.files_to_keep(&game)?).await?;
        match store.write(Change::Adopt { id, book }).await {
            // It says so itself when somebody opens it.
            Ok(()) | Err(StoreError::Damaged(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// How many connections there may be: as many as the limits say, but never so many that no file is left for the database and the sockets
/// that are open already.
fn connections(config: &Config) -> Arc<Open> {
    let limits = &config.limits;
    let files = listen::raise_files().and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX);
    let all = limits.connections.min(files / 4);
    if files < limits.sockets + limits.connections {
        tracing::warn!(files, "the system allows fewer open files than there may be connections");
    }
    // A proxy holds its own clients back.
    let each = if config.proxies > 0 { all } else { limits.connections_per_address.min(all / 2) };
    Open::new(each, all, 0, 0)
}

async fn sweep(app: Arc<App>) {
    let mut tick = tokio::time::interval(SWEEP);
    loop {
        tick.tick().await;
        app.rooms.sweep(app.config.idle);
        app.figures.run_upkeep();
    }
}

fn routes(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/matches", post(api::make))
        .route("/api/matches/load", post(api::load))
        .route("/api/matches/branch", post(api::branch))
        .route("/api/mine", post(api::mine))
        .route("/api/forget", post(api::forget))
        .route("/api/games", get(api::games))
        .route("/api/sheet", get(api::sheet))
        .layer(DefaultBodyLimit::max(app.config.limits.body))
        .layer(CompressionLayer::new());
    let page = Router::new()
        .route("/", get(assets::index))
        .route("/play", get(assets::play))
        .route(&format!("/{}/{{version}}/{{*path}}", assets::KEPT), get(assets::kept))
        .route("/{*path}", get(assets::other))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&app), not_too_many_files));
    Router::new()
        .route("/ws", get(upgrade))
        .merge(api)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::own_pages_only))
        .route("/healthz", get(api::health))
        .route("/readyz", get(api::ready))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), not_too_many))
        .merge(page)
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, app.config.limits.request))
        .layer(middleware::map_response(guard::headers))
        .layer(CatchPanicLayer::custom(api::broke_down))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

async fn not_too_many(
    State(app): State<Arc<App>>,
    Caller(address): Caller,
    request: Request,
    next: Next,
) -> Response {
    unless_empty(&app.requests, address, request, next).await
}

async fn not_too_many_files(
    State(app): State<Arc<App>>,
    Caller(address): Caller,
    request: Request,
    next: Next,
) -> Response {
    unless_empty(&app.files, address, request, next).await
}

async fn unless_empty(buckets: &Buckets, address: IpAddr, request: Request, next: Next) -> Response {
    if buckets.take(address) {
        next.run(request).await
    } else {
        Problem::new(Code::TooMany, "too many requests; wait a little").into_response()
    }
}

async fn upgrade(State(app): State<Arc<App>>, Caller(address): Caller, upgrade: Upgrade) -> Response {
    let Some(ticket) = app.sockets.ticket(address) else {
        return Problem::new(Code::TooMany, "too many open connections").into_response();
    };
    let most = app.config.limits.message * socket::READ_TO_THE_END;
    upgrade.serve(most, move |socket| socket::serve(app, address, ticket, socket))
}
