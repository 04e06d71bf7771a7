//! 7.2, 7.3, 7.4: strengths, line and column, with 10.2 (supply), 15.1 (fatigue) and 17.0 (fortifications without supply).
//!
//! One reckoning serves play and odds: [`Aragon::reckon`] adds up a combat and names each item with its rule;
//! [`Aragon::result`] reads the table.

use crate::Aragon;
use crate::book::counters::Face;
use crate::book::{Line, Outcome};
use crate::ids::{Class, Set, Unit};
use crate::position::{Fight, FightKind, Public};
use crate::rules::*;
use frente_board::{Dir, Hex};
use frente_engine::{Rule, Side};

/// A combat added up, without support markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Strength of the attackers.
    pub attack: u8,
    /// Strength of the defender.
    pub defence: u8,
    /// The combat line.
    pub line: Line,
    /// Added to the die (15.1).
    pub die: i8,
}

/// What an item of the reckoning is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// An attacker's printed strength.
    Attack(Unit),
    /// The defender's printed strength.
    Defence(Unit),
    /// Half strength without supply.
    Unsupplied(Unit),
    /// A fortification.
    Fort(Unit),
    /// A support marker of a side.
    Marker(Side, Class),
    /// A marker's loss of value against a fortification.
    FortMarker(Class),
    /// The terrain line.
    Terrain(Line),
    /// Fatigue on the die.
    Fatigue(Unit),
}

/// One item of the reckoning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is about.
    pub about: About,
    /// How much it adds to its side's strength, to the differential (terrain) or to the die (fatigue).
    pub value: i16,
    /// The rule behind it.
    pub rule: Rule,
}

impl Aragon {
    /// 2.3b: the face a unit shows.
    #[inline]
    pub(crate) fn face(&self, p: &Public, unit: Unit) -> Face {
        let counter = self.book.unit(unit);
        counter.reduced.filter(|_| p.reduced.has(unit.index())).unwrap_or(counter.full)
    }

    /// 10.2a: the hexes of a combat whose units are in supply now.
    fn supplied_in(&self, p: &Public, fight: &Fight) -> Set {
        let hexes = |units: &mut dyn Iterator<Item = Unit>| -> Set {
            units.filter_map(|u| p.hex(u)).map(Hex::index).collect()
        };
        let defending = self.book.side(fight.defender);
        let defender = self.supplied_among(p, defending, &hexes(&mut std::iter::once(fight.defender)));
        if fight.kind == FightKind::Bombardment {
            return defender;
        }
        defender | self.supplied_among(p, defending.other(), &hexes(&mut fight.attackers()))
    }

    /// 2.3.2a, 10.2b: a unit's strength in attack.
    fn attack_strength(&self, p: &Public, unit: Unit, supplied: bool, item: &mut impl FnMut(Item)) -> u8 {
        let printed = self.face(p, unit).attack;
        item(Item { about: About::Attack(unit), value: i16::from(printed), rule: R2_3_2A });
        if supplied {
            return printed;
        }
        item(Item { about: About::Unsupplied(unit), value: -i16::from(printed / 2), rule: R10_2B });
        printed.div_ceil(2)
    }

    /// 2.3.2b, 7.4a, 10.2b, 17.0g: a unit's strength in defence.
    ///
    /// 7.4-r1, 7.4-r2: the side showing is doubled, besides the terrain. 17.0-r4: without supply it is only not halved.
    fn defence_strength(&self, p: &Public, unit: Unit, supplied: bool, item: &mut impl FnMut(Item)) -> u8 {
        let printed = self.face(p, unit).defence;
        item(Item { about: About::Defence(unit), value: i16::from(printed), rule: R2_3_2B });
        let fort = p.hex(unit).is_some_and(|h| p.forts.has(h.index()));
        match (fort, supplied) {
            (true, true) => {
                item(Item { about: About::Fort(unit), value: i16::from(printed), rule: R7_4A });
                2 * printed
            }
            (true, false) => {
                item(Item { about: About::Fort(unit), value: 0, rule: R17_0G });
                printed
            }
            (false, true) => printed,
            (false, false) => {
                item(Item { about: About::Unsupplied(unit), value: -i16::from(printed / 2), rule: R10_2B });
                printed.div_ceil(2)
            }
        }
    }

    /// 7.3, 7.3-r1, 8.5b: the one line that is best for the defender.
    ///
    /// 7.3d, 7.3-r2: the best single line; one attacker over land takes river and bridge away. 8.5-r1: markers do not.
    fn combat_line(&self, p: &Public, fight: &Fight) -> (Line, Rule) {
        let ground = &self.book.ground;
        let hex = ground.line[fight.target.index()];
        if fight.kind == FightKind::Bombardment {
            return (hex, R8_5B);
        }
        let (mut rivers, mut bridges) = (true, false);
        for dir in Dir::ALL {
            if fight.attackers[dir.index()] == Unit::NONE {
                continue;
            }
            rivers &= ground.river.has(fight.target, dir);
            bridges |= ground.river.has(fight.target, dir) && ground.bridge.has(fight.target, dir);
        }
        let side = match (rivers, bridges) {
            (true, false) => Line::River,
            (true, true) => Line::Bridge,
            (false, _) => Line::Clear,
        };
        debug_assert!(p.unit_in(fight.target).is_some());
        let points = |line| self.book.tables.line_points(line);
        if points(side) > points(hex) {
            (side, if side == Line::River { R7_3B } else { R7_3C })
        } else {
            (hex, R7_3D)
        }
    }

    /// 7.2a: adds up a combat as it stands, without markers, naming each item.
    pub(crate) fn reckon(&self, p: &Public, fight: &Fight, mut item: impl FnMut(Item)) -> Sum {
        let supplied = self.supplied_in(p, fight);
        let in_supply = |unit: Unit| p.hex(unit).is_none_or(|h| supplied.has(h.index()));
        let attack = fight.attackers().map(|u| self.attack_strength(p, u, in_supply(u), &mut item)).sum();
        let defence = self.defence_strength(p, fight.defender, in_supply(fight.defender), &mut item);
        let (line, rule) = self.combat_line(p, fight);
        item(Item { about: About::Terrain(line), value: -self.book.tables.line_points(line), rule });
        Sum { attack, defence, line, die: self.weariness(p, fight, &mut item) }
    }

    /// 15.1, 15.1-r1: what fatigue adds to the die: the worst attacker, and the defender.
    ///
    /// 15.1-r2: never in a bombardment.
    fn weariness(&self, p: &Public, fight: &Fight, item: &mut impl FnMut(Item)) -> i8 {
        if !self.fatigue || fight.kind == FightKind::Bombardment {
            return 0;
        }
        let level = |unit: Unit| {
            let n = p.fatigue[unit.index()] as usize;
            n.checked_sub(1).and_then(|i| self.book.tables.fatigue.levels.get(i))
        };
        let mut worst: Option<(Unit, i8)> = None;
        for unit in fight.attackers() {
            let die = level(unit).map_or(0, |l| l.attack);
            if worst.is_none_or(|(_, w)| die > w) {
                worst = Some((unit, die));
            }
        }
        let defending = level(fight.defender).map_or(0, |l| l.defend);
        let mut total = 0;
        for (unit, die) in worst.into_iter().chain([(fight.defender, defending)]) {
            if die != 0 {
                let rule = if die.abs() == 1 { R15_1C } else { R15_1D };
                item(Item { about: About::Fatigue(unit), value: i16::from(die), rule });
                total += die;
            }
        }
        total
    }

    /// 8.3b, 7.4b, 7.4c: what a marker adds to its side.
    ///
    /// 7.4-r1: each marker by itself. 8.2-r1, 8.5a: no range and no line of sight in a combat.
    pub(crate) fn marker_value(&self, p: &Public, fight: &Fight, side: Side, class: Class) -> u8 {
        let value = self.book.marker(side, class).value;
        let halved = side == p.active && p.forts.has(fight.target.index());
        if halved { value / 2 } else { value }
    }

    /// 7.2, 2.2-r1: the column of a combat, with the strength that markers add on each side.
    #[inline]
    pub(crate) fn column(&self, fight: &Fight, attack_markers: u8, defence_markers: u8) -> usize {
        let attack = i16::from(fight.attack) + i16::from(attack_markers);
        let defence = i16::from(fight.defence) + i16::from(defence_markers);
        self.book.tables.column(attack - defence - self.book.tables.line_points(fight.line))
    }

    /// 15.1e: the die with its modifier.
    #[inline]
    pub(crate) fn modified_die(&self, fight: &Fight, die: u8) -> u8 {
        (die as i8 + fight.die).clamp(1, 6) as u8
    }

    /// 4.1j: the result of a die in a column. What a bombardment ignores is no effect (12.0h, 12.0j, 8.4-r1).
    ///
    /// 7.5k: a dash is no effect. 12.0f: a bombardment reads the same table.
    #[inline]
    pub(crate) fn result(&self, fight: &Fight, column: usize, die: u8) -> Outcome {
        let result = self.book.tables.columns[column].results[self.modified_die(fight, die) as usize - 1];
        match (fight.kind, result) {
            (FightKind::Bombardment, Outcome::De | Outcome::D(_) | Outcome::Loss) => result,
            (FightKind::Bombardment, _) => Outcome::Nothing,
            _ => result,
        }
    }
}
