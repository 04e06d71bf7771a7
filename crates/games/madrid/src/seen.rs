//! What a seat knows, and imagining the rest (6k, 6-r4): hands are secret, their sizes and all else are not.

use crate::Side;
use crate::action::Action;
use crate::book::Book;
use crate::chits::Chit;
use crate::event::Event;
use crate::position::{Position, Public, Secret};
use frente_engine::{Rng, split};

/// What one seat knows: what everybody does, and its own hand.
pub type Seen = split::Seen<Public, Secret>;

impl Book {
    /// Some position that looks so.
    pub fn imagine(&self, seen: &Seen, rng: &mut Rng) -> Position {
        seen.imagine(|side| self.imagine_hand(&seen.public, side, rng))
    }

    /// 6-r4: a hand the side could hold: as many chits as everybody knows it to have, drawn from all that are in hand or pool.
    fn imagine_hand(&self, p: &Public, side: Side, rng: &mut Rng) -> Secret {
        let mut hand = Secret::default();
        for _ in 0..p.hand[side] {
            let chits = Chit::of(side);
            let weights = chits.iter().map(|c| u32::from(self.loose(p, *c) - hand.hand[c.slot()]));
            hand.hand[chits[rng.weighted(weights)].slot()] += 1;
        }
        hand
    }

    /// Does the action show its player something new?
    pub fn reveals(&self, p: &Public, action: Action) -> bool {
        match action {
            // 6-r5: the owner looks at what he draws.
            Action::Draw(_) => true,
            // 15.N7-r1: the size of the Republican hand shows whether Durruti was in it.
            Action::Play(Chit::DurrutiDeath, _) => self.durruti_is_uncertain(p),
            Action::Play(..)
            | Action::Start(_)
            | Action::Place(..)
            | Action::Hold(_)
            | Action::DeclarePause
            | Action::EndPause
            | Action::Buy
            | Action::Rebuild(..)
            | Action::Done
            | Action::Pass
            | Action::Activate(..)
            | Action::With(_)
            | Action::Prepare
            | Action::Ready
            | Action::Against(_)
            | Action::Let(_)
            | Action::To(_)
            | Action::Stop
            | Action::Point(_)
            | Action::Cancel
            | Action::Decline
            | Action::Counter(_)
            | Action::Lose(..)
            | Action::Retreat(..)
            | Action::Target(_)
            | Action::Turn(_)
            | Action::Return(_)
            | Action::Roll(_) => false,
        }
    }
}

/// 6k, 6-r4: the chit that only its owner may know of when the action is taken.
pub fn secret_of(action: Action) -> Option<Chit> {
    match action {
        Action::Draw(chit) | Action::Return(chit) => Some(chit),
        // Played chits are shown; all else is done in the open.
        Action::Play(..)
        | Action::Start(_)
        | Action::Place(..)
        | Action::Hold(_)
        | Action::DeclarePause
        | Action::EndPause
        | Action::Buy
        | Action::Rebuild(..)
        | Action::Done
        | Action::Pass
        | Action::Activate(..)
        | Action::With(_)
        | Action::Prepare
        | Action::Ready
        | Action::Against(_)
        | Action::Let(_)
        | Action::To(_)
        | Action::Stop
        | Action::Point(_)
        | Action::Cancel
        | Action::Decline
        | Action::Counter(_)
        | Action::Lose(..)
        | Action::Retreat(..)
        | Action::Target(_)
        | Action::Turn(_)
        | Action::Roll(_) => None,
    }
}

/// The same for an event.
pub fn secret_told(event: &Event) -> Option<Chit> {
    match *event {
        Event::Drew(chit) | Event::Returned(chit) => Some(chit),
        Event::Played(..)
        | Event::Undone(_)
        | Event::TurnBegan(_)
        | Event::FirstTurn(_)
        | Event::Placed(..)
        | Event::Waits(_)
        | Event::PauseDeclared
        | Event::PauseEnded(_)
        | Event::Council { .. }
        | Event::Weather { .. }
        | Event::Income { .. }
        | Event::Bought(_)
        | Event::Rada { .. }
        | Event::Rebuilt(..)
        | Event::Removed(_)
        | Event::Initiative { .. }
        | Event::Run { .. }
        | Event::Passed(_)
        | Event::Activated { .. }
        | Event::Joined(_)
        | Event::Prepared(_)
        | Event::Paid { .. }
        | Event::Strife { .. }
        | Event::Barred { .. }
        | Event::Marched { .. }
        | Event::Control { .. }
        | Event::Morale { .. }
        | Event::RiverOpen(_)
        | Event::Released(_)
        | Event::Point(..)
        | Event::Fire { .. }
        | Event::Cancelled(_)
        | Event::Tested { .. }
        | Event::Retreated { .. }
        | Event::Turned { .. }
        | Event::Eliminated(..)
        | Event::Countered(_)
        | Event::Fought { .. }
        | Event::Bombarded { .. }
        | Event::Ignored { .. }
        | Event::Aimed(..)
        | Event::ChitDie(..)
        | Event::PhaseOver(_)
        | Event::Over(_) => None,
    }
}
