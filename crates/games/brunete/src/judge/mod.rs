//! How good a position is, for computer players: objectives first, then strength, then who stands nearer to what matters.

mod aims;
mod combat;
mod lines;

use crate::Brunete;
use crate::action::Action;
use crate::frame::{DieOf, Frame, Mode};
use crate::ids::{Unit, each};
use crate::position::{MadridBox, Place, Position, Public, Resource};
use frente_engine::{Judged, POINTLESS, Side};

/// A victory point, in the hundredths that the judge counts.
const POINT: i32 = 3000;
/// A combat factor.
const FACTOR: i32 = 20;
/// One hex nearer to what a side wants.
const STEP: i32 = 6;
/// A hex within reach of Republican supply: open roads are what holds far objectives.
const SUPPLIED: i32 = 6;
/// More than any distance on the map.
const FAR: i32 = 40;

impl Brunete {
    fn strength(&self, p: &Public, side: Side) -> i32 {
        let mut total = 0;
        for u in each(self.book.of_side[side]) {
            let info = self.book.unit(u);
            let factor = i32::from(info.defence[p.face(u)].max(info.attack[p.face(u)]));
            total += match p.place.of(u.index()) {
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

    /// The value for the Republic.
    fn republican_value(&self, position: &Position) -> i32 {
        let p = &position.public;
        if let Some(ending) = Self::ended(p) {
            return match self.verdict(ending).winner {
                Some(Side::Republican) => 1_000_000,
                Some(Side::Nationalist) => -1_000_000,
                None => 0,
            };
        }
        let wants = self.wants(position);
        let mut value = self.objective_value(position, &wants) + SUPPLIED * wants.supplied - wants.lines.risk
            + self.garrisons(position);
        for side in Side::BOTH {
            let mut mine = self.strength(p, side) + wants.filled(p, side);
            for u in each(self.book.of_side[side]) {
                match p.place.of(u.index()) {
                    Place::On(hex) => mine += self.nearness(side, hex, &wants),
                    Place::Beside(hex) => mine += self.nearness(side, hex, &wants) / 2,
                    _ => {}
                }
            }
            mine += i32::from(p.command[side]) * 30;
            mine += i32::from(p.artillery[side].available + p.aviation[side].available) * 40;
            value += if side == Side::Republican { mine } else { -mine };
        }
        value
            + match p.madrid.at {
                MadridBox::Madrid => 0,
                MadridBox::Carabanchel => 60,
                MadridBox::Asylum => 160,
            }
    }

    /// What the best move of a unit promises, over staying where it is.
    fn pick_value(&self, position: &Position, unit: Unit, mode: Mode, left: u8) -> i32 {
        let p = &position.public;
        let wants = self.wants(position);
        let side = self.book.unit(unit).side;
        let m = self.mover(unit, self.points_now(p, unit, mode, left));
        let going = self.setting_out(p, unit, mode);
        let here =
            p.at(unit).map_or(0, |h| self.nearness(side, h, &wants) + self.leaving(p, unit, h, &wants));
        let mut best = i32::MIN;
        for start in self.starts(p, unit) {
            self.goals(p, &m, start, going, |g| {
                best = best.max(self.arriving(position, side, g.hex, &wants));
            });
        }
        best.saturating_sub(here)
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
                let left = p.at(u).filter(|h| *h != end && p.in_hex(*h).all(|v| v == u));
                let side = self.book.unit(u).side;
                self.worth_taking(position, side, end) - left.map_or(0, |h| self.last_out(h))
            }
            (Frame::Combat(side), Action::Attack(hex)) => self.best_attack(p, side, hex).saturating_sub(20),
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
            (Frame::Aviation(..), Action::Interdict(_)) => POINTLESS,
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
            (Frame::Reroll { of: DieOf::Combat, die, .. }, Action::Reroll(true)) => {
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
