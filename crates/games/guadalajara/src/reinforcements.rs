//! 13. Reinforcements, x4: who comes when and where.

use crate::action::Action;
use crate::book::Book;
use crate::book::counters::{Arrival, Place};
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Set, Unit};
use crate::position::Position;
use crate::rule;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

/// The open entry hexes of each place, worked out once for a whole list of counters.
#[derive(Default)]
pub(crate) struct Doors([Option<Set>; 3]);

impl Book {
    /// x4: is the counter due?
    pub(crate) fn may_come(&self, p: &Position, unit: Unit) -> Result<(), Rule> {
        match self.counter(unit).arrival {
            Arrival::Day(day, _) if day <= p.day => Ok(()),
            Arrival::Day(..) => Err(rule::R13A),
            Arrival::Setup(_) => Err(rule::R4A),
        }
    }

    /// 13b, 13c, 13-r1, x4a, x4i: the hexes in which the counter may come on now, before its allowance is asked.
    pub fn entry_hexes(&self, p: &Position, unit: Unit) -> Set {
        let Arrival::Day(_, place) = self.counter(unit).arrival else { return Set::EMPTY };
        let side = self.side(unit);
        let open = |set: Set| set - *self.enemy_held(p, side) - *self.enemy_zone(p, side);
        let entry = &self.ground.entry;
        let (hexes, fallback) = match place {
            Place::South => (entry.south, entry.south_fallback),
            Place::North => (entry.north, entry.north_fallback),
            Place::Train => (entry.train, Set::EMPTY),
        };
        let free = open(hexes);
        if free.is_empty() { open(fallback) } else { free }
    }

    /// 13-r1: quarter points of the first hex: along a road that runs off the map there, else by its terrain.
    pub(crate) fn entry_cost(&self, p: &Position, unit: Unit, hex: Hex) -> u8 {
        if self.is_train(unit) {
            0
        } else if self.ground.road_exits.has(hex.index()) {
            self.tables.movement.road.0
        } else {
            self.ground.terrain_cost(self.chart(p), self.counter(unit).motorised, hex)
        }
    }

    /// May the counter come on in a hex? It must be able to end its move there or to go on (13-r3).
    pub(crate) fn may_enter(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        let refused = |rule| Refusal::new(rule).unit(unit).place(hex.0);
        if !self.entry_hexes(p, unit).has(hex.index()) {
            let enemy = self.side(unit).other();
            let blocked =
                p.derived.occupied[enemy].has(hex.index()) || p.derived.zone[enemy].has(hex.index());
            return Err(refused(if blocked { rule::R13B } else { rule::R13_R1 }));
        }
        self.may_enter_door(p, unit, hex).map_err(refused)
    }

    /// The same in one of the [entry hexes](Book::entry_hexes).
    fn may_enter_door(&self, p: &Position, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let left = self.allowance(p, unit).checked_sub(self.entry_cost(p, unit, hex));
        let left = left.ok_or(rule::R6E)?;
        match self.may_end(p, unit, hex) {
            Err(rule) if !self.can_go_on(p, unit, hex, left, false) => Err(rule),
            _ => Ok(()),
        }
    }

    /// Can the counter come on at all?
    pub(crate) fn can_enter(&self, p: &Position, unit: Unit, doors: &mut Doors) -> bool {
        let Arrival::Day(_, place) = self.counter(unit).arrival else { return false };
        let hexes = *doors.0[place as usize].get_or_insert_with(|| self.entry_hexes(p, unit));
        hexes.iter().any(|h| self.may_enter_door(p, unit, Hex::at(h)).is_ok())
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
            p.moved.insert(unit.index());
            p.stack.pop();
        } else {
            p.stack.turn_into(Frame::Moving { unit, left, first: false });
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
