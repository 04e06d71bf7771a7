//! What comes next: a stack of small frames inside the position.
//!
//! The top frame is what the position waits for; frames below are what follows. [`Frame::Turn`] and [`Frame::Fight`] wait for
//! nobody: they run by themselves, push what their next stage needs, and are picked up again when that is done. Frames hold
//! no secrets: which unit is on the move stands in its owner's [`Secret`](crate::position::Secret).

use crate::Side;

/// A step of the set-up (4.1), in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// 4.1a: Republican first line, independents, armour and HQs.
    FirstLine,
    /// 4.1c: the rolled divisions that stand in the first line.
    Joining,
    /// 4.2i: the Republican supply column.
    RepublicanColumn,
    /// 4.3: Nationalist combat units and HQs.
    Nationalist,
    /// 4.3f: Nationalist supply columns.
    NationalistColumns,
    /// 4.3.1: Republican reserves.
    Reserves,
}

impl Step {
    /// Who places.
    pub fn side(self) -> Side {
        match self {
            Step::Nationalist | Step::NationalistColumns => Side::Nationalist,
            _ => Side::Republican,
        }
    }
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// An empty slot of the stack.
    None,
    /// 4.1: runs the set-up; the number is the next stage.
    Setup(u8),
    /// Asks where the next counter of a step goes.
    Place(Step),
    /// Asks for the next trench.
    Trench,
    /// 5.3-r5: asks for the order of stacks.
    Arrange(Side),
    /// Rolls for a division (4.1b): index into the scenario's list.
    RollDivision(u8),
    /// Rolls for Nationalist armour (4.3).
    RollArmour,
    /// 3: runs the turn; the number is the next stage.
    Turn(u8),
    /// 11.2: rolls the weather.
    Weather,
    /// 12.2: rolls whether the Offensive begins.
    Offensive,
    /// 12.3: rolls its success.
    Success,
    /// 12.3: asks for infantry and air units to withdraw.
    Withdraw {
        /// Infantry units left to withdraw.
        infantry: u8,
        /// Air units left to withdraw.
        air: u8,
    },
    /// 9.3-r1: asks where a new supply column arrives.
    Arrival,
    /// 13.2: rolls for the Basque surrender.
    Surrender,
    /// 13.3-r1: asks which brigade leaves a battalion; so many left.
    Battalion(u8),
    /// 14.2: rolls for the factory.
    Factory,
    /// 8: asks which unit moves.
    Movement(Side),
    /// 8: asks where the unit at hand moves.
    Moving(Side),
    /// 10: asks which hex is attacked.
    Combat(Side),
    /// 10.2a: asks which units attack.
    Joining(Side),
    /// 10.2: runs the combat; the number is the next stage.
    Fight(u8),
    /// 9.4.1a: asks a side for air units and HQs.
    Support(Side),
    /// 9.4.1b: asks a side for supply columns.
    Columns(Side),
    /// 15.1b: rolls a side's air combat dice; so many left.
    AirCombat(Side, u8),
    /// 15.1-r1: asks a side which air unit is shot down; so many left.
    ShotDown(Side, u8),
    /// 9.4.2d: rolls the bombardment.
    Bombardment,
    /// 9.1.1a: rolls attrition for a kind of air unit; so many left.
    Attrition(u8, u8),
    /// 10.2.d4a: rolls the combat.
    Roll,
    /// 10.6a: rolls Republican morale.
    Morale,
    /// 10.5: asks the defender whether to retreat.
    Decide(Side),
    /// 10.3: asks a side which unit takes a step; so many left, and whether they come from bombardment.
    Lose(Side, u8, bool),
    /// 10.5.1: asks where the stack retreats.
    Retreat(Side),
    /// 5.1-r1: asks which unit of the retreating stack arrives next.
    Arrive(Side),
    /// 10.4: asks which unit advances.
    Advance(Side),
    /// 10.4.1b: asks where a unit goes on; so many hexes left.
    Beyond(Side, u8),
    /// The game is over.
    Over(Side),
}

/// How deep the stack can be. The deepest in play is turn, combat, fight, question.
const DEPTH: usize = 8;

/// The frames, bottom first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frames {
    frames: [Frame; DEPTH],
    len: u8,
}

impl Default for Frames {
    fn default() -> Self {
        Frames { frames: [Frame::None; DEPTH], len: 0 }
    }
}

impl Frames {
    /// The top frame.
    #[inline]
    pub fn top(&self) -> Frame {
        if self.len == 0 { Frame::None } else { self.frames[self.len as usize - 1] }
    }

    /// Puts a frame on top.
    ///
    /// # Panics
    /// When the stack is full: a lost frame would be a lost rule.
    #[inline]
    pub fn push(&mut self, frame: Frame) {
        self.frames[self.len as usize] = frame;
        self.len += 1;
    }

    /// Takes the top frame off. Its slot is emptied, so that equal positions compare equal.
    #[inline]
    pub fn pop(&mut self) {
        self.len -= 1;
        self.frames[self.len as usize] = Frame::None;
    }

    /// Replaces the top frame.
    #[inline]
    pub fn swap(&mut self, frame: Frame) {
        self.frames[self.len as usize - 1] = frame;
    }

    /// All frames, bottom first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Frame> + '_ {
        self.frames[..self.len as usize].iter().copied()
    }

    /// Empties the stack.
    pub fn clear(&mut self) {
        *self = Frames::default();
    }
}
