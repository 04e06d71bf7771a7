//! Positions that cases arrange and look at, and what must hold in all of them.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `arrange` | the `[set]` table of a case |
//! | `inspect` | what a case can look at |
//! | `audit` | what must hold in every position |

mod arrange;
mod audit;
mod inspect;

use crate::Brunete;
use crate::position::Position;
use frente_engine::{SetupError, Testable};

impl Testable for Brunete {
    fn arrange(&self, set: &toml::Table) -> Result<Position, SetupError> {
        self.arranged(set)
    }

    fn inspect(&self, position: &Position, key: &str) -> Option<toml::Value> {
        self.inspected(position, key)
    }

    fn audit(&self, position: &Position) -> Result<(), String> {
        self.audited(position)
    }
}

#[cfg(test)]
mod tests {
    use super::{arrange, inspect};

    /// The words in code quotes of the paragraph that begins so.
    fn listed<'a>(text: &'a str, begins: &str) -> Vec<&'a str> {
        let paragraph = text.split("\n\n").find(|p| p.starts_with(begins)).expect("the paragraph");
        paragraph.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn every_word_of_a_case_is_listed() {
        let text = include_str!("../../../../../cases/brunete/README.md");
        let (set, step) = (listed(text, "**`[set]`**"), listed(text, "**`[[step]]`**"));
        let missing = |words: &[&'static str], list: &[&str]| -> Vec<&'static str> {
            let named = |w: &str| list.iter().any(|l| *l == w || l.starts_with(&format!("{w} = ")));
            words.iter().copied().filter(|w| !named(w)).collect()
        };
        assert!(missing(&arrange::WORDS, &set).is_empty(), "{:?}", missing(&arrange::WORDS, &set));
        assert!(missing(&inspect::WORDS, &step).is_empty(), "{:?}", missing(&inspect::WORDS, &step));
    }
}
