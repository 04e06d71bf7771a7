//! Legal actions in words.

use super::halves_text;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, each};
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::Message;
use frente_engine::present::{Choice, Flow, Kind, Points};

impl Santander {
    pub(crate) fn make_choice(&self, p: &Position, action: Action) -> Choice {
        let unit = |u: Unit| self.book.label(u).to_owned();
        let hex = |h: Hex| self.book.map.label(h).to_owned();
        let air = |k: u8| self.book.air[k as usize].label.clone();
        let button = |text: Message| Choice { text: Some(text), ..Choice::default() };
        let piece = |id: &'static str, u: Unit| Choice {
            text: Some(Message::new(id).with("unit", unit(u)).with("hex", self.hex_name(p.at(u)))),
            kind: Kind::Piece,
            piece: Some(unit(u)),
            ..Choice::default()
        };
        let place = |id: &'static str, h: Hex, kind: Kind| Choice {
            text: Some(Message::new(id).with("hex", self.hex_name(h))),
            kind,
            place: Some(hex(h)),
            ..Choice::default()
        };
        match action {
            Action::Place(u, h) => Choice {
                text: Some(Message::new("do-place").with("unit", unit(u)).with("hex", self.hex_name(h))),
                kind: Kind::Entry,
                piece: Some(unit(u)),
                place: Some(hex(h)),
                price: match p.public.frames.top() {
                    Frame::Place(step) if self.takes_free_place(step, u, h) => {
                        Some(Message::new("price-basque"))
                    }
                    _ => None,
                },
                ..Choice::default()
            },
            Action::Reference => button(Message::new("do-reference")),
            Action::Trench(h) => place("do-trench", h, Kind::Place),
            Action::Done => {
                let id = match p.public.frames.top() {
                    Frame::Trench => "do-done-trenches",
                    Frame::Arrange(_) => "do-done-arranging",
                    _ => "do-done-declaring",
                };
                Choice { flow: Flow::Ends, ..button(Message::new(id)) }
            }
            Action::Top(u) => piece("do-top", u),
            Action::Roll(n) => button(Message::new("do-roll").with("die", n)),
            Action::Withdraw(u) => piece("do-withdraw", u),
            Action::WithdrawAir(k, turn) => {
                button(Message::new("do-withdraw-air").with("air", air(k)).with("turn", turn))
            }
            Action::Arrive(h) => place("do-arrive", h, Kind::Entry),
            Action::Replace(u) => piece("do-replace", u),
            Action::Pick(u) => piece("do-pick", u),
            Action::Go(h, path) => self.go_choice(p, h, path),
            Action::Stop => Choice { flow: Flow::Stays, ..button(Message::new("do-stop")) },
            Action::End => self.end_choice(p),
            Action::Attack(h) => place("do-attack", h, Kind::Target),
            Action::With(u) => piece("do-with", u),
            Action::Declare => button(Message::new("do-declare")),
            Action::Air(k) => button(
                Message::new("do-air").with("air", air(k)).with("left", p.public.air[k as usize].ready),
            ),
            Action::Hq(u) => piece("do-hq", u),
            Action::Column(u) => piece("do-column", u),
            Action::Down(k) => button(Message::new("do-down").with("air", air(k))),
            Action::Lose(u) => piece("do-lose", u),
            Action::Stand => button(Message::new("do-stand")),
            Action::Retreat => button(Message::new("do-retreat")),
            Action::To(h) => place("do-to", h, Kind::Place),
            Action::Next(u) => piece("do-next", u),
            Action::Advance(u) => piece("do-advance", u),
            Action::On(h) => place("do-on", h, Kind::Place),
            Action::Halt => Choice { flow: Flow::Stays, ..button(Message::new("do-halt")) },
        }
    }

    fn go_choice(&self, p: &Position, hex: Hex, path: frente_board::Path) -> Choice {
        let Frame::Moving(side) = p.public.frames.top() else { return Choice::default() };
        let unit = Unit::new(side, p.own(side).mover as usize);
        let reach = self.reach(&p.public, &self.mover(p, side));
        let left = reach.left(hex).unwrap_or(0);
        let label = |h: Hex| self.book.map.label(h).to_owned();
        let stop = reach.stops(hex);
        Choice {
            text: Some(
                Message::new("do-move")
                    .with("unit", self.book.label(unit))
                    .with("hex", self.hex_name(hex))
                    .with("left", halves_text(left.into())),
            ),
            kind: Kind::Place,
            piece: Some(self.book.label(unit).to_owned()),
            place: Some(label(hex)),
            path: [label(p.at(unit))]
                .into_iter()
                .chain(self.book.map.along(p.at(unit), path).map(label))
                .collect(),
            left: Some(Points::halves(left)),
            stop,
            rule: stop.then_some(R7_2A),
            ..Choice::default()
        }
    }

    fn end_choice(&self, p: &Position) -> Choice {
        let (id, warning) = match p.public.frames.top() {
            Frame::Movement(side) => {
                let left = p.public.on_map[side] & !p.own(side).moved & self.book.corps(side).fighters;
                let unmoved = each(side, left).count();
                (
                    "do-end-movement",
                    (unmoved > 0).then(|| Message::new("warn-unmoved").with("count", unmoved)),
                )
            }
            Frame::Combat(side) => {
                let targets = self.targets(p, side).len();
                ("do-end-combat", (targets > 0).then(|| Message::new("warn-targets").with("count", targets)))
            }
            _ => ("do-end-combat", None),
        };
        Choice { text: Some(Message::new(id)), warning, flow: Flow::Ends, ..Choice::default() }
    }
}
