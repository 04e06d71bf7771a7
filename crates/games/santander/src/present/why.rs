//! Why something is not possible: what was pointed at becomes the action it would be, and `check` says what forbids it.

use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::position::Position;
use frente_engine::present::Ask;
use frente_engine::{Game, Refusal};

impl Santander {
    /// The rule that keeps what was pointed at from being done now; nothing where nothing of the kind is asked for.
    pub(super) fn answer(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        let hex = ask.place.as_ref().and_then(|l| self.book.map.find(l));
        let unit = ask.piece.as_ref().and_then(|l| self.book.find(l));
        let refusal = |action: Action| self.check(p, action).err();
        match (p.public.frames.top(), unit, hex) {
            (Frame::Moving(side), _, Some(hex)) => self.why_unreachable(p, side, hex),
            (Frame::Movement(_), Some(unit), _) => refusal(Action::Pick(unit)),
            (Frame::Combat(_), _, Some(hex)) => refusal(Action::Attack(hex)),
            (Frame::Joining(_), Some(unit), _) => refusal(Action::With(unit)),
            (Frame::Support(_), Some(unit), _) => refusal(Action::Hq(unit)),
            (Frame::Columns(_), Some(unit), _) => refusal(Action::Column(unit)),
            (Frame::Lose(..), Some(unit), _) => refusal(Action::Lose(unit)),
            (Frame::Retreat(_), _, Some(hex)) => refusal(Action::To(hex)),
            (Frame::Advance(_), Some(unit), _) => refusal(Action::Advance(unit)),
            (Frame::Beyond(..), _, Some(hex)) => refusal(Action::On(hex)),
            (Frame::Place(step), _, Some(hex)) => refusal(Action::Place(self.next_to_place(p, step), hex)),
            (Frame::Trench, _, Some(hex)) => refusal(Action::Trench(hex)),
            (Frame::Arrival, _, Some(hex)) => refusal(Action::Arrive(hex)),
            (Frame::Withdraw { .. }, Some(unit), _) => refusal(Action::Withdraw(unit)),
            (Frame::Battalion(_), Some(unit), _) => refusal(Action::Replace(unit)),
            _ => None,
        }
    }
}
