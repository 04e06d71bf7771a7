//! How good a position is, for computer players.

use crate::{game::Ford, ids::Unit, position::Position};
use frente_board::Hex;
use frente_engine::{Judged, Side};

impl Judged for Ford {
    /// Units, and how near the Nationalist's are to the village.
    fn judge(&self, position: &Position, side: Side) -> i32 {
        let village = Hex::at(self.book.village.first().unwrap_or_default());
        let worth = |unit: Unit| match (position.public.at[unit.index()].some(), self.book.side(unit)) {
            (Some(at), Side::Nationalist) => 1000 / (1 + i32::from(self.book.map.distance(at, village))),
            (Some(_), Side::Republican) => -300,
            (None, _) => 0,
        };
        let nationalist: i32 = Unit::all().map(worth).sum();
        if side == Side::Nationalist { nationalist } else { -nationalist }
    }
}
