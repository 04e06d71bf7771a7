//! 15. What each event chit does, and when it may be played (6-r6).

use crate::Side;
use crate::book::Book;
use crate::chits::{Alternative, Chit};
use crate::event::Event;
use crate::frame::{Frame, Stage, Window};
use crate::ids::Places;
use crate::ids::{Unit, Units};
use crate::position::{Kind, Panic, Pause, Position, Public};
use crate::rules::{self, Rule};
use arrayvec::ArrayVec;
use frente_board::Area;
use frente_engine::Sink;

/// Chits that could be played at one moment.
pub type Plays = ArrayVec<(Chit, Alternative), 4>;

impl Book {
    /// 6-r6, 6-r7, 6-r8, 15.R7b, 15.N8b, 15.N10b, 15.N10c, 15.N10d, 15-r2, 15.R7-r1, 15.R8-r1, 15.N12-r1: what may be
    /// played in a window, on public facts alone and whatever anybody holds.
    pub fn plays(&self, p: &Public, window: Window) -> Plays {
        use Alternative::{First, Second, Third};
        let act = &p.act;
        let mut plays = Plays::new();
        let mut offer = |chit: Chit, alternative: Alternative| {
            if self.could_hold(p, chit) {
                plays.push((chit, alternative));
            }
        };
        match window {
            Window::Open => {
                offer(Chit::Surprise, First);
                offer(Chit::Engineers, First);
                if act.panic == Panic::No && act.target != self.map.madrid {
                    offer(Chit::Stampede, if self.map.is_urban(act.target) { First } else { Second });
                }
            }
            Window::CancelStampede => offer(Chit::Miaja, Second),
            Window::Morale => {
                if self.combat_testers(p).any() && !act.no_test {
                    offer(Chit::Miaja, First);
                }
            }
            Window::UnderFire => {
                if !act.surprise {
                    offer(Chit::Surprise, First);
                    if act.kind == Kind::Assault && self.african.has(act.point) {
                        offer(Chit::Alfereces, First);
                    }
                }
            }
            Window::Fire => {
                if !act.surprise {
                    offer(Chit::Tanks, Third);
                }
            }
            Window::FireRolled => offer(Chit::Teresa, Third),
            Window::Defend => {
                offer(Chit::Fortification, First);
                if act.counter.any() {
                    offer(Chit::Fortification, Second);
                    offer(Chit::Tanks, Second);
                }
            }
            Window::CancelFortification => offer(Chit::Engineers, Second),
            Window::Named => {
                if self.african.has(act.foe_point) {
                    offer(Chit::Alfereces, First);
                }
            }
            Window::Before => offer(Chit::Tanks, First),
            Window::Rolled => offer(Chit::Teresa, if act.side == Side::Nationalist { First } else { Second }),
            Window::End => offer(Chit::Plans, First),
        }
        plays
    }

    /// 6e, 6f, 15.R4d, 15.R7b, 15.N8b: may the chit be played in this window, by the rules and by its own words?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_answer(
        &self,
        p: &Position,
        window: Window,
        chit: Chit,
        alternative: Alternative,
    ) -> Result<(), Rule> {
        if chit.side() != window.side() {
            return Err(rules::R6F);
        }
        self.may_play(p, chit)?;
        if self.plays(&p.public, window).contains(&(chit, alternative)) {
            return Ok(());
        }
        let act = &p.public.act;
        Err(match chit {
            _ if self.replaces(chit) => rules::R6E,
            Chit::Stampede if act.target == self.map.madrid => rules::R15_N8B,
            Chit::Stampede if window == Window::Open && alternative == Alternative::First => rules::R15_N8C,
            Chit::Stampede if window == Window::Open => rules::R15_N8D,
            Chit::Alfereces if window == Window::UnderFire && act.kind == Kind::Movement => rules::R15_N12_R1,
            Chit::Alfereces if matches!(window, Window::Named | Window::UnderFire) => rules::R15_N12B,
            Chit::Tanks if window == Window::Defend => rules::R15_R3C,
            Chit::Fortification if window == Window::Defend => rules::R15_R4C,
            Chit::Fortification => rules::R15_R4D,
            Chit::Durruti => rules::R15_R6B,
            Chit::Plans => rules::R15_R7B,
            _ => rules::R6_R6,
        })
    }

    /// 15.R8c, 15.N4c, 15.R8-r1, 15.N10-r1: plays a Combat Event in a window.
    pub fn answer<S: Sink<Event>>(
        &self,
        p: &mut Position,
        window: Window,
        chit: Chit,
        alternative: Alternative,
        s: &mut S,
    ) {
        self.spend_chit(p, chit);
        s.push(Event::Played(chit, alternative));
        let p = &mut p.public;
        let act = &mut p.act;
        match chit {
            Chit::Surprise => act.surprise = true,
            Chit::Engineers if alternative == Alternative::First => act.engineers = true,
            Chit::Engineers => {
                act.fortified = false;
                act.stay_fresh = false;
                p.frames.pop();
                s.push(Event::Undone(Chit::Fortification));
            }
            Chit::Stampede => {
                act.panic = if alternative == Alternative::First { Panic::Line } else { Panic::Shock };
                p.frames.push(Frame::Ask(Window::CancelStampede));
            }
            Chit::Miaja if alternative == Alternative::First => act.no_test = true,
            Chit::Miaja => {
                act.panic = Panic::No;
                p.frames.pop();
                s.push(Event::Undone(Chit::Stampede));
            }
            Chit::Alfereces => act.alfereces = true,
            Chit::Tanks => act.tanks[alternative as usize] = true,
            Chit::Fortification => {
                if alternative == Alternative::First {
                    act.fortified = true;
                } else {
                    act.stay_fresh = true;
                }
                p.frames.push(Frame::Ask(Window::CancelFortification));
            }
            Chit::Teresa => {
                p.frames.replace(if window == Window::FireRolled { Frame::FireDie } else { Frame::AttackDie })
            }
            Chit::Plans => act.again = true,
            _ => unreachable!("no Combat Event is answered with {chit:?}"),
        }
    }

    /// 9c, 15, 15.N9b, 15.N9d, 15-r3: may the chit be played as, or at the start of, an impulse?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_event(
        &self,
        p: &Position,
        side: Side,
        chit: Chit,
        alternative: Alternative,
    ) -> Result<(), Rule> {
        let public = &p.public;
        if chit.side() != side || (!self.replaces(chit) && chit != Chit::Durruti) {
            return Err(if chit == Chit::Plans { rules::R15_R7B } else { rules::R6F });
        }
        self.may_play(p, chit)?;
        if public.act.must_fight {
            return Err(rules::R15_R6_R2);
        }
        let need = |on: bool, rule: Rule| if on { Ok(()) } else { Err(rule) };
        match (chit, alternative) {
            (Chit::RepublicanArtillery | Chit::RepublicanAir, _) => {
                need(public.valencia == 0, rules::R15_N9D)?;
                need(self.has_target(public, side, chit), rules::R15_R1)
            }
            (Chit::NationalistArtillery | Chit::NationalistAir, _) => {
                if self.has_target(public, side, chit) {
                    return Ok(());
                }
                let mut resumed = *public;
                resumed.pause = Pause::Never;
                Err(if self.has_target(&resumed, side, chit) { rules::R12_3U } else { rules::R15_R1 })
            }
            (Chit::NoPasaran, Alternative::First) => {
                need(self.spent_on_map(public, side).any(), rules::R15_R5_R1)
            }
            (Chit::NoPasaran, Alternative::Second) => {
                need(self.can_rebuild(public, self.allowance(public, side)), rules::R15_R5_R2)
            }
            (Chit::NoPasaran, Alternative::Third) => Ok(()),
            (Chit::Durruti, _) => {
                let mut with = *public;
                with.durruti = self.tables.numbers.durruti_impulses;
                with.act.must_fight = true;
                need(self.can_fight(&with, side), rules::R15_R6_R2)
            }
            (Chit::FifthColumn, _) => need(self.has_target(public, side, chit), rules::R15_N5_R1),
            (Chit::Valencia, _) => {
                let around = self.map.urban.iter().fold(Places::EMPTY, |all, i| all | self.map.near[i]);
                need(around.meets(&public.nationalist), rules::R15_N9B)
            }
            (Chit::Mola, Alternative::First) => {
                let mut with = *public;
                with.act.kind = Kind::Event(Chit::Mola);
                need(self.can_rebuild(&with, MOLA), rules::R15_N11_R1)
            }
            (Chit::Mola, _) => need(self.spent_on_map(public, side).any(), rules::R15_R5_R1),
            (Chit::Strife | Chit::DurrutiDeath, _) => Ok(()),
            _ => Err(rules::R6F),
        }
    }

    /// Spent units of a side on map or in boxes.
    pub fn spent_on_map(&self, p: &Public, side: Side) -> Units {
        p.stack[side].iter().fold(Units::NONE, |all, stack| all | *stack) - p.fresh[side]
    }

    /// 15.R1b, 15.R2b, 15.N1b, 15.N2b, 15-r1, 15.N5-r1: is there an area the chit may strike?
    fn has_target(&self, p: &Public, side: Side, chit: Chit) -> bool {
        self.foes(p, side).iter().any(|i| self.may_aim(p, side, chit, Area::at(i)).is_ok())
    }

    /// May the chit strike this area?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_aim(&self, p: &Public, side: Side, chit: Chit, area: Area) -> Result<(), Rule> {
        if chit == Chit::FifthColumn {
            let fresh = !self.map.is_box(area) && p.fresh_in(Side::Republican, area).any();
            return if fresh { Ok(()) } else { Err(rules::R15_N5_R1) };
        }
        self.may_shell(p, side, area)?;
        match chit {
            Chit::RepublicanArtillery if !self.in_chit_range(p, side, area) => Err(rules::R15_R1B),
            Chit::NationalistArtillery if !self.in_chit_range(p, side, area) => Err(rules::R15_N1B),
            _ => Ok(()),
        }
    }

    /// 6e, 9c, 15.R5c, 15.R5d, 15.R5-r2: plays a Replace Impulse chit, or opens the impulse with Durruti.
    pub fn event<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        chit: Chit,
        alternative: Alternative,
        s: &mut S,
    ) {
        self.spend_chit(p, chit);
        s.push(Event::Played(chit, alternative));
        if chit == Chit::Durruti {
            p.public.durruti = self.tables.numbers.durruti_impulses;
            p.public.act.must_fight = true;
            return;
        }
        if chit == Chit::DurrutiDeath {
            self.bury_durruti(p);
        }
        let p = &mut p.public;
        p.act.kind = Kind::Event(chit);
        p.act.side = side;
        p.frames.replace(Frame::Act(Stage::End));
        match (chit, alternative) {
            (
                Chit::RepublicanArtillery
                | Chit::RepublicanAir
                | Chit::NationalistArtillery
                | Chit::NationalistAir,
                _,
            ) => {
                p.frames.replace(Frame::Act(Stage::Aim));
                p.frames.push(Frame::Aim);
            }
            (Chit::FifthColumn, _) => p.frames.push(Frame::Aim),
            (Chit::NoPasaran, Alternative::First) | (Chit::Mola, Alternative::Second) => {
                p.frames.push(Frame::FlipDie)
            }
            (Chit::NoPasaran, Alternative::Second) => {
                let frame = self.allowance(p, side);
                p.frames.push(frame);
            }
            (Chit::NoPasaran, Alternative::Third) => self.raise_morale(p, 1, rules::R15_R5D, s),
            (Chit::Mola, _) => p.frames.push(MOLA),
            (Chit::Strife, _) => p.strife = true,
            (Chit::Valencia, _) => p.valencia = self.tables.numbers.valencia_impulses,
            _ => {}
        }
    }

    /// 15.N7b, 15.N7-r1: Durruti Will Save Madrid leaves the game, wherever it is; an effect in force ends.
    fn bury_durruti(&self, p: &mut Position) {
        let (side, slot) = (Side::Republican, Chit::Durruti.slot());
        if p.secret[side].hand[slot] > 0 {
            p.secret[side].hand[slot] -= 1;
            p.public.hand[side] -= 1;
        }
        p.public.aside[side][slot] = 0;
        p.public.gone[side][slot] = self.tables.chits[Chit::Durruti.index()].count;
        p.public.durruti = 0;
    }

    /// 15.N7-r1: could the Durruti chit be in the Republican's hand as well as in his pool, for all everybody knows?
    pub fn durruti_is_uncertain(&self, p: &Public) -> bool {
        self.loose(p, Chit::Durruti) > 0
            && p.hand[Side::Republican] > 0
            && self.pool_size(p, Side::Republican) > 0
    }

    /// 15.R5b, 15.N5b, 15.N11c: units that the chit in hand may turn over.
    pub fn turnable(&self, p: &Public) -> Units {
        if p.act.kind == Kind::Event(Chit::FifthColumn) {
            p.fresh_in(Side::Republican, p.act.target)
        } else {
            self.spent_on_map(p, p.act.side)
        }
    }

    /// Whose units the chit in hand turns over.
    pub fn turned_side(&self, p: &Public) -> Side {
        if p.act.kind == Kind::Event(Chit::FifthColumn) { Side::Republican } else { p.act.side }
    }

    /// 15.N5-r1, 15.R5-r1: may the player stop turning units over?
    ///
    /// # Errors
    /// 5th Column turns as many as it can.
    pub fn may_stop_turning(&self, p: &Public) -> Result<(), Rule> {
        if p.act.kind == Kind::Event(Chit::FifthColumn) { Err(rules::R15_N5_R1) } else { Ok(()) }
    }

    /// The rule by which the chit in hand turns units over.
    pub fn turning_rule(&self, p: &Public) -> Rule {
        match p.act.kind {
            Kind::Event(Chit::FifthColumn) => rules::R15_N5B,
            Kind::Event(Chit::Mola) => rules::R15_N11C,
            _ => rules::R15_R5B,
        }
    }

    /// The rule by which the chit in hand strikes an area.
    pub fn aiming_rule(&self, p: &Public) -> Rule {
        match p.act.kind {
            Kind::Event(Chit::FifthColumn) => rules::R15_N5B,
            Kind::Event(Chit::RepublicanArtillery) => rules::R15_R1B,
            Kind::Event(Chit::RepublicanAir) => rules::R15_R2B,
            Kind::Event(Chit::NationalistArtillery) => rules::R15_N1B,
            _ => rules::R15_N2B,
        }
    }

    /// May the chit in hand turn this unit over?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_turn(&self, p: &Public, unit: Unit) -> Result<(), Rule> {
        if unit.side() == self.turned_side(p) && self.turnable(p).has(unit) {
            Ok(())
        } else {
            Err(self.turning_rule(p))
        }
    }
}

/// 15.N11b: one unit of either type.
pub const MOLA: Frame = Frame::Rebuild { side: Side::Nationalist, line: 1, shock: 1 };
