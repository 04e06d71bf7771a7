//! 9.2 Movement: what a step costs and what forbids it.

mod bars;
mod lay;

pub use bars::{Bar, Waived, bar_in_the_way};
pub use lay::{Lay, Steps};

use crate::Side;
use crate::assault::Storm;
use crate::book::{Book, MOST_MOVES};
use crate::ids::Places;
use crate::ids::Units;
use crate::position::{Kind, Public};
use crate::rules::{self, Rule};
use frente_board::Area;

/// A stack on the march.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Whose it is.
    pub side: Side,
    /// Its units.
    pub units: Units,
    /// How many they are; kept for speed.
    pub size: u8,
    /// 9.2d: the movement points of its slowest unit.
    pub moves: u8,
    /// Is artillery in it?
    pub guns: bool,
    /// What is left out of account for it: nothing in play.
    pub waived: Waived,
}

/// How many kinds of stacks there are for a march: by speed, with artillery or without.
pub const CLASSES: usize = 2 * (MOST_MOVES as usize + 1);

impl Mover {
    /// Stacks of one size and class fare alike.
    pub fn class(&self) -> usize {
        usize::from(self.moves * 2 + u8::from(self.guns))
    }

    /// The stack as it would fare if these bars did not hold.
    #[must_use]
    pub fn waiving(mut self, bars: Waived) -> Mover {
        self.waived = bars;
        self
    }
}

/// The state of the area a step leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// As it stands.
    Standing,
    /// Just entered: if no enemy unit was there, it has become a friendly area (3.5.1-r1).
    Entered,
}

/// The stack of the impulse in hand, before its next step.
pub struct March<'a> {
    book: &'a Book,
    p: &'a Public,
    m: Mover,
    lay: Lay<'a>,
    steps: Steps,
}

impl<'a> March<'a> {
    /// 9.2j, 9.2k, 9.2-r6: may the stack make this step with the points it has left? What it costs.
    ///
    /// # Errors
    /// The rule against the step.
    fn price(&self, to: Area) -> Result<u8, Rule> {
        let act = &self.p.act;
        if !self.steps.to.has(to.index()) {
            return Err(self.lay.why_no_step(act.here, Leaving::Standing, to, self.p.river_ban));
        }
        let cost = self.steps.price(to.index());
        if act.steps > 0 && cost > act.left {
            return Err(rules::R9_2D);
        }
        let stops = self.book.stops(&self.m);
        if act.steps > 0 && stops && (act.entered_hostile || self.lay.hostile().has(act.here.index())) {
            return Err(rules::R9_2_R3);
        }
        if act.kind == Kind::Assault && to != act.target {
            if stops && self.lay.hostile().has(to.index()) {
                return Err(rules::R9_2_R3);
            }
            if !self.then(to, cost).reaches(act.target) {
                return Err(rules::R9_4_3D);
            }
        }
        Ok(cost)
    }

    /// The stack of an assault after a step that costs so much.
    fn then(&self, to: Area, cost: u8) -> Storm<'a> {
        let (p, act) = (self.p, &self.p.act);
        Storm {
            book: self.book,
            p,
            m: self.m,
            lay: self.lay.left(p, &self.m, act.here),
            home: act.here,
            at: to,
            left: act.left.saturating_sub(cost),
            leaving: Leaving::Entered,
            ban: p.river_ban && !self.book.opens_rivers(p, &self.m, to),
        }
    }

    /// All steps it may make.
    pub fn steps(&self) -> Places {
        self.steps.to.iter().filter(|&i| self.price(Area::at(i)).is_ok()).collect()
    }

    /// Is there one?
    pub fn can_go_on(&self) -> bool {
        self.steps.to.iter().any(|i| self.price(Area::at(i)).is_ok())
    }

    /// What the map alone asks for a step, whether it may be made or not.
    pub fn toll(&self, to: Area) -> u8 {
        self.steps.price(to.index())
    }
}

impl Book {
    /// The stack these units form.
    pub fn mover(&self, p: &Public, side: Side, units: Units) -> Mover {
        Mover {
            side,
            units,
            size: units.len(),
            moves: units.iter(side).map(|u| self.moves(p, u)).min().unwrap_or(0),
            guns: (units & self.guns[side]).any(),
            waived: Waived::NOTHING,
        }
    }

    /// The stack of the impulse in hand.
    pub fn on_march<'a>(&'a self, p: &'a Public) -> March<'a> {
        self.on_march_waiving(p, Waived::NOTHING)
    }

    fn on_march_waiving<'a>(&'a self, p: &'a Public, waived: Waived) -> March<'a> {
        let act = &p.act;
        let m = Mover {
            side: act.side,
            units: act.force,
            size: act.force.len(),
            // The slowest unit was asked for when the march began.
            moves: act.left,
            guns: (act.force & self.guns[act.side]).any(),
            waived,
        };
        let steps = if act.kind == Kind::Assault { act.left } else { 1 };
        let lay = self.lay(p, &m, self.within_steps(act.here, steps));
        let steps = lay.steps(act.here.index(), Leaving::Standing, p.river_ban);
        March { book: self, p, m, lay, steps }
    }

    /// Places to which so many movement points lead at most; one step is always possible (9.2k).
    pub fn within_steps(&self, from: Area, moves: u8) -> Places {
        self.map.within[from.index()][usize::from(moves.clamp(1, MOST_MOVES))]
    }

    /// The rule that bars the rivers in this scenario.
    pub fn ban_rule(&self) -> Rule {
        if self.scenario.pause { rules::R12_3L } else { rules::R12_1I }
    }

    /// 2c, 2d, 9.2-r7: why there is no step between two places.
    fn not_adjacent(&self, from: Area, to: Area) -> Rule {
        if self.map.is_box(from) && self.map.is_box(to) {
            rules::R9_2_R7
        } else if self.map.corners.iter().any(|c| c.has(from.index()) && c.has(to.index())) {
            rules::R2D
        } else {
            rules::R2C
        }
    }

    /// 9.2j, 9.2k, 9.2-r6: may the stack of this impulse make this step with the points it has left? What it costs.
    ///
    /// # Errors
    /// The rule against the step.
    pub fn may_step(&self, p: &Public, to: Area) -> Result<u8, Rule> {
        self.on_march(p).price(to).map_err(|rule| {
            let bar = || bar_in_the_way(|waived| self.on_march_waiving(p, waived).price(to).is_ok());
            // Off the target: what is in the way from there?
            if rule == rules::R9_4_3D { bar().map_or(rule, |bar| self.bar_rule(bar)) } else { rule }
        })
    }

    /// Enemy-controlled, or with enemy units.
    #[inline]
    pub fn is_hostile(&self, p: &Public, side: Side, place: Area) -> bool {
        !self.controls(p, side, place) || p.units(side.other(), place).any()
    }

    /// 12.1j, 12.1-r1: would the arrival of the stack open the rivers?
    pub fn opens_rivers(&self, p: &Public, m: &Mover, to: Area) -> bool {
        let i = to.index();
        m.side == Side::Nationalist
            && self.map.is_urban(to)
            && p.count[m.side][i] + m.size >= p.count[m.side.other()][i]
    }

    /// 9.2a: places to which the stack can make its first step; as that is always possible (9.2k), whatever it costs.
    pub fn first_steps(&self, p: &Public, m: &Mover, from: Area) -> Places {
        self.lay(p, m, self.map.near[from.index()]).steps(from.index(), Leaving::Standing, p.river_ban).to
    }

    /// The rule that keeps all of the stacks from a first step.
    pub fn why_no_march(&self, p: &Public, stacks: &[Mover], from: Area) -> Rule {
        let goes = |waived| stacks.iter().any(|m| !self.first_steps(p, &m.waiving(waived), from).is_empty());
        let bar = bar_in_the_way(goes);
        // Only boxes of the other side bar a way for ever.
        bar.map_or(rules::R2K, |bar| self.bar_rule(bar))
    }

    /// The rule by which a bar holds.
    pub fn bar_rule(&self, bar: Bar) -> Rule {
        match bar {
            Bar::River => self.ban_rule(),
            Bar::Pause => rules::R12_3S,
            Bar::Room => rules::R3_2C,
            Bar::Guns => rules::R9_2L,
            Bar::EnemyToEnemy => rules::R9_2J,
            Bar::Stop => rules::R9_2_R3,
            Bar::Home => rules::R9_4_3_R4,
        }
    }

    /// 9.2-r3: does the stack stop where it enters an enemy or contested area?
    #[inline]
    pub fn stops(&self, m: &Mover) -> bool {
        self.switches.stop_on_entering && !m.waived.has(Bar::Stop)
    }

    /// Areas with units of the other side.
    #[inline]
    pub fn foes(&self, p: &Public, side: Side) -> Places {
        p.held[side.other()] & self.map.land
    }
}
