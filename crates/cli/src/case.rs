//! `frente case FILE|DIR…`.

use anyhow::{Context, Result, bail};
use clap::Args;
use frente_engine::case::Case;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente case`.
#[derive(Args)]
pub struct CaseArgs {
    /// Case files, or folders with case files.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Say nothing of cases that hold.
    #[arg(long, short)]
    quiet: bool,
}

/// Every case file among the paths, folders searched through, in order of their names.
///
/// # Errors
/// When a path cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).with_context(|| format!("{}", path.display()))?;
            let mut inner = entries
                .map(|e| e.map(|e| e.path()))
                .collect::<Result<Vec<_>, _>>()
                .with_context(|| format!("{}", path.display()))?;
            inner.retain(|p| p.is_dir() || p.extension().is_some_and(|e| e == "toml"));
            inner.sort();
            found.extend(files(&inner)?);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Reads a case file.
///
/// # Errors
/// When it cannot be read or is no case.
pub fn read(path: &Path) -> Result<Case> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| file.clone())?;
    Ok(Case::read(&file, &text)?)
}

/// Runs the cases; fails when one does.
pub fn run(args: &CaseArgs, data: Option<&Path>) -> Result<ExitCode> {
    let files = files(&args.paths)?;
    if files.is_empty() {
        bail!("there is no case file (*.toml) among the paths");
    }
    let mut out = std::io::stdout().lock();
    let mut failed = 0;
    for path in &files {
        let result = read(path).and_then(|case| Ok(frente_catalog::run_case(&case, data)?));
        match result {
            Ok(()) if args.quiet => {}
            Ok(()) => writeln!(out, "ok    {}", path.display())?,
            Err(error) => {
                failed += 1;
                writeln!(out, "FAIL  {error:#}")?;
            }
        }
    }
    writeln!(out, "{} passed, {failed} failed", files.len() - failed)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
