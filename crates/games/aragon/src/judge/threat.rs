//! What either side could win by the attacks it can make where everybody stands, for players that think ahead.
//!
//! The judgement of one decision sees a unit's way to its aims and not what a line of units could do together, nor what stands open to
//! the enemy's next blow. Here every attack that is possible is reckoned as combat reckons it, without markers, each unit in one of
//! them.

use crate::Aragon;
use crate::book::ground::PROHIBITED;
use crate::ids::{Unit, UnitSet};
use crate::position::{Fight, FightKind, Public};
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex};
use frente_engine::Side;

/// How many attacks of a side are looked at.
const MOST: usize = 48;
/// What an attack that can be made now is worth to who may make it, in hundredths of what it is expected to give.
const CHANCE: i32 = 80;
/// The same for the attacks of the side whose turn comes next.
const THREAT: i32 = 60;

impl Aragon {
    /// What the attacks that stand open are worth to the Republic, less what they are worth to the Nationalists.
    pub(super) fn threats(&self, p: &Public) -> i32 {
        let side = |side: Side| {
            let share = if side == p.active { CHANCE } else { THREAT };
            self.open_attacks(p, side) * share / 100
        };
        side(Side::Republican) - side(Side::Nationalist)
    }

    /// What a side can expect of all its good attacks, the best ones first.
    fn open_attacks(&self, p: &Public, side: Side) -> i32 {
        let spent = if side == p.active { p.fought | p.advanced | p.displaced } else { UnitSet::EMPTY };
        let targets = p.derived.occupied[side.other()] & p.derived.zone[side];
        let mut attacks: ArrayVec<(i32, Fight), MOST> = ArrayVec::new();
        for target in targets.into_iter().map(Hex::at) {
            let attacked = side == p.active && p.unit_in(target).is_some_and(|u| p.attacked.has(u.index()));
            if attacked || attacks.is_full() {
                continue;
            }
            let Some(fight) = self.fight_with(p, side, target, spent) else { continue };
            let worth = self.fight_worth(p, &fight, 0, 0);
            if worth > 0 {
                attacks.push((worth, fight));
            }
        }
        attacks.sort_unstable_by_key(|(worth, fight)| (-worth, fight.target.index()));
        let (mut busy, mut sum) = (spent, 0);
        for (worth, fight) in attacks {
            let free = fight.attackers().all(|u| !busy.has(u.index()));
            let rest = if free { Some(fight) } else { self.fight_with(p, side, fight.target, busy) };
            let Some(rest) = rest else { continue };
            let worth = if free { worth } else { self.fight_worth(p, &rest, 0, 0) };
            if worth > 0 {
                sum += worth;
                for unit in rest.attackers() {
                    busy.insert(unit.index());
                }
            }
        }
        sum
    }

    /// An attack on a hex by everybody of a side around it who is not busy; `None` without any.
    fn fight_with(&self, p: &Public, side: Side, target: Hex, busy: UnitSet) -> Option<Fight> {
        let mut fight = Fight::new(FightKind::Attack, target, p.unit_in(target)?);
        for dir in Dir::ALL {
            let hex = self.book.ground.map.neighbour(target, dir);
            let Some(unit) = hex.some().and_then(|h| p.unit_in(h)) else { continue };
            let may = self.book.side(unit) == side
                && !busy.has(unit.index())
                && self.face(p, unit).attack > 0
                && self.book.ground.cost(hex, dir.opposite()) != PROHIBITED;
            if may {
                fight.attackers[dir.index()] = unit;
            }
        }
        fight.attackers().next().map(|_: Unit| fight)
    }
}
