//! The tutorial quotes this game: every block in it that names a file stands in that file, word for word.

use std::path::Path;

#[test]
fn the_tutorial_quotes_what_is_there() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(home.join("../../docs/new-game.md")).expect("the tutorial");
    let mut quotes = 0;
    for block in text.split("\n```").skip(1).step_by(2) {
        let (head, quote) = block.split_once('\n').expect("a block has lines");
        let Some((_, file)) = head.split_once(' ') else { continue };
        let source = std::fs::read_to_string(home.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(source.contains(quote), "{file} does not say:\n{quote}");
        quotes += 1;
    }
    assert!(quotes >= 10, "only {quotes} quotations were found");
    assert!(text.lines().count() <= 400, "the tutorial is longer than 400 lines");
}
