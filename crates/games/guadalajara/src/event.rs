//! What just happened, as data.

use crate::ids::{Unit, Weather};
use frente_board::{Hex, LongPath};
use frente_engine::Side;

/// What just happened. The rule behind each is in `present/tell.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Placed(Unit, Hex),
    Day(u8),
    Weather { die: u8, weather: Weather, first: bool },
    AirPoints { republican: u8, nationalist: u8 },
    PlayerTurn(Side),
    Checked { side: Side, unsupplied: u8, uncommanded: u8 },
    BombAssigned(Side, Hex),
    AirAssigned { side: Side, hex: Hex, defence: bool },
    Bombarded { hex: Hex, side: Side, points: u8 },
    Entered(Unit, Hex),
    Moved { unit: Unit, from: Hex, path: LongPath },
    Exited { unit: Unit, hex: Hex, points: u8 },
    Straggled(Unit),
    Took { side: Side, objective: u8 },
    Attacked { side: Side, hex: Hex },
    Compelled(Unit),
    Joined(Unit),
    Supported(Unit),
    Declared { attack: i16, defence: i16, column: u8 },
    Retired { unit: Unit, from: Hex, to: Hex },
    CalledOff(Hex),
    CombinedArms,
    Fought { column: u8, die: u8, row: u8 },
    Hit { unit: Unit, hits: u8 },
    Eliminated(Unit),
    Retreated { unit: Unit, from: Hex, to: Hex },
    NoRetreat(Unit),
    DrivenOff(Unit),
    Followed { leader: Unit, to: Hex },
    Fled { leader: Unit, from: Hex, to: Hex },
    LeaderLost(Unit),
    LeaderRolled { leader: Unit, die: u8, killed: bool },
    Advanced { unit: Unit, from: Hex, to: Hex },
    Score { nationalist: i16, republican: i16 },
}
