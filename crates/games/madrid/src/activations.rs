//! 9. Activations: what a player may do with his impulse, and which units take part.

use crate::Side;
use crate::action::{Action, Activity, Group};
use crate::book::{Book, MOST_MOVES};
use crate::chits::{Alternative, Chit, alternatives};
use crate::counters::{Unit, Units};
use crate::event::Event;
use crate::frame::{Frame, Stage};
use crate::movement::{Leaving, Mover};
use crate::position::{Act, Kind, Position, Public};
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::Sink;

impl Book {
    /// 1.1d, 1.1e, 12.2v: units of a place that may be activated.
    #[inline]
    pub fn ready(&self, p: &Public, side: Side, place: Area) -> Units {
        let fresh = p.fresh_in(side, place);
        if p.city_locked && side == Side::Republican { fresh - self.city } else { fresh }
    }

    /// 9b, 9g: may the place be activated for this? Refused unless at least one unit there could go through with it.
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_activate(&self, p: &Public, side: Side, activity: Activity, place: Area) -> Result<(), Rule> {
        let all = p.units(side, place);
        if all.is_empty() {
            return Err(rules::R9B);
        }
        let ready = self.ready(p, side, place);
        if ready.is_empty() {
            return Err(if p.fresh_in(side, place).any() { rules::R12_2V } else { rules::R1_1E });
        }
        if p.act.must_fight && matches!(activity, Activity::Move | Activity::Bombard) {
            return Err(rules::R15_R6_R2);
        }
        let barred = side == Side::Republican && p.valencia > 0;
        match activity {
            Activity::Move => self.first_ok(p, side, ready, |m| self.may_march(p, m, place)),
            Activity::Bombard => {
                if barred {
                    return Err(rules::R15_N9D);
                }
                if (ready & self.guns[side]).is_empty() {
                    return Err(rules::R9_3A);
                }
                if self.targets(p, side, place).is_empty() {
                    let foes = self.foes(p, side);
                    let near = self.map.near[place.index()] | crate::map::Places::one(place.index());
                    return Err(if foes.meets(&near) { rules::R12_3U } else { rules::R9_3_R1 });
                }
                Ok(())
            }
            Activity::Combat => {
                if barred {
                    return Err(rules::R15_N9C);
                }
                if p.units(side.other(), place).is_empty() {
                    return Err(rules::R9_4_1A);
                }
                self.may_storm(p, side, place)?;
                if self.with_factor(p, side, ready).is_empty() { Err(rules::R9_4_1B) } else { Ok(()) }
            }
            Activity::Assault => {
                if barred {
                    return Err(rules::R15_N9C);
                }
                let storm = self.stormers(p, side, ready);
                if storm.is_empty() {
                    return Err(if (ready & self.shock_now(p, side)).any() {
                        rules::R9_4_3_R1
                    } else {
                        rules::R9_4_3B
                    });
                }
                self.first_ok(p, side, storm, |m| {
                    if self.can_strike(p, m, place) { Ok(()) } else { Err(rules::R9_4_3_R2) }
                })
            }
        }
    }

    /// 9.4.3b, 9.4.3-r1, 9.8b: units that may assault.
    #[inline]
    pub fn stormers(&self, p: &Public, side: Side, ready: Units) -> Units {
        self.with_factor(p, side, ready & self.shock_now(p, side))
    }

    /// Does any single unit pass? Units alike in what matters (speed, artillery) are asked once.
    fn first_ok(
        &self,
        p: &Public,
        side: Side,
        units: Units,
        mut test: impl FnMut(&Mover) -> Result<(), Rule>,
    ) -> Result<(), Rule> {
        let mut asked = 0u32;
        let mut reason = rules::R9B;
        for unit in units.iter(side) {
            let m = self.mover(p, side, unit.only());
            let class = 1 << (m.moves * 2 + u8::from(m.guns));
            if asked & class != 0 {
                continue;
            }
            asked |= class;
            match test(&m) {
                Ok(()) => return Ok(()),
                Err(rule) => reason = rule,
            }
        }
        Err(reason)
    }

    /// 15.R6-r2: could the side open a combat or an assault?
    pub fn can_fight(&self, p: &Public, side: Side) -> bool {
        p.held[side].iter().map(Area::at).any(|place| {
            [Activity::Combat, Activity::Assault]
                .iter()
                .any(|&a| self.may_activate(p, side, a, place).is_ok())
        })
    }

    /// 9b to 9d: lists what the side may do with its impulse.
    pub fn list_impulse(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let public = &p.public;
        for i in public.held[side] {
            let place = Area::at(i);
            if public.fresh_in(side, place).is_empty() {
                continue;
            }
            for activity in Activity::ALL {
                if self.may_activate(public, side, activity, place).is_ok() {
                    out.push(Action::Activate(activity, place));
                }
            }
        }
        if public.hand[side] > 0 {
            for &chit in Chit::of(side) {
                if p.secret[side].hand[chit.slot()] == 0 {
                    continue;
                }
                for &alternative in &Alternative::ALL[..alternatives(chit)] {
                    if self.may_event(p, side, chit, alternative).is_ok() {
                        out.push(Action::Play(chit, alternative));
                    }
                }
            }
        }
        if self.may_pass(public).is_ok() {
            out.push(Action::Pass);
        }
    }

    /// 9d, 15.R6-r2: an impulse opened with Durruti must be a combat.
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_pass(&self, p: &Public) -> Result<(), Rule> {
        if p.act.must_fight { Err(rules::R15_R6_R2) } else { Ok(()) }
    }

    /// 9b: an area is activated.
    pub fn activate<S: Sink<Event>>(
        &self,
        p: &mut Public,
        side: Side,
        activity: Activity,
        from: Area,
        s: &mut S,
    ) {
        let kind = match activity {
            Activity::Move => Kind::Movement,
            Activity::Bombard => Kind::Bombardment,
            Activity::Combat => Kind::Combat,
            Activity::Assault => Kind::Assault,
        };
        p.act = Act { kind, side, from, here: from, must_fight: p.act.must_fight, ..Act::NONE };
        if kind == Kind::Combat {
            p.act.target = from;
        }
        p.frames.swap(Frame::Select);
        s.push(Event::Activated { kind, side, from });
    }

    /// 5: what the units chosen cost, prepared or not.
    pub fn price(&self, act: &Act, units: Units, prepared: bool) -> u8 {
        let prices = &self.tables.prices;
        let many = units.len() > prices.free_units;
        let guns = act.kind == Kind::Bombardment && units.len() > prices.free_guns;
        (if many { prices.many_units } else { 0 })
            + (if guns { prices.many_guns } else { 0 })
            + (if prepared { prices.prepared } else { 0 })
    }

    /// 9.2a, 9.3b, 9.4.1d, 9.4.3c: may the unit join those chosen?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_join(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        self.may_take_part(p, unit)?;
        self.may_set_out(p, &self.mover(p, p.act.side, p.act.units | unit.only()))
    }

    /// What the unit itself must fulfil.
    fn may_take_part(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        let act = &p.act;
        let side = act.side;
        if unit.side() != side || p.place_of(unit) != act.from || act.units.has(unit) {
            return Err(rules::R9B);
        }
        if !p.is_fresh(unit) {
            return Err(rules::R1_1E);
        }
        if !self.ready(p, side, act.from).has(unit) {
            return Err(rules::R12_2V);
        }
        let gun = self.guns[side].has(unit);
        let units = act.units | unit.only();
        match act.kind {
            Kind::Bombardment if !gun => return Err(rules::R9_3A),
            Kind::Bombardment if usize::from(units.len()) > self.tables.bombardment.bonus.len() => {
                return Err(rules::R9_3C);
            }
            Kind::Combat if self.factor(p, unit) == 0 => return Err(rules::R9_4_1B),
            Kind::Assault if gun => return Err(rules::R9_8B),
            Kind::Assault if !self.shock_now(p, side).has(unit) => return Err(rules::R9_4_3B),
            Kind::Assault if self.factor(p, unit) == 0 => return Err(rules::R9_4_3_R1),
            _ => {}
        }
        if self.price(act, units, act.prepared) > p.support[side] {
            return Err(if act.kind == Kind::Bombardment { rules::R5D } else { rules::R5E });
        }
        Ok(())
    }

    /// What the whole stack must fulfil: somewhere to go, or somebody to strike.
    fn may_set_out(&self, p: &Public, m: &Mover) -> Result<(), Rule> {
        match p.act.kind {
            Kind::Movement => self.may_march(p, m, p.act.from),
            Kind::Assault if !self.can_strike(p, m, p.act.from) => Err(rules::R9_4_3D),
            _ => Ok(()),
        }
    }

    /// 5f, 9.4.2, 9.4.2-r1: may the attack be a prepared one?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_prepare(&self, p: &Public) -> Result<(), Rule> {
        if !p.act.kind.is_combat() || p.act.prepared || p.act.units.is_empty() {
            return Err(rules::R9_4_2_R1);
        }
        if self.price(&p.act, p.act.units, true) > p.support[p.act.side] { Err(rules::R5F) } else { Ok(()) }
    }

    /// May the units chosen go as they are?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_go(&self, p: &Public) -> Result<(), Rule> {
        match p.act.kind {
            _ if p.act.units.is_empty() => Err(rules::R9B),
            Kind::Bombardment => Err(rules::R9_3B),
            Kind::Assault => Err(rules::R9_4_3_R2),
            _ => Ok(()),
        }
    }

    /// 9.3a, 9.4.3-r2: may the units chosen go against this area?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_go_against(&self, p: &Public, target: Area) -> Result<(), Rule> {
        let act = &p.act;
        let side = act.side;
        if act.units.is_empty() {
            return Err(rules::R9B);
        }
        match act.kind {
            Kind::Bombardment => {
                let near = target == act.from || self.map.near[act.from.index()].has(target.index());
                if !near {
                    return Err(rules::R9_3A);
                }
                self.may_shell(p, side, target)
            }
            Kind::Assault => {
                if self.map.is_box(target) || p.units(side.other(), target).is_empty() {
                    return Err(rules::R9_4_3_R2);
                }
                self.may_storm(p, side, target)?;
                let m = self.mover(p, side, act.units);
                let hits = self.strikes(p, &m, act.from, m.moves, Leaving::Standing, p.river_ban);
                if hits.has(target.index()) { Ok(()) } else { Err(self.why_not_reached(p, target)) }
            }
            _ => Err(rules::R9_4_1A),
        }
    }

    /// The rule that keeps an assault from an adjacent area, or else that it is too far.
    fn why_not_reached(&self, p: &Public, target: Area) -> Rule {
        let m = self.mover(p, p.act.side, p.act.units);
        match self.step(p, &m, p.act.from, Leaving::Standing, target, p.river_ban) {
            Err(rule) if rule != rules::R2C && rule != rules::R2D => rule,
            _ => rules::R9_4_3D,
        }
    }

    /// Lists the answers while units are chosen.
    pub fn list_select(&self, p: &Public, out: &mut Vec<Action>) {
        let act = &p.act;
        // Stacks alike in what matters (speed, artillery) are asked once.
        let mut asked = [None; 2 * (MOST_MOVES as usize + 1)];
        for unit in (self.ready(p, act.side, act.from) - act.units).iter(act.side) {
            if self.may_take_part(p, unit).is_err() {
                continue;
            }
            let m = self.mover(p, act.side, act.units | unit.only());
            let class = &mut asked[usize::from(m.moves * 2 + u8::from(m.guns))];
            if *class.get_or_insert_with(|| self.may_set_out(p, &m).is_ok()) {
                out.push(Action::With(unit));
            }
        }
        if self.may_prepare(p).is_ok() {
            out.push(Action::Prepare);
        }
        if act.units.is_empty() {
            return;
        }
        match act.kind {
            Kind::Bombardment => {
                out.extend(self.targets(p, act.side, act.from).iter().map(|i| Action::Against(Area::at(i))));
            }
            Kind::Assault => {
                let m = self.mover(p, act.side, act.units);
                let hits = self.strikes(p, &m, act.from, m.moves, Leaving::Standing, p.river_ban);
                out.extend(hits.iter().map(|i| Action::Against(Area::at(i))));
            }
            _ => out.push(Action::Ready),
        }
    }

    /// The units chosen set out.
    pub fn set_out(&self, p: &mut Public) {
        p.act.force = p.act.units;
        p.frames.swap(Frame::Act(Stage::Strife));
    }

    /// 15.N6b: are communists and anarchists activated together under Strife?
    pub fn strife_holds(&self, p: &Public) -> bool {
        let units = p.act.units;
        p.strife
            && p.act.side == Side::Republican
            && (units & self.communist).any()
            && (units & self.anarchist).any()
    }

    /// 15.N6c, 15.N6d, 15.N6-r1: only one group acts; the other stays as it is.
    pub fn let_act<S: Sink<Event>>(&self, p: &mut Public, group: Group, s: &mut S) {
        let out = match group {
            Group::Communists => self.anarchist,
            Group::Anarchists => self.communist,
        };
        let barred = p.act.units & out;
        p.act.units -= out;
        p.act.force = p.act.units;
        s.push(Event::Barred { side: p.act.side, units: barred });
    }
}
