//! 7, 8: zones of control and movement.
//!
//! A unit is picked, then moves by waypoints: each action goes to a hex by the cheapest route, and the unit may go on from
//! there with what it has left.

use crate::Event;
use crate::action::Action;
use crate::book::HEXES;
use crate::frame::Frame;
use crate::game::Santander;
use crate::pieces::{Unit, each};
use crate::position::{Position, Public};
use crate::rules::*;
use crate::{Set, Side};
use frente_board::{Dir, Hex, Path, Reach, Step};
use frente_engine::{Refusal, Rule, Sink};

/// More half points than any counter has.
const POINTS: usize = 32;

/// A unit on the move, with all that its steps depend on.
pub struct Mover {
    unit: Unit,
    at: Hex,
    left: u8,
    motorized: bool,
    column: bool,
    /// 8.1.1-r1: it was already out of supply.
    unbound: bool,
    /// Does it start its move in an enemy zone it has not left yet?
    held_fast: bool,
    /// 8.1.1a: hexes where it would be in supply.
    fed: Set,
    /// Hexes that no rule keeps it from entering.
    open: Set,
}

type Found = Reach<HEXES, 5, POINTS>;

impl Santander {
    /// 2.1b, 6.3c, 9.5c: half movement points of a unit in this segment, halved once at most, rounding up.
    pub fn allowance(&self, p: &Position, unit: Unit) -> u8 {
        let points = p.values(&self.book, unit).movement;
        2 * if p.halved(unit) { points.div_ceil(2) } else { points }
    }

    /// The unit a side is moving.
    pub fn mover(&self, p: &Position, side: Side) -> Mover {
        let own = p.own(side);
        let unit = Unit::new(side, own.mover as usize);
        let at = p.at(unit);
        let column = self.book.corps(side).columns & unit.bit() != 0;
        let unbound = own.cut & unit.bit() != 0;
        let enemy = side.other().index();
        let public = &p.public.open;
        // Entering a source of its side, a unit takes it; a column does not.
        let fed = if column { own.net.fed } else { own.net.fed | self.book.sources[side.index()] };
        let mut open = self.book.land - public.held[enemy];
        if column {
            open -= public.columns[enemy];
        }
        if !unbound {
            open &= fed;
        }
        Mover {
            unit,
            at,
            left: own.left,
            motorized: self.book.piece(unit).motorized,
            column,
            unbound,
            held_fast: !own.under_way && public.zone[enemy].has(at.index()),
            fed,
            open,
        }
    }

    /// One step of a move: what it costs, and whether the move ends there; or the rule that forbids it.
    #[inline]
    pub fn step(&self, p: &Public, m: &Mover, from: Hex, dir: Dir, to: Hex) -> Result<Step, Rule> {
        self.price(p, m, from, dir, to).ok_or_else(|| self.barred(p, m, from, dir, to))
    }

    /// T1: half points of a step along a road.
    #[inline]
    fn road_rate(&self, m: &Mover) -> u8 {
        if m.motorized { self.book.tables.road_motorized } else { self.book.tables.road_foot }
    }

    /// The same without a reason: `None` where a rule forbids the step.
    #[inline]
    fn price(&self, p: &Public, m: &Mover, from: Hex, dir: Dir, to: Hex) -> Option<Step> {
        let way = self.book.ways[from.index()][dir.index()];
        if way.off == 0 || !m.open.has(to.index()) {
            return None;
        }
        let zone = p.open.zone[m.unit.side().other().index()].has(to.index());
        let tables = &self.book.tables;
        // 8.2b: no road movement into an enemy zone; there the full price of terrain and river is paid.
        let mut cost =
            if way.road && !zone { self.road_rate(m) } else { way.off + if p.rain { way.rain } else { 0 } };
        if m.held_fast && from == m.at {
            cost += tables.leave_zone;
        }
        Some(if zone { Step::PayAndStop(cost) } else { Step::Pay(cost) })
    }

    /// The rule that forbids a step.
    #[cold]
    fn barred(&self, p: &Public, m: &Mover, from: Hex, dir: Dir, to: Hex) -> Rule {
        let book = &self.book;
        let enemy = m.unit.side().other().index();
        if !book.land.has(to.index()) {
            return R1_3_2C;
        }
        if book.impassable.has(from, dir) {
            let bay = book.sources[0].has(from.index()) || book.sources[0].has(to.index());
            return if bay { R1_3_2_R2 } else { R1_3_2A };
        }
        if p.open.held[enemy].has(to.index()) {
            return R8_1_R1;
        }
        if m.column && p.open.columns[enemy].has(to.index()) {
            return R8_1_R3;
        }
        debug_assert!(!m.unbound && !m.fed.has(to.index()));
        R8_1_1A
    }

    /// Everywhere the unit can go, whether or not it may end there.
    pub fn reach(&self, p: &Public, m: &Mover) -> Found {
        // Off the road a step costs a whole point or more.
        let least = self.road_rate(m).min(2);
        Reach::run(&self.book.map, m.at, m.left, least, |from, dir, to, _| {
            self.price(p, m, from, dir, to).unwrap_or(Step::No)
        })
    }

    pub(crate) fn movement_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let own = p.own(side);
        out.extend(each(side, p.public.on_map[side.index()] & !own.moved).map(Action::Pick));
        self.top_list(p, side, out);
        out.push(Action::End);
    }

    /// 8.1a: may the unit be picked?
    pub(crate) fn may_pick(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Refusal> {
        if unit.side() != side || p.at(unit) == Hex::NONE {
            return Err(Refusal::new(R8_1A).unit(unit.0));
        }
        if p.own(side).moved & unit.bit() != 0 {
            return Err(Refusal::new(R8_1_R1).saying("refused-moved").unit(unit.0));
        }
        Ok(())
    }

    pub(crate) fn pick(&self, p: &mut Position, side: Side, unit: Unit) {
        let left = self.allowance(p, unit);
        let own = p.own_mut(side);
        own.moved |= unit.bit();
        own.mover = unit.slot() as u8;
        own.left = left;
        own.under_way = false;
        self.renew_net(p, unit);
        p.public.frames.push(Frame::Moving(side));
    }

    pub(crate) fn moving_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let m = self.mover(p, side);
        let reach = self.reach(&p.public, &m);
        for i in reach.found() {
            let hex = Hex::at(i);
            if self.has_room(p, m.unit, hex).is_ok() {
                out.push(Action::Go(hex, reach.path(hex)));
            }
        }
        out.push(Action::Stop);
    }

    /// The rule that keeps the unit at hand from going there by this route, if any.
    pub(crate) fn may_go(&self, p: &Position, side: Side, hex: Hex, path: Path) -> Result<(), Refusal> {
        let m = self.mover(p, side);
        let refuse = |rule: Rule| Refusal::new(rule).unit(m.unit.0).place(hex.0);
        let (mut at, mut left, mut stopped) = (m.at, m.left, path.is_empty());
        for dir in path.dirs() {
            let to = self.book.map.neighbour(at, dir);
            if stopped {
                return Err(refuse(R7_2A));
            }
            if to == Hex::NONE {
                return Err(refuse(R8_1_R1).saying("refused-edge"));
            }
            let cost = match self.step(&p.public, &m, at, dir, to).map_err(refuse)? {
                Step::No => return Err(refuse(R8_1B)),
                Step::Pay(cost) => cost,
                Step::PayAndStop(cost) => {
                    stopped = true;
                    cost
                }
            };
            left = left.checked_sub(cost).ok_or_else(|| refuse(R2_1B).saying("refused-points"))?;
            at = to;
        }
        if path.is_empty() || at != hex {
            return Err(refuse(R8_1B).saying("refused-route"));
        }
        self.has_room(p, m.unit, hex).map_err(refuse)?;
        let reach = self.reach(&p.public, &m);
        if reach.left(hex).is_none() || reach.path(hex) != path {
            return Err(refuse(R8_1B).saying("refused-route"));
        }
        Ok(())
    }

    /// Walks a route: pays, takes what it passes (10.8-r1), ends in the last hex.
    pub(crate) fn go<S: Sink<Event>>(&self, p: &mut Position, side: Side, path: Path, sink: &mut S) {
        let m = self.mover(p, side);
        let seen = p.is_seen(m.unit);
        let (mut at, mut left, mut stopped) = (m.at, m.left, false);
        p.lift(&self.book, m.unit);
        for dir in path.dirs() {
            let to = self.book.map.neighbour(at, dir);
            if let Ok(Step::Pay(cost)) = self.step(&p.public, &m, at, dir, to).inspect(|s| {
                stopped = matches!(s, Step::PayAndStop(_));
            }) {
                left = left.saturating_sub(cost);
            }
            at = to;
            self.enter(p, m.unit, at, sink);
        }
        p.place(&self.book, m.unit, at);
        if m.column {
            // 3.Bb: a column that moves shows its movement side.
            p.set_lorry(m.unit, true);
        }
        sink.push(Event::Moved { unit: m.unit, from: m.at, path, seen: seen && p.is_seen(m.unit) });
        if !p.own(side).net.known {
            self.renew_net(p, m.unit);
        }
        let own = p.own_mut(side);
        own.left = left;
        own.under_way = true;
        if stopped || left == 0 {
            self.stop(p, side);
        }
    }

    pub(crate) fn stop(&self, p: &mut Position, side: Side) {
        let own = p.own_mut(side);
        own.mover = u8::MAX;
        own.left = 0;
        own.under_way = false;
        p.public.frames.pop();
    }

    /// The rule behind not being able to reach a hex: the first whose absence would open it.
    pub fn why_unreachable(&self, p: &Position, side: Side, hex: Hex) -> Option<Refusal> {
        let m = self.mover(p, side);
        let refuse = |rule: Rule| Refusal::new(rule).unit(m.unit.0).place(hex.0);
        let reach = self.reach(&p.public, &m);
        if reach.found().has(hex.index()) {
            return self.has_room(p, m.unit, hex).err().map(refuse);
        }
        // Steps that are refused on the rim of what can be reached.
        let mut rim = None;
        for (dir, from) in self.book.map.around(hex) {
            let back = dir.opposite();
            if from != m.at && (!reach.found().has(from.index()) || reach.stops(from)) {
                continue;
            }
            if let Err(rule) = self.step(&p.public, &m, from, back, hex) {
                rim = Some(refuse(rule));
            } else if rim.is_none() {
                rim = Some(refuse(R2_1B).saying("refused-points"));
            }
        }
        if rim.is_some() {
            return rim;
        }
        let near_stop =
            self.book.map.around(hex).any(|(_, h)| reach.found().has(h.index()) && reach.stops(h));
        Some(if near_stop { refuse(R7_2A) } else { refuse(R2_1B).saying("refused-points") })
    }
}
