//! 9, 4.1, 6.1, 2: picking units, moving them, ending the step.

use super::cost::Mover;
use super::reach::Start;
use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, Going, Mode};
use crate::ids::{Set, Unit};
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
        match p.place[unit.index()] {
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

    /// May this unit be taken up to move now?
    pub(crate) fn may_pick(
        &self,
        p: &Public,
        unit: Unit,
        side: Side,
        mode: Mode,
        left: u8,
    ) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        let place = p.place[unit.index()];
        if info.side != side || p.moved.has(unit.index()) {
            return Err(r::R9A);
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
                return Err(r::R6_1B);
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
        let m = self.mover(p, unit, points);
        let going = self.setting_out(p, unit, mode);
        let can = self.starts(p, unit).into_iter().any(|start| self.can_go(p, &m, start, going));
        if can { Ok(()) } else { Err(r::R9_R3) }
    }

    pub(crate) fn list_movement(&self, p: &Public, side: Side, mode: Mode, left: u8, out: &mut Vec<Action>) {
        for u in self.book.of_side[side] - p.moved {
            if matches!(p.place[u], Place::On(_) | Place::Beside(_) | Place::Exited(_))
                && self.may_pick(p, Unit::at(u), side, mode, left).is_ok()
            {
                out.push(Action::Pick(Unit::at(u)));
            }
        }
        if self.may_end_movement(p, side, mode, left).is_ok() {
            out.push(Action::End);
        }
    }

    /// 9p: the infiltration may not end while a unit that could leave is too many in its hex.
    pub(crate) fn may_end_movement(&self, p: &Public, side: Side, mode: Mode, left: u8) -> Result<(), Rule> {
        if mode == Mode::Infiltration && self.overstacked(p) {
            let can = |u: usize| {
                p.place[u] == Place::On(self.book.tables.infiltration_hex)
                    && self.may_pick(p, Unit::at(u), side, mode, left).is_ok()
            };
            if self.book.of_side[side].iter().any(can) {
                return Err(r::R9P);
            }
        }
        Ok(())
    }

    pub(crate) fn list_moving(
        &self,
        p: &Public,
        unit: Unit,
        points: u8,
        going: Going,
        out: &mut Vec<Action>,
    ) {
        let m = self.mover(p, unit, points);
        for start in self.starts(p, unit) {
            self.goals(p, &m, start, going, |g| out.push(Action::Go(unit, start.hex(), g.path)));
        }
        if going.begun {
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
        let m = self.mover(p, unit, points);
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
        let Some(start) = begins else { return Err(about(r::R9B, from).saying("refused-start")) };
        self.walk(p, &m, start, going, path).map_err(|(rule, hex)| about(rule, hex))?;
        Err(about(r::R9B, from).saying("refused-route"))
    }

    /// Walks a route by the rules; the first thing against it, and where.
    fn walk(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        mut going: Going,
        path: Path,
    ) -> Result<Going, (Rule, Hex)> {
        let mut at = match start {
            Start::At(hex) => hex,
            Start::Beside(hex) => {
                let cost = self.entry_step(p, m, hex).map_err(|rule| (rule, hex))?;
                going = self.after(m, going, hex, cost);
                hex
            }
        };
        let afford = |going: Going, hex: Hex| {
            if going.spent <= self.allowance(m, going) { Ok(()) } else { Err((r::R9B, hex)) }
        };
        let entered = matches!(start, Start::Beside(_));
        if entered {
            afford(going, at)?;
        }
        for (i, dir) in path.dirs().enumerate() {
            if (i > 0 || entered) && zones::enemy_zone(p, m.side, at) {
                return Err((r::R4_1A, at));
            }
            let to = self.book.map.neighbour(at, dir);
            let cost = self.step(p, m, at, dir, to).map_err(|rule| (rule, to))?;
            going = self.after(m, going, to, cost);
            // A bonus lost on the way is lost for the whole move, so only the end decides for moves that keep it.
            at = to;
            afford(going, at)?;
        }
        if !p.room(&self.book, m.unit, at) {
            let rule = if m.tank { r::R1_1G } else { r::R1_1E };
            return Err((rule, at));
        }
        Ok(going)
    }

    /// Points left after a listed route, and whether the move ends there.
    pub(crate) fn left_after(
        &self,
        p: &Public,
        (unit, points, going): (Unit, u8, Going),
        from: Hex,
        path: Path,
    ) -> (u8, bool) {
        let m = self.mover(p, unit, points);
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
        let m = self.mover(p, unit, points);
        let entered = p.at(unit).is_none();
        if entered && let Ok(cost) = self.entry_step(p, &m, from) {
            going = self.after(&m, going, from, cost);
            p.take(m.side, from);
        }
        let mut at = from;
        for dir in path.dirs() {
            let to = self.book.map.neighbour(at, dir);
            if let Ok(cost) = self.step(p, &m, at, dir, to) {
                going = self.after(&m, going, to, cost);
            }
            // 1.1j: whoever passes a hex was the last to occupy it.
            p.take(m.side, to);
            at = to;
        }
        p.put(&self.book, unit, Place::On(at));
        sink.push(Event::Moved { unit, from, path, entered, rule: if entered { r::R6_1C } else { r::R9B } });
        if zones::enemy_zone(p, m.side, at) || !self.can_go(p, &m, Start::At(at), going) {
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
