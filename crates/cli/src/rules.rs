//! `frente rules GAME`.

use crate::case;
use anyhow::{Context, Result, bail};
use clap::Args;
use frente_engine::Reference;
use frente_engine::rule::names;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `frente rules`.
#[derive(Args)]
pub struct RulesArgs {
    /// The game, such as `aragon`.
    game: String,
    /// Rule ids or sections to show; all without one.
    ids: Vec<String>,
    /// How many statements, examples and rulings have a case, and which have none.
    #[arg(long)]
    coverage: bool,
    /// The folder of the cases.
    #[arg(long, default_value = "cases", value_name = "DIR")]
    cases: PathBuf,
    /// The folder of the program's sources, to say where a rule is implemented.
    #[arg(long, default_value = ".", value_name = "DIR")]
    source: PathBuf,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

/// Shows rules, or their coverage.
pub fn run(args: &RulesArgs, data: Option<&Path>) -> Result<ExitCode> {
    let reference = frente_catalog::reference(&args.game, data)?;
    if args.coverage { coverage(args, &reference) } else { show(args, &reference) }
}

fn show(args: &RulesArgs, reference: &Reference) -> Result<ExitCode> {
    let wanted = |id: &str| {
        let section = id.trim_end_matches(|c: char| c.is_ascii_lowercase()).split('-').next().unwrap_or(id);
        args.ids.is_empty() || args.ids.iter().any(|w| w == id || w == section)
    };
    if let Some(unknown) =
        args.ids.iter().find(|w| !reference.knows(w) && !reference.section.iter().any(|s| s.id == **w))
    {
        bail!("{} has no rule or section {unknown:?}", args.game);
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(reference)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for rule in reference.rule.iter().filter(|r| wanted(&r.id)) {
        writeln!(out, "{:8} {}", rule.id, rule.text)?;
    }
    for example in reference.example.iter().filter(|r| wanted(&r.id)) {
        writeln!(out, "{:8} Example. {}", example.id, example.text)?;
    }
    for ruling in reference.ruling.iter().filter(|r| wanted(&r.id)) {
        writeln!(
            out,
            "{:8} {}\n         {}\n         Why: {}",
            ruling.id, ruling.question, ruling.answer, ruling.why
        )?;
    }
    for id in args.ids.iter().filter(|id| reference.knows(id)) {
        found(args, id, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Where a rule is implemented and which cases cover it, as far as sources and cases are at hand.
fn found(args: &RulesArgs, id: &str, out: &mut impl Write) -> Result<()> {
    let code = args.source.join("crates/games").join(&args.game).join("src");
    for path in sources(&code) {
        let text = std::fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| names(line, id)) {
            writeln!(out, "         {}:{}: {}", path.display(), n + 1, line.trim())?;
        }
    }
    let folder = args.cases.join(&args.game);
    if folder.is_dir() {
        for path in case::files(&[folder])? {
            if case::read(&path)?.covers.iter().any(|covered| covered == id) {
                writeln!(out, "         case {}", path.display())?;
            }
        }
    }
    Ok(())
}

/// Every source file below a folder, in order; none when there is no such folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect()
}

fn coverage(args: &RulesArgs, reference: &Reference) -> Result<ExitCode> {
    let folder = args.cases.join(&args.game);
    let mut covered: BTreeSet<String> = BTreeSet::new();
    for path in case::files(std::slice::from_ref(&folder)).context("where are the cases? (--cases DIR)")? {
        let case = case::read(&path)?;
        for id in case.covers {
            if !reference.knows(&id) {
                bail!("{}: covers {id:?}, which the rules of {} do not have", path.display(), args.game);
            }
            covered.insert(id);
        }
    }
    let testable: Vec<&str> = reference.testable().collect();
    let uncovered: Vec<&str> = testable.iter().copied().filter(|id| !covered.contains(*id)).collect();
    let (done, total) = (testable.len() - uncovered.len(), testable.len());
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({ "covered": done, "total": total, "uncovered": uncovered }))?;
    } else {
        writeln!(out, "{}: {done} of {total} covered", args.game)?;
        for id in &uncovered {
            writeln!(out, "  {id}")?;
        }
    }
    Ok(if uncovered.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
