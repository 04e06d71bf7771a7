//! The page is told and does not guess: every word a game shows has a look, and no word of a game stands in the page.

use frente_catalog::{about, open};
use frente_engine::sheet::MapSheet;
use frente_engine::table::{Opening, Table, WaitKind};
use frente_engine::{Seat, Seed};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every scenario of every game.
fn scenarios() -> Vec<(String, String)> {
    let games = about(None).expect("the games");
    let list = games.into_iter().flat_map(|g| g.scenario.into_iter().map(move |s| (g.key.clone(), s.key)));
    list.collect()
}

/// The same choices in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Plays some actions at random and looks at the match every now and then.
fn wander(game: &str, scenario: &str, mut look: impl FnMut(&dyn Table)) {
    let opening = Opening { scenario: scenario.to_owned(), seed: Some(Seed([37; 32])), ..Opening::default() };
    let mut table = open(game, None, &opening).expect("a scenario");
    let mut dice = Dice(1937);
    for step in 0..700 {
        while table.throw().is_ok() {}
        if table.wait().is_over() {
            break;
        }
        if step % 20 == 0 {
            look(table.as_ref());
        }
        let lines = table.lines();
        let line = &lines[dice.below(lines.len())];
        table.replay(line).expect("a listed line");
    }
}

#[test]
fn everything_that_comes_and_goes_has_a_look_and_a_name() {
    for (game, scenario) in scenarios() {
        wander(&game, &scenario, |table| {
            let looks = table.sheet().looks;
            for seat in Seat::ALL {
                let state = table.state(seat);
                for piece in &state.view.pieces {
                    for tag in &piece.tags {
                        assert!(looks.tags.contains_key(*tag), "{game}: mark {tag}");
                    }
                }
                for marker in &state.view.markers {
                    assert!(looks.markers.contains_key(marker.kind), "{game}: marker {}", marker.kind);
                }
                for (key, title) in &state.boxes {
                    assert!(key != title, "{game}: box {key} has no name");
                }
                if state.waits.kind == WaitKind::Decision && !state.choices.is_empty() {
                    let stuck = state.choices.iter().all(|c| c.flow != frente_engine::present::Flow::Ends);
                    assert!(stuck || state.blocked.is_none(), "{game}: what can end is not blocked");
                }
            }
        });
    }
}

/// The words of one game: its places, formations, marks, zones, phases, boxes, verbs.
fn words_of(game: &str, scenario: &str, words: &mut BTreeSet<String>) {
    let mut add = |word: &str| {
        let word = word.trim().to_lowercase();
        if word.chars().filter(|c| c.is_alphabetic()).count() > 2 {
            words.insert(word);
        }
    };
    wander(game, scenario, |table| {
        for line in table.lines() {
            add(line.split(' ').next().unwrap_or_default());
        }
        let state = table.state(Seat::Spectator);
        state.view.phases.iter().for_each(|p| add(p.key));
        state.view.tracks.iter().for_each(|t| add(t.key));
        state.view.markers.iter().for_each(|m| add(m.kind));
        state.boxes.iter().for_each(|(key, _)| add(key.split('-').next().unwrap_or_default()));
    });
    let opening = Opening { scenario: scenario.to_owned(), ..Opening::default() };
    let printed = open(game, None, &opening).expect("a scenario").sheet();
    add(game);
    add(scenario);
    for piece in &printed.sheet.pieces {
        add(&piece.formation);
        add(&piece.branch);
        piece.marks.iter().for_each(|m| add(m));
    }
    printed.sheet.tags.iter().for_each(|(tag, _)| add(tag));
    printed.sheet.overlays.iter().for_each(|(key, _)| add(key.trim_end_matches(" *")));
    match &printed.sheet.map {
        MapSheet::Hexes(map) => {
            for cell in &map.hexes {
                cell.name.iter().for_each(|n| add(n));
                cell.features.iter().for_each(|f| add(f));
                add(&cell.terrain);
            }
            for line in map.sides.iter().chain(&map.links) {
                line.name.iter().for_each(|n| add(n));
                add(&line.kind);
            }
            map.zones.iter().for_each(|z| add(&z.name));
        }
        MapSheet::Areas(map) => {
            for area in &map.areas {
                add(&area.name);
                add(&area.kind);
                area.places.iter().for_each(|(name, _)| add(name));
            }
            map.lines.iter().for_each(|l| add(&l.kind));
        }
    }
}

/// Plain words that a game happens to use too, and that the page uses in its own sense.
const PLAIN: &[&str] = &[
    "against", "beside", "chosen", "column", "counter", "done", "end", "enter", "hold", "lit", "move",
    "movement", "normal", "path", "pause", "pick", "play", "point", "ready", "reduced", "refresh", "replace",
    "resolve", "return", "rivers", "spanish", "start", "stop", "terrain", "top", "trees", "unit", "used",
    "waiting", "with",
];

#[test]
fn no_word_of_a_game_stands_in_the_page() {
    let mut words = BTreeSet::new();
    for (game, scenario) in scenarios() {
        words_of(&game, &scenario, &mut words);
    }
    // What the engine itself says on the wire is everybody's.
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let types = std::fs::read_to_string(web.join("js/types.d.ts")).expect("the types");
    let wire: BTreeSet<String> = types.split('"').skip(1).step_by(2).map(str::to_lowercase).collect();
    words.retain(|word| !wire.contains(word) && !PLAIN.contains(&word.as_str()));
    assert!(words.len() > 400, "the games have words");
    let mut found = Vec::new();
    for file in page_files(&web) {
        let text = without_comments(&std::fs::read_to_string(&file).expect("a file of the page"));
        let own = tokens(&text);
        for word in &words {
            let there =
                if word.contains(' ') { text.contains(word.as_str()) } else { own.contains(word.as_str()) };
            if there {
                found.push(format!("{}: {word}", file.strip_prefix(&web).unwrap_or(&file).display()));
            }
        }
    }
    assert!(found.is_empty(), "words of single games in web/:\n{}", found.join("\n"));
}

/// HTML, CSS and modules of the page.
fn page_files(web: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![web.join("js"), web.join("css")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the page") {
            let path = entry.expect("an entry").path();
            let kind = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
            if path.is_dir() {
                open.push(path);
            } else if ["js", "css"].contains(&kind) {
                files.push(path);
            }
        }
    }
    files.extend(["index.html", "play.html"].map(|name| web.join("html").join(name)));
    files
}

/// A text without its comments, in small letters.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let code = out.lines().map(|line| match line.trim_start().starts_with("//") {
        true => "",
        false => line.split(" // ").next().unwrap_or(line),
    });
    code.collect::<Vec<_>>().join("\n").to_lowercase()
}

/// Words of a code: letters, figures and dashes.
fn tokens(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|t| !t.is_empty()).collect()
}
