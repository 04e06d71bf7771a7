//! 5b: what a seat knows. Who has the machine gun is the Republican's secret until it is shown; all else is public.

use crate::position::Public;
use crate::{action::Action, book::Book, event::Event, frame::Frame, ids::Unit};
use frente_engine::{Rng, Side, split};

/// What one seat knows: what everybody does, and its own side's gun.
pub type Seen = split::Seen<Public, Unit>;

impl Book {
    /// Who may have the gun of a side, for all that others know: any Republican unit, once it is given.
    pub fn guess(&self, p: &Public, side: Side, rng: &mut Rng) -> Unit {
        if side == Side::Nationalist || p.frames.top() == Frame::Gun {
            return Unit::NONE;
        }
        let units: Vec<Unit> = Unit::all().filter(|unit| self.may_have_gun(*unit).is_ok()).collect();
        units[rng.below(units.len())]
    }

    /// Does the action show its player something new? The first attack on a Republican unit does.
    pub fn reveals(&self, p: &Public, action: Action) -> bool {
        match action {
            Action::Attack(_, unit) => self.side(unit) == Side::Nationalist && !p.gun.is_some(),
            Action::Give(_) | Action::Move(..) | Action::End | Action::Retreat(_) | Action::Roll(_) => false,
        }
    }
}

/// Is the event told to everybody, or to the Republican alone?
pub fn is_public(event: &Event) -> bool {
    match event {
        Event::Gave(_) => false,
        Event::Turn(_) | Event::Moved(..) | Event::Attacked(..) | Event::Showed(_) => true,
        Event::Rolled(..) | Event::Retreated(..) | Event::Fell(_) => true,
    }
}
