//! 5b: what a seat knows. Who has the machine gun is the Republican's secret until it is shown; all else is public.

use crate::position::{Position, Public};
use crate::{action::Action, book::Book, event::Event, frame::Frame, ids::Unit};
use frente_engine::{Rng, Seat, Side};

/// What one seat knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub public: Public,
    /// Who has the gun, for the seat that knows it.
    pub gun: Option<Unit>,
}

impl Book {
    /// What the seat knows.
    pub fn seen(&self, position: &Position, seat: Seat) -> Seen {
        let knows = seat.knows(Side::Republican) || position.public.gun.is_some();
        Seen { public: position.public, gun: knows.then_some(position.gun) }
    }

    /// Some position that looks so: any Republican unit may have the gun, once it is given.
    pub fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        let guess = || {
            let given = seen.public.frames.top() != Frame::Gun;
            let units: Vec<Unit> = Unit::all().filter(|u| given && self.may_have_gun(*u).is_ok()).collect();
            if given { units[rng.below(units.len())] } else { Unit::NONE }
        };
        Position { public: seen.public, gun: seen.gun.unwrap_or_else(guess) }
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
