//! 10.1, 10.3.4, 5.1c, 5.1d, 5.1e, 1.2.2c, 1.2.2d, 1.2.2e, 1.2.2f: what may be attacked, by whom, together with whom.

use crate::Brunete;
use crate::action::Action;
use crate::book::{Kind, Tank};
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, Units, each};
use crate::position::{Fight, Public, Role};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Side, Sink};

/// Labels of an attack without divisional units: anything fits.
const ANY: u32 = u32::MAX;

impl Brunete {
    /// 10.1c, 10.1f, 10.4.1p, 10.4.1-r6: may this hex be attacked at all?
    fn may_target(&self, p: &Public, side: Side, hex: Hex) -> Result<(), Rule> {
        if p.empty_of(side.other(), hex) {
            return Err(r::R10_1C);
        }
        if p.in_hex(hex).all(|u| p.retreated.has(u.index())) {
            return Err(r::R10_4_1P);
        }
        let fresh = |u: Unit| !p.attacked.has(u.index()) && !p.retreated.has(u.index());
        if p.in_hex(hex).any(fresh) { Ok(()) } else { Err(r::R10_1F) }
    }

    /// 10.1d, 10.4.1m, 5.1e: all units in the hex defend, of whatever divisions, except those that retreated there.
    pub(crate) fn defenders_of(&self, p: &Public, hex: Hex) -> (Units, Units) {
        let (mut defend, mut passive) = (Units::EMPTY, Units::EMPTY);
        for u in p.in_hex(hex) {
            if p.retreated.has(u.index()) { passive.insert(u.index()) } else { defend.insert(u.index()) }
        }
        (defend, passive)
    }

    /// 10.1c, 10.1e, 10.1-r3, 10.1-r6, 10.3.2c, 10.3.4f, 10.3.4-r2: may the unit attack this hex, whoever else does? Terrain it could not
    /// enter does not matter, but for tanks and rivers.
    ///
    /// 1.2.2k: a garrison never attacks.
    pub(crate) fn may_attack(&self, p: &Public, side: Side, unit: Unit, target: Hex) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        let Some(at) = p.at(unit).filter(|_| info.side == side) else { return Err(r::R10_1C) };
        let Some(dir) = self.book.map.dir(at, target) else { return Err(r::R10_1C) };
        if info.kind == Kind::Garrison {
            return Err(r::R1_2_2K);
        }
        if info.frozen && !p.freed {
            return Err(r::R9_R4);
        }
        if p.fought.has(unit.index()) {
            return Err(r::R10_1E);
        }
        if info.kind.is_tank() && self.book.unbridged(at, dir) {
            return Err(r::R10_3_2C);
        }
        let republican_tank = |u: Unit| {
            let other = self.book.unit(u);
            other.side == Side::Republican && other.kind.is_tank()
        };
        if info.kind == Kind::Tank(Tank::Panzer) && p.in_hex(target).any(republican_tank) {
            return Err(r::R10_3_4F);
        }
        Ok(())
    }

    /// 1.2.2-r1: the divisions that all units of an attack have in common.
    fn common(&self, units: Units) -> u32 {
        each(units).map(|u| self.book.unit(u).labels).filter(|l| *l != 0).fold(ANY, |all, l| all & l)
    }

    /// 5.1c, 5.1d: does the attack need a command point?
    pub(crate) fn is_joint(&self, units: Units) -> bool {
        self.common(units) == 0
    }

    /// The units next to the target that may attack it, tanks only where an infantry or cavalry unit can go with them (10.3.4a).
    fn candidates(&self, p: &Public, side: Side, target: Hex) -> Units {
        let mut units = Units::EMPTY;
        for (_, hex) in self.book.map.around(target) {
            if p.empty_of(side, hex) {
                continue;
            }
            let able = |u: &Unit| self.may_attack(p, side, *u, target).is_ok();
            let escort = p.in_hex(hex).any(|u| self.book.unit(u).kind.is_battalion() && able(&u));
            if escort {
                units |= p.in_hex(hex).filter(able).map(Unit::index).collect();
            }
        }
        units
    }

    /// 5.1d: is there a point for a joint attack?
    fn can_join_divisions(&self, p: &Public, side: Side) -> bool {
        p.command[side] >= self.book.tables.joint_attack
    }

    /// The greatest total that `units` could still be brought to, within one division unless the attack may be joint.
    /// `able` are the candidates.
    ///
    /// 10.3.4b: with one tank at most.
    fn best_total(&self, p: &Public, target: Hex, able: Units, units: Units, joint: bool) -> u16 {
        let all = able | units;
        let joined = each(units).find(|u| self.book.unit(*u).kind.is_tank());
        let total = |label: u32| -> u16 {
            let fits = |u: Unit| {
                let labels = self.book.unit(u).labels;
                all.has(u.index()) && (labels == 0 || labels & label != 0)
            };
            // 10.3.4a, 10.3.4b: one tank, with a battalion of its hex that fits as well.
            let escorted = |tank: Unit| {
                let escort = |u: Unit| self.book.unit(u).kind.is_battalion() && fits(u);
                p.at(tank).is_some_and(|hex| p.in_hex(hex).any(escort))
            };
            let mut sum = 0;
            let mut tank = 0;
            for u in each(all).filter(|u| fits(*u)) {
                let factor = u16::from(self.attack_factor(p, u, target));
                if !self.book.unit(u).kind.is_tank() {
                    sum += factor;
                } else if joined.is_none_or(|t| t == u) && escorted(u) {
                    tank = tank.max(factor);
                }
            }
            sum + tank
        };
        if joint {
            return total(ANY);
        }
        let common = self.common(units);
        if common == ANY {
            let labels = each(all).fold(0, |l, u| l | self.book.unit(u).labels);
            return (0..32)
                .filter(|i| labels >> i & 1 != 0)
                .map(|i| total(1 << i))
                .max()
                .unwrap_or_else(|| total(ANY));
        }
        (0..32).filter(|i| common >> i & 1 != 0).map(|i| total(1 << i)).max().unwrap_or(0)
    }

    /// 10.1l, 10.1-r1: is the ratio at least 1:2?
    fn strong_enough(attack: u16, defence: u16) -> bool {
        attack > 0 && 2 * attack >= defence
    }

    /// 10.1l, 5.1d: could `units` become an attack that may be declared? If not, because it is too weak, or because the divisions next
    /// to the target are strong enough together and there is no point to join them.
    fn can_grow(
        &self,
        p: &Public,
        (side, target): (Side, Hex),
        able: Units,
        units: Units,
    ) -> Result<(), Rule> {
        let (defenders, _) = self.defenders_of(p, target);
        let defence = self.defence_total(p, defenders);
        let enough =
            |joint: bool| Self::strong_enough(self.best_total(p, target, able, units, joint), defence);
        match self.can_join_divisions(p, side) {
            joint if enough(joint) => Ok(()),
            false if enough(true) => Err(r::R5_1D),
            _ => Err(r::R10_1L),
        }
    }

    /// A refusal with the factors that are needed and those there are, where the ratio is the reason. Nobody joined yet: all who could.
    pub(crate) fn too_weak(
        &self,
        p: &Public,
        (side, target): (Side, Hex),
        units: Units,
        refusal: Refusal,
    ) -> Refusal {
        if refusal.rule != r::R10_1L {
            return refusal;
        }
        let attack = if units.is_empty() {
            let able = self.candidates(p, side, target);
            self.best_total(p, target, able, units, self.can_join_divisions(p, side))
        } else {
            self.attack_total(p, units, target)
        };
        let (defenders, _) = self.defenders_of(p, target);
        let needed = self.defence_total(p, defenders).div_ceil(2).max(1);
        refusal.saying("refused-ratio").numbers(needed as i16, attack as i16)
    }

    /// Why nobody next to the hex may attack it: what stands against the unit that is nearest to being able to. A tank that lacks only
    /// company is nearer than one that may not attack there; a garrison never attacks.
    fn nobody(&self, p: &Public, side: Side, hex: Hex) -> Rule {
        let own = |u: &Unit| self.book.unit(*u).side == side;
        let near = self.book.map.around(hex).flat_map(|(_, h)| p.in_hex(h)).filter(own);
        let against = near.map(|u| {
            let rule = self.may_attack(p, side, u, hex).err().unwrap_or(r::R10_3_4A);
            let far = match self.book.unit(u).kind {
                Kind::Infantry | Kind::Cavalry => 0,
                Kind::Tank(_) if rule == r::R10_3_4A => 1,
                Kind::Tank(_) => 2,
                Kind::Garrison => 3,
            };
            (far, rule)
        });
        against.min_by_key(|(far, _)| *far).map_or(r::R10_1C, |(_, rule)| rule)
    }

    /// May this hex be named for an attack? Only where some attack could then be declared.
    pub(crate) fn may_name(&self, p: &Public, side: Side, hex: Hex) -> Result<(), Rule> {
        self.may_target(p, side, hex)?;
        let able = self.candidates(p, side, hex);
        if able.is_empty() {
            return Err(self.nobody(p, side, hex));
        }
        self.can_grow(p, (side, hex), able, Units::EMPTY)
    }

    pub(crate) fn list_combat(&self, p: &Public, side: Side, out: &mut Vec<Action>) {
        out.extend(self.targets(p, side).map(Action::Attack));
        out.push(Action::End);
    }

    /// The hexes that may be named.
    pub(crate) fn targets<'a>(&'a self, p: &'a Public, side: Side) -> impl Iterator<Item = Hex> + 'a {
        let beside = move |h: &Hex| self.book.map.near(*h).meets(&p.derived.occupied[side]);
        let enemy = p.derived.occupied[side.other()].into_iter().map(Hex::at);
        enemy.filter(beside).filter(move |h| self.may_name(p, side, *h).is_ok())
    }

    pub(crate) fn apply_attack(&self, p: &mut Public, hex: Hex) {
        let Frame::Combat(side) = p.top() else { return };
        let (defenders, passive) = self.defenders_of(p, hex);
        p.fight = Fight { target: hex, attacker: side, defenders, passive, ..Fight::NONE };
        p.stack.push(Frame::Declare);
    }

    /// May the unit be added to the attack being prepared?
    pub(crate) fn may_join(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        self.may_join_among(p, unit, self.candidates(p, p.fight.attacker, p.fight.target))
    }

    /// The same where the candidates are known.
    fn may_join_among(&self, p: &Public, unit: Unit, able: Units) -> Result<(), Rule> {
        let f = &p.fight;
        if f.attackers.has(unit.index()) {
            return Err(r::R10_1E);
        }
        self.may_attack(p, f.attacker, unit, f.target)?;
        let info = self.book.unit(unit);
        if info.kind.is_tank() {
            // 10.3.4a, 10.3.4b, 10.3.4-r1
            let tanks = each(f.attackers).filter(|u| self.book.unit(*u).kind.is_tank()).count();
            if tanks >= usize::from(self.book.tables.tanks_per_attack) {
                return Err(r::R10_3_4B);
            }
            let escort = |u: Unit| self.book.unit(u).kind.is_battalion() && p.at(u) == p.at(unit);
            if !each(f.attackers).any(escort) {
                return Err(r::R10_3_4A);
            }
        }
        let mut units = f.attackers;
        units.insert(unit.index());
        if self.is_joint(units) && !self.can_join_divisions(p, f.attacker) {
            return Err(r::R5_1D);
        }
        self.can_grow(p, (f.attacker, f.target), able, units)
    }

    /// 10.1l, 10.2-r3: may the attack be declared as it stands?
    pub(crate) fn may_declare(&self, p: &Public) -> Result<(), Rule> {
        let f = &p.fight;
        if f.attackers.is_empty() {
            return Err(r::R10_1C);
        }
        let (attack, defence) =
            (self.attack_total(p, f.attackers, f.target), self.defence_total(p, f.defenders));
        if Self::strong_enough(attack, defence) { Ok(()) } else { Err(r::R10_1L) }
    }

    pub(crate) fn list_declare(&self, p: &Public, out: &mut Vec<Action>) {
        let f = &p.fight;
        let able = self.candidates(p, f.attacker, f.target);
        for u in each(able - f.attackers) {
            if self.may_join_among(p, u, able).is_ok() {
                out.push(Action::Join(u));
            }
        }
        if self.may_declare(p).is_ok() {
            out.push(Action::Declare);
        }
    }

    /// 5.1-r2, 10.2: a joint attack is paid first; then the steps of the combat, in order from the top of the stack.
    ///
    /// 10.1a, 10.1b: nobody need attack, and each combat is resolved as it is declared.
    pub(crate) fn apply_declare<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let f = p.fight;
        let joint = self.is_joint(f.attackers);
        sink.push(Event::Attacked { hex: f.target, side: f.attacker, joint, rule: r::R10_1B });
        for unit in each(f.attackers) {
            sink.push(Event::Joined { unit, rule: r::R10_1C });
        }
        if joint {
            self.pay(p, f.attacker, self.book.tables.joint_attack, r::R5_1C, sink);
        }
        p.fought |= f.attackers;
        p.attacked |= f.defenders;
        p.stack.replace(Frame::Die(crate::frame::DieOf::Combat));
        p.stack.push(Frame::Reveal);
        for role in [Role::Defender, Role::Attacker] {
            if Self::asks_support(p, f.side(role)) {
                p.stack.push(Frame::Support(role));
            }
        }
        for role in [Role::Defender, Role::Attacker] {
            if self.elite_qualifies(p, role) {
                p.stack.push(Frame::Elite(role));
            }
        }
    }
}
