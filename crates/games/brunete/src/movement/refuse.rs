//! Why a unit cannot go: of all that stands in its way, the rule that would have to give way for the move to become legal.

use super::cost::{Cost, Mover, Way};
use super::reach::Start;
use crate::Brunete;
use crate::frame::{Frame, Going, Mode};
use crate::ids::Unit;
use crate::position::{Place, Public};
use crate::rules as r;
use crate::zones;
use frente_board::{Hex, Path};
use frente_engine::{Refusal, Rule};

/// How the steps of a move so far bear on its bonus (9g, 9h, 8.2c).
#[derive(Clone, Copy)]
struct Trail {
    /// Every step followed a road or path.
    linked: bool,
    /// It began or went in an enemy zone.
    zoned: bool,
    /// The enemy's aviation lay over a hex entered.
    spoiled: bool,
}

impl Brunete {
    /// Why a unit that is neither on the map nor beside it cannot be taken up.
    pub(super) fn absent(p: &Public, place: Place) -> Rule {
        match place {
            Place::Due(turn) if turn > p.turn => r::R6_1A,
            Place::Reserve => r::R6_2J,
            Place::Recoverable => r::R6_2A,
            Place::Final => r::R6_2H,
            Place::Out | Place::Due(_) | Place::On(_) | Place::Beside(_) | Place::Exited(_) => r::R6_1B,
        }
    }

    /// 1.1e, 1.1g: the statement that leaves no room for another unit of this kind.
    pub(crate) fn full(&self, unit: Unit) -> Rule {
        if self.book.unit(unit).kind.is_tank() { r::R1_1G } else { r::R1_1E }
    }

    /// What movement is being made.
    fn moving_mode(p: &Public) -> (Mode, u8) {
        let found = p.stack.frames().iter().copied().rev().find_map(|f| match f {
            Frame::Movement(_, mode, left) => Some((mode, left)),
            _ => None,
        });
        found.unwrap_or((Mode::Normal, 0))
    }

    /// What cuts a unit's movement points to half, each with its statement, the most particular first.
    fn halvings(&self, p: &Public, m: &Mover, mode: Mode) -> impl Iterator<Item = Rule> {
        let unit = m.unit;
        // Once on the map, a unit that entered off the roads is known by the points it was left with.
        let off_road = matches!(p.place.of(unit.index()), Place::Beside(hex) if !self.by_road(unit, hex))
            || m.points < self.points_for(p, unit, mode);
        [
            (off_road, r::R6_1N),
            (mode == Mode::Early, r::R9S),
            (mode == Mode::Adjustment, r::R2M),
            (self.slowed(p, unit), r::R11_1A),
            (p.unsupplied.has(unit.index()), r::R3M),
        ]
        .into_iter()
        .filter_map(|(on, rule)| on.then_some(rule))
    }

    /// The rule that keeps a unit from having spent so many points in all: what limits it below its own points, where that alone
    /// stands in the way, and otherwise that they do not suffice.
    pub(super) fn out_of_points(&self, p: &Public, m: &Mover, needed: u8, plain: Rule) -> Rule {
        let unit = m.unit;
        let (mode, left) = Self::moving_mode(p);
        if mode == Mode::Infiltration {
            let own = self.points_for(p, unit, mode).saturating_sub(self.infiltrated(p, unit));
            return match () {
                () if needed > own => r::R9_R6,
                () if needed > left => r::R9O,
                () => r::R9P,
            };
        }
        let printed = self.book.unit(unit).mp[p.face(unit)];
        let halvings = self.halvings(p, m, mode).count() as u32;
        // Without one of them the unit would have what the others leave.
        let without_one = printed.checked_shr(halvings.saturating_sub(1)).unwrap_or(0);
        let limit = (halvings > 0 && needed <= without_one).then(|| self.halvings(p, m, mode).next());
        limit.flatten().unwrap_or(plain)
    }

    /// Why a unit that is there and may move has nowhere to go. Too few points come first: they are what changes most easily; then
    /// full hexes, then enemies, then rivers.
    pub(super) fn stuck(&self, p: &Public, m: &Mover, going: Going) -> Rule {
        let mut full = false;
        let mut barred = None;
        let mut dear: Option<u8> = None;
        let mut look = |step: Result<Cost, Rule>, to: Hex| match step {
            Ok(cost) => {
                let after = self.after(p, m, going, to, cost);
                if after.spent > self.allowance(m, after) {
                    if p.room(&self.book, m.unit, to) {
                        dear = Some(dear.map_or(after.spent, |d| d.min(after.spent)));
                    }
                } else {
                    full = true;
                }
            }
            Err(rule) => {
                let rank = |rule: Rule| [r::R9E, r::R1_1_R2].iter().position(|x| *x == rule);
                if barred.is_none_or(|b| rank(b) < rank(rule)) {
                    barred = Some(rule);
                }
            }
        };
        let starts = self.starts(p, m.unit);
        if starts.is_empty() {
            return r::R10_4_1U;
        }
        for start in starts {
            match start {
                Start::Beside(hex) => match self.entry_step(p, m, hex) {
                    Err(rule) => return rule,
                    step => look(step, hex),
                },
                Start::At(from) => {
                    for (dir, to) in self.book.map.around(from) {
                        look(self.step(p, m, from, dir, to), to);
                    }
                }
            }
        }
        match (dear, full, barred) {
            (Some(needed), ..) => self.out_of_points(p, m, needed, r::R9_R3),
            (None, true, _) => self.full(m.unit),
            (None, false, barred) => barred.unwrap_or(r::R9_R3),
        }
    }

    /// Walks a route by the rules: how the move stands at its end, or what is against it and where. What bars a hex or ends the move
    /// on the way comes before points, which only the whole route can be short of.
    pub(super) fn walk(
        &self,
        p: &Public,
        m: &Mover,
        start: Start,
        mut going: Going,
        path: Path,
    ) -> Result<Going, Refusal> {
        let about = |rule: Rule, hex: Hex| Refusal::new(rule).unit(u16::from(m.unit.0)).place(hex.0);
        let mut at = start.hex();
        let mut trail = self.trail(p, m, start, going);
        let mut ran_out = None;
        let mut go = |to: Hex, cost: Cost| {
            going = self.after(p, m, going, to, cost);
            trail.linked &= cost.way != Way::Country;
            trail.zoned |= cost.stop;
            trail.spoiled |= self.spoiled(p, m.side, to);
            if ran_out.is_none() && going.spent > self.allowance(m, going) {
                ran_out = Some(to);
            }
        };
        let entered = matches!(start, Start::Beside(_));
        if entered {
            go(at, self.entry_step(p, m, at).map_err(|rule| about(rule, at))?);
        }
        for (i, dir) in path.dirs().enumerate() {
            if (i > 0 || entered) && zones::enemy_zone(p, m.side, at) {
                return Err(about(r::R4_1A, at));
            }
            let to = self.book.map.neighbour(at, dir);
            go(to, self.step(p, m, at, dir, to).map_err(|rule| about(rule, to))?);
            at = to;
        }
        match ran_out {
            Some(hex) => Err(about(self.unaffordable(p, m, going, trail), hex)
                .saying("refused-points")
                .numbers(going.spent, self.allowance(m, going))),
            None if p.room(&self.book, m.unit, at) => Ok(going),
            None => Err(about(self.full(m.unit), at)),
        }
    }

    /// How a move bears on its bonus before its next step. Of steps already made only what came of them is known.
    fn trail(&self, p: &Public, m: &Mover, start: Start, going: Going) -> Trail {
        let (mode, _) = Self::moving_mode(p);
        let full = matches!(mode, Mode::Normal | Mode::Extra) && !self.slowed(p, m.unit);
        let linked = match start {
            Start::At(hex) => self.book.linked.has(hex.index()),
            Start::Beside(hex) => self.by_road(m.unit, hex),
        };
        let zoned = matches!(start, Start::At(hex) if zones::enemy_zone(p, m.side, hex));
        Trail { linked: full && linked && (going.bonus || !going.begun()), zoned, spoiled: false }
    }

    /// Why a move cannot have spent what it has: the bonus it does not earn, where that would do, or the points it does not have.
    fn unaffordable(&self, p: &Public, m: &Mover, going: Going, trail: Trail) -> Rule {
        if trail.linked {
            let statement = if going.path { r::R9H } else { r::R9G };
            let earned = going.spent <= self.with_bonus(m, going.path);
            match (trail.zoned, trail.spoiled) {
                (true, false) if earned => return statement,
                (false, true) if earned => return r::R8_2C,
                (false, false) if going.path && going.spent <= self.with_bonus(m, false) => return r::R9H,
                _ => {}
            }
        }
        self.out_of_points(p, m, going.spent, r::R9B)
    }
}
