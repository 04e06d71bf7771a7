//! `frente lab GAME/SCENARIO`, `frente lab compare DIR DIR`.

mod ray;

use crate::Which;
use crate::watch::{threads, watched};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use frente_engine::{PerSide, Side};
use frente_lab::balance::{
    Comparison, Effects, Folder, Run, SURE, Study, StudyError, Summary, WhatIf, variants, with_data,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente lab`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct LabArgs {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    study: StudyArgs,
}

#[derive(Subcommand)]
enum Action {
    /// Compare two runs: what differs, and is it more than chance?
    Compare(CompareArgs),
}

/// Arguments of `frente lab compare`.
#[derive(Args)]
struct CompareArgs {
    /// The folder of a run.
    #[arg(value_name = "DIR")]
    first: PathBuf,
    /// The folder of another.
    #[arg(value_name = "DIR")]
    second: PathBuf,
    /// Write the comparison as a page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Arguments of `frente lab GAME/SCENARIO`. What must be given is optional here: `compare` does without.
#[derive(Args)]
struct StudyArgs {
    /// Game and scenario, such as `aragon/belchite`.
    #[arg(value_name = "GAME/SCENARIO", required = true)]
    scenario: Option<String>,
    /// Switch an option on (`fatigue`) or off (`no-fatigue`); may be repeated.
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// How many games; with `--vary`, the most of each variant.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Who plays the Republican side.
    #[arg(long, default_value = "greedy", value_name = "PLAYER")]
    republican: String,
    /// Who plays the Nationalist side.
    #[arg(long, default_value = "greedy", value_name = "PLAYER")]
    nationalist: String,
    /// Where the report and its tables go. A run that was interrupted goes on from what is in it.
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// The seed of the first game; the next has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played together: the unit of work of threads and machines.
    #[arg(long, default_value_t = 8)]
    chunk: u64,
    /// How many threads; all cores without it.
    #[arg(long)]
    threads: Option<usize>,
    /// What if: `tables.toml:combat` (each number up and down, ranked), `counters.toml:unit.*.attack=+1` (all that fit, together),
    /// `option:NAME` (turned over). May be repeated.
    #[arg(long, value_name = "WHAT")]
    vary: Vec<String>,
    /// What if: half of the interval of the difference in wins that is narrow enough to stop at, in points of per cent.
    #[arg(long, default_value_t = 5.0, value_name = "POINTS")]
    width: f64,
    /// Play on a Ray cluster at this address (`auto` for one that runs here), with the Python package `frente`.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "vary")]
    ray: Option<String>,
}

fn lost(error: StudyError) -> anyhow::Error {
    anyhow!("{error}")
}

/// Plays or compares.
pub fn run(args: LabArgs, data: &[PathBuf]) -> Result<ExitCode> {
    match args.action {
        Some(Action::Compare(args)) => compare(&args),
        None => study(&args.study, data),
    }
}

const BAR: &str = "{bar:40} {pos}/{len} games  {elapsed} gone, {eta} left";

fn study(args: &StudyArgs, data: &[PathBuf]) -> Result<ExitCode> {
    let (Some(scenario), Some(out)) = (&args.scenario, &args.out) else {
        bail!("expected GAME/SCENARIO and --out DIR, or `compare DIR DIR`");
    };
    let which = Which { scenario: scenario.clone(), options: args.options.clone() };
    let (game, scenario) = which.names()?;
    let study = Study {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: which.options(),
        source: frente_catalog::source(game, data.first().map(PathBuf::as_path)),
        players: PerSide::new(args.republican.clone(), args.nationalist.clone()),
        seed: args.seed,
        chunk: args.chunk,
    };
    if !args.vary.is_empty() || data.len() > 1 {
        return what_if(args, out, study, data.get(1..).unwrap_or_default());
    }
    let lab = study.open().map_err(lost)?;
    let folder = Folder::make(out).map_err(lost)?;
    let mut file = folder.file().map_err(lost)?;
    let run = match &args.ray {
        Some(address) => {
            let data = data.first().map(PathBuf::as_path);
            watched(args.games, BAR, |progress| {
                ray::run(address, lab.head(), args.games, data, &mut file, progress)
            })??
        }
        None => watched(args.games, BAR, |progress| {
            Run::play(&*lab, args.games, threads(args.threads), Some(&mut file), progress)
        })?
        .map_err(lost)?,
    };
    let summary = folder.write(&*lab, &run).map_err(lost)?;
    print(&summary, out)?;
    Ok(if summary.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(summary: &Summary, out: &Path) -> Result<()> {
    let mut to = std::io::stdout().lock();
    let run = &summary.run;
    writeln!(to, "{}: {} games, {} against {}", run.study, summary.games, run.republican, run.nationalist)?;
    for side in Side::BOTH {
        let won = summary.wins[side];
        writeln!(
            to,
            "{side:12} won {:5.1} %  (95 %: {:.1} to {:.1})",
            100.0 * won.share,
            100.0 * won.low,
            100.0 * won.high
        )?;
    }
    for ending in summary.endings.iter().take(6) {
        let winner = ending.winner.map_or("draw", Side::key);
        writeln!(to, "{:7}  {winner:12} {} (rule {})", ending.games, ending.reason, ending.rule)?;
    }
    for fault in &summary.faults {
        writeln!(to, "FAULT {fault}")?;
    }
    writeln!(to, "{}", out.join("report.html").display())?;
    Ok(())
}

fn what_if(args: &StudyArgs, out: &Path, base: Study, folders: &[PathBuf]) -> Result<ExitCode> {
    let mut changed: Vec<_> = folders.iter().map(|folder| with_data(&base, folder)).collect();
    for what in &args.vary {
        changed.extend(variants(&base, what).map_err(lost)?);
    }
    let count = changed.len() as u64 + 1;
    let question = WhatIf {
        base,
        variants: changed,
        games: args.games,
        width: args.width / 100.0,
        threads: threads(args.threads),
    };
    let folder = Folder::make(out).map_err(lost)?;
    // Rules may panic over odd data: that is written down as an answer and need not be seen.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let bar = "{bar:40} {pos} of at most {len} games  {elapsed} gone";
    let effects =
        watched(args.games * count, bar, |progress| question.ask(Some(&out.join("what-if")), progress));
    std::panic::set_hook(hook);
    let effects = effects?.map_err(lost)?;
    folder.text("what-if.json", &serde_json::to_string_pretty(&effects)?).map_err(lost)?;
    let page = folder.text("what-if.html", &effects.page()).map_err(lost)?;
    print_effects(&effects, &page)?;
    Ok(ExitCode::SUCCESS)
}

fn print_effects(effects: &Effects, page: &Path) -> Result<()> {
    let mut to = std::io::stdout().lock();
    writeln!(
        to,
        "{}: {} games unchanged, the Republican side wins {:.1} %",
        effects.base.study,
        effects.games,
        100.0 * effects.republican.share
    )?;
    writeln!(to, "{:>22} {:>7} {:>7}  change", "wins, points (95 %)", "p", "pairs")?;
    for e in effects.effects.iter().take(20) {
        let wins = format!(
            "{:+.1} ({:+.1} to {:+.1})",
            100.0 * e.wins.value,
            100.0 * e.wins.low,
            100.0 * e.wins.high
        );
        writeln!(to, "{wins:>22} {:>7.3} {:>7}  {}", e.wins.p, e.games, e.name)?;
    }
    if effects.effects.len() > 20 {
        writeln!(to, "… and {} more in the page", effects.effects.len() - 20)?;
    }
    for (name, why) in &effects.refused {
        writeln!(to, "not played: {name}: {why}")?;
    }
    writeln!(to, "{}", page.display())?;
    Ok(())
}

fn compare(args: &CompareArgs) -> Result<ExitCode> {
    let runs = [&args.first, &args.second].map(|dir| Folder::read(dir).map_err(lost));
    let [first, second] = runs;
    let comparison = Comparison::of(&first?, &second?);
    if let Some(path) = &args.html {
        std::fs::write(path, comparison.page()).with_context(|| path.display().to_string())?;
    }
    let mut to = std::io::stdout().lock();
    if args.json {
        writeln!(to, "{}", serde_json::to_string_pretty(&comparison)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for (letter, (run, games)) in ["A", "B"].iter().zip(comparison.runs.iter().zip(comparison.games)) {
        writeln!(to, "{letter}: {games} games of {run}")?;
    }
    writeln!(to, "{}", if comparison.paired { "same seeds: pair by pair" } else { "independent samples" })?;
    writeln!(to, "{:<44} {:>9} {:>9}  {:<28} {:>6}", "", "A", "B", "difference (95 %)", "p")?;
    let wins = comparison.wins.iter().map(|row| {
        let title = format!("wins, {}, %", row.winner.map_or("draw", Side::key));
        (title, row.shares.map(|s| 100.0 * s.share), row.difference, 100.0)
    });
    let means = comparison
        .means
        .iter()
        .map(|row| (row.title.clone(), row.spreads.map(|s| s.mean), row.difference, 1.0));
    for (title, [a, b], d, scale) in wins.chain(means) {
        let range = format!("{:+.2} ({:+.2} to {:+.2})", scale * d.value, scale * d.low, scale * d.high);
        let sure = if d.p < SURE { "*" } else { "" };
        writeln!(to, "{title:<44} {a:>9.2} {b:>9.2}  {range:<28} {:>6.3} {sure}", d.p)?;
    }
    Ok(ExitCode::SUCCESS)
}
