//! One line for each action, that prints and parses back.
//!
//! | line | action |
//! | --- | --- |
//! | `unit 116/25` | takes a unit to move, or to retreat next |
//! | `move 116/25 1516-1417-1317`, `stop 116/25` | a move, and its end |
//! | `enter I/13 1904` | a reinforcement enters |
//! | `bombard 1616`, `support 2air`, `fire` | a bombardment |
//! | `attack 1616`, `with 32/35`, `declare` | an attack |
//! | `support 3`, `support none` | a step of support fire |
//! | `roll 4`, `draw 2air`, `drawn 3/52` | chance |
//! | `stand`, `hold`, `retreat 3/52 1616-1615-1514`, `stay`, `perish` | answers to a retreat |
//! | `displace 2/52 1317`, `advance 32/35 1615`, `halt` | what follows a retreat |
//! | `negate`, `accept`, `lose 32/35` | losses |
//! | `rebuild 3/52`, `recruit`, `return 3/52 1413` | rebuilding |
//! | `end` | ends a phase |
//!
//! People may also write `attack 1817 with 12int/35 14int/35`, `bombard 1817 with 2 3air`, and a `move` by any route from the
//! phase itself; `expand_line` turns these into the lines they stand for. A hex off the map is written `off`.

use crate::Aragon;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::{Class, Unit};
use crate::position::{Position, Public};
use frente_board::{Dir, Hex, Path};
use frente_engine::{Game, Side};
use std::fmt::Write;

impl Aragon {
    /// The name of a unit.
    pub fn name(&self, unit: Unit) -> &str {
        self.book.units.get(unit.index()).map_or("nobody", |c| c.name.as_str())
    }

    /// The number of a hex.
    pub fn label(&self, hex: Hex) -> &str {
        self.book.ground.map.label(hex)
    }

    /// The name of a marker class.
    pub fn marker_name(&self, side: Side, class: Class) -> &str {
        self.book.markers[side].get(class.index()).map_or("?", |m| m.name.as_str())
    }

    /// Whose markers a line with `support` or `draw` is about.
    fn marker_side(&self, p: &Public) -> Side {
        match p.stack.top() {
            Frame::Support(step) => self.supporter(p.active, step),
            Frame::Draw { side, .. } => side,
            _ => p.active,
        }
    }

    /// Where a route of the unit starts.
    fn route_start(&self, p: &Public, unit: Unit) -> Hex {
        match p.stack.top() {
            Frame::Moving { unit: moving, at, .. } if moving == unit => at,
            _ => p.hex(unit).unwrap_or(Hex::NONE),
        }
    }

    fn print_route(&self, from: Hex, path: Path, out: &mut String) {
        out.push_str(self.label(from));
        let mut at = from;
        for dir in path.dirs() {
            at = if at == Hex::NONE { at } else { self.book.ground.map.neighbour(at, dir) };
            out.push('-');
            out.push_str(if at == Hex::NONE { "off" } else { self.label(at) });
        }
    }

    pub(crate) fn print_action(&self, p: &Public, action: Action, out: &mut String) {
        let side = self.marker_side(p);
        let word = match action {
            Action::End => "end",
            Action::Fire => "fire",
            Action::Declare => "declare",
            Action::Pass => "support none",
            Action::Negate => "negate",
            Action::Accept => "accept",
            Action::Stand => "stand",
            Action::Hold => "hold",
            Action::Stay => "stay",
            Action::Perish => "perish",
            Action::Halt => "halt",
            Action::Recruit => "recruit",
            _ => "",
        };
        out.push_str(word);
        let written = match action {
            Action::Pick(u) => write!(out, "unit {}", self.name(u)),
            Action::Stop(u) => write!(out, "stop {}", self.name(u)),
            Action::Join(u) => write!(out, "with {}", self.name(u)),
            Action::Lose(u) => write!(out, "lose {}", self.name(u)),
            Action::Rebuild(u) => write!(out, "rebuild {}", self.name(u)),
            Action::Drawn(u) => write!(out, "drawn {}", self.name(u)),
            Action::Bombard(h) => write!(out, "bombard {}", self.label(h)),
            Action::Attack(h) => write!(out, "attack {}", self.label(h)),
            Action::Enter { unit, hex } => write!(out, "enter {} {}", self.name(unit), self.label(hex)),
            Action::Displace { unit, hex } => write!(out, "displace {} {}", self.name(unit), self.label(hex)),
            Action::Advance { unit, hex } => write!(out, "advance {} {}", self.name(unit), self.label(hex)),
            Action::Return { unit, hex } => write!(out, "return {} {}", self.name(unit), self.label(hex)),
            Action::Place(c) => write!(out, "support {}", self.marker_name(side, c)),
            Action::Draw(c) => write!(out, "draw {}", self.marker_name(side, c)),
            Action::Roll(n) => write!(out, "roll {n}"),
            Action::Go { unit, path } => {
                let _ = write!(out, "move {} ", self.name(unit));
                self.print_route(self.route_start(p, unit), path, out);
                Ok(())
            }
            Action::Retreat { unit, path } => {
                let _ = write!(out, "retreat {} ", self.name(unit));
                self.print_route(self.route_start(p, unit), path, out);
                Ok(())
            }
            _ => Ok(()),
        };
        debug_assert!(written.is_ok(), "writing to a string");
    }

    pub(crate) fn parse_action(&self, p: &Public, line: &str) -> Result<Action, String> {
        let mut words = line.split_ascii_whitespace();
        let verb = words.next().unwrap_or_default();
        let (first, second) = (words.next(), words.next());
        if words.next().is_some() {
            return Err("too many words".to_owned());
        }
        let plain = match line.trim() {
            "end" => Some(Action::End),
            "fire" => Some(Action::Fire),
            "declare" => Some(Action::Declare),
            "support none" => Some(Action::Pass),
            "negate" => Some(Action::Negate),
            "accept" => Some(Action::Accept),
            "stand" => Some(Action::Stand),
            "hold" => Some(Action::Hold),
            "stay" => Some(Action::Stay),
            "perish" => Some(Action::Perish),
            "halt" => Some(Action::Halt),
            "recruit" => Some(Action::Recruit),
            _ => None,
        };
        if let Some(action) = plain {
            return Ok(action);
        }
        let unit = |word: Option<&str>| {
            let name = word.ok_or("expected a unit")?;
            self.book.find_unit(name).ok_or(format!("there is no unit {name:?} in this scenario"))
        };
        let hex = |word: Option<&str>| {
            let label = word.ok_or("expected a hex")?;
            self.book.ground.map.find(label).ok_or(format!("there is no hex {label:?} on this map"))
        };
        let class = |word: Option<&str>| {
            let side = self.marker_side(p);
            let name = word.ok_or("expected a marker")?;
            let known =
                || self.book.markers[side].iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join(", ");
            self.book
                .find_class(side, name)
                .ok_or_else(|| format!("the {side} side has no marker {name:?}; expected one of {}", known()))
        };
        let one =
            |action: Action| if second.is_none() { Ok(action) } else { Err("too many words".to_owned()) };
        match verb {
            "unit" => one(Action::Pick(unit(first)?)),
            "stop" => one(Action::Stop(unit(first)?)),
            "with" => one(Action::Join(unit(first)?)),
            "lose" => one(Action::Lose(unit(first)?)),
            "rebuild" => one(Action::Rebuild(unit(first)?)),
            "drawn" => one(Action::Drawn(unit(first)?)),
            "bombard" => one(Action::Bombard(hex(first)?)),
            "attack" => one(Action::Attack(hex(first)?)),
            "support" => one(Action::Place(class(first)?)),
            "draw" => one(Action::Draw(class(first)?)),
            "roll" => match first.map(str::parse) {
                Some(Ok(n)) => one(Action::Roll(n)),
                _ => Err("expected a number from 1 to 6".to_owned()),
            },
            "enter" => Ok(Action::Enter { unit: unit(first)?, hex: hex(second)? }),
            "displace" => Ok(Action::Displace { unit: unit(first)?, hex: hex(second)? }),
            "advance" => Ok(Action::Advance { unit: unit(first)?, hex: hex(second)? }),
            "return" => Ok(Action::Return { unit: unit(first)?, hex: hex(second)? }),
            "move" => {
                let unit = unit(first)?;
                Ok(Action::Go { unit, path: self.parse_route(p, unit, second)? })
            }
            "retreat" => {
                let unit = unit(first)?;
                Ok(Action::Retreat { unit, path: self.parse_route(p, unit, second)? })
            }
            _ => Err(format!("{verb:?} is no word of this game")),
        }
    }

    fn parse_route(&self, p: &Public, unit: Unit, text: Option<&str>) -> Result<Path, String> {
        let map = &self.book.ground.map;
        let text = text.ok_or("expected a route such as 1516-1417")?;
        let start = self.route_start(p, unit);
        let mut labels = text.split('-');
        if labels.next().and_then(|l| map.find(l)) != Some(start) {
            return Err(format!("a route of {} starts in {}", self.name(unit), self.label(start)));
        }
        let (mut at, mut path) = (start, Path::EMPTY);
        for label in labels {
            let to = if label == "off" {
                Hex::NONE
            } else {
                map.find(label).ok_or(format!("there is no hex {label:?} on this map"))?
            };
            let way = Dir::ALL.into_iter().find(|d| at != Hex::NONE && map.neighbour(at, *d) == to);
            let dir = way.ok_or_else(|| format!("{label} is not next to {}", self.label(at)))?;
            if path.is_full() {
                return Err(format!("a route has at most {} steps", Path::MAX));
            }
            path = path.then(dir);
            at = to;
        }
        if path.is_empty() {
            return Err("a route needs at least one step".to_owned());
        }
        Ok(path)
    }

    /// The lines that a convenient line stands for; `None` when it stands for itself.
    pub(crate) fn expand_line(&self, pos: &Position, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["attack", hex, "with", ref units @ ..] if !units.is_empty() => {
                let with = units.iter().map(|u| format!("with {u}"));
                Some(
                    [format!("attack {hex}")].into_iter().chain(with).chain(["declare".to_owned()]).collect(),
                )
            }
            ["bombard", hex, "with", ref markers @ ..] if !markers.is_empty() => {
                let most = self.book.tables.bombardment.markers as usize;
                let support = markers.iter().map(|m| format!("support {m}"));
                let all_in =
                    markers.len() >= most || markers.len() >= pos.public.hand[pos.public.active] as usize;
                let fire = (!all_in).then(|| "fire".to_owned());
                Some([format!("bombard {hex}")].into_iter().chain(support).chain(fire).collect())
            }
            ["move", name, route] => self.expand_move(pos, name, route),
            _ => None,
        }
    }

    /// A move written from the phase itself, or by a route that is not the cheapest: the unit is taken, and the route is cut into
    /// waypoints.
    fn expand_move(&self, pos: &Position, name: &str, route: &str) -> Option<Vec<String>> {
        let unit = self.book.find_unit(name)?;
        let mut pos = *pos;
        let mut lines = Vec::new();
        if matches!(pos.public.stack.top(), Frame::Movement { .. }) {
            lines.push(format!("unit {name}"));
            if self.play(&mut pos, Action::Pick(unit), &mut ()).is_err() {
                return Some(lines);
            }
        }
        // A route that breaks a rule is refused as a whole, so that the refusal names that rule.
        let whole = format!("move {name} {route}");
        let Frame::Moving { at, left, .. } = pos.public.stack.top() else { return None };
        let path = self.parse_route(&pos.public, unit, Some(route)).ok();
        if path.is_none_or(|path| self.may_walk(&pos.public, unit, at, left, path).is_err()) {
            lines.push(whole);
            return (lines.len() > 1).then_some(lines);
        }
        let hexes: Vec<&str> = route.split('-').collect();
        let mut done = 0;
        while done + 1 < hexes.len() {
            // The longest part of the rest that is one listed move.
            let part = (done + 1..hexes.len()).rev().find_map(|end| {
                let text = format!("move {name} {}", hexes[done..=end].join("-"));
                let action = self.parse_action(&pos.public, &text).ok()?;
                let mut after = pos;
                self.play(&mut after, action, &mut ()).ok()?;
                Some((end, text, after))
            });
            let Some((end, text, after)) = part else {
                lines.push(format!("move {name} {}", hexes[done..].join("-")));
                break;
            };
            lines.push(text);
            (done, pos) = (end, after);
        }
        (lines.len() > 1).then_some(lines)
    }
}
