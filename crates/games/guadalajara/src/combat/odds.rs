//! 9.1 Resolution, 9.2 terrain, 9.3 modifiers: the sum of a combat. Play and odds ask the same function.

use crate::book::Book;
use crate::ids::{Unit, Units};
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::Rule;

/// One line of the account, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The unit it is for, if any.
    pub unit: Option<Unit>,
    /// Is it on the attacker's account?
    pub attack: bool,
    /// How much, in half points.
    pub halves: i16,
    /// The rule behind it.
    pub rule: Rule,
}

/// The sum of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The attacker's total in half points.
    pub attack: i16,
    /// The defender's total in half points.
    pub defence: i16,
    /// The differential, rounded down (11.2-r1).
    pub differential: i16,
    /// The column used.
    pub column: usize,
}

impl Book {
    /// 11.2b, 11.2c, 11.2-r1: a unit's strength in half points: halved out of supply, nothing for artillery.
    pub(crate) fn halves(&self, p: &Position, unit: Unit) -> (i16, Rule) {
        let full = i16::from(self.strength(p, unit));
        if !p.unsupplied.has(unit.index()) {
            (2 * full, rules::R9_1G)
        } else if self.fires(unit) {
            (0, rules::R11_2C)
        } else {
            (full, rules::R11_2B)
        }
    }

    /// 9.1a, 9.1b, 9.1c, 9.2a, 10.4a, 11.2, 15h, 17.1b, x2: the sum of the combat at hand; each line of it goes to `note`.
    pub fn tally(&self, p: &Position, mut note: impl FnMut(Entry)) -> Tally {
        let fight = &p.fight;
        let (mut attack, mut defence) = (0, 0);
        let mut enter = |unit: Option<Unit>, on_attack: bool, halves: i16, rule: Rule| {
            *(if on_attack { &mut attack } else { &mut defence }) += halves;
            note(Entry { unit, attack: on_attack, halves, rule });
        };
        for unit in fight.attackers().iter().map(Unit::at) {
            let (halves, rule) = self.halves(p, unit);
            let rule = if rule == rules::R9_1G && fight.far.has(unit.index()) { rules::R10A } else { rule };
            enter(Some(unit), true, halves, rule);
        }
        let air = i16::from(fight.air[fight.attacker]);
        if air > 0 {
            let rule = if fight.bombardment { rules::R17_2A } else { rules::R17_1B };
            enter(None, true, 2 * air, rule);
        }
        for unit in fight.defenders.iter().map(Unit::at) {
            let (mut halves, mut rule) = self.halves(p, unit);
            // 10.4a, 10.4-r1: next to an attacker artillery defends with 1, without supply with nothing.
            if self.fires(unit) && !fight.near.is_empty() && halves > 0 {
                (halves, rule) = (2 * i16::from(self.tables.combat.adjacent_artillery), rules::R10_4A);
            }
            enter(Some(unit), false, halves, rule);
        }
        for unit in fight.support.iter().map(Unit::at) {
            let (halves, rule) = self.halves(p, unit);
            enter(Some(unit), false, halves, if rule == rules::R9_1G { rules::R10_3A } else { rule });
        }
        let air = i16::from(fight.air[fight.attacker.other()]);
        if air > 0 {
            enter(None, false, 2 * air, rules::R17_1B);
        }
        let ground = i16::from(self.ground.defence[fight.target.index()]);
        if ground > 0 {
            enter(None, false, 2 * ground, rules::R9_2A);
        }
        let (water, rule) = self.water(p, fight.target, &(fight.near - self.artillery));
        if water > 0 {
            enter(None, false, 2 * i16::from(water), rule);
        }
        // Rounded down, also below zero.
        let differential = (attack - defence).div_euclid(2);
        let crt = &self.tables.crt;
        let mut column = crt.column(differential);
        if self.surprise(p) {
            column = (column + self.tables.combat.surprise_columns).min(crt.columns.len() - 1);
        }
        Tally { attack, defence, differential, column }
    }

    /// x2a, x2-r1: does surprise shift the column?
    pub(crate) fn surprise(&self, p: &Position) -> bool {
        let combat = &self.tables.combat;
        p.day == combat.surprise_day && p.fight.attacker == combat.surprise_side && !p.fight.bombardment
    }

    /// 9.2-r1, 10.5a, 10.5-r1, 17.2c, x12e, x12f, x12j, x12k: the bonus of water between the defender and the adjacent attackers that
    /// are not artillery.
    fn water(&self, p: &Position, target: Hex, attackers: &Units) -> (u8, Rule) {
        let (mut river, mut stream, mut dry) = (false, false, false);
        for unit in attackers.iter() {
            let Some(dir) = self.map().dir(target, p.at[unit]) else { continue };
            if self.ground.river.has(target, dir) {
                river = true;
            } else if self.ground.stream.has(target, dir) {
                stream = true;
            } else {
                dry = true;
            }
        }
        let rows = &self.tables.water;
        match (river, stream, dry) {
            (true, false, false) => (rows.river.all, rules::X12E),
            (false, true, false) => (rows.stream.all, rules::X12F),
            (true, true, false) => (rows.mixed, rules::R9_2_R1),
            (true, _, true) => (rows.river.some, rules::X12K),
            (false, true, true) => (rows.stream.some, rules::X12J),
            (false, false, _) => (0, rules::R9_2A),
        }
    }

    /// 9.3a, 9.3c: the row a die is read in.
    pub(crate) fn row(&self, p: &Position, die: u8) -> u8 {
        let plus = if p.fight.combined { self.tables.combat.combined_arms } else { 0 };
        (die + plus).min(crate::book::tables::DIE as u8)
    }
}
