//! One line for every action, and back.

use crate::Brunete;
use crate::action::Action;
use crate::ids::Unit;
use crate::position::{Commit, Position, Resource};
use frente_board::{Hex, Path};
use frente_engine::ParseError;
use std::fmt::Write;

/// What a line can say, for those who mistype.
const VERBS: &str = "end, pass, roll N, draw R, place U H, replace U, resource R, bombard U, interdict H, reinforce U, at H, hold, \
    recover U, give U, unit U, move U H-H, stop, eliminate U, attack H, with U, declare, elite, no elite, \
    support N artillery N aviation command, support none, re-roll, keep, lose U, stubborn, give way, retreat U H-H, exit U H, \
    perish U, advance U H-H, maintain command, maintain rolls";

/// `attack 2708 with 3a 3b` stands for naming the hex and adding each unit.
pub(crate) fn expand(line: &str) -> Option<Vec<String>> {
    let mut words = line.split_whitespace();
    let (Some("attack"), Some(hex), Some("with")) = (words.next(), words.next(), words.next()) else {
        return None;
    };
    Some(std::iter::once(format!("attack {hex}")).chain(words.map(|u| format!("with {u}"))).collect())
}

/// What those may read who may not know the rest.
pub(crate) fn write_hidden(action: Action, out: &mut String) {
    out.push_str(match action {
        Action::Support(_) => "support ?",
        Action::Draw(_) => "draw ?",
        Action::Roll(_) => "roll ?",
        _ => "resource ?",
    });
}

impl Brunete {
    pub(crate) fn write(&self, p: &Position, action: Action, out: &mut String) {
        let (map, book) = (&self.book.map, &*self.book);
        let mut two = |verb: &str, word: &str| {
            out.push_str(verb);
            out.push(' ');
            out.push_str(word);
        };
        match action {
            Action::End => out.push_str("end"),
            // Declining a resource must look like choosing one, so it has the same verb.
            Action::Pass if matches!(p.public.top(), crate::frame::Frame::Resource(_)) => {
                out.push_str("resource none")
            }
            Action::Pass => out.push_str("pass"),
            Action::Roll(n) => {
                let _ = write!(out, "roll {n}");
            }
            Action::Draw(k) => two("draw", k.key()),
            Action::Place(u, h) => {
                two("place", book.label(u));
                out.push(' ');
                out.push_str(map.label(h));
            }
            Action::Replace(u) => two("replace", book.label(u)),
            Action::Resource(k) => two("resource", k.key()),
            Action::Bombard(u) => two("bombard", book.label(u)),
            Action::Interdict(h) => two("interdict", map.label(h)),
            Action::Reinforce(u) => two("reinforce", book.label(u)),
            Action::At(h) => two("at", map.label(h)),
            Action::Hold => out.push_str("hold"),
            Action::Recover(u) => two("recover", book.label(u)),
            Action::Give(u) => two("give", book.label(u)),
            Action::Pick(u) => two("unit", book.label(u)),
            Action::Go(u, from, path) => {
                two("move", book.label(u));
                out.push(' ');
                map.print_path(from, path, out);
            }
            Action::Stop => out.push_str("stop"),
            Action::Eliminate(u) => two("eliminate", book.label(u)),
            Action::Attack(h) => two("attack", map.label(h)),
            Action::Join(u) => two("with", book.label(u)),
            Action::Declare => out.push_str("declare"),
            Action::Elite(used) => out.push_str(if used { "elite" } else { "no elite" }),
            Action::Support(commit) => write_support(commit, out),
            Action::Reroll(again) => out.push_str(if again { "re-roll" } else { "keep" }),
            Action::Lose(u) => two("lose", book.label(u)),
            Action::Stubborn(stand) => out.push_str(if stand { "stubborn" } else { "give way" }),
            Action::Retreat(u, path) => {
                two("retreat", book.label(u));
                out.push(' ');
                map.print_path(p.public.fight.target, path, out);
            }
            Action::Exit(u, path) => {
                two("exit", book.label(u));
                out.push(' ');
                map.print_path(p.public.fight.target, path, out);
            }
            Action::Perish(u) => two("perish", book.label(u)),
            Action::Advance(u, path) => {
                two("advance", book.label(u));
                out.push(' ');
                map.print_path(p.public.at(u).unwrap_or(Hex::NONE), path, out);
            }
            Action::Maintain(command) => {
                out.push_str(if command { "maintain command" } else { "maintain rolls" })
            }
        }
    }

    pub(crate) fn read(&self, p: &Position, line: &str) -> Result<Action, ParseError> {
        let wrong = |problem: String| ParseError::new(line, problem);
        let unit = |label: &str| -> Result<Unit, ParseError> {
            self.book.find_unit(label).ok_or_else(|| wrong(format!("there is no unit {label:?}")))
        };
        let hex = |label: &str| -> Result<Hex, ParseError> {
            self.book.map.find(label).ok_or_else(|| wrong(format!("there is no hex {label:?} on this map")))
        };
        let path = |text: &str| self.book.map.parse_path(text).map_err(wrong);
        let from = |text: &str, start: Option<Hex>| -> Result<Path, ParseError> {
            let (at, route) = path(text)?;
            if start.is_none_or(|s| s == at) {
                Ok(route)
            } else {
                let start = start.map_or("off the map", |s| self.book.map.label(s));
                Err(wrong(format!("the route starts in {}; expected {start}", self.book.map.label(at))))
            }
        };
        let resource = |key: &str| -> Result<Resource, ParseError> {
            Resource::ALL.into_iter().find(|k| k.key() == key).ok_or_else(|| {
                let keys = Resource::ALL.map(Resource::key).join(", ");
                wrong(format!("{key:?} is not a resource; expected one of {keys}"))
            })
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words[..] {
            ["end"] => Action::End,
            ["pass"] | ["resource", "none"] => Action::Pass,
            ["roll", n] => match n.parse::<u8>() {
                Ok(n @ 1..=6) => Action::Roll(n),
                _ => return Err(wrong(format!("{n:?} is not a die; expected 1 to 6"))),
            },
            ["draw", k] => Action::Draw(resource(k)?),
            ["place", u, h] => Action::Place(unit(u)?, hex(h)?),
            ["replace", u] => Action::Replace(unit(u)?),
            ["resource", k] => Action::Resource(resource(k)?),
            ["bombard", u] => Action::Bombard(unit(u)?),
            ["interdict", h] => Action::Interdict(hex(h)?),
            ["reinforce", u] => Action::Reinforce(unit(u)?),
            ["at", h] => Action::At(hex(h)?),
            ["hold"] => Action::Hold,
            ["recover", u] => Action::Recover(unit(u)?),
            ["give", "way"] => Action::Stubborn(false),
            ["give", u] => Action::Give(unit(u)?),
            ["unit", u] => Action::Pick(unit(u)?),
            ["move", u, route] => {
                let (start, route) = path(route)?;
                Action::Go(unit(u)?, start, route)
            }
            ["stop"] => Action::Stop,
            ["eliminate", u] => Action::Eliminate(unit(u)?),
            ["attack", h] => Action::Attack(hex(h)?),
            ["with", u] => Action::Join(unit(u)?),
            ["declare"] => Action::Declare,
            ["elite"] => Action::Elite(true),
            ["no", "elite"] => Action::Elite(false),
            ["support", ref rest @ ..] => Action::Support(read_support(rest).map_err(wrong)?),
            ["re-roll"] => Action::Reroll(true),
            ["keep"] => Action::Reroll(false),
            ["lose", u] => Action::Lose(unit(u)?),
            ["stubborn"] => Action::Stubborn(true),
            ["retreat", u, route] => Action::Retreat(unit(u)?, from(route, p.public.fight.target.some())?),
            ["exit", u, route] => Action::Exit(unit(u)?, from(route, p.public.fight.target.some())?),
            ["perish", u] => Action::Perish(unit(u)?),
            ["advance", u, route] => {
                let u = unit(u)?;
                Action::Advance(u, from(route, p.public.at(u))?)
            }
            ["maintain", "command"] => Action::Maintain(true),
            ["maintain", "rolls"] => Action::Maintain(false),
            _ => return Err(wrong(format!("expected one of: {VERBS}"))),
        })
    }
}

fn write_support(commit: Commit, out: &mut String) {
    out.push_str("support");
    if commit.markers() == 0 {
        out.push_str(" none");
    }
    if commit.artillery > 0 {
        let _ = write!(out, " {} artillery", commit.artillery);
    }
    if commit.aviation > 0 {
        let _ = write!(out, " {} aviation", commit.aviation);
    }
    if commit.command {
        out.push_str(" command");
    }
}

fn read_support(words: &[&str]) -> Result<Commit, String> {
    let mut commit = Commit::default();
    let mut rest = words;
    loop {
        match rest {
            [] => return Ok(commit),
            ["none", tail @ ..] => rest = tail,
            ["command", tail @ ..] => {
                commit.command = true;
                rest = tail;
            }
            [n, kind @ ("artillery" | "aviation"), tail @ ..] => {
                let n = n.parse().map_err(|_| format!("{n:?} is not a number of markers"))?;
                if *kind == "artillery" {
                    commit.artillery = n
                } else {
                    commit.aviation = n
                }
                rest = tail;
            }
            _ => {
                return Err(
                    "expected support none, or numbers of artillery and aviation, with command or not"
                        .to_owned(),
                );
            }
        }
    }
}
