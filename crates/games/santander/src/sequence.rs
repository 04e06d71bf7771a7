//! 3: sequence of play. The turn runs by itself from stage to stage and stops wherever somebody must decide or roll.

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::frame::{Frame, Frames, TurnStage};
use crate::game::Santander;
use crate::ids::{Unit, Units};
use crate::position::Net;
use crate::position::Position;
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{PerSide, Refusal, Rule, Sink};

impl Santander {
    /// Carries the position on until it waits for somebody.
    pub(crate) fn run<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        loop {
            let went_on = match p.public.frames.top() {
                Frame::Setup(stage) => {
                    self.set_up(p, stage, sink);
                    true
                }
                Frame::Place(step) => self.place_on(p, step, sink),
                Frame::Trench => self.trench_on(p),
                Frame::Arrange(side) => self.arrange_on(p, side),
                Frame::Turn(stage) => {
                    self.turn_on(p, stage, sink);
                    true
                }
                Frame::Withdraw { infantry, air } => self.withdraw_on(p, infantry, air),
                Frame::Battalion(left) => self.battalion_on(p, left, sink),
                Frame::Fight(stage) => {
                    self.fight_on(p, stage, sink);
                    true
                }
                Frame::Lose(side, n, fire) => self.lose_on(p, side, n, fire, sink),
                Frame::Arrive(side) => self.arrive_on(p, side, sink),
                Frame::Advance(side) => self.advance_on(p, side),
                _ => false,
            };
            if !went_on {
                return;
            }
        }
    }

    /// 3.Aa, 3.Ba, 3.Ca, 1.2b: weather from turn 2 on, the Nationalist phase, the Republican phase, and no turn after the last.
    fn turn_on<S: Sink<Event>>(&self, p: &mut Position, now: TurnStage, sink: &mut S) {
        p.public.frames.replace(Frame::Turn(now.next()));
        match now {
            TurnStage::Start => {
                sink.push(Event::Turn(p.public.turn));
                self.air_returns(p, sink);
            }
            // 3.Aa: not on turn 1.
            TurnStage::Weather if p.public.turn > 1 => p.public.frames.push(Frame::Weather),
            TurnStage::Offensive => {
                sink.push(Event::Phase(Side::Nationalist));
                if self.success_due(p) {
                    p.public.frames.push(Frame::Success);
                } else {
                    match self.offensive_due(p) {
                        // 12.2c: automatic.
                        Some(0) => self.begin_offensive(p, 0, sink),
                        Some(_) => p.public.frames.push(Frame::Offensive),
                        None => {}
                    }
                }
            }
            TurnStage::NationalistSupply => self.check_all(p, Side::Nationalist, sink),
            TurnStage::Arrival => self.column_due(p, sink),
            TurnStage::NationalistMovement => self.start_movement(p, Side::Nationalist),
            TurnStage::NationalistCombat => self.start_combat(p, Side::Nationalist),
            TurnStage::RepublicanSupply => {
                sink.push(Event::Phase(Side::Republican));
                self.check_all(p, Side::Republican, sink);
            }
            TurnStage::Surrender if self.surrender_due(p) => p.public.frames.push(Frame::Surrender),
            TurnStage::Factory if self.factory_due(p) => p.public.frames.push(Frame::Factory),
            TurnStage::RepublicanMovement => self.start_movement(p, Side::Republican),
            TurnStage::RepublicanCombat => self.start_combat(p, Side::Republican),
            TurnStage::End => self.end_turn(p, sink),
            TurnStage::Weather | TurnStage::Surrender | TurnStage::Factory => {}
        }
    }

    fn start_movement(&self, p: &mut Position, side: Side) {
        let own = p.own_mut(side);
        own.moved = 0;
        own.topped = 0;
        p.net = Net::default();
        p.public.frames.push(Frame::Movement(side));
    }

    fn start_combat(&self, p: &mut Position, side: Side) {
        p.public.fought = 0;
        p.public.frames.push(Frame::Combat(side));
    }

    /// Ends a movement or combat segment.
    pub(crate) fn end_segment(&self, p: &mut Position, side: Side) {
        p.public.frames.pop();
        p.public.fought = 0;
        p.own_mut(side).moved = 0;
        p.net = Net::default();
    }

    /// 9.1.1c, 3.A-r1: air units on this turn's space come back.
    fn air_returns<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        for kind in 0..self.book.air.len() {
            let boxes = &mut p.public.air[kind];
            let count = std::mem::take(&mut boxes.due[p.public.turn as usize]);
            if count > 0 {
                boxes.ready += count;
                sink.push(Event::AirBack { kind: kind as u8, count });
            }
        }
    }

    /// 3.Da, 3.Db, 3.Dc, 3.Dd, 3.De, 3.D-r1: the end of the turn.
    fn end_turn<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        sink.push(Event::TurnEnds);
        self.recover(p, sink);
        for boxes in &mut p.public.air {
            boxes.ready += std::mem::take(&mut boxes.used);
        }
        p.public.used = PerSide::default();
        for side in Side::BOTH {
            p.own_mut(side).topped = 0;
            for unit in crate::ids::each(side, p.own(side).lorries) {
                p.set_lorry(unit, false);
            }
        }
        if p.public.turn >= self.book.scenario.turns {
            let points = self.points_held(p);
            sink.push(Event::Over { points });
            p.public.frames = Frames::new(Frame::Over(self.winner(p)));
        } else {
            p.public.turn += 1;
            p.public.frames.replace(Frame::Turn(TurnStage::Start));
        }
    }

    /// 9.3, 9.3-r1, 9.3-r2: a new Nationalist column, if one is due and there is room.
    fn column_due<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        let scenario = &self.book.scenario;
        if !scenario.column_turns.contains(&p.public.turn) {
            return;
        }
        if self.columns_on_map(p).count_ones() >= u32::from(scenario.columns_on_map) {
            sink.push(Event::ArrivalLost(R9_3G));
        } else if self.arrival_hexes(p).is_empty() {
            sink.push(Event::ArrivalLost(R9_3_R2));
        } else {
            p.public.frames.push(Frame::Arrival);
        }
    }

    fn columns_on_map(&self, p: &Position) -> Units {
        self.book.corps(Side::Nationalist).columns & p.public.on_map[Side::Nationalist]
    }

    /// 9.3-r1: where a column may arrive.
    pub(crate) fn arrival_hexes(&self, p: &Position) -> Set {
        let side = Side::Nationalist;
        let (own, open, corps) = (p.own(side), &p.public.open, self.book.corps(side));
        let hexes =
            |units: Units| -> Set { crate::ids::each(side, units).map(|u| p.at(u).index()).collect() };
        let at = hexes(corps.hqs & p.public.on_map[side] & !own.cut);
        let near = at.iter().fold(at, |all, hex| all | *self.book.map.near(Hex::at(hex)));
        let taken = open.held[side.other()] | open.columns[side.other()];
        (near & self.book.land) - p.public.republican - taken - hexes(corps.columns & own.on())
    }

    pub(crate) fn may_come_in(&self, p: &Position, hex: Hex) -> Result<(), Rule> {
        let side = Side::Nationalist;
        let own = p.own(side);
        let hqs = self.book.corps(side).hqs & p.public.on_map[side] & !own.cut;
        let near = crate::ids::each(side, hqs).any(|u| self.book.map.distance(p.at(u), hex) <= 1);
        let enemy = &p.public.open;
        let taken = enemy.held[side.other()].has(hex.index()) || enemy.columns[side.other()].has(hex.index());
        if !near || !self.book.land.has(hex.index()) || p.controller(hex) != side || taken {
            return Err(R9_3_R1);
        }
        let there = p.units(side, hex) & self.book.corps(side).columns;
        if there != 0 { Err(R5D) } else { Ok(()) }
    }

    pub(crate) fn arrival_list(&self, p: &Position, out: &mut Vec<Action>) {
        out.extend(self.arrival_hexes(p).iter().map(|h| Action::Arrive(Hex::at(h))));
    }

    pub(crate) fn come_in<S: Sink<Event>>(&self, p: &mut Position, hex: Hex, sink: &mut S) {
        let side = Side::Nationalist;
        let pool = self.book.corps(side).columns & !p.public.on_map[side];
        p.public.frames.pop();
        if pool != 0 {
            let unit = Unit::new(side, pool.trailing_zeros() as usize);
            p.place(&self.book, unit, hex);
            sink.push(Event::Arrived { unit, hex, seen: p.is_seen(unit) });
        }
    }

    /// 5.3-r5: counters that could be put on top of their stacks.
    pub(crate) fn top_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let own = p.own(side);
        let able = own.on() & !own.tops() & !self.book.corps(side).columns & !own.topped;
        let hexes: Set = crate::ids::each(side, able).map(|u| p.at(u).index()).collect();
        for hex in hexes {
            out.extend(crate::ids::each(side, own.units(Hex::at(hex)) & able).map(Action::Top));
        }
    }

    pub(crate) fn may_top(&self, p: &Position, side: Side, unit: Unit) -> Result<(), Refusal> {
        let own = p.own(side);
        let refuse = |rule: Rule| Err(Refusal::new(rule).unit(unit.0));
        if unit.side() != side || !p.at(unit).is_some() {
            return refuse(R5_3_R2);
        }
        if self.book.corps(side).columns & unit.bit() != 0 {
            return refuse(R5_3_R4);
        }
        if own.topped & unit.bit() != 0 || own.top(p.at(unit)) == Some(unit.slot()) {
            return refuse(R5_3_R5);
        }
        Ok(())
    }

    pub(crate) fn top(&self, p: &mut Position, unit: Unit) {
        p.put_on_top(&self.book, unit);
        p.own_mut(unit.side()).topped |= unit.bit();
    }
}
