//! 11, 12, 13, 14.2: weather, the Republican Offensive, the Basque surrender, the factory.

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::position::Position;
use crate::rules::*;
use frente_engine::{Refusal, Rule, Sink};

impl Santander {
    /// 11.2a, 11.2b, 11.2c: the weather die.
    pub(crate) fn weather<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let total = die + if p.public.rain { self.book.tables.after_rain } else { 0 };
        p.public.rain = total >= self.book.tables.rain_from;
        sink.push(Event::Weather { die, total, rain: p.public.rain });
        p.public.frames.pop();
    }

    /// 12.2a, 12.2b, 12.2c, 12.2-r1: the die on which the Offensive begins this turn, if it may; 0 is automatic.
    pub(crate) fn offensive_due(&self, p: &Position) -> Option<u8> {
        if p.public.offensive != 0 {
            return None;
        }
        self.book.tables.offensive.begins.iter().find(|(turn, _)| *turn == p.public.turn).map(|(_, die)| *die)
    }

    /// 12.2a, 12.2b, 12.3a: the die that may begin it.
    pub(crate) fn begin_offensive<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let begins = self.offensive_due(p).is_some_and(|needed| die >= needed);
        if begins {
            p.public.offensive = p.public.turn;
        }
        let rule = match (begins, die) {
            (true, 0) => R12_2C,
            (true, _) => R12_3A,
            (false, _) if p.public.turn == self.book.tables.offensive.begins[0].0 => R12_2A,
            (false, _) => R12_2B,
        };
        sink.push(Event::Offensive { die, begins, rule });
    }

    /// 12.3b: is its success rolled this turn?
    pub(crate) fn success_due(&self, p: &Position) -> bool {
        p.public.offensive != 0 && p.public.offensive + 1 == p.public.turn
    }

    /// 12.3c, 12.3d: the success die.
    pub(crate) fn success<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let lines = &self.book.tables.offensive.withdraw;
        // The loader sees to it that the first line is for a die of 1.
        let (_, infantry, air) =
            lines.iter().rev().find(|(from, ..)| die >= *from).copied().unwrap_or_default();
        sink.push(Event::Success { die, infantry, air });
        p.public.frames.replace(Frame::Withdraw { infantry, air });
    }

    /// 12.3-r1: infantry that can be withdrawn.
    fn infantry(&self, p: &Position) -> Units {
        self.book.corps(Side::Nationalist).infantry & p.public.on_map[Side::Nationalist]
    }

    /// 12.3-r1, 12.3-r2: may this air unit be withdrawn? Those on the turn track only when none is available.
    fn may_withdraw_air(&self, p: &Position, kind: u8, turn: u8) -> Result<(), Rule> {
        let Some(air) = self.book.air.get(kind as usize) else { return Err(R12_3_R1) };
        if air.side != Side::Nationalist {
            return Err(R12_3_R1);
        }
        let boxes = &p.public.air[kind as usize];
        let available = self.air_kinds(Side::Nationalist).any(|k| p.public.air[k].ready > 0);
        let there = match turn {
            0 => boxes.ready,
            _ if available => 0,
            t => boxes.due.get(t as usize).copied().unwrap_or(0),
        };
        if there > 0 { Ok(()) } else { Err(R12_3_R1) }
    }

    fn air_to_withdraw<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = (u8, u8)> + 'a {
        let turns = 0..=self.book.scenario.turns;
        self.air_kinds(Side::Nationalist)
            .flat_map(move |k| turns.clone().map(move |t| (k as u8, t)))
            .filter(|(k, t)| self.may_withdraw_air(p, *k, *t).is_ok())
    }

    pub(crate) fn withdraw_list(&self, p: &Position, infantry: u8, out: &mut Vec<Action>) {
        if infantry > 0 {
            out.extend(each(Side::Nationalist, self.infantry(p)).map(Action::Withdraw));
        } else {
            out.extend(self.air_to_withdraw(p).map(|(k, t)| Action::WithdrawAir(k, t)));
        }
    }

    pub(crate) fn check_withdraw(&self, p: &Position, infantry: u8, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Withdraw(unit) if infantry > 0 => {
                let ours = unit.side() == Side::Nationalist && self.infantry(p) & unit.bit() != 0;
                if ours { Ok(()) } else { Err(Refusal::new(R12_3_R1).unit(unit.0)) }
            }
            Action::WithdrawAir(kind, turn) if infantry == 0 => {
                self.may_withdraw_air(p, kind, turn).map_err(Refusal::new)
            }
            _ => Err(Refusal::new(R12_3C).saying("refused-now")),
        }
    }

    pub(crate) fn withdraw_infantry<S: Sink<Event>>(
        &self,
        p: &mut Position,
        infantry: u8,
        air: u8,
        unit: Unit,
        sink: &mut S,
    ) {
        self.withdraw(p, unit, R12_3_R1, sink);
        p.public.frames.replace(Frame::Withdraw { infantry: infantry - 1, air });
    }

    pub(crate) fn withdraw_air<S: Sink<Event>>(
        &self,
        p: &mut Position,
        air: u8,
        kind: u8,
        turn: u8,
        sink: &mut S,
    ) {
        let boxes = &mut p.public.air[kind as usize];
        match turn {
            0 => boxes.ready -= 1,
            t => boxes.due[t as usize] -= 1,
        }
        sink.push(Event::AirWithdrawn { kind });
        p.public.frames.replace(Frame::Withdraw { infantry: 0, air: air - 1 });
    }

    /// Ends the withdrawals when nothing is left to choose from (12.3-r1).
    pub(crate) fn withdraw_on(&self, p: &mut Position, infantry: u8, air: u8) -> bool {
        if infantry > 0 && self.infantry(p) == 0 {
            p.public.frames.replace(Frame::Withdraw { infantry: 0, air });
            return true;
        }
        if infantry == 0 && (air == 0 || self.air_to_withdraw(p).next().is_none()) {
            p.public.frames.pop();
            return true;
        }
        false
    }

    /// 13.2a, 13.2b, 13.2e, 13.2-r1: is a surrender die due? No supplied brigade near the old Basque land, or more than half of them cut off.
    pub(crate) fn surrender_due(&self, p: &Position) -> bool {
        let rules = &self.book.tables.basques;
        let brigades = self.book.basque_brigades & p.public.on_map[Side::Republican];
        if brigades == 0 || p.public.surrendered {
            return false;
        }
        let cut = p.own(Side::Republican).cut & brigades;
        let near = |u: Unit| self.book.columns_off(p.at(u), rules.column) <= rules.within;
        let anybody = each(Side::Republican, brigades & !cut).any(near);
        !anybody || 2 * cut.count_ones() > brigades.count_ones()
    }

    /// 13.2c, 13.2d: the surrender die.
    pub(crate) fn roll_surrender<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let surrender = die <= self.book.tables.basques.surrender_to;
        sink.push(Event::Surrender { die, surrender });
        p.public.frames.pop();
        if surrender {
            p.public.surrendered = true;
            p.public.frames.push(Frame::Battalion(self.book.tables.basques.battalions));
        }
    }

    fn brigades_left(&self, p: &Position) -> Units {
        self.book.basque_brigades & p.public.on_map[Side::Republican]
    }

    /// A battalion that is not on the map yet and never was.
    fn next_battalion(&self, p: &Position) -> Option<Unit> {
        let side = Side::Republican;
        let free = self.book.battalions & !p.public.on_map[side] & !p.public.lost[side];
        (free != 0).then(|| Unit::new(Side::Republican, free.trailing_zeros() as usize))
    }

    pub(crate) fn battalion_list(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend(each(Side::Republican, self.brigades_left(p)).map(Action::Replace));
    }

    pub(crate) fn may_replace(&self, p: &Position, unit: Unit) -> Result<(), Rule> {
        let brigade = unit.side() == Side::Republican && self.brigades_left(p) & unit.bit() != 0;
        if brigade { Ok(()) } else { Err(R13_3_R1) }
    }

    /// 13.3b, 13.3c, 6.4-r4: a battalion takes a brigade's place and its supply status.
    pub(crate) fn replace<S: Sink<Event>>(&self, p: &mut Position, left: u8, brigade: Unit, sink: &mut S) {
        let hex = p.at(brigade);
        let cut = p.marks(brigade).cut;
        self.withdraw(p, brigade, R13_3A, sink);
        if let Some(battalion) = self.next_battalion(p) {
            p.place(&self.book, battalion, hex);
            p.set_cut(&self.book, battalion, cut);
            sink.push(Event::Replaced { brigade, battalion, hex });
        }
        p.public.frames.replace(Frame::Battalion(left - 1));
    }

    /// 13.3a, 13.3-r1: carries the surrender on as far as nobody has to choose: with no more brigades than battalions all are
    /// replaced; when the battalions are spent the other brigades leave.
    pub(crate) fn battalion_on<S: Sink<Event>>(&self, p: &mut Position, left: u8, sink: &mut S) -> bool {
        let brigades = self.brigades_left(p);
        if left > 0 && brigades.count_ones() > u32::from(left) {
            return false;
        }
        if left > 0 && brigades != 0 {
            let first = Unit::new(Side::Republican, brigades.trailing_zeros() as usize);
            self.replace(p, left, first, sink);
            return true;
        }
        for unit in each(Side::Republican, brigades) {
            self.withdraw(p, unit, R13_3A, sink);
        }
        let battalions = self.book.battalions & p.public.on_map[Side::Republican];
        sink.push(Event::FightOn { battalions: battalions.count_ones() as u8 });
        p.public.frames.pop();
        true
    }

    /// 14.2a, 14.2-r1: is the factory die due?
    pub(crate) fn factory_due(&self, p: &Position) -> bool {
        p.public.turn >= self.book.tables.factory_turn
            && !p.public.factory_gone
            && p.public.republican.has(self.book.factory.index())
    }

    /// 14.2b: the factory die.
    pub(crate) fn factory<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let destroyed = die >= self.book.tables.factory_die;
        p.public.factory_gone |= destroyed;
        sink.push(Event::Factory { die, destroyed });
        p.public.frames.pop();
    }
}
