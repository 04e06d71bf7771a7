//! 9: where a unit can go. One route for each place: the cheapest, and among equals one that keeps the bonus.

use super::cost::{Mover, Way};
use crate::Brunete;
use crate::frame::Going;
use crate::ids::{HEXES, Unit};
use crate::position::Public;
use crate::zones;
use arrayvec::ArrayVec;
use frente_board::{Dir, Hex, Path};

/// More than any unit can spend in one move: the loader checks movement points and bonuses.
pub const MOST: usize = 24;

/// Where a move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// In a hex of the map.
    At(Hex),
    /// Beside the map, about to enter this hex.
    Beside(Hex),
}

impl Start {
    /// The hex of the map it begins with.
    pub fn hex(self) -> Hex {
        match self {
            Start::At(hex) | Start::Beside(hex) => hex,
        }
    }
}

/// A place a unit can go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The place.
    pub hex: Hex,
    /// The route from the start (from the entry hex, when entering).
    pub path: Path,
    /// Points spent in all on arrival.
    pub spent: u8,
    /// The move ends there.
    pub stop: bool,
}

/// Which steps a search may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    Any,
    Links,
    Roads,
}

const UNSEEN: u8 = u8::MAX;
/// No entry.
const END: u16 = u16::MAX;

/// Places to go on from, by points spent: one list for each number of points, all in one array.
struct Queue {
    heads: [u16; MOST],
    entries: ArrayVec<(Hex, u16, Path), { 3 * HEXES }>,
}

impl Queue {
    #[inline(always)]
    fn new() -> Self {
        Queue { heads: [END; MOST], entries: ArrayVec::new_const() }
    }

    #[inline]
    fn push(&mut self, spent: u8, hex: Hex, path: Path) {
        let head = &mut self.heads[usize::from(spent)];
        self.entries.push((hex, *head, path));
        *head = (self.entries.len() - 1) as u16;
    }

    #[inline]
    fn pop(&mut self, spent: u8) -> Option<(Hex, Path)> {
        let head = &mut self.heads[usize::from(spent)];
        let &(hex, next, path) = self.entries.get(usize::from(*head))?;
        *head = next;
        Some((hex, path))
    }
}

impl Brunete {
    /// Every place the unit can end its move in, or rest on its way, from where it stands.
    pub fn goals(&self, p: &Public, m: &Mover, start: Start, going: Going, mut goal: impl FnMut(Goal)) {
        let mut best = [UNSEEN; HEXES];
        let mut kept: ArrayVec<Goal, { 2 * HEXES }> = ArrayVec::new_const();
        if going.bonus {
            // Only steps that keep the bonus; roads alone reach further than roads and paths mixed.
            // So the second search is needed only where a path begins, or the map is entered off the roads.
            let by_path = |hex: Hex| {
                let (link, road) = (self.book.link.0[hex.index()], self.book.road.0[hex.index()]);
                road == 0 || link != road
            };
            let mut paths = going.path || by_path(start.hex());
            if !going.path {
                self.search(p, m, start, going, Steps::Roads, self.with_bonus(m, false), |g| {
                    best[g.hex.index()] = g.spent;
                    kept.push(g);
                    paths |= by_path(g.hex);
                });
            }
            if paths {
                self.search(p, m, start, going, Steps::Links, self.with_bonus(m, true), |g| {
                    if g.spent < best[g.hex.index()] {
                        best[g.hex.index()] = g.spent;
                        kept.push(g);
                    }
                });
            }
        }
        if going.spent < m.points || !going.begun {
            self.search(p, m, start, going, Steps::Any, m.points, |g| {
                if g.spent < best[g.hex.index()] {
                    best[g.hex.index()] = g.spent;
                    if p.room(&self.book, m.unit, g.hex) {
                        goal(g);
                    }
                }
            });
        }
        // Those that a cheaper route has replaced since are passed over.
        for &g in &kept {
            if g.spent == best[g.hex.index()] && p.room(&self.book, m.unit, g.hex) {
                goal(g);
            }
        }
        self.direct_steps(p, m, start, going, &best, goal);
    }

    /// The direct step to a neighbour, where a longer way is cheaper: so that any route can be walked hex by hex.
    fn direct_steps(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        going: Going,
        best: &[u8; HEXES],
        mut goal: impl FnMut(Goal),
    ) {
        let Start::At(from) = start else { return };
        for (dir, to) in self.book.map.around(from) {
            let Ok(cost) = self.step(p, m, from, dir, to) else { continue };
            let after = self.after(m, going, to, cost);
            let dearer = best[to.index()] < after.spent;
            if dearer && after.spent <= self.allowance(m, after) && p.room(&self.book, m.unit, to) {
                goal(Goal { hex: to, path: Path::EMPTY.then(dir), spent: after.spent, stop: cost.stop });
            }
        }
    }

    /// Cheapest routes by buckets of points spent. A hex in an enemy zone ends the move (4.1a), so nothing goes on from it.
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        going: Going,
        steps: Steps,
        limit: u8,
        mut goal: impl FnMut(Goal),
    ) {
        let mut best = [UNSEEN; HEXES];
        let mut queue = Queue::new();
        match start {
            Start::At(hex) => {
                best[hex.index()] = going.spent;
                queue.push(going.spent, hex, Path::EMPTY);
            }
            Start::Beside(hex) => {
                let Ok(cost) = self.entry_step(p, m, hex) else { return };
                let fits = match steps {
                    Steps::Any => true,
                    Steps::Links => cost.way != Way::Country && !cost.stop && !m.spoiled.has(hex.index()),
                    Steps::Roads => cost.way == Way::Road && !cost.stop && !m.spoiled.has(hex.index()),
                };
                let spent = going.spent + cost.points;
                if !fits || spent > limit {
                    return;
                }
                best[hex.index()] = spent;
                queue.push(spent, hex, Path::EMPTY);
            }
        }
        for spent in going.spent..=limit {
            while let Some((at, path)) = queue.pop(spent) {
                if best[at.index()] < spent {
                    continue;
                }
                let origin = start == Start::At(at) && path.is_empty();
                if !origin {
                    let stop = zones::enemy_zone(p, m.side, at);
                    goal(Goal { hex: at, path, spent, stop });
                    if stop {
                        continue;
                    }
                }
                if path.is_full() {
                    continue;
                }
                let mut ways = match steps {
                    Steps::Any => 0b11_1111,
                    Steps::Links => self.book.link.0[at.index()],
                    Steps::Roads => self.book.road.0[at.index()],
                };
                let costs = &self.book.steps[m.class][at.index()];
                let neighbours = self.book.map.neighbours(at);
                while ways != 0 {
                    let dir = ways.trailing_zeros() as usize;
                    ways &= ways - 1;
                    // As in `step`, cheapest question first. A step nobody can take, or off the map, costs more than any limit.
                    let mut total = spent.saturating_add(costs[dir]);
                    if total > limit {
                        continue;
                    }
                    let to = neighbours[dir];
                    let to_index = to.index();
                    if total >= best[to_index] {
                        continue;
                    }
                    if m.interdicted.has(to_index) {
                        total += self.book.tables.interdiction;
                        if total > limit || total >= best[to_index] {
                            continue;
                        }
                    }
                    let keeps = || !zones::enemy_zone(p, m.side, to) && !m.spoiled.has(to_index);
                    if !p.empty_of(m.side.other(), to) || (steps != Steps::Any && !keeps()) {
                        continue;
                    }
                    best[to_index] = total;
                    queue.push(total, to, path.then(Dir::ALL[dir]));
                }
            }
        }
    }

    /// Is there a neighbour to go to, whatever the enemy's aviation does? Nearly always, and then nothing else needs to be known.
    pub fn can_surely_go(&self, p: &Public, unit: Unit, points: u8) -> bool {
        let Some(from) = p.at(unit) else { return false };
        let info = self.book.unit(unit);
        let costs = &self.book.steps[info.kind.class()][from.index()];
        let Some(most) = points.checked_sub(self.book.tables.interdiction) else { return false };
        self.book.map.around(from).any(|(dir, to)| {
            costs[dir.index()] <= most && p.empty_of(info.side.other(), to) && p.room(&self.book, unit, to)
        })
    }

    /// Is there any place to go? Mostly a neighbour answers.
    pub fn can_go(&self, p: &Public, m: &Mover, start: Start, going: Going) -> bool {
        let mut open = false;
        match start {
            Start::At(from) => {
                for (dir, to) in self.book.map.around(from) {
                    if let Ok(cost) = self.step(p, m, from, dir, to) {
                        let after = self.after(m, going, to, cost);
                        if after.spent <= self.allowance(m, after) {
                            if p.room(&self.book, m.unit, to) {
                                return true;
                            }
                            open = true;
                        }
                    }
                }
            }
            Start::Beside(hex) => {
                if let Ok(cost) = self.entry_step(p, m, hex) {
                    let after = self.after(m, going, hex, cost);
                    open = after.spent <= self.allowance(m, after);
                    if open && p.room(&self.book, m.unit, hex) {
                        return true;
                    }
                }
            }
        }
        if open {
            let mut any = false;
            self.goals(p, m, start, going, |_| any = true);
            return any;
        }
        false
    }
}
