//! Maps of areas instead of hexes.

use crate::bits::Bits;
use std::collections::BTreeMap;

crate::index! {
    /// An area (or off-map box) of a map, as a dense index.
    pub struct Area(u8): "@", "off";
}

/// A map of areas: who borders whom, and on which borders something lies.
///
/// ```
/// use frente_board::AreaMap;
/// let mut map: AreaMap<1> = AreaMap::new(["A", "B", "C"]);
/// let [a, b, c] = ["A", "B", "C"].map(|l| map.find(l).unwrap());
/// map.join(a, b);
/// map.join(b, c);
/// map.mark("river", b, c);
/// assert!(map.near(a).has(b.index()) && !map.near(a).has(c.index()));
/// assert!(map.has("river", c, b) && !map.has("river", a, b));
/// assert_eq!(map.distance(a, c), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct AreaMap<const W: usize> {
    labels: Vec<String>,
    near: Vec<Bits<W>>,
    marked: BTreeMap<String, Vec<Bits<W>>>,
}

impl<const W: usize> AreaMap<W> {
    /// Areas with these labels and no borders yet.
    ///
    /// # Panics
    /// When there are more areas than sets of this size can hold.
    pub fn new<L: Into<String>>(labels: impl IntoIterator<Item = L>) -> Self {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        assert!(labels.len() <= Bits::<W>::CAPACITY && labels.len() < 255, "too many areas");
        AreaMap { near: vec![Bits::EMPTY; labels.len()], labels, marked: BTreeMap::new() }
    }

    /// Makes two areas neighbours.
    pub fn join(&mut self, a: Area, b: Area) {
        self.near[a.index()].insert(b.index());
        self.near[b.index()].insert(a.index());
    }

    /// Puts a feature on a border.
    pub fn mark(&mut self, kind: &str, a: Area, b: Area) {
        let n = self.labels.len();
        let sets = self.marked.entry(kind.to_owned()).or_insert_with(|| vec![Bits::EMPTY; n]);
        sets[a.index()].insert(b.index());
        sets[b.index()].insert(a.index());
    }

    /// How many areas it has.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Has it none?
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All areas.
    pub fn areas(&self) -> impl Iterator<Item = Area> + use<W> {
        (0..self.labels.len()).map(Area::at)
    }

    /// An area's label.
    #[inline]
    pub fn label(&self, area: Area) -> &str {
        self.labels.get(area.index()).map_or("off-map", String::as_str)
    }

    /// The area with this label.
    pub fn find(&self, label: &str) -> Option<Area> {
        self.labels.iter().position(|l| l == label).map(Area::at)
    }

    /// An area's neighbours.
    #[inline]
    pub fn near(&self, area: Area) -> &Bits<W> {
        &self.near[area.index()]
    }

    /// Has the border a feature?
    #[inline]
    pub fn has(&self, kind: &str, a: Area, b: Area) -> bool {
        self.marked.get(kind).is_some_and(|sets| sets[a.index()].has(b.index()))
    }

    /// For each area, the neighbours behind a border with the feature.
    pub fn marked(&self, kind: &str) -> Vec<Bits<W>> {
        self.marked.get(kind).cloned().unwrap_or_else(|| vec![Bits::EMPTY; self.labels.len()])
    }

    /// All that hangs together with `seed` through areas `open` to it.
    #[must_use]
    pub fn flood(&self, seed: &Bits<W>, open: &Bits<W>) -> Bits<W> {
        let mut set = *seed & *open;
        let mut edge = set;
        while let Some(i) = edge.pop() {
            let new = (self.near[i] & *open) - set;
            set |= new;
            edge |= new;
        }
        set
    }

    /// Steps between two areas, if they hang together at all.
    pub fn distance(&self, a: Area, b: Area) -> Option<u8> {
        let mut set = Bits::one(a.index());
        for steps in 0..=u8::MAX {
            if set.has(b.index()) {
                return Some(steps);
            }
            let grown = set.iter().fold(set, |all, i| all | self.near[i]);
            if grown == set {
                return None;
            }
            set = grown;
        }
        None
    }
}
