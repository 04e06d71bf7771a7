//! 10.2 Δ3, 10.2.1, 4.4, 1.4: strengths, odds and modifiers: the resolver that play and odds share.

use crate::Set;
use crate::Side;
use crate::book::Result as Outcome;
use crate::game::Santander;
use crate::ids::{Units, each};
use crate::position::Position;
use frente_board::Hex;

/// The strength of the units of one hex, with its account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The hex.
    pub hex: Hex,
    /// Factors of units at full value.
    pub sound: u16,
    /// Factors of units out of supply or disorganised, before halving.
    pub weak: u16,
    /// Is the hex overstacked (5.1a)?
    pub overstacked: bool,
    /// What it comes to.
    pub total: u16,
}

/// The odds of a combat, with their account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Attack.
    pub attack: u16,
    /// Defence (2.1a).
    pub defence: u16,
    /// The position of the odds before shifts (10.2-r2).
    pub odds: u8,
    /// 4.4: columns to the right.
    pub shift: u8,
    /// The position after shifts.
    pub position: u8,
    /// Die modifier for odds outside the table.
    pub outside: i8,
    /// 10.2.1c: die modifier of a concentric attack.
    pub concentric: i8,
    /// 10.7b: die modifier of a trench.
    pub trench: i8,
}

impl Sum {
    /// 10.2-r2: all die modifiers add.
    pub(crate) fn modifier(&self) -> i8 {
        self.outside + self.concentric + self.trench
    }
}

impl Santander {
    fn factors(&self, p: &Position, side: Side, units: Units, defending: bool) -> (u16, u16) {
        let (mut sound, mut weak) = (0, 0);
        for unit in each(side, units) {
            let values = p.values(&self.book, unit);
            let factor = u16::from(if defending { values.defence } else { values.attack });
            if p.halved(unit) { weak += factor } else { sound += factor }
        }
        (sound, weak)
    }

    /// 1.4a, 1.4b, 1.4-r1: attack from one hex: weak units halved together, rounding down; an overstacked hex halved again, rounding up.
    pub(crate) fn attack_from(&self, p: &Position, side: Side, hex: Hex, units: Units) -> Strength {
        let (sound, weak) = self.factors(p, side, units, false);
        let overstacked = self.overstacked(p, side, hex);
        let sum = sound + weak / 2;
        Strength { hex, sound, weak, overstacked, total: if overstacked { sum.div_ceil(2) } else { sum } }
    }

    /// 1.4a, 1.4b, 1.4-r1, 6.3b, 9.5b, 9.2e, 10.1e: defence of a hex by all units in it, HQ included: halvings round up; terrain multiplies last, rounding up.
    pub(crate) fn defence_of(&self, p: &Position, side: Side, hex: Hex) -> Strength {
        let (sound, weak) = self.factors(p, side, p.troops(&self.book, side, hex), true);
        let overstacked = self.overstacked(p, side, hex);
        let sum = sound + weak.div_ceil(2);
        let sum = if overstacked { sum.div_ceil(2) } else { sum };
        let terrain = self.book.terrain(hex);
        let total = (sum * u16::from(terrain.times)).div_ceil(u16::from(terrain.over));
        Strength { hex, sound, weak, overstacked, total }
    }

    /// The hexes the attack comes from.
    pub(crate) fn attack_hexes(&self, p: &Position, side: Side) -> Set {
        each(side, p.public.fight.attackers).map(|u| p.at(u).index()).collect()
    }

    /// 10.2.d3a, 10.2.d3b, 10.2.d3c: the whole account of the combat at hand.
    pub(crate) fn sum(&self, p: &Position) -> Sum {
        let attacker = p.public.fight_side();
        let fight = &p.public.fight;
        let mut attack = 0;
        for hex in self.attack_hexes(p, attacker) {
            let hex = Hex::at(hex);
            attack += self.attack_from(p, attacker, hex, fight.attackers & p.units(attacker, hex)).total;
        }
        let defence = self.defence_of(p, attacker.other(), fight.target).total;
        let table = &self.book.tables.combat;
        let odds = table.position(u32::from(attack), u32::from(defence));
        let shift = self.first_turn_shift(p, attacker, fight.target);
        let position = (odds + shift).min(table.positions() - 1);
        let dug_in = attacker == Side::Nationalist && p.public.trenches.has(fight.target.index());
        Sum {
            attack,
            defence,
            odds,
            shift,
            position,
            outside: table.outside(position),
            concentric: if self.concentric(p) { table.concentric } else { 0 },
            trench: if dug_in { table.trench } else { 0 },
        }
    }

    /// 10.2.d4a: the result of a die.
    pub(crate) fn combat_result(&self, sum: &Sum, die: u8) -> Outcome {
        self.book.tables.combat.result(sum.position, die as i8 + sum.modifier())
    }

    /// 4.4a, 4.4-r1: the shift of Nationalist attacks near the CTV's HQ on the first turn.
    pub(crate) fn first_turn_shift(&self, p: &Position, attacker: Side, target: Hex) -> u8 {
        let (hq, turn, hexes, columns) = self.book.scenario.first_turn;
        let at = p.at(hq);
        let near = at.is_some() && self.book.map.distance(at, target) <= hexes;
        if attacker == hq.side() && p.public.turn == turn && near { columns } else { 0 }
    }

    /// 10.2.1a, 10.2.1b, 10.2.1-r1, 10.2.1-r2: enough neighbours of the defender held by the attacker's side, or in the zone of a supplied
    /// attacking unit, and free of the defender's units. Hexes nobody can cross from never count.
    pub(crate) fn concentric(&self, p: &Position) -> bool {
        let attacker = p.public.fight_side();
        let fight = &p.public.fight;
        let supplied = fight.attackers & !p.own(attacker).cut;
        let from: Set = each(attacker, supplied).map(|u| p.at(u).index()).collect();
        let open = &p.public.open;
        let covered = self.book.flow.grow(&from) | open.held[attacker];
        let clean = (*self.book.open(fight.target) & covered) - open.held[attacker.other()];
        clean.len() >= self.book.tables.combat.concentric_hexes as usize
    }
}
