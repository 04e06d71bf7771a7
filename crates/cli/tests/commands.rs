//! The commands, as a person or a script calls them.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn frente(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_frente")).args(args).output().unwrap()
}

fn typed(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_frente"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn sim_reports_as_json_and_repeats_itself() {
    let run = |threads: &str| -> Value {
        let out = frente(&[
            "sim",
            "aragon/belchite",
            "--games",
            "6",
            "--seed",
            "3",
            "--threads",
            threads,
            "--check",
            "--json",
        ]);
        assert!(out.status.success(), "{}", text(&out));
        serde_json::from_slice(&out.stdout).unwrap()
    };
    let (one, two) = (run("1"), run("2"));
    for key in ["games", "decisions", "outcomes"] {
        assert_eq!(one[key], two[key], "the number of threads changes {key}");
    }
    assert_eq!(one["games"], 6);
    assert_eq!(one["faults"], serde_json::json!([]));
    assert!(
        one["decisions_per_second"].as_f64().unwrap() > 0.0
            && one["games_per_second"].as_f64().unwrap() > 0.0
    );
}

#[test]
fn lab_reports_goes_on_compares_and_varies() {
    let folder = folder("lab");
    let at = |name: &str| folder.join(name).display().to_string();
    let lab = |out: &str, more: &[&str]| {
        let base = [
            "lab",
            "madrid/drive",
            "--republican",
            "random",
            "--nationalist",
            "greedy",
            "--chunk",
            "2",
            "--out",
            out,
        ];
        frente(&[&base, more].concat())
    };
    let whole = lab(&at("whole"), &["--games", "6", "--threads", "2"]);
    assert!(whole.status.success() && text(&whole).contains("6 games"), "{}", text(&whole));
    // Four games, then two more: the same files as six at once, to the bit.
    lab(&at("parts"), &["--games", "4", "--threads", "1"]);
    assert!(lab(&at("parts"), &["--games", "6", "--threads", "1"]).status.success());
    for name in ["report.html", "summary.json", "games.parquet", "turns.parquet"] {
        let read = |run: &str| std::fs::read(folder.join(run).join(name)).unwrap();
        assert_eq!(read("whole"), read("parts"), "{name}");
    }
    let other = lab(&at("whole"), &["--games", "6", "--seed", "9"]);
    assert!(!other.status.success() && text(&other).contains("its games are of"), "{}", text(&other));

    let page = at("compare.html");
    let compared = frente(&["lab", "compare", &at("whole"), &at("parts"), "--html", &page]);
    assert!(text(&compared).contains("pair by pair"), "{}", text(&compared));
    assert!(std::fs::read_to_string(page).unwrap().contains("Two runs side by side"));
    let nothing = frente(&["lab", "compare", &at("whole"), &at("nowhere")]);
    assert!(text(&nothing).contains("no run of the laboratory"), "{}", text(&nothing));

    let varied = lab(&at("varied"), &["--games", "4", "--vary", "counters.toml:unit.*.fresh.attack=+3"]);
    assert!(text(&varied).contains("numbers)"), "{}", text(&varied));
    assert!(folder.join("varied/what-if.html").is_file());
}

#[test]
fn wrong_arguments_are_explained() {
    for (args, expected) in [
        (vec!["sim", "belchite"], "expected game and scenario"),
        (vec!["sim", "chess/board"], "there is no game \"chess\""),
        (vec!["sim", "aragon/ebro"], "belchite"),
        (vec!["sim", "aragon/belchite", "--option", "tanks"], "no option \"tanks\""),
        (vec!["sim", "aragon/belchite", "--republican", "napoleon"], "no player \"napoleon\""),
        (vec!["lab"], "GAME/SCENARIO"),
        (vec!["lab", "aragon/belchite", "--out", "/tmp/x", "--vary", "nonsense"], "expected FILE:PATH"),
        (vec!["--data", "/a", "--data", "/b", "sim", "aragon/belchite"], "--data is given 2 times"),
        (vec!["rules", "aragon", "99.9z"], "no rule or section"),
        (vec!["case", "/nowhere/at/all.toml"], "/nowhere/at/all.toml"),
        (vec!["replay", "/nowhere/at/all.frente"], "/nowhere/at/all.frente"),
    ] {
        let out = frente(&args);
        assert!(!out.status.success() && text(&out).contains(expected), "{args:?}: {}", text(&out));
    }
}

#[test]
fn a_failing_case_ends_with_an_error() {
    let folder = folder("failing").join("aragon");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("wrong.toml");
    std::fs::write(&file, "covers = [\"3.0e\"]\nscenario = \"belchite\"\n[[step]]\nturn = 9\n").unwrap();
    let out = frente(&["case", file.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out).contains("expected: 9") && text(&out).contains("0 passed, 1 failed"),
        "{}",
        text(&out)
    );
}

#[test]
fn a_broken_data_file_is_refused_with_file_and_line() {
    let folder = folder("data");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/aragon/data");
    let mut copied = 0;
    let mut queue = vec![from.clone()];
    while let Some(next) = queue.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                queue.push(path);
            } else {
                let to = folder.join(path.strip_prefix(&from).unwrap());
                std::fs::create_dir_all(to.parent().unwrap()).unwrap();
                std::fs::copy(&path, to).unwrap();
                copied += 1;
            }
        }
    }
    assert!(copied > 5);
    let data = folder.to_str().unwrap();
    let sim = || frente(&["--data", data, "sim", "aragon/belchite", "--games", "1"]);
    let out = sim();
    assert!(out.status.success(), "{}", text(&out));
    // A misspelt word in the map: the file, the line and what was expected are named.
    let map = folder.join("belchite.map.toml");
    let good = std::fs::read_to_string(&map).unwrap();
    let line = good.lines().position(|l| l.starts_with("1512 = ")).unwrap() + 1;
    std::fs::write(&map, good.replacen("1512 = { terrain", "1512 = { terain", 1)).unwrap();
    let out = sim();
    assert!(!out.status.success());
    assert!(
        text(&out).contains(&format!("belchite.map.toml:{line}:")) && text(&out).contains("terain"),
        "{}",
        text(&out)
    );
    std::fs::remove_file(&map).unwrap();
    assert!(text(&sim()).contains("cannot be read"), "{}", text(&sim()));
}

#[test]
fn a_match_in_the_terminal() {
    let save = folder("terminal").join("match.frente");
    let save = save.to_str().unwrap();
    let input =
        format!("map\nunits\nrule 5.1c\nnonsense\nwhy 1512\nodds\n1\nlog 3\nundo\nmore\nsave {save}\nquit\n");
    let out = typed(
        &["play", "aragon/belchite", "--side", "republican", "--opponent", "greedy", "--seed", "1"],
        &input,
    );
    let said = text(&out);
    assert!(out.status.success(), "{said}");
    for expected in ["1512", "Turn 1 of 10", "R32/35", "3-5-4", "nonsense", "Saved to"] {
        assert!(said.contains(expected), "no {expected:?} in:\n{said}");
    }
    let out = frente(&["replay", save, "--verify"]);
    assert!(out.status.success() && text(&out).contains("all as the seed gives them"), "{}", text(&out));
    let out = typed(&["play", "--load", save, "--side", "republican", "--opponent", "random"], "quit\n");
    assert!(text(&out).contains("Turn 1 of 10"), "{}", text(&out));
    // Chosen by question instead of by argument.
    let out = typed(&["play"], "aragon/belchite\nboth\nquit\n");
    assert!(text(&out).contains("Which scenario?") && text(&out).contains("Turn 1"), "{}", text(&out));
}
