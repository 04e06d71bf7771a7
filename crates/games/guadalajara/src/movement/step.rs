//! What a step costs, and what forbids it.

use crate::book::Book;
use crate::book::ground::{Ground, NO_STEP};
use crate::book::tables::Movement;
use crate::ids::{QUARTERS, Set, Unit};
use crate::position::Position;
use crate::rule;
use frente_board::{Dir, Hex};
use frente_engine::Rule;

/// Quarter points of a step of the train. Its movement is unlimited (x9b); a small price under an allowance that crosses
/// the whole line twice keeps it from shuttling for ever.
pub(super) const TRAIN_STEP: u8 = 1;

/// A counter on the move: all that the price of its steps depends on.
pub(crate) struct Mover<'a> {
    ground: &'a Ground,
    prices: &'a Movement,
    costs: &'a [[u8; 6]],
    least: &'a [u8],
    held: &'a Set,
    zone: &'a Set,
    train: bool,
    /// Movement costs to the exit, for a unit that must withdraw (x1.1).
    homeward: Option<&'a [u16]>,
    /// The hex it started in, if that is in an enemy zone and it has not left it: leaving costs extra (8f).
    pinned: Hex,
}

impl Book {
    /// A counter on the move from a hex; `first` says that it has not moved yet.
    pub(super) fn mover<'a>(&'a self, p: &'a Position, unit: Unit, hex: Hex, first: bool) -> Mover<'a> {
        let side = self.side(unit);
        let zone = self.enemy_zone(p, side);
        let (chart, motorised) = (self.chart(p), self.counter(unit).motorised);
        Mover {
            ground: &self.ground,
            prices: &self.tables.movement,
            costs: self.ground.costs(chart, motorised),
            least: self.ground.least(chart, motorised),
            held: self.enemy_held(p, side),
            zone,
            train: self.is_train(unit),
            homeward: self.withdraws(p, unit).then(|| self.ground.homeward(chart, motorised)),
            pinned: if first && hex.is_some() && zone.has(hex.index()) { hex } else { Hex::NONE },
        }
    }
}

impl Mover<'_> {
    /// The one place where a step is judged and priced: quarter points, and whether the move ends there. 6-r1: no enemy
    /// unit's hex; x1.1: homewards and into no zone; x9a: the train by rail; 6c: terrain; 8f, 8g: zones left; 6f: zones
    /// entered.
    #[inline]
    pub(super) fn step(&self, from: Hex, dir: Dir, to: Hex) -> Result<(u8, bool), Rule> {
        if self.held.has(to.index()) {
            return Err(rule::R6_R1);
        }
        let zone = self.zone.has(to.index());
        if let Some(home) = self.homeward {
            if zone {
                return Err(rule::X1_1B);
            }
            if home[to.index()] >= home[from.index()] {
                return Err(rule::X1_1A);
            }
        }
        if self.train {
            // Its movement is unlimited (x9b): it stops in zones but pays nothing for them.
            return if self.ground.rail.has(from, dir) { Ok((TRAIN_STEP, zone)) } else { Err(rule::X9A) };
        }
        let mut cost = self.costs[from.index()][dir.index()];
        debug_assert!(cost != NO_STEP, "a neighbour can always be priced");
        if self.pinned == from {
            let extra = if zone { self.prices.zone_to_zone } else { self.prices.leave_zone };
            cost = cost.saturating_add(QUARTERS.saturating_mul(extra));
        }
        Ok((cost, zone))
    }

    /// No step in this direction costs less.
    #[inline]
    pub(super) fn least(&self, from: Hex, dir: Dir) -> u8 {
        if self.train { TRAIN_STEP } else { self.costs[from.index()][dir.index()] }
    }

    /// No step from the hex costs less.
    #[inline]
    pub(super) fn least_from(&self, hex: Hex) -> u8 {
        if self.train { TRAIN_STEP } else { self.least[hex.index()] }
    }

    /// Can it pay for the step?
    #[inline]
    pub(super) fn affords(&self, from: Hex, dir: Dir, to: Hex, left: u8) -> bool {
        self.step(from, dir, to).is_ok_and(|(cost, _)| cost <= left)
    }

    /// Must it pay for leaving a zone?
    pub(super) fn pinned(&self, hex: Hex) -> bool {
        self.pinned == hex
    }
}
