//! 14.0: Republican activation.

use crate::Aragon;
use crate::book::tables::Modifier;
use crate::event::Event;
use crate::position::Public;
use frente_engine::{Side, Sink};

impl Aragon {
    /// 14.0a to 14.0c: does the side roll for activation in this player turn?
    ///
    /// 14.0b: not in turn 1.
    pub(crate) fn activation_due(&self, p: &Public, side: Side) -> bool {
        let from = self.book.tables.activation.from_turn;
        side == Side::Republican && self.book.scenario.activation.is_some() && p.turn >= from
    }

    /// 14.0-r4: everything that is added to the die now.
    pub(crate) fn activation_modifier(&self, p: &Public) -> i8 {
        let held = self.book.scenario.activation.is_some_and(|h| p.controller(h) == Side::Republican);
        let after_blizzard = p.blizzard != 0 && p.blizzard + 1 == p.turn;
        let applies = |m: &Modifier| match m {
            Modifier::Turns { turns, die } => {
                if turns.contains(&p.turn) {
                    *die
                } else {
                    0
                }
            }
            Modifier::Objective { die } => {
                if held {
                    *die
                } else {
                    0
                }
            }
            Modifier::AfterBlizzard { die } => {
                if after_blizzard {
                    *die
                } else {
                    0
                }
            }
        };
        self.book.tables.activation.modifier.iter().map(applies).sum()
    }

    /// 14.0d, 14.0e: how many units a die lets move.
    ///
    /// 14.0-r1, 14.0f, 14.0g, 14.0i: a limit on units that move, and on nothing else; nobody must move.
    pub(crate) fn activated(&self, p: &Public, die: u8) -> u8 {
        let units = &self.book.tables.activation.units;
        let row = (die as i8 + self.activation_modifier(p)).max(1) as usize;
        units[row.min(units.len()) - 1]
    }

    /// The activation roll.
    pub(crate) fn activate<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        p.may_move = self.activated(p, die);
        s.push(Event::Activated { die, modifier: self.activation_modifier(p), units: p.may_move });
        p.stack.pop();
    }
}
