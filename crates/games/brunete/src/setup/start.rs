//! 12.1, 12.2: deployment, arrivals, markers.

use crate::Brunete;
use crate::frame::Frame;
use crate::ids::TURNS;
use crate::position::{Place, Position, Public, Resource, Secret};
use frente_engine::{PerSide, Side};

impl Brunete {
    pub(crate) fn at_start(&self) -> Position {
        let mut p = Public::EMPTY;
        let s = &self.scenario;
        // 1.1-r3: the front line says who was where last.
        p.republican = self.book.republican_front;
        for &(hex, unit) in &s.setup {
            p.put(&self.book, unit, Place::On(hex));
        }
        for &unit in &s.reserve {
            p.put(&self.book, unit, Place::Reserve);
        }
        for &(turn, unit) in &s.arrivals {
            p.put(&self.book, unit, Place::Due(turn));
        }
        for side in Side::BOTH {
            let [artillery, aviation] = s.support[side];
            p.artillery[side].available = artillery;
            p.aviation[side].available = aviation;
        }
        for &(turn, side, artillery, aviation) in &s.markers {
            let turn = usize::from(turn).min(TURNS);
            p.artillery[side].due[turn] += artillery.max(0) as u8;
            p.aviation[side].due[turn] += aviation.max(0) as u8;
        }
        let mut secret = PerSide::new(Secret::default(), Secret::default());
        // 5.2a: all six markers, unless the scenario draws them.
        if usize::from(s.resources) >= Resource::ALL.len() {
            for side in Side::BOTH {
                secret[side].hand = Resource::ALL.into_iter().fold(0, |h, k| h | k.bit());
                p.resources[side].left = s.resources;
            }
        }
        p.stack.push(Frame::SetUp(0));
        Position { public: p, secret }
    }
}
