//! What comes next: a stack of small frames inside the position.
//!
//! The top frame is what the position waits for; frames below are what follows. [`Frame::Turn`] and [`Frame::Fight`] wait for
//! nobody: they run by themselves, push what their next stage needs, and are picked up again when that is done. Frames hold
//! no secrets: which unit is on the move stands in its owner's [`Secret`](crate::position::Secret).

use crate::Side;
use frente_engine::Stack;

/// Stages of a procedure, in the order they are gone through.
macro_rules! stages {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $stage:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$what])* $stage,)+ }

        impl $name {
            /// The stage that comes after this one; the last is followed by itself, and whoever reaches it ends the procedure.
            pub(crate) fn next(self) -> Self {
                const ALL: &[$name] = &[$($name::$stage),+];
                ALL[(self as usize + 1).min(ALL.len() - 1)]
            }
        }
    };
}

stages! {
    /// Stages of the set-up (4.1, 4.1-r1).
    SetupStage {
        /// The Republican first line.
        FirstLine,
        /// 4.1b: a die for each division that may be held back.
        Dice,
        /// Divisions that join the first line.
        Joining,
        /// 4.2g.
        Trenches,
        /// 4.2i.
        RepublicanColumn,
        /// 5.3-r5: the order of Republican stacks.
        RepublicanOrder,
        /// 4.3-r1: the armour die.
        Armour,
        /// 4.1e, 4.3: the Nationalist's units.
        Nationalist,
        /// 4.3f.
        NationalistColumns,
        /// 5.3-r5: the order of Nationalist stacks.
        NationalistOrder,
        /// 4.1f, 4.3.1: the reserves.
        Reserves,
        /// 5.3-r5: the order of stacks with the reserves in them.
        ReserveOrder,
        /// The first turn begins.
        Play,
    }
}

stages! {
    /// Stages of a turn (3a, 3.B-r1, 3.C-r1).
    TurnStage {
        /// 3.A-r1: air units come back.
        Start,
        /// 3.A.
        Weather,
        /// 3.B: the Republican Offensive.
        Offensive,
        /// 6.4a: supply before Nationalist movement.
        NationalistSupply,
        /// 9.3-r1: a supply column arrives.
        Arrival,
        /// 3.B.
        NationalistMovement,
        /// 3.B.
        NationalistCombat,
        /// 6.4a: supply before Republican movement.
        RepublicanSupply,
        /// 3.C: the Basque surrender.
        Surrender,
        /// 3.C-r1: the factory.
        Factory,
        /// 3.C.
        RepublicanMovement,
        /// 3.C.
        RepublicanCombat,
        /// 3.D.
        End,
    }
}

stages! {
    /// Stages of a combat (10.2, 10.2.d2a, 10.3-r2, 10.3-r3).
    FightStage {
        /// Δ1: supply of the units involved.
        Supply,
        /// 9.4.1a: the attacker's air units and HQs.
        AttackerSupport,
        /// 9.4.1a: the defender's.
        DefenderSupport,
        /// 9.4.1b: the attacker's supply columns.
        AttackerColumns,
        /// 9.4.1b: the defender's.
        DefenderColumns,
        /// 15.1b: the attacker's dice of air combat.
        AttackerAir,
        /// 15.1b: the defender's.
        DefenderAir,
        /// 15.1-r1: the attacker's air units shot down.
        AttackerDown,
        /// 15.1-r1: the defender's.
        DefenderDown,
        /// 9.4a, 9.4.2d: before the attack.
        Bombardment,
        /// 9.1.1.
        Attrition,
        /// 9.3.1c: columns that were used leave the map.
        ColumnsGone,
        /// Δ3, Δ4, 10.2.d2b: the defenders are shown and the die is thrown.
        Odds,
        /// 10.6.
        Morale,
        /// Δ5: retreat or stand.
        Decision,
        /// 10.3: the attacker's losses.
        AttackerLosses,
        /// 10.3: the defender's.
        DefenderLosses,
        /// 10.5.
        Retreat,
        /// 10.4.
        Advance,
        /// All is hidden again.
        End,
    }
}

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
    pub(crate) fn side(self) -> Side {
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
    /// 4.1: runs the set-up, from the stage given.
    Setup(SetupStage),
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
    /// 3: runs the turn, from the stage given.
    Turn(TurnStage),
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
    /// 10.2: runs the combat, from the stage given.
    Fight(FightStage),
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

/// What is going on and what it interrupted. The deepest in play are turn, combat, fight, question; and the set-up with a die for each
/// division.
pub type Frames = Stack<Frame, 8>;

impl frente_engine::Frame for Frame {
    const BLANK: Self = Frame::None;
}
