//! 8. Aviation: bombardment, interdiction, maintenance; and the arrival of support markers (8a).

use crate::Brunete;
use crate::action::Action;
use crate::event::{Die, Event, Phase};
use crate::frame::{DieOf, Frame};
use crate::ids::{Unit, each};
use crate::position::{MARKERS, Place, Public};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 8a, 8.3d, 8.3e, 8.3-r3, 7-r3: markers that are due arrive, then scheduled removals are carried out.
    pub(crate) fn support_arrivals<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let turn = usize::from(p.turn);
        for side in Side::BOTH {
            let artillery = std::mem::take(&mut p.artillery[side].due[turn]);
            let aviation = std::mem::take(&mut p.aviation[side].due[turn]);
            p.artillery[side].available += artillery;
            p.aviation[side].available += aviation;
            if artillery + aviation > 0 {
                sink.push(Event::Markers {
                    side,
                    artillery: artillery as i8,
                    aviation: aviation as i8,
                    rule: r::R8A,
                });
            }
        }
        for &(t, side, artillery, aviation) in &self.scenario.markers {
            if t != p.turn {
                continue;
            }
            for _ in artillery..0 {
                let stock = &mut p.artillery[side];
                stock.available = stock.available.saturating_sub(1);
                sink.push(Event::Markers { side, artillery: -1, aviation: 0, rule: r::R8A });
            }
            for _ in aviation..0 {
                let stock = &mut p.aviation[side];
                let rule = if stock.available > 0 {
                    stock.available -= 1;
                    r::R8A
                } else if let Some(t) = stock.next_due(t) {
                    stock.due[t] -= 1;
                    r::R8_3E
                } else {
                    continue;
                };
                sink.push(Event::Markers { side, artillery: 0, aviation: -1, rule });
            }
        }
    }

    /// 8b, 8c, 2-r6: first the side with the initiative, with all its missions.
    pub(crate) fn open_aviation<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let mut opened = false;
        for side in [p.initiative.other(), p.initiative] {
            if p.aviation[side].available > 0 {
                opened = true;
                p.stack.push(Frame::Aviation(side, 0));
            }
        }
        if opened {
            sink.push(Event::Phase { phase: Phase::Aviation, side: None, rule: r::R8B });
        }
    }

    /// 8.1a, 8.1b, 8.1c, 8.1-r1: one marker a segment, one enemy unit on the map.
    pub(crate) fn may_bombard(&self, p: &Public, side: Side, done: u8, unit: Unit) -> Result<(), Rule> {
        if p.aviation[side].available == 0 {
            return Err(r::R8B);
        }
        if done >= self.book.tables.bombardments {
            return Err(r::R8_1A);
        }
        let target = self.book.unit(unit).side != side && matches!(p.place.of(unit.index()), Place::On(_));
        if target { Ok(()) } else { Err(r::R8_1C) }
    }

    /// 8.2a: any hex of the map.
    pub(crate) fn may_interdict(&self, p: &Public, side: Side, hex: Hex) -> Result<(), Rule> {
        if p.aviation[side].available == 0 {
            return Err(r::R8B);
        }
        if self.book.playable.has(hex.index()) { Ok(()) } else { Err(r::R8_2A) }
    }

    pub(crate) fn list_aviation(&self, p: &Public, side: Side, done: u8, out: &mut Vec<Action>) {
        if p.aviation[side].available > 0 {
            if done < self.book.tables.bombardments {
                let enemy = each(self.book.of_side[side.other()]);
                out.extend(enemy.filter(|u| p.at(*u).is_some()).map(Action::Bombard));
            }
            out.extend(self.book.playable_hexes.iter().map(|h| Action::Interdict(*h)));
        }
        out.push(Action::End);
    }

    /// 8.1b: the marker is used at once; then the die.
    pub(crate) fn apply_bombard<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, sink: &mut S) {
        let Frame::Aviation(side, done) = p.top() else { return };
        p.aviation[side].available -= 1;
        p.aviation[side].used += 1;
        let hex = p.at(unit).unwrap_or(Hex::NONE);
        sink.push(Event::Bombarded { unit, hex, rule: r::R8_1B });
        p.stack.replace(Frame::Aviation(side, done + 1));
        p.stack.push(Frame::Die(DieOf::Bombardment(unit)));
    }

    /// 8.1d, 8.1e, 11.2a, 11.2b, 11.2-r1: the die stands, rolled again or not.
    pub(crate) fn bombardment<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, die: u8, sink: &mut S) {
        let t = &self.book.tables;
        if t.bombardment_hits >> die & 1 != 0 {
            self.lose_step(p, unit, r::R8_1D, sink);
        } else if self.variants.flak && t.flak >> die & 1 != 0 {
            let side = self.book.unit(unit).side.other();
            let turn = p.turn + t.flak_return;
            p.aviation[side].used -= 1;
            p.aviation[side].later(turn);
            sink.push(Event::Flak { side, turn, rule: r::R11_2A });
        }
    }

    /// 8.2a: the marker lies on the map until the reorganisation.
    pub(crate) fn apply_interdict<S: Sink<Event>>(&self, p: &mut Public, hex: Hex, sink: &mut S) {
        let Frame::Aviation(side, _) = p.top() else { return };
        p.aviation[side].available -= 1;
        let markers = &mut p.interdiction[side];
        let free = markers.iter().position(|h| !h.is_some()).unwrap_or(MARKERS - 1);
        markers[free] = hex;
        markers[..=free].sort_unstable();
        sink.push(Event::Interdicted { side, hex, rule: r::R8_2A });
    }

    /// 2g, 8.2e, 8.3a, 8.3-r1, 8.3-r2: artillery is back at once; aviation needs a point or rolls, the initiative first.
    pub(crate) fn open_reorganisation<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        sink.push(Event::Phase { phase: Phase::Reorganisation, side: None, rule: r::R2G });
        for side in [p.initiative.other(), p.initiative] {
            let artillery = &mut p.artillery[side];
            artillery.available += std::mem::take(&mut artillery.used);
            for hex in &mut p.interdiction[side] {
                if hex.is_some() {
                    p.aviation[side].used += 1;
                }
                *hex = Hex::NONE;
            }
            let used = p.aviation[side].used;
            if used == 0 {
                continue;
            }
            let pays = Self::can_pay(p, side, self.book.tables.aviation_command).is_ok();
            p.stack.push(if pays { Frame::Maintain(side) } else { Frame::Maintenance(side, used) });
        }
    }

    /// 5.1f, 8.3-r2: a command point for all, or a roll for each.
    pub(crate) fn apply_maintain<S: Sink<Event>>(&self, p: &mut Public, command: bool, sink: &mut S) {
        let Frame::Maintain(side) = p.top() else { return };
        let used = p.aviation[side].used;
        p.stack.pop();
        if command {
            self.pay(p, side, self.book.tables.aviation_command, r::R5_1F, sink);
            p.aviation[side].used = 0;
            p.aviation[side].available += used;
            sink.push(Event::Maintained { side, markers: used, rule: r::R5_1F });
        } else {
            p.stack.push(Frame::Maintenance(side, used));
        }
    }

    /// 8.3b, 8.3c, 8.3d: one marker's roll.
    pub(crate) fn apply_maintenance<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::Maintenance(side, left) = p.top() else { return };
        let rule = if side == Side::Republican { r::R8_3B } else { r::R8_3C };
        sink.push(Event::Rolled { what: Die::Maintenance, side, die, rule });
        let t = &self.book.tables;
        let ready = t.maintenance_fails[side] >> die & 1 == 0;
        let turn = p.turn + t.maintenance_return;
        let stock = &mut p.aviation[side];
        stock.used -= 1;
        if ready {
            stock.available += 1;
        } else {
            stock.later(turn);
        }
        sink.push(Event::Maintenance { side, ready, turn, rule: if ready { rule } else { r::R8_3D } });
        p.stack.pop();
        if left > 1 {
            p.stack.push(Frame::Maintenance(side, left - 1));
        }
    }
}
