//! 11. Supply, and x3: the roads it comes by.

use crate::book::Book;
use crate::ids::{Set, Units};
use crate::position::Position;
use frente_engine::Side;

impl Book {
    /// Hexes a line of a side may pass: free of enemy units and zones (11.1a, 15c). Friends never cancel a zone (8c).
    pub(crate) fn free(&self, p: &Position, side: Side) -> Set {
        self.ground.all - *self.enemy_held(p, side) - *self.enemy_zone(p, side)
    }

    /// 11.1b, 11.1-r1, x3a, x3b, x3-r1: the road hexes that hang together with an exit of the side's own edge.
    pub fn supply_roads(&self, p: &Position, side: Side) -> Set {
        self.ground.road_net(&self.ground.supply[side], self.free(p, side))
    }

    /// 11.1-r2: hexes from which a line of at most `hexes` reaches one of the goals: the goal counts, the start does not,
    /// and the start itself may lie in a zone (11.1-r1). Terrain never matters.
    pub(crate) fn within(&self, goals: Set, free: &Set, hexes: u8) -> Set {
        let mut reached = goals;
        for _ in 1..hexes {
            reached |= self.ground.open.grow(&reached) & *free;
        }
        self.ground.open.grow(&reached)
    }

    /// 11.1a: all hexes in which a unit of the side is in supply.
    pub fn supplied(&self, p: &Position, side: Side) -> Set {
        let roads = self.supply_roads(p, side);
        // A unit in the exit hex itself stands on a road that leads off the map from there (11.1-r1: its own hex never counts).
        self.within(roads, &self.free(p, side), self.tables.supply.hexes) | self.ground.supply[side]
    }

    /// 5d, 11.1-r3: the check at the start of the owner's player turn; it stands until his next.
    pub(crate) fn check_supply(&self, p: &mut Position, side: Side) {
        let supplied = self.supplied(p, side);
        let combat = self.of[side] - self.leaders;
        p.unsupplied -= self.of[side];
        for unit in combat.iter() {
            let hex = p.at[unit];
            if hex.is_some() && !supplied.has(hex.index()) {
                p.unsupplied.insert(unit);
            }
        }
    }

    /// How many of a side's units are in a set.
    ///
    /// 11a: who has no line of supply.
    pub(crate) fn count(&self, set: &Units, side: Side) -> u8 {
        (*set & self.of[side]).len() as u8
    }
}
