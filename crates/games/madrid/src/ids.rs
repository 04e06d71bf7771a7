//! Units and places by number, and sets of them.

use crate::Side;
use frente_board::Bits;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// How many units one side may have in the data: one machine word of them.
pub const UNITS: usize = 64;

frente_board::index! {
    /// One combat unit. The side is part of the number, so that a set of one side's units is one word.
    pub struct Unit(u8): "#", "none";
}

impl Unit {
    /// The `index`-th unit of a side.
    #[inline]
    pub fn of(side: Side, index: usize) -> Unit {
        Unit((side.index() * UNITS + index) as u8)
    }

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if (self.0 as usize) < UNITS { Side::Republican } else { Side::Nationalist }
    }

    /// The set of this unit alone; of no unit, the empty set.
    #[inline]
    pub fn only(self) -> Units {
        if self.is_some() { Units(1 << (self.0 as usize % UNITS)) } else { Units::NONE }
    }
}

/// A set of units of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Units(pub u64);

impl Units {
    /// No unit.
    pub const NONE: Units = Units(0);

    /// Is it in the set?
    #[inline]
    pub fn has(self, unit: Unit) -> bool {
        unit.is_some() && self.0 >> (unit.0 as usize % UNITS) & 1 != 0
    }

    /// Adds a unit.
    #[inline]
    pub fn insert(&mut self, unit: Unit) {
        *self |= unit.only();
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: Unit) {
        *self -= unit.only();
    }

    /// How many.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// None at all?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Any at all?
    #[inline]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// The units, of the side they are taken to belong to.
    #[inline]
    pub fn iter(self, side: Side) -> impl Iterator<Item = Unit> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(Unit::of(side, i))
        })
    }

    /// The only unit, if there is exactly one.
    #[inline]
    pub fn single(self, side: Side) -> Option<Unit> {
        if self.len() == 1 { self.iter(side).next() } else { None }
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

macro_rules! operator {
    ($op:ident, $f:ident, $assign:ident, $g:ident, |$a:ident, $b:ident| $e:expr) => {
        impl $op for Units {
            type Output = Units;
            #[inline]
            fn $f(self, other: Units) -> Units {
                let ($a, $b) = (self.0, other.0);
                Units($e)
            }
        }
        impl $assign for Units {
            #[inline]
            fn $g(&mut self, other: Units) {
                *self = $op::$f(*self, other);
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

/// 2a: how many areas the map has.
pub const AREAS: usize = 38;
/// 2a: how many external boxes there are.
pub const BOXES: usize = 6;
/// Areas and boxes together. Areas come first in every numbering.
pub const PLACES: usize = AREAS + BOXES;

/// A set of areas and boxes.
pub type Places = Bits<1>;

const _: () = assert!(PLACES <= 64, "places must fit one word");
