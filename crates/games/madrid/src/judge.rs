//! How good a position is, for computer players: what each scenario's victory asks for.
//!
//! The judgement counts, in hundredths of a victory point: control (the city above all, then suburbs, then what lies near), supply
//! routes cut, Republican morale, units and where they stand, support points and chits. What an impulse will bring is not to be
//! seen right after its first small decision; [`Judged::promise`] adds what the dice can be expected to give.

use crate::Side;
use crate::action::{Action, Activity};
use crate::bombardment::Salvo;
use crate::chits::{Alternative, Chit};
use crate::combat::{Account, sum_of};
use crate::frame::{Frame, Window};
use crate::game::{Madrid, rolls};
use crate::ids::{AREAS, PLACES};
use crate::ids::{Unit, Units};
use crate::position::{Act, DiceRule, Kind, Position, Public};
use frente_board::Area;
use frente_engine::Judged;

/// What a loss point is worth to whom inflicts it.
const LOSS: i32 = 14;
/// What a support point is worth.
const SUPPORT: i32 = 4;
/// What a chit in hand is worth.
const CHIT: i32 = 6;
/// What it is worth that a unit can still act this turn.
const FRESH: i32 = 5;
/// The city itself: more than everything else together.
const MADRID: i32 = 3000;

impl Madrid {
    /// Steps from a place to the city; boxes lie beyond everything.
    fn distance(&self, place: usize) -> i32 {
        if place >= AREAS {
            8
        } else {
            i32::from(self.book.map.distance[self.book.map.madrid.index()][place])
        }
    }

    /// What a unit is worth wherever it stands.
    fn material(&self, unit: Unit) -> i32 {
        let values = &self.book.values[unit.index()];
        20 + 15 * i32::from(values.attack[0]) + 3 * i32::from(values.defence[0])
    }

    /// What it is worth to have a unit in a place. The Nationalist wants into the city, the Republican to hold it.
    fn pull(&self, side: Side, place: usize) -> i32 {
        let d = self.distance(place);
        match side {
            Side::Nationalist => 8 * (8 - d) + if d == 0 { 40 } else { 0 },
            Side::Republican => 4 * (6 - d).max(0) + if self.book.map.urban.has(place) { 8 } else { 0 },
        }
    }

    /// What control of an area is worth to the Nationalist.
    fn ground(&self, area: usize) -> i32 {
        let near = 12 + 6 * (6 - self.distance(area)).max(0);
        let urban = if self.book.map.urban.has(area) { 200 } else { 0 };
        near + urban + if Area::at(area) == self.book.map.madrid { MADRID } else { 0 }
    }

    /// The position from the Nationalist's side.
    fn nationalist_value(&self, p: &Public) -> i32 {
        let book = &self.book;
        let mut value: i32 = p.nationalist.iter().map(|i| self.ground(i)).sum();
        let cut = book.routes_cut(p).count_ones() as usize;
        value += [0, 80, 200, 400, MADRID][cut.min(4)];
        value -= 40 * i32::from(p.morale);
        if let Some(points) = &book.scenario.points {
            value += 100 * i32::from(points.morale[usize::from(p.morale)]);
            value -= 12 * i32::from(p.eliminated[Side::Nationalist].len());
            if p.eliminated[Side::Nationalist].len() >= points.table.eliminated_units {
                value += 100 * i32::from(points.table.eliminated);
            }
        }
        for side in Side::BOTH {
            let mut own = 0;
            for i in 0..PLACES {
                let stack = p.stack[side][i];
                if stack.is_empty() {
                    continue;
                }
                let pull = self.pull(side, i);
                own += stack.iter(side).map(|u| self.material(u) + pull).sum::<i32>();
                own += FRESH * i32::from((stack & p.fresh[side]).len());
            }
            own += SUPPORT * i32::from(p.support[side].min(20)) + CHIT * i32::from(p.hand[side]);
            value += if side == Side::Nationalist { own } else { -own };
        }
        value
    }

    /// Expected worth of a combat's dice to Player A.
    fn combat_worth(&self, account: &Account) -> i32 {
        self.worth(account.dice, |sum| {
            i32::from(account.losses_b(sum)).min(12) - i32::from(account.losses_a(sum))
        })
    }

    fn salvo_worth(&self, salvo: &Salvo) -> i32 {
        self.worth(salvo.dice, |sum| i32::from(salvo.losses(sum)).min(12))
    }

    fn worth(&self, dice: DiceRule, mut each: impl FnMut(u8) -> i32) -> i32 {
        let (mut sum, mut total) = (0, 0);
        rolls(if dice == DiceRule::Two { 2 } else { 3 }, |faces, ways| {
            sum += ways as i32 * each(sum_of(dice, faces));
            total += ways as i32;
        });
        LOSS * sum / total
    }

    /// As many of the units as act without paying, the strongest first.
    fn strongest(&self, p: &Public, side: Side, units: Units) -> Units {
        let mut best: Vec<Unit> = units.iter(side).collect();
        best.sort_by_key(|u| std::cmp::Reverse(self.book.factor(p, *u)));
        let free = usize::from(self.book.tables.prices.free_units);
        best.iter().take(free).fold(Units::NONE, |all, u| all | u.only())
    }

    /// Expected worth of attacking an area with units that are, or will be, in it.
    fn attack_worth(
        &self,
        p: &Public,
        side: Side,
        kind: Kind,
        from: Area,
        target: Area,
        force: Units,
    ) -> i32 {
        let mut then = *p;
        then.act = Act { kind, side, from, target, here: target, force, units: force, ..Act::NONE };
        for unit in force.iter(side) {
            then.put(unit, target);
        }
        let foe = side.other();
        let point = self.book.foe_points(&then).iter(foe).max_by_key(|u| self.book.defence(&then, *u));
        let account = self.book.account(&then, point.unwrap_or(Unit::NONE));
        let mut worth = self.combat_worth(&account);
        if then.fresh[foe].0 & then.stack[foe][target.index()].0 != 0 {
            // He will hit back with what he has.
            worth -= 3 * i32::from(self.book.factors(&then, foe, self.book.counters_able(&then)));
        }
        let testers = self.book.combat_testers(&then).len();
        let modifier = i32::from(self.book.morale_modifier(&then, target, false));
        worth += i32::from(testers) * (modifier + 2).max(0) * 6;
        if kind == Kind::Assault {
            worth += i32::from(force.len())
                * (self.pull(side, target.index()) - self.pull(side, from.index()))
                / 2;
            if self.book.map.river[from.index()].has(target.index()) && p.units(side, target).is_empty() {
                let volley =
                    self.book.volley_from(&then, foe, target, force.iter(side).next().unwrap_or(Unit::NONE));
                worth -= self.worth(DiceRule::Two, |sum| i32::from(volley.losses(sum)).min(10)) * 2 / 3;
            }
        }
        // Emptying an area of its last defenders takes it.
        let strength: i32 = p.units(foe, target).iter(foe).map(|u| if p.is_fresh(u) { 3 } else { 2 }).sum();
        if side == Side::Nationalist && !self.book.controls(p, side, target) {
            let expected = self.worth(account.dice, |sum| i32::from(account.losses_b(sum))) / LOSS;
            worth += self.ground(target.index()).min(600) * (expected * 100 / strength.max(1)).min(100) / 100;
        }
        worth
    }

    /// Expected gain of a march: the best first step for those who can go.
    fn march_worth(&self, p: &Public, side: Side, from: Area) -> i32 {
        let ready = self.book.ready(p, side, from);
        let force = self.strongest(p, side, ready);
        let m = self.book.mover(p, side, force);
        let mut best = -20;
        for i in self.book.first_steps(p, &m, from) {
            best = best.max(self.step_worth(p, side, from, Area::at(i), force));
        }
        best
    }

    /// What a step of the units is worth.
    fn step_worth(&self, p: &Public, side: Side, from: Area, to: Area, force: Units) -> i32 {
        let n = i32::from(force.len());
        let mut worth = n * (self.pull(side, to.index()) - self.pull(side, from.index()));
        let foes = p.units(side.other(), to);
        if !self.book.controls(p, side, to) && foes.is_empty() {
            worth += self.ground(to.index()).min(600);
        }
        if foes.any() {
            // Among the enemy without a fight, and Spent.
            worth -= 12 * i32::from(foes.len());
        }
        if p.units(side.other(), from).any() && p.units(side, from) == force {
            worth -= self.ground(from.index()).min(600);
        }
        worth
    }

    fn activity_worth(&self, p: &Public, side: Side, activity: Activity, from: Area) -> i32 {
        let ready = self.book.ready(p, side, from);
        match activity {
            Activity::Move => self.march_worth(p, side, from),
            Activity::Combat => {
                let force = self.strongest(p, side, self.book.with_factor(p, side, ready));
                self.attack_worth(p, side, Kind::Combat, from, from, force)
            }
            Activity::Assault => {
                let force = self.strongest(p, side, self.book.stormers(p, side, ready));
                let m = self.book.mover(p, side, force);
                let targets = self.book.strikes(p, &m, from);
                let worth = |i: usize| self.attack_worth(p, side, Kind::Assault, from, Area::at(i), force);
                targets.iter().map(worth).max().unwrap_or(-50)
            }
            Activity::Bombard => {
                let guns = ready & self.book.guns[side];
                let targets = self.book.targets(p, side, from);
                targets
                    .iter()
                    .map(|i| self.shelling_worth(p, side, from, Area::at(i), guns))
                    .max()
                    .unwrap_or(-50)
            }
        }
    }

    fn shelling_worth(&self, p: &Public, side: Side, from: Area, target: Area, guns: Units) -> i32 {
        let mut then = *p;
        then.act = Act { kind: Kind::Bombardment, side, from, target, here: from, units: guns, ..Act::NONE };
        let foe = side.other();
        let points = self.book.shell_points(&then, foe, target);
        let point = points.iter(foe).max_by_key(|u| self.book.defence(&then, *u)).unwrap_or(Unit::NONE);
        if point.is_some() { self.salvo_worth(&self.book.salvo(&then, point)) } else { 0 }
    }

    fn chit_worth(&self, p: &Public, side: Side, chit: Chit, alternative: Alternative) -> i32 {
        match (chit, alternative) {
            (
                Chit::RepublicanArtillery
                | Chit::RepublicanAir
                | Chit::NationalistArtillery
                | Chit::NationalistAir,
                _,
            ) => 40,
            (Chit::NoPasaran, Alternative::Third) => 45,
            (Chit::NoPasaran | Chit::Mola, _) => 6 * i32::from(self.book.spent_on_map(p, side).len().min(4)),
            (Chit::FifthColumn, _) => 20,
            (Chit::Durruti, _) => 4,
            _ => 15,
        }
    }
}

impl Judged for Madrid {
    fn judge(&self, position: &Position, side: Side) -> i32 {
        let value = self.nationalist_value(&position.public);
        if side == Side::Nationalist { value } else { -value }
    }

    fn promise(&self, position: &Position, action: Action) -> i32 {
        let p = &position.public;
        let act = &p.act;
        let Some(side) = frente_engine::Game::wait(self, position).side() else { return 0 };
        match action {
            Action::Activate(activity, from) => self.activity_worth(p, side, activity, from),
            Action::Pass => 0,
            Action::Play(chit, alternative) => match p.frames.top() {
                Frame::Ask(Window::Rolled | Window::FireRolled) => {
                    let low = act.dice.iter().filter(|d| **d > 0).map(|d| i32::from(*d)).sum::<i32>();
                    if act.side == side { 40 - 6 * low } else { 6 * low - 45 }
                }
                _ => CHIT + self.chit_worth(p, side, chit, alternative),
            },
            Action::With(_) => {
                let n = act.units.len();
                let free = self.book.tables.prices.free_units;
                let guns = act.kind == Kind::Bombardment && n >= self.book.tables.prices.free_guns;
                if n >= free || guns { -1 } else { 3 }
            }
            Action::Prepare if p.support[side] > 3 => 8,
            Action::Prepare => -8,
            Action::Against(target) if act.kind == Kind::Bombardment => {
                self.shelling_worth(p, side, act.from, target, act.units)
            }
            Action::Against(target) => {
                self.attack_worth(p, side, Kind::Assault, act.from, target, act.units) / 8
            }
            Action::To(to) => {
                let foes = p.units(side.other(), to);
                if act.kind == Kind::Movement { -12 * i32::from(foes.len()) } else { 0 }
            }
            Action::Buy if p.support[side] > 4 => 2 * CHIT,
            Action::Buy => -CHIT,
            Action::Counter(unit) => 2 + 4 * i32::from(self.book.factor(p, unit)),
            Action::Point(unit) => {
                let worth = i32::from(self.book.defence(p, unit));
                if unit.side() == side { worth } else { -worth }
            }
            Action::Return(_) => -CHIT,
            Action::DeclarePause => -1,
            _ => 0,
        }
    }
}
