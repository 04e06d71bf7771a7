//! 5: stacking. Limits, overstacking, and what may lie together.

use crate::Set;
use crate::Side;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::pieces::Kind;
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Refusal, Rule};

impl Santander {
    /// 5a, 5b: is a hex above its limit?
    #[inline]
    pub(crate) fn overstacked(&self, p: &Position, side: Side, hex: Hex) -> bool {
        p.sp(&self.book, side, hex) > self.book.terrain(hex).limit
    }

    /// 5a, 5b, 5c, 5d, 5-r1, 5-r2, 5.1-r3, 5.2a (nationalities do not matter): may the unit end a placement, move or advance in the hex? It is not in it yet.
    pub(crate) fn has_room(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let side = unit.side();
        let terrain = self.book.terrain(hex);
        let corps = self.book.corps(side);
        let there = p.units(side, hex) & !unit.bit();
        let own = self.book.sp[unit.index()];
        // 5c: what counts nothing toward the limit is not kept out by it, not even where it is exceeded (5.1-r3).
        if own > 0 {
            let sp: u8 = each(side, there).map(|u| self.book.sp[u.index()]).sum();
            if sp > terrain.limit {
                return Err(R5_1_R3);
            }
            if sp + own > terrain.limit {
                return Err(if terrain.rough { R5B } else { R5A });
            }
        }
        // One HQ, one column, one armour unit.
        let alike = [corps.hqs, corps.columns, corps.armour]
            .into_iter()
            .find(|kind| kind & unit.bit() != 0)
            .unwrap_or(0);
        if there & alike != 0 { Err(R5D) } else { Ok(()) }
    }

    /// The hexes where [`Santander::has_room`] finds no room for a unit, those apart that it is in.
    pub(crate) fn full_for(&self, p: &Position, unit: Unit) -> Set {
        let side = unit.side();
        let own = p.own(side);
        let corps = self.book.corps(side);
        let sp = self.book.sp[unit.index()];
        let mut full = match sp {
            0 => Set::EMPTY,
            sp if sp == self.book.most_sp => own.crowded,
            _ => {
                let over = |h: &usize| {
                    let hex = Hex::at(*h);
                    p.sp(&self.book, side, hex) + sp > self.book.terrain(hex).limit
                };
                own.crowded.iter().filter(over).collect()
            }
        };
        for kind in [corps.hqs, corps.columns, corps.armour] {
            if kind & unit.bit() != 0 {
                full |= each(side, kind & own.on() & !unit.bit()).map(|u| p.at(u).index()).collect();
            }
        }
        full
    }

    /// A refusal for want of room, with the stacking points there would be and the limit.
    pub(crate) fn crowded(&self, p: &Position, unit: Unit, hex: Hex, rule: Rule) -> Refusal {
        let refusal = Refusal::new(rule).unit(unit.0).place(hex.0);
        if ![R5A, R5B, R5_1_R3].contains(&rule) {
            return refusal;
        }
        let there = p.units(unit.side(), hex) & !unit.bit() | unit.bit();
        let sp: u8 = each(unit.side(), there).map(|u| self.book.sp[u.index()]).sum();
        // Numbers of refusals are halves.
        refusal.saying("refused-stacking").numbers(2 * sp, 2 * self.book.terrain(hex).limit)
    }

    /// 5.1.1a, 5.1-r1, 5-r3: why a unit that retreats into the hex is eliminated on arrival, if it is.
    pub(crate) fn no_room_at_all(&self, p: &Position, unit: Unit, hex: Hex) -> Option<Rule> {
        let side = unit.side();
        let piece = self.book.piece(unit);
        let limit = self.book.terrain(hex).limit * self.book.tables.double;
        if piece.sp > 0 && p.sp(&self.book, side, hex) >= limit {
            return Some(R5_1_1A);
        }
        let armour = self.book.corps(side).armour;
        (piece.kind == Kind::Armour && p.units(side, hex) & armour != 0).then_some(R5_R3)
    }
}
