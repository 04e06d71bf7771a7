//! `frente sim GAME/SCENARIO`.

use crate::Which;
use crate::watch::{threads, watched};
use anyhow::{Result, anyhow};
use clap::Args;
use frente_engine::Side;
use frente_lab::{Plan, Report, simulate};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Arguments of `frente sim`.
#[derive(Args)]
pub struct SimArgs {
    #[command(flatten)]
    which: Which,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed: the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores without it.
    #[arg(long)]
    threads: Option<usize>,
    /// Who plays the Republican side.
    #[arg(long, default_value = "random", value_name = "PLAYER")]
    republican: String,
    /// Who plays the Nationalist side.
    #[arg(long, default_value = "random", value_name = "PLAYER")]
    nationalist: String,
    /// Check every invariant at every step (random play).
    #[arg(long)]
    check: bool,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the games and reports.
pub fn run(args: &SimArgs, data: Option<&Path>) -> Result<ExitCode> {
    let (game, scenario) = args.which.names()?;
    let plan = Plan {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: args.which.options(),
        data: data.map(Path::to_owned),
        republican: args.republican.clone(),
        nationalist: args.nationalist.clone(),
        games: args.games,
        seed: args.seed,
        threads: threads(args.threads),
        check: args.check,
    };
    let bar = "{bar:40} {pos}/{len} games  {per_sec}  {eta} left";
    let report =
        watched(plan.games, bar, |progress| simulate(&plan, progress))?.map_err(|e| anyhow!("{e}"))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        print(&report, &mut out)?;
    }
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &Report, out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{}: {} games in {:.1} s, republican {}, nationalist {}",
        report.scenario, report.games, report.seconds, report.republican, report.nationalist
    )?;
    writeln!(
        out,
        "{} decisions ({:.0}/s), {:.0} games/s, longest list {}, longest game {} steps",
        report.decisions, report.decisions_per_second, report.games_per_second, report.widest, report.longest
    )?;
    if report.slowest_decision_ms > 0.0 {
        let (mean, slowest) = (report.mean_decision_ms, report.slowest_decision_ms);
        writeln!(out, "a decision takes {mean:.3} ms, the slowest {slowest:.2} ms")?;
    }
    for side in Side::BOTH {
        let won = report.wins[side];
        writeln!(
            out,
            "{side:12} won {:5.1} %  (95 %: {:.1} to {:.1})",
            100.0 * won.share,
            100.0 * won.low,
            100.0 * won.high
        )?;
    }
    for outcome in &report.outcomes {
        let winner = outcome.winner.map_or("draw", Side::key);
        writeln!(out, "{:7}  {winner:12} {} (rule {})", outcome.games, outcome.reason, outcome.rule)?;
    }
    writeln!(out, "{} faults", report.faults.len())?;
    for fault in &report.faults {
        writeln!(out, "FAULT {fault}")?;
    }
    Ok(())
}
