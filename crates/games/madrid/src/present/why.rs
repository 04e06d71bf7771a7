//! Why a piece or a place cannot be used now.

use crate::action::{Action, Activity};
use crate::frame::Frame;
use crate::game::Madrid;
use crate::ids::Unit;
use crate::losses::Loss;
use crate::position::{Position, Public};
use crate::rules::{self, Rule};
use frente_engine::present::Ask;
use frente_engine::{Game, Refusal};

impl Madrid {
    /// The rule in the way of the first thing one would do with the piece or place; nothing if something can be done.
    pub fn why(&self, position: &Position, ask: &Ask) -> Option<Refusal> {
        let place = ask.place.as_deref().and_then(|l| self.book.map.areas.find(l));
        let piece = ask.piece.as_deref().and_then(|l| self.book.find(l));
        let p = &position.public;
        let actions: Vec<Action> = match (p.frames.top(), piece, place) {
            (Frame::Impulse(_), _, Some(a)) => {
                Activity::ALL.into_iter().map(|activity| Action::Activate(activity, a)).collect()
            }
            (Frame::Impulse(_), Some(u), None) => {
                let a = p.place_of(u);
                if !a.is_some() {
                    return Some(Refusal::new(self.absence_rule(p, u)).unit(u.0));
                }
                Activity::ALL.into_iter().map(|activity| Action::Activate(activity, a)).collect()
            }
            (Frame::Select, Some(u), _) => vec![Action::With(u)],
            (Frame::Select, None, Some(a)) => vec![Action::Against(a)],
            (Frame::March, _, Some(a)) => vec![Action::To(a)],
            (Frame::SetUp(_) | Frame::Enter(_) | Frame::Rebuilt(_), Some(u), Some(a)) => {
                vec![Action::Place(u, a)]
            }
            (Frame::Retreat(_), Some(u), Some(a)) => vec![Action::Retreat(u, a)],
            (Frame::Retreat(side), None, Some(a)) => {
                p.act.retreating.iter(side).take(1).map(|u| Action::Retreat(u, a)).collect()
            }
            (Frame::Aim, _, Some(a)) => vec![Action::Target(a)],
            (Frame::Point | Frame::Rally | Frame::FoePoint(_), Some(u), _) => vec![Action::Point(u)],
            (Frame::Counter, Some(u), _) => vec![Action::Counter(u)],
            (Frame::Lose(_), Some(u), _) => Loss::ALL.into_iter().map(|l| Action::Lose(u, l)).collect(),
            (Frame::Flip, Some(u), _) => vec![Action::Turn(u)],
            _ => Vec::new(),
        };
        let mut reason = None;
        for action in actions {
            match self.check(position, action) {
                Ok(()) => return None,
                Err(refusal) => reason = reason.or(Some(refusal)),
            }
        }
        reason
    }

    /// Why a unit off the map takes no part.
    fn absence_rule(&self, p: &Public, unit: Unit) -> Rule {
        let side = unit.side();
        if p.track[side].has(unit) {
            rules::R1_1K
        } else if p.eliminated[side].has(unit) {
            rules::R8A
        } else {
            rules::R9B
        }
    }
}
