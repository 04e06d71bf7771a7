//! 10.2, 10.3: strengths, shifts and the column. Play and the odds shown use the same functions.

use crate::Brunete;
use crate::book::types::{COLUMNS, Outcome};
use crate::book::{Kind, Tank};
use crate::ids::{Unit, Units, each};
use crate::position::{Public, Role};
use frente_board::Hex;

/// How a column came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Total of the attacker's factors.
    pub attack: u16,
    /// Total of the defender's factors.
    pub defence: u16,
    /// Column of the plain ratio, counted on beyond the table.
    pub base: i16,
    /// Columns right for a T-26.
    pub tank: i16,
    /// Columns for the elite bonus, both sides together: two cancel out (10.3.1c, 10.3.1d).
    pub elite: i16,
    /// Columns left for terrain, negative: always the defender's (10.3.2a).
    pub terrain: i16,
    /// Columns right for attacking hexes: none from fewer than four (10.3.5a, 10.3.5b).
    pub envelopment: i16,
    /// Columns for support, both sides together (10.3.3c).
    pub support: i16,
}

impl Sum {
    /// 10.1m, 10.1-r2: all shifts added up, then cut to the table once.
    pub fn column(&self) -> usize {
        self.column_with(self.support)
    }

    /// The column with another balance of support.
    pub fn column_with(&self, support: i16) -> usize {
        let shifted = self.base + self.tank + self.elite + self.terrain + self.envelopment + support;
        shifted.clamp(0, COLUMNS as i16 - 1) as usize
    }
}

/// 10.2a, 10.2-r1, 1.1a: 0.5 to below 1 is column 0, then 1, 1.5, and each whole number from 2 its own column, without end.
pub fn base_column(attack: u16, defence: u16) -> i16 {
    let defence = defence.max(1);
    match attack / defence {
        0 => 0,
        1 if 2 * attack < 3 * defence => 1,
        1 => 2,
        whole => whole as i16 + 1,
    }
}

impl Brunete {
    /// 3l, 3-r4, 1.1a: halved to at least 1 when out of supply; a printed 0 stays 0.
    fn halved(p: &Public, unit: Unit, factor: u8) -> u8 {
        if factor > 0 && p.unsupplied.has(unit.index()) { (factor / 2).max(1) } else { factor }
    }

    /// 10.3.2b, 10.2-r2, 10.2-r3, 10.3.2-r1: a unit's factor in an attack on a hex. A T-26 adds none (10.3.4c), a Panzer
    /// its own (10.3.4e).
    pub fn attack_factor(&self, p: &Public, unit: Unit, target: Hex) -> u8 {
        let info = self.book.unit(unit);
        let factor = Self::halved(p, unit, info.attack[p.face(unit)]);
        let river = info.kind.is_battalion()
            && p.at(unit).and_then(|at| self.book.map.dir(at, target).map(|d| self.book.river.has(at, d)))
                == Some(true);
        if river { factor.saturating_sub(self.book.tables.river_attack) } else { factor }
    }

    /// 3n, 10.3.4d: a unit's factor in defence.
    pub fn defence_factor(&self, p: &Public, unit: Unit) -> u8 {
        Self::halved(p, unit, self.book.unit(unit).defence[p.face(unit)])
    }

    /// 10.2a: the attacker's total.
    pub fn attack_total(&self, p: &Public, units: Units, target: Hex) -> u16 {
        each(units).map(|u| u16::from(self.attack_factor(p, u, target))).sum()
    }

    /// 10.2a, 10.1d: the defender's total.
    pub fn defence_total(&self, p: &Public, units: Units) -> u16 {
        each(units).map(|u| u16::from(self.defence_factor(p, u))).sum()
    }

    /// 10.3.1b, 10.3.1-r1: are at least half of the side's steps elite?
    pub fn elite_qualifies(&self, p: &Public, role: Role) -> bool {
        let (mut elite, mut all) = (0, 0);
        for u in each(p.fight.units(role)) {
            let steps = p.steps(&self.book, u);
            all += steps;
            elite += if self.book.unit(u).elite { steps } else { 0 };
        }
        elite > 0 && 2 * elite >= all
    }

    /// 10.3.4c, 3n: the shift of the T-26 that takes part, none when it is out of supply.
    fn tank_shift(&self, p: &Public) -> i16 {
        each(p.fight.attackers)
            .filter(|u| self.book.unit(*u).kind == Kind::Tank(Tank::T26) && !p.unsupplied.has(u.index()))
            .map(|u| i16::from(self.book.unit(u).shift))
            .max()
            .unwrap_or(0)
    }

    /// 10.3.5-r1: from how many hexes units take part.
    pub(crate) fn attacking_hexes(&self, p: &Public) -> usize {
        let target = p.fight.target;
        let from = |hex: Hex| each(p.fight.attackers).any(|u| p.at(u) == Some(hex));
        self.book.map.around(target).filter(|(_, h)| from(*h)).count()
    }

    /// 10.2b: the account of the combat at hand, with the support that is effective.
    pub fn sum(&self, p: &Public) -> Sum {
        let f = &p.fight;
        let t = &self.book.tables;
        let (attack, defence) =
            (self.attack_total(p, f.attackers, f.target), self.defence_total(p, f.defenders));
        let sign = |on: bool| i16::from(on);
        Sum {
            attack,
            defence,
            base: base_column(attack, defence),
            tank: self.tank_shift(p),
            elite: i16::from(t.elite_shift) * (sign(f.elite[0]) - sign(f.elite[1])),
            terrain: -i16::from(self.book.defence[f.target.index()]),
            envelopment: i16::from(t.envelopment[self.attacking_hexes(p)]),
            support: i16::from(t.support_shift) * (i16::from(f.effective[0]) - i16::from(f.effective[1])),
        }
    }

    /// 10.2e, 10.3.6: the cell of the table.
    pub fn outcome(&self, column: usize, die: u8) -> Outcome {
        self.book.tables.crt[usize::from(die - 1)][column]
    }
}

#[cfg(test)]
mod tests {
    use super::base_column;

    #[test]
    fn ratios_round_down_to_columns() {
        for (attack, defence, column) in [
            (2, 4, 0),
            (3, 4, 0),
            (4, 4, 1),
            (5, 4, 1),
            (6, 4, 2),
            (7, 4, 2),
            (8, 4, 3),
            (19, 5, 4),
            (22, 4, 6),
            (40, 4, 11),
        ] {
            assert_eq!(base_column(attack, defence), column, "{attack} to {defence}");
        }
    }
}
