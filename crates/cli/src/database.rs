//! `frente database check` and `frente database repair`.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use frente_server::Config;
use frente_server::library::Library;
use frente_server::store::{Store, repair};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente database`.
#[derive(Args)]
pub struct DatabaseArgs {
    #[command(subcommand)]
    what: What,
    /// The file that keeps the games; the one in your data directory without it.
    #[arg(long, global = true, value_name = "FILE")]
    database: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    /// Look at every match: is it what was written, and does it replay by the rules?
    Check,
    /// Write a new file with everything that is whole. The old one is kept beside it.
    Repair,
}

/// Checks or repairs a database that no server has open.
pub fn run(args: &DatabaseArgs, data: Option<&Path>) -> Result<ExitCode> {
    let path = Config { database: args.database.clone(), ..Config::default() }.database()?;
    let name = path.display().to_string();
    anyhow::ensure!(path.is_file(), "{name}: there is no such file");
    let library = Library::new(data.map(Path::to_owned));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut out = std::io::stdout().lock();
    match args.what {
        What::Check => {
            let report = runtime.block_on(async {
                let store = Store::open(&path).await?;
                let report = store.check(&library).await;
                store.close().await;
                report
            });
            let report = report.with_context(|| name.clone())?;
            for problem in &report.file {
                writeln!(out, "{name}: {problem}")?;
            }
            for (id, problem) in &report.damaged {
                writeln!(out, "{id}: {problem}")?;
            }
            writeln!(out, "{} matches, {} damaged", report.matches, report.damaged.len())?;
            let well = report.file.is_empty() && report.damaged.is_empty();
            Ok(if well { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        What::Repair => {
            let done = runtime.block_on(repair(&path, &library)).with_context(|| name.clone())?;
            for (id, actions, problem) in &done.cut {
                writeln!(out, "{id}: the first {actions} actions are kept ({problem})")?;
            }
            for (id, problem) in &done.lost {
                writeln!(out, "{id}: lost ({problem})")?;
            }
            writeln!(
                out,
                "{} matches whole, {} cut short, {} lost; the file as it was is {}",
                done.whole,
                done.cut.len(),
                done.lost.len(),
                done.before.display()
            )?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
