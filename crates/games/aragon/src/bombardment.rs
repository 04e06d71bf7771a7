//! 12.0: bombardment; 12.1: Commanding Heights; 8.5, 8.6: what of the system rules stays.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Class, Set, Unit};
use crate::position::{Fight, FightKind, Position, Public, Secret};
use crate::rule::*;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    /// 12.0d, 12.1a: hexes that markers without an aircraft icon can reach.
    pub fn bombardment_range(&self, p: &Public, side: Side) -> Set {
        let (ground, table) = (&self.book.ground, &self.book.tables.bombardment);
        let grow = |mut set: Set, hexes: u8| {
            for _ in 0..hexes {
                set = ground.adjacent.grow(&set);
            }
            set
        };
        let units = p.derived.occupied[side];
        grow(units, table.range) | grow(units & ground.heights, table.range + table.heights)
    }

    /// 8.6c, 8.6-r1, 12.0c to 12.0e: may the player bombard the hex with what he holds?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_bombard(&self, p: &Public, secret: &Secret, target: Hex, range: &Set) -> Result<Unit, Rule> {
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
        let usable = Class::all().any(|c| self.may_aim(p, secret, target, range, c).is_ok());
        if usable { Ok(unit) } else { Err(R12_0D) }
    }

    /// 12.0-r2: may this marker take part? Each by itself: an aircraft marker does not carry its partner.
    pub(crate) fn may_aim(
        &self,
        p: &Public,
        secret: &Secret,
        target: Hex,
        range: &Set,
        class: Class,
    ) -> Result<(), Rule> {
        if secret.hand[class.index()] == 0 {
            return Err(R8_3D);
        }
        if p.fight.kind == FightKind::Bombardment
            && p.fight.placed[p.active] >= self.book.tables.bombardment.markers
        {
            return Err(R12_0C);
        }
        let free = self.book.marker(p.active, class).aircraft || range.has(target.index());
        if free { Ok(()) } else { Err(R12_0D) }
    }

    /// Targets, and the end of the phase.
    pub(crate) fn list_bombardments(&self, pos: &Position, out: &mut Vec<Action>) {
        let p = &pos.public;
        let range = self.bombardment_range(p, p.active);
        for i in p.derived.occupied[p.active.other()] {
            if self.may_bombard(p, &pos.secret[p.active], Hex::at(i), &range).is_ok() {
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
        let range = self.bombardment_range(p, p.active);
        let secret = &pos.secret[p.active];
        for class in Class::all() {
            if self.may_aim(p, secret, p.fight.target, &range, class).is_ok() {
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
    pub(crate) fn fire<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        pos.public.stack.replace(Frame::Aftermath);
        pos.public.stack.push(Frame::Roll);
        self.reveal(pos, s);
    }
}
