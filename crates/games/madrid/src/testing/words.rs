//! The page on the cases of this game lists every word that cases can use, each in its table.

use super::vocabulary::{Look, Put, Step};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_readme_lists_every_word() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../cases/madrid/README.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (_, tables) = page.split_once("## `[set]`").expect("the words of [set]");
    let (set, step) = tables.split_once("## `[[step]]`").expect("the words of a step");
    let column = |table: &str| -> BTreeSet<String> {
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
        rows.flat_map(|row| row.split('|').next().unwrap_or_default().split('`'))
            .filter(|part| part.starts_with(char::is_alphabetic))
            .map(str::to_owned)
            .collect()
    };
    let words = |all: Vec<&'static str>| -> BTreeSet<String> { all.into_iter().map(str::to_owned).collect() };
    assert_eq!(column(set), words(Put::ALL.iter().map(|w| w.word()).collect()), "[set]");
    assert_eq!(column(step), words(Look::ALL.iter().map(|w| w.word()).collect()), "[[step]]");
    for phase in Step::ALL {
        assert!(set.contains(&format!("`{}`", phase.word())), "the phase {:?}", phase.word());
    }
}
