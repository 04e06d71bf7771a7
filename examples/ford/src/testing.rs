//! Positions of cases, looking inside, and what must always hold.

use crate::{frame::Frame, game::Ford, ids::Unit, position::Position};
use frente_board::Hex;
use frente_engine::case::set::{hex as hex_on, number, side, table, text, wrong};
use frente_engine::notation::Named;
use frente_engine::{Game, SetupError, Side, Stack, Testable};
use toml::{Table, Value};

impl Testable for Ford {
    fn arrange(&self, set: &Table) -> Result<Position, SetupError> {
        let mut position = self.start();
        let p = &mut position.public;
        let unit = |key: &str, name| Unit::find(&self.book, name).ok_or(SetupError::new(key, "no such unit"));
        let mut gun = Unit::all().find(|u| self.book.may_have_gun(*u).is_ok()).unwrap_or_default();
        for (key, value) in set {
            match key.as_str() {
                "turn" => p.turn = number(key, value)?,
                "gun" => gun = unit(key, text(key, value)?)?,
                "side" => p.frames = Stack::new(Frame::Act(side(key, text(key, value)?)?)),
                "units" => {
                    for (name, at) in table(key, value)? {
                        let hex = Some(text(key, at)?).filter(|at| *at != "eliminated");
                        let hex = hex.map(|label| hex_on(&self.book.map, key, label)).transpose()?;
                        p.at[unit(key, name)?.index()] = hex.unwrap_or_default();
                    }
                }
                _ => return wrong(key, "expected turn, gun, side or units"),
            }
        }
        if p.frames.top() != Frame::Gun {
            position.secret[Side::Republican] = gun;
        }
        Ok(position)
    }

    fn inspect(&self, position: &Position, key: &str) -> Option<Value> {
        let p = &position.public;
        let place = |at: Hex| at.some().map_or("eliminated", |hex| self.book.map.label(hex));
        let unit = |unit: Unit| unit.some().map_or("nobody", |unit| unit.name(&self.book));
        match key {
            "turn" => Some(i64::from(p.turn).into()),
            "gun" => Some(unit(p.gun).into()),
            "units" => {
                let places = Unit::all().map(|u| (unit(u).to_owned(), place(p.at[u.index()]).into()));
                Some(Value::Table(places.collect()))
            }
            _ => None,
        }
    }

    fn audit(&self, position: &Position) -> Result<(), String> {
        let p = &position.public;
        let crowded = Unit::all().find(|u| p.unit_in(p.at[u.index()]).is_some_and(|other| other != *u));
        match crowded {
            Some(unit) => Err(format!("{unit:?} is not alone in its hex (1b)")),
            None if p.gun.is_some() && p.gun != position.secret[Side::Republican] => {
                Err("the gun is shown with the wrong unit (5b)".into())
            }
            None => Ok(()),
        }
    }
}
