//! What a seat knows: secrets of resources (5.2), supports (10.3.3) and the drawn objective (12.2).

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, TurnStep};
use crate::position::{Commit, Position, Public, Resource, Role, Secret};
use frente_engine::{PerSide, Rng, Seat, Side};

/// What a seat knows of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What lies open.
    pub public: Public,
    /// The secrets the seat knows.
    pub secret: PerSide<Option<Secret>>,
}

impl Brunete {
    /// Does the seat know the secrets of the side? 11.4a: in solo play everybody does.
    pub(crate) fn knows(&self, seat: Seat, side: Side) -> bool {
        self.rules.solo || seat.knows(side)
    }

    pub(crate) fn see(&self, p: &Position, seat: Seat) -> Seen {
        let secret = |side: Side| self.knows(seat, side).then_some(p.secret[side]);
        Seen { public: p.public, secret: PerSide::new(secret(Side::Republican), secret(Side::Nationalist)) }
    }

    /// 5.2b, 5.2e, 10.3.3f, 12.2f, 12.2-r3: what nobody but its owner may read.
    pub(crate) fn keeps_secret(&self, p: &Position, action: Action, seat: Seat) -> bool {
        let owner = match (p.public.top(), action) {
            (Frame::Resource(side), Action::Resource(_) | Action::Pass) => side,
            (Frame::Support(role), Action::Support(_)) => p.public.fight.side(role),
            (Frame::Draw(side), Action::Draw(_)) => side,
            (Frame::Objective, Action::Roll(_)) => Side::Republican,
            _ => return false,
        };
        !self.knows(seat, owner)
    }

    pub(crate) fn may_hear(&self, event: &Event, seat: Seat) -> bool {
        match event {
            Event::Drawn { side, .. } => self.knows(seat, *side),
            Event::Objective { shown: false, .. } => self.knows(seat, Side::Republican),
            _ => true,
        }
    }

    /// A position the seat cannot tell from the true one.
    pub(crate) fn imagined(&self, seen: &Seen, rng: &mut Rng) -> Position {
        let mut p =
            Position { public: seen.public, secret: PerSide::new(Secret::default(), Secret::default()) };
        for side in Side::BOTH {
            p.secret[side] = match seen.secret[side] {
                Some(secret) => secret,
                None => self.dream(&seen.public, side, rng),
            };
        }
        p
    }

    fn dream(&self, p: &Public, side: Side, rng: &mut Rng) -> Secret {
        // Every marker not yet shown is equally likely to be in hand.
        let mut unseen: Vec<Resource> =
            Resource::ALL.into_iter().filter(|k| p.resources[side].used & k.bit() == 0).collect();
        rng.shuffle(&mut unseen);
        let hand = unseen.iter().take(usize::from(p.resources[side].left)).fold(0, |h, k| h | k.bit());
        let mut secret = Secret { hand, ..Secret::default() };
        let choosing = p.stack.iter().any(|f| f == Frame::Turn(TurnStep::Reveal));
        let still = p.stack.iter().any(|f| f == Frame::Resource(side));
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
        let pending = p.stack.iter().any(|f| f == Frame::Reveal);
        let still = p.stack.iter().any(|f| f == Frame::Support(role));
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
