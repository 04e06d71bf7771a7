//! `frente ladder GAME/SCENARIO`.

use crate::Which;
use crate::watch::{threads, watched};
use anyhow::{Result, anyhow};
use clap::Args;
use frente_engine::Side;
use frente_lab::ladder::{Ladder, LadderFile, Standings};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente ladder`.
#[derive(Args)]
pub struct LadderArgs {
    #[command(flatten)]
    which: Which,
    /// Who plays, with commas between.
    #[arg(long, value_delimiter = ',', default_value = "random,greedy", value_name = "PLAYERS")]
    players: Vec<String>,
    /// How many games each pair plays, half of them with either side.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed of the first two games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; as many as there are cores without it.
    #[arg(long)]
    threads: Option<usize>,
    /// Keep the games in this file, and go on from those that are already in it.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the ladder and prints its standings.
pub fn run(args: &LadderArgs, data: Option<&Path>) -> Result<ExitCode> {
    let (game, scenario) = args.which.names()?;
    let ladder = Ladder {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: args.which.options(),
        data: data.map(Path::to_owned),
        players: args.players.clone(),
        games: args.games,
        seed: args.seed,
        threads: threads(args.threads),
    };
    let mut file = match &args.file {
        Some(path) => Some(LadderFile::open(path).map_err(|e| anyhow!("{e}"))?),
        None => None,
    };
    let bar = "{bar:40} {pos}/{len} games  {elapsed} gone, {eta} left";
    let standings = watched(ladder.len(), bar, |progress| ladder.play(file.as_mut(), progress))?
        .map_err(|e| anyhow!("{e}"))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
    } else {
        print(&standings, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(standings: &Standings, out: &mut impl Write) -> Result<()> {
    let sides = Side::BOTH.map(|side| {
        let won = standings.sides[side];
        format!("{side} {:.1} % ({:.1} to {:.1})", 100.0 * won.share, 100.0 * won.low, 100.0 * won.high)
    });
    writeln!(out, "{}: {} games; wins by side: {}", standings.scenario, standings.games, sides.join(", "))?;
    writeln!(
        out,
        "\n{:<16} {:>5}  {:<14} {:>11} {:>12} {:>10}",
        "player", "Elo", "95 %", "Republican", "Nationalist", "s a turn"
    )?;
    for p in &standings.players {
        writeln!(
            out,
            "{:<16} {:>5.0}  {:<14} {:>9.1} % {:>10.1} % {:>10.3}",
            p.name,
            p.elo,
            format!("{:.0} to {:.0}", p.low, p.high),
            100.0 * p.by_side[Side::Republican],
            100.0 * p.by_side[Side::Nationalist],
            p.seconds_per_turn
        )?;
    }
    writeln!(
        out,
        "\n{:<34} {:>6}  {:<22} won, drawn, lost as Republican; as Nationalist",
        "pair", "games", "score (95 %)"
    )?;
    for pair in &standings.pairs {
        let record = |side| {
            let r = pair.by_side[side];
            format!("{}, {}, {}", r.wins, r.draws, r.losses)
        };
        writeln!(
            out,
            "{:<34} {:>6}  {:<22} {}; {}",
            format!("{} against {}", pair.a, pair.b),
            pair.games,
            format!("{:.1} % ({:.1} to {:.1})", 100.0 * pair.score_a, 100.0 * pair.low, 100.0 * pair.high),
            record(Side::Republican),
            record(Side::Nationalist)
        )?;
    }
    Ok(())
}
