//! Events in words, as messages of `ftl/en.ftl`.

use crate::Brunete;
use crate::event::{Die, Event, Phase};
use crate::frame::Ending;
use crate::ids::Unit;
use crate::position::{Commit, MadridBox, Resource, Role};
use frente_board::{Hex, Path};
use frente_engine::present::{Told, Weight};
use frente_engine::text::BuiltIn;
use frente_engine::{Message, Rule, Side};

/// The English texts.
pub(crate) static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../../ftl/en.ftl"));

/// The marks on counters, with the messages that name them.
pub(crate) const TAGS: [(&str, &str); 8] = [
    ("reduced", "tag-reduced"),
    ("unsupplied", "tag-unsupplied"),
    ("moved", "tag-moved"),
    ("fought", "tag-fought"),
    ("attacked", "tag-attacked"),
    ("retreated", "tag-retreated"),
    ("elite", "tag-elite"),
    ("frozen", "tag-frozen"),
];

pub(super) fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

fn box_key(at: MadridBox) -> &'static str {
    match at {
        MadridBox::Madrid => "madrid",
        MadridBox::Carabanchel => "carabanchel",
        MadridBox::Asylum => "asylum",
    }
}

fn role_key(role: Role) -> &'static str {
    if role == Role::Attacker { "attacker" } else { "defender" }
}

impl Phase {
    /// Its key in texts and in the banner.
    pub fn key(self) -> &'static str {
        match self {
            Phase::Replacements => "replacements",
            Phase::Resources => "resources",
            Phase::Infiltration => "infiltration",
            Phase::Madrid => "madrid",
            Phase::Aviation => "aviation",
            Phase::Reinforcements => "reinforcements",
            Phase::Adjustment => "adjustment",
            Phase::Movement => "movement",
            Phase::Combat => "combat",
            Phase::Supply => "supply",
            Phase::Extra => "extra",
            Phase::Reorganisation => "reorganisation",
        }
    }
}

fn die_key(die: Die) -> &'static str {
    match die {
        Die::Initiative => "initiative",
        Die::Infiltration => "infiltration",
        Die::InfiltrationPoints => "infiltration-points",
        Die::Madrid => "madrid",
        Die::Bombardment => "bombardment",
        Die::Adjustment => "adjustment",
        Die::Coordination => "coordination",
        Die::Combat => "combat",
        Die::Stubborn => "stubborn",
        Die::Maintenance => "maintenance",
    }
}

/// The message that names a resource.
pub(crate) fn resource_name(resource: Resource) -> Message {
    Message::new(match resource {
        Resource::Command => "resource-command",
        Resource::Regular => "resource-regular",
        Resource::Elite => "resource-elite",
        Resource::Reroll => "resource-reroll",
        Resource::Hinder => "resource-hinder",
        Resource::Ground => "resource-ground",
    })
}

pub(super) fn commit_words(commit: Commit) -> Message {
    if commit.markers() == 0 {
        return Message::new("support-none");
    }
    Message::new("support-some")
        .with("artillery", commit.artillery)
        .with("aviation", commit.aviation)
        .with("command", yes(commit.command))
}

/// `1st`, `2nd`, `13th`.
fn ordinal(n: usize) -> String {
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

impl Brunete {
    /// A unit as people call it: what is printed on it and, of several alike, which: `101 BM/46 DI, 1st bn`.
    pub(crate) fn spoken(&self, unit: Unit) -> String {
        let text = &self.book.texts[unit.index()];
        let alike = || self.book.texts.iter().filter(|other| other.name == text.name);
        if alike().count() < 2 {
            return text.name.clone();
        }
        let nth = alike().position(|other| other.label == text.label).unwrap_or_default() + 1;
        let size = match text.size.as_str() {
            "I" => "coy",
            "II" => "bn",
            _ => "regt",
        };
        format!("{}, {} {size}", text.name, ordinal(nth))
    }

    pub(super) fn end(&self, from: Hex, path: Path) -> Hex {
        self.book.map.along(from, path).last().unwrap_or(from)
    }

    pub(super) fn route(&self, from: Hex, path: Path) -> Vec<String> {
        std::iter::once(from)
            .chain(self.book.map.along(from, path))
            .map(|h| self.book.map.label(h).to_owned())
            .collect()
    }

    pub(crate) fn told(&self, event: &Event) -> Told {
        let name = |h: Hex| self.book.hex_name(h);
        let label = |u: Unit| self.book.label(u).to_owned();
        let spoken = |u: Unit| self.spoken(u);
        let of_unit = |id: &'static str, u: Unit, rule: Rule| {
            let side = self.book.unit(u).side;
            Told::new(Message::new(id).with("unit", spoken(u)).with("side", side), rule).piece(label(u))
        };
        let say = |id: &'static str, rule: Rule| Told::new(Message::new(id), rule);
        let with = |mut told: Told, key: &'static str, value: frente_engine::text::Arg| {
            told.text = told.text.with(key, value);
            told
        };
        let travelled = |id: &'static str, u: Unit, from: Hex, path: Path, rule: Rule| {
            let mut told = of_unit(id, u, rule);
            told.text = told.text.with("from", name(from)).with("place", name(self.end(from, path)));
            told.places = self.route(from, path);
            told
        };
        match *event {
            Event::Turn { turn, rule } => {
                let date = self.book.tables.dates.get(usize::from(turn) - 1).cloned().unwrap_or_default();
                let text = Message::new("event-turn").with("turn", turn).with("date", date);
                Told::new(text, rule).weight(Weight::Turn)
            }
            Event::Phase { phase, side, rule } => {
                let text = Message::new("event-phase")
                    .with("phase", phase.key())
                    .with("side", side.map_or("both", Side::key));
                Told::new(text, rule).weight(Weight::Phase)
            }
            Event::Rolled { what, side, die, rule } => {
                let text = Message::new("event-rolled")
                    .with("what", die_key(what))
                    .with("side", side)
                    .with("die", die);
                Told::new(text, rule).die(die).weight(Weight::Result)
            }
            Event::Initiative { side, rule } => with(say("event-initiative", rule), "side", side.into()),
            Event::Command { side, points, rule } => {
                let text = Message::new("event-command").with("side", side).with("points", points);
                Told::new(text, rule)
            }
            Event::Markers { side, artillery, aviation, rule } => {
                let text = Message::new("event-markers")
                    .with("side", side)
                    .with("artillery", artillery)
                    .with("aviation", aviation);
                Told::new(text, rule)
            }
            Event::SetUp { unit, hex, rule } => {
                let mut told = of_unit("event-set-up", unit, rule);
                told.text = told.text.with("place", name(hex));
                told.place(self.book.map.label(hex))
            }
            Event::Drawn { side, resource, rule } => {
                let text =
                    Message::new("event-drawn").with("side", side).with("resource", resource_name(resource));
                Told::new(text, rule)
            }
            Event::Chosen { side, rule } => with(say("event-chosen", rule), "side", side.into()),
            Event::Revealed { side, resource, rule } => {
                let shown = resource.map_or(Message::new("resource-none"), resource_name);
                Told::new(Message::new("event-revealed").with("side", side).with("resource", shown), rule)
            }
            Event::Wasted { side, resource, rule } => Told::new(
                Message::new("event-wasted").with("side", side).with("resource", resource_name(resource)),
                rule,
            ),
            Event::Restored { unit, rule } => of_unit("event-restored", unit, rule),
            Event::Infiltration { discovered, rule } => {
                with(say("event-infiltration", rule), "discovered", yes(discovered).into())
                    .weight(Weight::Result)
            }
            Event::InfiltrationPoints { points, rule } => {
                with(say("event-infiltration-points", rule), "points", points.into())
            }
            Event::Madrid { at, cancelled, rule } => {
                let text =
                    Message::new("event-madrid").with("at", box_key(at)).with("cancelled", yes(cancelled));
                Told::new(text, rule)
            }
            Event::Held { artillery, rule } => {
                with(say("event-held", rule), "artillery", yes(artillery).into())
            }
            Event::Bombarded { unit, hex, rule } => {
                let mut told = of_unit("event-bombarded", unit, rule);
                told.text = told.text.with("place", name(hex));
                told.place(self.book.map.label(hex))
            }
            Event::Flak { side, turn, rule } => {
                Told::new(Message::new("event-flak").with("side", side).with("turn", turn), rule)
            }
            Event::Interdicted { side, hex, rule } => {
                let text = Message::new("event-interdicted").with("side", side).with("place", name(hex));
                Told::new(text, rule).place(self.book.map.label(hex))
            }
            Event::Due { unit, turn, rule } => with(of_unit("event-due", unit, rule), "turn", turn.into()),
            Event::Beside { unit, hex, rule } => {
                let mut told = of_unit("event-beside", unit, rule);
                told.text = told.text.with("place", name(hex));
                told.place(self.book.map.label(hex))
            }
            Event::Recovered { unit, rule } => of_unit("event-recovered", unit, rule),
            Event::Given { unit, rule } => of_unit("event-given", unit, rule),
            Event::Adjustment { units, rule } => with(say("event-adjustment", rule), "units", units.into()),
            Event::Moved { unit, from, path, entered, rule } => {
                travelled(if entered { "event-entered" } else { "event-moved" }, unit, from, path, rule)
            }
            Event::Freed { by, rule } => of_unit("event-freed", by, rule),
            Event::Attacked { hex, side, joint, rule } => {
                let text = Message::new("event-attacked")
                    .with("side", side)
                    .with("place", name(hex))
                    .with("joint", yes(joint));
                Told::new(text, rule).place(self.book.map.label(hex))
            }
            Event::Joined { unit, rule } => of_unit("event-joined", unit, rule),
            Event::Elite { role, used, rule } => Told::new(
                Message::new("event-elite").with("role", role_key(role)).with("used", yes(used)),
                rule,
            ),
            Event::SupportChosen { side, rule } => {
                with(say("event-support-chosen", rule), "side", side.into())
            }
            Event::Support { side, commit, rule } => Told::new(
                Message::new("event-support").with("side", side).with("support", commit_words(commit)),
                rule,
            ),
            Event::Rerolled { side, rule } => with(say("event-rerolled", rule), "side", side.into()),
            Event::Fought { hex, attack, defence, column, die, rule } => {
                let t = &self.book.tables;
                let text = Message::new("event-fought")
                    .with("place", name(hex))
                    .with("attack", attack)
                    .with("defence", defence)
                    .with("column", t.columns[usize::from(column)].as_str())
                    .with("die", die)
                    .with("result", t.crt_text[usize::from(die - 1)][usize::from(column)].as_str());
                Told::new(text, rule).place(self.book.map.label(hex)).weight(Weight::Result)
            }
            Event::Reduced { unit, rule } => of_unit("event-reduced", unit, rule).weight(Weight::Loss),
            Event::Eliminated { unit, recoverable, rule } => {
                with(of_unit("event-eliminated", unit, rule), "recoverable", yes(recoverable).into())
                    .weight(Weight::Loss)
            }
            Event::Away { unit, turn, rule } => {
                with(of_unit("event-away", unit, rule), "turn", turn.into()).weight(Weight::Loss)
            }
            Event::Stubborn { held, rule } => {
                with(say("event-stubborn", rule), "held", yes(held).into()).weight(Weight::Result)
            }
            Event::Retreated { unit, from, path, rule } => {
                travelled("event-retreated", unit, from, path, rule)
            }
            Event::Exited { unit, from, path, rule } => travelled("event-exited", unit, from, path, rule),
            Event::Advanced { unit, from, path, rule } => travelled("event-advanced", unit, from, path, rule),
            Event::Supply { unit, cut, rule } => {
                with(of_unit("event-supply", unit, rule), "cut", yes(cut).into())
            }
            Event::Maintained { side, markers, rule } => {
                Told::new(Message::new("event-maintained").with("side", side).with("markers", markers), rule)
            }
            Event::Maintenance { side, ready, turn, rule } => {
                let text = Message::new("event-maintenance")
                    .with("side", side)
                    .with("ready", yes(ready))
                    .with("turn", turn);
                Told::new(text, rule)
            }
            Event::Earned { hex, points, rule } => {
                let place = hex.map_or(frente_engine::text::Arg::from(Message::new("three-vertices")), |h| {
                    name(h).into()
                });
                let told =
                    Told::new(Message::new("event-earned").with("place", place).with("points", points), rule);
                match hex {
                    Some(h) => told.place(self.book.map.label(h)),
                    None => told,
                }
                .weight(Weight::Result)
            }
            Event::ObjectiveDrawn { rule } => say("event-objective-drawn", rule),
            Event::Objective { hex, shown, rule } => Told::new(
                Message::new("event-objective").with("place", name(hex)).with("shown", yes(shown)),
                rule,
            ),
            Event::Casualties { republican, nationalist, rule } => {
                let text = Message::new("event-casualties")
                    .with("republican", republican)
                    .with("nationalist", nationalist);
                Told::new(text, rule)
            }
            Event::Over { ending, rule } => {
                let points = if let Ending::Points(n) = ending { n } else { 0 };
                Told::new(Message::new(self.verdict(ending).reason).with("points", points), rule)
                    .weight(Weight::Turn)
            }
        }
    }
}
