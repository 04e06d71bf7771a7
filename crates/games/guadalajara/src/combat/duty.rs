//! 9a, 9b, 9-r1: mandatory combat, both ways.
//!
//! Duty units must attack; duty hexes must be attacked, as many as the duty units can reach. An attack is legal only if
//! the rest of the duty can still be done after it. That is a matching of hexes with units; units of one hex see the
//! same enemies, so they are counted by hexes.

use crate::book::Book;
use crate::ids::{Set, Unit, Units};
use crate::position::Position;
use arrayvec::ArrayVec;
use frente_board::Hex;

/// Duty hexes and the hexes of duty units at one time; a front this long does not fit on the map.
const MOST: usize = 128;

/// Duty units standing in one hex.
#[derive(Clone, Copy, Debug)]
struct Post {
    hex: Hex,
    units: u8,
    /// Attackable enemy hexes next to it, as bits into [`Duty::targets`].
    near: u128,
}

/// What the active side still owes.
#[derive(Clone, Debug)]
pub struct Duty {
    /// Units that still must attack.
    pub units: Units,
    /// Enemy hexes that may be attacked and lie next to duty units.
    targets: ArrayVec<Hex, MOST>,
    /// Those of them that exert a zone on a duty unit.
    must: u128,
    posts: ArrayVec<Post, MOST>,
}

/// Who attacks which target in a plan: for each target the post, or none.
#[derive(Clone, Copy)]
struct Plan {
    by: [u8; MOST],
    load: [u8; MOST],
}

const NOBODY: u8 = u8::MAX;

impl Book {
    /// 9f, 9-r4: may units in a hex still be attacked in this phase?
    #[inline]
    pub(crate) fn attackable(&self, p: &Position, hex: Hex) -> bool {
        p.stack_at(hex).any(|u| !self.leads(u) && !p.struck.has(u.index()))
    }

    /// 9-r1, 9-r2, 15-r5: must the unit attack? It began the phase in an enemy zone, is in command, still is in a zone and has
    /// not attacked.
    #[inline]
    pub(super) fn on_duty(&self, p: &Position, unit: Unit) -> bool {
        let (i, hex) = (unit.index(), p.hex(unit));
        p.began.has(i)
            && !p.fought.has(i)
            && !p.uncommanded.has(i)
            && hex.is_some()
            && self.enemy_zone(p, p.active).has(hex.index())
    }

    /// 9-r1, 9-r2, 15-r5: the duty of the active side as things stand: the units that must attack, and the enemy hexes around
    /// them.
    pub fn duty(&self, p: &Position) -> Duty {
        let side = p.active;
        let enemy = *self.enemy_held(p, side);
        let exerts = &p.derived.exerts;
        let mut duty = Duty::none();
        let mut seen = Set::EMPTY;
        for unit in p.began.iter().map(Unit::at).filter(|u| self.on_duty(p, *u)) {
            let hex = p.hex(unit);
            duty.units.insert(unit.index());
            if seen.has(hex.index()) {
                if let Some(post) = duty.posts.iter_mut().find(|q| q.hex == hex) {
                    post.units += 1;
                }
                continue;
            }
            seen.insert(hex.index());
            let mut near = 0u128;
            for (dir, to) in self.map().around(hex) {
                if !enemy.has(to.index()) || !self.attackable(p, to) {
                    continue;
                }
                let i = duty.targets.iter().position(|t| *t == to).unwrap_or_else(|| {
                    duty.targets.push(to);
                    duty.targets.len() - 1
                });
                near |= 1 << i;
                // 8-r3: across a river there is no zone, so such a hex need not be attacked for its own sake.
                let zone =
                    exerts.has(to.index()) && !self.ground.river.has(hex, dir) && self.train_zone(p, to, hex);
                if zone {
                    duty.must |= 1 << i;
                }
            }
            duty.posts.push(Post { hex, units: 1, near });
        }
        duty
    }

    /// 8-r4: a train's zone reaches along the railway only; any other hex's reaches all round.
    fn train_zone(&self, p: &Position, from: Hex, to: Hex) -> bool {
        let Some(train) = self.train else { return true };
        p.hex(train) != from || self.map().dir(from, to).is_some_and(|d| self.ground.rail.has(from, d))
    }
}

impl Duty {
    /// Nothing is owed.
    pub(crate) fn none() -> Duty {
        Duty { units: Units::EMPTY, targets: ArrayVec::new(), must: 0, posts: ArrayVec::new() }
    }

    /// Can anything still be done that must be done?
    pub fn owed(&self) -> bool {
        self.posts.iter().any(|q| q.near != 0)
    }

    /// Enemy hexes that must be attacked, as far as units suffice.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.targets.iter().enumerate().filter(|(i, _)| self.must >> i & 1 != 0).map(|(_, h)| *h)
    }

    /// Must the unit's post attack, and can it?
    pub fn bound(&self, p: &Position, unit: Unit) -> bool {
        self.units.has(unit.index()) && self.posts.iter().any(|q| q.hex == p.hex(unit) && q.near != 0)
    }

    /// Must the hex be attacked?
    pub fn must(&self, hex: Hex) -> bool {
        self.targets.iter().position(|t| *t == hex).is_some_and(|i| self.must >> i & 1 != 0)
    }

    /// Duty units that have nothing but this hex to attack: they join any attack on it.
    pub fn compelled(&self, p: &Position, target: Hex) -> Units {
        let Some(i) = self.targets.iter().position(|t| *t == target) else { return Units::EMPTY };
        self.units
            .iter()
            .filter(|u| self.posts.iter().any(|q| q.hex == p.at[*u] && q.near == 1 << i))
            .collect()
    }

    /// How many duty hexes can be attacked at most.
    pub fn most(&self) -> u8 {
        self.plan(Hex::NONE, &[]).1
    }

    fn capacities(&self, spent: &[(Hex, u8)]) -> [u8; MOST] {
        let mut room = [0; MOST];
        for (r, post) in room.iter_mut().zip(&self.posts) {
            let gone: u8 = spent.iter().filter(|(h, _)| *h == post.hex).map(|(_, n)| *n).sum();
            *r = post.units.saturating_sub(gone);
        }
        room
    }

    /// The best plan without a target and without units spent on it.
    fn plan(&self, without: Hex, spent: &[(Hex, u8)]) -> (Plan, u8, [u8; MOST]) {
        let mut plan = Plan { by: [NOBODY; MOST], load: [0; MOST] };
        let room = self.capacities(spent);
        let mut found = 0;
        for target in 0..self.targets.len() {
            if self.must >> target & 1 != 0 && self.targets[target] != without {
                let mut tried = 0u128;
                found += u8::from(self.augment(&mut plan, &room, target, &mut tried));
            }
        }
        (plan, found, room)
    }

    /// Finds a unit for a target, moving others to other targets if that helps.
    fn augment(&self, plan: &mut Plan, room: &[u8; MOST], target: usize, tried: &mut u128) -> bool {
        for (i, post) in self.posts.iter().enumerate() {
            if post.near >> target & 1 == 0 || *tried >> i & 1 != 0 || room[i] == 0 {
                continue;
            }
            *tried |= 1 << i;
            if plan.load[i] < room[i] {
                plan.load[i] += 1;
                plan.by[target] = i as u8;
                return true;
            }
            for other in 0..self.targets.len() {
                if usize::from(plan.by[other]) == i && self.augment(plan, room, other, tried) {
                    // The other target has found somebody else; this post is free for ours.
                    plan.by[target] = i as u8;
                    return true;
                }
            }
        }
        false
    }

    /// Could the plan do with one unit fewer in a post? Then the target it would have attacked finds somebody else.
    fn can_spare(&self, plan: &Plan, room: &[u8; MOST], post: usize) -> bool {
        if plan.load[post] < room[post] {
            return true;
        }
        let Some(target) = (0..self.targets.len()).find(|t| usize::from(plan.by[*t]) == post) else {
            return true;
        };
        let (mut plan, mut room) = (*plan, *room);
        room[post] -= 1;
        plan.load[post] -= 1;
        plan.by[target] = NOBODY;
        let mut tried = 0u128;
        self.augment(&mut plan, &room, target, &mut tried)
    }

    /// 9-r1: can the duty still be done in full after an attack on `target` by units spent from these hexes, and from which
    /// hexes may one more duty unit join? `owed` is what could be done before the attack.
    pub fn after(&self, target: Hex, spent: &[(Hex, u8)], owed: u8) -> Remainder {
        let (plan, found, room) = self.plan(target, spent);
        let found = found + u8::from(self.must(target));
        let mut spare = Set::EMPTY;
        for (i, post) in self.posts.iter().enumerate() {
            if room[i] == 0 {
                continue;
            }
            let fine = found > owed || (found == owed && self.can_spare(&plan, &room, i));
            if fine {
                spare.insert(post.hex.index());
            }
        }
        Remainder { done: found >= owed, spare }
    }
}

/// What an attack leaves of the duty.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    /// Can the rest still be done in full?
    pub done: bool,
    /// Hexes from which one more duty unit may join the attack.
    pub spare: Set,
}

#[cfg(test)]
mod tests {
    use super::*;
    use frente_engine::Rng;

    /// A small front: posts of one to three units that see some of the enemy's hexes.
    fn front(rng: &mut Rng) -> Duty {
        let mut duty = Duty::none();
        let (posts, targets) = (1 + rng.below(5), 1 + rng.below(6));
        duty.targets.extend((0..targets).map(|t| Hex::at(100 + t)));
        duty.must = (rng.below(1 << targets) | rng.below(1 << targets)) as u128;
        for i in 0..posts {
            let near = (rng.below(1 << targets) & rng.below(1 << targets)) as u128;
            duty.posts.push(Post { hex: Hex::at(i), units: 1 + rng.below(3) as u8, near });
        }
        duty
    }

    /// The most duty hexes that can be attacked, by trying everything.
    fn by_trial(duty: &Duty, without: Hex, room: &mut [u8], target: usize) -> u8 {
        if target == duty.targets.len() {
            return 0;
        }
        let mut best = by_trial(duty, without, room, target + 1);
        if duty.must >> target & 1 != 0 && duty.targets[target] != without {
            for (i, post) in duty.posts.iter().enumerate() {
                if post.near >> target & 1 != 0 && room[i] > 0 {
                    room[i] -= 1;
                    best = best.max(1 + by_trial(duty, without, room, target + 1));
                    room[i] += 1;
                }
            }
        }
        best
    }

    #[test]
    fn matching_agrees_with_trying_everything() {
        let mut rng = Rng::new(9);
        let mut refused = 0;
        for _ in 0..4000 {
            let duty = front(&mut rng);
            let full: Vec<u8> = duty.posts.iter().map(|q| q.units).collect();
            let owed = duty.most();
            assert_eq!(owed, by_trial(&duty, Hex::NONE, &mut full.clone(), 0), "{duty:?}");

            let target = duty.targets[rng.below(duty.targets.len())];
            let spent: Vec<(Hex, u8)> =
                duty.posts.iter().map(|q| (q.hex, rng.below(usize::from(q.units) + 1) as u8)).collect();
            let mut room: Vec<u8> = full.iter().zip(&spent).map(|(n, (_, gone))| n - gone).collect();
            let attacked = u8::from(duty.must(target));
            let rest = duty.after(target, &spent, owed);
            let done = by_trial(&duty, target, &mut room, 0) + attacked >= owed;
            assert_eq!(rest.done, done, "{duty:?} {target:?} {spent:?}");
            for i in 0..room.len() {
                let fine = room[i] > 0 && {
                    room[i] -= 1;
                    let still = by_trial(&duty, target, &mut room, 0) + attacked >= owed;
                    room[i] += 1;
                    still
                };
                refused += u32::from(room[i] > 0 && !fine);
                assert_eq!(rest.spare.has(i), fine, "post {i} of {duty:?} {target:?} {spent:?}");
            }
        }
        assert!(refused > 100, "too few fronts where somebody is needed elsewhere: {refused}");
    }
}
