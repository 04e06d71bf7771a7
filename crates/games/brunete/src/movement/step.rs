//! 9, 4.1, 6.1, 2: picking units, moving them, ending the step.

use super::reach::Start;
use crate::Brunete;
use crate::action::Action;
use crate::book::types::NO_STEP;
use crate::event::Event;
use crate::frame::{Frame, Going, Mode};
use crate::ids::{HEXES, Set, Unit, Units, each};
use crate::position::{Place, Public};
use crate::rules as r;
use crate::zones;
use arrayvec::ArrayVec;
use frente_board::{Hex, Path};
use frente_engine::{Refusal, Rule, Side, Sink};

/// The hexes by which a unit may come onto the map: one, or two that are equally near.
type Starts = ArrayVec<Start, 4>;

impl Brunete {
    /// Where the unit's move begins. 10.4.1-r8: a unit that retreated off the map returns by the hex it left, or the nearest
    /// of the same edge that holds no enemy.
    pub(crate) fn starts(&self, p: &Public, unit: Unit) -> Starts {
        let mut starts = Starts::new();
        match p.place.of(unit.index()) {
            Place::On(hex) => starts.push(Start::At(hex)),
            Place::Beside(hex) => starts.push(Start::Beside(hex)),
            Place::Exited(hex) => {
                let side = self.book.unit(unit).side;
                let edge =
                    self.book.edges.iter().filter(|e| e.has(hex.index())).fold(Set::EMPTY, |all, e| all | *e);
                let free = (edge & self.book.own_edge[side]) - p.derived.occupied[side.other()];
                let far = |h: usize| self.book.map.distance(Hex::at(h), hex);
                if let Some(least) = free.iter().map(far).min() {
                    starts.extend(
                        free.iter().filter(|h| far(*h) == least).take(4).map(|h| Start::Beside(Hex::at(h))),
                    );
                }
            }
            _ => {}
        }
        starts
    }

    /// Points with which the unit would set out now.
    pub(crate) fn points_now(&self, p: &Public, unit: Unit, mode: Mode, left: u8) -> u8 {
        let points = self.points_for(p, unit, mode);
        if mode == Mode::Infiltration {
            let own = points.saturating_sub(self.infiltrated(p, unit));
            own.min(self.infiltration_budget(p, unit, left))
        } else {
            points
        }
    }

    /// 9a, 9k, 10.4.1u: may this unit be taken up to move now? Any of them, but for the garrisons of Las Rozas and Majadahonda; who waits beside
    /// the map comes back.
    pub(crate) fn may_pick(
        &self,
        p: &Public,
        unit: Unit,
        side: Side,
        mode: Mode,
        left: u8,
    ) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        let place = p.place.of(unit.index());
        if info.side != side {
            return Err(r::R9A);
        }
        if p.moved.has(unit.index()) {
            // 9-r11: only an enemy zone keeps a unit of the infiltration from being taken up again.
            return Err(if mode == Mode::Infiltration { r::R4_1A } else { r::R9A });
        }
        if info.mp[0] == 0 {
            return Err(r::R1_2_2K);
        }
        if info.frozen && !p.freed {
            return Err(r::R9K);
        }
        let beside = matches!(place, Place::Beside(_));
        match mode {
            Mode::Normal if info.infiltrates && p.turn == self.book.tables.infiltration_turn => {
                return Err(r::R9M);
            }
            Mode::Normal if !matches!(place, Place::On(_) | Place::Beside(_) | Place::Exited(_)) => {
                return Err(Self::absent(p, place));
            }
            Mode::Early if !beside => return Err(r::R9R),
            Mode::Extra if !beside || !self.scenario.extra.has(unit.index()) => return Err(r::R2O),
            Mode::Adjustment if place.hex().is_none() => return Err(r::R2_R2),
            Mode::Infiltration if !info.infiltrates || place.hex().is_none() => return Err(r::R9M),
            _ => {}
        }
        if mode == Mode::Adjustment && left == 0 {
            return Err(r::R2L);
        }
        let points = self.points_now(p, unit, mode, left);
        if self.can_surely_go(p, unit, points) {
            return Ok(());
        }
        let m = self.mover(unit, points);
        let going = self.setting_out(p, unit, mode);
        let can = self.starts(p, unit).into_iter().any(|start| self.can_go(p, &m, start, going));
        if can { Ok(()) } else { Err(self.stuck(p, &m, going)) }
    }

    /// Are all units as fast as they would be without 11.1?
    fn nobody_slowed(&self, p: &Public) -> bool {
        !self.variants.slowness || p.turn != self.book.tables.slow_turn
    }

    /// The units of a side that can be taken up as far as it is not a matter of points and surroundings.
    fn movable(&self, p: &Public, side: Side, mode: Mode) -> Units {
        let mut units = self.book.of_side[side] & (p.at_hand() - p.moved - self.book.immobile);
        if !p.freed {
            units -= self.book.frozen;
        }
        if mode == Mode::Normal && p.turn == self.book.tables.infiltration_turn {
            units -= self.book.infiltrators;
        }
        units
    }

    /// May anybody be taken up? Most units can move most of the time; this stops at the first that can.
    pub(crate) fn any_pick(&self, p: &Public, side: Side, mode: Mode, left: u8) -> bool {
        let units = self.movable(p, side, mode);
        let plain = mode == Mode::Normal && self.nobody_slowed(p);
        let brisk = if plain { units & (self.book.brisk - p.unsupplied) } else { Units::EMPTY };
        each(brisk).any(|u| self.can_surely_go(p, u, self.movement_points(p, u)))
            || each(units).any(|u| self.may_pick(p, u, side, mode, left).is_ok())
    }

    pub(crate) fn list_movement(&self, p: &Public, side: Side, mode: Mode, left: u8, out: &mut Vec<Action>) {
        let plain = mode == Mode::Normal && self.nobody_slowed(p);
        // With points for any step.
        let brisk = if plain { self.book.brisk - p.unsupplied } else { Units::EMPTY };
        let free = self.book.playable - p.derived.occupied[side.other()];
        let open = [free - *p.full_for(false), free - *p.full_for(true)];
        // Nearly everybody has an open hex before or after his own in the order of numbers: sets say so of all at once.
        let [before, after] = &self.book.beside;
        let calm = open.map(|open| (open.shifted_up(1) & *before) | (open.shifted_down(1) & *after));
        let units = self.movable(p, side, mode);
        // Who waits beside the same hex with the same points and pays the same for steps goes where the others go.
        let mut known: ArrayVec<((Hex, u8, usize), bool), 16> = ArrayVec::new();
        for word in 0..units.0.len() {
            let (mut rest, brisk, tanks) = (units.0[word], brisk.0[word], self.book.tanks.0[word]);
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let u = 64 * word + bit;
                let tank = (tanks >> bit & 1) as usize;
                let unit = Unit::at(u);
                let asked = || self.may_pick(p, unit, side, mode, left).is_ok();
                let can = match p.place.of(u) {
                    Place::On(hex) if brisk >> bit & 1 != 0 => {
                        calm[tank].has(hex.index()) || self.steps_onto(u, hex, &open[tank]) || asked()
                    }
                    Place::On(_) if plain => {
                        self.can_surely_go(p, unit, self.movement_points(p, unit)) || asked()
                    }
                    Place::Beside(hex) if plain => {
                        let like = (hex, self.points_for(p, unit, mode), self.book.unit(unit).kind.class());
                        let same = known.iter().find(|(other, _)| *other == like);
                        same.map(|(_, can)| *can).unwrap_or_else(|| {
                            let can = asked();
                            // What there is no room for is asked again.
                            let _ = known.try_push((like, can));
                            can
                        })
                    }
                    _ => asked(),
                };
                if can {
                    out.push(Action::Pick(unit));
                }
            }
        }
        if self.may_end_movement(p, side, mode, left).is_ok() {
            out.push(Action::End);
        }
    }

    /// Does a step lead the unit from the hex to an open one?
    fn steps_onto(&self, unit: usize, hex: Hex, open: &Set) -> bool {
        let costs = &self.book.steps[self.book.units[unit].kind.class()][hex.index()];
        let neighbours = self.book.map.neighbours(hex);
        (0..6).any(|dir| costs[dir] != NO_STEP && open.has(neighbours[dir].index()))
    }

    /// 9p: the infiltration may not end while a unit that could leave is too many in its hex.
    pub(crate) fn may_end_movement(&self, p: &Public, side: Side, mode: Mode, left: u8) -> Result<(), Rule> {
        if mode == Mode::Infiltration && self.overstacked(p) {
            let can = |u: usize| {
                p.place.of(u) == Place::On(self.book.tables.infiltration_hex)
                    && self.may_pick(p, Unit::at(u), side, mode, left).is_ok()
            };
            if self.book.of_side[side].iter().any(can) {
                return Err(r::R9P);
            }
        }
        Ok(())
    }

    /// A search needs much of the program's stack, which other lists need not pay for.
    #[inline(never)]
    pub(crate) fn list_moving(
        &self,
        p: &Public,
        unit: Unit,
        points: u8,
        going: Going,
        out: &mut Vec<Action>,
    ) {
        let m = self.mover(unit, points);
        for start in self.starts(p, unit) {
            let mut paths: ArrayVec<Path, { HEXES + 6 }> = ArrayVec::new_const();
            self.goals(p, &m, start, going, |g| paths.push(g.path));
            out.extend(paths.iter().map(|path| Action::Go(unit, start.hex(), *path)));
        }
        if going.begun() {
            out.push(Action::Stop);
        }
    }

    /// Is this exactly one of the listed routes? If not, the first rule that stands against it.
    pub(crate) fn check_go(
        &self,
        p: &Public,
        (unit, points, going): (Unit, u8, Going),
        from: Hex,
        path: Path,
    ) -> Result<(), Refusal> {
        let m = self.mover(unit, points);
        let mut listed = false;
        let mut begins = None;
        for start in self.starts(p, unit) {
            if start.hex() == from {
                begins = Some(start);
                self.goals(p, &m, start, going, |g| listed |= g.path == path);
            }
        }
        if listed {
            return Ok(());
        }
        let about = |rule: Rule, hex: Hex| Refusal::new(rule).unit(u16::from(unit.0)).place(hex.0);
        let Some(start) = begins else {
            return Err(match p.place.of(unit.index()) {
                Place::Exited(_) => about(r::R10_4_1U, from),
                Place::Beside(_) => about(r::R6_1B, from),
                _ => about(r::R9B, from).saying("refused-start"),
            });
        };
        self.walk(p, &m, start, going, path)?;
        Err(about(r::R9B, from).saying("refused-route"))
    }

    /// Points left after a listed route, and whether the move ends there.
    pub(crate) fn left_after(
        &self,
        p: &Public,
        (unit, points, going): (Unit, u8, Going),
        from: Hex,
        path: Path,
    ) -> (u8, bool) {
        let m = self.mover(unit, points);
        let start = if p.at(unit).is_some() { Start::At(from) } else { Start::Beside(from) };
        let end = self.book.map.along(from, path).last().unwrap_or(from);
        match self.walk(p, &m, start, going, path) {
            Ok(going) => {
                (self.allowance(&m, going).saturating_sub(going.spent), zones::enemy_zone(p, m.side, end))
            }
            Err(_) => (0, true),
        }
    }

    pub(crate) fn apply_pick(&self, p: &mut Public, unit: Unit) {
        if let Frame::Movement(_, mode, left) = p.top() {
            let points = self.points_now(p, unit, mode, left);
            let going = self.setting_out(p, unit, mode);
            p.stack.push(Frame::Moving { unit, points, going });
        }
    }

    pub(crate) fn apply_go<S: Sink<Event>>(&self, p: &mut Public, from: Hex, path: Path, sink: &mut S) {
        let Frame::Moving { unit, points, mut going } = p.top() else { return };
        let m = self.mover(unit, points);
        let entered = p.at(unit).is_none();
        if entered && let Ok(cost) = self.entry_step(p, &m, from) {
            going = self.after(p, &m, going, from, cost);
            p.take(m.side, from);
        }
        let mut at = from;
        for dir in path.dirs() {
            let to = self.book.map.neighbour(at, dir);
            if let Ok(cost) = self.step(p, &m, at, dir, to) {
                going = self.after(p, &m, going, to, cost);
            }
            // 1.1j: whoever passes a hex was the last to occupy it.
            p.take(m.side, to);
            at = to;
        }
        p.put(&self.book, unit, Place::On(at));
        sink.push(Event::Moved { unit, from, path, entered, rule: if entered { r::R6_1C } else { r::R9B } });
        let left = m.points.saturating_sub(going.spent);
        let on = !zones::enemy_zone(p, m.side, at)
            && (self.can_surely_go(p, unit, left) || self.can_go(p, &m, Start::At(at), going));
        if !on {
            self.finish_move(p, unit, going, sink);
        } else {
            p.stack.replace(Frame::Moving { unit, points, going });
        }
    }

    /// The unit's move is over.
    pub(crate) fn finish_move<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, going: Going, sink: &mut S) {
        p.stack.pop();
        p.moved.insert(unit.index());
        self.alarm(p, unit, sink);
        if let Frame::Movement(side, mode, left) = p.top() {
            let left = match mode {
                Mode::Adjustment => left - 1,
                Mode::Infiltration => {
                    self.infiltrated_on(p, unit, going.spent);
                    left.saturating_sub(going.spent)
                }
                _ => left,
            };
            p.stack.replace(Frame::Movement(side, mode, left));
        }
    }

    /// 9l, 9-r4: a Republican unit that ends a move, an advance or a retreat near Las Rozas or Majadahonda frees their units.
    pub(crate) fn alarm<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, sink: &mut S) {
        if !p.freed
            && self.book.unit(unit).side == Side::Republican
            && p.at(unit).is_some_and(|hex| self.book.alarm.has(hex.index()))
        {
            p.freed = true;
            sink.push(Event::Freed { by: unit, rule: r::R9L });
        }
    }
}
