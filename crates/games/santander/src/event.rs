//! What just happened, as data. `present::words` makes sentences of it.

use crate::Side;
use crate::book::{Bombed, Nerve, Result};
use crate::ids::Unit;
use frente_board::{Hex, Path};
use frente_engine::Rule;

/// What just happened. Where a counter may be hidden from the enemy, `seen` says whether he sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// Fields carry the names of what they are; variants say what they mean.
#[allow(missing_docs)]
pub enum Event {
    /// A counter was placed at set-up.
    Placed { unit: Unit, hex: Hex, rule: Rule },
    /// A counter of a rolled division found no room and waits with the reserves.
    HeldBack(Unit),
    /// 5.3-r8: a side is set up and shows its stacks.
    SetUp(Side),
    /// A trench was placed.
    Trench(Hex),
    /// 4.1b: a division was rolled for.
    Division { division: u8, die: u8, reserve: bool },
    /// 4.3: armour was rolled for; so many units are received.
    Armour { die: u8, received: u8 },
    /// A turn begins.
    Turn(u8),
    /// A player's phase begins.
    Phase(Side),
    /// Weather.
    Weather { die: u8, total: u8, rain: bool },
    /// Air units of a kind came back.
    AirBack { kind: u8, count: u8 },
    /// The Offensive begins; the die is 0 when it does so by itself.
    Offensive { die: u8, begins: bool, rule: Rule },
    /// Its success.
    Success { die: u8, infantry: u8, air: u8 },
    /// A counter was withdrawn from the game.
    Withdrawn { unit: Unit, rule: Rule },
    /// An air unit was withdrawn from the game.
    AirWithdrawn { kind: u8 },
    /// A unit's supply status changed.
    Supply { unit: Unit, cut: bool, seen: bool },
    /// A supply column arrived.
    Arrived { unit: Unit, hex: Hex, seen: bool },
    /// A supply column had no room.
    ArrivalLost(Rule),
    /// The Basque surrender die.
    Surrender { die: u8, surrender: bool },
    /// A battalion took a brigade's place.
    Replaced { brigade: Unit, battalion: Unit, hex: Hex },
    /// 13.3b: so many battalions fight on.
    FightOn { battalions: u8 },
    /// The factory die.
    Factory { die: u8, destroyed: bool },
    /// A unit moved: what its owner knows of it.
    Moved { unit: Unit, from: Hex, path: Path },
    /// 5.3-r6: a counter that was seen on top of a stack is now seen on top of another: what others know of a move.
    Sighted { unit: Unit, from: Hex, to: Hex },
    /// A hex changed hands.
    Taken { hex: Hex, side: Side },
    /// A trench is gone.
    TrenchGone(Hex),
    /// The morale marker moved.
    Track { to: u8, rule: Rule },
    /// A hex is attacked.
    Attacked(Hex),
    /// A unit takes part in the attack.
    Joined(Unit),
    /// An air unit was declared.
    Flies { kind: u8 },
    /// An HQ was declared.
    Fires(Unit),
    /// A supply column was declared.
    Supplies(Unit),
    /// Nothing was declared.
    NoSupport(Side),
    /// An air combat die.
    Dogfight { side: Side, die: u8, hit: bool },
    /// An air unit was shot down.
    ShotDown { kind: u8 },
    /// A bombardment.
    Bombarded { by: Side, attack: u8, defence: u8, die: u8, modifier: i8, result: Bombed },
    /// Equal points: no bombardment.
    NoBombardment { attack: u8, defence: u8 },
    /// A unit's level of disorganisation rose.
    Disorganised { unit: Unit, level: u8, rule: Rule },
    /// An attrition die.
    Attrition { kind: u8, die: u8, lost: bool, back: u8 },
    /// A column is used up.
    UsedUp(Unit),
    /// A combat die.
    Fought { attack: u16, defence: u16, position: u8, die: u8, modifier: i8, result: Result },
    /// A morale die.
    Nerve { die: u8, total: i8, nerve: Nerve },
    /// The defender stands, by choice or because he has nowhere to go.
    Stands { side: Side, rule: Rule },
    /// The defender retreats.
    Retreats { side: Side, rule: Rule },
    /// A unit lost a step and is reduced.
    Reduced { unit: Unit, rule: Rule },
    /// A unit is eliminated.
    Eliminated { unit: Unit, rule: Rule },
    /// A unit retreated.
    Retreated { unit: Unit, from: Hex, to: Hex },
    /// A unit advanced.
    Advanced { unit: Unit, from: Hex, to: Hex, rule: Rule },
    /// The combat ended without a die.
    NobodyLeft(Rule),
    /// The turn ends.
    TurnEnds,
    /// A unit's level of disorganisation fell.
    Recovers { unit: Unit, level: u8, rule: Rule, seen: bool },
    /// The game is over.
    Over { points: u8 },
}
