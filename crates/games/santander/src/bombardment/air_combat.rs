//! 15.1 (option): air combat before the bombardment.

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::frame::Frame;
use crate::game::Santander;
use crate::position::Position;
use crate::rules::*;
use frente_engine::{Rule, Sink};

impl Santander {
    /// Air units of a side in the combat at hand.
    pub(crate) fn air_in_combat(&self, p: &Position, side: Side) -> u8 {
        self.air_kinds(side).map(|k| p.public.fight.air[k]).sum()
    }

    /// 15.1a: is there air combat?
    pub(crate) fn air_combat_due(&self, p: &Position) -> bool {
        self.flags.air_combat && Side::BOTH.iter().all(|s| self.air_in_combat(p, *s) > 0)
    }

    /// 15.1b, 15.1c: one die of one air unit. Losses come after all dice (15.1e).
    pub(crate) fn dogfight<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        left: u8,
        die: u8,
        sink: &mut S,
    ) {
        let hit = die >= self.book.tables.air.shot_down_from;
        p.public.fight.hits[side] += u8::from(hit);
        sink.push(Event::Dogfight { side, die, hit });
        if left > 1 {
            p.public.frames.replace(Frame::AirCombat(side, left - 1));
        } else {
            p.public.frames.pop();
        }
    }

    /// 15.1-r1: how many of a side's air units are shot down; hits beyond the number present have no effect.
    pub(crate) fn shot_down(&self, p: &Position, side: Side) -> u8 {
        p.public.fight.hits[side.other()].min(self.air_in_combat(p, side))
    }

    pub(crate) fn may_go_down(&self, p: &Position, side: Side, kind: u8) -> Result<(), Rule> {
        let mine = self.book.air[kind as usize].side == side;
        if mine && p.public.fight.air[kind as usize] > 0 { Ok(()) } else { Err(R15_1_R1) }
    }

    pub(crate) fn shot_down_list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        let kinds = self.air_kinds(side).filter(|k| p.public.fight.air[*k] > 0);
        out.extend(kinds.map(|k| Action::Down(k as u8)));
    }

    /// 15.1d: gone for good.
    pub(crate) fn go_down<S: Sink<Event>>(
        &self,
        p: &mut Position,
        side: Side,
        left: u8,
        kind: u8,
        sink: &mut S,
    ) {
        p.public.fight.air[kind as usize] -= 1;
        sink.push(Event::ShotDown { kind });
        if left > 1 {
            p.public.frames.replace(Frame::ShotDown(side, left - 1));
        } else {
            p.public.frames.pop();
        }
    }
}
