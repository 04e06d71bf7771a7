//! Actions as lines: the table of all of them, and the lines that stand for several.

use crate::Side;
use crate::action::{Action, Activity, Group};
use crate::book::Book;
use crate::chits::{Alternative, Chit, alternative_word};
use crate::game::Madrid;
use crate::ids::Unit;
use crate::losses::Loss;
use crate::position::Position;
use frente_board::Area;
use frente_engine::notation::{Choice, Kind, Line, Named, Notation, Number, Problem, Short, Words};
use frente_engine::{Game, Wait};

/// Everything that lines can say.
pub(crate) const NOTATION: Notation = Notation { verbs: VERBS, short: SHORT, open: OPEN };

/// The verbs of lines that hide nothing from anybody.
const OPEN: &[&str] = &[
    "start", "place", "hold", "pause", "resume", "buy", "rebuild", "done", "pass", "move", "bombard",
    "combat", "assault", "with", "prepare", "ready", "against", "let", "to", "stop", "point", "cancel",
    "play", "decline", "counter", "lose", "retreat", "target", "turn", "roll",
];

frente_engine::notation! {
    Action, scene: Scene<'_>;
    "start" turn: Number(1..=99) => Start(turn), "starts the game on a turn", "start 10";
    "place" unit, area => Place(unit, area), "sets a unit up, or puts one that arrives or is rebuilt", "place Mangada-I F";
    "hold" unit => Hold(unit), "lets a blocked reinforcement wait", "hold Enciso";
    "pause" => DeclarePause, "declares the Pause";
    "resume" => EndPause, "ends the Pause";
    "buy" => Buy, "buys a chit";
    "draw" chit => Draw(chit), "a chit is drawn", "draw mola";
    "rebuild" unit => Rebuild(unit, Unit::NONE), "returns an eliminated unit", "rebuild Toledo";
    "rebuild" unit, "for" other => Rebuild(unit, other),
        "returns an eliminated unit; the other leaves the game", "rebuild VI-Bandera for I-Bandera";
    "done" => Done, "does no more of what is asked for";
    "pass" => Pass, "passes the impulse";
    "move" area => Activate(Activity::Move, area), "activates an area for movement", "move D";
    "bombard" area => Activate(Activity::Bombard, area), "activates an area for bombardment", "bombard D";
    "combat" area => Activate(Activity::Combat, area), "activates an area for combat", "combat M";
    "assault" area => Activate(Activity::Assault, area), "activates an area for an assault", "assault V";
    "with" unit => With(unit), "adds a unit", "with VI-Bandera";
    "prepare" => Prepare, "makes the attack a prepared one";
    "ready" => Ready, "goes with the units chosen";
    "against" area => Against(area), "goes with the units chosen against an area", "against R";
    "let" group: GROUPS => Let(group), "lets this group act", "let communists";
    "to" area => To(area), "marches a step", "to N";
    "stop" => Stop, "ends the march";
    "point" unit => Point(unit), "names the point unit", "point VI-Bandera";
    "cancel" => Cancel, "cancels the assault";
    "play" chit, usage: Use(chit) => Play(chit, usage), "plays a chit, with the use that is made of it where it has several", "play stampede shock";
    "decline" => Decline, "plays no chit";
    "counter" unit => Counter(unit), "counter-attacks with a unit", "counter Acero";
    "lose" unit, loss: LOSSES => Lose(unit, loss), "takes a loss from the unit", "lose VI-Bandera retreat";
    "retreat" unit, area => Retreat(unit, area), "retreats the unit", "retreat Art-I Q";
    "target" area => Target(area), "aims a chit at an area", "target M";
    "turn" unit => Turn(unit), "turns a unit over by a chit", "turn Toledo";
    "return" chit => Return(chit), "puts a chit back into the pool", "return surprise";
    "roll" dice: Dice => Roll(dice), "dice show", "roll 1 1";
}

const GROUPS: Choice<'_, Group> =
    Choice(&[("communists", Group::Communists), ("anarchists", Group::Anarchists)]);

const LOSSES: Choice<'_, Loss> =
    Choice(&[("flip", Loss::Flip), ("retreat", Loss::Retreat), ("eliminate", Loss::Eliminate)]);

const SHORT: &[Short] = &[
    Short {
        form: "setup",
        says: "`place` for every unit of the side that is still to be set up, as in the ready set-up",
        example: "setup",
    },
    Short {
        form: "move AREA with UNIT … to AREA …",
        says: "`move AREA`, `with UNIT` for each, `ready`, `to AREA` for each step",
        example: "move V with Serrallo",
    },
    Short {
        form: "combat AREA with UNIT … prepared point UNIT",
        says: "`combat AREA`, `with UNIT` for each, `prepare` if it is prepared, `ready`, `point UNIT` if named",
        example: "combat M with VI-Bandera I-Tetuan",
    },
    Short {
        form: "assault AREA with UNIT … prepared against AREA",
        says: "`assault AREA`, `with UNIT` for each, `prepare` if it is prepared, `against AREA`",
        example: "assault V with VI-Bandera against AC",
    },
    Short {
        form: "bombard AREA with UNIT … against AREA",
        says: "`bombard AREA`, `with UNIT` for each, `against AREA`",
        example: "bombard U with Art-75-A against R",
    },
];

/// What lines are about.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Madrid,
    pub(crate) position: &'a Position,
}

impl Scene<'_> {
    /// Who is asked, so that the chits both sides have by the same name are told apart.
    fn asked(&self) -> Side {
        let side = match self.game.wait(self.position) {
            Wait::Decision(side) => Some(side),
            Wait::Chance(chance) => chance.by,
            Wait::Over(_) => None,
        };
        side.unwrap_or(Side::Nationalist)
    }
}

impl Named<Scene<'_>> for Unit {
    const WHAT: &'static str = "a unit";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.book.unit_word(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Unit> {
        scene.game.book.find(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        Side::BOTH.into_iter().flat_map(|side| &scene.game.book.counters[side]).map(|c| c.label.as_str())
    }
}

impl Named<Scene<'_>> for Area {
    const WHAT: &'static str = "an area";
    const WHERE: &'static str = "or box on this map";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.book.map.label(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Area> {
        scene.game.book.map.areas.find(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        scene.game.book.map.areas.areas().map(|area| area.name(scene))
    }
}

impl Named<Scene<'_>> for Chit {
    const WHAT: &'static str = "a chit";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.book.chit_word(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Chit> {
        let of = |side| Chit::of(side).iter().copied().find(|c| c.name(scene) == name);
        of(scene.asked()).or_else(|| of(scene.asked().other()))
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        Chit::all().map(|chit| chit.name(scene))
    }
}

/// What is made of a chit: nothing is written where it has one use only.
struct Use(Chit);

impl<S> Kind<S, Alternative> for Use {
    fn write(&self, _: &S, alternative: Alternative, line: &mut Line<'_>) {
        if let Some(word) = alternative_word(self.0, alternative) {
            line.word(word);
        }
    }

    fn read(&self, _: &S, words: &mut Words<'_>) -> Result<Alternative, Problem> {
        let Some(word) = words.take() else { return Ok(Alternative::First) };
        let uses = || Alternative::ALL.into_iter().filter_map(|a| Some((alternative_word(self.0, a)?, a)));
        uses().find(|(name, _)| *name == word).map(|(_, alternative)| alternative).ok_or_else(|| {
            let all: Vec<_> = uses().map(|(name, _)| name).collect();
            words.problem(format!("{word:?} is no use of this chit; expected one of: {}", all.join(", ")))
        })
    }
}

/// One to three dice.
struct Dice;

impl<S> Kind<S, [u8; 3]> for Dice {
    fn write(&self, scene: &S, dice: [u8; 3], line: &mut Line<'_>) {
        dice.into_iter().filter(|die| *die > 0).for_each(|die| Number(1..=6).write(scene, die, line));
    }

    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<[u8; 3], Problem> {
        let mut dice = [Number(1..=6).read(scene, words)?, 0, 0];
        for die in &mut dice[1..] {
            if words.peek().is_some() {
                *die = Number(1..=6).read(scene, words)?;
            }
        }
        dice.sort_unstable();
        Ok(dice)
    }
}

impl Book {
    /// The word players write for a chit.
    pub fn chit_word(&self, chit: Chit) -> &str {
        &self.tables.chits[chit.index()].key
    }

    /// The label of a unit.
    pub fn unit_word(&self, unit: Unit) -> &str {
        &self.counter(unit).label
    }
}

/// The lines that an impulse in one line stands for.
pub(crate) fn expand(line: &str) -> Option<Vec<String>> {
    let mut words = line.split_whitespace().peekable();
    let activity = words.next().filter(|w| Activity::ALL.iter().any(|a| a.word() == *w))?;
    let from = words.next()?;
    words.peek()?;
    let mut lines = vec![format!("{activity} {from}")];
    let mut verb = "";
    let mut ready = matches!(activity, "bombard" | "assault");
    for word in words {
        match word {
            "with" | "against" => verb = word,
            "prepared" => lines.push("prepare".to_owned()),
            "to" | "point" => {
                if !ready {
                    lines.push("ready".to_owned());
                    ready = true;
                }
                verb = word;
            }
            _ if verb.is_empty() => return None,
            _ => lines.push(format!("{verb} {word}")),
        }
    }
    if !ready {
        lines.push("ready".to_owned());
    }
    Some(lines)
}
