//! 7. Stacking.

use crate::book::Book;
use crate::ids::{Kind, Unit};
use crate::position::Position;
use crate::rule;
use frente_board::Hex;
use frente_engine::Rule;

impl Book {
    /// 7, 7-r1: may the units in a hex and a newcomer stand there together? Two infantry always may; what else there is
    /// counts with them up to 18 points; the strongest artillery and all leaders are free; the train stands alone.
    pub fn fits(&self, p: &Position, hex: Hex, newcomer: Option<Unit>) -> Result<(), Rule> {
        let limits = &self.tables.stacking;
        if newcomer.is_some_and(|u| self.leads(u)) {
            return Ok(());
        }
        let newcomer = newcomer.filter(|u| p.hex(*u) != hex);
        let (mut units, mut infantry, mut others, mut total, mut free, mut train) =
            (0u8, 0u8, 0u8, 0u16, 0u8, false);
        for unit in p.stack_at(hex).filter(|u| !self.leads(*u)).chain(newcomer) {
            let counter = self.counter(unit);
            let strength = counter.strength.saturating_sub(p.hits[unit.index()]);
            units += 1;
            total += u16::from(strength);
            match counter.kind {
                Kind::Infantry => infantry += 1,
                Kind::Train => train = true,
                Kind::Artillery if limits.free_artillery > 0 => {
                    others += 1;
                    free = free.max(strength);
                }
                _ => others += 1,
            }
        }
        if train && units > 1 {
            return Err(rule::R7F);
        }
        if infantry > limits.infantry {
            return Err(rule::R7A);
        }
        let others = others - u8::from(free > 0);
        let counted = total - u16::from(free);
        if others > 0 && counted > u16::from(limits.points) {
            return Err(if infantry > 0 { rule::R7C } else { rule::R7B });
        }
        Ok(())
    }
}
