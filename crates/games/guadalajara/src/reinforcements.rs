//! 13. Reinforcements, x4: who comes when and where.

use crate::action::Action;
use crate::book::Book;
use crate::book::counters::{Arrival, Place};
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::movement::short;
use crate::position::Position;
use crate::rules;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

/// The open entry hexes of each place, worked out once for a whole list of counters.
#[derive(Default)]
pub(crate) struct Doors([Option<Door>; 3]);

/// The open entry hexes of a place.
struct Door {
    hexes: Set,
    /// The first of them where nobody stands, next to no enemy: there any counter may end its move. What it costs to come on there, on
    /// foot and by motor.
    easy: Option<[u8; 2]>,
}

impl Book {
    /// 13a, 13-r2: is the counter due? It may come later.
    ///
    /// x4b, x4c, x4d, x4e, x4f, x4g, x4h: who comes on which day is in `data/scenarios`.
    pub(crate) fn may_come(&self, p: &Position, unit: Unit) -> Result<(), Rule> {
        match self.counter(unit).arrival {
            Arrival::Day(day, _) if day <= p.day => Ok(()),
            Arrival::Day(..) => Err(rules::R13A),
            Arrival::Setup(_) => Err(rules::R4A),
        }
    }

    /// 13b, 13c, 13-r1, x4a, x4i: the hexes in which the counter may come on now, before its allowance is asked.
    pub fn entry_hexes(&self, p: &Position, unit: Unit) -> Set {
        self.doors(p, unit) - self.barred(p, unit)
    }

    /// The hexes given for its entry; those of the fallback when they are all barred (13c).
    fn doors(&self, p: &Position, unit: Unit) -> Set {
        let Arrival::Day(_, place) = self.counter(unit).arrival else { return Set::EMPTY };
        let entry = &self.ground.entry;
        let (hexes, fallback) = match place {
            Place::South => (entry.south, entry.south_fallback),
            Place::North => (entry.north, entry.north_fallback),
            Place::Train => (entry.train, Set::EMPTY),
        };
        if (hexes - self.barred(p, unit)).is_empty() { hexes | fallback } else { hexes }
    }

    /// 13b: hexes with enemy units or in their zones.
    fn barred(&self, p: &Position, unit: Unit) -> Set {
        let side = self.side(unit);
        *self.enemy_held(p, side) | *self.enemy_zone(p, side)
    }

    /// 13-r1: quarter points of the first hex: along a road that runs off the map there, else by its terrain.
    pub(crate) fn entry_cost(&self, p: &Position, unit: Unit, hex: Hex) -> u8 {
        if self.is_train(unit) { 0 } else { self.entry_cost_by(p, self.mark(unit).motorised, hex) }
    }

    /// The same of any counter but the train.
    fn entry_cost_by(&self, p: &Position, motorised: bool, hex: Hex) -> u8 {
        if self.ground.road_exits.has(hex.index()) {
            self.tables.movement.road.0
        } else {
            self.ground.terrain_cost(self.chart(p), motorised, hex)
        }
    }

    /// May the counter come on in a hex? It must be able to end its move there or to go on (13-r3).
    pub(crate) fn may_enter(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        let refused = |rule| Refusal::new(rule).unit(unit).place(hex.0);
        if !self.doors(p, unit).has(hex.index()) {
            return Err(refused(rules::R13_R1));
        }
        if self.barred(p, unit).has(hex.index()) {
            return Err(refused(rules::R13B));
        }
        let cost = self.entry_cost(p, unit, hex);
        self.may_enter_door(p, unit, hex).map_err(|rule| match rule {
            rules::R6E => short(refused(rule), cost, self.allowance(p, unit)),
            _ => refused(rule),
        })
    }

    /// The same in one of the [entry hexes](Book::entry_hexes).
    fn may_enter_door(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let left = self.allowance(p, unit).checked_sub(self.entry_cost(p, unit, hex));
        let left = left.ok_or(rules::R6E)?;
        match self.may_end(p, unit, hex) {
            Err(rule) if !self.can_go_on(p, unit, hex, left, false) => Err(rule),
            _ => Ok(()),
        }
    }

    /// Can the counter come on at all?
    pub(crate) fn can_enter(&self, p: &Position, unit: Unit, doors: &mut Doors) -> bool {
        let Some(place) = self.mark(unit).door else { return false };
        let door = doors.0[place as usize].get_or_insert_with(|| self.door(p, unit));
        // Mostly there is such a hex, and none need be asked for by itself.
        let easy = door.easy.map(|cost| cost[usize::from(self.mark(unit).motorised)]);
        if easy.is_some_and(|cost| cost <= self.allowance(p, unit)) {
            return true;
        }
        door.hexes.iter().any(|h| self.may_enter_door(p, unit, Hex::at(h)).is_ok())
    }

    /// The open entry hexes of a counter's place, and of all counters that share it.
    fn door(&self, p: &Position, unit: Unit) -> Door {
        let (hexes, side) = (self.entry_hexes(p, unit), self.side(unit));
        let empty = |h: &Hex| !p.derived.occupied[side].has(h.index()) && !self.threatened(p, side, *h);
        let easy = hexes.iter().map(Hex::at).find(empty);
        Door { hexes, easy: easy.map(|h| [false, true].map(|motor| self.entry_cost_by(p, motor, h))) }
    }

    /// Why a counter that is due cannot come on anywhere: every door is barred, or what it meets in the first that is not.
    pub(crate) fn kept_off(&self, p: &Position, unit: Unit) -> Refusal {
        match self.entry_hexes(p, unit).first().map(Hex::at) {
            None => Refusal::new(rules::R13B).unit(unit),
            Some(hex) => self.may_enter(p, unit, hex).err().unwrap_or(Refusal::new(rules::R13B).unit(unit)),
        }
    }

    pub(crate) fn list_entries(&self, p: &Position, unit: Unit, out: &mut Vec<Action>) {
        for hex in self.entry_hexes(p, unit).iter().map(Hex::at) {
            if self.may_enter_door(p, unit, hex).is_ok() {
                out.push(Action::Enter(unit, hex));
            }
        }
    }

    pub(crate) fn enter<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, hex: Hex, s: &mut S) {
        let left = self.allowance(p, unit).saturating_sub(self.entry_cost(p, unit, hex));
        self.place(p, unit, hex);
        s.push(Event::Entered(unit, hex));
        if left == 0 {
            self.end_move(p, unit);
        } else {
            p.stack.replace(Frame::Moving { unit, left, first: false });
        }
        if !self.leads(unit) {
            let side = self.side(unit);
            self.take(p, side, hex, s);
            self.approach(p, side, hex);
        }
    }

    /// 15-r1: leaders who are due but find every entry blocked at the end of the movement.
    pub(crate) fn note_barred(&self, p: &mut Position) {
        let side = p.active;
        for leader in (self.leaders & self.of[side]).iter().map(Unit::at) {
            let waiting =
                !p.hex(leader).is_some() && !p.out().has(leader.index()) && self.may_come(p, leader).is_ok();
            let barred = waiting && self.entry_hexes(p, leader).is_empty();
            p.barred.set(leader.index(), barred);
        }
    }
}
