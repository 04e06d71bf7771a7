//! How a seat is asked: what need not be asked at all, and what is asked about once more before it is done.
//!
//! All of it is worked out in one position imagined from what the seat knows, always the same one, and from the events it was told:
//! so nothing here can tell a secret.

use super::choices::unpriced;
use super::{ChoiceView, Together};
use crate::chance::Rng;
use crate::game::{Playable, Wait};
use crate::present::{Flow, Kind, View, Weight};
use crate::record::{By, Match};
use crate::side::{Seat, Side};
use crate::text::{Lexicon, Message};
use std::collections::BTreeSet;

/// In so many positions that look alike to everybody, a question must have one answer to be nobody's secret.
const IMAGINED: usize = 12;
/// With fewer units than this that could move, nobody is asked whether he means to end.
const MANY: usize = 6;
/// The seed of the one position that is imagined.
const WORLD: u64 = 0;

/// How a seat is asked for the decision of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Asked {
    /// Is there one answer only, which may be given for the player?
    pub alone: bool,
    /// What several pieces can do in one act.
    pub together: Option<Together>,
}

/// How the seat is asked for the side's decision: marks the choices that are asked about once more, and says the rest.
pub fn asked<G: Playable>(
    record: &Match<G>,
    words: &Lexicon,
    (seat, side): (Seat, Side),
    view: &View,
    choices: &mut [ChoiceView],
) -> Asked {
    let game = record.game();
    let world = game.imagine(&game.seen(record.position(), seat), &mut Rng::new(WORLD));
    let desk = Desk { record, game, words, seat, side, world };
    desk.ask_about_unmoved(choices);
    Asked { alone: desk.answers_itself(choices), together: desk.together(view, choices) }
}

/// A seat that is asked.
struct Desk<'a, G: Playable> {
    record: &'a Match<G>,
    game: &'a G,
    words: &'a Lexicon,
    seat: Seat,
    side: Side,
    /// Some position that looks like the true one to the seat.
    world: G::Position,
}

impl<G: Playable> Desk<'_, G> {
    /// Is there one answer only, which may be given for the player? Not where it has a price; not where it would end or confirm what he
    /// has begun; and not where the asking hides a secret: that there is no other answer must be plain to whoever watches.
    fn answers_itself(&self, choices: &[ChoiceView]) -> bool {
        let [only] = choices else { return false };
        let (game, side, position) = (self.game, self.side, &self.world);
        let begun = self.last_was_his() && !self.step_began();
        let confirms = only.kind == Kind::Button && begun;
        if only.warning.is_some() || only.kind == Kind::Secret || confirms {
            return false;
        }
        let mut legal = Vec::new();
        game.legal(position, &mut legal);
        if legal.iter().any(|action| game.hides(position, *action, Seat::Spectator)) {
            return false;
        }
        // What can still be thought over is not made final for him: by dice, by a secret shown, by handing over.
        let mut after = *position;
        game.apply(&mut after, legal[0], &mut ());
        let hands_over = !matches!(game.wait(&after), Wait::Decision(next) if next == side);
        let is_final = hands_over || game.reveals(position, legal[0]);
        if is_final && self.record.may_undo(side.into()).is_ok() {
            return false;
        }
        let public = game.seen(position, Seat::Spectator);
        let mut rng = Rng::new(self.record.log().len() as u64);
        (0..IMAGINED).all(|_| {
            game.legal(&game.imagine(&public, &mut rng), &mut legal);
            legal.len() == 1
        })
    }

    /// Was the last action this side's own?
    fn last_was_his(&self) -> bool {
        self.record.log().last().is_some_and(|entry| entry.by == By::Side(self.side))
    }

    /// Has the last action led into another phase or turn?
    fn step_began(&self) -> bool {
        self.record.log().last().is_some_and(|entry| entry.events.iter().any(|e| self.begins(e)))
    }

    fn begins(&self, event: &G::Event) -> bool {
        self.game.tells(event, self.seat)
            && matches!(self.game.tell(event).weight, Weight::Phase | Weight::Turn)
    }

    /// What several pieces can do here in one act.
    fn together(&self, view: &View, choices: &[ChoiceView]) -> Option<Together> {
        if able(choices) < 2 {
            None
        } else if choices.iter().any(is_entry) || self.is_movement(choices) {
            Some(Together::Go)
        } else {
            self.is_joined(view, choices).then_some(Together::Join)
        }
    }

    /// Are pieces only named here, one after the other: attackers, those who are to move? Nothing lies differently after the first, and
    /// the others can still be named.
    fn is_joined(&self, view: &View, choices: &[ChoiceView]) -> bool {
        let mut named = choices.iter().filter(|c| c.kind == Kind::Piece && c.flow == Flow::On);
        let (Some(first), Some(other)) = (named.next(), named.next()) else { return false };
        let (game, seat) = (self.game, self.seat);
        let mut position = self.world;
        let mut legal = Vec::new();
        game.legal(&position, &mut legal);
        let Some(action) = legal.get(first.n).copied() else { return false };
        game.apply(&mut position, action, &mut ());
        let still =
            |c: &ChoiceView| c.kind == Kind::Piece && c.piece == other.piece && c.piece != first.piece;
        game.wait(&position) == game.wait(&self.world)
            && game.view(&game.seen(&position, seat), seat, self.words).lies_as(view)
            && unpriced(game, &position, self.words).iter().any(still)
    }

    /// Ends a movement in which nearly nobody has moved only after asking: the key that ends a phase lies beside others.
    fn ask_about_unmoved(&self, choices: &mut [ChoiceView]) {
        let end = |c: &ChoiceView| c.flow == Flow::Ends && c.warning.is_none();
        let able = able(choices);
        if able < MANY || !choices.iter().any(end) || !self.is_movement(choices) {
            return;
        }
        let moved = self.moved_in_this_phase();
        if moved * (MANY - 1) >= able {
            return;
        }
        let unmoved = Message::new("unmoved").with("able", able).with("moved", moved);
        for choice in choices.iter_mut().filter(|c| end(c)) {
            choice.warning = Some(self.words.say(&unmoved));
        }
    }

    /// Are pieces taken up here in order to move: has one of them a way to go, or is it offered one once it is taken?
    fn is_movement(&self, choices: &[ChoiceView]) -> bool {
        if choices.iter().any(|c| c.left.is_some()) {
            return true;
        }
        let game = self.game;
        let mut legal = Vec::new();
        game.legal(&self.world, &mut legal);
        let first = choices.iter().find(|c| c.kind == Kind::Piece && c.flow == Flow::On);
        let Some(action) = first.and_then(|c| legal.get(c.n)).copied() else { return false };
        let mut taken = self.world;
        game.apply(&mut taken, action, &mut ());
        game.legal(&taken, &mut legal);
        legal.into_iter().any(|a| game.choice(&taken, a).left.is_some())
    }

    /// How many pieces have gone somewhere since the phase began.
    fn moved_in_this_phase(&self) -> usize {
        let mut moved = BTreeSet::new();
        for event in self.record.log().iter().rev().flat_map(|entry| entry.events.iter().rev()) {
            if !self.game.tells(event, self.seat) {
                continue;
            }
            let told = self.game.tell(event);
            match told.weight {
                Weight::Phase | Weight::Turn => break,
                _ if told.places.len() > 1 => moved.extend(told.pieces),
                _ => {}
            }
        }
        moved.len()
    }
}

/// How many pieces something can be done with.
fn able(choices: &[ChoiceView]) -> usize {
    let able = choices.iter().filter(|c| c.flow == Flow::On).filter_map(|c| c.piece.as_deref());
    able.collect::<BTreeSet<&str>>().len()
}

/// Does it bring a piece onto the map?
fn is_entry(choice: &ChoiceView) -> bool {
    choice.kind == Kind::Entry && choice.piece.is_some()
}
