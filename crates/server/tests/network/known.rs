//! On the wire, in every game: a socket carries what its seat knows, and nothing else.
//!
//! Random games are played through the server while the test keeps the match as its referee. After every action it imagines, for each
//! seat, another position that this seat cannot tell from the true one, and works out from *that* position all the seat may be told:
//! board, question, choices, log, odds, reasons. What the socket carried must be the same. Had anything hidden found its way into a
//! message, the message would follow the true position and differ.

use crate::common::{Client, House, Links};
use frente_catalog::{Visitor, source, visit};
use frente_engine::present::{Ask, Flow};
use frente_engine::record::{By, Throws};
use frente_engine::table::{Asked, EntryView, EventView, InFight, WaitKind, Waits, asked, choices};
use frente_engine::{Lexicon, Match, Message, Options, Playable, Rng, Seat, Side, Wait};
use serde_json::{Value, json};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// How often another world was found in which the seat is told the same of an action.
#[derive(Default, Debug)]
struct Seen {
    /// Positions imagined that were not the true one.
    worlds: usize,
    /// Entries of the log worked out in an imagined world.
    imagined: usize,
    /// Entries for which no such world was found; they are compared with the true one.
    trusted: usize,
    /// Actions hidden from somebody.
    hidden: usize,
}

/// A game to be played.
struct Walk {
    scenario: &'static str,
    steps: usize,
    seed: u64,
    /// Ask for odds at most so often: some games take long over them.
    odds: usize,
}

impl Visitor for Walk {
    type Out = Pin<Box<dyn Future<Output = Seen>>>;
    fn visit<G: Playable>(self) -> Self::Out {
        Box::pin(async move { Referee::<G>::new(&self).await.play(&self).await })
    }
}

/// The match as only the referee knows it, and everybody's socket.
struct Referee<G: Playable> {
    house: House,
    links: Links,
    game: Arc<G>,
    words: Arc<Lexicon>,
    record: Match<G>,
    clients: [Client; 3],
    /// How many messages of each socket have been looked at.
    read: [usize; 3],
    /// What each seat was told of each action.
    told: [Vec<Value>; 3],
    /// What each seat saw at each point.
    views: [Vec<Value>; 3],
    rng: Rng,
    seen: Seen,
}

impl<G: Playable> Referee<G> {
    async fn new(walk: &Walk) -> Self {
        let house = House::open().await;
        let seats = json!({ "republican": "me", "nationalist": "link" });
        let about = frente_engine::game::about::<G>(&source(G::KEY, None)).unwrap();
        let (_, options) = about.select(walk.scenario, &Options::default()).unwrap();
        let body = json!({ "game": G::KEY, "scenario": walk.scenario, "seats": seats, "dice": "typed" });
        let links = house.make_with(body).await;
        let game = Arc::new(G::open(&source(G::KEY, None), walk.scenario, &options).unwrap());
        let mut clients = Vec::new();
        for seat in Seat::ALL {
            clients.push(house.sit(links.token(&seat.to_string())).await);
        }
        Referee {
            words: game.lexicon("en"),
            record: Match::from_position(Arc::clone(&game), None, Throws::Typed),
            clients: clients.try_into().unwrap_or_else(|_| unreachable!("one for each seat")),
            house,
            links,
            game,
            read: [0; 3],
            told: [const { Vec::new() }; 3],
            views: [const { Vec::new() }; 3],
            rng: Rng::new(walk.seed),
            seen: Seen::default(),
        }
    }

    async fn play(mut self, walk: &Walk) -> Seen {
        for (i, seat) in Seat::ALL.into_iter().enumerate() {
            let state = self.state(seat);
            let joined = self.clients[i].state.clone();
            for (key, value) in state.as_object().unwrap() {
                assert_eq!(&joined[key], value, "{}: {seat} sits down, {key}", G::KEY);
            }
            self.views[i].push(state);
            self.read[i] = self.clients[i].carried.len();
        }
        let mut odds = walk.odds;
        for step in 0..walk.steps {
            let Some(line) = self.step().await else { break };
            let about = format!("{}/{} step {step}, {line:?}", G::KEY, walk.scenario);
            self.compare(&about);
            let fight = self.views[2].last().unwrap()["view"]["fight"].is_object();
            if step % 5 == 0 {
                self.pry(&about, fight && odds > 0).await;
                odds -= usize::from(fight && odds > 0);
            }
        }
        self.house.close().await;
        self.seen
    }

    /// Plays one action through the socket of whoever must, and on the referee's match. `None`: the game is over.
    async fn step(&mut self) -> Option<String> {
        let (what, side) = match self.record.wait() {
            Wait::Decision(side) => ("play", side),
            Wait::Chance(chance) => ("roll", chance.by.unwrap_or(frente_engine::Side::Republican)),
            Wait::Over(_) => return None,
        };
        let i = side.index();
        let line = self.choose(&self.clients[i].state.clone());
        let point = self.clients[i].point();
        self.clients[i].ask(what, json!({ "point": point, "line": line })).await.unwrap();
        for client in &mut self.clients {
            client.until(point + 1).await;
        }
        let before = *self.record.position();
        self.record.replay_line(&line).unwrap();
        for (k, seat) in Seat::ALL.into_iter().enumerate() {
            let entry = self.entry(&before, seat);
            self.told[k].push(entry);
        }
        Some(line)
    }

    /// Any sort of action is as likely as any other, so that a game gets on: there are always more moves than ends of moves.
    fn choose(&mut self, state: &Value) -> String {
        let choices = state["choices"].as_array().unwrap().iter().map(|c| c["line"].as_str().unwrap());
        let outcomes = state["waits"]["outcomes"].as_array().unwrap().iter().map(|o| o.as_str().unwrap());
        let lines: Vec<&str> = choices.chain(outcomes).collect();
        let verb = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let mut verbs: Vec<String> = lines.iter().map(|l| verb(l)).collect();
        verbs.sort_unstable();
        verbs.dedup();
        let wanted = &verbs[self.rng.below(verbs.len())];
        let fitting: Vec<&&str> = lines.iter().filter(|l| verb(l) == *wanted).collect();
        (**fitting[self.rng.below(fitting.len())]).to_owned()
    }

    /// All that a seat may be told of the match now, worked out in a world that it cannot tell from the true one.
    fn state(&mut self, seat: Seat) -> Value {
        let (game, truth) = (Arc::clone(&self.game), *self.record.position());
        let seen = game.seen(&truth, seat);
        let world = game.imagine(&seen, &mut self.rng);
        self.seen.worlds += usize::from(world != truth);
        let wait = game.wait(&world);
        let point = self.record.log().len();
        let view = game.view(&seen, seat, &self.words);
        let (mut offered, mut asks) = (Vec::new(), Asked::default());
        if let Some(side) = wait.side().filter(|s| seat.knows(*s)) {
            offered = choices(game.as_ref(), &world, side, &view, &self.words);
            asks = asked(&self.record, &self.words, (seat, side), &view, &mut offered);
        }
        let choices = offered;
        let shortcuts = if choices.is_empty() { Vec::new() } else { game.shortcuts(&world) };
        let mut boxes: Vec<(&str, String)> = Vec::new();
        for key in view.pieces.iter().filter_map(|p| p.off_map.as_deref()) {
            if boxes.iter().all(|(known, _)| *known != key) {
                boxes.push((key, self.words.box_title(key)));
            }
        }
        let odds = view.fight.as_ref().and_then(|_| game.odds(&seen, seat)).map(|o| o.view(&self.words));
        let stuck = !choices.is_empty() && choices.iter().all(|c| c.flow != Flow::Ends);
        let blocked = if stuck { game.why_not(&world, &Ask::default()) } else { None };
        let undo = self.may_undo(seat);
        let back = !choices.is_empty() && undo && {
            let before = game.seen(&self.record.at(point - 1), seat);
            game.view(&before, seat, &self.words).lies_as(&view)
        };
        let mut state = json!({
            "match": self.links.0["match"],
            "game": G::KEY,
            "scenario": game.scenario(),
            "options": game.options(),
            "dice": "typed",
            "commitment": null,
            "seed": null,
            "point": point,
            "length": point,
            "turns": self.record.turns().iter().map(|(turn, point)| json!({ "turn": turn, "point": point })).collect::<Vec<_>>(),
            "waits": self.waits(wait, &world, seat),
            "choices": choices,
            "undo": undo,
            "back": back,
            "alone": asks.alone,
            "boxes": boxes,
            "view": view,
        });
        if let Some(together) = asks.together {
            state["together"] = json!(together);
        }
        if !shortcuts.is_empty() {
            let shown = |(line, text)| json!({ "line": line, "text": self.words.say(&text) });
            state["shortcuts"] = shortcuts.into_iter().map(shown).collect();
        }
        if let Some(odds) = odds {
            state["odds"] = json!(odds);
        }
        if let Some(refusal) = blocked {
            let text = self.words.say(&game.explain(&refusal, &self.words));
            state["blocked"] = json!({ "text": text, "rule": refusal.rule });
        }
        state
    }

    /// May the seat take its last action back? Worked out in a world that it could not tell from the true one when it acted.
    fn may_undo(&mut self, seat: Seat) -> bool {
        let Some(last) = self.record.log().last() else { return false };
        let (by, action) = (last.by, last.action);
        let before = self.record.at(self.record.log().len() - 1);
        let world = self.game.imagine(&self.game.seen(&before, seat), &mut self.rng);
        seat.side().is_some_and(|side| by == By::Side(side)) && !self.game.reveals(&world, action)
    }

    fn waits(&self, wait: Wait, world: &G::Position, seat: Seat) -> Waits {
        let mut waits = Waits {
            kind: WaitKind::Decision,
            side: None,
            text: String::new(),
            winner: None,
            rule: None,
            outcomes: Vec::new(),
        };
        match wait {
            Wait::Decision(side) => waits.side = Some(side),
            Wait::Chance(chance) => {
                waits.kind = WaitKind::Chance;
                waits.side = chance.by;
                let by = chance.by.map_or("nobody", Side::key);
                waits.text = self.words.say(&Message::new(chance.what).with("side", by));
                if chance.by.is_none_or(|side| seat.knows(side)) {
                    let mut outcomes = Vec::new();
                    self.game.chance(world, &mut outcomes);
                    waits.outcomes =
                        outcomes.into_iter().map(|(action, _)| self.line(world, action)).collect();
                }
            }
            Wait::Over(outcome) => {
                waits.kind = WaitKind::Over;
                waits.winner = outcome.winner;
                waits.rule = Some(outcome.rule);
                waits.text = self.words.say(&self.game.conclude(&outcome));
            }
        }
        waits
    }

    fn line(&self, position: &G::Position, action: G::Action) -> String {
        let mut line = String::new();
        self.game.print(position, action, &mut line);
        line
    }

    /// What a seat may be told of the last action: what it would be told in another world, in which the action, or one that looks the
    /// same from this seat, leads to what the seat now sees.
    fn entry(&mut self, before: &G::Position, seat: Seat) -> Value {
        let game = Arc::clone(&self.game);
        let (point, last) = (self.record.log().len() - 1, self.record.log().last().expect("an action"));
        let (by, turn, action) = (last.by, last.turn, last.action);
        let known = game.seen(before, seat);
        let after = game.seen(self.record.position(), seat);
        let hidden = game.hides(before, action, seat);
        self.seen.hidden += usize::from(hidden);
        for _ in 0..12 {
            let world = game.imagine(&known, &mut self.rng);
            if world == *before {
                continue;
            }
            for other in self.alike(&world, action, hidden, seat) {
                let (mut then, mut events) = (world, Vec::new());
                game.apply(&mut then, other, &mut events);
                if game.seen(&then, seat) == after {
                    self.seen.imagined += 1;
                    return self.told_of(&world, other, &events, seat, (point, by, turn));
                }
            }
        }
        self.seen.trusted += 1;
        let events = self.record.log()[point].events.clone();
        self.told_of(before, action, &events, seat, (point, by, turn))
    }

    /// Actions of another world that a seat could take for this one.
    fn alike(&mut self, world: &G::Position, action: G::Action, hidden: bool, seat: Seat) -> Vec<G::Action> {
        if !hidden {
            return if self.game.check(world, action).is_ok() { vec![action] } else { Vec::new() };
        }
        let (mut legal, mut chance) = (Vec::new(), Vec::new());
        self.game.legal(world, &mut legal);
        self.game.chance(world, &mut chance);
        legal.extend(chance.into_iter().map(|(action, _)| action));
        legal.retain(|a| self.game.hides(world, *a, seat));
        self.rng.shuffle(&mut legal);
        legal.truncate(60);
        legal
    }

    fn told_of(
        &self,
        position: &G::Position,
        action: G::Action,
        events: &[G::Event],
        seat: Seat,
        (point, by, turn): (usize, By, u8),
    ) -> Value {
        let mut line = String::new();
        if self.game.hides(position, action, seat) {
            self.game.print_hidden(position, action, &mut line);
        } else {
            self.game.print(position, action, &mut line);
        }
        let events = events.iter().filter(|e| self.game.tells(e, seat)).map(|e| {
            let told = self.game.tell(e);
            EventView {
                text: self.words.say(&told.text),
                rule: told.rule,
                pieces: told.pieces,
                places: told.places,
                die: told.die,
                weight: told.weight,
            }
        });
        let roller = match self.game.wait(position) {
            Wait::Chance(chance) => chance.by,
            _ => None,
        };
        let fight = |p: &G::Position| self.game.view(&self.game.seen(p, seat), seat, &self.words).fight;
        let (before, mut after) = (fight(position), *position);
        self.game.apply(&mut after, action, &mut ());
        let first = before.is_none();
        let fight =
            before.or_else(|| fight(&after)).map(|f| InFight { kind: f.kind, target: f.target, first });
        json!(EntryView { point, by: by.key(), roller, line, turn, fight, events: events.collect() })
    }

    /// Every message since the last look is one that the seat may have.
    fn compare(&mut self, about: &str) {
        for (i, seat) in Seat::ALL.into_iter().enumerate() {
            let state = self.state(seat);
            let entry = self.told[i].last().unwrap().clone();
            let mut played = state.clone();
            played["entries"] = json!([entry]);
            let mut changes = 0;
            for text in &self.clients[i].carried[self.read[i]..] {
                let mut message: Value = serde_json::from_str(text).unwrap();
                match message["event"].as_str() {
                    Some("presence") => continue,
                    Some("changed") => {
                        let expected = json!({ "event": "changed", "state": state, "entries": [entry] });
                        same(&message, &expected, about, seat);
                    }
                    Some(other) => panic!("{about}: {seat} is told of {other:?}"),
                    None => same(&message["ok"].take(), &played, about, seat),
                }
                changes += 1;
            }
            assert_eq!(changes, 1, "{about}: {seat} is told of an action once");
            self.read[i] = self.clients[i].carried.len();
            self.views[i].push(state);
        }
    }

    /// Asks everything a curious player could ask.
    async fn pry(&mut self, about: &str, odds: bool) {
        let sheet = self.game.sheet();
        let places = match &sheet.map {
            frente_engine::sheet::MapSheet::Hexes(map) => {
                map.hexes.iter().map(|h| h.id.clone()).collect::<Vec<_>>()
            }
            frente_engine::sheet::MapSheet::Areas(map) => map.areas.iter().map(|a| a.id.clone()).collect(),
        };
        let (point, over) = (self.record.log().len(), self.record.wait().is_over());
        for (i, seat) in Seat::ALL.into_iter().enumerate() {
            let seen = self.game.seen(self.record.position(), seat);
            let world = self.game.imagine(&seen, &mut self.rng);
            let early = self.rng.below(point + 1);
            let place = places[self.rng.below(places.len())].clone();
            let piece = sheet.pieces[self.rng.below(sheet.pieces.len())].id.clone();
            let client = &mut self.clients[i];

            let at = client.ask("at", json!({ "point": early })).await.unwrap();
            same(&at["view"], &self.views[i][early]["view"], about, seat);
            assert!(at["choices"].as_array().unwrap().is_empty() || early == point);
            let log = client.ask("log", json!({ "from": early })).await.unwrap();
            same(&log["entries"], &json!(self.told[i][early..]), about, seat);
            let saved = client.ask("save", json!({})).await.is_ok();
            assert_eq!(
                saved, over,
                "{about}: {seat} gets the referee's file before the end, or not after it"
            );

            let key = sheet.overlays[self.rng.below(sheet.overlays.len())].0.replace('*', &piece);
            let layer = client.ask("overlay", json!({ "key": key })).await.unwrap();
            same(&layer["overlay"], &json!(self.game.overlay(&seen, seat, &key)), about, seat);

            let ask = Ask { piece: Some(piece).filter(|_| early.is_multiple_of(2)), place: Some(place) };
            let why = client.ask("why", json!({ "piece": ask.piece, "place": ask.place })).await.unwrap();
            let decides = self.game.wait(&world).side().is_some_and(|side| seat.knows(side));
            let refusal = if decides { self.game.why_not(&world, &ask) } else { None };
            same(&why["why"]["rule"], &json!(refusal.map(|r| r.rule)), about, seat);

            if odds {
                let answer = client.ask("odds", json!({})).await.unwrap();
                let expected = self.game.odds(&seen, seat).map(|o| o.view(&self.words));
                same(&answer["odds"], &json!(expected), about, seat);
            }
            if odds && decides {
                self.try_out(i, seat, &world, about).await;
            }
            self.read[i] = self.clients[i].carried.len();
        }
    }

    /// Asks for the odds after one of the seat's choices: a choice that shows a secret is not tried out, and of any other the odds are those
    /// of a world that the seat cannot tell from the true one.
    async fn try_out(&mut self, i: usize, seat: Seat, world: &G::Position, about: &str) {
        let mut legal = Vec::new();
        self.game.legal(world, &mut legal);
        let action = legal[self.rng.below(legal.len())];
        let line = self.line(world, action);
        let answer = self.clients[i].ask("odds", json!({ "lines": [line] })).await;
        if self.game.reveals(world, action) {
            assert!(answer.is_err(), "{about}: {seat} tries out {line:?}, which shows a secret");
            return;
        }
        let mut after = *world;
        self.game.apply(&mut after, action, &mut ());
        let expected = self.game.odds(&self.game.seen(&after, seat), seat).map(|o| o.view(&self.words));
        same(&answer.unwrap()["odds"], &json!(expected), &format!("{about}, {line:?}"), seat);
    }
}

/// The two are the same; if not, says where.
fn same(carried: &Value, expected: &Value, about: &str, seat: Seat) {
    if let Some(where_) = difference(carried, expected) {
        panic!("{about}: the {seat} socket carries what {seat} cannot know, at {where_}");
    }
}

fn difference(a: &Value, b: &Value) -> Option<String> {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let keys = x.keys().chain(y.keys().filter(|k| !x.contains_key(*k)));
            keys.into_iter().find_map(|k| {
                let inner = difference(
                    x.get(k).unwrap_or(&json!("(absent)")),
                    y.get(k).unwrap_or(&json!("(absent)")),
                )?;
                Some(format!("{k}.{inner}"))
            })
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(i, (a, b))| Some(format!("{i}.{}", difference(a, b)?)))
        }
        // A chance that was text on the way may differ in its last digit.
        (Value::Number(x), Value::Number(y)) if close(x, y) => None,
        _ => (a != b).then(|| format!(": {a} instead of {b}")),
    }
}

fn close(x: &serde_json::Number, y: &serde_json::Number) -> bool {
    matches!((x.as_f64(), y.as_f64()), (Some(x), Some(y)) if (x - y).abs() < 1e-9)
}

async fn walk(game: &str, walk: Walk) -> Seen {
    let seen = visit(game, walk).unwrap().await;
    eprintln!("{game}: {seen:?}");
    seen
}

/// Games with secrets: other worlds there were, and most of what was told could be worked out in one.
fn secretive(seen: &Seen) {
    assert!(seen.worlds > 100, "{seen:?}");
    assert!(seen.hidden > 10, "{seen:?}");
    assert!(seen.imagined > seen.trusted, "{seen:?}");
}

#[tokio::test]
async fn aragon() {
    secretive(&walk("aragon", Walk { scenario: "belchite", steps: 300, seed: 1, odds: 4 }).await);
}

#[tokio::test]
async fn brunete() {
    secretive(&walk("brunete", Walk { scenario: "offensive", steps: 300, seed: 2, odds: 4 }).await);
}

#[tokio::test]
async fn madrid() {
    secretive(&walk("madrid", Walk { scenario: "campaign", steps: 300, seed: 3, odds: 4 }).await);
}

#[tokio::test]
async fn santander() {
    secretive(&walk("santander", Walk { scenario: "santander", steps: 300, seed: 4, odds: 2 }).await);
}

/// Nothing is secret here; all that is told is what anybody sees.
#[tokio::test]
async fn guadalajara() {
    let seen = walk("guadalajara", Walk { scenario: "guadalajara", steps: 300, seed: 5, odds: 4 }).await;
    assert_eq!(seen.worlds, 0, "{seen:?}");
}
