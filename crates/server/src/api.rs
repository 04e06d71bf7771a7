//! HTTP beside the socket: making matches, the list of one's games, what is printed, health and figures.

use crate::guard::Caller;
use crate::room::throw_for_program;
use crate::seats::{Player, Taker, Takers};
use crate::server::App;
use crate::store::{Change, MatchId};
use crate::token::Token;
use crate::wire::{Problem, text};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use frente_engine::protocol::DiceKind;
use frente_engine::table::{Table, TableError};
use frente_engine::{Options, Seed, Side};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How many links one may ask about at once.
const MINE: usize = 200;
/// Pause between two decisions of a computer when a person plays, and when people only watch, in milliseconds.
const PACE: u64 = 80;
const PACE_WATCHED: u64 = 400;

type Answer = Result<Response, Problem>;
type Body<T> = Result<Json<T>, JsonRejection>;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        metrics::counter!("frente_refused_total", "reason" => self.code()).increment(1);
        let status = match self.code() {
            "bad-token" | "refused" => StatusCode::FORBIDDEN,
            "unknown-match" => StatusCode::NOT_FOUND,
            "too-many" => StatusCode::TOO_MANY_REQUESTS,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            "bad-save" => StatusCode::UNPROCESSABLE_ENTITY,
            "bad-data" => StatusCode::INTERNAL_SERVER_ERROR,
            "failed" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(json!({ "error": self }))).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            _ if matches!(rejection, JsonRejection::JsonSyntaxError(_)) => "bad-json",
            _ => "bad-request",
        };
        Problem::new(code, rejection.body_text())
    }
}

/// A table that could not be opened because of what the client asked for, or because of the host's data files.
fn unopened(error: &TableError) -> Problem {
    use frente_engine::OpenError;
    let code = match error {
        TableError::Load(_) => "bad-save",
        TableError::Open(OpenError::Data(_)) => "bad-data",
        _ => "bad-request",
    };
    Problem::new(code, error.to_string())
}

/// A match to be made.
#[derive(Deserialize)]
pub struct Make {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    dice: DiceKind,
    seats: Takers,
    /// A number or 64 hexadecimal digits; for matches of one person.
    #[serde(default)]
    seed: Option<Value>,
}

/// Makes a match.
pub async fn make(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Make>) -> Answer {
    app.may_make(address)?;
    let Json(make) = body?;
    let seed = match (&make.seed, make.dice) {
        (_, DiceKind::Typed) => None,
        (None, DiceKind::Seeded) => Some(fresh_seed()?),
        (Some(_), DiceKind::Seeded) if make.seats.given_away() => {
            let problem = "whoever gives the seed knows the dice: not in a match with somebody else";
            return Err(Problem::new("bad-request", problem));
        }
        (Some(seed), DiceKind::Seeded) => Some(given_seed(seed)?),
    };
    let library = Arc::clone(app.rooms.house());
    let table = blocking(move || {
        library.library.open(&make.game, &make.scenario, &make.options, seed).map_err(|e| unopened(&e))
    })
    .await?;
    seat(&app, table, &make.seats).await
}

/// A saved match to go on with.
#[derive(Deserialize)]
pub struct Load {
    save: String,
    seats: Takers,
}

/// Makes a match of a saved one.
pub async fn load(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Load>) -> Answer {
    app.may_make(address)?;
    let Json(load) = body?;
    let house = Arc::clone(app.rooms.house());
    let mut table = {
        let save = load.save;
        blocking(move || house.library.load(&save).map_err(|e| unopened(&e))).await?
    };
    if load.seats.given_away() && table.seeded() {
        // Whoever had the file could read its seed: from here on, dice nobody knows.
        table = table.branch(table.point(), Some(fresh_seed()?));
    }
    seat(&app, table, &load.seats).await
}

/// A point of a match to go on from, against oneself.
#[derive(Deserialize)]
pub struct Branch {
    token: String,
    point: usize,
}

/// Makes a match of the beginning of another.
pub async fn branch(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Branch>) -> Answer {
    app.may_make(address)?;
    let Json(branch) = body?;
    let (room, holds) = app.find(address, &branch.token).await?;
    let table = room.branch(holds, branch.point, fresh_seed()?).await?;
    seat(&app, table, &Takers { republican: Taker::Me, nationalist: Taker::Me }).await
}

/// Keeps a new match and hands out its links.
async fn seat(app: &App, mut table: Box<dyn Table>, seats: &Takers) -> Answer {
    let players = seats.players();
    for side in Side::BOTH {
        if let Player::Computer(name) = &players[side]
            && !frente_ai::PLAYERS.contains(&name.as_str())
        {
            let problem = format!(
                "there is no computer player {name:?}; expected one of {}",
                frente_ai::PLAYERS.join(", ")
            );
            return Err(Problem::new("bad-request", problem));
        }
    }
    let people = players.0.contains(&Player::Person);
    if !people && !table.seeded() {
        return Err(Problem::new("bad-request", "nobody is there to type in dice"));
    }
    throw_for_program(table.as_mut(), &players)?;
    let id = MatchId::generate()?;
    let mut links = Map::new();
    let mut hashes = Vec::new();
    for holds in seats.links() {
        let token = Token::generate()?;
        hashes.push((token.hash(), holds));
        for seat in holds.seats() {
            links.insert(seat.to_string(), token.link().into());
        }
    }
    let change = Change::Make {
        id,
        header: table.header(),
        lines: table.record_lines(0).into_iter().map(str::to_owned).collect(),
        players,
        pace: if people { PACE } else { PACE_WATCHED },
        links: hashes,
    };
    app.rooms.house().store.write(change).await?;
    metrics::counter!("frente_matches_total").increment(1);
    let (game, scenario) = table.names();
    tracing::info!(%id, game, scenario, "a match was made");
    Ok(Json(json!({ "match": id, "links": links })).into_response())
}

/// Links one has.
#[derive(Deserialize)]
pub struct Mine {
    tokens: Vec<String>,
}

/// One's games. Links that open nothing are left out.
pub async fn mine(State(app): State<Arc<App>>, body: Body<Mine>) -> Answer {
    let Json(mine) = body?;
    if mine.tokens.len() > MINE {
        return Err(Problem::new("bad-request", format!("at most {MINE} links at once")));
    }
    let mut games = Vec::new();
    for text in &mine.tokens {
        // Links of deleted matches stay in people's browsers; asking about them is no guessing.
        let Some(token) = Token::parse(text) else { continue };
        let Some((room, holds)) = app.rooms.find(&token).await? else { continue };
        let mut summary = room.summary(holds).await?;
        summary["token"] = text.as_str().into();
        games.push(summary);
    }
    Ok(Json(json!({ "games": games })).into_response())
}

/// A link one no longer wants.
#[derive(Deserialize)]
pub struct Forget {
    token: String,
}

/// Deletes a match if the link holds every seat a person sits in. Otherwise somebody else may want to go on.
pub async fn forget(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Forget>) -> Answer {
    let Json(forget) = body?;
    let (room, holds) = app.find(address, &forget.token).await?;
    let alone = Side::BOTH.into_iter().all(|side| room.players()[side] != Player::Person || holds.side(side));
    if alone {
        room.delete().await?;
        app.rooms.remove(room.id());
    }
    Ok(Json(json!({ "deleted": alone })).into_response())
}

/// What every game says of itself, and who plays it.
pub async fn games(State(app): State<Arc<App>>) -> Answer {
    Ok(as_json(app.games()?))
}

/// Which sheet.
#[derive(Deserialize)]
pub struct Which {
    game: String,
    scenario: String,
}

/// What is printed: map, counters, tables, rules.
pub async fn sheet(State(app): State<Arc<App>>, which: Query<Which>, headers: HeaderMap) -> Answer {
    let house = Arc::clone(app.rooms.house());
    let sheet = blocking(move || {
        house.library.sheet(&which.game, &which.scenario, &Options::default()).map_err(|e| unopened(&e))
    })
    .await?;
    Ok(crate::assets::cached("application/json", sheet.to_string(), &headers))
}

/// Is the server well? It is when it can write.
pub async fn health(State(app): State<Arc<App>>) -> Response {
    let store = &app.rooms.house().store;
    let well = matches!(tokio::time::timeout(Duration::from_secs(2), store.ping()).await, Ok(Ok(())));
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = json!({
        "status": if well { "ok" } else { "the database does not answer" },
        "frente": env!("CARGO_PKG_VERSION"),
        "rooms": app.rooms.len(),
        "sockets": app.sockets.open(),
    });
    (status, Json(body)).into_response()
}

/// Figures for Prometheus.
pub async fn metrics(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.figures.render()).into_response()
}

fn as_json(body: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn fresh_seed() -> Result<Seed, Problem> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Seed(seed))
}

fn given_seed(seed: &Value) -> Result<Seed, Problem> {
    let digits = seed.as_str().map_or_else(|| seed.to_string(), str::to_owned);
    digits.parse().map_err(|e: frente_engine::chance::NotASeed| Problem::new("bad-request", e.to_string()))
}

/// Work that takes more than a moment (reading data files, replaying a save) off the threads that answer.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "opening a match broke down");
        Problem::new("failed", "opening the match broke down")
    })?
}

/// The list of games as text.
pub fn list(library: &crate::library::Library) -> anyhow::Result<String> {
    Ok(text(&json!({ "games": library.about()?, "players": frente_ai::PLAYERS })))
}
