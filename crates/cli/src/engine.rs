//! `frente engine`: the protocol on standard input and output, one JSON object a line.

use crate::fresh_seed;
use anyhow::Result;
use frente_engine::protocol::{self, Answer, Asker, DiceKind, Envelope, PROTOCOL, Problem, Request, Rights};
use frente_engine::record::assemble;
use frente_engine::table::{Code, Denied, Mind, Opening, Table};
use frente_engine::{Options, Seat, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

/// A line longer than this is refused, whatever is in it.
const MOST_BYTES: usize = 8 << 20;

/// Answers requests until the input ends.
pub fn run(data: Option<&Path>) -> Result<ExitCode> {
    serve(data, std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn serve(data: Option<&Path>, input: impl BufRead, mut out: impl Write) -> Result<()> {
    let mut session = Session::new(data);
    for line in input.split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = session.answer(&line);
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Which book a match is played from: game, scenario and the options that were given.
type Book = (String, String, Options);

struct Session<'a> {
    data: Option<&'a Path>,
    tables: BTreeMap<String, Box<dyn Table>>,
    /// Matches nobody plays: others branch off before the first action and share map, counters and tables, which take far more room than
    /// the match itself and far longer to read.
    blanks: Vec<(Book, Box<dyn Table>)>,
    opened: usize,
}

/// So many books are kept open. Who plays more of them at a time waits a little longer for a new match.
const MOST_BLANKS: usize = 16;

#[derive(Deserialize)]
struct Start {
    game: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    seed: Option<Value>,
    #[serde(default)]
    dice: DiceKind,
    set: Option<toml::Table>,
    #[serde(default = "spectator")]
    seat: Seat,
}

#[derive(Deserialize)]
struct Load {
    save: String,
    #[serde(default = "spectator")]
    seat: Seat,
}

#[derive(Deserialize)]
struct About {
    #[serde(rename = "match")]
    which: String,
    #[serde(default)]
    seat: Option<Seat>,
}

fn spectator() -> Seat {
    Seat::Spectator
}

fn read<T: for<'de> Deserialize<'de>>(message: &Value) -> Result<T, Denied> {
    T::deserialize(message).map_err(|e| Denied::new(Code::BadRequest, e.to_string()))
}

impl<'a> Session<'a> {
    fn new(data: Option<&'a Path>) -> Self {
        Session { data, tables: BTreeMap::new(), blanks: Vec::new(), opened: 0 }
    }

    fn answer(&mut self, line: &[u8]) -> Answer<Value> {
        let refuse = |code, problem: String| Answer::new(Value::Null, Err(Denied::new(code, problem).into()));
        if line.len() > MOST_BYTES {
            return refuse(Code::TooLarge, format!("a line has at most {MOST_BYTES} bytes"));
        }
        let message: Value = match serde_json::from_slice(line) {
            Ok(message @ Value::Object(_)) => message,
            Ok(_) => return refuse(Code::BadJson, "expected a JSON object".to_owned()),
            Err(e) => return refuse(Code::BadJson, e.to_string()),
        };
        let id = Envelope::deserialize(&message).map_or(Value::Null, |e| e.id);
        Answer::new(id, self.request(&message))
    }

    fn request(&mut self, message: &Value) -> Result<Value, Problem> {
        match message.get("do").and_then(Value::as_str) {
            None => Err(Denied::new(Code::BadRequest, "expected a field \"do\" that says what to do").into()),
            Some("hello") => Ok(json!({ "frente": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL })),
            Some("games") => {
                let games = frente_catalog::about(self.data)
                    .map_err(|e| Denied::new(Code::BadData, e.to_string()))?;
                Ok(json!({ "games": games }))
            }
            Some("start") => Ok(self.start(&read(message)?)?),
            Some("load") => {
                let load: Load = read(message)?;
                let table = frente_catalog::load(self.data, &load.save).map_err(|e| Denied::from(&e))?;
                Ok(self.sit(table, load.seat))
            }
            Some("save") => {
                let about: About = read(message)?;
                Ok(json!({ "save": self.table(&about.which)?.save() }))
            }
            Some("suggest") => Ok(self.suggest(message)?),
            Some("close") => {
                let about: About = read(message)?;
                self.table(&about.which)?;
                self.tables.remove(&about.which);
                Ok(json!({}))
            }
            Some(_) => {
                let request = protocol::read(message)?;
                let about: About = read(message)?;
                self.ask(&about, &request)
            }
        }
    }

    /// A request about a match. If the program breaks down over it, the match is what its log says, and the next request is answered.
    fn ask(&mut self, about: &About, request: &Request) -> Result<Value, Problem> {
        let table = self.table(&about.which)?;
        let asker = Asker { name: &about.which, rights: Rights::Referee, seat: about.seat };
        let answered = catch_unwind(AssertUnwindSafe(|| {
            if !request.changes() {
                return Ok(json!(protocol::look(table.as_ref(), &asker, request)?));
            }
            let done = protocol::act(table.as_mut(), &asker, request)?;
            protocol::throw_all(table.as_mut());
            Ok(json!(protocol::told(table.as_ref(), &asker, done.from())))
        }));
        if let Ok(answer) = answered {
            return answer;
        }
        let kept = assemble(&table.header(), table.record_lines(0));
        let data = self.data;
        let what = match catch_unwind(AssertUnwindSafe(|| frente_catalog::load(data, &kept))) {
            Ok(Ok(table)) => {
                self.tables.insert(about.which.clone(), table);
                "the program broke down over this request; the match is as it was"
            }
            _ => {
                self.tables.remove(&about.which);
                "the program broke down over this request; the match is closed"
            }
        };
        Err(Denied::new(Code::Failed, what).into())
    }

    fn start(&mut self, start: &Start) -> Result<Value, Denied> {
        let bad = |e: String| Denied::new(Code::BadRequest, e);
        let seed = match (&start.dice, &start.seed) {
            (DiceKind::Typed, _) => None,
            (_, Some(Value::String(s))) => Some(s.parse::<Seed>().map_err(|e| bad(e.to_string()))?),
            (_, Some(Value::Number(n))) => {
                Some(n.to_string().parse::<Seed>().map_err(|e| bad(e.to_string()))?)
            }
            (_, Some(other)) => return Err(bad(format!("seed: expected a number or text, found {other}"))),
            (_, None) => Some(fresh_seed().map_err(|e| Denied::new(Code::Failed, e.to_string()))?),
        };
        let opening = Opening {
            scenario: start.scenario.clone(),
            options: start.options.clone(),
            seed,
            set: start.set.clone(),
        };
        let mut table = if opening.set.is_some() {
            frente_catalog::open(&start.game, self.data, &opening).map_err(|e| Denied::from(&e))?
        } else {
            self.blank(&start.game, opening)?.branch(0, seed)
        };
        protocol::throw_all(table.as_mut());
        Ok(self.sit(table, start.seat))
    }

    /// The match nobody plays of a scenario with these options.
    fn blank(&mut self, game: &str, opening: Opening) -> Result<&dyn Table, Denied> {
        let book = (game.to_owned(), opening.scenario.clone(), opening.options.clone());
        if let Some(known) = self.blanks.iter().position(|(other, _)| *other == book) {
            return Ok(self.blanks[known].1.as_ref());
        }
        let blank = frente_catalog::open(game, self.data, &opening).map_err(|e| Denied::from(&e))?;
        if self.blanks.len() == MOST_BLANKS {
            self.blanks.remove(0);
        }
        self.blanks.push((book, blank));
        Ok(self.blanks[self.blanks.len() - 1].1.as_ref())
    }

    fn suggest(&mut self, message: &Value) -> Result<Value, Denied> {
        #[derive(Deserialize)]
        struct Suggest {
            #[serde(rename = "match")]
            which: String,
            #[serde(default = "greedy")]
            player: String,
            #[serde(default)]
            seed: u64,
        }
        fn greedy() -> String {
            "greedy".to_owned()
        }
        let ask: Suggest = read(message)?;
        let table = self.table(&ask.which)?;
        let mut mind = Mind::new(&ask.player);
        let line = table.suggest(&mut mind, &mut frente_engine::Rng::new(ask.seed))?;
        Ok(json!({ "line": line }))
    }

    fn sit(&mut self, table: Box<dyn Table>, seat: Seat) -> Value {
        self.opened += 1;
        let name = format!("m{}", self.opened);
        let mut value = json!(table.state(seat));
        value["match"] = json!(name);
        self.tables.insert(name, table);
        value
    }

    fn table(&mut self, name: &str) -> Result<&mut Box<dyn Table>, Denied> {
        self.tables
            .get_mut(name)
            .ok_or_else(|| Denied::new(Code::UnknownMatch, format!("there is no match {name:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(lines: &[&str]) -> Vec<Value> {
        let mut out = Vec::new();
        serve(None, lines.join("\n").as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    #[test]
    fn bad_input_is_answered_and_the_next_request_too() {
        let answers = talk(&[
            "nonsense",
            "[1, 2]",
            r#"{"id": 1}"#,
            r#"{"id": 2, "do": "fly"}"#,
            r#"{"id": 3, "do": "state", "match": "m9"}"#,
            r#"{"id": 4, "do": "start", "game": "chess", "scenario": "x"}"#,
            r#"{"id": 5, "do": "load", "save": "nonsense"}"#,
            r#"{"id": 6, "do": "hello", "unknown": true}"#,
        ]);
        let codes: Vec<_> = answers.iter().map(|a| a["error"]["code"].as_str().unwrap_or("ok")).collect();
        assert_eq!(
            codes,
            [
                "bad-json",
                "bad-json",
                "bad-request",
                "bad-request",
                "unknown-match",
                "bad-request",
                "bad-save",
                "ok"
            ]
        );
        assert_eq!(answers[7]["id"], 6);
    }

    /// A book of Guadalajara takes 28 MB: a bot that starts a thousand matches must not read it a thousand times.
    #[test]
    fn matches_of_one_scenario_share_their_book() {
        let mut session = Session::new(None);
        let mut start = |game: &str, seed: u64| {
            let line = format!(r#"{{"do": "start", "game": "{game}", "scenario": "drive", "seed": {seed}}}"#);
            session.answer(line.as_bytes());
            (session.blanks.len(), session.tables.len())
        };
        assert_eq!(start("madrid", 1), (1, 1));
        assert_eq!(start("madrid", 2), (1, 2));
        assert_eq!(start("chess", 3), (1, 2), "what cannot be opened is not kept");
        let opening =
            Opening { scenario: "drive".into(), seed: Some(Seed::from_number(2)), ..Opening::default() };
        let mut fresh = frente_catalog::open("madrid", None, &opening).unwrap();
        protocol::throw_all(fresh.as_mut());
        assert_eq!(
            session.tables["m2"].save(),
            fresh.save(),
            "a match off the blank one is as if opened by itself"
        );
    }
}
