//! 8.0b, 8.3c, 13.0c: what a seat knows, and what it must imagine.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::ids::{CLASSES, Class};
use crate::position::{Position, Public, Secret};
use frente_engine::{Rng, Seat, Side, split};

/// What one seat knows of a position: all that is public, and its own hand.
pub type Seen = split::Seen<Public, Secret>;

impl Aragon {
    /// Markers of a side that a seat cannot place: neither used, nor seen in its own hand.
    pub(crate) fn unseen(&self, public: &Public, side: Side) -> [u8; CLASSES] {
        let mut left = self.book.pool(side);
        for (left, used) in left.iter_mut().zip(public.used[side]) {
            *left -= used;
        }
        left
    }

    /// A position the seat cannot tell from the true one: hidden hands are drawn from what has not been seen.
    pub(crate) fn imagine_hands(&self, seen: &Seen, rng: &mut Rng) -> Position {
        seen.imagine(|side| self.imagine_hand(&seen.public, side, rng))
    }

    /// A hand the side could hold, and what it could have placed face down.
    fn imagine_hand(&self, p: &Public, side: Side, rng: &mut Rng) -> Secret {
        let mut cup = self.unseen(p, side);
        let mut draw = || {
            let total: usize = cup.iter().map(|n| usize::from(*n)).sum();
            let mut n = rng.below(total);
            let class = cup.iter().position(|c| {
                let found = n < usize::from(*c);
                n = n.saturating_sub(usize::from(*c));
                found
            });
            let class = class.unwrap_or_default();
            cup[class] -= 1;
            Class::at(class)
        };
        let mut secret = Secret::NONE;
        for _ in 0..p.hand[side] {
            secret.hand[draw().index()] += 1;
        }
        if p.fight.placed[side] > 0 && p.fight.shown[side] == [None; 2] {
            for slot in 0..p.fight.placed[side] as usize {
                secret.placed[slot] = Some(draw());
            }
        }
        secret
    }

    /// 8.3c, 13.0c: is the action's content hidden from the seat? Markers are drawn in secret and placed face down.
    pub(crate) fn is_hidden(&self, p: &Public, action: Action, seat: Seat) -> bool {
        match action {
            Action::Place(_) | Action::Draw(_) => !seat.knows(self.marker_side(p)),
            Action::End
            | Action::Pick(_)
            | Action::Go { .. }
            | Action::Stop(_)
            | Action::Enter { .. }
            | Action::Bombard(_)
            | Action::Fire
            | Action::Attack(_)
            | Action::Join(_)
            | Action::Declare
            | Action::Pass
            | Action::Negate
            | Action::Accept
            | Action::Lose(_)
            | Action::Stand
            | Action::Hold
            | Action::Retreat { .. }
            | Action::Stay
            | Action::Perish
            | Action::Displace { .. }
            | Action::Advance { .. }
            | Action::Halt
            | Action::Rebuild(_)
            | Action::Recruit
            | Action::Return { .. }
            | Action::Roll(_)
            | Action::Drawn(_) => false,
        }
    }

    /// 8.3e: does the action show its player something new? An answer to a support step does, when it turns up markers that the opponent
    /// placed face down. Whatever else is hidden (the markers in a hand or in a cup) only chance shows.
    pub(crate) fn is_telling(&self, p: &Public, action: Action) -> bool {
        match action {
            Action::Place(_) | Action::Pass => self.turns_up(p, action),
            Action::End
            | Action::Pick(_)
            | Action::Go { .. }
            | Action::Stop(_)
            | Action::Enter { .. }
            | Action::Bombard(_)
            | Action::Fire
            | Action::Attack(_)
            | Action::Join(_)
            | Action::Declare
            | Action::Negate
            | Action::Accept
            | Action::Lose(_)
            | Action::Stand
            | Action::Hold
            | Action::Retreat { .. }
            | Action::Stay
            | Action::Perish
            | Action::Displace { .. }
            | Action::Advance { .. }
            | Action::Halt
            | Action::Rebuild(_)
            | Action::Recruit
            | Action::Return { .. }
            | Action::Roll(_)
            | Action::Draw(_)
            | Action::Drawn(_) => false,
        }
    }

    /// 13.0c: may the seat know of the event? A drawn marker is its owner's secret; all else happens in the open.
    pub(crate) fn is_told(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            Event::Drew { side, .. } => seat.knows(side),
            Event::TurnBegins { .. }
            | Event::Blizzard { .. }
            | Event::DrawDone { .. }
            | Event::PlayerTurn { .. }
            | Event::Skipped { .. }
            | Event::Activated { .. }
            | Event::Phase { .. }
            | Event::Moved { .. }
            | Event::Entered { .. }
            | Event::Bombarded { .. }
            | Event::Attacked { .. }
            | Event::Placed { .. }
            | Event::Passed { .. }
            | Event::Revealed { .. }
            | Event::Rolled { .. }
            | Event::Depleted { .. }
            | Event::Eliminated { .. }
            | Event::Stood { .. }
            | Event::Held { .. }
            | Event::FortDestroyed { .. }
            | Event::Retreated { .. }
            | Event::Displaced { .. }
            | Event::Advanced { .. }
            | Event::Tired { .. }
            | Event::Rested { .. }
            | Event::Rebuilt { .. }
            | Event::Recruited { .. }
            | Event::Returned { .. }
            | Event::NoRoom { .. }
            | Event::MarkersBack
            | Event::Road { .. }
            | Event::Over { .. } => true,
        }
    }
}
