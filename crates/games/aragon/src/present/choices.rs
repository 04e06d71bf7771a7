//! Legal actions, for showing.

use crate::Aragon;
use crate::action::Action;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::movement::Trod;
use crate::position::{FightKind, Position, Public};
use crate::rules::*;
use frente_board::{Hex, Path};
use frente_engine::Message;
use frente_engine::present::{Choice, Flow, Kind, Points};

impl Aragon {
    /// A legal action, for showing.
    pub(crate) fn choice_of(&self, pos: &Position, action: Action) -> Choice {
        let p = &pos.public;
        let say = |id: &'static str| Some(Message::new(id));
        let about = |id: &'static str, u: Unit| Some(Message::new(id).with("unit", self.name(u)));
        let at = |id: &'static str, h: Hex| Some(Message::new(id).with("place", self.hex_name(h)));
        let both = |id: &'static str, u: Unit, h: Hex| {
            Some(Message::new(id).with("unit", self.name(u)).with("place", self.hex_name(h)))
        };
        let button = |text, rule| Choice { text, rule: Some(rule), ..Choice::default() };
        let piece = |text, u: Unit, rule| Choice {
            text,
            kind: Kind::Piece,
            piece: Some(self.name(u).to_owned()),
            place: p.hex(u).map(|h| self.label(h).to_owned()),
            rule: Some(rule),
            ..Choice::default()
        };
        let place = |text, kind, u: Option<Unit>, h: Hex, rule| Choice {
            text,
            kind,
            piece: u.map(|u| self.name(u).to_owned()),
            place: Some(self.label(h).to_owned()),
            rule: Some(rule),
            ..Choice::default()
        };
        match action {
            Action::End => {
                Choice { warning: self.end_warning(p), flow: Flow::Ends, ..button(say("do-end"), R4_1B) }
            }
            Action::Pick(u) if matches!(p.stack.top(), Frame::Scatter { .. }) => {
                piece(about("do-retreat-first", u), u, R7_6_R5)
            }
            Action::Pick(u) if p.hex(u).is_none() => {
                Choice { kind: Kind::Entry, ..piece(about("do-bring", u), u, R4_1D) }
            }
            Action::Pick(u) => piece(about("do-take", u), u, R5_0B),
            Action::Go { unit, path } => self.move_choice(p, unit, path),
            Action::Stop(u) => Choice { flow: Flow::Stays, ..button(about("do-stop", u), R5_1G) },
            Action::Enter { unit, hex } => {
                place(both("do-enter", unit, hex), Kind::Entry, Some(unit), hex, self.entry_list(unit))
            }
            Action::Bombard(h) => place(at("do-bombard", h), Kind::Target, None, h, R12_0C),
            Action::Fire => button(say("do-fire"), R12_0_R3),
            Action::Attack(h) => place(at("do-attack", h), Kind::Target, None, h, R7_0A),
            Action::Join(u) => piece(about("do-join", u), u, R7_1A),
            Action::Declare => button(say("do-declare"), R4_1G),
            Action::Place(class) => {
                let side = match p.stack.top() {
                    Frame::Support(step) => self.supporter(p.active, step),
                    _ => p.active,
                };
                let text = Message::new("do-support").with("marker", self.marker_name(side, class));
                Choice { kind: Kind::Secret, ..button(Some(text), R8_3C) }
            }
            Action::Pass => button(say("do-pass"), R8_3K),
            Action::Negate => button(say("do-negate"), R17_0E),
            Action::Accept => button(say("do-accept"), R17_0E),
            Action::Lose(u) => {
                let friendly_fire = p.fight.kind == FightKind::Bombardment;
                piece(about("do-lose", u), u, if friendly_fire { R8_4_2A } else { R7_5I })
            }
            Action::Stand => button(self.retreating(p).and_then(|u| about("do-stand", u)), R7_7A),
            Action::Hold => button(self.retreating(p).and_then(|u| about("do-hold", u)), R17_0D),
            Action::Stay => Choice {
                flow: Flow::Stays,
                ..button(self.retreating(p).and_then(|u| about("do-stay", u)), R7_6_2H)
            },
            Action::Perish => {
                let rule = if p.fight.kind == FightKind::Bombardment { R7_6_1D } else { R7_6L };
                button(self.retreating(p).and_then(|u| about("do-perish", u)), rule)
            }
            Action::Retreat { unit, path } => {
                let from = p.hex(unit).unwrap_or(Hex::NONE);
                let end = self.end_of(from, path);
                let text = both("do-retreat", unit, end);
                Choice {
                    path: self.route_labels(from, path),
                    ..place(text, Kind::Place, Some(unit), end, R7_6A)
                }
            }
            Action::Displace { unit, hex } => {
                place(both("do-displace", unit, hex), Kind::Place, Some(unit), hex, R7_6_2A)
            }
            Action::Advance { unit, hex } => {
                place(both("do-advance", unit, hex), Kind::Place, Some(unit), hex, R7_8E)
            }
            Action::Halt => Choice { flow: Flow::Stays, ..button(say("do-halt"), R7_8G) },
            Action::Rebuild(u) => piece(about("do-rebuild", u), u, R11_0J),
            Action::Recruit => button(say("do-recruit"), R11_0H),
            Action::Return { unit, hex } => {
                place(both("do-return", unit, hex), Kind::Entry, Some(unit), hex, R11_0E)
            }
            Action::Roll(_) | Action::Draw(_) | Action::Drawn(_) => Choice::default(),
        }
    }

    fn move_choice(&self, p: &Public, unit: Unit, path: Path) -> Choice {
        let Frame::Moving(march) = p.stack.top() else { return Choice::default() };
        let Ok(Trod { at: here, left, stopped }) = self.may_walk(p, &march, path) else {
            return Choice::default();
        };
        let passing = !p.open_to(unit, here);
        let text = Message::new(if passing { "do-pass-through" } else { "do-move" });
        let rule = if p.snowed_in() {
            R16_1C
        } else if passing {
            R5_3B
        } else if stopped {
            R6_1A
        } else {
            R5_0C
        };
        Choice {
            text: Some(text.with("unit", self.name(unit)).with("place", self.hex_name(here))),
            // A click on a friendly unit means that unit; who would pass through it says so.
            kind: if passing { Kind::Button } else { Kind::Place },
            piece: (!passing).then(|| self.name(unit).to_owned()),
            place: (!passing).then(|| self.label(here).to_owned()),
            path: self.route_labels(march.at, path),
            left: Some(Points::halves(left)),
            stop: stopped,
            rule: Some(rule),
            ..Choice::default()
        }
    }

    /// What is left undone in the phase that would end.
    fn end_warning(&self, p: &Public) -> Option<Message> {
        match p.stack.top() {
            Frame::Movement { .. } | Frame::Moving(_) => {
                let mobile = self.mobile_phase(p);
                let mut waiting = 0;
                self.movable(p, mobile, |u| waiting += usize::from(p.hex(u).is_none()));
                (waiting > 0).then(|| Message::new("warn-reinforcements").with("count", waiting))
            }
            Frame::Rebuild => Some(Message::new("warn-rebuild")),
            _ => None,
        }
    }
}
