//! What a step costs, and what forbids it.

use crate::book::Book;
use crate::book::ground::{Exit, NO_STEP, Prices};
use crate::book::tables::Movement;
use crate::ids::{QUARTERS, Set, Unit};
use crate::position::Position;
use crate::rule;
use frente_board::{Dir, Hex};
use frente_engine::Rule;

/// A counter on the move: all that the price of its steps depends on.
pub(crate) struct Mover<'a> {
    prices: Prices<'a>,
    extra: &'a Movement,
    held: &'a Set,
    zone: &'a Set,
    train: bool,
    /// Movement costs to the exit, for a unit that must withdraw (x1.1).
    homeward: Option<&'a [u16]>,
    /// The hex it started in, if that is in an enemy zone and it has not left it: leaving costs extra (8f).
    pinned: Hex,
    /// Is any of these three the case?
    special: bool,
}

impl Book {
    /// A counter on the move from a hex; `first` says that it has not moved yet.
    pub(super) fn mover<'a>(&'a self, p: &'a Position, unit: Unit, hex: Hex, first: bool) -> Mover<'a> {
        let side = self.side(unit);
        let zone = self.enemy_zone(p, side);
        let (chart, motorised) = (self.chart(p), self.counter(unit).motorised);
        let train = self.is_train(unit);
        let homeward = self.withdraws(p, unit).then(|| self.ground.homeward(chart, motorised));
        let pinned = first && hex.is_some() && zone.has(hex.index());
        Mover {
            prices: if train { self.ground.rail_prices() } else { self.ground.prices(chart, motorised) },
            extra: &self.tables.movement,
            held: self.enemy_held(p, side),
            zone,
            train,
            homeward,
            pinned: if pinned { hex } else { Hex::NONE },
            special: train || homeward.is_some() || pinned,
        }
    }
}

impl Mover<'_> {
    /// What a step costs, and whether the move ends there; or the rule that forbids it.
    #[inline]
    pub(super) fn step(&self, from: Hex, dir: Dir, to: Hex) -> Result<(u8, bool), Rule> {
        self.judge(from, to, self.prices.exits[from.index()][dir.index()].cost)
    }

    /// The one place where a step is judged and priced, given what it costs at least: quarter points, and whether the move
    /// ends there. 6-r1: no enemy unit's hex; 6c: terrain; 6f: zones entered.
    #[inline]
    pub(super) fn judge(&self, from: Hex, to: Hex, cost: u8) -> Result<(u8, bool), Rule> {
        if self.held.has(to.index()) {
            return Err(rule::R6_R1);
        }
        let zone = self.zone.has(to.index());
        if self.special { self.judge_special(from, to, cost, zone) } else { Ok((cost, zone)) }
    }

    /// x1.1: homewards and into no zone; x9a: the train by rail; 8f, 8g: zones left.
    fn judge_special(&self, from: Hex, to: Hex, mut cost: u8, zone: bool) -> Result<(u8, bool), Rule> {
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
            return if cost == NO_STEP { Err(rule::X9A) } else { Ok((cost, zone)) };
        }
        if self.pinned == from {
            let extra = if zone { self.extra.zone_to_zone } else { self.extra.leave_zone };
            cost = cost.saturating_add(QUARTERS.saturating_mul(extra));
        }
        Ok((cost, zone))
    }

    /// The six steps from a hex with what they cost at least.
    #[inline]
    pub(super) fn exits(&self, from: Hex) -> &[Exit; 6] {
        &self.prices.exits[from.index()]
    }

    /// No step from the hex costs less.
    #[inline]
    pub(super) fn least_from(&self, hex: Hex) -> u8 {
        self.prices.least[hex.index()]
    }

    /// No way from a hex to one so many steps away costs less.
    #[inline]
    pub(super) fn least_to(&self, hex: Hex, far: u8) -> u16 {
        let Some(more) = far.checked_sub(1) else { return 0 };
        u16::from(self.least_from(hex)) + u16::from(more) * u16::from(self.prices.cheapest)
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
