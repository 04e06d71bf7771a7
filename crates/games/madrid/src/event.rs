//! What just happened, as data.

use crate::Side;
use crate::chits::{Alternative, Chit};
use crate::frame::End;
use crate::ids::{Unit, Units};
use crate::position::Kind;
use crate::rules::Rule;
use frente_board::Area;

/// The result of a morale test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nerve {
    /// 3.4.2f.
    Passes,
    /// 3.4.2g.
    Retreats,
    /// 3.4.2h.
    Eliminated,
}

/// An event. Rules that are not always the same are part of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    TurnBegan(u8),
    FirstTurn(u8),
    Placed(Unit, Area, Rule),
    Waits(Unit),
    PauseDeclared,
    PauseEnded(Rule),
    Council { die: u8, total: i8, comes: bool },
    Weather { die: u8, total: u8, bad: bool },
    Income { side: Side, points: u8, rule: Rule },
    Bought(Side),
    Drew(Chit),
    Rada { die: u8, enters: bool, rule: Rule },
    Rebuilt(Unit, Rule),
    Removed(Unit),
    Initiative { side: Side, dice: Option<(u8, u8)>, rule: Rule },
    Run { die: u8, rule: Rule },
    Passed(Side),
    Activated { kind: Kind, side: Side, from: Area },
    Joined(Unit),
    Prepared(Side),
    Paid { side: Side, points: u8, rule: Rule },
    Strife { die: u8, split: bool },
    Barred { side: Side, units: Units },
    Marched { side: Side, units: Units, from: Area, to: Area, cost: u8 },
    Control { area: Area, side: Side, rule: Rule },
    Morale { level: u8, up: bool, rule: Rule },
    RiverOpen(Rule),
    Released(Rule),
    Point(Unit, Rule),
    Fire { strength: u8, dice: [u8; 3], defence: u8, losses: u8 },
    Cancelled(Side),
    Tested { unit: Unit, die: u8, total: i8, nerve: Nerve },
    Retreated { unit: Unit, from: Area, to: Area, rule: Rule },
    Turned { unit: Unit, fresh: bool, rule: Rule },
    Eliminated(Unit, Rule),
    Countered(Unit),
    Fought { area: Area, dice: [u8; 3], sum: u8, attack: u8, defence: u8, intensity: u8, losses: [u8; 2] },
    Bombarded { area: Area, dice: [u8; 3], sum: u8, bonus: u8, defence: u8, losses: u8 },
    Ignored { side: Side, points: u8 },
    Played(Chit, Alternative),
    Undone(Chit),
    Aimed(Area, Rule),
    ChitDie(u8, Rule),
    PhaseOver(Rule),
    Returned(Chit),
    Over(End),
}
