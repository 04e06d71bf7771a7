//! HTTP beside the socket: making matches, the list of one's games, what is printed, health and figures.

use crate::guard::Caller;
use crate::room::throw_for_program;
use crate::seats::{Holds, Player, Taker, Takers};
use crate::server::App;
use crate::store::{Change, MatchId};
use crate::token::Token;
use crate::wire::{Problem, text};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use frente_engine::chance::Share;
use frente_engine::protocol::DiceKind;
use frente_engine::table::{Code, Table};
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
    let chosen = make.seed.clone();
    let seed = match (&make.seed, make.dice) {
        (_, DiceKind::Typed) => None,
        (None, DiceKind::Seeded) => Some(fresh_seed()?),
        (Some(_), DiceKind::Seeded) if make.seats.given_away() => {
            let problem = "whoever gives the seed knows the dice: not in a match with somebody else";
            return Err(Problem::new(Code::BadRequest, problem));
        }
        (Some(seed), DiceKind::Seeded) => Some(given_seed(seed)?),
    };
    let Make { game, scenario, options, seats, .. } = make;
    let house = Arc::clone(app.rooms.house());
    let open = move || house.library.open(&game, &scenario, &options, seed).map_err(|e| Problem::from(&e));
    let mut table = app.rooms.house().workshop.work(open).await?;
    if chosen.is_none() {
        expect_shares(table.as_mut(), &seats)?;
    }
    seat(&app, table, &seats, false).await
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
    let save = load.save;
    let open = move || -> Result<_, Problem> {
        let table = house.library.load(&save).map_err(|e| Problem::from(&e))?;
        // Where there is a seed, the throws must be its own.
        if table.seeded() {
            table.verify().map_err(|problem| Problem::new(Code::BadSave, problem))?;
        }
        Ok(table)
    };
    let mut table = app.rooms.house().workshop.work(open).await?;
    if load.seats.given_away() && table.seeded() {
        // Whoever had the file could read its seed: from here on, dice nobody knows.
        table = table.branch(table.point(), Some(fresh_seed()?));
        expect_shares(table.as_mut(), &load.seats)?;
    }
    seat(&app, table, &load.seats, true).await
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
    let mut table = room.branch(holds, branch.point, fresh_seed()?).await?;
    let seats = Takers { republican: Taker::Me, nationalist: Taker::Me };
    expect_shares(table.as_mut(), &seats)?;
    seat(&app, table, &seats, false).await
}

/// The host has drawn the seed; everybody who plays adds to it before the first throw.
fn expect_shares(table: &mut dyn Table, seats: &Takers) -> Result<(), Problem> {
    if table.seeded() {
        let people = seats.links().into_iter().filter(|holds| *holds != Holds::Nothing);
        table.set_shares(people.map(Share::expected).collect())?;
    }
    Ok(())
}

/// Keeps a new match and hands out its links.
async fn seat(app: &App, mut table: Box<dyn Table>, seats: &Takers, uploaded: bool) -> Answer {
    let players = seats.players();
    for side in Side::BOTH {
        if let Player::Computer(name) = &players[side]
            && !frente_ai::PLAYERS.contains(&name.as_str())
        {
            return Err(Problem::new(Code::BadRequest, frente_ai::unknown(name)));
        }
    }
    let people = players.0.contains(&Player::Person);
    if !people && !table.seeded() {
        return Err(Problem::new(Code::BadRequest, "nobody is there to type in dice"));
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
    let house = app.rooms.house();
    let (game, _) = table.names();
    let files = house.library.files_to_keep(game).map_err(|e| Problem::from(&e.into()))?;
    let book = Some(house.store.keep_book(&files).await?);
    let change = Change::Make {
        id,
        header: table.header(),
        lines: table.record_lines(0).into_iter().map(str::to_owned).collect(),
        players,
        pace: if people { PACE } else { PACE_WATCHED },
        links: hashes,
        uploaded,
        book,
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
pub async fn mine(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Mine>) -> Answer {
    let Json(mine) = body?;
    if mine.tokens.len() > MINE {
        return Err(Problem::new(Code::BadRequest, format!("at most {MINE} links at once")));
    }
    let mut games = Vec::new();
    for text in &mine.tokens {
        // Links of deleted matches stay in people's browsers; asking about them is no guessing.
        let Some(token) = Token::parse(text) else { continue };
        app.may_look(address)?;
        let mut line = match summary(&app, &token).await {
            Ok(Some(summary)) => summary,
            Ok(None) => continue,
            // One bad match is one line that says why.
            Err(problem) => json!({ "error": problem }),
        };
        line["token"] = text.as_str().into();
        games.push(line);
    }
    Ok(Json(json!({ "games": games })).into_response())
}

async fn summary(app: &App, token: &Token) -> Result<Option<Value>, Problem> {
    let Some((room, holds)) = app.rooms.find(token).await? else { return Ok(None) };
    Ok(Some(room.summary(holds).await?))
}

/// A link one no longer wants.
#[derive(Deserialize)]
pub struct Forget {
    token: String,
}

/// Deletes a match if the link holds every seat a person sits in. Otherwise somebody else may want to go on.
pub async fn forget(State(app): State<Arc<App>>, Caller(address): Caller, body: Body<Forget>) -> Answer {
    let Json(forget) = body?;
    let (id, holds) = app.link(address, &forget.token).await?;
    let others = app.rooms.house().store.links(id).await?;
    let alone = !others.into_iter().any(|other| other != Holds::Nothing && other != holds);
    if alone {
        app.rooms.delete(id).await?;
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
    let read = move || {
        house.library.sheet(&which.game, &which.scenario, &Options::default()).map_err(|e| Problem::from(&e))
    };
    let sheet = app.rooms.house().workshop.work(read).await?;
    Ok(crate::assets::cached("application/json", sheet.to_string(), &headers))
}

/// Is the server well? It is when it can write.
pub async fn health(State(app): State<Arc<App>>) -> Response {
    let store = &app.rooms.house().store;
    let well = match tokio::time::timeout(Duration::from_secs(2), store.ping()).await {
        Ok(well) => well,
        Err(_) => Err("the database does not answer".to_owned()),
    };
    let status = if well.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = json!({
        "status": well.err().unwrap_or_else(|| "ok".to_owned()),
        "frente": env!("CARGO_PKG_VERSION"),
        "rooms": app.rooms.len(),
        "sockets": app.sockets.open(),
    });
    (status, Json(body)).into_response()
}

/// Shall the proxy send somebody here? Not while the server goes down, cannot write, or does not hear the others.
pub async fn ready(State(app): State<Arc<App>>) -> Response {
    let store = &app.rooms.house().store;
    let why_not = if app.shutdown.is_cancelled() {
        Some("going down".to_owned())
    } else if !store.listening() {
        Some("the other servers are not heard".to_owned())
    } else {
        match tokio::time::timeout(Duration::from_secs(2), store.ping()).await {
            Ok(well) => well.err(),
            Err(_) => Some("the database does not answer".to_owned()),
        }
    };
    let status = if why_not.is_none() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "status": why_not.unwrap_or_else(|| "ready".to_owned()) }))).into_response()
}

/// What is answered when the program breaks down over a request.
pub fn broke_down(panic: Box<dyn std::any::Any + Send>) -> Response {
    let what = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    tracing::error!(what = what.unwrap_or("?"), "a request broke the program down");
    Problem::broken().into_response()
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
    digits.parse().map_err(|e: frente_engine::chance::NotASeed| Problem::new(Code::BadRequest, e.to_string()))
}

/// The list of games as text.
pub fn list(library: &crate::library::Library) -> anyhow::Result<String> {
    Ok(text(&json!({ "games": library.about()?, "players": frente_ai::PLAYERS })))
}
