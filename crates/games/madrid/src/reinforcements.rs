//! 7. Reinforcements, and the deployment of set-ups, which asks the same question: where does this unit go?

use crate::Side;
use crate::book::Book;
use crate::book::counters::Entry;
use crate::event::Event;
use crate::ids::{AREAS, Places};
use crate::ids::{Unit, Units};
use crate::position::Public;
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Sink;

impl Book {
    /// 1.1k, 7a, 7-r2: units of the side on the track that are due by now. Rada's column waits for its die.
    pub fn due(&self, p: &Public, side: Side) -> Units {
        let due = |u: Unit| matches!(self.counter(u).entry, Entry::Turn(turn) if turn <= p.turn);
        p.track[side].iter(side).filter(|&u| due(u)).fold(Units::NONE, |all, u| all | u.only())
    }

    /// 7a: areas and boxes marked on the unit that are open to it now.
    pub fn open_marks(&self, p: &Public, unit: Unit) -> Places {
        let side = unit.side();
        let open =
            |i: &usize| self.controls(p, side, Area::at(*i)) && self.has_room(p, side, Area::at(*i), 1);
        self.counter(unit).marks.iter().filter(open).collect()
    }

    /// 7b, 7c, 7-r1: the nearest areas open to a unit whose own marks are all closed.
    pub fn nearest_open(&self, p: &Public, unit: Unit) -> Places {
        let side = unit.side();
        let mut best = u8::MAX;
        let mut found = Places::EMPTY;
        for i in self.controlled(p, side) {
            if !self.has_room(p, side, Area::at(i), 1) {
                continue;
            }
            let marks = self.counter(unit).marks.iter().filter(|&m| m < AREAS);
            let distance = marks.map(|m| self.map.distance[m][i]).min().unwrap_or(u8::MAX);
            if distance < best {
                best = distance;
                found = Places::EMPTY;
            }
            if distance == best && distance < u8::MAX {
                found.insert(i);
            }
        }
        found
    }

    /// 7a, 7b, 7c: places where the unit may arrive, and whether it may wait instead (7-r2).
    pub fn arrivals(&self, p: &Public, unit: Unit) -> (Places, bool) {
        let open = self.open_marks(p, unit);
        if open.is_empty() { (self.nearest_open(p, unit), true) } else { (open, false) }
    }

    /// 7a, 7b, 7c: may this reinforcement arrive here?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_arrive(&self, p: &Public, unit: Unit, place: Area) -> Result<(), Rule> {
        if !p.pending.has(unit) {
            return Err(rules::R7A);
        }
        let (open, blocked) = self.arrivals(p, unit);
        if open.has(place.index()) {
            return Ok(());
        }
        let marked = self.counter(unit).marks.has(place.index());
        let own = self.controls(p, unit.side(), place);
        Err(match (blocked, marked) {
            (_, true) if !own => rules::R7B,
            (_, true) => rules::R7C,
            (true, false) if !own => rules::R7B,
            (true, false) if !self.has_room(p, unit.side(), place, 1) => rules::R7C,
            (true, false) => rules::R7_R1,
            (false, false) => rules::R7A,
        })
    }

    /// 7a, 7b, 7c: why a reinforcement arrives here: by its mark, or because its marks are under enemy control or full.
    pub fn arrival_rule(&self, p: &Public, unit: Unit, place: Area) -> Rule {
        let marks = self.counter(unit).marks;
        if marks.has(place.index()) {
            rules::R7A
        } else if marks.iter().any(|i| !self.controls(p, unit.side(), Area::at(i))) {
            rules::R7B
        } else {
            rules::R7C
        }
    }

    /// 7-r2: may this reinforcement wait?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_hold(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        if !p.pending.has(unit) {
            return Err(rules::R7A);
        }
        if self.arrivals(p, unit).1 { Ok(()) } else { Err(rules::R7_R2) }
    }

    /// 7-r3, 12.2-r5: a unit comes into play, Fresh.
    pub fn enter<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, place: Area, rule: Rule, s: &mut S) {
        let side = unit.side();
        p.track[side].remove(unit);
        p.eliminated[side].remove(unit);
        p.pending.remove(unit);
        p.fresh[side].insert(unit);
        p.put(unit, place);
        s.push(Event::Placed(unit, place, rule));
        self.settle(p, place, s);
    }

    /// 7a: places those whose arrival nobody has to decide: into boxes, and into a single open area that no other arrival
    /// could fill before them.
    pub fn enter_unasked<S: Sink<Event>>(&self, p: &mut Public, side: Side, s: &mut S) {
        for unit in p.pending.iter(side) {
            let marks = self.counter(unit).marks;
            let open = self.open_marks(p, unit);
            let Some(place) = open.first().map(Area::at).filter(|_| marks.len() == 1) else { continue };
            if self.has_room(p, side, place, p.pending.len()) {
                self.enter(p, unit, place, rules::R7A, s);
            }
        }
    }
}
