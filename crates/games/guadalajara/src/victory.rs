//! 18, x8. Victory: towns held at the end, and strength that left by the highway.

use crate::book::Book;
use crate::book::tables::{Hold, LevelKey};
use crate::ids::Unit;
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::{Outcome, Rule, Side};

impl Book {
    /// x8d, x8-r2: is the road from Torija to its exit free of Republican units and zones?
    pub fn highway_open(&self, p: &Position) -> bool {
        let road = &self.ground.highway;
        !road.meets(&p.derived.occupied[Side::Republican]) && !road.meets(&p.derived.zone[Side::Republican])
    }

    /// x8c, x8-r2: what a counter scores by leaving from a hex: strength less hits, supply ignored, leaders nothing.
    pub(crate) fn exit_points(&self, p: &Position, unit: Unit, hex: Hex) -> u8 {
        let scores = self.side(unit) == Side::Nationalist
            && self.ground.highway_exit.has(hex.index())
            && self.highway_open(p);
        if scores { self.strength(p, unit) } else { 0 }
    }

    /// Who holds an objective (x8-r1).
    pub fn holder(&self, p: &Position, objective: usize) -> Side {
        if p.held >> objective & 1 != 0 { Side::Nationalist } else { Side::Republican }
    }

    /// 18a, x8a, x8b, x8c, x8e, x8f, x8-r3: each side's points as things stand.
    pub fn points(&self, p: &Position, side: Side) -> i16 {
        let victory = &self.tables.victory;
        let holds = |hold: &&Hold| {
            hold.hold.iter().all(|town| {
                let i = self.scenario.objectives.iter().position(|o| o == town.get_ref());
                i.is_some_and(|i| self.holder(p, i) == side)
            })
        };
        let list = if side == Side::Nationalist { &victory.nationalist } else { &victory.republican };
        let towns: i16 = list.iter().filter(holds).map(|h| h.points).sum();
        let exits = if side == Side::Nationalist {
            victory.exit_points_per_strength * i16::try_from(p.exit_points).unwrap_or(i16::MAX / 4)
        } else {
            0
        };
        towns + exits
    }

    /// x8g: Nationalist less Republican points.
    pub fn score(&self, p: &Position) -> i16 {
        self.points(p, Side::Nationalist) - self.points(p, Side::Republican)
    }

    /// x8h to x8l: the level a score reaches.
    pub fn level(&self, score: i16) -> LevelKey {
        let levels = &self.tables.victory.levels;
        levels.iter().find(|l| l.from.is_none_or(|from| score >= from)).map_or(LevelKey::Draw, |l| l.level)
    }

    /// How the game ended.
    ///
    /// x8i, x8j, x8k: marginal victories, and the draw between them.
    pub(crate) fn outcome(&self, p: &Position) -> Outcome {
        let (winner, reason, rule): (_, _, Rule) = match self.level(self.score(p)) {
            LevelKey::NationalistVictory => (Some(Side::Nationalist), "over-nationalist-victory", rules::X8H),
            LevelKey::NationalistMarginal => {
                (Some(Side::Nationalist), "over-nationalist-marginal", rules::X8I)
            }
            LevelKey::Draw => (None, "over-draw", rules::X8J),
            LevelKey::RepublicanMarginal => (Some(Side::Republican), "over-republican-marginal", rules::X8K),
            LevelKey::RepublicanDecisive => (Some(Side::Republican), "over-republican-decisive", rules::X8L),
        };
        Outcome { winner, reason, rule }
    }
}
