//! 3. Supply, and the control of hexes (1.1).

use crate::Brunete;
use crate::book::Entry;
use crate::event::Event;
use crate::ids::{HEXES, Set, Unit, Units};
use crate::position::{Place, Public};
use crate::rules as r;
use crate::zones;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex};
use frente_engine::{Side, Sink};

impl Brunete {
    /// 1.1-r4: a lettered hex is its own source: held, or last held and not in an enemy zone. 3g: only then is it valid.
    pub fn source_valid(&self, p: &Public, entry: &Entry) -> bool {
        let (side, hex) = (entry.side, entry.hex);
        let last = p.republican.has(hex.index()) == (side == Side::Republican);
        !p.empty_of(side, hex) || (p.empty_of(side.other(), hex) && last && !zones::enemy_zone(p, side, hex))
    }

    /// 3g, 3h, 3i, 3j: the valid sources of a side.
    pub fn sources(&self, p: &Public, side: Side) -> Set {
        let valid = |e: &&Entry| e.side == side && self.source_valid(p, e);
        self.book.entries.iter().filter(valid).map(|e| e.hex.index()).collect()
    }

    /// 3c, 3d, 3e, 4.2a, 3-r3, 3-r6: hexes a supply line may pass, its own end included. A friend cancels an enemy zone where it stands,
    /// itself in supply or not.
    pub fn open_to_supply(&self, p: &Public, side: Side) -> Set {
        let enemy = side.other();
        self.book.playable - p.derived.occupied[enemy] - (p.derived.zoc[enemy] - p.derived.occupied[side])
    }

    /// 3a, 3b, 3c, 3f, 3-r1, 3-r7: the hexes from which a supply line can be traced: along roads and paths from a source, then at most three hexes
    /// across country, over rivers only by road or path.
    pub fn supplied(&self, p: &Public, side: Side) -> Set {
        let open = self.open_to_supply(p, side);
        let mut net = self.along_links(self.sources(p, side) & open, &open);
        for _ in 0..self.book.tables.supply_reach {
            net = self.book.across.grow(&net) & open;
        }
        net
    }

    /// The hexes that roads and paths join to `from` through open hexes. They wind too much for a flood over the whole board.
    fn along_links(&self, from: Set, open: &Set) -> Set {
        let mut net = from;
        let mut rest: ArrayVec<Hex, HEXES> = from.into_iter().map(Hex::at).collect();
        while let Some(at) = rest.pop() {
            let mut sides = self.book.link.0[at.index()];
            while sides != 0 {
                let to = self.book.map.neighbour(at, Dir::ALL[sides.trailing_zeros() as usize]);
                sides &= sides - 1;
                if open.has(to.index()) && !net.has(to.index()) {
                    net.insert(to.index());
                    rest.push(to);
                }
            }
        }
        net
    }

    /// 1.1i, 1.1j, 1.1k, 1.1l, 1.1-r5, 1.1-r6: does the side control the hex? Nobody does where the last to be there has lost hold of
    /// it; marks of supply on units do not matter. `net` is what [`Brunete::supplied`] gives.
    pub fn controls(&self, p: &Public, side: Side, hex: Hex, net: &Set) -> bool {
        let last = p.republican.has(hex.index()) == (side == Side::Republican);
        let held = !p.empty_of(side, hex)
            || (p.empty_of(side.other(), hex) && last && !zones::enemy_zone(p, side, hex));
        held && net.has(hex.index())
    }

    /// 3k, 3-r2, 3-r5: the supply check of a side's own units on the map; nobody else's state changes.
    pub(crate) fn check_supply<S: Sink<Event>>(&self, p: &mut Public, side: Side, sink: &mut S) {
        let net = self.supplied(p, side);
        let mut cut = Units::EMPTY;
        for u in self.book.of_side[side] {
            if let Place::On(hex) = p.place.of(u)
                && !net.has(hex.index())
            {
                cut.insert(u);
            }
        }
        let before = p.unsupplied & self.book.of_side[side];
        p.unsupplied = (p.unsupplied - self.book.of_side[side]) | cut;
        for u in (before | cut) - (before & cut) {
            if let Place::On(hex) = p.place.of(u) {
                let now = cut.has(u);
                sink.push(Event::Supply {
                    unit: Unit::at(u),
                    cut: now,
                    rule: if now { r::R3K } else { r::R3A },
                });
                p.refresh(&self.book, side, hex);
            }
        }
    }
}
