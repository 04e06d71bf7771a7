//! 15.0, 15.2: unit fatigue (optional). What it does to the die is in [`crate::combat::strength`].

use crate::Aragon;
use crate::event::Event;
use crate::position::Public;
use frente_engine::Sink;

impl Aragon {
    /// 15.0a to 15.0d, 15.0-r1: after a combat each unit of it that is left rises one level.
    ///
    /// 15.0f: a bombardment tires nobody.
    pub(crate) fn tire<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if !self.fatigue {
            return;
        }
        let last = self.book.tables.fatigue.levels.len() as u8;
        let fight = p.fight;
        for unit in fight.attackers().chain([fight.defender]) {
            let level = p.fatigue[unit.index()];
            if p.hex(unit).is_some() && level < last {
                p.fatigue[unit.index()] = level + 1;
                s.push(Event::Tired { unit, level: level + 1 });
            }
        }
    }

    /// 15.2a to 15.2c: at the end of the game turn units that did not fight and were not bombarded lose their fatigue.
    ///
    /// 15.2b, 15.2-r1: supply and friendly fire do not matter.
    pub(crate) fn rest<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if !self.fatigue {
            return;
        }
        for unit in self.book.all_units() {
            if p.fatigue[unit.index()] > 0 && !p.engaged.has(unit.index()) {
                p.fatigue[unit.index()] = 0;
                s.push(Event::Rested { unit });
            }
        }
    }
}
