//! How good a position is, for computer players that look one decision deep.
//!
//! Four things count: what the scenario asks for, strength on the map, supply, and how near strength stands to what is still to be
//! taken or held. Actions whose worth shows only later (an attack named, a unit taken in hand, a marker placed) add what
//! the table promises: the expected value of the fight, or the best place the unit can reach.

mod threat;

use crate::Aragon;
use crate::action::Action;
use crate::book::{Outcome, Victory};
use crate::frame::Frame;
use crate::ids::{Class, Set, Unit};
use crate::position::{Fight, FightKind, Position, Public};
use frente_board::{Dir, Hex};
use frente_engine::game::POINTLESS;
use frente_engine::{Judged, Side};

/// A town or road hex that counts for victory.
const OBJECTIVE: i32 = 400;
/// The city that decides the game.
const CITY: i32 = 3000;
/// One point of printed strength on the map.
const STRENGTH: i32 = 14;
/// A unit out of supply loses so much of each point.
const CUT_OFF: i32 = 3;
/// One hex nearer to something to be taken, for one point of attack.
const NEARER: i32 = 2;
/// Standing on something that must not be lost, for one point of defence.
const GUARD: i32 = 5;
/// One point of a support marker kept for later.
const MARKER: i32 = 9;
/// A fortification lost.
const FORT: i32 = 60;
/// A hex beyond reach of any count.
const FAR: i32 = 12;

/// What each side is after.
struct Aims {
    /// Hexes that count, and what each is worth.
    hexes: Set,
    worth: i32,
    /// The one hex that counts most.
    city: Hex,
}

impl Judged for Aragon {
    fn judge(&self, position: &Position, side: Side) -> i32 {
        let p = &position.public;
        let balance =
            self.aims_held(p) + self.strength(p, Side::Republican) - self.strength(p, Side::Nationalist);
        let hands = MARKER * (i32::from(p.hand[Side::Republican]) - i32::from(p.hand[Side::Nationalist]));
        let total = balance + hands;
        if side == Side::Republican { total } else { -total }
    }

    fn outlook(&self, position: &Position, side: Side) -> i32 {
        let threats = self.threats(&position.public);
        self.judge(position, side) + if side == Side::Republican { threats } else { -threats }
    }

    fn promise(&self, position: &Position, action: Action) -> i32 {
        let p = &position.public;
        match (p.stack.top(), action) {
            (Frame::Movement { .. }, Action::Pick(unit)) => self.best_move(p, unit),
            // Stopping leads to the same, and a way through one's own troops is listed as one move.
            (Frame::Moving(_), Action::Pick(_) | Action::End) => POINTLESS,
            (Frame::Moving(march), Action::Go { path, .. }) if self.passes(p, &march, path) => POINTLESS,
            (Frame::Combat { .. }, Action::Attack(target)) => self.best_attack(p, target),
            (Frame::Declare { .. }, Action::Join(unit)) => {
                let mut with = *p;
                self.join(&mut with, unit);
                self.fight_worth(&with, &with.fight, 0, 0)
            }
            (Frame::Declare { .. }, Action::Declare) => self.fight_worth(p, &p.fight, 0, 0),
            (Frame::Support(step), Action::Place(class)) => {
                self.marker_worth(position, self.supporter(p.active, step), class)
            }
            (Frame::Bombardment, Action::Bombard(target)) => self.best_bombardment(position, target),
            (Frame::Aim, Action::Place(class)) => self.marker_worth(position, p.active, class),
            (Frame::Rebuild, Action::Recruit) => 3 * STRENGTH,
            (Frame::Advance, Action::Advance { .. }) => 1,
            _ => 0,
        }
    }
}

impl Aragon {
    fn aims(&self) -> Aims {
        let ground = &self.book.ground;
        match &self.book.scenario.victory {
            Victory::Towns { sudden, .. } => Aims { hexes: ground.towns, worth: OBJECTIVE, city: *sudden },
            Victory::City { hex } => Aims { hexes: Set::one(hex.index()), worth: CITY, city: *hex },
            Victory::Road { road, .. } => Aims { hexes: *road, worth: OBJECTIVE, city: Hex::NONE },
        }
    }

    /// What the Republic holds of what counts, less what the Nationalists hold.
    fn aims_held(&self, p: &Public) -> i32 {
        let aims = self.aims();
        let republican = (aims.hexes & p.control).len() as i32;
        let nationalist = (aims.hexes - p.control).len() as i32;
        let mut worth = aims.worth * (republican - nationalist) / 2;
        if let Victory::City { hex } = self.book.scenario.victory {
            // 19.0d: occupation in supply decides, not control.
            worth += match p.unit_in(hex).map(|u| self.book.side(u)) {
                Some(side) => {
                    let held = if self.supplied(p, side).has(hex.index()) { CITY } else { CITY / 2 };
                    if side == Side::Republican { held } else { -held }
                }
                None => 0,
            };
        }
        worth
    }

    /// A side's strength on the map, with its supply and its place.
    fn strength(&self, p: &Public, side: Side) -> i32 {
        let aims = self.aims();
        let supplied = self.supplied(p, side);
        let owned = if side == Side::Republican { p.control } else { self.book.ground.map.all() - p.control };
        let wanted = aims.hexes - owned;
        let mut sum = 0;
        for i in p.derived.occupied[side] {
            let hex = Hex::at(i);
            let Some(unit) = p.unit_in(hex) else { continue };
            let face = self.face(p, unit);
            let points = i32::from(face.attack) + i32::from(face.defence);
            sum += points * STRENGTH;
            if !supplied.has(i) {
                sum -= points * CUT_OFF;
            }
            sum += self.place_worth(p, side, unit, hex, &aims, &wanted);
            if p.forts.has(i) {
                sum += FORT;
            }
        }
        sum
    }

    /// What a unit is worth by where it stands: near what is to be taken, on what is to be held.
    fn place_worth(&self, p: &Public, side: Side, unit: Unit, hex: Hex, aims: &Aims, wanted: &Set) -> i32 {
        let face = self.face(p, unit);
        let map = &self.book.ground.map;
        let near = wanted.iter().map(|h| i32::from(map.distance(hex, Hex::at(h)))).min();
        let mut worth = near.map_or(0, |d| (FAR - d).max(0) * NEARER * i32::from(face.attack));
        if aims.city != Hex::NONE {
            let d = i32::from(map.distance(hex, aims.city));
            worth += (FAR - d).max(0) * i32::from(face.attack);
        }
        if aims.hexes.has(hex.index()) {
            let threatened = p.derived.zone[side.other()].has(hex.index());
            worth += GUARD * i32::from(face.defence) * if threatened { 2 } else { 1 };
        }
        worth
    }

    /// The best that a unit can gain by moving.
    fn best_move(&self, p: &Public, unit: Unit) -> i32 {
        let side = self.book.side(unit);
        let aims = self.aims();
        let owned = if side == Side::Republican { p.control } else { self.book.ground.map.all() - p.control };
        let wanted = aims.hexes - owned;
        let Some(from) = p.hex(unit) else { return OBJECTIVE };
        let mover = self.mover(p, unit);
        let here = self.place_worth(p, side, unit, from, &aims, &wanted);
        let range = self.range(p, &mover, from, mover.allowance);
        let gain = |h: usize| {
            let hex = Hex::at(h);
            let taken = if wanted.has(h) { aims.worth } else { 0 };
            let left =
                if aims.hexes.has(from.index()) && p.in_enemy_zone(side, from) { aims.worth / 2 } else { 0 };
            self.place_worth(p, side, unit, hex, &aims, &wanted) + taken - left - here
        };
        range.found().iter().filter(|h| p.vacant(Hex::at(*h))).map(gain).max().unwrap_or(0)
    }

    /// The expected worth of a fight for the side to which it belongs, with so much added by markers.
    fn fight_worth(&self, p: &Public, fight: &Fight, attack: u8, defence: u8) -> i32 {
        let mut fight = *fight;
        let sum = self.reckon(p, &fight, |_| {});
        (fight.attack, fight.defence, fight.line, fight.die) = (sum.attack, sum.defence, sum.line, sum.die);
        let column = self.column(&fight, attack, defence);
        (1..=6).map(|die| self.result_worth(p, &fight, self.result(&fight, column, die))).sum::<i32>() / 6
    }

    /// What a result is worth to the attacker.
    fn result_worth(&self, p: &Public, fight: &Fight, result: Outcome) -> i32 {
        let step = |unit: Unit| {
            let face = self.face(p, unit);
            STRENGTH * (i32::from(face.attack) + i32::from(face.defence)) / 2 + STRENGTH / 2
        };
        let cheapest = fight.attackers().map(step).min().unwrap_or(0);
        let fort = p.forts.has(fight.target.index());
        let aims = self.aims();
        let ground =
            if aims.hexes.has(fight.target.index()) { aims.worth.min(CITY / 2) } else { STRENGTH * 2 };
        let ground = if fight.kind == FightKind::Bombardment { 0 } else { ground };
        match result {
            Outcome::De if fort => FORT,
            Outcome::De => 2 * step(fight.defender) + ground / 2,
            Outcome::D(_) if fort => 0,
            Outcome::D(n) => step(fight.defender) * 2 / 3 + ground * 2 / 3 + i32::from(n),
            Outcome::Ex if fort => FORT / 2 - cheapest,
            Outcome::Ex => step(fight.defender) - cheapest,
            Outcome::Nothing => 0,
            Outcome::A(n) => -STRENGTH * i32::from(n) / 2,
            Outcome::Loss => -cheapest,
            Outcome::Ae => -2 * fight.attackers().map(step).sum::<i32>(),
        }
    }

    /// An attack with everybody who may join.
    fn best_attack(&self, p: &Public, target: Hex) -> i32 {
        let mobile = matches!(p.stack.top(), Frame::Combat { mobile: true });
        let Some(defender) = p.unit_in(target) else { return 0 };
        let mut fight = Fight::new(FightKind::Attack, target, defender);
        for dir in Dir::ALL {
            let hex = self.book.ground.map.neighbour(target, dir);
            let unit = hex.some().and_then(|h| p.unit_in(h));
            if let Some(unit) = unit.filter(|u| self.may_join(p, *u, target, mobile).is_ok()) {
                fight.attackers[dir.index()] = unit;
            }
        }
        self.fight_worth(p, &fight, 0, 0)
    }

    /// What one more marker of the side is worth on the combat at hand, beyond keeping it.
    fn marker_worth(&self, position: &Position, side: Side, class: Class) -> i32 {
        let p = &position.public;
        let value = |s: Side| {
            let placed = position.secret[s].placed.iter().flatten();
            placed.map(|c| self.marker_value(p, &p.fight, s, *c)).sum::<u8>()
        };
        let more = self.marker_value(p, &p.fight, side, class);
        // The enemy's markers on the table are face down: only one's own are counted.
        let own = value(side);
        let (before, after) = if side == p.active {
            (self.fight_worth(p, &p.fight, own, 0), self.fight_worth(p, &p.fight, own + more, 0))
        } else {
            (-self.fight_worth(p, &p.fight, 0, own), -self.fight_worth(p, &p.fight, 0, own + more))
        };
        // Placing takes the marker out of the hand, which the judgement has already charged.
        after - before - MARKER * i32::from(self.book.marker(side, class).value) / 2
    }

    /// A bombardment with the two best markers that reach.
    fn best_bombardment(&self, position: &Position, target: Hex) -> i32 {
        let p = &position.public;
        let Some(defender) = p.unit_in(target) else { return 0 };
        let fight = Fight::new(FightKind::Bombardment, target, defender);
        let mut best = [0u8; 2];
        let secret = &position.secret[p.active];
        for class in Class::all().filter(|c| secret.hand[c.index()] > 0) {
            if self.may_aim(p, secret, target, class).is_ok() {
                let value = self.marker_value(p, &fight, p.active, class);
                for _ in 0..secret.hand[class.index()].min(2) {
                    if value > best[0] {
                        best = [value, best[0]];
                    } else if value > best[1] {
                        best[1] = value;
                    }
                }
            }
        }
        let spent = MARKER * i32::from(best[0] + best[1]);
        self.fight_worth(p, &fight, best[0] + best[1], 0) - spent - 2 * MARKER
    }
}
