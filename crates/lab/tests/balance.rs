//! A run is the same whoever plays it and however often it is interrupted, and its tables read back.

use frente_board::data::DataSource;
use frente_engine::{Options, PerSide, Side};
use frente_lab::balance::{Comparison, Folder, GameRecord, Outstanding, Run, Study, WhatIf, variants};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

fn study(game: &str, scenario: &str) -> Study {
    Study {
        game: game.to_owned(),
        scenario: scenario.to_owned(),
        options: Options::default(),
        source: DataSource::Embedded,
        players: PerSide::new("random".to_owned(), "greedy".to_owned()),
        seed: 40,
        chunk: 3,
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("frente-lab-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn play(study: &Study, games: u64, threads: usize) -> Run {
    Run::play(&*study.open().unwrap(), games, threads, None, &AtomicU64::new(0)).unwrap()
}

#[test]
fn an_interrupted_run_goes_on_and_is_the_same() {
    let study = study("madrid", "drive");
    let lab = study.open().unwrap();
    let path = folder("resume");
    let files = Folder::make(&path).unwrap();
    // Seven games leave the last chunk with one; ten make another of it.
    Run::play(&*lab, 7, 2, Some(&mut files.file().unwrap()), &AtomicU64::new(0)).unwrap();
    let text = std::fs::read_to_string(path.join("run.jsonl")).unwrap();
    std::fs::write(path.join("run.jsonl"), &text[..text.len() - 40]).unwrap();
    let progress = AtomicU64::new(0);
    let resumed = Run::play(&*lab, 10, 1, Some(&mut files.file().unwrap()), &progress).unwrap();
    assert_eq!(progress.into_inner(), 10);
    assert_eq!(resumed, play(&study, 10, 2));
    let other = Study { seed: 41, ..study };
    let error =
        Run::play(&*other.open().unwrap(), 10, 1, Some(&mut files.file().unwrap()), &AtomicU64::new(0));
    assert!(error.unwrap_err().to_string().contains("seed 40"), "another study's file is refused");
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn what_comes_twice_or_in_any_order_is_counted_once() {
    let study = study("madrid", "drive");
    let lab = study.open().unwrap();
    let mut open = Outstanding::of(lab.head(), 8, None).unwrap();
    for chunk in [2, 0, 2, 7, 1, 0] {
        open.add(lab.chunk(chunk, 8)).unwrap();
    }
    assert_eq!(open.finish(lab.head()), Some(play(&study, 8, 1)));
}

#[test]
fn tables_read_back_and_the_report_stands_alone() {
    let study = study("aragon", "belchite");
    let lab = study.open().unwrap();
    let path = folder("report");
    let files = Folder::make(&path).unwrap();
    let run = Run::play(&*lab, 6, 2, None, &AtomicU64::new(0)).unwrap();
    let summary = files.write(&*lab, &run).unwrap();
    assert_eq!(summary.games, 6);

    let read = |name: &str| SerializedFileReader::new(std::fs::File::open(path.join(name)).unwrap()).unwrap();
    let cell = |row: &parquet::record::Row, name: &str| {
        row.get_column_iter()
            .find(|(n, _)| *n == name)
            .unwrap_or_else(|| panic!("no column {name}"))
            .1
            .clone()
    };
    let rows: Vec<_> = read("games.parquet").get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    for (row, game) in rows.iter().zip(&run.games) {
        assert_eq!(cell(row, "seed"), Field::Long(game.seed as i64));
        assert_eq!(cell(row, "winner"), Field::Str(game.winner.map_or("draw", Side::key).to_owned()));
        assert_eq!(cell(row, "republican_losses"), Field::Long(game.losses(Side::Republican).into()));
    }
    let turns: usize = run.games.iter().map(|g| g.turns.len()).sum();
    assert_eq!(read("turns.parquet").metadata().file_metadata().num_rows(), turns as i64);

    let page = std::fs::read_to_string(path.join("report.html")).unwrap();
    assert!(page.matches("<svg").count() > 8, "charts and maps");
    for outside in ["<script", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "the report needs nothing from outside: {outside}");
    }
    std::fs::remove_dir_all(path).unwrap();
}

/// What every scenario must give a report: turns, losses, attacks, dice, a front.
#[test]
fn every_game_is_watched() {
    for (game, scenario) in [
        ("aragon", "belchite"),
        ("brunete", "offensive"),
        ("guadalajara", "campaign"),
        ("madrid", "drive"),
        ("santander", "campaign"),
    ] {
        let known = frente_catalog::about(None).unwrap();
        let about = known.iter().find(|a| a.key == game).unwrap();
        let key = about.scenario.iter().find(|s| s.key == scenario).unwrap_or(&about.scenario[0]).key.clone();
        let run = play(&study(game, &key), 2, 2);
        let sum = |of: fn(&GameRecord) -> u32| run.games.iter().map(of).sum::<u32>();
        assert!(sum(|g| g.turns.len() as u32) > 2, "{game}: turns");
        assert!(sum(|g| g.losses(Side::Republican) + g.losses(Side::Nationalist)) > 0, "{game}: losses");
        assert!(sum(|g| g.attacks.iter().map(|a| a.count).sum()) > 0, "{game}: attacks");
        assert!(
            run.games.iter().any(|g| !g.turns.last().unwrap().sides[Side::Republican].figures.is_empty()),
            "{game}"
        );
        assert!(run.places.values().any(|p| p.attacks > 0), "{game}: where it is fought");
        assert!(run.places.values().any(|p| p.front > 0), "{game}: a front");
        for game in &run.games {
            assert!(game.turns.windows(2).all(|w| w[0].turn < w[1].turn), "turns in order, each once");
        }
    }
}

/// A game whose combat has no table has hundreds of pairs of strengths; a report lists a handful of chances.
#[test]
fn attacks_are_listed_by_few_columns() {
    for (game, scenario) in [("madrid", "drive"), ("aragon", "belchite")] {
        let study = study(game, scenario);
        let lab = study.open().unwrap();
        let path = folder(&format!("columns-{game}"));
        let run = play(&study, 12, 2);
        let summary = Folder::make(&path).unwrap().write(&*lab, &run).unwrap();
        let made: u64 = run.games.iter().flat_map(|g| &g.attacks).map(|a| u64::from(a.count)).sum();
        assert_eq!(summary.attacks.iter().map(|row| row.count).sum::<u64>(), made, "{game}: each once");
        for side in Side::BOTH {
            let rows: Vec<_> = summary.attacks.iter().filter(|row| row.by == side).collect();
            assert!((1..=40).contains(&rows.len()), "{game}: {} rows", rows.len());
            for row in rows {
                assert!((0.0..=1.0).contains(&row.good) && (0.0..=1.0).contains(&row.bad), "{row:?}");
                if let Some((low, high)) = row.column.strip_suffix(" %").and_then(|c| c.split_once('–')) {
                    let (low, high): (f64, f64) = (low.parse().unwrap(), high.parse().unwrap());
                    assert!((low - 1e-6..=high + 1e-6).contains(&(100.0 * row.good)), "{row:?}");
                }
            }
        }
        assert_eq!(game == "madrid", summary.attacks.iter().any(|row| row.column.ends_with(" %")));
        std::fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn the_same_run_does_not_differ_from_itself_and_another_player_does() {
    let base = study("madrid", "drive");
    let run = play(&base, 24, 2);
    let same = Comparison::of(&run, &run);
    assert!(same.paired && same.wins.iter().all(|row| row.difference.value == 0.0 && row.difference.p > 0.9));
    let players = PerSide::new("greedy".to_owned(), "random".to_owned());
    let other = play(&Study { players, seed: 900, ..base }, 24, 2);
    let differs = Comparison::of(&run, &other);
    assert!(!differs.paired);
    assert!(differs.wins.iter().any(|row| row.difference.p < 0.001), "{:?}", differs.wins);
}

#[test]
fn what_if_finds_what_tells_and_what_does_not() {
    let base = Study { chunk: 4, ..study("madrid", "drive") };
    let whole = variants(&base, "option:no-such-option");
    assert!(whole.err().unwrap().to_string().contains("no-such-option"));
    assert!(variants(&base, "tables.toml").err().unwrap().to_string().contains("expected FILE:PATH"));
    assert!(variants(&base, "nothing.toml:a").err().unwrap().to_string().contains("counters.toml"));
    // Nationalist or Republican, whoever is spent or fresh: every attack is hopeless now.
    let mut changed = variants(&base, "counters.toml:unit.*.attack=+6").unwrap();
    assert!(changed[0].name.contains("numbers"), "{}", changed[0].name);
    changed.push(frente_lab::balance::Variant { name: "nothing".to_owned(), study: base.clone() });
    let path = folder("what-if");
    let question = WhatIf { base, variants: changed, games: 16, width: 0.0, threads: 2 };
    let effects = question.ask(Some(&path), &AtomicU64::new(0)).unwrap();
    assert_eq!(effects.effects.len(), 2);
    let nothing = effects.effects.iter().find(|e| e.name == "nothing").unwrap();
    assert_eq!((nothing.touched, nothing.wins.value, nothing.games), (0, 0.0, 16));
    let guns = effects.effects.iter().find(|e| e.name != "nothing").unwrap();
    assert!(guns.touched > 8, "stronger attacks change games: {guns:?}");
    // Once more from what was kept: nothing is played again.
    let progress = AtomicU64::new(0);
    let again = question.ask(Some(&path), &progress).unwrap();
    assert_eq!(progress.into_inner(), 0);
    assert_eq!(serde_json::to_value(&again).unwrap(), serde_json::to_value(&effects).unwrap());
    // Another question in the same folder plays what is new in it, and nothing of what is known.
    let mut other = variants(&question.base, "counters.toml:unit.*.attack=+6").unwrap();
    other.insert(0, variants(&question.base, "option:whole-defence-value").unwrap().remove(0));
    let progress = AtomicU64::new(0);
    let asked = WhatIf { variants: other, ..question }.ask(Some(&path), &progress).unwrap();
    assert_eq!((progress.into_inner(), asked.refused.len()), (16, 0));
    assert!(asked.effects.iter().any(|e| e.name == guns.name && e.wins == guns.wins));
    std::fs::remove_dir_all(path).unwrap();
}

/// Where a variant stops looks at the widths alone; how many threads there are changes nothing.
#[test]
fn what_if_stops_at_the_same_game_whatever_the_threads() {
    let base = Study { chunk: 1, ..study("madrid", "drive") };
    let ask = |threads: usize| {
        let variants = variants(&base, "counters.toml:unit.*.attack=+6").unwrap();
        let question = WhatIf { base: base.clone(), variants, games: 60, width: 0.25, threads };
        serde_json::to_value(question.ask(None, &AtomicU64::new(0)).unwrap()).unwrap()
    };
    let (one, many) = (ask(1), ask(11));
    assert_eq!(one, many);
    let played = one["effects"][0]["games"].as_u64().unwrap();
    assert!((4..60).contains(&played), "stopped when it was narrow enough: {played}");
}
