//! Section 2: sequence and victory.

use crate::ids::{Set, Unit};
use crate::{book::Book, event::Event, frame::Frame, position::Public, rules};
use frente_board::Hex;
use frente_engine::{Outcome, Refusal, Side, Sink, Stack};

impl Book {
    /// 2b: where the unit is, if it may still act in its side's part of the turn.
    pub fn ready(&self, p: &Public, side: Side, unit: Unit) -> Result<Hex, Refusal> {
        let ready =
            p.at[unit.index()].some().filter(|_| self.side(unit) == side && !p.acted.has(unit.index()));
        ready.ok_or(Refusal::new(rules::R2B).unit(unit))
    }

    /// 2a: a side ends its part of the turn; 2d: after the last turn the game is over.
    pub fn end_part(&self, p: &mut Public, side: Side, sink: &mut impl Sink<Event>) {
        p.acted = Set::EMPTY;
        if side == Side::Nationalist {
            p.frames.replace(Frame::Act(Side::Republican));
        } else if p.turn == self.turns {
            p.frames = Stack::EMPTY;
        } else {
            p.turn += 1;
            p.frames.replace(Frame::Act(Side::Nationalist));
            sink.push(Event::Turn(p.turn));
        }
    }

    /// 2c: does a Nationalist unit stand in the village?
    pub fn taken(&self, p: &Public) -> bool {
        let holder = |hex| p.unit_in(Hex::at(hex)).map(|unit| self.side(unit));
        self.village.iter().any(|hex| holder(hex) == Some(Side::Nationalist))
    }

    /// 2c, 2d: how a game that is over has ended.
    pub fn outcome(&self, p: &Public) -> Outcome {
        if self.taken(p) {
            return Outcome { winner: Some(Side::Nationalist), reason: "over-village", rule: rules::R2C };
        }
        Outcome { winner: Some(Side::Republican), reason: "over-held", rule: rules::R2D }
    }
}
