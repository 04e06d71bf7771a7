//! Charts and scenario, checked and ready for look-up.

use super::AIR_KINDS;
use crate::ids::{Unit, Units};
use frente_board::Hex;
use frente_engine::PerSide;

/// What the Combat Results Table gives (10.3a, 10.4.1a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Result {
    /// Steps lost by the attacker and by the defender.
    Steps(u8, u8),
    /// Breakthrough.
    Breakthrough,
}

/// What the Bombardment Table gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bombed {
    /// No effect.
    Nothing,
    /// One level of disorganisation.
    Disorganised,
    /// T3h: one level, and one step.
    AndStep,
}

/// What the Republican morale table gives (T4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Nerve {
    /// Free to retreat or stand.
    Free,
    /// Must retreat, one step spared.
    Retreat,
    /// Must retreat, full loss.
    Rout,
    /// As before, and further steps.
    Panic,
}

/// 10.2: the Combat Results Table and its modifiers.
#[derive(Clone, Debug)]
pub struct CombatTable {
    /// Odds of the columns: attack, defence.
    pub columns: Vec<(u32, u32)>,
    /// Lowest die of the table's rows.
    pub first_row: i8,
    /// T2a, T2b, T2c, T2d, T2e, T2f, T2g, T2h: results by row and column.
    pub rows: Vec<Vec<Result>>,
    /// Die modifier below the first column.
    pub below: i8,
    /// Die modifier above the last column.
    pub above: i8,
    /// Hexes a concentric attack needs.
    pub concentric_hexes: u8,
    /// Die modifier of a concentric attack.
    pub concentric: i8,
    /// Die modifier against a trench.
    pub trench: i8,
    /// Hexes of a breakthrough advance.
    pub breakthrough: u8,
}

impl CombatTable {
    /// 10.2-r2: positions are: below the table, its columns, above it.
    pub(crate) fn positions(&self) -> u8 {
        self.columns.len() as u8 + 2
    }

    /// 10.2.d3c: the position of odds, rounded in the defender's favour.
    pub(crate) fn position(&self, attack: u32, defence: u32) -> u8 {
        let (last_attack, last_defence) = self.columns[self.columns.len() - 1];
        if attack * last_defence >= (last_attack + 1) * defence {
            return self.positions() - 1;
        }
        let reached = |&(a, d): &(u32, u32)| attack * d >= a * defence;
        self.columns.iter().rposition(reached).map_or(0, |i| i as u8 + 1)
    }

    /// 10.2.d3d, 10.2.d3e: the die modifier for odds outside the table.
    pub(crate) fn outside(&self, position: u8) -> i8 {
        match position {
            0 => self.below,
            p if p + 1 >= self.positions() => self.above,
            _ => 0,
        }
    }

    /// 10.2.d4a: the result at a position under a modified die.
    pub(crate) fn result(&self, position: u8, die: i8) -> Result {
        let row = (die - self.first_row).clamp(0, self.rows.len() as i8 - 1) as usize;
        let column = (position.max(1) as usize - 1).min(self.columns.len() - 1);
        self.rows[row][column]
    }

    /// A position as printed: `1:2`, `below 1:2`, ….
    pub(crate) fn name(&self, position: u8) -> String {
        let print = |(a, d): (u32, u32)| format!("{a}:{d}");
        match position as usize {
            0 => format!("<{}", print(self.columns[0])),
            p if p > self.columns.len() => format!(">{}", print(self.columns[self.columns.len() - 1])),
            p => print(self.columns[p - 1]),
        }
    }
}

/// 9.4: the Bombardment Table, points and ranges.
#[derive(Clone, Debug)]
pub struct BombardmentTable {
    /// Lowest die of the table's rows.
    pub first_row: i8,
    /// T3a, T3b, T3c, T3d, T3e, T3f, T3g: results by row and column; the first column is one net point.
    pub rows: Vec<Vec<Bombed>>,
    /// Die modifier against a trench.
    pub trench: i8,
    /// Points of an air unit.
    pub air: u8,
    /// 9.2f: range of HQs.
    pub range: u8,
    /// 9.3.1b: columns one HQ may use.
    pub columns_per_hq: u8,
}

impl BombardmentTable {
    /// 9.4.2d, 9.4.2-r1: the result for a net of at least one point.
    pub(crate) fn result(&self, net: u8, die: i8) -> Bombed {
        let row = (die - self.first_row).clamp(0, self.rows.len() as i8 - 1) as usize;
        let column = (net as usize - 1).min(self.rows[row].len() - 1);
        self.rows[row][column]
    }
}

/// 10.6, 10.6.1-r2: the Republican morale table and track.
#[derive(Clone, Debug)]
pub struct MoraleTable {
    /// Lowest totals of the rows.
    pub rows: Vec<(i8, Nerve)>,
    /// Further steps of a panic.
    pub panic_steps: u8,
    /// Steps added when a forced retreat is impossible: retreat, rout, panic.
    pub cannot_retreat: [u8; 3],
    /// First space of the marker.
    pub start: u8,
    /// Lowest space.
    pub least: u8,
    /// Highest space.
    pub most: u8,
    /// Modifiers of Santander, Basque and Asturian units.
    pub origin: [i8; 3],
}

impl MoraleTable {
    /// T4: the result of a total.
    pub(crate) fn result(&self, total: i8) -> Nerve {
        self.rows.iter().rev().find(|(from, _)| total >= *from).map_or(Nerve::Free, |(_, nerve)| *nerve)
    }
}

/// T1: effects of a kind of terrain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// Half movement points to enter.
    pub cost: u8,
    /// Half movement points more in rain.
    pub rain: u8,
    /// Defence multiplier: numerator.
    pub times: u8,
    /// Defence multiplier: denominator.
    pub over: u8,
    /// Stacking limit.
    pub limit: u8,
    /// 5b: hills and mountains, not 5a: plain and city.
    pub rough: bool,
}

/// 12: the Republican Offensive.
#[derive(Clone, Debug)]
pub struct OffensiveRules {
    /// Turn and lowest die on which it begins; 0 is automatic.
    pub begins: Vec<(u8, u8)>,
    /// Lowest die, infantry and air units to withdraw.
    pub withdraw: Vec<(u8, u8, u8)>,
}

/// 13: the Basque surrender.
#[derive(Clone, Copy, Debug)]
pub struct BasqueRules {
    /// The column distances are counted from.
    pub column: u8,
    /// How near to it a supplied brigade must be.
    pub within: u8,
    /// Highest die on which they surrender.
    pub surrender_to: u8,
    /// Battalions that go on.
    pub battalions: u8,
}

/// 9.1.1, 15.1: air losses.
#[derive(Clone, Copy, Debug)]
pub struct AirRules {
    /// Highest die of attrition.
    pub attrition_to: u8,
    /// Turns until it comes back.
    pub returns_after: u8,
    /// Lowest die that shoots an enemy down.
    pub shot_down_from: u8,
}

/// Every chart.
#[derive(Clone, Debug)]
pub struct Tables {
    /// 10.2.
    pub combat: CombatTable,
    /// 9.4.
    pub bombardment: BombardmentTable,
    /// 10.6.
    pub morale: MoraleTable,
    /// Half points to cross a river.
    pub river: u8,
    /// 8.2: half points a motorized unit pays on a road.
    pub road_motorized: u8,
    /// Half points others pay on a road.
    pub road_foot: u8,
    /// 7.2: half points to leave an enemy zone at the start.
    pub leave_zone: u8,
    /// 5.1.1: times the limit at which arriving units are eliminated.
    pub double: u8,
    /// 11.2: lowest total of rain.
    pub rain_from: u8,
    /// 11.2: added after a rain turn.
    pub after_rain: u8,
    /// Dates of the turns.
    pub dates: Vec<String>,
    /// 12.
    pub offensive: OffensiveRules,
    /// 13.
    pub basques: BasqueRules,
    /// 14.2: first turn of the factory die.
    pub factory_turn: u8,
    /// 14.2: lowest die that destroys it.
    pub factory_die: u8,
    /// 9.1.1.
    pub air: AirRules,
    /// 14.1: brigades for the extra point.
    pub brigades: u8,
    /// 14.1: points for the brigades.
    pub brigade_points: u8,
    /// 14.1: points to win.
    pub points: u8,
}

/// 4: set-up and length.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Number of turns.
    pub turns: u8,
    /// 4.1: divisions that are rolled for, with their counters.
    pub rolled: Vec<(u8, Units)>,
    /// 4.1: highest die for the first line.
    pub first_line_to: u8,
    /// 4.2g.
    pub trenches: u8,
    /// 4.2: the column distances are counted from.
    pub basque_column: u8,
    /// 4.2d.
    pub basque_within: u8,
    /// 4.2e.
    pub basque_free: u8,
    /// 4.2i, 4.3f: columns at the start.
    pub columns: PerSide<u8>,
    /// 9.3: turns on which the Nationalist receives a column.
    pub column_turns: Vec<u8>,
    /// 9.3g.
    pub columns_on_map: u8,
    /// 4.3: armour and the lowest die on which it is received.
    pub armour: Vec<(u8, Unit)>,
    /// 4.4: the HQ, turn, hexes and columns of the first-turn shift.
    pub first_turn: (Unit, u8, u8, u8),
    /// 15.2: first and last column of the map for Italian units.
    pub historical: [u8; 2],
    /// A legal set-up: hex by counter; first line and reserve.
    pub reference: [Vec<Hex>; 2],
    /// Its trenches.
    pub reference_trenches: Vec<Hex>,
    /// Air units of each kind at the start.
    pub air: [u8; AIR_KINDS],
}
