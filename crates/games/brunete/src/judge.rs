//! How good a position is, for computer players: objectives first, then strength, then who stands nearer to what matters.

use crate::Brunete;
use crate::action::Action;
use crate::data::book::COLUMNS;
use crate::data::{Colour, Victory};
use crate::frame::{Frame, Mode};
use crate::ids::{Set, Unit, each};
use crate::position::{Commit, MadridBox, Place, Position, Public, Resource, Role};
use crate::victory::VERTICES;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::{Judged, PerSide, Side};

/// A victory point, in the hundredths that the judge counts.
const POINT: i32 = 3000;
/// A combat factor.
const FACTOR: i32 = 20;
/// One hex nearer to what a side wants.
const STEP: i32 = 6;

/// A hex within reach of Republican supply: open roads are what holds far objectives.
const SUPPLIED: i32 = 4;
/// More than any distance on the map.
const FAR: i32 = 40;
/// An objective with this much more than it needs around it draws nobody else.
const CROWD: i32 = 10 * STEP;

/// Objectives that draw a side: index among the aims of the book, and what each is worth at distance 0.
type Goals = ArrayVec<(u8, i32), 16>;

/// What each side is drawn to.
struct Wants {
    goals: PerSide<Goals>,
    /// Objectives under Republican control.
    held: Set,
    /// Hexes from which the Republic can trace supply.
    supplied: i32,
}

impl Brunete {
    /// The Republic wants the objectives it has neither earned nor under control, and of the yellow ones only the drawn one once
    /// it is known; the Nationalist those it has lost or may lose.
    fn wants(&self, p: &Public, drawn: Option<u8>) -> Wants {
        let net = self.supplied(p, Side::Republican);
        let mut held = Set::EMPTY;
        let mut goals: PerSide<Goals> = PerSide::new(Goals::new(), Goals::new());
        for (i, &hex) in self.book.aims.iter().enumerate() {
            let town = self.book.objectives.get(i);
            let earned = if town.is_some() { p.earned >> i & 1 != 0 } else { p.earned & VERTICES != 0 };
            let ours = self.controls(p, Side::Republican, hex, &net);
            if ours {
                held.insert(hex.index());
            }
            let purple = town.is_some_and(|o| o.colour == Colour::Purple);
            let idle = drawn.is_some_and(|d| usize::from(d) != i) && !purple;
            if earned {
                continue;
            }
            if !ours && !idle {
                let extra = if drawn == Some(i as u8) { 2 * CROWD } else { 0 };
                goals[Side::Republican].push((i as u8, self.pull(p, Side::Republican, hex) + extra));
            }
            let mut around = *self.book.map.near(hex);
            around.insert(hex.index());
            if ours || around.meets(&p.derived.zoc[Side::Republican]) {
                goals[Side::Nationalist].push((i as u8, self.pull(p, Side::Nationalist, hex)));
            }
        }
        for side in Side::BOTH {
            if goals[side].is_empty() {
                goals[side].extend((0..self.book.objectives.len()).map(|i| (i as u8, FAR * STEP)));
            }
        }
        Wants { goals, held, supplied: net.len() as i32 }
    }

    /// What an objective is worth to a unit that stands in it: less once enough friends are there.
    fn pull(&self, p: &Public, side: Side, hex: Hex) -> i32 {
        let (mut friends, mut enemies) = (0, 0);
        let mut count = |h: Hex, inside: bool| {
            for u in p.in_hex(h) {
                let info = self.book.unit(u);
                let factor = i32::from(info.defence[p.face(u)]);
                match info.side == side {
                    true => friends += factor,
                    false if inside => enemies += factor,
                    false => {}
                }
            }
        };
        count(hex, true);
        for (_, h) in self.book.map.around(hex) {
            count(h, false);
        }
        let enough = 8 + 4 * enemies;
        FAR * STEP - if friends >= enough { CROWD } else { 0 }
    }

    /// How near a hex is to what draws the side.
    fn nearness(&self, hex: Hex, goals: &Goals) -> i32 {
        let far = |g: u8| i32::from(self.book.aim_distance[usize::from(g)][hex.index()]);
        let worth = |&(g, w): &(u8, i32)| w - STEP * far(g);
        goals.iter().map(worth).max().unwrap_or(0)
    }

    /// Objective points as things stand, for the Republic.
    fn objective_value(&self, p: &Public, held: &Set) -> i32 {
        let mut value = 0;
        for (i, o) in self.book.objectives.iter().enumerate() {
            let counted = p.earned >> i & 1 != 0;
            if counted {
                value += POINT * i32::from(o.points);
            } else if held.has(o.hex.index()) {
                value += POINT * i32::from(o.points) * 4 / 5;
            }
        }
        let vertices = self.book.vertices.iter().filter(|h| held.has(*h)).count() as i32;
        value += if p.earned & VERTICES != 0 { POINT } else { vertices * POINT / 4 };
        value
    }

    fn strength(&self, p: &Public, side: Side) -> i32 {
        let mut total = 0;
        for u in each(self.book.of_side[side]) {
            let info = self.book.unit(u);
            let factor = i32::from(info.defence[p.face(u)].max(info.attack[p.face(u)]));
            total += match p.place[u.index()] {
                Place::On(_) if p.unsupplied.has(u.index()) => factor * FACTOR / 2,
                Place::On(_) | Place::Beside(_) | Place::Exited(_) | Place::Due(_) | Place::Reserve => {
                    factor * FACTOR
                }
                Place::Recoverable => factor * FACTOR / 5,
                Place::Final | Place::Out => 0,
            };
        }
        total
    }

    /// How well a unit stands where it is.
    fn standing_value(&self, p: &Public, unit: Unit, hex: Hex, wants: &Wants) -> i32 {
        let info = self.book.unit(unit);
        let near = self.nearness(hex, &wants.goals[info.side]);
        let purple = self.book.purple().any(|o| o.hex == hex);
        let alone = purple && p.in_hex(hex).all(|u| u == unit);
        near + if alone { POINT / 4 } else { 0 }
    }

    /// The value for the Republic.
    fn republican_value(&self, p: &Position) -> i32 {
        let q = &p.public;
        if let Some(ending) = Self::ended(q) {
            return match self.verdict(ending).winner {
                Some(Side::Republican) => 1_000_000,
                Some(Side::Nationalist) => -1_000_000,
                None => 0,
            };
        }
        let wants = self.wants(q, p.secret[Side::Republican].objective);
        let mut value = self.objective_value(q, &wants.held) + SUPPLIED * wants.supplied;
        value += self.strength(q, Side::Republican) - self.strength(q, Side::Nationalist);
        for side in Side::BOTH {
            let mut here = 0;
            for u in each(self.book.of_side[side]) {
                match q.place[u.index()] {
                    Place::On(hex) => here += self.standing_value(q, u, hex, &wants),
                    Place::Beside(hex) => here += self.nearness(hex, &wants.goals[side]) / 2,
                    _ => {}
                }
            }
            here += i32::from(q.command[side]) * 30;
            here += i32::from(q.artillery[side].available + q.aviation[side].available) * 40;
            value += if side == Side::Republican { here } else { -here };
        }
        value += match q.madrid.at {
            MadridBox::Madrid => 0,
            MadridBox::Carabanchel => 60,
            MadridBox::Asylum => 160,
        };
        if self.scenario.victory == Victory::Offensive
            && let Some(i) = p.secret[Side::Republican].objective
        {
            let hex = self.book.objectives[usize::from(i)].hex;
            value += if wants.held.has(hex.index()) { 2 * POINT } else { 0 };
            value += if q.empty_of(Side::Republican, hex) { 0 } else { POINT / 2 };
        }
        value
    }

    /// What an attack in this column promises its attacker, in the judge's hundredths.
    fn column_value(&self, p: &Public, column: usize) -> i32 {
        let f = &p.fight;
        let average = |units: crate::ids::Units, attack: bool| -> i32 {
            let (mut sum, mut steps) = (0, 0);
            for u in each(units) {
                let info = self.book.unit(u);
                let factor = if attack { info.attack[0] } else { info.defence[0] };
                sum += i32::from(factor);
                steps += if info.two_steps { 2 } else { 1 };
            }
            if steps == 0 { 0 } else { sum * FACTOR / steps }
        };
        // Near the end losses hardly matter any more, and ground does.
        let left = i32::from(self.scenario.turns.saturating_sub(p.turn)).min(3) + 1;
        let (mine, theirs) = (average(f.attackers, true) * left / 4, average(f.defenders, false));
        let prize = self.prize(f.target);
        let defenders: i32 = each(f.defenders).map(|u| i32::from(p.steps(&self.book, u))).sum();
        let mut total = 0;
        for die in 1..=6 {
            let o = self.outcome(column, die);
            let lost = i32::from(o.defender).min(defenders);
            let vacated = o.retreat > 0 || lost >= defenders;
            let stays = o.stubborn && self.book.defence[f.target.index()] > 0;
            let taken = if vacated { if stays { prize * 2 / 3 } else { prize } } else { 0 };
            total += lost * theirs + taken - i32::from(o.attacker) * mine;
        }
        total / 6
    }

    /// What driving the defenders out of a hex is worth besides their losses.
    fn prize(&self, hex: Hex) -> i32 {
        let town =
            self.book.objectives.iter().find(|o| o.hex == hex).map_or(0, |o| i32::from(o.points) * POINT);
        let vertex = if self.book.vertices.has(hex.index()) { POINT / 4 } else { 0 };
        let far = self
            .book
            .objectives
            .iter()
            .map(|o| i32::from(self.book.map.distance(hex, o.hex)))
            .min()
            .unwrap_or(FAR);
        town * 3 / 4 + vertex + (12 - far).max(0) * STEP
    }

    fn attack_value(&self, p: &Public) -> i32 {
        self.column_value(p, self.sum(p).column()) - if self.is_joint(p.fight.attackers) { 60 } else { 0 }
    }

    /// The best attack that could be made on a hex, with everybody who can join.
    fn best_attack(&self, p: &Public, side: Side, hex: Hex) -> i32 {
        let mut q = *p;
        self.apply_attack(&mut q, hex);
        let mut best = i32::MIN;
        loop {
            let mut joins = Vec::new();
            self.list_declare(&q, &mut joins);
            let next = joins
                .into_iter()
                .filter_map(|a| if let Action::Join(u) = a { Some(u) } else { None })
                .max_by_key(|u| (self.attack_factor(&q, *u, hex), self.book.unit(*u).shift));
            let Some(unit) = next else { break };
            q.fight.attackers.insert(unit.index());
            if self.may_declare(&q).is_ok() {
                best = best.max(self.attack_value(&q));
            }
        }
        debug_assert_eq!(q.fight.attacker, side);
        best
    }

    fn pick_value(&self, position: &Position, unit: Unit, mode: Mode, left: u8) -> i32 {
        let p = &position.public;
        let wants = self.wants(p, position.secret[Side::Republican].objective);
        let points = self.points_now(p, unit, mode, left);
        let m = self.mover(p, unit, points);
        let going = self.setting_out(p, unit, mode);
        let here =
            p.at(unit).map_or(0, |h| self.standing_value(p, unit, h, &wants) + self.leaving(p, unit, h));
        let mut best = i32::MIN;
        for start in self.starts(p, unit) {
            self.goals(p, &m, start, going, |g| {
                let town = self.worth_taking(p, m.side, g.hex, &wants);
                best = best.max(self.standing_value(p, unit, g.hex, &wants) + town);
            });
        }
        best.saturating_sub(here)
    }

    /// The last unit in an objective should stay.
    fn leaving(&self, p: &Public, unit: Unit, hex: Hex) -> i32 {
        let objective =
            self.book.objectives.iter().any(|o| o.hex == hex) || self.book.vertices.has(hex.index());
        let alone = p.in_hex(hex).all(|u| u == unit);
        if objective && alone { POINT / 2 } else { 0 }
    }

    fn worth_taking(&self, p: &Public, side: Side, hex: Hex, wants: &Wants) -> i32 {
        let points = self.book.objectives.iter().find(|o| o.hex == hex).map_or(0, |o| i32::from(o.points));
        let mine = p.republican.has(hex.index()) == (side == Side::Republican);
        let wanted = wants.goals[side].iter().any(|(g, _)| self.book.aims[usize::from(*g)] == hex);
        if mine || !wanted { 0 } else { points * POINT / 2 }
    }

    fn support_value(&self, p: &Public, role: Role, commit: Commit) -> i32 {
        let n = i32::from(commit.markers());
        let expected = if commit.command { n * 3 } else { n * 2 };
        let sum = self.sum(p);
        let shift = if role == Role::Attacker { expected } else { -expected };
        // Thirds of a column: between two columns the value is interpolated.
        let base = 3 * sum.base + 3 * (sum.tank + sum.elite + sum.terrain + sum.envelopment) + shift as i16;
        let at =
            |thirds: i16| self.column_value(p, (thirds.div_euclid(3)).clamp(0, COLUMNS as i16 - 1) as usize);
        let (low, high) = (at(base), at(base + 3));
        let value = low + (high - low) * i32::from(base.rem_euclid(3)) / 3;
        let price = 40 * n + if commit.command { 45 } else { 0 };
        (if role == Role::Attacker { value } else { -value }) - price
    }
}

impl Judged for Brunete {
    fn judge(&self, position: &Position, side: Side) -> i32 {
        let value = self.republican_value(position);
        if side == Side::Republican { value } else { -value }
    }

    fn promise(&self, position: &Position, action: Action) -> i32 {
        let p = &position.public;
        match (p.top(), action) {
            (Frame::Movement(_, mode, left), Action::Pick(u)) => self.pick_value(position, u, mode, left) - 1,
            (Frame::Moving { .. }, Action::Go(u, from, path)) => {
                let end = self.book.map.along(from, path).last().unwrap_or(from);
                let left = p.at(u).map_or(0, |h| if h == end { 0 } else { self.leaving(p, u, h) });
                let wants = self.wants(p, position.secret[Side::Republican].objective);
                self.worth_taking(p, self.book.unit(u).side, end, &wants) - left
            }
            (Frame::Combat(side), Action::Attack(hex)) => self.best_attack(p, side, hex) - 20,
            (Frame::Declare, Action::Join(u)) => {
                let mut q = *p;
                q.fight.attackers.insert(u.index());
                if self.may_declare(&q).is_ok() { self.attack_value(&q) } else { 0 }
            }
            (Frame::Declare, Action::Declare) => self.attack_value(p),
            (Frame::Elite(_), Action::Elite(true)) => 25,
            (Frame::Support(role), Action::Support(commit)) => self.support_value(p, role, commit),
            (Frame::Aviation(side, _), Action::Bombard(u)) => {
                let enemy =
                    self.book.objectives.iter().any(|o| p.at(u) == Some(o.hex)) && side == Side::Republican;
                if enemy { 60 } else { 30 }
            }
            (Frame::Aviation(..), Action::Interdict(_)) => -20,
            (Frame::Reinforce(..), Action::Reinforce(_)) => 10,
            (Frame::Reinforce(..), Action::Recover(_)) => 50,
            (Frame::Resource(_), Action::Resource(k)) => match k {
                Resource::Command | Resource::Hinder => 20,
                Resource::Ground => 15,
                Resource::Reroll => 10,
                Resource::Regular | Resource::Elite => {
                    let elite = k == Resource::Elite;
                    let side = if let Frame::Resource(side) = p.top() { side } else { Side::Republican };
                    if self.replaceable(p, side).any(|u| self.book.unit(u).elite == elite) { 60 } else { -50 }
                }
            },
            (Frame::Stubborn, Action::Stubborn(true)) => {
                let regulars = each(p.fight.defenders)
                    .filter(|u| p.at(*u) == Some(p.fight.target) && !self.book.unit(*u).elite);
                self.prize(p.fight.target) / 3 - 10 * regulars.count() as i32
            }
            (Frame::Reroll { of: crate::frame::DieOf::Combat, die, .. }, Action::Reroll(true)) => {
                let column = self.sum(p).column();
                let outcome = |d: u8| {
                    let o = self.outcome(column, d);
                    i32::from(o.defender) + 2 * i32::from(o.retreat) - i32::from(o.attacker)
                };
                let mean: i32 = (1..=6).map(outcome).sum();
                let gain = mean - 6 * outcome(die);
                let asked = Self::asked_to_reroll(
                    p,
                    if let Frame::Reroll { declined, .. } = p.top() { declined } else { 0 },
                );
                if asked == Some(p.fight.attacker) { gain * 5 } else { -gain * 5 }
            }
            (Frame::Maintain(_), Action::Maintain(true)) => 35,
            _ => 0,
        }
    }
}
