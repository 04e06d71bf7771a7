//! 7.6.2: a retreating unit whose only final hex is held by a friendly unit may push that unit aside.
//!
//! The chain of units waiting to move is part of the fight: the retreating unit first, then each unit being displaced. When the
//! last one finds a vacant hex, all move, the last one first (7.6.2c).

use crate::Aragon;
use crate::action::Action;
use crate::book::ground::PROHIBITED;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::position::{Position, Public};
use crate::rules::*;
use crate::victory::Ending;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    /// 7.6.2b: hexes into which units of the side may be displaced, if need be by displacing another.
    fn yielding(&self, p: &Public, side: Side) -> Set {
        let enemy = side.other();
        self.book.ground.map.all() - p.derived.zone[enemy] - p.derived.occupied[enemy]
    }

    fn chain_hexes(&self, p: &Public) -> Set {
        p.fight.chain().iter().filter_map(|u| p.hex(*u)).map(Hex::index).collect()
    }

    /// 7.6.2-r2: can the unit in `hex` make room, by itself or by displacing others not in `chain`?
    pub(crate) fn can_yield(&self, p: &Public, side: Side, hex: Hex, chain: &Set) -> bool {
        let ground = &self.book.ground;
        let open = self.yielding(p, side) - *chain;
        let room = |h: Hex| open.has(h.index()) && p.vacant(h);
        if ground.exits[hex.index()].iter().any(|e| e.cost != PROHIBITED && room(e.to)) {
            return true;
        }
        let friends = open & p.derived.occupied[side];
        let pushed = ground.passable.flood(&Set::one(hex.index()), &(friends | Set::one(hex.index())));
        (ground.passable.grow(&pushed) & open).iter().any(|h| room(Hex::at(h)))
    }

    /// 7.6.2b, 7.6.2d, 7.6.2i, 7.6.2-r2: may the unit be displaced to the hex?
    ///
    /// 7.6.2a, 7.6.2f, 7.6.2-r3: to one adjacent hex, in a later retreat again, never round in a ring.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_displace(&self, p: &Public, unit: Unit, to: Hex) -> Result<(), Rule> {
        let rank = self.displacement_rank(p, unit, to)?;
        let Some(from) = p.hex(unit) else { return Err(R7_6_2A) };
        for (_, other) in self.book.ground.map.around(from) {
            match self.displacement_rank(p, unit, other) {
                Ok(better) if better < rank => return Err(if rank == 2 { R7_6_2I } else { R7_6_2_R2 }),
                _ => {}
            }
        }
        Ok(())
    }

    /// 0: vacant and nearer the friendly edge; 1: vacant; 2: by displacing another unit.
    fn displacement_rank(&self, p: &Public, unit: Unit, to: Hex) -> Result<u8, Rule> {
        let Some(from) = p.hex(unit) else { return Err(R7_6_2A) };
        let ground = &self.book.ground;
        let Some(dir) = ground.map.dir(from, to) else { return Err(R7_6_2A) };
        if ground.cost(from, dir) == PROHIBITED {
            return Err(R7_6_2B);
        }
        let side = self.book.side(unit);
        if !self.yielding(p, side).has(to.index()) {
            return Err(R7_6_2B);
        }
        if p.vacant(to) {
            let nearer = ground.to_edge[side][to.index()] < ground.to_edge[side][from.index()];
            return Ok(u8::from(!nearer));
        }
        let chain = self.chain_hexes(p);
        if chain.has(to.index()) {
            return Err(R7_6_2_R3);
        }
        if self.can_yield(p, side, to, &(chain | Set::one(to.index()))) { Ok(2) } else { Err(R7_6_2_R2) }
    }

    /// Where the last unit of the chain may go.
    pub(crate) fn list_displacements(&self, p: &Public, out: &mut Vec<Action>) {
        let Some(&unit) = p.fight.chain().last() else { return };
        let Some(from) = p.hex(unit) else { return };
        for (_, hex) in self.book.ground.map.around(from) {
            if self.may_displace(p, unit, hex).is_ok() {
                out.push(Action::Displace { unit, hex });
            }
        }
    }

    /// 7.6.2c to 7.6.2e: the last unit of the chain goes to the hex, or displaces the unit there first.
    pub(crate) fn displace<S: Sink<Event>>(&self, pos: &mut Position, to: Hex, s: &mut S) {
        if let Some(next) = pos.public.unit_in(to) {
            pos.public.fight.link(next);
            return;
        }
        let chain = pos.public.fight.chain;
        let mut to = to;
        for &unit in chain[1..pos.public.fight.chain_len as usize].iter().rev() {
            let p = &mut pos.public;
            let Some(from) = p.hex(unit) else { continue };
            p.lift(&self.book, unit);
            p.put(&self.book, unit, to);
            s.push(Event::Displaced { unit, from, to });
            // 7.6.2g
            if self.book.side(unit) == p.active {
                p.displaced.insert(unit.index());
            }
            if self.sudden_death(p) {
                return self.end(pos, Ending::Zaragoza, s);
            }
            to = from;
        }
        let route = pos.public.fight.route;
        pos.public.fight.unlink();
        pos.public.stack.pop();
        if let Frame::Retreat { unit, hexes } = pos.public.stack.top() {
            self.withdraw(pos, unit, hexes, route, s);
        }
    }
}
