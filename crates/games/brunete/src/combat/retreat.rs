//! 10.4.1 Stubborn defence and retreats.

use crate::Brunete;
use crate::action::Action;
use crate::book::Kind;
use crate::event::{Die, Event};
use crate::frame::Frame;
use crate::ids::{Set, Unit, Units, each};
use crate::position::{Fight, Place, Public, Role};
use crate::rules as r;
use crate::zones;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, Path};
use frente_engine::{Rule, Sink};

/// What one unit may do to get away.
pub(crate) type Flights = ArrayVec<Action, 48>;

/// 10.4.1-r1, 10.4.1-r14: how good a hex or route is: enemy zones entered, then distance to a source, if there is one. Less is better.
type Rank = (u8, u8);

impl Brunete {
    pub(crate) fn apply_stubborn<S: Sink<Event>>(&self, p: &mut Public, stand: bool, sink: &mut S) {
        p.stack.pop();
        if stand {
            p.stack.push(Frame::StubbornDie);
        } else {
            self.begin_retreat(p, sink);
        }
    }

    /// 10.4.1c, 10.4.1d, 10.4.1-r3, 10.4.1-r11: one die for the hex; units that retreated there before lose nothing.
    pub(crate) fn apply_stubborn_die<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let t = &self.book.tables;
        sink.push(Event::Rolled {
            what: Die::Stubborn,
            side: p.fight.side(Role::Defender),
            die,
            rule: r::R10_4_1C,
        });
        let held = t.stubborn_holds >> die & 1 != 0;
        sink.push(Event::Stubborn { held, rule: r::R10_4_1C });
        p.stack.pop();
        if !held {
            self.begin_retreat(p, sink);
            return;
        }
        let target = p.fight.target;
        if t.stubborn_costly >> die & 1 != 0 {
            for unit in each(p.fight.defenders) {
                if p.at(unit) == Some(target) && !self.book.unit(unit).elite {
                    self.lose_step(p, unit, r::R10_4_1D, sink);
                }
            }
        }
        if each(p.fight.defenders).any(|u| p.at(u) == Some(target)) {
            // 10.4.2-r3: the hex is not vacated.
            p.fight = Fight::NONE;
        } else {
            self.all_lost(p, sink);
        }
    }

    /// 10.4.1a, 1.2.2l, 10.4.1n: garrisons are lost, units that retreated before lose a step first, all others must go.
    pub(crate) fn begin_retreat<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let target = p.fight.target;
        for unit in each(p.fight.defenders) {
            if p.at(unit) == Some(target) && self.book.unit(unit).kind == Kind::Garrison {
                self.eliminate(p, unit, r::R1_2_2L, sink);
            }
        }
        // 10.4.1o, 10.4.1-r15: with nobody left of those who defended, who had retreated there is lost as well.
        if !each(p.fight.defenders).any(|u| p.at(u) == Some(target)) {
            self.all_lost(p, sink);
            return;
        }
        for unit in each(p.fight.defenders | p.fight.passive) {
            if p.at(unit) != Some(target) {
                continue;
            }
            if p.fight.passive.has(unit.index()) && self.lose_step(p, unit, r::R10_4_1N, sink) {
                continue;
            }
            p.fight.fleeing.insert(unit.index());
        }
        p.stack.push(Frame::Retreat);
    }

    /// Everybody is gone: how far may the attacker follow (10.4.2-r1)?
    pub(crate) fn retreat_over(&self, p: &mut Public) {
        p.stack.pop();
        let alive = |u: &Unit| matches!(p.place.of(u.index()), Place::On(_) | Place::Exited(_));
        let survivors = each(p.fight.defenders | p.fight.passive).any(|u| alive(&u));
        let hexes = if survivors { p.fight.retreat } else { self.book.tables.advance_all_lost };
        self.begin_advance(p, hexes);
    }

    /// 10.4.1-r1, 10.4.1-r4: may the unit set foot there in retreat?
    fn may_flee(&self, p: &Public, unit: Unit, from: Hex, dir: Dir) -> Result<Hex, Rule> {
        let info = self.book.unit(unit);
        let to = self.book.map.neighbour(from, dir);
        if !to.is_some() || !self.book.playable.has(to.index()) {
            return Err(r::R9J);
        }
        if !p.empty_of(info.side.other(), to) {
            return Err(r::R1_1_R2);
        }
        if info.kind.is_tank() && self.book.unbridged(from, dir) { Err(r::R10_4_1_R4) } else { Ok(to) }
    }

    fn rank(&self, p: &Public, unit: Unit, hexes: &[Hex], sources: &Set) -> Rank {
        let side = self.book.unit(unit).side;
        let zones = hexes.iter().filter(|h| zones::open_zone(p, side, **h)).count();
        let end = hexes[hexes.len() - 1];
        let far = sources.iter().map(|s| self.book.map.distance(end, Hex::at(s))).min().unwrap_or(0);
        (zones as u8, far)
    }

    /// 10.4.1e, 10.4.1i, 10.4.1j, 10.4.1k, 10.4.1-r1, 4.1e: all that a unit may do, the best routes only. A hex without room leads on, or to the
    /// end of the unit.
    pub(crate) fn flights(&self, p: &Public, unit: Unit, sources: &Set) -> Flights {
        let (target, length) = (p.fight.target, p.fight.retreat);
        let mut best: Rank = (u8::MAX, u8::MAX);
        let mut routes: ArrayVec<(Path, Hex), 40> = ArrayVec::new();
        let mut consider = |path: Path, hexes: &[Hex]| {
            let rank = self.rank(p, unit, hexes, sources);
            if rank < best {
                best = rank;
                routes.clear();
            }
            if rank == best {
                routes.push((path, hexes[hexes.len() - 1]));
            }
        };
        for dir in Dir::ALL {
            let Ok(first) = self.may_flee(p, unit, target, dir) else { continue };
            let path = Path::EMPTY.then(dir);
            if length == 1 {
                consider(path, &[first]);
                continue;
            }
            for on in Dir::ALL {
                if let Ok(second) = self.may_flee(p, unit, first, on)
                    && self.book.map.distance(target, second) == length
                {
                    consider(path.then(on), &[first, second]);
                }
            }
        }
        let mut out = Flights::new();
        for (path, end) in routes {
            if p.room(&self.book, unit, end) {
                out.push(Action::Retreat(unit, path));
            } else {
                self.go_on(p, unit, path, end, sources, &mut out);
            }
        }
        if out.is_empty() {
            self.ways_off(p, unit, &mut out);
        }
        out
    }

    /// 10.4.1k, 10.4.1l, 10.4.1-r9, 10.4.1-r12: one hex further from a full one, or the end of the unit.
    fn go_on(&self, p: &Public, unit: Unit, path: Path, end: Hex, sources: &Set, out: &mut Flights) {
        let (target, length) = (p.fight.target, p.fight.retreat);
        let mut best: Rank = (u8::MAX, u8::MAX);
        let mut further: ArrayVec<Dir, 6> = ArrayVec::new();
        for dir in Dir::ALL {
            let Ok(to) = self.may_flee(p, unit, end, dir) else { continue };
            if self.book.map.distance(target, to) < length || !p.room(&self.book, unit, to) {
                continue;
            }
            let rank = self.rank(p, unit, &[to], sources);
            if rank < best {
                best = rank;
                further.clear();
            }
            if rank == best {
                further.push(dir);
            }
        }
        if further.is_empty() {
            out.push(Action::Retreat(unit, path));
        }
        out.extend(further.into_iter().map(|d| Action::Retreat(unit, path.then(d))));
    }

    /// 10.4.1q, 10.4.1r, 10.4.1s, 10.4.1t, 10.4.1-r7, 10.4.1-r13: no way on the map: off it by an own edge, or lost.
    fn ways_off(&self, p: &Public, unit: Unit, out: &mut Flights) {
        let (target, length) = (p.fight.target, p.fight.retreat);
        let side = self.book.unit(unit).side;
        let own = &self.book.own_edge[side];
        if own.has(target.index()) {
            out.push(Action::Exit(unit, Path::EMPTY));
        } else if length > 1 {
            let mut fewest = 1;
            for want in [0, 1] {
                for dir in Dir::ALL {
                    let Ok(to) = self.may_flee(p, unit, target, dir) else { continue };
                    let zone = u8::from(zones::open_zone(p, side, to));
                    if own.has(to.index()) && zone == want && want <= fewest {
                        fewest = want;
                        out.push(Action::Exit(unit, Path::EMPTY.then(dir)));
                    }
                }
            }
        }
        if out.is_empty() {
            out.push(Action::Perish(unit));
        }
    }

    pub(crate) fn list_retreats(&self, p: &Public, out: &mut Vec<Action>) {
        for unit in each(p.fight.fleeing) {
            let sources = self.sources(p, self.book.unit(unit).side);
            out.extend(self.flights(p, unit, &sources));
        }
    }

    /// Is this one of the ways offered? If not, the rule that stands against it.
    pub(crate) fn may_retreat(&self, p: &Public, action: Action) -> Result<(), Rule> {
        let (Action::Retreat(unit, _) | Action::Exit(unit, _) | Action::Perish(unit)) = action else {
            return Err(r::R10_4_1A);
        };
        if !p.fight.fleeing.has(unit.index()) {
            return Err(r::R10_4_1A);
        }
        let sources = self.sources(p, self.book.unit(unit).side);
        let offered = self.flights(p, unit, &sources);
        if offered.contains(&action) {
            return Ok(());
        }
        let rule = match action {
            Action::Retreat(_, path) => self.against_retreat(p, unit, path, &sources, offered.first()),
            Action::Exit(_, path) => self.against_exit(p, unit, path, offered.first()),
            _ => r::R10_4_1_R7,
        };
        Err(rule)
    }

    /// Where a route leads that may be walked in retreat.
    fn flee_along(&self, p: &Public, unit: Unit, path: Path) -> Result<ArrayVec<Hex, 19>, Rule> {
        let mut hexes = ArrayVec::new();
        let mut at = p.fight.target;
        for dir in path.dirs() {
            at = self.may_flee(p, unit, at, dir)?;
            hexes.push(at);
        }
        Ok(hexes)
    }

    /// Why a unit may not retreat by a route: what bars a hex of it, then its length, then a better route, then stacking.
    fn against_retreat(
        &self,
        p: &Public,
        unit: Unit,
        path: Path,
        sources: &Set,
        model: Option<&Action>,
    ) -> Rule {
        let hexes = match self.flee_along(p, unit, path) {
            Ok(hexes) => hexes,
            Err(rule) => return rule,
        };
        let (target, length) = (p.fight.target, usize::from(p.fight.retreat));
        let near = |hex: Hex| self.book.map.distance(target, hex) < p.fight.retreat;
        if hexes.len() < length || near(hexes[length - 1]) {
            return r::R10_4_1J;
        }
        let Some(Action::Retreat(_, model)) = model else { return r::R10_4_1_R7 };
        let best: ArrayVec<Hex, 19> = self.book.map.along(target, *model).take(length).collect();
        let (mine, best) =
            (self.rank(p, unit, &hexes[..length], sources), self.rank(p, unit, &best, sources));
        if mine > best {
            return if mine.0 > best.0 { r::R10_4_1E } else { r::R10_4_1I };
        }
        let full = !p.room(&self.book, unit, hexes[length - 1]);
        match hexes[length..] {
            [] => r::R10_4_1K,
            [_, ..] if !full => r::R10_4_1_R1,
            [more] if near(more) => r::R10_4_1J,
            [more] if !p.room(&self.book, unit, more) => r::R10_4_1L,
            _ => r::R10_4_1_R12,
        }
    }

    /// Why a unit may not leave the map by a route: it has a way on the map, or cannot get to an edge of its own.
    fn against_exit(&self, p: &Public, unit: Unit, path: Path, offered: Option<&Action>) -> Rule {
        if matches!(offered, Some(Action::Retreat(..))) {
            return r::R10_4_1_R7;
        }
        match self.flee_along(p, unit, path) {
            Err(rule) => rule,
            Ok(hexes) => {
                let end = hexes.last().copied().unwrap_or(p.fight.target);
                let own = self.book.own_edge[self.book.unit(unit).side].has(end.index());
                if own { r::R10_4_1_R7 } else { r::R10_4_1S }
            }
        }
    }

    /// 10.4.1f, 10.4.1g, 10.4.1h, 10.4.1-r2, 10.4.1-r5: a step for every open enemy zone; elite units pass the first hex free. Returns whether the unit is gone.
    fn through_zones<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, path: Path, sink: &mut S) -> bool {
        let info = self.book.unit(unit);
        let (side, elite) = (info.side, info.elite);
        let mut at = p.fight.target;
        for (i, dir) in path.dirs().enumerate() {
            at = self.book.map.neighbour(at, dir);
            if zones::open_zone(p, side, at) && !(elite && i == 0) {
                let rule = if elite { r::R10_4_1H } else { r::R10_4_1G };
                if self.lose_step(p, unit, rule, sink) {
                    return true;
                }
            }
            p.take(side, at);
        }
        false
    }

    pub(crate) fn apply_retreat<S: Sink<Event>>(&self, p: &mut Public, action: Action, sink: &mut S) {
        let from = p.fight.target;
        match action {
            Action::Retreat(unit, path) => {
                p.fight.fleeing.remove(unit.index());
                sink.push(Event::Retreated { unit, from, path, rule: r::R10_4_1A });
                let end = self.book.map.along(from, path).last().unwrap_or(from);
                if !self.through_zones(p, unit, path, sink) {
                    if p.room(&self.book, unit, end) {
                        // 10.4.1: no zone until the enemy combat step ends.
                        p.retreated.insert(unit.index());
                        p.put(&self.book, unit, Place::On(end));
                        self.alarm(p, unit, sink);
                    } else {
                        self.eliminate(p, unit, r::R10_4_1L, sink);
                    }
                }
            }
            Action::Exit(unit, path) => {
                p.fight.fleeing.remove(unit.index());
                let hex = self.book.map.along(from, path).last().unwrap_or(from);
                if !self.through_zones(p, unit, path, sink) {
                    sink.push(Event::Exited { unit, from, path, rule: r::R10_4_1T });
                    let reduced = p.reduced.has(unit.index());
                    self.clear_marks(p, unit);
                    p.reduced.set(unit.index(), reduced);
                    p.put(&self.book, unit, Place::Exited(hex));
                }
            }
            Action::Perish(unit) => {
                p.fight.fleeing.remove(unit.index());
                let on_edge = self.book.edges.iter().any(|e| e.has(from.index()));
                self.eliminate(p, unit, if on_edge { r::R10_4_1S } else { r::R10_4_1Q }, sink);
            }
            _ => {}
        }
    }

    /// 4c, 4-r2: the enemy combat step is over; who retreated exerts a zone again.
    pub(crate) fn rally(&self, p: &mut Public) {
        let units = std::mem::replace(&mut p.retreated, Units::EMPTY);
        for unit in each(units) {
            if let Some(hex) = p.at(unit) {
                p.refresh(&self.book, self.book.unit(unit).side, hex);
            }
        }
    }
}
