//! 5: stacking. Limits, overstacking, and what may lie together.

use crate::Side;
use crate::game::Santander;
use crate::pieces::{Kind, Unit, each};
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::Rule;

impl Santander {
    /// 5a, 5b: is a hex above its limit?
    #[inline]
    pub fn overstacked(&self, p: &Position, side: Side, hex: Hex) -> bool {
        p.sp(&self.book, side, hex) > self.book.terrain(hex).limit
    }

    /// 5, 5-r2, 5.1-r3: may the unit end a placement, move or advance in the hex? It is not in it yet.
    pub fn has_room(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let side = unit.side();
        let terrain = self.book.terrain(hex);
        let corps = self.book.corps(side);
        let there = p.units(side, hex) & !unit.bit();
        let sp: u8 = each(side, there).map(|u| self.book.sp[u.index()]).sum();
        if sp > terrain.limit {
            return Err(R5_1_R3);
        }
        if sp + self.book.sp[unit.index()] > terrain.limit {
            return Err(if terrain.rough { R5B } else { R5A });
        }
        // One HQ, one column, one armour unit.
        let alike = [corps.hqs, corps.columns, corps.armour]
            .into_iter()
            .find(|kind| kind & unit.bit() != 0)
            .unwrap_or(0);
        if there & alike != 0 { Err(R5D) } else { Ok(()) }
    }

    /// 5.1.1a, 5.1-r1, 5-r3: why a unit that retreats into the hex is eliminated on arrival, if it is.
    pub fn no_room_at_all(&self, p: &Position, unit: Unit, hex: Hex) -> Option<Rule> {
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
