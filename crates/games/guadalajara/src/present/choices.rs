//! Legal actions as the page offers them.

use super::words::{name, place_name};
use crate::action::Action;
use crate::book::Book;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::Position;
use crate::rules;
use frente_board::{Hex, LongPath};
use frente_engine::Message;
use frente_engine::present::{Choice, Flow, Kind, Points};

/// An action, for showing.
pub(super) fn choice(book: &Book, p: &Position, action: Action) -> Choice {
    let map = book.map();
    let label = |u: Unit| book.counter(u).label.clone();
    let place = |h: Hex| map.label(h).to_owned();
    let say = |id: &'static str| Message::new(id);
    let of_unit = |id, u: Unit| say(id).with("unit", name(book, u));
    let of_hex = |id, h: Hex| say(id).with("place", place_name(book, h));
    let of_both = |id, u: Unit, h: Hex| of_unit(id, u).with("place", place_name(book, h));
    let button = |text: Message| Choice { text: Some(text), ..Choice::default() };
    let on_piece = |text: Message, u: Unit| Choice {
        text: Some(text),
        kind: Kind::Piece,
        piece: Some(label(u)),
        ..Choice::default()
    };
    let on_place = |text: Message, kind: Kind, u: Option<Unit>, h: Hex| Choice {
        text: Some(text),
        kind,
        piece: u.map(label),
        place: Some(place(h)),
        ..Choice::default()
    };
    match action {
        Action::Place(u, h) => on_place(of_both("do-place", u, h), Kind::Entry, Some(u), h),
        Action::Bomb(h) => on_place(of_hex("do-bomb", h), Kind::Target, None, h),
        Action::Air(h) if p.stack.top() == Frame::AirDefence => {
            on_place(of_hex("do-air-defence", h), Kind::Target, None, h)
        }
        Action::Air(h) => on_place(of_hex("do-air-attack", h), Kind::Target, None, h),
        Action::Resolve(h) => on_place(of_hex("do-resolve", h), Kind::Target, None, h),
        Action::Pick(u) if p.hex(u).is_some() => on_piece(of_unit("do-pick", u), u),
        Action::Pick(u) => on_piece(of_unit("do-pick-entry", u), u),
        Action::Enter(u, h) => on_place(of_both("do-enter", u, h), Kind::Entry, Some(u), h),
        Action::Go(u, path) => going(book, p, u, path),
        Action::Exit(u) => {
            let points = book.exit_points(p, u, p.hex(u));
            Choice { rule: Some(rules::R14A), ..button(of_unit("do-exit", u).with("points", points)) }
        }
        Action::Stop => Choice { flow: Flow::Stays, ..button(say("do-stop")) },
        Action::End => ending(book, p),
        Action::Attack(h) => on_place(of_hex("do-attack", h), Kind::Target, None, h),
        Action::Join(u) if p.stack.top() == Frame::DefensiveFire => on_piece(of_unit("do-support", u), u),
        Action::Join(u) => on_piece(of_unit("do-join", u), u),
        Action::Declare if p.stack.top() == Frame::DefensiveFire => button(say("do-support-done")),
        Action::Declare => button(say("do-declare")),
        Action::Retire(u, h) => on_place(of_both("do-retire", u, h), Kind::Place, Some(u), h),
        Action::Stand => button(say("do-stand")),
        Action::Combined(true) => button(say("do-combined")),
        Action::Combined(false) => button(say("do-not-combined")),
        Action::Lose(u) => on_piece(of_unit("do-lose", u), u),
        Action::Retreat(u, h) => on_place(of_both("do-retreat", u, h), Kind::Place, Some(u), h),
        Action::Follow(u, h) if p.hex(u) == h => {
            on_place(of_both("do-remain", u, h), Kind::Place, Some(u), h)
        }
        Action::Follow(u, h) => on_place(of_both("do-follow", u, h), Kind::Place, Some(u), h),
        Action::Flee(u, h) => on_place(of_both("do-flee", u, h), Kind::Place, Some(u), h),
        Action::Advance(u, h) => on_place(of_both("do-advance", u, h), Kind::Place, Some(u), h),
        Action::Halt => Choice { flow: Flow::Stays, ..button(say("do-halt")) },
        Action::Roll(die) => button(say("do-roll").with("die", die)),
    }
}

fn going(book: &Book, p: &Position, unit: Unit, path: LongPath) -> Choice {
    let (left, first) = match p.stack.top() {
        Frame::Moving { left, first, .. } => (left, first),
        _ => (0, false),
    };
    let from = p.hex(unit);
    let hexes: Vec<Hex> = std::iter::once(from).chain(book.map().along(from, path)).collect();
    let to = hexes.last().copied().unwrap_or(from);
    // A single step may be dearer than the way round (6-r2), so the route itself is counted.
    let (rest, stop) = book.walked(p, unit, path, left, first).unwrap_or_default();
    Choice {
        text: Some(
            Message::new("do-move").with("unit", name(book, unit)).with("place", place_name(book, to)),
        ),
        kind: Kind::Place,
        piece: Some(book.counter(unit).label.clone()),
        place: Some(book.map().label(to).to_owned()),
        path: hexes.iter().map(|h| book.map().label(*h).to_owned()).collect(),
        // The train's movement is unlimited (x9b).
        left: (!book.is_train(unit)).then_some(Points::quarters(rest)),
        stop,
        rule: stop.then_some(rules::R6F),
        ..Choice::default()
    }
}

/// Ending a phase, with a warning of what is left undone.
fn ending(book: &Book, p: &Position) -> Choice {
    let (id, warning) = match p.stack.top() {
        Frame::Movement => {
            let due = (book.of[p.active] - p.moved - p.out()).iter().map(Unit::at);
            let waiting = due.filter(|u| !p.hex(*u).is_some() && book.may_come(p, *u).is_ok()).count();
            (
                "do-end-movement",
                (waiting > 0).then(|| Message::new("warn-reinforcements").with("count", waiting)),
            )
        }
        Frame::Combat => ("do-end-combat", None),
        Frame::Bombard(side) => {
            let left = p.air[side];
            ("do-end-assignment", (left > 0).then(|| Message::new("warn-air").with("count", left)))
        }
        _ => ("do-end-assignment", None),
    };
    Choice { text: Some(Message::new(id)), warning, flow: Flow::Ends, ..Choice::default() }
}
