//! 6h, 7-r3: limits are tested when the movement is over, so a unit may end its move in a full hex where another makes room at once.

use crate::book::Book;
use crate::ids::Unit;
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::{Refusal, Rule};

impl Book {
    /// 7, 12-r4: may the counter stay in a hex as things are?
    pub(crate) fn may_stay(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        if self.leads(unit) {
            return self.leader_may_end(p, unit, hex);
        }
        // An empty hex takes any one unit.
        if !p.derived.occupied[self.side(unit)].has(hex.index()) {
            return Ok(());
        }
        self.fits(p, hex, Some(unit))
    }

    /// May the counter end its move in a hex: may it stay, or can room be made for it (7-r3)?
    pub(crate) fn may_end(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        self.may_stay(p, unit, hex).or_else(|rule| {
            if !self.leads(unit) && self.can_make_room(p, hex, unit) { Ok(()) } else { Err(rule) }
        })
    }

    /// The same of a unit, where others of its side stand, when nobody asks for the reason.
    #[inline(never)]
    pub(super) fn has_room(&self, p: &Position, unit: Unit, hex: Hex) -> bool {
        self.fits(p, hex, Some(unit)).is_ok() || self.can_make_room(p, hex, unit)
    }

    /// 7-r3: could a unit of the hex make room for this one?
    fn can_make_room(&self, p: &Position, hex: Hex, newcomer: Unit) -> bool {
        p.stack_at(hex).any(|unit| unit != newcomer && self.makes_room(p, hex, unit, Some(newcomer)))
    }

    /// 7-r3: can the unit, which has not moved yet, bring its hex (with the newcomer) within the limits by leaving it?
    fn makes_room(&self, p: &Position, hex: Hex, unit: Unit, newcomer: Option<Unit>) -> bool {
        !self.leads(unit)
            && !p.moved.has(unit.index())
            && self.fits_without(p, hex, newcomer, Some(unit)).is_ok()
            && self.can_clear(p, unit, newcomer)
    }

    /// Can the unit go from its hex to one where it fits once the newcomer has left its own, or off the map?
    fn can_clear(&self, p: &Position, unit: Unit, newcomer: Option<Unit>) -> bool {
        let (side, hex, left) = (self.side(unit), p.hex(unit), self.allowance(p, unit));
        let room = |to: Hex| {
            !p.derived.occupied[side].has(to.index())
                || self.fits_without(p, to, Some(unit), newcomer).is_ok()
        };
        let m = self.mover(p, unit, hex, true);
        // Mostly one step is enough, and the whole search is spared.
        self.map().around(hex).any(|(dir, to)| m.affords(hex, dir, to, left) && room(to))
            || self.exit_cost(p, unit, hex, true).is_ok_and(|cost| cost <= left)
            || {
                let mut ways = super::Ways::of(&m, left);
                ways.explore(&m, hex);
                ways.found().iter().any(|w| room(w.hex))
            }
    }

    /// The counter's move is over. Where it stands too many in a hex, room must be made there next (7-r3).
    pub(crate) fn end_move(&self, p: &mut Position, unit: Unit) {
        p.moved.insert(unit.index());
        p.stack.pop();
        let hex = p.hex(unit);
        let crowded =
            !self.leads(unit) && self.fits(p, hex, None).is_err() && self.can_make_room(p, hex, unit);
        p.crowded = if crowded { hex } else { Hex::NONE };
    }

    /// 7-r3: while a hex holds too many, only a unit that makes room there may be taken up.
    pub(crate) fn may_make_room(&self, p: &Position, unit: Unit) -> Result<(), Refusal> {
        if !p.crowded.is_some() {
            return Ok(());
        }
        let makes = p.hex(unit) == p.crowded && self.makes_room(p, p.crowded, unit, None);
        if makes { Ok(()) } else { Err(Refusal::new(rules::R7_R3).unit(unit).place(p.crowded.0)) }
    }
}
