//! What a choice costs its own side at once, found by trying it out.
//!
//! Tried out is not the position itself but one imagined from what the seat knows, always the same one, and nothing that would reveal
//! anything: so a price tells no secret. Dice end the trial: a price is certain, chances are what odds are for.

use crate::chance::Rng;
use crate::game::Wait;
use crate::present::{Present, Told, View, Weight};
use crate::side::Side;
use crate::text::Lexicon;

/// The seed of the one position that is imagined.
const IMAGINED: u64 = 0;

/// What a choice costs at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Price {
    toll: Toll,
    /// In words.
    pub text: String,
    /// Is there a choice that costs less? Then this one is worth a question.
    pub avoidable: bool,
}

/// Prices compare: the game, then units, then steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    game: bool,
    losses: usize,
}

/// What each of the actions costs the side that decides, in their order; nothing for those that cost nothing.
pub(super) fn prices<G: Present>(
    game: &G,
    position: &G::Position,
    side: Side,
    view: &View,
    legal: &[G::Action],
    words: &Lexicon,
) -> Vec<Option<Price>> {
    if legal.len() < 2 {
        return vec![None; legal.len()];
    }
    let imagined = game.imagine(&game.seen(position, side.into()), &mut Rng::new(IMAGINED));
    let own = |told: &Told| {
        let owner = told.pieces.first().and_then(|id| view.pieces.iter().find(|p| p.id.as_ref() == Some(id)));
        told.weight == Weight::Loss && owner.is_some_and(|piece| piece.side == Some(side))
    };
    let mut all: Vec<Option<Price>> =
        legal.iter().map(|action| price(game, &imagined, *action, side, &own, words)).collect();
    let least = all.iter().map(|p| p.as_ref().map_or_else(Toll::default, |p| p.toll)).min();
    for price in all.iter_mut().flatten() {
        price.avoidable = least.is_some_and(|least| least < price.toll);
    }
    all
}

fn price<G: Present>(
    game: &G,
    imagined: &G::Position,
    action: G::Action,
    side: Side,
    own: &impl Fn(&Told) -> bool,
    words: &Lexicon,
) -> Option<Price> {
    if game.reveals(imagined, action) {
        return None;
    }
    let (mut after, mut events) = (*imagined, Vec::new());
    game.apply(&mut after, action, &mut events);
    let mut said: Vec<String> = Vec::new();
    let told = events.iter().filter(|e| game.tells(e, side.into())).map(|e| game.tell(e));
    for told in told.filter(own) {
        let text = words.say(&told.text);
        if !said.contains(&text) {
            said.push(text);
        }
    }
    let losses = said.len();
    let mut lost = false;
    if let Wait::Over(outcome) = game.wait(&after)
        && outcome.winner == Some(side.other())
    {
        lost = true;
        said.push(words.say(&game.conclude(&outcome)));
    }
    let toll = Toll { game: lost, losses };
    if toll == Toll::default() {
        return None;
    }
    // A choice whose text is the loss itself needs no second word for it.
    let choice = game.choice(imagined, action).text.map(|text| words.say(&text)).unwrap_or_default();
    let plain = |text: &str| text.trim_end_matches('.') == choice.trim_end_matches('.');
    let text: Vec<String> = said.into_iter().filter(|text| !plain(text)).collect();
    (!text.is_empty()).then(|| Price { toll, text: text.join(" "), avoidable: false })
}
