//! What just happened, as data. Each event knows the rule behind it ([`Event::rule`]).

use crate::book::{Line, Outcome};
use crate::frame::PlayerStep;
use crate::ids::{Class, Unit};
use crate::rules::*;
use crate::victory::Ending;
use frente_board::{Hex, Path};
use frente_engine::{Rule, Side};

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum Event {
    /// A game turn begins.
    TurnBegins { turn: u8 },
    /// The blizzard roll.
    Blizzard { die: u8, strikes: bool },
    /// A side draws a marker; only that side may know.
    Drew { side: Side, class: Class },
    /// A side has drawn its markers.
    DrawDone { side: Side, count: u8 },
    /// A player turn begins.
    PlayerTurn { side: Side },
    /// A player turn is skipped.
    Skipped { side: Side, rule: Rule },
    /// The activation roll.
    Activated { die: u8, modifier: i8, units: u8 },
    /// A phase begins.
    Phase { side: Side, phase: PlayerStep },
    /// A unit moves.
    Moved { unit: Unit, from: Hex, path: Path },
    /// A reinforcement enters.
    Entered { unit: Unit, hex: Hex, cost: u8 },
    /// A bombardment is announced.
    Bombarded { target: Hex, unit: Unit },
    /// An attack is declared.
    Attacked { target: Hex, attackers: [Unit; 6], attack: u8, defence: u8 },
    /// A marker is placed face down.
    Placed { side: Side },
    /// No marker is placed in a step.
    Passed { side: Side },
    /// A marker is turned up.
    Revealed { side: Side, class: Class },
    /// The combat die.
    Rolled { die: u8, modifier: i8, attack: u8, defence: u8, line: Line, column: u8, result: Outcome },
    /// A unit loses a step.
    Depleted { unit: Unit, rule: Rule },
    /// A unit is eliminated.
    Eliminated { unit: Unit, hex: Hex, rule: Rule },
    /// A unit stands fast.
    Stood { unit: Unit },
    /// A unit ignores a retreat in its fortification.
    Held { unit: Unit },
    /// A fortification takes a result and is lost.
    FortDestroyed { hex: Hex },
    /// A unit retreats.
    Retreated { unit: Unit, from: Hex, path: Path, rule: Rule },
    /// A unit is displaced.
    Displaced { unit: Unit, from: Hex, to: Hex },
    /// A unit advances.
    Advanced { unit: Unit, from: Hex, path: Path },
    /// A unit's fatigue rises.
    Tired { unit: Unit, level: u8 },
    /// A unit has rested.
    Rested { unit: Unit },
    /// A depleted unit is rebuilt.
    Rebuilt { unit: Unit },
    /// An eliminated unit is drawn.
    Recruited { unit: Unit },
    /// The drawn unit returns.
    Returned { unit: Unit, hex: Hex },
    /// There is no hex for the drawn unit.
    NoRoom { unit: Unit },
    /// All markers go back into the cups.
    MarkersBack,
    /// 20.0: how the road stands at the end of a turn.
    Road { hexes: u8, held: bool },
    /// The game is over.
    Over { ending: Ending },
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match *self {
            Event::TurnBegins { .. } => R4_1N,
            Event::Blizzard { .. } => R16_0B,
            Event::Drew { .. } | Event::DrawDone { .. } => R13_0C,
            Event::PlayerTurn { .. } => R4_0A,
            Event::Activated { .. } => R14_0E,
            Event::Phase { .. } => R4_1B,
            Event::Moved { .. } => R5_0B,
            Event::Entered { .. } => R18_0AA,
            Event::Bombarded { .. } => R12_0C,
            Event::Attacked { .. } => R4_1G,
            Event::Placed { .. } => R8_3C,
            Event::Passed { .. } => R8_3K,
            Event::Revealed { .. } => R8_3E,
            Event::Rolled { .. } => R4_1J,
            Event::Stood { .. } => R7_7B,
            Event::Held { .. } => R17_0D,
            Event::FortDestroyed { .. } => R17_0F,
            Event::Displaced { .. } => R7_6_2C,
            Event::Advanced { .. } => R7_8E,
            Event::Tired { level, .. } => match level {
                1 => R15_0A,
                2 => R15_0B,
                _ => R15_0C,
            },
            Event::Rested { .. } => R15_2A,
            Event::Rebuilt { .. } => R11_0J,
            Event::Recruited { .. } => R11_0H,
            Event::Returned { .. } => R11_0I,
            Event::NoRoom { .. } => R11_0_R1,
            Event::MarkersBack => R4_1M,
            Event::Road { .. } => R20_0D,
            Event::Over { ending } => ending.rule(),
            Event::Skipped { rule, .. }
            | Event::Depleted { rule, .. }
            | Event::Eliminated { rule, .. }
            | Event::Retreated { rule, .. } => rule,
        }
    }
}
