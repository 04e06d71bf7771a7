//! `frente odds GAME/SCENARIO LINE…`.

use crate::{Which, case};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use frente_engine::odds::{Account, OddsView};
use frente_engine::table::{Opening, Table};
use frente_engine::{Seat, Wait};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente odds`.
#[derive(Args)]
pub struct OddsArgs {
    #[command(flatten)]
    which: Which,
    /// Lines to play first, such as 'attack 1616 with 32/35 12int/35'; dice included ('roll 4').
    lines: Vec<String>,
    /// Take the set-up of this case file.
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// Go on from this saved match.
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    load: Option<PathBuf>,
    /// Whose knowledge counts; that of the side that decides, without it.
    #[arg(long)]
    seat: Option<Seat>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the odds of the combat that the lines lead to.
pub fn run(args: &OddsArgs, data: Option<&Path>) -> Result<ExitCode> {
    let mut table = open(args, data)?;
    for line in &args.lines {
        let seat = match table.wait() {
            Wait::Decision(side) => side.into(),
            _ => Seat::Spectator,
        };
        let result = if seat == Seat::Spectator { table.replay(line) } else { table.play(seat, line) };
        result.map_err(|denied| {
            let rule = denied.rule.map_or(String::new(), |r| format!(" (rule {r})"));
            anyhow!("{line:?}: {denied}{rule}")
        })?;
    }
    let deciding = match table.wait() {
        Wait::Decision(side) => side.into(),
        Wait::Chance(chance) => chance.by.map_or(Seat::Spectator, Seat::from),
        Wait::Over(_) => Seat::Spectator,
    };
    let odds = table.odds(args.seat.unwrap_or(deciding), &[]).map_err(|d| anyhow!("{d}"))?;
    let Some(odds) = odds else {
        bail!("no combat is declared; give the lines that declare one, such as 'attack 1616 with 32/35'")
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&odds)?)?;
    } else {
        print(&odds, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn open(args: &OddsArgs, data: Option<&Path>) -> Result<Box<dyn Table>> {
    if let Some(path) = &args.load {
        let save = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        return frente_catalog::load(data, &save).with_context(|| format!("{}", path.display()));
    }
    let (game, scenario) = args.which.names()?;
    let set = args.set.as_deref().map(case::read).transpose()?.map(|case| case.set);
    let opening = Opening { scenario: scenario.to_owned(), options: args.which.options(), seed: None, set };
    Ok(frente_catalog::open(game, data, &opening)?)
}

/// Prints odds for reading.
///
/// # Errors
/// When nobody reads.
pub fn print(odds: &OddsView, out: &mut impl Write) -> Result<()> {
    for item in &odds.items {
        // What is only said has no number; strengths are sums, everything else is a modifier with its sign.
        let value = match item.account {
            Account::Note if item.value == 0 => String::new(),
            Account::Attack | Account::Defence if item.value >= 0 => item.value.to_string(),
            _ => format!("{:+}", item.value),
        };
        writeln!(out, "{:>9} {value:>4}  {}  [{}]", item.account, item.text, item.rule)?;
    }
    if odds.imagined > 0 {
        let n = odds.imagined;
        writeln!(out, "An average over {n} positions that look the same from here, not exact.")?;
    }
    for (column, share) in &odds.columns {
        writeln!(out, "column {column}  {:.2} %", 100.0 * share)?;
    }
    for chance in &odds.results {
        let bar = "#".repeat((chance.probability * 40.0).round() as usize);
        writeln!(
            out,
            "{:>5} {:6.2} %  {:>5}/{:<5} {bar:40} {}",
            chance.result,
            100.0 * chance.probability,
            chance.weight,
            chance.total,
            chance.meaning
        )?;
    }
    Ok(())
}
