//! 9.1e to 9.1h: hits, spread by their owner (9.1-r2); 12f: leaders whose companions have fallen.

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, Units};
use crate::position::Position;
use crate::rules;
use frente_engine::{Refusal, Side, Sink};

impl Book {
    /// 9.1g, 9.1h: one hit on a unit; it is removed when hits equal its printed strength.
    pub(crate) fn hit<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        let hits = p.hits(unit) + 1;
        p.wear[unit.index()] = p.wear[unit.index()].with_hits(hits);
        s.push(Event::Hit { unit, hits });
        if self.strength(p, unit) == 0 {
            self.eliminate(p, unit, s);
        } else {
            self.refresh(p, self.side(unit), p.hex(unit));
        }
    }

    /// The unit is removed from play.
    pub(crate) fn eliminate<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        self.lift(p, unit);
        p.dead.insert(unit.index());
        p.fight.near.remove(unit.index());
        p.fight.defenders.remove(unit.index());
        p.fight.pending.remove(unit.index());
        s.push(Event::Eliminated(unit));
    }

    /// 9.1-r2, 10.1c, 10.2a, 10.3b: the units of a side that suffer results; 17d: air points never do.
    fn sufferers(&self, p: &Position, side: Side) -> Units {
        if side == p.fight.attacker { p.fight.near } else { p.fight.defenders }
    }

    /// Spreads hits as far as there is nothing to choose. Says whether all are spread.
    pub(crate) fn settle_losses<S: Sink<Event>>(&self, p: &mut Position, side: Side, s: &mut S) -> bool {
        let pool = self.sufferers(p, side);
        let hits = p.fight.hits[side];
        let bearable: u32 = pool.iter().map(|u| u32::from(self.strength(p, Unit::at(u)))).sum();
        if pool.len() > 1 && hits > 0 && u32::from(hits) < bearable {
            return false;
        }
        let mut left = hits;
        for unit in pool.iter().map(Unit::at) {
            while left > 0 && self.strength(p, unit) > 0 {
                self.hit(p, unit, s);
                left -= 1;
            }
        }
        // What nobody can bear is lost (9.1-r2).
        p.fight.hits[side] = 0;
        p.stack.pop();
        true
    }

    pub(crate) fn may_lose(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Refusal> {
        if self.sufferers(p, side).has(unit.index()) {
            Ok(())
        } else {
            Err(Refusal::new(rules::R9_1_R2).unit(unit))
        }
    }

    pub(crate) fn list_losses(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        out.extend(self.sufferers(p, side).iter().map(|u| Action::Lose(Unit::at(u))));
    }

    /// 12f, 12-r5, 12-r7: the next leader of a side whom losses have left alone in a hex of this combat.
    pub(crate) fn bereaved(&self, p: &Position, side: Side) -> Option<Unit> {
        let fight = &p.fight;
        (self.leaders & self.of[side]).iter().map(Unit::at).find(|l| {
            let hex = p.hex(*l);
            let ours = if side == fight.attacker { fight.hexes.contains(&hex) } else { hex == fight.target };
            hex.is_some() && ours && self.alone(p, *l)
        })
    }

    /// 12f: 5 or 6 eliminates the leader; otherwise he joins the nearest friendly unit.
    pub(crate) fn leader_die<S: Sink<Event>>(&self, p: &mut Position, leader: Unit, die: u8, s: &mut S) {
        let killed = die >= self.tables.leaders.killed_from;
        s.push(Event::LeaderRolled { leader, die, killed });
        if killed {
            self.lift(p, leader);
            p.dead.insert(leader.index());
            p.stack.pop();
        } else {
            p.stack.replace(Frame::Rejoin(leader));
        }
    }
}
