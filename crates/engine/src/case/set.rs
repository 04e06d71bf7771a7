//! Readers for the `[set]` table of a case. Each names the key it reads, so that whoever wrote the case hears where it is wrong and
//! what was expected there.

use super::SetupError;
use crate::notation::Printed;
use crate::side::Side;
use frente_board::Hex;
use toml::{Table, Value};

/// What was read, or what is wrong with it.
pub type Arranged<T> = Result<T, SetupError>;

/// There is something wrong under a key.
///
/// # Errors
/// Always: it is one.
pub fn wrong<T>(key: impl Into<String>, problem: impl Into<String>) -> Arranged<T> {
    Err(SetupError::new(key, problem))
}

/// Every key of the table is one of the `words`.
///
/// # Errors
/// Names the first that is not.
pub fn only(set: &Table, words: &[&str]) -> Arranged<()> {
    match set.keys().find(|key| !words.contains(&key.as_str())) {
        Some(key) => wrong(key, format!("there is no such key; expected one of {}", words.join(", "))),
        None => Ok(()),
    }
}

fn expected<T>(key: &str, value: &Value, found: Option<T>, what: &str) -> Arranged<T> {
    found.ok_or_else(|| SetupError::new(key, format!("{value}: expected {what}")))
}

/// A small number.
///
/// # Errors
/// When it is none.
pub fn number(key: &str, value: &Value) -> Arranged<u8> {
    let small = value.as_integer().and_then(|n| u8::try_from(n).ok());
    expected(key, value, small, "a whole number from 0 to 255")
}

/// `true` or `false`.
///
/// # Errors
/// When it is neither.
pub fn flag(key: &str, value: &Value) -> Arranged<bool> {
    expected(key, value, value.as_bool(), "true or false")
}

/// A word, or several in one text.
///
/// # Errors
/// When it is no text.
pub fn text<'a>(key: &str, value: &'a Value) -> Arranged<&'a str> {
    expected(key, value, value.as_str(), "a text in quotes")
}

/// A table.
///
/// # Errors
/// When it is none.
pub fn table<'a>(key: &str, value: &'a Value) -> Arranged<&'a Table> {
    expected(key, value, value.as_table(), "a table { … }")
}

/// A list of texts.
///
/// # Errors
/// When it is none.
pub fn list<'a>(key: &str, value: &'a Value) -> Arranged<Vec<&'a str>> {
    let items = expected(key, value, value.as_array(), "a list [ … ]")?;
    items.iter().map(|item| text(key, item)).collect()
}

/// A side by its name.
///
/// # Errors
/// When it is none.
pub fn side(key: &str, word: &str) -> Arranged<Side> {
    word.parse().map_err(|e| SetupError::new(key, format!("{e}")))
}

/// A table with an entry for either side, or both: the side, the key with dots, and what stands there.
///
/// # Errors
/// When it is no table, or has an entry for something else.
pub fn per_side<'a>(key: &str, value: &'a Value) -> Arranged<Vec<(Side, String, &'a Value)>> {
    table(key, value)?.iter().map(|(k, v)| Ok((side(key, k)?, format!("{key}.{k}"), v))).collect()
}

/// What a word stands for, out of a list.
///
/// # Errors
/// Lists the words that there are.
pub fn one_of<T: Copy>(key: &str, word: &str, all: &[(&str, T)]) -> Arranged<T> {
    all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        SetupError::new(key, format!("{word:?}: expected one of {}", words.join(", ")))
    })
}

/// A hex by its number.
///
/// # Errors
/// When the map has none of that number.
pub fn hex(map: &impl Printed, key: &str, label: &str) -> Arranged<Hex> {
    map.find(label).ok_or_else(|| SetupError::new(key, format!("there is no hex {label:?} on this map")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_key_and_what_was_expected() {
        let set: Table = "turn = \"two\"\nhand = { republican = [\"a\"], french = [] }".parse().unwrap();
        let said = |e: SetupError| e.to_string();
        assert_eq!(
            said(number("turn", &set["turn"]).unwrap_err()),
            "[set] turn: \"two\": expected a whole number from 0 to 255"
        );
        assert!(said(per_side("hand", &set["hand"]).unwrap_err()).starts_with("[set] hand: "));
        assert_eq!(
            said(only(&set, &["turn"]).unwrap_err()),
            "[set] hand: there is no such key; expected one of turn"
        );
        assert_eq!(
            said(one_of("weather", "fog", &[("rain", 1), ("mud", 2)]).unwrap_err()),
            "[set] weather: \"fog\": expected one of rain, mud"
        );
    }
}
