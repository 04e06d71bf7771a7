//! 4. Zones of control.
//!
//! A zone is the six hexes around a unit, rivers or not. It means three different things: movement stops in it (4.1, in
//! `movement`), supply may not pass it where no friend stands (4.2, in `supply`), retreats and advances shun it (10.4).

use crate::ids::Unit;
use crate::position::Public;
use frente_board::Hex;
use frente_engine::Side;

/// 3o, 4a, 4b, 4c: every combat unit exerts a zone, except units out of supply and units that retreated in this combat step.
#[inline]
pub fn exerts(p: &Public, unit: Unit) -> bool {
    !p.unsupplied.has(unit.index()) && !p.retreated.has(unit.index())
}

/// 4.1: is the hex in a zone of the enemy of `side`? For movement nothing cancels it (4.1d).
#[inline]
pub fn enemy_zone(p: &Public, side: Side, hex: Hex) -> bool {
    p.derived.zoc[side.other()].has(hex.index())
}

/// 4.2, 10.4.1f, 10.4.2e: a zone of the enemy of `side` that no friendly unit in the hex cancels.
#[inline]
pub fn open_zone(p: &Public, side: Side, hex: Hex) -> bool {
    enemy_zone(p, side, hex) && p.empty_of(side, hex)
}
