//! Names and numbers in words.

use crate::book::Book;
use crate::ids::{QUARTERS, Unit};
use frente_board::Hex;

/// A counter as people call it: `12th Division, Inf 1`, `Jurado`.
pub(crate) fn name(book: &Book, unit: Unit) -> String {
    let c = book.counter(unit);
    let formation = formation(&c.formation);
    if c.echelon.is_some() && !c.formation.ends_with(&c.name) && !formation.contains(&c.name) {
        return c.name.clone();
    }
    if c.echelon.is_some() { format!("{formation} HQ") } else { format!("{formation}, {}", c.name) }
}

/// A formation as printed, in full: `12th DIV`, `BRG XII` and `Hans (11th Brigade)` are the 12th Division, the XII Brigade and the 11th.
fn formation(printed: &str) -> String {
    let inner = printed.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    let printed = inner.unwrap_or(printed);
    let mut words: Vec<&str> = printed.split(' ').collect();
    for (short, long) in [("BRG", "Brigade"), ("DIV", "Division")] {
        if let Some(at) = words.iter().position(|w| *w == short) {
            words.remove(at);
            words.push(long);
        }
    }
    words.join(" ")
}

/// A hex by number and name.
pub(crate) fn place_name(book: &Book, hex: Hex) -> String {
    let label = book.map().label(hex);
    match hex.some().and_then(|h| book.map().name(h)) {
        Some(name) => format!("{label} {name}"),
        None => label.to_owned(),
    }
}

/// Quarters as people write them: `1½`.
pub(crate) fn quarters(number: i16) -> String {
    let (whole, rest) = (number.div_euclid(QUARTERS.into()), number.rem_euclid(QUARTERS.into()));
    let part = ["", "¼", "½", "¾"][usize::try_from(rest).unwrap_or(0)];
    match (whole, part) {
        (_, "") => whole.to_string(),
        (0, _) => part.to_owned(),
        _ => format!("{whole}{part}"),
    }
}
