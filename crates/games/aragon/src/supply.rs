//! 10.0, 10.2: lines of supply.
//!
//! A line runs from a unit to a source; here it is flooded backwards, from the sources over the whole map at once. Every hex of
//! the road net that hangs together with a friendly map edge is as good as a source, because the line can follow the road
//! from there (10.0j, 10.0k); a town off that net (10.0i) matters only because mountains are counted anew behind it.

use crate::Aragon;
use crate::ids::{HEXES, Set};
use crate::position::{Public, Supply};
use frente_board::Hex;
use frente_engine::Side;

/// Where lines of supply run at one count of mountains.
struct Spread {
    /// Open ground, and road mountains, from which a line goes on freely.
    open: Set,
    /// Mountains that a line may enter by road without counting them, because it leaves them by road or ends there.
    by_road: Set,
    /// All hexes in which a unit would be in supply.
    reached: Set,
}

impl Aragon {
    /// 10.2a: the hexes in which a unit of the side is in supply at this moment.
    pub fn supplied(&self, p: &Public, side: Side) -> Set {
        let known = &p.derived.supply[side];
        if self.book.ground.map.all().within(&known.asked) { known.supplied } else { self.trace(p, side) }
    }

    /// 10.2a: is a unit of the side in supply in this hex?
    #[inline]
    pub(crate) fn in_supply(&self, p: &Public, side: Side, hex: Hex) -> bool {
        self.supplied_among(p, side, &Set::one(hex.index())).has(hex.index())
    }

    /// 10.2a: those of the `wanted` hexes in which a unit of the side is in supply.
    ///
    /// Most units have a line that the ground offers and nobody has cut; most others are shut in. Lines are traced for what is left.
    pub(crate) fn supplied_among(&self, p: &Public, side: Side, wanted: &Set) -> Set {
        let known = &p.derived.supply[side];
        if wanted.within(&known.asked) {
            return known.supplied & *wanted;
        }
        let free = self.free(p, side);
        let ends = self.book.ground.road_ends[side] & free & self.owned(p, side);
        let mut supplied = Set::EMPTY;
        let mut open = Set::EMPTY;
        for i in *wanted {
            if self.has_lifeline(side, Hex::at(i), &free, &ends) {
                supplied.insert(i);
            } else if !self.shut_in(Hex::at(i), &free, &ends) {
                open.insert(i);
            }
        }
        if open.is_empty() { supplied } else { supplied | self.trace_to(p, side, Some(&open)) & open }
    }

    /// Remembers the supply of the `wanted` hexes until a unit moves or control changes.
    pub(crate) fn warm_supply(&self, p: &mut Public, side: Side, wanted: &Set) {
        if !wanted.within(&p.derived.supply[side].asked) {
            let supplied = self.supplied_among(p, side, wanted);
            let known = &mut p.derived.supply[side];
            known.asked |= *wanted;
            known.supplied |= supplied;
        }
    }

    /// Remembers the supply of the whole map.
    pub(crate) fn warm_all_supply(&self, p: &mut Public, side: Side) {
        let supplied = self.supplied(p, side);
        p.derived.supply[side] = Supply { asked: self.book.ground.map.all(), supplied };
    }

    /// 10.0k: is one of the lines that lead from the hex over the ground to a friendly map-edge road hex free?
    fn has_lifeline(&self, side: Side, at: Hex, free: &Set, ends: &Set) -> bool {
        let ground = &self.book.ground;
        let leads = |i: usize| {
            let mut lines = ground.lifelines[side][i].iter();
            free.has(i) && lines.any(|line| ends.has(line.end.index()) && line.hexes.within(free))
        };
        ends.has(at.index()) || ground.any_near[at.index()].iter().any(leads)
    }

    /// Is there no way at all over free hexes to a friendly map-edge road hex? Then there is no line either: every source hangs together
    /// with one of them.
    fn shut_in(&self, at: Hex, free: &Set, ends: &Set) -> bool {
        let ground = &self.book.ground;
        let mut pocket = ground.any_near[at.index()] & *free;
        loop {
            if pocket.meets(ends) {
                return false;
            }
            let before = pocket;
            ground.either_way.sweep(&mut pocket, free);
            if pocket == before {
                return true;
            }
        }
    }

    /// 10.0-r4: the hexes under the side's control.
    fn owned(&self, p: &Public, side: Side) -> Set {
        match side {
            Side::Republican => p.control,
            Side::Nationalist => self.book.ground.map.all() - p.control,
        }
    }

    /// 10.0c to 10.0e: hexes a line may pass.
    ///
    /// 10.0d: no hex in an enemy zone, unless a friend is there.
    fn free(&self, p: &Public, side: Side) -> Set {
        let enemy = side.other();
        let zone = p.derived.zone[enemy] - p.derived.occupied[side];
        self.book.ground.map.all() - p.derived.occupied[enemy] - zone
    }

    /// 10.0: traces all lines of a side.
    pub(crate) fn trace(&self, p: &Public, side: Side) -> Set {
        self.trace_to(p, side, None)
    }

    /// 10.0: traces the lines of a side, all of them or until every wanted hex is reached.
    ///
    /// 10.0a, 10.0b, 10.0h, 10.0-r1: lines of any length to a source; the unit's own hex does not matter. 10.2-r2: 10.0 is 10.1 too.
    fn trace_to(&self, p: &Public, side: Side, wanted: Option<&Set>) -> Set {
        let ground = &self.book.ground;
        let free = self.free(p, side);
        let owned = self.owned(p, side);
        // 10.0j, 10.0-r5: roads and railways that reach a friendly map edge along friendly hexes.
        let net = self.road_net(side, &(free & owned));
        let direct = self.spread(&net, &free, wanted);
        if wanted.is_some_and(|w| w.within(&direct.reached)) {
            return direct.reached;
        }
        // A town the lines from the net reach without a mountain adds nothing; others renew the count if they lie near enough.
        let mut towns = (ground.towns & owned & free) - direct.open - direct.by_road;
        if !towns.is_empty() {
            towns = towns.iter().filter(|t| self.fed(Hex::at(*t), &net, &free)).collect();
        }
        if towns.is_empty() {
            direct.reached
        } else {
            direct.reached | self.spread(&towns, &free, None).reached
        }
    }

    /// 10.0j, 10.0-r5: the roads and railways that reach a friendly map edge along hexes `open` to the side.
    fn road_net(&self, side: Side, open: &Set) -> Set {
        let ground = &self.book.ground;
        let mut net = ground.road_ends[side] & *open;
        let mut queue = [Hex::NONE; HEXES];
        let mut waiting = 0;
        for i in net {
            queue[waiting] = Hex::at(i);
            waiting += 1;
        }
        while waiting > 0 {
            waiting -= 1;
            for &next in &ground.road_near[queue[waiting].index()] {
                if open.has(next.index()) && !net.has(next.index()) {
                    net.insert(next.index());
                    queue[waiting] = next;
                    waiting += 1;
                }
            }
        }
        net
    }

    /// Floods lines backwards from sources, first without and then with one mountain off the road (10.0f, 10.0-r6).
    fn spread(&self, sources: &Set, free: &Set, wanted: Option<&Set>) -> Spread {
        let g = &self.book.ground;
        let (plain, high) = (*free - g.mountains, *free & g.mountains);
        let (mut open, mut by_road) = (*sources - g.mountains, *sources & g.mountains);
        // Most of the time no road leads through a free mountain; then only open ground is flooded.
        let passes = high & g.road_mountains;
        let roads = !passes.is_empty() || !by_road.is_empty();
        loop {
            // Open ground first, then what only roads lead to.
            loop {
                let before = open;
                g.any_way.sweep(&mut open, &plain);
                let met = |i: usize| sources.has(i) || open.has(i) || open.meets(&g.any_near[i]);
                if wanted.is_some_and(|w| w.iter().all(met)) {
                    return Spread { open, by_road, reached: *sources | g.any_way.grow(&open) };
                }
                if open == before {
                    break;
                }
            }
            if !roads || !self.follow_roads(&mut open, &mut by_road, &plain, &passes) {
                break;
            }
        }
        // Mountains that may be the one a line uses: entered in any way, left in any way.
        let first = by_road | g.overland.grow(&open) & high;
        let (mut open1, mut by_road1) = (open, by_road);
        if !first.is_empty() {
            open1 |= g.any_way.grow(&first) & plain;
            by_road1 |= g.along_roads.grow(&first) & passes;
            loop {
                open1 = g.any_way.flood(&open1, &plain);
                if !roads || !self.follow_roads(&mut open1, &mut by_road1, &plain, &passes) {
                    break;
                }
            }
        }
        let reached = *sources | g.any_way.grow(&(open1 | first)) | g.along_roads.grow(&by_road1);
        Spread { open, by_road, reached }
    }

    /// Takes lines one step farther along roads: out of mountains, and into them. Says whether that led anywhere.
    fn follow_roads(&self, open: &mut Set, by_road: &mut Set, plain: &Set, passes: &Set) -> bool {
        let roads = &self.book.ground.along_roads;
        let before = (*open, *by_road);
        *open |= roads.grow(by_road) & *plain;
        *by_road |= roads.grow(&(*open | *by_road)) & *passes;
        (*open, *by_road) != before
    }

    /// 10.0i, 10.0-r2, 10.0-r3: does a path of at most four points link the town to the net?
    fn fed(&self, town: Hex, net: &Set, free: &Set) -> bool {
        let g = &self.book.ground;
        if net.has(town.index()) {
            return true;
        }
        // Cheapest cost of each hex by mountains used and by "entered a mountain along the road, not yet counted".
        let mut best = [[u8::MAX; 4]; HEXES];
        let mut queue = [(Hex::NONE, 0u8); 256];
        let (mut head, mut tail) = (0, 1);
        best[town.index()][0] = 0;
        queue[0] = (town, 0);
        while head != tail {
            let (at, state) = queue[head];
            head = (head + 1) % queue.len();
            let (used, pending) = (state & 1, state & 2 != 0);
            let cost = best[at.index()][state as usize];
            for (dir, to) in g.map.around(at) {
                let road = g.carriage.has(at, dir);
                if !free.has(to.index()) || (!road && g.river.has(at, dir)) {
                    continue;
                }
                let mountain = g.mountains.has(to.index());
                let used = used + u8::from(pending && !road) + u8::from(mountain && !road);
                let spent = cost.saturating_add(g.cost(at, dir));
                if used > 1 || spent > self.book.tables.supply.town_reach {
                    continue;
                }
                if net.has(to.index()) {
                    return true;
                }
                let state = used | if mountain && road { 2 } else { 0 };
                if spent < best[to.index()][state as usize] {
                    best[to.index()][state as usize] = spent;
                    queue[tail] = (to, state);
                    tail = (tail + 1) % queue.len();
                    assert!(tail != head, "the search queue is full");
                }
            }
        }
        false
    }
}
