//! 7. The offensive from Madrid.

use crate::Brunete;
use crate::event::{Die, Event, Phase};
use crate::frame::Frame;
use crate::position::{MadridBox, Public};
use crate::rules as r;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 2d, 7b, 7o: is there anything to roll for on this turn?
    pub(crate) fn open_madrid<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        if p.madrid.cancelled {
            return;
        }
        if p.madrid.at == MadridBox::Madrid && p.turn > self.book.tables.madrid_last_start {
            p.madrid.cancelled = true;
            sink.push(Event::Madrid { at: MadridBox::Madrid, cancelled: true, rule: r::R7O });
            return;
        }
        sink.push(Event::Phase { phase: Phase::Madrid, side: None, rule: r::R2D });
        p.stack.push(Frame::Madrid { again: false });
    }

    /// 7l, 7-r1: who rolls.
    pub(crate) fn madrid_roller(p: &Public) -> Side {
        if p.madrid.at == MadridBox::Asylum { Side::Nationalist } else { Side::Republican }
    }

    /// 7b, 7f, 7g, 7h, 7j, 7l, 7n: one die. One box a turn at most (7-r4), because the segment ends with it.
    pub(crate) fn apply_madrid<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::Madrid { again } = p.top() else { return };
        let t = &self.book.tables;
        let within = |set: u8| set >> die & 1 != 0;
        let rule = match (p.madrid.at, again) {
            (MadridBox::Madrid, _) => r::R7B,
            (MadridBox::Carabanchel, false) => r::R7F,
            (MadridBox::Carabanchel, true) => r::R7G,
            (MadridBox::Asylum, _) => r::R7L,
        };
        sink.push(Event::Rolled { what: Die::Madrid, side: Self::madrid_roller(p), die, rule });
        p.stack.pop();
        match (p.madrid.at, again) {
            (MadridBox::Madrid, _) if within(t.madrid_advance) => {
                self.madrid_at(p, MadridBox::Carabanchel, false, r::R7B, sink);
                p.madrid.aviation = self.hold_aviation(p, sink);
            }
            (MadridBox::Carabanchel, false) if within(t.madrid_cancelled) => {
                self.madrid_at(p, MadridBox::Madrid, true, r::R7J, sink);
                if std::mem::take(&mut p.madrid.aviation) {
                    self.comes_back(p, 0, 1, r::R7K, sink);
                }
            }
            (MadridBox::Carabanchel, false) if within(t.madrid_advance) => {
                p.stack.push(Frame::Madrid { again: true })
            }
            (MadridBox::Carabanchel, true) if within(t.madrid_asylum) => {
                self.madrid_at(p, MadridBox::Asylum, false, r::R7G, sink);
                p.madrid.artillery = self.hold_artillery(p, sink);
                p.madrid.more_aviation = self.hold_aviation(p, sink);
            }
            (MadridBox::Carabanchel, _) => {
                sink.push(Event::Madrid { at: MadridBox::Carabanchel, cancelled: false, rule: r::R7H })
            }
            (MadridBox::Asylum, _) if within(t.madrid_pushed_back) => {
                self.madrid_at(p, MadridBox::Carabanchel, false, r::R7L, sink);
                let artillery = std::mem::take(&mut p.madrid.artillery);
                let aviation = std::mem::take(&mut p.madrid.more_aviation);
                self.comes_back(p, u8::from(artillery), u8::from(aviation), r::R7M, sink);
            }
            _ => sink.push(Event::Madrid { at: p.madrid.at, cancelled: false, rule }),
        }
    }

    fn madrid_at<S: Sink<Event>>(
        &self,
        p: &mut Public,
        at: MadridBox,
        cancelled: bool,
        rule: Rule,
        sink: &mut S,
    ) {
        p.madrid.at = at;
        p.madrid.cancelled = cancelled;
        sink.push(Event::Madrid { at, cancelled, rule });
    }

    /// 7k, 7m, 7-r3: markers return with the next turn's arrivals.
    fn comes_back<S: Sink<Event>>(
        &self,
        p: &mut Public,
        artillery: u8,
        aviation: u8,
        rule: Rule,
        sink: &mut S,
    ) {
        let (side, turn) = (Side::Nationalist, p.turn + 1);
        for _ in 0..artillery {
            p.artillery[side].later(turn);
        }
        for _ in 0..aviation {
            p.aviation[side].later(turn);
        }
        if artillery + aviation > 0 {
            sink.push(Event::Markers { side, artillery: artillery as i8, aviation: aviation as i8, rule });
        }
    }

    /// 7c, 7d, 7e, 7i, 7-r2: taken out of all boxes until the marker comes back: available, else the first to arrive, else one that is used.
    fn hold_aviation<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) -> bool {
        let turn = p.turn;
        let stock = &mut p.aviation[Side::Nationalist];
        let rule = if stock.available > 0 {
            stock.available -= 1;
            r::R7C
        } else if let Some(t) = stock.next_due(turn) {
            stock.due[t] -= 1;
            r::R7D
        } else if stock.used > 0 {
            stock.used -= 1;
            r::R7_R2
        } else {
            return false;
        };
        sink.push(Event::Held { artillery: false, rule });
        true
    }

    /// 7i, 7-r2: available, else used, else the next to arrive.
    fn hold_artillery<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) -> bool {
        let turn = p.turn;
        let stock = &mut p.artillery[Side::Nationalist];
        let rule = if stock.available > 0 {
            stock.available -= 1;
            r::R7I
        } else if stock.used > 0 {
            stock.used -= 1;
            r::R7_R2
        } else if let Some(t) = stock.next_due(turn) {
            stock.due[t] -= 1;
            r::R7_R2
        } else {
            return false;
        };
        sink.push(Event::Held { artillery: true, rule });
        true
    }
}
