//! `docs/notation.md` is what the tables of the games say.
//!
//! `FRENTE_WRITE_DOCS=1 cargo test -p frente-catalog --test notation` writes it anew.

use frente_catalog::{GAMES, Visitor, visit};
use frente_engine::Playable;
use frente_engine::notation::Notation;
use std::path::Path;

const HEAD: &str = "\
# Notation

One line is one action: logs, saves, [cases](cases.md), bots, the terminal and the page use nothing else. A line is a verb and what follows it,
with blanks between; names of units, places and markers are written as the game prints them. The verbs mean the same in all games. Words in
capitals stand for what is named; a `ROUTE` is written hex by hex, with the hex it starts in (`1516-1417-1317`). What is hidden from a seat is
shown to it as `?` after the verb (`support ?`).

A verb once printed is read for ever; *also read* lists what older saves, logs and cases may say. Lines that stand for several are for people, bots
and cases, and are recorded as the lines they stand for. This page is made from the tables the program prints and reads by
(`FRENTE_WRITE_DOCS=1 cargo test -p frente-catalog --test notation`).
";

struct Ask;

impl Visitor for Ask {
    type Out = Notation;
    fn visit<G: Playable>(self) -> Notation {
        G::NOTATION
    }
}

#[test]
fn the_page_is_what_the_tables_say() {
    let titles = frente_catalog::about(None).unwrap().into_iter().map(|about| about.title);
    let mut page = HEAD.to_owned();
    for (key, title) in GAMES.iter().zip(titles) {
        page.push_str(&format!("\n## {title} (`{key}`)\n\n{}", visit(key, Ask).unwrap().page()));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notation.md");
    if std::env::var_os("FRENTE_WRITE_DOCS").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = page.lines().zip(written.lines()).find(|(now, then)| now != then);
    assert!(
        page == written,
        "docs/notation.md is stale, first at {differs:?}; FRENTE_WRITE_DOCS=1 writes it anew"
    );
}
