//! The legal actions of the side that decides, as they are shown.

use super::ChoiceView;
use super::price::{Price, prices};
use crate::present::{Points, Present, View};
use crate::side::Side;
use crate::text::Lexicon;
use std::collections::BTreeMap;

/// Every legal action in words, with its price.
pub fn choices<G: Present>(
    game: &G,
    position: &G::Position,
    side: Side,
    view: &View,
    words: &Lexicon,
) -> Vec<ChoiceView> {
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    let prices = prices(game, position, side, view, &legal, words);
    shown(game, position, legal.into_iter().zip(prices), words)
}

/// Every legal action in words, in a position that is only thought of: nobody pays, so nobody is told a price.
pub(super) fn unpriced<G: Present>(game: &G, position: &G::Position, words: &Lexicon) -> Vec<ChoiceView> {
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    shown(game, position, legal.into_iter().map(|action| (action, None)), words)
}

fn shown<G: Present>(
    game: &G,
    position: &G::Position,
    priced: impl Iterator<Item = (G::Action, Option<Price>)>,
    words: &Lexicon,
) -> Vec<ChoiceView> {
    let mut choices: Vec<ChoiceView> = Vec::with_capacity(priced.size_hint().0);
    for (n, (action, price)) in priced.enumerate() {
        let mut line = String::new();
        game.print(position, action, &mut line);
        let choice = game.choice(position, action);
        let avoidable = price.as_ref().filter(|price| price.avoidable).map(|price| price.text.clone());
        choices.push(ChoiceView {
            n,
            text: choice.text.as_ref().map_or_else(|| line.clone(), |t| words.say(t)),
            line,
            kind: choice.kind,
            piece: choice.piece,
            place: choice.place,
            path: choice.path,
            left: choice.left.map(Points::in_quarters),
            left_text: choice.left.map(|left| left.to_string()),
            flow: choice.flow,
            stop: choice.stop,
            rule: choice.rule,
            price: choice.price.as_ref().map(|p| words.say(p)).or(price.map(|price| price.text)),
            warning: choice.warning.as_ref().map(|w| words.say(w)).or(avoidable),
        });
    }
    tell_apart(&mut choices);
    choices
}

/// Two routes to one place have two texts.
fn tell_apart(choices: &mut [ChoiceView]) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for choice in choices.iter() {
        *count.entry(choice.text.clone()).or_default() += 1;
    }
    for choice in choices.iter_mut().filter(|c| !c.path.is_empty() && count[&c.text] > 1) {
        choice.text = format!("{} ({})", choice.text.trim_end_matches('.'), choice.path.join("-"));
    }
}
