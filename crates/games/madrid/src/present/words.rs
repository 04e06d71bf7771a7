//! What happened and what can be done, as messages for `ftl/en.ftl`.

use crate::Side;
use crate::book::Book;
use crate::chits::{Alternative, Chit};
use crate::event::{Event, Nerve};
use crate::frame::{Frame, Window};
use crate::ids::{Unit, Units};
use crate::position::{Kind, Public};
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Message;
use frente_engine::present::{Told, Weight};
use frente_engine::text::Arg;

impl Book {
    pub(crate) fn place(&self, area: Area) -> String {
        if !area.is_some() {
            return String::new();
        }
        let label = self.map.label(area);
        if self.map.is_box(area) {
            format!("box {label}")
        } else {
            format!("{label} {}", self.map.info[area.index()].name)
        }
    }

    pub(crate) fn name(&self, unit: Unit) -> &str {
        if unit.is_some() { &self.counter(unit).name } else { "" }
    }

    pub(super) fn names(&self, side: Side, units: Units) -> String {
        units.iter(side).map(|u| self.name(u)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn chit_name(&self, chit: Chit) -> &str {
        &self.tables.chits[chit.index()].name
    }

    pub(super) fn level(&self, level: u8) -> &str {
        &self.tables.morale[usize::from(level)].name
    }

    /// The message id of what a chit does when played for an alternative.
    pub fn chit_text(&self, chit: Chit, alternative: Alternative) -> &'static str {
        use Alternative::{First, Second, Third};
        match (chit, alternative) {
            (Chit::RepublicanArtillery | Chit::NationalistArtillery, _) => "chit-artillery",
            (Chit::RepublicanAir, _) => "chit-air",
            (Chit::NationalistAir, _) => "chit-air-morale",
            (Chit::Tanks, First) => "chit-tanks-attack",
            (Chit::Tanks, Second) => "chit-tanks-counter",
            (Chit::Tanks, Third) => "chit-tanks-fire",
            (Chit::Fortification, First) if self.switches.whole_value => "chit-fortification-whole",
            (Chit::Fortification, First) => "chit-fortification-terrain",
            (Chit::Fortification, _) => "chit-fortification-fresh",
            (Chit::NoPasaran, First) => "chit-pasaran-fresh",
            (Chit::NoPasaran, Second) => "chit-pasaran-rebuild",
            (Chit::NoPasaran, Third) => "chit-pasaran-morale",
            (Chit::Durruti, _) => "chit-durruti",
            (Chit::Plans, _) => "chit-plans",
            (Chit::Miaja, First) => "chit-miaja-test",
            (Chit::Miaja, _) => "chit-miaja-stampede",
            (Chit::Surprise, _) => "chit-surprise",
            (Chit::Engineers, First) => "chit-engineers-terrain",
            (Chit::Engineers, _) => "chit-engineers-fortification",
            (Chit::FifthColumn, _) => "chit-fifth-column",
            (Chit::Strife, _) => "chit-strife",
            (Chit::DurrutiDeath, _) => "chit-durruti-death",
            (Chit::Stampede, First) => "chit-stampede-line",
            (Chit::Stampede, _) => "chit-stampede-shock",
            (Chit::Valencia, _) => "chit-valencia",
            (Chit::Teresa, First) => "chit-teresa-own",
            (Chit::Teresa, Second) => "chit-teresa-attack",
            (Chit::Teresa, Third) => "chit-teresa-fire",
            (Chit::Mola, First) => "chit-mola-rebuild",
            (Chit::Mola, _) => "chit-mola-fresh",
            (Chit::Alfereces, _) => "chit-alfereces",
        }
    }

    /// The rule behind playing a chit for an alternative.
    pub fn chit_rule(&self, chit: Chit, alternative: Alternative) -> Rule {
        use Alternative::{First, Second, Third};
        match (chit, alternative) {
            (Chit::RepublicanArtillery, _) => rules::R15_R1C,
            (Chit::RepublicanAir, _) => rules::R15_R2B,
            (Chit::Tanks, First) => rules::R15_R3B,
            (Chit::Tanks, Second) => rules::R15_R3C,
            (Chit::Tanks, Third) => rules::R15_R3D,
            (Chit::Fortification, First) => rules::R15_R4B,
            (Chit::Fortification, _) => rules::R15_R4C,
            (Chit::NoPasaran, First) => rules::R15_R5B,
            (Chit::NoPasaran, Second) => rules::R15_R5C,
            (Chit::NoPasaran, Third) => rules::R15_R5D,
            (Chit::Durruti, _) => rules::R15_R6C,
            (Chit::Plans, _) => rules::R15_R7C,
            (Chit::Miaja, First) => rules::R15_R8B,
            (Chit::Miaja, _) => rules::R15_R8C,
            (Chit::NationalistArtillery, _) => rules::R15_N1C,
            (Chit::NationalistAir, _) => rules::R15_N2B,
            (Chit::Surprise, _) => rules::R15_N3C,
            (Chit::Engineers, First) => rules::R15_N4B,
            (Chit::Engineers, _) => rules::R15_N4C,
            (Chit::FifthColumn, _) => rules::R15_N5B,
            (Chit::Strife, _) => rules::R15_N6B,
            (Chit::DurrutiDeath, _) => rules::R15_N7B,
            (Chit::Stampede, First) => rules::R15_N8C,
            (Chit::Stampede, _) => rules::R15_N8D,
            (Chit::Valencia, _) => rules::R15_N9C,
            (Chit::Teresa, First) => rules::R15_N10B,
            (Chit::Teresa, Second) => rules::R15_N10C,
            (Chit::Teresa, Third) => rules::R15_N10D,
            (Chit::Mola, First) => rules::R15_N11B,
            (Chit::Mola, _) => rules::R15_N11C,
            (Chit::Alfereces, _) => rules::R15_N12C,
        }
    }

    /// What an event says and where it happened.
    pub fn told(&self, event: &Event) -> Told {
        let say = Message::new;
        let plain = Told::new;
        let unit = |t: Told, u: Unit| t.piece(self.unit_word(u));
        let at = |t: Told, a: Area| if a.is_some() { t.place(self.map.label(a)) } else { t };
        match *event {
            Event::TurnBegan(turn) => {
                let date = self
                    .tables
                    .turns
                    .get(usize::from(turn) - 1)
                    .map_or(String::new(), |t| format!("{} – {}", t.from, t.to));
                plain(say("ev-turn").with("turn", turn).with("date", date), rules::R4B).weight(Weight::Turn)
            }
            Event::FirstTurn(turn) => plain(say("ev-first-turn").with("turn", turn), rules::R12_2A),
            Event::Placed(u, a, rule) => {
                let text = say("ev-placed").with("unit", self.name(u)).with("place", self.place(a));
                at(unit(plain(text, rule), u), a)
            }
            Event::Waits(u) => unit(plain(say("ev-waits").with("unit", self.name(u)), rules::R7_R2), u),
            Event::PauseDeclared => plain(say("ev-pause"), rules::R12_3N).weight(Weight::Phase),
            Event::PauseEnded(rule) => plain(say("ev-resume"), rule).weight(Weight::Phase),
            Event::Council { die, total, comes } => {
                let id = if comes { "ev-council-comes" } else { "ev-council-not" };
                plain(say(id).with("die", die).with("total", total), rules::R11_1F)
                    .die(die)
                    .weight(Weight::Result)
            }
            Event::Weather { die, total, bad } => {
                let (id, rule) =
                    if bad { ("ev-weather-bad", rules::R11_2D) } else { ("ev-weather-clear", rules::R11_2C) };
                plain(say(id).with("die", die).with("total", total), rule).die(die).weight(Weight::Result)
            }
            Event::Income { side, points, rule } => {
                plain(say("ev-income").with("side", side).with("points", points), rule)
            }
            Event::Bought(side) => plain(say("ev-bought").with("side", side), rules::R5C),
            Event::Drew(chit) => plain(say("ev-drew").with("chit", self.chit_name(chit)), rules::R6K),
            Event::Rada { die, enters, rule } => {
                let id = match (enters, die) {
                    (true, 0) => "ev-rada-unrolled",
                    (true, _) => "ev-rada-enters",
                    (false, _) => "ev-rada-not",
                };
                let told = plain(say(id).with("die", die), rule).weight(Weight::Result);
                if die > 0 { told.die(die) } else { told }
            }
            Event::Rebuilt(u, rule) => unit(plain(say("ev-rebuilt").with("unit", self.name(u)), rule), u),
            Event::Removed(u) => {
                unit(plain(say("ev-removed").with("unit", self.name(u)), rules::R8D), u).weight(Weight::Loss)
            }
            Event::Initiative { side, dice, rule } => match dice {
                Some((blue, red)) => {
                    let text = say("ev-initiative-rolled")
                        .with("side", side)
                        .with("nationalist", blue)
                        .with("republican", red);
                    plain(text, rule).weight(Weight::Phase)
                }
                None => plain(say("ev-initiative").with("side", side), rule).weight(Weight::Phase),
            },
            Event::Run { die, rule } => {
                plain(say("ev-run").with("die", die), rule).die(die).weight(Weight::Result)
            }
            Event::Passed(side) => plain(say("ev-passed").with("side", side), rules::R9D),
            Event::Activated { kind, side, from } => {
                let (id, rule) = match kind {
                    Kind::Movement => ("ev-act-move", rules::R9_2A),
                    Kind::Bombardment => ("ev-act-bombard", rules::R9_3B),
                    Kind::Combat => ("ev-act-combat", rules::R9_4_1D),
                    Kind::Assault => ("ev-act-assault", rules::R9_4_3C),
                    Kind::None | Kind::Event(_) => ("ev-act-event", rules::R9C),
                };
                at(
                    plain(say(id).with("side", side).with("place", self.place(from)), rule)
                        .weight(Weight::Phase),
                    from,
                )
            }
            Event::Joined(u) => unit(plain(say("ev-joined").with("unit", self.name(u)), rules::R9B), u),
            Event::Prepared(side) => plain(say("ev-prepared").with("side", side), rules::R9_4_2A),
            Event::Paid { side, points, rule } => {
                plain(say("ev-paid").with("side", side).with("points", points), rule)
            }
            Event::Strife { die, split } => {
                let (id, rule) = if split {
                    ("ev-strife-split", rules::R15_N6C)
                } else {
                    ("ev-strife-not", rules::R15_N6B)
                };
                plain(say(id).with("die", die), rule).die(die).weight(Weight::Result)
            }
            Event::Barred { side, units } => {
                plain(say("ev-barred").with("units", self.names(side, units)), rules::R15_N6D)
            }
            Event::Marched { side, units, from, to, cost } => {
                let text =
                    say("ev-marched").with("units", self.names(side, units)).with("from", self.place(from));
                let text = text.with("to", self.place(to)).with("cost", cost);
                let told = units.iter(side).fold(plain(text, rules::R9_2C), unit);
                at(at(told, from), to)
            }
            Event::Control { area, side, rule } => at(
                plain(say("ev-control").with("side", side).with("place", self.place(area)), rule)
                    .weight(Weight::Result),
                area,
            ),
            Event::Morale { level, up, rule } => {
                let id = if up { "ev-morale-up" } else { "ev-morale-down" };
                plain(say(id).with("level", self.level(level)), rule).weight(Weight::Result)
            }
            Event::RiverOpen(rule) => plain(say("ev-river-open"), rule).weight(Weight::Result),
            Event::Released(rule) => plain(say("ev-released"), rule).weight(Weight::Result),
            Event::Point(u, rule) => unit(plain(say("ev-point").with("unit", self.name(u)), rule), u),
            Event::Fire { strength, dice, defence, losses } => {
                let text = say("ev-fire").with("strength", strength).with("dice", shown(dice));
                plain(text.with("defence", defence).with("losses", losses), rules::R9_5E)
                    .weight(Weight::Result)
            }
            Event::Cancelled(side) => plain(say("ev-cancelled").with("side", side), rules::R9_5J),
            Event::Tested { unit: u, die, total, nerve } => {
                let (id, rule) = match nerve {
                    Nerve::Passes => ("ev-test-passes", rules::R3_4_2F),
                    Nerve::Retreats => ("ev-test-retreats", rules::R3_4_2G),
                    Nerve::Eliminated => ("ev-test-eliminated", rules::R3_4_2H),
                };
                let text = say(id).with("unit", self.name(u)).with("die", die).with("total", total);
                unit(plain(text, rule).die(die), u).weight(Weight::Result)
            }
            Event::Retreated { unit: u, from, to, rule } => {
                let text = say("ev-retreated")
                    .with("unit", self.name(u))
                    .with("from", self.place(from))
                    .with("to", self.place(to));
                at(at(unit(plain(text, rule), u), from), to).weight(Weight::Loss)
            }
            Event::Turned { unit: u, fresh, rule } => {
                let id = if fresh { "ev-fresh" } else { "ev-spent" };
                unit(plain(say(id).with("unit", self.name(u)), rule), u)
            }
            Event::Eliminated(u, rule) => {
                unit(plain(say("ev-eliminated").with("unit", self.name(u)), rule), u).weight(Weight::Loss)
            }
            Event::Countered(u) => {
                unit(plain(say("ev-countered").with("unit", self.name(u)), rules::R9_4_1H), u)
            }
            Event::Fought { area, dice, sum, attack, defence, intensity, losses } => {
                let text = say("ev-fought")
                    .with("place", self.place(area))
                    .with("dice", shown(dice))
                    .with("sum", sum);
                let text = text.with("attack", attack).with("defence", defence).with("intensity", intensity);
                let text = text.with("attacker", losses[0]).with("defender", losses[1]);
                at(plain(text, rules::R9_4_1Z), area).weight(Weight::Result)
            }
            Event::Bombarded { area, dice, sum, bonus, defence, losses } => {
                let text = say("ev-bombarded")
                    .with("place", self.place(area))
                    .with("dice", shown(dice))
                    .with("sum", sum);
                let text = text.with("bonus", bonus).with("defence", defence).with("losses", losses);
                at(plain(text, rules::R9_3J), area).weight(Weight::Result)
            }
            Event::Ignored { side, points } => {
                plain(say("ev-ignored").with("side", side).with("points", points), rules::R9_6K)
            }
            Event::Played(chit, alternative) => {
                let text = say("ev-played").with("side", chit.side()).with("chit", self.chit_name(chit));
                let text = text.with("effect", say(self.chit_text(chit, alternative)));
                plain(text, self.chit_rule(chit, alternative)).weight(Weight::Result)
            }
            Event::Undone(chit) => {
                let rule = if chit == Chit::Stampede { rules::R15_R8C } else { rules::R15_N4C };
                plain(say("ev-undone").with("chit", self.chit_name(chit)), rule)
            }
            Event::Aimed(a, rule) => at(plain(say("ev-aimed").with("place", self.place(a)), rule), a),
            Event::ChitDie(die, rule) => plain(say("ev-chit-die").with("die", die), rule).die(die),
            Event::PhaseOver(rule) => plain(say("ev-phase-over"), rule).weight(Weight::Phase),
            Event::Returned(chit) => plain(say("ev-returned").with("chit", self.chit_name(chit)), rules::R6I),
            Event::Over(end) => {
                let outcome = end.outcome(&self.scenario);
                let winner = outcome.winner.map_or("none", Side::key);
                plain(say(outcome.reason).with("winner", winner), outcome.rule).weight(Weight::Turn)
            }
        }
    }

    /// What the position waits for, in one sentence to the side that decides or to one that waits.
    pub fn prompt(&self, p: &Public) -> Message {
        let say = Message::new;
        let act = &p.act;
        let target = |m: Message| m.with("place", self.place(act.target));
        match p.frames.top() {
            Frame::Over(end) => {
                let outcome = end.outcome(&self.scenario);
                say(outcome.reason).with("winner", outcome.winner.map_or("none", Side::key))
            }
            Frame::FirstTurn => say("ask-first-turn"),
            Frame::SetUp(side) => say("ask-setup").with("side", side).with("count", p.pending.len()),
            Frame::Pause if p.pausing() => say("ask-resume"),
            Frame::Pause => say("ask-pause"),
            Frame::Buy(side) => say("ask-buy").with("side", side).with("support", p.support[side]),
            Frame::Enter(side) => say("ask-enter").with("side", side).with("count", p.pending.len()),
            Frame::Rebuild { side, line, shock } => {
                say("ask-rebuild").with("side", side).with("line", line).with("shock", shock)
            }
            Frame::Rebuilt(u) => say("ask-rebuilt").with("unit", self.name(u)),
            Frame::Impulse(side) if act.must_fight => say("ask-impulse-durruti").with("side", side),
            Frame::Impulse(side) if p.run > 1 => say("ask-impulse-run").with("side", side).with("run", p.run),
            Frame::Impulse(side) => say("ask-impulse").with("side", side),
            Frame::Select => {
                let id = match act.kind {
                    Kind::Movement => "ask-select-move",
                    Kind::Bombardment => "ask-select-bombard",
                    Kind::Combat => "ask-select-combat",
                    _ => "ask-select-assault",
                };
                say(id).with("place", self.place(act.from)).with("count", act.units.len())
            }
            Frame::StrifeChoice => say("ask-strife"),
            Frame::Point => say("ask-point").with("side", act.side),
            Frame::March => say("ask-march").with("place", self.place(act.here)).with("left", act.left),
            Frame::Rally => say("ask-rally").with("side", act.side),
            Frame::Ask(window) => target(say(match window {
                Window::Open => "ask-open",
                Window::CancelStampede => "ask-cancel-stampede",
                Window::Morale => "ask-morale",
                Window::UnderFire => "ask-under-fire",
                Window::Fire => "ask-fire",
                Window::FireRolled => "ask-fire-rolled",
                Window::Defend => "ask-defend",
                Window::CancelFortification => "ask-cancel-fortification",
                Window::Named => "ask-named",
                Window::Before => "ask-before",
                Window::Rolled => "ask-rolled",
                Window::End => "ask-end",
            }))
            .with("side", window.side())
            .with("dice", shown(act.dice)),
            Frame::Retreat(side) => {
                say("ask-retreat").with("side", side).with("units", self.names(side, act.retreating))
            }
            Frame::Counter => target(say("ask-counter")).with("side", act.side.other()),
            Frame::FoePoint(side) => target(say("ask-foe-point")).with("side", side),
            Frame::Lose(side) => say("ask-lose").with("side", side).with("points", act.losses[side]),
            Frame::Aim => say("ask-aim").with("side", act.side),
            Frame::Flip => say("ask-flip").with("side", act.side).with("count", act.flips),
            Frame::Return(side) => say("ask-return").with("side", side),
            Frame::CouncilDie => say("chance-council"),
            Frame::WeatherDie => say("chance-weather"),
            Frame::Draw(_) => say("chance-draw"),
            Frame::RadaDie => say("chance-rada"),
            Frame::InitiativeDie(_) => say("chance-initiative"),
            Frame::RunDie => say("chance-run"),
            Frame::StrifeDie => say("chance-strife"),
            Frame::FireDie => say("chance-fire"),
            Frame::MoraleDie => {
                let unit = act.testing.iter(Side::Republican).next().unwrap_or(Unit::NONE);
                say("ask-test").with("unit", self.name(unit)).with("modifier", Arg::signed(act.modifier))
            }
            Frame::AttackDie => say("chance-attack"),
            Frame::SalvoDie => say("chance-bombardment"),
            Frame::FlipDie => say("chance-chit"),
            Frame::Turn(_) | Frame::Act(_) | Frame::Empty => say("chance-chit"),
        }
    }
}

/// Dice as they lie on the table.
fn shown(dice: [u8; 3]) -> String {
    dice.iter().filter(|d| **d > 0).map(u8::to_string).collect::<Vec<_>>().join(" ")
}
