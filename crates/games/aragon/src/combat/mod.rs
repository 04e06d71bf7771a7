//! 7.0 to 7.8: combat.
//!
//! | module | sections |
//! | --- | --- |
//! | this one | 7.0, 7.1: who may attack whom, and the declaration |
//! | [`strength`] | 7.2 to 7.4, 10.2, 15.1, 17.0: differential, line, column |
//! | [`results`] | 7.5, 7.7, 17.0: what a result does |
//! | [`retreat`] | 7.6, 7.6.1: ways to retreat |
//! | [`displacement`] | 7.6.2: units that make room |
//! | [`advance`] | 7.8: following up |

pub(crate) mod advance;
pub(crate) mod displacement;
pub(crate) mod results;
pub(crate) mod retreat;
pub(crate) mod strength;

use crate::Aragon;
use crate::action::Action;
use crate::book::ground::PROHIBITED;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, UnitSet};
use crate::position::{Fight, FightKind, Position, Public};
use crate::rules::*;
use frente_board::{Dir, Hex};
use frente_engine::{Rule, Sink};

impl Aragon {
    /// 7.0a, 7.1, 10.2e: may the unit take part in an attack on the hex?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_join(&self, p: &Public, unit: Unit, target: Hex, mobile: bool) -> Result<(), Rule> {
        let hindrances = self.hindrances(p, unit, target, mobile);
        if hindrances != 0 {
            return Err(hindrance(hindrances, mobile));
        }
        // Supply is traced only if it is asked for.
        if mobile && self.cut_off(p, unit) { Err(R10_2E) } else { Ok(()) }
    }

    /// What keeps the unit out of an attack on the hex, besides supply: one bit for each of [`hindrance`]'s rules.
    ///
    /// 4.1h, 4.1i, 4.1l, 7.1h, 7.1i: by side, phase and hexside; the ground an attacker stands on does not matter.
    #[inline]
    fn hindrances(&self, p: &Public, unit: Unit, target: Hex, mobile: bool) -> u8 {
        let (counter, i) = (self.book.unit(unit), unit.index());
        let from = p.hex(unit).unwrap_or(Hex::NONE);
        let dir = from.some().and_then(|h| self.book.ground.map.dir(h, target));
        let barred = dir.is_some_and(|d| self.book.ground.cost(from, d) == PROHIBITED);
        u8::from(counter.side != p.active)
            | u8::from(dir.is_none()) << 1
            | u8::from(barred) << 2
            | u8::from(mobile && !counter.mobile()) << 3
            | u8::from(p.advanced.has(i)) << 4
            | u8::from(p.displaced.has(i)) << 5
            | u8::from(p.fought.has(i)) << 6
    }

    /// 10.2e: is the unit on the map and out of supply?
    fn cut_off(&self, p: &Public, unit: Unit) -> bool {
        p.hex(unit).is_some_and(|hex| !self.in_supply(p, self.book.side(unit), hex))
    }

    /// 7.1c, 7.1-r1: may the hex be attacked?
    ///
    /// 7.1d: once in each combat phase, besides a bombardment.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn may_attack(&self, p: &Public, target: Hex, mobile: bool) -> Result<Unit, Rule> {
        if target == Hex::NONE {
            return Err(R7_0A);
        }
        let Some(defender) = p.unit_in(target).filter(|u| self.book.side(*u) != p.active) else {
            return Err(R7_0A);
        };
        if p.attacked.has(defender.index()) {
            return Err(R7_1C);
        }
        if self.any_joins(p, target, mobile) {
            return Ok(defender);
        }
        // Nobody can: the reason is that of the unit with the fewest reasons.
        let reasons = |u: &Unit| {
            let unsupplied = mobile && self.cut_off(p, *u);
            self.hindrances(p, *u, target, mobile).count_ones() + u32::from(unsupplied)
        };
        let nearest = self.beside(p, target).min_by_key(reasons);
        Err(nearest.and_then(|u| self.may_join(p, u, target, mobile).err()).unwrap_or(R7_0A))
    }

    /// The units of the active side around a hex.
    fn beside(&self, p: &Public, target: Hex) -> impl Iterator<Item = Unit> {
        let units = self.book.ground.map.around(target).filter_map(|(_, hex)| p.unit_in(hex));
        units.filter(|u| self.book.side(*u) == p.active)
    }

    /// Can anybody take part in an attack on the hex?
    fn any_joins(&self, p: &Public, target: Hex, mobile: bool) -> bool {
        self.beside(p, target).any(|u| self.may_join(p, u, target, mobile).is_ok())
    }

    /// Hexes that may be attacked in this phase: those that [`Aragon::may_attack`] lets through.
    pub(crate) fn targets(&self, p: &Public, mobile: bool) -> impl Iterator<Item = Hex> {
        // Only hexes in a zone of the active side have an enemy next to them.
        let near = p.derived.occupied[p.active.other()] & p.derived.zone[p.active];
        near.into_iter().map(Hex::at).filter(move |hex| {
            let spared = p.unit_in(*hex).is_some_and(|u| !p.attacked.has(u.index()));
            spared && self.any_joins(p, *hex, mobile)
        })
    }

    /// 4.1g: names the target of an attack.
    ///
    /// 7.0d, 7.1g: one target, one attack at a time.
    pub(crate) fn attack(&self, p: &mut Public, target: Hex, mobile: bool) {
        let Some(defender) = p.unit_in(target) else { return };
        p.fight = Fight::new(FightKind::Attack, target, defender);
        p.stack.push(Frame::Declare { mobile });
    }

    /// Units that may still join the attack being declared, and the declaration itself.
    pub(crate) fn list_attackers(&self, p: &Public, mobile: bool, out: &mut Vec<Action>) {
        for dir in Dir::ALL {
            let hex = self.book.ground.map.neighbour(p.fight.target, dir);
            if hex == Hex::NONE || p.fight.attackers[dir.index()] != Unit::NONE {
                continue;
            }
            let Some(unit) = p.unit_in(hex) else { continue };
            if self.may_join(p, unit, p.fight.target, mobile).is_ok() {
                out.push(Action::Join(unit));
            }
        }
        if p.fight.attackers().next().is_some() {
            out.push(Action::Declare);
        }
    }

    /// 7.1a: a unit joins the attack.
    ///
    /// 7.1b, 7.1f, 7.1j: from any adjacent hex, whole, and who stays out may attack later.
    pub(crate) fn join(&self, p: &mut Public, unit: Unit) {
        let Some(dir) = p.hex(unit).and_then(|h| self.book.ground.map.dir(p.fight.target, h)) else { return };
        p.fight.attackers[dir.index()] = unit;
    }

    /// 4.1g, 8.3-r1: the attack is declared and will be resolved; supply is checked now (10.2a).
    pub(crate) fn declare<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        let p = &mut pos.public;
        let sum = self.reckon(p, &p.fight, |_| {});
        p.fight.attack = sum.attack;
        p.fight.defence = sum.defence;
        p.fight.line = sum.line;
        p.fight.die = sum.die;
        p.attacked.insert(p.fight.defender.index());
        p.engaged.insert(p.fight.defender.index());
        for unit in p.fight.attackers() {
            p.fought.insert(unit.index());
            p.engaged.insert(unit.index());
        }
        s.push(Event::Attacked {
            target: p.fight.target,
            attackers: p.fight.attackers,
            attack: sum.attack,
            defence: sum.defence,
        });
        p.stack.replace(Frame::Aftermath);
        p.stack.push(Frame::Roll);
        p.stack.push(Frame::Support(0));
    }

    /// A new combat phase: nobody has been attacked in it (7.1c).
    pub(crate) fn fresh_combat_phase(&self, p: &mut Public) {
        p.attacked = UnitSet::EMPTY;
    }

    /// The combat is over: fatigue rises (15.0-r1), the record is closed, and the game may end (18.0-r4).
    ///
    /// 7.0e: only now can another attack be named.
    pub(crate) fn aftermath<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        if pos.public.fight.kind == FightKind::Attack {
            self.tire(&mut pos.public, s);
        }
        pos.public.fight = Fight::NONE;
        pos.public.stack.pop();
        if self.sudden_death(&pos.public) {
            self.end(pos, crate::victory::Ending::Zaragoza, s);
        }
    }
}

/// The first rule of some hindrances: those a unit can do least about come first.
fn hindrance(hindrances: u8, mobile: bool) -> Rule {
    let fought = if mobile { R4_1I } else { R7_1E };
    let rules = [R4_1H, R7_0A, R7_1H, R4_1L, R7_8K, R7_6_2G, fought];
    rules[hindrances.trailing_zeros() as usize]
}
