//! 5.0 to 5.3: movement; 6.1: what zones of control do to it; 16.1: the one hex of the blizzard.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{HEXES, Unit, UnitSet, W};
use crate::position::{Place, Position, Public};
use crate::rule::*;
use frente_board::{Dir, Hex, Path, Reach, Step};
use frente_engine::{Rule, Side, Sink};

/// Room for half points in a search: no allowance is over ten.
const POINTS: usize = 24;

/// Where a unit can go.
pub type Range = Reach<HEXES, W, POINTS>;

/// A unit on the move, with what its steps depend on.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// The unit.
    pub unit: Unit,
    /// Its side.
    pub side: Side,
    /// E2.3: mobile, or leg.
    pub mobile: bool,
    /// Printed allowance in half points.
    pub allowance: u8,
    /// 16.1c: one hex only, free of cost.
    pub snow: bool,
}

impl Mover {
    /// 6.1e, 6.1f: what a mobile unit pays, in half points, on top of terrain for a hex in an enemy zone.
    pub fn zone_price(&self) -> u8 {
        2 * (self.allowance / 2 / 2)
    }
}

/// What a step costs, and whether the move ends with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// Half points.
    pub cost: u8,
    /// Must the unit stop?
    pub stop: bool,
}

impl Aragon {
    pub(crate) fn mover(&self, p: &Public, unit: Unit) -> Mover {
        let counter = self.book.unit(unit);
        Mover {
            unit,
            side: counter.side,
            mobile: counter.mobile(),
            allowance: counter.half_points(),
            snow: p.snowed_in(),
        }
    }

    /// 5.1, 5.2, 6.1: may the unit step from `at` to `to`, and at what price? Whether it may end there is another question
    /// (`may_end`).
    ///
    /// # Errors
    /// The rule that forbids the step.
    #[inline]
    pub fn step(&self, p: &Public, m: &Mover, at: Hex, dir: Dir, to: Hex, left: u8) -> Result<Price, Rule> {
        if to == Hex::NONE {
            return Err(R5_1E);
        }
        let cost = self.book.ground.cost(at, dir);
        if cost == crate::book::ground::PROHIBITED {
            return Err(R5_1D);
        }
        if p.holds(m.side.other(), to) {
            return Err(R5_1C);
        }
        let into_zone = p.in_enemy_zone(m.side, to);
        let from_zone = into_zone && p.in_enemy_zone(m.side, at);
        // 6.1-r3: whoever built it.
        if from_zone && p.forts.has(to.index()) {
            return Err(R6_1G);
        }
        if m.snow {
            return if p.vacant(to) { Ok(Price { cost: 0, stop: true }) } else { Err(R5_3C) };
        }
        if !into_zone {
            return afford(cost, left, m, false);
        }
        if m.mobile {
            return afford(cost + m.zone_price(), left, m, false);
        }
        // It would have to stop with the unit that is there.
        if !p.vacant(to) {
            return Err(R6_1_R2);
        }
        if !from_zone {
            return afford(cost, left, m, true);
        }
        // 6.1b: a leg unit in a zone has not moved yet, or it would have had to stop.
        if left != m.allowance {
            return Err(R6_1_R1);
        }
        afford(cost, left, m, true)?;
        Ok(Price { cost: left, stop: true })
    }

    /// 5.3c: a unit may end its move only where no other unit is.
    pub(crate) fn may_end(&self, p: &Public, to: Hex) -> Result<(), Rule> {
        if p.vacant(to) { Ok(()) } else { Err(R5_3C) }
    }

    /// Every hex the unit can go to from where it is.
    pub fn range(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> Range {
        // 16.1c: in the blizzard a step is free.
        let least = if m.snow { 0 } else { self.book.ground.least };
        Range::run(&self.book.ground.map, at, left, least, |at, dir, to, left| {
            match self.step(p, m, at, dir, to, left) {
                Ok(Price { cost, stop: false }) => Step::Pay(cost),
                Ok(Price { cost, stop: true }) => Step::PayAndStop(cost),
                Err(_) => Step::No,
            }
        })
    }

    /// Can the unit go anywhere at all?
    pub(crate) fn can_go(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> bool {
        let mut through_friends = false;
        for (dir, to) in self.book.ground.map.around(at) {
            if self.step(p, m, at, dir, to, left).is_ok() {
                if p.vacant(to) {
                    return true;
                }
                through_friends = true;
            }
        }
        through_friends && self.range(p, m, at, left).found().iter().any(|h| p.vacant(Hex::at(h)))
    }

    /// 4.1c, 4.1e, 4.1k, 5.1h, 7.8-r3, 10.2d, 14.0j: may the unit be moved in this phase?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_pick(&self, p: &Public, unit: Unit, mobile: bool) -> Result<(), Rule> {
        let counter = self.book.unit(unit);
        if counter.side != p.active {
            return Err(R5_1A);
        }
        let hex = match p.place[unit.index()] {
            Place::Map(hex) => hex,
            Place::Waiting => return self.may_enter_somewhere(p, unit, mobile),
            Place::Cup | Place::Out => return Err(R5_1A),
        };
        if mobile && !counter.mobile() {
            return Err(R4_1K);
        }
        if p.advanced.has(unit.index()) {
            return Err(R7_8_R3);
        }
        if p.moved.has(unit.index()) {
            return Err(if mobile { R4_1E } else { R5_1H });
        }
        if mobile && !self.supplied(p, counter.side).has(hex.index()) {
            return Err(R10_2D);
        }
        if p.have_moved >= p.may_move {
            return Err(R14_0J);
        }
        let mover = self.mover(p, unit);
        if self.can_go(p, &mover, hex, mover.allowance) { Ok(()) } else { Err(R5_1I) }
    }

    /// Units that may be moved in this phase.
    pub(crate) fn movable(&self, p: &Public, mobile: bool, mut found: impl FnMut(Unit)) {
        // What has moved or advanced is out of the question; the rest is asked.
        let fresh = if mobile { self.mobile[p.active] } else { self.units[p.active] } - p.moved - p.advanced;
        for unit in fresh.iter().map(Unit::at) {
            if self.may_pick(p, unit, mobile).is_ok() {
                found(unit);
            }
        }
    }

    /// Moves of the unit at hand: the cheapest way to each hex, and each straight step.
    pub(crate) fn list_moves(
        &self,
        p: &Public,
        unit: Unit,
        at: Hex,
        left: u8,
        fresh: bool,
        out: &mut Vec<Action>,
    ) {
        let mover = self.mover(p, unit);
        let range = self.range(p, &mover, at, left);
        for i in range.found() {
            let hex = Hex::at(i);
            if p.vacant(hex) {
                out.push(Action::Go { unit, path: range.path(hex) });
            }
        }
        // 5.0a: the straight step too, where the cheapest way to a neighbour leads around. So any route can be walked.
        for (dir, to) in self.book.ground.map.around(at) {
            let step = Path::EMPTY.then(dir);
            if range.path(to) != step && p.vacant(to) && self.step(p, &mover, at, dir, to, left).is_ok() {
                out.push(Action::Go { unit, path: step });
            }
        }
        if !fresh && p.hex(unit) == Some(at) {
            out.push(Action::Stop(unit));
        }
    }

    /// 5.0 to 6.1: may the unit at hand take this route as one action?
    pub(crate) fn may_go(
        &self,
        p: &Public,
        unit: Unit,
        at: Hex,
        left: u8,
        path: Path,
    ) -> Result<(), (Rule, Hex)> {
        let here = self.may_walk(p, unit, at, left, path)?;
        // Of all longer ways only the cheapest is one action; any other is walked by waypoints.
        let cheapest = || self.range(p, &self.mover(p, unit), at, left).path(here) == path;
        if path.len() == 1 || (path.len() > 1 && cheapest()) { Ok(()) } else { Err((R5_0B, here)) }
    }

    /// 5.0 to 6.1: may the unit at hand walk this route, in however many actions? Says where it leads.
    pub(crate) fn may_walk(
        &self,
        p: &Public,
        unit: Unit,
        at: Hex,
        left: u8,
        path: Path,
    ) -> Result<Hex, (Rule, Hex)> {
        let mover = self.mover(p, unit);
        let map = &self.book.ground.map;
        let (mut here, mut rest, mut stopped) = (at, left, false);
        for dir in path.dirs() {
            let to = if here == Hex::NONE { Hex::NONE } else { map.neighbour(here, dir) };
            if stopped {
                let again = if p.in_enemy_zone(mover.side, at) { R6_1D } else { R6_1A };
                return Err((if mover.snow { R16_1C } else { again }, here));
            }
            let price = self.step(p, &mover, here, dir, to, rest).map_err(|rule| (rule, to))?;
            (here, rest, stopped) = (to, rest - price.cost, price.stop);
        }
        self.may_end(p, here).map_err(|rule| (rule, here))?;
        Ok(here)
    }

    /// 5.0: the unit takes the route; it may go on from there while it can.
    pub(crate) fn go<S: Sink<Event>>(&self, pos: &mut Position, path: Path, s: &mut S) {
        let Frame::Moving { unit, at, mut left, entered, fresh } = pos.public.stack.top() else { return };
        let mover = self.mover(&pos.public, unit);
        let map = &self.book.ground.map;
        let (mut here, mut stopped) = (at, false);
        for dir in path.dirs() {
            let to = map.neighbour(here, dir);
            if let Ok(price) = self.step(&pos.public, &mover, here, dir, to, left) {
                (left, stopped) = (left - price.cost, price.stop);
            }
            here = to;
        }
        if fresh && !entered {
            pos.public.have_moved = pos.public.have_moved.saturating_add(1);
        }
        pos.public.moved.insert(unit.index());
        s.push(Event::Moved { unit, from: at, path });
        if self.walk(pos, unit, at, path, s) {
            return;
        }
        if stopped || !self.can_go(&pos.public, &mover, here, left) {
            pos.public.stack.pop();
        } else {
            pos.public.stack.replace(Frame::Moving { unit, at: here, left, entered, fresh: false });
        }
    }

    /// Takes a unit along a route, hex by hex: each is entered and taken (18.0-r3), and the game may end on the way (18.0-r4).
    /// Says whether it did.
    pub(crate) fn walk<S: Sink<Event>>(
        &self,
        pos: &mut Position,
        unit: Unit,
        from: Hex,
        path: Path,
        s: &mut S,
    ) -> bool {
        let p = &mut pos.public;
        let side = self.book.side(unit);
        p.lift(&self.book, unit);
        let map = &self.book.ground.map;
        let last = map.along(from, path).last().unwrap_or(from);
        if self.sudden_death_possible(p) || map.along(from, path).any(|h| self.is_sudden_hex(h)) {
            for hex in map.along(from, path) {
                // Where a friendly unit stands, its presence already does all that the passing unit's would.
                let here = p.vacant(hex);
                if here {
                    p.put(&self.book, unit, hex);
                }
                if self.sudden_death(p) {
                    self.end(pos, crate::victory::Ending::Zaragoza, s);
                    return true;
                }
                if here && hex != last {
                    p.lift(&self.book, unit);
                }
            }
        } else {
            for hex in map.along(from, path) {
                p.take(side, hex);
            }
            p.put(&self.book, unit, last);
        }
        false
    }

    /// Starts the movement of a unit on the map.
    pub(crate) fn pick(&self, p: &mut Public, unit: Unit) {
        match p.place[unit.index()] {
            Place::Map(at) => {
                let left = self.mover(p, unit).allowance;
                p.stack.push(Frame::Moving { unit, at, left, entered: false, fresh: true });
            }
            _ => p.stack.push(Frame::Entering { unit }),
        }
    }

    /// A new player turn: nobody has moved or fought.
    pub(crate) fn fresh_player_turn(&self, p: &mut Public) {
        p.moved = UnitSet::EMPTY;
        p.fought = UnitSet::EMPTY;
        p.displaced = UnitSet::EMPTY;
        p.advanced = UnitSet::EMPTY;
        p.attacked = UnitSet::EMPTY;
        p.may_move = u8::MAX;
        p.have_moved = 0;
    }
}

/// 5.1i, 5.2f: points must cover hex and hexside.
#[inline]
fn afford(cost: u8, left: u8, m: &Mover, stop: bool) -> Result<Price, Rule> {
    if cost <= left {
        Ok(Price { cost, stop })
    } else if left == m.allowance {
        Err(R5_1I)
    } else {
        Err(R5_2F)
    }
}
