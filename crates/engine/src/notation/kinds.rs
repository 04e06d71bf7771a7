//! Kinds of words: how a unit, a hex, a route or a number stands in a line.

use super::words::{Line, Problem, Words};
use frente_board::{Dir, Hex, HexMap, Route};
use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

/// How a value of a parameter is written and read. `S` is the scene: what else one has to know for it.
pub trait Kind<S, V> {
    /// Writes the value: a word, several, or none.
    fn write(&self, scene: &S, value: V, line: &mut Line<'_>);
    /// Reads the value from the words that it was written as.
    ///
    /// # Errors
    /// When a word is missing or says nothing.
    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<V, Problem>;
}

/// What has a name of one word in a scene: a unit its label, a hex its number.
pub trait Named<S>: Copy {
    /// What it is, with its article: `a unit`.
    const WHAT: &'static str;
    /// Where those that there are can be found: `in this scenario`.
    const WHERE: &'static str = "in this game";

    /// Its name.
    fn name(self, scene: &S) -> &str;
    /// The one of this name.
    fn find(scene: &S, name: &str) -> Option<Self>;
    /// All names that there are, for those who mistype.
    fn names(scene: &S) -> impl Iterator<Item = &str>;
}

/// The kind of what has a name.
pub struct Plain;

impl<S, V: Named<S>> Kind<S, V> for Plain {
    fn write(&self, scene: &S, value: V, line: &mut Line<'_>) {
        line.word(value.name(scene));
    }

    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<V, Problem> {
        let name = words.next(V::WHAT)?;
        V::find(scene, name).ok_or_else(|| {
            let what = V::WHAT.split_once(' ').map_or(V::WHAT, |(_, what)| what);
            let meant = closest(name, V::names(scene)).map(|n| format!("; did you mean {n:?}?"));
            words.problem(format!("there is no {what} {name:?} {}{}", V::WHERE, meant.unwrap_or_default()))
        })
    }
}

/// A number within bounds.
pub struct Number(pub RangeInclusive<u8>);

impl<S> Kind<S, u8> for Number {
    fn write(&self, _: &S, value: u8, line: &mut Line<'_>) {
        let _ = write!(line.begin(), "{value}");
    }

    fn read(&self, _: &S, words: &mut Words<'_>) -> Result<u8, Problem> {
        let word = words.next(self)?;
        let number = word.parse().ok().filter(|n| self.0.contains(n));
        number.ok_or_else(|| words.problem(format!("{word:?}: expected {self}")))
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {} to {}", self.0.start(), self.0.end())
    }
}

/// One of a few values, each with its word.
pub struct Choice<'a, V>(pub &'a [(&'a str, V)]);

impl<S, V: Copy + PartialEq> Kind<S, V> for Choice<'_, V> {
    fn write(&self, _: &S, value: V, line: &mut Line<'_>) {
        let word = self.0.iter().find(|(_, v)| *v == value).map(|(word, _)| *word);
        debug_assert!(word.is_some(), "a value without a word");
        line.word(word.unwrap_or("?"));
    }

    fn read(&self, _: &S, words: &mut Words<'_>) -> Result<V, Problem> {
        let word = words.next(self)?;
        let found = self.0.iter().find(|(w, _)| *w == word).map(|(_, v)| *v);
        found.ok_or_else(|| words.problem(format!("{word:?}: expected {self}")))
    }
}

impl<V> Display for Choice<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of ")?;
        self.0.iter().enumerate().try_for_each(|(n, (word, _))| {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{word}")
        })
    }
}

/// A map of hexes as lines need it.
pub trait Printed {
    /// The number printed in a hex.
    fn label(&self, hex: Hex) -> &str;
    /// The hex with this number.
    fn find(&self, label: &str) -> Option<Hex>;
    /// The neighbour in a direction, or [`Hex::NONE`].
    fn neighbour(&self, hex: Hex, dir: Dir) -> Hex;
    /// How many hexes it has.
    fn count(&self) -> usize;
}

impl<const W: usize> Printed for HexMap<W> {
    fn label(&self, hex: Hex) -> &str {
        self.label(hex)
    }

    fn find(&self, label: &str) -> Option<Hex> {
        self.find(label)
    }

    fn neighbour(&self, hex: Hex, dir: Dir) -> Hex {
        self.neighbour(hex, dir)
    }

    fn count(&self) -> usize {
        self.len()
    }
}

/// A scene on a map of hexes.
pub trait OnMap {
    /// The map.
    fn map(&self) -> &impl Printed;
}

impl<S: OnMap> Named<S> for Hex {
    const WHAT: &'static str = "a hex";
    const WHERE: &'static str = "on this map";

    fn name(self, scene: &S) -> &str {
        scene.map().label(self)
    }

    fn find(scene: &S, name: &str) -> Option<Hex> {
        scene.map().find(name)
    }

    fn names(scene: &S) -> impl Iterator<Item = &str> {
        (0..scene.map().count()).map(|i| scene.map().label(Hex::at(i)))
    }
}

/// A route from a known hex, which is written before its steps: `1516-1417-1317`.
#[derive(Clone, Copy)]
pub struct Steps {
    /// Where it must start; [`Hex::NONE`] is nowhere.
    from: Hex,
    /// May it start anywhere, if it starts nowhere?
    anywhere: bool,
    least: usize,
    off: bool,
}

impl Steps {
    /// A route of at least one step, from a hex; from [`Hex::NONE`] for what is nowhere on the map.
    pub fn from(from: Hex) -> Self {
        Steps { from, anywhere: false, least: 1, off: false }
    }

    /// The same, from anywhere if there is no hex to start from: its rules refuse it then, not its line.
    #[must_use]
    pub fn or_anywhere(self) -> Self {
        Steps { anywhere: true, ..self }
    }

    /// The same, or no step at all.
    #[must_use]
    pub fn or_none(self) -> Self {
        Steps { least: 0, ..self }
    }

    /// The same, and its last step may lead off the map, which is written `off`.
    #[must_use]
    pub fn or_off(self) -> Self {
        Steps { off: true, ..self }
    }
}

impl<S: OnMap, R: Route> Kind<S, R> for Steps {
    fn write(&self, scene: &S, route: R, line: &mut Line<'_>) {
        write_route(scene.map(), self.from, route, line);
    }

    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<R, Problem> {
        let map = scene.map();
        let (start, route) = read_route::<R>(map, self.off, words)?;
        if start != self.from && (self.from.is_some() || !self.anywhere) {
            let (start, from) = (map.label(start), map.label(self.from));
            return Err(words.problem(format!("the route starts in {start}; expected {from}")));
        }
        if route.len() < self.least {
            return Err(words.problem("a route needs at least one step"));
        }
        Ok(route)
    }
}

/// A route from anywhere: its start, and its steps.
pub struct AnyRoute;

impl<S: OnMap, R: Route> Kind<S, (Hex, R)> for AnyRoute {
    fn write(&self, scene: &S, (from, route): (Hex, R), line: &mut Line<'_>) {
        write_route(scene.map(), from, route, line);
    }

    fn read(&self, scene: &S, words: &mut Words<'_>) -> Result<(Hex, R), Problem> {
        read_route(scene.map(), false, words)
    }
}

/// A step beyond the edge of the map.
const OFF: &str = "off";

fn write_route(map: &impl Printed, from: Hex, route: impl Route, line: &mut Line<'_>) {
    let out = line.begin();
    out.push_str(map.label(from));
    let mut at = from;
    for dir in route.dirs() {
        at = if at.is_some() { map.neighbour(at, dir) } else { at };
        out.push('-');
        out.push_str(if at.is_some() { map.label(at) } else { OFF });
    }
}

fn read_route<R: Route>(map: &impl Printed, off: bool, words: &mut Words<'_>) -> Result<(Hex, R), Problem> {
    let text = words.next("a route such as 1516-1417")?;
    let wrong = |problem: String| words.problem(problem);
    let find =
        |label: &str| map.find(label).ok_or_else(|| wrong(format!("there is no hex {label:?} on this map")));
    let mut labels = text.split('-');
    let start = find(labels.next().unwrap_or_default())?;
    let (mut at, mut route) = (start, R::EMPTY);
    for label in labels {
        let to = if off && label == OFF { Hex::NONE } else { find(label)? };
        let way = Dir::ALL.into_iter().find(|d| at.is_some() && map.neighbour(at, *d) == to);
        let dir = way.ok_or_else(|| wrong(format!("{label} is not next to {}", map.label(at))))?;
        if route.len() == R::MAX {
            return Err(wrong(format!("a route has at most {} steps", R::MAX)));
        }
        route = route.then(dir);
        at = to;
    }
    Ok((start, route))
}

/// The name that somebody who wrote this most likely meant: the one with the fewest letters added, left out or changed, if it is not too far.
pub(super) fn closest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let far = word.chars().count().div_ceil(3).min(2);
    let near = names.map(|name| (distance(&word.to_lowercase(), &name.to_lowercase()), name));
    near.filter(|(d, _)| *d <= far).min_by_key(|(d, _)| *d).map(|(_, name)| name)
}

/// Letters to add, leave out or change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_meant_if_it_is_near() {
        let names = ["32/35", "12int/35", "PE"];
        assert_eq!(closest("12in/35", names.into_iter()), Some("12int/35"));
        assert_eq!(closest("pe", names.into_iter()), Some("PE"));
        assert_eq!(closest("Garibaldi", names.into_iter()), None);
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("move", "move"), 0);
        assert_eq!(distance("mvoe", "move"), 2);
        assert_eq!(distance("", "end"), 3);
    }
}
