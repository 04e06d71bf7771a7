//! 9. Combat: from the choice of a hex to the last advance. Each attack is fully resolved before the next (5-r2).

mod advance;
mod duty;
mod losses;
mod odds;
mod retreat;

pub use duty::{Duty, Remainder};

use crate::action::Action;
use crate::book::Book;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{QUARTERS, Set, Unit, Units};
use crate::position::Position;
use crate::position::fight::Fight;
use crate::rules;
use arrayvec::ArrayVec;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink};

impl Book {
    /// 9g, 15g, 15-r6: units of the active side that could still attack somebody.
    fn able(&self, p: &Position) -> Units {
        self.of[p.active] - self.leaders - p.fought - p.uncommanded - p.out()
    }

    /// Enemy hexes next to units that could attack, and those that artillery could bombard by itself (10.6).
    fn within_reach(&self, p: &Position, duty: &Duty) -> (Set, Set) {
        let (mut posts, mut fire) = (Set::EMPTY, Set::EMPTY);
        let able = self.able(p);
        for unit in able.iter().filter(|u| p.at[*u].is_some()) {
            posts.insert(p.at[unit].index());
        }
        for unit in (able & self.artillery).iter().map(Unit::at).filter(|u| p.hex(*u).is_some()) {
            // 9-r5: artillery with the duty must attack a neighbour.
            if !duty.bound(p, unit) {
                fire |= *self.ground.fire(p.hex(unit), self.counter(unit).range);
            }
        }
        let enemy = self.enemy_held(p, p.active);
        (self.ground.open.grow(&posts) & *enemy, fire & *enemy)
    }

    /// The same for one hex.
    fn is_within_reach(&self, p: &Position, hex: Hex, duty: &Duty) -> (bool, bool) {
        let able = self.able(p);
        let near = self.map().around(hex).any(|(_, h)| p.stack_at(h).any(|u| able.has(u.index())));
        let fire =
            (able & self.artillery).iter().map(Unit::at).filter(|u| p.hex(*u).is_some()).any(|u| {
                self.ground.fire(p.hex(u), self.counter(u).range).has(hex.index()) && !duty.bound(p, u)
            });
        (near, fire)
    }

    /// 5-r4: is any combat possible at all in this phase? x1.1c, x1.1-r2: never for those who withdraw on that day.
    pub(crate) fn combat_possible(&self, p: &Position) -> bool {
        if self.withdrawal_day(p) {
            return false;
        }
        let (near, fire) = self.within_reach(p, &Duty::none());
        !(near | fire).is_empty()
    }

    /// Actions of the combat phase: hexes to attack, and its end.
    pub(crate) fn list_combat(&self, p: &Position, out: &mut Vec<Action>) {
        let duty = self.duty(p);
        let (near, fire) = self.within_reach(p, &duty);
        let mut owed = None;
        for hex in (near | fire).iter().map(Hex::at) {
            let reach = (near.has(hex.index()), fire.has(hex.index()));
            if self.attackable(p, hex) && self.may_attack_with(p, hex, &duty, reach, &mut owed).is_ok() {
                out.push(Action::Attack(hex));
            }
        }
        if !duty.owed() {
            out.push(Action::End);
        }
    }

    /// 9-r3, 9-r7: may the hex be attacked now? One combat is one hex.
    pub(crate) fn may_attack(&self, p: &Position, hex: Hex) -> Result<(), Refusal> {
        let refused = |rule| Refusal::new(rule).place(hex.0);
        if !self.enemy_held(p, p.active).has(hex.index()) {
            return Err(refused(rules::R9_R7));
        }
        if !self.attackable(p, hex) {
            return Err(refused(rules::R9F));
        }
        let duty = self.duty(p);
        let reach = self.is_within_reach(p, hex, &duty);
        self.may_attack_with(p, hex, &duty, reach, &mut None).map_err(refused)
    }

    /// The same of an enemy hex that may be attacked, by neighbours or by fire as `reach` says; `owed` is worked out when it
    /// is needed, once for a whole list.
    fn may_attack_with(
        &self,
        p: &Position,
        hex: Hex,
        duty: &Duty,
        (near, fire): (bool, bool),
        owed: &mut Option<u8>,
    ) -> Result<(), Rule> {
        if !near && !fire {
            return Err(self.out_of_reach(p, hex, duty));
        }
        // A duty hex may always be attacked, and so may one that nobody's duty stands in the way of; the only attack that
        // could fail is one on a hex that owes nothing, by duty units that are needed elsewhere (9-r1).
        if duty.must(hex) || fire || !duty.compelled(p, hex).is_empty() {
            return Ok(());
        }
        let free = self.map().near(hex).iter().any(|h| {
            let able = |u: Unit| !p.fought.has(u.index()) && !p.uncommanded.has(u.index());
            p.derived.occupied[p.active].has(h)
                && p.stack_at(Hex::at(h)).any(|u| !self.leads(u) && able(u) && !duty.units.has(u.index()))
        });
        if free {
            return Ok(());
        }
        let owed = *owed.get_or_insert_with(|| duty.most());
        let rest = duty.after(hex, &[], owed);
        if rest.spare.meets(self.map().near(hex)) { Ok(()) } else { Err(rules::R9_R1) }
    }

    /// Why nobody can attack a hex: what stands in the way of the unit that comes nearest to it.
    fn out_of_reach(&self, p: &Position, hex: Hex, duty: &Duty) -> Rule {
        let units = (self.of[p.active] - self.leaders - p.out()).iter().map(Unit::at);
        let bars = units.filter(|u| p.hex(*u).is_some()).map(|u| self.bars_to_attack(p, u, hex, duty));
        let nearest = bars.min_by_key(|(bars, far)| (bars.len(), *far));
        nearest.and_then(|(bars, _)| bars.first().copied()).unwrap_or(rules::R9_1B)
    }

    /// 9g, 10, 10.1a, 10.6a, 9-r5, 15g: all that keeps a unit from attacking an enemy hex by itself, and how far away it is.
    fn bars_to_attack(&self, p: &Position, unit: Unit, hex: Hex, duty: &Duty) -> (ArrayVec<Rule, 5>, u8) {
        let far = self.map().distance(p.hex(unit), hex);
        let (distant, guns, range) = (far > 1, self.fires(unit), self.counter(unit).range);
        let bars = [
            (p.uncommanded.has(unit.index()), rules::R15G),
            (p.fought.has(unit.index()), if distant && guns { rules::R10B } else { rules::R9G }),
            (distant && !guns, rules::R10A),
            (distant && guns && far > range, rules::R10_1A),
            (distant && guns && duty.bound(p, unit), rules::R9_R5),
            (
                distant && guns && far <= range && !self.ground.fire(p.hex(unit), range).has(hex.index()),
                rules::R10_6A,
            ),
        ];
        (bars.into_iter().filter(|(there, _)| *there).map(|(_, rule)| rule).collect(), far)
    }

    /// 9-r1: may the phase end?
    pub(crate) fn may_end_combat(&self, p: &Position) -> Result<(), Refusal> {
        let duty = self.duty(p);
        if !duty.owed() {
            return Ok(());
        }
        let unit = duty.units.iter().map(Unit::at).find(|u| duty.bound(p, *u));
        let refusal = Refusal::new(rules::R9A);
        Err(unit.map_or(refusal, |u| refusal.unit(u)))
    }

    /// Opens an attack: units that have nothing else to attack join at once (9a).
    ///
    /// 9c: all that defends in a hex, together.
    pub(crate) fn attack<S: Sink<Event>>(&self, p: &mut Position, target: Hex, s: &mut S) {
        let duty = self.duty(p);
        let side = p.active;
        p.fight = Fight {
            target,
            attacker: side,
            owed: duty.most(),
            near: duty.compelled(p, target),
            ..Fight::NONE
        };
        s.push(Event::Attacked { side, hex: target });
        for unit in p.fight.near.iter().map(Unit::at) {
            p.fight.note_hex(p.hex(unit));
            s.push(Event::Compelled(unit));
        }
        p.stack.push(Frame::Declare);
    }

    /// Duty units already in the attack, by hex.
    fn spent(&self, p: &Position, duty: &Duty) -> ArrayVec<(Hex, u8), 8> {
        let mut spent: ArrayVec<(Hex, u8), 8> = ArrayVec::new();
        for unit in (p.fight.near & duty.units).iter() {
            match spent.iter_mut().find(|(h, _)| *h == p.at[unit]) {
                Some((_, n)) => *n += 1,
                None => spent.push((p.at[unit], 1)),
            }
        }
        spent
    }

    /// 9d, 9e, 9g, 10a, 10.1a, 10.1b, 15g: may the unit join the attack being prepared, as far as the duty of others does not matter? Says how far
    /// it is from the target.
    ///
    /// 12b: never a leader.
    fn may_join_at_all(&self, p: &Position, unit: Unit) -> Result<u8, Rule> {
        let hex = p.hex(unit);
        if self.side(unit) != p.active || !hex.is_some() {
            return Err(rules::R9_1B);
        }
        if self.leads(unit) {
            return Err(rules::R12B);
        }
        if p.fought.has(unit.index()) || p.fight.attackers().has(unit.index()) {
            return Err(rules::R9G);
        }
        if p.uncommanded.has(unit.index()) {
            return Err(rules::R15G);
        }
        let far = self.map().distance(hex, p.fight.target);
        if far != 1 && !self.fires(unit) {
            return Err(rules::R10A);
        }
        if far != 1 && far > self.counter(unit).range {
            return Err(rules::R10_1A);
        }
        Ok(far)
    }

    /// 9-r1, 9-r5, 10.6-r1: and with everybody's duty?
    fn may_join_with(&self, p: &Position, unit: Unit, duty: &Duty, rest: &Remainder) -> Result<(), Rule> {
        let hex = p.hex(unit);
        if self.may_join_at_all(p, unit)? == 1 {
            let bound = duty.units.has(unit.index());
            return if !bound || rest.spare.has(hex.index()) { Ok(()) } else { Err(rules::R9_R1) };
        }
        if duty.bound(p, unit) {
            return Err(rules::R9_R5);
        }
        // 10.6-r1: without an adjacent attacker every gun needs to see the target; name the adjacent attackers first.
        if p.fight.near.is_empty() && !self.ground.sight[hex.index()].has(p.fight.target.index()) {
            return Err(rules::R10_6A);
        }
        Ok(())
    }

    pub(crate) fn may_join(&self, p: &Position, unit: Unit) -> Result<(), Refusal> {
        let refused = |rule| self.at_range(p, Refusal::new(rule).unit(unit).place(p.fight.target.0), unit);
        // Nobody's duty matters to a neighbour that has none.
        if self.may_join_at_all(p, unit).map_err(refused)? == 1 && !self.on_duty(p, unit) {
            return Ok(());
        }
        let duty = self.duty(p);
        let rest = self.remainder(p, &duty);
        self.may_join_with(p, unit, &duty, &rest).map_err(refused)
    }

    /// 10.1a, 10.3a: a refusal for want of range, with its numbers.
    fn at_range(&self, p: &Position, refusal: Refusal, unit: Unit) -> Refusal {
        let (hex, range) = (p.hex(unit), self.counter(unit).range);
        if !matches!(refusal.rule, rules::R10_1A | rules::R10_3A) || !hex.is_some() || range == 0 {
            return refusal;
        }
        let far = self.map().distance(hex, p.fight.target);
        refusal.saying("refused-range").numbers(QUARTERS * far, QUARTERS * range)
    }

    /// 9-r1: what the attack being prepared leaves of the duty.
    fn remainder(&self, p: &Position, duty: &Duty) -> Remainder {
        duty.after(p.fight.target, &self.spent(p, duty), p.fight.owed)
    }

    /// An attack needs an attacker.
    pub(crate) fn may_declare(&self, p: &Position) -> Result<(), Refusal> {
        if p.fight.attackers().is_empty() { Err(Refusal::new(rules::R9_1B)) } else { Ok(()) }
    }

    /// Actions while attackers join.
    pub(crate) fn list_declare(&self, p: &Position, out: &mut Vec<Action>) {
        let duty = self.duty(p);
        let rest = self.remainder(p, &duty);
        let able = self.able(p) - p.fight.attackers();
        let target = p.fight.target;
        for hex in self.map().near(target).iter().filter(|h| p.derived.occupied[p.active].has(*h)) {
            for unit in p.stack_at(Hex::at(hex)).filter(|u| able.has(u.index())) {
                if self.may_join_with(p, unit, &duty, &rest).is_ok() {
                    out.push(Action::Join(unit));
                }
            }
        }
        for unit in (able & self.artillery).iter().map(Unit::at) {
            let hex = p.hex(unit);
            let distant = hex.is_some() && self.map().distance(hex, target) > 1;
            if distant && self.may_join_with(p, unit, &duty, &rest).is_ok() {
                out.push(Action::Join(unit));
            }
        }
        if self.may_declare(p).is_ok() {
            out.push(Action::Declare);
        }
    }

    /// Adds an attacker.
    pub(crate) fn join<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        let hex = p.hex(unit);
        if self.map().distance(hex, p.fight.target) == 1 {
            p.fight.near.insert(unit.index());
            p.fight.note_hex(hex);
        } else {
            p.fight.far.insert(unit.index());
        }
        s.push(Event::Joined(unit));
    }

    /// All attackers are named: they have attacked (9g), the defenders have been attacked (9f), air points on the hex are
    /// in the combat (5-r1, 17.1a, 17.1-r1).
    pub(crate) fn declare<S: Sink<Event>>(&self, p: &mut Position, s: &mut S) {
        let (side, target) = (p.active, p.fight.target);
        p.fight.defenders = self.unstruck(p, target);
        p.fight.adjacent = !p.fight.near.is_empty();
        for side in Side::BOTH {
            p.fight.air[side] = p.assigned[side].take(target);
        }
        p.fought |= p.fight.attackers();
        p.struck |= p.fight.defenders;
        let tally = self.tally(p, |_| {});
        s.push(Event::Declared { attack: tally.attack, defence: tally.defence, column: tally.column as u8 });
        p.stack.replace(Frame::Aftermath);
        p.stack.push(Frame::CombinedArms);
        p.stack.push(Frame::Retire(side.other()));
        p.stack.push(Frame::Retire(side));
        p.stack.push(Frame::DefensiveFire);
    }

    /// 10.3c, 10.3-r1: is it an attack by artillery alone?
    fn guns_only(&self, p: &Position) -> bool {
        (p.fight.attackers() - self.artillery).is_empty()
    }

    /// 10.3, 10b, 10.4-r1: may the artillery fire in defence of the hex under attack?
    pub(crate) fn may_support(&self, p: &Position, unit: Unit) -> Result<(), Refusal> {
        let refused = |rule| Err(Refusal::new(rule).unit(unit).place(p.fight.target.0));
        let hex = p.hex(unit);
        if self.side(unit) == p.fight.attacker || !hex.is_some() || !self.fires(unit) {
            return refused(rules::R10_3A);
        }
        if self.guns_only(p) {
            return refused(rules::R10_3C);
        }
        if p.fought.has(unit.index()) {
            return refused(rules::R10B);
        }
        if hex == p.fight.target {
            return refused(rules::R10_4_R1);
        }
        if self.map().distance(hex, p.fight.target) > self.counter(unit).range {
            return refused(rules::R10_3A).map_err(|refusal| self.at_range(p, refusal, unit));
        }
        Ok(())
    }

    pub(crate) fn list_support(&self, p: &Position, out: &mut Vec<Action>) {
        let guns = (self.artillery & self.of[p.fight.attacker.other()]) - p.fought - p.out();
        let may = |u: &Unit| self.may_support(p, *u).is_ok();
        out.extend(guns.iter().map(Unit::at).filter(may).map(Action::Join));
        out.push(Action::Declare);
    }

    /// Could any artillery fire in defence?
    pub(crate) fn support_possible(&self, p: &Position) -> bool {
        let guns = (self.artillery & self.of[p.fight.attacker.other()]) - p.fought - p.out();
        guns.iter().map(Unit::at).any(|u| self.may_support(p, u).is_ok())
    }

    /// 10b, 10.3d: the battery has fired in this phase, whatever becomes of the attack.
    pub(crate) fn support<S: Sink<Event>>(&self, p: &mut Position, unit: Unit, s: &mut S) {
        p.fight.support.insert(unit.index());
        p.fought.insert(unit.index());
        s.push(Event::Supported(unit));
    }

    /// 9.4-r1: has one side left before the die? Then there is no roll.
    pub(crate) fn called_off(&self, p: &Position) -> bool {
        (p.fight.adjacent && p.fight.near.is_empty()) || p.fight.defenders.is_empty()
    }

    /// 9.3b, 9.3-r1: is it a combined-arms attack? Infantry, armour, artillery in supply, and an air point.
    pub(crate) fn combined_arms(&self, p: &Position) -> bool {
        use crate::ids::Kind;
        let (mut infantry, mut armour, mut artillery) = (false, false, false);
        for unit in p.fight.attackers().iter().map(Unit::at) {
            match self.counter(unit).kind {
                Kind::Infantry => infantry = true,
                Kind::Armour => armour = true,
                Kind::Artillery | Kind::Train => artillery |= !p.unsupplied.has(unit.index()),
                _ => {}
            }
        }
        infantry && armour && artillery && p.fight.air[p.fight.attacker] > 0
    }

    /// The die is cast (9.1d, 9.1e, 9.1f): hits and retreats are noted and carried out in order (9.1-r3).
    pub(crate) fn strike<S: Sink<Event>>(&self, p: &mut Position, die: u8, s: &mut S) {
        let tally = self.tally(p, |_| {});
        let row = self.row(p, die);
        let outcome = self.tables.crt.cell(tally.column, row);
        p.fight.column = tally.column as u8;
        p.fight.die = die;
        s.push(Event::Fought { column: tally.column as u8, die, row });
        let (attacker, defender) = (p.fight.attacker, p.fight.attacker.other());
        p.fight.hits[defender] = outcome.defender;
        p.fight.retreats[defender] = outcome.defender_retreats;
        p.stack.pop();
        if !p.fight.bombardment {
            p.fight.hits[attacker] = outcome.attacker;
            p.fight.retreats[attacker] = outcome.attacker_retreats;
            p.stack.push(Frame::Advance(defender));
            p.stack.push(Frame::Advance(attacker));
            p.stack.push(Frame::LeaderRolls(attacker));
        }
        p.stack.push(Frame::LeaderRolls(defender));
        for side in Side::BOTH.into_iter().filter(|s| p.fight.retreats[*s]) {
            p.stack.push(Frame::Retreat(side));
            p.fight.pending = if side == attacker { p.fight.near } else { self.garrison(p) };
        }
        p.stack.push(Frame::Losses(defender));
        p.stack.push(Frame::Losses(attacker));
    }

    /// 9-r4: combat units in a hex that have not been attacked in this phase.
    pub(crate) fn unstruck(&self, p: &Position, hex: Hex) -> Units {
        p.stack_at(hex).filter(|u| !self.leads(*u) && !p.struck.has(u.index())).map(Unit::index).collect()
    }

    /// 9-r4: all combat units in the hex attacked, those attacked before included.
    fn garrison(&self, p: &Position) -> Units {
        p.stack_at(p.fight.target).filter(|u| !self.leads(*u)).map(Unit::index).collect()
    }
}
