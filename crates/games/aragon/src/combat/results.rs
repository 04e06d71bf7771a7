//! 7.5: combat results; 7.7: stiff resistance; 17.0: what a fortification takes; 8.4.2: friendly fire.

use crate::Aragon;
use crate::action::Action;
use crate::book::Outcome;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::Unit;
use crate::position::{FightKind, Place, Position, Public};
use crate::rules::*;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    /// 4.1j, 7.2c: the die is rolled and its result applied at once.
    pub(crate) fn resolve<S: Sink<Event>>(&self, pos: &mut Position, die: u8, s: &mut S) {
        let p = &mut pos.public;
        let fight = p.fight;
        let markers = Side::BOTH.map(|side| {
            let shown = fight.shown[side].iter().flatten();
            shown.map(|c| self.marker_value(p, &fight, side, *c)).sum::<u8>()
        });
        let (attack, defence) = (markers[p.active.index()], markers[p.active.other().index()]);
        let column = self.column(&fight, attack, defence);
        let result = self.result(&fight, column, die);
        s.push(Event::Rolled {
            die,
            modifier: fight.die,
            attack: fight.attack + attack,
            defence: fight.defence + defence,
            line: fight.line,
            column: column as u8,
            result,
        });
        p.stack.pop();
        self.apply_result(p, result, s);
    }

    /// 7.5a, 7.5b, 7.5c, 7.5e, 7.5f, 7.5g, 7.5j: what each result does. 7.8b: an advance follows a retreat only.
    /// 17.0-r1, 17.0-r2, 17.0-r3: a fortification may take any result against its hex; the attacker's loss in an exchange stays.
    ///
    /// 12.0l: nobody advances after a bombardment.
    fn apply_result<S: Sink<Event>>(&self, p: &mut Public, result: Outcome, s: &mut S) {
        let fort = p.forts.has(p.fight.target.index());
        let defender = p.fight.defender;
        match result {
            Outcome::Nothing => {}
            Outcome::De if fort => p.stack.push(Frame::Negate { exchange: false }),
            Outcome::De => self.eliminate(p, defender, R7_5A, s),
            Outcome::D(hexes) => {
                // 12.0l: nobody advances after a bombardment.
                if p.fight.kind == FightKind::Attack {
                    p.stack.push(Frame::Advance);
                }
                p.stack.push(Frame::Retreat { unit: defender, hexes });
            }
            Outcome::Ex => {
                p.stack.push(Frame::Lose { exchange: true });
                if fort {
                    p.stack.push(Frame::Negate { exchange: true });
                } else {
                    self.deplete(p, defender, R7_5D, s);
                }
            }
            Outcome::A(hexes) => {
                let there = |d: &usize| p.fight.attackers[*d] != Unit::NONE;
                p.fight.scattering = (0..6).filter(there).fold(0, |bits, d| bits | 1 << d);
                p.stack.push(Frame::Scatter { hexes });
            }
            Outcome::Loss => p.stack.push(Frame::Lose { exchange: false }),
            Outcome::Ae => {
                for unit in p.fight.attackers() {
                    self.eliminate(p, unit, R7_5J, s);
                }
            }
        }
    }

    /// 7.5l, 2.3c, 7.6p: a step is lost; with the last one the unit.
    pub(crate) fn deplete<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, rule: Rule, s: &mut S) {
        let one_step = self.book.unit(unit).reduced.is_none();
        if one_step || p.reduced.has(unit.index()) {
            self.eliminate(p, unit, if one_step { R2_3C } else { R7_5L }, s);
        } else {
            p.reduced.insert(unit.index());
            s.push(Event::Depleted { unit, rule });
        }
    }

    /// The unit goes into its side's cup (11.0-r2) and loses its markers (15.0-r1).
    pub(crate) fn eliminate<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, rule: Rule, s: &mut S) {
        let hex = p.hex(unit).unwrap_or(Hex::NONE);
        p.lift(&self.book, unit);
        p.place[unit.index()] = Place::Cup;
        p.reduced.remove(unit.index());
        p.fatigue[unit.index()] = 0;
        s.push(Event::Eliminated { unit, hex, rule });
    }

    /// 17.0e, 17.0f: the fortification takes the result, or the unit does.
    pub(crate) fn fortify<S: Sink<Event>>(&self, p: &mut Public, exchange: bool, negate: bool, s: &mut S) {
        p.stack.pop();
        let (unit, hex) = (p.fight.defender, p.fight.target);
        if negate {
            p.forts.remove(hex.index());
            s.push(Event::FortDestroyed { hex });
        } else if exchange {
            self.deplete(p, unit, R7_5D, s);
        } else {
            self.eliminate(p, unit, R7_5A, s);
        }
    }

    /// 7.5i, 8.4.2-r1: the units of which one must lose a step.
    ///
    /// 8.4.2a: several may qualify, and the owner chooses.
    pub(crate) fn losers(&self, p: &Public) -> impl Iterator<Item = Unit> + use<'_> {
        let bombardment = p.fight.kind == FightKind::Bombardment;
        let (attackers, active, on) = (p.fight.attackers, p.active, p.derived.on);
        let map = &self.book.ground.map;
        let near = map.around(p.fight.target).filter_map(move |(_, h)| on[h.index()].some());
        let friends = near.filter(move |u| bombardment && self.book.side(*u) == active);
        attackers.into_iter().filter_map(Unit::some).filter(move |_| !bombardment).chain(friends)
    }

    /// The choice of [`Frame::Lose`] when there is none: nobody, or one unit.
    pub(crate) fn lose_alone<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) -> bool {
        let mut losers = self.losers(p);
        let (first, second) = (losers.next(), losers.next());
        drop(losers);
        match (first, second) {
            (Some(_), Some(_)) => false,
            (Some(unit), None) => {
                self.lose(p, unit, s);
                true
            }
            (None, _) => {
                p.stack.pop();
                true
            }
        }
    }

    /// 7.5d, 7.5h, 12.0k: the chosen unit loses a step.
    pub(crate) fn lose<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        let rule = match p.stack.pop() {
            _ if p.fight.kind == FightKind::Bombardment => R12_0K,
            Frame::Lose { exchange: true } => R7_5D,
            _ => R7_5H,
        };
        self.deplete(p, unit, rule, s);
    }

    /// 7.6-r5: the attackers that still have to retreat.
    pub(crate) fn scattering(&self, p: &Public) -> impl Iterator<Item = Unit> + use<> {
        let fight = p.fight;
        (0..6).filter(move |d| fight.scattering >> d & 1 != 0).filter_map(move |d| fight.attackers[d].some())
    }

    /// The next attacker retreats.
    ///
    /// 7.7d, 7.7-r1: unit by unit, each by its owner's choice.
    pub(crate) fn scatter(&self, p: &mut Public, unit: Unit, hexes: u8) {
        if let Some(d) = p.fight.attackers.iter().position(|u| *u == unit) {
            p.fight.scattering &= !(1 << d);
        }
        p.stack.push(Frame::Retreat { unit, hexes });
    }

    /// 7.7b, 7.7c, 7.7e: stiff resistance: the unit stays and is depleted.
    ///
    /// 7.5m, 7.7a, 7.7-r2, 12.0i, 12.0-r1: always possible after the die, also without a way out. 7.7f: nobody advances into the hex.
    pub(crate) fn stand<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        s.push(Event::Stood { unit });
        self.deplete(p, unit, R7_7C, s);
    }

    /// 17.0d: the unit in a fortification ignores the retreat.
    pub(crate) fn hold<S: Sink<Event>>(&self, p: &mut Public, unit: Unit, s: &mut S) {
        p.stack.pop();
        s.push(Event::Held { unit });
    }

    /// 17.0d, 17.0-r5: may the retreating unit ignore its retreat?
    pub(crate) fn may_hold(&self, p: &Public, unit: Unit) -> bool {
        unit == p.fight.defender && p.forts.has(p.fight.target.index())
    }

    /// Who may lose a step.
    pub(crate) fn list_losers(&self, p: &Public, out: &mut Vec<Action>) {
        out.extend(self.losers(p).map(Action::Lose));
    }
}
