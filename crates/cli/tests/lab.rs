//! The laboratory, killed in the middle of its work.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MADE: [&str; 4] = ["report.html", "summary.json", "games.parquet", "turns.parquet"];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn lab(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frente"));
    command.args([
        "lab",
        "madrid/drive",
        "--republican",
        "greedy",
        "--nationalist",
        "random",
        "--chunk",
        "2",
    ]);
    command.args(more).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// How many lines a file has, or all files of a folder.
fn lines(path: &Path) -> usize {
    match std::fs::read_dir(path) {
        Ok(files) => files.map(|file| lines(&file.unwrap().path())).sum(),
        Err(_) => std::fs::read(path).map_or(0, |bytes| bytes.iter().filter(|b| **b == b'\n').count()),
    }
}

/// Starts a run and kills it (with no warning: `SIGKILL`) once its file has so many lines. False when it was done before.
fn killed(command: &mut Command, file: &Path, when: usize) -> bool {
    let mut child = command.spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(120);
    while lines(file) < when {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(Instant::now() < until, "nothing is written to {}", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

#[test]
fn a_run_that_was_killed_goes_on_and_is_the_same_to_the_bit() {
    let (whole, broken) = (folder("killed-whole"), folder("killed-broken"));
    let games = ["--games", "60", "--threads"];
    assert!(lab(&whole, &[&games[..], &["1"]].concat()).status().unwrap().success());
    let file = broken.join("run.jsonl");
    for (threads, when) in [("1", 3), ("2", 9), ("1", 14)] {
        let cut = killed(&mut lab(&broken, &[&games[..], &[threads]].concat()), &file, when);
        assert!(cut && lines(&file) < 31, "the run was over before it could be killed");
    }
    // And a line that was cut off in writing, as by a full disk or a machine that lost its power.
    let text = std::fs::read(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 30]).unwrap();
    assert!(lab(&broken, &[&games[..], &["2"]].concat()).status().unwrap().success());
    for name in MADE {
        let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
        assert_eq!(read(&whole), read(&broken), "{name}");
    }
}

#[test]
fn a_question_that_was_killed_goes_on_and_gets_the_same_answer() {
    let (whole, broken) = (folder("asked-whole"), folder("asked-broken"));
    let asked = ["--games", "32", "--width", "0", "--vary", "counters.toml:unit.*.fresh.attack=+3"];
    assert!(lab(&whole, &asked).status().unwrap().success());
    let cut = killed(&mut lab(&broken, &asked), &broken.join("what-if"), 9);
    assert!(cut, "the question was answered before it could be killed");
    assert!(lab(&broken, &[&asked[..], &["--threads", "8"]].concat()).status().unwrap().success());
    for name in ["what-if.json", "what-if.html"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
        assert_eq!(read(&whole), read(&broken), "{name}");
    }
}
