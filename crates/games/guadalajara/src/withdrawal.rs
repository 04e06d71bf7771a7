//! x1.1. The Republican withdrawal of the first day.

use crate::book::Book;
use crate::event::Event;
use crate::ids::Unit;
use crate::position::Position;
use frente_engine::Sink;

impl Book {
    /// x1.1a, x1.1-r2: is this the player turn of the withdrawal?
    #[inline]
    pub(crate) fn withdrawal_day(&self, p: &Position) -> bool {
        let w = &self.tables.withdrawal;
        p.day == w.day && p.active == w.side
    }

    /// x1.1-r1: must the counter withdraw? Leaders move freely.
    #[inline]
    pub(crate) fn withdraws(&self, p: &Position, unit: Unit) -> bool {
        self.withdrawal_day(p) && self.side(unit) == p.active && !self.leads(unit)
    }

    /// x1.1-r1: can the unit go on to a hex where it may end? On the day of withdrawal every step leads homewards.
    pub(crate) fn can_withdraw(&self, p: &Position, unit: Unit, left: u8, first: bool) -> bool {
        self.can_go_on(p, unit, p.hex(unit), left, first)
    }

    /// x1.1d: units that made no step lose a strength point at the end of the movement.
    pub(crate) fn straggle<S: Sink<Event>>(&self, p: &mut Position, s: &mut S) {
        let units = self.of[p.active] - self.leaders - p.moved - p.out();
        for unit in units.iter().map(Unit::at) {
            let hex = p.hex(unit);
            if !hex.is_some() {
                continue;
            }
            s.push(Event::Straggled(unit));
            for _ in 0..self.tables.withdrawal.hits {
                if self.strength(p, unit) > 0 {
                    self.hit(p, unit, s);
                }
            }
            self.deserted(p, self.side(unit), hex);
        }
    }
}
