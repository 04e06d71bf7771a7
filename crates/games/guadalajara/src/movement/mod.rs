//! 6. Movement, with the zones of 8, the exits of 14 and the train of x9.

mod detours;
mod reach;
mod room;
mod step;
mod tours;

#[cfg(test)]
mod plain;

use crate::action::Action;
use crate::book::Book;
use crate::book::ground::TRAIN_STEP;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{QUARTERS, Set, Unit};
use crate::position::{Position, Walk};
use crate::reinforcements::Doors;
use crate::rules;
use arrayvec::ArrayVec;
use detours::Detours;
use frente_board::lanes::Spent;
use frente_board::{Dir, Hex, LongPath};
use frente_engine::{Refusal, Rule, Side, Sink};
use reach::Way;
pub(crate) use reach::Ways;
use step::Mover;
use tours::Open;
pub(crate) use tours::Tours;

impl Book {
    /// Hexes in which [`Book::may_end`] does refuse a leader, or may refuse a unit: for a list, so that most of its places
    /// need not ask. What enemies are not around these places does not matter.
    fn doubtful(&self, p: &Position, unit: Unit, around: &Set) -> Set {
        let side = self.side(unit);
        let friends = p.derived.occupied[side];
        if !self.leads(unit) {
            return friends;
        }
        let enemies = *self.enemy_held(p, side) & *around;
        enemies.iter().fold(enemies, |near, hex| near | *self.map().near(Hex::at(hex))) - friends
    }

    /// Finds all ways of a counter that has `left` quarter points.
    pub(crate) fn with_ways<T>(
        &self,
        p: &Position,
        unit: Unit,
        left: u8,
        first: bool,
        ask: impl FnOnce(&Ways) -> T,
    ) -> T {
        let m = self.mover(p, unit, p.hex(unit), first);
        let mut ways = Ways::of(&m, left);
        ways.explore(&m, p.hex(unit));
        ask(&ways)
    }

    /// 6g, 13-r3: can the counter go on from a hex to one where it may end or leave the map, in one step or through others
    /// where it may not?
    pub(crate) fn can_go_on(&self, p: &Position, unit: Unit, from: Hex, left: u8, first: bool) -> bool {
        let m = self.mover(p, unit, from, first);
        // Mostly one step is enough, and the whole search is spared.
        let step = |(dir, to)| m.affords(from, dir, to, left) && self.may_end(p, unit, to).is_ok();
        let exit = |hex, left, first| self.exit_cost(p, unit, hex, first).is_ok_and(|cost| cost <= left);
        self.map().around(from).any(step) || exit(from, left, first) || {
            let mut ways = Ways::of(&m, left);
            ways.explore(&m, from);
            let ends = |w: &Way| self.may_end(p, unit, w.hex).is_ok() || exit(w.hex, ways.left(w), false);
            ways.found().iter().any(ends)
        }
    }

    /// 6g, 6-r2: may the counter pause in a hex where it may not end, with so many quarter points to go on?
    fn may_pause(&self, p: &Position, unit: Unit, hex: Hex, left: u8, stopped: bool) -> bool {
        !stopped && self.can_go_on(p, unit, hex, left, false)
    }

    /// 14, 14-r1, x8-r2: the price of leaving the map from a hex.
    pub(crate) fn exit_cost(&self, p: &Position, unit: Unit, hex: Hex, first: bool) -> Result<u8, Rule> {
        if !self.ground.edge.has(hex.index()) {
            return Err(rules::R14A);
        }
        if self.withdraws(p, unit) {
            return Err(rules::X1_1A);
        }
        if self.is_train(unit) {
            return if self.ground.rail_exits.has(hex.index()) { Ok(TRAIN_STEP) } else { Err(rules::X9A) };
        }
        let prices = &self.tables.movement;
        let by_road = self.ground.road_exits.has(hex.index());
        let price = if by_road { prices.exit_by_road.0 } else { prices.exit_elsewhere.0 };
        let pinned = self.mover(p, unit, hex, first).is_pinned(hex);
        Ok(price + if pinned { QUARTERS * prices.leave_zone } else { 0 })
    }

    /// Actions of the movement phase: counters to take up, and its end.
    pub(crate) fn list_movement(&self, p: &Position, out: &mut Vec<Action>) {
        let side = p.active;
        if p.crowded.is_some() {
            let makes = |u: &Unit| self.may_make_room(p, *u).is_ok();
            out.extend(p.stack_at(p.crowded).filter(makes).map(Action::Pick));
            return;
        }
        let withdrawal = self.withdrawal_day(p);
        let mut doors = Doors::default();
        // 13a, 13-r2: who is not on the map comes on if he is due.
        let due = self.of[side] & self.due_by(p.day);
        (due - p.moved - p.out()).iter().map(Unit::at).for_each(|unit| {
            let may = if p.hex(unit).is_some() {
                !withdrawal || self.leads(unit) || self.can_withdraw(p, unit, self.allowance(p, unit), true)
            } else {
                self.can_enter(p, unit, &mut doors)
            };
            if may {
                out.push(Action::Pick(unit));
            }
        });
        if self.may_end_movement(p).is_ok() {
            out.push(Action::End);
        }
    }

    /// 6, 13: may the counter be taken up?
    ///
    /// 6d, 14b: once a turn, and never who has left the map.
    pub(crate) fn may_pick(&self, p: &Position, unit: Unit) -> Result<(), Refusal> {
        let refused = |rule| Err(Refusal::new(rule).unit(unit));
        if self.side(unit) != p.active {
            return refused(rules::R5E);
        }
        if p.gone.has(unit.index()) {
            return refused(rules::R14B);
        }
        if p.out().has(unit.index()) {
            return refused(rules::R9_1H);
        }
        if p.moved.has(unit.index()) {
            return refused(rules::R6D);
        }
        self.may_make_room(p, unit)?;
        if p.hex(unit).is_some() {
            let stuck = self.withdraws(p, unit) && !self.can_withdraw(p, unit, self.allowance(p, unit), true);
            return if stuck { refused(rules::X1_1D) } else { Ok(()) };
        }
        self.may_come(p, unit).map_err(|rule| Refusal::new(rule).unit(unit))?;
        if self.can_enter(p, unit, &mut Doors::default()) { Ok(()) } else { Err(self.kept_off(p, unit)) }
    }

    /// 7-r2: no hex may hold too many; x1.1a: on the day of withdrawal no unit that can still withdraw may be left.
    pub(crate) fn may_end_movement(&self, p: &Position) -> Result<(), Refusal> {
        if p.crowded.is_some() {
            self.fits(p, p.crowded, None).map_err(|rule| Refusal::new(rule).place(p.crowded.0))?;
        }
        if !self.withdrawal_day(p) {
            return Ok(());
        }
        let units = self.of[p.active] - self.leaders - p.moved - p.out();
        for unit in units.iter().map(Unit::at).filter(|u| p.hex(*u).is_some()) {
            if self.can_withdraw(p, unit, self.allowance(p, unit), true) {
                return Err(Refusal::new(rules::X1_1A).unit(unit));
            }
        }
        Ok(())
    }

    /// Actions of a counter on the move.
    pub(crate) fn list_moving(&self, p: &Position, unit: Unit, left: u8, first: bool, out: &mut Vec<Action>) {
        let from = p.hex(unit);
        let m = self.mover(p, unit, from, first);
        let motorised = self.mark(unit).motorised;
        match self.tours.from(self.chart(p), motorised, from, left).filter(|_| m.is_plain(from)) {
            Some(open) => {
                let doubtful = self.doubtful(p, unit, open.known.around(left / m.grain()));
                self.list_tours(p, unit, &m, left, &doubtful, &open, out);
            }
            None => {
                let doubtful = self.doubtful(p, unit, &self.ground.all);
                self.list_ways(p, unit, &m, left, &doubtful, out);
            }
        }
        let moves = out.len();
        if self.exit_cost(p, unit, from, first).is_ok_and(|cost| cost <= left) {
            out.push(Action::Exit(unit));
        }
        let may_stop = self.may_end(p, unit, p.hex(unit)).is_ok() && (moves == 0 || !self.withdraws(p, unit));
        if may_stop || out.is_empty() {
            out.push(Action::Stop);
        }
    }

    /// The moves of a counter that only the enemy's whereabouts tell from others of its kind, in the order of the tours.
    #[allow(clippy::too_many_arguments)]
    fn list_tours(
        &self,
        p: &Position,
        unit: Unit,
        m: &Mover<'_>,
        left: u8,
        doubtful: &Set,
        open: &Open<'_>,
        out: &mut Vec<Action>,
    ) {
        let (from, wary, limit) = (p.hex(unit), m.wary(), open.limit());
        let (known, lanes) = (open.known, m.lanes());
        let (moves, dearer) =
            if known.is_free(&wary, limit) || known.barred(lanes, &wary, limit).next().is_none() {
                let heeded = *m.held() | *doubtful;
                (self.list_known(p, unit, &known.spent, doubtful, &heeded, m, open, out), known.dearer)
            } else {
                let mut detours = Detours::of(open, &self.ground, m, left);
                detours.find(&self.ground, m, from, &wary);
                let heeded = *m.held() | *doubtful | detours.cut;
                let moves = self.list_known(p, unit, &detours.spent, doubtful, &heeded, m, open, out);
                for hex in detours.cut.iter().map(Hex::at).filter(|h| detours.spent.on(*h) <= limit) {
                    let find = open.listing(hex);
                    if moves.has(find) {
                        out[moves.rank(find)] = Action::Go(unit, detours.route_to(hex));
                    }
                }
                (moves, detours.spent.dearer(lanes, from))
            };
        self.list_steps(p, unit, m, left, &moves.refused, dearer, out);
    }

    /// Lists the tours of a counter as they are, but for places that it may not end in or does not reach: these are all among the heeded
    /// ones. Says which are listed. Most are, and such are copied in runs.
    #[allow(clippy::too_many_arguments)]
    fn list_known(
        &self,
        p: &Position,
        unit: Unit,
        spent: &Spent,
        doubtful: &Set,
        heeded: &Set,
        m: &Mover<'_>,
        open: &Open<'_>,
        out: &mut Vec<Action>,
    ) -> Moves {
        let (leads, limit) = (self.leads(unit), open.limit());
        let mut moves = Moves { listed: ArrayVec::new(), first: ArrayVec::new(), refused: Set::EMPTY };
        moves.listed.extend(open.list.iter().copied());
        let from = p.hex(unit);
        (*heeded & *open.known.around(limit)).iter().map(Hex::at).for_each(|hex| {
            // No tour leads here, or none that can be paid for, so that there is nothing to take off the list.
            if hex == from || open.known.spent.on(hex) > limit {
                return;
            }
            let reached = spent.on(hex) <= limit && !m.is_held(hex);
            if reached && (!doubtful.has(hex.index()) || !leads && self.has_room(p, unit, hex)) {
                return;
            }
            moves.take_off(open.listing(hex));
            moves.refused.set(hex.index(), reached);
        });
        for (word, listed) in moves.listed.iter().enumerate() {
            moves.first.push(out.len());
            let mut rest = *listed;
            while rest != 0 {
                let skip = rest.trailing_zeros();
                let run = (rest >> skip).trailing_ones();
                // What lies below the end of the run is done.
                rest &= u64::MAX.checked_shl(skip + run).unwrap_or(0);
                let first = 64 * word + skip as usize;
                let routes = &open.routes[first..first + run as usize];
                out.extend(routes.iter().map(|route| Action::Go(unit, *route)));
            }
        }
        moves
    }

    /// The moves of a counter, whatever bars its ways.
    fn list_ways(
        &self,
        p: &Position,
        unit: Unit,
        m: &Mover<'_>,
        left: u8,
        doubtful: &Set,
        out: &mut Vec<Action>,
    ) {
        let from = p.hex(unit);
        let mut ways = Ways::of(m, left);
        ways.explore(m, from);
        let leads = self.leads(unit);
        let mut refused = Set::EMPTY;
        for way in ways.found() {
            if !doubtful.has(way.hex.index()) || !leads && self.has_room(p, unit, way.hex) {
                out.push(Action::Go(unit, way.path()));
            } else {
                refused.insert(way.hex.index());
            }
        }
        let dearer = if m.is_pinned(from) {
            let dear = |(dir, to, cost, _): (Dir, Hex, u8, bool)| {
                u8::from(cost <= left && ways.cost(to).is_some_and(|round| round < cost)) << dir.index()
            };
            m.steps(from).map(dear).fold(0, |dirs, dir| dirs | dir)
        } else {
            ways.dearer_steps(m)
        };
        self.list_steps(p, unit, m, left, &refused, dearer, out);
    }

    /// 6-r2: a single step is always offered, even where a way round is cheaper (`dearer`, a bit for each direction), so that any route
    /// can be walked. So is one into a hex where the counter may not end (`refused`), if it can go on from there.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn list_steps(
        &self,
        p: &Position,
        unit: Unit,
        m: &Mover<'_>,
        left: u8,
        refused: &Set,
        dearer: u8,
        out: &mut Vec<Action>,
    ) {
        let from = p.hex(unit);
        if dearer == 0 && !refused.meets(self.map().near(from)) {
            return;
        }
        for (dir, to) in self.map().around(from) {
            let (round, refused) = (dearer >> dir.index() & 1 != 0, refused.has(to.index()));
            if !round && !refused {
                continue;
            }
            let Ok((cost, stop)) = m.step(from, dir, to) else { continue };
            let Some(rest) = left.checked_sub(cost) else { continue };
            if !refused || self.may_pause(p, unit, to, rest, stop) {
                out.push(Action::Go(unit, LongPath::EMPTY.then(dir)));
            }
        }
    }

    /// 6: may the counter move along the route? Out of supply or not is its own affair (11.1c). Refusals are found by walking it.
    ///
    /// 6b: from hex to neighbouring hex.
    pub(crate) fn may_go(
        &self,
        p: &Position,
        unit: Unit,
        path: LongPath,
        left: u8,
        first: bool,
    ) -> Result<(), Refusal> {
        let m = self.mover(p, unit, p.hex(unit), first);
        let (mut at, mut rest, mut stopped) = (p.hex(unit), left, false);
        for dir in path.dirs() {
            let to = self.map().neighbour(at, dir);
            let refused = |rule| Refusal::new(rule).unit(unit).place(to.0);
            if !to.is_some() {
                return Err(Refusal::new(rules::R6B).unit(unit));
            }
            if stopped {
                return Err(refused(rules::R6F));
            }
            let (cost, stop) = m.step(at, dir, to).map_err(refused)?;
            rest = rest.checked_sub(cost).ok_or_else(|| short(refused(rules::R6E), cost, rest))?;
            (at, stopped) = (to, stop);
        }
        let refused = |rule| Refusal::new(rule).unit(unit).place(at.0);
        let end = self.may_end(p, unit, at).map_err(refused);
        // The route itself is fine. Single steps and the cheapest route to a place are offered; others go by waypoints.
        if path.len() == 1 {
            return end.or_else(|refusal| {
                if self.may_pause(p, unit, at, rest, stopped) { Ok(()) } else { Err(refusal) }
            });
        }
        end?;
        let mut ways = Ways::of(&m, left);
        ways.explore_towards(self.map(), &m, p.hex(unit), (at, rest));
        match ways.to(at) {
            Some(way) if way.path() == path => Ok(()),
            _ => Err(refused(rules::R6_R2)),
        }
    }

    /// May the counter leave the map now?
    pub(crate) fn may_exit(&self, p: &Position, unit: Unit, left: u8, first: bool) -> Result<(), Refusal> {
        let refused = |rule| Refusal::new(rule).unit(unit);
        let cost = self.exit_cost(p, unit, p.hex(unit), first).map_err(refused)?;
        if cost <= left { Ok(()) } else { Err(short(refused(rules::R6E), cost, left)) }
    }

    /// May the move end where the counter is?
    pub(crate) fn may_stop(&self, p: &Position, unit: Unit, left: u8, first: bool) -> Result<(), Refusal> {
        let refused = |rule| Err(Refusal::new(rule).unit(unit));
        let moves = || self.can_withdraw(p, unit, left, first);
        match self.may_end(p, unit, p.hex(unit)) {
            Ok(()) if self.withdraws(p, unit) && moves() => refused(rules::X1_1A),
            Ok(()) => Ok(()),
            Err(rule) if moves() || self.may_exit(p, unit, left, first).is_ok() => refused(rule),
            Err(_) => Ok(()),
        }
    }

    /// Quarter points left at the end of a route, and whether the move must end there. The train's are never used up (x9b).
    pub(crate) fn walked(
        &self,
        p: &Position,
        unit: Unit,
        path: LongPath,
        left: u8,
        first: bool,
    ) -> Option<(u8, bool)> {
        let m = self.mover(p, unit, p.hex(unit), first);
        path.dirs()
            .try_fold((p.hex(unit), left, false), |(at, rest, _), dir| {
                let to = self.map().neighbour(at, dir).some()?;
                let (cost, stop) = m.step(at, dir, to).ok()?;
                Some((to, rest.checked_sub(cost)?, stop))
            })
            .map(|(_, rest, stop)| (if self.is_train(unit) { left } else { rest }, stop))
    }

    /// Carries a move out, up to its end or to the first leader it puts to flight.
    pub(crate) fn go<S: Sink<Event>>(
        &self,
        p: &mut Position,
        unit: Unit,
        path: LongPath,
        left: u8,
        first: bool,
        s: &mut S,
    ) {
        let from = p.hex(unit);
        let rest = self.walked(p, unit, path, left, first).map_or(0, |(rest, _)| rest);
        s.push(Event::Moved { unit, from, path });
        p.walk = Walk { unit, from, path, done: 0 };
        p.stack.replace(Frame::Walking { left: rest });
    }

    /// Walks on: steps are taken one by one where somebody may have to flee, and all at once where nobody can.
    /// Says whether the walk is over; if not, a flight has been put on top.
    pub(crate) fn walk<S: Sink<Event>>(&self, p: &mut Position, left: u8, s: &mut S) {
        let Walk { unit, from, path, done } = p.walk;
        let side = self.side(unit);
        let leads = self.leads(unit);
        let mut at = p.hex(unit);
        let steps = path.len() - usize::from(done);
        let alarm = if leads { Set::EMPTY } else { self.alarm(p, side, at, steps) };
        let mut back = None;
        for (i, dir) in path.dirs().enumerate().skip(usize::from(done)) {
            at = self.map().neighbour(at, dir);
            back = Some(dir.opposite());
            if !leads {
                self.take(p, side, at, s);
            }
            if alarm.has(at.index()) {
                self.lift(p, unit);
                self.place(p, unit, at);
                p.walk.done = i as u8 + 1;
                self.approach(p, side, at);
                return;
            }
        }
        if at != p.hex(unit) {
            self.lift(p, unit);
            self.place(p, unit, at);
        } else if let Some(last) = path.dirs().last() {
            back = Some(last.opposite());
        }
        p.walk = Walk::NONE;
        let zone = self.enemy_zone(p, side).has(at.index());
        let wear = &mut p.wear[unit.index()];
        *wear = wear.with_came(back.filter(|_| zone));
        if zone || left == 0 {
            self.end_move(p, unit);
        } else {
            p.stack.replace(Frame::Moving { unit, left, first: false });
        }
        if !leads {
            self.deserted(p, side, from);
        }
    }

    /// x8-r1: a combat unit passing through an objective takes it.
    pub(crate) fn take<S: Sink<Event>>(&self, p: &mut Position, side: Side, hex: Hex, s: &mut S) {
        if !self.objective_set.has(hex.index()) {
            return;
        }
        let Some(i) = self.objectives.iter().position(|h| *h == hex) else { return };
        let held = if side == Side::Nationalist { p.held | 1 << i } else { p.held & !(1 << i) };
        if held != p.held {
            p.held = held;
            s.push(Event::Took { side, objective: i as u8 });
        }
    }

    /// 14a, x8c, x8d, x8-r2: the counter leaves the map, and scores if it goes by an open highway.
    pub(crate) fn leave<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        let (hex, side) = (p.hex(unit), self.side(unit));
        let points = self.exit_points(p, unit, hex);
        self.lift(p, unit);
        p.gone.insert(unit.index());
        p.exit_points += u16::from(points);
        s.push(Event::Exited { unit, hex, points });
        p.crowded = Hex::NONE;
        p.stack.pop();
        if !self.leads(unit) {
            self.deserted(p, side, hex);
        }
    }
}

/// The finds of a list of tours that are moves.
struct Moves {
    /// One bit for each find.
    listed: ArrayVec<u64, { Open::WORDS }>,
    /// The number in the list of the first move of each word.
    first: ArrayVec<usize, { Open::WORDS }>,
    /// Places that are reached, but the counter may not end there.
    refused: Set,
}

impl Moves {
    #[inline]
    fn take_off(&mut self, find: usize) {
        self.listed[find / 64] &= !(1 << (find % 64));
    }

    #[inline]
    fn has(&self, find: usize) -> bool {
        self.listed[find / 64] >> (find % 64) & 1 != 0
    }

    /// The number of a find's move in the list.
    fn rank(&self, find: usize) -> usize {
        let before = self.listed[find / 64] & ((1 << (find % 64)) - 1);
        self.first[find / 64] + before.count_ones() as usize
    }
}

/// 6e: a refusal for want of quarter points, with its numbers.
pub(crate) fn short(refusal: Refusal, needs: u8, has: u8) -> Refusal {
    refusal.saying("refused-points").numbers(needs, has)
}
