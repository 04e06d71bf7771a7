//! 5.1 Command points.

use crate::Brunete;
use crate::event::Event;
use crate::position::Public;
use crate::rules as r;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 2b, 5.1a, 2-r5: both sides start the turn with the same points; what was left is lost.
    pub(crate) fn reset_command<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        for side in Side::BOTH {
            p.command[side] = self.book.tables.command_points;
            sink.push(Event::Command { side, points: p.command[side], rule: r::R2B });
        }
    }

    /// 5.1-r1: nobody spends points he does not have.
    pub(crate) fn can_pay(p: &Public, side: Side, points: u8) -> Result<(), Rule> {
        if p.command[side] >= points { Ok(()) } else { Err(r::R5_1_R1) }
    }

    /// Takes points from the pool.
    pub(crate) fn pay<S: Sink<Event>>(
        &self,
        p: &mut Public,
        side: Side,
        points: u8,
        rule: Rule,
        sink: &mut S,
    ) {
        p.command[side] = p.command[side].saturating_sub(points);
        sink.push(Event::Command { side, points: p.command[side], rule });
    }
}
