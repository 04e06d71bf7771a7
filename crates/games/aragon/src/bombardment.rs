//! 12.0: bombardment; 12.1: Commanding Heights; 8.5, 8.6: what of the system rules stays.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Class, Unit};
use crate::position::{Fight, FightKind, Position, Public, Secret};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

/// The sorts of markers in a hand: what can be bombarded depends on nothing else of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arms {
    /// 12.0e: one with an aircraft icon.
    aircraft: bool,
    /// 12.0d: one without.
    guns: bool,
}

impl Aragon {
    /// 12.0d, 12.1a: is the hex in the range of the side's markers without an aircraft icon?
    fn in_bombardment_range(&self, p: &Public, side: Side, target: Hex) -> bool {
        self.book.ground.spotters[target.index()].meets(&p.derived.occupied[side])
    }

    /// The sorts of markers that the active player holds.
    pub(crate) fn arms(&self, p: &Public, secret: &Secret) -> Arms {
        let mut arms = Arms { aircraft: false, guns: false };
        for class in Class::all().filter(|c| secret.hand[c.index()] > 0) {
            *(if self.book.marker(p.active, class).aircraft { &mut arms.aircraft } else { &mut arms.guns }) =
                true;
        }
        arms
    }

    /// 8.6c, 8.6-r1, 12.0c to 12.0e: may the player bombard the hex with what he holds?
    ///
    /// 12.0a, 12.0b, 12.0m: in place of 8.4; any number of them, each against another unit.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_bombard(&self, p: &Public, arms: Arms, target: Hex) -> Result<Unit, Rule> {
        if target == Hex::NONE {
            return Err(R12_0C);
        }
        let Some(unit) = p.unit_in(target).filter(|u| self.book.side(*u) != p.active) else {
            return Err(R12_0C);
        };
        if p.shelled.has(target.index()) {
            return Err(R8_6C);
        }
        if p.bombarded.has(unit.index()) {
            return Err(R8_6_R1);
        }
        if p.hand[p.active] == 0 {
            return Err(R8_3D);
        }
        let usable = arms.aircraft || arms.guns && self.in_bombardment_range(p, p.active, target);
        if usable { Ok(unit) } else { Err(R12_0D) }
    }

    /// 12.0-r2: may this marker take part? Each by itself: an aircraft marker does not carry its partner.
    pub(crate) fn may_aim(&self, p: &Public, secret: &Secret, target: Hex, class: Class) -> Result<(), Rule> {
        if secret.hand[class.index()] == 0 {
            return Err(R8_3D);
        }
        if p.fight.kind == FightKind::Bombardment
            && p.fight.placed[p.active] >= self.book.tables.bombardment.markers
        {
            return Err(R12_0C);
        }
        let aircraft = self.book.marker(p.active, class).aircraft;
        if aircraft || self.in_bombardment_range(p, p.active, target) { Ok(()) } else { Err(R12_0D) }
    }

    /// Targets, and the end of the phase.
    pub(crate) fn list_bombardments(&self, pos: &Position, out: &mut Vec<Action>) {
        let p = &pos.public;
        let arms = self.arms(p, &pos.secret[p.active]);
        for i in p.derived.occupied[p.active.other()] - p.shelled {
            if self.may_bombard(p, arms, Hex::at(i)).is_ok() {
                out.push(Action::Bombard(Hex::at(i)));
            }
        }
        out.push(Action::End);
    }

    /// 12.0c: the target is announced; supply is checked now (10.2-r1).
    pub(crate) fn bombard<S: Sink<Event>>(&self, p: &mut Public, target: Hex, s: &mut S) {
        let Some(unit) = p.unit_in(target) else { return };
        p.fight = Fight::new(FightKind::Bombardment, target, unit);
        let sum = self.reckon(p, &p.fight, |_| {});
        (p.fight.defence, p.fight.line) = (sum.defence, sum.line);
        p.shelled.insert(target.index());
        p.bombarded.insert(unit.index());
        p.engaged.insert(unit.index());
        s.push(Event::Bombarded { target, unit });
        p.stack.push(Frame::Aim);
    }

    /// The markers that may still be used.
    pub(crate) fn list_aim(&self, pos: &Position, out: &mut Vec<Action>) {
        let p = &pos.public;
        let secret = &pos.secret[p.active];
        for class in Class::all() {
            if self.may_aim(p, secret, p.fight.target, class).is_ok() {
                out.push(Action::Place(class));
            }
        }
        if p.fight.placed[p.active] > 0 {
            out.push(Action::Fire);
        }
    }

    /// Are all the markers placed that can be, as far as everybody can see?
    pub(crate) fn aim_full(&self, p: &Public) -> bool {
        let placed = p.fight.placed[p.active];
        placed >= self.book.tables.bombardment.markers || (placed > 0 && p.hand[p.active] == 0)
    }

    /// 12.0-r3: the markers are turned up together and the die is rolled.
    ///
    /// 12.0g: the other side adds nothing.
    pub(crate) fn fire<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        pos.public.stack.replace(Frame::Aftermath);
        pos.public.stack.push(Frame::Roll);
        self.reveal(pos, s);
    }
}
