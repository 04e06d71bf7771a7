//! The same run on a Ray cluster. This process keeps the file and counts each chunk once; a Python process beside it hands the numbers of
//! open chunks to the cluster and says each chunk on a line of its own as it comes.

use anyhow::{Context, Result, anyhow, bail};
use frente_lab::balance::{Chunk, Head, Outstanding, Run, RunFile};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// Which Python speaks with the cluster.
const PYTHON: &str = "FRENTE_PYTHON";

pub fn run(
    address: &str,
    head: &Head,
    games: u64,
    data: Option<&Path>,
    file: &mut RunFile,
    progress: &AtomicU64,
) -> Result<Run> {
    let mut open = Outstanding::of(head, games, Some(file)).map_err(|e| anyhow!("{e}"))?;
    progress.store(open.played(), Ordering::Relaxed);
    if open.open().is_empty() {
        return open.finish(head).context("a run without games");
    }
    let order = serde_json::json!({
        "address": address,
        "head": head,
        "games": games,
        "data": data,
        "chunks": open.open(),
    });
    let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3".to_owned());
    let mut child = Command::new(&python)
        .args(["-m", "frente.ray_lab"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| {
            format!("{python}: expected a Python with the packages frente and ray ({PYTHON} names another)")
        })?;
    let mut input = child.stdin.take().context("a pipe to Python")?;
    // A Python that does not start is heard of by how it ended.
    let told = input.write_all(order.to_string().as_bytes());
    drop(input);
    let output = BufReader::new(child.stdout.take().context("a pipe from Python")?);
    for line in output.lines() {
        let line = line.context("what Python says")?;
        let chunk: Chunk =
            serde_json::from_str(&line).with_context(|| format!("no chunk of a run: {line:.200}"))?;
        open.add(chunk).map_err(|e| anyhow!("{e}"))?;
        progress.store(open.played(), Ordering::Relaxed);
    }
    let status = child.wait()?;
    let left = open.open().len();
    match open.finish(head) {
        Some(run) => Ok(run),
        None if told.is_err() || !status.success() => {
            bail!(
                "{python} -m frente.ray_lab ended ({status}) with {left} chunks open; what came is kept, run again to go on"
            )
        }
        None => bail!("the cluster ended with {left} chunks open; what came is kept, run again to go on"),
    }
}
