//! The words of the cases: what the code reads stands in `cases/guadalajara/README.md`, and what stands there is read.

use std::collections::BTreeSet;

const CODE: &str = include_str!("../src/testing.rs");
const PAGE: &str = include_str!("../../../../cases/guadalajara/README.md");

/// The text of a function of the code, from its name to the next brace at the start of a line.
fn body(name: &str) -> &'static str {
    let heads = ["\nfn ", "\npub(crate) fn "].map(|head| format!("{head}{name}("));
    let start = heads.iter().find_map(|h| CODE.find(h)).unwrap_or_else(|| panic!("no function {name}"));
    let rest = &CODE[start + 1..];
    &rest[..rest.find("\n}").unwrap_or(rest.len())]
}

/// The words in quotes that stand where `keep` says, given what is around them.
fn quoted(text: &'static str, keep: impl Fn(&str, &str) -> bool) -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    for line in text.lines() {
        let pieces: Vec<&str> = line.split('"').collect();
        for (i, word) in pieces.iter().enumerate().skip(1).step_by(2) {
            let (before, after) = (pieces[i - 1].trim(), pieces.get(i + 1).map_or("", |t| t.trim()));
            if keep(before, after) {
                words.insert(*word);
            }
        }
    }
    words
}

/// Words that arms of a match read.
fn arms(name: &str) -> BTreeSet<&'static str> {
    quoted(body(name), |before, after| {
        after.starts_with("=>") || after.starts_with('|') || before == "[" || before.ends_with("Some((")
    })
}

/// Everything the page puts between back quotes, word by word.
fn page() -> BTreeSet<&'static str> {
    let quoted = PAGE.split('`').skip(1).step_by(2);
    quoted.flat_map(|q| q.split(['"', ' ', '='])).filter(|w| !w.is_empty()).collect()
}

#[test]
fn every_word_the_code_reads_is_on_the_page() {
    let page = page();
    let told = quoted(body("phase"), |before, _| before.ends_with("=>"));
    let read = ["arranged", "canonical", "put", "inspect", "measure"].map(arms);
    assert!(read.iter().all(|words| words.len() > 5), "words are looked for where there are none: {read:?}");
    let missing: Vec<_> = read.iter().flatten().chain(&told).filter(|w| !page.contains(*w)).collect();
    assert!(missing.is_empty(), "the page leaves out {missing:?}");
}

#[test]
fn every_word_of_the_page_is_read() {
    let lists = PAGE.lines().filter(|l| l.starts_with("**`[") || l.starts_with("`phase`"));
    let words = lists.flat_map(|l| l.split('`').skip(1).step_by(2)).filter(|w| !w.starts_with('['));
    let unknown: Vec<_> = words.filter(|w| !CODE.contains(&format!("\"{w}\""))).collect();
    assert!(unknown.is_empty(), "nothing reads {unknown:?}");
}
