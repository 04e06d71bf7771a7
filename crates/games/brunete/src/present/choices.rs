//! What each action offers on the map and on buttons.

use super::words::{commit_words, resource_name, yes};
use crate::Brunete;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::{Position, Public};
use crate::rules as r;
use frente_board::{Hex, Path};
use frente_engine::Message;
use frente_engine::present::{Choice, Flow, Kind, Points};

impl Brunete {
    pub(crate) fn choice_of(&self, p: &Position, action: Action) -> Choice {
        let q = &p.public;
        let label = |u: Unit| self.book.label(u).to_owned();
        let hex = |h: Hex| self.book.map.label(h).to_owned();
        let button = |id: &'static str| Choice { text: Some(Message::new(id)), ..Choice::default() };
        let piece = |id: &'static str, u: Unit| Choice {
            text: Some(Message::new(id).with("unit", self.spoken(u))),
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
                text: Some(
                    Message::new(id).with("unit", self.spoken(u)).with("place", self.book.hex_name(end)),
                ),
                kind: Kind::Place,
                piece: Some(label(u)),
                place: Some(hex(end)),
                path: self.route(from, path),
                ..Choice::default()
            }
        };
        match action {
            Action::End => self.end_choice(q),
            Action::Pass => Choice { flow: Flow::Ends, ..button("choose-pass") },
            Action::Roll(n) => {
                Choice { text: Some(Message::new("choose-roll").with("die", n)), ..Choice::default() }
            }
            Action::Draw(k) => Choice {
                text: Some(Message::new("choose-draw").with("resource", resource_name(k))),
                ..Choice::default()
            },
            Action::Place(u, h) => Choice {
                text: Some(
                    Message::new("choose-place")
                        .with("unit", self.spoken(u))
                        .with("place", self.book.hex_name(h)),
                ),
                kind: Kind::Entry,
                piece: Some(label(u)),
                place: Some(hex(h)),
                rule: Some(r::R12_1I),
                ..Choice::default()
            },
            Action::Replace(u) => {
                // A replacement granted by a resource costs nothing.
                let paid = matches!(q.top(), Frame::Replacement(..));
                let price = paid.then(|| Message::new("price-command").with("count", self.price(u)));
                Choice { rule: Some(r::R6_3A), price, ..piece("choose-replace", u) }
            }
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
                    choice.left = Some(Points::whole(left));
                    choice.stop = stop;
                }
                choice
            }
            Action::Stop => Choice { flow: Flow::Stays, ..button("choose-stop") },
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
        Choice { text: Some(Message::new(id)), warning, flow: Flow::Ends, ..Choice::default() }
    }
}
