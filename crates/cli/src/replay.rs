//! `frente replay SAVE`.

use crate::chart::Chart;
use crate::terminal;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use frente_engine::Seat;
use frente_engine::record::{Differs, peek};
use frente_engine::table::{State, Table};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// A saved match.
    #[arg(value_name = "SAVE")]
    file: PathBuf,
    /// Check every throw against the seed, and the seed against its commitment.
    #[arg(long)]
    verify: bool,
    /// The commitment shown at the start of the match, to check the seed against.
    #[arg(long, value_name = "SHA256", requires = "verify")]
    commitment: Option<String>,
    /// What your browser added to the dice, to check that it is in them.
    #[arg(long, value_name = "SHARE", requires = "verify")]
    share: Option<String>,
    /// Show the board at this point instead of the log.
    #[arg(long, value_name = "POINT")]
    at: Option<usize>,
    /// As this seat may know it.
    #[arg(long, default_value = "spectator")]
    seat: Seat,
}

/// Replays or verifies a save.
pub fn run(args: &ReplayArgs, data: Option<&Path>) -> Result<ExitCode> {
    let name = args.file.display().to_string();
    let save = std::fs::read_to_string(&args.file).with_context(|| name.clone())?;
    // Of a match of earlier rules, as much as can be replayed is; the rest is shown as it is written.
    let (game, _) = peek(&save).with_context(|| name.clone())?;
    let source = frente_catalog::source(&game, data);
    let (table, differs) = frente_catalog::carry(source, &save).with_context(|| name.clone())?;
    let mut out = std::io::stdout().lock();
    if args.verify {
        if let Some(differs) = differs {
            return Err(anyhow!("{name}: line {}: {differs}", differs.point + 2));
        }
        let throws = table.verify().map_err(|e| anyhow!("{name}: {e}"))?;
        let seed = table.seed().context("the dice were typed in")?;
        let commitment = seed.commitment();
        if let Some(expected) = &args.commitment
            && !expected.eq_ignore_ascii_case(&commitment)
        {
            return Err(anyhow!("{name}: the seed's commitment is {commitment}, not {expected}"));
        }
        let shares = table.shares();
        if let Some(own) = &args.share
            && !shares.iter().any(|share| share.share.as_deref().is_some_and(|s| s.eq_ignore_ascii_case(own)))
        {
            return Err(anyhow!("{name}: nobody added {own} to the dice"));
        }
        let from = if shares.is_empty() { "" } else { " and what the players added to it" };
        writeln!(out, "{throws} throws, all as the seed{from} gives them")?;
        for share in shares {
            match &share.share {
                _ if share.left_out => writeln!(
                    out,
                    "{} added nothing: the dice were made without that share, and prove nothing to whoever sat there",
                    share.by
                )?,
                Some(added) => writeln!(out, "{} added {added}", share.by)?,
                None => writeln!(out, "{} added nothing yet", share.by)?,
            }
            if let Some(before) = &share.before {
                writeln!(out, "{} had shown {before} before somebody was left out", share.by)?;
            }
        }
        writeln!(out, "commitment {commitment}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(point) = args.at {
        let state = table.state_at(args.seat, point);
        Chart { sheet: &table.sheet().sheet, view: &state.view, control: None }.draw(None, &mut out)?;
        status(&state, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    for entry in table.entries(args.seat, 0, usize::MAX) {
        terminal::entry(&entry, &mut out)?;
    }
    status(&table.state(args.seat), &mut out)?;
    if let Some(differs) = differs {
        rest(table.as_ref(), &differs, &save, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was written after the point at which a match of earlier rules differs, as anybody may read it.
fn rest(table: &dyn Table, differs: &Differs, save: &str, out: &mut impl Write) -> Result<()> {
    let rule = differs.rule.map_or_else(String::new, |rule| format!(" (rule {rule})"));
    writeln!(
        out,
        "\nThe match was played with version {} of the rules; by version {} action {} is another one{rule}. As it was written from there on:",
        differs.played,
        differs.program,
        differs.point + 1
    )?;
    let notation = table.notation();
    let lines: Vec<&str> = save.lines().collect();
    // The first line is the header, the last one the checksum.
    for (n, line) in lines[..lines.len().saturating_sub(1)].iter().enumerate().skip(differs.point + 1) {
        writeln!(out, "{n:>5} {:11} {}", "", notation.open(line))?;
    }
    Ok(())
}

fn status(state: &State, out: &mut impl Write) -> Result<()> {
    terminal::status(state).iter().try_for_each(|line| Ok(writeln!(out, "{line}")?))
}
