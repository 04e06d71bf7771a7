//! The binary `frente`: a thin shell over the crates.

mod case;
mod chart;
mod database;
mod engine;
mod lab;
mod ladder;
mod odds;
mod play;
mod replay;
mod rules;
mod serve;
mod sim;
mod terminal;
mod watch;

use anyhow::{Context, Result};
use clap::{ArgAction, Args, Parser, Subcommand};
use frente_engine::{Options, Seed};
use std::path::PathBuf;
use std::process::ExitCode;

/// Board wargames of the Spanish Civil War, played exactly as their rulebooks say.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Cli {
    /// A folder with corrected data files, instead of the built-in ones. `frente lab` takes two, to compare them.
    #[arg(long, global = true, value_name = "DIR", action = ArgAction::Append)]
    data: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the browser, and host games for others. What bare `frente` does.
    Serve(serve::ServeArgs),
    /// Play in the terminal.
    Play(play::PlayArgs),
    /// List games and scenarios.
    Games(play::GamesArgs),
    /// Run case files: rules as tests.
    Case(case::CaseArgs),
    /// Look up rules, and how many of them cases cover.
    Rules(rules::RulesArgs),
    /// Play many games between computer players and report.
    Sim(sim::SimArgs),
    /// Find out how a scenario plays: a report of many games, runs compared, what if.
    Lab(lab::LabArgs),
    /// Find out which computer player is the strongest.
    Ladder(ladder::LadderArgs),
    /// Exact odds of an attack.
    Odds(odds::OddsArgs),
    /// Step through a saved match, or verify its dice.
    Replay(replay::ReplayArgs),
    /// Check, repair, import or tidy what is kept of games.
    Database(database::DatabaseArgs),
    /// Speak the protocol on standard input and output, for bots.
    Engine,
}

/// Which match to open.
#[derive(Args, Clone)]
pub struct Which {
    /// Game and scenario, such as `aragon/belchite`.
    #[arg(value_name = "GAME/SCENARIO")]
    pub scenario: String,
    /// Switch an option on (`fatigue`) or off (`no-fatigue`); may be repeated.
    #[arg(long = "option", value_name = "OPTION")]
    pub options: Vec<String>,
}

impl Which {
    /// Game and scenario.
    ///
    /// # Errors
    /// When there is no `/`.
    pub fn names(&self) -> Result<(&str, &str)> {
        self.scenario.split_once('/').with_context(|| {
            format!(
                "{:?}: expected game and scenario, such as aragon/belchite (see `frente games`)",
                self.scenario
            )
        })
    }

    /// The options named.
    pub fn options(&self) -> Options {
        let on_or_off = |o: &String| match o.strip_prefix("no-") {
            Some(key) => (key.to_owned(), false),
            None => (o.clone(), true),
        };
        Options(self.options.iter().map(on_or_off).collect())
    }
}

/// A seed from the system's generator.
///
/// # Errors
/// When the system has none.
pub fn fresh_seed() -> Result<Seed> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|e| anyhow::anyhow!("the system's random generator: {e}"))?;
    Ok(Seed(seed))
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        // A reader that went away (`frente rules … | head`) is no error of ours.
        Err(error)
            if error
                .downcast_ref::<std::io::Error>()
                .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("frente: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let data = cli.data.first().map(PathBuf::as_path);
    if cli.data.len() > 1 && !matches!(cli.command, Some(Command::Lab(_))) {
        anyhow::bail!("--data is given {} times; only `frente lab` compares folders", cli.data.len());
    }
    match cli.command.unwrap_or(Command::Serve(serve::ServeArgs::default())) {
        Command::Serve(args) => serve::run(&args, data),
        Command::Play(args) => play::run(&args, data),
        Command::Games(args) => play::games(&args, data),
        Command::Case(args) => case::run(&args, data),
        Command::Rules(args) => rules::run(&args, data),
        Command::Sim(args) => sim::run(&args, data),
        Command::Lab(args) => lab::run(args, &cli.data),
        Command::Ladder(args) => ladder::run(&args, data),
        Command::Odds(args) => odds::run(&args, data),
        Command::Replay(args) => replay::run(&args, data),
        Command::Database(args) => database::run(&args, data),
        Command::Engine => engine::run(data),
    }
}
