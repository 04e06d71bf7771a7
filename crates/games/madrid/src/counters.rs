//! 1.1 Combat units: the factors of the face that is up; 9.8 the factor of artillery.

use crate::book::Book;
use crate::ids::{Unit, Units};
use crate::position::Public;
use frente_engine::Side;

impl Book {
    /// 1.1-r2: the Defence Factor of the face that is up.
    #[inline]
    pub fn defence(&self, p: &Public, unit: Unit) -> u8 {
        self.values[unit.index()].defence[usize::from(!p.is_fresh(unit))]
    }

    /// The movement points of the face that is up.
    #[inline]
    pub fn moves(&self, p: &Public, unit: Unit) -> u8 {
        self.values[unit.index()].moves[usize::from(!p.is_fresh(unit))]
    }

    /// 1.1-r1, 1.1-r2, 9.8a, 9.8-r1, 15.R6c: the combat factor: the Attack Factor of the face that is up; 1 for Fresh
    /// artillery and none for Spent; at least 1 for an anarchist while Durruti works.
    #[inline]
    pub fn factor(&self, p: &Public, unit: Unit) -> u8 {
        let side = unit.side();
        let fresh = p.is_fresh(unit);
        if self.guns[side].has(unit) {
            return if fresh { self.tables.artillery.factor } else { 0 };
        }
        let printed = self.values[unit.index()].attack[usize::from(!fresh)];
        if p.durruti > 0 && side == Side::Republican && self.anarchist.has(unit) {
            printed.max(self.tables.numbers.durruti_factor)
        } else {
            printed
        }
    }

    /// The sum of combat factors.
    #[inline]
    pub fn factors(&self, p: &Public, side: Side, units: Units) -> u8 {
        units.iter(side).map(|u| self.factor(p, u)).sum()
    }

    /// 1.1-r1, 1.1-r2, 9.8a, 9.8-r1, 15.R6c: those of the units whose combat factor is at least 1.
    #[inline]
    pub fn with_factor(&self, p: &Public, side: Side, units: Units) -> Units {
        let fresh = units & p.fresh[side];
        let [armed, armed_spent] = self.armed[side];
        let lent = if p.durruti > 0 && side == Side::Republican { self.lent } else { Units::NONE };
        (fresh & armed) | ((units - fresh) & armed_spent) | (units & lent)
    }

    /// 15.R6c: a side's shock units, with the anarchists while Durruti works.
    #[inline]
    pub fn shock_now(&self, p: &Public, side: Side) -> Units {
        if p.durruti > 0 && side == Side::Republican {
            self.shock[side] | (self.anarchist - self.guns[side])
        } else {
            self.shock[side]
        }
    }
}
