//! 11.0: rebuilding units.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::position::{Place, Position, Public};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    /// 11.0c, 11.0d: may the depleted unit be rebuilt?
    ///
    /// 11.0a: one unit, depleted or eliminated.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_rebuild(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        if self.book.side(unit) != p.active || !p.reduced.has(unit.index()) {
            return Err(R11_0A);
        }
        let Some(hex) = p.hex(unit) else { return Err(R11_0A) };
        if p.in_enemy_zone(p.active, hex) {
            return Err(R11_0D);
        }
        if self.in_supply(p, p.active, hex) { Ok(()) } else { Err(R11_0C) }
    }

    /// The units in a side's cup (11.0-r2).
    pub(crate) fn fallen(&self, p: &Public, side: Side) -> impl Iterator<Item = Unit> + use<'_> {
        let place = p.place;
        self.book.all_units().filter(move |u| place[u.index()] == Place::Cup && self.book.side(*u) == side)
    }

    /// What may be rebuilt, if anything.
    pub(crate) fn list_rebuilds(&self, p: &Public, out: &mut Vec<Action>) {
        for unit in p.reduced {
            let unit = Unit::at(unit);
            if self.may_rebuild(p, unit).is_ok() {
                out.push(Action::Rebuild(unit));
            }
        }
        if self.fallen(p, p.active).next().is_some() {
            out.push(Action::Recruit);
        }
        out.push(Action::End);
    }

    /// Is there anything to rebuild? Otherwise nobody is asked.
    ///
    /// 11.0g: what is not used is lost.
    pub(crate) fn rebuild_possible(&self, p: &mut Public) -> bool {
        if self.fallen(p, p.active).next().is_some() {
            return true;
        }
        self.warm_supply(p, p.active, &p.hexes_of(p.reduced & self.units[p.active]));
        p.reduced.iter().any(|u| self.may_rebuild(p, Unit::at(u)).is_ok())
    }

    /// 11.0e, 11.0f, 11.0-r5: hexes in which a drawn unit may return. None of them is in an enemy zone, so that the unit's own
    /// presence changes nothing about its supply.
    pub(crate) fn return_hexes(&self, p: &Public, side: Side) -> Set {
        let owned = match side {
            Side::Republican => p.control,
            Side::Nationalist => self.book.ground.map.all() - p.control,
        };
        (self.supplied(p, side) & owned & self.book.ground.home[side])
            - p.derived.zone[side.other()]
            - p.derived.occupied[side]
            - p.derived.occupied[side.other()]
    }

    /// 11.0e, 11.0f: may the drawn unit return in this hex?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_return(&self, p: &Public, side: Side, hex: Hex) -> Result<(), Rule> {
        let i = hex.index();
        if self.return_hexes(p, side).has(i) {
            return Ok(());
        }
        if !p.vacant(hex) {
            return Err(R5_3A);
        }
        let behind = self.book.ground.home[side].has(i) && p.controller(hex) == side;
        Err(if behind { R11_0E } else { R11_0F })
    }

    /// 11.0j: the unit is turned to its full side.
    pub(crate) fn rebuild<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        p.reduced.remove(unit.index());
        s.push(Event::Rebuilt { unit });
    }

    /// 11.0h, 11.0-r1: the drawn unit must be placed; without a hex for it the rebuild is lost.
    pub(crate) fn drawn<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        s.push(Event::Recruited { unit });
        self.warm_all_supply(p, p.active);
        if self.return_hexes(p, p.active).is_empty() {
            s.push(Event::NoRoom { unit });
        } else {
            p.stack.push(Frame::Return { unit });
        }
    }

    /// 11.0e, 11.0i: the drawn unit returns, reduced if it has two steps.
    pub(crate) fn return_unit<S: Sink<Event>>(&self, pos: &mut Position, unit: Unit, hex: Hex, s: &mut S) {
        let p = &mut pos.public;
        p.stack.pop();
        if self.book.unit(unit).reduced.is_some() {
            p.reduced.insert(unit.index());
        }
        p.put(&self.book, unit, hex);
        s.push(Event::Returned { unit, hex });
    }
}
