//! The server: routes, what all of them share, and its life from the first connection to the last.

use crate::config::Config;
use crate::guard::Caller;
use crate::library::Library;
use crate::limits::{Buckets, Sockets};
use crate::room::{House, Room};
use crate::rooms::Rooms;
use crate::seats::Holds;
use crate::store::Store;
use crate::token::Token;
use crate::wire::Problem;
use crate::{api, assets, guard, socket, telemetry};
use anyhow::Context as _;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt as _;
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
    pub sockets: Arc<Sockets>,
    /// Cancelled when the server goes down.
    pub shutdown: CancellationToken,
    /// Figures.
    pub figures: PrometheusHandle,
    games: String,
    matches: Buckets,
    misses: Buckets,
    requests: Buckets,
}

impl App {
    /// The room a link opens and what it holds there.
    ///
    /// # Errors
    /// `bad-token` when it opens none, `too-many` after too many of these.
    pub async fn find(&self, address: IpAddr, token: &str) -> Result<(Arc<Room>, Holds), Problem> {
        if !self.misses.left(address) {
            return Err(Problem::new("too-many", "too many links that open nothing; wait a little"));
        }
        let found = match Token::parse(token) {
            Some(token) => self.rooms.find(&token).await?,
            None => None,
        };
        found.ok_or_else(|| {
            self.misses.take(address);
            Problem::new("bad-token", "this link opens no match")
        })
    }

    /// May this address make one more match?
    ///
    /// # Errors
    /// `too-many`.
    pub fn may_make(&self, address: IpAddr) -> Result<(), Problem> {
        if self.matches.take(address) {
            Ok(())
        } else {
            Err(Problem::new("too-many", "too many matches in a short time; wait a little"))
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
    app: Arc<App>,
}

impl Server {
    /// Opens the database and the port.
    ///
    /// # Errors
    /// When either cannot be opened, or the games' data are wrong.
    pub async fn bind(config: Config) -> anyhow::Result<Self> {
        let path = config.database()?;
        let library = Library::new(config.data.clone());
        let games = api::list(&library)?;
        let store = Store::open(&path).await.with_context(|| format!("opening {}", path.display()))?;
        let listener = TcpListener::bind(config.listen)
            .await
            .with_context(|| format!("listening on {}", config.listen))?;
        let address = listener.local_addr()?;
        store.announce(&crate::url(address)).with_context(|| format!("writing beside {}", path.display()))?;
        tracing::info!(database = %path.display(), %address, "ready");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let house = House { store, library, thinkers: Arc::new(Semaphore::new(cores)) };
        let limits = &config.limits;
        let app = App {
            rooms: Rooms::new(Arc::new(house)),
            sockets: Sockets::new(limits.sockets_per_address, limits.sockets),
            shutdown: CancellationToken::new(),
            figures: telemetry::figures()?,
            games,
            matches: Buckets::new(limits.matches),
            misses: Buckets::new(limits.misses),
            requests: Buckets::new(limits.requests),
            config,
        };
        Ok(Server { listener, app: Arc::new(app) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` comes true: then takes no more connections, tells those there are that it goes down, waits until what
    /// has begun is done, and closes the database.
    ///
    /// # Errors
    /// When serving fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Server { listener, app } = self;
        let sweeper = tokio::spawn(sweep(Arc::clone(&app)));
        let shutdown = app.shutdown.clone();
        let signal = {
            let shutdown = shutdown.clone();
            async move {
                stop.await;
                tracing::info!("going down");
                shutdown.cancel();
            }
        };
        // An action is a small message that somebody waits for.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "set_nodelay");
            }
        });
        let service = routes(Arc::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
        let serve = axum::serve(listener, service).with_graceful_shutdown(signal).into_future();
        let result = tokio::select! {
            result = serve => result,
            () = async { shutdown.cancelled().await; tokio::time::sleep(FAREWELL).await } => {
                tracing::warn!("some connections did not end in time");
                Ok(())
            }
        };
        sweeper.abort();
        app.rooms.house().store.close().await;
        tracing::info!("down");
        Ok(result?)
    }
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
        .layer(middleware::from_fn_with_state(Arc::clone(&app), not_too_many))
        .layer(DefaultBodyLimit::max(app.config.limits.body))
        .layer(CompressionLayer::new());
    let page = Router::new()
        .route("/", get(assets::index))
        .route("/play", get(assets::play))
        .route("/{*path}", get(assets::other))
        .layer(CompressionLayer::new());
    Router::new()
        .route("/ws", get(upgrade))
        .merge(api)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::own_pages_only))
        .route("/healthz", get(api::health))
        .route("/metrics", get(api::metrics))
        .merge(page)
        .layer(middleware::map_response(guard::headers))
        .layer(CatchPanicLayer::new())
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

async fn not_too_many(
    State(app): State<Arc<App>>,
    Caller(address): Caller,
    request: Request,
    next: Next,
) -> Response {
    if app.requests.take(address) {
        next.run(request).await
    } else {
        Problem::new("too-many", "too many requests; wait a little").into_response()
    }
}

async fn upgrade(
    State(app): State<Arc<App>>,
    Caller(address): Caller,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(ticket) = app.sockets.ticket(address) else {
        return Problem::new("too-many", "too many open connections").into_response();
    };
    let most = app.config.limits.message * socket::READ_TO_THE_END;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| socket::serve(app, address, ticket, socket))
}
