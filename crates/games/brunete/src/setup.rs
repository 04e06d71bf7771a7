//! 12.1, 12.2: deployment, arrivals, markers.
//!
//! Who stands where is said by the scenario's file and by the counters (12.1-r1); only the tanks of XVIII Corps are the player's to place
//! (12.1-r6).

use crate::Brunete;
use crate::action::Action;
use crate::frame::{Frame, TurnStep};
use crate::ids::{TURNS, Unit};
use crate::position::{Place, Position, Public, Resource, Secret};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{PerSide, Rule, Side};

impl Brunete {
    /// 7a, 12.1a, 12.1b, 12.1c, 12.1d, 12.1e, 12.1f, 12.1g, 12.1h, 12.1i, 12.1j, 12.1k, 12.1l, 12.1m, 12.1n, 12.1o, 12.1p, 12.1q, 12.1r,
    /// 12.1s, 12.1t, 12.1u, 12.1v, 12.1w, 12.1x, 12.1y, 12.1z, 12.1aa, 12.1ab, 12.1ac, 12.1ad, 12.1ae, 12.1af, 12.1ag, 12.2a, 12.2c: what
    /// stands and lies where at the start, and what comes when, is in `data/scenarios`.
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

    /// 12.1i: the tanks of XVIII Corps stand; resources are drawn where the scenario says so (12.2b).
    pub(crate) fn set_up_done(&self, p: &mut Position) {
        p.public.stack.replace(Frame::Turn(TurnStep::Initiative));
        if usize::from(self.scenario.resources) < Resource::ALL.len() {
            p.public.stack.push(Frame::Draw(Side::Nationalist));
            p.public.stack.push(Frame::Draw(Side::Republican));
        }
    }

    /// 12.1i: one in each hex of the corps.
    pub(crate) fn may_set_up(&self, p: &Public, n: u8, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let next = self.scenario.free.get(usize::from(n));
        if next != Some(&unit) || !self.scenario.free_hexes.has(hex.index()) || !p.room(&self.book, unit, hex)
        {
            return Err(r::R12_1I);
        }
        Ok(())
    }

    pub(crate) fn list_set_up(&self, p: &Public, n: u8, out: &mut Vec<Action>) {
        let Some(&unit) = self.scenario.free.get(usize::from(n)) else { return };
        for hex in self.scenario.free_hexes.into_iter().map(Hex::at) {
            if self.may_set_up(p, n, unit, hex).is_ok() {
                out.push(Action::Place(unit, hex));
            }
        }
    }
}
