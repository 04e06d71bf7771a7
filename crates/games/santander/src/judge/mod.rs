//! How good a position is, for computer players: victory points first, then steps, then who is near what still counts.
//!
//! Values are hundredths of a victory point, from the Nationalist's side; the Republican's judgement is the same with the sign
//! turned. None of these numbers is a rule: they are weights, found by playing.

mod threat;

use crate::Side;
use crate::action::Action;
use crate::book::{Book, Result as Outcome};
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::pieces::Kind;
use crate::position::Position;
use frente_board::Hex;
use frente_engine::Judged;

/// A victory point.
const POINT: i32 = 100;
/// A brigade on the way to the ten that are worth a point.
const BRIGADE: i32 = 6;
/// A factor of attack or defence on the map.
const FACTOR: i32 = 1;
/// A unit out of supply.
const CUT: i32 = 6;
/// Half movement points beyond which an objective does not draw a unit.
const FAR: i32 = 70;
/// Half movement points that a unit goes further for each point of an objective.
const DRAW: i32 = 4;
/// A Republican unit in an objective, for each of its points.
const GARRISON: i32 = 12;

/// For each objective: half movement points to it from every hex, for a unit on foot in fair weather.
#[derive(Debug)]
pub struct Ways {
    goals: Vec<(Hex, i32)>,
    cost: Vec<Vec<u8>>,
}

impl Ways {
    /// Works the ways out.
    pub(crate) fn new(book: &Book) -> Self {
        let goals: Vec<(Hex, i32)> =
            book.objectives.iter().map(Hex::at).map(|h| (h, i32::from(book.map.points(h)))).collect();
        let cost = goals.iter().map(|(goal, _)| Self::from(book, *goal)).collect();
        Ways { goals, cost }
    }

    /// Cheapest ways into a goal, by relaxing until nothing changes.
    fn from(book: &Book, goal: Hex) -> Vec<u8> {
        let mut cost = vec![u8::MAX; book.map.len()];
        cost[goal.index()] = 0;
        loop {
            let mut changed = false;
            for hex in book.land.iter().map(Hex::at) {
                for (dir, to) in book.map.around(hex).filter(|(d, to)| book.crossable(hex, *d, *to)) {
                    let river = if book.rivers.has(hex, dir) { book.tables.river } else { 0 };
                    let step = if book.roads.has(hex, dir) {
                        book.tables.road_foot
                    } else {
                        book.terrain(to).cost + river
                    };
                    let way = cost[to.index()].saturating_add(step);
                    if way < cost[hex.index()] {
                        cost[hex.index()] = way;
                        changed = true;
                    }
                }
            }
            if !changed {
                return cost;
            }
        }
    }
}

impl Judged for Santander {
    fn judge(&self, p: &Position, side: Side) -> i32 {
        let score = self.score(p);
        if side == Side::Nationalist { score } else { -score }
    }

    fn outlook(&self, p: &Position, side: Side) -> i32 {
        let score = self.score(p) + self.threats(p);
        if side == Side::Nationalist { score } else { -score }
    }

    fn promise(&self, p: &Position, action: Action) -> i32 {
        match (p.public.frames.top(), action) {
            (Frame::Movement(side), Action::Pick(unit)) => self.best_move(p, side, unit),
            (Frame::Combat(side), Action::Attack(hex)) => self.best_attack(p, side, hex),
            (Frame::Joining(side), Action::With(unit)) => {
                let fight = &p.public.fight;
                let with = self.attack_worth(p, side, fight.target, fight.attackers | unit.bit());
                let without = if fight.attackers == 0 {
                    -1000
                } else {
                    self.attack_worth(p, side, fight.target, fight.attackers)
                };
                with - without
            }
            // Support costs nothing in the combat it is used in; saved, it may never be used.
            (Frame::Support(side), Action::Hq(_) | Action::Air(_)) => {
                let attacks = side == p.public.fight_side();
                let outgunned = self.points(p, side) <= self.points(p, side.other());
                4 * i32::from(attacks || outgunned)
            }
            (Frame::Columns(side), Action::Column(_)) => i32::from(side == p.public.fight_side()) * 2,
            (_, Action::Top(_)) => -1,
            _ => 0,
        }
    }
}

impl Santander {
    /// The judgement from the Nationalist's side.
    fn score(&self, p: &Position) -> i32 {
        let public = &p.public;
        let mut score = POINT * i32::from(self.points_held(p))
            + BRIGADE * i32::from(public.brigades.min(self.book.tables.brigades));
        for side in Side::BOTH {
            let sign = if side == Side::Nationalist { 1 } else { -1 };
            let mut worth = 0;
            for unit in each(side, p.own(side).on()) {
                worth += self.unit_worth(p, unit) + self.place_worth(p, unit, p.at(unit));
            }
            score += sign * worth;
        }
        score
    }

    /// What a unit is worth wherever it is.
    fn unit_worth(&self, p: &Position, unit: Unit) -> i32 {
        let values = p.values(&self.book, unit);
        let marks = p.marks(unit);
        let factors = i32::from(values.attack) + i32::from(values.defence);
        let hurt = i32::from(marks.level) * 2 + if marks.cut { CUT } else { 0 };
        FACTOR * factors - hurt + 8
    }

    /// What it is worth in a hex.
    fn place_worth(&self, p: &Position, unit: Unit, hex: Hex) -> i32 {
        match (self.book.kind(unit), unit.side()) {
            (Kind::Hq | Kind::Column, side) => self.rear_worth(p, side, hex),
            (_, Side::Nationalist) => self.drive(p, unit, hex),
            (_, Side::Republican) => self.watch(p, unit, hex),
        }
    }

    /// A Nationalist combat unit wants to be near an objective that is not taken yet.
    fn drive(&self, p: &Position, unit: Unit, hex: Hex) -> i32 {
        let mut best = 0;
        // The next objective counts most; the richest one that is left pulls everybody a little.
        let (mut richest, mut pull) = (0, 0);
        for ((goal, points), cost) in self.ways.goals.iter().zip(&self.ways.cost) {
            let spent = *goal == self.book.factory && p.public.factory_gone;
            if p.public.republican.has(goal.index()) && !spent {
                let near = FAR - i32::from(cost[hex.index()]);
                best = best.max(near + DRAW * points);
                if *points > richest {
                    (richest, pull) = (*points, near / 4);
                }
            }
        }
        best += pull;
        best * (2 + i32::from(p.values(&self.book, unit).attack)) / 8
    }

    /// A Republican combat unit wants to stand in an objective, or near one.
    fn watch(&self, p: &Position, unit: Unit, hex: Hex) -> i32 {
        let mut best = 0;
        for ((goal, points), cost) in self.ways.goals.iter().zip(&self.ways.cost) {
            if p.public.republican.has(goal.index()) {
                let alone = p.fighters(&self.book, Side::Republican, hex) & !unit.bit() == 0;
                let home = if *goal == hex && alone { GARRISON * points } else { 0 };
                best = best.max(home + 20 + 2 * points - i32::from(cost[hex.index()]) / 2);
            }
        }
        best * (2 + i32::from(p.values(&self.book, unit).defence)) / 8
    }

    /// HQs and columns want to be within range of the enemy, but not beside him.
    fn rear_worth(&self, p: &Position, side: Side, hex: Hex) -> i32 {
        let enemy = p.public.open.held[side.other()];
        let nearest = enemy.iter().map(|h| self.book.map.distance(hex, Hex::at(h))).min().unwrap_or(20);
        let company = p.fighters(&self.book, side, hex) != 0;
        match nearest {
            0 | 1 if !company => -10,
            0..=2 => 4,
            n => 6 - i32::from(n),
        }
    }

    /// What the best move of a unit would gain; nothing when it is best where it is.
    fn best_move(&self, p: &Position, side: Side, unit: Unit) -> i32 {
        let mut copy = *p;
        self.pick(&mut copy, side, unit);
        let m = self.mover(&copy, side);
        let reach = self.reach(&copy.public, &m);
        let here = self.place_worth(p, unit, p.at(unit));
        let mut best = -1;
        for hex in reach.found().iter().map(Hex::at) {
            if self.has_room(p, unit, hex).is_err() {
                continue;
            }
            let fights = self.book.kind(unit).fights() || self.book.kind(unit) == Kind::Hq;
            let prize = if fights && p.controller(hex) != side && self.book.objectives.has(hex.index()) {
                POINT * i32::from(self.book.map.points(hex))
            } else {
                0
            };
            best = best.max(self.place_worth(p, unit, hex) - here + prize);
        }
        best
    }

    /// What an attack on a hex promises with everybody who can join.
    fn best_attack(&self, p: &Position, side: Side, target: Hex) -> i32 {
        self.attack_worth(p, side, target, self.who_can_attack(p, side, target))
    }

    /// Everybody who can join an attack on a hex, as far as there is room.
    fn who_can_attack(&self, p: &Position, side: Side, target: Hex) -> Units {
        let limit = self.book.terrain(target).limit;
        let mut attackers: Units = 0;
        for hex in *self.book.open(target) & p.public.open.held[side] {
            let mut sp = 0;
            for unit in each(side, p.fighters(&self.book, side, Hex::at(hex))) {
                let piece = self.book.piece(unit);
                if self.may_attack(p, side, unit, target).is_ok() && sp + piece.sp <= limit {
                    sp += piece.sp;
                    attackers |= unit.bit();
                }
            }
        }
        attackers
    }

    /// What an attack is worth on average: steps, and the hex when it falls.
    fn attack_worth(&self, p: &Position, side: Side, target: Hex, attackers: Units) -> i32 {
        if attackers == 0 {
            return -1000;
        }
        let mut copy = *p;
        copy.public.fight.target = target;
        copy.public.fight.attackers = attackers;
        let sum = self.sum(&copy);
        let defenders = p.fighters(&self.book, side.other(), target).count_ones() as i32;
        let prize = 6 + if self.book.objectives.has(target.index()) {
            POINT * i32::from(self.book.map.points(target)) / 2
        } else {
            0
        };
        let mut worth = 0;
        for die in 1..=6 {
            worth += match self.combat_result(&sum, die) {
                Outcome::Breakthrough => 20 * defenders + prize,
                Outcome::Steps(a, d) => {
                    let (a, d) = (i32::from(a), i32::from(d));
                    let falls =
                        if d > 0 { prize / 2 + prize * d / (2 * defenders.max(1)).max(d) / 2 } else { 0 };
                    9 * d - 8 * a + falls
                }
            };
        }
        worth
    }
}
