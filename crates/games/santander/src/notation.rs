//! Actions as lines: the table of all of them, and the lines that stand for several.

use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::Unit;
use crate::position::Position;
use frente_board::{Hex, Path};
use frente_engine::notation::{
    self, AnyRoute, Kind, Line, Named, Notation, Number, OnMap, Printed, Problem, Short, Words,
};

/// Everything that lines can say.
pub(crate) const NOTATION: Notation = Notation { verbs: VERBS, short: SHORT, open: OPEN };

/// The verbs of lines that hide nothing from anybody.
const OPEN: &[&str] = &[
    "trench", "done", "withdraw", "replace", "stop", "end", "attack", "with", "declare", "air", "hq",
    "column", "down", "lose", "stand", "give way", "retreat", "next", "advance", "on", "halt", "roll",
];

frente_engine::notation! {
    Action, scene: Scene<'_>;
    "place" unit, hex => Place(unit, hex), "sets a counter up", "place 1/IN 2104";
    "setup" => Reference, "sets the rest of this step up as the scenario file does";
    "trench" hex => Trench(hex), "places a trench", "trench 1418";
    "done" => Done, "does no more of what is asked for";
    "top" unit => Top(unit), "puts a counter on top of its stack", "top 1/LIT";
    "withdraw" air: Air => WithdrawAir(air, 0), "withdraws an air unit from the available box", "withdraw LK";
    "withdraw" air: Air, "from" turn: Number(1..=99) => WithdrawAir(air, turn),
        "withdraws an air unit from a space of the turn track", "withdraw LK from 6";
    "withdraw" unit => Withdraw(unit), "withdraws an infantry unit", "withdraw 1/IN";
    "arrive" hex => Arrive(hex), "brings a support column on", "arrive 2504";
    "replace" unit => Replace(unit), "lets the brigade leave a battalion", "replace CLXII/49";
    "unit" | "pick" unit => Pick(unit), "takes up a unit to move", "unit 1/IN";
    "move" unit = (): Mover, route = (to, path): Leg => Go(to, path),
        "moves the unit taken up", "move 1/IIN 1315-1215";
    "stop" => Stop, "ends its move";
    "end" => End, "ends the segment";
    "attack" hex => Attack(hex), "names the hex to attack", "attack 1215";
    "with" unit => With(unit), "adds a unit to the attack", "with 2/IN";
    "declare" => Declare, "declares the attack as it is";
    "air" air: Air => Air(air), "uses an air unit", "air LK";
    "hq" unit => Hq(unit), "uses a headquarters", "hq HQ-N";
    "column" unit => Column(unit), "uses a support column", "column SC1";
    "down" air: Air => Down(air), "names the air unit that is shot down", "down LK";
    "lose" unit => Lose(unit), "takes a step from the unit", "lose 1/IIN";
    "stand" => Stand, "stands instead of retreating";
    "give way" | "retreat" => Retreat, "retreats";
    "retreat" | "to" hex => To(hex), "retreats into a hex", "retreat 2303";
    "next" unit => Next(unit), "names the unit that arrives next", "next CLXVI/52";
    "advance" unit => Advance(unit), "advances the unit after combat", "advance 1/IN";
    "on" hex => On(hex), "lets it go on into a hex", "on 2303";
    "halt" => Halt, "ends the advance after combat";
    "roll" die: Number(0..=99) => Roll(die), "a die shows", "roll 1";
}

const SHORT: &[Short] = &[
    Short {
        form: "attack HEX with UNIT …",
        says: "`attack HEX`, `with UNIT` for each, `declare`",
        example: "attack 2110 with 1/IN",
    },
    Short {
        form: "move UNIT ROUTE",
        says: "`unit UNIT` first if none is taken up",
        example: "move 1/IIN 1315-1215",
    },
    Short {
        form: "move UNIT UNIT … ROUTE",
        says: "each unit by itself: `unit UNIT` first, and `stop` for the one before, where that is needed",
        example: "move 1/IN 2/IN 2404-2403",
    },
];

/// What lines are about.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Santander,
    pub(crate) p: &'a Position,
}

impl Scene<'_> {
    /// The unit taken up. An action of another moment has none at hand; it still must print.
    fn mover(&self) -> Option<Unit> {
        match self.p.public.frames.top() {
            Frame::Moving(side) => Some(Unit::new(side, self.p.own(side).mover as usize)),
            _ => None,
        }
    }
}

impl OnMap for Scene<'_> {
    fn map(&self) -> &impl Printed {
        &self.game.book.map
    }
}

impl Named<Scene<'_>> for Unit {
    const WHAT: &'static str = "a counter";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.book.label(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Unit> {
        scene.game.book.find(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        scene.game.book.units().map(|u| scene.game.book.label(u))
    }
}

/// A kind of air unit, by its label.
struct Air;

impl Kind<Scene<'_>, u8> for Air {
    fn write(&self, scene: &Scene<'_>, kind: u8, line: &mut Line<'_>) {
        line.word(&scene.game.book.air[kind as usize].label);
    }

    fn read(&self, scene: &Scene<'_>, words: &mut Words<'_>) -> Result<u8, Problem> {
        let label = words.next("an air unit")?;
        let found = scene.game.book.find_air(label);
        found.ok_or_else(|| words.problem(format!("there is no air unit {label:?} in this game")))
    }
}

/// The unit taken up, which the action itself need not hold.
struct Mover;

impl Kind<Scene<'_>, ()> for Mover {
    fn write(&self, scene: &Scene<'_>, (): (), line: &mut Line<'_>) {
        line.word(scene.mover().map_or("?", |unit| unit.name(scene)));
    }

    fn read(&self, scene: &Scene<'_>, words: &mut Words<'_>) -> Result<(), Problem> {
        let Some(mover) = scene.mover() else { return words.next("a counter").map(|_| ()) };
        let unit: Unit = notation::Plain.read(scene, words)?;
        if unit == mover {
            return Ok(());
        }
        let (mover, unit) = (mover.name(scene), unit.name(scene));
        Err(words.problem(format!("{mover} is moving, not {unit}")))
    }
}

/// The route of the unit taken up, with where it leads.
struct Leg;

impl Kind<Scene<'_>, (Hex, Path)> for Leg {
    fn write(&self, scene: &Scene<'_>, (to, path): (Hex, Path), line: &mut Line<'_>) {
        AnyRoute.write(scene, (scene.mover().map_or(to, |unit| scene.p.at(unit)), path), line);
    }

    fn read(&self, scene: &Scene<'_>, words: &mut Words<'_>) -> Result<(Hex, Path), Problem> {
        let (from, path): (Hex, Path) = AnyRoute.read(scene, words)?;
        match scene.mover().map(|unit| scene.p.at(unit)) {
            Some(at) if at != from => {
                let (at, from) = (at.name(scene), from.name(scene));
                Err(words.problem(format!("the route starts in {from}; expected {at}")))
            }
            _ => Ok((scene.game.book.map.along(from, path).last().unwrap_or(from), path)),
        }
    }
}

/// What others see of an action they may not know. Setting up as the scenario file does looks like placing a counter.
pub(crate) fn print_hidden(scene: &Scene<'_>, action: Action, out: &mut String) {
    let shown = if action == Action::Reference { Action::Place(Unit(0), Hex::NONE) } else { action };
    notation::veil(out, |out| print(scene, shown, out));
}

/// The lines that a line stands for, when it stands for several.
pub(crate) fn expand(p: &Position, line: &str) -> Option<Vec<String>> {
    let mut words = line.split_whitespace();
    match (words.next()?, words.next()?) {
        ("attack", _) => notation::attack(line, |_| true),
        ("move", unit) if words.count() < 2 && matches!(p.public.frames.top(), Frame::Movement(_)) => {
            Some(vec![format!("unit {unit}"), line.to_owned()])
        }
        _ => None,
    }
}
