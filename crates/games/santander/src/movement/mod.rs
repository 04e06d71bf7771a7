//! 7, 8: zones of control and movement.
//!
//! A unit is picked, then moves by waypoints: each action goes to a hex by the cheapest route, and the unit may go on from
//! there with what it has left.

#[cfg(test)]
mod refusals;
mod search;

use crate::Event;
use crate::action::Action;
use crate::book::{HEXES, POINTS};
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::{Net, Position, Public};
use crate::rules::*;
use crate::{Set, Side};
use frente_board::{Dir, Hex, Path, Reach, Step};
use frente_engine::{Refusal, Rule, Sink};
use search::Ways;

/// A unit on the move, with all that its steps depend on.
#[derive(Clone, Copy)]
pub struct Mover {
    unit: Unit,
    at: Hex,
    left: u8,
    motorized: bool,
    /// Does it start its move in an enemy zone it has not left yet (7.2b)?
    held_fast: bool,
    /// 7.2a, 8.2b: hexes in enemy zones.
    zone: Set,
    /// 7.2a: must it stop in them?
    stops: bool,
    /// Hexes that a rule keeps it from entering.
    shut: Set,
    /// The same by the rule; where several do, the first is named.
    barriers: [(Set, Rule); 3],
}

impl Mover {
    /// The unit.
    #[cfg(test)]
    pub(crate) fn unit(&self) -> Unit {
        self.unit
    }

    /// The rule that keeps it from entering a hex.
    #[cold]
    fn barred(&self, hex: Hex) -> Rule {
        self.barriers.iter().find(|(set, _)| set.has(hex.index())).map_or(R8_1_R1, |(_, rule)| *rule)
    }

    /// The same unit if one of the rules that bar its way did not hold.
    fn without(mut self, rule: Rule) -> Self {
        match rule {
            R7_2A => self.stops = false,
            R2_1B => self.left = POINTS as u8 - 1,
            _ => {
                let lift = self.barriers.iter_mut().filter(|(_, r)| *r == rule);
                lift.for_each(|(set, _)| *set = Set::EMPTY);
                self.shut = self.barriers.iter().fold(Set::EMPTY, |all, (set, _)| all | *set);
            }
        }
        self
    }
}

type Found = Reach<HEXES, 5, POINTS>;

impl Santander {
    /// 2.1b, 6.3c, 9.5c: half movement points of a unit in this segment, halved once at most, rounding up.
    pub(crate) fn allowance(&self, p: &Position, unit: Unit) -> u8 {
        let points = p.values(&self.book, unit).movement;
        2 * if p.halved(unit) { points.div_ceil(2) } else { points }
    }

    /// The unit a side is moving.
    pub(crate) fn mover(&self, p: &Position, side: Side) -> Mover {
        let own = p.own(side);
        let unit = Unit::new(side, own.mover as usize);
        let at = p.at(unit);
        let column = self.book.corps(side).columns & unit.bit() != 0;
        let open = &p.public.open;
        let enemy = side.other();
        // Entering a source of its side, a unit takes it; a column does not.
        let fed = if column { p.net.fed } else { p.net.fed | self.book.sources[side] };
        // 8.1.1-r1: a unit already out of supply is not bound.
        let unbound = own.cut & unit.bit() != 0;
        let barriers = [
            (open.held[enemy], R8_1_R1),
            (if column { open.columns[enemy] } else { Set::EMPTY }, R8_1_R3),
            (if unbound { Set::EMPTY } else { self.book.land - fed }, R8_1_1A),
        ];
        Mover {
            unit,
            at,
            left: own.left,
            motorized: self.book.piece(unit).motorized,
            held_fast: !own.under_way && open.zone[enemy].has(at.index()),
            zone: open.zone[enemy],
            stops: true,
            shut: barriers[0].0 | barriers[1].0 | barriers[2].0,
            barriers,
        }
    }

    /// 7.2a, 7.2b, 7.2-r1, 8.1b, 8.1c, 8.1-r2, 8.2a, 8.2b, 8.2c, 8.2-r1, 11.3b: one step of a move: what it costs, and whether the move ends there; or the rule that
    /// forbids it.
    #[inline]
    pub(crate) fn step(&self, p: &Public, m: &Mover, from: Hex, dir: Dir, to: Hex) -> Result<Step, Rule> {
        let way = self.book.ways[from.index()][dir.index()];
        if way.off == 0 {
            return Err(self.no_way(from, dir, to));
        }
        if m.shut.has(to.index()) {
            return Err(m.barred(to));
        }
        let zone = m.zone.has(to.index());
        // 8.2b: no road movement into an enemy zone; there the full price of terrain and river is paid.
        let mut cost = if way.road && !zone { self.road_rate(m) } else { way.off };
        // 11.3b: rain makes no difference between a road and the open mountain.
        if p.rain {
            cost += way.rain;
        }
        if m.held_fast && from == m.at {
            cost += self.book.tables.leave_zone;
        }
        Ok(if zone && m.stops { Step::PayAndStop(cost) } else { Step::Pay(cost) })
    }

    /// 8.2a, T1g: half points of a step along a road.
    #[inline]
    fn road_rate(&self, m: &Mover) -> u8 {
        if m.motorized { self.book.tables.road_motorized } else { self.book.tables.road_foot }
    }

    /// 1.3.2: why nothing passes from a hex to its neighbour.
    ///
    /// 1.3.2a, 1.3.2c: a side that nothing crosses, and the sea.
    #[cold]
    fn no_way(&self, from: Hex, dir: Dir, to: Hex) -> Rule {
        let book = &self.book;
        if !book.impassable.has(from, dir) {
            return R1_3_2C;
        }
        let bay = |hex: Hex| book.sources[Side::Republican].has(hex.index());
        if bay(from) || bay(to) { R1_3_2_R2 } else { R1_3_2A }
    }

    /// Everywhere the unit can go, whether or not it may end there, by asking for every step: what refusals are explained with. The list of
    /// moves is made by [`Santander::find_ways`].
    pub(crate) fn reach(&self, p: &Public, m: &Mover) -> Found {
        // Off the road a step costs a whole point or more.
        let least = self.road_rate(m).min(2);
        Reach::run(&self.book.map, m.at, m.left, least, |from, dir, to, _| {
            self.step(p, m, from, dir, to).unwrap_or(Step::No)
        })
    }

    pub(crate) fn movement_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let own = p.own(side);
        out.extend(each(side, p.public.on_map[side] & !own.moved).map(Action::Pick));
        self.top_list(p, side, out);
        out.push(Action::End);
    }

    /// 8.1a, 9.2c: may the unit be picked? HQs and columns move like any other.
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
        let mut ways = Ways::new();
        self.find_ways(&p.public, &m, &mut ways);
        let room = ways.found() - self.full_for(p, m.unit);
        out.extend(room.iter().map(|hex| Action::Go(Hex::at(hex), ways.route(hex))));
        self.list_direct_steps(&p.public, &m, room, &ways, out);
        out.push(Action::Stop);
    }

    /// 8.1b, 8.2c: the straight step to a neighbour, too, where a way round by road is cheaper: nobody is bound to the roads, and so any route
    /// can be walked hex by hex.
    fn list_direct_steps(&self, p: &Public, m: &Mover, room: Set, ways: &Ways, out: &mut Vec<Action>) {
        // No way round is shorter than two steps by road.
        let least = 2 * self.road_rate(m);
        for exit in &self.book.exits[usize::from(m.motorized)][usize::from(p.rain)][m.at.index()] {
            let hex = exit.to.index();
            if exit.watched <= least || !room.has(hex) {
                continue;
            }
            let step = Path::EMPTY.then(exit.dir);
            if ways.route(hex) != step && self.pays(p, m, exit.dir, exit.to) {
                out.push(Action::Go(exit.to, step));
            }
        }
    }

    /// 2.1b: has the unit points for a step from where it is, if the step is allowed at all?
    fn pays(&self, p: &Public, m: &Mover, dir: Dir, to: Hex) -> bool {
        let step = self.step(p, m, m.at, dir, to);
        matches!(step, Ok(Step::Pay(cost) | Step::PayAndStop(cost)) if cost <= m.left)
    }

    /// The rule that keeps the unit at hand from going there by this route, if any. A single step is always a route; of longer ones to a hex
    /// only the cheapest is one action.
    pub(crate) fn may_go(&self, p: &Position, side: Side, hex: Hex, path: Path) -> Result<(), Refusal> {
        let m = self.mover(p, side);
        let refuse = |rule: Rule| Refusal::new(rule).unit(m.unit.0).place(hex.0);
        let (mut at, mut spent, mut stopped) = (m.at, 0, path.is_empty());
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
            spent += cost;
            if spent > m.left {
                return Err(self.too_far(&m, to, spent));
            }
            at = to;
        }
        if path.is_empty() || at != hex {
            return Err(refuse(R8_1B).saying("refused-route"));
        }
        self.has_room(p, m.unit, hex).map_err(|full| self.crowded(p, m.unit, hex, full))?;
        if path.len() == 1 {
            return Ok(());
        }
        let reach = self.reach(&p.public, &m);
        if reach.left(hex).is_none() || reach.path(hex) != path {
            return Err(refuse(R8_1B).saying("refused-route"));
        }
        Ok(())
    }

    /// Walks a route: pays, takes what it passes (10.8-r1), ends in the last hex.
    ///
    /// 3.Bb: a column that moves shows its movement side.
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
        if self.book.corps(side).columns & m.unit.bit() != 0 {
            // 3.Bb: a column that moves shows its movement side.
            p.set_lorry(m.unit, true);
        }
        sink.push(Event::Moved { unit: m.unit, from: m.at, path });
        if seen && p.is_seen(m.unit) {
            sink.push(Event::Sighted { unit: m.unit, from: m.at, to: at });
        }
        if p.net == Net::default() {
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

    /// The rule behind not being able to reach a hex: the one without which the unit would get there. Points are the last to be
    /// named, since with enough of them a unit goes round most of what bars its way.
    pub(crate) fn why_unreachable(&self, p: &Position, side: Side, hex: Hex) -> Option<Refusal> {
        let m = self.mover(p, side);
        let refuse = |rule: Rule| Refusal::new(rule).unit(m.unit.0).place(hex.0);
        let reach = self.reach(&p.public, &m);
        if reach.found().has(hex.index()) {
            return self.has_room(p, m.unit, hex).err().map(|full| self.crowded(p, m.unit, hex, full));
        }
        if hex == m.at {
            return Some(refuse(R8_1B).saying("refused-here"));
        }
        if !self.book.land.has(hex.index()) {
            return Some(refuse(R1_3_2C));
        }
        if m.shut.has(hex.index()) {
            return Some(refuse(m.barred(hex)));
        }
        for rule in [R8_1_1A, R7_2A, R8_1_R1, R8_1_R3] {
            if self.reach(&p.public, &m.without(rule)).found().has(hex.index()) {
                return Some(refuse(rule));
            }
        }
        // A neighbour over a side that nothing crosses, with points to go there if it were open.
        for (dir, from) in self.book.map.around(hex).map(|(dir, from)| (dir.opposite(), from)) {
            let leave = if m.held_fast && from == m.at { self.book.tables.leave_zone } else { 0 };
            let there =
                if from == m.at { Some(m.left) } else { reach.left(from).filter(|_| !reach.stops(from)) };
            let enough = there.is_some_and(|left| left >= self.book.terrain(hex).cost + leave);
            if enough && self.book.impassable.has(from, dir) {
                return Some(refuse(self.no_way(from, dir, hex)));
            }
        }
        let far = self.reach(&p.public, &m.without(R2_1B));
        Some(match far.left(hex) {
            Some(left) => self.too_far(&m, hex, POINTS as u8 - 1 - left),
            None => refuse(R2_1B).saying("refused-far"),
        })
    }

    /// 2.1b: not enough movement points, with what it would take.
    fn too_far(&self, m: &Mover, hex: Hex, cost: u8) -> Refusal {
        let refusal = Refusal::new(R2_1B).saying("refused-points").unit(m.unit.0).place(hex.0);
        refusal.numbers(cost, m.left)
    }
}
