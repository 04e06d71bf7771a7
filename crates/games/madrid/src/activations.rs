//! 9. Activations: what a player may do with his impulse, and which units take part.

use crate::Side;
use crate::action::{Action, Activity, Group};
use crate::book::{Book, MOST_MOVES};
use crate::chits::{Alternative, Chit, alternatives};
use crate::event::Event;
use crate::frame::{Frame, Stage};
use crate::ids::Places;
use crate::ids::{Unit, Units};
use crate::movement::{CLASSES, Lay, Leaving, Mover, Waived};
use crate::position::{Act, Kind, Position, Public};
use crate::rules::{self, Rule};
use arrayvec::ArrayVec;
use frente_board::Area;
use frente_engine::Sink;

/// The map as single units of a side see it, worked out once for all places from which they could be activated.
struct Outlook<'a> {
    book: &'a Book,
    p: &'a Public,
    side: Side,
    men: Lay<'a>,
}

impl Outlook<'_> {
    /// 9b, 9g: could at least one of the units, which are ready in the place, go through with it?
    #[inline]
    fn allows(&self, activity: Activity, place: Area, ready: Units) -> bool {
        let (book, p, side) = (self.book, self.p, self.side);
        let suited = book.suited(p, side, activity, ready);
        suited.any()
            && book.forbidden(p, side, activity, place).is_none()
            && match activity {
                Activity::Move => self.can_march(suited, place),
                Activity::Assault => self.can_strike(suited, place),
                Activity::Bombard | Activity::Combat => true,
            }
    }

    /// 9.2a: is there a first step for one of the units?
    fn can_march(&self, units: Units, place: Area) -> bool {
        let leaves = |lay: &Lay| !lay.steps(place.index(), Leaving::Standing, self.p.river_ban).to.is_empty();
        let guns = self.book.guns[self.side];
        // Artillery goes nowhere where others do not go.
        leaves(&self.men) && ((units - guns).any() || leaves(&self.men.with_guns(true)))
    }

    /// 9.4.3d: is there anybody to strike for one of the units? What others can reach, the fastest can.
    fn can_strike(&self, units: Units, place: Area) -> bool {
        let (book, p) = (self.book, self.p);
        let fastest = units.iter(self.side).max_by_key(|u| book.moves(p, *u));
        fastest
            .is_some_and(|unit| book.can_strike(p, &book.mover(p, self.side, unit.only()), self.men, place))
    }
}

impl Book {
    /// The map as single units of the side see it.
    fn outlook<'a>(&'a self, p: &'a Public, side: Side) -> Outlook<'a> {
        Outlook { book: self, p, side, men: self.lay(p, &self.anybody(side, 1), self.map.land) }
    }

    /// A stack of this size without artillery, whoever is in it.
    fn anybody(&self, side: Side, size: u8) -> Mover {
        Mover { side, units: Units::NONE, size, moves: 0, guns: false, waived: Waived::NOTHING }
    }

    /// 1.1d, 1.1e, 3.3-r4, 9-r3, 12.2v: units of a place that may be activated.
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
        if self.can_activate(p, side, activity, place) {
            Ok(())
        } else {
            Err(self.why_not_activated(p, side, activity, place))
        }
    }

    /// Could at least one unit there go through with it?
    pub fn can_activate(&self, p: &Public, side: Side, activity: Activity, place: Area) -> bool {
        self.outlook(p, side).allows(activity, place, self.ready(p, side, place))
    }

    /// 9.4.1a, 12.3t, 12.3u, 15.N9c, 15.N9d, 15.R6-r2: the rule that forbids the activity there, whatever units there
    /// are.
    #[inline]
    fn forbidden(&self, p: &Public, side: Side, activity: Activity, place: Area) -> Option<Rule> {
        if p.act.must_fight && matches!(activity, Activity::Move | Activity::Bombard) {
            return Some(rules::R15_R6_R2);
        }
        let barred = side == Side::Republican && p.valencia > 0;
        match activity {
            Activity::Move => None,
            Activity::Bombard if barred => Some(rules::R15_N9D),
            Activity::Combat | Activity::Assault if barred => Some(rules::R15_N9C),
            Activity::Bombard if self.targets(p, side, place).is_empty() => {
                let near = self.map.near[place.index()] | Places::one(place.index());
                Some(if self.foes(p, side).meets(&near) { rules::R12_3U } else { rules::R9_3_R1 })
            }
            Activity::Combat if p.units(side.other(), place).is_empty() => Some(rules::R9_4_1A),
            Activity::Combat => self.may_storm(p, side, place).err(),
            Activity::Bombard | Activity::Assault => None,
        }
    }

    /// 9.3a, 9.4.1b, 9.4.3b: those of the units that are of the kind the activity asks for.
    #[inline]
    fn suited(&self, p: &Public, side: Side, activity: Activity, units: Units) -> Units {
        match activity {
            Activity::Move => units,
            Activity::Bombard => units & self.guns[side],
            Activity::Combat => self.with_factor(p, side, units),
            Activity::Assault => self.stormers(p, side, units),
        }
    }

    /// Why the place may not be activated: the rule without which it might.
    fn why_not_activated(&self, p: &Public, side: Side, activity: Activity, place: Area) -> Rule {
        let all = p.units(side, place);
        if all.is_empty() {
            return rules::R9B;
        }
        if let Some(rule) = self.forbidden(p, side, activity, place) {
            return rule;
        }
        let (mut free, mut rested) = (*p, *p);
        free.city_locked = false;
        rested.fresh[side] |= all;
        if self.can_activate(&free, side, activity, place) {
            return rules::R12_2V;
        }
        if self.can_activate(&rested, side, activity, place) {
            return rules::R1_1E;
        }
        // Two rules stand in the way of whoever would be able: the nearer one is that the unit cannot act at all.
        let ready = self.ready(p, side, place);
        if ready.is_empty() {
            return if p.fresh_in(side, place).any() { rules::R12_2V } else { rules::R1_1E };
        }
        let suited = self.suited(p, side, activity, ready);
        // 12.2v: who could do it is locked in, whoever else is free.
        let unlocked = self.suited(&free, side, activity, self.ready(&free, side, place));
        if suited.is_empty() && unlocked.any() {
            return rules::R12_2V;
        }
        match activity {
            Activity::Move => self.why_no_march(p, &self.singles(p, side, suited), place),
            Activity::Bombard => rules::R9_3A,
            Activity::Combat => rules::R9_4_1B,
            Activity::Assault if suited.any() => self.why_no_strike(p, &self.singles(p, side, suited), place),
            Activity::Assault if (ready & self.shock_now(p, side)).any() => rules::R9_4_3_R1,
            Activity::Assault => rules::R9_4_3B,
        }
    }

    /// 9.4.3b, 9.4.3-r1, 9.8b: units that may assault.
    #[inline]
    pub fn stormers(&self, p: &Public, side: Side, ready: Units) -> Units {
        self.with_factor(p, side, ready & self.shock_now(p, side))
    }

    /// Stacks of one unit each, of those alike in what matters (speed, artillery) only the first.
    fn singles(&self, p: &Public, side: Side, units: Units) -> ArrayVec<Mover, CLASSES> {
        let mut asked = 0u32;
        let mut stacks = ArrayVec::new();
        for unit in units.iter(side) {
            let m = self.mover(p, side, unit.only());
            if asked >> m.class() & 1 == 0 {
                asked |= 1 << m.class();
                stacks.push(m);
            }
        }
        stacks
    }

    /// 15.R6-r2: could the side open a combat or an assault?
    pub fn can_fight(&self, p: &Public, side: Side) -> bool {
        let outlook = self.outlook(p, side);
        p.held[side].iter().map(Area::at).any(|place| {
            let ready = self.ready(p, side, place);
            [Activity::Combat, Activity::Assault].into_iter().any(|a| outlook.allows(a, place, ready))
        })
    }

    /// 9b, 9c, 9d: lists what the side may do with its impulse.
    pub fn list_impulse(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let public = &p.public;
        let outlook = self.outlook(public, side);
        for i in public.held[side] {
            let place = Area::at(i);
            let ready = self.ready(public, side, place);
            if ready.is_empty() {
                continue;
            }
            for activity in Activity::ALL {
                if outlook.allows(activity, place, ready) {
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
        p.frames.replace(Frame::Select);
        s.push(Event::Activated { kind, side, from });
    }

    /// 5, 5d, 5e, 5f: what so many units cost, prepared or not.
    pub fn price(&self, act: &Act, units: u8, prepared: bool) -> u8 {
        let prices = &self.tables.prices;
        let many = units > prices.free_units;
        let guns = act.kind == Kind::Bombardment && units > prices.free_guns;
        (if many { prices.many_units } else { 0 })
            + (if guns { prices.many_guns } else { 0 })
            + (if prepared { prices.prepared } else { 0 })
    }

    /// 9.2a, 9.3b, 9.4.1d, 9.4.3c: may the unit join those chosen?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_join(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        if unit.side() != p.act.side || !self.candidates(p).has(unit) {
            return Err(self.why_no_candidate(p, unit));
        }
        if self.joiners(p, unit.only()).any() {
            return Ok(());
        }
        let m = self.mover(p, p.act.side, p.act.units | unit.only());
        Err(match p.act.kind {
            Kind::Assault => self.why_no_strike(p, &[m], p.act.from),
            _ => self.why_no_march(p, &[m], p.act.from),
        })
    }

    /// 9.3a, 9.3c, 9.4.1b, 9.4.3b, 9.4.3-r1, 9.8b, 12.2v: units that fulfil what a unit itself must, and can be paid for.
    fn candidates(&self, p: &Public) -> Units {
        let act = &p.act;
        let ready = self.ready(p, act.side, act.from) - act.units;
        let units = match act.kind {
            Kind::Movement => ready,
            Kind::Bombardment => self.suited(p, act.side, Activity::Bombard, ready),
            Kind::Combat => self.suited(p, act.side, Activity::Combat, ready),
            Kind::Assault => self.suited(p, act.side, Activity::Assault, ready),
            Kind::None | Kind::Event(_) => Units::NONE,
        };
        let together = act.units.len() + 1;
        let crowd =
            act.kind == Kind::Bombardment && usize::from(together) > self.tables.bombardment.bonus.len();
        let paid = self.price(act, together, act.prepared) <= p.support[act.side];
        if paid && !crowd { units } else { Units::NONE }
    }

    /// What keeps the unit itself from taking part.
    fn why_no_candidate(&self, p: &Public, unit: Unit) -> Rule {
        let act = &p.act;
        let side = act.side;
        if unit.side() != side || p.place_of(unit) != act.from || act.units.has(unit) {
            return rules::R9B;
        }
        if !p.is_fresh(unit) {
            return rules::R1_1E;
        }
        if !self.ready(p, side, act.from).has(unit) {
            return rules::R12_2V;
        }
        let gun = self.guns[side].has(unit);
        let most = self.tables.bombardment.bonus.len();
        match act.kind {
            Kind::Bombardment if !gun => rules::R9_3A,
            Kind::Bombardment if usize::from(act.units.len()) >= most => rules::R9_3C,
            Kind::Combat if self.factor(p, unit) == 0 => rules::R9_4_1B,
            Kind::Assault if gun => rules::R9_8B,
            Kind::Assault if !self.shock_now(p, side).has(unit) => rules::R9_4_3B,
            Kind::Assault if self.factor(p, unit) == 0 => rules::R9_4_3_R1,
            Kind::Bombardment => rules::R5D,
            _ => rules::R5E,
        }
    }

    /// Those of the candidates with any one of whom the whole stack has somewhere to go, or somebody to strike.
    fn joiners(&self, p: &Public, candidates: Units) -> Units {
        match p.act.kind {
            Kind::Movement => self.fellow_marchers(p, candidates),
            Kind::Assault => self.fellow_stormers(p, candidates),
            _ => candidates,
        }
    }

    /// 9.2a: with whom could the stack make a first step?
    fn fellow_marchers(&self, p: &Public, candidates: Units) -> Units {
        let (act, guns) = (&p.act, self.guns[p.act.side]);
        let near = self.map.near[act.from.index()];
        let lay = self.lay(p, &self.anybody(act.side, act.units.len() + 1), near);
        let goes = |guns: bool| {
            !lay.with_guns(guns).steps(act.from.index(), Leaving::Standing, p.river_ban).to.is_empty()
        };
        // Artillery goes nowhere where others do not go.
        let escorted = (act.units & guns).any();
        if !goes(escorted) {
            Units::NONE
        } else if escorted || (candidates & guns).is_empty() || goes(true) {
            candidates
        } else {
            candidates - guns
        }
    }

    /// 9.4.3c: with whom could the stack strike somebody? Stacks alike in speed are asked once.
    fn fellow_stormers(&self, p: &Public, candidates: Units) -> Units {
        let act = &p.act;
        let stack = self.mover(p, act.side, act.units);
        let places = self.within_steps(act.from, MOST_MOVES);
        let lay = self.lay(p, &self.anybody(act.side, stack.size + 1), places);
        let mut asked = [None; MOST_MOVES as usize + 1];
        let strikes = |unit: &Unit| {
            let own = self.moves(p, *unit);
            let moves = if act.units.is_empty() { own } else { own.min(stack.moves) };
            let with = || Mover { units: act.units | unit.only(), size: stack.size + 1, moves, ..stack };
            *asked[usize::from(moves)].get_or_insert_with(|| self.can_strike(p, &with(), lay, act.from))
        };
        candidates.iter(act.side).filter(strikes).fold(Units::NONE, |all, unit| all | unit.only())
    }

    /// 5f, 9.4.2, 9.4.2-r1, 9.4.3f: may the attack be a prepared one?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_prepare(&self, p: &Public) -> Result<(), Rule> {
        if !p.act.kind.is_combat() || p.act.prepared || p.act.units.is_empty() {
            return Err(rules::R9_4_2_R1);
        }
        if self.price(&p.act, p.act.units.len(), true) > p.support[p.act.side] {
            Err(rules::R5F)
        } else {
            Ok(())
        }
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
                if target == act.from {
                    return Err(rules::R9_4_3_R4);
                }
                self.may_storm(p, side, target)?;
                let m = self.mover(p, side, act.units);
                if self.strikes(p, &m, act.from).has(target.index()) {
                    Ok(())
                } else {
                    Err(self.why_not_struck(p, &m, act.from, target))
                }
            }
            _ => Err(rules::R9_4_1A),
        }
    }

    /// Lists the answers while units are chosen.
    pub fn list_select(&self, p: &Public, out: &mut Vec<Action>) {
        let act = &p.act;
        let candidates = self.candidates(p);
        if candidates.any() {
            out.extend(self.joiners(p, candidates).iter(act.side).map(Action::With));
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
                let hits = self.strikes(p, &m, act.from);
                out.extend(hits.iter().map(|i| Action::Against(Area::at(i))));
            }
            _ => out.push(Action::Ready),
        }
    }

    /// The units chosen set out.
    pub fn set_out(&self, p: &mut Public) {
        p.act.force = p.act.units;
        p.frames.replace(Frame::Act(Stage::Strife));
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
