//! Actions as lines, and back.

use crate::{action::Action, book::Book, ids::Unit};
use frente_engine::notation::{Named, Number, OnMap, Printed};

impl OnMap for Book {
    fn map(&self) -> &impl Printed {
        &self.map
    }
}

impl Named<Book> for Unit {
    const WHAT: &'static str = "a unit";

    fn name(self, book: &Book) -> &str {
        &book.counters[self.index()].id
    }

    fn find(book: &Book, name: &str) -> Option<Unit> {
        Unit::all().find(|unit| unit.name(book) == name)
    }

    fn names(book: &Book) -> impl Iterator<Item = &str> {
        book.counters.iter().map(|counter| counter.id.as_str())
    }
}

frente_engine::notation! {
    Action, book: Book;
    "gun" unit => Give(unit), "gives a unit the machine gun", "gun Militia";
    "move" unit, hex => Move(unit, hex), "moves a unit", "move Tabor 0202";
    "attack" hex, "with" unit => Attack(hex, unit), "attacks a unit", "attack 0302 with Bandera";
    "end" => End, "ends the part of the turn";
    "retreat" hex => Retreat(hex), "retreats the unit that must", "retreat 0402";
    "roll" die: Number(1..=6) => Roll(die), "the die", "roll 3";
}
