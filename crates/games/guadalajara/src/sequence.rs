//! 5. The turn sequence: what follows by itself between two things waited for.

use crate::book::Book;
use crate::event::Event;
use crate::frame::{Frame, PlayerStep, TurnStep};
use crate::ids::{Unit, Units};
use crate::position::Position;
use frente_board::Hex;
use frente_engine::{Side, Sink};

impl Book {
    /// Runs every frame that waits for nobody, up to the next thing waited for.
    pub(crate) fn run<S: Sink<Event>>(&self, p: &mut Position, s: &mut S) {
        while self.advance_frame(p, s) {}
    }

    /// Takes one step by itself. Says whether there was one to take.
    fn advance_frame<S: Sink<Event>>(&self, p: &mut Position, s: &mut S) -> bool {
        match p.stack.top() {
            Frame::Setup(n) if usize::from(n) >= self.scenario.order.len() => {
                p.stack.replace(Frame::Turn(TurnStep::Weather));
            }
            Frame::Turn(step) => self.turn_step(p, step, s),
            Frame::Player(side, step) => self.player_step(p, side, step, s),
            Frame::Bombard(side) if p.air[side] == 0 || self.enemy_held(p, side).is_empty() => {
                p.stack.pop();
            }
            Frame::Bombardments(side) => match p.assigned[side].len() {
                0 => {
                    p.stack.pop();
                }
                1 => {
                    let (hex, _) = p.assigned[side].iter().next().unwrap_or((Hex::NONE, 0));
                    self.open_bombardment(p, side, hex, s);
                }
                _ => return false,
            },
            Frame::Walking { left } => self.walk(p, left, s),
            Frame::Stragglers => {
                p.stack.pop();
                self.straggle(p, s);
            }
            Frame::AirDefence if p.air[p.active.other()] == 0 => {
                p.stack.pop();
            }
            Frame::AirAttack if p.air[p.active] == 0 => {
                p.stack.pop();
            }
            Frame::DefensiveFire if !self.support_possible(p) => {
                p.stack.pop();
            }
            Frame::Retire(side) if self.called_off(p) || !self.retire_possible(p, side) => {
                p.stack.replace(Frame::Follow(side));
            }
            Frame::Follow(side) => return self.settle_follow(p, side, s),
            Frame::CombinedArms => {
                if self.called_off(p) {
                    s.push(Event::CalledOff(p.fight.target));
                    let attacker = p.fight.attacker;
                    p.stack.replace(Frame::Advance(attacker.other()));
                    p.stack.push(Frame::Advance(attacker));
                } else if self.combined_arms(p) {
                    return false;
                } else {
                    p.stack.replace(Frame::Roll);
                }
            }
            Frame::Losses(side) => return self.settle_losses(p, side, s),
            Frame::Retreat(side) => {
                if p.fight.pending.is_empty() {
                    p.stack.replace(Frame::Follow(side));
                } else {
                    return self.settle_retreat(p, s);
                }
            }
            Frame::LeaderRolls(side) => match self.bereaved(p, side) {
                Some(leader) => p.stack.push(Frame::LeaderRoll(leader)),
                None => {
                    p.stack.pop();
                }
            },
            Frame::Flee(leader) => return self.settle_flight(p, leader, false, s),
            Frame::Rejoin(leader) => return self.settle_flight(p, leader, true, s),
            Frame::Advance(side) if !self.advance_possible(p, side) => self.end_advance(p, side),
            Frame::Aftermath => {
                p.fight = crate::position::fight::Fight::NONE;
                p.stack.pop();
            }
            _ => return false,
        }
        true
    }

    /// 5a: the steps of a turn.
    ///
    /// 5m, x0c: the next day, or after the last one the end.
    fn turn_step<S: Sink<Event>>(&self, p: &mut Position, step: TurnStep, s: &mut S) {
        let first = self.scenario.first_player;
        let second = first.other();
        let (next, frame) = match step {
            TurnStep::Weather => {
                p.air = self.air_points(p.day);
                s.push(Event::Day(p.day));
                s.push(Event::AirPoints {
                    republican: p.air[Side::Republican],
                    nationalist: p.air[Side::Nationalist],
                });
                (TurnStep::FirstAssigns, Frame::Weather)
            }
            TurnStep::FirstAssigns => (TurnStep::SecondAssigns, Frame::Bombard(first)),
            TurnStep::SecondAssigns => (TurnStep::FirstResolves, Frame::Bombard(second)),
            TurnStep::FirstResolves => {
                p.struck = Units::EMPTY;
                (TurnStep::SecondResolves, Frame::Bombardments(first))
            }
            TurnStep::SecondResolves => (TurnStep::FirstPlayer, Frame::Bombardments(second)),
            TurnStep::FirstPlayer => {
                p.struck = Units::EMPTY;
                (TurnStep::SecondPlayer, Frame::Player(first, PlayerStep::Check))
            }
            TurnStep::SecondPlayer => (TurnStep::End, Frame::Player(second, PlayerStep::Check)),
            TurnStep::End => {
                // x0c, 18a: after the last day the points are counted.
                if p.day >= self.scenario.last_day {
                    let (nationalist, republican) =
                        (self.points(p, Side::Nationalist), self.points(p, Side::Republican));
                    s.push(Event::Score { nationalist, republican });
                    p.stack.replace(Frame::Over);
                } else {
                    p.day += 1;
                    p.active = first;
                    p.stack.replace(Frame::Turn(TurnStep::Weather));
                }
                return;
            }
        };
        p.stack.replace(Frame::Turn(next));
        p.stack.push(frame);
    }

    /// 5d to 5k: the steps of a player turn.
    fn player_step<S: Sink<Event>>(&self, p: &mut Position, side: Side, step: PlayerStep, s: &mut S) {
        let to = |p: &mut Position, step| p.stack.replace(Frame::Player(side, step));
        match step {
            PlayerStep::Check => {
                p.active = side;
                p.moved = Units::EMPTY;
                for unit in self.of[side].iter() {
                    p.wear[unit] = p.wear[unit].with_came(None);
                }
                self.check_supply(p, side);
                self.check_command(p, side);
                s.push(Event::PlayerTurn(side));
                let (unsupplied, uncommanded) =
                    (self.count(&p.unsupplied, side), self.count(&p.uncommanded, side));
                s.push(Event::Checked { side, unsupplied, uncommanded });
                to(p, PlayerStep::Movement);
            }
            PlayerStep::Movement => {
                to(p, PlayerStep::Stragglers);
                p.stack.push(Frame::Movement);
            }
            PlayerStep::Stragglers => {
                to(p, PlayerStep::AirDefence);
                self.note_barred(p);
                if self.withdrawal_day(p) {
                    p.stack.push(Frame::Stragglers);
                }
            }
            PlayerStep::AirDefence => {
                to(p, PlayerStep::AirAttack);
                p.moved = Units::EMPTY;
                if self.combat_possible(p) {
                    p.stack.push(Frame::AirDefence);
                }
            }
            PlayerStep::AirAttack => {
                to(p, PlayerStep::Combat);
                if self.combat_possible(p) {
                    p.stack.push(Frame::AirAttack);
                }
            }
            PlayerStep::Combat => {
                to(p, PlayerStep::End);
                p.fought = Units::EMPTY;
                p.struck = Units::EMPTY;
                let zone = *self.enemy_zone(p, side);
                let in_zone = |u: &usize| p.at[*u].is_some() && zone.has(p.at[*u].index());
                p.began = (self.of[side] - self.leaders).iter().filter(in_zone).collect();
                if self.combat_possible(p) {
                    p.stack.push(Frame::Combat);
                }
            }
            PlayerStep::End => {
                self.clear_air(p);
                p.began = Units::EMPTY;
                p.fought = Units::EMPTY;
                p.struck = Units::EMPTY;
                p.stack.pop();
            }
        }
    }

    /// 12-r5: leaders go with units that left, one after the other, as far as there is nothing to choose.
    fn settle_follow<S: Sink<Event>>(&self, p: &mut Position, side: Side, s: &mut S) -> bool {
        let Some(leader) = self.next_follower(p, side) else {
            p.fight.clear_ways();
            p.fight.pending = Units::EMPTY;
            p.stack.pop();
            return true;
        };
        let choices = self.follows(p, leader);
        match choices.len() {
            0 => p.fight.pending.insert(leader.index()),
            1 => self.follow(p, leader, Hex::at(choices.first().unwrap_or(0)), s),
            _ => return false,
        }
        true
    }

    /// The unit a frame is about, for showing.
    pub(crate) fn frame_unit(&self, p: &Position) -> Option<Unit> {
        match p.stack.top() {
            Frame::Entering(u) | Frame::LeaderRoll(u) | Frame::Flee(u) | Frame::Rejoin(u) => Some(u),
            Frame::Moving { unit, .. } => Some(unit),
            Frame::Follow(side) => self.next_follower(p, side),
            Frame::Setup(n) => self.scenario.order.get(usize::from(n)).copied(),
            _ => None,
        }
    }
}
