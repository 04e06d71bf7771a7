//! 10.3: step losses.

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Position;
use crate::rules::*;
use frente_engine::{Rule, Sink};

impl Santander {
    /// 10.3d, 10.3-r1: the units among which a side's losses are spread; HQs are none of them (9.2j).
    fn pool(&self, p: &Position, side: Side) -> Units {
        self.taking_part(p, side)
    }

    /// 10.3e: those that may take the next step: of all, the ones that have lost fewest steps since the game began.
    pub(crate) fn losers(&self, p: &Position, side: Side) -> Units {
        let pool = self.pool(p, side);
        let whole = pool & !p.own(side).reduced;
        if whole != 0 { whole } else { pool }
    }

    pub(crate) fn may_lose(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Rule> {
        if unit.side() != side || self.pool(p, side) & unit.bit() == 0 {
            let hq = unit.side() == side && self.book.corps(side).hqs & unit.bit() != 0;
            return Err(if hq { R9_2J } else { R10_3D });
        }
        if self.losers(p, side) & unit.bit() == 0 { Err(R10_3E) } else { Ok(()) }
    }

    pub(crate) fn lose_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        out.extend(each(side, self.losers(p, side)).map(Action::Lose));
    }

    /// Carries a loss frame on as far as nobody has to choose. Surplus losses vanish (10.3-r1).
    pub(crate) fn lose_on<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        n: u8,
        fire: bool,
        sink: &mut S,
    ) -> bool {
        let losers = self.losers(p, side);
        if n == 0 || losers == 0 {
            p.public.frames.pop();
            if n > 0 && fire {
                // 9.2-r4: a step of bombardment on an HQ alone.
                let alone = self.bombarded(p, side.other()) & self.book.corps(side).hqs;
                for hq in each(side, alone) {
                    self.eliminate(p, hq, R9_2_R4, sink);
                }
            }
            return true;
        }
        if losers.count_ones() == 1 {
            let unit = Unit::new(side, losers.trailing_zeros() as usize);
            self.lose(p, side, n, fire, unit, sink);
            return true;
        }
        false
    }

    /// 10.3b, 10.3c: a unit takes a step.
    pub(crate) fn lose<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        n: u8,
        fire: bool,
        unit: Unit,
        sink: &mut S,
    ) {
        p.public.frames.replace(Frame::Lose(side, n - 1, fire));
        let two_steps = self.book.corps(side).two_steps & unit.bit() != 0;
        if two_steps && p.own(side).reduced & unit.bit() == 0 {
            p.set_reduced(unit, true);
            sink.push(Event::Reduced { unit, rule: if fire { T3H } else { R10_3B } });
        } else {
            self.eliminate(p, unit, if fire { T3H } else { R10_3C }, sink);
        }
    }
}
