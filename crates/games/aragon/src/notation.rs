//! Actions as lines: the table of all of them, and the lines that stand for several.

use crate::Aragon;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::{Class, Unit};
use crate::position::{Position, Public};
use frente_board::Hex;
use frente_engine::notation::{self, Named, Notation, Number, OnMap, Printed, Short, Steps};
use frente_engine::{Game, Side};

/// Everything that lines can say.
pub(crate) const NOTATION: Notation = Notation { verbs: VERBS, short: SHORT, open: OPEN };

/// The verbs of lines that hide nothing from anybody.
const OPEN: &[&str] = &[
    "end",
    "unit",
    "move",
    "stop",
    "enter",
    "bombard",
    "fire",
    "attack",
    "with",
    "declare",
    "support none",
    "negate",
    "accept",
    "lose",
    "stand",
    "ignore",
    "retreat",
    "stay",
    "perish",
    "displace",
    "advance",
    "halt",
    "rebuild",
    "recruit",
    "return",
    "roll",
    "drawn",
];

frente_engine::notation! {
    Action, scene: Scene<'_>;
    "end" => End, "ends the phase";
    "unit" unit => Pick(unit), "takes a unit to move, or the one that retreats next", "unit 61/42";
    "move" unit, route: scene.route(unit) => Go { unit, path: route },
        "moves the unit at hand", "move 61/42 1117-1217";
    "stop" unit => Stop(unit), "ends the unit's move", "stop 9/11";
    "enter" unit, hex => Enter { unit, hex }, "brings a reinforcement on", "enter 122/27 2505";
    "bombard" hex => Bombard(hex), "names the target of a bombardment", "bombard 2115";
    "fire" => Fire, "bombards with the markers placed so far";
    "attack" hex => Attack(hex), "names the hex to attack", "attack 2706";
    "with" unit => Join(unit), "adds a unit to the attack", "with 3/52";
    "declare" => Declare, "declares the attack as it is";
    "support none" => Pass, "places no marker in this step";
    "support" marker => Place(marker), "places a support marker face down", "support 3";
    "negate" => Negate, "lets the fortification take the result";
    "accept" => Accept, "lets the unit take the result";
    "lose" unit => Lose(unit), "takes a step from the unit", "lose 9/11";
    "stand" => Stand, "tries stiff resistance instead of the retreat";
    "ignore" | "hold" => Hold, "ignores the retreat in a fortification";
    "retreat" unit, route: scene.route(unit) => Retreat { unit, path: route },
        "retreats the unit; a last step off the map is written `off`", "retreat 3/52 2607-2506-2406";
    "stay" => Stay, "is depleted where it is, blocked by friendly units";
    "perish" => Perish, "is eliminated, for it cannot retreat";
    "displace" unit, hex => Displace { unit, hex }, "makes room for a retreating unit", "displace 4 1304";
    "advance" unit, hex => Advance { unit, hex }, "advances the unit after combat", "advance 12int/35 2607";
    "halt" => Halt, "ends the advance after combat";
    "rebuild" unit => Rebuild(unit), "restores a depleted unit", "rebuild 12int/35";
    "recruit" => Recruit, "draws an eliminated unit to rebuild";
    "return" unit, hex => Return { unit, hex }, "puts the unit drawn on the map", "return 32/35 2810";
    "roll" die: Number(1..=6) => Roll(die), "a die shows", "roll 3";
    "draw" marker => Draw(marker), "a support marker is drawn", "draw 1";
    "drawn" unit => Drawn(unit), "an eliminated unit is drawn", "drawn 12int/35";
}

const SHORT: &[Short] = &[
    Short {
        form: "attack HEX with UNIT …",
        says: "`attack HEX`, `with UNIT` for each, `declare`",
        example: "attack 1616 with 32/35",
    },
    Short {
        form: "bombard HEX with MARKER …",
        says: "`bombard HEX`, `support MARKER` for each, `fire` unless that follows by itself",
        example: "bombard 1307 with 4 4air",
    },
    Short {
        form: "move UNIT ROUTE",
        says: "`unit UNIT` first if it is not at hand; a route by detours is cut into stops",
        example: "move 61/42 1117-1217",
    },
];

/// What lines are about: the open part of a position.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Aragon,
    pub(crate) p: &'a Public,
}

impl Scene<'_> {
    /// A route of the unit from where it is now.
    fn route(&self, unit: Unit) -> Steps {
        let start = match self.p.stack.top() {
            Frame::Moving(march) if march.unit == unit => march.at,
            _ => self.p.hex(unit).unwrap_or(Hex::NONE),
        };
        Steps::from(start).or_off()
    }
}

impl OnMap for Scene<'_> {
    fn map(&self) -> &impl Printed {
        &self.game.book.ground.map
    }
}

impl Named<Scene<'_>> for Unit {
    const WHAT: &'static str = "a unit";
    const WHERE: &'static str = "in this scenario";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.name(self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Unit> {
        scene.game.book.find_unit(name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        scene.game.book.units.iter().map(|c| c.name.as_str())
    }
}

impl Named<Scene<'_>> for Class {
    const WHAT: &'static str = "a marker";
    const WHERE: &'static str = "of the side that places or draws";

    fn name<'a>(self, scene: &'a Scene<'_>) -> &'a str {
        scene.game.marker_name(scene.game.marker_side(scene.p), self)
    }

    fn find(scene: &Scene<'_>, name: &str) -> Option<Class> {
        scene.game.book.find_class(scene.game.marker_side(scene.p), name)
    }

    fn names<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = &'a str> {
        scene.game.book.markers[scene.game.marker_side(scene.p)].iter().map(|m| m.name.as_str())
    }
}

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
    pub(crate) fn marker_name(&self, side: Side, class: Class) -> &str {
        self.book.markers[side].get(class.index()).map_or("?", |m| m.name.as_str())
    }

    /// Whose markers a line with `support` or `draw` is about.
    pub(crate) fn marker_side(&self, p: &Public) -> Side {
        match p.stack.top() {
            Frame::Support(step) => self.supporter(p.active, step),
            Frame::Draw { side, .. } => side,
            _ => p.active,
        }
    }

    /// The lines that a convenient line stands for; `None` when it stands for itself.
    pub(crate) fn expand_line(&self, pos: &Position, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["attack", ..] => notation::attack(line, |_| true),
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
        let other = matches!(pos.public.stack.top(), Frame::Moving(march) if march.unit != unit);
        if other || matches!(pos.public.stack.top(), Frame::Movement { .. }) {
            lines.push(format!("unit {name}"));
            if self.play(&mut pos, Action::Pick(unit), &mut ()).is_err() {
                return Some(lines);
            }
        }
        // A route that breaks a rule is refused as a whole, so that the refusal names that rule.
        let whole = format!("move {name} {route}");
        let Frame::Moving(march) = pos.public.stack.top() else { return None };
        let read = |pos: &Position, line: &str| parse(&Scene { game: self, p: &pos.public }, line).ok();
        let walked = match read(&pos, &whole) {
            Some(Action::Go { path, .. }) => self.may_walk(&pos.public, &march, path).ok(),
            _ => None,
        };
        if walked.is_none_or(|to| self.may_end(&pos.public, unit, to.at).is_err()) {
            lines.push(whole);
            return (lines.len() > 1).then_some(lines);
        }
        let hexes: Vec<&str> = route.split('-').collect();
        let mut done = 0;
        while done + 1 < hexes.len() {
            // The longest part of the rest that is one listed move.
            let part = (done + 1..hexes.len()).rev().find_map(|end| {
                let text = format!("move {name} {}", hexes[done..=end].join("-"));
                let action = read(&pos, &text)?;
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
