//! 7.6, 7.6.1: retreats.
//!
//! Every route is ranked; the owner chooses freely among the best (7.6-r2, 7.6.1-r1). A rank is a small number whose digits are
//! the preferences, the weightiest first, so that comparing a route with the best names the rule it breaks.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::position::{FightKind, Position, Public};
use crate::rules::*;
use frente_board::{Dir, Hex, Path};
use frente_engine::{Rule, Side, Sink};

/// How good a route is: smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u8);

impl Rank {
    const DISPLACES: u8 = 16;

    fn new(displaces: bool, distance: Distance, through: bool, nearer: bool) -> Rank {
        // 7.6-r2: routes that end in a friendly hex are one class.
        let (through, away) = if displaces { (0, 0) } else { (u8::from(through), u8::from(!nearer)) };
        Rank(u8::from(displaces) * Self::DISPLACES + (distance as u8) * 4 + through * 2 + away)
    }

    fn displaces(self) -> bool {
        self.0 & Self::DISPLACES != 0
    }

    /// 7.6.1c: the unit ends closer to the enemy.
    fn closer(self) -> bool {
        self.0 >> 2 & 3 == Distance::Closer as u8
    }

    /// The rule that this rank breaks where `best` was possible.
    fn fault(self, best: Rank) -> Rule {
        if self.displaces() && !best.displaces() {
            R7_6_2I
        } else if self.0 >> 2 != best.0 >> 2 {
            R7_6_1A
        } else if self.0 >> 1 != best.0 >> 1 {
            R7_6D
        } else {
            R7_6C
        }
    }
}

/// 7.6.1-r1: the nearest enemy at the end of a retreat, compared with its start. Combat retreats do not ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Distance {
    Farther = 0,
    Equal = 1,
    Closer = 2,
}

/// A unit that must retreat.
#[derive(Clone, Copy, Debug)]
pub struct Retreater {
    side: Side,
    /// 7.6-r1: its combat hex. It stands there still: an attacker's hex lies in the zone of the unit it attacks, so that no
    /// other retreat could have displaced it.
    at: Hex,
    /// 7.6k: steps it has to take.
    steps: u8,
    bombarded: bool,
}

impl Retreater {
    /// Where its route starts.
    pub(crate) fn start(&self) -> Hex {
        self.at
    }
}

/// What a unit can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ways {
    /// The best rank of full-length routes that displace nobody.
    full: Option<Rank>,
    /// The best rank of those that displace somebody; asked only without the former.
    displacing: Option<Rank>,
    /// 7.6-r4: length and best rank of the longest shorter routes.
    short: Option<(u8, Rank)>,
    /// 7.6.2-r1, 7.6.2-r4: are only friendly units in the way?
    friends: bool,
}

impl Aragon {
    /// The unit of [`Frame::Retreat`].
    pub(crate) fn retreater(&self, p: &Public, unit: Unit, hexes: u8) -> Retreater {
        Retreater {
            side: self.book.side(unit),
            at: p.hex(unit).unwrap_or(p.fight.target),
            steps: hexes,
            bombarded: p.fight.kind == FightKind::Bombardment,
        }
    }

    /// 7.6f, 7.6g, 7.6i, 7.6k, 7.6o: may a retreat take this step? Says whether a friendly unit is there.
    ///
    /// 6.2-r1, 7.6b, 7.6-r6: zones bar it, but no points are spent and rivers do not hinder.
    ///
    /// 7.6h: friends there cancel no zone.
    fn retreat_step(&self, p: &Public, r: &Retreater, from: Hex, dir: Dir) -> Result<(Hex, bool), Rule> {
        let ground = &self.book.ground;
        let to = if from == Hex::NONE { Hex::NONE } else { ground.map.neighbour(from, dir) };
        if to == Hex::NONE {
            return Err(R7_6O);
        }
        if ground.cost(from, dir) == crate::book::ground::PROHIBITED {
            return Err(R7_6I);
        }
        if p.holds(r.side.other(), to) {
            return Err(R7_6F);
        }
        // 7.6h: whoever else is there.
        if p.in_enemy_zone(r.side, to) {
            return Err(R7_6G);
        }
        if ground.map.distance(r.at, to) <= ground.map.distance(r.at, from) {
            return Err(R7_6K);
        }
        Ok((to, !p.vacant(to)))
    }

    /// Distance from a hex to the nearest unit of a side other than the retreating one.
    fn nearest(&self, p: &Public, r: &Retreater, side: Side, hex: Hex) -> u8 {
        let map = &self.book.ground.map;
        let units = p.derived.occupied[side].iter().map(Hex::at).filter(|h| *h != r.at);
        units.map(|h| map.distance(hex, h)).min().unwrap_or(u8::MAX)
    }

    /// 7.6c, 7.6d, 7.6e, 7.6.1a, 7.6.1-r2: the digits, from the weightiest: no displacement, distance, vacant hexes, the edge.
    ///
    /// 7.6.1b: without an enemy on the map, towards its own.
    fn rank(&self, p: &Public, r: &Retreater, end: Hex, through: bool) -> Rank {
        let to_edge = &self.book.ground.to_edge[r.side];
        let mut nearer = to_edge[end.index()] < to_edge[r.at.index()];
        let enemy = r.side.other();
        let mut distance = Distance::Farther;
        if r.bombarded {
            if p.derived.occupied[enemy].is_empty() {
                // 7.6.1b: then it may also fall back towards its own.
                nearer |= self.nearest(p, r, r.side, end) < self.nearest(p, r, r.side, r.at);
            } else {
                distance = match self.nearest(p, r, enemy, end).cmp(&self.nearest(p, r, enemy, r.at)) {
                    std::cmp::Ordering::Greater => Distance::Farther,
                    std::cmp::Ordering::Equal => Distance::Equal,
                    std::cmp::Ordering::Less => Distance::Closer,
                };
            }
        }
        Rank::new(!p.vacant(end), distance, through, nearer)
    }

    /// Every route of exactly so many steps, with its rank. Routes that end on a friendly unit are named only if it can yield.
    fn routes(&self, p: &Public, r: &Retreater, steps: u8, found: &mut impl FnMut(Path, Rank)) {
        self.routes_from(p, r, (r.at, Path::EMPTY, false), steps, found);
    }

    fn routes_from(
        &self,
        p: &Public,
        r: &Retreater,
        (at, path, through): (Hex, Path, bool),
        steps: u8,
        found: &mut impl FnMut(Path, Rank),
    ) {
        for dir in Dir::ALL {
            let Ok((to, friend)) = self.retreat_step(p, r, at, dir) else { continue };
            let path = path.then(dir);
            if steps > 1 {
                self.routes_from(p, r, (to, path, through || friend), steps - 1, found);
            } else if !friend || self.yields_to(p, r, to) {
                found(path, self.rank(p, r, to, through));
            }
        }
    }

    fn yields_to(&self, p: &Public, r: &Retreater, hex: Hex) -> bool {
        let chain: Set = [r.at, hex].into_iter().map(Hex::index).collect();
        self.can_yield(p, r.side, hex, &chain)
    }

    /// What the unit can do.
    pub(crate) fn ways(&self, p: &Public, r: &Retreater) -> Ways {
        let mut ways = Ways { full: None, displacing: None, short: None, friends: false };
        let least = |best: &mut Option<Rank>, rank: Rank| *best = Some(best.map_or(rank, |b| b.min(rank)));
        self.routes(p, r, r.steps, &mut |_, rank| {
            least(if rank.displaces() { &mut ways.displacing } else { &mut ways.full }, rank);
        });
        if ways.full.is_some() {
            return ways;
        }
        for steps in (1..r.steps).rev() {
            let mut best = None;
            self.routes(p, r, steps, &mut |_, rank| {
                if !rank.displaces() {
                    least(&mut best, rank);
                }
            });
            if let Some(rank) = best {
                ways.short = Some((steps, rank));
                return ways;
            }
        }
        ways.friends = Dir::ALL.into_iter().any(|d| self.retreat_step(p, r, r.at, d).is_ok());
        ways
    }

    /// 7.6, 7.7, 17.0d: everything the owner of the unit may do.
    ///
    /// 7.5n: the owner chooses among them. 7.6.2j: passing a friend displaces nobody.
    pub(crate) fn list_retreats(&self, p: &Public, unit: Unit, hexes: u8, out: &mut Vec<Action>) {
        let r = self.retreater(p, unit, hexes);
        let ways = self.ways(p, &r);
        out.push(Action::Stand);
        if self.may_hold(p, unit) {
            out.push(Action::Hold);
        }
        let best = ways.full.or(ways.displacing);
        self.routes(p, &r, r.steps, &mut |path, rank| {
            if Some(rank) == best {
                out.push(Action::Retreat { unit, path });
            }
        });
        if let (None, Some((steps, best))) = (ways.full, ways.short) {
            self.routes(p, &r, steps, &mut |path, rank| {
                if rank == best {
                    out.push(Action::Retreat { unit, path });
                }
            });
        }
        if self.may_stay(&ways).is_ok() {
            out.push(Action::Stay);
        }
        if self.may_perish(&ways).is_ok() {
            out.push(Action::Perish);
        }
    }

    /// 7.6.2h, 7.6.2-r1: blocked only by friendly units, it may be depleted where it is.
    pub(crate) fn may_stay(&self, ways: &Ways) -> Result<(), Rule> {
        let blocked = ways.full.is_none() && ways.short.is_none() && ways.friends;
        if blocked { Ok(()) } else { Err(R7_6_2H) }
    }

    /// 7.6l: it cannot retreat at all.
    pub(crate) fn may_perish(&self, ways: &Ways) -> Result<(), Rule> {
        let trapped = ways.full.is_none() && ways.short.is_none() && !ways.friends;
        if trapped { Ok(()) } else { Err(R7_6L) }
    }

    /// 7.6f to 7.6k: may a retreat take these steps? Says where they lead, whether through a friendly unit, and whether one is there.
    pub(crate) fn retreat_steps(
        &self,
        p: &Public,
        r: &Retreater,
        path: Path,
    ) -> Result<(Hex, bool, bool), (Rule, Hex)> {
        let (mut at, mut through, mut friend) = (r.at, false, false);
        for dir in path.dirs() {
            through |= friend;
            (at, friend) = self.retreat_step(p, r, at, dir).map_err(|rule| {
                let to = if at == Hex::NONE { Hex::NONE } else { self.book.ground.map.neighbour(at, dir) };
                (rule, to)
            })?;
        }
        Ok((at, through, friend))
    }

    /// 7.6, 7.6.1: may the unit take this route?
    pub(crate) fn may_retreat(
        &self,
        p: &Public,
        unit: Unit,
        hexes: u8,
        path: Path,
    ) -> Result<(), (Rule, Hex)> {
        let r = self.retreater(p, unit, hexes);
        let (at, through, friend) = self.retreat_steps(p, &r, path)?;
        let steps = path.len() as u8;
        if steps == 0 || steps > r.steps {
            return Err((R7_6_R1, at));
        }
        if friend && !self.yields_to(p, &r, at) {
            return Err((R7_6_2_R2, at));
        }
        let rank = self.rank(p, &r, at, through);
        let ways = self.ways(p, &r);
        let best = if steps == r.steps {
            ways.full.or(ways.displacing)
        } else if ways.full.is_some() {
            return Err((R7_6K, at));
        } else {
            match ways.short {
                Some((long, best)) if long == steps => Some(best),
                _ => return Err((R7_6_R4, at)),
            }
        };
        match best {
            Some(best) if best == rank => Ok(()),
            Some(best) => Err((rank.fault(best), at)),
            None => Err((R7_6K, at)),
        }
    }

    /// 7.6a: the unit takes the route, once the way is free.
    ///
    /// 5.1b: no movement. 7.6m, 7.6n: short of the distance it is depleted where it ends.
    pub(crate) fn withdraw<S: Sink<Event>>(
        &self,
        pos: &mut Position,
        unit: Unit,
        hexes: u8,
        path: Path,
        s: &mut S,
    ) {
        let p = &mut pos.public;
        let map = &self.book.ground.map;
        let r = self.retreater(p, unit, hexes);
        let end = map.along(r.at, path).last().unwrap_or(r.at);
        if let Some(friend) = p.unit_in(end) {
            p.fight.route = path;
            p.fight.link(unit);
            p.fight.link(friend);
            p.stack.push(Frame::Displace);
            return;
        }
        let short = (path.len() as u8) < r.steps;
        let closer = r.bombarded && self.rank(p, &r, end, false).closer();
        s.push(Event::Retreated { unit, from: r.at, path, rule: if r.bombarded { R7_6_1A } else { R7_6A } });
        let from = r.at;
        if self.walk(pos, unit, from, path, s) {
            return;
        }
        let p = &mut pos.public;
        p.stack.pop();
        // 7.6.1-r1: at most one step is lost.
        if short {
            self.deplete(p, unit, R7_6M, s);
        } else if closer {
            self.deplete(p, unit, R7_6_1C, s);
        }
        if unit == p.fight.defender {
            self.leave_trail(p, unit, from, path);
        }
    }

    /// 7.8d, 7.8-r1: the vacant hexes behind a retreating unit, up to the first that another unit holds.
    fn leave_trail(&self, p: &mut Public, unit: Unit, from: Hex, path: Path) {
        p.fight.leave(from);
        for hex in self.book.ground.map.along(from, path) {
            if !p.vacant(hex) {
                debug_assert!(p.hex(unit).is_none_or(|h| h == hex) || p.unit_in(hex) != Some(unit));
                break;
            }
            p.fight.leave(hex);
        }
    }

    /// 7.6.2-r1: it does not displace anybody and is depleted where it stands.
    pub(crate) fn stay<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        self.deplete(p, unit, R7_6_2H, s);
        if unit == p.fight.defender && p.hex(unit).is_none() {
            p.fight.leave(p.fight.target);
        }
    }

    /// 7.6l, 7.8-r2: it is eliminated, and the retreat still counts.
    ///
    /// 7.6.1d: after a bombardment as well.
    pub(crate) fn perish<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        let rule = if p.fight.kind == FightKind::Bombardment { R7_6_1D } else { R7_6L };
        self.eliminate(p, unit, rule, s);
        if unit == p.fight.defender {
            p.fight.leave(p.fight.target);
        }
    }
}
