//! Whatever is read from outside, however mangled, is answered or refused: nothing breaks down.
//!
//! Each target takes something good (a request, a line of notation, a save, a case, a data file), mangles it, and hands it in. A few dozen
//! tries run with the tests; `FRENTE_FUZZ_SECONDS=60 cargo test -p frente --test fuzz` runs each target for so long.

use frente_board::data::DataSource;
use frente_catalog::{GAMES, Visitor, visit};
use frente_engine::case::Case;
use frente_engine::record::assemble;
use frente_engine::table::{Opening, Table};
use frente_engine::{Options, Playable, Rng, Seat, Seed, Wait};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult, TestRunner};
use serde_json::Value;
use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// One change to a text.
#[derive(Clone, Debug)]
enum Change {
    /// Bytes go, from here, so many.
    Cut(prop::sample::Index, usize),
    /// Something comes in.
    Insert(prop::sample::Index, String),
    /// A byte becomes another.
    Swap(prop::sample::Index, u8),
    /// A piece comes once more, somewhere else.
    Copy(prop::sample::Index, usize, prop::sample::Index),
    /// A number becomes another.
    Number(prop::sample::Index, i64),
    /// A word becomes another word of the same text.
    Word(prop::sample::Index, prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let odd = prop_oneof![
        Just("\u{0}".to_owned()),
        Just("é€𝄞".to_owned()),
        Just("\"".to_owned()),
        Just("[[{".to_owned()),
        Just(" ".repeat(300)),
        Just("99999999999999999999".to_owned()),
        Just("-1".to_owned()),
        "[ -~]{0,12}",
    ];
    prop_oneof![
        (at(), 1usize..40).prop_map(|(a, n)| Change::Cut(a, n)),
        (at(), odd).prop_map(|(a, text)| Change::Insert(a, text)),
        (at(), 0u8..128).prop_map(|(a, byte)| Change::Swap(a, byte)),
        (at(), 1usize..60, at()).prop_map(|(a, n, b)| Change::Copy(a, n, b)),
        (at(), prop_oneof![-3i64..300, any::<i64>()]).prop_map(|(a, n)| Change::Number(a, n)),
        (at(), at()).prop_map(|(a, b)| Change::Word(a, b)),
    ]
}

fn mangle(text: &str, changes: &[Change]) -> String {
    let mut text = text.to_owned();
    for change in changes {
        if text.is_empty() {
            break;
        }
        // The nearest place at or before an index where a character begins.
        let place = |text: &str, at: usize| {
            (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
        };
        let spans = |text: &str, of: fn(char) -> bool| -> Vec<(usize, usize)> {
            let mut spans = Vec::new();
            let mut begun = None;
            for (i, c) in text.char_indices().chain([(text.len(), '\n')]) {
                match (of(c) && i < text.len(), begun) {
                    (true, None) => begun = Some(i),
                    (false, Some(start)) => {
                        spans.push((start, i));
                        begun = None;
                    }
                    _ => {}
                }
            }
            spans
        };
        match change {
            Change::Cut(at, n) => {
                let from = place(&text, at.index(text.len()));
                let to = place(&text, from + n);
                text.replace_range(from..to, "");
            }
            Change::Insert(at, odd) => {
                let at = place(&text, at.index(text.len()));
                text.insert_str(at, odd);
            }
            Change::Swap(at, byte) => {
                let at = place(&text, at.index(text.len()));
                let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
                text.replace_range(at..end, &char::from(*byte).to_string());
            }
            Change::Copy(at, n, to) => {
                let from = place(&text, at.index(text.len()));
                let piece = text[from..place(&text, from + n)].to_owned();
                let to = place(&text, to.index(text.len()));
                text.insert_str(to, &piece);
            }
            Change::Number(at, n) => {
                let numbers = spans(&text, |c| c.is_ascii_digit());
                if !numbers.is_empty() {
                    let (from, to) = numbers[at.index(numbers.len())];
                    text.replace_range(from..to, &n.to_string());
                }
            }
            Change::Word(at, by) => {
                let words = spans(&text, |c| c.is_alphanumeric() || c == '-' || c == '/');
                if !words.is_empty() {
                    let (from, to) = words[by.index(words.len())];
                    let word = text[from..to].to_owned();
                    let (from, to) = words[at.index(words.len())];
                    text.replace_range(from..to, &word);
                }
            }
        }
    }
    text
}

/// How far a mangled thing got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Got {
    /// Refused by the first reader: no JSON, no TOML, no such word.
    Unread,
    /// Read, and refused by what comes after it.
    Refused,
    /// Taken.
    Taken,
}

/// Tries a target a few dozen times, or for as long as the environment says. At least `deep` in a hundred must get past the first
/// reader: a target that only ever tries that one tests nothing else.
fn fuzz(
    tries: u32,
    deep: u32,
    mut target: impl FnMut(prop::sample::Index, Vec<Change>) -> Result<Got, TestCaseError>,
) {
    let mut counts = [0u32; 3];
    run(tries, |which, changes| {
        let got = target(which, changes)?;
        counts[got as usize] += 1;
        Ok(())
    });
    let [unread, refused, taken] = counts;
    let all = unread + refused + taken;
    println!("{all} tries: {unread} not read, {refused} refused, {taken} taken");
    assert!(all >= tries, "{all} tries of {tries}");
    assert!(
        100 * (refused + taken) >= deep * all,
        "only {} of {all} got past the first reader",
        refused + taken
    );
}

fn run(tries: u32, mut target: impl FnMut(prop::sample::Index, Vec<Change>) -> TestCaseResult) {
    let seconds = std::env::var("FRENTE_FUZZ_SECONDS").ok().map(|s| s.parse().expect("a number of seconds"));
    let (begun, target) = (Instant::now(), RefCell::new(&mut target));
    let strategy = (any::<prop::sample::Index>(), prop::collection::vec(change(), 1..4));
    loop {
        let config = ProptestConfig { cases: tries, failure_persistence: None, ..ProptestConfig::default() };
        // The tests try the same every time; a longer run tries something else each time.
        let mut runner = if seconds.is_some() {
            TestRunner::new(config)
        } else {
            TestRunner::new_with_rng(config, fixed())
        };
        runner
            .run(&strategy, |(which, changes)| (target.borrow_mut())(which, changes))
            .unwrap_or_else(|e| panic!("{e}"));
        if seconds.is_none_or(|s| begun.elapsed() >= Duration::from_secs(s)) {
            break;
        }
    }
    println!("{:.1} s", begun.elapsed().as_secs_f64());
}

fn fixed() -> prop::test_runner::TestRng {
    prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files of a folder and its folders whose name ends so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// `frente engine` at the other end of a pipe.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_frente"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    /// The answer to a line; `None` when the program is gone.
    fn ask(&mut self, line: &str) -> Option<Value> {
        self.input.write_all(line.replace(['\n', '\r'], " ").as_bytes()).ok()?;
        self.input.write_all(b"\n").ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        serde_json::from_str(&answer).ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn requests() {
    let mut engine = Engine::start();
    let mut good = vec![
        r#"{"id":1,"do":"hello"}"#.to_owned(),
        r#"{"id":1,"do":"games"}"#.to_owned(),
        r#"{"id":1,"do":"load","save":"nonsense"}"#.to_owned(),
    ];
    for (n, game) in GAMES.iter().enumerate() {
        let about = frente_catalog::about(None).unwrap();
        let scenario = &about.iter().find(|a| a.key == *game).unwrap().scenario[0].key;
        let start = format!(r#"{{"id":1,"do":"start","game":"{game}","scenario":"{scenario}","seed":{n}}}"#);
        let state = engine.ask(&start).unwrap();
        let (name, seat) = (state["ok"]["match"].clone(), state["ok"]["waits"]["side"].clone());
        let seated = engine.ask(&format!(r#"{{"id":1,"do":"state","match":{name},"seat":{seat}}}"#)).unwrap();
        let line = seated["ok"]["choices"][0]["line"].clone();
        let piece = seated["ok"]["choices"][0]["piece"].clone();
        let place = seated["ok"]["choices"][0]["place"].clone();
        let about = format!(r#""id":7,"match":{name},"seat":{seat}"#);
        good.extend([
            start,
            format!(r#"{{{about},"do":"play","line":{line},"point":0}}"#),
            format!(r#"{{{about},"do":"undo","point":1}}"#),
            format!(r#"{{{about},"do":"roll"}}"#),
            format!(r#"{{{about},"do":"log","from":0,"to":10}}"#),
            format!(r#"{{{about},"do":"at","point":0}}"#),
            format!(r#"{{{about},"do":"odds","lines":[{line}]}}"#),
            format!(r#"{{{about},"do":"why","piece":{piece},"place":{place}}}"#),
            format!(r#"{{{about},"do":"overlay","key":"supply"}}"#),
            format!(r#"{{{about},"do":"rule","rule":"1.1"}}"#),
        ]);
    }
    fuzz(300, 20, |which, changes| {
        let text = mangle(&good[which.index(good.len())], &changes);
        if text.trim().is_empty() {
            return Ok(Got::Unread);
        }
        let Some(answer) = engine.ask(&text) else {
            return Err(TestCaseError::fail(format!("no answer to {text:?}")));
        };
        match answer["error"]["code"].as_str() {
            Some("failed") => Err(TestCaseError::fail(format!("broke down over {text:?}"))),
            Some("bad-json") => Ok(Got::Unread),
            Some(_) => Ok(Got::Refused),
            None => Ok(Got::Taken),
        }
    });
}

/// The beginning of a line with the end of another.
fn cross(line: &str, other: &str) -> String {
    let (mut words, others): (Vec<&str>, Vec<&str>) = (line.split(' ').collect(), other.split(' ').collect());
    let at = words.len() / 2;
    words.truncate(at.max(1));
    words.extend(others.iter().skip(at.max(1)));
    words.join(" ")
}

/// No line of notation at all, as against one that the rules refuse.
fn is_unread(denied: &frente_engine::table::Denied) -> bool {
    serde_json::to_value(denied).unwrap()["code"] == "not-a-line"
}

/// A match somewhere on its way, played at random up to a decision.
fn somewhere(game: &str, scenario: &str, seed: u64) -> Box<dyn Table> {
    let opening =
        Opening { scenario: scenario.to_owned(), seed: Some(Seed::from_number(seed)), ..Opening::default() };
    let mut table = frente_catalog::open(game, None, &opening).unwrap();
    let mut rng = Rng::new(seed);
    for n in 0.. {
        match table.wait() {
            Wait::Decision(_) if n >= seed % 400 => break,
            Wait::Decision(side) => {
                let lines = table.lines();
                table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
            }
            Wait::Chance(_) => table.throw().unwrap(),
            Wait::Over(_) => unreachable!("no game is over so soon"),
        }
    }
    table
}

#[test]
fn notation() {
    let about = frente_catalog::about(None).unwrap();
    let tables: Vec<Box<dyn Table>> = about
        .iter()
        .flat_map(|game| game.scenario.iter().map(move |scenario| (game, scenario)))
        .enumerate()
        .map(|(n, (game, scenario))| somewhere(&game.key, &scenario.key, 37 * n as u64 + 11))
        .collect();
    // Every line that can be played in any of them.
    let mut elsewhere: Vec<String> = tables.iter().flat_map(|table| table.lines()).collect();
    elsewhere.dedup();
    fuzz(300, 10, |which, changes| {
        let table = &tables[which.index(tables.len())];
        let Wait::Decision(side) = table.wait() else { unreachable!("it was played to a decision") };
        let lines = table.lines();
        // A line with words of other lines in it is more likely to be one that the rules have to refuse.
        let n = which.index(lines.len());
        let line = match changes.as_slice() {
            [Change::Word(..) | Change::Copy(..) | Change::Number(..), ..] => {
                let neighbour = &lines[(n + 1 + changes.len()) % lines.len()];
                let far = &elsewhere[which.index(elsewhere.len())];
                if n % 2 == 0 { cross(&lines[n], neighbour) } else { cross(&lines[n], far) }
            }
            _ => mangle(&lines[n], &changes),
        };
        let _ = table.odds(side.into(), std::slice::from_ref(&line));
        let mut copy = table.fork();
        match copy.play(side.into(), &line) {
            Ok(()) => Ok(Got::Taken),
            Err(denied) => {
                prop_assert_eq!(copy.save(), table.save(), "refused, and yet {:?} changed something", line);
                Ok(if denied.message.is_empty() || copy.replay(&line).is_err_and(|d| is_unread(&d)) {
                    Got::Unread
                } else {
                    Got::Refused
                })
            }
        }
    });
}

#[test]
fn saves() {
    let golden: Vec<String> = files(&root().join("crates/games"), ".frente")
        .iter()
        .map(|path| {
            let save = std::fs::read_to_string(path).unwrap();
            let lines: Vec<&str> = save.lines().collect();
            assemble(lines[0], lines[1..].iter().take(60))
        })
        .collect();
    assert!(golden.len() >= GAMES.len());
    fuzz(60, 20, |which, changes| {
        let save = mangle(&golden[which.index(golden.len())], &changes);
        let _ = frente_catalog::load(None, &save);
        // Once more with a checksum that fits, so that what comes after it is tried as well.
        let mut lines: Vec<&str> = save.lines().collect();
        lines.pop();
        let Some((header, lines)) = lines.split_first() else { return Ok(Got::Unread) };
        match frente_catalog::load(None, &assemble(header, lines)) {
            Ok(table) => {
                let _ = table.state(Seat::Spectator);
                let _ = table.verify();
                Ok(Got::Taken)
            }
            Err(error) if error.to_string().starts_with("line 1:") => Ok(Got::Unread),
            Err(_) => Ok(Got::Refused),
        }
    });
}

#[test]
fn cases() {
    let good: Vec<(String, String)> = files(&root().join("cases"), ".toml")
        .iter()
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()))
        .collect();
    assert!(good.len() > 100);
    fuzz(40, 10, |which, changes| {
        let (file, text) = &good[which.index(good.len())];
        let Ok(case) = Case::read(file, &mangle(text, &changes)) else { return Ok(Got::Unread) };
        let mut got = Got::Refused;
        frente_catalog::run_cases(&[case], None, &mut |_, result| {
            if result.is_ok() {
                got = Got::Taken;
            }
        });
        Ok(got)
    });
}

/// Opens every scenario of a game with one of its data files mangled.
struct Open<'a>(prop::sample::Index, &'a [Change]);

impl Visitor for Open<'_> {
    type Out = Got;
    fn visit<G: Playable>(self) -> Got {
        let names: Vec<&str> = G::FILES.names().collect();
        let name = names[self.0.index(names.len())];
        let text = G::FILES.read(&DataSource::Embedded, name).unwrap().text;
        let text = mangle(&text, self.1);
        let is_toml = text.parse::<toml::Table>().is_ok();
        let source = DataSource::Embedded.and_text(name, text);
        let _ = frente_engine::game::reference::<G>(&source);
        let mut got = if is_toml { Got::Refused } else { Got::Unread };
        let Ok(about) = frente_engine::game::about::<G>(&source) else { return got };
        for scenario in &about.scenario {
            if let Ok(game) = G::open(&source, &scenario.key, &Options::default()) {
                // What is accepted must at least be able to begin.
                let start = game.start();
                let mut legal = Vec::new();
                game.legal(&start, &mut legal);
                let _ = game.sheet();
                got = if is_toml { Got::Taken } else { got };
            }
        }
        got
    }
}

#[test]
fn data_files() {
    fuzz(30, 10, |which, changes| {
        let game = GAMES[which.index(GAMES.len())];
        Ok(visit(game, Open(which, &changes)).unwrap())
    });
}
