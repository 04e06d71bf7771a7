//! `frente database`: check, repair, import and tidy what is kept.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use frente_server::library::Library;
use frente_server::store::{Place, Store, repair};
use frente_server::{Config, tidy};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente database`.
#[derive(Args)]
pub struct DatabaseArgs {
    #[command(subcommand)]
    what: What,
    /// Where games are kept: a file, or `postgres://…`; the file in your data directory without it.
    #[arg(long, global = true, value_name = "FILE|ADDRESS")]
    database: Option<Place>,
}

#[derive(Subcommand)]
enum What {
    /// Look at every match: is it what was written, and does it replay by the rules?
    Check,
    /// Write a new file with everything that is whole. The old one is kept beside it.
    Repair,
    /// Copy all matches with their links and chat from another database, such as a file, to this one.
    Import {
        /// Where they are: a file that no server has open, or `postgres://…`.
        #[arg(long, value_name = "FILE|ADDRESS")]
        from: Place,
    },
    /// Delete matches in which nothing was done or said for a long time.
    Tidy {
        /// For how many days.
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        days: u32,
        /// Only say which.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Is a file there? A database is asked.
fn must_exist(place: &Place) -> Result<()> {
    match place.file() {
        Some(path) => {
            anyhow::ensure!(path.is_file(), "{place}: there is no such file");
            Ok(())
        }
        None => Ok(()),
    }
}

/// Checks, repairs, fills or tidies a database; a file must be one that no server has open.
pub fn run(args: &DatabaseArgs, data: Option<&Path>) -> Result<ExitCode> {
    let place = Config { database: args.database.clone(), ..Config::default() }.database()?;
    let name = place.to_string();
    if !matches!(args.what, What::Import { .. }) {
        must_exist(&place)?;
    }
    let library = Library::new(data.map(Path::to_owned));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut out = std::io::stdout().lock();
    match &args.what {
        What::Import { from } => {
            must_exist(from)?;
            let done = runtime.block_on(import(from, &place))?;
            for (id, problem) in &done.left {
                writeln!(out, "{id}: stays behind ({problem})")?;
            }
            writeln!(
                out,
                "{} matches copied to {name}, {} were there already, {} stay behind",
                done.moved,
                done.there,
                done.left.len()
            )?;
            Ok(if done.left.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        What::Tidy { days, dry_run } => {
            let found = runtime.block_on(async {
                let store = Store::open(place.clone()).await?;
                let found = tidy::abandoned(&store, *days).await?;
                if !dry_run {
                    tidy::delete(&store, &found).await?;
                }
                store.close().await;
                anyhow::Ok(found)
            });
            let found = found.with_context(|| name.clone())?;
            for id in &found {
                writeln!(out, "{id}")?;
            }
            let done = if *dry_run { "would be deleted" } else { "deleted" };
            writeln!(out, "{} matches {done}: nothing was done or said there for {days} days", found.len())?;
            Ok(ExitCode::SUCCESS)
        }
        What::Check => {
            let report = runtime.block_on(async {
                let store = Store::open(place.clone()).await?;
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
            for (id, differs) in &report.differ {
                writeln!(out, "{id}: waits until its players agree: {differs}")?;
            }
            writeln!(out, "{} matches, {} damaged", report.matches, report.damaged.len())?;
            let well = report.file.is_empty() && report.damaged.is_empty();
            Ok(if well { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        What::Repair => {
            let path: PathBuf = place
                .file()
                .context("only a file can be repaired; PostgreSQL has its own means, and a backup")?
                .to_owned();
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

async fn import(from: &Place, to: &Place) -> Result<frente_server::store::Moved> {
    let old = Store::open(from.clone()).await.with_context(|| from.to_string())?;
    let new = Store::open(to.clone()).await.with_context(|| to.to_string())?;
    let done = old.move_to(&new).await?;
    new.close().await;
    old.close().await;
    Ok(done)
}
