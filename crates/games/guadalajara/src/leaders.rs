//! 12. Leaders: they fight nobody, hinder nobody, and flee.

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{MOST_LEADERS, Set, Unit};
use crate::position::Position;
use crate::rules;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Book {
    /// Is a leader alone, without a combat unit of his side?
    #[inline]
    pub(crate) fn alone(&self, p: &Position, leader: Unit) -> bool {
        !p.derived.occupied[self.side(leader)].has(p.hex(leader).index())
    }

    /// Is a hex next to (or entered by) an enemy combat unit?
    #[inline]
    pub(crate) fn threatened(&self, p: &Position, side: Side, hex: Hex) -> bool {
        let enemy = self.enemy_held(p, side);
        enemy.has(hex.index()) || self.map().around(hex).any(|(_, h)| enemy.has(h.index()))
    }

    /// 12e, 12-r4, 12-r6: a combat unit of `side` has come to a hex; enemy leaders alone in it or next to it flee.
    /// Says whether any must.
    pub(crate) fn approach(&self, p: &mut Position, side: Side, hex: Hex) -> bool {
        let mut any = false;
        for leader in (self.leaders & self.of[side.other()]).iter().map(Unit::at) {
            let at = p.hex(leader);
            if at.is_some() && self.map().distance(at, hex) <= 1 && self.alone(p, leader) {
                p.stack.push(Frame::Flee(leader));
                any = true;
            }
        }
        any
    }

    /// Hexes within so many steps of one in which a combat unit of `side` would put a lone enemy leader to flight.
    pub(crate) fn alarm(&self, p: &Position, side: Side, from: Hex, steps: usize) -> Set {
        let mut alarm = Set::EMPTY;
        let friends = &p.derived.occupied[side.other()];
        (self.leaders & self.of[side.other()]).iter().for_each(|leader| {
            let at = p.at[leader];
            let lone = at.is_some() && !friends.has(at.index());
            if lone && usize::from(self.map().distance(from, at)) <= steps + 1 {
                alarm.insert(at.index());
                for (_, hex) in self.map().around(at) {
                    alarm.insert(hex.index());
                }
            }
        });
        alarm
    }

    /// 12-r4, 12-r6: leaders whose companions have left them alone next to the enemy flee.
    pub(crate) fn deserted(&self, p: &mut Position, side: Side, hex: Hex) {
        if p.derived.occupied[side].has(hex.index()) || !self.threatened(p, side, hex) {
            return;
        }
        let here = |u: &Unit| self.leads(*u) && self.side(*u) == side;
        let leaders: ArrayVec<Unit, MOST_LEADERS> = p.stack_at(hex).filter(here).collect();
        for leader in leaders {
            p.stack.push(Frame::Flee(leader));
        }
    }

    /// 12e, 12-r2: the hexes of the nearest friendly combat units, by ways that pass no enemy unit or zone; the first and
    /// the last hex may lie in a zone.
    pub fn refuges(&self, p: &Position, leader: Unit) -> Set {
        let side = self.side(leader);
        let (friends, free) = (p.derived.occupied[side], self.free(p, side));
        let mut seen = Set::one(p.hex(leader).index());
        let mut frontier = seen;
        loop {
            let next = self.ground.open.grow(&frontier) - seen;
            let found = next & friends;
            if !found.is_empty() {
                return found;
            }
            seen |= next;
            frontier = next & free;
            if frontier.is_empty() {
                return Set::EMPTY;
            }
        }
    }

    /// Runs a flight as far as nobody has to choose. Says whether it is settled.
    pub(crate) fn settle_flight<S: Sink<Event>>(
        &self,
        p: &mut Position,
        leader: Unit,
        always: bool,
        s: &mut S,
    ) -> bool {
        let hex = p.hex(leader);
        let needless = !always
            && hex.is_some()
            && !(self.alone(p, leader) && self.threatened(p, self.side(leader), hex));
        if !hex.is_some() || needless {
            p.stack.pop();
            return true;
        }
        let refuges = self.refuges(p, leader);
        match refuges.len() {
            0 => {
                p.stack.pop();
                self.lift(p, leader);
                p.dead.insert(leader.index());
                s.push(Event::LeaderLost(leader));
                true
            }
            1 => {
                p.stack.pop();
                self.flee(p, leader, Hex::at(refuges.first().unwrap_or(0)), s);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn flee<S: Sink<Event>>(&self, p: &mut Position, leader: Unit, to: Hex, s: &mut S) {
        let from = p.hex(leader);
        self.lift(p, leader);
        self.place(p, leader, to);
        s.push(Event::Fled { leader, from, to });
    }

    /// 12-r2: the owner chooses among the nearest.
    pub(crate) fn may_flee(&self, p: &Position, leader: Unit, to: Hex) -> Result<(), Refusal> {
        if self.refuges(p, leader).has(to.index()) {
            Ok(())
        } else {
            Err(Refusal::new(rules::R12_R2).unit(leader).place(to.0))
        }
    }

    pub(crate) fn list_flights(&self, p: &Position, leader: Unit, out: &mut Vec<Action>) {
        out.extend(self.refuges(p, leader).iter().map(|h| Action::Flee(leader, Hex::at(h))));
    }

    /// 12-r4: a leader may end his move next to the enemy only beside a combat unit of his own.
    pub(crate) fn leader_may_end(&self, p: &Position, leader: Unit, hex: Hex) -> Result<(), Rule> {
        let side = self.side(leader);
        if p.derived.occupied[side].has(hex.index()) || !self.threatened(p, side, hex) {
            Ok(())
        } else {
            Err(rules::R12_R4)
        }
    }

    /// 12-r5: where a leader may go after units of his hex have left it: with them, or nowhere if some stayed.
    pub(crate) fn follows(&self, p: &Position, leader: Unit) -> Set {
        let hex = p.hex(leader);
        let friends = &p.derived.occupied[self.side(leader)];
        let mut set: Set =
            p.fight.ways(self.map(), hex).map(Hex::index).filter(|h| friends.has(*h)).collect();
        if friends.has(hex.index()) {
            set.insert(hex.index());
        }
        set
    }

    /// The next leader of a side who stands where units have left.
    pub(crate) fn next_follower(&self, p: &Position, side: Side) -> Option<Unit> {
        let leaders = (self.leaders & self.of[side]) - p.fight.pending;
        leaders.iter().map(Unit::at).find(|l| {
            let hex = p.hex(*l);
            hex.is_some() && p.fight.trails.iter().any(|t| t.from == hex)
        })
    }
}
