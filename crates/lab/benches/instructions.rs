//! Instructions a decision takes in random play, counted by valgrind: a figure that a busy machine does not change.
//!
//! `cargo bench -p frente-lab --bench instructions` prints each scenario's figure beside the one on file (`instructions.txt`) and
//! fails when one has grown by more than a tenth; `-- --write` writes the file anew.

use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::{Options, Playable, Rng};
use frente_lab::Playout;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

/// How much more a decision may take before it is worth a question.
const TOLERANCE: f64 = 1.1;
const GAMES: u64 = 3;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", name, games] => play(name, games.parse().expect("a number of games")),
        ["--write"] => compare(true),
        _ => compare(false),
    }
}

fn play(name: &str, games: u64) -> ExitCode {
    let (game, scenario) = name.split_once('/').expect("game/scenario");
    let decisions = frente_catalog::visit(game, Play { scenario, games }).expect("a game of the list");
    println!("{decisions}");
    ExitCode::SUCCESS
}

struct Play<'a> {
    scenario: &'a str,
    games: u64,
}

impl Visitor for Play<'_> {
    type Out = u64;
    fn visit<G: Playable>(self) -> u64 {
        let game = G::open(&DataSource::Embedded, self.scenario, &Options::default())
            .expect("a scenario of the list");
        let mut playout = Playout::default();
        (0..self.games)
            .map(|seed| playout.random(&game, &mut Rng::new(seed)).expect("a game that ends").decisions)
            .sum()
    }
}

/// Instructions counted and decisions taken.
fn count(name: &str, games: u64) -> Option<(u64, u64)> {
    let myself = std::env::current_exe().expect("a program knows itself");
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(myself)
        .args(["play", name, &games.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&out.stderr);
    let counted = said.lines().find_map(|l| l.split_once("Collected : ")).map(|(_, n)| n.trim().parse());
    let decisions = String::from_utf8_lossy(&out.stdout).trim().parse();
    Some((counted?.ok()?, decisions.ok()?))
}

fn compare(write: bool) -> ExitCode {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let before: BTreeMap<String, f64> = std::fs::read_to_string(&file)
        .unwrap_or_default()
        .lines()
        .filter_map(|l| {
            l.split_once(' ').and_then(|(name, n)| Some((name.to_owned(), n.trim().parse().ok()?)))
        })
        .collect();
    let mut now = String::new();
    let mut worse = false;
    for about in frente_catalog::about(None).expect("the built-in data are good") {
        for scenario in &about.scenario {
            let name = format!("{}/{}", about.key, scenario.key);
            // Opening the book is counted by itself and taken off.
            let (Some((empty, _)), Some((full, decisions))) = (count(&name, 0), count(&name, GAMES)) else {
                eprintln!("SKIPPED: valgrind is not installed, so no instructions were counted");
                return ExitCode::SUCCESS;
            };
            let each = (full - empty) as f64 / decisions as f64;
            let ratio = before.get(&name).map(|b| each / b);
            worse |= ratio.is_some_and(|r| r > TOLERANCE);
            println!(
                "{name:28} {each:9.0} instructions a decision  {}",
                ratio.map_or(String::new(), |r| format!("×{r:.3}"))
            );
            writeln!(now, "{name} {each:.0}").expect("writing to a string");
        }
    }
    if write {
        std::fs::write(&file, now).expect("the file can be written");
    }
    if worse && !write { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
