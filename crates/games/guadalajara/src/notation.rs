//! One line for each action, and back.

use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::Position;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::ParseError;

/// Writes an action.
pub fn print(book: &Book, p: &Position, action: Action, out: &mut String) {
    let map = book.map();
    let unit = |u: Unit| book.counter(u).label.as_str();
    let mut words = |parts: &[&str]| {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push_str(part);
        }
    };
    match action {
        Action::Place(u, h) => words(&["place", unit(u), map.label(h)]),
        Action::Bomb(h) => words(&["bomb", map.label(h)]),
        Action::Air(h) => words(&["air", map.label(h)]),
        Action::Resolve(h) => words(&["resolve", map.label(h)]),
        Action::Pick(u) => words(&["unit", unit(u)]),
        Action::Enter(u, h) => words(&["enter", unit(u), map.label(h)]),
        Action::Go(u, path) => {
            words(&["move", unit(u), ""]);
            match p.hex(u).some() {
                Some(from) => map.print_path(from, path, out),
                None => out.push_str("off-map"),
            }
        }
        Action::Exit(u) => words(&["exit", unit(u)]),
        Action::Stop => words(&["stop"]),
        Action::End => words(&["end"]),
        Action::Attack(h) => words(&["attack", map.label(h)]),
        Action::Join(u) if p.stack.top() == Frame::DefensiveFire => words(&["support", unit(u)]),
        Action::Join(u) => words(&["with", unit(u)]),
        Action::Declare if p.stack.top() == Frame::DefensiveFire => words(&["support", "done"]),
        Action::Declare => words(&["declare"]),
        Action::Retire(u, h) => words(&["retire", unit(u), map.label(h)]),
        Action::Stand => words(&["stand"]),
        Action::Combined(true) => words(&["combined", "yes"]),
        Action::Combined(false) => words(&["combined", "no"]),
        Action::Lose(u) => words(&["hit", unit(u)]),
        Action::Retreat(u, h) => words(&["retreat", unit(u), map.label(h)]),
        Action::Follow(u, h) => words(&["follow", unit(u), map.label(h)]),
        Action::Flee(u, h) => words(&["flee", unit(u), map.label(h)]),
        Action::Advance(u, h) => words(&["advance", unit(u), map.label(h)]),
        Action::Halt => words(&["halt"]),
        Action::Roll(die) => words(&["roll", &die.to_string()]),
    }
}

/// One word more than any action has after its verb.
const MOST_WORDS: usize = 3;

/// Reads a line into an action, legal or not.
pub fn parse(book: &Book, _: &Position, line: &str) -> Result<Action, ParseError> {
    let wrong = |problem: String| ParseError::new(line, problem);
    let mut words = line.split_whitespace();
    let verb = words.next().ok_or_else(|| wrong("an empty line; expected an action".into()))?;
    let rest: ArrayVec<&str, MOST_WORDS> = words.by_ref().take(MOST_WORDS).collect();
    let count = |n: usize, form: &str| {
        if rest.len() == n { Ok(()) } else { Err(wrong(format!("expected \"{verb}{form}\""))) }
    };
    let unit = |label: &str| book.find(label).ok_or_else(|| wrong(format!("there is no counter {label:?}")));
    let hex = |label: &str| {
        book.map().find(label).ok_or_else(|| wrong(format!("there is no hex {label:?} on the map")))
    };
    let on_hex = |make: fn(Hex) -> Action| {
        count(1, " HEX")?;
        Ok(make(hex(rest[0])?))
    };
    let on_unit = |make: fn(Unit) -> Action| {
        count(1, " UNIT")?;
        Ok(make(unit(rest[0])?))
    };
    let on_both = |make: fn(Unit, Hex) -> Action| {
        count(2, " UNIT HEX")?;
        Ok(make(unit(rest[0])?, hex(rest[1])?))
    };
    let alone = |action: Action| {
        count(0, "")?;
        Ok(action)
    };
    match verb {
        "place" => on_both(Action::Place),
        "bomb" => on_hex(Action::Bomb),
        "air" => on_hex(Action::Air),
        "resolve" => on_hex(Action::Resolve),
        "unit" => on_unit(Action::Pick),
        "enter" => on_both(Action::Enter),
        "move" => {
            count(2, " UNIT HEX-HEX-HEX")?;
            let unit = unit(rest[0])?;
            let (_, path) = book.map().parse_path(rest[1]).map_err(wrong)?;
            if path.is_empty() {
                return Err(wrong("a move needs at least one step".into()));
            }
            Ok(Action::Go(unit, path))
        }
        "exit" => on_unit(Action::Exit),
        "stop" => alone(Action::Stop),
        "end" => alone(Action::End),
        "attack" => on_hex(Action::Attack),
        "with" => on_unit(Action::Join),
        "support" if rest[..] == ["done"] => Ok(Action::Declare),
        "support" => on_unit(Action::Join),
        "declare" => alone(Action::Declare),
        "retire" => on_both(Action::Retire),
        "stand" => alone(Action::Stand),
        "combined" => match rest[..] {
            ["yes"] => Ok(Action::Combined(true)),
            ["no"] => Ok(Action::Combined(false)),
            _ => Err(wrong("expected \"combined yes\" or \"combined no\"".into())),
        },
        "hit" => on_unit(Action::Lose),
        "retreat" => on_both(Action::Retreat),
        "follow" => on_both(Action::Follow),
        "flee" => on_both(Action::Flee),
        "advance" => on_both(Action::Advance),
        "halt" => alone(Action::Halt),
        "roll" => {
            count(1, " DIE")?;
            let die = rest[0].parse().ok().filter(|d| (1..=6).contains(d));
            die.map(Action::Roll)
                .ok_or_else(|| wrong(format!("{:?} is no face of a die; expected 1 to 6", rest[0])))
        }
        _ => Err(wrong(format!("unknown action {verb:?}"))),
    }
}

/// Several actions in one line: `a, b, c`; `attack F8 with A B` (and declared); `bomb F8 x5` and `air F8 x3`; and a counter
/// is taken up by its first `move`, `enter` or `exit`, which ends the move of the one before.
pub fn expand(book: &Book, p: &Position, line: &str) -> Option<Vec<String>> {
    if line.contains(',') {
        return Some(line.split(',').map(|l| l.trim().to_owned()).collect());
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["attack", hex, "with", ..] if words.len() > 3 => {
            let mut lines = vec![format!("attack {hex}")];
            // Units with nothing else to attack join by themselves (9-r6); naming them is no mistake.
            let target = book.map().find(hex)?;
            let joined = book.duty(p).compelled(p, target);
            let named = words[3..].iter().filter(|u| !book.find(u).is_some_and(|u| joined.has(u.index())));
            lines.extend(named.map(|u| format!("with {u}")));
            lines.push("declare".to_owned());
            Some(lines)
        }
        ["bomb" | "air", hex, times] => {
            let n: usize = times.strip_prefix('x')?.parse().ok().filter(|n| (1..=20).contains(n))?;
            Some(vec![format!("{} {hex}", words[0]); n])
        }
        ["move" | "enter" | "exit" | "unit", label, ..] => {
            let unit = book.find(label)?;
            let mut lines = Vec::new();
            match p.stack.top() {
                Frame::Moving { unit: other, .. } if other != unit => lines.push("stop".to_owned()),
                Frame::Movement if words[0] != "unit" => {}
                _ => return None,
            }
            if words[0] != "unit" {
                lines.push(format!("unit {label}"));
            }
            lines.push(line.to_owned());
            Some(lines)
        }
        _ => None,
    }
}
