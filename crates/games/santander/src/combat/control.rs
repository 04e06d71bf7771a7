//! 10.7, 10.8, 10.6.1: entering a hex: control, trenches, columns overrun, the morale track. And how counters leave the game.

use crate::Event;
use crate::Side;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::Net;
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Sink};

impl Santander {
    /// All that happens when a unit enters a hex, passing through or ending there. Supply columns take nothing (10.8-r1).
    ///
    /// 10.8a, 10.7c, 9.3i: the hex is taken, a trench goes, a column is eliminated. 10.6.1b, 10.6.1c: an objective moves the morale marker.
    pub(crate) fn enter<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, hex: Hex, sink: &mut S) {
        let side = unit.side();
        if self.book.corps(side).columns & unit.bit() != 0 {
            return;
        }
        // 9.3i: a column that an enemy unit enters upon is eliminated.
        for column in each(side.other(), p.units(side.other(), hex)) {
            self.eliminate(p, column, R9_3I, sink);
        }
        if side == Side::Nationalist && p.public.trenches.has(hex.index()) {
            p.public.trenches.remove(hex.index());
            sink.push(Event::TrenchGone(hex));
        }
        if p.controller(hex) != side {
            p.public.republican.set(hex.index(), side == Side::Republican);
            if self.book.sources[side].has(hex.index()) {
                p.net = Net::default();
            }
            sink.push(Event::Taken { hex, side });
            if self.book.objectives.has(hex.index()) {
                match side {
                    Side::Nationalist => self.track(p, 1, R10_6_1B, sink),
                    Side::Republican => self.track(p, -1, R10_6_1C, sink),
                }
            }
        }
    }

    /// 10.6.1e: moves the morale marker within its track.
    pub(crate) fn track<S: Sink<Event>>(&self, p: &mut Position, by: i8, rule: Rule, sink: &mut S) {
        let table = &self.book.tables.morale;
        let to = p.public.morale.saturating_add_signed(by).clamp(table.least, table.most);
        if to != p.public.morale {
            p.public.morale = to;
            sink.push(Event::Track { to, rule });
        }
    }

    /// Takes a counter out of the game; its HQ falls with the last combat unit of the hex (9.2k, 9.2-r5), columns go back to
    /// the pool (9.3-r2), brigades are counted (14.1-r2).
    pub(crate) fn eliminate<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, rule: Rule, sink: &mut S) {
        let side = unit.side();
        let corps = self.book.corps(side);
        let hex = p.at(unit);
        p.discard(&self.book, unit);
        sink.push(Event::Eliminated { unit, rule });
        if corps.columns & unit.bit() != 0 {
            return;
        }
        p.public.lost[side] |= unit.bit();
        if side == Side::Republican && self.book.brigades & unit.bit() != 0 {
            p.public.brigades += 1;
        }
        if corps.fighters & unit.bit() != 0 && p.fighters(&self.book, side, hex) == 0 {
            for hq in each(side, p.units(side, hex) & corps.hqs) {
                self.eliminate(p, hq, R9_2K, sink);
            }
        }
    }

    /// 12.3c, 13.3a, 14.1j: takes a counter out of the game without its being eliminated.
    pub(crate) fn withdraw<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, rule: Rule, sink: &mut S) {
        p.discard(&self.book, unit);
        p.public.withdrawn[unit.side()] |= unit.bit();
        sink.push(Event::Withdrawn { unit, rule });
    }
}
