//! How good a position is, for computer players.

use crate::Guadalajara;
use crate::position::Position;
use frente_engine::{Judged, Side};

impl Judged for Guadalajara {
    fn judge(&self, p: &Position, side: Side) -> i32 {
        let score = i32::from(self.book.score(p)) * 100;
        if side == Side::Nationalist { score } else { -score }
    }
}
