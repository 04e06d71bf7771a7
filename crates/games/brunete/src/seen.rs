//! What a seat knows: secrets of resources (5.2), supports (10.3.3) and the drawn objective (12.2).
//!
//! Three questions are answered for every action and every event, none by default: what an action says that others may not read
//! ([`Brunete::keeps_secret`]), which event brings a secret into the open ([`Brunete::reveals_secret`]), and who may hear of an event
//! ([`Brunete::may_hear`]).

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, TurnStep};
use crate::position::{Commit, Position, Public, Resource, Role, Secret};
use frente_engine::{Rng, Seat, Side, Wait, split};

/// What a seat knows of a position.
pub type Seen = split::Seen<Public, Secret>;

/// Whose secret it is what an action says (5.2b, 5.2e, 10.3.3f, 12.2f, 12.2-r3); nobody's, for most.
fn secret_of(p: &Public, action: Action) -> Option<Side> {
    match (action, p.top()) {
        // Declining a resource must look like choosing one.
        (Action::Resource(_) | Action::Pass, Frame::Resource(side)) => Some(side),
        (Action::Support(_), Frame::Support(role)) => Some(p.fight.side(role)),
        (Action::Draw(_), Frame::Draw(side)) => Some(side),
        (Action::Roll(_), Frame::Objective) => Some(Side::Republican),
        (
            Action::Resource(_)
            | Action::Pass
            | Action::Support(_)
            | Action::Draw(_)
            | Action::Roll(_)
            | Action::End
            | Action::Place(..)
            | Action::Replace(_)
            | Action::Bombard(_)
            | Action::Interdict(_)
            | Action::Reinforce(_)
            | Action::At(_)
            | Action::Hold
            | Action::Recover(_)
            | Action::Give(_)
            | Action::Pick(_)
            | Action::Go(..)
            | Action::Stop
            | Action::Eliminate(_)
            | Action::Attack(_)
            | Action::Join(_)
            | Action::Declare
            | Action::Elite(_)
            | Action::Reroll(_)
            | Action::Lose(_)
            | Action::Stubborn(_)
            | Action::Retreat(..)
            | Action::Exit(..)
            | Action::Perish(_)
            | Action::Advance(..)
            | Action::Maintain(_),
            _,
        ) => None,
    }
}

/// Whom an event is for.
enum Audience {
    /// Everybody.
    All,
    /// Everybody: it brings a secret of this side into the open.
    Shown(Side),
    /// Those who know this side's secrets.
    Only(Side),
}

fn audience(event: &Event) -> Audience {
    match *event {
        Event::Drawn { side, .. } => Audience::Only(side),
        Event::Revealed { side, .. } | Event::Support { side, .. } => Audience::Shown(side),
        Event::Objective { shown: false, .. } => Audience::Only(Side::Republican),
        Event::Objective { shown: true, .. } => Audience::Shown(Side::Republican),
        Event::Turn { .. }
        | Event::Phase { .. }
        | Event::Rolled { .. }
        | Event::Initiative { .. }
        | Event::Command { .. }
        | Event::Markers { .. }
        | Event::SetUp { .. }
        | Event::Chosen { .. }
        | Event::Wasted { .. }
        | Event::Restored { .. }
        | Event::Infiltration { .. }
        | Event::InfiltrationPoints { .. }
        | Event::Madrid { .. }
        | Event::Held { .. }
        | Event::Bombarded { .. }
        | Event::Flak { .. }
        | Event::Interdicted { .. }
        | Event::Due { .. }
        | Event::Beside { .. }
        | Event::Recovered { .. }
        | Event::Given { .. }
        | Event::Adjustment { .. }
        | Event::Moved { .. }
        | Event::Freed { .. }
        | Event::Attacked { .. }
        | Event::Joined { .. }
        | Event::Elite { .. }
        | Event::SupportChosen { .. }
        | Event::Rerolled { .. }
        | Event::Fought { .. }
        | Event::Reduced { .. }
        | Event::Eliminated { .. }
        | Event::Away { .. }
        | Event::Stubborn { .. }
        | Event::Retreated { .. }
        | Event::Exited { .. }
        | Event::Advanced { .. }
        | Event::Supply { .. }
        | Event::Maintained { .. }
        | Event::Maintenance { .. }
        | Event::Earned { .. }
        | Event::ObjectiveDrawn { .. }
        | Event::Casualties { .. }
        | Event::Over { .. } => Audience::All,
    }
}

impl Brunete {
    /// Does the seat know the secrets of the side? 11.4a: in solo play everybody does.
    pub(crate) fn knows(&self, seat: Seat, side: Side) -> bool {
        self.variants.solo || seat.knows(side)
    }

    pub(crate) fn see(&self, p: &Position, seat: Seat) -> Seen {
        p.seen(|side| self.knows(seat, side))
    }

    /// May the seat not read what the action says?
    pub(crate) fn keeps_secret(&self, p: &Position, action: Action, seat: Seat) -> bool {
        secret_of(&p.public, action).is_some_and(|owner| !self.knows(seat, owner))
    }

    pub(crate) fn may_hear(&self, event: &Event, seat: Seat) -> bool {
        match audience(event) {
            Audience::All | Audience::Shown(_) => true,
            Audience::Only(side) => self.knows(seat, side),
        }
    }

    /// 5.2e, 10.3.3f, 12.2f: does the action bring into the open what the side that decides could not know? The second choice of a
    /// resource or support does, and whatever ends a game in which an objective was drawn. What follows by itself decides, so it is
    /// tried on a copy; whether anything is shown depends on open things alone, what it is does not matter here.
    pub(crate) fn reveals_secret(&self, p: &Position, action: Action) -> bool {
        let Wait::Decision(side) = self.waits(p) else { return false };
        if self.allows(p, action).is_err() {
            return false;
        }
        let mut events = Vec::new();
        self.carry_out(&mut { *p }, action, &mut events);
        let new = |e: &Event| matches!(audience(e), Audience::Shown(of) if !self.knows(side.into(), of));
        events.iter().any(new)
    }

    /// A position the seat cannot tell from the true one.
    pub(crate) fn imagined(&self, seen: &Seen, rng: &mut Rng) -> Position {
        seen.imagine(|side| self.dream(&seen.public, side, rng))
    }

    fn dream(&self, p: &Public, side: Side, rng: &mut Rng) -> Secret {
        // Every marker not yet shown is equally likely to be in hand.
        let mut unseen: Vec<Resource> =
            Resource::ALL.into_iter().filter(|k| p.resources[side].used & k.bit() == 0).collect();
        rng.shuffle(&mut unseen);
        let hand = unseen.iter().take(usize::from(p.resources[side].left)).fold(0, |h, k| h | k.bit());
        let mut secret = Secret { hand, ..Secret::default() };
        let choosing = p.stack.frames().iter().copied().any(|f| f == Frame::Turn(TurnStep::Reveal));
        let still = p.stack.frames().iter().copied().any(|f| f == Frame::Resource(side));
        if choosing && !still && self.asks_resource(p, side) {
            let held: Vec<Resource> = Resource::ALL.into_iter().filter(|k| hand & k.bit() != 0).collect();
            let pick = rng.below(held.len() + 1);
            secret.chosen = held.get(pick).copied();
        }
        secret.support = self.dream_support(p, side, rng);
        if p.drawn && side == Side::Republican {
            let die = rng.below(6) + 1;
            secret.objective = match p.shown {
                Some(shown) => Some(shown),
                None => self.book.yellow().find(|(_, o)| o.die >> die & 1 != 0).map(|(i, _)| i as u8),
            };
        }
        secret
    }

    /// A support the side may have chosen, if it has chosen already.
    fn dream_support(&self, p: &Public, side: Side, rng: &mut Rng) -> Commit {
        let role = if p.fight.attacker == side { Role::Attacker } else { Role::Defender };
        let pending = p.stack.frames().iter().copied().any(|f| f == Frame::Reveal);
        let still = p.stack.frames().iter().copied().any(|f| f == Frame::Support(role));
        if !pending || still {
            return Commit::default();
        }
        let mut options = Vec::new();
        self.list_support(p, role, &mut options);
        match options.get(rng.below(options.len().max(1))) {
            Some(Action::Support(commit)) => *commit,
            _ => Commit::default(),
        }
    }
}
