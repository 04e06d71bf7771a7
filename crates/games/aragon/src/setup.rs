//! 3.0: setting up, with the lists of 18.0, 19.0 and 20.0.

use crate::Aragon;
use crate::position::{Place, Position, Public, Secret};
use frente_engine::PerSide;

impl Aragon {
    /// 3.0a, 3.0b: all units in their places, before anything has happened.
    pub(crate) fn set_up(&self) -> Position {
        let mut public = Public::empty(&self.book);
        public.forts = self.book.scenario.forts;
        for (unit, hex) in &self.book.scenario.setup {
            public.put(&self.book, *unit, *hex);
        }
        for group in &self.book.scenario.reinforcements {
            for unit in &group.units {
                public.place[unit.index()] = Place::Waiting;
            }
        }
        Position { public, secret: PerSide([Secret::NONE; 2]) }
    }
}
