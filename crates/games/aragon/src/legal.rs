//! What is waited for, what is legal, why something is not, and what it does: one line for each pair of question and answer.
//!
//! Lists and checks call the same predicates; they live with the rules.

use crate::Aragon;
use crate::action::Action;
use crate::event::Event;
use crate::frame::{Frame, PlayerStep};
use crate::ids::{Class, Unit, W};
use crate::position::{Position, Public};
use crate::rule::*;
use frente_board::{Hex, HexMap, Path};
use frente_engine::{Chance, Refusal, Rule, Side, Sink, Wait};

/// What "why not?" is about.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The unit, if one was pointed at.
    pub unit: Option<Unit>,
    /// The hex, if one was pointed at.
    pub hex: Option<Hex>,
}

/// A refusal about a unit.
fn about_unit(unit: Unit) -> impl Fn(Rule) -> Refusal {
    move |rule| Refusal::new(rule).unit(unit.index() as u16)
}

/// A refusal about a hex.
fn about_hex(hex: Hex) -> impl Fn(Rule) -> Refusal {
    move |rule| if hex == Hex::NONE { Refusal::new(rule) } else { Refusal::new(rule).place(hex.0) }
}

impl Aragon {
    pub(crate) fn waits_for(&self, p: &Public) -> Wait {
        let active = p.active;
        let roll = |by: Side, what: &'static str| Wait::Chance(Chance { by: Some(by), what });
        match p.stack.top() {
            Frame::Over(ending) => Wait::Over(ending.outcome()),
            Frame::BlizzardRoll => roll(Side::Nationalist, "chance-blizzard"),
            Frame::Draw { side, .. } => roll(side, "chance-draw"),
            Frame::ActivationRoll => roll(active, "chance-activation"),
            Frame::Roll => roll(active, "chance-combat"),
            Frame::Cup => roll(active, "chance-cup"),
            Frame::Support(step) => Wait::Decision(self.supporter(active, step)),
            Frame::Negate { .. } => Wait::Decision(active.other()),
            Frame::Retreat { unit, .. } => Wait::Decision(self.book.side(unit)),
            Frame::Displace => {
                let side = p.fight.chain().first().map_or(active, |u| self.book.side(*u));
                Wait::Decision(side)
            }
            _ => Wait::Decision(active),
        }
    }

    pub(crate) fn list(&self, pos: &Position, out: &mut Vec<Action>) {
        let p = &pos.public;
        match p.stack.top() {
            Frame::Movement { mobile } => {
                self.movable(p, mobile, |u| out.push(Action::Pick(u)));
                out.push(Action::End);
            }
            Frame::Moving { unit, at, left, fresh, .. } => self.list_moves(p, unit, at, left, fresh, out),
            Frame::Entering { unit } => self.list_entries(p, unit, out),
            Frame::Bombardment => self.list_bombardments(pos, out),
            Frame::Aim => self.list_aim(pos, out),
            Frame::Combat { mobile } => {
                self.targets(p, mobile, |h| out.push(Action::Attack(h)));
                out.push(Action::End);
            }
            Frame::Declare { mobile } => self.list_attackers(p, mobile, out),
            Frame::Support(step) => {
                self.list_markers(&pos.secret[self.supporter(p.active, step)], out);
                out.push(Action::Pass);
            }
            Frame::Negate { .. } => out.extend([Action::Negate, Action::Accept]),
            Frame::Lose { .. } => self.list_losers(p, out),
            Frame::Scatter { .. } => out.extend(self.scattering(p).map(Action::Pick)),
            Frame::Retreat { unit, hexes } => self.list_retreats(p, unit, hexes, out),
            Frame::Displace => self.list_displacements(p, out),
            Frame::Advance => {
                self.list_advances(p, out);
                out.push(Action::Halt);
            }
            Frame::Rebuild => self.list_rebuilds(p, out),
            Frame::Return { unit } => {
                let hexes = self.return_hexes(p, p.active);
                out.extend(hexes.iter().map(|h| Action::Return { unit, hex: Hex::at(h) }));
            }
            Frame::Over(_)
            | Frame::Turn(_)
            | Frame::Player(..)
            | Frame::BlizzardRoll
            | Frame::Draw { .. }
            | Frame::ActivationRoll
            | Frame::Roll
            | Frame::Aftermath
            | Frame::Cup => {}
        }
    }

    pub(crate) fn list_chance(&self, pos: &Position, out: &mut Vec<(Action, u32)>) {
        match pos.public.stack.top() {
            Frame::BlizzardRoll | Frame::ActivationRoll | Frame::Roll => {
                out.extend((1..=6).map(|die| (Action::Roll(die), 1)));
            }
            Frame::Draw { side, .. } => {
                let cup = self.cup(pos, side);
                let classes = Class::all().filter(|c| cup[c.index()] > 0);
                out.extend(classes.map(|c| (Action::Draw(c), u32::from(cup[c.index()]))));
            }
            Frame::Cup => {
                out.extend(self.fallen(&pos.public, pos.public.active).map(|u| (Action::Drawn(u), 1)))
            }
            _ => {}
        }
    }

    /// Is the action legal now? The refusal names the rule.
    pub(crate) fn examine(&self, pos: &Position, action: Action) -> Result<(), Refusal> {
        let p = &pos.public;
        match (p.stack.top(), action) {
            (
                Frame::Movement { .. } | Frame::Bombardment | Frame::Combat { .. } | Frame::Rebuild,
                Action::End,
            )
            | (Frame::Negate { .. }, Action::Negate | Action::Accept)
            | (Frame::Support(_), Action::Pass)
            | (Frame::Advance, Action::Halt)
            | (Frame::Retreat { .. }, Action::Stand) => Ok(()),
            (Frame::Movement { mobile }, Action::Pick(unit)) => {
                self.may_pick(p, unit, mobile).map_err(about_unit(unit))
            }
            (Frame::Moving { unit, at, left, .. }, Action::Go { unit: moved, path }) => {
                if moved != unit {
                    return Err(about_unit(moved)(R5_0B));
                }
                self.may_go(p, unit, at, left, path).map_err(|(rule, hex)| about_hex(hex)(rule))
            }
            (Frame::Moving { unit, at, fresh, .. }, Action::Stop(stopped)) => {
                let may = stopped == unit && !fresh && p.hex(unit) == Some(at);
                if may {
                    Ok(())
                } else {
                    Err(about_unit(stopped)(if fresh || stopped != unit { R5_0B } else { R5_3C }))
                }
            }
            (Frame::Entering { unit }, Action::Enter { unit: entering, hex }) => {
                if entering != unit {
                    return Err(about_unit(entering)(R5_0B));
                }
                self.may_enter(p, unit, hex).map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Bombardment, Action::Bombard(hex)) => {
                let range = self.bombardment_range(p, p.active);
                let may = self.may_bombard(p, &pos.secret[p.active], hex, &range);
                may.map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Aim, Action::Place(class)) => {
                let range = self.bombardment_range(p, p.active);
                let may = self.may_aim(p, &pos.secret[p.active], p.fight.target, &range, class);
                may.map_err(Refusal::new)
            }
            (Frame::Aim, Action::Fire) => {
                if p.fight.placed[p.active] > 0 {
                    Ok(())
                } else {
                    Err(R12_0C.into())
                }
            }
            (Frame::Combat { mobile }, Action::Attack(hex)) => {
                self.may_attack(p, hex, mobile).map(|_| ()).map_err(about_hex(hex))
            }
            (Frame::Declare { mobile }, Action::Join(unit)) => {
                if p.fight.attackers.contains(&unit) {
                    return Err(about_unit(unit)(R7_1J));
                }
                self.may_join(p, unit, p.fight.target, mobile).map_err(about_unit(unit))
            }
            (Frame::Declare { .. }, Action::Declare) => {
                if p.fight.attackers().next().is_some() {
                    Ok(())
                } else {
                    Err(R4_1G.into())
                }
            }
            (Frame::Support(step), Action::Place(class)) => {
                let hand = &pos.secret[self.supporter(p.active, step)].hand;
                if hand[class.index()] > 0 { Ok(()) } else { Err(R8_3D.into()) }
            }
            (Frame::Lose { .. }, Action::Lose(unit)) => {
                let may = self.losers(p).any(|u| u == unit);
                let rule =
                    if p.fight.kind == crate::position::FightKind::Bombardment { R8_4_2_R1 } else { R7_5I };
                if may { Ok(()) } else { Err(about_unit(unit)(rule)) }
            }
            (Frame::Scatter { .. }, Action::Pick(unit)) => {
                if self.scattering(p).any(|u| u == unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R7_6_R5))
                }
            }
            (Frame::Retreat { unit, .. }, Action::Hold) => {
                if self.may_hold(p, unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R17_0D))
                }
            }
            (Frame::Retreat { unit, hexes }, Action::Retreat { unit: retreating, path }) => {
                if retreating != unit {
                    return Err(about_unit(retreating)(R7_6A));
                }
                self.may_retreat(p, unit, hexes, path).map_err(|(rule, hex)| about_hex(hex)(rule))
            }
            (Frame::Retreat { unit, hexes }, Action::Stay) => {
                self.may_stay(&self.ways(p, &self.retreater(p, unit, hexes))).map_err(about_unit(unit))
            }
            (Frame::Retreat { unit, hexes }, Action::Perish) => {
                self.may_perish(&self.ways(p, &self.retreater(p, unit, hexes))).map_err(about_unit(unit))
            }
            (Frame::Displace, Action::Displace { unit, hex }) => {
                if p.fight.chain().last() != Some(&unit) {
                    return Err(about_unit(unit)(R7_6_2C));
                }
                self.may_displace(p, unit, hex).map_err(about_hex(hex))
            }
            (Frame::Advance, Action::Advance { unit, hex }) => {
                self.may_advance(p, unit, hex).map_err(about_unit(unit))
            }
            (Frame::Rebuild, Action::Rebuild(unit)) => self.may_rebuild(p, unit).map_err(about_unit(unit)),
            (Frame::Rebuild, Action::Recruit) => {
                if self.fallen(p, p.active).next().is_some() {
                    Ok(())
                } else {
                    Err(R11_0H.into())
                }
            }
            (Frame::Return { unit }, Action::Return { unit: returning, hex }) => {
                if returning != unit {
                    return Err(about_unit(returning)(R11_0_R1));
                }
                self.may_return(p, p.active, hex).map_err(about_hex(hex))
            }
            (Frame::BlizzardRoll | Frame::ActivationRoll | Frame::Roll, Action::Roll(die)) => {
                if (1..=6).contains(&die) { Ok(()) } else { Err(R2_0A.into()) }
            }
            (Frame::Draw { side, .. }, Action::Draw(class)) => {
                if self.cup(pos, side)[class.index()] > 0 {
                    Ok(())
                } else {
                    Err(R13_0C.into())
                }
            }
            (Frame::Cup, Action::Drawn(unit)) => {
                if self.fallen(p, p.active).any(|u| u == unit) {
                    Ok(())
                } else {
                    Err(about_unit(unit)(R11_0H))
                }
            }
            (top, action) => Err(self.out_of_turn(p, top, action)),
        }
    }

    /// Why an answer does not fit the question: the rule that says when it would.
    fn out_of_turn(&self, p: &Public, top: Frame, action: Action) -> Refusal {
        let in_blizzard = p.snowed_in() && !matches!(top, Frame::Over(_));
        let rule = match action {
            Action::Attack(_) | Action::Bombard(_) if in_blizzard => R16_1D,
            Action::Recruit | Action::Rebuild(_) if in_blizzard => R16_1F,
            Action::Attack(_) | Action::Join(_) | Action::Declare => {
                let fighting = p.fight.kind != crate::position::FightKind::None;
                if fighting && matches!(action, Action::Attack(_)) {
                    if matches!(top, Frame::Declare { .. }) { R7_1G } else { R7_0E }
                } else {
                    R7_0C
                }
            }
            Action::Pick(_) | Action::Go { .. } | Action::Stop(_) | Action::Enter { .. } => R5_1A,
            Action::Bombard(_) | Action::Fire => R12_0B,
            Action::Place(_) | Action::Pass => {
                if matches!(top, Frame::Roll) && p.fight.kind == crate::position::FightKind::Bombardment {
                    R12_0G
                } else {
                    R8_3L
                }
            }
            Action::Negate | Action::Accept => R17_0E,
            Action::Lose(_) => R7_5I,
            Action::Stand => R7_7A,
            Action::Hold => R17_0D,
            Action::Retreat { .. } | Action::Stay | Action::Perish => R7_6A,
            Action::Displace { .. } => R7_6_2A,
            Action::Advance { .. } | Action::Halt => R7_8A,
            Action::Rebuild(_) | Action::Recruit | Action::Return { .. } => R11_0B,
            Action::Draw(_) => R4_1A,
            Action::End if p.fight.kind != crate::position::FightKind::None => R8_3_R1,
            Action::Roll(_) | Action::Drawn(_) | Action::End => R4_1B,
        };
        match action {
            Action::Pick(u) | Action::Join(u) | Action::Lose(u) | Action::Rebuild(u) => about_unit(u)(rule),
            _ => Refusal::new(rule).saying("refused-now"),
        }
    }

    /// Carries out an action that is legal.
    pub(crate) fn carry_out<S: Sink<Event>>(&self, pos: &mut Position, action: Action, s: &mut S) {
        let top = pos.public.stack.top();
        let p = &mut pos.public;
        match (top, action) {
            (_, Action::End) => {
                p.stack.pop();
            }
            (Frame::Movement { .. }, Action::Pick(unit)) => self.pick(p, unit),
            (_, Action::Go { path, .. }) => self.go(pos, path, s),
            (_, Action::Stop(_)) => {
                p.stack.pop();
            }
            (_, Action::Enter { unit, hex }) => self.enter(pos, unit, hex, s),
            (_, Action::Bombard(hex)) => self.bombard(p, hex, s),
            (Frame::Aim, Action::Place(class)) => self.place_marker(pos, pos.public.active, class, s),
            (_, Action::Fire) => self.fire(pos, s),
            (Frame::Combat { mobile }, Action::Attack(hex)) => self.attack(p, hex, mobile),
            (_, Action::Join(unit)) => self.join(p, unit),
            (_, Action::Declare) => self.declare(pos, s),
            (Frame::Support(step), Action::Place(class)) => {
                self.place_marker(pos, self.supporter(pos.public.active, step), class, s);
                self.next_support(pos, step, s);
            }
            (Frame::Support(step), Action::Pass) => {
                s.push(Event::Passed { side: self.supporter(p.active, step) });
                self.next_support(pos, step, s);
            }
            (Frame::Negate { exchange }, _) => self.fortify(p, exchange, action == Action::Negate, s),
            (_, Action::Lose(unit)) => self.lose(p, unit, s),
            (Frame::Scatter { hexes }, Action::Pick(unit)) => self.scatter(p, unit, hexes),
            (Frame::Retreat { unit, .. }, Action::Stand) => self.stand(p, unit, s),
            (Frame::Retreat { unit, .. }, Action::Hold) => self.hold(p, unit, s),
            (Frame::Retreat { unit, hexes }, Action::Retreat { path, .. }) => {
                self.withdraw(pos, unit, hexes, path, s)
            }
            (Frame::Retreat { unit, .. }, Action::Stay) => self.stay(p, unit, s),
            (Frame::Retreat { unit, .. }, Action::Perish) => self.perish(p, unit, s),
            (_, Action::Displace { hex, .. }) => self.displace(pos, hex, s),
            (_, Action::Advance { unit, hex }) => self.advance(pos, unit, hex, s),
            (_, Action::Halt) => {
                p.stack.pop();
            }
            (_, Action::Rebuild(unit)) => self.rebuild(p, unit, s),
            (_, Action::Recruit) => p.stack.replace(Frame::Cup),
            (_, Action::Return { unit, hex }) => self.return_unit(pos, unit, hex, s),
            (Frame::BlizzardRoll, Action::Roll(die)) => self.roll_blizzard(p, die, s),
            (Frame::ActivationRoll, Action::Roll(die)) => self.activate(p, die, s),
            (_, Action::Roll(die)) => self.resolve(pos, die, s),
            (Frame::Draw { side, left }, Action::Draw(class)) => self.draw(pos, side, left, class, s),
            (_, Action::Drawn(unit)) => self.drawn(p, unit, s),
            (_, Action::Pick(_) | Action::Attack(_) | Action::Place(_) | Action::Pass | Action::Stand)
            | (_, Action::Hold | Action::Retreat { .. } | Action::Stay | Action::Perish | Action::Draw(_))
            | (_, Action::Negate | Action::Accept) => {
                debug_assert!(false, "{action:?} does not answer {top:?}")
            }
        }
    }

    /// The phase of the player turn at hand, if one is.
    pub fn phase(&self, p: &Public) -> Option<PlayerStep> {
        p.stack.frames().iter().rev().find_map(|f| match f {
            Frame::Movement { mobile: false } => Some(PlayerStep::Movement),
            Frame::Movement { mobile: true } => Some(PlayerStep::MobileMovement),
            Frame::Bombardment => Some(PlayerStep::Bombardment),
            Frame::Combat { mobile: false } => Some(PlayerStep::Combat),
            Frame::Combat { mobile: true } => Some(PlayerStep::MobileCombat),
            Frame::Rebuild | Frame::Cup | Frame::Return { .. } => Some(PlayerStep::Rebuild),
            Frame::ActivationRoll => Some(PlayerStep::Activation),
            _ => None,
        })
    }

    /// The actions that pointing at a unit or a hex could mean now.
    pub(crate) fn answers(&self, p: &Public, ask: Question) -> Vec<Action> {
        let unit_there = ask.hex.and_then(|h| p.unit_in(h));
        let unit = ask.unit.or(unit_there);
        let map = &self.book.ground.map;
        match (p.stack.top(), unit, ask.hex) {
            (Frame::Movement { .. }, Some(unit), _) => vec![Action::Pick(unit)],
            (Frame::Moving { unit, at, left, .. }, _, Some(hex)) => {
                vec![Action::Go { unit, path: self.straight_path(p, unit, at, left, hex) }]
            }
            (Frame::Entering { unit }, _, Some(hex)) => vec![Action::Enter { unit, hex }],
            (Frame::Bombardment, _, Some(hex)) => vec![Action::Bombard(hex)],
            (Frame::Bombardment, Some(unit), None) => p.hex(unit).map(Action::Bombard).into_iter().collect(),
            (Frame::Combat { .. }, _, Some(hex)) => vec![Action::Attack(hex)],
            (Frame::Combat { .. }, Some(unit), None) => p.hex(unit).map(Action::Attack).into_iter().collect(),
            (Frame::Declare { .. }, Some(unit), _) => vec![Action::Join(unit)],
            (Frame::Lose { .. }, Some(unit), _) => vec![Action::Lose(unit)],
            (Frame::Scatter { .. }, Some(unit), _) => vec![Action::Pick(unit)],
            (Frame::Retreat { unit, hexes }, _, Some(hex)) => {
                let r = self.retreater(p, unit, hexes);
                let mut paths = Vec::new();
                shortest_paths(map, r.start(), hex, &mut |path| paths.push(Action::Retreat { unit, path }));
                paths
            }
            (Frame::Displace, _, Some(hex)) => {
                p.fight.chain().last().map(|u| Action::Displace { unit: *u, hex }).into_iter().collect()
            }
            (Frame::Advance, Some(unit), Some(hex)) => vec![Action::Advance { unit, hex }],
            (Frame::Rebuild, Some(unit), _) => vec![Action::Rebuild(unit)],
            (Frame::Return { unit }, _, Some(hex)) => vec![Action::Return { unit, hex }],
            _ => Vec::new(),
        }
    }

    /// A way to a hex for the question why it cannot be taken: the cheapest, or else the one that goes farthest before a rule stops it.
    fn straight_path(&self, p: &Public, unit: Unit, at: Hex, left: u8, to: Hex) -> Path {
        let range = self.range(p, &self.mover(p, unit), at, left);
        if range.left(to).is_some() {
            return range.path(to);
        }
        let map = &self.book.ground.map;
        let near = map.around(to).filter(|(_, h)| range.left(*h).is_some() && !range.stops(*h));
        if let Some((dir, hex)) = near.max_by_key(|(_, h)| range.left(*h)) {
            return range.path(hex).then(dir.opposite());
        }
        let mut found = Path::EMPTY;
        shortest_paths(map, at, to, &mut |path| found = path);
        found
    }
}

/// Every shortest route between two hexes, as long as a route can be.
fn shortest_paths(map: &HexMap<W>, from: Hex, to: Hex, found: &mut impl FnMut(Path)) {
    fn extend(map: &HexMap<W>, at: Hex, to: Hex, path: Path, found: &mut impl FnMut(Path)) {
        if at == to {
            return found(path);
        }
        for (dir, next) in map.around(at) {
            if map.distance(next, to) < map.distance(at, to) {
                extend(map, next, to, path.then(dir), found);
            }
        }
    }
    // Beyond three hexes one route is enough to say why.
    if map.distance(from, to) as usize <= 3 {
        extend(map, from, to, Path::EMPTY, found);
    } else {
        let (mut at, mut path) = (from, Path::EMPTY);
        while at != to && !path.is_full() {
            let Some((dir, next)) = map.around(at).find(|(_, n)| map.distance(*n, to) < map.distance(at, to))
            else {
                break;
            };
            (at, path) = (next, path.then(dir));
        }
        found(path);
    }
}
