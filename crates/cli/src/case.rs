//! `frente case FILE|DIR…`, `frente case --mutate GAME`.

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use frente_engine::case::Case;
use frente_engine::case::mutate::Mutant;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente case`.
#[derive(Args)]
pub struct CaseArgs {
    /// Case files, or folders with case files.
    #[arg(required_unless_present = "mutate", value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Say nothing of cases that hold.
    #[arg(long, short)]
    quiet: bool,
    /// Change every number of this game's tables and scenarios one step up and down, and list the changes that no case notices.
    /// Those that `cases/GAME/unpinned.txt` names with a reason are allowed.
    #[arg(long, value_name = "GAME")]
    mutate: Option<String>,
    /// Only changes to what stands under this path, such as `tables.toml:combat`.
    #[arg(long, value_name = "FILE:PATH", requires = "mutate")]
    only: Option<String>,
    /// How many at once.
    #[arg(long, default_value_t = 2)]
    threads: usize,
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
    if let Some(game) = &args.mutate {
        return mutate(args, game);
    }
    let files = files(&args.paths)?;
    if files.is_empty() {
        bail!("there is no case file (*.toml) among the paths");
    }
    let mut out = std::io::stdout().lock();
    let (mut cases, mut failed) = (Vec::new(), 0);
    for path in &files {
        match read(path) {
            Ok(case) => cases.push(case),
            Err(error) => {
                failed += 1;
                writeln!(out, "FAIL  {error:#}")?;
            }
        }
    }
    let mut written = Ok(());
    frente_catalog::run_cases(&cases, data, &mut |case, result| {
        let line = match result {
            Ok(()) if args.quiet => return,
            Ok(()) => writeln!(out, "ok    {}", case.file),
            Err(error) => {
                failed += 1;
                writeln!(out, "FAIL  {error:#}")
            }
        };
        written = std::mem::replace(&mut written, Ok(())).and(line);
    });
    written?;
    writeln!(out, "{} passed, {failed} failed", files.len() - failed)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The numbers that need no case, with the reason: `FILE:PATH: REASON` a line, `#` begins a remark.
fn allowed(folder: &Path) -> Result<BTreeMap<String, String>> {
    let path = folder.join("unpinned.txt");
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(BTreeMap::new()) };
    let mut reasons = BTreeMap::new();
    for (n, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
        let (number, reason) = line.split_once(": ").with_context(|| {
            format!(
                "{}:{}: expected a line such as \"tables.toml:combat.from[0]: why no case can show it\"",
                path.display(),
                n + 1
            )
        })?;
        reasons.insert(number.to_owned(), reason.to_owned());
    }
    Ok(reasons)
}

fn mutate(args: &CaseArgs, game: &str) -> Result<ExitCode> {
    let folder = args.paths.first().cloned().unwrap_or_else(|| Path::new("cases").join(game));
    let cases = files(std::slice::from_ref(&folder))
        .with_context(|| format!("where are the cases of {game}? Name their folder"))?
        .iter()
        .map(|path| read(path))
        .collect::<Result<Vec<_>>>()?;
    let reasons = allowed(&folder)?;
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?);
    // A changed table may make the rules panic; that counts as noticed, and need not be seen.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let only = args.only.as_deref();
    let result = frente_catalog::unpinned_numbers(game, &cases, only, args.threads, &|count| {
        bar.set_length(count as u64);
        bar.inc(1);
    });
    std::panic::set_hook(hook);
    bar.finish_and_clear();
    let (count, survivors) = result.map_err(|e| anyhow!(e))?;
    let number = |m: &Mutant| format!("{}:{}", m.file, m.path);
    let (excused, left): (Vec<_>, Vec<_>) = survivors.iter().partition(|m| reasons.contains_key(&number(m)));
    let mut out = std::io::stdout().lock();
    for mutant in &left {
        writeln!(
            out,
            "{} (line {}): {} -> {}: no case notices",
            number(mutant),
            mutant.line,
            mutant.from,
            mutant.to
        )?;
    }
    let stale: Vec<_> = reasons.keys().filter(|r| !survivors.iter().any(|m| number(m) == **r)).collect();
    if only.is_none() {
        for reason in &stale {
            writeln!(
                out,
                "{reason}: stands in unpinned.txt, but a case notices its changes (or it is no more)"
            )?;
        }
    }
    writeln!(
        out,
        "{game}: {count} changes, {} noticed, {} allowed, {} survive",
        count - survivors.len(),
        excused.len(),
        left.len()
    )?;
    let clean = left.is_empty() && (stale.is_empty() || only.is_some());
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
