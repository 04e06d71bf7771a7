//! What actions, events and prompts say: messages for the Fluent files in `ftl/`.

use crate::Aragon;
use crate::event::Event;
use crate::frame::{Frame, March, PlayerStep};
use crate::ids::Unit;
use crate::position::{FightKind, Public};
use crate::rules::*;
use frente_board::{Hex, Path};
use frente_engine::present::{Told, Weight};
use frente_engine::text::{Arg, BuiltIn};
use frente_engine::{Message, Rule, Side};

/// The English text of the game.
pub(super) static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../../ftl/en.ftl"));

/// The message id of a phase's name.
pub(crate) fn phase_title(step: PlayerStep) -> &'static str {
    match step {
        PlayerStep::Activation => "phase-activation",
        PlayerStep::Movement => "phase-movement",
        PlayerStep::Bombardment => "phase-bombardment",
        PlayerStep::Combat => "phase-combat",
        PlayerStep::MobileMovement => "phase-mobile-movement",
        PlayerStep::MobileCombat => "phase-mobile-combat",
        PlayerStep::Rebuild | PlayerStep::Done => "phase-rebuild",
    }
}

impl Aragon {
    /// A hex as people call it: `1817 Belchite`.
    pub(crate) fn hex_name(&self, hex: Hex) -> String {
        match hex.some().and_then(|h| self.book.ground.map.name(h)) {
            Some(name) => format!("{} {name}", self.label(hex)),
            None => self.label(hex).to_owned(),
        }
    }

    pub(super) fn route_labels(&self, from: Hex, path: Path) -> Vec<String> {
        let hexes = std::iter::once(from).chain(self.book.ground.map.along(from, path));
        hexes.map(|h| self.label(h).to_owned()).collect()
    }

    pub(super) fn end_of(&self, from: Hex, path: Path) -> Hex {
        self.book.ground.map.along(from, path).last().unwrap_or(from)
    }

    /// Half points in words: `2½`.
    pub(crate) fn points(&self, half: u8) -> String {
        match (half / 2, half % 2) {
            (n, 0) => n.to_string(),
            (0, _) => "½".to_owned(),
            (n, _) => format!("{n}½"),
        }
    }

    /// The unit a retreat is about.
    pub(crate) fn retreating(&self, p: &Public) -> Option<Unit> {
        if let Frame::Retreat { unit, .. } = p.stack.top() { Some(unit) } else { None }
    }

    /// What an event says.
    pub(crate) fn told(&self, event: &Event) -> Told {
        let unit_at = |id: &'static str, u: Unit, h: Hex| {
            Message::new(id).with("unit", self.name(u)).with("place", self.hex_name(h))
        };
        let unit_only = |id: &'static str, u: Unit| Message::new(id).with("unit", self.name(u));
        let told = |text: Message| Told::new(text, event.rule());
        match *event {
            Event::TurnBegins { turn } => {
                let dates = &self.book.scenario.track[turn as usize - 1].dates;
                told(Message::new("event-turn").with("turn", turn).with("dates", dates.as_str()))
                    .weight(Weight::Turn)
            }
            Event::Blizzard { die, strikes } => {
                let id = if strikes { "event-blizzard" } else { "event-no-blizzard" };
                told(Message::new(id).with("die", die)).die(die).weight(Weight::Result)
            }
            Event::Drew { side, class } => told(
                Message::new("event-drew").with("side", side).with("marker", self.marker_name(side, class)),
            ),
            Event::DrawDone { side, count } => {
                told(Message::new("event-draw-done").with("side", side).with("count", count))
            }
            Event::PlayerTurn { side } => {
                told(Message::new("event-player-turn").with("side", side)).weight(Weight::Turn)
            }
            Event::Skipped { side, .. } => {
                told(Message::new("event-skipped").with("side", side)).weight(Weight::Turn)
            }
            Event::Activated { die, modifier, units } => {
                let text = Message::new("event-activated").with("die", die);
                told(text.with("modifier", Arg::signed(modifier)).with("units", units))
                    .die(die)
                    .weight(Weight::Result)
            }
            Event::Phase { side, phase } => {
                let title = Message::new(phase_title(phase));
                told(Message::new("event-phase").with("side", side).with("phase", title))
                    .weight(Weight::Phase)
            }
            Event::Moved { unit, from, path } => self.told_route("event-moved", event, unit, from, path),
            Event::Retreated { unit, from, path, .. } => {
                self.told_route("event-retreated", event, unit, from, path)
            }
            Event::Advanced { unit, from, path } => {
                self.told_route("event-advanced", event, unit, from, path)
            }
            Event::Entered { unit, hex, cost } => {
                told(unit_at("event-entered", unit, hex).with("points", self.points(cost)))
                    .piece(self.name(unit))
                    .place(self.label(hex))
            }
            Event::Bombarded { target, unit } => told(unit_at("event-bombarded", unit, target))
                .piece(self.name(unit))
                .place(self.label(target)),
            Event::Attacked { target, attackers, attack, defence } => {
                let names: Vec<_> =
                    attackers.into_iter().filter_map(Unit::some).map(|u| self.name(u)).collect();
                let text = Message::new("event-attacked").with("units", names.join(", "));
                let text =
                    text.with("place", self.hex_name(target)).with("attack", attack).with("defence", defence);
                let mut told = told(text).place(self.label(target));
                told.pieces = names.into_iter().map(str::to_owned).collect();
                told
            }
            Event::Placed { side } => told(Message::new("event-placed").with("side", side)),
            Event::Passed { side } => told(Message::new("event-passed").with("side", side)),
            Event::Revealed { side, class } => told(
                Message::new("event-revealed")
                    .with("side", side)
                    .with("marker", self.marker_name(side, class)),
            ),
            Event::Rolled { die, modifier, attack, defence, line, column, result } => {
                let text = Message::new("event-rolled").with("die", die).with("modifier", modifier);
                let text = text.with("signed", Arg::signed(modifier));
                let text = text.with("attack", attack).with("defence", defence).with("line", line.key());
                let column = self.book.tables.columns[column as usize].name.as_str();
                told(text.with("column", column).with("result", result.to_string()))
                    .die(die)
                    .weight(Weight::Result)
            }
            Event::Depleted { unit, .. } => {
                told(unit_only("event-depleted", unit)).piece(self.name(unit)).weight(Weight::Loss)
            }
            Event::Eliminated { unit, hex, .. } => told(unit_at("event-eliminated", unit, hex))
                .piece(self.name(unit))
                .place(self.label(hex))
                .weight(Weight::Loss),
            Event::Stood { unit } => told(unit_only("event-stood", unit)).piece(self.name(unit)),
            Event::Held { unit } => told(unit_only("event-held", unit)).piece(self.name(unit)),
            Event::FortDestroyed { hex } => {
                let text = Message::new("event-fort").with("place", self.hex_name(hex));
                told(text).place(self.label(hex)).weight(Weight::Loss)
            }
            Event::Displaced { unit, from, to } => told(unit_at("event-displaced", unit, to))
                .piece(self.name(unit))
                .place(self.label(from))
                .place(self.label(to)),
            Event::Tired { unit, level } => {
                let level = &self.book.tables.fatigue.levels[level as usize - 1].name;
                told(unit_only("event-tired", unit).with("level", level.as_str())).piece(self.name(unit))
            }
            Event::Rested { unit } => told(unit_only("event-rested", unit)).piece(self.name(unit)),
            Event::Rebuilt { unit } => told(unit_only("event-rebuilt", unit)).piece(self.name(unit)),
            Event::Recruited { unit } => told(unit_only("event-recruited", unit)).piece(self.name(unit)),
            Event::Returned { unit, hex } => {
                told(unit_at("event-returned", unit, hex)).piece(self.name(unit)).place(self.label(hex))
            }
            Event::NoRoom { unit } => told(unit_only("event-no-room", unit)).piece(self.name(unit)),
            Event::MarkersBack => told(Message::new("event-markers-back")),
            Event::Road { hexes, held } => {
                let id = if held { "event-road-held" } else { "event-road-open" };
                told(Message::new(id).with("hexes", hexes)).weight(Weight::Result)
            }
            Event::Over { ending } => {
                let outcome = ending.outcome();
                let winner = outcome.winner.map_or("none", Side::key);
                told(Message::new(outcome.reason).with("winner", winner)).weight(Weight::Turn)
            }
        }
    }

    fn told_route(&self, id: &'static str, event: &Event, unit: Unit, from: Hex, path: Path) -> Told {
        let end = self.end_of(from, path);
        let text = Message::new(id).with("unit", self.name(unit)).with("from", self.label(from));
        let mut told = Told::new(text.with("place", self.hex_name(end)), event.rule()).piece(self.name(unit));
        told.places = self.route_labels(from, path);
        told
    }

    /// What the position waits for, said to the side that must act, with the rule behind it.
    pub(crate) fn prompt(&self, p: &Public) -> (Message, Option<Rule>) {
        let unit = |id, u| Message::new(id).with("unit", self.name(u));
        let target = |id| Message::new(id).with("place", self.hex_name(p.fight.target));
        let (message, rule) = match p.stack.top() {
            Frame::Over(ending) => {
                let outcome = ending.outcome();
                (
                    Message::new(outcome.reason).with("winner", outcome.winner.map_or("none", Side::key)),
                    outcome.rule,
                )
            }
            Frame::BlizzardRoll => (Message::new("ask-blizzard"), R16_0A),
            Frame::Draw { side, left } => {
                (Message::new("ask-draw").with("side", side).with("count", left), R13_0C)
            }
            Frame::ActivationRoll => (Message::new("ask-activation"), R14_0A),
            Frame::Movement { mobile: true } => (Message::new("ask-mobile-movement"), R4_1K),
            Frame::Movement { mobile: false } if p.snowed_in() => (Message::new("ask-snow"), R16_1C),
            Frame::Movement { mobile: false } if p.may_move != u8::MAX => {
                let left = p.may_move - p.have_moved;
                (Message::new("ask-movement-limited").with("count", left), R14_0E)
            }
            Frame::Movement { mobile: false } => (Message::new("ask-movement"), R4_1C),
            Frame::Moving(March { unit: u, at, left, .. }) if p.hex(u) != Some(at) => {
                let ask = unit("ask-passing", u).with("place", self.hex_name(at));
                (ask.with("points", self.points(left)), R5_3B)
            }
            Frame::Moving(March { unit: u, left, .. }) => {
                (unit("ask-moving", u).with("points", self.points(left)), R5_0B)
            }
            Frame::Entering { unit: u } => (unit("ask-entering", u), self.entry_list(u)),
            Frame::Bombardment => (Message::new("ask-bombardment"), R12_0C),
            Frame::Aim => (target("ask-aim"), R12_0C),
            Frame::Combat { mobile: true } => (Message::new("ask-mobile-combat"), R4_1L),
            Frame::Combat { mobile: false } => (Message::new("ask-combat"), R4_1F),
            Frame::Declare { .. } => (target("ask-declare"), R7_1A),
            Frame::Support(step) => (target("ask-support").with("step", step + 1), R8_3K),
            Frame::Roll => (target("ask-roll"), R4_1J),
            Frame::Negate { .. } => (target("ask-negate"), R17_0E),
            Frame::Lose { .. } if p.fight.kind == FightKind::Bombardment => {
                (Message::new("ask-lose-friendly"), R8_4_2A)
            }
            Frame::Lose { .. } => (Message::new("ask-lose"), R7_5I),
            Frame::Scatter { hexes } => (Message::new("ask-scatter").with("hexes", hexes), R7_6_R5),
            Frame::Retreat { unit: u, hexes } => (unit("ask-retreat", u).with("hexes", hexes), R7_6A),
            Frame::Displace => {
                let last = p.fight.chain().last().copied().unwrap_or_default();
                (unit("ask-displace", last), R7_6_2A)
            }
            Frame::Advance => (Message::new("ask-advance"), R7_8G),
            Frame::Rebuild => (Message::new("ask-rebuild"), R11_0A),
            Frame::Cup => (Message::new("ask-cup"), R11_0H),
            Frame::Return { unit: u } => (unit("ask-return", u), R11_0E),
            Frame::Turn(_) | Frame::Player(..) | Frame::Aftermath => {
                return (Message::new("ask-nothing"), None);
            }
        };
        (message, Some(rule))
    }
}
