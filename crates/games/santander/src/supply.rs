//! 6: supply. Lines of any length to a source, the stored status and when it is renewed.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Net;
use crate::position::{Position, Public};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::Sink;

impl Santander {
    /// 6.1a, 6.2d, 6.2.1a, 6.2.1b, 6.2.1-r1: the hexes that lines of a side run through, when its units hold the hexes `held`. A line enters no
    /// hex with enemy units, and one in enemy zone only if a friendly unit holds it; a source works while its side controls
    /// it, under the same limits (6.2-r1).
    pub(crate) fn supply_net(&self, p: &Public, side: Side, held: &Set) -> Set {
        let enemy = side.other();
        let controlled = match side {
            Side::Republican => p.republican,
            Side::Nationalist => self.book.land - p.republican,
        };
        let shut = p.open.held[enemy] | (p.open.zone[enemy] - *held);
        let open = self.book.land - shut;
        self.book.flow.flood(&(self.book.sources[side] & controlled), &open)
    }

    /// 6.1-r1: can a line start in the hex? Its own zone is not tested.
    #[inline]
    pub(crate) fn reaches(&self, net: &Set, hex: Hex) -> bool {
        net.has(hex.index()) || self.book.open(hex).meets(net)
    }

    /// The net with the side's units where they are.
    pub(crate) fn net_now(&self, p: &Public, side: Side) -> Set {
        self.supply_net(p, side, &p.open.held[side])
    }

    /// 8.1.1-r1: hexes held by the side once a unit has left its hex: it no longer holds that hex open, unless another friend does.
    fn held_without(&self, p: &Position, unit: Unit) -> Set {
        let side = unit.side();
        let mut held = p.public.open.held[side];
        let hex = p.at(unit);
        if hex.is_some() && p.troops(&self.book, side, hex) & !unit.bit() == 0 {
            held.remove(hex.index());
        }
        held
    }

    /// 8.1.1a: the net for a unit that has left its hex.
    pub(crate) fn net_without(&self, p: &Position, unit: Unit) -> Set {
        self.supply_net(&p.public, unit.side(), &self.held_without(p, unit))
    }

    /// The same, worked out only when it may differ from that of the unit that moved before: in a movement segment the enemy
    /// stands still, so a net depends on the friends in enemy zones and on who controls the sources.
    pub(crate) fn renew_net(&self, p: &mut Position, unit: Unit) {
        let side = unit.side();
        let held = self.held_without(p, unit) & p.public.open.zone[side.other()];
        if p.net == Net::default() || p.net.held != held {
            let fed = self.book.flow.grow(&self.supply_net(&p.public, side, &held));
            p.net = Net { held, fed };
        }
    }

    /// 8.1.1a: would the unit be in supply in the hex it enters? Entering a source of its side, it takes it.
    #[inline]
    pub(crate) fn supplied_at(&self, net: &Set, unit: Unit, hex: Hex) -> bool {
        let takes = self.book.corps(unit.side()).columns & unit.bit() == 0;
        self.reaches(net, hex) || takes && self.book.sources[unit.side()].has(hex.index())
    }

    /// 6.4a, 6.4-r2: the check before movement: first the other side's units, by the stored status of the side that is about to
    /// move, then that side's by the fresh one.
    pub(crate) fn check_all<S: Sink<Event>>(&self, p: &mut Position, moving: Side, sink: &mut S) {
        for side in [moving.other(), moving] {
            self.check_supply(p, side, p.public.on_map[side], sink);
        }
    }

    /// 6.4-r1, 6.4-r3: renews the stored status of some units of a side, columns among them, and takes the surrender of those that are at DSG 2 and cut off
    /// (9.5.1d, 9.5.1-r2).
    pub(crate) fn check_supply<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        units: Units,
        sink: &mut S,
    ) {
        let fed = self.book.flow.grow(&self.net_now(&p.public, side));
        let own = p.own(side);
        let cut =
            each(side, units).filter(|u| !fed.has(own.at(u.slot()).index())).fold(0, |set, u| set | u.bit());
        for unit in each(side, (cut ^ own.cut) & units) {
            p.set_cut(&self.book, unit, cut & unit.bit() != 0);
            sink.push(Event::Supply { unit, cut: cut & unit.bit() != 0, seen: p.is_seen(unit) });
        }
        for unit in each(side, p.own(side).worst() & cut) {
            // An HQ may have gone with the last unit of its hex (9.2k).
            if p.at(unit).is_some() {
                self.eliminate(p, unit, R9_5_1D, sink);
            }
        }
    }
}
