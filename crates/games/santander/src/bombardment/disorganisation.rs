//! 9.5: disorganisation.

use crate::Event;
use crate::Side;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::{Position, WORST};
use crate::rules::*;
use frente_engine::Sink;

impl Santander {
    /// 9.5.1a, 9.5.1b, 9.5.1-r3, 6.3.1c, 10.5.1-r2: a unit is disorganised by one level; a unit out of supply that is bombarded takes one more (6.3.1-r2).
    ///
    /// 9.5.1c: beyond the last level it is eliminated.
    pub(crate) fn disorganise<S: Sink<Event>>(
        &self,
        p: &mut Position,
        unit: Unit,
        bombarded: bool,
        sink: &mut S,
    ) {
        let marks = p.marks(unit);
        let level = marks.level + 1 + u8::from(bombarded && marks.cut);
        if level > WORST {
            self.eliminate(p, unit, R9_5_1C, sink);
            return;
        }
        p.set_level(unit, level);
        let rule = match (bombarded, marks.cut, level) {
            (false, ..) => R10_5_1C,
            (true, true, _) => R6_3_1C,
            (true, false, 1) => R9_4_3_R1,
            (true, false, 2) => R9_5_1A,
            (true, false, _) => R9_5_1B,
        };
        sink.push(Event::Disorganised { unit, level, rule });
        if level == WORST && marks.cut {
            self.eliminate(p, unit, R9_5_1D, sink);
        }
    }

    /// 3.Da, 15.3a: markers come off at the end of the turn, all of them or one level.
    pub(crate) fn recover<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        for side in Side::BOTH {
            for unit in each(side, p.own(side).disorganised()) {
                let (level, rule) =
                    if self.flags.slow_recovery { (p.marks(unit).level - 1, R15_3A) } else { (0, R3_DA) };
                p.set_level(unit, level);
                sink.push(Event::Recovers { unit, level, rule, seen: p.is_seen(unit) });
            }
        }
    }
}
