//! The lay of the land: the map as a stack on the march sees it, as sets of places. It is worked out once and asked for many steps; what
//! is legal, what it costs and why not are read from the same sets.

use crate::Side;
use crate::book::Book;
use crate::ids::Places;
use crate::movement::bars::Bar;
use crate::movement::{Leaving, Mover};
use crate::position::Public;
use crate::rules::{self, Rule};
use frente_board::Area;

/// Whose each place is, who stands there, and what is shut to a stack of this side, size and kind.
#[derive(Clone, Copy, Debug)]
pub struct Lay<'a> {
    book: &'a Book,
    side: Side,
    /// Areas and boxes of the side; all others are enemy ones.
    own: Places,
    /// Places with units of the other side.
    foes: Places,
    /// Places with units of this side.
    friends: Places,
    /// 3.2c: areas without room for the stack.
    full: Places,
    /// What the stack may not enter from anywhere.
    shut: Places,
    /// 9.2l holds for the stack.
    guns: bool,
    /// 12.3s, 12.3t hold for the stack.
    pausing: bool,
    /// 9.2j holds for the stack.
    tied: bool,
    /// 12.1i, 12.3l can hold for the stack.
    river_bound: bool,
}

/// The steps out of a place.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Where a step may lead.
    pub to: Places,
    /// 9.2g: places that cost more to enter.
    hostile: Places,
    /// 9.2h: places that cost more to cross over to.
    river: Places,
    /// What each step from here costs at least.
    least: u8,
    entering: u8,
    crossing: u8,
}

impl Steps {
    /// 9.2e, 9.2f, 9.2g, 9.2h, 9.2i: what a step costs.
    #[inline]
    pub fn price(&self, to: usize) -> u8 {
        self.least
            + if self.hostile.has(to) { self.entering } else { 0 }
            + if self.river.has(to) { self.crossing } else { 0 }
    }

    /// Where the steps lead, by price, and whether it is among the enemy.
    #[inline]
    pub fn by_price(&self) -> [(Places, u8, bool); 4] {
        let (among, quiet) = (self.to & self.hostile, self.to - self.hostile);
        let (least, entering) = (self.least, self.least + self.entering);
        [
            (quiet - self.river, least, false),
            (quiet & self.river, least + self.crossing, false),
            (among - self.river, entering, true),
            (among & self.river, entering + self.crossing, true),
        ]
    }
}

impl Book {
    /// The map as the stack sees it, as far as it can come: to these places and not beyond.
    pub fn lay(&self, p: &Public, m: &Mover, places: Places) -> Lay<'_> {
        let (side, foe) = (m.side, m.side.other());
        let holds = |bar: Bar| !m.waived.has(bar);
        let blue = side == Side::Nationalist;
        let mut lay = Lay {
            book: self,
            side,
            own: self.controlled(p, side) | self.map.boxes[side.index()],
            foes: p.held[foe],
            friends: p.held[side],
            full: if holds(Bar::Room) { self.full(p, side, places, m.size) } else { Places::EMPTY },
            shut: Places::EMPTY,
            guns: m.guns && holds(Bar::Guns),
            pausing: blue && p.pausing() && holds(Bar::Pause),
            tied: holds(Bar::EnemyToEnemy),
            river_bound: blue && holds(Bar::River),
        };
        lay.shut = lay.shut_to_all();
        lay
    }
}

impl<'a> Lay<'a> {
    /// The same with artillery in the stack, or without.
    #[must_use]
    pub fn with_guns(mut self, guns: bool) -> Self {
        self.guns = guns;
        self.shut = self.shut_to_all();
        self
    }

    /// 3.5.1a: the same once the stack has left the area: it takes up no room there, and holds it no longer.
    #[must_use]
    pub fn left(mut self, p: &Public, m: &Mover, area: Area) -> Self {
        let i = area.index();
        self.full.remove(i);
        if (p.units(m.side, area) - m.units).is_empty() {
            self.friends.remove(i);
            if self.foes.has(i) {
                self.own.remove(i);
            }
        }
        self.shut = self.shut_to_all();
        self
    }

    /// 2k, 3.2c, 9.2l, 12.3s: places the stack may not enter from anywhere.
    #[inline]
    fn shut_to_all(&self) -> Places {
        self.enemy_boxes() | self.full | self.not_led() | self.at_rest()
    }

    #[inline]
    fn enemy_boxes(&self) -> Places {
        self.book.map.boxes[self.side.other().index()]
    }

    /// 9.2l, 9.2-r5: enemy areas without a friend, for artillery.
    #[inline]
    fn not_led(&self) -> Places {
        if self.guns { !self.own - self.friends } else { Places::EMPTY }
    }

    /// 12.3s: uncontested enemy areas, during the Pause.
    #[inline]
    fn at_rest(&self) -> Places {
        if self.pausing { !self.own - (self.foes & self.friends) } else { Places::EMPTY }
    }

    /// 12.3t: areas whose units are safe from an assault.
    #[inline]
    pub fn safe(&self) -> Places {
        if self.pausing { !self.own } else { Places::EMPTY }
    }

    /// 9.2-r2: is the place one that the stack leaves as an enemy area?
    #[inline]
    fn leaves_enemy(&self, from: usize, leaving: Leaving) -> bool {
        !self.own.has(from) && (leaving == Leaving::Standing || self.foes.has(from))
    }

    /// 12.1i, 12.3l, 12.1-r2: places behind a river that is barred.
    #[inline]
    fn over_barred_rivers(&self, from: usize, ban: bool) -> Places {
        if ban && self.river_bound { self.book.scenario.ban[from] } else { Places::EMPTY }
    }

    /// Enemy-controlled places and those with enemy units.
    #[inline]
    pub fn hostile(&self) -> Places {
        !self.own | self.foes
    }

    /// 9.2e, 9.2f, 9.2g, 9.2h, 9.2i, 9.2j: the steps out of a place. Movement points are the caller's business.
    #[inline]
    pub fn steps(&self, from: usize, leaving: Leaving, ban: bool) -> Steps {
        let (map, cost) = (&self.book.map, &self.book.tables.movement);
        let from_enemy = self.leaves_enemy(from, leaving);
        let mut to = map.near[from] - self.shut - self.over_barred_rivers(from, ban);
        if from_enemy && self.tied {
            to &= self.own;
        }
        let river = map.river[from];
        Steps {
            to,
            hostile: self.hostile(),
            river: if from_enemy { river } else { river - self.own },
            least: cost.step + if from_enemy || self.foes.has(from) { cost.leaving } else { 0 },
            entering: cost.entering,
            crossing: cost.river,
        }
    }

    /// 2k, 3.2c, 9.2j, 9.2l, 12.1i, 12.3l, 12.3s: the rule against a step that is none of [`Lay::steps`].
    pub fn why_no_step(&self, from: Area, leaving: Leaving, to: Area, ban: bool) -> Rule {
        let (book, i, j) = (self.book, from.index(), to.index());
        if !book.map.near[i].has(j) {
            book.not_adjacent(from, to)
        } else if self.enemy_boxes().has(j) {
            rules::R2K
        } else if self.tied && self.leaves_enemy(i, leaving) && !self.own.has(j) {
            rules::R9_2J
        } else if self.full.has(j) {
            rules::R3_2C
        } else if self.not_led().has(j) {
            rules::R9_2L
        } else if self.over_barred_rivers(i, ban).has(j) {
            book.ban_rule()
        } else {
            rules::R12_3S
        }
    }
}
