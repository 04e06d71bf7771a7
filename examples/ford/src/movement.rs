//! Section 3: movement.

use crate::{book::Book, event::Event, ids::Unit, position::Public, rules};
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink, Stack};

impl Book {
    /// 1b: is that an empty hex next to this one? `far` is the rule that wants a neighbour.
    pub fn free(&self, p: &Public, from: Hex, to: Hex, far: Rule) -> Result<(), Refusal> {
        let refused = |rule| Err(Refusal::new(rule).place(to));
        match (self.map.dir(from, to), p.unit_in(to)) {
            (None, _) => refused(far),
            (_, Some(_)) => refused(rules::R1B),
            _ => Ok(()),
        }
    }

    /// 3a: may the unit move there?
    pub fn may_move(&self, p: &Public, side: Side, unit: Unit, to: Hex) -> Result<(), Refusal> {
        self.free(p, self.ready(p, side, unit)?, to, rules::R3A)
    }

    /// The unit moves.
    pub fn go(&self, p: &mut Public, unit: Unit, to: Hex, sink: &mut impl Sink<Event>) {
        p.acted.insert(unit.index());
        sink.push(Event::Moved(unit, to));
        self.enter(p, unit, to);
    }

    /// A unit comes into a hex; 2c: if that takes the village, the game is over.
    pub fn enter(&self, p: &mut Public, unit: Unit, to: Hex) {
        p.at[unit.index()] = to;
        if self.taken(p) {
            p.frames = Stack::EMPTY;
        }
    }
}
