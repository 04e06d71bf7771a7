//! 4. The sequence of play: what each step of a turn does by itself and what it asks.

use crate::Side;
use crate::book::Book;
use crate::event::Event;
use crate::frame::{End, Frame, Phase, Window};
use crate::position::{Pause, Position, Public};
use crate::rules::{self, Rule};
use frente_board::Area;
use frente_engine::{PerSide, Sink};

impl Book {
    /// Goes on until something is waited for.
    ///
    /// 15.N3b: after Surprise nobody fires.
    pub fn run<S: Sink<Event>>(&self, position: &mut Position, s: &mut S) {
        loop {
            let p = &mut position.public;
            match p.frames.top() {
                Frame::Turn(phase) => self.run_phase(position, phase, s),
                Frame::Act(stage) => self.run_stage(position, stage, s),
                Frame::SetUp(side) if p.pending.is_empty() => {
                    p.frames.pop();
                    if side == Side::Republican {
                        p.pending = self.undeployed(p, Side::Nationalist);
                    } else {
                        self.begin(p, s);
                    }
                }
                Frame::Enter(_) if p.pending.is_empty() => {
                    p.frames.pop();
                }
                Frame::Buy(side) if self.may_buy(p, side).is_err() => {
                    p.frames.pop();
                }
                Frame::Rebuild { .. } if !self.can_rebuild(p, p.frames.top()) => {
                    p.frames.pop();
                }
                Frame::Ask(window) if self.plays(p, window).is_empty() => {
                    p.frames.pop();
                }
                // 15.N3b: after Surprise nobody fires.
                Frame::FireDie if p.act.surprise => {
                    p.frames.pop();
                }
                Frame::Counter if (self.counters_able(p) - p.act.counter).is_empty() => {
                    p.frames.pop();
                }
                Frame::Retreat(side) => {
                    if self.run_retreat(p, side, s) {
                        return;
                    }
                }
                Frame::Lose(side) => {
                    if p.act.losses[side] > 0 && self.takeable(p, side) > 0 {
                        return;
                    }
                    if p.act.losses[side] > 0 {
                        s.push(Event::Ignored { side, points: p.act.losses[side] });
                        p.act.losses[side] = 0;
                    }
                    p.frames.pop();
                }
                Frame::Flip if p.act.flips == 0 || self.turnable(p).is_empty() => {
                    p.frames.pop();
                }
                Frame::Return(side) if p.hand[side] == 0 => {
                    p.frames.pop();
                }
                _ => return,
            }
        }
    }

    /// 9.7g, 9.7-r1: units without a refuge are eliminated, a single choice is made; true if somebody must choose.
    fn run_retreat<S: Sink<Event>>(&self, p: &mut Public, side: Side, s: &mut S) -> bool {
        let units = p.act.retreating;
        let Some(unit) = units.iter(side).next() else {
            p.frames.pop();
            return false;
        };
        // All of them stand in one area and have the same refuges.
        let refuges = self.refuges(p, side, p.place_of(unit));
        match (refuges.len(), units.len()) {
            (0, _) => {
                p.act.retreating.remove(unit);
                self.eliminate(p, unit, rules::R9_7G, s);
                false
            }
            (1, 1) => {
                let to = refuges.first().map_or(Area::NONE, Area::at);
                self.retreat(p, unit, to, s);
                false
            }
            // One refuge with room for all: the order does not matter either.
            (1, n) if refuges.first().is_some_and(|i| self.has_room(p, side, Area::at(i), n)) => {
                let to = refuges.first().map_or(Area::NONE, Area::at);
                self.retreat(p, unit, to, s);
                false
            }
            _ => true,
        }
    }

    /// 12.1d, 12.2o, 12.3d: the first turn begins.
    fn begin<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        p.turn = p.first_turn;
        s.push(Event::TurnBegan(p.turn));
    }

    /// One step of the turn.
    fn run_phase<S: Sink<Event>>(&self, position: &mut Position, phase: Phase, s: &mut S) {
        use Side::{Nationalist as Blue, Republican as Red};
        let p = &mut position.public;
        let then = |p: &mut Public, phase: Phase| p.frames.replace(Frame::Turn(phase));
        match phase {
            Phase::Pause => {
                then(p, Phase::Council);
                self.begin_pause_step(p, s);
            }
            Phase::Council => {
                then(p, Phase::Weather);
                if self.council_due(p) {
                    p.frames.push(Frame::CouncilDie);
                }
            }
            Phase::Weather => {
                then(p, Phase::Support);
                if p.turn >= self.tables.weather.from_turn {
                    p.frames.push(Frame::WeatherDie);
                }
            }
            Phase::Support => {
                then(p, Phase::Chits(Blue));
                self.collect_support(p, s);
            }
            // 4-r3: the Nationalist first, in 2b, 2c and 2d.
            Phase::Chits(side) => {
                then(p, if side == Blue { Phase::Chits(Red) } else { Phase::Reinforcements(Blue) });
                p.frames.push(Frame::Buy(side));
            }
            Phase::Reinforcements(side) => {
                then(p, if side == Blue { Phase::Reinforcements(Red) } else { Phase::Replacements(Blue) });
                self.begin_reinforcements(p, side, s);
            }
            Phase::Replacements(side) => {
                then(p, if side == Blue { Phase::Replacements(Red) } else { Phase::Initiative });
                let frame = self.allowance(p, side);
                p.frames.push(frame);
            }
            Phase::Initiative => {
                then(p, Phase::Impulses);
                self.begin_initiative(p, s);
            }
            Phase::Impulses => then(p, Phase::Administration),
            Phase::Administration => {
                self.check_control(p, s);
                self.adjust_morale(p, s);
                match self.check_victory(p) {
                    Some(end) => self.finish(p, end, s),
                    None => then(p, Phase::Return(Blue)),
                }
            }
            Phase::Return(side) => {
                then(p, if side == Blue { Phase::Return(Red) } else { Phase::Refresh });
                p.frames.push(Frame::Return(side));
            }
            Phase::Refresh => {
                self.refresh(p, s);
                // 6-r1: chits played this turn go back into their pools.
                p.played = PerSide::default();
                p.aside = PerSide::default();
                p.strife = false;
                // 15.R6-r1: Durruti lapses with the turn.
                p.durruti = 0;
                p.turn += 1;
                s.push(Event::TurnBegan(p.turn));
                then(p, Phase::Pause);
            }
        }
    }

    fn finish<S: Sink<Event>>(&self, p: &mut Public, end: End, s: &mut S) {
        s.push(Event::Over(end));
        p.frames.replace(Frame::Over(end));
    }

    /// Phase 1: 4a, 12.3n, 12.3o, 12.3p: asks about the Pause, or ends one that has lasted its time.
    fn begin_pause_step<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if !self.scenario.pause {
            return;
        }
        match p.pause {
            Pause::Since(turn) if p.turn >= turn + self.tables.pause.turns => {
                p.pause = Pause::Ended(p.turn);
                s.push(Event::PauseEnded(rules::R12_3O));
            }
            Pause::Never | Pause::Since(_) => p.frames.push(Frame::Pause),
            Pause::Ended(_) => {}
        }
    }

    /// Phase 2a: 5b, 12.2p, 12.3q.
    fn collect_support<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        if p.turn == p.first_turn && !self.scenario.first_income {
            return;
        }
        let Some(space) = self.tables.turns.get(usize::from(p.turn) - 1) else { return };
        let income: PerSide<u8> = space.support.into();
        for side in [Side::Nationalist, Side::Republican] {
            if side == Side::Nationalist && p.pausing() {
                self.earn(p, side, income[side] * self.tables.pause.support_factor, rules::R12_3Q, s);
            } else {
                self.earn(p, side, income[side], rules::R5B, s);
            }
        }
    }

    /// Phase 2c: 7a, 7d, 7e, 7f.
    fn begin_reinforcements<S: Sink<Event>>(&self, p: &mut Public, side: Side, s: &mut S) {
        p.pending = self.due(p, side);
        self.enter_unasked(p, side, s);
        p.frames.push(Frame::Enter(side));
        if side == Side::Nationalist && (p.track[side] & self.rada).any() {
            match self.tables.rada.iter().find(|r| r.turn == p.turn) {
                Some(roll) if roll.from <= 1 => self.enter_rada(p, 0, rules::R7F, s),
                Some(_) => p.frames.push(Frame::RadaDie),
                None => {}
            }
        }
    }

    /// 7d, 7e, 7f, 7-r3: the whole column arrives in the boxes on its counters.
    fn enter_rada<S: Sink<Event>>(&self, p: &mut Public, die: u8, rule: Rule, s: &mut S) {
        s.push(Event::Rada { die, enters: true, rule });
        for unit in (p.track[Side::Nationalist] & self.rada).iter(Side::Nationalist) {
            if let Some(place) = self.open_marks(p, unit).first() {
                self.enter(p, unit, Area::at(place), rule, s);
            }
        }
    }

    /// 7d, 7e: the die of Rada's column.
    pub fn roll_rada<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        let Some(roll) = self.tables.rada.iter().find(|r| r.turn == p.turn) else { return };
        let rule = self.rada_rule(p);
        if die >= roll.from {
            self.enter_rada(p, die, rule, s);
        } else {
            s.push(Event::Rada { die, enters: false, rule });
        }
    }

    /// The rule behind the die: that of its first turn (7d) or of the second (7e).
    pub fn rada_rule(&self, p: &Public) -> Rule {
        let first = self.tables.rada.first().is_some_and(|r| r.turn == p.turn);
        if first { rules::R7D } else { rules::R7E }
    }

    /// Phase 3a: 9.1a, 12.1g, 12.1h, 12.2t, 12.2u, 12.2-r1, 12.3g, 12.3h, 12.3i, 12.3j, 12.3k, 12.3-r3, 12.3-r4.
    fn begin_initiative<S: Sink<Event>>(&self, p: &mut Public, s: &mut S) {
        let first = self.scenario.run && p.turn == p.first_turn;
        let after_pause = p.pause == Pause::Ended(p.turn);
        if p.pausing() {
            self.open_impulses(p, Side::Republican, None, rules::R12_3I, s);
        } else if first || after_pause {
            let rule = if first { rules::R12_2T } else { rules::R12_3J };
            self.open_impulses(p, Side::Nationalist, None, rule, s);
            if matches!(p.frames.top(), Frame::Impulse(_)) {
                p.frames.push(Frame::RunDie);
            }
        } else if p.turn <= self.scenario.initiative_until {
            let rule = if self.scenario.pause { rules::R12_3G } else { rules::R12_1G };
            self.open_impulses(p, Side::Nationalist, None, rule, s);
        } else {
            p.frames.push(Frame::InitiativeDie(Side::Nationalist));
        }
    }

    /// 12.2u, 12.3k: the run of impulses.
    pub fn roll_run<S: Sink<Event>>(&self, p: &mut Public, die: u8, s: &mut S) {
        p.run = die;
        s.push(Event::Run { die, rule: if self.scenario.run { rules::R12_2U } else { rules::R12_3K } });
    }

    /// 12.1h, 12.2-r1, 12.3h: both dice are known.
    pub fn decide_initiative<S: Sink<Event>>(&self, p: &mut Public, blue: u8, red: u8, s: &mut S) {
        let side = if red > blue { Side::Republican } else { Side::Nationalist };
        let rule = if self.scenario.pause {
            rules::R12_3H
        } else if self.scenario.run {
            rules::R12_2_R1
        } else {
            rules::R12_1H
        };
        self.open_impulses(p, side, Some((blue, red)), rule, s);
    }

    /// 9a, 9e: the first impulse, unless no unit is Fresh.
    fn open_impulses<S: Sink<Event>>(
        &self,
        p: &mut Public,
        side: Side,
        dice: Option<(u8, u8)>,
        rule: Rule,
        s: &mut S,
    ) {
        s.push(Event::Initiative { side, dice, rule });
        p.passes = 0;
        p.run = 0;
        if Side::BOTH.into_iter().all(|side| self.fresh_on_map(p, side).is_empty()) {
            s.push(Event::PhaseOver(rules::R9E));
        } else {
            p.frames.push(Frame::Impulse(side));
        }
    }

    /// 12.3n, 12.3p: may the Nationalist declare or end the Pause now?
    ///
    /// # Errors
    /// The rule against it.
    pub fn may_pause(&self, p: &Public, declare: bool) -> Result<(), Rule> {
        match (p.pause, declare) {
            (Pause::Never, true) => Ok(()),
            (Pause::Since(_), false) => Ok(()),
            (_, true) => Err(rules::R12_3N),
            (_, false) => Err(rules::R12_3P),
        }
    }

    /// Whether a window is open for somebody. For showing.
    pub fn window(&self, p: &Public) -> Option<Window> {
        if let Frame::Ask(window) = p.frames.top() { Some(window) } else { None }
    }
}

/// The word for what a position is at.
pub fn phase_word(p: &Public) -> &'static str {
    match p.frames.frames().first().copied().unwrap_or(Frame::Empty) {
        Frame::Over(_) => "over",
        _ if p.turn == 0 => "setup",
        // The bottom frame names the step that comes next.
        Frame::Turn(phase) => match phase {
            Phase::Pause => "refresh",
            Phase::Council => "pause",
            Phase::Weather => "council",
            Phase::Support => "weather",
            Phase::Chits(Side::Nationalist) => "support",
            Phase::Chits(Side::Republican) | Phase::Reinforcements(Side::Nationalist) => "chits",
            Phase::Reinforcements(Side::Republican) | Phase::Replacements(Side::Nationalist) => {
                "reinforcements"
            }
            Phase::Replacements(Side::Republican) | Phase::Initiative => "replacements",
            Phase::Impulses => {
                if matches!(p.frames.top(), Frame::InitiativeDie(_) | Frame::RunDie) {
                    "initiative"
                } else {
                    "impulses"
                }
            }
            Phase::Administration => "impulses",
            Phase::Return(Side::Nationalist) => "administration",
            Phase::Return(Side::Republican) | Phase::Refresh => "return",
        },
        _ => "impulses",
    }
}
