//! 4.0, 4.1: the sequence of play, with the steps of the exclusive rules where 4.1-r4 puts them.

use crate::Aragon;
use crate::event::Event;
use crate::frame::{Frame, PlayerStep, TurnStep};
use crate::ids::{EDGES, Set, UnitSet};
use crate::position::{Place, Position, Public};
use crate::rules::*;
use crate::victory::Ending;
use frente_engine::{Rule, Side, Sink};

impl Aragon {
    /// Runs every frame that waits for nobody, up to one that does.
    pub(crate) fn run<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        loop {
            match pos.public.stack.top() {
                Frame::Turn(step) => self.turn_step(pos, step, s),
                Frame::Player(side, step) => self.player_step(pos, side, step, s),
                Frame::Support(step) => {
                    // Only what everybody sees decides whether a step is asked: an empty hand.
                    if pos.public.hand[self.supporter(pos.public.active, step)] > 0 {
                        return;
                    }
                    self.next_support(pos, step, s);
                }
                Frame::Aim if self.aim_full(&pos.public) => self.fire(pos, s),
                Frame::Lose { .. } => {
                    if !self.lose_alone(&mut pos.public, s) {
                        return;
                    }
                }
                // 18.0-r4: a unit lost in the retreat may have opened the way to the city; then nothing follows.
                Frame::Scatter { .. } | Frame::Advance if self.sudden_death(&pos.public) => {
                    self.end(pos, Ending::Zaragoza, s);
                }
                Frame::Scatter { hexes } => {
                    let mut units = self.scattering(&pos.public);
                    match (units.next(), units.next()) {
                        (Some(_), Some(_)) => return,
                        (Some(unit), None) => self.scatter(&mut pos.public, unit, hexes),
                        (None, _) => {
                            pos.public.stack.pop();
                        }
                    }
                }
                Frame::Advance if !self.advance_possible(&pos.public) => {
                    pos.public.stack.pop();
                }
                Frame::Aftermath => self.aftermath(pos, s),
                _ => return,
            }
        }
    }

    /// 4.1-r4: a game turn.
    ///
    /// 4.0a, 4.1a: both draw, then the first player, then the second. 13.0-r2: also in a turn that one of them skips.
    fn turn_step<S: Sink<Event>>(&self, pos: &mut Position, step: TurnStep, s: &mut S) {
        let first = self.book.scenario.first;
        let p = &mut pos.public;
        match step {
            TurnStep::Blizzard => {
                s.push(Event::TurnBegins { turn: p.turn });
                p.stack.replace(Frame::Turn(TurnStep::Draw));
                if self.blizzard_due(p) {
                    p.stack.push(Frame::BlizzardRoll);
                }
            }
            TurnStep::Draw => {
                p.stack.replace(Frame::Turn(TurnStep::First));
                // 16.1-r3: without combat no markers.
                if !p.snowed_in() {
                    self.start_draw(pos, first.other());
                    self.start_draw(pos, first);
                }
            }
            TurnStep::First => {
                p.stack.replace(Frame::Turn(TurnStep::Second));
                p.stack.push(Frame::Player(first, PlayerStep::Activation));
            }
            TurnStep::Second => {
                p.stack.replace(Frame::Turn(TurnStep::End));
                p.stack.push(Frame::Player(first.other(), PlayerStep::Activation));
            }
            TurnStep::End => self.end_turn(pos, s),
        }
    }

    /// 4.1m, 4.1n, 15.2: rest, markers back, victory, next turn.
    ///
    /// 16.1e: units rest in the blizzard turn as well.
    fn end_turn<S: Sink<Event>>(&self, pos: &mut Position, s: &mut S) {
        self.rest(&mut pos.public, s);
        self.return_markers(pos);
        s.push(Event::MarkersBack);
        self.note_road(&mut pos.public, s);
        let p = &mut pos.public;
        self.fresh_player_turn(p);
        p.bombarded = UnitSet::EMPTY;
        p.shelled = Set::EMPTY;
        p.engaged = UnitSet::EMPTY;
        p.queue = [0; EDGES];
        if p.turn == self.book.scenario.turns {
            let ending = self.verdict(p);
            return self.end(pos, ending, s);
        }
        p.turn += 1;
        p.active = self.book.scenario.first;
        p.stack.replace(Frame::Turn(TurnStep::Blizzard));
    }

    /// 16.1a, 18.0d: the rule by which the side has no turn now.
    ///
    /// 16.1b: Republican reinforcements of a skipped turn enter later.
    fn skipped(&self, p: &Public, side: Side) -> Option<Rule> {
        if self.book.scenario.skipped.contains(&(p.turn, side)) {
            Some(R18_0D)
        } else if p.snowed_in() && side == Side::Republican {
            Some(R16_1A)
        } else {
            None
        }
    }

    /// 4.1b: a player turn. Phases in which nothing can be done are passed over, where everybody can see that.
    ///
    /// 4.1f, 4.1o, 7.0b, 7.0c: attacks and bombardments in their own phases, and never obliged. 11.0b, 11.0-r3: rebuilding at the end.
    ///
    /// 16.1d, 16.1f: in the blizzard turn movement only, and nobody rebuilds.
    fn player_step<S: Sink<Event>>(&self, pos: &mut Position, side: Side, step: PlayerStep, s: &mut S) {
        let p = &mut pos.public;
        let mut go_on = |p: &mut Public, next: PlayerStep, frame: Option<Frame>| {
            p.stack.replace(Frame::Player(side, next));
            if let Some(frame) = frame {
                s.push(Event::Phase { side, phase: step });
                p.stack.push(frame);
            }
        };
        match step {
            PlayerStep::Activation => {
                p.active = side;
                self.fresh_player_turn(p);
                if let Some(rule) = self.skipped(p, side) {
                    p.stack.pop();
                    s.push(Event::Skipped { side, rule });
                    return;
                }
                s.push(Event::PlayerTurn { side });
                p.stack.replace(Frame::Player(side, PlayerStep::Movement));
                if self.activation_due(p, side) {
                    p.stack.push(Frame::ActivationRoll);
                }
            }
            PlayerStep::Movement => {
                // 16.1d, 16.1f: in the blizzard turn nothing follows.
                let next = if p.snowed_in() { PlayerStep::Done } else { PlayerStep::Bombardment };
                go_on(p, next, Some(Frame::Movement { mobile: false }));
            }
            PlayerStep::Bombardment => {
                let possible = p.hand[side] > 0 && !p.derived.occupied[side.other()].is_empty();
                go_on(p, PlayerStep::Combat, possible.then_some(Frame::Bombardment));
            }
            PlayerStep::Combat => {
                self.fresh_combat_phase(p);
                let possible = self.any_target(p, false);
                go_on(p, PlayerStep::MobileMovement, possible.then_some(Frame::Combat { mobile: false }));
            }
            PlayerStep::MobileMovement => {
                let possible = self.any_mobile_move(p);
                go_on(p, PlayerStep::MobileCombat, possible.then_some(Frame::Movement { mobile: true }));
            }
            PlayerStep::MobileCombat => {
                self.fresh_combat_phase(p);
                let possible = self.any_target(p, true);
                go_on(p, PlayerStep::Rebuild, possible.then_some(Frame::Combat { mobile: true }));
            }
            PlayerStep::Rebuild => {
                let possible = self.rebuild_possible(p);
                go_on(p, PlayerStep::Done, possible.then_some(Frame::Rebuild));
            }
            PlayerStep::Done => {
                p.stack.pop();
            }
        }
    }

    fn any_target(&self, p: &mut Public, mobile: bool) -> bool {
        if mobile && !self.any_mobile(p) {
            return false;
        }
        self.targets(p, mobile).next().is_some()
    }

    fn any_mobile_move(&self, p: &mut Public) -> bool {
        let mut any = false;
        if self.any_mobile(p) {
            self.movable(p, true, |_| any = true);
        }
        any
    }

    /// Has the active side a mobile unit in play? If so its supply will be asked for (10.2d, 10.2e).
    fn any_mobile(&self, p: &mut Public) -> bool {
        let any = self.mobile[p.active].iter().any(|u| !matches!(p.place[u], Place::Out | Place::Cup));
        if any {
            self.warm_supply(p, p.active, &p.hexes_of(self.mobile[p.active]));
        }
        any
    }

    /// Runs on to the next thing waited for, and has supply ready where the list of actions will ask for it.
    pub(crate) fn settle<S: Sink<Event>>(&self, position: &mut Position, sink: &mut S) {
        self.run(position, sink);
        let p = &mut position.public;
        match p.stack.top() {
            Frame::Moving(_) if !self.mobile_phase(p) => {}
            Frame::Moving(_)
            | Frame::Movement { mobile: true }
            | Frame::Combat { mobile: true }
            | Frame::Declare { mobile: true } => {
                self.warm_supply(p, p.active, &p.hexes_of(self.mobile[p.active]));
            }
            Frame::Rebuild => {
                self.warm_supply(p, p.active, &p.hexes_of(p.reduced & self.units[p.active]));
            }
            Frame::Return { .. } => self.warm_all_supply(p, p.active),
            _ => {}
        }
    }
}
