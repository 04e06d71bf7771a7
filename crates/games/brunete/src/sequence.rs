//! 2. Game sequence: everything that happens by itself, up to the next thing waited for.

use crate::Brunete;
use crate::book::Victory;
use crate::event::{Die, Event, Phase};
use crate::frame::{DieOf, Frame, Mode, SegmentStep, TurnStep};
use crate::ids::Units;
use crate::position::{Place, Position, Public};
use crate::rules as r;
use frente_engine::{Rule, Side, Sink};

impl Brunete {
    /// Advances every frame that waits for nobody.
    pub(crate) fn run<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        loop {
            match p.public.top() {
                Frame::Turn(step) => self.turn_step(p, step, sink),
                Frame::Segment(side, step) => self.segment_step(&mut p.public, side, step, sink),
                Frame::SetUp(n) if usize::from(n) >= self.scenario.free.len() => self.set_up_done(p),
                Frame::Draw(side) if p.public.resources[side].left >= self.scenario.resources => {
                    p.public.stack.pop();
                }
                Frame::Replacement(side, left) if left == 0 || !self.asks_replacement(&p.public, side) => {
                    p.public.stack.pop();
                }
                Frame::Granted(side, resource) => {
                    if self.grant(&mut p.public, side, resource, sink) {
                        return;
                    }
                }
                Frame::Cull if !self.overstacked(&p.public) => {
                    p.public.stack.pop();
                }
                Frame::Aviation(side, _) if p.public.aviation[side].available == 0 => {
                    p.public.stack.pop();
                }
                Frame::Reinforce(side, mode) if !self.asks_reinforcements(&p.public, side, mode) => {
                    p.public.stack.pop();
                }
                Frame::Movement(side, mode, left) if self.nothing_to_move(&p.public, side, mode, left) => {
                    self.end_movement(&mut p.public);
                }
                Frame::Combat(side) if self.targets(&p.public, side).next().is_none() => {
                    self.rally(&mut p.public);
                    p.public.stack.pop();
                }
                Frame::Reveal => self.reveal_support(p, sink),
                Frame::Reroll { of, die, declined }
                    if Self::asked_to_reroll(&p.public, declined).is_none() =>
                {
                    p.public.stack.pop();
                    match of {
                        DieOf::Combat => self.resolve(&mut p.public, die, sink),
                        DieOf::Bombardment(unit) => self.bombardment(&mut p.public, unit, die, sink),
                    }
                }
                Frame::Lose(role, left) => {
                    if self.run_losses(&mut p.public, role, left, sink) {
                        return;
                    }
                }
                Frame::Aftermath { stubborn } => self.aftermath(&mut p.public, stubborn, sink),
                Frame::Retreat if p.public.fight.fleeing.is_empty() => self.retreat_over(&mut p.public),
                Frame::Advance(_) if self.followers(&p.public).next().is_none() => {
                    self.end_combat(&mut p.public)
                }
                _ => return,
            }
        }
    }

    /// 2a, 2d: the parts of a turn. Each names the next before it starts, so that what it pushes lies on top of it.
    ///
    /// 9m: on turn 1 the 11th Division moves in the infiltration segment alone.
    fn turn_step<S: Sink<Event>>(&self, p: &mut Position, step: TurnStep, sink: &mut S) {
        let next = |p: &mut Position, step: TurnStep| p.public.stack.replace(Frame::Turn(step));
        match step {
            TurnStep::Initiative => {
                next(p, TurnStep::Markers);
                self.begin_turn(&mut p.public, sink);
            }
            TurnStep::Markers => {
                next(p, TurnStep::Supports);
                self.reset_command(&mut p.public, sink);
            }
            TurnStep::Supports => {
                next(p, TurnStep::Replacements);
                self.support_arrivals(&mut p.public, sink);
            }
            TurnStep::Replacements => {
                next(p, TurnStep::Resources);
                self.open_replacements(&mut p.public, sink);
            }
            TurnStep::Resources => {
                next(p, TurnStep::Reveal);
                self.open_resources(&mut p.public, sink);
            }
            TurnStep::Reveal => {
                next(p, TurnStep::Infiltration);
                self.reveal_resources(p, sink);
            }
            TurnStep::Infiltration => {
                next(p, TurnStep::Madrid);
                if p.public.turn == self.book.tables.infiltration_turn {
                    let side = Some(Side::Republican);
                    sink.push(Event::Phase { phase: Phase::Infiltration, side, rule: r::R9M });
                    p.public.stack.push(Frame::Infiltration);
                }
            }
            TurnStep::Madrid => {
                next(p, TurnStep::Aviation);
                self.open_madrid(&mut p.public, sink);
            }
            TurnStep::Aviation => {
                next(p, TurnStep::Segments);
                self.open_aviation(&mut p.public, sink);
            }
            TurnStep::Segments => {
                next(p, TurnStep::Extra);
                let first = p.public.initiative;
                p.public.stack.push(Frame::Segment(first.other(), SegmentStep::Reinforcements));
                p.public.stack.push(Frame::Segment(first, SegmentStep::Reinforcements));
            }
            TurnStep::Extra => {
                next(p, TurnStep::Reorganisation);
                self.open_extra(&mut p.public, sink);
            }
            TurnStep::Reorganisation => {
                next(p, TurnStep::End);
                self.open_reorganisation(&mut p.public, sink);
            }
            TurnStep::End => self.end_turn(p, sink),
        }
    }

    /// 2h, 2i, 2j, 2k, 2-r3: the new turn and who has the initiative.
    fn begin_turn<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        p.turn += 1;
        p.adjustment = false;
        sink.push(Event::Turn { turn: p.turn, rule: r::R2A });
        let t = &self.book.tables;
        if p.turn == t.contested {
            p.stack.push(Frame::Initiative { republican: 0 });
        } else if p.turn > t.republican_until && p.initiative == Side::Republican {
            self.initiative_passes(p, r::R2J, sink);
        }
    }

    fn initiative_passes<S: Sink<Event>>(&self, p: &mut Public, rule: Rule, sink: &mut S) {
        p.initiative = Side::Nationalist;
        p.adjustment = true;
        sink.push(Event::Initiative { side: Side::Nationalist, rule });
    }

    /// 2i: both dice; ties are rolled again.
    pub(crate) fn apply_initiative<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::Initiative { republican } = p.top() else { return };
        let side = if republican == 0 { Side::Republican } else { Side::Nationalist };
        sink.push(Event::Rolled { what: Die::Initiative, side, die, rule: r::R2I });
        if republican == 0 {
            p.stack.replace(Frame::Initiative { republican: die });
        } else if die == republican {
            p.stack.replace(Frame::Initiative { republican: 0 });
        } else {
            p.stack.pop();
            if die > republican {
                self.initiative_passes(p, r::R2I, sink);
            } else {
                sink.push(Event::Initiative { side: Side::Republican, rule: r::R2I });
            }
        }
    }

    /// 2c, 6.3: from turn 2, the initiative first.
    fn open_replacements<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        if p.turn < self.book.tables.replacements_from {
            return;
        }
        for side in [p.initiative.other(), p.initiative] {
            if self.asks_replacement(p, side) {
                p.stack.push(Frame::Replacement(side, self.book.tables.replacements_per_turn));
            }
        }
        if matches!(p.top(), Frame::Replacement(..)) {
            sink.push(Event::Phase { phase: Phase::Replacements, side: None, rule: r::R2C });
        }
    }

    /// 2e, 2f: reinforcements, movement, combat, supply check.
    ///
    /// 2n, 9t: who moved in the adjustment or early moves again.
    fn segment_step<S: Sink<Event>>(&self, p: &mut Public, side: Side, step: SegmentStep, sink: &mut S) {
        let next = |p: &mut Public, step: SegmentStep| p.stack.replace(Frame::Segment(side, step));
        let mut phase = |phase: Phase, rule| sink.push(Event::Phase { phase, side: Some(side), rule });
        match step {
            SegmentStep::Reinforcements => {
                next(p, SegmentStep::Adjustment);
                p.fought = Units::EMPTY;
                p.attacked = Units::EMPTY;
                p.placed = Units::EMPTY;
                p.stack.push(Frame::Reinforce(side, Mode::Normal));
                phase(Phase::Reinforcements, r::R2E);
            }
            SegmentStep::Adjustment => {
                next(p, SegmentStep::Movement);
                p.placed = Units::EMPTY;
                // 2k, 2-r1: once, just before the first Nationalist unit moves.
                if p.adjustment && side == Side::Nationalist {
                    p.adjustment = false;
                    p.moved = Units::EMPTY;
                    p.stack.push(Frame::AdjustmentDice { dice: 2, sum: 0 });
                    sink.push(Event::Phase {
                        phase: Phase::Adjustment,
                        side: Some(Side::Republican),
                        rule: r::R2K,
                    });
                }
            }
            SegmentStep::Movement => {
                next(p, SegmentStep::Combat);
                // 2n, 9t: who moved in the adjustment or early moves again.
                p.moved = Units::EMPTY;
                p.stack.push(Frame::Movement(side, Mode::Normal, 0));
                phase(Phase::Movement, r::R2E);
            }
            SegmentStep::Combat => {
                next(p, SegmentStep::Supply);
                p.moved = Units::EMPTY;
                p.stack.push(Frame::Combat(side));
                phase(Phase::Combat, r::R2E);
            }
            SegmentStep::Supply => {
                p.stack.pop();
                p.fought = Units::EMPTY;
                p.attacked = Units::EMPTY;
                phase(Phase::Supply, r::R2E);
                self.check_supply(p, side, sink);
            }
        }
    }

    /// 2l: the dice of the adjustment move.
    pub(crate) fn apply_adjustment<S: Sink<Event>>(&self, p: &mut Public, die: u8, sink: &mut S) {
        let Frame::AdjustmentDice { dice, sum } = p.top() else { return };
        sink.push(Event::Rolled { what: Die::Adjustment, side: Side::Republican, die, rule: r::R2L });
        if dice > 1 {
            p.stack.replace(Frame::AdjustmentDice { dice: dice - 1, sum: sum + die });
        } else {
            sink.push(Event::Adjustment { units: sum + die, rule: r::R2L });
            p.stack.replace(Frame::Movement(Side::Republican, Mode::Adjustment, sum + die));
        }
    }

    /// A movement in which nobody can be taken up ends by itself, except where ending it is a decision with consequences.
    fn nothing_to_move(&self, p: &Public, side: Side, mode: Mode, left: u8) -> bool {
        match mode {
            Mode::Adjustment if left == 0 => true,
            Mode::Early | Mode::Extra => !self.waits_beside(p, side) || !self.any_pick(p, side, mode, left),
            Mode::Normal | Mode::Adjustment | Mode::Infiltration => !self.any_pick(p, side, mode, left),
        }
    }

    /// Ends a movement; an overstack that the infiltration leaves must be cured (9-r6).
    pub(crate) fn end_movement(&self, p: &mut Public) {
        let infiltration = matches!(p.top(), Frame::Movement(_, Mode::Infiltration, _));
        p.stack.pop();
        p.moved = Units::EMPTY;
        p.infiltrated = Default::default();
        if infiltration && self.overstacked(p) {
            p.stack.push(Frame::Cull);
        }
    }

    /// 2o, 2p, 2q: the Nationalist entry at the end of the turn on which its units are due: they move and do not fight.
    fn open_extra<S: Sink<Event>>(&self, p: &mut Public, sink: &mut S) {
        let due = |u: usize| matches!(p.place.of(u), Place::Due(turn) if turn <= p.turn);
        if p.turn == self.scenario.extra_turn && self.scenario.extra.iter().any(due) {
            p.placed = Units::EMPTY;
            p.moved = Units::EMPTY;
            p.stack.push(Frame::Movement(Side::Nationalist, Mode::Extra, 0));
            p.stack.push(Frame::Reinforce(Side::Nationalist, Mode::Extra));
            sink.push(Event::Phase { phase: Phase::Extra, side: Some(Side::Nationalist), rule: r::R2O });
        }
    }

    /// 12: the end of a turn, and of the game.
    fn end_turn<S: Sink<Event>>(&self, p: &mut Position, sink: &mut S) {
        for side in Side::BOTH {
            // 5.2-r1: a re-roll not used by the end of the turn is lost.
            p.public.resources[side].reroll = false;
        }
        p.public.placed = Units::EMPTY;
        let last = p.public.turn >= self.scenario.turns;
        match self.scenario.victory {
            Victory::Campaign => self.earn_yellow(&mut p.public, sink),
            Victory::Offensive => {
                if self.objective_due(&p.public) {
                    p.public.stack.push(Frame::Objective);
                    return;
                }
            }
        }
        p.public.stack.pop();
        let frame = if last { Frame::Over(self.ending(p, sink)) } else { Frame::Turn(TurnStep::Initiative) };
        p.public.stack.push(frame);
    }
}
