//! The copy of the workspace that the broken rules are built in. It lies below `target/` and is kept, and so is what it was built into:
//! what did not change is not built again.

use crate::breach::{Breaker, Site};
use crate::games;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that a game is built with.
const NEEDED: [&str; 3] = ["crates/board", "crates/engine", "crates/rulegen"];
/// After so many rounds of taking out what does not compile, something else is wrong.
const MOST_ROUNDS: usize = 12;

/// A copy of the workspace as far as games need it.
pub struct Tree {
    root: PathBuf,
    folder: PathBuf,
    game: String,
}

impl Tree {
    /// Copies what is needed to build the game.
    pub fn new(root: &Path, game: &str) -> Result<Tree> {
        let folder = root.join("target/mutants/tree");
        let home = Path::new("crates/games").join(game);
        for part in NEEDED.iter().map(Path::new).chain([home.as_path()]) {
            copy(&root.join(part), &folder.join(part))?;
        }
        copy(&root.join("Cargo.lock"), &folder.join("Cargo.lock"))?;
        let mut manifest = read_toml(&root.join("Cargo.toml"))?;
        let workspace = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut);
        let workspace = workspace.context("Cargo.toml has no [workspace]")?;
        workspace.insert("members".to_owned(), [&NEEDED[..], &["crates/games/*"]].concat().into());
        workspace.remove("default-members");
        if let Some(profiles) = manifest.get_mut("profile").and_then(toml::Value::as_table_mut) {
            profiles.retain(|name, _| name == "dev");
        }
        write(&folder.join("Cargo.toml"), &toml::to_string(&manifest)?)?;
        let tree = Tree { root: root.to_owned(), folder, game: game.to_owned() };
        tree.write_runner()?;
        Ok(tree)
    }

    fn home(&self) -> PathBuf {
        self.folder.join("crates/games").join(&self.game)
    }

    /// The program that runs the cases takes the place of the game's own tests.
    fn write_runner(&self) -> Result<()> {
        let home = self.home();
        let name = format!("frente_{}", self.game);
        let tests = std::fs::read_to_string(home.join("tests/game.rs"))?;
        let game =
            tests.split_once("game_tests!(").and_then(|(_, rest)| rest.split_once(')')).map(|(ty, _)| ty);
        let game = game.context("tests/game.rs names no game")?;
        std::fs::remove_dir_all(home.join("tests"))?;
        let runner = include_str!("runner.rs.txt").replace("GAME_TYPE", game).replace("GAME_CRATE", &name);
        write(&home.join("tests/runner.rs"), &runner)?;
        write(&home.join("src/mutant.rs"), include_str!("switch.rs.txt"))?;
        let root = home.join("src/lib.rs");
        let text = std::fs::read_to_string(&root)?;
        write(&root, &text.replacen("\nmod ", "\n#[allow(missing_docs)]\npub mod mutant;\nmod ", 1))?;
        let mut manifest = read_toml(&home.join("Cargo.toml"))?;
        manifest.remove("dev-dependencies");
        // What is broken on purpose is nothing to warn of.
        let lints = toml::toml! {
            [rust]
            warnings = "allow"
            arithmetic_overflow = "allow"
            unconditional_panic = "allow"
        };
        manifest.insert("lints".to_owned(), lints.into());
        let test = toml::toml! {
            name = "runner"
            harness = false
        };
        manifest.insert("test".to_owned(), toml::Value::Array(vec![test.into()]));
        write(&home.join("Cargo.toml"), &toml::to_string(&manifest)?)
    }

    /// Builds all breaches that compile into one program: where it is, and what they are.
    pub fn build(&self) -> Result<(PathBuf, Vec<Site>)> {
        let mut without = self.left_out()?;
        for _ in 0..MOST_ROUNDS {
            let sites = self.write_breaches(&without)?;
            let checked = self.cargo(&["check", "--lib"])?;
            if checked.program.is_none() && checked.wrong.is_empty() && checked.good {
                let built = self.cargo(&["test", "--no-run", "--test", "runner"])?;
                let Some(program) = built.program.filter(|_| built.good) else {
                    bail!("the program with the broken rules does not build:\n{}", built.said);
                };
                self.leave_out(&without)?;
                return Ok((program, sites));
            }
            let wrong = self.switches_at(&checked.wrong)?;
            if wrong.is_empty() {
                bail!("the copy does not build:\n{}", checked.said);
            }
            without.extend(wrong);
        }
        Err(anyhow!("after {MOST_ROUNDS} rounds there still are breaches that do not compile"))
    }

    /// The text of all chapters: breaches are numbered through it.
    fn chapters(&self) -> Result<String> {
        let source = self.root.join("crates/games").join(&self.game).join("src");
        let texts = games::chapters(&source)?.into_iter().map(|file| {
            let text = std::fs::read_to_string(source.join(&file))?;
            Ok(format!("{}\n{text}", file.display()))
        });
        texts.collect()
    }

    fn left_out_file(&self) -> PathBuf {
        self.folder.join(format!("{}.left-out", self.game))
    }

    /// The breaches that did not compile when the same chapters were built before.
    fn left_out(&self) -> Result<BTreeSet<u32>> {
        let Ok(text) = std::fs::read_to_string(self.left_out_file()) else { return Ok(BTreeSet::new()) };
        let Some((ids, chapters)) = text.split_once('\n') else { return Ok(BTreeSet::new()) };
        if chapters != self.chapters()? {
            return Ok(BTreeSet::new());
        }
        ids.split_whitespace().map(|id| Ok(id.parse()?)).collect()
    }

    fn leave_out(&self, without: &BTreeSet<u32>) -> Result<()> {
        let ids: Vec<String> = without.iter().map(u32::to_string).collect();
        write(&self.left_out_file(), &format!("{}\n{}", ids.join(" "), self.chapters()?))
    }

    fn write_breaches(&self, without: &BTreeSet<u32>) -> Result<Vec<Site>> {
        let source = self.root.join("crates/games").join(&self.game).join("src");
        let mut breaker = Breaker::new(without);
        for file in games::chapters(&source)? {
            let text = std::fs::read_to_string(source.join(&file))?;
            let name = file.display().to_string();
            let broken = breaker.break_file(&name, &text).with_context(|| name.clone())?;
            write(&self.home().join("src").join(&file), &broken)?;
        }
        Ok(breaker.sites())
    }

    fn cargo(&self, args: &[&str]) -> Result<Built> {
        let package = format!("frente-{}", self.game);
        let output = Command::new("cargo")
            .args(args)
            .args(["-p", &package, "--offline", "--message-format=json"])
            .env("CARGO_TARGET_DIR", self.root.join("target/mutants/target"))
            .current_dir(&self.folder)
            .output()?;
        let mut built = Built { good: output.status.success(), ..Built::default() };
        built.said = String::from_utf8_lossy(&output.stderr).into_owned();
        for line in output.stdout.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
            let Ok(message) = serde_json::from_slice::<serde_json::Value>(line) else { continue };
            if message["target"]["name"] == "runner" {
                built.program = message["executable"].as_str().map(PathBuf::from).or(built.program);
            }
            if message["message"]["level"] == "error" {
                built.said += message["message"]["rendered"].as_str().unwrap_or_default();
                for span in message["message"]["spans"].as_array().into_iter().flatten() {
                    let number = |key: &str| span[key].as_u64().unwrap_or(1) as usize;
                    let file = span["file_name"].as_str().unwrap_or_default();
                    built.wrong.push((file.to_owned(), number("line_start"), number("line_end")));
                }
            }
        }
        Ok(built)
    }

    /// The switches named where the compiler finds a fault.
    fn switches_at(&self, wrong: &[(String, usize, usize)]) -> Result<BTreeSet<u32>> {
        let mut found = BTreeSet::new();
        for (file, first, last) in wrong {
            let path = self.folder.join(file);
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let lines: Vec<&str> = text.lines().collect();
            // The switch may stand a little above what is wrong.
            for around in 0..4 {
                let from = first.saturating_sub(1 + around);
                let named = switches(&lines[from..(*last).min(lines.len())].join("\n"));
                if !named.is_empty() {
                    found.extend(named);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Where the verdicts are kept, so that a run that was cut short goes on; a program that was built anew starts anew.
    pub fn results(&self, program: &Path) -> Result<PathBuf> {
        let name = program.file_name().context("a program has a name")?.to_string_lossy().into_owned();
        let built = std::fs::metadata(program)?.modified()?.duration_since(std::time::UNIX_EPOCH)?.as_secs();
        Ok(self.folder.join(format!("{name}-{built}.verdicts")))
    }
}

#[derive(Default)]
struct Built {
    good: bool,
    program: Option<PathBuf>,
    /// File and lines of each fault.
    wrong: Vec<(String, usize, usize)>,
    said: String,
}

fn switches(text: &str) -> Vec<u32> {
    let calls = text.split("mutant::on(").skip(1);
    calls.filter_map(|rest| rest.split_once(')')?.0.trim_end_matches("u32").parse().ok()).collect()
}

fn read_toml(path: &Path) -> Result<toml::Table> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.parse()?)
}

/// Writes a file unless it says so already: what did not change is not built again.
fn write(path: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Copies a file or a folder; what is in the copy alone goes.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        return write(to, &std::fs::read_to_string(from).with_context(|| from.display().to_string())?);
    }
    std::fs::create_dir_all(to)?;
    let names = games::names(from)?;
    for old in games::names(to)?.into_iter().filter(|name| !names.contains(name)) {
        let old = to.join(old);
        if old.is_dir() { std::fs::remove_dir_all(old)? } else { std::fs::remove_file(old)? }
    }
    names.iter().try_for_each(|name| copy(&from.join(name), &to.join(name)))
}
