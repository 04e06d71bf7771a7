//! 10 and 11, and the points of 12.1: automatic victory, the Madrid Defence Council, the weather, victory points.

use crate::Side;
use crate::book::Book;
use crate::book::scenario::CouncilKind;
use crate::event::Event;
use crate::frame::End;
use crate::ids::Places;
use crate::position::Public;
use crate::rules;
use frente_engine::Sink;

/// 12.1k, 12.1l, 12.1m, 12.1n, 12.1o, 12.1p: how victory points come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    pub urban: i8,
    pub routes: i8,
    pub madrid: i8,
    pub morale: i8,
    pub eliminated: i8,
}

impl Score {
    /// The sum.
    pub fn total(&self) -> i8 {
        self.urban + self.routes + self.madrid + self.morale + self.eliminated
    }
}

impl Book {
    /// 10a, 10b, 10-r2: is there an automatic victory now?
    pub fn automatic_victory(&self, p: &Public) -> Option<End> {
        if self.supplied_net(p, Side::Nationalist).has(self.map.madrid.index()) {
            return Some(End::Madrid);
        }
        if self.routes_cut(p).count_ones() as usize == self.map.routes.len() {
            return Some(End::Routes);
        }
        None
    }

    /// 12.1k, 12.1l, 12.1m, 12.1n, 12.1o, 12.1p, 12.1-r3: the victory points of the Nationalist.
    pub fn score(&self, p: &Public) -> Option<Score> {
        let points = self.scenario.points.as_ref()?;
        let table = &points.table;
        let blue = Side::Nationalist;
        let madrid = self.map.madrid;
        let supplied = self.in_supply(p, blue).has(madrid.index());
        let in_city = if supplied { p.units(blue, madrid).len() } else { 0 };
        Some(Score {
            urban: (p.nationalist & self.map.urban).len() as i8 * table.urban,
            routes: self.routes_cut(p).count_ones() as i8 * table.route,
            madrid: if in_city >= table.madrid_units { table.madrid } else { 0 },
            morale: points.morale[usize::from(p.morale)],
            eliminated: if p.eliminated[blue].len() >= table.eliminated_units { table.eliminated } else { 0 },
        })
    }

    /// Phase 4c: 10, 12.1a, 12.1q, 12.1r, 12.2b, 12.2x, 12.3a, 12.3w: has the game ended?
    pub fn check_victory(&self, p: &Public) -> Option<End> {
        if let Some(end) = self.automatic_victory(p) {
            return Some(end);
        }
        if p.turn < self.scenario.last_turn {
            return None;
        }
        Some(match (self.score(p), &self.scenario.points) {
            (Some(score), Some(points)) if score.total() >= points.table.win => End::Points,
            (Some(_), _) => End::NoPoints,
            (None, _) => End::Held,
        })
    }

    /// 11.1a, 11.1j, 11.1-r3: is the Council rolled for this turn?
    pub fn council_due(&self, p: &Public) -> bool {
        self.scenario.council == CouncilKind::Roll && !p.council && p.turn >= self.tables.council.from_turn
    }

    /// 11.1b, 11.1c, 11.1d, 11.1e, 11.1-r2: what is added to the Council's die.
    pub fn council_modifier(&self, p: &Public) -> i8 {
        let table = &self.tables.council;
        let around: Places = self.map.urban.iter().fold(Places::EMPTY, |all, i| all | self.map.near[i]);
        let near_city = (around & self.map.land) - self.map.urban;
        let threatened =
            self.map.urban.iter().filter(|&i| {
                p.nationalist.has(i) || Side::BOTH.into_iter().all(|side| p.stack[side][i].any())
            });
        i8::from(near_city.meets(&p.nationalist)) * table.near_city
            + self.routes_cut(p).count_ones() as i8 * table.route_cut
            + threatened.count() as i8 * table.urban
            + i8::from(p.pausing()) * table.pause
    }

    /// 3.4.1c, 11.1f, 11.1g, 11.1h, 11.1-r1: the Council's die.
    pub fn roll_council<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        let table = &self.tables.council;
        let total = die as i8 + self.council_modifier(p);
        let comes = total >= table.success;
        s.push(Event::Council { die, total, comes });
        if comes {
            p.council = true;
            self.raise_morale(p, table.morale, rules::R3_4_1C, s);
            self.earn(p, Side::Republican, table.support, rules::R11_1H, s);
        }
    }

    /// 11.2b, 11.2c, 11.2d, 11.2-r2: the weather's die.
    pub fn roll_weather<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        let table = &self.tables.weather;
        let total = die + if p.bad_weather { table.after_bad } else { 0 };
        p.bad_weather = total >= table.bad_from;
        s.push(Event::Weather { die, total, bad: p.bad_weather });
    }

    /// 5-r1: support points are kept without a limit (but the marker's own number).
    pub fn earn<S: Sink<Event>>(&self, p: &mut Public, side: Side, points: u8, rule: rules::Rule, s: &mut S) {
        if points > 0 {
            p.support[side] = p.support[side].saturating_add(points);
            s.push(Event::Income { side, points, rule });
        }
    }
}
