//! What a step costs, and what forbids it.

use crate::book::Book;
use crate::book::ground::{Homeward, NO_STEP, Prices};
use crate::book::tables::Movement;
use crate::ids::{QUARTERS, Set, Unit};
use crate::position::Position;
use crate::rules;
use frente_board::lanes::Lanes;
use frente_board::{Dir, Hex, HexMap, LongPath};
use frente_engine::Rule;

/// A counter on the move: all that the price of its steps depends on.
pub(crate) struct Mover<'a> {
    map: &'a HexMap<15>,
    prices: &'a Prices,
    extra: &'a Movement,
    held: &'a Set,
    zone: &'a Set,
    train: bool,
    /// The way to the exit, for a unit that must withdraw (x1.1).
    homeward: Option<&'a Homeward>,
    /// The hex it started in, if that is in an enemy zone and it has not left it: leaving costs extra (8f).
    pinned: Hex,
    /// Is any of these three the case?
    special: bool,
}

impl Book {
    /// A counter on the move from a hex; `first` says that it has not moved yet.
    pub(crate) fn mover<'a>(&'a self, p: &'a Position, unit: Unit, hex: Hex, first: bool) -> Mover<'a> {
        let side = self.side(unit);
        let zone = self.enemy_zone(p, side);
        let (chart, motorised) = (self.chart(p), self.mark(unit).motorised);
        let train = self.is_train(unit);
        let homeward = self.withdraws(p, unit).then(|| self.ground.homeward(chart, motorised));
        let pinned = first && hex.is_some() && zone.has(hex.index());
        Mover {
            map: self.map(),
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

impl<'a> Mover<'a> {
    /// A counter that no enemy hinders.
    pub(super) fn unopposed(map: &'a HexMap<15>, prices: &'a Prices, extra: &'a Movement) -> Self {
        Mover {
            map,
            prices,
            extra,
            held: &Set::EMPTY,
            zone: &Set::EMPTY,
            train: false,
            homeward: None,
            pinned: Hex::NONE,
            special: false,
        }
    }
}

impl Mover<'_> {
    /// What a step costs, and whether the move ends there; or the rule that forbids it.
    #[inline]
    pub(super) fn step(&self, from: Hex, dir: Dir, to: Hex) -> Result<(u8, bool), Rule> {
        self.judge(from, to, self.prices.costs[from.index()][dir.index()])
    }

    /// The one place where a step is judged and priced, given what it costs at least: quarter points, and whether the move
    /// ends there. 6-r1: no enemy unit's hex; 6c: terrain; 6f: zones entered.
    #[inline]
    pub(super) fn judge(&self, from: Hex, to: Hex, cost: u8) -> Result<(u8, bool), Rule> {
        if self.held.has(to.index()) {
            return Err(rules::R6_R1);
        }
        let zone = self.zone.has(to.index());
        if self.special { self.judge_special(from, to, cost, zone) } else { Ok((cost, zone)) }
    }

    /// x1.1: homewards and into no zone; x9a: the train by rail; 8f, 8g, 8-r2: zones left, 4 points in all from one into another.
    fn judge_special(&self, from: Hex, to: Hex, mut cost: u8, zone: bool) -> Result<(u8, bool), Rule> {
        if let Some(home) = self.homeward {
            if zone {
                return Err(rules::X1_1B);
            }
            if home.far[to.index()] >= home.far[from.index()] {
                return Err(rules::X1_1A);
            }
        }
        if self.train {
            // Its movement is unlimited (x9b): it stops in zones but pays nothing for them.
            return if cost == NO_STEP { Err(rules::X9A) } else { Ok((cost, zone)) };
        }
        if self.pinned == from {
            let extra = if zone { self.extra.zone_to_zone } else { self.extra.leave_zone };
            cost = cost.saturating_add(QUARTERS.saturating_mul(extra));
        }
        Ok((cost, zone))
    }

    /// The enemy's hexes.
    #[inline]
    pub(super) fn held(&self) -> &Set {
        self.held
    }

    /// Is the hex an enemy's?
    #[inline]
    pub(super) fn is_held(&self, hex: Hex) -> bool {
        self.held.has(hex.index())
    }

    /// Hexes in which there is more to ask than what the step costs.
    pub(super) fn wary(&self) -> Set {
        *self.held | *self.zone
    }

    /// Does only the enemy's whereabouts tell it from any other counter of its kind in this hex?
    #[inline]
    pub(super) fn is_plain(&self, from: Hex) -> bool {
        !self.train && self.homeward.is_none() && self.pinned != from
    }

    /// What a search weighs its steps by.
    #[inline]
    pub(super) fn lanes(&self) -> &Lanes {
        self.homeward.map_or(&self.prices.lanes, |home| &home.lanes)
    }

    /// The unit of a search, in quarter points.
    #[inline]
    pub(super) fn grain(&self) -> u8 {
        self.prices.grain
    }

    /// Does it enter a hex of which it is wary, to stop there: a zone (6f) and not the enemy's own hex (6-r1)? Who withdraws enters neither (x1.1b).
    #[inline]
    pub(super) fn stops(&self, hex: Hex) -> bool {
        self.homeward.is_none() && !self.held.has(hex.index())
    }

    /// No step from the hex costs less.
    #[inline]
    pub(super) fn least_from(&self, hex: Hex) -> u8 {
        self.prices.costs[hex.index()].iter().copied().min().unwrap_or(NO_STEP)
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

    /// The same counter as if there were no enemy zones.
    pub(crate) fn heeding_no_zones(&self) -> Self {
        let special = self.train || self.homeward.is_some();
        Mover { zone: &Set::EMPTY, pinned: Hex::NONE, special, ..*self }
    }

    /// As many quarter points as the longest route could cost at the cheapest price: a search with more would find no way to write down.
    pub(crate) fn most_points(&self) -> u8 {
        (LongPath::MAX as u8).saturating_mul(self.prices.cheapest)
    }

    /// Must it pay for leaving a zone?
    #[inline]
    pub(super) fn is_pinned(&self, hex: Hex) -> bool {
        self.pinned == hex
    }

    /// Every step out of a hex that may be taken: its direction, where it leads, what it costs and whether the move ends there.
    pub(super) fn steps(&self, from: Hex) -> impl Iterator<Item = (Dir, Hex, u8, bool)> {
        self.map.around(from).filter_map(move |(dir, to)| {
            let (cost, stop) = self.step(from, dir, to).ok()?;
            Some((dir, to, cost, stop))
        })
    }
}
