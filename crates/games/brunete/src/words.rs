//! Every sentence a player reads, as messages of `ftl/en.ftl`: events, choices, prompts.

use crate::Brunete;
use crate::action::Action;
use crate::event::{Die, Event, Phase};
use crate::frame::{Ending, Frame, Mode};
use crate::ids::Unit;
use crate::position::{Commit, MadridBox, Position, Public, Resource, Role};
use crate::rules as r;
use frente_board::{Hex, Path};
use frente_engine::present::{Choice, Kind, Told, Weight};
use frente_engine::{Lexicon, Message, Rule, Side};
use std::sync::Arc;

/// The English texts. A test reads them, so that a broken file cannot be built.
pub(crate) fn english() -> Arc<Lexicon> {
    let words = Lexicon::new("en", &[include_str!("../ftl/en.ftl")]);
    Arc::new(words.expect("the built-in texts are read by every test"))
}

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

fn yes(on: bool) -> &'static str {
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

fn commit_words(commit: Commit) -> Message {
    if commit.markers() == 0 {
        return Message::new("support-none");
    }
    Message::new("support-some")
        .with("artillery", commit.artillery)
        .with("aviation", commit.aviation)
        .with("command", yes(commit.command))
}

impl Brunete {
    fn end(&self, from: Hex, path: Path) -> Hex {
        self.book.map.along(from, path).last().unwrap_or(from)
    }

    fn route(&self, from: Hex, path: Path) -> Vec<String> {
        std::iter::once(from)
            .chain(self.book.map.along(from, path))
            .map(|h| self.book.map.label(h).to_owned())
            .collect()
    }

    pub(crate) fn told(&self, event: &Event) -> Told {
        let name = |h: Hex| self.book.hex_name(h);
        let label = |u: Unit| self.book.label(u).to_owned();
        let of_unit = |id: &'static str, u: Unit, rule: Rule| {
            let side = self.book.unit(u).side;
            Told::new(Message::new(id).with("unit", label(u)).with("side", side), rule).piece(label(u))
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

    pub(crate) fn choice_of(&self, p: &Position, action: Action) -> Choice {
        let q = &p.public;
        let label = |u: Unit| self.book.label(u).to_owned();
        let hex = |h: Hex| self.book.map.label(h).to_owned();
        let button = |id: &'static str| Choice { text: Some(Message::new(id)), ..Choice::default() };
        let piece = |id: &'static str, u: Unit| Choice {
            text: Some(Message::new(id).with("unit", label(u))),
            kind: Kind::Piece,
            piece: Some(label(u)),
            place: q.at(u).map(hex),
            ..Choice::default()
        };
        let place = |id: &'static str, h: Hex, kind: Kind| Choice {
            text: Some(Message::new(id).with("place", self.book.hex_name(h))),
            kind,
            place: Some(hex(h)),
            ..Choice::default()
        };
        let travel = |id: &'static str, u: Unit, from: Hex, path: Path| {
            let end = self.end(from, path);
            Choice {
                text: Some(Message::new(id).with("unit", label(u)).with("place", self.book.hex_name(end))),
                kind: Kind::Place,
                piece: Some(label(u)),
                place: Some(hex(end)),
                path: self.route(from, path),
                ..Choice::default()
            }
        };
        match action {
            Action::End => self.end_choice(q),
            Action::Pass => button("choose-pass"),
            Action::Roll(n) => {
                Choice { text: Some(Message::new("choose-roll").with("die", n)), ..Choice::default() }
            }
            Action::Draw(k) => Choice {
                text: Some(Message::new("choose-draw").with("resource", resource_name(k))),
                ..Choice::default()
            },
            Action::Place(u, h) => Choice {
                text: Some(
                    Message::new("choose-place").with("unit", label(u)).with("place", self.book.hex_name(h)),
                ),
                kind: Kind::Entry,
                piece: Some(label(u)),
                place: Some(hex(h)),
                rule: Some(r::R12_1I),
                ..Choice::default()
            },
            Action::Replace(u) => Choice { rule: Some(r::R6_3A), ..piece("choose-replace", u) },
            Action::Resource(k) => Choice {
                text: Some(Message::new("choose-resource").with("resource", resource_name(k))),
                kind: Kind::Secret,
                rule: Some(r::R5_2E),
                ..Choice::default()
            },
            Action::Bombard(u) => {
                Choice { kind: Kind::Target, rule: Some(r::R8_1C), ..piece("choose-bombard", u) }
            }
            Action::Interdict(h) => {
                Choice { rule: Some(r::R8_2A), ..place("choose-interdict", h, Kind::Place) }
            }
            Action::Reinforce(u) => piece("choose-reinforce", u),
            Action::At(h) => place("choose-at", h, Kind::Entry),
            Action::Hold => button("choose-hold"),
            Action::Recover(u) => Choice { rule: Some(r::R6_2B), ..piece("choose-recover", u) },
            Action::Give(u) => Choice { rule: Some(r::R6_2G), ..piece("choose-give", u) },
            Action::Pick(u) => piece("choose-unit", u),
            Action::Go(u, from, path) => {
                let mut choice = travel("choose-move", u, from, path);
                if let Frame::Moving { points, going, .. } = q.top() {
                    let (left, stop) = self.left_after(q, (u, points, going), from, path);
                    choice.left = Some(2 * left);
                    choice.stop = stop;
                }
                choice
            }
            Action::Stop => button("choose-stop"),
            Action::Eliminate(u) => piece("choose-eliminate", u),
            Action::Attack(h) => place("choose-attack", h, Kind::Target),
            Action::Join(u) => piece("choose-with", u),
            Action::Declare => {
                let joint = self.is_joint(q.fight.attackers);
                Choice {
                    text: Some(Message::new("choose-declare").with("joint", yes(joint))),
                    rule: joint.then_some(r::R5_1C),
                    ..Choice::default()
                }
            }
            Action::Elite(used) => Choice {
                rule: Some(r::R10_3_1A),
                ..button(if used { "choose-elite" } else { "choose-no-elite" })
            },
            Action::Support(commit) => Choice {
                text: Some(Message::new("choose-support").with("support", commit_words(commit))),
                kind: Kind::Secret,
                rule: Some(r::R10_3_3B),
                ..Choice::default()
            },
            Action::Reroll(again) => {
                Choice { rule: Some(r::R5_2J), ..button(if again { "choose-reroll" } else { "choose-keep" }) }
            }
            Action::Lose(u) => piece("choose-lose", u),
            Action::Stubborn(stand) => Choice {
                rule: Some(r::R10_4_1B),
                ..button(if stand { "choose-stubborn" } else { "choose-give-way" })
            },
            Action::Retreat(u, path) => travel("choose-retreat", u, q.fight.target, path),
            Action::Exit(u, path) => travel("choose-exit", u, q.fight.target, path),
            Action::Perish(u) => piece("choose-perish", u),
            Action::Advance(u, path) => travel("choose-advance", u, q.at(u).unwrap_or(Hex::NONE), path),
            Action::Maintain(command) => Choice {
                rule: Some(r::R5_1F),
                ..button(if command { "choose-maintain" } else { "choose-maintain-rolls" })
            },
        }
    }

    /// Ending a step, with a warning where something is left undone.
    fn end_choice(&self, q: &Public) -> Choice {
        let (id, warning) = match q.top() {
            Frame::Advance(_) => ("choose-end-advance", None),
            Frame::Aviation(..) => ("choose-end-aviation", None),
            Frame::Reinforce(side, mode) => {
                let waiting = |u: usize| self.may_reinforce(q, Unit::at(u), side, mode).is_ok();
                let left = self.book.of_side[side].iter().filter(|u| waiting(*u)).count();
                (
                    "choose-end-reinforcements",
                    (left > 0).then(|| Message::new("warn-reinforcements").with("units", left)),
                )
            }
            Frame::Movement(..) => ("choose-end-movement", None),
            Frame::Combat(side) => {
                let left = self.targets(q, side).count();
                ("choose-end-combat", (left > 0).then(|| Message::new("warn-combat").with("hexes", left)))
            }
            _ => ("choose-end", None),
        };
        Choice { text: Some(Message::new(id)), warning, ..Choice::default() }
    }

    /// What the position waits for, in one sentence to those who look.
    pub(crate) fn prompt(
        &self,
        q: &Public,
        to: Option<Side>,
        wait: frente_engine::Wait,
    ) -> (Message, Option<Rule>) {
        use frente_engine::Wait;
        match wait {
            Wait::Over(outcome) => {
                let points = if let Some(Ending::Points(n)) = Self::ended(q) { n } else { 0 };
                (Message::new(outcome.reason).with("points", points), Some(outcome.rule))
            }
            Wait::Chance(chance) => {
                let by = chance.by.map_or("none", Side::key);
                (Message::new(chance.what).with("side", by), None)
            }
            Wait::Decision(side) if to != Some(side) => {
                (Message::new("prompt-wait").with("side", side), None)
            }
            Wait::Decision(_) => self.prompt_for(q),
        }
    }

    fn prompt_for(&self, q: &Public) -> (Message, Option<Rule>) {
        let label = |u: Unit| self.book.label(u).to_owned();
        let target = || self.book.hex_name(q.fight.target);
        let plain = |id: &'static str, rule: Rule| (Message::new(id), Some(rule));
        match q.top() {
            Frame::SetUp(n) => {
                let unit = self.scenario.free.get(usize::from(n)).map_or(String::new(), |u| label(*u));
                (Message::new("prompt-set-up").with("unit", unit), Some(r::R12_1I))
            }
            Frame::Replacement(_) => plain("prompt-replacement", r::R6_3A),
            Frame::Granted(_, k) => {
                (Message::new("prompt-granted").with("resource", resource_name(k)), Some(r::R5_2F))
            }
            Frame::Resource(_) => plain("prompt-resource", r::R5_2E),
            Frame::Cull => plain("prompt-cull", r::R9_R6),
            Frame::Aviation(..) => plain("prompt-aviation", r::R8B),
            Frame::Reroll { die, .. } => (Message::new("prompt-reroll").with("die", die), Some(r::R5_2J)),
            Frame::Reinforce(..) => plain("prompt-reinforce", r::R6_1B),
            Frame::Enter(u) => (Message::new("prompt-enter").with("unit", label(u)), Some(r::R6_1B)),
            Frame::Recover { unit, give, .. } => {
                (Message::new("prompt-recover").with("unit", label(unit)).with("give", give), Some(r::R6_2B))
            }
            Frame::Movement(_, mode, left) => match mode {
                Mode::Normal => plain("prompt-movement", r::R9A),
                Mode::Early => plain("prompt-early", r::R9R),
                Mode::Extra => plain("prompt-extra", r::R2O),
                Mode::Adjustment => (Message::new("prompt-adjustment").with("units", left), Some(r::R2L)),
                Mode::Infiltration => {
                    (Message::new("prompt-infiltration").with("points", left), Some(r::R9O))
                }
            },
            Frame::Moving { unit, points, going } => {
                let m = self.mover(q, unit, points);
                let left = self.allowance(&m, going).saturating_sub(going.spent);
                (Message::new("prompt-moving").with("unit", label(unit)).with("left", left), Some(r::R9B))
            }
            Frame::Combat(_) => plain("prompt-combat", r::R10_1A),
            Frame::Declare => (Message::new("prompt-declare").with("place", target()), Some(r::R10_1C)),
            Frame::Elite(_) => plain("prompt-elite", r::R10_3_1A),
            Frame::Support(role) => {
                let most = if role == Role::Attacker {
                    self.book.tables.support_attack
                } else {
                    self.book.tables.support_defence
                };
                (Message::new("prompt-support").with("most", most).with("place", target()), Some(r::R10_3_3B))
            }
            Frame::Lose(_, left) => (Message::new("prompt-lose").with("steps", left), Some(r::R10_1G)),
            Frame::Stubborn => (Message::new("prompt-stubborn").with("place", target()), Some(r::R10_4_1B)),
            Frame::Retreat => {
                (Message::new("prompt-retreat").with("hexes", q.fight.retreat), Some(r::R10_4_1A))
            }
            Frame::Advance(hexes) => (Message::new("prompt-advance").with("hexes", hexes), Some(r::R10_4_2A)),
            Frame::Maintain(_) => plain("prompt-maintain", r::R8_3A),
            _ => plain("prompt-none", r::R2A),
        }
    }
}
