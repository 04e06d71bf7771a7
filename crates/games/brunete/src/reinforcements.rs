//! 6.1 Reinforcements: who waits, and beside which hex.

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, Mode};
use crate::ids::{Set, Unit};
use crate::position::{Place, Public};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// 6.1a, 6.1-r2, 2o, 2-r4: may the unit be put beside the map in this step?
    pub(crate) fn may_reinforce(&self, p: &Public, unit: Unit, side: Side, mode: Mode) -> Result<(), Rule> {
        // 2o, 6.2f, 10.3.6-r2: only on their turn of arrival; who comes back later is a reinforcement like any other.
        let extra = p.turn == self.scenario.extra_turn && self.scenario.extra.has(unit.index());
        if self.book.unit(unit).side != side || p.placed.has(unit.index()) {
            return Err(r::R6_1B);
        }
        match p.place.of(unit.index()) {
            Place::Due(turn) if turn > p.turn => return Err(r::R6_1A),
            // 2o: the turn 7 extra units wait for the end of that turn.
            Place::Due(_) if mode != Mode::Extra && extra => return Err(r::R2O),
            Place::Due(_) if mode == Mode::Extra && !extra => return Err(r::R2O),
            Place::Due(_) => {}
            Place::Beside(_) if mode == Mode::Normal => {}
            _ => return Err(r::R6_1B),
        }
        // Mostly a hex is free that nobody needs to control.
        let (zone, enemy) = (&self.book.entry_zone[unit.index()], &p.derived.occupied[side.other()]);
        if !zone.within(&(*enemy | self.book.controlled)) || !self.entry_hexes(p, unit).is_empty() {
            Ok(())
        } else {
            Err(r::R6_1E)
        }
    }

    /// 6.1d, 6.1e, 6.1f, 6.1-r4, 6.1-r5: may the unit be put beside this hex?
    pub(crate) fn may_enter_at(&self, p: &Public, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let info = self.book.unit(unit);
        if !self.book.entry_zone[unit.index()].has(hex.index()) {
            return Err(self.zone_rule(unit));
        }
        if !p.empty_of(info.side.other(), hex) {
            return Err(r::R6_1E);
        }
        let closed = self
            .book
            .entry(hex)
            .is_some_and(|e| e.controlled && e.side == info.side && !self.source_valid(p, e));
        if closed { Err(r::R6_1D) } else { Ok(()) }
    }

    /// 6.1d, 6.1g, 6.1h, 6.1i, 6.1j, 6.1k, 6.1l, 6.2-r5: the statement that gives a unit its zone; a stripe does not matter.
    fn zone_rule(&self, unit: Unit) -> Rule {
        let info = self.book.unit(unit);
        match (info.side, self.book.text(unit).division.as_deref()) {
            (Side::Republican, _) => r::R6_1D,
            (_, Some("11" | "Guadarrama")) => r::R6_1G,
            (_, Some("13")) => r::R6_1H,
            (_, Some("71" | "IV Navarra")) => r::R6_1I,
            (_, Some("150")) => r::R6_1J,
            (_, Some("V Navarra")) => r::R6_1K,
            (_, None) => r::R6_1L,
            _ => r::R6_1F,
        }
    }

    /// The hexes a unit may be put beside.
    pub(crate) fn entry_hexes(&self, p: &Public, unit: Unit) -> Set {
        let info = self.book.unit(unit);
        let mut hexes = self.book.entry_zone[unit.index()] - p.derived.occupied[info.side.other()];
        for e in self.book.entries.iter().filter(|e| e.controlled && e.side == info.side) {
            if !self.source_valid(p, e) {
                hexes.remove(e.hex.index());
            }
        }
        hexes
    }

    /// Is the unit's turn of arrival here, or past, and the unit not on the map?
    #[inline]
    fn waits_for_entry(p: &Public, unit: usize) -> bool {
        match p.place.of(unit) {
            Place::Due(turn) => turn <= p.turn,
            Place::Beside(_) => true,
            _ => false,
        }
    }

    /// 6.2d: does the side have anything to decide in its reinforcement step?
    pub(crate) fn asks_reinforcements(&self, p: &Public, side: Side, mode: Mode) -> bool {
        let any = (self.book.of_side[side] - p.placed)
            .iter()
            .any(|u| Self::waits_for_entry(p, u) && self.may_reinforce(p, Unit::at(u), side, mode).is_ok());
        any || (mode == Mode::Normal && self.recoverable(p, side).next().is_some())
    }

    pub(crate) fn list_reinforcements(&self, p: &Public, side: Side, mode: Mode, out: &mut Vec<Action>) {
        for u in self.book.of_side[side] - p.placed {
            if Self::waits_for_entry(p, u) && self.may_reinforce(p, Unit::at(u), side, mode).is_ok() {
                out.push(Action::Reinforce(Unit::at(u)));
            }
        }
        if mode == Mode::Normal {
            out.extend(self.recoverable(p, side).map(Action::Recover));
        }
        out.push(Action::End);
    }

    pub(crate) fn list_entry(&self, p: &Public, unit: Unit, out: &mut Vec<Action>) {
        out.extend(self.entry_hexes(p, unit).into_iter().map(|h| Action::At(Hex::at(h))));
        out.push(Action::Hold);
    }

    /// 6.1b: put beside the map, or kept waiting where it was.
    pub(crate) fn apply_entry<S: Sink<Event>>(&self, p: &mut Public, hex: Option<Hex>, sink: &mut S) {
        let Frame::Enter(unit) = p.top() else { return };
        p.stack.pop();
        p.placed.insert(unit.index());
        if let Some(hex) = hex {
            p.put(&self.book, unit, Place::Beside(hex));
            sink.push(Event::Beside { unit, hex, rule: r::R6_1B });
        }
    }
}
