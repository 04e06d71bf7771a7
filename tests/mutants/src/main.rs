//! Rules broken on purpose, one at a time: does a case notice?
//!
//! `cargo run -p frente-mutants -- madrid` breaks what the chapters of a game's crate say (a comparison turned, a condition always true, a
//! number one too high, a statement left out, a function that returns at once), runs the game's cases against each breach and lists
//! those that no case notices. Without a game it takes all of them; `--write` puts the figures on file (`tests/mutants/figures.md`).
//!
//! Building a crate once for each breach would take days. Here all breaches of a game are built into one program, each behind a switch
//! (`breach`), in a copy of the workspace below `target/` (`tree`). That program runs the cases with one switch on at a time, and only
//! those cases that come past it (`runner.rs.txt`); what never ends or crashes is stopped from outside, and counts as noticed (`run`).
//! Breaches that do not compile are taken out and the rest is built again.

mod breach;
mod games;
mod report;
mod run;
mod tree;

use anyhow::{Context, Result};
use breach::Site;
use clap::Parser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Rules broken on purpose, one at a time: lists the breaches that no case notices.
#[derive(Parser)]
struct Args {
    /// The games; all of them without it.
    games: Vec<String>,
    /// How many breaches of each game, drawn at random; all of them without it.
    #[arg(long)]
    each: Option<usize>,
    /// The seed of the draw.
    #[arg(long, default_value_t = 1937)]
    seed: u64,
    /// Only breaches in files whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Write the figures on file.
    #[arg(long)]
    write: bool,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let games = if args.games.is_empty() { games::all(&root)? } else { args.games.clone() };
    let reasons = report::Reasons::read(&root)?;
    let mut figures = report::Figures::read(&root)?;
    let mut unexplained = 0;
    for game in &games {
        let outcome = break_rules(&root, game, &args).with_context(|| format!("the rules of {game}"))?;
        unexplained += report::print(&outcome, &reasons);
        figures.set(outcome, &reasons);
    }
    if args.write {
        figures.write(&root)?;
    }
    Ok(if unexplained == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What came of breaking the rules of one game.
struct Outcome {
    game: String,
    /// Breaches that compile, drawn or not.
    all: usize,
    /// Those that were tried, with whether a case noticed.
    tried: Vec<(Site, run::Verdict)>,
}

fn break_rules(root: &Path, game: &str, args: &Args) -> Result<Outcome> {
    let tree = tree::Tree::new(root, game)?;
    eprintln!("{game}: writing and building all breaches at once");
    let (program, mut sites): (PathBuf, Vec<Site>) = tree.build()?;
    let all = sites.len();
    sites.retain(|site| args.only.as_ref().is_none_or(|only| site.file.contains(only)));
    if let Some(most) = args.each {
        sites.sort_by_key(|site| drawn(args.seed, site));
        sites.truncate(most);
        sites.sort_by_key(|site| site.id);
    }
    let ids: BTreeSet<u32> = sites.iter().map(|site| site.id).collect();
    eprintln!("{game}: {all} breaches, {} of them to be tried", ids.len());
    let verdicts = run::run(&program, &root.join("cases").join(game), &tree.results(&program)?, &ids)?;
    let tried = sites.into_iter().map(|site| {
        let verdict = verdicts.get(&site.id).cloned().context("a breach without a verdict")?;
        Ok((site, verdict))
    });
    Ok(Outcome { game: game.to_owned(), all, tried: tried.collect::<Result<_>>()? })
}

/// The place of a breach in the draw: the same for the same seed and the same breach, wherever it stands in the file.
fn drawn(seed: u64, site: &Site) -> u64 {
    let text = format!("{seed} {} {} {} {}", site.file, site.function, site.what, site.nth);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        let mixed = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        mixed ^ (mixed >> 29)
    })
}
