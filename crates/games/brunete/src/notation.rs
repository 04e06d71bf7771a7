//! Actions as lines: the table of all of them, and the line that stands for several.

use crate::Brunete;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::{Commit, Position, Resource};
use frente_board::Hex;
use frente_engine::notation::{
    AnyRoute, Kind, Line, Named, Notation, Number, OnMap, Printed, Problem, Short, Steps, Words,
};
use std::fmt::Write;

/// Everything that lines can say.
pub(crate) const NOTATION: Notation = Notation { verbs: VERBS, short: SHORT, open: OPEN };

/// The verbs of lines that hide nothing from anybody.
const OPEN: &[&str] = &[
    "place",
    "rebuild",
    "bombard",
    "interdict",
    "reinforce",
    "at",
    "hold",
    "recover",
    "give",
    "unit",
    "move",
    "stop",
    "eliminate",
    "attack",
    "with",
    "declare",
    "elite",
    "no elite",
    "re-roll",
    "keep",
    "lose",
    "stand",
    "give way",
    "retreat",
    "exit",
    "perish",
    "advance",
    "halt",
    "end",
    "maintain command",
    "maintain rolls",
];

frente_engine::notation! {
    Action, scene: Scene<'_>;
    "place" unit, hex => Place(unit, hex), "sets a unit up", "place tkXVIII-1 1602";
    "rebuild" | "replace" unit => Replace(unit), "restores a reduced unit", "rebuild XIIa";
    "resource" resource => Resource(resource), "chooses a resource in secret", "resource +1cp";
    // Declining a resource must look like choosing one, so it has the same verb.
    "resource none" => Pass if scene.chooses_resource(), "chooses no resource";
    "pass" => Pass, "buys no replacement";
    "bombard" unit => Bombard(unit), "bombards a unit", "bombard cav-1";
    "interdict" hex => Interdict(hex), "puts an interdiction marker on a hex", "interdict 1905";
    "reinforce" unit => Reinforce(unit), "takes up a reinforcement", "reinforce pz-1";
    "at" hex => At(hex), "puts it beside a hex of the edge", "at 3703";
    "hold" => Hold, "keeps it waiting";
    "recover" unit => Recover(unit), "takes up a recoverable unit", "recover IV-2";
    "give" unit => Give(unit), "gives a unit up for it", "give 13-5";
    "unit" unit => Pick(unit), "takes up a unit to move", "unit 71-8";
    "move" unit, route = (from, path): AnyRoute => Go(unit, from, path),
        "moves the unit taken up", "move 71-8 2602-2603-2604";
    "stop" => Stop, "ends its move";
    "eliminate" unit => Eliminate(unit), "removes a unit that stacking leaves no room for", "eliminate 1a";
    "attack" hex => Attack(hex), "names the hex to attack", "attack 1309";
    "with" unit => Join(unit), "adds a unit to the attack", "with 101b";
    "declare" => Declare, "declares the attack as it is";
    "elite" => Elite(true), "uses the elite bonus";
    "no elite" => Elite(false), "does without the elite bonus";
    "support" markers: Markers => Support(markers),
        "chooses support in secret: `none`, or numbers of `artillery` and `aviation`, with `command` or not",
        "support 1 artillery command";
    "re-roll" => Reroll(true), "rolls again";
    "keep" => Reroll(false), "keeps the die";
    "lose" unit => Lose(unit), "takes a step from the unit", "lose 10a";
    "stand" | "stubborn" => Stubborn(true), "tries a stubborn defence instead of the retreat";
    "give way" => Stubborn(false), "retreats";
    "retreat" unit, route: scene.route_from_target() => Retreat(unit, route),
        "retreats the unit", "retreat 71-2 2708-2808-2909";
    "exit" unit, route: scene.route_from_target() => Exit(unit, route), "retreats it off the map", "exit 68a 1901";
    "perish" unit => Perish(unit), "is eliminated, for it cannot retreat", "perish 101a";
    "advance" unit, route: scene.route_of(unit) => Advance(unit, route),
        "advances the unit after combat", "advance 3b 2709-2708-2808-2909";
    "halt" => End if scene.advances(), "ends the advance after combat";
    "end" => End, "ends the step";
    "maintain command" => Maintain(true), "recovers used aviation by a command point";
    "maintain rolls" => Maintain(false), "recovers used aviation by rolls";
    "roll" die: Number(1..=6) => Roll(die), "a die shows", "roll 4";
    "draw" resource => Draw(resource), "a resource is drawn", "draw +1cp";
}

const SHORT: &[Short] = &[
    Short {
        form: "attack HEX with UNIT …",
        says: "`attack HEX`, `with UNIT` for each, `declare`",
        example: "attack 1604 with 101a 101b",
    },
    Short {
        form: "move UNIT UNIT … ROUTE, advance UNIT UNIT … ROUTE",
        says: "each unit by itself: `unit UNIT` first, and `stop` for the one before, where that is needed",
        example: "move 101a 101b 1601-1702",
    },
];

/// What lines are about.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Brunete,
    pub(crate) position: &'a Position,
}

impl Scene<'_> {
    fn chooses_resource(&self) -> bool {
        matches!(self.position.public.top(), Frame::Resource(_))
    }

    fn advances(&self) -> bool {
        matches!(self.position.public.top(), Frame::Advance(_))
    }

    /// A route from the attacked hex.
    fn route_from_target(&self) -> Steps {
        Steps::from(self.position.public.fight.target).or_none().or_anywhere()
    }

    /// A route from where the unit is.
    fn route_of(&self, unit: Unit) -> Steps {
        Steps::from(self.position.public.at(unit).unwrap_or(Hex::NONE)).or_none().or_anywhere()
    }
}

impl OnMap for Scene<'_> {
    fn map(&self) -> &impl Printed {
        &self.game.book.map
    }
}

impl Named<Scene<'_>> for Unit {
    const WHAT: &'static str = "a unit";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.book.label(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Unit> {
        scene.game.book.find_unit(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        scene.game.book.by_label.keys().map(String::as_str)
    }
}

impl Named<Scene<'_>> for Resource {
    const WHAT: &'static str = "a resource";

    fn name<'a>(self, _: &'a Scene<'_>) -> &'a str {
        self.key()
    }

    fn find(_: &Scene<'_>, name: &str) -> Option<Resource> {
        Resource::ALL.into_iter().find(|k| k.key() == name)
    }

    fn names<'a>(_: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        Resource::ALL.into_iter().map(|k| k.key())
    }
}

/// Support chosen for a combat: `none`, `2 artillery 1 aviation command`.
struct Markers;

impl<S> Kind<S, Commit> for Markers {
    fn write(&self, _: &S, commit: Commit, line: &mut Line<'_>) {
        if commit.markers() == 0 {
            line.word("none");
        }
        for (n, kind) in [(commit.artillery, "artillery"), (commit.aviation, "aviation")] {
            if n > 0 {
                let _ = write!(line.begin(), "{n} {kind}");
            }
        }
        if commit.command {
            line.word("command");
        }
    }

    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<Commit, Problem> {
        let what = "`none`, or numbers of artillery and aviation, with `command` or not";
        let mut commit = Commit::default();
        while let Some(word) = words.peek() {
            match word {
                "none" => drop(words.take()),
                "command" => {
                    words.take();
                    commit.command = true;
                }
                _ => {
                    let n = Number(0..=u8::MAX).read(scene, words)?;
                    match words.next("`artillery` or `aviation`")? {
                        "artillery" => commit.artillery = n,
                        "aviation" => commit.aviation = n,
                        kind => return Err(words.problem(format!("{kind:?}: expected {what}"))),
                    }
                }
            }
        }
        Ok(commit)
    }
}
