//! 9: where a unit can go. One route for each place: the cheapest, and among equals one that keeps the bonus.

use super::cost::{Mover, Way};
use crate::Brunete;
use crate::frame::Going;
use crate::ids::{HEXES, Set, Unit};
use crate::position::{Place, Public};
use arrayvec::ArrayVec;
use frente_board::ways::{Arrivals, Terms, ways};
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
}

/// Which steps a search may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    Any,
    Links,
    Roads,
}

const UNSEEN: u8 = u8::MAX;

/// What a search meets on the map.
#[derive(Clone, Copy)]
struct Ground<'a> {
    /// Hexes that may not be entered.
    closed: &'a Set,
    /// Hexes that the enemy's aviation makes dearer.
    dear: &'a Set,
    /// Hexes without room to stay.
    crowded: &'a Set,
}

/// More arrivals than a search can note: hardly a hex is bettered once.
const ARRIVALS: usize = 3 * HEXES;

impl Brunete {
    /// Every place the unit can end its move in, or rest on its way, from where it stands.
    #[inline]
    pub fn goals(&self, p: &Public, m: &Mover, start: Start, going: Going, mut goal: impl FnMut(Goal)) {
        if going.bonus {
            return self.goals_with_bonus(p, m, start, going, goal);
        }
        let enemy = m.side.other();
        let (closed, crowded) = (&p.derived.occupied[enemy], p.full_for(m.tank));
        let (dear, extra) = (&self.interdiction(p, m.side), self.book.tables.interdiction);
        let search = &self.book.search;
        if let Start::At(from) = start {
            let (costs, stops) = (&search.any[m.class], &p.derived.zoc[enemy]);
            let terms = Terms { costs, closed, stops, dear, extra, crowded };
            let spent = going.spent;
            let shown = search.tours[m.class].follow(
                &terms,
                from,
                m.points.saturating_sub(spent),
                |hex, more, path| goal(Goal { hex, path, spent: spent + more }),
            );
            if let Some(dearer) = shown {
                for dir in Dir::ALL.into_iter().filter(|dir| dearer >> dir.index() & 1 != 0) {
                    self.direct_step(p, m, from, going, dir, |_| 0, &mut goal);
                }
                return;
            }
        }
        let mut found = Arrivals::within(m.points);
        let ground = Ground { closed, dear, crowded };
        self.search(p, m, start, going, Steps::Any, ground, &mut found, &mut goal);
        if let Start::At(from) = start {
            for dir in found.dearer_steps(&search.lattice, &search.any[m.class], from, going.spent) {
                self.direct_step(p, m, from, going, dir, |hex| found.spent(hex), &mut goal);
            }
        }
    }

    /// The same while the bonus can be earned. Steps that keep it come in two kinds: roads alone reach further than roads and paths mixed.
    fn goals_with_bonus(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        going: Going,
        mut goal: impl FnMut(Goal),
    ) {
        let (full, enemy) = (p.full_for(m.tank), &p.derived.occupied[m.side.other()]);
        let (dear, crowded) = (&self.interdiction(p, m.side), &Set::EMPTY);
        // What keeps the bonus leads into no enemy zone and past no aviation (9-r2, 8.2c).
        let closed = *enemy | p.derived.zoc[m.side.other()] | self.spoiling(p, m.side);
        let closed = &(closed & self.book.linked);
        let mut best = [UNSEEN; HEXES];
        let mut kept: ArrayVec<Goal, { 2 * HEXES }> = ArrayVec::new_const();
        // The second search is needed only where a path begins, or the map is entered off the roads.
        let by_path = |hex: Hex| {
            let (link, road) = (self.book.link.0[hex.index()], self.book.road.0[hex.index()]);
            road == 0 || link != road
        };
        let mut paths = going.path || by_path(start.hex());
        if !going.path {
            let found = &mut Arrivals::within(self.with_bonus(m, false));
            self.search(p, m, start, going, Steps::Roads, Ground { closed, dear, crowded }, found, |g| {
                best[g.hex.index()] = g.spent;
                kept.push(g);
                paths |= by_path(g.hex);
            });
        }
        if paths {
            let found = &mut Arrivals::within(self.with_bonus(m, true));
            self.search(p, m, start, going, Steps::Links, Ground { closed, dear, crowded }, found, |g| {
                if g.spent < best[g.hex.index()] {
                    best[g.hex.index()] = g.spent;
                    kept.push(g);
                }
            });
        }
        let found = &mut Arrivals::within(m.points);
        self.search(p, m, start, going, Steps::Any, Ground { closed: enemy, dear, crowded }, found, |g| {
            if g.spent < best[g.hex.index()] {
                best[g.hex.index()] = g.spent;
                if !full.has(g.hex.index()) {
                    goal(g);
                }
            }
        });
        // Those that a cheaper route has replaced since are passed over.
        for &g in &kept {
            if g.spent == best[g.hex.index()] && !full.has(g.hex.index()) {
                goal(g);
            }
        }
        if let Start::At(from) = start {
            for (dir, _) in self.book.map.around(from) {
                self.direct_step(p, m, from, going, dir, |hex| best[hex.index()], &mut goal);
            }
        }
    }

    /// The direct step to a neighbour, where a longer way is cheaper: so that any route can be walked hex by hex. `best` says what the
    /// cheapest way to a hex costs.
    #[allow(clippy::too_many_arguments)]
    fn direct_step(
        &self,
        p: &Public,
        m: &Mover,
        from: Hex,
        going: Going,
        dir: Dir,
        best: impl Fn(Hex) -> u8,
        goal: &mut impl FnMut(Goal),
    ) {
        let to = self.book.map.neighbour(from, dir);
        // No longer way is cheaper than this.
        if self.book.steps[m.class][from.index()][dir.index()] == 1 {
            return;
        }
        let Ok(cost) = self.step(p, m, from, dir, to) else { return };
        let after = self.after(p, m, going, to, cost);
        let dearer = best(to) < after.spent;
        if dearer && after.spent <= self.allowance(m, after) && p.room(&self.book, m.unit, to) {
            goal(Goal { hex: to, path: Path::EMPTY.then(dir), spent: after.spent });
        }
    }

    /// Cheapest routes by points spent, up to the limit of `found`. A hex in an enemy zone ends the move (4.1a), so nothing goes on from it;
    /// from one zone straight into another is a move of one step (4.1b, 4.1-r1), and who leaves a zone goes on like any other (4.1-r2).
    /// Nothing leads off the map (9-r9).
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        going: Going,
        steps: Steps,
        ground: Ground<'_>,
        found: &mut Arrivals,
        mut goal: impl FnMut(Goal),
    ) {
        let Ground { closed, dear, crowded } = ground;
        let mut spent = going.spent;
        if let Start::Beside(hex) = start {
            let Ok(cost) = self.entry_step(p, m, hex) else { return };
            let fits = match steps {
                Steps::Any => true,
                Steps::Links => cost.way != Way::Country && !closed.has(hex.index()),
                Steps::Roads => cost.way == Way::Road && !closed.has(hex.index()),
            };
            spent += cost.points;
            if !fits || spent > found.limit() {
                return;
            }
            if !crowded.has(hex.index()) {
                goal(Goal { hex, path: Path::EMPTY, spent });
            }
            if cost.stop {
                return;
            }
        }
        let costs = match steps {
            Steps::Any => &self.book.search.any[m.class],
            Steps::Links => &self.book.search.links,
            Steps::Roads => &self.book.search.roads,
        };
        let (stops, extra) = (&p.derived.zoc[m.side.other()], self.book.tables.interdiction);
        let terms = Terms { costs, closed, stops, dear, extra, crowded };
        ways::<ARRIVALS, _>(
            &self.book.search.lattice,
            &terms,
            start.hex(),
            spent,
            found,
            |hex, spent, path| {
                goal(Goal { hex, path, spent });
            },
        );
    }

    /// More points than any unit can have, bonus and all, that a search can still spend.
    pub fn most_points(&self) -> u8 {
        let bonus = self.book.tables.road_bonus.iter().max().copied().unwrap_or(0);
        MOST as u8 - 1 - bonus
    }

    /// Is there a neighbour to go to with so many points, or the hex to enter, whatever the enemy's aviation does? Nearly always, and then
    /// nothing else needs to be known.
    #[inline]
    pub fn can_surely_go(&self, p: &Public, unit: Unit, points: u8) -> bool {
        let info = self.book.unit(unit);
        let Some(most) = points.checked_sub(self.book.tables.interdiction) else { return false };
        let (enemy, full) = (&p.derived.occupied[info.side.other()], p.full_for(info.kind.is_tank()));
        let open = |hex: Hex| !enemy.has(hex.index()) && !full.has(hex.index());
        match p.place.of(unit.index()) {
            Place::On(from) => {
                let costs = &self.book.steps[info.kind.class()][from.index()];
                let neighbours = self.book.map.neighbours(from);
                // A step that nobody can take costs more than anybody has.
                (0..6).any(|dir| costs[dir] <= most && open(neighbours[dir]))
            }
            Place::Beside(hex) => {
                let t = &self.book.tables;
                let dearest =
                    self.book.cost[hex.index()][info.kind.class()].max(t.road_cost).max(t.path_cost);
                dearest <= most && open(hex) && self.book.entry(hex).is_none_or(|e| !e.controlled)
            }
            _ => false,
        }
    }

    /// Can a unit on its way take the step, whether or not there is room?
    #[inline]
    fn can_step(&self, p: &Public, m: &Mover, from: Hex, going: Going, dir: Dir, to: Hex) -> bool {
        let points = going.spent.saturating_add(self.book.steps[m.class][from.index()][dir.index()]);
        // No more than this can be spent, whatever is earned.
        let most = if going.bonus { self.with_bonus(m, going.path) } else { m.points };
        if points > most || !p.empty_of(m.side.other(), to) {
            return false;
        }
        if points + self.book.tables.interdiction <= m.points {
            return true;
        }
        self.step(p, m, from, dir, to).is_ok_and(|cost| {
            let after = self.after(p, m, going, to, cost);
            after.spent <= self.allowance(m, after)
        })
    }

    /// Is there any place to go? Mostly a neighbour answers.
    pub fn can_go(&self, p: &Public, m: &Mover, start: Start, going: Going) -> bool {
        if going.begun() && going.spent >= m.points && !going.bonus {
            return false;
        }
        let open = match start {
            Start::At(from) => {
                let mut open = false;
                for (dir, to) in self.book.map.around(from) {
                    if self.can_step(p, m, from, going, dir, to) {
                        if !p.full_for(m.tank).has(to.index()) {
                            return true;
                        }
                        open = true;
                    }
                }
                open
            }
            Start::Beside(hex) => {
                let Ok(cost) = self.entry_step(p, m, hex) else { return false };
                let after = self.after(p, m, going, hex, cost);
                let open = after.spent <= self.allowance(m, after);
                if open && p.room(&self.book, m.unit, hex) {
                    return true;
                }
                open
            }
        };
        let mut any = false;
        if open {
            self.goals(p, m, start, going, |_| any = true);
        }
        any
    }
}
