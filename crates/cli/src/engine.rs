//! `frente engine`: the protocol on standard input and output, one JSON object a line.

use crate::fresh_seed;
use anyhow::Result;
use frente_engine::protocol::{self, Answer, DiceKind, Envelope, PROTOCOL};
use frente_engine::table::{Denied, Opening, Table, TableError};
use frente_engine::{Options, Seat, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
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
    let mut session = Session { data, tables: BTreeMap::new(), opened: 0 };
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

struct Session<'a> {
    data: Option<&'a Path>,
    tables: BTreeMap<String, Box<dyn Table>>,
    opened: usize,
}

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
    #[serde(default = "spectator")]
    seat: Seat,
}

fn spectator() -> Seat {
    Seat::Spectator
}

fn read<T: for<'de> Deserialize<'de>>(message: &Value) -> Result<T, Denied> {
    T::deserialize(message).map_err(|e| Denied::new("bad-request", e.to_string()))
}

impl Session<'_> {
    fn answer(&mut self, line: &[u8]) -> Answer {
        if line.len() > MOST_BYTES {
            return Answer::new(
                Value::Null,
                Err(Denied::new("too-large", format!("a line has at most {MOST_BYTES} bytes"))),
            );
        }
        let message: Value = match serde_json::from_slice(line) {
            Ok(message @ Value::Object(_)) => message,
            Ok(_) => return Answer::new(Value::Null, Err(Denied::new("bad-json", "expected a JSON object"))),
            Err(e) => return Answer::new(Value::Null, Err(Denied::new("bad-json", e.to_string()))),
        };
        let id = Envelope::deserialize(&message).map_or(Value::Null, |e| e.id);
        Answer::new(id, self.request(&message))
    }

    fn request(&mut self, message: &Value) -> Result<Value, Denied> {
        match message.get("do").and_then(Value::as_str) {
            None => Err(Denied::new("bad-request", "expected a field \"do\" that says what to do")),
            Some("hello") => Ok(json!({ "frente": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL })),
            Some("games") => {
                let games =
                    frente_catalog::about(self.data).map_err(|e| Denied::new("bad-data", e.to_string()))?;
                Ok(json!({ "games": games }))
            }
            Some("start") => self.start(&read(message)?),
            Some("load") => {
                let load: Load = read(message)?;
                let table = frente_catalog::load(self.data, &load.save).map_err(|e| table_error(&e))?;
                Ok(self.sit(table, load.seat))
            }
            Some("save") => {
                let about: About = read(message)?;
                Ok(json!({ "save": self.table(&about.which)?.save() }))
            }
            Some("suggest") => self.suggest(message),
            Some("close") => {
                let about: About = read(message)?;
                self.table(&about.which)?;
                self.tables.remove(&about.which);
                Ok(json!({}))
            }
            Some(_) => {
                let request = protocol::read(message)?;
                let about: About = read(message)?;
                let table = self.table(&about.which)?;
                let mut value = protocol::answer(table.as_mut(), about.seat, &request)?;
                if value.get("point").is_some() {
                    value["match"] = json!(about.which);
                }
                Ok(value)
            }
        }
    }

    fn start(&mut self, start: &Start) -> Result<Value, Denied> {
        let bad = |e: String| Denied::new("bad-request", e);
        let seed = match (&start.dice, &start.seed) {
            (DiceKind::Typed, _) => None,
            (_, Some(Value::String(s))) => Some(s.parse::<Seed>().map_err(|e| bad(e.to_string()))?),
            (_, Some(Value::Number(n))) => {
                Some(n.to_string().parse::<Seed>().map_err(|e| bad(e.to_string()))?)
            }
            (_, Some(other)) => return Err(bad(format!("seed: expected a number or text, found {other}"))),
            (_, None) => Some(fresh_seed().map_err(|e| Denied::new("failed", e.to_string()))?),
        };
        let opening = Opening {
            scenario: start.scenario.clone(),
            options: start.options.clone(),
            seed,
            set: start.set.clone(),
        };
        let mut table =
            frente_catalog::open(&start.game, self.data, &opening).map_err(|e| table_error(&e))?;
        protocol::throw_all(table.as_mut());
        Ok(self.sit(table, start.seat))
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
        let line = table.suggest(&ask.player, &mut frente_engine::Rng::new(ask.seed))?;
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
            .ok_or_else(|| Denied::new("unknown-match", format!("there is no match {name:?}")))
    }
}

fn table_error(error: &TableError) -> Denied {
    let code = match error {
        TableError::Load(_) => "bad-save",
        TableError::Open(frente_engine::OpenError::Data(_)) => "bad-data",
        _ => "bad-request",
    };
    Denied::new(code, error.to_string())
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
}
