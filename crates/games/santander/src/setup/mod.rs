//! 4, 15.2: set-up, step by step in the order of 4.1 and its rulings.

pub mod cover;

use crate::Event;
use crate::Side;
use crate::action::Action;
use crate::frame::{Frame, Step};
use crate::game::Santander;
use crate::pieces::{Kind, Unit, Units, each};
use crate::position::Position;
use crate::rules::*;
use crate::sequence;
use cover::Cover;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

/// Stages of the set-up (4.1, 4.1-r1). Stages from [`stage::DICE`] on roll for one division each.
mod stage {
    pub const FIRST_LINE: u8 = 0;
    pub const JOINING: u8 = 1;
    pub const TRENCHES: u8 = 2;
    pub const REPUBLICAN_COLUMN: u8 = 3;
    pub const REPUBLICAN_ORDER: u8 = 4;
    pub const ARMOUR: u8 = 5;
    pub const NATIONALIST: u8 = 6;
    pub const NATIONALIST_COLUMNS: u8 = 7;
    pub const NATIONALIST_ORDER: u8 = 8;
    pub const RESERVES: u8 = 9;
    pub const RESERVE_ORDER: u8 = 10;
    pub const DICE: u8 = 32;
}

impl Santander {
    /// Counters of the divisions that are rolled for.
    fn rolled(&self) -> Units {
        self.book.scenario.rolled.iter().fold(0, |set, (_, units)| set | units)
    }

    /// The columns a side starts with: the first of its counters.
    fn first_columns(&self, side: Side) -> Units {
        let n = self.book.scenario.columns[side.index()] as usize;
        each(side, self.book.corps(side).columns).take(n).fold(0, |set, u| set | u.bit())
    }

    pub(crate) fn set_up<S: Sink<Event>>(&self, p: &mut Position, now: u8, sink: &mut S) {
        let scenario = &self.book.scenario;
        p.public.frames.swap(Frame::Setup(now + 1));
        match now {
            stage::FIRST_LINE => {
                let corps = self.book.corps(Side::Republican);
                // 4.2a: the battalions of rule 13 are put aside.
                p.public.pending = corps.all & !corps.columns & !self.book.battalions & !self.rolled();
                p.public.frames.swap(Frame::Setup(stage::DICE));
                self.ask_place(p, Step::FirstLine);
            }
            stage::JOINING => self.ask_place(p, Step::Joining),
            stage::TRENCHES => p.public.frames.push(Frame::Trench),
            stage::REPUBLICAN_COLUMN => {
                p.public.pending = self.first_columns(Side::Republican);
                self.ask_place(p, Step::RepublicanColumn);
            }
            stage::REPUBLICAN_ORDER => p.public.frames.push(Frame::Arrange(Side::Republican)),
            stage::ARMOUR => p.public.frames.push(Frame::RollArmour),
            stage::NATIONALIST => self.ask_place(p, Step::Nationalist),
            stage::NATIONALIST_COLUMNS => {
                p.public.pending = self.first_columns(Side::Nationalist);
                self.ask_place(p, Step::NationalistColumns);
            }
            stage::NATIONALIST_ORDER => p.public.frames.push(Frame::Arrange(Side::Nationalist)),
            stage::RESERVES => {
                p.public.pending = p.public.reserve;
                self.ask_place(p, Step::Reserves);
            }
            stage::RESERVE_ORDER => {
                if p.public.reserve != 0 {
                    p.public.frames.push(Frame::Arrange(Side::Republican));
                }
            }
            n if n >= stage::DICE => {
                let i = n - stage::DICE;
                if (i as usize) < scenario.rolled.len() {
                    p.public.frames.push(Frame::RollDivision(i));
                } else {
                    p.public.frames.swap(Frame::Setup(stage::JOINING));
                }
            }
            _ => {
                p.public.turn = 1;
                p.public.reserve = 0;
                for side in Side::BOTH {
                    p.own_mut(side).topped = 0;
                }
                p.public.frames.swap(Frame::Turn(sequence::stage::START));
                let _ = &sink;
            }
        }
    }

    fn ask_place(&self, p: &mut Position, step: Step) {
        p.public.fresh = true;
        p.public.frames.push(Frame::Place(step));
    }

    /// 4.1b: a division's die.
    pub(crate) fn roll_division<S: Sink<Event>>(&self, p: &mut Position, i: u8, die: u8, sink: &mut S) {
        let (division, units) = self.book.scenario.rolled[i as usize];
        let reserve = die > self.book.scenario.first_line_to;
        if reserve {
            p.public.reserve |= units;
        } else {
            p.public.pending |= units;
        }
        sink.push(Event::Division { division, die, reserve });
        p.public.frames.pop();
    }

    /// 4.3c to 4.3e: the armour die, before the first Nationalist counter (4.3-r1).
    pub(crate) fn roll_armour<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let corps = self.book.corps(Side::Nationalist);
        let mut received: Units = 0;
        for (from, unit) in &self.book.scenario.armour {
            if die >= *from {
                received |= unit.bit();
            }
        }
        p.public.pending = (corps.all & !corps.columns & !corps.armour) | received;
        p.public.withdrawn[Side::Nationalist.index()] |= corps.armour & !received;
        sink.push(Event::Armour { die, received: received.count_ones() as u8 });
        p.public.frames.pop();
    }

    /// The counter to place next: the first in the order of the counter list (4.1-r3).
    pub fn next_to_place(&self, p: &Position, step: Step) -> Unit {
        Unit::new(step.side(), p.public.pending.trailing_zeros() as usize)
    }

    /// Where the rules let a counter of a step stand, stacking and cover apart.
    fn may_stand(&self, p: &Position, step: Step, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let book = &self.book;
        let side = step.side();
        let piece = book.piece(unit);
        let held = book.land.has(hex.index()) && p.controller(hex) == side;
        match step {
            Step::RepublicanColumn | Step::NationalistColumns => {
                let hqs = book.corps(side).hqs & p.public.on_map[side.index()];
                let near = each(side, hqs).any(|u| book.map.distance(p.at(u), hex) <= 1);
                let rule = if side == Side::Republican { R4_2I } else { R4_3F };
                if !held {
                    Err(if side == Side::Republican { R4_2_R7 } else { R4_3_R2 })
                } else if near {
                    Ok(())
                } else {
                    Err(rule)
                }
            }
            Step::Reserves => {
                if held {
                    Ok(())
                } else {
                    Err(R4_3_1A)
                }
            }
            Step::Nationalist => {
                let [first, last] = book.scenario.historical;
                let column = book.column[hex.index()];
                if !held {
                    Err(R4_3A)
                } else if self.flags.historical
                    && book.italian & unit.bit() != 0
                    && !(first..=last).contains(&column)
                {
                    Err(R15_2A)
                } else {
                    Ok(())
                }
            }
            Step::FirstLine | Step::Joining => {
                let basque = book.basque & unit.bit() != 0;
                let within =
                    book.columns_off(hex, book.scenario.basque_column) <= book.scenario.basque_within;
                let front = book.front[side.index()].has(hex.index());
                match piece.kind {
                    Kind::Hq if !held => Err(R4_2_R1),
                    Kind::Hq if basque && !within => Err(R4_2D),
                    Kind::Hq => Ok(()),
                    Kind::Armour => {
                        if held {
                            Ok(())
                        } else {
                            Err(R4_2F)
                        }
                    }
                    _ if piece.independent => {
                        if held {
                            Ok(())
                        } else {
                            Err(R4_2F)
                        }
                    }
                    _ if basque && within && front => Ok(()),
                    // 4.2e: two Basque brigades may stand anywhere.
                    _ if basque && p.own(step.side()).free_basques < book.scenario.basque_free => {
                        if held {
                            Ok(())
                        } else {
                            Err(R4_2E)
                        }
                    }
                    _ if basque && !within => Err(R4_2D),
                    _ => {
                        if front {
                            Ok(())
                        } else {
                            Err(R4_2B)
                        }
                    }
                }
            }
        }
    }

    /// 4.2e: does a placement use up a free place?
    fn takes_free_place(&self, step: Step, unit: Unit, hex: Hex) -> bool {
        let book = &self.book;
        let first_line = matches!(step, Step::FirstLine | Step::Joining);
        let within = book.columns_off(hex, book.scenario.basque_column) <= book.scenario.basque_within;
        first_line && book.basque_brigades & unit.bit() != 0 && !(within && book.front[0].has(hex.index()))
    }

    fn may_place_here(&self, p: &Position, step: Step, unit: Unit, hex: Hex) -> Result<(), Rule> {
        self.may_stand(p, step, unit, hex)?;
        self.has_room(p, unit, hex)
    }

    /// 4.2c, 4.3b, 4.1-r3: can the front still be covered with this counter there?
    fn leaves_cover(&self, cover: &mut Cover<'_>, step: Step, unit: Unit, hex: Hex) -> Result<(), Rule> {
        if cover.possible(Some(hex), self.takes_free_place(step, unit, hex)) {
            Ok(())
        } else {
            Err(if step.side() == Side::Republican { R4_2C } else { R4_3B })
        }
    }

    pub(crate) fn may_place(&self, p: &Position, step: Step, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        let refuse = |rule: Rule| Refusal::new(rule).unit(unit.0).place(hex.0);
        if p.public.pending == 0 || unit != self.next_to_place(p, step) {
            return Err(refuse(R4_1_R3).saying("refused-order"));
        }
        self.may_place_here(p, step, unit, hex).map_err(refuse)?;
        self.leaves_cover(&mut self.cover(p, step, unit), step, unit, hex).map_err(refuse)
    }

    pub(crate) fn place_list(&self, p: &Position, step: Step, out: &mut Vec<Action>) {
        let unit = self.next_to_place(p, step);
        // If the others can cover the front alone, this one may stand anywhere. If not, it must help, unless it is a Basque
        // brigade that saves a free place by standing where it should.
        let mut cover = self.cover(p, step, unit);
        let easy = cover.possible(None, true);
        let basque = step.side() == Side::Republican && self.book.basque_brigades & unit.bit() != 0;
        let must_help = !easy && !basque;
        for hex in self.book.start[step.side().index()].iter().map(Hex::at) {
            if must_help && !cover.helps(hex) || self.may_place_here(p, step, unit, hex).is_err() {
                continue;
            }
            if easy || self.leaves_cover(&mut cover, step, unit, hex).is_ok() {
                out.push(Action::Place(unit, hex));
            }
        }
        if p.public.fresh && self.reference_fits(p, step) {
            out.push(Action::Reference);
        }
    }

    fn has_place(&self, p: &Position, step: Step, unit: Unit) -> bool {
        let mut hexes = self.book.start[step.side().index()].iter().map(Hex::at);
        hexes.any(|h| self.may_place(p, step, unit, h).is_ok())
    }

    /// Ends a step when everything is placed. 4.1-r1: a counter of a rolled division without a legal hex joins the reserves.
    pub(crate) fn place_on<S: Sink<Event>>(&self, p: &mut Position, step: Step, sink: &mut S) -> bool {
        if p.public.pending == 0 {
            p.public.frames.pop();
            return true;
        }
        let unit = self.next_to_place(p, step);
        if step == Step::Joining && !self.has_place(p, step, unit) {
            p.public.pending &= !unit.bit();
            p.public.reserve |= unit.bit();
            sink.push(Event::HeldBack(unit));
            return true;
        }
        false
    }

    pub(crate) fn put<S: Sink<Event>>(
        &self,
        p: &mut Position,
        step: Step,
        unit: Unit,
        hex: Hex,
        sink: &mut S,
    ) {
        if self.takes_free_place(step, unit, hex) {
            p.own_mut(step.side()).free_basques += 1;
        }
        p.public.pending &= !unit.bit();
        p.public.fresh = false;
        p.place(&self.book, unit, hex);
        let rule = match step {
            Step::FirstLine => R4_1A,
            Step::Joining => R4_1C,
            Step::RepublicanColumn => R4_2I,
            Step::Nationalist => R4_3A,
            Step::NationalistColumns => R4_3F,
            Step::Reserves => R4_3_1A,
        };
        sink.push(Event::Placed { unit, hex, seen: p.is_seen(unit), rule });
    }

    /// The hex of a counter in the scenario's ready set-up.
    fn reference_hex(&self, step: Step, unit: Unit) -> Hex {
        self.book.scenario.reference[usize::from(step == Step::Reserves)][unit.index()]
    }

    /// Does the scenario's ready set-up fit this step as things stand?
    pub(crate) fn reference_fits(&self, p: &Position, step: Step) -> bool {
        let mut copy = *p;
        let mut left = p.public.pending;
        while left != 0 {
            let unit = Unit::new(step.side(), left.trailing_zeros() as usize);
            let hex = self.reference_hex(step, unit);
            if !hex.is_some() || self.may_place_here(&copy, step, unit, hex).is_err() {
                return false;
            }
            left &= left - 1;
            self.put(&mut copy, step, unit, hex, &mut ());
        }
        self.covered(&copy, step)
    }

    pub(crate) fn take_reference<S: Sink<Event>>(&self, p: &mut Position, step: Step, sink: &mut S) {
        while p.public.pending != 0 {
            let unit = self.next_to_place(p, step);
            self.put(p, step, unit, self.reference_hex(step, unit), sink);
        }
    }

    /// 4.2g, 4.2h, 4.2-r4: may a trench be placed there?
    pub(crate) fn may_dig(&self, p: &Position, hex: Hex) -> Result<(), Refusal> {
        let refuse = |rule: Rule| Err(Refusal::new(rule).place(hex.0));
        if !p.public.open.held[Side::Republican.index()].has(hex.index()) {
            return refuse(R4_2G);
        }
        if p.public.trenches.has(hex.index()) { refuse(R4_2H) } else { Ok(()) }
    }

    fn reference_trenches_fit(&self, p: &Position) -> bool {
        let hexes = &self.book.scenario.reference_trenches;
        p.public.trenches.is_empty()
            && hexes.len() == p.public.trenches_left as usize
            && hexes.iter().all(|h| self.may_dig(p, *h).is_ok())
    }

    pub(crate) fn trench_list(&self, p: &Position, out: &mut Vec<Action>) {
        let held = p.public.open.held[Side::Republican.index()] - p.public.trenches;
        out.extend(held.iter().map(|h| Action::Trench(Hex::at(h))));
        if self.reference_trenches_fit(p) {
            out.push(Action::Reference);
        }
        out.push(Action::Done);
    }

    pub(crate) fn check_trench(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Trench(hex) => self.may_dig(p, hex),
            Action::Reference if self.reference_trenches_fit(p) => Ok(()),
            Action::Done => Ok(()),
            _ => Err(Refusal::new(R4_2G).saying("refused-now")),
        }
    }

    pub(crate) fn dig<S: Sink<Event>>(&self, p: &mut Position, hex: Hex, sink: &mut S) {
        p.public.trenches.insert(hex.index());
        p.public.trenches_left -= 1;
        sink.push(Event::Trench(hex));
    }

    pub(crate) fn dig_reference<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        for hex in &self.book.scenario.reference_trenches {
            self.dig(p, *hex, sink);
        }
    }

    /// Ends the trenches when all are placed.
    pub(crate) fn trench_on(&self, p: &mut Position) -> bool {
        if p.public.trenches_left == 0 {
            p.public.frames.pop();
            return true;
        }
        false
    }

    /// 5.3-r5: arranging is always offered, so that not being asked tells nothing about the stacks.
    pub(crate) fn arrange_on(&self, _: &mut Position, _: Side) -> bool {
        false
    }
}
