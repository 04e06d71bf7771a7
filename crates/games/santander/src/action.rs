//! Decisions and outcomes of chance.

use crate::ids::Unit;
use frente_board::{Hex, Path};

/// A decision's answer, or an outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// 4: place the next counter.
    Place(Unit, Hex),
    /// 4: place the rest of this step as the scenario file does.
    Reference,
    /// 4.2g: place a trench.
    Trench(Hex),
    /// Enough of trenches, of arranging, of declaring.
    Done,
    /// 5.3-r5: put a counter on top of its stack.
    Top(Unit),
    /// A die.
    Roll(u8),
    /// 12.3: withdraw an infantry unit.
    Withdraw(Unit),
    /// 12.3: withdraw an air unit of a kind, from the available box (0) or from a turn's space.
    WithdrawAir(u8, u8),
    /// 9.3-r1: a column arrives.
    Arrive(Hex),
    /// 13.3: this brigade leaves a battalion.
    Replace(Unit),
    /// 8.1: move this unit.
    Pick(Unit),
    /// 8.1: go there by this route.
    Go(Hex, Path),
    /// 8.1d: move it no further.
    Stop,
    /// End the segment.
    End,
    /// 10.2a: attack this hex.
    Attack(Hex),
    /// 10.2a: with this unit.
    With(Unit),
    /// 10.2a: with no more.
    Declare,
    /// 9.4.1a: use an air unit of this kind.
    Air(u8),
    /// 9.4.1a: use this HQ.
    Hq(Unit),
    /// 9.4.1b: use this column.
    Column(Unit),
    /// 15.1-r1: an air unit of this kind is shot down.
    Down(u8),
    /// 10.3: this unit takes a step.
    Lose(Unit),
    /// 10.5: stand.
    Stand,
    /// 10.5: retreat.
    Retreat,
    /// 10.5.1: retreat into this hex.
    To(Hex),
    /// 5.1-r1: this unit arrives next.
    Next(Unit),
    /// 10.4: this unit advances.
    Advance(Unit),
    /// 10.4.1b: it goes on into this hex.
    On(Hex),
    /// 10.4-r1: advance no further.
    Halt,
}
