//! Actions as one line of text, and back.
//!
//! | line | action |
//! | --- | --- |
//! | `place CLIV/48 1418`, `setup`, `trench 1418`, `done` | set-up |
//! | `top CLIV/48` | put a counter on top of its stack |
//! | `roll 4` | a die |
//! | `withdraw 1/IN`, `withdraw LK`, `withdraw LK from 5`, `arrive 2110`, `replace CLIV/48` | events |
//! | `pick 1/IN`, `move 1/IN 2104-2004`, `stop`, `end` | movement |
//! | `attack 2009`, `with 1/LIT`, `declare` | attack |
//! | `air LK`, `hq HQ-CTV`, `column SC1`, `done`, `down LK` | bombardment |
//! | `lose 1/IN`, `stand`, `retreat`, `to 1908`, `next DC` | losses and retreat |
//! | `advance 1/LIT`, `on 1908`, `halt` | advance |

use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::pieces::Unit;
use crate::position::Position;
use frente_board::Hex;
use frente_engine::ParseError;

/// What others see of an action they may not know.
pub fn write_hidden(action: Action, out: &mut String) {
    out.push_str(match action {
        Action::Place(..) | Action::Reference => "place ?",
        Action::Top(_) => "top ?",
        Action::Arrive(_) => "arrive ?",
        Action::Pick(_) => "pick ?",
        Action::Go(..) => "move ?",
        _ => "?",
    });
}

impl Santander {
    /// Lines that stand for several: `attack 2009 with 1/LIT 2/LIT`, and `move 1/IN 2104-2004` before the unit is picked.
    pub(crate) fn several(&self, p: &Position, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            ["attack", hex, "with", units @ ..] if !units.is_empty() => {
                let with = units.iter().map(|u| format!("with {u}"));
                Some(
                    [format!("attack {hex}")].into_iter().chain(with).chain(["declare".to_owned()]).collect(),
                )
            }
            ["move", unit, _] if matches!(p.public.frames.top(), Frame::Movement(_)) => {
                Some(vec![format!("pick {unit}"), line.to_owned()])
            }
            _ => None,
        }
    }

    /// The unit a `move` line is about.
    fn moving(&self, p: &Position) -> Option<Unit> {
        match p.public.frames.top() {
            Frame::Moving(side) => Some(Unit::new(side, p.own(side).mover as usize)),
            _ => None,
        }
    }

    pub(crate) fn write(&self, p: &Position, action: Action, out: &mut String) {
        let unit = |u: Unit| self.book.label(u);
        let hex = |h: Hex| self.book.map.label(h);
        let air = |k: u8| self.book.air[k as usize].label.as_str();
        let parts: [&str; 3] = match action {
            Action::Place(u, h) => ["place", unit(u), hex(h)],
            Action::Reference => ["setup", "", ""],
            Action::Trench(h) => ["trench", hex(h), ""],
            Action::Done => ["done", "", ""],
            Action::Top(u) => ["top", unit(u), ""],
            Action::Roll(n) => return out.push_str(&format!("roll {n}")),
            Action::Withdraw(u) => ["withdraw", unit(u), ""],
            Action::WithdrawAir(k, 0) => ["withdraw", air(k), ""],
            Action::WithdrawAir(k, turn) => return out.push_str(&format!("withdraw {} from {turn}", air(k))),
            Action::Arrive(h) => ["arrive", hex(h), ""],
            Action::Replace(u) => ["replace", unit(u), ""],
            Action::Pick(u) => ["pick", unit(u), ""],
            Action::Go(h, path) => {
                // An action of another moment has no unit at hand; it still must print.
                let (label, from) = match self.moving(p) {
                    Some(u) => (unit(u), p.at(u)),
                    None => ("?", h),
                };
                out.push_str("move ");
                out.push_str(label);
                out.push(' ');
                return self.book.map.print_path(from, path, out);
            }
            Action::Stop => ["stop", "", ""],
            Action::End => ["end", "", ""],
            Action::Attack(h) => ["attack", hex(h), ""],
            Action::With(u) => ["with", unit(u), ""],
            Action::Declare => ["declare", "", ""],
            Action::Air(k) => ["air", air(k), ""],
            Action::Hq(u) => ["hq", unit(u), ""],
            Action::Column(u) => ["column", unit(u), ""],
            Action::Down(k) => ["down", air(k), ""],
            Action::Lose(u) => ["lose", unit(u), ""],
            Action::Stand => ["stand", "", ""],
            Action::Retreat => ["retreat", "", ""],
            Action::To(h) => ["to", hex(h), ""],
            Action::Next(u) => ["next", unit(u), ""],
            Action::Advance(u) => ["advance", unit(u), ""],
            Action::On(h) => ["on", hex(h), ""],
            Action::Halt => ["halt", "", ""],
        };
        for (i, part) in parts.into_iter().filter(|s| !s.is_empty()).enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push_str(part);
        }
    }

    pub(crate) fn read(&self, p: &Position, line: &str) -> Result<Action, ParseError> {
        let wrong = |problem: String| ParseError::new(line, problem);
        let unit = |label: &str| {
            self.book.find(label).ok_or_else(|| wrong(format!("there is no counter {label:?}")))
        };
        let hex = |label: &str| {
            self.book.map.find(label).ok_or_else(|| wrong(format!("there is no hex {label:?} on this map")))
        };
        let air = |label: &str| {
            self.book.find_air(label).ok_or_else(|| wrong(format!("there is no air unit {label:?}")))
        };
        let number = |word: &str| word.parse::<u8>().map_err(|_| wrong(format!("{word:?} is no number")));
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match &words[..] {
            ["place", u, h] => Action::Place(unit(u)?, hex(h)?),
            ["setup"] => Action::Reference,
            ["trench", h] => Action::Trench(hex(h)?),
            ["done"] => Action::Done,
            ["top", u] => Action::Top(unit(u)?),
            ["roll", n] => Action::Roll(number(n)?),
            ["withdraw", k, "from", turn] => Action::WithdrawAir(air(k)?, number(turn)?),
            ["withdraw", label] => match self.book.find_air(label) {
                Some(kind) => Action::WithdrawAir(kind, 0),
                None => Action::Withdraw(unit(label)?),
            },
            ["arrive", h] => Action::Arrive(hex(h)?),
            ["replace", u] => Action::Replace(unit(u)?),
            ["pick", u] => Action::Pick(unit(u)?),
            ["move", u, route] => {
                let (from, path) = self.book.map.parse_path(route).map_err(wrong)?;
                if let Some(mover) = self.moving(p) {
                    if unit(u)? != mover {
                        return Err(wrong(format!("{} is moving, not {u}", self.book.label(mover))));
                    }
                    if p.at(mover) != from {
                        return Err(wrong(format!(
                            "{u} is in {}, not in {}",
                            self.book.map.label(p.at(mover)),
                            self.book.map.label(from)
                        )));
                    }
                }
                Action::Go(self.book.map.along(from, path).last().unwrap_or(from), path)
            }
            ["stop"] => Action::Stop,
            ["end"] => Action::End,
            ["attack", h] => Action::Attack(hex(h)?),
            ["with", u] => Action::With(unit(u)?),
            ["declare"] => Action::Declare,
            ["air", k] => Action::Air(air(k)?),
            ["hq", u] => Action::Hq(unit(u)?),
            ["column", u] => Action::Column(unit(u)?),
            ["down", k] => Action::Down(air(k)?),
            ["lose", u] => Action::Lose(unit(u)?),
            ["stand"] => Action::Stand,
            ["retreat"] => Action::Retreat,
            ["to", h] => Action::To(hex(h)?),
            ["next", u] => Action::Next(unit(u)?),
            ["advance", u] => Action::Advance(unit(u)?),
            ["on", h] => Action::On(hex(h)?),
            ["halt"] => Action::Halt,
            [] => return Err(wrong("an empty line; expected an action".to_owned())),
            [word, ..] => {
                return Err(wrong(format!(
                    "{word:?} is no action, or has the wrong number of words; see the list of legal actions"
                )));
            }
        })
    }
}
