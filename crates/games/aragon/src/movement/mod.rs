//! 5.0 to 5.3: movement; 6.1: what zones of control do to it; 16.1: the one hex of the blizzard.
//!
//! | module | what |
//! | --- | --- |
//! | this one | 5.0 to 5.3, 6.1: steps, who may be moved, what the unit on the move may do |
//! | [`reach`] | every hex a unit can go to, by its cheapest way |

mod reach;

pub(crate) use reach::MOST_POINTS;

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, March};
use crate::ids::{Set, Unit, UnitSet};
use crate::position::{Place, Position, Public};
use crate::rules::*;
use frente_board::{Dir, Hex, Path};
use frente_engine::{Rule, Side, Sink};

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
    pub(crate) fn zone_price(&self) -> u8 {
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

/// How far a route has led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trod {
    /// The hex.
    pub at: Hex,
    /// Half points left there.
    pub left: u8,
    /// Must the move end there?
    pub stopped: bool,
}

impl Aragon {
    /// 15.1a: fatigue never matters to movement.
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
    /// 5.0c, 5.1c, 5.1e, 5.1i, 5.2f, 5.2.1-r2: what the step costs is paid on entering, if it may be entered at all.
    /// 6.1c, 6.1g, 6.1-r2, 6.1-r4: leaving a zone costs nothing, a fortification from zone to zone is barred, friends cancel nothing.
    /// 16.1-r1: in the blizzard the step costs nothing.
    ///
    /// # Errors
    /// The rule that forbids the step.
    #[inline]
    pub(crate) fn step(
        &self,
        p: &Public,
        m: &Mover,
        at: Hex,
        dir: Dir,
        to: Hex,
        left: u8,
    ) -> Result<Price, Rule> {
        if to == Hex::NONE {
            return Err(R5_1E);
        }
        self.step_at(p, m, at, to, self.book.ground.cost(at, dir), left)
    }

    /// The same for a step whose bare cost on the map is known.
    #[inline(always)]
    fn step_at(&self, p: &Public, m: &Mover, at: Hex, to: Hex, cost: u8, left: u8) -> Result<Price, Rule> {
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
            return if p.open_to(m.unit, to) { Ok(Price { cost: 0, stop: true }) } else { Err(R5_3C) };
        }
        if !into_zone {
            return afford(cost, left, m, false);
        }
        if m.mobile {
            return afford(cost + m.zone_price(), left, m, false);
        }
        // It would have to stop with the unit that is there.
        if !p.open_to(m.unit, to) {
            return Err(R6_1_R2);
        }
        let price = afford(cost, left, m, true)?;
        // 6.1b, 6.1-r1: from zone to zone it pays all it has; in a zone it has not moved yet, or it would have had to stop.
        Ok(if from_zone { Price { cost: left, ..price } } else { price })
    }

    /// 5.3c: a unit may end its move only where no other unit is.
    ///
    /// 5.3a: no more than one unit in a hex at the end of a phase.
    pub(crate) fn may_end(&self, p: &Public, unit: Unit, to: Hex) -> Result<(), Rule> {
        if p.open_to(unit, to) { Ok(()) } else { Err(R5_3C) }
    }

    /// Can the unit go anywhere at all?
    pub(crate) fn can_go(&self, p: &Public, m: &Mover, at: Hex, left: u8) -> bool {
        let mut through_friends = false;
        for exit in &self.book.ground.exits[at.index()] {
            if self.step_at(p, m, at, exit.to, exit.cost, left).is_ok() {
                if p.open_to(m.unit, exit.to) {
                    return true;
                }
                through_friends = true;
            }
        }
        through_friends && self.gets_through(p, m, at, left)
    }

    /// 4.1c, 4.1e, 4.1k, 5.1h, 7.8-r3, 10.2d, 14.0j: may the unit be moved in this phase?
    ///
    /// 5.0d, 5.1a, 14.0-r2: only in one's own phase, and as many as one likes within the activated number.
    /// 10.2c: supply matters to mobile movement only.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_pick(&self, p: &Public, unit: Unit, mobile: bool) -> Result<(), Rule> {
        let counter = self.book.unit(unit);
        if counter.side != p.active {
            return Err(R5_1A);
        }
        let hex = match p.place[unit.index()] {
            Place::Map(hex) => hex,
            Place::Waiting => return self.may_enter_somewhere(p, unit, mobile),
            Place::Cup | Place::Out | Place::Passing(_) => return Err(R5_1A),
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
        if mobile && !self.in_supply(p, counter.side, hex) {
            return Err(R10_2D);
        }
        if p.have_moved >= p.may_move {
            return Err(R14_0J);
        }
        let mover = self.mover(p, unit);
        if self.can_go(p, &mover, hex, mover.allowance) {
            Ok(())
        } else {
            Err(self.hemmed_in(p, &mover, hex))
        }
    }

    /// Why a unit that may move can go nowhere: of all that stands in the way around it, what is nearest to giving way.
    fn hemmed_in(&self, p: &Public, m: &Mover, at: Hex) -> Rule {
        const YIELDING: [Rule; 6] = [R5_1I, R5_3C, R6_1_R2, R6_1G, R5_1C, R5_1D];
        let around = self.book.ground.map.around(at);
        let reasons =
            around.map(|(dir, to)| self.step(p, m, at, dir, to, m.allowance).err().unwrap_or(R5_3C));
        let rank = |rule: &Rule| YIELDING.iter().position(|r| r == rule).unwrap_or(YIELDING.len());
        reasons.min_by_key(rank).unwrap_or(R5_1E)
    }

    /// Units that may be moved in this phase: those that [`Aragon::may_pick`] lets through, found faster.
    pub(crate) fn movable(&self, p: &Public, mobile: bool, mut found: impl FnMut(Unit)) {
        // What has moved or advanced is out of the question; the rest is asked.
        let fresh = if mobile { self.mobile[p.active] } else { self.units[p.active] } - p.moved - p.advanced;
        let calm = self.calm(p, p.active);
        // 14.0h: reinforcements enter beyond the activated number.
        let spent = p.have_moved >= p.may_move;
        let plain = !mobile && !p.snowed_in();
        let mut entrant = None;
        for unit in fresh.iter().map(Unit::at) {
            let may = match p.place[unit.index()] {
                Place::Map(_) if spent => false,
                Place::Map(hex) if plain && self.book.first_steps[hex.index()].meets(&calm) => true,
                Place::Map(_) => self.may_pick(p, unit, mobile).is_ok(),
                Place::Waiting => self.may_enter_like(p, unit, mobile, &mut entrant),
                Place::Cup | Place::Out | Place::Passing(_) => false,
            };
            if may {
                found(unit);
            }
        }
    }

    /// Hexes without any unit and outside every zone of the enemy: a unit with its whole allowance goes to any of them that is in
    /// [`Book::first_steps`](crate::book::Book::first_steps) of its hex.
    fn calm(&self, p: &Public, side: Side) -> Set {
        let (own, enemy) = (p.derived.occupied[side], p.derived.occupied[side.other()]);
        !(own | enemy | p.derived.zone[side.other()])
    }

    /// What the unit at hand may do: the cheapest way to each hex, each single step, and the end of its move.
    ///
    /// 5.0a: in any direction, so any route can be walked hex by hex.
    pub(crate) fn list_moves(&self, p: &Public, march: &March, out: &mut Vec<Action>) {
        let March { unit, at, left, .. } = *march;
        let mover = self.mover(p, unit);
        let range = self.range(p, &mover, at, left);
        let vacant = range.found() - p.derived.occupied[mover.side];
        for i in vacant {
            out.push(Action::Go { unit, path: range.path(Hex::at(i)) });
        }
        // 5.0a: the straight step too, where the cheapest way to a neighbour leads around, and the step into a friendly unit's
        // hex. So any route can be walked.
        for exit in &self.book.ground.exits[at.index()] {
            let (to, dir) = (exit.to, exit.step.dir());
            let listed = vacant.has(to.index()) && range.is_step(to, dir);
            if !listed
                && let Ok(price) = self.step_at(p, &mover, at, to, exit.cost, left)
                && self.leads_on(p, &mover, to, price, left)
            {
                out.push(Action::Go { unit, path: Path::EMPTY.then(dir) });
            }
        }
        if self.may_stop(p, march).is_ok() {
            out.push(Action::Stop(unit));
            // 5.1-r1: another unit, or the end of the phase, ends the move as well.
            self.movable(p, self.mobile_phase(p), |u| out.push(Action::Pick(u)));
            out.push(Action::End);
        }
    }

    /// Is the movement at hand that of the Mobile Movement Phase?
    pub(crate) fn mobile_phase(&self, p: &Public) -> bool {
        p.stack.frames().contains(&Frame::Movement { mobile: true })
    }

    /// 5.1g, 5.3c: may the unit's move end here?
    pub(crate) fn may_stop(&self, p: &Public, march: &March) -> Result<(), Rule> {
        if march.fresh {
            return Err(R5_0B);
        }
        if p.hex(march.unit) == Some(march.at) { Ok(()) } else { Err(R5_3C) }
    }

    /// 5.0 to 6.1: may the unit at hand take this route as one action?
    ///
    /// 5.0b: one unit at a time, along contiguous hexes.
    ///
    /// A single step may lead into the hex of a friendly unit, if there is a way on (5.3b). Of all longer ways only the cheapest is one
    /// action, and it ends where the unit may stand; any other is walked in parts.
    pub(crate) fn may_go(&self, p: &Public, march: &March, path: Path) -> Result<(), (Rule, Hex)> {
        let mover = self.mover(p, march.unit);
        let mut dirs = path.dirs();
        if let (Some(dir), None) = (dirs.next(), dirs.next()) {
            return self.may_step(p, &mover, march.at, dir, march.left);
        }
        let trod = self.may_walk(p, march, path)?;
        self.may_end(p, march.unit, trod.at).map_err(|rule| (rule, trod.at))?;
        let range = self.range(p, &mover, march.at, march.left);
        let cheapest = !path.is_empty() && range.path(trod.at) == path;
        if cheapest { Ok(()) } else { Err((R5_0B, trod.at)) }
    }

    /// 5.0 to 6.1: may the unit take this single step as one action, and either end there or go on?
    fn may_step(&self, p: &Public, m: &Mover, at: Hex, dir: Dir, left: u8) -> Result<(), (Rule, Hex)> {
        let to = if at == Hex::NONE { Hex::NONE } else { self.book.ground.map.neighbour(at, dir) };
        let price = self.step(p, m, at, dir, to, left).map_err(|rule| (rule, to))?;
        if self.leads_on(p, m, to, price, left) { Ok(()) } else { Err((R5_3C, to)) }
    }

    /// 5.3b, 5.3c: may the unit end its move after the step, or at least go on from there?
    #[inline]
    fn leads_on(&self, p: &Public, m: &Mover, to: Hex, price: Price, left: u8) -> bool {
        self.may_end(p, m.unit, to).is_ok() || !price.stop && self.can_go(p, m, to, left - price.cost)
    }

    /// 5.0 to 6.1: may the unit at hand walk this route, in however many actions? Whether it may end there is another question.
    ///
    /// # Errors
    /// The rule that forbids it, and the hex where it does.
    pub(crate) fn may_walk(&self, p: &Public, march: &March, path: Path) -> Result<Trod, (Rule, Hex)> {
        let mover = self.mover(p, march.unit);
        let map = &self.book.ground.map;
        let mut here = Trod { at: march.at, left: march.left, stopped: false };
        let mut before = march.at;
        for dir in path.dirs() {
            let to = if here.at == Hex::NONE { Hex::NONE } else { map.neighbour(here.at, dir) };
            let step = self.step(p, &mover, here.at, dir, to, here.left);
            match step {
                // What nobody may enter is named before what only this unit may not.
                Err(rule @ (R5_1C | R5_1D | R5_1E)) => return Err((rule, to)),
                _ if here.stopped => return Err((self.halt(p, &mover, march, before), here.at)),
                Err(rule) => return Err((rule, to)),
                Ok(price) => {
                    before = here.at;
                    here = Trod { at: to, left: here.left - price.cost, stopped: price.stop };
                }
            }
        }
        Ok(here)
    }

    /// 5.3b: does the route end in the hex of a friendly unit, so that the unit must go on?
    pub(crate) fn passes(&self, p: &Public, march: &March, path: Path) -> bool {
        let end = self.book.ground.map.along(march.at, path).last();
        end.is_some_and(|hex| !p.open_to(march.unit, hex))
    }

    /// 6.1a, 6.1b, 6.1d, 16.1c: the rule by which a unit that must stop after a step from `before` does so.
    pub(crate) fn halt(&self, p: &Public, mover: &Mover, march: &March, before: Hex) -> Rule {
        if mover.snow {
            R16_1C
        } else if p.in_enemy_zone(mover.side, before) {
            R6_1B
        } else if march.from_zone {
            R6_1D
        } else {
            R6_1A
        }
    }

    /// 5.0: the unit takes the route; it may go on from there while it can.
    ///
    /// 14.0-r2: the unit counts against activation with its first step.
    pub(crate) fn go<S: Sink<Event>>(&self, pos: &mut Position, path: Path, s: &mut S) {
        let Frame::Moving(march) = pos.public.stack.top() else { return };
        let March { unit, at, entered, fresh, .. } = march;
        let Ok(trod) = self.may_walk(&pos.public, &march, path) else { return };
        if fresh && !entered {
            pos.public.have_moved = pos.public.have_moved.saturating_add(1);
        }
        pos.public.moved.insert(unit.index());
        s.push(Event::Moved { unit, from: at, path });
        if self.walk(pos, unit, at, path, s) {
            return;
        }
        let mover = self.mover(&pos.public, unit);
        if trod.stopped || !self.can_go(&pos.public, &mover, trod.at, trod.left) {
            pos.public.stack.pop();
        } else {
            let march = March { at: trod.at, left: trod.left, fresh: false, ..march };
            pos.public.stack.replace(Frame::Moving(march));
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
        let map = &self.book.ground.map;
        if self.sudden_death_possible(p) || map.along(from, path).any(|h| self.is_sudden_hex(h)) {
            for hex in map.along(from, path) {
                self.tread(p, unit, hex);
                if self.sudden_death(p) {
                    self.end(pos, crate::victory::Ending::Zaragoza, s);
                    return true;
                }
            }
        } else {
            let mut last = from;
            for hex in map.along(from, path) {
                p.take(side, hex);
                last = hex;
            }
            self.tread(p, unit, last);
        }
        false
    }

    /// The unit comes into a hex: it stands there, or passes through the unit of its side that does (5.3b). Then that unit's presence already
    /// does all that its own would.
    pub(crate) fn tread(&self, p: &mut Public, unit: Unit, hex: Hex) {
        p.lift(&self.book, unit);
        if p.vacant(hex) {
            p.put(&self.book, unit, hex);
        } else {
            p.place[unit.index()] = Place::Passing(hex);
        }
    }

    /// Starts the movement of a unit on the map.
    pub(crate) fn pick(&self, p: &mut Public, unit: Unit) {
        match p.place[unit.index()] {
            Place::Map(at) => {
                let mover = self.mover(p, unit);
                let from_zone = p.in_enemy_zone(mover.side, at);
                let left = mover.allowance;
                p.stack.push(Frame::Moving(March { unit, at, left, entered: false, fresh: true, from_zone }));
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
