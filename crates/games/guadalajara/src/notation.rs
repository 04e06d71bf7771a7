//! Actions as lines: the table of all of them, and the lines that stand for several.

use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::{UNITS, Unit};
use crate::position::Position;
use frente_engine::notation::{self, Choice, Named, Notation, Number, OnMap, Printed, Short, Steps};

/// Everything that lines can say.
pub(crate) const NOTATION: Notation = Notation { verbs: VERBS, short: SHORT, open: OPEN };

/// The verbs of lines that hide nothing from anybody.
const OPEN: &[&str] = &[
    "place",
    "bombard",
    "air",
    "resolve",
    "unit",
    "enter",
    "move",
    "exit",
    "stop",
    "end",
    "attack",
    "support",
    "with",
    "support done",
    "declare",
    "retire",
    "stand",
    "combined",
    "lose",
    "retreat",
    "follow",
    "flee",
    "advance",
    "halt",
    "roll",
];

frente_engine::notation! {
    Action, scene: Scene<'_>;
    "place" unit, hex => Place(unit, hex), "sets a counter up", "place R-12-I1 A20";
    "bombard" | "bomb" hex => Bomb(hex), "assigns an air point to the bombardment of a hex", "bombard AA22";
    "air" hex => Air(hex), "assigns an air point to the defence of a hex, or to the attack on it", "air AA22";
    "resolve" hex => Resolve(hex), "resolves the bombardment of a hex", "resolve AA22";
    "unit" unit => Pick(unit), "takes up a counter to move it or bring it on", "unit N-S-I2";
    "enter" unit, hex => Enter(unit, hex), "brings the reinforcement on", "enter R-LXX-I1 A3";
    "move" unit, route: Steps::from(scene.p.hex(unit)) => Go(unit, route),
        "moves the counter taken up", "move N-S-I2 AA15-AA14";
    "exit" unit => Exit(unit), "leaves the map", "exit N-A-I1";
    "stop" => Stop, "ends its move";
    "end" => End, "ends the phase, or an assignment";
    "attack" hex => Attack(hex), "names the hex to attack", "attack AA22";
    "support" unit => Join(unit) if scene.is_defensive_fire(), "adds artillery to the defence", "support I-A-A2";
    "with" unit => Join(unit), "adds a unit to the attack", "with R-XII-A1";
    "support done" => Declare if scene.is_defensive_fire(), "adds no more artillery to the defence";
    "declare" => Declare, "declares the attack as it is";
    "retire" unit, hex => Retire(unit, hex), "retreats the unit before the die", "retire N-A-I1 Z22";
    "stand" => Stand, "retreats nobody (else) before the die";
    "combined" bonus: YES_NO => Combined(bonus), "takes the combined-arms bonus or not", "combined no";
    "lose" | "hit" unit => Lose(unit), "puts a hit on the unit", "lose R-12-I1";
    "retreat" unit, hex => Retreat(unit, hex), "retreats the unit", "retreat R-12-I1 AB21";
    "follow" unit, hex => Follow(unit, hex), "lets a leader go with units that retreated, or stay", "follow R-XII AB22";
    "flee" unit, hex => Flee(unit, hex), "lets a leader flee", "flee N-A Y18";
    "advance" unit, hex => Advance(unit, hex), "advances the unit after combat", "advance R-XII-I1 AA22";
    "halt" => Halt, "ends the advance after combat";
    "roll" die: Number(1..=6) => Roll(die), "a die shows", "roll 1";
}

const YES_NO: Choice<'_, bool> = Choice(&[("yes", true), ("no", false)]);

const SHORT: &[Short] = &[
    Short {
        form: "setup",
        says: "`place` for every counter of the side that is still to be set up, as in the suggested set-up",
        example: "setup",
    },
    Short { form: "LINE, LINE, …", says: "each of the lines", example: "unit N-A-I1, move N-A-I1 C3-B2" },
    Short {
        form: "attack HEX with UNIT …",
        says: "`attack HEX`, `with UNIT` for each that does not join by itself, `declare`",
        example: "attack AA22 with R-12-I1 R-XII-A1 R-IV-A3",
    },
    Short {
        form: "bombard HEX xN, air HEX xN",
        says: "`bombard HEX` or `air HEX`, N times",
        example: "air AA22 x7",
    },
    Short {
        form: "move …, enter …, exit …",
        says: "`stop` for the counter before, `unit UNIT`, and the line itself",
        example: "move N-S-I2 AA15-AA14",
    },
    Short {
        form: "move UNIT UNIT … ROUTE, enter UNIT UNIT … HEX, advance UNIT UNIT … HEX",
        says: "each counter by itself, as above",
        example: "move R-12-I1 R-12-I2 Y23-Y22",
    },
];

/// What lines are about.
pub(crate) struct Scene<'a> {
    pub(crate) book: &'a Book,
    pub(crate) p: &'a Position,
}

impl Scene<'_> {
    fn is_defensive_fire(&self) -> bool {
        self.p.stack.top() == Frame::DefensiveFire
    }
}

impl OnMap for Scene<'_> {
    fn map(&self) -> &impl Printed {
        self.book.map()
    }
}

impl Named<Scene<'_>> for Unit {
    const WHAT: &'static str = "a counter";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        &scene.book.counter(self).label
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Unit> {
        scene.book.find(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        (0..UNITS).map(|i| Unit::at(i).name(scene))
    }
}

/// The counter to be set up next, in its suggested hex if it may stand there.
pub(crate) fn suggested(book: &Book, legal: &[Action]) -> Option<Action> {
    let fits = |action: &&Action| matches!(action, Action::Place(u, h) if book.counter(*u).suggested == *h);
    let any = legal.first().filter(|action| matches!(action, Action::Place(..)));
    legal.iter().find(fits).or(any).copied()
}

/// The lines that a line stands for, when it stands for several.
pub(crate) fn expand(book: &Book, p: &Position, line: &str) -> Option<Vec<String>> {
    if line.contains(',') {
        return Some(line.split(',').map(|l| l.trim().to_owned()).collect());
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["attack", hex, ..] => {
            // Units with nothing else to attack join by themselves (9-r6); naming them is no mistake.
            let target = book.map().find(hex)?;
            let joined = book.duty(p).compelled(p, target);
            notation::attack(line, |u| !book.find(u).is_some_and(|u| joined.has(u.index())))
        }
        ["bombard" | "bomb" | "air", hex, times] => {
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
