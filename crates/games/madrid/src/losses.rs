//! 9.6 Losses: the loss table and its obligations.
//!
//! A player distributes his losses one unit at a time. A share is legal if, after it, as many points in all can still be taken as
//! before it (9.6j, 9.6-r1), under the limits of the point unit (9.6l) and of the artillery (9.6m). Because the shares of a unit
//! run without gaps (the tables are checked for it), the largest total under a limit is a sum, and no search is needed.

use crate::Side;
use crate::action::Action;
use crate::book::Book;
use crate::ids::{Unit, Units};
use crate::position::Public;
use crate::rules::{self, Rule};
use frente_board::Area;

/// A way of taking a loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Loss {
    /// 9.6a: turn Spent.
    Flip,
    /// 9.6b, 9.6c: retreat, a Fresh unit turning Spent as well.
    Retreat,
    /// 9.6d, 9.6e: be eliminated.
    Eliminate,
}

impl Loss {
    /// All ways.
    pub const ALL: [Loss; 3] = [Loss::Flip, Loss::Retreat, Loss::Eliminate];
}

/// The point unit of an allotment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    /// It has not had its share.
    Waiting { fresh: bool, gun: bool },
    /// It has taken so many points and lives.
    Took(u8),
    /// It is eliminated: no limit holds any more.
    Gone,
}

/// What is left of an allotment of losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Allotment {
    points: u8,
    lead: Lead,
    /// Largest share of another unit so far.
    top: u8,
    /// A line or shock unit has had its share and lives.
    spared: bool,
    /// Other line and shock units without a share: Fresh, Spent.
    men: [u8; 2],
    /// Other artillery units without a share: Fresh, Spent.
    guns: [u8; 2],
    /// Is there a place to retreat to?
    refuge: bool,
}

impl Allotment {
    /// Largest share of a unit that artillery protection does not bind.
    fn most(fresh: bool) -> u8 {
        if fresh { 3 } else { 2 }
    }

    /// Largest share of a protected artillery unit: without a refuge it may not even retreat (9.6-r2).
    fn protected_most(&self, fresh: bool) -> u8 {
        u8::from(fresh) + u8::from(self.refuge)
    }

    /// 9.6-r1: the largest total that can be taken, or nothing if the limits cannot be met any more.
    fn best(&self) -> Option<u8> {
        let mut best = None;
        let mut offer = |total: u8| best = best.max(Some(total));
        for exposed in [false, true] {
            // Artillery is exposed once every line and shock unit is eliminated (9.6m, 9.6-r5).
            if exposed && self.spared {
                continue;
            }
            match self.lead {
                Lead::Gone => self.offer(exposed, 0, u8::MAX, &mut offer),
                Lead::Took(share) => {
                    // A living lead that is no gun would have set `spared`.
                    self.offer(exposed, 0, share, &mut offer);
                }
                Lead::Waiting { fresh, gun } => {
                    let most = if gun && !exposed { self.protected_most(fresh) } else { Self::most(fresh) };
                    for share in 0..=most.min(self.points) {
                        let retreats = share + 1 == Self::most(fresh);
                        let dies = share == Self::most(fresh) || (retreats && !self.refuge);
                        if exposed && !gun && !dies {
                            continue;
                        }
                        if dies {
                            self.offer(exposed, share, u8::MAX, &mut offer);
                        } else if share >= self.top {
                            self.offer(exposed, share, share, &mut offer);
                        }
                    }
                }
            }
        }
        best
    }

    fn offer(&self, exposed: bool, lead: u8, cap: u8, offer: &mut impl FnMut(u8)) {
        let rest = self.points - lead;
        let sum = |n: [u8; 2], most: [u8; 2]| n[0] * most[0].min(cap) + n[1] * most[1].min(cap);
        let men = sum(self.men, [Self::most(true), Self::most(false)]);
        let guns = if exposed {
            // Every line and shock unit must die; without a refuge a retreat is enough for that (9.6-r2, 9.6-r6).
            let least = [true, false].map(|fresh| Self::most(fresh) - u8::from(!self.refuge));
            let needed = self.men[0] * least[0] + self.men[1] * least[1];
            if needed > rest || (0..2).any(|face| self.men[face] > 0 && least[face] > cap) {
                return;
            }
            sum(self.guns, [Self::most(true), Self::most(false)])
        } else {
            sum(self.guns, [self.protected_most(true), self.protected_most(false)])
        };
        offer(lead + rest.min(men.saturating_add(guns)));
    }
}

impl Book {
    /// The area in which a side takes losses now.
    pub fn loss_area(&self, p: &Public, side: Side) -> Area {
        if side == p.act.side { p.act.here } else { p.act.target }
    }

    /// 9.6h, 9.6i: units that may still be given a share.
    pub fn may_suffer(&self, p: &Public, side: Side) -> Units {
        let here = p.units(side, self.loss_area(p, side));
        let all = if side == p.act.side { here & p.act.force } else { here };
        all - p.act.hit
    }

    /// The point unit of the side's losses.
    pub fn loss_point(&self, p: &Public, side: Side) -> Unit {
        if side == p.act.side { p.act.point } else { p.act.foe_point }
    }

    fn allotment(&self, p: &Public, side: Side) -> Allotment {
        let units = self.may_suffer(p, side);
        let point = self.loss_point(p, side);
        let split = |set: Units| [(set & p.fresh[side]).len(), (set - p.fresh[side]).len()];
        let rest = units - point.only();
        let lead = if units.has(point) {
            Lead::Waiting { fresh: p.is_fresh(point), gun: self.guns[side].has(point) }
        } else {
            p.act.point_share.map_or(Lead::Gone, Lead::Took)
        };
        Allotment {
            points: p.act.losses[side],
            lead,
            top: p.act.top_share,
            spared: p.act.spared,
            men: split(rest - self.guns[side]),
            guns: split(rest & self.guns[side]),
            refuge: !self.refuges(p, side, self.loss_area(p, side)).is_empty(),
        }
    }

    /// 9.6j, 9.6k: points the side can still take.
    pub fn takeable(&self, p: &Public, side: Side) -> u8 {
        self.allotment(p, side).best().unwrap_or(0)
    }

    /// 9.6a, 9.6b, 9.6c, 9.6d, 9.6e: the points a way of losing is worth for a unit; none if it does not exist for its
    /// face.
    pub fn share(&self, p: &Public, unit: Unit, loss: Loss) -> Option<u8> {
        let table = &self.tables.losses;
        match (p.is_fresh(unit), loss) {
            (true, Loss::Flip) => Some(table.fresh.flip),
            (true, Loss::Retreat) => Some(table.fresh.retreat),
            (true, Loss::Eliminate) => Some(table.fresh.eliminate),
            (false, Loss::Flip) => None,
            (false, Loss::Retreat) => Some(table.spent.retreat),
            (false, Loss::Eliminate) => Some(table.spent.eliminate),
        }
    }

    /// 9.6f, 9.6g, 9.6h, 9.6i, 9.6j, 9.6k, 9.6l, 9.6m, 9.6-r1, 9.6-r2, 9.6-r5: may the side take this loss with this unit
    /// now?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_lose(&self, p: &Public, side: Side, unit: Unit, loss: Loss) -> Result<(), Rule> {
        if unit.side() != side {
            return Err(rules::R9_6G);
        }
        let now = self.allotment(p, side);
        self.may_lose_of(p, side, unit, loss, &now, now.best())
    }

    /// All losses the side may take now.
    pub fn list_losses(&self, p: &Public, side: Side, out: &mut Vec<Action>) {
        let now = self.allotment(p, side);
        let best = now.best();
        for unit in self.may_suffer(p, side).iter(side) {
            for loss in Loss::ALL {
                if self.may_lose_of(p, side, unit, loss, &now, best).is_ok() {
                    out.push(Action::Lose(unit, loss));
                }
            }
        }
    }

    fn may_lose_of(
        &self,
        p: &Public,
        side: Side,
        unit: Unit,
        loss: Loss,
        now: &Allotment,
        best: Option<u8>,
    ) -> Result<(), Rule> {
        if p.act.hit.has(unit) {
            return Err(rules::R9_6F);
        }
        if !self.may_suffer(p, side).has(unit) {
            return Err(if side == p.act.side { rules::R9_6H } else { rules::R9_6I });
        }
        let Some(share) = self.share(p, unit, loss) else { return Err(rules::R9_6A) };
        if share > now.points {
            return Err(rules::R9_6_R1);
        }
        let gun = self.guns[side].has(unit);
        let dies = loss == Loss::Eliminate || (loss == Loss::Retreat && !now.refuge);
        let lead = self.loss_point(p, side) == unit;
        let waiting_men =
            now.men[0] + now.men[1] + u8::from(matches!(now.lead, Lead::Waiting { gun: false, .. }));
        if gun && dies && (now.spared || waiting_men > 0) {
            return Err(if loss == Loss::Retreat { rules::R9_6_R2 } else { rules::R9_6M });
        }
        let mut then = *now;
        then.points -= share;
        then.spared |= !gun && !dies;
        let face = usize::from(!p.is_fresh(unit));
        if lead {
            if !dies && share < now.top {
                return Err(rules::R9_6L);
            }
            then.lead = if dies { Lead::Gone } else { Lead::Took(share) };
        } else {
            if matches!(now.lead, Lead::Took(most) if share > most) {
                return Err(rules::R9_6L);
            }
            if gun {
                then.guns[face] -= 1;
            } else {
                then.men[face] -= 1;
            }
            then.top = then.top.max(share);
        }
        match then.best() {
            None => Err(rules::R9_6L),
            Some(rest) if Some(rest + share) < best => Err(rules::R9_6J),
            Some(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit of an allotment: Fresh? artillery?
    type Kind = (bool, bool);

    /// 9.6-r1 taken literally: all distributions, those that break a limit thrown away, the largest total kept.
    fn by_enumeration(units: &[Kind], points: u8, refuge: bool) -> u8 {
        let mut best = 0;
        let mut shares = vec![0u8; units.len()];
        loop {
            let dies = |i: usize| {
                let most = Allotment::most(units[i].0);
                shares[i] == most || (shares[i] + 1 == most && !refuge)
            };
            let total: u8 = shares.iter().sum();
            let lead_bears = dies(0) || shares.iter().all(|s| *s <= shares[0]);
            let men_dead = (0..units.len()).filter(|i| !units[*i].1).all(dies);
            let guns_safe = (0..units.len()).filter(|i| units[*i].1).all(|i| !dies(i) || men_dead);
            if total <= points && lead_bears && guns_safe {
                best = best.max(total);
            }
            let Some(i) = (0..units.len()).find(|i| shares[*i] < Allotment::most(units[*i].0)) else {
                return best;
            };
            shares[i] += 1;
            shares[..i].fill(0);
        }
    }

    #[test]
    fn the_largest_total_is_what_enumeration_finds() {
        let kinds: [Kind; 4] = [(true, false), (false, false), (true, true), (false, true)];
        for lead in kinds {
            for mask in 0..125 {
                let rest: Vec<Kind> = [mask % 5, mask / 5 % 5, mask / 25]
                    .into_iter()
                    .filter_map(|k| kinds.get(k).copied())
                    .collect();
                let count = |kind: Kind| rest.iter().filter(|k| **k == kind).count() as u8;
                let units: Vec<Kind> = std::iter::once(lead).chain(rest.iter().copied()).collect();
                for refuge in [false, true] {
                    for points in 1..=13 {
                        let allotment = Allotment {
                            points,
                            lead: Lead::Waiting { fresh: lead.0, gun: lead.1 },
                            top: 0,
                            spared: false,
                            men: [count(kinds[0]), count(kinds[1])],
                            guns: [count(kinds[2]), count(kinds[3])],
                            refuge,
                        };
                        let expected = by_enumeration(&units, points, refuge);
                        assert_eq!(
                            allotment.best(),
                            Some(expected),
                            "{units:?} {points} points, refuge {refuge}"
                        );
                    }
                }
            }
        }
    }
}
