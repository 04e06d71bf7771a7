//! 16. Weather, x6 and x14: the tables; and the movement allowance that weather, supply and command leave.

use crate::book::Book;
use crate::ids::{QUARTERS, Unit, Weather};
use crate::position::Position;

impl Book {
    /// x6a, x6b, x6-r1, x14a, x14b, x14c: the weather a die brings: on the first day its own table, then the table of the day before.
    pub(crate) fn weather_after(&self, p: &Position, die: u8) -> Weather {
        let tables = &self.tables.weather;
        let row = if !p.weather_known {
            &tables.first
        } else {
            match p.weather {
                Weather::Clear => &tables.clear,
                Weather::Rain => &tables.rain,
                Weather::Mud => &tables.mud,
            }
        };
        row[usize::from(die) - 1]
    }

    /// 16-r1, 16-r3: the column of the terrain chart that the weather opens; nothing else asks for the weather.
    #[inline]
    pub(crate) fn chart(&self, p: &Position) -> Weather {
        if p.weather == Weather::Mud && self.switches.mud_allowance_only { Weather::Clear } else { p.weather }
    }

    /// 6a, 16a, 16b, 16c, 16d, 16-r2, 11.2a, 15i: the movement allowance in quarter points: mud first, then supply, then command.
    /// 12d, 12-r3: a leader's is touched by mud alone. x9b, x9-r1: the train's by nothing.
    pub fn allowance(&self, p: &Position, unit: Unit) -> u8 {
        let mark = self.mark(unit);
        if self.is_train(unit) {
            return self.rail_steps;
        }
        let mut points = mark.movement;
        if p.weather == Weather::Mud && !self.switches.mud_chart_only {
            let weather = &self.tables.weather;
            points = if mark.motorised {
                points / weather.mud_motorised_divisor
            } else {
                points.saturating_sub(weather.mud_foot_minus * QUARTERS)
            };
        }
        if !self.leads(unit) {
            if p.unsupplied.has(unit.index()) {
                points /= 2;
            }
            if p.uncommanded.has(unit.index()) {
                points /= 2;
            }
        }
        points
    }
}
