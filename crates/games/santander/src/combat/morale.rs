//! 10.6: Republican morale.

use crate::Event;
use crate::Side;
use crate::book::Nerve;
use crate::game::Santander;
use crate::ids::each;
use crate::pieces::Origin;
use crate::position::Position;
use frente_engine::Sink;

impl Santander {
    /// 10.6c, 10.6d, 10.6-r1: the modifier of the stack under attack: the one nearest to 0 among its combat units.
    pub(crate) fn stack_nerve(&self, p: &Position) -> i8 {
        let table = &self.book.tables.morale;
        let units = p.fighters(&self.book, Side::Republican, p.public.fight.target);
        each(Side::Republican, units)
            .map(|u| match self.book.piece(u).origin {
                Some(Origin::Basque) => table.origin[1],
                Some(Origin::Asturian) => table.origin[2],
                _ => table.origin[0],
            })
            .min_by_key(|m| m.abs())
            .unwrap_or(0)
    }

    /// 10.6b, 10.6-r2: the result of a die; a high total is bad.
    pub(crate) fn nerve(&self, p: &Position, die: u8) -> (i8, Nerve) {
        let total = die as i8 + p.public.morale as i8 + self.stack_nerve(p);
        (total, self.book.tables.morale.result(total))
    }

    /// 10.6a: the morale die, before the choice to retreat.
    pub(crate) fn roll_nerve<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let (total, nerve) = self.nerve(p, die);
        sink.push(Event::Nerve { die, total, nerve });
        p.public.fight.nerve = nerve as u8;
        p.public.frames.pop();
    }
}
