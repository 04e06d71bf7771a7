//! Sections 4 and 5: combat, and the machine gun in it.

use crate::book::{Book, Verdict};
use crate::position::{Position, Public};
use crate::{event::Event, frame::Frame, ids::Unit, rules};
use frente_board::Hex;
use frente_engine::{Refusal, Side, Sink};

impl Book {
    /// 5a: may the unit get the gun?
    pub fn may_have_gun(&self, unit: Unit) -> Result<(), Refusal> {
        if self.side(unit) == Side::Republican { Ok(()) } else { Err(Refusal::new(rules::R5A).unit(unit)) }
    }

    /// 5a: the unit gets the gun, and the first turn begins.
    pub fn give_gun(&self, position: &mut Position, unit: Unit, sink: &mut impl Sink<Event>) {
        position.secret[Side::Republican] = unit;
        sink.push(Event::Gave(unit));
        self.end_part(&mut position.public, Side::Republican, sink);
    }

    /// 4a: the unit attacked, if the attack is allowed.
    pub fn may_attack(&self, p: &Public, side: Side, unit: Unit, target: Hex) -> Result<Unit, Refusal> {
        let near = self.map.dir(self.ready(p, side, unit)?, target).is_some();
        let foe = p.unit_in(target).filter(|foe| near && self.side(*foe) != side);
        foe.ok_or(Refusal::new(rules::R4A).place(target))
    }

    /// An attack is declared; 5b, 5-r1: the first one on a Republican unit shows who has the gun.
    pub fn attack(&self, position: &mut Position, attacker: Unit, target: Hex, sink: &mut impl Sink<Event>) {
        let p = &mut position.public;
        p.acted.insert(attacker.index());
        sink.push(Event::Attacked(attacker, target));
        if self.side(attacker) == Side::Nationalist && !p.gun.is_some() {
            p.gun = position.secret[Side::Republican];
            sink.push(Event::Showed(p.gun));
        }
        p.frames.push(Frame::Roll(attacker, p.unit_in(target).unwrap_or_default()));
    }

    /// 4b, 5c: the attacker's strength, the defender's, and what the gun adds to it.
    pub fn balance(&self, p: &Public, attacker: Unit, defender: Unit) -> [i8; 3] {
        let [attack, defence] = [attacker, defender].map(|unit| self.counters[unit.index()].strength);
        [attack, defence, if p.gun == defender { self.tables.gun } else { 0 }]
    }

    /// 4b: what the table says of a die.
    pub fn verdict(&self, [attack, defence, gun]: [i8; 3], die: u8) -> Verdict {
        let total = die as i8 + attack - defence - gun;
        let row = self.tables.combat.iter().rev().find(|row| row.from <= total);
        row.map_or(Verdict::Holds, |row| row.result)
    }

    /// The die of an attack is thrown; 4d: who cannot retreat is eliminated.
    pub fn fight(&self, p: &mut Public, die: u8, sink: &mut impl Sink<Event>) {
        let Frame::Roll(attacker, defender) = p.frames.pop() else { return };
        let verdict = self.verdict(self.balance(p, attacker, defender), die);
        sink.push(Event::Rolled(die, verdict));
        let ways = || self.map.hexes().any(|to| self.may_retreat(p, defender, to).is_ok());
        match verdict {
            Verdict::Holds => {}
            Verdict::Retreats if ways() => p.frames.push(Frame::Retreat(defender)),
            Verdict::Retreats | Verdict::Falls => {
                p.at[defender.index()] = Hex::NONE;
                sink.push(Event::Fell(defender));
            }
        }
    }

    /// 4c: may the unit retreat there?
    pub fn may_retreat(&self, p: &Public, unit: Unit, to: Hex) -> Result<(), Refusal> {
        self.free(p, p.at[unit.index()], to, rules::R4C)
    }

    /// The unit retreats, and what was interrupted goes on.
    pub fn retreat(&self, p: &mut Public, unit: Unit, to: Hex, sink: &mut impl Sink<Event>) {
        p.frames.pop();
        sink.push(Event::Retreated(unit, to));
        self.enter(p, unit, to);
    }
}
