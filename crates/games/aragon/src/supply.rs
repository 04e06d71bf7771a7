//! 10.0, 10.2: lines of supply.
//!
//! A line runs from a unit to a source; here it is flooded backwards, from the sources over the whole map at once. Every hex of
//! the road net that hangs together with a friendly map edge is as good as a source, because the line can follow the road
//! from there (10.0j, 10.0k); a town off that net (10.0i) matters only because mountains are counted anew behind it.

use crate::Aragon;
use crate::ids::{HEXES, Set};
use crate::position::Public;
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
        p.derived.supply[side].unwrap_or_else(|| self.trace(p, side))
    }

    /// 10.2a: those of the `wanted` hexes in which a unit of the side is in supply. Stops tracing when all of them are.
    pub(crate) fn supplied_among(&self, p: &Public, side: Side, wanted: &Set) -> Set {
        let supplied = p.derived.supply[side].unwrap_or_else(|| self.trace_to(p, side, Some(wanted)));
        supplied & *wanted
    }

    /// Remembers supply until a unit moves or control changes.
    pub(crate) fn warm_supply(&self, p: &mut Public, side: Side) {
        if p.derived.supply[side].is_none() {
            p.derived.supply[side] = Some(self.trace(p, side));
        }
    }

    /// 10.0c to 10.0e: hexes a line may pass.
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
    fn trace_to(&self, p: &Public, side: Side, wanted: Option<&Set>) -> Set {
        let ground = &self.book.ground;
        let free = self.free(p, side);
        let owned = match side {
            Side::Republican => p.control,
            Side::Nationalist => ground.map.all() - p.control,
        };
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
            let before = (open, by_road);
            g.any_way.sweep(&mut open, &plain);
            let met = |i: usize| sources.has(i) || open.has(i) || open.meets(&g.any_near[i]);
            if wanted.is_some_and(|w| w.iter().all(met)) {
                return Spread { open, by_road, reached: *sources | g.any_way.grow(&open) };
            }
            if roads {
                open |= g.along_roads.grow(&by_road) & plain;
                by_road |= g.along_roads.grow(&(open | by_road)) & passes;
            }
            if (open, by_road) == before {
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
                let before = (open1, by_road1);
                g.any_way.sweep(&mut open1, &plain);
                if roads {
                    open1 |= g.along_roads.grow(&by_road1) & plain;
                    by_road1 |= g.along_roads.grow(&(open1 | by_road1)) & passes;
                }
                if (open1, by_road1) == before {
                    break;
                }
            }
        }
        let reached = *sources | g.any_way.grow(&(open1 | first)) | g.along_roads.grow(&by_road1);
        Spread { open, by_road, reached }
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
