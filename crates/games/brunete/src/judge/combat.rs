//! What attacks and support promise, before the dice.

use super::{FACTOR, FAR, POINT, STEP};
use crate::Brunete;
use crate::action::Action;
use crate::book::types::COLUMNS;
use crate::ids::{Units, each};
use crate::position::{Commit, Public, Role};
use frente_board::Hex;
use frente_engine::Side;

impl Brunete {
    /// What an attack in this column promises its attacker, in the judge's hundredths.
    fn column_value(&self, p: &Public, column: usize) -> i32 {
        let f = &p.fight;
        let average = |units: Units, attack: bool| -> i32 {
            let (mut sum, mut steps) = (0, 0);
            for u in each(units) {
                let info = self.book.unit(u);
                let factor = if attack { info.attack[0] } else { info.defence[0] };
                sum += i32::from(factor);
                steps += if info.two_steps { 2 } else { 1 };
            }
            if steps == 0 { 0 } else { sum * FACTOR / steps }
        };
        let (mine, theirs) = (average(f.attackers, true), average(f.defenders, false));
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
    pub(super) fn prize(&self, hex: Hex) -> i32 {
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

    pub(super) fn attack_value(&self, p: &Public) -> i32 {
        self.column_value(p, self.sum(p).column()) - if self.is_joint(p.fight.attackers) { 60 } else { 0 }
    }

    /// The best attack that could be made on a hex, with everybody who can join.
    pub(super) fn best_attack(&self, p: &Public, side: Side, hex: Hex) -> i32 {
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

    pub(super) fn support_value(&self, p: &Public, role: Role, commit: Commit) -> i32 {
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
        // What is left over at the end is worth nothing.
        let price =
            if p.turn >= self.scenario.turns { n } else { 40 * n + if commit.command { 45 } else { 0 } };
        (if role == Role::Attacker { value } else { -value }) - price
    }
}
