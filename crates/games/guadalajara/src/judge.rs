//! How good a position is, for computer players that look one decision deep.
//!
//! What counts: the towns of x8 and the strength that left by the highway; strength on the map; how near it stands to what
//! is still to be taken, or to be held; leaders near their troops. Actions whose worth shows only later (a unit taken up,
//! an attack named, an air point assigned) add what the tables promise.

use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::{OBJECTIVES, QUARTERS, Unit, Units};
use crate::position::Position;
use crate::position::fight::Fight;
use frente_board::Hex;
use frente_engine::{Judged, Side};

/// A town that scores.
const TOWN: i32 = 30_000;
/// A town of one's own with a combat unit in it.
const GUARD: i32 = 4_000;
/// A victory point for strength that left the map.
const EXIT: i32 = 400;
/// A point of strength on the map.
const STRENGTH: i32 = 60;
/// A point of strength one movement point nearer to its aim.
const NEARER: i32 = 2;
/// No aim is farther than this many movement points.
const FAR: i32 = 60;
/// A point of strength one hex too far from its leader, and beyond which distance.
const STRAY: i32 = 1;
const LEASH: i32 = 5;
/// What a leader weighs: he is to lead the way, and to stay near his own superior.
const LEADER: i32 = 15;
/// A leader on the map.
const LEADER_ALIVE: i32 = 300;
/// A point out of supply.
const UNSUPPLIED: i32 = 6;
/// A reinforcement brought on.
const ENTRY: i32 = 2_000;
/// A retreat forced on the enemy, or on oneself.
const RETREAT: i32 = 60;

impl Judged for Guadalajara {
    fn judge(&self, p: &Position, side: Side) -> i32 {
        let book = &self.book;
        let towns: i32 = (0..OBJECTIVES).map(|i| sign(book.holder(p, i)) * TOWN).sum();
        let total = towns + EXIT * i32::from(p.exit_points) + book.worth(p, Side::Nationalist)
            - book.worth(p, Side::Republican);
        sign(side) * total
    }

    fn promise(&self, p: &Position, action: Action) -> i32 {
        let book = &self.book;
        match (p.stack.top(), action) {
            (Frame::Movement, Action::Pick(unit)) if p.hex(unit).is_some() => book.best_move(p, unit),
            (Frame::Movement, Action::Pick(_)) => ENTRY,
            (Frame::Combat, Action::Attack(target)) => book.attack_promise(p, target),
            (Frame::Declare, Action::Join(unit)) => {
                let mut with = *p;
                book.join(&mut with, unit, &mut ());
                book.prepared(&with).map_or(0, |p| book.fight_worth(&p))
            }
            (Frame::Declare, Action::Declare) => book.prepared(p).map_or(0, |p| book.fight_worth(&p)),
            (Frame::DefensiveFire, Action::Join(unit)) => {
                let mut with = *p;
                with.fight.support.insert(unit.index());
                -book.fight_worth(&with)
            }
            (Frame::DefensiveFire, Action::Declare) => -book.fight_worth(p) - 1,
            (Frame::Retire(side), Action::Stand) => sign(side) * sign(p.fight.attacker) * book.fight_worth(p),
            (Frame::Bombard(side), Action::Bomb(hex)) => book.bomb_promise(p, side, hex),
            (Frame::AirAttack, Action::Air(hex)) => book.air_promise(p, p.active, hex),
            (Frame::AirDefence, Action::Air(hex)) => book.air_promise(p, p.active.other(), hex),
            (Frame::Advance(_), Action::Advance(..)) => 1,
            _ => 0,
        }
    }
}

fn sign(side: Side) -> i32 {
    if side == Side::Nationalist { 1 } else { -1 }
}

impl Book {
    /// A side's strength, its places and its leaders.
    fn worth(&self, p: &Position, side: Side) -> i32 {
        let wanted = self.wanted(p, side);
        let mut sum = 0;
        for unit in (self.of[side] - self.leaders - p.out()).iter().map(Unit::at) {
            let hex = p.hex(unit);
            if !hex.is_some() {
                continue;
            }
            let strength = i32::from(self.strength(p, unit));
            sum += strength * (STRENGTH + self.place_worth(unit, hex, &wanted));
            sum -= self.stray(p, unit, hex, strength);
            if p.unsupplied.has(unit.index()) {
                sum -= UNSUPPLIED * strength;
            }
        }
        for leader in (self.leaders & self.of[side]).iter().map(Unit::at).filter(|l| p.hex(*l).is_some()) {
            let hex = p.hex(leader);
            sum += LEADER_ALIVE + LEADER * self.place_worth(leader, hex, &wanted)
                - self.stray(p, leader, hex, LEADER);
        }
        for (i, hex) in self.objectives.iter().enumerate() {
            if self.holder(p, i) == side && p.derived.occupied[side].has(hex.index()) {
                sum += GUARD;
            }
        }
        sum
    }

    /// Which aims a side goes for: the towns it does not hold and, when it holds all, the Nationalists' exit; the
    /// Republicans' own towns, when nothing is lost.
    fn wanted(&self, p: &Position, side: Side) -> [bool; OBJECTIVES + 1] {
        let mut wanted = [false; OBJECTIVES + 1];
        for (i, aim) in wanted.iter_mut().take(OBJECTIVES).enumerate() {
            *aim = self.holder(p, i) != side;
        }
        if !wanted.contains(&true) {
            match side {
                Side::Nationalist => wanted[OBJECTIVES] = true,
                Side::Republican => wanted = [true, true, true, false],
            }
        }
        wanted
    }

    /// How near a hex is to the nearest aim, by the cheapest way.
    fn place_worth(&self, unit: Unit, hex: Hex, wanted: &[bool; OBJECTIVES + 1]) -> i32 {
        let motorised = usize::from(self.counter(unit).motorised);
        let aims = &self.ground.aims[motorised];
        let far = (0..=OBJECTIVES).filter(|i| wanted[*i]).map(|i| aims[i][hex.index()]).min().unwrap_or(0);
        NEARER * (FAR - i32::from(far) / i32::from(QUARTERS)).max(0)
    }

    /// What a counter loses by being far from its leader.
    fn stray(&self, p: &Position, unit: Unit, hex: Hex, weight: i32) -> i32 {
        let Some(leader) = self.counter(unit).leader else { return 0 };
        let at = p.hex(leader);
        if !at.is_some() {
            return 0;
        }
        STRAY * weight * (i32::from(self.map().distance(hex, at)) - LEASH).max(0)
    }

    /// What the best move of a counter gains; a unit that gains nothing is better left alone.
    fn best_move(&self, p: &Position, unit: Unit) -> i32 {
        let side = self.side(unit);
        let from = p.hex(unit);
        let wanted = self.wanted(p, side);
        let leads = self.leads(unit);
        let value = |hex: Hex| {
            let strength = if leads { LEADER } else { i32::from(self.strength(p, unit)) };
            let place = strength * self.place_worth(unit, hex, &wanted);
            let taken = self.objectives.iter().position(|h| *h == hex && !leads);
            let taken = taken.map_or(0, |i| if self.holder(p, i) == side { 0 } else { TOWN });
            place + taken + self.troops(p, unit, hex) - self.stray(p, unit, hex, strength)
        };
        let here = value(from) + self.guards(p, unit, from);
        let best = self.with_ways(p, unit, self.allowance(p, unit), true, |ways| {
            let ends = ways.found().iter().filter(|w| self.may_end(p, unit, w.hex).is_ok());
            ends.map(|w| value(w.hex)).max()
        });
        let best = best.unwrap_or(i32::MIN / 2).max(self.exit_gain(p, unit, here));
        if best > here || self.withdraws(p, unit) { (best - here).max(1) } else { -1 }
    }

    /// A leader's troops count for his place.
    fn troops(&self, p: &Position, leader: Unit, hex: Hex) -> i32 {
        if !self.leads(leader) {
            return 0;
        }
        let mine = (0..self.counters.len()).map(Unit::at).filter(|u| self.counter(*u).leader == Some(leader));
        mine.filter(|u| p.hex(*u).is_some())
            .map(|u| {
                let weight = i32::from(self.strength(p, u)).max(LEADER);
                let far = i32::from(self.map().distance(p.hex(u), hex));
                -STRAY * weight * (far - LEASH).max(0)
            })
            .sum()
    }

    /// What a unit that alone guards a town would give up by leaving.
    fn guards(&self, p: &Position, unit: Unit, hex: Hex) -> i32 {
        let guard = self.objective_set.has(hex.index())
            && !self.leads(unit)
            && p.stack_at(hex).filter(|u| !self.leads(*u)).count() == 1;
        if guard { GUARD } else { 0 }
    }

    /// What leaving the map from here would gain over staying.
    fn exit_gain(&self, p: &Position, unit: Unit, here: i32) -> i32 {
        let hex = p.hex(unit);
        let points = i32::from(self.exit_points(p, unit, hex));
        if points == 0 {
            return i32::MIN / 2;
        }
        here + points * (EXIT - STRENGTH - NEARER * FAR)
    }

    /// What the table promises the attacker of the combat at hand.
    fn fight_worth(&self, p: &Position) -> i32 {
        if self.called_off(p) || (p.fight.attackers().is_empty() && !p.fight.bombardment) {
            return 0;
        }
        let tally = self.tally(p, |_| {});
        let bear =
            |units: &Units| units.iter().map(|u| i32::from(self.strength(p, Unit::at(u)))).sum::<i32>();
        let (mine, theirs) = (bear(&p.fight.near), bear(&p.fight.defenders));
        let town = self.objective_set.has(p.fight.target.index());
        let sum: i32 = (1..=crate::book::tables::DIE as u8)
            .map(|die| {
                let o = self.tables.crt.cell(tally.column, self.row(p, die));
                let hits = i32::from(o.defender).min(theirs) - i32::from(o.attacker).min(mine);
                let gone = o.defender_retreats || i32::from(o.defender) >= theirs;
                let prize = if town && gone && mine > 0 { TOWN / 4 } else { 0 };
                let loss = if o.attacker_retreats && mine > 0 { RETREAT } else { 0 };
                STRENGTH * hits + prize - loss + if o.defender_retreats { RETREAT } else { 0 }
            })
            .sum();
        sum / crate::book::tables::DIE as i32
    }

    /// The combat against a hex if every neighbour of it that can attack did.
    fn all_out(&self, p: &Position, target: Hex) -> Position {
        let mut q = *p;
        let side = p.active;
        q.fight = Fight { target, attacker: side, defenders: self.unstruck(p, target), ..Fight::NONE };
        for hex in self.map().near(target).iter().filter(|h| p.derived.occupied[side].has(*h)) {
            for unit in p.stack_at(Hex::at(hex)).filter(|u| !self.leads(*u)) {
                if !p.fought.has(unit.index()) && !p.uncommanded.has(unit.index()) {
                    q.fight.near.insert(unit.index());
                }
            }
        }
        q.fight.adjacent = !q.fight.near.is_empty();
        q.fight.air[side] = p.air_attack().on(target);
        q.fight.air[side.other()] = p.air_defence().on(target);
        q
    }

    /// What naming a target promises.
    fn attack_promise(&self, p: &Position, target: Hex) -> i32 {
        let q = self.all_out(p, target);
        if q.fight.near.is_empty() {
            // Guns alone: a little harm for nothing.
            return 1;
        }
        self.fight_worth(&q)
    }

    /// What one more point on a hex promises, if as many follow as may.
    fn bomb_promise(&self, p: &Position, side: Side, hex: Hex) -> i32 {
        let mut q = *p;
        q.fight = Fight { target: hex, bombardment: true, attacker: side, ..Fight::NONE };
        q.fight.defenders = self.unstruck(p, hex);
        let lying = p.assigned[side].on(hex);
        q.fight.air[side] = (lying + p.air[side]).min(self.tables.air.bombardment_max);
        self.fight_worth(&q) + i32::from(lying) * RETREAT - RETREAT / 2
    }

    /// What one more point changes in the combat that a hex may expect.
    fn air_promise(&self, p: &Position, side: Side, hex: Hex) -> i32 {
        let mut q = self.all_out(p, hex);
        if q.fight.near.is_empty() {
            return -1;
        }
        let before = self.fight_worth(&q);
        q.fight.air[side] += 1;
        let change = self.fight_worth(&q) - before;
        1 + if side == p.active { change } else { -change }
    }
}
