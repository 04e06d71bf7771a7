//! Why something pointed at cannot be chosen now.
//!
//! Where several rules stand in the way, the answer names the one that would have to give way for the act to become legal. It is found by
//! asking the rules themselves about positions in which one thing at a time is not so.

use crate::Aragon;
use crate::action::Action;
use crate::frame::{Frame, March};
use crate::game::{about_hex, about_unit};
use crate::ids::{HEXES, Set, Unit, W};
use crate::movement::Mover;
use crate::position::{Position, Public, Supply};
use crate::rules::*;
use frente_board::{Hex, HexMap, Path, Reach, Step};
use frente_engine::{Game, PerSide, Refusal, Rule};

/// What "why not?" is about.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The unit, if one was pointed at.
    pub unit: Option<Unit>,
    /// The hex, if one was pointed at.
    pub hex: Option<Hex>,
}

/// Room for half points in a search for what a far hex would cost.
const FAR: usize = 120;

impl Aragon {
    /// Why the unit cannot be chosen, or cannot go to the hex, now.
    pub(crate) fn question(&self, pos: &Position, ask: Question) -> Option<Refusal> {
        let p = &pos.public;
        let unit = ask.unit.or(ask.hex.and_then(|h| p.unit_in(h)));
        let action = match (p.stack.top(), unit, ask.hex) {
            (Frame::Movement { .. }, Some(unit), _) => Action::Pick(unit),
            (Frame::Moving(march), _, Some(hex)) => return self.why_not_there(p, &march, hex),
            (Frame::Retreat { unit, hexes }, _, Some(hex)) => {
                return self.why_no_retreat(p, unit, hexes, hex);
            }
            (Frame::Entering { unit }, _, Some(hex)) => Action::Enter { unit, hex },
            (Frame::Bombardment, _, Some(hex)) => Action::Bombard(hex),
            (Frame::Bombardment, Some(unit), None) => Action::Bombard(p.hex(unit)?),
            (Frame::Combat { .. }, _, Some(hex)) => Action::Attack(hex),
            (Frame::Combat { .. }, Some(unit), None) => Action::Attack(p.hex(unit)?),
            (Frame::Declare { .. }, Some(unit), _) => Action::Join(unit),
            (Frame::Lose { .. }, Some(unit), _) => Action::Lose(unit),
            (Frame::Scatter { .. }, Some(unit), _) => Action::Pick(unit),
            (Frame::Displace, _, Some(hex)) => Action::Displace { unit: *p.fight.chain().last()?, hex },
            (Frame::Advance, Some(unit), Some(hex)) => Action::Advance { unit, hex },
            (Frame::Rebuild, Some(unit), _) => Action::Rebuild(unit),
            (Frame::Return { unit }, _, Some(hex)) => Action::Return { unit, hex },
            _ => return None,
        };
        self.check(pos, action).err()
    }

    /// 5.0 to 6.1: why the unit on the move cannot end its move in the hex.
    fn why_not_there(&self, p: &Public, march: &March, to: Hex) -> Option<Refusal> {
        let mover = self.mover(p, march.unit);
        let unit = march.unit.index() as u16;
        let reached = |p: &Public| self.range(p, &mover, march.at, march.left).reaches(to);
        if to == march.at {
            return self.may_stop(p, march).err().map(about_unit(march.unit));
        }
        if p.holds(mover.side.other(), to) {
            return Some(about_hex(to)(R5_1C));
        }
        if reached(p) {
            return self.may_end(p, march.unit, to).err().map(about_hex(to));
        }
        let (rule, hex) = self.obstacle(p, march, &mover, to, reached);
        let refusal = about_hex(hex)(rule).unit(unit);
        // Points are said with their numbers: what the way would cost, and what the unit has.
        let short = matches!(rule, R5_1F | R5_1I | R5_2F);
        Some(match self.way_cost(march.at, to).filter(|_| short) {
            Some(cost) => refusal.saying("refused-points").numbers(cost, march.left),
            None => refusal,
        })
    }

    /// What keeps the unit from reaching a hex that no enemy holds, and where.
    fn obstacle(
        &self,
        p: &Public,
        march: &March,
        m: &Mover,
        to: Hex,
        reached: impl Fn(&Public) -> bool,
    ) -> (Rule, Hex) {
        if m.snow {
            return if self.book.ground.map.distance(march.at, to) > 1 { (R16_1C, to) } else { (R6_1G, to) };
        }
        let no_zones = without_zones(p, m);
        if !reached(&without_enemies(&no_zones, m)) {
            return (self.too_far(march, m, to), to);
        }
        if reached(&Public { forts: Set::EMPTY, ..*p }) {
            return (R6_1G, to);
        }
        if reached(&without_friends(p, m)) {
            return (R6_1_R2, to);
        }
        if reached(&no_zones) {
            let path = self.range(&no_zones, m, march.at, march.left).path(to);
            return match self.may_walk(p, march, path) {
                // 6.1e: without the zone it would have points enough.
                Err((R5_1I | R5_2F, hex)) => (R6_1E, hex),
                // Even without the friendly unit or the fortification there it would have to stop.
                Err((R6_1_R2 | R6_1G, hex)) => {
                    let first = self.book.ground.map.along(march.at, path).next() == Some(hex);
                    let later = if march.from_zone { R6_1D } else { R6_1A };
                    (if first { self.halt(p, m, march, march.at) } else { later }, hex)
                }
                Err(found) => found,
                Ok(_) => (R6_1A, to),
            };
        }
        (R5_1C, to)
    }

    /// 5.1f, 5.1i, 5.2f: the rule by which the points do not suffice, in one step or in many.
    fn too_far(&self, march: &March, m: &Mover, to: Hex) -> Rule {
        if self.book.ground.map.dir(march.at, to).is_none() {
            R5_1F
        } else if march.left == m.allowance {
            R5_1I
        } else {
            R5_2F
        }
    }

    /// 5.2: half points of the cheapest way between two hexes, whoever stands in it; `None` for a hex farther than a route is long.
    pub(crate) fn way_cost(&self, from: Hex, to: Hex) -> Option<u8> {
        let ground = &self.book.ground;
        let most = FAR as u8 - 1;
        let reach: Reach<HEXES, W, FAR> =
            Reach::run(&ground.map, from, most, 0, |at, dir, _, _| match ground.cost(at, dir) {
                crate::book::ground::PROHIBITED => Step::No,
                cost => Step::Pay(cost),
            });
        reach.left(to).map(|left| most - left)
    }

    /// 7.6: why the unit cannot retreat to the hex: of all straight ways the one that comes nearest to being allowed.
    fn why_no_retreat(&self, p: &Public, unit: Unit, hexes: u8, to: Hex) -> Option<Refusal> {
        let r = self.retreater(p, unit, hexes);
        let mut nearest: Option<(bool, Rule, Hex)> = None;
        let mut allowed = false;
        shortest_paths(&self.book.ground.map, r.start(), to, &mut |path| match self
            .may_retreat(p, unit, hexes, path)
        {
            Ok(()) => allowed = true,
            Err((rule, hex)) => {
                let walkable = self.retreat_steps(p, &r, path).is_ok();
                if nearest.is_none_or(|(best, ..)| walkable && !best) {
                    nearest = Some((walkable, rule, hex));
                }
            }
        });
        let (_, rule, hex) = nearest.filter(|_| !allowed)?;
        Some(about_hex(hex)(rule))
    }
}

/// The position without enemy zones of control.
fn without_zones(p: &Public, m: &Mover) -> Public {
    let mut without = *p;
    without.derived.zone[m.side.other()] = Set::EMPTY;
    without
}

/// The position without enemy units.
fn without_enemies(p: &Public, m: &Mover) -> Public {
    let mut without = *p;
    without.derived.occupied[m.side.other()] = Set::EMPTY;
    clear(&mut without, &p.derived.occupied[m.side.other()]);
    without
}

/// The position without other units of the side.
fn without_friends(p: &Public, m: &Mover) -> Public {
    let mut without = *p;
    clear(&mut without, &p.derived.occupied[m.side]);
    without
}

/// Takes the units out of hexes, for a look at what would be then. Supply is forgotten.
fn clear(p: &mut Public, hexes: &Set) {
    for i in *hexes {
        p.derived.on[i] = Unit::NONE;
    }
    p.derived.supply = PerSide([Supply::UNKNOWN; 2]);
}

/// Every shortest route between two hexes, as long as a route can be.
fn shortest_paths(map: &HexMap<W>, from: Hex, to: Hex, found: &mut impl FnMut(Path)) {
    fn extend(map: &HexMap<W>, at: Hex, to: Hex, path: Path, found: &mut impl FnMut(Path)) {
        if at == to {
            return found(path);
        }
        for (dir, next) in map.around(at) {
            if map.distance(next, to) < map.distance(at, to) {
                extend(map, next, to, path.then(dir), found);
            }
        }
    }
    // Beyond three hexes one route is enough to say why.
    if map.distance(from, to) as usize <= 3 {
        extend(map, from, to, Path::EMPTY, found);
    } else {
        let (mut at, mut path) = (from, Path::EMPTY);
        while at != to && !path.is_full() {
            let Some((dir, next)) = map.around(at).find(|(_, n)| map.distance(*n, to) < map.distance(at, to))
            else {
                break;
            };
            (at, path) = (next, path.then(dir));
        }
        found(path);
    }
}
