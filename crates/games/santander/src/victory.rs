//! 14: victory.

use crate::Side;
use crate::game::Santander;
use crate::position::{Position, Public};
use frente_board::Hex;

impl Santander {
    /// 14.1: the Nationalist's victory points as the map stands.
    pub(crate) fn points_held(&self, p: &Position) -> u8 {
        self.points_of(&p.public)
    }

    /// 14.1a, 14.1b, 14.1c, 14.1d, 14.1e, 14.1f, 14.1g, 14.1h, 14.1i: the same from what both players know: each objective for what the
    /// map file says. Nothing about victory is hidden.
    ///
    /// 14.2c: Reinosa without its factory is worth nothing.
    pub(crate) fn points_of(&self, public: &Public) -> u8 {
        let tables = &self.book.tables;
        let hexes: u8 = (self.book.objectives - public.republican)
            .iter()
            .map(Hex::at)
            // 14.2c: Reinosa without its factory is worth nothing.
            .filter(|h| !(public.factory_gone && *h == self.book.factory))
            .map(|h| self.book.map.points(h))
            .sum();
        hexes + if public.brigades >= tables.brigades { tables.brigade_points } else { 0 }
    }

    /// 14.1k, 14.1-r1: who wins with these points; there is no draw.
    pub(crate) fn winner(&self, p: &Position) -> Side {
        if self.points_held(p) >= self.book.tables.points { Side::Nationalist } else { Side::Republican }
    }
}
