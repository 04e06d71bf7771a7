//! 4, 15.2: set-up, step by step in the order of 4.1 and its rulings.

pub mod cover;

use crate::Event;
use crate::Set;
use crate::Side;
use crate::action::Action;
use crate::frame::{Frame, SetupStage, Step, TurnStage};
use crate::game::Santander;
use crate::ids::{Unit, Units, each};
use crate::pieces::Kind;
use crate::position::Position;
use crate::rules::*;
use cover::Cover;
use frente_board::Hex;
use frente_engine::{Refusal, Rule, Sink};

impl Santander {
    /// 4.1b, 4.1-r2: counters of the divisions that are rolled for, HQs among them.
    fn rolled(&self) -> Units {
        self.book.scenario.rolled.iter().fold(0, |set, (_, units)| set | units)
    }

    /// The columns a side starts with: the first of its counters.
    fn first_columns(&self, side: Side) -> Units {
        let n = self.book.scenario.columns[side] as usize;
        each(side, self.book.corps(side).columns).take(n).fold(0, |set, u| set | u.bit())
    }

    /// The counters of a step of the set-up. 4.2a: the battalions of rule 13 are put aside.
    pub(crate) fn called_up(&self, p: &Position, step: Step) -> Units {
        let corps = self.book.corps(step.side());
        match step {
            // 4.2a: the battalions of rule 13 are put aside.
            Step::FirstLine => corps.all & !corps.columns & !self.book.battalions & !self.rolled(),
            Step::Joining => self.rolled() & !p.public.reserve,
            // 4.3-r1: armour that was not received never enters the game.
            Step::Nationalist => corps.all & !corps.columns & !p.public.withdrawn[Side::Nationalist],
            Step::RepublicanColumn | Step::NationalistColumns => self.first_columns(step.side()),
            Step::Reserves => p.public.reserve,
        }
    }

    pub(crate) fn set_up<S: Sink<Event>>(&self, p: &mut Position, now: SetupStage, sink: &mut S) {
        p.public.frames.replace(Frame::Setup(now.next()));
        match now {
            SetupStage::FirstLine => {
                p.raise_screen(Side::Republican);
                self.ask_place(p, Step::FirstLine);
            }
            SetupStage::Dice => {
                for i in (0..self.book.scenario.rolled.len()).rev() {
                    p.public.frames.push(Frame::RollDivision(i as u8));
                }
            }
            SetupStage::Joining => self.ask_place(p, Step::Joining),
            SetupStage::Trenches => p.public.frames.push(Frame::Trench),
            SetupStage::RepublicanColumn => self.ask_place(p, Step::RepublicanColumn),
            SetupStage::RepublicanOrder => p.public.frames.push(Frame::Arrange(Side::Republican)),
            SetupStage::Armour => {
                self.show_set_up(p, sink);
                p.public.frames.push(Frame::RollArmour);
            }
            SetupStage::Nationalist => {
                p.raise_screen(Side::Nationalist);
                self.ask_place(p, Step::Nationalist);
            }
            SetupStage::NationalistColumns => self.ask_place(p, Step::NationalistColumns),
            SetupStage::NationalistOrder => p.public.frames.push(Frame::Arrange(Side::Nationalist)),
            SetupStage::Reserves => {
                self.show_set_up(p, sink);
                if p.public.reserve != 0 {
                    p.raise_screen(Side::Republican);
                    self.ask_place(p, Step::Reserves);
                }
            }
            SetupStage::ReserveOrder => {
                if p.public.reserve != 0 {
                    p.public.frames.push(Frame::Arrange(Side::Republican));
                }
            }
            SetupStage::Play => {
                self.show_set_up(p, sink);
                p.public.turn = 1;
                p.public.reserve = 0;
                for side in Side::BOTH {
                    p.own_mut(side).topped = 0;
                }
                p.public.frames.replace(Frame::Turn(TurnStage::Start));
            }
        }
    }

    fn ask_place(&self, p: &mut Position, step: Step) {
        let hand = self.called_up(p, step);
        let own = p.own_mut(step.side());
        own.hand = hand;
        own.fresh = true;
        p.public.frames.push(Frame::Place(step));
    }

    /// 5.3-r8: the side that has set up behind a screen takes it away.
    fn show_set_up<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        if let Some(side) = p.lift_screen(&self.book) {
            sink.push(Event::SetUp(side));
        }
    }

    /// 4.1b: a division's die.
    pub(crate) fn roll_division<S: Sink<Event>>(&self, p: &mut Position, i: u8, die: u8, sink: &mut S) {
        let (division, units) = self.book.scenario.rolled[i as usize];
        let reserve = die > self.book.scenario.first_line_to;
        if reserve {
            p.public.reserve |= units;
        }
        sink.push(Event::Division { division, die, reserve });
        p.public.frames.pop();
    }

    /// 4.3c to 4.3e: the armour die, before the first Nationalist counter (4.3-r1).
    ///
    /// 4.3d: the middle result gives two of the three.
    pub(crate) fn roll_armour<S: Sink<Event>>(&self, p: &mut Position, die: u8, sink: &mut S) {
        let corps = self.book.corps(Side::Nationalist);
        let mut received: Units = 0;
        for (from, unit) in &self.book.scenario.armour {
            if die >= *from {
                received |= unit.bit();
            }
        }
        p.public.withdrawn[Side::Nationalist] |= corps.armour & !received;
        sink.push(Event::Armour { die, received: received.count_ones() as u8 });
        p.public.frames.pop();
    }

    /// The counter to place next: the first in the order of the counter list (4.1-r3).
    pub(crate) fn next_to_place(&self, p: &Position, step: Step) -> Unit {
        Unit::new(step.side(), p.own(step.side()).hand.trailing_zeros() as usize)
    }

    /// 4.2b, 4.2d, 4.2e, 4.2f, 4.2i, 4.2-r3, 4.3a, 4.3f, 4.3.1a, 4.3.1-r1: where the rules let a counter of a step stand, stacking and cover
    /// apart.
    fn may_stand(&self, p: &Position, step: Step, unit: Unit, hex: Hex) -> Result<(), Rule> {
        let book = &self.book;
        let side = step.side();
        let piece = book.piece(unit);
        let held = book.land.has(hex.index()) && p.controller(hex) == side;
        match step {
            Step::RepublicanColumn | Step::NationalistColumns => {
                let hqs = book.corps(side).hqs & p.own(side).on();
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
                let front = book.front[side].has(hex.index());
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

    /// The hexes where [`Santander::may_stand`] lets a counter stand, and [`Santander::has_room`] finds room for it.
    fn places(&self, p: &Position, step: Step, unit: Unit) -> Set {
        let book = &self.book;
        let side = step.side();
        let held = match side {
            Side::Republican => book.land & p.public.republican,
            Side::Nationalist => book.land - p.public.republican,
        };
        let basque = book.basque & unit.bit() != 0;
        let stand = match step {
            Step::RepublicanColumn | Step::NationalistColumns => {
                let hqs = each(side, book.corps(side).hqs & p.own(side).on());
                held & hqs
                    .fold(Set::EMPTY, |all, u| all | *book.map.near(p.at(u)) | Set::one(p.at(u).index()))
            }
            Step::Nationalist if self.flags.historical && book.italian & unit.bit() != 0 => {
                held & book.italian_land
            }
            Step::Reserves | Step::Nationalist => held,
            Step::FirstLine | Step::Joining => match book.kind(unit) {
                Kind::Hq if basque => held & book.basque_land,
                Kind::Hq | Kind::Armour => held,
                _ if book.piece(unit).independent => held,
                _ if basque && p.own(side).free_basques < book.scenario.basque_free => {
                    held | (book.front[side] & book.basque_land)
                }
                _ if basque => book.front[side] & book.basque_land,
                _ => book.front[side],
            },
        };
        (stand & book.start[side]) - self.full_for(p, unit)
    }

    /// 4.2e: does a placement use up a free place?
    pub(crate) fn takes_free_place(&self, step: Step, unit: Unit, hex: Hex) -> bool {
        let book = &self.book;
        let first_line = matches!(step, Step::FirstLine | Step::Joining);
        let within = book.columns_off(hex, book.scenario.basque_column) <= book.scenario.basque_within;
        first_line
            && book.basque_brigades & unit.bit() != 0
            && !(within && book.front[Side::Republican].has(hex.index()))
    }

    pub(crate) fn may_place_here(&self, p: &Position, step: Step, unit: Unit, hex: Hex) -> Result<(), Rule> {
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
        if p.own(step.side()).hand == 0 || unit != self.next_to_place(p, step) {
            return Err(refuse(R4_1_R3).saying("refused-order"));
        }
        self.may_stand(p, step, unit, hex).map_err(refuse)?;
        self.has_room(p, unit, hex).map_err(|full| self.crowded(p, unit, hex, full))?;
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
        for hex in self.places(p, step, unit).iter().map(Hex::at) {
            if must_help && !cover.helps(hex) {
                continue;
            }
            if easy || self.leaves_cover(&mut cover, step, unit, hex).is_ok() {
                out.push(Action::Place(unit, hex));
            }
        }
        if self.reference_fits(p, step) {
            out.push(Action::Reference);
        }
    }

    /// Ends a step when everything is placed or held back.
    pub(crate) fn place_on<S: Sink<Event>>(&self, p: &mut Position, step: Step, sink: &mut S) -> bool {
        self.hold_back_without_room(p, step, sink);
        if p.own(step.side()).hand == 0 {
            p.public.frames.pop();
            return true;
        }
        false
    }

    /// 4.1-r1: the next counter waits with the reserves.
    fn hold_back<S: Sink<Event>>(&self, p: &mut Position, step: Step, sink: &mut S) {
        let unit = self.next_to_place(p, step);
        let own = p.own_mut(step.side());
        own.hand &= !unit.bit();
        own.held_back |= unit.bit();
        sink.push(Event::HeldBack(unit));
    }

    /// 4.1-r1: counters of a rolled division without a legal hex wait with the reserves. In no other step can that be; the front is covered
    /// by then.
    fn hold_back_without_room<S: Sink<Event>>(&self, p: &mut Position, step: Step, sink: &mut S) {
        while step == Step::Joining
            && p.own(step.side()).hand != 0
            && self.places(p, step, self.next_to_place(p, step)).is_empty()
        {
            self.hold_back(p, step, sink);
        }
    }

    pub(crate) fn put<S: Sink<Event>>(
        &self,
        p: &mut Position,
        step: Step,
        unit: Unit,
        hex: Hex,
        sink: &mut S,
    ) {
        let free = self.takes_free_place(step, unit, hex);
        let own = p.own_mut(step.side());
        own.free_basques += u8::from(free);
        own.hand &= !unit.bit();
        own.fresh = false;
        p.place(&self.book, unit, hex);
        let rule = match step {
            Step::FirstLine => R4_1A,
            Step::Joining => R4_1C,
            Step::RepublicanColumn => R4_2I,
            Step::Nationalist => R4_3A,
            Step::NationalistColumns => R4_3F,
            Step::Reserves => R4_3_1A,
        };
        sink.push(Event::Placed { unit, hex, rule });
    }

    /// The hex of a counter in the scenario's ready set-up.
    pub(crate) fn reference_hex(&self, step: Step, unit: Unit) -> Hex {
        self.book.scenario.reference[usize::from(step == Step::Reserves)][unit.index()]
    }

    /// Does the scenario's ready set-up fit this step as things stand?
    pub(crate) fn reference_fits(&self, p: &Position, step: Step) -> bool {
        let mut left = p.own(step.side()).hand;
        if !p.own(step.side()).fresh {
            return false;
        }
        let mut copy = *p;
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
        while p.own(step.side()).hand != 0 {
            let unit = self.next_to_place(p, step);
            self.put(p, step, unit, self.reference_hex(step, unit), sink);
        }
    }

    /// 4.2g, 4.2h, 4.2-r4: may a trench be placed there?
    pub(crate) fn may_dig(&self, p: &Position, hex: Hex) -> Result<(), Refusal> {
        let refuse = |rule: Rule| Err(Refusal::new(rule).place(hex.0));
        if !p.held(&self.book, Side::Republican).has(hex.index()) {
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
        let held = p.held(&self.book, Side::Republican) - p.public.trenches;
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
