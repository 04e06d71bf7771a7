//! Refusals name the rule without which the act would be legal: compared, on positions of random play, with the rules of movement and
//! attack stated once more as plain lists of conditions, of which one at a time is lifted.

use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::Position;
use crate::{Set, Side};
use frente_board::{DataSource, Hex};
use frente_engine::harness::Walk;
use frente_engine::{Game, Options, Rng};
use std::collections::BTreeSet;

/// Conditions of a move; each can be lifted.
const CONDITIONS: [(&str, &[&str]); 5] = [
    ("points", &["2.1b"]),
    ("zones", &["7.2a"]),
    ("supply", &["8.1.1a"]),
    ("enemies", &["8.1-r1", "8.1-r3"]),
    ("sides", &["1.3.2a", "1.3.2-r2"]),
];

struct Model<'a> {
    game: &'a Santander,
    p: &'a Position,
    unit: Unit,
    enemies: Set,
    zone: Set,
    friends: Set,
    /// Hexes where the unit would be in supply.
    fed: Set,
}

impl<'a> Model<'a> {
    fn new(game: &'a Santander, p: &'a Position, unit: Unit) -> Self {
        let (book, side) = (&game.book, unit.side());
        let hexes = |by: Side, among: u64| -> Set { each(by, among).map(|u| p.at(u).index()).collect() };
        let troops = |by: Side| p.own(by).on() & !book.corps(by).columns;
        let fighters = troops(side.other()) & book.corps(side.other()).fighters & !p.own(side.other()).cut;
        let mut zone = hexes(side.other(), fighters);
        for hex in zone {
            zone |= *book.open(Hex::at(hex));
        }
        let mut model = Model {
            fed: Set::EMPTY,
            game,
            p,
            unit,
            enemies: hexes(side.other(), troops(side.other())),
            zone,
            friends: hexes(side, troops(side) & !unit.bit()),
        };
        model.fed = book.land.iter().filter(|h| model.supplied(Hex::at(*h))).collect();
        model
    }

    fn is_column(&self) -> bool {
        self.game.book.corps(self.unit.side()).columns & self.unit.bit() != 0
    }

    /// 6.1: is there a line from the hex to a source, the unit having come to it?
    fn supplied(&self, hex: Hex) -> bool {
        let (book, side) = (&self.game.book, self.unit.side());
        let mine = |h: usize| self.p.controller(Hex::at(h)) == side;
        if book.sources[side].has(hex.index())
            && (!self.is_column() || mine(hex.index()) && !self.zone.has(hex.index()))
        {
            return true;
        }
        let passes = |h: usize| !self.enemies.has(h) && (!self.zone.has(h) || self.friends.has(h));
        let (mut seen, mut next) = (Set::EMPTY, vec![hex.index()]);
        while let Some(at) = next.pop() {
            for to in *book.open(Hex::at(at)) {
                if !seen.has(to) && passes(to) {
                    if book.sources[side].has(to) && mine(to) {
                        return true;
                    }
                    seen.insert(to);
                    next.push(to);
                }
            }
        }
        false
    }

    fn reaches(&self, goal: Hex, lifted: Option<&str>) -> bool {
        let (book, p, side) = (&self.game.book, self.p, self.unit.side());
        let holds = |condition: &str| lifted != Some(condition);
        let own = p.own(side);
        let (start, motorized) = (p.at(self.unit), book.piece(self.unit).motorized);
        let mut cost = vec![u32::MAX; book.map.len()];
        cost[start.index()] = 0;
        loop {
            let mut changed = false;
            for from in book.land.iter().map(Hex::at) {
                let so_far = cost[from.index()];
                let begins = from == start;
                if so_far == u32::MAX || holds("zones") && !begins && self.zone.has(from.index()) {
                    continue;
                }
                for (dir, to) in book.map.around(from).filter(|(_, to)| book.land.has(to.index())) {
                    let shut = book.impassable.has(from, dir);
                    let column = p.public.open.columns[side.other()].has(to.index());
                    let enemy = self.enemies.has(to.index()) || self.is_column() && column;
                    let bound = own.cut & self.unit.bit() == 0;
                    if shut && holds("sides")
                        || enemy && holds("enemies")
                        || bound && holds("supply") && !self.fed.has(to.index())
                    {
                        continue;
                    }
                    let terrain = book.terrain(to);
                    let road = book.roads.has(from, dir) && !self.zone.has(to.index());
                    let river = if book.rivers.has(from, dir) { 2 } else { 0 };
                    let mut step = match (road, motorized) {
                        (true, true) => 1,
                        (true, false) => 2,
                        (false, _) => u32::from(terrain.cost) + river,
                    };
                    step += if p.public.rain { u32::from(terrain.rain) } else { 0 };
                    step += if begins && !own.under_way && self.zone.has(from.index()) { 2 } else { 0 };
                    let sum = so_far + step;
                    if sum < cost[to.index()] && (!holds("points") || sum <= u32::from(own.left)) {
                        cost[to.index()] = sum;
                        changed = true;
                    }
                }
            }
            if !changed {
                return goal != start && cost[goal.index()] != u32::MAX;
            }
        }
    }
}

fn moves(game: &Santander, p: &Position, side: Side, rng: &mut Rng) -> usize {
    let unit = Unit::new(side, p.own(side).mover as usize);
    let model = Model::new(game, p, unit);
    let near: Vec<Hex> =
        game.book.land.iter().map(Hex::at).filter(|h| game.book.map.distance(*h, p.at(unit)) <= 6).collect();
    let mut compared = 0;
    for _ in 0..4 {
        let goal = near[rng.below(near.len())];
        let refusal = game.why_unreachable(p, side, goal);
        let label = game.book.map.label(goal);
        if goal == p.at(unit) || model.reaches(goal, None) {
            let room = game.has_room(p, unit, goal);
            let said = refusal.map(|r| r.rule);
            assert!(
                goal == p.at(unit) || said == room.err(),
                "{} to {label}: {said:?}",
                game.book.label(unit)
            );
            continue;
        }
        let ways: BTreeSet<&str> = CONDITIONS
            .iter()
            .filter(|(condition, _)| model.reaches(goal, Some(condition)))
            .flat_map(|(_, rules)| rules.iter().copied())
            .collect();
        let said = refusal.expect("a reason").rule.id();
        compared += usize::from(!ways.is_empty());
        assert!(
            ways.is_empty() || ways.contains(said),
            "{} to {label}: {said} said, {ways:?} found",
            game.book.label(unit)
        );
    }
    compared
}

fn attacks(game: &Santander, p: &Position, side: Side) -> usize {
    let book = &game.book;
    let mut compared = 0;
    for target in p.public.open.held[side.other()].iter().map(Hex::at) {
        let mine = each(side, p.own(side).on() & book.corps(side).fighters);
        let near: Vec<Unit> = mine.filter(|u| book.map.near(p.at(*u)).has(target.index())).collect();
        let bars = |u: &Unit| -> Vec<&str> {
            let over = book.open(p.at(*u)).has(target.index());
            let bay = if book.map.label(target) == "1211" { "1.3.2b" } else { "1.3.2-r1" };
            let all = [
                (p.public.fought & u.bit() != 0, "10.1c"),
                (!over, bay),
                (p.values(book, *u).attack == 0, "10.2-r3"),
            ];
            all.into_iter().filter(|(bar, _)| *bar).map(|(_, rule)| rule).collect()
        };
        let said = game.may_target(p, side, target).err().map(|r| r.rule.id());
        let singles: BTreeSet<&str> = near.iter().map(bars).filter(|b| b.len() == 1).flatten().collect();
        if near.iter().any(|u| bars(u).is_empty()) {
            assert_eq!(said, None);
        } else if near.is_empty() {
            assert_eq!(said, Some("10.1a"));
        } else if !singles.is_empty() {
            compared += 1;
            assert!(said.is_some_and(|s| singles.contains(s)), "{said:?} said, {singles:?} found");
        }
    }
    compared
}

#[test]
fn refusals_name_the_rule_in_the_way() {
    let game = Santander::open(&DataSource::Embedded, "santander", &Options::default()).expect("the game");
    let (mut routes, mut targets) = (0, 0);
    for seed in 0..4 {
        let (mut walk, mut steps) = (Walk::new(&game, seed), 0);
        while !walk.is_over() {
            let p = walk.position;
            match p.public.frames.top() {
                Frame::Moving(side) if steps % 3 == 0 => routes += moves(&game, &p, side, &mut walk.rng),
                Frame::Combat(side) => targets += attacks(&game, &p, side),
                _ => {}
            }
            walk.step(&mut ());
            steps += 1;
        }
    }
    assert!(routes > 200 && targets > 20, "{routes} routes, {targets} targets compared");
}
