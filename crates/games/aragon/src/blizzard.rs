//! 16.0: the Great Blizzard (optional). Its effects (16.1) are where they act: [`crate::sequence`] skips turns and phases,
//! [`crate::movement`] allows one hex, [`crate::reinforcements`] one unit for each entry hex.

use crate::Aragon;
use crate::event::Event;
use crate::position::Public;
use frente_engine::Sink;

impl Aragon {
    /// 16.0a, 16.0c, 16.0d: is the die rolled at the start of this turn?
    pub(crate) fn blizzard_due(&self, p: &Public) -> bool {
        self.blizzard && p.blizzard == 0 && self.book.tables.blizzard.turns.contains(&p.turn)
    }

    /// 16.0b: the roll.
    pub(crate) fn roll_blizzard<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        let strikes = die <= self.book.tables.blizzard.highest;
        if strikes {
            p.blizzard = p.turn;
        }
        s.push(Event::Blizzard { die, strikes });
        p.stack.pop();
    }
}
