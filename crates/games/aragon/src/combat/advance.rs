//! 7.8: advance after combat.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::ids::Unit;
use crate::position::{Position, Public};
use crate::rules::*;
use frente_board::{Hex, Path};
use frente_engine::{Rule, Sink};

impl Aragon {
    /// 7.8a, 7.8e, 7.8i, 7.8j: may the unit advance to the hex?
    ///
    /// 7.8c, 7.8f, 7.8l: attackers only, right after the retreat; they may be attacked like any other unit.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_advance(&self, p: &Public, unit: Unit, to: Hex) -> Result<(), Rule> {
        if self.book.side(unit) != p.active {
            return Err(R7_8C);
        }
        if !p.fight.attackers.contains(&unit) || p.hex(unit).is_none() {
            return Err(R7_8E);
        }
        if p.advanced.has(unit.index()) {
            return Err(R7_8K);
        }
        if !p.fight.trail().contains(&to) {
            return Err(R7_8I);
        }
        if p.vacant(to) { Ok(()) } else { Err(R7_8J) }
    }

    /// Who may advance where.
    pub(crate) fn list_advances(&self, p: &Public, out: &mut Vec<Action>) {
        for unit in p.fight.attackers() {
            for &hex in p.fight.trail() {
                if self.may_advance(p, unit, hex).is_ok() {
                    out.push(Action::Advance { unit, hex });
                }
            }
        }
    }

    /// Can anybody advance?
    pub(crate) fn advance_possible(&self, p: &Public) -> bool {
        p.fight
            .trail()
            .iter()
            .any(|h| p.vacant(*h) && p.fight.attackers().any(|u| self.may_advance(p, u, *h).is_ok()))
    }

    /// 7.8h, 7.8i: the unit follows the path of retreat up to the hex, whatever zones it crosses.
    pub(crate) fn advance<S: Sink<Event>>(&self, pos: &mut Position, unit: Unit, to: Hex, s: &mut S) {
        let p = &mut pos.public;
        let Some(from) = p.hex(unit) else { return };
        let map = &self.book.ground.map;
        let (mut at, mut path) = (from, Path::EMPTY);
        for &hex in p.fight.trail() {
            let Some(dir) = map.dir(at, hex) else { break };
            path = path.then(dir);
            at = hex;
            if hex == to {
                break;
            }
        }
        p.advanced.insert(unit.index());
        s.push(Event::Advanced { unit, from, path });
        self.walk(pos, unit, from, path, s);
    }
}
