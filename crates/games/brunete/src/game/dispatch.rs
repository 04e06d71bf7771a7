//! The door to the rules: what is waited for, what is legal, what happens.
//!
//! `legal` and `check` match on the frame on top and call the same predicates; `apply` changes the position and lets the rest
//! run by itself.

use crate::Brunete;
use crate::action::Action;
use crate::event::Event;
use crate::frame::Frame;
use crate::ids::{Unit, Units};
use crate::position::{Place, Position, Resource};
use crate::rules as r;
use frente_board::Hex;
use frente_engine::{Chance, Refusal, Rule, Side, Sink, Wait};

const DICE: std::ops::RangeInclusive<u8> = 1..=6;

impl Brunete {
    pub(crate) fn waits(&self, p: &Position) -> Wait {
        let chance = |side: Side, what: &'static str| Wait::Chance(Chance { by: Some(side), what });
        let p = &p.public;
        match p.top() {
            Frame::Over(ending) => Wait::Over(self.verdict(ending)),
            Frame::SetUp(_) | Frame::Cull => Wait::Decision(Side::Republican),
            Frame::Draw(side) => chance(side, "chance-resources"),
            Frame::Initiative { republican: 0 } => chance(Side::Republican, "chance-initiative"),
            Frame::Initiative { .. } => chance(Side::Nationalist, "chance-initiative"),
            Frame::Infiltration => chance(Side::Republican, "chance-infiltration"),
            Frame::InfiltrationPoints { .. } => chance(Side::Republican, "chance-infiltration-points"),
            Frame::Madrid { .. } => chance(Self::madrid_roller(p), "chance-madrid"),
            Frame::Die(of) => chance(
                self.die_side(p, of),
                if of == crate::frame::DieOf::Combat { "chance-combat" } else { "chance-bombardment" },
            ),
            Frame::AdjustmentDice { .. } => chance(Side::Republican, "chance-adjustment"),
            Frame::Coordinate(role, _) => chance(p.fight.side(role), "chance-coordination"),
            Frame::StubbornDie => chance(p.fight.attacker.other(), "chance-stubborn"),
            Frame::Maintenance(side, _) => chance(side, "chance-maintenance"),
            Frame::Objective => chance(Side::Republican, "chance-objective"),
            Frame::Replacement(side, _)
            | Frame::Resource(side)
            | Frame::Granted(side, _)
            | Frame::Aviation(side, _)
            | Frame::Reinforce(side, _)
            | Frame::Movement(side, ..)
            | Frame::Combat(side)
            | Frame::Maintain(side) => Wait::Decision(side),
            Frame::Enter(unit) | Frame::Recover { unit, .. } | Frame::Moving { unit, .. } => {
                Wait::Decision(self.book.unit(unit).side)
            }
            Frame::Reroll { declined, .. } => {
                Wait::Decision(Self::asked_to_reroll(p, declined).unwrap_or(p.initiative))
            }
            Frame::Declare | Frame::Advance(_) => Wait::Decision(p.fight.attacker),
            Frame::Elite(role) | Frame::Support(role) | Frame::Lose(role, _) => {
                Wait::Decision(p.fight.side(role))
            }
            Frame::Stubborn | Frame::Retreat => Wait::Decision(p.fight.attacker.other()),
            // The rest runs by itself and is never on top when somebody looks.
            Frame::Empty | Frame::Turn(_) | Frame::Segment(..) | Frame::Reveal | Frame::Aftermath { .. } => {
                Wait::Over(self.verdict(crate::frame::Ending::OffensiveFailed))
            }
        }
    }

    pub(crate) fn list(&self, p: &Position, out: &mut Vec<Action>) {
        let q = &p.public;
        match q.top() {
            Frame::SetUp(n) => self.list_set_up(q, n, out),
            frame @ (Frame::Replacement(..) | Frame::Granted(..)) => self.list_replacements(q, frame, out),
            Frame::Resource(side) => Self::list_resources(p, side, out),
            Frame::Cull => self.list_cull(q, out),
            Frame::Aviation(side, done) => self.list_aviation(q, side, done, out),
            Frame::Reroll { .. } => out.extend([Action::Reroll(true), Action::Reroll(false)]),
            Frame::Reinforce(side, mode) => self.list_reinforcements(q, side, mode, out),
            Frame::Enter(unit) => self.list_entry(q, unit, out),
            Frame::Recover { unit, give, same } => self.list_give(q, (unit, give, same), out),
            Frame::Movement(side, mode, left) => self.list_movement(q, side, mode, left, out),
            Frame::Moving { unit, points, going } => self.list_moving(q, unit, points, going, out),
            Frame::Combat(side) => self.list_combat(q, side, out),
            Frame::Declare => self.list_declare(q, out),
            Frame::Elite(_) => out.extend([Action::Elite(true), Action::Elite(false)]),
            Frame::Support(role) => self.list_support(q, role, out),
            Frame::Lose(role, _) => self.list_losses(q, role, out),
            Frame::Stubborn => out.extend([Action::Stubborn(true), Action::Stubborn(false)]),
            Frame::Retreat => self.list_retreats(q, out),
            Frame::Advance(hexes) => self.list_advances(q, hexes, out),
            Frame::Maintain(_) => out.extend([Action::Maintain(true), Action::Maintain(false)]),
            _ => {}
        }
    }

    pub(crate) fn list_chance(&self, p: &Position, out: &mut Vec<(Action, u32)>) {
        match p.public.top() {
            Frame::Draw(side) => {
                let left = |k: &Resource| p.secret[side].hand & k.bit() == 0;
                out.extend(Resource::ALL.into_iter().filter(left).map(|k| (Action::Draw(k), 1)));
            }
            Frame::Initiative { .. }
            | Frame::Infiltration
            | Frame::InfiltrationPoints { .. }
            | Frame::Madrid { .. }
            | Frame::Die(_)
            | Frame::AdjustmentDice { .. }
            | Frame::Coordinate(..)
            | Frame::StubbornDie
            | Frame::Maintenance(..)
            | Frame::Objective => out.extend(DICE.map(|d| (Action::Roll(d), 1))),
            _ => {}
        }
    }

    /// The rule behind what is waited for: the answer to an action that belongs to another moment.
    fn moment(&self, frame: Frame) -> Rule {
        match frame {
            Frame::SetUp(_) => r::R12_1I,
            Frame::Replacement(..) => r::R2C,
            Frame::Resource(_) => r::R5_2E,
            Frame::Granted(..) => r::R5_2F,
            Frame::Infiltration | Frame::InfiltrationPoints { .. } => r::R9N,
            Frame::Cull => r::R9_R6,
            Frame::Madrid { .. } => r::R2D,
            Frame::Aviation(..) => r::R8B,
            Frame::Reroll { .. } => r::R5_2J,
            Frame::Reinforce(..) | Frame::Enter(_) => r::R6_1B,
            Frame::Recover { .. } => r::R6_2B,
            Frame::AdjustmentDice { .. } => r::R2L,
            Frame::Movement(..) => r::R2E,
            Frame::Moving { .. } => r::R9A,
            Frame::Combat(_) => r::R2E,
            Frame::Declare => r::R10_1B,
            Frame::Elite(_) => r::R10_3_1A,
            Frame::Support(_) => r::R10_3_3F,
            Frame::Coordinate(..) => r::R10_3_3D,
            Frame::Die(_) => r::R10_2E,
            Frame::Lose(..) => r::R10_1G,
            Frame::Stubborn | Frame::StubbornDie => r::R10_4_1C,
            Frame::Retreat => r::R10_4_1A,
            Frame::Advance(_) => r::R10_4_2A,
            Frame::Maintain(_) | Frame::Maintenance(..) => r::R8_3A,
            Frame::Initiative { .. } => r::R2I,
            Frame::Draw(_) => r::R12_2B,
            Frame::Objective => r::R12_2D,
            _ => r::R2A,
        }
    }

    pub(crate) fn allows(&self, p: &Position, action: Action) -> Result<(), Refusal> {
        let q = &p.public;
        let frame = q.top();
        let unit = |u: Unit| move |rule: Rule| Refusal::new(rule).unit(u16::from(u.0));
        let place = |h: Hex| move |rule: Rule| Refusal::new(rule).place(h.0);
        match (frame, action) {
            (Frame::SetUp(n), Action::Place(u, h)) => self.may_set_up(q, n, u, h).map_err(place(h)),
            (Frame::Replacement(side, _), Action::Replace(u)) => {
                self.may_buy(q, side, u).map_err(|rule| self.too_dear(q, side, u, unit(u)(rule)))
            }
            (Frame::Granted(side, k), Action::Replace(u)) => {
                self.may_be_granted(q, side, k, u).map_err(unit(u))
            }
            (Frame::Replacement(..) | Frame::Resource(_), Action::Pass) => Ok(()),
            (Frame::Resource(side), Action::Resource(k)) => {
                Self::may_choose(p, side, k).map_err(Refusal::new)
            }
            (Frame::Cull, Action::Eliminate(u)) => {
                let here = q.place.of(u.index()) == Place::On(self.book.tables.infiltration_hex);
                if here && self.book.unit(u).kind.is_battalion() { Ok(()) } else { Err(unit(u)(r::R9_R6)) }
            }
            (Frame::Aviation(side, done), Action::Bombard(u)) => {
                self.may_bombard(q, side, done, u).map_err(unit(u))
            }
            (Frame::Aviation(side, _), Action::Interdict(h)) => {
                self.may_interdict(q, side, h).map_err(place(h))
            }
            (Frame::Reinforce(side, mode), Action::Reinforce(u)) => {
                self.may_reinforce(q, u, side, mode).map_err(unit(u))
            }
            (Frame::Reinforce(side, crate::frame::Mode::Normal), Action::Recover(u)) => {
                self.may_recover(q, side, u).map_err(unit(u))
            }
            (Frame::Enter(u), Action::At(h)) => self.may_enter_at(q, u, h).map_err(place(h)),
            (Frame::Enter(_), Action::Hold) => Ok(()),
            (Frame::Recover { unit: u, give, same }, Action::Give(v)) => {
                self.may_give(q, (u, give, same), v).map_err(unit(v))
            }
            (Frame::Movement(side, mode, left), Action::Pick(u)) => {
                self.may_pick(q, u, side, mode, left).map_err(unit(u))
            }
            (Frame::Movement(side, mode, left), Action::End) => {
                self.may_end_movement(q, side, mode, left).map_err(Refusal::new)
            }
            (Frame::Moving { unit: u, points, going }, Action::Go(v, from, path)) if u == v => {
                self.check_go(q, (u, points, going), from, path)
            }
            (Frame::Moving { going, .. }, Action::Stop) if going.begun() => Ok(()),
            (
                Frame::Aviation(..) | Frame::Reinforce(..) | Frame::Combat(_) | Frame::Advance(_),
                Action::End,
            ) => Ok(()),
            (Frame::Combat(side), Action::Attack(h)) => self
                .may_name(q, side, h)
                .map_err(|rule| self.too_weak(q, (side, h), Units::EMPTY, place(h)(rule))),
            (Frame::Declare, Action::Join(u)) => self.may_join(q, u).map_err(unit(u)),
            (Frame::Declare, Action::Declare) => self.may_declare(q).map_err(|rule| {
                let f = &q.fight;
                self.too_weak(q, (f.attacker, f.target), f.attackers, place(f.target)(rule))
            }),
            (Frame::Elite(_), Action::Elite(_))
            | (Frame::Stubborn, Action::Stubborn(_))
            | (Frame::Reroll { .. }, Action::Reroll(_))
            | (Frame::Maintain(_), Action::Maintain(_)) => Ok(()),
            (Frame::Support(role), Action::Support(commit)) => {
                self.may_support(q, role, commit).map_err(|rule| self.too_much_support(q, role, commit, rule))
            }
            (Frame::Lose(role, _), Action::Lose(u)) => self.may_lose(q, role, u).map_err(unit(u)),
            (Frame::Retreat, Action::Retreat(u, _) | Action::Exit(u, _) | Action::Perish(u)) => {
                self.may_retreat(q, action).map_err(unit(u))
            }
            (Frame::Advance(hexes), Action::Advance(u, path)) => {
                self.may_advance(q, hexes, u, path).map_err(unit(u))
            }
            (_, Action::Roll(_) | Action::Draw(_)) => {
                let mut outcomes = Vec::new();
                self.list_chance(p, &mut outcomes);
                if outcomes.iter().any(|(a, _)| *a == action) {
                    Ok(())
                } else {
                    Err(self.moment(frame).into())
                }
            }
            _ => Err(Refusal::new(self.moment(frame)).saying("refused-moment")),
        }
    }

    pub(crate) fn carry_out<S: Sink<Event>>(&self, p: &mut Position, action: Action, sink: &mut S) {
        self.change(p, action, sink);
        self.run(p, sink);
    }

    fn change<S: Sink<Event>>(&self, p: &mut Position, action: Action, sink: &mut S) {
        let frame = p.public.top();
        let q = &mut p.public;
        match (frame, action) {
            (_, Action::Roll(die)) => self.apply_roll(p, frame, die, sink),
            (Frame::Draw(side), Action::Draw(resource)) => {
                p.secret[side].hand |= resource.bit();
                q.resources[side].left += 1;
                sink.push(Event::Drawn { side, resource, rule: r::R12_2B });
            }
            (Frame::SetUp(n), Action::Place(unit, hex)) => {
                q.put(&self.book, unit, Place::On(hex));
                q.stack.replace(Frame::SetUp(n + 1));
                sink.push(Event::SetUp { unit, hex, rule: r::R12_1I });
            }
            (_, Action::Replace(unit)) => self.apply_replacement(q, unit, sink),
            (Frame::Replacement(..), Action::Pass) => {
                q.stack.pop();
            }
            (Frame::Resource(side), Action::Pass) => self.apply_resource(p, side, None, sink),
            (Frame::Resource(side), Action::Resource(k)) => self.apply_resource(p, side, Some(k), sink),
            (Frame::Cull, Action::Eliminate(unit)) => self.eliminate(q, unit, r::R9_R6, sink),
            (_, Action::Bombard(unit)) => self.apply_bombard(q, unit, sink),
            (_, Action::Interdict(hex)) => self.apply_interdict(q, hex, sink),
            (_, Action::Reroll(again)) => self.apply_reroll(q, again, sink),
            (_, Action::Reinforce(unit)) => q.stack.push(Frame::Enter(unit)),
            (_, Action::At(hex)) => self.apply_entry(q, Some(hex), sink),
            (_, Action::Hold) => self.apply_entry(q, None, sink),
            (_, Action::Recover(unit)) => self.apply_recover(q, unit),
            (_, Action::Give(unit)) => self.apply_give(q, unit, sink),
            (_, Action::Pick(unit)) => self.apply_pick(q, unit),
            (_, Action::Go(_, from, path)) => self.apply_go(q, from, path, sink),
            (Frame::Moving { unit, going, .. }, Action::Stop) => self.finish_move(q, unit, going, sink),
            (Frame::Movement(..), Action::End) => self.end_movement(q),
            (Frame::Combat(_), Action::End) => {
                self.rally(q);
                q.stack.pop();
            }
            (Frame::Advance(_), Action::End) => self.end_combat(q),
            (Frame::Aviation(..) | Frame::Reinforce(..), Action::End) => {
                q.stack.pop();
            }
            (_, Action::Attack(hex)) => self.apply_attack(q, hex),
            (Frame::Declare, Action::Join(unit)) => q.fight.attackers.insert(unit.index()),
            (_, Action::Declare) => self.apply_declare(q, sink),
            (_, Action::Elite(used)) => self.apply_elite(q, used, sink),
            (_, Action::Support(commit)) => self.apply_support(p, commit, sink),
            (_, Action::Lose(unit)) => self.apply_loss(q, unit, sink),
            (_, Action::Stubborn(stand)) => self.apply_stubborn(q, stand, sink),
            (_, Action::Retreat(..) | Action::Exit(..) | Action::Perish(_)) => {
                self.apply_retreat(q, action, sink)
            }
            (_, Action::Advance(unit, path)) => self.apply_advance(q, unit, path, sink),
            (_, Action::Maintain(command)) => self.apply_maintain(q, command, sink),
            _ => {}
        }
    }

    fn apply_roll<S: Sink<Event>>(&self, p: &mut Position, frame: Frame, die: u8, sink: &mut S) {
        let q = &mut p.public;
        match frame {
            Frame::Initiative { .. } => self.apply_initiative(q, die, sink),
            Frame::Infiltration => self.apply_infiltration(q, die, sink),
            Frame::InfiltrationPoints { .. } => self.apply_infiltration_points(q, die, sink),
            Frame::Madrid { .. } => self.apply_madrid(q, die, sink),
            Frame::Die(of) => self.apply_die(q, of, die, sink),
            Frame::AdjustmentDice { .. } => self.apply_adjustment(q, die, sink),
            Frame::Coordinate(..) => self.apply_coordination(q, die, sink),
            Frame::StubbornDie => self.apply_stubborn_die(q, die, sink),
            Frame::Maintenance(..) => self.apply_maintenance(q, die, sink),
            Frame::Objective => self.apply_objective(p, die, sink),
            _ => {}
        }
    }
}
