//! Text: the English lexicon.

use frente_engine::Lexicon;
use std::sync::{Arc, LazyLock};

static ENGLISH: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    let lexicon = Lexicon::new("en", &[include_str!("../ftl/en.ftl")]);
    Arc::new(lexicon.unwrap_or_else(|e| panic!("the built-in text must be readable: {e}")))
});

/// The English text of the game.
pub(crate) fn english() -> Arc<Lexicon> {
    Arc::clone(&ENGLISH)
}
