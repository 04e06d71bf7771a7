//! The game as people see it. All words are in `ftl/`.

mod odds;
mod sheet;
mod tell;
mod view;

use crate::Guadalajara;
use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::movement::Ways;
use crate::position::Position;
use crate::rule;
use frente_board::Hex;
use frente_engine::odds::Odds;
use frente_engine::present::{Ask, Choice, Kind, Overlay, Told, View};
use frente_engine::sheet::Sheet;
use frente_engine::{Game, Lexicon, Message, Present, Refusal, Seat, Side};
use std::sync::{Arc, LazyLock};

/// The English texts; a fault in them is found by the first test that speaks.
static ENGLISH: LazyLock<Arc<Lexicon>> = LazyLock::new(|| {
    let lexicon = Lexicon::new("en", &[include_str!("../../ftl/en.ftl")]);
    Arc::new(lexicon.unwrap_or_else(|e| panic!("{e}")))
});

impl Present for Guadalajara {
    fn lexicon(&self, _: &str) -> Arc<Lexicon> {
        Arc::clone(&ENGLISH)
    }

    fn sheet(&self) -> Sheet {
        sheet::sheet(&self.book, &ENGLISH)
    }

    fn view(&self, seen: &Position, seat: Seat, words: &Lexicon) -> View {
        view::view(self, seen, seat, words)
    }

    fn choice(&self, p: &Position, action: Action) -> Choice {
        choice(&self.book, p, action)
    }

    fn tell(&self, event: &Event) -> Told {
        tell::tell(&self.book, event)
    }

    fn unit_label(&self, unit: u16) -> String {
        self.book.counters.get(usize::from(unit)).map_or_else(String::new, |c| c.label.clone())
    }

    fn place_label(&self, place: u16) -> String {
        self.book.map().label(Hex(place)).to_owned()
    }

    fn explain(&self, refusal: &Refusal) -> Message {
        let said = match refusal.what {
            "refused" => self.book.reference.text(refusal.rule.id()),
            _ => None,
        };
        let mut message = Message::new(refusal.what).with("rule", refusal.rule.id());
        message = message.with("text", said.unwrap_or_default());
        message = message.with("unit", refusal.unit.map_or_else(String::new, |u| self.unit_label(u)));
        message.with("place", refusal.place.map_or_else(String::new, |h| self.place_label(h)))
    }

    /// Asks the checked door for what a click there would mean now.
    fn why_not(&self, p: &Position, ask: &Ask) -> Option<Refusal> {
        let book = &self.book;
        let hex = ask.place.as_deref().and_then(|l| book.map().find(l));
        let unit = ask.piece.as_deref().and_then(|l| book.find(l));
        let action = match (p.stack.top(), unit, hex) {
            (Frame::Moving { unit, left, first }, _, Some(hex)) => {
                return book.why_not_there(p, unit, left, first, hex);
            }
            (Frame::Movement, Some(unit), _) => Action::Pick(unit),
            (Frame::Entering(unit), _, Some(hex)) => Action::Enter(unit, hex),
            (Frame::Setup(_), _, Some(hex)) => Action::Place(book.frame_unit(p)?, hex),
            (Frame::Bombard(_), _, Some(hex)) => Action::Bomb(hex),
            (Frame::AirDefence | Frame::AirAttack, _, Some(hex)) => Action::Air(hex),
            (Frame::Combat, None, Some(hex)) => Action::Attack(hex),
            // About nothing on the map: why the phase cannot end.
            (Frame::Movement | Frame::Combat, None, None) => Action::End,
            (Frame::Declare | Frame::DefensiveFire, Some(unit), _) => Action::Join(unit),
            (Frame::Retire(_), Some(unit), Some(hex)) => Action::Retire(unit, hex),
            (Frame::Retreat(_), Some(unit), Some(hex)) => Action::Retreat(unit, hex),
            (Frame::Losses(_), Some(unit), _) => Action::Lose(unit),
            (Frame::Advance(_), Some(unit), Some(hex)) => Action::Advance(unit, hex),
            (Frame::Flee(leader) | Frame::Rejoin(leader), _, Some(hex)) => Action::Flee(leader, hex),
            (Frame::Follow(_), _, Some(hex)) => Action::Follow(book.frame_unit(p)?, hex),
            _ => return None,
        };
        self.check(p, action).err()
    }

    fn odds(&self, seen: &Position, _: Seat) -> Option<Odds> {
        odds::odds(&self.book, seen)
    }

    fn overlay(&self, p: &Position, _: Seat, key: &str) -> Option<Overlay> {
        overlay(&self.book, p, key)
    }
}

impl Book {
    /// Why a moving counter cannot go to a hex: it is out of reach, or it may not end there.
    fn why_not_there(&self, p: &Position, unit: Unit, left: u8, first: bool, hex: Hex) -> Option<Refusal> {
        let refused = |rule| Some(Refusal::new(rule).unit(unit).place(hex.0));
        let mut ways = Ways::new();
        self.find_ways(p, unit, left, first, &mut ways);
        if ways.to(hex).is_some() {
            return self.may_end(p, unit, hex).err().and_then(refused);
        }
        if self.enemy_held(p, self.side(unit)).has(hex.index()) {
            return refused(rule::R6_R1);
        }
        if hex == p.hex(unit) {
            return None;
        }
        // A neighbour has its own reason; anything farther is too far, or beyond a zone that stops the move.
        if let Some(dir) = self.map().dir(p.hex(unit), hex) {
            let path = frente_board::Path::EMPTY.then(dir);
            return self.may_go(p, unit, path, left, first).err();
        }
        refused(if self.withdraws(p, unit) {
            rule::X1_1A
        } else if !self.is_train(unit) {
            rule::R6E
        } else if self.ground.rail.touches(hex) {
            // x9b: nothing on its line is too far for the train; what one move does not reach, the next does.
            rule::R6_R2
        } else {
            rule::X9A
        })
    }
}

/// A counter's name in words.
pub(crate) fn name(book: &Book, unit: Unit) -> String {
    let c = book.counter(unit);
    format!("{} ({}, {})", c.label, c.formation, c.name)
}

fn choice(book: &Book, p: &Position, action: Action) -> Choice {
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
            Choice { rule: Some(rule::R14A), ..button(of_unit("do-exit", u).with("points", points)) }
        }
        Action::Stop => button(say("do-stop")),
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
        Action::Halt => button(say("do-halt")),
        Action::Roll(die) => button(say("do-roll").with("die", die)),
    }
}

fn going(book: &Book, p: &Position, unit: Unit, path: frente_board::Path) -> Choice {
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
        // The page counts in half points; the train's movement is unlimited (x9b).
        left: (!book.is_train(unit)).then_some(rest / 2),
        stop,
        rule: stop.then_some(rule::R6F),
        warning: None,
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
    Choice { text: Some(Message::new(id)), warning, ..Choice::default() }
}

/// A hex by number and name.
pub(crate) fn place_name(book: &Book, hex: Hex) -> String {
    let label = book.map().label(hex);
    match hex.some().and_then(|h| book.map().name(h)) {
        Some(name) => format!("{label} {name}"),
        None => label.to_owned(),
    }
}

fn labels(book: &Book, set: &Set) -> Vec<String> {
    set.iter().map(|h| book.map().label(Hex::at(h)).to_owned()).collect()
}

/// Layers: `zones`, `supply`, `command`, `control`, `duty`, `sight`, `entry`.
fn overlay(book: &Book, p: &Position, key: &str) -> Option<Overlay> {
    let mut overlay = Overlay::default();
    let mut shade = |key: &str, set: &Set| overlay.shades.push((key.to_owned(), labels(book, set)));
    let zone = &p.derived.zone;
    match key {
        "zones" => {
            shade("republican", &(zone[Side::Republican] - zone[Side::Nationalist]));
            shade("nationalist", &(zone[Side::Nationalist] - zone[Side::Republican]));
            shade("both", &(zone[Side::Republican] & zone[Side::Nationalist]));
        }
        "supply" => {
            let both = Side::BOTH.map(|s| book.supplied(p, s));
            // Where both sides are in supply nothing is to be said.
            shade("republican", &(both[0] - both[1]));
            shade("nationalist", &(both[1] - both[0]));
            shade("cut", &p.unsupplied.iter().filter_map(|u| p.at[u].some()).map(Hex::index).collect());
            for side in Side::BOTH {
                supply_lines(book, &book.supply_roads(p, side), side, &mut overlay);
            }
        }
        "command" => {
            for side in Side::BOTH {
                let mut all = Set::EMPTY;
                for (leader, set) in book.command_nets(p, side) {
                    all |= set;
                    overlay.notes.push((
                        book.map().label(p.hex(leader)).to_owned(),
                        book.counter(leader).name.clone(),
                    ));
                    if let Some(above) = book.superior_on_map(p, leader) {
                        let line = [p.hex(leader), p.hex(above)].map(|h| book.map().label(h).to_owned());
                        overlay.lines.push((side.key().to_owned(), line.to_vec()));
                    }
                }
                overlay.shades.push((side.key().to_owned(), labels(book, &all)));
            }
        }
        "control" => {
            for (i, hex) in book.objectives.iter().enumerate() {
                shade(book.holder(p, i).key(), &Set::one(hex.index()));
            }
        }
        "duty" => {
            let duty = book.duty(p);
            shade("must-attack", &duty.units.iter().map(|u| p.at[u].index()).collect());
            shade("must-be-attacked", &duty.hexes().map(Hex::index).collect());
        }
        "entry" => {
            shade("republican", &(book.ground.entry.south | book.ground.entry.train));
            shade("nationalist", &book.ground.entry.north);
            shade("exit", &book.ground.highway_exit);
        }
        _ => return sight(book, p, key),
    }
    Some(overlay)
}

/// 11: the roads that carry supply, from hex to hex.
fn supply_lines(book: &Book, roads: &Set, side: Side, overlay: &mut Overlay) {
    for hex in roads.iter().map(Hex::at) {
        for (dir, to) in book.map().around(hex) {
            // Each stretch once.
            if hex < to && roads.has(to.index()) && book.ground.road.has(hex, dir) {
                let stretch = [hex, to].map(|h| book.map().label(h).to_owned());
                overlay.lines.push((side.key().to_owned(), stretch.to_vec()));
            }
        }
    }
}

/// `sight UNIT`: range and line of sight of an artillery unit (10.1, 10.6); nothing for other units.
fn sight(book: &Book, p: &Position, key: &str) -> Option<Overlay> {
    let unit = book.find(key.strip_prefix("sight ")?)?;
    let range = book.counter(unit).range;
    let Some(hex) = p.hex(unit).some().filter(|_| range > 0) else { return Some(Overlay::default()) };
    let disk: Set =
        book.map().hexes().filter(|h| book.map().distance(hex, *h) <= range).map(Hex::index).collect();
    let seen = *book.ground.fire(hex, range);
    let shades = vec![
        ("in-sight".to_owned(), labels(book, &seen)),
        ("in-range".to_owned(), labels(book, &(disk - seen))),
    ];
    Some(Overlay { shades, ..Overlay::default() })
}
