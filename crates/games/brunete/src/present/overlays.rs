//! Overlays of the map.

use crate::Brunete;
use crate::ids::Set;
use crate::seen::Seen;
use frente_board::Hex;
use frente_engine::Side;
use frente_engine::present::{Overlay, Shade};

impl Brunete {
    pub(crate) fn layer(&self, seen: &Seen, key: &str) -> Option<Overlay> {
        let p = &seen.public;
        let labels = |set: Set| -> Vec<String> {
            set.into_iter().map(|h| self.book.map.label(Hex::at(h)).to_owned()).collect()
        };
        let [republican, nationalist] = match key {
            "zones" => p.derived.zoc.0,
            "supply" => [self.supplied(p, Side::Republican), self.supplied(p, Side::Nationalist)],
            "control" => Side::BOTH.map(|s| {
                let net = self.supplied(p, s);
                let all = self.book.playable.into_iter();
                all.filter(|h| self.controls(p, s, Hex::at(*h), &net)).collect()
            }),
            "interdiction" => Side::BOTH.map(|s| {
                let mut zone = Set::EMPTY;
                for hex in p.interdictions(s) {
                    zone |= *self.book.map.near(hex);
                    zone.insert(hex.index());
                }
                zone & self.book.playable
            }),
            _ => return None,
        };
        let both = republican & nationalist;
        Some(Overlay {
            shades: vec![
                (Shade::Republican, labels(republican - both)),
                (Shade::Nationalist, labels(nationalist - both)),
                (Shade::Both, labels(both)),
            ],
            ..Overlay::default()
        })
    }
}
