//! 7. Stacking.

use crate::book::Book;
use crate::book::counters::{Burden, Mark};
use crate::book::tables::Stacking;
use crate::ids::{Kind, Unit};
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::Rule;

impl Book {
    /// 7a to 7f, 7-r1, x10-r3: may the units in a hex and a newcomer stand there together? Two infantry always may; what else there is
    /// counts with them up to 18 points; the strongest artillery (7d) and all leaders (7e) are free; the train stands alone (7f). Spanish and Italian units stack alike.
    #[inline]
    pub fn fits(&self, p: &Position, hex: Hex, newcomer: Option<Unit>) -> Result<(), Rule> {
        self.fits_without(p, hex, newcomer, None)
    }

    /// The same when one of the units there has left.
    #[inline]
    pub(crate) fn fits_without(
        &self,
        p: &Position,
        hex: Hex,
        newcomer: Option<Unit>,
        leaver: Option<Unit>,
    ) -> Result<(), Rule> {
        if newcomer.is_some_and(|u| self.leads(u)) {
            return Ok(());
        }
        if self.bears(p, hex, newcomer, leaver) { Ok(()) } else { self.weighs(p, hex, newcomer, leaver) }
    }

    /// Do they fit whichever of them the free artillery is? So it mostly is, and this is quickly said.
    #[inline]
    fn bears(&self, p: &Position, hex: Hex, newcomer: Option<Unit>, leaver: Option<Unit>) -> bool {
        let add = |all: Burden, unit: Unit| all.plus(self.mark(unit).burden, p.hits(unit));
        let more =
            newcomer.filter(|u| p.hex(*u) != hex).map_or(Burden::default(), |u| add(Burden::default(), u));
        let all = p.stack_at(hex).filter(|u| Some(*u) != leaver).fold(more, add);
        let (strength, infantry, train) = all.parts();
        let limits = &self.tables.stacking;
        strength <= limits.points.into() && infantry <= limits.infantry.into() && !train
    }

    /// The same, rule by rule.
    #[inline(never)]
    fn weighs(
        &self,
        p: &Position,
        hex: Hex,
        newcomer: Option<Unit>,
        leaver: Option<Unit>,
    ) -> Result<(), Rule> {
        let mut load = Load::default();
        for unit in p.stack_at(hex).filter(|u| Some(*u) != leaver) {
            load.add(self.mark(unit), p.hits(unit));
        }
        if let Some(unit) = newcomer.filter(|u| p.hex(*u) != hex) {
            load.add(self.mark(unit), p.hits(unit));
        }
        load.is_within(&self.tables.stacking)
    }
}

/// What a hex has to bear.
#[derive(Default)]
struct Load {
    units: u8,
    infantry: u8,
    /// Neither infantry nor train.
    others: u8,
    train: bool,
    total: u16,
    /// The strongest artillery.
    guns: u8,
}

impl Load {
    /// One more counter; leaders weigh nothing (7e).
    #[inline]
    fn add(&mut self, mark: Mark, hits: u8) {
        let strength = mark.strength.saturating_sub(hits);
        match mark.kind {
            Kind::Leader => return,
            Kind::Infantry => self.infantry += 1,
            Kind::Train => self.train = true,
            Kind::Artillery => {
                self.others += 1;
                self.guns = self.guns.max(strength);
            }
            Kind::Armour | Kind::Cavalry | Kind::Bicycle | Kind::Engineer => self.others += 1,
        }
        self.units += 1;
        self.total += u16::from(strength);
    }

    /// 7a, 7b, 7c, 7d, 7f: is it allowed?
    #[inline]
    fn is_within(&self, limits: &Stacking) -> Result<(), Rule> {
        if self.train && self.units > 1 {
            return Err(rules::R7F);
        }
        if self.infantry > limits.infantry {
            return Err(rules::R7A);
        }
        let free = if limits.free_artillery > 0 { self.guns } else { 0 };
        let others = self.others - u8::from(free > 0);
        if others > 0 && self.total - u16::from(free) > u16::from(limits.points) {
            return Err(if self.infantry > 0 { rules::R7C } else { rules::R7B });
        }
        Ok(())
    }
}
