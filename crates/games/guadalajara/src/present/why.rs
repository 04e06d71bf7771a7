//! Why something cannot be done now.

use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::movement::{Ways, short};
use crate::position::Position;
use crate::rules;
use frente_board::{Hex, LongPath};
use frente_engine::Refusal;
use frente_engine::present::Ask;

/// Asks the checked door for what a click there would mean now.
pub(super) fn why_not(game: &Guadalajara, p: &Position, ask: &Ask) -> Option<Refusal> {
    let book = &game.book;
    let hex = ask.place.as_deref().and_then(|l| book.map().find(l));
    let unit = ask.piece.as_deref().and_then(|l| book.find(l));
    let action = match (p.stack.top(), unit, hex) {
        (Frame::Moving { unit, left, first }, _, Some(hex)) => {
            return book.why_not_there(p, unit, left, first, hex);
        }
        (Frame::Movement, Some(unit), _) => Action::Pick(unit),
        (Frame::Entering(unit), _, Some(hex)) => Action::Enter(unit, hex),
        (Frame::Setup(_), _, Some(hex)) => Action::Place(book.frame_unit(p)?, hex),
        (Frame::Bombard(_), _, Some(hex)) => Action::Bomb(hex),
        (Frame::AirDefence | Frame::AirAttack, _, Some(hex)) => Action::Air(hex),
        (Frame::Combat, None, Some(hex)) => Action::Attack(hex),
        // About nothing on the map: why the phase cannot end.
        (Frame::Movement | Frame::Combat, None, None) => Action::End,
        (Frame::Declare | Frame::DefensiveFire, Some(unit), _) => Action::Join(unit),
        (Frame::Retire(_), Some(unit), Some(hex)) => Action::Retire(unit, hex),
        (Frame::Retreat(_), Some(unit), Some(hex)) => Action::Retreat(unit, hex),
        (Frame::Losses(_), Some(unit), _) => Action::Lose(unit),
        (Frame::Advance(_), Some(unit), Some(hex)) => Action::Advance(unit, hex),
        (Frame::Flee(leader) | Frame::Rejoin(leader), _, Some(hex)) => Action::Flee(leader, hex),
        (Frame::Follow(_), _, Some(hex)) => Action::Follow(book.frame_unit(p)?, hex),
        _ => return None,
    };
    book.check(p, action).err()
}

impl Book {
    /// Why a moving counter cannot go to a hex: it may not end there, a neighbour's own reason, or what one would have to lift for it
    /// to get there: the zones on the way, the want of points, the enemy's units.
    fn why_not_there(&self, p: &Position, unit: Unit, left: u8, first: bool, hex: Hex) -> Option<Refusal> {
        let from = p.hex(unit);
        let refused = |rule| Refusal::new(rule).unit(unit).place(hex.0);
        if hex == from {
            return None;
        }
        if let Some(dir) = self.map().dir(from, hex) {
            return self.may_go(p, unit, LongPath::EMPTY.then(dir), left, first).err();
        }
        let mover = self.mover(p, unit, from, first);
        let mut ways = Ways::of(&mover, left);
        ways.explore(&mover, from);
        if ways.to(hex).is_some() {
            return self.may_end(p, unit, hex).err().map(refused);
        }
        if self.enemy_held(p, self.side(unit)).has(hex.index()) {
            return Some(refused(rules::R6_R1));
        }
        if self.is_train(unit) && !self.ground.rail.touches(hex) {
            return Some(refused(rules::X9A));
        }
        let zoneless = mover.heeding_no_zones();
        let mut ways = Ways::of(&zoneless, left);
        ways.explore(&zoneless, from);
        if ways.to(hex).is_some() {
            let rule = if self.withdraws(p, unit) { rules::X1_1B } else { rules::R6F };
            return Some(refused(rule));
        }
        let far = mover.most_points();
        let mut ways = Ways::of(&mover, far);
        ways.explore(&mover, from);
        Some(match ways.to(hex) {
            Some(way) => short(refused(rules::R6E), far - ways.left(way), left),
            None if self.withdraws(p, unit) => refused(rules::X1_1A),
            None => refused(rules::R6E),
        })
    }
}
