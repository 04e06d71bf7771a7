//! What was tried, and whether it was refused by a rule that stood in the way.

use crate::scene::Fault;
use frente_brunete::Brunete;
use frente_brunete::action::Action;
use frente_brunete::position::Position;
use frente_engine::{Game, Refusal};
use std::collections::BTreeMap;

/// What was tried, and how often each rule was named.
#[derive(Default)]
pub struct Tally {
    pub refused: BTreeMap<String, u32>,
    pub accepted: u32,
}

impl Tally {
    pub fn verdict(&mut self, faults: &[Fault], verdict: Result<(), Refusal>, what: &dyn Fn() -> String) {
        match verdict {
            Ok(()) => {
                assert!(faults.is_empty(), "{}: accepted against {faults:?}", what());
                self.accepted += 1;
            }
            Err(refusal) if faults.is_empty() => {
                assert_eq!(refusal.what, "refused-route", "{}: refused by {}", what(), refusal.rule);
            }
            Err(refusal) => {
                let named = faults.iter().any(|f| f.contains(refusal.rule.id()));
                assert!(named, "{}: refused by {} instead of {faults:?}", what(), refusal.rule);
                *self.refused.entry(refusal.rule.id().to_owned()).or_default() += 1;
            }
        }
    }

    /// Attacks: legal if one of the ways breaks nothing; otherwise what a single change would allow comes first.
    pub fn attack(&mut self, ways: &[Fault], verdict: Result<(), Refusal>, what: &dyn Fn() -> String) {
        if ways.iter().any(Fault::is_empty) {
            assert!(verdict.is_ok(), "{}: refused: {verdict:?}", what());
            self.accepted += 1;
            return;
        }
        let Err(refusal) = verdict else { panic!("{}: accepted against {ways:?}", what()) };
        let single: Fault = ways.iter().filter(|w| w.len() == 1).flatten().copied().collect();
        let any: Fault = ways.iter().flatten().copied().collect();
        let allowed = if single.is_empty() { any } else { single };
        assert!(allowed.contains(refusal.rule.id()), "{}: {} instead of {allowed:?}", what(), refusal.rule);
        *self.refused.entry(refusal.rule.id().to_owned()).or_default() += 1;
    }
}

pub fn line(game: &Brunete, p: &Position, action: Action) -> String {
    let mut out = String::new();
    game.print(p, action, &mut out);
    out
}
