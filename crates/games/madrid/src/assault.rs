//! 9.4.3 Assault: where a stack can strike after a march.

use crate::Side;
use crate::book::{Book, MOST_MOVES};
use crate::ids::Places;
use crate::movement::{Bar, Lay, Leaving, Mover, Waived, bar_in_the_way};
use crate::position::Public;
use crate::rules::{self, Rule};
use frente_board::Area;

/// How much of a search is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quest {
    All,
    Any,
}

/// A stack on its way to strike somebody.
pub struct Storm<'a> {
    /// The book.
    pub book: &'a Book,
    /// The position.
    pub p: &'a Public,
    /// The stack.
    pub m: Mover,
    /// The map as it sees it before it leaves where it is.
    pub lay: Lay<'a>,
    /// Where the position has it.
    pub home: Area,
    /// Where it is on its way.
    pub at: Area,
    /// The points it has left. A stack that has not moved yet may always make one step (9.2k).
    pub left: u8,
    /// In which state it leaves that place.
    pub leaving: Leaving,
    /// Are the rivers barred?
    pub ban: bool,
}

/// Routes while the rivers are barred.
const BARRED: usize = 0;
/// Routes that find the rivers open, or have opened them on the way.
const OPEN: usize = 1;

/// A search for those whom a stack can strike.
struct Search {
    /// Areas worth finding.
    quarry: Places,
    /// 12.1j: areas whose entry opens the rivers.
    openings: Places,
    /// The least that a step into enemy units costs.
    strike: u8,
    /// 9.2-r3 holds.
    stops: bool,
    /// Where it has come to: places by the points left there, in two layers.
    edge: [[Places; MOST_MOVES as usize + 1]; 2],
    /// Areas found.
    found: Places,
}

impl Search {
    /// Makes all steps out of a place. The first one of a march may cost what it will (9.2k).
    #[inline]
    fn spread(&mut self, lay: &Lay, from: usize, leaving: Leaving, points: u8, layer: usize) {
        let first = leaving == Leaving::Standing;
        for (to, price, hostile) in lay.steps(from, leaving, layer == BARRED).by_price() {
            if price > points && !first {
                continue;
            }
            if hostile {
                self.found |= (to & self.quarry) - lay.safe();
            }
            let rest = points.saturating_sub(price);
            // Who has not the points to strike from there need not go there.
            if rest < self.strike || (hostile && self.stops) {
                continue;
            }
            let opened = if layer == OPEN { to } else { to & self.openings };
            self.edge[OPEN][usize::from(rest)] |= opened;
            self.edge[BARRED][usize::from(rest)] |= to - opened;
        }
    }

    /// Has it found what is wanted?
    #[inline]
    fn is_over(&self, quest: Quest) -> bool {
        self.found == self.quarry || (quest == Quest::Any && !self.found.is_empty())
    }
}

impl Storm<'_> {
    /// 9.4.3d: can the stack come to this area and strike there?
    pub fn reaches(&self, target: Area) -> bool {
        let quarry = Places::one(target.index()) & self.book.foes(self.p, self.m.side);
        !self.search(quarry, Quest::Any).is_empty()
    }

    /// 9.4.3-r4: all it could strike: who stands where it begins is not among them.
    fn quarry(&self) -> Places {
        let mut foes = self.book.foes(self.p, self.m.side);
        if !self.m.waived.has(Bar::Home) {
            foes.remove(self.home.index());
        }
        foes
    }

    /// The least that a step into enemy units costs.
    fn strike(&self) -> u8 {
        let cost = &self.book.tables.movement;
        cost.step + cost.entering
    }

    /// 12.1j, 12.1-r1: urban areas, as far as the stack can come, whose entry would open the rivers.
    fn openings(&self) -> Places {
        let (p, side) = (self.p, self.m.side);
        let opens = |&i: &usize| {
            let others = p.count[side][i] - if i == self.home.index() { self.m.size } else { 0 };
            others + self.m.size >= p.count[side.other()][i]
        };
        (self.book.map.urban & self.book.within_steps(self.at, self.left)).iter().filter(opens).collect()
    }

    /// 9.4.3d, 9.4.3-r4: those of the areas with enemy units that the stack can reach, within the rules of movement.
    fn search(&self, quarry: Places, quest: Quest) -> Places {
        let map = &self.book.map;
        let (at, left, strike) = (self.at.index(), self.left.min(MOST_MOVES), self.strike());
        let first = self.leaving == Leaving::Standing;
        // Any step costs its price, the last one into enemy units the extra for entering as well; a first step is always possible.
        let reach = 1 + left.saturating_sub(strike) / self.book.tables.movement.step.max(1);
        let quarry = quarry & map.within[at][usize::from(reach.min(MOST_MOVES))];
        if quarry.is_empty() || (!first && left < strike) {
            return Places::EMPTY;
        }
        let barred = self.ban && self.m.side == Side::Nationalist;
        let mut search = Search {
            quarry,
            openings: if barred { self.openings() } else { Places::EMPTY },
            strike,
            stops: self.book.stops(&self.m),
            edge: [[Places::EMPTY; MOST_MOVES as usize + 1]; 2],
            found: Places::EMPTY,
        };
        let later = self.lay.left(self.p, &self.m, self.at);
        let start = if barred { BARRED } else { OPEN };
        search.spread(if first { &self.lay } else { &later }, at, self.leaving, left, start);
        let mut seen = [Places::EMPTY; 2];
        // To come back gains nothing but open rivers.
        seen[start].insert(at);
        for points in (strike..=left).rev() {
            if search.is_over(quest) {
                break;
            }
            for (layer, seen) in seen.iter_mut().enumerate() {
                let mut here = search.edge[layer][usize::from(points)] - *seen;
                *seen |= here;
                while let Some(i) = here.pop() {
                    search.spread(&later, i, Leaving::Entered, points, layer);
                }
            }
        }
        search.found
    }
}

impl Book {
    /// The stack before it sets out, with the map as it sees it.
    pub fn storm<'a>(&'a self, p: &'a Public, m: &Mover, lay: Lay<'a>, from: Area) -> Storm<'a> {
        let (left, ban) = (m.moves, p.river_ban);
        Storm { book: self, p, m: *m, lay, home: from, at: from, left, leaving: Leaving::Standing, ban }
    }

    /// 9.4.3d, 9.4.3-r4: areas with enemy units that a stack can reach, within the rules of movement; not where it stands.
    pub fn strikes(&self, p: &Public, m: &Mover, from: Area) -> Places {
        let storm = self.storm(p, m, self.lay(p, m, self.within_steps(from, m.moves)), from);
        storm.search(storm.quarry(), Quest::All)
    }

    /// Is there any such area? The lay of the land is one for stacks of this side and size.
    pub fn can_strike(&self, p: &Public, m: &Mover, lay: Lay<'_>, from: Area) -> bool {
        let storm = self.storm(p, m, lay, from);
        !storm.search(storm.quarry(), Quest::Any).is_empty()
    }

    /// The rule that keeps all of the stacks from striking anybody.
    pub fn why_no_strike(&self, p: &Public, stacks: &[Mover], from: Area) -> Rule {
        let hits = |waived| {
            let hits = |m: &Mover| self.strikes(p, &m.waiving(waived), from);
            stacks.iter().fold(Places::EMPTY, |all, m| all | hits(m))
        };
        match bar_in_the_way(|waived| !hits(waived).is_empty()) {
            // Who stands in a Republican area is safe in the Pause (12.3t), and so is who can be reached only through one (12.3s).
            Some(Bar::Pause) => {
                let safe = |i| self.may_storm(p, Side::Nationalist, Area::at(i)).is_err();
                if hits(Waived::only(Bar::Pause)).iter().all(safe) { rules::R12_3T } else { rules::R12_3S }
            }
            Some(bar) => self.bar_rule(bar),
            None if self.foes(p, stacks[0].side).is_empty() => rules::R9_4_3_R2,
            None => rules::R9_4_3D,
        }
    }

    /// The rule that keeps the stack from striking there: a bar, or else that it is too far.
    pub fn why_not_struck(&self, p: &Public, m: &Mover, from: Area, target: Area) -> Rule {
        let reached = |waived: Waived| self.strikes(p, &m.waiving(waived), from).has(target.index());
        bar_in_the_way(reached).map_or(rules::R9_4_3D, |bar| self.bar_rule(bar))
    }

    /// 12.3t, 12.3-r1: may the side attack in the area?
    ///
    /// # Errors
    /// The rule against it.
    #[inline]
    pub fn may_storm(&self, p: &Public, side: Side, area: Area) -> Result<(), Rule> {
        if side == Side::Nationalist && p.pausing() && self.controls(p, Side::Republican, area) {
            Err(rules::R12_3T)
        } else {
            Ok(())
        }
    }
}
