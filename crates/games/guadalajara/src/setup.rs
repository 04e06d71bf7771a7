//! 4, x1. Set-up: the Republican side first, one counter after the other, combat units before leaders (x1-r5).

use crate::action::Action;
use crate::book::Book;
use crate::book::counters::Arrival;
use crate::event::Event;
use crate::frame::{Frame, Stack, TurnStep};
use crate::ids::{HEXES, UNITS, Unit, Units, Weather};
use crate::position::fight::Fight;
use crate::position::{AirList, Derived, Position, Walk, Wear};
use crate::rules;
use frente_board::Hex;
use frente_engine::{PerSide, Refusal, Rule, Sink};

const _: () = assert!(HEXES <= crate::ids::Set::CAPACITY && UNITS <= Units::CAPACITY);

impl Book {
    /// An empty map on the first day.
    pub(crate) fn empty(&self) -> Position {
        Position {
            day: self.scenario.first_day,
            weather: Weather::Rain,
            weather_known: false,
            active: self.scenario.first_player,
            at: [Hex::NONE; UNITS],
            wear: [Wear::NONE; UNITS],
            dead: Units::EMPTY,
            driven: Units::EMPTY,
            gone: Units::EMPTY,
            unsupplied: Units::EMPTY,
            uncommanded: Units::EMPTY,
            barred: Units::EMPTY,
            moved: Units::EMPTY,
            crowded: Hex::NONE,
            began: Units::EMPTY,
            fought: Units::EMPTY,
            struck: Units::EMPTY,
            air: PerSide::new(0, 0),
            assigned: PerSide::new(AirList::EMPTY, AirList::EMPTY),
            held: 0,
            exit_points: 0,
            fight: Fight::NONE,
            walk: Walk::NONE,
            stack: Stack::EMPTY,
            derived: Derived::EMPTY,
        }
    }

    /// The start of the game: an empty map to be set up, or the suggested set-up.
    ///
    /// 4a, x0a, x1f, x1g: who stands on the map at the start is in `data/scenarios`; Republicans first.
    pub(crate) fn start(&self) -> Position {
        let mut p = self.empty();
        if self.switches.suggested_setup {
            self.place_suggested(&mut p);
            p.stack.push(Frame::Turn(TurnStep::Weather));
        } else {
            p.stack.push(Frame::Setup(0));
        }
        p
    }

    /// Places all starting counters as suggested.
    pub(crate) fn place_suggested(&self, p: &mut Position) {
        for unit in &self.scenario.order {
            let hex = self.counter(*unit).suggested;
            if hex.is_some() {
                self.place(p, *unit, hex);
            }
        }
    }

    /// x1a, x1b, x1c, x1d, x1e, x1-r1, x1-r2, x1-r5, 7-r2: may the counter be set up in the hex?
    fn may_place_rule(&self, p: &Position, number: u8, unit: Unit, hex: Hex) -> Result<(), Rule> {
        if self.scenario.order.get(usize::from(number)) != Some(&unit) {
            return Err(if self.due(unit).is_some() { rules::X1C } else { rules::X1_R5 });
        }
        let Arrival::Setup(group) = self.counter(unit).arrival else { return Err(rules::X1C) };
        let zone = &self.setup_zones[usize::from(group)];
        let each = self.scenario.groups[usize::from(group)].each_hex;
        if !zone.has(hex.index()) {
            return Err(match group {
                0 => rules::X1A,
                1 => rules::X1D,
                _ => rules::X1E,
            });
        }
        self.may_stay(p, unit, hex)?;
        if each && !self.leads(unit) {
            // x1b: enough units must be left for the hexes still empty.
            let side = self.side(unit);
            let empty =
                zone.iter().filter(|h| *h != hex.index() && !p.derived.occupied[side].has(*h)).count();
            let later = self.scenario.order[usize::from(number) + 1..].iter();
            let left = later
                .filter(|u| !self.leads(**u) && self.counter(**u).arrival == Arrival::Setup(group))
                .count();
            if empty > left {
                return Err(rules::X1B);
            }
        }
        Ok(())
    }

    pub(crate) fn may_place(&self, p: &Position, number: u8, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        self.may_place_rule(p, number, unit, hex).map_err(|rule| Refusal::new(rule).unit(unit).place(hex.0))
    }

    pub(crate) fn list_places(&self, p: &Position, number: u8, out: &mut Vec<Action>) {
        let unit = self.scenario.order[usize::from(number)];
        let Arrival::Setup(group) = self.counter(unit).arrival else { return };
        for hex in self.setup_zones[usize::from(group)].iter().map(Hex::at) {
            if self.may_place_rule(p, number, unit, hex).is_ok() {
                out.push(Action::Place(unit, hex));
            }
        }
    }

    pub(crate) fn put<S: Sink<Event>>(&self, p: &mut Position, number: u8, unit: Unit, hex: Hex, s: &mut S) {
        self.place(p, unit, hex);
        s.push(Event::Placed(unit, hex));
        p.stack.replace(Frame::Setup(number + 1));
    }
}
