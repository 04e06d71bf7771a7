//! 6.3 Replacements.

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, each};
use crate::position::{Place, Public, Resource};
use crate::rules as r;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Brunete {
    /// 6.3a: what a replacement for this unit costs.
    pub(crate) fn price(&self, unit: Unit) -> u8 {
        let t = &self.book.tables;
        if self.book.unit(unit).elite { t.elite_replacement } else { t.regular_replacement }
    }

    /// 6.3c, 6.3d, 6.3e, 3p: reduced, on the map and in supply; where it stands does not matter.
    pub(crate) fn may_be_replaced(&self, p: &Public, side: Side, unit: Unit) -> Result<(), Rule> {
        match p.place.of(unit.index()) {
            _ if self.book.unit(unit).side != side => return Err(r::R6_3C),
            Place::Recoverable | Place::Final => return Err(r::R6_3E),
            _ if !p.reduced.has(unit.index()) => return Err(r::R6_3C),
            Place::On(_) => {}
            _ => return Err(r::R6_3D),
        }
        if p.unsupplied.has(unit.index()) { Err(r::R3P) } else { Ok(()) }
    }

    /// The units that could be restored.
    pub(crate) fn replaceable<'a>(&'a self, p: &'a Public, side: Side) -> impl Iterator<Item = Unit> + 'a {
        each(p.reduced & self.book.of_side[side]).filter(move |u| self.may_be_replaced(p, side, *u).is_ok())
    }

    /// 6.3a, 6.3b: bought with command points.
    pub(crate) fn may_buy(&self, p: &Public, side: Side, unit: Unit) -> Result<(), Rule> {
        self.may_be_replaced(p, side, unit)?;
        Self::can_pay(p, side, self.price(unit)).map_err(|_| r::R6_3A)
    }

    /// A refusal with the price of a replacement and the points there are, where that is the reason.
    pub(crate) fn too_dear(&self, p: &Public, side: Side, unit: Unit, refusal: Refusal) -> Refusal {
        if refusal.rule != r::R6_3A {
            return refusal;
        }
        refusal.saying("refused-price").numbers(self.price(unit), p.command[side])
    }

    /// 5.2h, 5.2i, 6.3-r1: by a resource, of exactly its quality.
    pub(crate) fn may_be_granted(
        &self,
        p: &Public,
        side: Side,
        resource: Resource,
        unit: Unit,
    ) -> Result<(), Rule> {
        self.may_be_replaced(p, side, unit)?;
        if self.book.unit(unit).elite == (resource == Resource::Elite) { Ok(()) } else { Err(r::R6_3_R1) }
    }

    /// Does the side have anything to buy? 6.3-r2: asked before the resources of the turn are shown.
    pub(crate) fn asks_replacement(&self, p: &Public, side: Side) -> bool {
        self.replaceable(p, side).any(|u| self.may_buy(p, side, u).is_ok())
    }

    pub(crate) fn list_replacements(&self, p: &Public, frame: Frame, out: &mut Vec<Action>) {
        match frame {
            Frame::Replacement(side, _) => {
                let units = self.replaceable(p, side).filter(|u| self.may_buy(p, side, *u).is_ok());
                out.extend(units.map(Action::Replace));
                out.push(Action::Pass);
            }
            Frame::Granted(side, resource) => {
                let fits = |u: &Unit| self.may_be_granted(p, side, resource, *u).is_ok();
                out.extend(self.replaceable(p, side).filter(fits).map(Action::Replace));
            }
            _ => {}
        }
    }

    pub(crate) fn apply_replacement<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, sink: &mut S) {
        let rule = match p.top() {
            Frame::Replacement(side, left) => {
                self.pay(p, side, self.price(unit), r::R6_3A, sink);
                p.stack.replace(Frame::Replacement(side, left.saturating_sub(1)));
                r::R6_3C
            }
            frame => {
                p.stack.pop();
                if matches!(frame, Frame::Granted(_, Resource::Elite)) { r::R5_2I } else { r::R5_2H }
            }
        };
        p.reduced.remove(unit.index());
        sink.push(Event::Restored { unit, rule });
    }
}
