//! 9.5 Defensive Fire: over rivers, and in bad weather against assaults (11.2e).

use crate::Side;
use crate::book::Book;
use crate::ids::Unit;
use crate::position::{Kind, Public};
use frente_board::Area;

/// The account of Defensive Fire before the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volley {
    /// 9.5b: factors of Fresh units.
    pub factors: u8,
    /// 9.5c: for trios of Fresh units without a factor.
    pub trios: u8,
    /// 15.R3d: Tanks!
    pub tanks: u8,
    /// 9.5e: the Defence Factor of Player A's point unit.
    pub defence: u8,
    /// 15.N12c: Alféreces.
    pub alfereces: u8,
}

impl Volley {
    /// 9.5d: the fire strength.
    pub fn strength(&self) -> u8 {
        self.factors + self.trios + self.tanks
    }

    /// 9.5e: losses for a sum of dice.
    pub fn losses(&self, sum: u8) -> u8 {
        (sum + self.strength()).saturating_sub(self.defence + self.alfereces)
    }
}

impl Book {
    /// 9.5a, 9.5-r1, 11.2e, 11.2-r1: does this step of the stack in hand draw Defensive Fire?
    pub fn draws_fire(&self, p: &Public, from: Area, to: Area) -> bool {
        let (side, act) = (p.act.side, &p.act);
        let storm = act.kind == Kind::Assault && p.bad_weather && to == act.target;
        (self.map.river[from.index()].has(to.index()) || storm)
            && !self.controls(p, side, to)
            && p.units(side, to).is_empty()
            && p.fresh_in(side.other(), to).any()
            && !act.surprise
    }

    /// 9.5b, 9.5c, 9.5d, 9.5e, 9.5-r2: the account of the fire on the stack in hand, which has entered `act.here`.
    pub fn volley(&self, p: &Public, point: Unit) -> Volley {
        let (side, act) = (p.act.side, &p.act);
        self.volley_from(p, side.other(), act.here, point)
    }

    /// The same for fire out of a given area.
    pub fn volley_from(&self, p: &Public, firer: Side, area: Area, point: Unit) -> Volley {
        let act = &p.act;
        let fresh = p.fresh_in(firer, area);
        let armed = self.with_factor(p, firer, fresh);
        let idle = (fresh - armed).len();
        Volley {
            factors: self.factors(p, firer, armed),
            trios: idle / self.tables.fire.trio * self.tables.fire.trio_value,
            tanks: if act.tanks[2] { self.tables.numbers.tanks } else { 0 },
            defence: if point.is_some() { self.defence(p, point) } else { 0 },
            alfereces: if act.alfereces && act.side == Side::Nationalist {
                self.tables.numbers.alfereces
            } else {
                0
            },
        }
    }
}
