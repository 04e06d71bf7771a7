//! The map as the laboratory needs it: places by number, and which adjoin which.

use frente_engine::sheet::MapSheet;
use std::collections::BTreeMap;

/// Neighbours' middles are √3 radii apart, the next ones 3: anything between tells them apart.
const NEAR: f32 = 2.0;

/// Places and their neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    labels: Vec<String>,
    by_label: BTreeMap<String, usize>,
    near: Vec<Vec<usize>>,
}

impl Ground {
    pub fn new(map: &MapSheet) -> Self {
        let labels = map.places();
        let by_label: BTreeMap<String, usize> =
            labels.iter().enumerate().map(|(i, label)| (label.clone(), i)).collect();
        let mut near = vec![Vec::new(); labels.len()];
        match map {
            MapSheet::Hexes(map) => {
                let hexes = &map.hexes;
                for (i, a) in hexes.iter().enumerate() {
                    let beside = |b: &&frente_engine::sheet::HexCell| {
                        b.id != a.id && (a.x - b.x).hypot(a.y - b.y) < NEAR
                    };
                    near[i] =
                        hexes.iter().filter(beside).filter_map(|b| by_label.get(&b.id).copied()).collect();
                }
            }
            MapSheet::Areas(map) => {
                for border in &map.borders {
                    if let [Some(a), Some(b)] = border.between.each_ref().map(|id| by_label.get(id).copied())
                    {
                        near[a].push(b);
                        near[b].push(a);
                    }
                }
            }
        }
        Ground { labels, by_label, near }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// The number of a place.
    pub fn place(&self, label: &str) -> Option<usize> {
        self.by_label.get(label).copied()
    }

    /// The label of a place.
    pub fn label(&self, place: usize) -> &str {
        &self.labels[place]
    }

    /// What adjoins a place.
    pub fn near(&self, place: usize) -> &[usize] {
        &self.near[place]
    }
}
