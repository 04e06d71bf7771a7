//! `frente ladder GAME/SCENARIO`.

use crate::Which;
use crate::watch::{threads, watched};
use anyhow::{Result, anyhow};
use clap::Args;
use frente_engine::Side;
use frente_engine::table::Budget;
use frente_lab::judgement::{Foresight, Judging};
use frente_lab::ladder::{Ladder, LadderFile, Standings};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente ladder`.
#[derive(Args)]
pub struct LadderArgs {
    #[command(flatten)]
    which: Which,
    /// Who plays, with commas between; `random,greedy` without it.
    #[arg(long, value_delimiter = ',', value_name = "PLAYERS")]
    players: Vec<String>,
    /// How long every commander (`recruit`, `captain`, `general`) thinks in a turn: `2.5s`, or `20000p` for positions looked at, which gives
    /// the same games on any machine. One alone is told by its name: `captain@5s`.
    #[arg(long, value_name = "TIME")]
    time: Option<Budget>,
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
    /// Instead of a ladder: how often the game's judgement ranks the eventual winner first, turn by turn. The first of the players named
    /// (`greedy` without any) plays both sides.
    #[arg(long, conflicts_with = "file")]
    judgement: bool,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

const BAR: &str = "{bar:40} {pos}/{len} games  {elapsed} gone, {eta} left";

/// Plays the ladder and prints its standings.
pub fn run(args: &LadderArgs, data: Option<&Path>) -> Result<ExitCode> {
    let (game, scenario) = args.which.names()?;
    let mut players: Vec<String> =
        args.players.iter().map(|name| frente_ai::with_time(name, args.time)).collect();
    if args.judgement {
        let judging = Judging {
            game: game.to_owned(),
            scenario: scenario.to_owned(),
            options: args.which.options(),
            data: data.map(Path::to_owned),
            player: players.into_iter().next().unwrap_or_else(|| "greedy".to_owned()),
            games: args.games,
            seed: args.seed,
            threads: threads(args.threads),
        };
        return judgement(&judging, args.json);
    }
    if players.is_empty() {
        players = vec!["random".to_owned(), "greedy".to_owned()];
    }
    let ladder = Ladder {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: args.which.options(),
        data: data.map(Path::to_owned),
        players,
        games: args.games,
        seed: args.seed,
        threads: threads(args.threads),
    };
    let mut file = match &args.file {
        Some(path) => Some(LadderFile::open(path).map_err(|e| anyhow!("{e}"))?),
        None => None,
    };
    let standings = watched(ladder.len(), BAR, |progress| ladder.play(file.as_mut(), progress))?
        .map_err(|e| anyhow!("{e}"))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
    } else {
        print(&standings, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays one player against itself and prints what the judgement foresaw.
fn judgement(judging: &Judging, json: bool) -> Result<ExitCode> {
    let foresight =
        watched(judging.games, BAR, |progress| judging.judge(progress))?.map_err(|e| anyhow!("{e}"))?;
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&foresight)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Foresight { scenario, player, games, turns, lead } = &foresight;
    writeln!(out, "{scenario}: {games} games, {player} on both sides; how often the winner is ranked first")?;
    writeln!(out, "\n{:>5} {:>6} {:>7} {:>8}", "turn", "games", "judge", "outlook")?;
    let share = |area: Option<f64>| area.map_or("-".to_owned(), |area| format!("{area:.2}"));
    for t in turns {
        writeln!(out, "{:>5} {:>6} {:>7} {:>8}", t.turn, t.games, share(t.judge), share(t.outlook))?;
    }
    if let Some(lead) = lead {
        writeln!(out, "\nAn outlook of {lead:.0} wins three games in four.")?;
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
