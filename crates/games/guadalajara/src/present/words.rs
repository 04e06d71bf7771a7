//! Names and numbers in words.

use crate::book::Book;
use crate::ids::{QUARTERS, Unit};
use frente_board::Hex;

/// A counter's name in words.
pub(crate) fn name(book: &Book, unit: Unit) -> String {
    let c = book.counter(unit);
    format!("{} ({}, {})", c.label, c.formation, c.name)
}

/// A hex by number and name.
pub(crate) fn place_name(book: &Book, hex: Hex) -> String {
    let label = book.map().label(hex);
    match hex.some().and_then(|h| book.map().name(h)) {
        Some(name) => format!("{label} {name}"),
        None => label.to_owned(),
    }
}

/// Quarters as people write them: `1 1/2`.
pub(crate) fn quarters(number: i16) -> String {
    let (whole, rest) = (number.div_euclid(QUARTERS.into()), number.rem_euclid(QUARTERS.into()));
    let part = ["", "1/4", "1/2", "3/4"][usize::try_from(rest).unwrap_or(0)];
    match (whole, part) {
        (_, "") => whole.to_string(),
        (0, _) => part.to_owned(),
        _ => format!("{whole} {part}"),
    }
}
